#include "cli/check_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzer/driver/config.h"
#include "analyzer/driver/read_text.h"
#include "analyzer/driver/run.h"
#include "cli/outputs.h"
#include "cli/terminal.h"
#include "reports/formats/format.h"

namespace fsdpcheck::cli {
namespace {

constexpr int kMaxThreads = 256;

constexpr const char* kLevels = "error|warning|info";

constexpr const char* kExitCodes =
    "Exit codes: 0 nothing found; 1 findings at or above --fail-on; 2 wrong use, broken\n"
    "configuration, or a file that could not be read.";

class CheckCommand final : public Command {
 public:
  explicit CheckCommand(CLI::App& app) : app_(*app.add_subcommand("check", kDescription)) {
    AddPathOptions();
    AddRuleOptions();
    AddOutputOptions();
    app_.footer(kExitCodes);
  }

  int Run() override {
    const absl::Time start = absl::Now();
    const absl::StatusOr<Outputs> outputs = PlanOutputs(format_, output_files_);
    if (!outputs.ok()) return Fail(outputs.status().message());
    const absl::StatusOr<TextStyle> style = StyleOfOutput(color_);
    if (!style.ok()) return Fail(style.status().message());
    if (absl::Status status = ReadRequest(); !status.ok()) return Fail(status.message());
    const AllChecks all;
    absl::StatusOr<analyzer::CheckResult> result = analyzer::RunCheck(request_, all.checks());
    if (!result.ok()) return Fail(result.status().message());
    if (exit_zero_ && result->exit_code == 1) result->exit_code = 0;
    formats::RenderOptions options;
    options.show_suppressed = show_suppressed_;
    options.statistics = statistics_;
    options.tool_version = FSDPCHECK_VERSION;
    options.rules = result->rules;
    options.base = result->base;
    options.exit_code = result->exit_code;
    options.start = start;
    options.end = absl::Now();
    WriteMessages(*result, outputs->standard);
    const absl::Status written = WriteReports(*result, *outputs, options, *style);
    return written.ok() ? result->exit_code : Fail(written.message());
  }

 private:
  static constexpr const char* kDescription = "Find FSDP2 mistakes in training code";

  void AddPathOptions() {
    app_.add_option("path", request_.paths,
                    "Files and folders to report on; - reads one file from standard input "
                    "(default: .)")
        ->type_name("PATH");
    app_.add_option("--stdin-filename", stdin_filename_,
                    "Name of the file whose text comes from standard input")
        ->type_name("PATH");
    app_.add_flag("--related", request_.related,
                  "Report also what has a related place in a PATH (for commit hooks)");
    app_.add_flag("--force-exclude", request_.force_exclude,
                  "Leave out files that are excluded or ignored even when they are named");
    app_.add_option("--jobs,-j", jobs_, "Number of threads (default: one for each core)")
        ->type_name("N");
  }

  void AddRuleOptions() {
    const auto add_rules = [&](const char* name, std::vector<std::string>& names,
                               const char* text) {
      app_.add_option(name, names, text)
          ->type_name("RULE")
          ->delimiter(',')
          ->allow_extra_args(false);
    };
    add_rules("--select", request_.select,
              "Run only these rules: slugs, codes, beginnings of codes (FSDP3), ALL");
    add_rules("--ignore", request_.ignore, "Leave these rules out");
    app_.add_option("--level", level_, "Lowest severity that is reported (default: warning)")
        ->type_name(kLevels);
    app_.add_option("--fail-on", fail_on_,
                    "Lowest severity that makes the exit code 1 (default: warning)")
        ->type_name(kLevels);
    app_.add_flag("--exit-zero", exit_zero_, "Exit with 0 although there are findings");
    app_.add_option("--target-torch", target_torch_,
                    "PyTorch version the code is for (default: that of the active virtual "
                    "environment, else any)")
        ->type_name("VERSION");
    app_.add_option("--config", request_.config_file,
                    "Configuration file instead of the project's own")
        ->type_name("FILE");
    app_.add_flag("--isolated", request_.isolated, "Read no configuration file");
  }

  void AddOutputOptions() {
    app_.add_option("--format,--output-format", format_,
                    "What standard output gets (default: text)")
        ->type_name(FormatNames());
    app_.add_option("--output-file", output_files_,
                    "Write a report to a file, repeatable; without FORMAT that of --format counts, "
                    "else the suffix")
        ->type_name("[FORMAT=]PATH")
        ->allow_extra_args(false);
    app_.add_flag("--statistics", statistics_, "Add the number of findings of each rule");
    app_.add_flag("--show-suppressed", show_suppressed_,
                  "Show also findings that a comment suppresses");
    app_.add_option("--color", color_, "When text is coloured")
        ->type_name(std::string(kColorValues))
        ->default_str("auto");
  }

  static absl::Status ReadSeverity(absl::string_view option, const std::string& name,
                                   std::optional<Severity>& severity) {
    if (name.empty()) return absl::OkStatus();
    const absl::StatusOr<Severity> parsed = analyzer::ParseSeverity(name);
    if (!parsed.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(option, ": ", parsed.status().message()));
    }
    severity = *parsed;
    return absl::OkStatus();
  }

  absl::Status ReadRequest() {
    absl::Status status = ReadSeverity("--level", level_, request_.level);
    status.Update(ReadSeverity("--fail-on", fail_on_, request_.fail_on));
    if (!status.ok()) return status;
    if (!target_torch_.empty()) {
      const absl::StatusOr<analyzer::Version> version = analyzer::ParseTargetTorch(target_torch_);
      if (!version.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--target-torch: ", version.status().message()));
      }
      request_.target_torch = *version;
    }
    if (const char* environment = std::getenv("VIRTUAL_ENV"); environment != nullptr) {
      request_.virtual_environment = environment;
    }
    if (request_.isolated && !request_.config_file.empty()) {
      return absl::InvalidArgumentError("--config and --isolated contradict each other");
    }
    if (absl::Status threads = ReadThreads(); !threads.ok()) return threads;
    return ReadStandardInput();
  }

  absl::Status ReadThreads() {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    request_.threads = jobs_.value_or(static_cast<int>(std::min<unsigned>(cores, kMaxThreads)));
    if (request_.threads >= 1 && request_.threads <= kMaxThreads) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("--jobs: ", request_.threads, " is not between 1 and ", kMaxThreads));
  }

  absl::Status ReadStandardInput() {
    const auto dash = std::find(request_.paths.begin(), request_.paths.end(), "-");
    if (dash == request_.paths.end()) {
      if (stdin_filename_.empty()) return absl::OkStatus();
      return absl::InvalidArgumentError("--stdin-filename needs `-` among the paths");
    }
    request_.paths.erase(std::remove(request_.paths.begin(), request_.paths.end(), "-"),
                         request_.paths.end());
    absl::StatusOr<std::string> text = analyzer::ReadStream(stdin);
    if (!text.ok()) {
      return absl::UnavailableError(
          absl::StrCat("cannot read standard input: ", text.status().message()));
    }
    request_.given = {stdin_filename_.empty() ? "<stdin>" : stdin_filename_, *std::move(text)};
    return absl::OkStatus();
  }

  // Errors also go to standard error unless the report on standard output shows
  // them to people.
  static void WriteMessages(const analyzer::CheckResult& result,
                            const std::optional<formats::Format>& standard) {
    for (const std::string& warning : result.warnings) Warn(warning);
    if (standard == formats::Format::kText || standard == formats::Format::kConcise) return;
    for (const Notification& notification : result.report.notifications) {
      if (notification.level != Notification::Level::kError) continue;
      const std::string place =
          notification.path.empty() ? "" : absl::StrCat(notification.path, ": ");
      Fail(absl::StrCat(place, notification.message));
    }
  }

  static absl::Status WriteReports(const analyzer::CheckResult& result, const Outputs& outputs,
                                   formats::RenderOptions options, const TextStyle& style) {
    for (const FileOutput& file : outputs.files) {
      const std::string text = formats::Render(file.format, result.report, options);
      if (absl::Status status = WriteFile(file.path, text); !status.ok()) return status;
    }
    if (!outputs.standard.has_value()) return absl::OkStatus();
    options.colour = style.colour;
    options.width = style.width;
    return WriteOut(formats::Render(*outputs.standard, result.report, options));
  }

  CLI::App& app_;
  analyzer::CheckRequest request_;
  std::string stdin_filename_, format_, level_, fail_on_, target_torch_;
  std::string color_ = "auto";
  std::vector<std::string> output_files_;
  std::optional<int> jobs_;
  bool exit_zero_ = false, statistics_ = false, show_suppressed_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCheckCommand(CLI::App& app) {
  return std::make_unique<CheckCommand>(app);
}

}  // namespace fsdpcheck::cli

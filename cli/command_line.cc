#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/suppress/nearest.h"
#include "cli/check_command.h"
#include "cli/command.h"
#include "cli/completion_command.h"
#include "cli/explain_command.h"
#include "cli/rules_command.h"

namespace fsdpcheck::cli {
namespace {

class CommandLine {
 public:
  CommandLine() : app_("Find mistakes in PyTorch FSDP2 training", "fsdpcheck") {
    app_.set_version_flag("--version,-V", absl::StrCat("fsdpcheck ", FSDPCHECK_VERSION));
    app_.get_formatter()->column_width(34);
    Add(MakeCheckCommand(app_));
    Add(MakeExplainCommand(app_));
    Add(MakeRulesCommand(app_));
    Add(MakeCompletionCommand(app_));
    // Unknown words are collected, so that the message can name a near one.
    app_.allow_extras();
    for (CLI::App* command : app_.get_subcommands(nullptr)) command->allow_extras();
  }

  int Run(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app_.exit(error);  // --help, --version
      }
      return Fail(absl::StrCat(error.what(), Hint()));
    }
    std::vector<std::string> extras = app_.remaining(true);
    // The mark behind which everything is a path counts as left over, too.
    extras.erase(std::remove(extras.begin(), extras.end(), "--"), extras.end());
    const std::vector<CLI::App*> parsed = app_.get_subcommands();
    if (!extras.empty()) return FailUnknown(extras.front(), parsed.empty());
    if (parsed.empty()) return Fail(absl::StrCat("no command is given", Hint()));
    return commands_.at(parsed.front()->get_name())->Run();
  }

 private:
  // A command has just added itself as the last of the app.
  void Add(std::unique_ptr<Command> command) {
    commands_.emplace(app_.get_subcommands(nullptr).back()->get_name(), std::move(command));
  }

  std::string Hint() const {
    const std::vector<CLI::App*> parsed = app_.get_subcommands();
    const std::string command = parsed.empty() ? "" : absl::StrCat(" ", parsed.front()->get_name());
    return absl::StrCat("; see fsdpcheck", command, " --help");
  }

  int FailUnknown(const std::string& word, bool without_command) {
    const bool is_option = absl::StartsWith(word, "-");
    std::vector<std::string> known;
    if (is_option) {
      const CLI::App& app = without_command ? app_ : *app_.get_subcommands().front();
      for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
    } else if (without_command) {
      for (const auto& [name, command] : commands_) known.push_back(name);
    }
    const std::string name = word.substr(0, word.find('='));
    const char* kind = is_option ? "option" : without_command ? "command" : "argument";
    const std::string meant = analyzer::DidYouMean(name, known);
    return Fail(absl::StrCat("unknown ", kind, " `", name, "`", meant.empty() ? Hint() : meant));
  }

  CLI::App app_;
  std::map<std::string, std::unique_ptr<Command>> commands_;
};

}  // namespace

int RunCommandLine(int argc, const char* const* argv) { return CommandLine().Run(argc, argv); }

}  // namespace fsdpcheck::cli

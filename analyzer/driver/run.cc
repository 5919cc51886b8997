#include "analyzer/driver/run.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/driver/config.h"
#include "analyzer/driver/files.h"
#include "analyzer/driver/inspect.h"
#include "analyzer/driver/results.h"
#include "analyzer/driver/rule_selection.h"
#include "analyzer/driver/workspace.h"
#include "analyzer/flow/engine.h"
#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"
#include "analyzer/suppress/rule_names.h"
#include "reports/model/finish.h"

namespace fsdpcheck::analyzer {
namespace {

// Definitions analyzed at most. The largest public project with FSDP2 has 600.
constexpr size_t kMaxDefinitions = 50'000;

// The first PyTorch version that every rule is written for (DESIGN.md, 3.6).
Version OldestTorch() { return {2, 6}; }

// The engine knows helpers of the project by the last part of their dotted name.
std::vector<std::string> LastNames(const std::vector<std::string>& dotted) {
  std::vector<std::string> names;
  for (const std::string& name : dotted) names.push_back(name.substr(name.rfind('.') + 1));
  return names;
}

class CheckRun {
 public:
  CheckRun(const CheckRequest& request, absl::Span<const Check* const> checks)
      : request_(request), checks_(checks) {
    for (const Check* check : checks) rules_.push_back(&check->rule());
  }

  absl::StatusOr<CheckResult> Run() {
    if (absl::Status status = FindPlaces(); !status.ok()) return status;
    if (absl::Status status = Configure(); !status.ok()) return status;
    WarnOfOldTorch();
    Discover();
    Analyze();
    Finish();
    return std::move(result_);
  }

 private:
  Report& report() { return result_.report; }

  std::string Shown(const std::string& path) const {
    return RelativeTo(path, workspace_.working_directory);
  }

  absl::Status FindPlaces() {
    absl::StatusOr<std::string> here = WorkingDirectory();
    if (!here.ok()) return here.status();
    workspace_.working_directory = *std::move(here);
    for (const std::string& given : request_.paths) {
      absl::StatusOr<NamedPath> named = ResolveNamedPath(workspace_.working_directory, given);
      if (named.ok()) {
        paths_.push_back(*std::move(named));
        continue;
      }
      report().notifications.push_back(
          {Notification::Level::kError, std::string(named.status().message()), given, 0});
    }
    if (paths_.empty() && !request_.paths.empty() && !request_.given.has_value()) {
      return NothingToCheck();
    }
    std::vector<NamedPath> places = paths_;
    if (request_.given.has_value()) {
      given_ = GivenText{ResolveFile(workspace_.working_directory, request_.given->path),
                         request_.given->text};
      places.push_back({NamedPath::Kind::kFile, given_->path, request_.given->path});
    }
    workspace_.root = FindRoot(workspace_.working_directory, places);
    result_.base = {workspace_.working_directory, workspace_.root};
    return absl::OkStatus();
  }

  // No named path can be reached.
  absl::Status NothingToCheck() {
    std::vector<std::string> messages;
    for (const Notification& notification : report().notifications) {
      messages.push_back(absl::StrCat(notification.path, ": ", notification.message));
    }
    return absl::NotFoundError(absl::StrJoin(messages, "; "));
  }

  absl::Status ReadConfigFile() {
    if (request_.isolated) return absl::OkStatus();
    std::optional<std::string> path = FindConfigFile(workspace_.root);
    if (!request_.config_file.empty()) {
      path = JoinPath(workspace_.working_directory, request_.config_file);
    }
    if (!path.has_value()) return absl::OkStatus();
    absl::StatusOr<Config> config = ReadConfig(*path, Shown(*path), rules_);
    if (!config.ok()) return config.status();
    config_ = *std::move(config);
    return absl::OkStatus();
  }

  absl::Status Configure() {
    for (const auto* names : {&request_.select, &request_.ignore}) {
      for (const std::string& name : *names) {
        if (absl::Status status = CheckRuleName(name, rules_); !status.ok()) return status;
      }
    }
    if (absl::Status status = ReadConfigFile(); !status.ok()) return status;
    const bool replaced = !request_.select.empty();
    selection_.select = replaced ? request_.select : config_.select;
    selection_.ignore = request_.ignore;
    if (!replaced) {
      selection_.ignore.insert(selection_.ignore.end(), config_.ignore.begin(),
                               config_.ignore.end());
    }
    selection_.per_file_ignores = config_.per_file_ignores;
    selection_.level = request_.level.value_or(config_.level.value_or(Severity::kWarning));
    for (const Rule* rule : rules_) {
      if (selection_.Enables(*rule)) result_.rules.push_back(rule);
    }
    return absl::OkStatus();
  }

  // A report about code for a version that no rule was written for would mislead.
  void WarnOfOldTorch() {
    std::optional<Version> target =
        request_.target_torch.has_value() ? request_.target_torch : config_.target_torch;
    if (!target.has_value() && !request_.virtual_environment.empty()) {
      target = InstalledTorch(request_.virtual_environment);
    }
    if (!target.has_value() || CompareVersions(*target, OldestTorch()) >= 0) return;
    report().notifications.push_back(
        {Notification::Level::kWarning,
         absl::StrCat("the code is for PyTorch ", absl::StrJoin(*target, "."),
                      "; the rules are true of ", absl::StrJoin(OldestTorch(), "."), " and newer"),
         "", 0});
  }

  // Lists the files and leaves out those that cannot be analyzed.
  void Discover() {
    FoundFiles found =
        FindFiles({workspace_, paths_, config_.exclude, request_.force_exclude, given_});
    result_.warnings = std::move(found.warnings);
    for (Notification& notification : found.notifications) {
      report().notifications.push_back(std::move(notification));
    }
    const std::vector<Inspection> states = InspectFiles(found.files, request_.threads);
    for (size_t i = 0; i < found.files.size(); ++i) {
      const FoundFile& file = found.files[i];
      if (file.reported) {
        ++report().summary.files;
        NotifyState(file, states[i]);
      }
      if (states[i].state > FileState::kNotUtf8) continue;
      files_.push_back({file, states[i].has_comment});
    }
  }

  void NotifyState(const FoundFile& file, const Inspection& inspection) {
    const auto notify = [&](Notification::Level level, std::string message) {
      report().notifications.push_back({level, std::move(message), file.file.shown, 0});
    };
    switch (inspection.state) {
      case FileState::kFine:
        return;
      case FileState::kNotUtf8:
        return notify(Notification::Level::kWarning, "not valid UTF-8: columns may be off");
      case FileState::kBinary:
        return notify(Notification::Level::kWarning, "a binary file: not checked");
      case FileState::kTooLarge:
        return notify(Notification::Level::kWarning,
                      absl::StrCat("larger than ", kMaxFileBytes / 1'000'000, " MB: not checked"));
      case FileState::kUnreadable:
        return notify(Notification::Level::kError, inspection.error);
    }
  }

  void Analyze() {
    std::vector<ProjectFile> project_files;
    for (const CheckedFile& file : files_) project_files.push_back(file.found.file);
    const Project project(std::move(project_files));
    std::vector<const Check*> enabled;
    std::set<Scope> scopes;
    for (const Check* check : checks_) {
      const Rule& rule = check->rule();
      if (rule.slug == kUnusedSuppression || !selection_.Enables(rule)) continue;
      enabled.push_back(check);
      scopes.insert(rule.scope);
    }
    std::vector<SeedSet> seeds;
    for (const Scope scope : scopes) seeds.push_back(SeedsOf(scope));
    const Slice slice = FindReportedSlice(project, seeds);
    EngineOptions options;
    options.threads = request_.threads;
    options.rank_functions = LastNames(config_.rank_functions);
    options.main_rank_predicates = LastNames(config_.main_rank_predicates);
    EngineResult analyzed = RunEngine(project, slice, enabled, options);
    if (slice.truncated) {
      analyzed.notifications.push_back(
          {Notification::Level::kWarning,
           absl::StrCat("more than ", kMaxDefinitions,
                        " functions reach FSDP2: those farthest away were left out"),
           "", 0});
    }
    report().summary.analyzed = analyzed.analyzed_files;
    report().summary.sharding_sites = analyzed.sharding_sites;
    report().summary.sites_with_optimizer = analyzed.sites_with_optimizer;
    CollectResults({project, files_, rules_, selection_, request_.related}, std::move(analyzed),
                   report());
  }

  Slice FindReportedSlice(const Project& project, absl::Span<const SeedSet> seeds) const {
    std::vector<bool> reported;
    for (const CheckedFile& file : files_) reported.push_back(file.found.reported);
    if (std::find(reported.begin(), reported.end(), false) == reported.end()) {
      return FindSlice(project, seeds, request_.threads, kMaxDefinitions);
    }
    return FindSliceInto(project, seeds, request_.threads, kMaxDefinitions, reported);
  }

  void Finish() {
    SortReport(report());
    CountFindings(report());
    AssignFingerprints(report(), result_.base);
    const Severity wanted = request_.fail_on.value_or(config_.fail_on.value_or(Severity::kWarning));
    const Severity threshold = std::max(wanted, selection_.level);
    for (const Finding& finding : report().findings) {
      if (!finding.suppressed && finding.rule->severity >= threshold) result_.exit_code = 1;
    }
    for (const Notification& notification : report().notifications) {
      if (notification.level == Notification::Level::kError) result_.exit_code = 2;
    }
  }

  const CheckRequest& request_;
  absl::Span<const Check* const> checks_;
  std::vector<const Rule*> rules_;
  Workspace workspace_;
  std::vector<NamedPath> paths_;
  std::optional<GivenText> given_;
  Config config_;
  RuleSelection selection_;
  std::vector<CheckedFile> files_;
  CheckResult result_;
};

}  // namespace

absl::StatusOr<CheckResult> RunCheck(const CheckRequest& request,
                                     absl::Span<const Check* const> checks) {
  return CheckRun(request, checks).Run();
}

}  // namespace fsdpcheck::analyzer

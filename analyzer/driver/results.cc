#include "analyzer/driver/results.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/suppress/suppress.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {
namespace {

class Collector {
 public:
  Collector(const ResultContext& context, Report& report) : context_(context), report_(report) {
    for (size_t i = 0; i < context.files.size(); ++i) {
      index_.emplace(context.files[i].found.file.shown, i);
    }
  }

  void Collect(EngineResult analyzed) {
    for (Finding& finding : analyzed.findings) {
      if (IsWanted(finding)) report_.findings.push_back(std::move(finding));
    }
    for (Notification& notification : analyzed.notifications) {
      if (notification.path.empty()) partial_everywhere_ = true;
      partial_.insert(notification.path);
      if (notification.path.empty() || IsReported(notification.path)) {
        report_.notifications.push_back(std::move(notification));
      }
    }
    SuppressAll();
    for (const Finding& finding : report_.findings) AddSources(finding);
  }

 private:
  const CheckedFile* Find(const std::string& shown) const {
    const auto entry = index_.find(shown);
    return entry == index_.end() ? nullptr : &context_.files[entry->second];
  }

  bool IsReported(const std::string& shown) const {
    const CheckedFile* file = Find(shown);
    return file != nullptr && file->found.reported;
  }

  bool IsWanted(const Finding& finding) const {
    const CheckedFile* file = Find(finding.location.path);
    if (file == nullptr) return false;
    if (!context_.selection.EnablesIn(*finding.rule, file->found.file.in_root)) return false;
    if (file->found.reported) return true;
    return context_.related &&
           std::any_of(finding.related.begin(), finding.related.end(),
                       [&](const Related& place) { return IsReported(place.location.path); });
  }

  std::shared_ptr<const Source> Read(const std::string& shown) const {
    const auto entry = index_.find(shown);
    if (entry == index_.end()) return nullptr;
    const auto id = static_cast<FileId>(static_cast<uint32_t>(entry->second));
    absl::StatusOr<std::shared_ptr<const Source>> source = context_.project.Read(id);
    // A file that vanished while the program runs gives no excerpt.
    return source.ok() ? *std::move(source) : nullptr;
  }

  // The rules whose silence in this file means something.
  std::vector<const Rule*> RulesCheckedIn(const CheckedFile& file) const {
    std::vector<const Rule*> checked;
    const bool partial = partial_everywhere_ || partial_.count(file.found.file.shown) > 0;
    if (partial || !file.found.reported) return checked;
    for (const Rule* rule : context_.rules) {
      if (context_.selection.EnablesIn(*rule, file.found.file.in_root)) checked.push_back(rule);
    }
    return checked;
  }

  void SuppressAll() {
    std::map<std::string, std::vector<Finding*>> by_path;
    for (Finding& finding : report_.findings) by_path[finding.location.path].push_back(&finding);
    for (const CheckedFile& file : context_.files) {
      if (file.found.reported && file.has_comment) by_path[file.found.file.shown];
    }
    std::vector<Finding> unused;
    for (const auto& [path, findings] : by_path) SuppressIn(path, findings, unused);
    for (Finding& finding : unused) report_.findings.push_back(std::move(finding));
  }

  void SuppressIn(const std::string& path, const std::vector<Finding*>& findings,
                  std::vector<Finding>& unused) {
    const CheckedFile* file = Find(path);
    const std::shared_ptr<const Source> source = Read(path);
    if (source == nullptr) return;
    const std::vector<const Rule*> checked = RulesCheckedIn(*file);
    const auto rule = std::find_if(checked.begin(), checked.end(), [](const Rule* candidate) {
      return candidate->slug == kUnusedSuppression;
    });
    SuppressionResult result = Suppress(
        {*source, findings, context_.rules, checked, rule == checked.end() ? nullptr : *rule});
    for (Finding& finding : result.unused) unused.push_back(std::move(finding));
    if (!file->found.reported) return;
    for (Notification& notification : result.notifications) {
      report_.notifications.push_back(std::move(notification));
    }
  }

  void AddSource(const std::string& path) {
    if (report_.sources.count(path) > 0) return;
    const std::shared_ptr<const Source> source = Read(path);
    if (source != nullptr) report_.sources.emplace(path, std::string(source->text()));
  }

  void AddSources(const Finding& finding) {
    AddSource(finding.location.path);
    for (const Related& place : finding.related) AddSource(place.location.path);
  }

  const ResultContext& context_;
  Report& report_;
  std::map<std::string, size_t> index_;  // of files, by shown path
  std::set<std::string> partial_;        // shown paths with notifications of the engine
  bool partial_everywhere_ = false;
};

}  // namespace

void CollectResults(const ResultContext& context, EngineResult analyzed, Report& report) {
  Collector(context, report).Collect(std::move(analyzed));
}

}  // namespace fsdpcheck::analyzer

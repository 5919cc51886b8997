#include "analyzer/flow/engine.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/model/program.h"
#include "analyzer/model/test_code.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxText = 60;
constexpr size_t kMaxRelated = 4;

// Turns what rules report into findings, for one entry.
class FindingSink final : public Sink {
 public:
  explicit FindingSink(Program& program) : program_(program) {}

  void SetSites(SiteTable* sites) { sites_ = sites; }

  void Report(const Rule& rule, SiteId at, std::string message, std::string help,
              absl::Span<const Note> related) override {
    const Site site = (*sites_)[at];
    if (!seen_.insert({rule.id.data(), site.file, site.range}).second) return;
    Finding finding;
    finding.rule = &rule;
    finding.message = std::move(message);
    finding.help = std::move(help);
    finding.location = LocationOf(site);
    if (site.function != nullptr) finding.enclosing = std::string(site.function->qualified);
    for (const Note& note : related) {
      if (note.site == SiteId::kNone || finding.related.size() == kMaxRelated) continue;
      finding.related.push_back({LocationOf((*sites_)[note.site]), note.message});
    }
    findings_.push_back(std::move(finding));
  }

  std::string Text(SiteId site, ByteRange range) override {
    const std::shared_ptr<const Source> source = Read((*sites_)[site].file);
    if (source == nullptr) return "";
    std::string text(source->Text(range));
    const size_t line_end = text.find('\n');
    if (line_end != std::string::npos || text.size() > kMaxText) {
      text = absl::StrCat(text.substr(0, std::min(line_end, kMaxText - 3)), "...");
    }
    return text;
  }

  size_t CountIn(SiteId site, absl::string_view identifier) override {
    const std::shared_ptr<const Source> source = Read((*sites_)[site].file);
    std::vector<NameHit> hits;
    if (source != nullptr) NameScan({std::string(identifier)}).Find(source->text(), hits);
    return hits.size();
  }

  SiteId At(SiteId site, ByteRange range) override {
    Site other = (*sites_)[site];
    other.range = range;
    return sites_->Intern(other);
  }

  std::vector<Finding> Take() { return std::move(findings_); }

 private:
  std::shared_ptr<const Source> Read(FileId file) {
    auto at = sources_.find(file);
    if (at != sources_.end()) return at->second;
    auto source = program_.project().Read(file);
    return sources_[file] = source.ok() ? *source : nullptr;
  }

  Location LocationOf(const Site& site) {
    const std::shared_ptr<const Source> source = Read(site.file);
    if (source == nullptr) return {program_.project().file(site.file).shown, {}};
    Location location = source->LocationOf(site.range);
    if (location.range.end.line != location.range.start.line) {
      const absl::string_view text = source->Text(site.range);
      const size_t line_end = text.find_first_of("\r\n");
      location = source->LocationOf(
          {site.range.begin, site.range.begin + static_cast<uint32_t>(line_end)});
    }
    return location;
  }

  Program& program_;
  SiteTable* sites_ = nullptr;
  std::set<std::tuple<const char*, FileId, ByteRange>> seen_;
  std::map<FileId, std::shared_ptr<const Source>> sources_;
  std::vector<Finding> findings_;
};

// What the entries of one phase leave, merged in the order of the entries.
struct EntryOutput {
  std::vector<Finding> findings;
  EntryResult result;
  std::set<std::pair<FileId, uint32_t>> shard_sites;
  std::set<std::pair<FileId, uint32_t>> followed_sites;
};

class Engine {
 public:
  Engine(const Project& project, const Slice& slice, absl::Span<const Check* const> checks,
         const EngineOptions& options)
      : program_(project), interests_(program_, slice.names), checks_(checks), options_(options) {}

  // Tests put other functions in the place of those they call, and run one rank of
  // many: what they lead to proves nothing, only what they do themselves.
  bool MayStart(const SliceEntry& entry) const {
    const FileId file = entry.definition.file;
    if (!IsTestCode(program_.project().file(file).in_root)) return true;
    return entry.seed && !program_.Imports(file, "unittest.mock");
  }

  // Entries of one phase do not see what the others of it follow, so that the
  // result does not depend on the order in which threads finish.
  void RunPhase(const std::vector<DefinitionId>& entries) {
    std::vector<EntryOutput> outputs(entries.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
      for (size_t i = next++; i < entries.size(); i = next++) outputs[i] = RunEntry(entries[i]);
    };
    std::vector<std::thread> workers;
    const size_t count =
        std::min(static_cast<size_t>(std::max(options_.threads, 1)), entries.size());
    for (size_t i = 1; i < count; ++i) workers.emplace_back(work);
    work();
    for (std::thread& worker : workers) worker.join();
    for (size_t i = 0; i < entries.size(); ++i) Merge(std::move(outputs[i]));
  }

  EngineResult Finish() {
    EngineResult result;
    const auto key = [](const Finding& f) { return std::tuple(f.location, f.rule->id, f.message); };
    std::stable_sort(findings_.begin(), findings_.end(),
                     [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
    for (Finding& finding : findings_) {
      // One mistake, one finding: a line is named once by a rule.
      const bool same =
          std::any_of(result.findings.rbegin(), result.findings.rend(), [&](const Finding& other) {
            return other.rule == finding.rule && other.location.path == finding.location.path &&
                   other.location.range.start.line == finding.location.range.start.line;
          });
      if (!same) result.findings.push_back(std::move(finding));
    }
    result.notifications = program_.problems();
    if (budget_hits_ > 0) {
      result.notifications.push_back(
          {Notification::Level::kNote,
           absl::StrCat(budget_hits_,
                        " definitions were too large to follow on every path; "
                        "what lies beyond was not analyzed"),
           "", 0});
    }
    result.analyzed_files = static_cast<int>(program_.parsed_files().size());
    result.sharding_sites = static_cast<int>(shard_sites_.size());
    result.sites_with_optimizer = static_cast<int>(followed_sites_.size());
    return result;
  }

 private:
  EntryOutput RunEntry(DefinitionId entry) {
    FindingSink sink(program_);
    Interpreter interpreter(program_, interests_, checks_, options_, sink);
    sink.SetSites(&interpreter.sites());
    EntryOutput output;
    output.result = interpreter.Run(entry, followed_);
    output.findings = sink.Take();
    output.shard_sites = interpreter.shard_sites();
    output.followed_sites = interpreter.followed_sites();
    return output;
  }

  void Merge(EntryOutput output) {
    std::move(output.findings.begin(), output.findings.end(), std::back_inserter(findings_));
    followed_.insert(output.result.followed.begin(), output.result.followed.end());
    shard_sites_.insert(output.shard_sites.begin(), output.shard_sites.end());
    followed_sites_.insert(output.followed_sites.begin(), output.followed_sites.end());
    if (output.result.budget_hit) ++budget_hits_;
  }

  Program program_;
  Interests interests_;
  absl::Span<const Check* const> checks_;
  const EngineOptions& options_;
  std::vector<Finding> findings_;
  std::set<const Function*> followed_;
  std::set<std::pair<FileId, uint32_t>> shard_sites_;
  std::set<std::pair<FileId, uint32_t>> followed_sites_;
  int budget_hits_ = 0;
};

}  // namespace

SeedSet SeedsOf(Scope scope) {
  switch (scope) {
    case Scope::kFsdp2:
      return {{"fully_shard", "FSDPModule", "register_fsdp_forward_method"},
              {"fully_shard", "FSDPModule", "register_fsdp_forward_method"},
              {}};
    case Scope::kDistributed:
      return {{"torch.distributed", "from torch import distributed"},
              {"barrier",
               "all_reduce",
               "all_gather",
               "all_gather_object",
               "all_gather_into_tensor",
               "broadcast",
               "broadcast_object_list",
               "reduce_scatter",
               "reduce_scatter_tensor",
               "get_model_state_dict",
               "get_state_dict",
               "get_optimizer_state_dict",
               "async_save",
               "dcp",
               "set_device",
               "init_process_group",
               "device_index",
               "scatter",
               "gather",
               "gather_object",
               "set_device_index",
               "implicit_replication",
               "loss_parallel"},
              {"full_tensor"}};
  }
  return {};
}

EngineResult RunEngine(const Project& project, const Slice& slice,
                       absl::Span<const Check* const> checks, const EngineOptions& options) {
  Engine engine(project, slice, checks, options);
  // Scripts first: what they lead to is followed with known arguments. Then
  // the callers farthest from the seeds, down to the seeds themselves.
  std::map<std::pair<bool, int>, std::vector<DefinitionId>> phases;
  for (const SliceEntry& entry : slice.entries) {
    if (!engine.MayStart(entry)) continue;
    const bool body = entry.definition.index == DefinitionId::kBody;
    phases[{!body, body ? 0 : -entry.distance}].push_back(entry.definition);
  }
  for (const auto& [order, entries] : phases) engine.RunPhase(entries);
  return engine.Finish();
}

}  // namespace fsdpcheck::analyzer

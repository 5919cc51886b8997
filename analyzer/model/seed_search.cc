#include "analyzer/model/seed_search.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "analyzer/model/mentions.h"
#include "analyzer/model/parallel.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr absl::string_view kImport = "import";

// The names that the scan looks for, and which scope they open or seed.
class Needles {
 public:
  explicit Needles(absl::Span<const SeedSet> scopes) {
    roles_[std::string(kImport)];
    for (size_t i = 0; i < scopes.size(); ++i) {
      const uint64_t scope = uint64_t{1} << i;
      if (scopes[i].gate.empty()) open_ |= scope;
      for (const std::string& name : scopes[i].gate) roles_[name].opens |= scope;
      for (const std::string& name : scopes[i].seeds) roles_[name].seeds |= scope;
    }
    for (const auto& [name, role] : roles_) names_.push_back(name);
    import_ = static_cast<uint32_t>(
        std::lower_bound(names_.begin(), names_.end(), kImport) - names_.begin());
  }

  const std::vector<std::string>& names() const { return names_; }
  bool IsImport(const NameHit& hit) const { return hit.name == import_; }
  const std::string& Name(const NameHit& hit) const { return names_[hit.name]; }

  // Keeps the hits that are seeds of a scope whose gate is among the hits.
  void KeepSeeds(std::vector<NameHit>& hits) const {
    uint64_t open = open_;
    for (const NameHit& hit : hits) open |= roles_.at(Name(hit)).opens;
    std::erase_if(hits, [&](const NameHit& hit) {
      return (roles_.at(Name(hit)).seeds & open) == 0;
    });
  }

 private:
  struct Role {
    uint64_t opens = 0;  // one bit per scope
    uint64_t seeds = 0;
  };
  std::map<std::string, Role> roles_;
  std::vector<std::string> names_;  // ascending
  uint32_t import_ = 0;
  uint64_t open_ = 0;
};

// Names that the module gives to seeds it imports: `import fully_shard as shard`.
void AddRenamedSeeds(const Project& project, FileId file, const Mentions& mentions,
                     absl::Span<const SeedSet> scopes, std::set<std::string>& names) {
  for (const Import& import : mentions.outline().imports) {
    if (import.local == import.attribute || import.attribute.empty()) continue;
    if (NamesSeed(project.Resolve(file, import), scopes)) names.insert(import.local);
  }
}

std::optional<FileSeeds> SeedsOfFile(const Project& project, FileId file, absl::string_view text,
                                     absl::Span<const NameHit> hits,
                                     absl::Span<const SeedSet> scopes) {
  const Mentions mentions(project, file, text);
  std::set<int> definitions;
  std::set<std::string> names;
  for (const NameHit& hit : hits) {
    if (!mentions.MayBeCode(hit.offset)) continue;
    const int definition = DefinitionAt(mentions.outline(), hit.offset);
    definitions.insert(definition);
    if (definition != DefinitionId::kBody) {
      names.insert(mentions.outline().definitions[static_cast<size_t>(definition)].name);
    }
    for (const Assignment& assignment : mentions.AssignmentsAt(hit.offset)) {
      names.insert(assignment.name);
    }
  }
  if (definitions.empty()) return std::nullopt;
  AddRenamedSeeds(project, file, mentions, scopes, names);
  return FileSeeds{.file = file,
                   .definitions = {definitions.begin(), definitions.end()},
                   .names = {names.begin(), names.end()}};
}

std::vector<ImportKey> TakeImportKeys(const Needles& needles, absl::string_view text,
                                      absl::string_view in_root, std::vector<NameHit>& hits) {
  std::vector<ImportKey> keys;
  for (const NameHit& hit : hits) {
    if (needles.IsImport(hit)) AddImportKeys(text, hit.offset, in_root, keys);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return {keys.begin(), keys.end()};
}

}  // namespace

bool NamesSeed(const Target& target, absl::Span<const SeedSet> scopes) {
  if (!absl::StartsWith(target.external, "torch.")) return false;
  const std::string name = target.external.substr(target.external.rfind('.') + 1);
  return std::any_of(scopes.begin(), scopes.end(), [&](const SeedSet& scope) {
    return std::find(scope.seeds.begin(), scope.seeds.end(), name) != scope.seeds.end();
  });
}

SeedSearch SearchSeeds(const Project& project, absl::Span<const SeedSet> scopes, int threads) {
  const Needles needles(scopes);
  const NameScan scan(needles.names());
  SeedSearch search;
  search.imports.resize(project.size());
  std::vector<std::optional<FileSeeds>> seeds(project.size());
  ForEachIndex(project.size(), threads, [&](size_t i) {
    thread_local std::string buffer;
    const auto file = static_cast<FileId>(i);
    const absl::StatusOr<absl::string_view> text = project.ReadBytes(file, buffer);
    if (!text.ok()) return;
    std::vector<NameHit> hits;
    scan.Find(*text, hits);
    search.imports[i] = TakeImportKeys(needles, *text, project.file(file).in_root, hits);
    needles.KeepSeeds(hits);
    if (!hits.empty()) seeds[i] = SeedsOfFile(project, file, *text, hits, scopes);
  });
  for (std::optional<FileSeeds>& found : seeds) {
    if (found.has_value()) search.seeds.push_back(*std::move(found));
  }
  return search;
}

}  // namespace fsdpcheck::analyzer

#include "analyzer/model/seed_search.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
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
      for (const std::string& name : scopes[i].members) {
        roles_[name].seeds |= scope;
        roles_[name].is_member = true;
      }
    }
    for (const auto& [name, role] : roles_) names_.push_back(name);
    import_ = static_cast<uint32_t>(std::lower_bound(names_.begin(), names_.end(), kImport) -
                                    names_.begin());
  }

  const std::vector<std::string>& names() const { return names_; }
  bool IsImport(const NameHit& hit) const { return hit.name == import_; }
  bool IsMember(const NameHit& hit) const { return roles_.at(Name(hit)).is_member; }
  const std::string& Name(const NameHit& hit) const { return names_[hit.name]; }

  // Keeps the hits that are seeds of a scope whose gate is among the hits.
  void KeepSeeds(std::vector<NameHit>& hits) const {
    uint64_t open = open_;
    for (const NameHit& hit : hits) open |= roles_.at(Name(hit)).opens;
    std::erase_if(hits,
                  [&](const NameHit& hit) { return (roles_.at(Name(hit)).seeds & open) == 0; });
  }

 private:
  struct Role {
    uint64_t opens = 0;  // one bit per scope
    uint64_t seeds = 0;
    bool is_member = false;
  };
  std::map<std::string, Role> roles_;
  std::vector<std::string> names_;  // ascending
  uint32_t import_ = 0;
  uint64_t open_ = 0;
};

bool IsInsideTorch(absl::string_view dotted) {
  return absl::StartsWith(dotted, "torch.") && std::count(dotted.begin(), dotted.end(), '.') > 1;
}

// Names that the module gives to seeds it imports: `import fully_shard as shard`.
void AddRenamedSeeds(const Project& project, FileId file, const Mentions& mentions,
                     absl::Span<const SeedSet> scopes, Sighting& sighting) {
  for (const Import& import : mentions.outline().imports) {
    if (import.local == import.attribute) continue;
    if (!NamesSeed(project.Resolve(file, import), scopes)) continue;
    sighting.symbols[import.local].by_name = true;
  }
}

std::optional<FileSeeds> SeedsOfFile(const Project& project, FileId file, absl::string_view text,
                                     const Needles& needles, absl::Span<const NameHit> hits,
                                     absl::Span<const SeedSet> scopes) {
  Mentions mentions(project, file, text);
  SightingReader reader(mentions);
  for (const NameHit& hit : hits) {
    const std::string& name = needles.Name(hit);
    if (!mentions.MayBeCode(hit.offset)) continue;
    const bool counts = needles.IsMember(hit) && mentions.IsMemberUse(hit.offset, name);
    if (counts || IsInsideTorch(mentions.Resolve(hit.offset, name).external)) {
      reader.AddSeed(hit.offset, name);
    }
  }
  FileSeeds seeds = {.file = file, .sighting = reader.Finish()};
  AddRenamedSeeds(project, file, mentions, scopes, seeds.sighting);
  if (seeds.sighting.reached.empty() && seeds.sighting.symbols.empty()) return std::nullopt;
  return seeds;
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
  if (!IsInsideTorch(target.external)) return false;
  const std::string name = target.external.substr(target.external.rfind('.') + 1);
  return std::any_of(scopes.begin(), scopes.end(), [&](const SeedSet& scope) {
    return std::find(scope.seeds.begin(), scope.seeds.end(), name) != scope.seeds.end();
  });
}

SeedSearch SearchSeeds(const Project& project, absl::Span<const SeedSet> scopes, int threads) {
  const Needles needles(scopes);
  const NameScan scan(needles.names());
  std::vector<std::vector<ImportKey>> imports(project.size());
  std::vector<std::optional<FileSeeds>> seeds(project.size());
  ForEachIndex(project.size(), threads, [&](size_t i) {
    thread_local std::string buffer;
    const auto file = static_cast<FileId>(i);
    const absl::StatusOr<absl::string_view> text = project.ReadBytes(file, buffer);
    if (!text.ok()) return;
    std::vector<NameHit> hits;
    scan.Find(*text, hits);
    imports[i] = TakeImportKeys(needles, *text, project.file(file).in_root, hits);
    needles.KeepSeeds(hits);
    if (!hits.empty()) seeds[i] = SeedsOfFile(project, file, *text, needles, hits, scopes);
  });
  SeedSearch search = {.imports = ImportIndex(imports), .seeds = {}};
  for (std::optional<FileSeeds>& found : seeds) {
    if (found.has_value()) search.seeds.push_back(*std::move(found));
  }
  return search;
}

}  // namespace fsdpcheck::analyzer

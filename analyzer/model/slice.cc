#include "analyzer/model/slice.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "analyzer/model/import_keys.h"
#include "analyzer/model/mentions.h"
#include "analyzer/model/module_index.h"
#include "analyzer/model/parallel.h"
#include "analyzer/model/seed_search.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {
namespace {

// A global name of a module.
using Symbol = std::pair<FileId, std::string>;

// A file to look at again, for names that have become interesting.
struct Visit {
  FileId file{};
  std::vector<std::string> names;  // ascending
};

// What a visit found.
struct Sighting {
  std::map<int, bool> definitions;  // that mention an interesting name; true: a seed itself
  std::set<std::string> assigned;   // by an assignment that mentions one
  std::set<std::string> aliases;    // imported names that stand for one
};

// Which names are wanted by which import keys.
class WantedKeys {
 public:
  void Add(ImportKey key, const std::string& name) {
    names_[key].push_back(name);
    filter_.set(key % filter_.size());
  }
  void Collect(absl::Span<const ImportKey> keys, std::vector<std::string>& names) const {
    for (const ImportKey key : keys) {
      if (!filter_.test(key % filter_.size())) continue;
      const auto wanted = names_.find(key);
      if (wanted == names_.end()) continue;
      names.insert(names.end(), wanted->second.begin(), wanted->second.end());
    }
  }

 private:
  absl::flat_hash_map<ImportKey, std::vector<std::string>> names_;
  std::bitset<1 << 16> filter_;  // answers most questions from the first-level cache
};

class Slicer {
 public:
  Slicer(const Project& project, absl::Span<const SeedSet> scopes, int threads, size_t limit)
      : project_(project), scopes_(scopes), threads_(threads), limit_(limit) {}

  Slice Run() {
    SeedSearch search = SearchSeeds(project_, scopes_, threads_);
    imports_ = std::move(search.imports);
    slice_.files_with_seeds = static_cast<int>(search.seeds.size());
    std::vector<Symbol> fresh = AddSeeds(search.seeds);
    while (!Cut() && !fresh.empty()) {
      ++distance_;
      fresh = AddCallers(std::move(fresh));
    }
    return std::move(slice_);
  }

 private:
  struct Reached {
    bool seed = false;
    int distance = 0;
  };

  std::vector<Symbol> AddSeeds(absl::Span<const FileSeeds> seeds);
  std::vector<Symbol> AddCallers(std::vector<Symbol> interesting);
  std::vector<Visit> PlanVisits(absl::Span<const Symbol> interesting) const;
  void Want(const Symbol& symbol, WantedKeys& wanted) const;
  Sighting MakeVisit(const Visit& visit) const;
  std::vector<std::string> FollowRenames(const Visit& visit, Mentions& mentions,
                                         Sighting& sighting) const;
  void AddMentions(absl::string_view text, const std::vector<std::string>& names,
                   Mentions& mentions, Sighting& sighting) const;
  bool IsInteresting(const Target& target) const;
  void Reach(DefinitionId id, bool seed, std::vector<Symbol>& fresh);
  void AddSymbol(FileId file, const std::string& name, std::vector<Symbol>& fresh);
  bool Cut();

  const Project& project_;
  const absl::Span<const SeedSet> scopes_;
  const int threads_;
  const size_t limit_;
  std::vector<std::vector<ImportKey>> imports_;
  absl::flat_hash_set<Symbol> symbols_;  // everything that was interesting so far
  std::map<DefinitionId, Reached> reached_;
  int distance_ = 0;
  Slice slice_;
};

void Slicer::AddSymbol(FileId file, const std::string& name, std::vector<Symbol>& fresh) {
  if (symbols_.emplace(file, name).second) fresh.emplace_back(file, name);
}

void Slicer::Reach(DefinitionId id, bool seed, std::vector<Symbol>& fresh) {
  const auto [entry, inserted] = reached_.try_emplace(id, Reached{seed, distance_});
  entry->second.seed |= seed;
  if (!inserted || id.index == DefinitionId::kBody) return;
  const auto index = static_cast<size_t>(id.index);
  AddSymbol(id.file, project_.outline(id.file).definitions[index].name, fresh);
}

std::vector<Symbol> Slicer::AddSeeds(absl::Span<const FileSeeds> seeds) {
  std::vector<Symbol> fresh;
  for (const FileSeeds& found : seeds) {
    for (const int index : found.definitions) Reach({found.file, index}, true, fresh);
    for (const std::string& name : found.names) AddSymbol(found.file, name, fresh);
  }
  return fresh;
}

// One step outward: everything that mentions one of `interesting`, under this
// name or under another that an import gave to it. Returns the names that the
// step reached.
std::vector<Symbol> Slicer::AddCallers(std::vector<Symbol> interesting) {
  std::vector<Symbol> fresh;
  while (!interesting.empty()) {
    const std::vector<Visit> visits = PlanVisits(interesting);
    std::vector<Sighting> sightings(visits.size());
    ForEachIndex(visits.size(), threads_, [&](size_t i) { sightings[i] = MakeVisit(visits[i]); });
    interesting.clear();
    for (size_t i = 0; i < visits.size(); ++i) {
      const FileId file = visits[i].file;
      for (const auto& [index, seed] : sightings[i].definitions) {
        Reach({file, index}, seed, fresh);
      }
      for (const std::string& name : sightings[i].assigned) AddSymbol(file, name, fresh);
      for (const std::string& name : sightings[i].aliases) AddSymbol(file, name, interesting);
    }
  }
  return fresh;
}

std::vector<Visit> Slicer::PlanVisits(absl::Span<const Symbol> interesting) const {
  WantedKeys wanted;
  absl::flat_hash_map<FileId, std::vector<std::string>> own;
  for (const Symbol& symbol : interesting) {
    Want(symbol, wanted);
    own[symbol.first].push_back(symbol.second);
  }
  std::vector<Visit> visits;
  for (size_t i = 0; i < imports_.size(); ++i) {
    Visit visit = {.file = static_cast<FileId>(i), .names = {}};
    wanted.Collect(imports_[i], visit.names);
    if (const auto names = own.find(visit.file); names != own.end()) {
      visit.names.insert(visit.names.end(), names->second.begin(), names->second.end());
    }
    if (visit.names.empty()) continue;
    std::sort(visit.names.begin(), visit.names.end());
    visit.names.erase(std::unique(visit.names.begin(), visit.names.end()), visit.names.end());
    visits.push_back(std::move(visit));
  }
  return visits;
}

// The ways in which another file may get hold of `symbol`.
void Slicer::Want(const Symbol& symbol, WantedKeys& wanted) const {
  const auto& [file, name] = symbol;
  absl::string_view path = ModulePath(project_.file(file).in_root).value_or("");
  const absl::string_view module = LastComponent(path);
  wanted.Add(NameKey(module, name), name);
  if (!absl::StartsWith(name, "_")) wanted.Add(NameKey(module, "*"), name);
  // `import a` may be enough for `a.b.name`.
  while (!path.empty()) {
    const absl::string_view last = LastComponent(path);
    wanted.Add(ModuleKey(last), name);
    path.remove_suffix(std::min(path.size(), last.size() + 1));
  }
}

Sighting Slicer::MakeVisit(const Visit& visit) const {
  thread_local std::string buffer;
  Sighting sighting;
  const absl::StatusOr<absl::string_view> text = project_.ReadBytes(visit.file, buffer);
  if (!text.ok()) return sighting;
  std::vector<NameHit> hits;
  NameScan(visit.names).Find(*text, hits);
  if (hits.empty()) return sighting;
  Mentions mentions(project_, visit.file, *text);
  std::vector<std::string> names = visit.names;
  for (std::string& local : FollowRenames(visit, mentions, sighting)) {
    names.push_back(std::move(local));
  }
  AddMentions(*text, names, mentions, sighting);
  return sighting;
}

bool Slicer::IsInteresting(const Target& target) const {
  if (!target.file.has_value()) return NamesSeed(target, scopes_);
  return !target.name.empty() && symbols_.contains(Symbol(*target.file, target.name));
}

// Fills in the aliases, and returns those that differ from the names asked for.
std::vector<std::string> Slicer::FollowRenames(const Visit& visit, Mentions& mentions,
                                               Sighting& sighting) const {
  const auto wanted = [&](const std::string& name) {
    return std::binary_search(visit.names.begin(), visit.names.end(), name);
  };
  for (const std::string& name : visit.names) {
    const Target& target = mentions.Global(name);
    if (target.file != visit.file && IsInteresting(target)) sighting.aliases.insert(name);
  }
  std::set<std::string> renamed;
  for (const Import& import : mentions.outline().imports) {
    if (import.local == import.attribute || !wanted(import.attribute)) continue;
    if (!IsInteresting(project_.Resolve(visit.file, import))) continue;
    sighting.aliases.insert(import.local);
    if (!wanted(import.local)) renamed.insert(import.local);
  }
  return {renamed.begin(), renamed.end()};
}

void Slicer::AddMentions(absl::string_view text, const std::vector<std::string>& names,
                         Mentions& mentions, Sighting& sighting) const {
  std::vector<NameHit> hits;
  NameScan(names).Find(text, hits);
  for (const NameHit& hit : hits) {
    const std::string& name = names[hit.name];
    if (!mentions.IsUse(hit.offset, name)) continue;
    const Target target = mentions.Resolve(hit.offset, name);
    if (!IsInteresting(target)) continue;
    sighting.definitions[DefinitionAt(mentions.outline(), hit.offset)] |=
        !target.file.has_value();
    for (const Assignment& assignment : mentions.AssignmentsAt(hit.offset)) {
      sighting.assigned.insert(assignment.name);
    }
  }
}

// Writes what was reached into the slice; true if there is no room for more.
bool Slicer::Cut() {
  std::vector<SliceEntry>& entries = slice_.entries;
  entries.clear();
  for (const auto& [id, reached] : reached_) {
    entries.push_back({.definition = id, .seed = reached.seed, .distance = reached.distance});
  }
  slice_.truncated = entries.size() > limit_;
  if (slice_.truncated) {
    std::stable_sort(entries.begin(), entries.end(), [](const SliceEntry& a, const SliceEntry& b) {
      return a.distance < b.distance;
    });
    entries.resize(limit_);
    std::sort(entries.begin(), entries.end());
  }
  return slice_.truncated;
}

}  // namespace

Slice FindSlice(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                size_t limit) {
  return Slicer(project, scopes, threads, limit).Run();
}

}  // namespace fsdpcheck::analyzer

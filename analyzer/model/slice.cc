#include "analyzer/model/slice.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "analyzer/model/import_index.h"
#include "analyzer/model/mentions.h"
#include "analyzer/model/module_index.h"
#include "analyzer/model/parallel.h"
#include "analyzer/model/seed_search.h"
#include "analyzer/model/sighting.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {
namespace {

// A global name of a module.
using Symbol = std::pair<FileId, std::string>;

// A file to look at again, for names that have become interesting.
struct Visit {
  FileId file{};
  std::vector<std::string> names;  // ascending
  bool by_star = false;            // it may pass a name on that it does not spell
};

// A file that may get hold of a name.
struct User {
  FileId file{};
  bool by_star = false;
};

// What a visit found.
struct Visited {
  Sighting sighting;
  std::set<std::string> aliases;  // imported names that stand for an interesting one
};

// A name that more files than this import is part of a library rather than of a
// training program; whatever uses it is too varied to be worth following.
constexpr size_t kMaxImporters = 100;

class Slicer {
 public:
  using Follow = SightingReader::Follow;

  Slicer(const Project& project, const ImportIndex& imports, absl::Span<const SeedSet> scopes,
         int threads)
      : project_(project), imports_(imports), scopes_(scopes), threads_(threads) {}

  Slice Run(absl::Span<const FileSeeds> seeds, size_t limit) {
    slice_.files_with_seeds = static_cast<int>(seeds.size());
    std::vector<Symbol> fresh = AddSeeds(seeds);
    while (!Cut(limit) && !fresh.empty()) {
      ++distance_;
      fresh = AddCallers(std::move(fresh));
    }
    for (const SliceEntry& entry : slice_.entries) {
      const auto [file, index] = entry.definition;
      if (index == DefinitionId::kBody) continue;
      slice_.names.insert(project_.outline(file).definitions[static_cast<size_t>(index)].name);
    }
    return std::move(slice_);
  }

  // Leaves in `slice` what may reach one of the files.
  void Narrow(Slice& slice, const std::vector<bool>& files) {
    follow_ = Follow::kEveryMention;
    std::vector<Symbol> fresh = AddNamesOf(files);
    while (!fresh.empty()) fresh = AddCallers(std::move(fresh));
    std::erase_if(slice.entries, [&](const SliceEntry& entry) {
      return !files[static_cast<size_t>(entry.definition.file)] &&
             !reached_.contains(entry.definition);
    });
  }

 private:
  struct Reached {
    bool seed = false;
    int distance = 0;
  };

  std::vector<Symbol> AddSeeds(absl::Span<const FileSeeds> seeds);
  std::vector<Symbol> AddNamesOf(const std::vector<bool>& files);
  std::vector<Symbol> AddCallers(std::vector<Symbol> interesting);
  std::vector<Visit> PlanVisits(absl::Span<const Symbol> interesting) const;
  std::vector<User> UsersOf(const Symbol& symbol) const;
  Visited MakeVisit(const Visit& visit) const;
  std::vector<std::string> FollowRenames(const Visit& visit, Mentions& mentions,
                                         std::set<std::string>& aliases) const;
  Sighting ReadUses(const std::vector<std::string>& names, Mentions& mentions) const;
  const Interest* InterestIn(const Target& target) const;
  void Merge(FileId file, const Sighting& sighting, std::vector<Symbol>& fresh);
  bool Cut(size_t limit);

  const Project& project_;
  const ImportIndex& imports_;
  const absl::Span<const SeedSet> scopes_;
  const int threads_;
  const Interest seed_ = {.by_name = true, .members = {}};
  Follow follow_ = Follow::kCalls;
  absl::flat_hash_map<Symbol, Interest> symbols_;
  std::map<DefinitionId, Reached> reached_;
  int distance_ = 0;
  Slice slice_;
};

// Appends the names of which more is known now to `fresh`.
void Slicer::Merge(FileId file, const Sighting& sighting, std::vector<Symbol>& fresh) {
  for (const auto& [index, seed] : sighting.reached) {
    const DefinitionId id = {file, index};
    reached_.try_emplace(id, Reached{seed, distance_}).first->second.seed |= seed;
  }
  for (const auto& [name, interest] : sighting.symbols) {
    const Symbol symbol(file, name);
    const bool grown = symbols_[symbol].Absorb(follow_ == Follow::kCalls ? interest : seed_);
    if (grown) fresh.push_back(symbol);
  }
}

std::vector<Symbol> Slicer::AddSeeds(absl::Span<const FileSeeds> seeds) {
  std::vector<Symbol> fresh;
  for (const FileSeeds& found : seeds) Merge(found.file, found.sighting, fresh);
  return fresh;
}

std::vector<Symbol> Slicer::AddNamesOf(const std::vector<bool>& files) {
  std::vector<Symbol> names;
  const auto add = [&](FileId file, const std::string& name) {
    if (symbols_[Symbol(file, name)].Absorb(seed_)) names.emplace_back(file, name);
  };
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i]) continue;
    const auto file = static_cast<FileId>(i);
    for (const Definition& definition : project_.outline(file).definitions) {
      add(file, definition.name);
    }
    for (const Assignment& assignment : project_.outline(file).assignments) {
      add(file, assignment.name);
    }
  }
  return names;
}

// One step outward: everything that uses one of `interesting`, under this name
// or under another that an import gave to it. Returns the names that the step
// reached.
std::vector<Symbol> Slicer::AddCallers(std::vector<Symbol> interesting) {
  std::vector<Symbol> fresh;
  absl::flat_hash_set<Symbol> seen(interesting.begin(), interesting.end());
  while (!interesting.empty()) {
    const std::vector<Visit> visits = PlanVisits(interesting);
    std::vector<Visited> visited(visits.size());
    ForEachIndex(visits.size(), threads_, [&](size_t i) { visited[i] = MakeVisit(visits[i]); });
    interesting.clear();
    for (size_t i = 0; i < visits.size(); ++i) {
      Merge(visits[i].file, visited[i].sighting, fresh);
      for (const std::string& alias : visited[i].aliases) {
        const Symbol symbol(visits[i].file, alias);
        if (seen.insert(symbol).second) interesting.push_back(symbol);
      }
    }
  }
  return fresh;
}

std::vector<Visit> Slicer::PlanVisits(absl::Span<const Symbol> interesting) const {
  std::map<FileId, Visit> by_file;
  const auto look = [&](FileId file, const std::string& name, bool by_star) {
    Visit& visit = by_file[file];
    visit.file = file;
    visit.names.push_back(name);
    visit.by_star |= by_star;
  };
  for (const Symbol& symbol : interesting) {
    // Whoever found an import of the name has looked at the rest of its file.
    if (symbols_.contains(symbol)) look(symbol.first, symbol.second, false);
    for (const User& user : UsersOf(symbol)) look(user.file, symbol.second, user.by_star);
  }
  std::vector<Visit> visits;
  for (auto& [file, visit] : by_file) {
    std::sort(visit.names.begin(), visit.names.end());
    visit.names.erase(std::unique(visit.names.begin(), visit.names.end()), visit.names.end());
    visits.push_back(std::move(visit));
  }
  return visits;
}

// The files that may get hold of `symbol` by an import.
std::vector<User> Slicer::UsersOf(const Symbol& symbol) const {
  const auto& [file, name] = symbol;
  const absl::string_view path = ModulePath(project_.file(file).in_root).value_or("");
  std::vector<User> users;
  // A module is imported with or without the name of its directory.
  const auto for_tails = [](absl::string_view module, const auto& add) {
    const ModuleTail tail = TailOf(module, '/');
    add(tail);
    if (!tail.parent.empty()) add(ModuleTail{.parent = {}, .leaf = tail.leaf});
  };
  const auto add_key = [&](ImportKey key, bool by_star) {
    for (const FileId user : imports_.FilesWith(key)) users.push_back({user, by_star});
  };
  for_tails(path, [&](ModuleTail tail) { add_key(NameKey(tail, name), false); });
  if (users.size() > kMaxImporters && follow_ == Follow::kCalls) return {};
  if (!absl::StartsWith(name, "_")) {
    for_tails(path, [&](ModuleTail tail) { add_key(NameKey(tail, "*"), true); });
  }
  // Names that a module merely imports are used as its members only if it is the
  // front of a package.
  if (!symbols_.contains(symbol) && !IsPackage(project_.file(file))) return users;
  const auto add_module = [&](ModuleTail tail) {
    if (!tail.leaf.empty()) add_key(ModuleKey(tail), false);
  };
  for_tails(path, add_module);
  // `import a` may be enough for `a.b.name`.
  const size_t slash = path.rfind('/');
  if (slash != absl::string_view::npos) for_tails(path.substr(0, slash), add_module);
  return users;
}

Visited Slicer::MakeVisit(const Visit& visit) const {
  thread_local std::string buffer;
  Visited visited;
  const absl::StatusOr<absl::string_view> text = project_.ReadBytes(visit.file, buffer);
  if (!text.ok()) return visited;
  std::vector<NameHit> hits;
  NameScan(visit.names).Find(*text, hits);
  if (hits.empty() && !visit.by_star) return visited;
  Mentions mentions(project_, visit.file, *text);
  std::vector<std::string> names = visit.names;
  for (std::string& local : FollowRenames(visit, mentions, visited.aliases)) {
    names.push_back(std::move(local));
  }
  visited.sighting = ReadUses(names, mentions);
  return visited;
}

// Null if `target` leads nowhere.
const Interest* Slicer::InterestIn(const Target& target) const {
  if (!target.file.has_value()) return NamesSeed(target, scopes_) ? &seed_ : nullptr;
  if (target.name.empty()) return nullptr;
  const auto found = symbols_.find(Symbol(*target.file, target.name));
  return found == symbols_.end() || found->second.empty() ? nullptr : &found->second;
}

// Fills in the aliases, and returns those that differ from the names asked for.
std::vector<std::string> Slicer::FollowRenames(const Visit& visit, Mentions& mentions,
                                               std::set<std::string>& aliases) const {
  const auto wanted = [&](const std::string& name) {
    return std::binary_search(visit.names.begin(), visit.names.end(), name);
  };
  for (const std::string& name : visit.names) {
    const Target& target = mentions.Global(name);
    if (target.file != visit.file && InterestIn(target) != nullptr) aliases.insert(name);
  }
  std::set<std::string> renamed;
  for (const Import& import : mentions.outline().imports) {
    if (import.local == import.attribute || !wanted(import.attribute)) continue;
    if (InterestIn(project_.Resolve(visit.file, import)) == nullptr) continue;
    aliases.insert(import.local);
    if (!wanted(import.local)) renamed.insert(import.local);
  }
  return {renamed.begin(), renamed.end()};
}

Sighting Slicer::ReadUses(const std::vector<std::string>& names, Mentions& mentions) const {
  SightingReader reader(mentions, follow_);
  std::vector<NameHit> hits;
  NameScan(names).Find(mentions.text(), hits);
  for (const NameHit& hit : hits) {
    const std::string& name = names[hit.name];
    if (!mentions.IsUse(hit.offset, name)) continue;
    const Target target = mentions.Resolve(hit.offset, name);
    const Interest* const interest = InterestIn(target);
    if (interest == nullptr) continue;
    if (!interest->nested.empty() &&
        interest->LeavesOut(std::string(mentions.MemberOf(hit.offset, name)))) {
      continue;
    }
    if (interest == &seed_) {
      reader.AddSeed(hit.offset, name);
    } else {
      reader.AddUse(hit.offset, name, *interest);
    }
  }
  return reader.Finish();
}

// Writes what was reached into the slice; true if there is no room for more.
bool Slicer::Cut(size_t limit) {
  std::vector<SliceEntry>& entries = slice_.entries;
  entries.clear();
  for (const auto& [id, reached] : reached_) {
    entries.push_back({.definition = id, .seed = reached.seed, .distance = reached.distance});
  }
  slice_.truncated = entries.size() > limit;
  if (slice_.truncated) {
    std::stable_sort(entries.begin(), entries.end(), [](const SliceEntry& a, const SliceEntry& b) {
      return a.distance < b.distance;
    });
    entries.resize(limit);
    std::sort(entries.begin(), entries.end());
  }
  return slice_.truncated;
}

}  // namespace

Slice FindSlice(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                size_t limit) {
  const SeedSearch search = SearchSeeds(project, scopes, threads);
  return Slicer(project, search.imports, scopes, threads).Run(search.seeds, limit);
}

Slice FindSliceInto(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                    size_t limit, const std::vector<bool>& reported) {
  const SeedSearch search = SearchSeeds(project, scopes, threads);
  Slice slice = Slicer(project, search.imports, scopes, threads).Run(search.seeds, limit);
  Slicer(project, search.imports, {}, threads).Narrow(slice, reported);
  return slice;
}

}  // namespace fsdpcheck::analyzer

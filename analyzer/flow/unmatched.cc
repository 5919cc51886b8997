#include "analyzer/flow/unmatched.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <utility>

#include "absl/types/span.h"
#include "analyzer/flow/collective.h"

namespace fsdpcheck::analyzer {
namespace {

bool OnlyBarriers(absl::Span<const Collective> log) {
  return std::all_of(log.begin(), log.end(), [](const Collective& c) {
    return c.name == "barrier" || c.name == "monitored_barrier";
  });
}

// No condition but that of the fork was decided one way here and the other there.
bool Agree(const RankFork& fork, absl::Span<const Assumption> here,
           absl::Span<const Assumption> there) {
  return std::all_of(here.begin(), here.end(), [&](const Assumption& mine) {
    if (mine.condition == fork.condition) return true;
    return std::none_of(there.begin(), there.end(), [&](const Assumption& theirs) {
      return theirs.condition == mine.condition && theirs.holds != mine.holds;
    });
  });
}

// Whether ranks on one side of a condition can have got to `path` by every fork on
// it, having decided otherwise as those did who went `way` to `other`.
bool MayHold(const PathState& path, const RankFork& fork, bool holds, const PathState& other,
             const RankFork::Witness& way) {
  return std::all_of(path.forks->begin(), path.forks->end(), [&](const RankFork& same) {
    if (same.condition != fork.condition || same.passed_by) return true;
    return std::any_of(
        same.witnesses.begin(), same.witnesses.end(), [&](const RankFork::Witness& mine) {
          return mine.holds == holds && Agree(fork, mine.assumptions, way.assumptions) &&
                 Agree(fork, mine.assumptions, other.assumptions);
        });
  });
}

class Comparison {
 public:
  Comparison(const ValueTable& values, const SiteTable& sites, const EntryFacts& facts)
      : values_(values), sites_(sites), facts_(facts) {}

  // Whether one of the two enters something after the fork that the other,
  // certainly entering nothing more, does not.
  bool Find(const PathState& a, const PathState& b, const RankFork& fork, Mismatch& found) const {
    // Where one rank fails after the fork and goes on, nothing was meant to meet.
    if (a.caught > fork.order || b.caught > fork.order) return false;
    Logs logs = LogsOf(a, b, fork, {a.assumptions, b.assumptions});
    if (logs.OnlyOneLeft()) return FindBetween(a, b, fork, std::move(logs), found);
    // One side may be left alone once more is decided.
    if (!HasConditions(logs.a) && !HasConditions(logs.b)) return false;
    return FindBetween(a, b, fork, {logs.a, {}}, found) ||
           FindBetween(a, b, fork, {{}, logs.b}, found);
  }

  // The same test in the source, whatever led there.
  bool SameGuard(const Mismatch& a, const Mismatch& b) const {
    const Site& one = sites_[a.unmatched.guard];
    const Site& other = sites_[b.unmatched.guard];
    return one.file == other.file && one.range == other.range;
  }

  // A module that is sharded later was whole, and gathering it took nobody else. Where
  // all sharding comes later, by means that are not understood, it may be that module.
  bool MayBeWhole(const Mismatch& found, const States& ends) const {
    if (found.module == Value::kNothing) return false;
    if (facts_.shards && found.before_sharding) return true;
    return std::any_of(ends.begin(), ends.end(), [&](const State& state) {
      return Path(*state, values_, sites_, facts_).IsSharded(found.module);
    });
  }

 private:
  // What two paths enter after a fork, without what both enter first and last.
  struct Logs {
    CollectiveLog a;
    CollectiveLog b;
    bool OnlyOneLeft() const { return a.empty() != b.empty(); }
  };
  using Known = std::initializer_list<absl::Span<const Assumption>>;

  template <typename Same>
  static void DropShared(Logs& logs, Same same) {
    const auto first =
        std::mismatch(logs.a.begin(), logs.a.end(), logs.b.begin(), logs.b.end(), same);
    logs.b.erase(logs.b.begin(), first.second);
    logs.a.erase(logs.a.begin(), first.first);
    while (!logs.a.empty() && !logs.b.empty() && same(logs.a.back(), logs.b.back())) {
      logs.a.pop_back();
      logs.b.pop_back();
    }
  }

  static Logs LogsOf(const PathState& a, const PathState& b, const RankFork& fork, Known known) {
    absl::Span<const Collective> mine(*a.log);
    absl::Span<const Collective> theirs(*b.log);
    mine.remove_prefix(std::min(fork.log_begin, mine.size()));
    theirs.remove_prefix(std::min(fork.log_begin, theirs.size()));
    Logs logs{Under(mine, known), Under(theirs, known)};
    // Calls in one place are partners before calls of one name are.
    DropShared(logs,
               [](const Collective& x, const Collective& y) { return x == y && x.site == y.site; });
    DropShared(logs, std::equal_to<>());
    return logs;
  }

  bool FindBetween(const PathState& a, const PathState& b, const RankFork& fork, Logs logs,
                   Mismatch& found) const {
    const PathState& entered = logs.a.empty() ? b : a;
    const PathState& silent = logs.a.empty() ? a : b;
    CollectiveLog& extra = logs.a.empty() ? logs.b : logs.a;
    if (extra.empty() || !IsTwin(entered, silent, fork, extra)) return false;
    if (MeetsInLoop(silent, fork, extra.front().name)) return false;
    Describe(fork, extra, found);
    found.condition = fork.condition;
    const auto same = [&](const RankFork& other) { return other.SameFork(fork); };
    const auto here = std::find_if(entered.forks->begin(), entered.forks->end(), same);
    found.holds = here->OneSided() && here->witnesses[0].holds;
    return true;
  }

  // What the first of two paths enters and the second does not, given what is
  // known; empty if the second enters something else.
  static CollectiveLog ExtraOf(const PathState& entered, const PathState& silent,
                               const RankFork& fork, Known known) {
    Logs logs = LogsOf(entered, silent, fork, known);
    return logs.b.empty() ? std::move(logs.a) : CollectiveLog();
  }

  // Whether the silent path enters the same kind in a loop that began after the fork:
  // how often is not known.
  static bool MeetsInLoop(const PathState& silent, const RankFork& fork, absl::string_view name) {
    for (size_t i = fork.log_begin; i < silent.log->size(); ++i) {
      const Collective& entered = (*silent.log)[i];
      if (entered.loops > fork.loops && entered.name == name) return true;
    }
    return false;
  }

  // Whether one run can take the two paths on different ranks: a way to be on the
  // one and a way to be on the other lie on the two sides of the fork, decided all
  // else alike, and the silent one made no call after the fork that was not
  // followed, unless the other made it too. `extra` becomes what the one enters then
  // and the other does not.
  bool IsTwin(const PathState& entered, const PathState& silent, const RankFork& fork,
              CollectiveLog& extra) const {
    const auto same = [&](const RankFork& other) { return other.SameFork(fork); };
    const auto here = std::find_if(entered.forks->begin(), entered.forks->end(), same);
    const auto there = std::find_if(silent.forks->begin(), silent.forks->end(), same);
    if (here == entered.forks->end() || there == silent.forks->end()) return false;
    // The path may have asked again, and decided for one side.
    const int entered_side = entered.Decided(fork.condition);
    const int silent_side = silent.Decided(fork.condition);
    const bool gated = HasConditions(*entered.log) || HasConditions(*silent.log);
    const CollectiveLog candidates = extra;
    for (const RankFork::Witness& mine : here->witnesses) {
      if (entered_side >= 0 && mine.holds != (entered_side == 1)) continue;
      std::vector<OpenCall> made = entered.open_calls;
      made.insert(made.end(), mine.open_calls.begin(), mine.open_calls.end());
      if (HasOpenCall(silent.open_calls, made, fork, candidates)) continue;
      for (const RankFork::Witness& theirs : there->witnesses) {
        if (silent_side >= 0 && theirs.holds != (silent_side == 1)) continue;
        if (mine.holds != theirs.holds && Agree(fork, mine.assumptions, theirs.assumptions) &&
            Agree(fork, mine.assumptions, silent.assumptions) &&
            Agree(fork, entered.assumptions, theirs.assumptions) &&
            Agree(fork, entered.assumptions, silent.assumptions) &&
            MayHold(silent, fork, theirs.holds, entered, mine) &&
            MayHold(entered, fork, mine.holds, silent, theirs) &&
            !HasOpenCall(theirs.open_calls, made, fork, candidates)) {
          if (!gated) return true;
          extra = ExtraOf(
              entered, silent, fork,
              {entered.assumptions, silent.assumptions, mine.assumptions, theirs.assumptions});
          if (!extra.empty()) return true;
        }
      }
    }
    return false;
  }

  // Whether `inner` is the same line of code as `outer`, or was reached from there: a
  // function may be followed on one path and not on another.
  bool LeadsTo(SiteId outer, SiteId inner) const {
    const Site& place = sites_[outer];
    for (SiteId at = inner; at != SiteId::kNone; at = sites_.chain(sites_[at].chain).call) {
      if (sites_[at].file == place.file && sites_[at].range == place.range) return true;
    }
    return false;
  }

  // Whether one of `calls`, which may meet something of `extra`, came after the fork
  // and is not, in the same line of code, among `made`. What lies inside such a
  // call may be entered there as well.
  bool HasOpenCall(const std::vector<OpenCall>& calls, const std::vector<OpenCall>& made,
                   const RankFork& fork, const CollectiveLog& extra) const {
    return std::any_of(calls.begin(), calls.end(), [&](const OpenCall& call) {
      const auto may_meet = [&](const Collective& one) {
        return call.only.empty() || call.only == one.name;
      };
      if (std::none_of(extra.begin(), extra.end(), may_meet)) return false;
      const auto inside = [&](const Collective& one) { return LeadsTo(call.site, one.site); };
      if (call.order > fork.order && std::any_of(extra.begin(), extra.end(), inside)) return true;
      const auto same = [&](const OpenCall& other) {
        return LeadsTo(call.site, other.site) || LeadsTo(other.site, call.site);
      };
      return call.order > fork.order && std::none_of(made.begin(), made.end(), same);
    });
  }

  void Describe(const RankFork& fork, absl::Span<const Collective> extra, Mismatch& found) const {
    const Collective& first = extra.front();
    found.module = first.module;
    found.before_sharding = first.before_sharding;
    Unmatched& unmatched = found.unmatched;
    unmatched.name = first.name;
    unmatched.collective = sites_.InFrame(first.site, fork.chain);
    found.follows = unmatched.collective == SiteId::kNone;
    if (found.follows) {
      // Another run of the guard's function, a round of a loop further on: the same place.
      const bool again = sites_[first.site].function == sites_[fork.site].function;
      unmatched.collective = again ? first.site : sites_.InCommonFrame(first.site, fork.site);
    }
    unmatched.inner = first.site;
    unmatched.guard = fork.site;
    if (first.rank_test != SiteId::kNone && first.rank_test != fork.site) {
      // Behind the guard all ranks go on, until this one asks once more.
      found.follows = false;
      unmatched.guard = first.rank_test;
      unmatched.collective = sites_.InCommonFrame(first.site, first.rank_test);
    }
    // A function that only lets some ranks wait may have its counterpart in
    // another one that the same caller calls, or in the other half of a context
    // manager.
    const Function* guarded = sites_[fork.site].function;
    const bool half = guarded != nullptr && (guarded->generator || guarded->name == "__enter__" ||
                                             guarded->name == "__exit__");
    const bool unknown_caller = !facts_.script && fork.chain == ChainId::kEntry;
    unmatched.may_have_counterpart = OnlyBarriers(extra) && (half || unknown_caller);
  }

  const ValueTable& values_;
  const SiteTable& sites_;
  const EntryFacts& facts_;
};

}  // namespace

std::vector<Mismatch> FindMismatches(const States& ends, std::vector<Mismatch> suspects,
                                     const ValueTable& values, const SiteTable& sites,
                                     const EntryFacts& facts) {
  const Comparison comparison(values, sites, facts);
  std::map<SiteId, Mismatch> by_collective;
  for (const State& state : ends) {
    for (size_t i = 0; i < state->forks->size(); ++i) {
      for (const State& other : ends) {
        Mismatch found;
        if (other == state || !comparison.Find(*state, *other, (*state->forks)[i], found)) continue;
        if (comparison.MayBeWhole(found, ends)) continue;
        found.order = i;
        const auto [at, fresh] = by_collective.try_emplace(found.unmatched.inner, found);
        if (!fresh && at->second.order < i) at->second = found;
      }
    }
  }
  for (Mismatch& suspect : suspects) {
    if (comparison.MayBeWhole(suspect, ends)) continue;
    by_collective.try_emplace(suspect.unmatched.inner, std::move(suspect));
  }
  std::vector<Mismatch> mismatches;
  for (auto& [site, mismatch] : by_collective) mismatches.push_back(std::move(mismatch));
  // Ranks that missed each other once are out of step for the rest of the program.
  const std::vector<Mismatch> all = mismatches;
  std::erase_if(mismatches, [&](const Mismatch& later) {
    return later.follows && std::any_of(all.begin(), all.end(), [&](const Mismatch& first) {
             return !first.follows && comparison.SameGuard(first, later);
           });
  });
  return mismatches;
}

std::vector<Mismatch> CompareSides(const Parted& parted, const ValueTable& values,
                                   const SiteTable& sites, const EntryFacts& facts) {
  const Comparison comparison(values, sites, facts);
  std::vector<Mismatch> mismatches;
  for (const PathState* yes : parted.yes) {
    for (const RankFork& fork : *yes->forks) {
      if (fork.order <= parted.order || !fork.OneSided()) continue;
      for (const PathState* no : parted.no) {
        Mismatch found;
        if (comparison.Find(*yes, *no, fork, found)) mismatches.push_back(std::move(found));
      }
    }
  }
  return mismatches;
}

}  // namespace fsdpcheck::analyzer

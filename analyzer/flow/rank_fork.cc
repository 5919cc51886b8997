#include "analyzer/flow/rank_fork.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr ptrdiff_t kMaxWitnesses = 4;  // of one side of a fork and of one kind

bool Contains(const std::vector<OpenCall>& all, const OpenCall& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool IsSubset(const std::vector<OpenCall>& part, const std::vector<OpenCall>& whole) {
  return std::all_of(part.begin(), part.end(),
                     [&](const OpenCall& call) { return Contains(whole, call); });
}

void AddMissing(std::vector<OpenCall>& mine, const OpenCall& call) {
  if (!Contains(mine, call)) mine.push_back(call);
}

ConditionBits BitOf(const Assumption& one) {
  const uint64_t number = static_cast<uint64_t>(one.condition) * 2 + (one.holds ? 1 : 0);
  return ConditionBits{uint64_t{1} << (number % 64)};
}

ConditionBits operator|(ConditionBits a, ConditionBits b) {
  return ConditionBits{static_cast<uint64_t>(a) | static_cast<uint64_t>(b)};
}

bool Overlap(ConditionBits a, ConditionBits b) {
  return (static_cast<uint64_t>(a) & static_cast<uint64_t>(b)) != 0;
}

bool Within(ConditionBits part, ConditionBits whole) { return (part | whole) == whole; }

ConditionBits BitsOf(absl::Span<const Assumption> assumptions) {
  ConditionBits bits{};
  for (const Assumption& one : assumptions) bits = bits | BitOf(one);
  return bits;
}

// A way that asks for no more, and leaves no more open.
bool CoversWay(const RankFork::Witness& known, const RankFork::Witness& other) {
  return Within(known.bits, other.bits) &&
         std::includes(other.assumptions.begin(), other.assumptions.end(),
                       known.assumptions.begin(), known.assumptions.end()) &&
         IsSubset(known.open_calls, other.open_calls);
}

// The one assumption of `a` that `b` made the other way, if all else is the same.
const Assumption* OnlyDifference(absl::Span<const Assumption> a, absl::Span<const Assumption> b) {
  if (a.size() != b.size()) return nullptr;
  const Assumption* only = nullptr;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].condition != b[i].condition) return nullptr;
    if (a[i].holds == b[i].holds) continue;
    if (only != nullptr) return nullptr;
    only = &a[i];
  }
  return only;
}

// Adds a way. One that holds whatever a condition says replaces the two for its
// two sides, and a way that asks for less replaces those that ask for more.
void AddWitness(std::vector<RankFork::Witness>& witnesses, RankFork::Witness added,
                ConditionBits against) {
  for (size_t i = 0; i < witnesses.size();) {
    const RankFork::Witness& known = witnesses[i];
    if (known.holds != added.holds) {
      ++i;
    } else if (CoversWay(known, added)) {
      return;
    } else if (CoversWay(added, known)) {
      witnesses.erase(witnesses.begin() + static_cast<ptrdiff_t>(i));
    } else if (const Assumption* only = OnlyDifference(added.assumptions, known.assumptions)) {
      added.assumptions.erase(added.assumptions.begin() + (only - added.assumptions.data()));
      added.bits = BitsOf(added.assumptions);
      for (const OpenCall& call : known.open_calls) AddMissing(added.open_calls, call);
      witnesses.erase(witnesses.begin() + static_cast<ptrdiff_t>(i));
      i = 0;
    } else {
      ++i;
    }
  }
  const auto alike = [&](const RankFork::Witness& known) {
    return known.holds == added.holds &&
           Overlap(known.bits, against) == Overlap(added.bits, against);
  };
  if (std::count_if(witnesses.begin(), witnesses.end(), alike) >= kMaxWitnesses) return;
  witnesses.push_back(std::move(added));
}

// Merges two ascending sets. False if one condition would be decided both ways.
bool AddAssumptions(RankFork::Assumptions& mine, absl::Span<const Assumption> added) {
  size_t i = 0;
  for (const Assumption& one : added) {
    while (i < mine.size() && mine[i].condition < one.condition) ++i;
    if (i == mine.size() || mine[i].condition != one.condition) {
      mine.insert(mine.begin() + static_cast<ptrdiff_t>(i), one);
    } else if (mine[i].holds != one.holds) {
      return false;
    }
  }
  return true;
}

}  // namespace

ConditionBits BitsAgainst(const CollectiveLog& log) {
  ConditionBits bits{};
  for (const Collective& entered : log) {
    for (const Assumption& one : entered.when) bits = bits | BitOf({one.condition, !one.holds});
  }
  return bits;
}

bool RankFork::OneSided() const {
  return std::all_of(witnesses.begin(), witnesses.end(),
                     [&](const Witness& w) { return w.holds == witnesses[0].holds; });
}

void RankFork::Extend(const Way& own) {
  if (own.assumptions.empty() && own.open_calls.empty()) return;
  const ConditionBits own_bits = BitsOf(own.assumptions);
  std::erase_if(witnesses, [&](Witness& way) {
    if (!AddAssumptions(way.assumptions, own.assumptions)) return true;
    way.bits = way.bits | own_bits;
    for (const OpenCall& call : own.open_calls) {
      if (call.order > order) AddMissing(way.open_calls, call);
    }
    return false;
  });
}

void RankFork::Absorb(RankFork other, ConditionBits against) {
  order = std::min(order, other.order);
  passed_by |= other.passed_by;
  for (Witness& way : other.witnesses) AddWitness(witnesses, std::move(way), against);
}

}  // namespace fsdpcheck::analyzer

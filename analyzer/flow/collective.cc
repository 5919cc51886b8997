#include "analyzer/flow/collective.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fsdpcheck::analyzer {
namespace {

// Appends `log` from `begin` on, to be entered only when `condition` is `holds`.
void AppendWhen(const CollectiveLog& log, size_t begin, Assumption condition, CollectiveLog& to) {
  const auto before = [](const Assumption& a, const Assumption& b) {
    return a.condition < b.condition;
  };
  for (size_t i = begin; i < log.size(); ++i) {
    Collective entered = log[i];
    std::vector<Assumption>& when = entered.when;
    const auto at = std::lower_bound(when.begin(), when.end(), condition, before);
    if (at == when.end() || at->condition != condition.condition) when.insert(at, condition);
    to.push_back(std::move(entered));
  }
}

// 1 if `known` says that the assumption is right, 0 if it says that it is wrong.
int Verdict(const Assumption& assumption,
            std::initializer_list<absl::Span<const Assumption>> known) {
  for (const absl::Span<const Assumption> some : known) {
    for (const Assumption& one : some) {
      if (one.condition == assumption.condition) return one.holds == assumption.holds ? 1 : 0;
    }
  }
  return -1;
}

}  // namespace

size_t CommonPrefix(const CollectiveLog& a, const CollectiveLog& b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                             a.begin());
}

CollectiveLog JoinLogs(const CollectiveLog& yes, const CollectiveLog& no, Value condition) {
  const size_t shared = CommonPrefix(yes, no);
  CollectiveLog joined(yes.begin(), yes.begin() + static_cast<ptrdiff_t>(shared));
  AppendWhen(yes, shared, {condition, true}, joined);
  AppendWhen(no, shared, {condition, false}, joined);
  return joined;
}

bool HasConditions(absl::Span<const Collective> log) {
  return std::any_of(log.begin(), log.end(), [](const Collective& c) { return !c.when.empty(); });
}

CollectiveLog Under(absl::Span<const Collective> log,
                    std::initializer_list<absl::Span<const Assumption>> known) {
  CollectiveLog entered;
  for (const Collective& one : log) {
    Collective open = one;
    open.when.clear();
    bool wrong = false;
    for (const Assumption& assumption : one.when) {
      const int verdict = Verdict(assumption, known);
      wrong |= verdict == 0;
      if (verdict < 0) open.when.push_back(assumption);
    }
    if (!wrong) entered.push_back(std::move(open));
  }
  return entered;
}

}  // namespace fsdpcheck::analyzer

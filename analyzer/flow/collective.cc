#include "analyzer/flow/collective.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fsdpcheck::analyzer {
namespace {

// The same call in the same place.
bool IsSameEvent(const Collective& a, const Collective& b) {
  return a == b && a.site == b.site && a.module == b.module && a.loops == b.loops;
}

// Appends `log`, to be entered only when `condition` is `holds`.
void AppendWhen(absl::Span<const Collective> log, Assumption condition, CollectiveLog& to) {
  const auto before = [](const Assumption& a, const Assumption& b) {
    return a.condition < b.condition;
  };
  for (Collective entered : log) {
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

SharedEntries FindShared(const CollectiveLog& a, const CollectiveLog& b) {
  SharedEntries shared;
  const size_t most = std::min(a.size(), b.size());
  while (shared.first < most && a[shared.first] == b[shared.first]) ++shared.first;
  while (shared.first + shared.last < most &&
         IsSameEvent(a[a.size() - 1 - shared.last], b[b.size() - 1 - shared.last])) {
    ++shared.last;
  }
  return shared;
}

CollectiveLog JoinLogs(const CollectiveLog& yes, const CollectiveLog& no, Value condition) {
  const SharedEntries shared = FindShared(yes, no);
  const auto middle = [&](const CollectiveLog& log) {
    return absl::MakeConstSpan(log).subspan(shared.first, log.size() - shared.first - shared.last);
  };
  CollectiveLog joined(yes.begin(), yes.begin() + static_cast<ptrdiff_t>(shared.first));
  AppendWhen(middle(yes), {condition, true}, joined);
  AppendWhen(middle(no), {condition, false}, joined);
  joined.insert(joined.end(), yes.end() - static_cast<ptrdiff_t>(shared.last), yes.end());
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

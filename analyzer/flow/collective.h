// The collectives that a path enters.
#ifndef FSDPCHECK_ANALYZER_FLOW_COLLECTIVE_H_
#define FSDPCHECK_ANALYZER_FLOW_COLLECTIVE_H_

#include <initializer_list>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// A condition that a path decided.
struct Assumption {
  Value condition{};
  bool holds = false;
  friend auto operator<=>(const Assumption&, const Assumption&) = default;
};

// Something that other ranks have to take part in. Calls of one name meet.
struct Collective {
  absl::string_view name;  // "all_reduce"
  SiteId site{};
  Value module{};                // that it gathers, if it was not sharded yet as far as was known
  int loops = 0;                 // around the call, those of its callers included
  bool before_sharding = false;  // nothing was sharded on its path until then
  SiteId rank_test{};            // the outermost `if` around it that ranks decide apart
  // Of a path that was joined from several: what must hold for it to be entered.
  std::vector<Assumption> when;
  friend bool operator==(const Collective& a, const Collective& b) {
    return a.name == b.name && a.when == b.when;
  }
};

// In the order in which they are entered.
using CollectiveLog = std::vector<Collective>;

// How many entries the logs of two paths share before they part, and after they meet.
struct SharedEntries {
  size_t first = 0;
  size_t last = 0;
};
SharedEntries FindShared(const CollectiveLog& a, const CollectiveLog& b);

/// The log of two paths as one: what both share first, then what only `yes` has, for
/// when `condition` holds, what only `no` has, for when it does not, and what both
/// share last.
CollectiveLog JoinLogs(const CollectiveLog& yes, const CollectiveLog& no, Value condition);

bool HasConditions(absl::Span<const Collective> log);

/// What of `log` is entered when all of `known` hold, each entry with the
/// conditions that are still open.
CollectiveLog Under(absl::Span<const Collective> log,
                    std::initializer_list<absl::Span<const Assumption>> known);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_COLLECTIVE_H_

// Where ranks part, and how they can have come to be on one path.
#ifndef FSDPCHECK_ANALYZER_FLOW_RANK_FORK_H_
#define FSDPCHECK_ANALYZER_FLOW_RANK_FORK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "analyzer/flow/collective.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// A call that was not followed and may hold a collective.
struct OpenCall {
  SiteId site{};
  uint32_t order = 0;
  absl::string_view only;  // the one that it may be, if it can be no other
  friend bool operator==(const OpenCall& a, const OpenCall& b) { return a.site == b.site; }
};

// What one of two joined paths decided, ascending, and left open alone.
struct Way {
  std::vector<Assumption> assumptions;
  std::vector<OpenCall> open_calls;
};

// A bit for each assumption of a set, several of which may share one: what is not set
// was not assumed.
enum class ConditionBits : uint64_t {};

// The bits of what keeps an entry of `log` from being entered.
ConditionBits BitsAgainst(const CollectiveLog& log);

// A fork on a rank. A path that was joined from several may hold ranks of both
// sides; each witness is one way to be on it.
struct RankFork {
  using Assumptions = absl::InlinedVector<Assumption, 6>;
  struct Witness {
    bool holds = false;                // the side of the fork
    Assumptions assumptions;           // ascending; made until it was joined
    std::vector<OpenCall> open_calls;  // that only this way made until then
    ConditionBits bits{};              // of the assumptions
  };
  Value condition{};
  SiteId site{};
  ChainId chain{};         // activation that holds the branch
  size_t log_begin = 0;    // first entry of PathState::log after the fork
  uint32_t order = 0;      // PathState::order when it was met
  int loops = 0;           // around it
  bool passed_by = false;  // some ways to the path did not come here
  std::vector<Witness> witnesses;

  bool SameFork(const RankFork& other) const {
    return condition == other.condition && site == other.site && log_begin == other.log_begin;
  }
  bool OneSided() const;
  // Adds to every witness what its path alone decided and left open. A way that has to
  // decide one condition twice is none.
  void Extend(const Way& own);
  // Adds the witnesses of the same fork on another path. Of many the first are kept, of
  // those that enter a whole log, without a bit of `against`, and of the others: each
  // is an example, and one too few claims nothing.
  void Absorb(RankFork other, ConditionBits against);
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_RANK_FORK_H_

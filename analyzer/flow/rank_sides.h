// Collectives that the ranks on one side of a test enter, as seen where its two sides
// meet again: from there on all ranks run the same code.
#ifndef FSDPCHECK_ANALYZER_FLOW_RANK_SIDES_H_
#define FSDPCHECK_ANALYZER_FLOW_RANK_SIDES_H_

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/unmatched.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// Of one entry.
class RankSides {
 public:
  enum class Event : uint8_t {
    kCalls,  // and the call is followed
    kWaits,  // enters a collective, or makes a call that may
  };
  /// What a path does at `site`. `name` is the collective's, empty if it may be any.
  void Note(const PathState& state, SiteId site, Event event, absl::string_view name);

  /// A collective that one side of a test enters, and the other does not before they
  /// meet again.
  void Suspect(Mismatch mismatch) { suspects_.push_back(std::move(mismatch)); }

  /// The suspects for which the ranks of the other side enter nothing of the name, in a
  /// place of their own, anywhere in the entry. Forgets everything.
  std::vector<Mismatch> Settle();

 private:
  struct Sides {
    bool yes = false;  // a path on which the condition holds came by
    bool no = false;
  };
  struct Place {
    absl::string_view name;
    bool waits = false;
    std::map<Value, Sides> by_condition;
  };
  bool MayMeet(const Mismatch& suspect) const;

  std::map<SiteId, Place> places_;
  std::vector<Mismatch> suspects_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_RANK_SIDES_H_

#include "analyzer/flow/rank_sides.h"

#include <algorithm>

namespace fsdpcheck::analyzer {

void RankSides::Note(const PathState& state, SiteId site, Event event, absl::string_view name) {
  if (!state.OnSomeRanks()) return;
  Place& place = places_[site];
  if (event == Event::kWaits) {
    place.name = place.waits && place.name != name ? "" : name;
    place.waits = true;
  }
  // What a loop runs on some ranks has no condition of its own.
  if (state.uneven_depth > 0) place.by_condition[Value::kNothing].yes = true;
  for (const RankFork& fork : *state.forks) {
    if (!fork.OneSided()) continue;
    Sides& sides = place.by_condition[fork.condition];
    (fork.witnesses[0].holds ? sides.yes : sides.no) = true;
  }
}

bool RankSides::MayMeet(const Mismatch& suspect) const {
  return std::any_of(places_.begin(), places_.end(), [&](const auto& entry) {
    const Place& place = entry.second;
    if (!place.waits) return false;
    if (!place.name.empty() && place.name != suspect.unmatched.name) return false;
    const auto own = place.by_condition.find(suspect.condition);
    if (own != place.by_condition.end()) {
      const Sides& sides = own->second;
      const bool here = suspect.holds ? sides.yes : sides.no;
      const bool there = suspect.holds ? sides.no : sides.yes;
      // Only ranks that enter the suspect come here, or all do.
      if (here) return false;
      if (there) return true;
    }
    return std::any_of(
        place.by_condition.begin(), place.by_condition.end(),
        [](const auto& condition) { return condition.second.yes != condition.second.no; });
  });
}

std::vector<Mismatch> RankSides::Settle() {
  std::erase_if(suspects_, [&](const Mismatch& suspect) { return MayMeet(suspect); });
  places_.clear();
  return std::exchange(suspects_, {});
}

}  // namespace fsdpcheck::analyzer

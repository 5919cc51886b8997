#include "analyzer/flow/unmatched.h"

#include <memory>
#include <utility>

#include "analyzer/flow/state.h"
#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Value kFirstRank{7};

// A program whose first rank enters a collective inside a function that all ranks call.
class TwoSides : public testing::Test {
 protected:
  State On(bool holds) {
    auto state = std::make_unique<PathState>();
    RankFork fork{.condition = kFirstRank, .site = At(1), .chain = ChainId::kEntry, .order = 1};
    fork.witnesses = {{.holds = holds}};
    state->assumptions = {{kFirstRank, holds}};
    state->forks.Edit() = {fork};
    return state;
  }

  size_t Mismatches(State entered, State silent) {
    States ends;
    ends.push_back(std::move(entered));
    ends.push_back(std::move(silent));
    return FindMismatches(ends, {}, values_, sites_, facts_).size();
  }

  SiteId At(uint32_t place, ChainId chain = ChainId::kEntry) {
    return sites_.Intern({FileId{}, {place, place + 1}, chain, nullptr});
  }

  ValueTable values_;
  SiteTable sites_;
  EntryFacts facts_;
};

TEST_F(TwoSides, OneEntersAndTheOtherDoesNot) {
  State entered = On(true);
  entered->log.Edit() = {{.name = "all_reduce", .site = At(5)}};
  EXPECT_EQ(Mismatches(std::move(entered), On(false)), 1u);
}

TEST_F(TwoSides, ACallThatWasNotFollowedMayEnterIt) {
  State entered = On(true);
  entered->log.Edit() = {{.name = "all_reduce", .site = At(5)}};
  State silent = On(false);
  silent->open_calls = {{.site = At(3), .order = 2}};
  EXPECT_EQ(Mismatches(std::move(entered), std::move(silent)), 0u);
}

TEST_F(TwoSides, ACallFollowedByOneSideOnlyEntersTheSameThing) {
  const SiteId call = At(3);
  const SiteId inside = At(9, sites_.Enter(call, nullptr, nullptr));
  State entered = On(true);
  entered->log.Edit() = {{.name = "all_reduce", .site = inside}};
  entered->open_calls = {{.site = inside, .order = 2}};
  State silent = On(false);
  silent->open_calls = {{.site = call, .order = 2}};
  EXPECT_EQ(Mismatches(std::move(entered), std::move(silent)), 0u);
}

TEST_F(TwoSides, ACallFollowedByOneSideOnlyHidesNothingElse) {
  const SiteId call = At(3);
  const SiteId inside = At(9, sites_.Enter(call, nullptr, nullptr));
  State entered = On(true);
  entered->log.Edit() = {{.name = "all_reduce", .site = At(12)}};
  entered->open_calls = {{.site = inside, .order = 2}};
  State silent = On(false);
  silent->open_calls = {{.site = call, .order = 2}};
  EXPECT_EQ(Mismatches(std::move(entered), std::move(silent)), 1u);
}

TEST_F(TwoSides, TheTestAroundTheCollectiveIsTheGuard) {
  const SiteId call = At(3);
  const ChainId callee = sites_.Enter(call, nullptr, nullptr);
  const SiteId test = At(8, callee);
  const SiteId inside = At(9, callee);
  States ends;
  ends.push_back(On(true));
  ends[0]->log.Edit() = {{.name = "all_reduce", .site = inside, .rank_test = test}};
  ends.push_back(On(false));
  const auto found = FindMismatches(ends, {}, values_, sites_, facts_);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].unmatched.guard, test);
  EXPECT_EQ(found[0].unmatched.collective, inside);
}

TEST_F(TwoSides, WithoutOneTheForkIs) {
  const SiteId call = At(3);
  States ends;
  ends.push_back(On(true));
  ends[0]->log.Edit() = {
      {.name = "all_reduce", .site = At(9, sites_.Enter(call, nullptr, nullptr))}};
  ends.push_back(On(false));
  const auto found = FindMismatches(ends, {}, values_, sites_, facts_);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].unmatched.guard, At(1));
  EXPECT_EQ(found[0].unmatched.collective, call);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

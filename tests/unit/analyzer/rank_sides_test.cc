#include "analyzer/flow/rank_sides.h"

#include "analyzer/flow/state.h"
#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

using Event = RankSides::Event;

constexpr Value kFirstRank{7};
constexpr Value kFirstOfNode{9};
constexpr SiteId kGuarded{1};
constexpr SiteId kElsewhere{2};

// A path on one side of a test that parts ranks.
PathState On(Value condition, bool holds) {
  PathState state;
  state.forks.Edit() = {{.condition = condition, .witnesses = {{.holds = holds}}}};
  return state;
}

// Only the first rank enters an all-reduce.
RankSides OneEnters() {
  RankSides sides;
  sides.Note(On(kFirstRank, true), kGuarded, Event::kWaits, "all_reduce");
  Mismatch mismatch;
  mismatch.unmatched.name = "all_reduce";
  mismatch.unmatched.inner = kGuarded;
  mismatch.condition = kFirstRank;
  mismatch.holds = true;
  sides.Suspect(mismatch);
  return sides;
}

TEST(RankSides, NobodyElseEnters) {
  RankSides sides = OneEnters();
  EXPECT_EQ(sides.Settle().size(), 1u);
  EXPECT_TRUE(sides.Settle().empty());
}

TEST(RankSides, TheOthersEnterInAPlaceOfTheirOwn) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kWaits, "all_reduce");
  EXPECT_TRUE(sides.Settle().empty());
}

TEST(RankSides, TheOthersMayEnterBehindAnotherTest) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstOfNode, true), kElsewhere, Event::kWaits, "all_reduce");
  EXPECT_TRUE(sides.Settle().empty());
}

TEST(RankSides, ACallThatWasNotFollowedMayEnterAnything) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kWaits, "");
  EXPECT_TRUE(sides.Settle().empty());
}

TEST(RankSides, WhatAllRanksComeByIsNoCounterpart) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstRank, true), kElsewhere, Event::kWaits, "all_reduce");
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kWaits, "all_reduce");
  EXPECT_EQ(sides.Settle().size(), 1u);
}

TEST(RankSides, ACallFollowedOnOneSideOnlyIsTheSameCall) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstRank, true), kElsewhere, Event::kCalls, "");
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kWaits, "");
  EXPECT_EQ(sides.Settle().size(), 1u);
}

TEST(RankSides, AnotherCollectiveMeetsNothing) {
  RankSides sides = OneEnters();
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kWaits, "broadcast");
  sides.Note(On(kFirstRank, false), kElsewhere, Event::kCalls, "");
  EXPECT_EQ(sides.Settle().size(), 1u);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

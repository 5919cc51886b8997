#include "analyzer/flow/collective.h"

#include "analyzer/flow/state.h"
#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Value kFlag{7};
constexpr Value kOther{9};

Collective Named(absl::string_view name) { return {.name = name, .site = SiteId{1}}; }

TEST(CollectiveLog, AJoinedLogKeepsWhatBothShareAndTheConditionOfTheRest) {
  const CollectiveLog yes = {Named("barrier"), Named("all_reduce")};
  const CollectiveLog no = {Named("barrier"), Named("broadcast")};
  const CollectiveLog joined = JoinLogs(yes, no, kFlag);
  ASSERT_EQ(joined.size(), 3u);
  EXPECT_TRUE(joined[0].when.empty());
  EXPECT_EQ(joined[1].when, (std::vector<Assumption>{{kFlag, true}}));
  EXPECT_EQ(joined[2].when, (std::vector<Assumption>{{kFlag, false}}));
}

TEST(CollectiveLog, WhatBothEnterLastNeedsNoCondition) {
  const CollectiveLog yes = {Named("load"), Named("barrier"), Named("save")};
  const CollectiveLog no = {Named("barrier"), Named("save")};
  const CollectiveLog joined = JoinLogs(yes, no, kFlag);
  ASSERT_EQ(joined.size(), 3u);
  EXPECT_EQ(joined[0].when, (std::vector<Assumption>{{kFlag, true}}));
  EXPECT_TRUE(joined[1].when.empty());
  EXPECT_TRUE(joined[2].when.empty());
  // A call of that name elsewhere is another one.
  CollectiveLog elsewhere = no;
  elsewhere.back().site = SiteId{2};
  EXPECT_EQ(JoinLogs(yes, elsewhere, kFlag).size(), 5u);
}

TEST(CollectiveLog, ADecidedConditionTakesTheJoinApartAgain) {
  const CollectiveLog yes = {Named("barrier"), Named("all_reduce")};
  const CollectiveLog no = {Named("barrier")};
  const CollectiveLog joined = JoinLogs(yes, no, kFlag);
  const std::vector<Assumption> holds = {{kFlag, true}};
  const std::vector<Assumption> does_not = {{kFlag, false}};
  EXPECT_EQ(Under(joined, {holds}), yes);
  EXPECT_EQ(Under(joined, {does_not}), no);
}

TEST(CollectiveLog, ConditionsThatAreOpenStay) {
  const CollectiveLog inner = JoinLogs({Named("barrier")}, {}, kOther);
  const CollectiveLog joined = JoinLogs(inner, {}, kFlag);
  EXPECT_TRUE(HasConditions(joined));
  const std::vector<Assumption> holds = {{kFlag, true}};
  EXPECT_EQ(Under(joined, {holds}), inner);
}

TEST(CollectiveLog, PathsAreCloseIfOneConditionPartsThemOrNoCollective) {
  PathState first;
  PathState second;
  first.assumptions = {{kFlag, true}, {kOther, true}};
  second.assumptions = {{kFlag, false}, {kOther, false}};
  EXPECT_TRUE(first.IsCloseTo(second));
  first.log.Edit() = {Named("barrier")};
  EXPECT_FALSE(first.IsCloseTo(second));
  second.assumptions = {{kFlag, false}, {kOther, true}};
  EXPECT_TRUE(first.IsCloseTo(second));
}

TEST(CollectiveLog, PathsAreJoinedWhenAConditionOfAllRanksPartsThem) {
  ValueTable values;
  PathState first;
  PathState second;
  first.log.Edit() = {Named("barrier")};
  EXPECT_FALSE(first.SameFacts(second));
  first.assumptions = {{kFlag, true}};
  second.assumptions = {{kFlag, false}};
  EXPECT_TRUE(first.SameFacts(second));
  // Ranks that part here do not meet again by being joined.
  first.forks.Edit() = {{.condition = kFlag, .site = SiteId{1}, .witnesses = {{.holds = true}}}};
  EXPECT_FALSE(first.SameFacts(second));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

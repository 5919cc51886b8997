#include "analyzer/flow/state.h"

#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr SiteId kHere{1};
constexpr SiteId kThere{2};

class PathStateTest : public testing::Test {
 protected:
  ValueTable values_;
  Value net_ = values_.External("net");
  Value flag_ = values_.External("flag");
  Value rank_zero_ = values_.Condition(Op::kEq, values_.Rank(RankKind::kGlobal), values_.Int(0));

  RankFork Fork(bool holds) {
    return {.condition = rank_zero_, .site = kHere, .witnesses = {{.holds = holds}}};
  }
};

TEST_F(PathStateTest, ACopyDoesNotSeeLaterChanges) {
  PathState first;
  first.EditModule(net_).sharded = kHere;
  PathState second(first);
  second.EditModule(net_).sharded = kThere;
  second.SetField(net_, "head", values_.Int(1));
  EXPECT_EQ(first.Module(net_).sharded, kHere);
  EXPECT_EQ(first.FieldOf(net_, "head"), Value::kNothing);
  EXPECT_EQ(second.Module(net_).sharded, kThere);
}

TEST_F(PathStateTest, PathsThatDifferInAFactStayApart) {
  PathState plain;
  PathState sharded;
  sharded.EditModule(net_).sharded = kHere;
  EXPECT_FALSE(plain.SameFacts(sharded));
  EXPECT_FALSE(sharded.SameFacts(plain));
  plain.EditModule(net_).sharded = kHere;
  EXPECT_TRUE(plain.SameFacts(sharded));
}

TEST_F(PathStateTest, FieldsAndVariablesAreNoFacts) {
  PathState first;
  PathState second;
  second.SetField(net_, "width", values_.Int(8));
  EXPECT_TRUE(first.SameFacts(second));
  first.Join(second, values_);
  const Value joined = first.FieldOf(net_, "width");
  EXPECT_EQ(values_[joined].kind, ValueKind::kJoined);
}

TEST_F(PathStateTest, JoinKeepsOnlyWhatBothAssume) {
  PathState first;
  PathState second;
  first.assumptions = {{flag_, true}, {net_, true}};
  second.assumptions = {{flag_, false}, {net_, true}};
  first.Join(second, values_);
  EXPECT_EQ(first.Decided(flag_), -1);
  EXPECT_EQ(first.Decided(net_), 1);
}

TEST_F(PathStateTest, ACollectiveKeepsPathsApartAndAnUnfollowedCallDoesNot) {
  PathState first;
  PathState second;
  second.open_calls.push_back({kHere, 1});
  EXPECT_TRUE(first.SameFacts(second));
  second.log.Edit().push_back({.name = "barrier", .site = kHere});
  EXPECT_FALSE(first.SameFacts(second));
}

TEST_F(PathStateTest, WhatSilencesRulesIsJoined) {
  PathState first;
  PathState second;
  second.EditModule(net_).touched = kHere;
  ASSERT_TRUE(first.SameFacts(second));
  first.Join(second, values_);
  EXPECT_EQ(first.Module(net_).touched, kHere);
}

TEST_F(PathStateTest, AJoinedValueKnowsTheConditionThatDecidesIt) {
  PathState first;
  PathState second;
  first.assumptions = {{flag_, true}};
  second.assumptions = {{flag_, false}};
  first.SetField(net_, "size", values_.Int(1));
  second.SetField(net_, "size", values_.Int(2));
  second.Join(first, values_);
  const Value size = second.FieldOf(net_, "size");
  EXPECT_EQ(values_.GateOf(size), flag_);
  EXPECT_EQ(values_[size].first, values_.Int(1));
  EXPECT_EQ(values_[size].second, values_.Int(2));
}

TEST_F(PathStateTest, RanksThatMeetAgainAreOnBothSidesOfTheFork) {
  PathState first;
  PathState second;
  first.forks.Edit() = {Fork(true)};
  second.forks.Edit() = {Fork(false)};
  EXPECT_TRUE(first.OnSomeRanks());
  first.Join(second, values_);
  ASSERT_EQ(first.forks->size(), 1u);
  EXPECT_EQ(first.forks->front().witnesses.size(), 2u);
  EXPECT_FALSE(first.OnSomeRanks());
}

TEST_F(PathStateTest, AWitnessRemembersWhatItsOwnWayDecided) {
  PathState first;
  PathState second;
  first.forks.Edit() = {Fork(true)};
  first.assumptions = {{flag_, true}};
  second.assumptions = {{flag_, false}};
  first.Join(second, values_);
  EXPECT_EQ(first.Decided(flag_), -1);
  ASSERT_EQ(first.forks->size(), 1u);
  ASSERT_EQ(first.forks->front().witnesses.size(), 1u);
  const RankFork::Assumptions expected = {{flag_, true}};
  EXPECT_EQ(first.forks->front().witnesses[0].assumptions, expected);
}

TEST_F(PathStateTest, AForkThatOneOfTwoPathsDidNotMeetIsPassedBy) {
  PathState first;
  PathState second;
  first.forks.Edit() = {Fork(true)};
  PathState same = first;
  same.Join(first, values_);
  EXPECT_FALSE(same.forks->front().passed_by);
  second.Join(first, values_);
  ASSERT_EQ(second.forks->size(), 1u);
  EXPECT_TRUE(second.forks->front().passed_by);
  first.Join(PathState(), values_);
  EXPECT_TRUE(first.forks->front().passed_by);
}

TEST_F(PathStateTest, AFlagThatTwoPathsDecidedAfterAForkLeavesItAsItWas) {
  PathState first;
  first.forks.Edit() = {Fork(true)};
  PathState second = first;
  first.assumptions = {{flag_, true}};
  second.assumptions = {{flag_, false}};
  first.Join(second, values_);
  ASSERT_EQ(first.forks->size(), 1u);
  ASSERT_EQ(first.forks->front().witnesses.size(), 1u);
  EXPECT_TRUE(first.forks->front().witnesses[0].assumptions.empty());
  // One that only a single path decided goes with its way.
  PathState third = first;
  third.assumptions = {{flag_, true}, {net_, true}};
  first.assumptions = {{flag_, false}};
  first.Join(third, values_);
  EXPECT_EQ(first.forks->front().witnesses.size(), 2u);
}

TEST_F(PathStateTest, CopiesShareTheirVariablesUntilOneChanges) {
  PathState first;
  first.AddFrame({.id = 1, .slots = {net_}});
  first.AddFrame({.id = 2, .slots = {net_}});
  PathState second = first;
  EXPECT_EQ(first.FindFrame(1), second.FindFrame(1));
  second.EditFrame(1).slots[0] = flag_;
  EXPECT_EQ(first.FindFrame(1)->slots[0], net_);
  EXPECT_EQ(second.FindFrame(1)->slots[0], flag_);
  EXPECT_EQ(first.FindFrame(2), second.FindFrame(2));
  first.Join(second, values_);
  EXPECT_EQ(values_[first.FindFrame(1)->slots[0]].kind, ValueKind::kJoined);
  EXPECT_EQ(first.FindFrame(2)->slots[0], net_);
}

TEST_F(PathStateTest, ForgetsVariablesThatNoFunctionMayStillRead) {
  PathState state;
  state.AddFrame({.id = 1});
  state.AddFrame({.id = 2, .captured = true});
  state.ForgetFrame(1);
  state.ForgetFrame(2);
  EXPECT_EQ(state.FindFrame(1), nullptr);
  EXPECT_NE(state.FindFrame(2), nullptr);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

#include "analyzer/flow/value.h"

#include <vector>

#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

TEST(ValueTable, GivesEqualThingsOneIdAndOthersTheirOwn) {
  ValueTable values;
  EXPECT_EQ(values.Int(3), values.Int(3));
  EXPECT_NE(values.Int(3), values.Int(4));
  EXPECT_NE(values.Int(0), values.Bool(false));
  const Value net = values.External("net");
  EXPECT_EQ(values.Attribute(net, "head"), values.Attribute(net, "head"));
  EXPECT_NE(values.Attribute(net, "head"), values.Element(net));
}

TEST(ValueTable, AsksForRankZeroInOneWay) {
  ValueTable values;
  const Value rank = values.Rank(RankKind::kGlobal);
  const Value zero = values.Condition(Op::kEq, rank, values.Int(0));
  EXPECT_EQ(values.Condition(Op::kNotEq, rank, values.Int(0)), values.Not(zero));
  EXPECT_EQ(values.Condition(Op::kGreater, rank, values.Int(0)), values.Not(zero));
  EXPECT_EQ(values.Condition(Op::kGreaterEq, rank, values.Int(1)), values.Not(zero));
  EXPECT_EQ(values.Condition(Op::kLess, rank, values.Int(1)), zero);
  EXPECT_EQ(values.Condition(Op::kEq, values.Int(0), rank), zero);
  EXPECT_NE(values.Condition(Op::kEq, rank, values.Int(1)), zero);
  EXPECT_NE(values.Condition(Op::kEq, values.Rank(RankKind::kLocal), values.Int(0)), zero);
}

TEST(ValueTable, NotOfNotIsTheConditionItself) {
  ValueTable values;
  const Value condition = values.Condition(Op::kEq, values.External("mode"), values.String("a"));
  EXPECT_EQ(values.Not(values.Not(condition)), condition);
  EXPECT_EQ(values.Not(values.Bool(true)), values.Bool(false));
  EXPECT_EQ(values.Not(values.None()), values.Bool(true));
}

TEST(ValueTable, AFailedImportDoesNotHideWhatWasImported) {
  ValueTable values;
  const Value imported = values.External("torch.distributed.fsdp.fully_shard");
  EXPECT_EQ(values.Joined(imported, values.None()), imported);
  EXPECT_EQ(values.Joined(values.None(), imported), imported);
  EXPECT_EQ(values[values.Joined(values.Int(1), values.None())].kind, ValueKind::kJoined);
}

TEST(ValueTable, WhatWasJoinedTooOftenIsNotKnown) {
  ValueTable values;
  Value once = values.Int(0);
  Value twice = once;
  for (int i = 1; i < 20; ++i) {
    once = values.Joined(once, values.Int(i));
    // Each round doubles what a walk over both sides meets.
    twice = values.Joined(twice, values.Joined(twice, values.Int(i)));
  }
  EXPECT_EQ(values[once].kind, ValueKind::kJoined);
  size_t steps = 0;
  std::vector<Value> open = {twice};
  for (; !open.empty() && steps < 1000; ++steps) {
    const ValueNode node = values[open.back()];
    open.pop_back();
    if (node.kind == ValueKind::kJoined) open.insert(open.end(), {node.first, node.second});
  }
  EXPECT_LT(steps, 100u);
}

TEST(ValueTable, PartsLieWithinTheWhole) {
  ValueTable values;
  const Value net = values.External("net");
  const Value blocks = values.Attribute(net, "blocks");
  const Value attention = values.Attribute(values.Index(blocks, values.Int(0)), "attn");
  EXPECT_TRUE(values.IsWithin(attention, net));
  EXPECT_TRUE(values.IsWithin(attention, attention));
  EXPECT_TRUE(values.IsWithin(values.Parameters(blocks, 1), net));
  EXPECT_FALSE(values.IsWithin(net, attention));
  EXPECT_FALSE(values.IsWithin(values.Attribute(net, "head"), blocks));
}

TEST(ValueTable, ChildrenAndModulesYieldParts) {
  ValueTable values;
  const Value net = values.External("net");
  const Value children =
      values.Intern({.kind = ValueKind::kResult, .first = values.Attribute(net, "children")});
  const Value output =
      values.Intern({.kind = ValueKind::kResult, .first = values.Attribute(net, "predict")});
  EXPECT_TRUE(values.IsWithin(values.Element(children), net));
  EXPECT_FALSE(values.IsWithin(values.Element(output), net));
}

TEST(ValueTable, CopiesTheTextsItIsGiven) {
  ValueTable values;
  std::string name = "first";
  const Value value = values.String(name);
  name = "other";
  EXPECT_EQ(values[value].text, "first");
}

}  // namespace
}  // namespace fsdpcheck::analyzer

#include "analyzer/flow/habit.h"

#include <gtest/gtest.h>

namespace fsdpcheck::analyzer {
namespace {

constexpr Value kSeven{7};

TEST(Habit, IsKnownAfterThreePlainRuns) {
  Habit habit;
  for (int i = 0; i < 2; ++i) habit.Note({.plain = true});
  EXPECT_FALSE(habit.IsPlain());
  habit.Note({.plain = true});
  EXPECT_TRUE(habit.IsPlain());
}

TEST(Habit, OneRunOfInterestIsEnough) {
  Habit habit;
  for (int i = 0; i < 5; ++i) habit.Note({.plain = i != 1});
  EXPECT_FALSE(habit.IsPlain());
}

TEST(Habit, RemembersACallThatWasNotFollowed) {
  Habit habit;
  habit.Note({.open = true});
  habit.Note({});
  EXPECT_TRUE(habit.open());
}

TEST(Habit, HasAConstantOnlyIfAllRunsReturnedIt) {
  Habit habit;
  habit.Note({.constant = kSeven});
  habit.Note({.constant = kSeven});
  EXPECT_EQ(habit.constant(), kSeven);
  habit.Note({});
  EXPECT_EQ(habit.constant(), Value::kNothing);
  habit.Note({.constant = kSeven});
  EXPECT_EQ(habit.constant(), Value::kNothing);
}

TEST(Habit, OfOneValueEndsWithAnother) {
  Habit habit;
  for (int i = 0; i < 3; ++i) habit.Note({.plain = true, .constant = kSeven, .exact = true});
  EXPECT_TRUE(habit.IsPlain());
  habit.Note({.plain = true});
  EXPECT_FALSE(habit.IsPlain());
}

TEST(Habit, TakesTooMuchOnlyWhenItIsFollowedOften) {
  Habit habit;
  habit.Note({.steps = 900});
  EXPECT_FALSE(habit.IsTooMuch(1000));
  habit.Note({.steps = 1});
  habit.Note({.steps = 1});
  EXPECT_TRUE(habit.IsTooMuch(1000));
  EXPECT_FALSE(habit.IsTooMuch(100'000));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

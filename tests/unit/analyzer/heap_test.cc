#include "analyzer/flow/heap.h"

#include <map>
#include <random>
#include <set>

#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

Value Number(uint32_t id) { return static_cast<Value>(id); }

// Owners by value: what a heap should hold.
using Owners = std::map<Value, Value>;

class HeapTest : public testing::Test {
 protected:
  // Sets `count` random values in both, in no order.
  void Change(int count, Heap& heap, Owners& owners) {
    for (int i = 0; i < count; ++i) {
      const Value value = Number(1 + static_cast<uint32_t>(random_() % 400));
      const Value owner = Number(1 + static_cast<uint32_t>(random_() % 1000));
      heap.Edit(value).owner = owner;
      owners[value] = owner;
    }
  }

  static void ExpectHolds(const Heap& heap, const Owners& owners) {
    auto expected = owners.begin();
    for (const auto& [value, object] : heap) {
      ASSERT_NE(expected, owners.end());
      EXPECT_EQ(value, expected->first);
      EXPECT_EQ(object->owner, expected->second);
      ++expected;
    }
    EXPECT_EQ(expected, owners.end());
    for (const auto& [value, owner] : owners) {
      ASSERT_NE(heap.Find(value), nullptr);
      EXPECT_EQ(heap.Find(value)->owner, owner);
    }
    EXPECT_EQ(heap.Find(Number(401)), nullptr);
  }

  std::mt19937 random_{7};
};

TEST_F(HeapTest, HoldsWhatWasSetInTheOrderOfTheValues) {
  Heap heap;
  Owners owners;
  ExpectHolds(heap, owners);
  for (int round = 0; round < 20; ++round) {
    Change(25, heap, owners);
    ExpectHolds(heap, owners);
  }
}

TEST_F(HeapTest, CopiesDoNotSeeEachOther) {
  Heap first;
  Owners in_first;
  Change(200, first, in_first);
  Heap second = first;
  Owners in_second = in_first;
  Change(50, second, in_second);
  Change(50, first, in_first);
  ExpectHolds(first, in_first);
  ExpectHolds(second, in_second);
}

TEST_F(HeapTest, AsksAboutEveryDifferenceAndStopsAtANo) {
  for (int round = 0; round < 50; ++round) {
    Heap first;
    Owners in_first;
    Change(round * 4, first, in_first);
    Heap second = first;
    Owners in_second = in_first;
    Change(round % 7, first, in_first);
    Change(round % 5, second, in_second);
    std::set<Value> differ;
    for (uint32_t id = 1; id <= 400; ++id) {
      const auto mine = in_first.find(Number(id));
      const auto theirs = in_second.find(Number(id));
      if (mine == in_first.end() && theirs == in_second.end()) continue;
      const bool equal = mine != in_first.end() && theirs != in_second.end() && *mine == *theirs;
      if (!equal) differ.insert(Number(id));
    }
    std::set<Value> asked;
    const bool agrees =
        first.Agrees(second, [&](Value value, const Cow<Object>* mine, const Cow<Object>* theirs) {
          EXPECT_EQ(mine != nullptr, in_first.contains(value));
          EXPECT_EQ(theirs != nullptr, in_second.contains(value));
          if (mine == nullptr || theirs == nullptr || (*mine)->owner != (*theirs)->owner) {
            asked.insert(value);
          }
          return true;
        });
    EXPECT_TRUE(agrees);
    EXPECT_EQ(asked, differ);
    int questions = 0;
    const auto no = [&](Value, const Cow<Object>*, const Cow<Object>*) { return ++questions < 0; };
    const bool agrees_at_once = first.Agrees(second, no);
    EXPECT_EQ(agrees_at_once, questions == 0);
    EXPECT_LE(questions, 1);
  }
}

TEST_F(HeapTest, SharedObjectsAreNoDifference) {
  Heap first;
  Owners owners;
  Change(100, first, owners);
  Heap second = first;
  second.Edit(Number(1000));
  int questions = 0;
  first.Agrees(second, [&](Value, const Cow<Object>*, const Cow<Object>*) { return ++questions; });
  EXPECT_EQ(questions, 1);
}

TEST_F(HeapTest, ACopyThatIsEditedKeepsEverythingElse) {
  Heap first;
  Object& list = first.Edit(Number(1));
  list.items = {Number(2), Number(3)};
  list.uneven = true;
  list.filtered = true;
  list.module.Edit().is_module = true;
  Heap second = first;
  second.Edit(Number(1)).open = true;
  const Object& copy = *second.Find(Number(1));
  EXPECT_EQ(copy.items.size(), 2u);
  EXPECT_TRUE(copy.uneven);
  EXPECT_TRUE(copy.filtered);
  EXPECT_TRUE(copy.module->is_module);
  EXPECT_FALSE(first.Find(Number(1))->open);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

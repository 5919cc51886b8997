#include "analyzer/model/vocabulary.h"

#include <gtest/gtest.h>

#include <string>

namespace fsdpcheck::analyzer {
namespace {

class VocabularyTest : public testing::Test {
 protected:
  // Of a function of three statements, one of which is `line`.
  bool Holds(const std::string& line) const {
    return vocabulary_.IsIn("def f(x):\n  a = 1\n  " + line + "\n  return a\n");
  }

  const Vocabulary::Names names_ = {"apply_fsdp", "f"};
  const Vocabulary vocabulary_{names_};
};

TEST_F(VocabularyTest, KnowsNamesAndPartsOfNames) {
  EXPECT_TRUE(vocabulary_.Knows("apply_fsdp"));
  EXPECT_TRUE(vocabulary_.Knows("requires_params"));
  EXPECT_TRUE(vocabulary_.Knows("get_rank"));
  EXPECT_FALSE(vocabulary_.Knows("apply"));
  EXPECT_FALSE(vocabulary_.Knows("x"));
}

TEST_F(VocabularyTest, FindsThemInCode) {
  EXPECT_TRUE(Holds("apply_fsdp(x)"));
  EXPECT_TRUE(Holds("x.parameters()"));
  EXPECT_TRUE(Holds("print(f'{rank}')"));
  EXPECT_TRUE(Holds("yield x"));
  EXPECT_FALSE(Holds("apply_fsdp2(x)"));
  EXPECT_FALSE(Holds("x.items()"));
}

TEST_F(VocabularyTest, LeavesOutStringsAndComments) {
  EXPECT_FALSE(Holds("b = 'parameters of rank 0'  # apply_fsdp"));
  EXPECT_FALSE(Holds("\"\"\"The parameters\n\n  of the mesh.\"\"\""));
}

TEST_F(VocabularyTest, TakesEveryShortFunction) {
  EXPECT_TRUE(vocabulary_.IsIn("def g(): return 1"));
  EXPECT_TRUE(vocabulary_.IsIn("def g():\n  if a:\n    b = 1\n    c = 1\n  return 1\n"));
  EXPECT_FALSE(vocabulary_.IsIn("def g():\n  if a:\n    b = 1\n  c = 1\n  return 1\n"));
  EXPECT_FALSE(vocabulary_.IsIn(
      "@decorate\nasync def g(\n    a,\n    b,\n):\n  a = 1\n  b = 1\n  return 1\n"));
}

TEST_F(VocabularyTest, TakesWhatMakesAGlobalAtTheFirstCall) {
  EXPECT_TRUE(vocabulary_.IsIn(
      "def g():\n  'It.'\n  global a\n  if a is None:\n    a = A()\n  return a\n"));
  EXPECT_FALSE(vocabulary_.IsIn("def g():\n  global a\n  b = 1\n  c = 1\n  a = b\n  return a\n"));
}

TEST_F(VocabularyTest, ADefinitionMayHaveANameThatIsKnown) {
  EXPECT_FALSE(vocabulary_.IsIn("def apply_fsdp():\n  a = 1\n  b = 1\n  return a\n"));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

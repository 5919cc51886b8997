#include "analyzer/model/test_code.h"

#include <gtest/gtest.h>

namespace fsdpcheck::analyzer {
namespace {

TEST(IsTestCode, KnowsTheNamesOfTestFiles) {
  EXPECT_TRUE(IsTestCode("test_train.py"));
  EXPECT_TRUE(IsTestCode("pkg/train_test.py"));
  EXPECT_TRUE(IsTestCode("pkg/conftest.py"));
}

TEST(IsTestCode, KnowsTheFoldersOfTests) {
  EXPECT_TRUE(IsTestCode("tests/helpers.py"));
  EXPECT_TRUE(IsTestCode("pkg/testing/ranks.py"));
  EXPECT_TRUE(IsTestCode("benchmarks/step.py"));
}

TEST(IsTestCode, ANameThatOnlyContainsOneIsNoTest) {
  EXPECT_FALSE(IsTestCode("train.py"));
  EXPECT_FALSE(IsTestCode("latest_test_run/train.py"));
  EXPECT_FALSE(IsTestCode("contests/train.py"));
  EXPECT_FALSE(IsTestCode("pkg/attest_model.py"));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

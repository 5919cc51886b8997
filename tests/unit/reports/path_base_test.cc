#include "reports/model/path_base.h"

#include <gtest/gtest.h>

namespace fsdpcheck {
namespace {

TEST(PathFromRoot, CountsFromTheRootWhereverTheRunWasStarted) {
  EXPECT_EQ(PathFromRoot("a.py", {"/p", "/p"}), "a.py");
  EXPECT_EQ(PathFromRoot("./a.py", {"/p", "/p"}), "a.py");
  EXPECT_EQ(PathFromRoot("a.py", {"/p/src", "/p"}), "src/a.py");
  EXPECT_EQ(PathFromRoot("p/a.py", {"/", "/p"}), "a.py");
  EXPECT_EQ(PathFromRoot("/p/b/a.py", {"/p/src", "/p"}), "b/a.py");
}

TEST(PathFromRoot, KeepsFilesOutsideTheRootAbsolute) {
  EXPECT_EQ(PathFromRoot("/q/a.py", {"/p", "/p"}), "/q/a.py");
  EXPECT_EQ(PathFromRoot("/pq/a.py", {"/p", "/p"}), "/pq/a.py");
  EXPECT_EQ(PathFromRoot("a.py", {"/q", "/p"}), "/q/a.py");
}

TEST(PathFromRoot, LeavesPathsAloneWhenFoldersAreUnknown) {
  EXPECT_EQ(PathFromRoot("src/a.py", {}), "src/a.py");
  EXPECT_EQ(PathFromRoot("a.py", {"", "/p"}), "a.py");
}

}  // namespace
}  // namespace fsdpcheck

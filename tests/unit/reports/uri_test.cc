#include "reports/formats/uri.h"

#include <gtest/gtest.h>

namespace fsdpcheck::formats {
namespace {

TEST(PathUri, EncodesOnlyWhatAPathMayNotHold) {
  EXPECT_EQ(PathUri("src/a-b_c.d~e.py"), "src/a-b_c.d~e.py");
  EXPECT_EQ(PathUri("a+b=c,d;e!f$g&h'i(j)*@.py"), "a+b=c,d;e!f$g&h'i(j)*@.py");
  EXPECT_EQ(PathUri("a b#c?d%e[f]\\g\"h<i>.py"), "a%20b%23c%3Fd%25e%5Bf%5D%5Cg%22h%3Ci%3E.py");
  EXPECT_EQ(PathUri("gr\xC3\xB6\xC3\x9F"
                    "e.py"),
            "gr%C3%B6%C3%9Fe.py");
}

TEST(PathUri, DoesNotLetAPathLookLikeAScheme) { EXPECT_EQ(PathUri("c:x/y:z.py"), "c%3Ax/y:z.py"); }

TEST(PathUri, GivesAbsolutePathsTheirScheme) {
  EXPECT_EQ(PathUri("/opt/x y:z.py"), "file:///opt/x%20y:z.py");
}

TEST(FolderUri, EndsWithASlash) {
  EXPECT_EQ(FolderUri("/opt/p"), "file:///opt/p/");
  EXPECT_EQ(FolderUri("/"), "file:///");
}

}  // namespace
}  // namespace fsdpcheck::formats

#include "reports/json/json.h"

#include <gtest/gtest.h>

#include "absl/strings/string_view.h"

namespace fsdpcheck::json {
namespace {

TEST(Json, WritesViewsAsTextAndKeepsTheOrderOfKeys) {
  const Value value = {{"z", absl::string_view("text")}, {"a", {1, 2}}};
  EXPECT_EQ(Write(value, Layout::kLine), R"({"z":"text","a":[1,2]})");
  EXPECT_EQ(Write(value["a"], Layout::kIndented), "[\n  1,\n  2\n]");
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(Write(Value("a\xFF"
                        "b\xC3\xA9\n"),
                  Layout::kLine),
            "\"a\xEF\xBF\xBD"
            "b\xC3\xA9\\n\"");
}

}  // namespace
}  // namespace fsdpcheck::json

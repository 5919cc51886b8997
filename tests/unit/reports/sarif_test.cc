#include "reports/formats/sarif.h"

#include <gtest/gtest.h>

#include <string>

#include "nlohmann/json.hpp"
#include "tests/unit/reports/sample.h"

namespace fsdpcheck::formats {
namespace {

nlohmann::json RunOf(const Report& report, const RenderOptions& options = {}) {
  return nlohmann::json::parse(RenderSarif(report, options))["runs"][0];
}

TEST(RenderSarif, KeepsTheMostSevereFindingsWithinTheLimit) {
  Report report;
  for (const Rule* rule : {&kInfoRule, &kErrorRule, &kInfoRule, &kWarningRule}) {
    report.findings.push_back(FindingAt(*rule, At("a.py", 1, 1, 2)));
  }
  const auto run = nlohmann::json::parse(RenderSarif(report, {}, 3))["runs"][0];
  ASSERT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["results"][0]["ruleId"], "FSDP201");
  EXPECT_EQ(run["results"][1]["ruleId"], "FSDP301");
  EXPECT_EQ(run["results"][2]["ruleId"], "FSDP401");
  const auto& notifications = run["invocations"][0]["toolExecutionNotifications"];
  ASSERT_EQ(notifications.size(), 1u);
  EXPECT_EQ(notifications[0]["message"]["text"],
            "left out the 1 least severe of 4 findings: services reject longer files");
}

TEST(RenderSarif, CallsARunWithFindingsSuccessful) {
  for (const int exit_code : {0, 1, 2}) {
    const auto invocation = RunOf({}, {.exit_code = exit_code})["invocations"][0];
    EXPECT_EQ(invocation["executionSuccessful"], exit_code < 2);
    EXPECT_EQ(invocation["exitCode"], exit_code);
    EXPECT_FALSE(invocation.contains("startTimeUtc"));
  }
}

TEST(RenderSarif, DescribesRulesThatReportThoughTheyWereNotEnabled) {
  Report report;
  report.findings = {FindingAt(kWarningRule, At("a.py", 1, 1, 2))};
  const auto run = RunOf(report, {.rules = {&kErrorRule, &kErrorRule}});
  const auto& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0]["id"], "FSDP301");
  EXPECT_EQ(rules[1]["id"], "FSDP401");
  EXPECT_EQ(run["results"][0]["ruleIndex"], 1);
}

TEST(RenderSarif, LeavesOutTextThatIsUnknownOrTooLong) {
  Report report;
  report.findings = {FindingAt(kErrorRule, At("a.py", 1, 1, 2)),
                     FindingAt(kErrorRule, At("b.py", 1, 1, 2))};
  report.sources["b.py"] = "x = '" + std::string(3000, 'y') + "'\n";
  const auto results = RunOf(report)["results"];
  EXPECT_FALSE(results[0]["partialFingerprints"].contains("primaryLocationLineHash"));
  for (const auto& result : results) {
    const auto& place = result["locations"][0]["physicalLocation"];
    EXPECT_FALSE(place.contains("contextRegion"));
    EXPECT_EQ(place["region"]["endColumn"], 2);
  }
  EXPECT_EQ(results[1]["locations"][0]["physicalLocation"]["region"]["snippet"]["text"], "x");
}

TEST(RenderSarif, DeclaresTheRootEvenWhenItIsUnknown) {
  const auto root = RunOf({})["originalUriBaseIds"]["%SRCROOT%"];
  EXPECT_FALSE(root.contains("uri"));
  EXPECT_TRUE(root.contains("description"));
}

}  // namespace
}  // namespace fsdpcheck::formats

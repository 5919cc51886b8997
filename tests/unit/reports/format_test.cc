#include "reports/formats/format.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "reports/model/finish.h"
#include "tests/unit/reports/sample.h"

namespace fsdpcheck::formats {
namespace {

TEST(ParseFormat, KnowsEveryFormatByItsName) {
  std::set<absl::string_view> names;
  for (const Format format : AllFormats()) {
    EXPECT_EQ(ParseFormat(FormatName(format)), format);
    names.insert(FormatName(format));
  }
  EXPECT_EQ(names.size(), 7u);
  EXPECT_EQ(ParseFormat("xml"), std::nullopt);
  EXPECT_EQ(ParseFormat(""), std::nullopt);
}

TEST(FormatOfFile, FollowsTheSuffix) {
  EXPECT_EQ(FormatOfFile("out/report.sarif"), Format::kSarif);
  EXPECT_EQ(FormatOfFile("report.sarif.json"), Format::kSarif);
  EXPECT_EQ(FormatOfFile("report.JSON"), Format::kJson);
  EXPECT_EQ(FormatOfFile("report.jsonl"), Format::kJsonLines);
  EXPECT_EQ(FormatOfFile("report.txt"), Format::kText);
  EXPECT_EQ(FormatOfFile("report.log"), Format::kText);
  EXPECT_EQ(FormatOfFile("report"), std::nullopt);
  EXPECT_EQ(FormatOfFile("json"), std::nullopt);
}

TEST(Render, WritesEveryFormatDifferentlyAndTheSameTwice) {
  Report report;
  report.findings = {FindingAt(kErrorRule, At("a.py", 1, 1, 2))};
  report.sources["a.py"] = "x = 1\n";
  CountFindings(report);
  AssignFingerprints(report);
  std::set<std::string> outputs;
  for (const Format format : AllFormats()) {
    const std::string output = Render(format, report, {});
    EXPECT_EQ(output.back(), '\n') << FormatName(format);
    EXPECT_EQ(output, Render(format, report, {}));
    outputs.insert(output);
  }
  EXPECT_EQ(outputs.size(), AllFormats().size());
}

TEST(Render, SaysNothingInConciseAndGithubWhenThereIsNothing) {
  EXPECT_EQ(Render(Format::kConcise, {}, {}), "");
  EXPECT_EQ(Render(Format::kGithub, {}, {}), "");
  EXPECT_EQ(Render(Format::kGitlab, {}, {}), "[]\n");
  EXPECT_EQ(Render(Format::kText, {}, {}), "no findings\nno files, no sharding sites\n");
}

TEST(Render, LeavesSuppressedFindingsOutWhereTheyCannotBeMarked) {
  Report report;
  report.findings = {FindingAt(kErrorRule, At("a.py", 1, 1, 2))};
  report.findings[0].suppressed = true;
  EXPECT_EQ(Render(Format::kConcise, report, {}), "");
  EXPECT_EQ(Render(Format::kGithub, report, {}), "");
  EXPECT_EQ(Render(Format::kGitlab, report, {}), "[]\n");
  EXPECT_EQ(Render(Format::kConcise, report, {.show_suppressed = true}),
            "a.py:1:1: error FSDP301 [optimizer-before-shard] do something else (suppressed)\n");
}

}  // namespace
}  // namespace fsdpcheck::formats

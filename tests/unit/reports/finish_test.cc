#include "reports/model/finish.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/unit/reports/sample.h"

namespace fsdpcheck {
namespace {

constexpr absl::string_view kSource = "a = net.forward(x) + net.forward(y)\nshard(net)\n";

// Two findings of one rule on line `line` of `source`, sharded on the line after it.
Report TwoOnOneLine(absl::string_view source, int line) {
  Report report;
  report.sources["train.py"] = std::string(source);
  for (const int column : {9, 26}) {
    Finding finding = FindingAt(kErrorRule, At("train.py", line, column, column + 7));
    finding.related.push_back({At("train.py", line + 1, 1, 6), "sharded here"});
    report.findings.push_back(finding);
  }
  SortReport(report);
  return report;
}

std::vector<std::string> Fingerprints(Report report, const PathBase& base = {}) {
  AssignFingerprints(report, base);
  std::vector<std::string> fingerprints;
  fingerprints.reserve(report.findings.size());
  for (const Finding& finding : report.findings) fingerprints.push_back(finding.fingerprint);
  return fingerprints;
}

TEST(AssignFingerprints, TellsFindingsOnOneLineApart) {
  const auto fingerprints = Fingerprints(TwoOnOneLine(kSource, 1));
  EXPECT_NE(fingerprints[0], fingerprints[1]);
  EXPECT_EQ(fingerprints[0].size(), 16u);
}

TEST(AssignFingerprints, SurvivesLineShiftsAndReformattingAndRewording) {
  const auto before = Fingerprints(TwoOnOneLine(kSource, 1));
  Report shifted = TwoOnOneLine(absl::StrCat("# licence\n\n", kSource), 3);
  shifted.findings[0].message = "worded anew";
  shifted.findings[0].related[0].message = "worded anew";
  EXPECT_EQ(Fingerprints(shifted), before);
}

TEST(AssignFingerprints, IsTheSameWhereverTheRunWasStarted) {
  Report inside = TwoOnOneLine(kSource, 1);
  Report above = TwoOnOneLine(kSource, 1);
  for (Finding& finding : above.findings) {
    finding.location.path = "p/train.py";
    finding.related[0].location.path = "p/train.py";
  }
  above.sources["p/train.py"] = above.sources["train.py"];
  EXPECT_EQ(Fingerprints(inside, {"/p", "/p"}), Fingerprints(above, {"/", "/p"}));
}

TEST(AssignFingerprints, DependsOnRulePathScopeTokenAndEvents) {
  const Report report = TwoOnOneLine(kSource, 1);
  std::vector<Report> variants(6, report);
  variants[1].findings[0].rule = &kWarningRule;
  variants[2].findings[0].location.path = "other.py";
  variants[3].findings[0].enclosing = "Trainer.fit";
  variants[4].findings[0].location.range.start.column = 5;
  variants[5].findings[0].related.clear();
  std::set<std::string> fingerprints;
  for (const Report& variant : variants) fingerprints.insert(Fingerprints(variant)[0]);
  EXPECT_EQ(fingerprints.size(), variants.size());
}

TEST(AssignFingerprints, DoesNotChangeWhenAFindingIsSuppressed) {
  Report report = TwoOnOneLine(kSource, 1);
  const auto before = Fingerprints(report);
  report.findings[0].suppressed = true;
  EXPECT_EQ(Fingerprints(report), before);
}

// The value is a promise: baselines hold it.
TEST(AssignFingerprints, IsTheSameOnEveryMachine) {
  EXPECT_EQ(Fingerprints(TwoOnOneLine(kSource, 1))[0], "692ef7dfca47621c");
}

TEST(SortReport, OrdersByPathRangeRuleAndMessage) {
  Report report;
  report.findings = {
      FindingAt(kErrorRule, At("b.py", 1, 1, 2)), FindingAt(kErrorRule, At("a.py", 10, 1, 2)),
      FindingAt(kErrorRule, At("a.py", 9, 1, 2)), FindingAt(kInfoRule, At("a.py", 9, 1, 2))};
  report.findings.push_back(report.findings[3]);
  report.findings[3].message = "z";
  SortReport(report);
  EXPECT_EQ(report.findings[0].rule, &kInfoRule);
  EXPECT_EQ(report.findings[0].message, "do something else");
  EXPECT_EQ(report.findings[1].message, "z");
  EXPECT_EQ(report.findings[2].rule, &kErrorRule);
  EXPECT_EQ(report.findings[3].location.range.start.line, 10);
  EXPECT_EQ(report.findings[4].location.path, "b.py");
}

TEST(SortReport, OrdersNotificationsByPlace) {
  Report report;
  report.notifications = {{Notification::Level::kNote, "m", "b.py", 1},
                          {Notification::Level::kError, "m", "a.py", 2},
                          {Notification::Level::kWarning, "n", "a.py", 1},
                          {Notification::Level::kWarning, "m", "a.py", 1},
                          {Notification::Level::kError, "about no file", "", 0}};
  SortReport(report);
  EXPECT_EQ(report.notifications[0].message, "about no file");
  EXPECT_EQ(report.notifications[1].message, "m");
  EXPECT_EQ(report.notifications[2].message, "n");
  EXPECT_EQ(report.notifications[3].line, 2);
  EXPECT_EQ(report.notifications[4].path, "b.py");
}

TEST(CountFindings, CountsSuppressedOnesApart) {
  Report report;
  report.summary.files = 7;
  report.summary.errors = 99;
  const Location place = At("a.py", 1, 1, 2);
  report.findings = {FindingAt(kErrorRule, place), FindingAt(kErrorRule, place),
                     FindingAt(kErrorRule, place), FindingAt(kWarningRule, place),
                     FindingAt(kInfoRule, place)};
  report.findings[2].suppressed = true;
  CountFindings(report);
  EXPECT_EQ(report.summary.files, 7);
  EXPECT_EQ(report.summary.errors, 2);
  EXPECT_EQ(report.summary.warnings, 1);
  EXPECT_EQ(report.summary.infos, 1);
  EXPECT_EQ(report.summary.suppressed, 1);
}

}  // namespace
}  // namespace fsdpcheck

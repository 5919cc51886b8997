#include "reports/formats/text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "reports/formats/display.h"
#include "reports/model/finish.h"
#include "tests/unit/reports/sample.h"

namespace fsdpcheck::formats {
namespace {

Report ReportOf(const Finding& finding) {
  Report report;
  report.findings = {finding};
  report.summary.files = 2;
  report.summary.sharding_sites = 1;
  CountFindings(report);
  return report;
}

// The lines of the excerpt alone, without headline, remarks and footer.
std::string Excerpt(const Report& report, const RenderOptions& options = {}) {
  const std::string text = RenderText(report, options);
  const size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.find(" = docs:") - begin);
}

TEST(RenderText, ShowsTheWayFromCauseToEffectAcrossFiles) {
  Finding finding = FindingAt(kErrorRule, At("train.py", 9, 7, 24));
  finding.message = "build the optimizer after `build` shards `model`";
  finding.help = "move it below line 10";
  finding.related = {{At("train.py", 9, 7, 24), "optimizer built here"},
                     {At("train.py", 10, 9, 14), "calls `build`"},
                     {At("parallel.py", 2, 5, 16), "sharded here"},
                     {At("train.py", 12, 1, 9), "stepped here"}};
  Report report = ReportOf(finding);
  report.summary.sites_with_optimizer = 1;
  report.sources["train.py"] =
      "\n\n\n\n\n\n\n\nopt = torch.optim.AdamW(model.parameters())\n"
      "model = build(model)\n\nopt.step()\n";
  report.sources["parallel.py"] = "def build(model):\n    fully_shard(model)\n";
  EXPECT_EQ(
      RenderText(report, {}),
      R"(error[FSDP301] optimizer-before-shard: build the optimizer after `build` shards `model`
  --> train.py:9:7
   |
 9 | opt = torch.optim.AdamW(model.parameters())
   |       ^^^^^^^^^^^^^^^^^ (1) optimizer built here
10 | model = build(model)
   |         ----- (2) calls `build`
  ::: parallel.py:2:5
   |
 2 |     fully_shard(model)
   |     ----------- (3) sharded here
  ::: train.py:12:1
   |
12 | opt.step()
   | -------- (4) stepped here
   |
   = help: move it below line 10
   = docs: fsdpcheck explain FSDP301

1 error
2 files, 1 sharding site, 1 followed to an optimizer
)");
}

TEST(RenderText, ContinuesInTheSameFileAndMarksGaps) {
  Finding finding = FindingAt(kErrorRule, At("a.py", 1, 1, 2));
  finding.related = {{At("a.py", 3, 1, 2), "next but one"}, {At("a.py", 6, 1, 2), "further"}};
  Report report = ReportOf(finding);
  report.sources["a.py"] = "a\nb\nc\nd\ne\nf\n";
  EXPECT_EQ(Excerpt(report), R"( --> a.py:1:1
  |
1 | a
  | ^
2 | b
3 | c
  | - (1) next but one
...
6 | f
  | - (2) further
  |
 )");
}

TEST(RenderText, PutsSeveralMarksUnderOneLine) {
  Finding finding = FindingAt(kErrorRule, At("a.py", 1, 1, 4));
  finding.related = {{At("a.py", 1, 7, 10), "there"}};
  Report report = ReportOf(finding);
  report.sources["a.py"] = "foo = bar\n";
  EXPECT_EQ(Excerpt(report), R"( --> a.py:1:1
  |
1 | foo = bar
  | ^^^
  |       --- (1) there
  |
 )");
}

TEST(RenderText, AlignsMarksUnderTabsAndWideAndCombiningCharacters) {
  Report report = ReportOf(FindingAt(kErrorRule, At("a.py", 1, 9, 11)));
  report.sources["a.py"] = "\t\xE6\x95\xB0 = e\xCC\x81.\xE6\x95\xB0x()\n";
  const std::vector<std::string> lines = absl::StrSplit(Excerpt(report), '\n');
  EXPECT_EQ(lines[2], "1 |     \xE6\x95\xB0 = e\xCC\x81.\xE6\x95\xB0x()");
  EXPECT_EQ(lines[3], "  |            ^^^");
}

TEST(RenderText, MarksTheFirstLineOfALongPlace) {
  Finding finding = FindingAt(kErrorRule, {"a.py", {{1, 3}, {2, 2}}});
  Report report = ReportOf(finding);
  report.sources["a.py"] = "f(a,\n  b)\n";
  EXPECT_EQ(Excerpt(report), " --> a.py:1:3\n  |\n1 | f(a,\n  |   ^^\n  |\n ");
}

TEST(RenderText, NamesPlacesWhoseSourceIsUnknown) {
  Finding finding = FindingAt(kErrorRule, At("a.py", 9, 1, 2));
  finding.related = {{At("b.py", 3, 1, 2), "somewhere"}};
  Report report = ReportOf(finding);
  report.sources["a.py"] = "x\n";
  EXPECT_EQ(Excerpt(report), " --> a.py:9:1\n  |\n ::: b.py:3:1\n  |\n  | (1) somewhere\n  |\n ");
}

TEST(RenderText, KeepsEveryLineWithinTheTerminal) {
  const std::string before(70, 'a');
  const std::string behind(90, 'z');
  Finding finding = FindingAt(kErrorRule, At("a.py", 1, 74, 78));
  finding.help = "this is a rather long sentence that does not fit into one line of a terminal";
  finding.related = {{At("a.py", 1, 74, 78),
                      "a label that is so long that it has to go below the place it explains"}};
  Report report = ReportOf(finding);
  report.sources["a.py"] = before + " = name + " + behind + "\n";
  for (const int width : {40, 50, 60, 80, 100, 120, 180}) {
    SCOPED_TRACE(width);
    const std::string text = RenderText(report, {.width = width});
    const std::vector<std::string> lines = absl::StrSplit(text, '\n');
    for (size_t i = 1; i < lines.size() - 3; ++i) EXPECT_LE(DisplayWidth(lines[i]), width);
    // The marks stand under the marked word.
    const size_t column = lines[3].find("name");
    ASSERT_NE(column, std::string::npos);
    EXPECT_EQ(lines[4].find("^^^^"), column);
    EXPECT_EQ(lines[4].find('^'), column);
  }
}

TEST(RenderText, CutsALineAroundThePlace) {
  const std::string line = std::string(50, 'a') + "name" + std::string(50, 'z');
  Report report = ReportOf(FindingAt(kErrorRule, At("a.py", 1, 51, 55)));
  report.sources["a.py"] = line;
  EXPECT_EQ(Excerpt(report, {.width = 44}), R"( --> a.py:1:51
  |
1 | ...aaaaaaaaaaaaaaanamezzzzzzzzzzzzzzz...
  |                   ^^^^
  |
 )");
}

TEST(RenderText, PaintsOnlyWhenAsked) {
  Report report = ReportOf(FindingAt(kErrorRule, At("a.py", 1, 1, 2)));
  report.sources["a.py"] = "x\n";
  EXPECT_EQ(RenderText(report, {}).find('\x1b'), std::string::npos);
  const std::string text = RenderText(report, {.colour = true});
  EXPECT_EQ(text.substr(0, text.find(' ')), "\x1b[1;31merror[FSDP301]\x1b[0m");
}

TEST(RenderText, DoesNotLetSourcesDriveTheTerminal) {
  Finding finding = FindingAt(kErrorRule, At("a\x1b[2J.py", 1, 1, 2));
  finding.message = "rename `\x1b]0;x\x07`";
  finding.help = "\x1b[0m";
  Report report = ReportOf(finding);
  report.sources["a\x1b[2J.py"] = "x = '\x1b[31m'\n";
  report.notifications = {{Notification::Level::kNote, "\x1b[1m", "\x1b", 0}};
  EXPECT_EQ(RenderText(report, {}).find('\x1b'), std::string::npos);
}

TEST(RenderText, ShowsSuppressedFindingsOnlyWhenAsked) {
  Finding finding = FindingAt(kErrorRule, At("a.py", 1, 1, 2));
  finding.suppressed = true;
  finding.justification = "frozen on purpose";
  const Report report = ReportOf(finding);
  EXPECT_EQ(RenderText(report, {}),
            "no findings, 1 suppressed\n2 files, 1 sharding site, none followed to an optimizer\n");
  const std::string text = RenderText(report, {.show_suppressed = true});
  EXPECT_NE(text.find(" = suppressed: frozen on purpose\n"), std::string::npos);
}

TEST(RenderText, ListsNotificationsAndStatistics) {
  Report report;
  const Location place = At("a.py", 1, 1, 2);
  report.findings = {FindingAt(kInfoRule, place), FindingAt(kErrorRule, place),
                     FindingAt(kErrorRule, place), FindingAt(kWarningRule, place)};
  report.findings[3].suppressed = true;
  EXPECT_EQ(RenderStatistics(report),
            "    2  FSDP301  optimizer-before-shard\n    1  FSDP201  deprecated-fsdp-import\n");
  report.notifications = {{Notification::Level::kWarning, "syntax error", "b.py", 3},
                          {Notification::Level::kError, "cannot be read", "c.py", 0},
                          {Notification::Level::kNote, "nothing to do", "", 0}};
  EXPECT_EQ(RenderNotifications(report, {}),
            "warning: b.py:3: syntax error\nerror: c.py: cannot be read\nnote: nothing to do\n");
  const std::string text = RenderText(report, {.statistics = true});
  EXPECT_NE(text.find("error: c.py: cannot be read\n"), std::string::npos);
  EXPECT_NE(text.find("    2  FSDP301"), std::string::npos);
}

}  // namespace
}  // namespace fsdpcheck::formats

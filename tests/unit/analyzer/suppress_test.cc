#include "analyzer/suppress/suppress.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/suppress/comments.h"
#include "tests/unit/analyzer/named_rule.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Rule kForward = NamedRule("FSDP101", "direct-forward-call");
constexpr Rule kOrder = NamedRule("FSDP301", "optimizer-before-shard");
constexpr Rule kUnused = NamedRule("FSDP701", "unused-suppression");
constexpr std::array<const Rule*, 3> kRules = {&kForward, &kOrder, &kUnused};

// What Suppress() makes of a text in which `rule` reports every word "bad".
struct Outcome {
  std::vector<Finding> findings;
  SuppressionResult result;

  // The lines on which findings stay, "2 5".
  std::string Lines() const {
    std::string lines;
    for (const Finding& finding : findings) {
      if (finding.suppressed) continue;
      absl::StrAppend(&lines, lines.empty() ? "" : " ", finding.location.range.start.line);
    }
    return lines;
  }
  // The rules that comments name in vain, "FSDP301@2".
  std::string Unused() const {
    std::string names;
    for (const Finding& finding : result.unused) {
      if (finding.suppressed) continue;
      absl::StrAppend(&names, names.empty() ? "" : " ",
                      finding.message.substr(6, finding.message.find('`', 6) - 6), "@",
                      finding.location.range.start.line);
    }
    return names;
  }
};

Outcome Suppressed(const std::string& text, const Rule& rule = kForward,
                   std::vector<const Rule*> checked = {kRules.begin(), kRules.end()}) {
  const Source source("a.py", text);
  Outcome outcome;
  for (size_t at = text.find("bad"); at != std::string::npos; at = text.find("bad", at + 1)) {
    Finding finding;
    finding.rule = &rule;
    finding.location =
        source.LocationOf({static_cast<uint32_t>(at), static_cast<uint32_t>(at + 3)});
    outcome.findings.push_back(std::move(finding));
  }
  std::vector<Finding*> pointers;
  for (Finding& finding : outcome.findings) pointers.push_back(&finding);
  outcome.result = Suppress({source, pointers, kRules, checked, &kUnused});
  return outcome;
}

TEST(Suppress, SilencesOnItsLineBySlugOrCode) {
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[direct-forward-call]\nbad\n").Lines(), "2");
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[FSDP101]\nbad\n").Lines(), "2");
  EXPECT_EQ(Suppressed("bad  #fsdpcheck:ignore[FSDP301, FSDP101]\nbad\n").Lines(), "2");
  EXPECT_EQ(Suppressed("bad  # type: ignore  # fsdpcheck: ignore[FSDP101]\nbad\n").Lines(), "2");
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[FSDP301]\n").Lines(), "1") << "another rule";
}

TEST(Suppress, SilencesTheLineBelowACommentOfItsOwn) {
  EXPECT_EQ(Suppressed("# fsdpcheck: ignore[FSDP101]\nbad\nbad\n").Lines(), "3");
  EXPECT_EQ(Suppressed("if x:\n    # fsdpcheck: ignore[FSDP101]\n    # why\n    bad\n").Lines(),
            "");
  EXPECT_EQ(Suppressed("# fsdpcheck: ignore[FSDP101]\n\nbad\n").Lines(), "3")
      << "a blank line parts";
}

TEST(Suppress, ReachesStatementsOfSeveralLines) {
  EXPECT_EQ(Suppressed("call(  # fsdpcheck: ignore[FSDP101]\n  x,\n  bad,\n)\nbad\n").Lines(), "5");
  EXPECT_EQ(Suppressed("call(\n  bad,\n)  # fsdpcheck: ignore[FSDP101]\nbad\n").Lines(), "4");
  EXPECT_EQ(Suppressed("# fsdpcheck: ignore[FSDP101]\ncall(\n  bad,\n)\n").Lines(), "");
  EXPECT_EQ(Suppressed("call(\n  bad,  # fsdpcheck: ignore[FSDP101]\n  bad,\n)\n").Lines(), "3");
  EXPECT_EQ(Suppressed("call(\n  # fsdpcheck: ignore[FSDP101]\n  bad,\n  bad,\n)\n").Lines(), "4");
  EXPECT_EQ(Suppressed("x = 1 + \\\n  bad  # fsdpcheck: ignore[FSDP101]\n").Lines(), "");
}

TEST(Suppress, SilencesAFile) {
  EXPECT_EQ(Suppressed("bad\n# fsdpcheck: ignore-file[FSDP101] generated\nbad\n").Lines(), "");
  EXPECT_EQ(Suppressed("bad\n# fsdpcheck: ignore-file[FSDP301]\n").Lines(), "1");
}

TEST(Suppress, UnderstandsNoqaWithItsOwnCodesOnly) {
  EXPECT_EQ(Suppressed("bad  # noqa: FSDP101\n").Lines(), "");
  EXPECT_EQ(Suppressed("bad  # NOQA : E501,FSDP101 long line\n").Lines(), "");
  EXPECT_EQ(Suppressed("bad  # noqa: E501 FSDP1\n").Lines(), "") << "the beginning of a code";
  EXPECT_EQ(Suppressed("bad  # noqa\n").Lines(), "1");
  EXPECT_EQ(Suppressed("bad  # noqa: E501\n").Lines(), "1");
  EXPECT_EQ(Suppressed("ok  # noqa: E501\n").Unused(), "");
  EXPECT_EQ(Suppressed("ok  # noqa: E501, FSDP101\n").Unused(), "FSDP101@1");
}

TEST(Suppress, LooksAtCommentsOnly) {
  EXPECT_EQ(Suppressed("x = '# fsdpcheck: ignore[FSDP101]', bad\n").Lines(), "1");
  EXPECT_EQ(Suppressed("'''\n# fsdpcheck: ignore-file[FSDP101]\n'''\nbad\n").Lines(), "4");
  EXPECT_EQ(Suppressed("x = '\\'# noqa: FSDP101', bad\n").Lines(), "1");
  EXPECT_EQ(Suppressed("x = '''\n'''; bad # fsdpcheck: ignore[FSDP101]\n").Lines(), "");
}

TEST(Suppress, KeepsTheReason) {
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[FSDP101] rebuilt later  # noqa\n")
                .findings[0]
                .justification,
            "rebuilt later");
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[FSDP101]: - why\n").findings[0].justification,
            "why");
  EXPECT_EQ(Suppressed("bad  # fsdpcheck: ignore[FSDP101]\n").findings[0].justification, "");
}

TEST(Suppress, HandlesEveryKindOfLineEnd) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    const std::string text =
        absl::StrCat("x", end, "bad  # fsdpcheck: ignore[FSDP101]", end, "bad", end);
    EXPECT_EQ(Suppressed(text).Lines(), "3");
  }
  EXPECT_EQ(Suppressed("\xEF\xBB\xBF"
                       "bad  # fsdpcheck: ignore[FSDP101]")
                .Lines(),
            "");
}

TEST(Suppress, ReportsWhatIsNotNeeded) {
  const Outcome outcome = Suppressed("bad  # fsdpcheck: ignore[FSDP101, optimizer-before-shard]\n");
  EXPECT_EQ(outcome.Unused(), "optimizer-before-shard@1");
  const Range range = outcome.result.unused[0].location.range;
  EXPECT_EQ(range.start.column, 35) << "the name itself";
  EXPECT_EQ(range.end.column, 57);
  EXPECT_EQ(outcome.result.unused[0].rule, &kUnused);
  EXPECT_EQ(Suppressed("# fsdpcheck: ignore-file[FSDP101]\n").Unused(), "FSDP101@1");
  EXPECT_EQ(Suppressed("x\n# fsdpcheck: ignore[FSDP101]").Unused(), "FSDP101@2") << "nothing below";
}

TEST(Suppress, LeavesRulesThatWereNotCheckedAlone) {
  EXPECT_EQ(
      Suppressed("x  # fsdpcheck: ignore[FSDP301]\n", kForward, {&kForward, &kUnused}).Unused(),
      "");
  EXPECT_EQ(Suppressed("x  # fsdpcheck: ignore[FSDP]\n", kForward, {&kForward, &kUnused}).Unused(),
            "")
      << "one of the rules it means was not checked";
  EXPECT_EQ(Suppressed("x  # fsdpcheck: ignore[FSDP1]\n", kForward, {&kForward, &kUnused}).Unused(),
            "FSDP1@1");
}

TEST(Suppress, SilencesItsOwnReport) {
  EXPECT_EQ(Suppressed("x  # fsdpcheck: ignore[FSDP101, unused-suppression]\n").Unused(), "");
  EXPECT_EQ(Suppressed("x  # fsdpcheck: ignore[unused-suppression]\n").Unused(), "");
  const Outcome outcome = Suppressed("# fsdpcheck: ignore-file[FSDP701]\nx # noqa: FSDP101\n");
  ASSERT_EQ(outcome.result.unused.size(), 1U);
  EXPECT_TRUE(outcome.result.unused[0].suppressed);
}

TEST(Suppress, WarnsOfUnknownRulesAndBrokenComments) {
  const auto warning = [](const std::string& text) {
    const Outcome outcome = Suppressed(text);
    if (outcome.result.notifications.size() != 1) return std::string("not one warning");
    const Notification& found = outcome.result.notifications[0];
    EXPECT_EQ(found.level, Notification::Level::kWarning);
    EXPECT_EQ(found.path, "a.py");
    return absl::StrCat(found.line, ": ", found.message);
  };
  EXPECT_EQ(warning("\nx  # fsdpcheck: ignore[direct-forward-calls]\n"),
            "2: this comment names an unknown rule `direct-forward-calls`; did you mean "
            "`direct-forward-call`?");
  EXPECT_EQ(warning("x  # noqa: FSDP999\n"), "1: this comment names an unknown rule `FSDP999`");
  for (const char* comment : {"ignore", "ignore[]", "ignore[FSDP101", "ignore[FSDP101,]",
                              "ignore-file", "ignore FSDP101", "off", "", "ignore[FSDP 101]"}) {
    EXPECT_TRUE(absl::StrContains(warning(absl::StrCat("bad # fsdpcheck: ", comment, "\n")),
                                  "write `# fsdpcheck: ignore[rule] reason`"))
        << comment;
  }
}

TEST(MayHoldSuppressions, MissesNothing) {
  EXPECT_TRUE(MayHoldSuppressions("x # fsdpcheck: ignore[a]"));
  EXPECT_TRUE(MayHoldSuppressions("FSDP, FSDP # noqa: FSDP101"));
  EXPECT_FALSE(MayHoldSuppressions("from torch.distributed.fsdp import FSDP"));
  EXPECT_FALSE(MayHoldSuppressions("FSDP"));
  EXPECT_FALSE(MayHoldSuppressions(""));
}

TEST(ReadSuppressions, SurvivesAnything) {
  for (const std::string& text :
       {std::string("#"), std::string("# noqa:"), std::string("# fsdpcheck:"), std::string("\\"),
        std::string("'''"), std::string("((("), std::string("# fsdpcheck: ignore["),
        std::string("\0# fsdpcheck: ignore[\xFF]", 24), std::string(100000, '(')}) {
    EXPECT_TRUE(ReadSuppressions(Source("a.py", text)).comments.empty());
  }
}

}  // namespace
}  // namespace fsdpcheck::analyzer

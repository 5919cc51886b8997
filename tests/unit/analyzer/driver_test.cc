#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/driver/run.h"
#include "tests/unit/analyzer/named_rule.h"
#include "tests/unit/analyzer/temporary_folder.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Rule kSeen = NamedRule("FSDP201", "sharding-seen", Severity::kWarning);
constexpr Rule kUnused = NamedRule("FSDP701", "unused-suppression", Severity::kWarning);

constexpr const char* kText = "from torch.distributed.fsdp import fully_shard\nfully_shard(net)\n";

// Reports every call of fully_shard.
class SeenCheck final : public Check {
 public:
  const Rule& rule() const override { return kSeen; }
  void OnCall(const Call& call, const Path&, Sink& sink) const override {
    if (call.external == "torch.distributed.fsdp.fully_shard") {
      sink.Report(kSeen, call.site, "seen", "", {});
    }
  }
};

class UnusedCheck final : public Check {
 public:
  const Rule& rule() const override { return kUnused; }
};

class Driver : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  absl::StatusOr<CheckResult> Result() const {
    const std::array<const Check*, 2> checks = {&seen_, &unused_};
    return RunCheck(request_, checks);
  }

  // Every finding that stays as "path:line rule", joined by blanks, and the exit code.
  std::string Outcome() const {
    const auto result = Result();
    if (!result.ok()) return std::string(result.status().message());
    std::string text = absl::StrCat(result->exit_code);
    for (const Finding& finding : result->report.findings) {
      if (finding.suppressed) continue;
      absl::StrAppend(&text, " ", finding.location.path, ":", finding.location.range.start.line,
                      " ", finding.rule->slug);
    }
    return text;
  }

  const TemporaryFolder folder_;
  CheckRequest request_;

 private:
  const SeenCheck seen_;
  const UnusedCheck unused_;
  std::filesystem::path before_;
};

TEST_F(Driver, ReportsFindingsWithSourceCountsAndFingerprint) {
  folder_.Write("a.py", kText);
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen");
  const auto result = Result();
  EXPECT_EQ(result->report.sources.at("a.py"), kText);
  EXPECT_EQ(result->report.summary.files, 1);
  EXPECT_EQ(result->report.summary.warnings, 1);
  EXPECT_EQ(result->report.findings[0].fingerprint.size(), 16U);
  EXPECT_EQ(result->base.root, folder_.path());
  EXPECT_EQ(result->rules, (std::vector<const Rule*>{&kSeen, &kUnused}));
}

TEST_F(Driver, LetsTheCommandLineWinOverTheFile) {
  folder_.Write("a.py", kText);
  folder_.Write("fsdpcheck.toml", "ignore = ['FSDP2']\n");
  EXPECT_EQ(Outcome(), "0");
  request_.select = {"sharding-seen"};
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen");
  request_.ignore = {"FSDP201"};
  EXPECT_EQ(Outcome(), "0");
  request_ = {};
  request_.isolated = true;
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen");
  request_.level = Severity::kError;
  EXPECT_EQ(Outcome(), "0");
  request_.level = Severity::kInfo;
  request_.fail_on = Severity::kError;
  EXPECT_EQ(Outcome(), "0 a.py:2 sharding-seen");
}

TEST_F(Driver, KeepsWhatAnExcludedFileHoldsOutOfTheReport) {
  folder_.Write("a.py", kText);
  folder_.Write("gen/b.py", kText);
  folder_.Write("fsdpcheck.toml", "exclude = ['gen']\n");
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen");
}

TEST_F(Driver, MarksSuppressedFindingsAndReportsUnusedComments) {
  folder_.Write("a.py", absl::StrCat(kText, "x = 1  # fsdpcheck: ignore[sharding-seen]\n"));
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen a.py:3 unused-suppression");
  folder_.Write("a.py",
                "from torch.distributed.fsdp import fully_shard\n"
                "fully_shard(net)  # fsdpcheck: ignore[sharding-seen] known\n");
  EXPECT_EQ(Outcome(), "0");
  const auto result = Result();
  ASSERT_EQ(result->report.findings.size(), 1U);
  EXPECT_EQ(result->report.findings[0].justification, "known");
  EXPECT_EQ(result->report.summary.suppressed, 1);
  request_.ignore = {"FSDP201"};
  EXPECT_EQ(Outcome(), "0") << "not checked, so not unused";
}

TEST_F(Driver, TurnsBadFilesIntoNotifications) {
  folder_.Write("binary.py", std::string("\0", 1));
  folder_.Write("latin.py", "# \xE9\n");
  const auto result = Result();
  ASSERT_EQ(result->report.notifications.size(), 2U);
  EXPECT_EQ(result->report.notifications[0].path, "binary.py");
  EXPECT_EQ(result->report.notifications[1].path, "latin.py");
  EXPECT_EQ(result->exit_code, 0);
}

TEST_F(Driver, WarnsWhenTheTargetIsOlderThanTheRules) {
  const auto warned = [&] { return !Result()->report.notifications.empty(); };
  folder_.Write("a.py", kText);
  folder_.Write("env/lib/python3.11/site-packages/torch-2.4.1.dist-info/METADATA");
  EXPECT_FALSE(warned());
  request_.virtual_environment = folder_ / "env";
  EXPECT_TRUE(warned());
  folder_.Write("fsdpcheck.toml", "target-torch = '2.9'\n");
  EXPECT_FALSE(warned()) << "the configuration wins over the environment";
  request_.target_torch = Version{2, 5};
  EXPECT_TRUE(warned()) << "the command line wins over both";
  EXPECT_EQ(Outcome(), "1 a.py:2 sharding-seen") << "it is no error";
}

TEST_F(Driver, FailsWhenNothingCanBeReached) {
  folder_.Write("a.py", kText);
  request_.paths = {"no.py"};
  EXPECT_EQ(Outcome(), "no.py: no such file or directory");
  request_.paths = {"no.py", "none.py"};
  EXPECT_EQ(Outcome(), "no.py: no such file or directory; none.py: no such file or directory");
  request_.paths = {"no.py", "a.py"};
  EXPECT_EQ(Outcome(), "2 a.py:2 sharding-seen");
}

TEST_F(Driver, FailsOnUnknownRulesAndBrokenConfiguration) {
  request_.select = {"sharding-sen"};
  EXPECT_EQ(Outcome(), "unknown rule `sharding-sen`; did you mean `sharding-seen`?");
  request_ = {};
  folder_.Write("pyproject.toml", "[tool.fsdpcheck]\nlevl = 'x'\n");
  EXPECT_EQ(Outcome(), "pyproject.toml:2: unknown key `levl`; did you mean `level`?");
}

TEST_F(Driver, WarnsOfFoldersWithoutPython) {
  const auto result = Result();
  EXPECT_EQ(result->warnings, std::vector<std::string>{"no Python files in ."});
  EXPECT_EQ(result->exit_code, 0);
}

TEST_F(Driver, GivesTheSameForAnyNumberOfThreads) {
  for (int i = 0; i < 30; ++i) folder_.Write(absl::StrCat("m", i, ".py"), kText);
  const std::string alone = Outcome();
  request_.threads = 4;
  EXPECT_EQ(Outcome(), alone);
  EXPECT_TRUE(absl::StartsWith(alone, "1 m0.py:2 sharding-seen m1.py:2"));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

#include "analyzer/driver/config.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/driver/glob.h"
#include "analyzer/driver/rule_selection.h"
#include "analyzer/driver/versions.h"
#include "analyzer/suppress/nearest.h"
#include "analyzer/suppress/rule_names.h"
#include "tests/unit/analyzer/named_rule.h"
#include "tests/unit/analyzer/temporary_folder.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Rule kForward = NamedRule("FSDP101", "direct-forward-call");
constexpr Rule kOrder = NamedRule("FSDP301", "optimizer-before-shard");
constexpr Rule kHabit = NamedRule("FSDP302", "costly-habit", Severity::kInfo);
constexpr std::array<const Rule*, 3> kRules = {&kForward, &kOrder, &kHabit};

absl::StatusOr<Config> Parse(const std::string& text) {
  return ParseConfig(text, "fsdpcheck.toml", false, kRules);
}

std::string ErrorOf(const std::string& text) { return std::string(Parse(text).status().message()); }

using Names = std::vector<std::string>;

TEST(ParseConfig, ReadsEveryKey) {
  const auto config = Parse(R"(
select = ["FSDP1", "optimizer-before-shard"]
ignore = ["FSDP301"]
level = "info"
fail-on = "error"
exclude = ["third_party", "tests/**"]
target-torch = "2.9"
required-version = ">=0.1,<1000"
rank-functions = ["my.rank"]
main-rank-predicates = ["is_main"]
[per-file-ignores]
"tests/*" = ["ALL"]
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->select, (Names{"FSDP1", "optimizer-before-shard"}));
  EXPECT_EQ(config->ignore, Names{"FSDP301"});
  EXPECT_EQ(config->level, Severity::kInfo);
  EXPECT_EQ(config->fail_on, Severity::kError);
  EXPECT_EQ(config->exclude, (Names{"third_party", "tests/**"}));
  EXPECT_EQ(config->target_torch, (Version{2, 9}));
  EXPECT_EQ(config->rank_functions, Names{"my.rank"});
  EXPECT_EQ(config->main_rank_predicates, Names{"is_main"});
  ASSERT_EQ(config->per_file_ignores.size(), 1U);
  EXPECT_EQ(config->per_file_ignores[0].pattern, "tests/*");
  EXPECT_EQ(config->per_file_ignores[0].rules, Names{"ALL"});
}

TEST(ParseConfig, TakesItsTableOfPyproject) {
  const std::string text = "[tool.other]\nselct = 1\n[tool.fsdpcheck]\nlevel = \"error\"\n";
  const auto config = ParseConfig(text, "pyproject.toml", true, kRules);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->level, Severity::kError);
  const auto without = ParseConfig("[project]\nname = 'x'\n", "pyproject.toml", true, kRules);
  ASSERT_TRUE(without.ok());
  EXPECT_EQ(without->level, std::nullopt);
}

TEST(ParseConfig, NamesLineAndNearestOfAnUnknownKey) {
  EXPECT_EQ(ErrorOf("level = 'error'\nselct = []\n"),
            "fsdpcheck.toml:2: unknown key `selct`; did you mean `select`?");
  EXPECT_EQ(ErrorOf("fail_on = 'error'\n"),
            "fsdpcheck.toml:1: unknown key `fail_on`; did you mean `fail-on`?");
  EXPECT_EQ(ErrorOf("zzz = 1\n"), "fsdpcheck.toml:1: unknown key `zzz`");
}

TEST(ParseConfig, NamesLineAndNearestOfAnUnknownRule) {
  EXPECT_EQ(ErrorOf("select = [\n  'FSDP101',\n  'optimiser-before-shard',\n]\n"),
            "fsdpcheck.toml:3: `select`: unknown rule `optimiser-before-shard`; did you mean "
            "`optimizer-before-shard`?");
  EXPECT_EQ(ErrorOf("[per-file-ignores]\n'a.py' = ['FSDP999']\n"),
            "fsdpcheck.toml:2: `per-file-ignores`: unknown rule `FSDP999`");
}

TEST(ParseConfig, RefusesValuesOfTheWrongKind) {
  EXPECT_EQ(ErrorOf("select = 'FSDP101'"), "fsdpcheck.toml:1: `select` must be a list of strings");
  EXPECT_EQ(ErrorOf("exclude = [1]"), "fsdpcheck.toml:1: `exclude` must be a list of strings");
  EXPECT_EQ(ErrorOf("level = 3"), "fsdpcheck.toml:1: `level` must be a string");
  EXPECT_EQ(ErrorOf("level = 'high'"),
            "fsdpcheck.toml:1: `high` is not one of error, warning, info");
  EXPECT_TRUE(absl::StartsWith(ErrorOf("target-torch = '2'"), "fsdpcheck.toml:1: `2` is no"));
  EXPECT_TRUE(absl::StartsWith(ErrorOf("per-file-ignores = 1"),
                               "fsdpcheck.toml:1: `per-file-ignores` must be a table"));
  EXPECT_EQ(ParseConfig("tool.fsdpcheck = 1", "pyproject.toml", true, kRules).status().message(),
            "pyproject.toml:1: `tool.fsdpcheck` must be a table");
}

TEST(ParseConfig, RefusesAnotherVersionOfTheProgram) {
  EXPECT_TRUE(
      absl::StrContains(ErrorOf("required-version = '>=1000'"), "requires fsdpcheck >=1000"));
  EXPECT_TRUE(absl::StrContains(ErrorOf("required-version = 'new'"), "no version requirement"));
}

TEST(ParseConfig, RefusesBrokenToml) {
  EXPECT_TRUE(absl::StartsWith(ErrorOf("level = 'error'\nselect = [\n"), "fsdpcheck.toml:"));
  EXPECT_TRUE(absl::StrContains(ErrorOf("select = ["), "not valid TOML"));
  EXPECT_FALSE(Parse(std::string(5000, '[')).ok());
}

TEST(FindConfigFile, PrefersTheOwnFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(FindConfigFile(folder.path()), std::nullopt);
  folder.Write("pyproject.toml");
  EXPECT_EQ(FindConfigFile(folder.path()), folder / "pyproject.toml");
  folder.Write("fsdpcheck.toml");
  EXPECT_EQ(FindConfigFile(folder.path()), folder / "fsdpcheck.toml");
}

TEST(ReadConfig, SaysWhichFileCannotBeRead) {
  const TemporaryFolder folder;
  for (const std::string& path : {folder / "missing.toml", folder.path()}) {
    const auto config = ReadConfig(path, "shown.toml", kRules);
    ASSERT_FALSE(config.ok());
    EXPECT_TRUE(absl::StrContains(config.status().message(), "shown.toml")) << config.status();
  }
}

TEST(RuleSelection, SelectsBySlugCodePrefixAndAll) {
  const auto enabled = [](const Names& select, const Names& ignore) {
    RuleSelection selection;
    selection.select = select;
    selection.ignore = ignore;
    std::string ids;
    for (const Rule* rule : kRules) {
      if (selection.Enables(*rule)) absl::StrAppend(&ids, ids.empty() ? "" : " ", rule->id);
    }
    return ids;
  };
  EXPECT_EQ(enabled({}, {}), "FSDP101 FSDP301");
  EXPECT_EQ(enabled({"direct-forward-call"}, {}), "FSDP101");
  EXPECT_EQ(enabled({"fsdp301"}, {}), "FSDP301");
  EXPECT_EQ(enabled({"FSDP3"}, {}), "FSDP301");
  EXPECT_EQ(enabled({"ALL", "costly-habit"}, {}), "FSDP101 FSDP301 FSDP302");
  EXPECT_EQ(enabled({}, {"FSDP1"}), "FSDP301");
  EXPECT_EQ(enabled({}, {"ALL"}), "");
  EXPECT_EQ(enabled({"FSDP301"}, {"FSDP3"}), "FSDP301") << "the more specific name wins";
  EXPECT_EQ(enabled({"FSDP3"}, {"FSDP301"}), "");
  EXPECT_EQ(enabled({"FSDP301"}, {"FSDP301"}), "") << "ignore wins a tie";
}

TEST(RuleSelection, IgnoresPerFile) {
  RuleSelection selection;
  selection.per_file_ignores = {{"tests", {"FSDP1"}}, {"src/*.py", {"optimizer-before-shard"}}};
  EXPECT_FALSE(selection.EnablesIn(kForward, "pkg/tests/a.py"));
  EXPECT_TRUE(selection.EnablesIn(kOrder, "pkg/tests/a.py"));
  EXPECT_FALSE(selection.EnablesIn(kOrder, "src/a.py"));
  EXPECT_TRUE(selection.EnablesIn(kOrder, "src/deep/a.py"));
  EXPECT_FALSE(selection.EnablesIn(kHabit, "a.py")) << "below the level";
}

TEST(CheckRuleName, KnowsSlugsCodesPrefixesAndAll) {
  for (const char* name : {"ALL", "all", "FSDP", "FSDP3", "FSDP301", "direct-forward-call"}) {
    EXPECT_TRUE(CheckRuleName(name, kRules).ok()) << name;
  }
  for (const char* name : {"", "F", "FSDP9", "FSDP3011", "direct", "optimizer"}) {
    EXPECT_FALSE(CheckRuleName(name, kRules).ok()) << name;
  }
}

TEST(Nearest, CountsEditsAndSwaps) {
  const Names known = {"select", "exclude", "level"};
  EXPECT_EQ(Nearest("slect", known), "select");
  EXPECT_EQ(Nearest("sleect", known), "select");
  EXPECT_EQ(Nearest("EXCLUDES", known), "exclude");
  EXPECT_EQ(Nearest("something", known), "");
  EXPECT_EQ(Nearest("", known), "");
  EXPECT_EQ(Nearest("x", {}), "");
  EXPECT_EQ(Nearest(std::string(100000, 'x'), known), "");
}

TEST(MatchesPattern, MatchesComponentsOrFromTheRoot) {
  const auto matches = [](const char* pattern, const char* path) {
    return MatchesPattern(pattern, path);
  };
  EXPECT_TRUE(matches("build", "a/build/b.py"));
  EXPECT_TRUE(matches("*.py", "a/b.py"));
  EXPECT_TRUE(matches("*_pb2.py", "a/b_pb2.py"));
  EXPECT_FALSE(matches("buil", "a/build/b.py"));
  EXPECT_TRUE(matches("a/b", "a/b/c.py")) << "a folder means what is below it";
  EXPECT_FALSE(matches("b/c.py", "a/b/c.py")) << "a slash anchors the pattern";
  EXPECT_TRUE(matches("./a/b/", "a/b/c.py"));
  EXPECT_TRUE(matches("/a", "a/b.py"));
  EXPECT_FALSE(matches("/b.py", "a/b.py"));
  EXPECT_TRUE(matches("**/c.py", "a/b/c.py"));
  EXPECT_TRUE(matches("**/c.py", "c.py"));
  EXPECT_TRUE(matches("a/**/c.py", "a/c.py"));
  EXPECT_TRUE(matches("a/**", "a/b/c.py"));
  EXPECT_FALSE(matches("a/*.py", "a/b/c.py")) << "`*` does not cross a slash";
  EXPECT_TRUE(matches("a/?.py", "a/b.py"));
  EXPECT_TRUE(matches("[a-c].py", "b.py"));
  EXPECT_FALSE(matches("[!a-c].py", "b.py"));
  EXPECT_TRUE(matches("[x.py", "[x.py")) << "an open bracket stands for itself";
  EXPECT_FALSE(matches("", "a.py"));
  EXPECT_FALSE(matches("a*a*a*a*a*a*a*a*b", std::string(5000, 'a').c_str()));
}

TEST(Versions, CompareAndSatisfy) {
  EXPECT_EQ(ParseVersion("2.9.1+cu128"), (Version{2, 9, 1}));
  EXPECT_EQ(ParseVersion("2.10.0a0+git12"), (Version{2, 10, 0}));
  EXPECT_EQ(ParseVersion("x"), std::nullopt);
  EXPECT_EQ(CompareVersions({2, 9}, {2, 10}), -1);
  EXPECT_EQ(CompareVersions({2, 9}, {2, 9, 0}), 0);
  EXPECT_TRUE(Satisfies("0.2.0", ">=0.1,<0.3").value());
  EXPECT_FALSE(Satisfies("0.3.0", ">=0.1, <0.3").value());
  EXPECT_TRUE(Satisfies("0.3.0", "0.3").value());
  EXPECT_FALSE(Satisfies("0.3.0", "!=0.3").value());
  EXPECT_FALSE(Satisfies("0.3.0", "~0.3").ok());
  EXPECT_FALSE(Satisfies("0.3.0", "").ok());
}

TEST(InstalledTorch, ReadsTheNameOfItsMetadata) {
  const TemporaryFolder folder;
  EXPECT_EQ(InstalledTorch(folder.path()), std::nullopt);
  folder.Write("lib/python3.11/site-packages/torch-2.9.1+cpu.dist-info/METADATA");
  folder.Write("lib/python3.11/site-packages/torch_geometric-9.9.dist-info/METADATA");
  EXPECT_EQ(InstalledTorch(folder.path()), (Version{2, 9, 1}));
  folder.Write("lib/python3.12/site-packages/torch-2.6.0.dist-info/METADATA");
  EXPECT_EQ(InstalledTorch(folder.path()), std::nullopt) << "two that differ";
}

}  // namespace
}  // namespace fsdpcheck::analyzer

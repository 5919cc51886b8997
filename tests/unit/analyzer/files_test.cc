#include "analyzer/driver/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/driver/inspect.h"
#include "analyzer/driver/spawn.h"
#include "analyzer/driver/tree.h"
#include "analyzer/driver/workspace.h"
#include "tests/unit/analyzer/temporary_folder.h"

namespace fsdpcheck::analyzer {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void Git(const std::string& command) const {
    std::vector<std::string> arguments = {"git", "-C", folder_.path()};
    for (const auto& word : std::vector<std::string>(absl::StrSplit(command, ' '))) {
      arguments.push_back(word);
    }
    const auto output = RunProgram(arguments, {});
    ASSERT_TRUE(output.ok()) << output.status();
    ASSERT_EQ(output->exit_code, 0) << output->error;
  }

  NamedPath Named(const std::string& given) const {
    const auto named = ResolveNamedPath(folder_.path(), given);
    EXPECT_TRUE(named.ok()) << named.status();
    return named.value_or(NamedPath{});
  }

  FoundFiles Find(const std::vector<std::string>& paths) {
    request_.workspace = {folder_.path(), folder_.path()};
    request_.paths.clear();
    for (const std::string& path : paths) request_.paths.push_back(Named(path));
    return FindFiles(request_);
  }

  // The files found as "a.py (b.py)": those in parentheses are context only.
  static std::string Shown(const FoundFiles& found) {
    std::vector<std::string> words;
    for (const FoundFile& file : found.files) {
      words.push_back(file.reported ? file.file.shown : absl::StrCat("(", file.file.shown, ")"));
    }
    return absl::StrJoin(words, " ");
  }

  const TemporaryFolder folder_;
  FileRequest request_;
};

TEST_F(Files, WalksWithoutARepository) {
  folder_.Write("b.py");
  folder_.Write("a/c.pyi");
  folder_.Write("a/notes.txt");
  folder_.Write(".hidden/d.py");
  folder_.Write("env/pyvenv.cfg");
  folder_.Write("env/lib/e.py");
  folder_.Write("x/site-packages/f.py");
  folder_.Write("x/__pycache__/g.py");
  EXPECT_EQ(Shown(Find({})), "a/c.pyi b.py");
  EXPECT_EQ(Shown(Find({"a"})), "a/c.pyi (b.py)");
  EXPECT_EQ(Shown(Find({".hidden"})), ".hidden/d.py (a/c.pyi) (b.py)") << "named, so not hidden";
}

TEST_F(Files, SeesWhatGitSees) {
  Git("init -q");
  folder_.Write(".gitignore", "build/\nignored.py\n");
  folder_.Write("tracked.py");
  folder_.Write("gone.py");
  Git("add tracked.py gone.py");
  fs::remove(folder_ / "gone.py");
  folder_.Write("untracked.py");
  folder_.Write("ignored.py");
  folder_.Write("build/made.py");
  folder_.Write(".ci/script.py");
  EXPECT_EQ(Shown(Find({})), ".ci/script.py tracked.py untracked.py");
  EXPECT_EQ(Shown(Find({"ignored.py"})), "(.ci/script.py) ignored.py (tracked.py) (untracked.py)");
  EXPECT_EQ(Shown(Find({"build"})), "(.ci/script.py) build/made.py (tracked.py) (untracked.py)");
  request_.force_exclude = true;
  EXPECT_EQ(Shown(Find({"ignored.py", "tracked.py"})), "(.ci/script.py) tracked.py (untracked.py)");
}

TEST_F(Files, WorksBesideAForeignRepositoryOfAHook) {
  Git("init -q");
  folder_.Write("a.py");
  const TemporaryFolder other;
  ASSERT_EQ(setenv("GIT_DIR", other.path().c_str(), 1), 0);
  const FoundFiles found = Find({});
  unsetenv("GIT_DIR");
  EXPECT_EQ(Shown(found), "a.py");
  EXPECT_TRUE(found.notifications.empty());
}

TEST_F(Files, WalksWhenGitFails) {
  folder_.Write(".git", "gitdir: /nowhere\n");
  folder_.Write("a.py");
  const FoundFiles found = Find({});
  EXPECT_EQ(Shown(found), "a.py");
  ASSERT_EQ(found.notifications.size(), 1U);
  EXPECT_EQ(found.notifications[0].level, Notification::Level::kNote);
  EXPECT_TRUE(absl::StrContains(found.notifications[0].message, "git ls-files"));
}

TEST_F(Files, ExcludesFromTheReportOnly) {
  folder_.Write("a.py");
  folder_.Write("gen/b.py");
  request_.exclude = {"gen"};
  EXPECT_EQ(Shown(Find({})), "a.py (gen/b.py)");
  EXPECT_EQ(Shown(Find({"gen/b.py"})), "(a.py) gen/b.py") << "a named file is checked";
  request_.force_exclude = true;
  EXPECT_EQ(Shown(Find({"gen/b.py"})), "(a.py) (gen/b.py)");
}

TEST_F(Files, WarnsOfAFolderWithoutPython) {
  folder_.Write("docs/index.md");
  folder_.Write("a.py");
  const FoundFiles found = Find({"docs"});
  EXPECT_EQ(found.warnings, std::vector<std::string>{"no Python files in docs"});
  EXPECT_EQ(Shown(found), "(a.py)");
}

TEST_F(Files, ChecksScriptsButNoOtherLanguage) {
  folder_.Write("train");
  folder_.Write("config.yaml");
  const FoundFiles found = Find({"train", "config.yaml"});
  EXPECT_EQ(Shown(found), "train");
  ASSERT_EQ(found.notifications.size(), 1U);
  EXPECT_EQ(found.notifications[0].path, "config.yaml");
}

TEST_F(Files, SurvivesLinks) {
  folder_.Write("a.py");
  fs::create_directory_symlink(".", folder_ / "loop");
  fs::create_symlink("a.py", folder_ / "same.py");
  fs::create_symlink("round.py", folder_ / "round.py");
  fs::create_symlink("nowhere.py", folder_ / "dangling.py");
  const FoundFiles found = Find({});
  EXPECT_EQ(Shown(found), "a.py (same.py)");
  std::vector<std::string> levels;
  for (const Notification& notification : found.notifications) {
    levels.push_back(absl::StrCat(notification.path, " ", static_cast<int>(notification.level)));
  }
  std::sort(levels.begin(), levels.end());
  EXPECT_EQ(levels, (std::vector<std::string>{"dangling.py 0", "round.py 2"}));
  EXPECT_EQ(Shown(Find({"same.py"})), "(a.py) same.py");
  EXPECT_FALSE(ResolveNamedPath(folder_.path(), "round.py").ok());
}

TEST_F(Files, LeavesOutWhatIsNoRegularFile) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.py").c_str(), 0600), 0);
  fs::create_directory(folder_ / "folder.py");
  folder_.Write("folder.py/a.py");
  EXPECT_EQ(Shown(Find({})), "folder.py/a.py");
  EXPECT_FALSE(ResolveNamedPath(folder_.path(), "pipe.py").ok());
}

TEST_F(Files, TakesFilesOutsideTheRoot) {
  const TemporaryFolder other;
  other.Write("o.py");
  other.Write("p.py");
  folder_.Write("a.py");
  const FoundFiles found = Find({other.path(), "a.py"});
  ASSERT_EQ(found.files.size(), 3U);
  for (const FoundFile& file : found.files) EXPECT_TRUE(file.reported);
}

TEST_F(Files, PutsAGivenTextInPlaceOfAFile) {
  folder_.Write("a.py", "old");
  request_.given = GivenText{folder_ / "a.py", "new"};
  FoundFiles found = Find({});
  ASSERT_EQ(Shown(found), "a.py");
  EXPECT_EQ(found.files[0].file.text, "new");
  request_.given = GivenText{folder_ / "unsaved.py", "new"};
  found = Find({});
  EXPECT_EQ(Shown(found), "(a.py) unsaved.py");
}

TEST_F(Files, ShowsPathsFromTheWorkingDirectory) {
  folder_.Write("src/pkg/a.py");
  folder_.Write("b.py");
  request_.workspace = {folder_ / "src", folder_.path()};
  const FoundFiles found = FindFiles(request_);
  EXPECT_EQ(Shown(found), absl::StrCat("(", folder_ / "b.py", ") pkg/a.py"));
  EXPECT_EQ(found.files[1].file.in_root, "src/pkg/a.py");
}

TEST_F(Files, FindsTheRoot) {
  fs::create_directories(folder_ / "repo/src/deep");
  folder_.Write("repo/src/deep/a.py");
  folder_.Write("loose/b.py");
  const std::string deep = folder_ / "repo/src/deep";
  EXPECT_EQ(FindRoot(deep, {}), deep) << "no marker: the working directory";
  folder_.Write("repo/pyproject.toml");
  EXPECT_EQ(FindRoot(deep, {}), folder_ / "repo");
  EXPECT_EQ(FindRoot(deep, {Named("repo/src/deep/a.py")}), folder_ / "repo");
  EXPECT_EQ(FindRoot(folder_.path(), {Named("repo/src/deep/a.py")}), folder_ / "repo");
  EXPECT_EQ(FindRoot(folder_.path(), {Named("loose/b.py")}), folder_.path());
  EXPECT_EQ(FindRoot(deep, {Named("loose/b.py")}), folder_ / "loose") << "outside both";
  EXPECT_EQ(FindRoot("/", {Named("loose/b.py")}), folder_ / "loose") << "never the whole disk";
}

TEST_F(Files, TellsMissingPathsFromOthers) {
  const auto named = ResolveNamedPath(folder_.path(), "no/such.py");
  ASSERT_FALSE(named.ok());
  EXPECT_EQ(named.status().message(), "no such file or directory");
}

TEST_F(Files, InspectsEveryFile) {
  const auto reported = [&](const std::string& name, const std::string& text) {
    const std::string path = folder_.Write(name, text);
    return FoundFile{{path, name, name}, true, static_cast<int64_t>(text.size())};
  };
  std::vector<FoundFile> files = {reported("fine.py", "# é ü\nx = 1\n"),
                                  reported("latin.py", "# caf\xE9\n"),
                                  reported("binary.py", std::string("a\0b", 3)),
                                  reported("large.py", std::string(10'000'001, '#')),
                                  reported("limit.py", std::string(10'000'000, '#')),
                                  FoundFile{{folder_ / "no.py", "no.py", "no.py"}, true},
                                  reported("comment.py", "x # fsdpcheck: ignore[a]\n"),
                                  reported("empty.py", "")};
  const std::vector<FileState> expected = {
      FileState::kFine, FileState::kNotUtf8,    FileState::kBinary, FileState::kTooLarge,
      FileState::kFine, FileState::kUnreadable, FileState::kFine,   FileState::kFine};
  for (const int threads : {1, 4}) {
    const std::vector<Inspection> found = InspectFiles(files, threads);
    for (size_t i = 0; i < files.size(); ++i) {
      EXPECT_EQ(found[i].state, expected[i]) << files[i].file.shown;
      EXPECT_EQ(found[i].has_comment, files[i].file.shown == "comment.py");
    }
  }
  for (FoundFile& file : files) file.reported = false;
  EXPECT_EQ(InspectFiles(files, 1)[3].state, FileState::kTooLarge) << "context has a limit too";
  EXPECT_EQ(InspectFiles(files, 1)[1].state, FileState::kFine) << "context is not read";
}

TEST(IsUtf8, FollowsTheStandard) {
  for (const char* text :
       {"", "plain ascii of some length", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "12345678\xC3\xA9"
        "12345678"}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
  for (const char* text : {"\xFF", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
                           "\xF4\x90\x80\x80", "1234567\xE2\x82", "\x80"}) {
    EXPECT_FALSE(IsUtf8(text));
  }
}

TEST(RunProgram, CollectsBothStreamsAndTheExitCode) {
  const auto output = RunProgram({"sh", "-c", "echo out; echo err >&2; cat; exit 3"}, {});
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->out, "out\n");
  EXPECT_EQ(output->error, "err\n");
  EXPECT_EQ(output->exit_code, 3);
  EXPECT_EQ(RunProgram({"sh", "-c", "kill -9 $$"}, {})->exit_code, 137);
  EXPECT_EQ(RunProgram({"no-such-program-here"}, {}).status().message(),
            "no-such-program-here is not installed");
}

TEST(RunProgram, ReadsMoreThanAPipeHolds) {
  const auto output =
      RunProgram({"sh", "-c", "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero"}, {});
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->out.size(), 1000000U);
  EXPECT_EQ(output->error.size(), 1000000U);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

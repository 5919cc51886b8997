#include "analyzer/model/project.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/unit/analyzer/python_files.h"
#include "tests/unit/analyzer/temporary_folder.h"

namespace fsdpcheck::analyzer {
namespace {

// "file:name", "file:" for a module, the external name, or "" for nothing.
std::string Show(const Project& project, const Target& target) {
  if (!target.file.has_value()) return target.external;
  return absl::StrCat(project.file(*target.file).in_root, ":", target.name);
}

// What the global `name` of `file` stands for.
std::string Global(const PythonFiles& files, const std::string& file, const std::string& name) {
  const Project project(ProjectFilesOf(files));
  return Show(project, project.ResolveGlobal(FileNamed(project, file), name));
}

std::string Module(const PythonFiles& files, const std::string& from, const std::string& module,
                   int level = 0) {
  const Project project(ProjectFilesOf(files));
  const std::optional<FileId> found = project.FindModule(FileNamed(project, from), module, level);
  return found.has_value() ? project.file(*found).in_root : "";
}

TEST(Project, SortsFilesByPathAndKeepsOneOfEach) {
  std::vector<ProjectFile> files(3);
  files[0].path = "b.py";
  files[1].path = "a.py";
  files[2].path = "b.py";
  files[0].shown = "first";
  files[2].shown = "second";
  const Project project(files);
  ASSERT_EQ(project.size(), 2u);
  EXPECT_EQ(project.file(FileId{0}).path, "a.py");
  EXPECT_EQ(project.file(FileId{1}).shown, "first");
}

TEST(Project, ReadsFilesAndSaysWhyItCannot) {
  const TemporaryFolder folder;
  folder.Write("a.py", "import b\n");
  std::vector<ProjectFile> files(3);
  files[0].path = folder.path() + "/a.py";
  files[0].shown = "a.py";
  files[1].path = folder.path() + "/gone.py";
  files[2].path = folder.path();
  const Project project(files);
  EXPECT_EQ(project.Read(FileId{0}).status().code(), absl::StatusCode::kUnavailable);
  const auto source = project.Read(FileId{1});
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_EQ((*source)->text(), "import b\n");
  EXPECT_EQ((*source)->path(), "a.py");
  const absl::Status gone = project.Read(FileId{2}).status();
  EXPECT_EQ(gone.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(gone.message().find("gone.py"), absl::string_view::npos);
  EXPECT_TRUE(project.outline(FileId{2}).imports.empty());
}

TEST(Project, ReadsIntoABufferThatKeepsItsSize) {
  const TemporaryFolder folder;
  folder.Write("a.py", "long text\n");
  folder.Write("b.py", "b\n");
  std::vector<ProjectFile> files(2);
  files[0].path = folder.path() + "/a.py";
  files[1].path = folder.path() + "/b.py";
  const Project project(files);
  std::string buffer;
  EXPECT_EQ(project.ReadBytes(FileId{0}, buffer).value(), "long text\n");
  EXPECT_EQ(project.ReadBytes(FileId{1}, buffer).value(), "b\n");
  EXPECT_EQ(buffer.size(), 10u);
}

TEST(Project, FindsModulesRelativeToThePackage) {
  const PythonFiles files = {{"p/__init__.py", ""}, {"p/a.py", ""},     {"p/q/__init__.py", ""},
                             {"p/q/b.py", ""},      {"p/q/r/c.py", ""}, {"a.py", ""}};
  EXPECT_EQ(Module(files, "p/q/b.py", "", 1), "p/q/__init__.py");
  EXPECT_EQ(Module(files, "p/q/b.py", "", 2), "p/__init__.py");
  EXPECT_EQ(Module(files, "p/q/b.py", "a", 2), "p/a.py");
  EXPECT_EQ(Module(files, "p/q/b.py", "a", 3), "a.py");
  EXPECT_EQ(Module(files, "p/q/b.py", "a", 4), "");
  EXPECT_EQ(Module(files, "p/__init__.py", "q.r.c", 1), "p/q/r/c.py");
  EXPECT_EQ(Module(files, "p/__init__.py", "a", 1), "p/a.py");
}

TEST(Project, LooksForAbsoluteNamesWherePythonWould) {
  EXPECT_EQ(Module({{"scripts/train.py", ""}, {"scripts/utils.py", ""}, {"utils.py", ""}},
                   "scripts/train.py", "utils"),
            "scripts/utils.py")
      << "beside a script";
  EXPECT_EQ(Module({{"p/__init__.py", ""}, {"p/a.py", ""}, {"p/utils.py", ""}, {"utils.py", ""}},
                   "p/a.py", "utils"),
            "utils.py")
      << "not beside a module of a package";
  EXPECT_EQ(Module({{"p/__init__.py", ""}, {"p/a.py", ""}, {"p/utils.py", ""}}, "p/a.py", "utils"),
            "p/utils.py")
      << "unless it is run as a script";
  EXPECT_EQ(Module({{"lib/p/__init__.py", ""}, {"lib/p/a.py", ""}, {"lib/q.py", ""}, {"q.py", ""}},
                   "lib/p/a.py", "q"),
            "lib/q.py")
      << "beside the top package";
  EXPECT_EQ(Module({{"x/a.py", ""}, {"src/p/__init__.py", ""}}, "x/a.py", "p"),
            "src/p/__init__.py");
  EXPECT_EQ(Module({{"a.py", ""}, {"p/__init__.py", ""}, {"p.py", ""}}, "a.py", "p"),
            "p/__init__.py")
      << "a package hides a module";
}

TEST(Project, LooksBelowOtherRootsOnlyWhenOneAnswers) {
  PythonFiles files = {{"x/a.py", ""}, {"python/p/__init__.py", ""}, {"python/p/m.py", ""}};
  EXPECT_EQ(Module(files, "x/a.py", "p.m"), "python/p/m.py");
  files["other/p/__init__.py"] = "";
  EXPECT_EQ(Module(files, "x/a.py", "p.m"), "python/p/m.py");
  files["other/p/m.py"] = "";
  EXPECT_EQ(Module(files, "x/a.py", "p.m"), "");
}

TEST(Project, NeverTakesTorchFromTheProject) {
  const PythonFiles files = {
      {"a.py", ""}, {"torch/__init__.py", ""}, {"torch/nn.py", ""}, {"torchx.py", ""}};
  EXPECT_EQ(Module(files, "a.py", "torch"), "");
  EXPECT_EQ(Module(files, "a.py", "torch.nn"), "");
  EXPECT_EQ(Module(files, "a.py", "torchx"), "torchx.py");
}

TEST(Project, ResolvesWhatAModuleDefines) {
  const PythonFiles files = {{"a.py", "def f(): pass\nclass C: pass\nx = 1\n"}};
  EXPECT_EQ(Global(files, "a.py", "f"), "a.py:f");
  EXPECT_EQ(Global(files, "a.py", "C"), "a.py:C");
  EXPECT_EQ(Global(files, "a.py", "x"), "a.py:x");
  EXPECT_EQ(Global(files, "a.py", "y"), "");
}

TEST(Project, FollowsReExports) {
  const PythonFiles files = {
      {"p/__init__.py", "from .shard import apply as run\nfrom . import shard\n"},
      {"p/shard.py", "def apply(): pass\n"},
      {"train.py",
       "from p import run as go, shard, missing\nimport p\nimport p.shard\n"
       "import p.shard as s\n"}};
  EXPECT_EQ(Global(files, "train.py", "go"), "p/shard.py:apply");
  EXPECT_EQ(Global(files, "train.py", "shard"), "p/shard.py:");
  EXPECT_EQ(Global(files, "train.py", "p"), "p/__init__.py:");
  EXPECT_EQ(Global(files, "train.py", "s"), "p/shard.py:");
  EXPECT_EQ(Global(files, "train.py", "missing"), "");
}

TEST(Project, FollowsStarImports) {
  const PythonFiles files = {
      {"p/__init__.py", "from .a import *\nfrom .b import *\nfrom numpy import *\n"},
      {"p/a.py", "def f(): pass\ndef _private(): pass\ndef both(): pass\n"},
      {"p/b.py", "from .c import *\ndef both(): pass\n"},
      {"p/c.py", "from . import *\nclass G: pass\n"},
      {"t.py", "from torch.distributed.fsdp import *\n"}};
  EXPECT_EQ(Global(files, "p/__init__.py", "f"), "p/a.py:f");
  EXPECT_EQ(Global(files, "p/__init__.py", "G"), "p/c.py:G");
  EXPECT_EQ(Global(files, "p/c.py", "f"), "p/a.py:f") << "through a cycle";
  EXPECT_EQ(Global(files, "p/__init__.py", "_private"), "");
  EXPECT_EQ(Global(files, "p/__init__.py", "both"), "") << "bound twice";
  EXPECT_EQ(Global(files, "p/__init__.py", "array"), "");
  EXPECT_EQ(Global(files, "t.py", "fully_shard"), "torch.distributed.fsdp.fully_shard");
}

TEST(Project, NamesWhatLeavesTheProject) {
  const PythonFiles files = {{"a.py",
                              "import torch.distributed as dist\nimport torch.nn\n"
                              "from torch.distributed.fsdp import fully_shard as fs\n"
                              "from .gone import x\n"}};
  EXPECT_EQ(Global(files, "a.py", "dist"), "torch.distributed");
  EXPECT_EQ(Global(files, "a.py", "torch"), "torch");
  EXPECT_EQ(Global(files, "a.py", "fs"), "torch.distributed.fsdp.fully_shard");
  EXPECT_EQ(Global(files, "a.py", "x"), "");
}

TEST(Project, PrefersPyTorchAmongSeveralBindings) {
  const PythonFiles files = {
      {"a.py",
       "try:\n  from torch.distributed.fsdp import fully_shard\n"
       "except ImportError:\n  from .b import fully_shard\n"},
      {"b.py", "def fully_shard(): pass\ndef f(): pass\n"},
      {"c.py", "def f(): pass\n"},
      {"d.py", "if x:\n  from .b import f\nelse:\n  from .c import f\n"},
      {"e.py", "try:\n  from apex import f\nexcept ImportError:\n  from .c import f\n"},
      {"g.py", "f = None\nif x:\n  from .c import f\n"}};
  EXPECT_EQ(Global(files, "a.py", "fully_shard"), "torch.distributed.fsdp.fully_shard");
  EXPECT_EQ(Global(files, "d.py", "f"), "") << "two different targets";
  EXPECT_EQ(Global(files, "e.py", "f"), "c.py:f");
  EXPECT_EQ(Global(files, "g.py", "f"), "c.py:f") << "an assignment counts least";
}

TEST(Project, KeepsImportsInsideFunctionsOutOfTheModule) {
  const PythonFiles files = {{"a.py", "def f():\n  from b import g\nif x:\n  from b import h\n"},
                             {"b.py", "def g(): pass\ndef h(): pass\n"}};
  EXPECT_EQ(Global(files, "a.py", "g"), "");
  EXPECT_EQ(Global(files, "a.py", "h"), "b.py:h");
  const Project project(ProjectFilesOf(files));
  const FileId file = FileNamed(project, "a.py");
  EXPECT_EQ(Show(project, project.Resolve(file, project.outline(file).imports[0])), "b.py:g");
}

TEST(Project, EndsWhenModulesImportEachOther) {
  const PythonFiles files = {
      {"a.py", "from b import x\n"}, {"b.py", "from a import x\n"}, {"c.py", "from c import y\n"}};
  EXPECT_EQ(Global(files, "a.py", "x"), "");
  EXPECT_EQ(Global(files, "c.py", "y"), "");
}

TEST(Project, GivesUpAfterSixteenSteps) {
  PythonFiles files = {{"m0.py", "def f(): pass\n"}};
  for (int i = 1; i <= 20; ++i) {
    files[absl::StrCat("m", i, ".py")] = absl::StrCat("from m", i - 1, " import f\n");
  }
  EXPECT_EQ(Global(files, "m16.py", "f"), "m0.py:f");
  EXPECT_EQ(Global(files, "m17.py", "f"), "");
}

TEST(Project, AnswersAlikeFromSeveralThreads) {
  PythonFiles files;
  for (int i = 0; i < 50; ++i) {
    files[absl::StrCat("p/m", i, ".py")] = absl::StrCat("def f", i, "(): pass\n");
    absl::StrAppend(&files["p/__init__.py"], "from .m", i, " import *\n");
  }
  const Project project(ProjectFilesOf(files));
  const FileId package = FileNamed(project, "p/__init__.py");
  std::vector<std::vector<std::string>> answers(4);
  std::vector<std::thread> threads;
  for (auto& answer : answers) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const Target target = project.ResolveGlobal(package, absl::StrCat("f", i));
        answer.push_back(Show(project, target));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < 50; ++i) {
    const std::string expected = absl::StrCat("p/m", i, ".py:f", i);
    for (const auto& answer : answers) EXPECT_EQ(answer[i], expected);
  }
}

}  // namespace
}  // namespace fsdpcheck::analyzer

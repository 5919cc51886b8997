#include "analyzer/model/slice.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/unit/analyzer/python_files.h"

namespace fsdpcheck::analyzer {
namespace {

using Names = std::vector<std::string>;

constexpr int kThreads = 2;
constexpr size_t kNoLimit = 1000;

SeedSet Fsdp2() { return {{"fully_shard", "FSDPModule"}, {"fully_shard", "FSDPModule"}, {}}; }

SeedSet Distributed() {
  return {{"torch.distributed"}, {"all_reduce", "gather", "barrier"}, {"full_tensor"}};
}

// "file:name", "file:" for the body of a module, with "*" behind a seed and the
// distance of what is none.
Names Show(const Project& project, const Slice& slice) {
  Names names;
  for (const SliceEntry& entry : slice.entries) {
    const FileId file = entry.definition.file;
    const int index = entry.definition.index;
    const std::string name =
        index == DefinitionId::kBody
            ? ""
            : project.outline(file).definitions[static_cast<size_t>(index)].name;
    names.push_back(absl::StrCat(project.file(file).in_root, ":", name,
                                 entry.seed ? "*" : absl::StrCat(" ", entry.distance)));
  }
  return names;
}

Names SliceOf(const PythonFiles& files, const SeedSet& seeds = Fsdp2()) {
  const Project project(ProjectFilesOf(files));
  return Show(project, FindSlice(project, {seeds}, kThreads, kNoLimit));
}

// A module that shards in `apply`, and what is found in a file that uses it.
constexpr char kShard[] =
    "def apply(net):\n"
    "  from torch.distributed.fsdp import fully_shard\n"
    "  fully_shard(net)\n";

Names UsersOfShard(const std::string& user) {
  Names names = SliceOf({{"shard.py", kShard}, {"user.py", user}});
  EXPECT_EQ(names.front(), "shard.py:apply*");
  names.erase(names.begin());
  return names;
}

TEST(Slice, FindsDefinitionsThatHoldASeed) {
  EXPECT_EQ(SliceOf({{"a.py",
                      "from torch.distributed.fsdp import fully_shard\n"
                      "def f(net): fully_shard(net)\n"
                      "def g(net): pass\n"
                      "class C:\n"
                      "  def m(self): return fully_shard(self.net)\n"},
                     {"b.py",
                      "import torch\n"
                      "def h(net): torch.distributed.fsdp.fully_shard(net)\n"},
                     {"c.py", "def k(): pass\n"}}),
            (Names{"a.py:*", "a.py:f*", "a.py:C*", "b.py:h*"}));
}

TEST(Slice, TakesTheModuleBodyAsADefinition) {
  EXPECT_EQ(SliceOf({{"a.py",
                      "import torch.distributed.fsdp as fsdp\n"
                      "def f(): pass\n"
                      "if True:\n"
                      "  fsdp.fully_shard(net)\n"}}),
            (Names{"a.py:*"}));
}

TEST(Slice, TakesNoSeedFromAnotherLibraryCommentOrText) {
  EXPECT_EQ(SliceOf({{"a.py",
                      "from other.fsdp import fully_shard\n"
                      "def f(net): fully_shard(net)\n"},
                     {"b.py",
                      "def f():\n"
                      "  '''Calls fully_shard.'''\n"
                      "  x = 1  # not fully_shard\n"
                      "def g(x, fully_shard): return x.fully_shard(fully_shard=1)\n"}}),
            (Names{}));
}

TEST(Slice, TakesASeedInAnAnnotationThatIsAString) {
  EXPECT_EQ(SliceOf({{"a.py",
                      "if TYPE_CHECKING:\n"
                      "  from torch.distributed.fsdp import FSDPModule\n"
                      "def f(net: 'FSDPModule'): pass\n"}}),
            (Names{"a.py:*", "a.py:f*"}));
}

TEST(Slice, FollowsASeedUnderAnotherName) {
  EXPECT_EQ(SliceOf({{"a.py",
                      "from torch.distributed.fsdp import fully_shard as shard\n"
                      "def f(net): shard(net)\n"},
                     {"b.py",
                      "from a import shard as s\n"
                      "def g(net): s(net)\n"}}),
            (Names{"a.py:*", "a.py:f*", "b.py:g*"}));
}

TEST(Slice, AsksForTheGateOfAScope) {
  const PythonFiles files = {{"a.py", "def f(x): x.full_tensor()\n"},
                             {"b.py",
                              "import torch.distributed as dist\n"
                              "def f(x): dist.all_reduce(x)\n"
                              "def g(x): torch.gather(x)\n"
                              "def h(x): x.gather(0); full_tensor(x)\n"
                              "def k(x): x.full_tensor()\n"}};
  EXPECT_EQ(SliceOf(files, Distributed()), (Names{"b.py:f*", "b.py:k*"}));
  SeedSet open = Distributed();
  open.gate.clear();
  EXPECT_EQ(SliceOf(files, open), (Names{"a.py:f*", "b.py:f*", "b.py:k*"}));
}

TEST(Slice, JoinsScopes) {
  const Project project(
      ProjectFilesOf({{"a.py", "import torch.distributed as dist\ndef f(x): dist.all_reduce(x)\n"},
                      {"b.py", kShard}}));
  const Slice slice = FindSlice(project, {Fsdp2(), Distributed()}, kThreads, kNoLimit);
  EXPECT_EQ(Show(project, slice), (Names{"a.py:f*", "b.py:apply*"}));
  EXPECT_EQ(slice.files_with_seeds, 2);
  EXPECT_FALSE(slice.truncated);
}

TEST(Slice, FollowsCallersToTheScript) {
  EXPECT_EQ(
      SliceOf({{"pkg/shard.py", kShard},
               {"pkg/build.py",
                "from .shard import apply\n"
                "def build(): return apply(Net())\n"
                "def other(): pass\n"},
               {"pkg/__init__.py", ""},
               {"train.py",
                "from pkg.build import build\n"
                "def main():\n"
                "  net = build()\n"
                "if __name__ == '__main__':\n"
                "  main()\n"}}),
      (Names{"pkg/build.py:build 1", "pkg/shard.py:apply*", "train.py: 3", "train.py:main 2"}));
}

TEST(Slice, FollowsEveryWayToImportAName) {
  EXPECT_EQ(UsersOfShard("from shard import apply\ndef f(): apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("from shard import apply as go\ndef f(): go(n)\ndef g(): apply(n)\n"),
            (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("from shard import *\ndef f(): apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("import shard\ndef f(): shard.apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("import shard as s\ndef f(): s . apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("def f():\n  from shard import apply\n  apply(n)\ndef g(): apply(n)\n"),
            (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("x = 1; from shard import apply\ndef f(): apply(n)\n"),
            (Names{"user.py:f 1"}));
  EXPECT_EQ(UsersOfShard("from shard import (  # why\n  apply,\n)\ndef f(): apply(n)\n"),
            (Names{"user.py:f 1"}));
}

TEST(Slice, FollowsPackagesAndTheirFronts) {
  const PythonFiles package = {{"p/__init__.py", "from .q import *\nfrom . import q\n"},
                               {"p/q/__init__.py", "from .shard import apply as run\n"},
                               {"p/q/shard.py", kShard}};
  const auto users = [&](const std::string& user) {
    PythonFiles files = package;
    files["user.py"] = user;
    Names names = SliceOf(files);
    EXPECT_EQ(names.front(), "p/q/shard.py:apply*");
    names.erase(names.begin());
    return names;
  };
  EXPECT_EQ(users("from p import run\ndef f(): run(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(users("import p\ndef f(): p.run(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(users("import p.q.shard\ndef f(): p.q.shard.apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(users("from p import q\ndef f(): q.run(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(users("from p.q import shard\ndef f(): shard.apply(n)\n"), (Names{"user.py:f 1"}));
  EXPECT_EQ(users("import p.q\ndef f(): p.q.apply(n)\n"), (Names{}));
}

TEST(Slice, CountsOnlyUsesThatResolveToTheDefinition) {
  EXPECT_EQ(UsersOfShard("from other import apply\ndef f(): apply(n)\n"), (Names{}));
  EXPECT_EQ(UsersOfShard("def f(): apply(n)\n"), (Names{}));
  EXPECT_EQ(UsersOfShard("from shard import apply\n"
                         "def f():\n"
                         "  'apply'; x.apply(apply=1)  # apply\n"
                         "  apply = 2\n"
                         "  def apply(): pass\n"
                         "'''\napply\n'''\n"),
            (Names{}));
  EXPECT_EQ(UsersOfShard("from shard import apply\ndef f(): return f'{apply(n)}'\n"),
            (Names{"user.py:f 1"}));
}

TEST(Slice, FollowsNamesThatAModuleAssigns) {
  EXPECT_EQ(UsersOfShard("from functools import partial\n"
                         "from shard import apply\n"
                         "run = partial(apply, mesh=None)\n"
                         "def f(): run(n)\n"
                         "def main(): f()\n"),
            (Names{"user.py: 1", "user.py:f 2", "user.py:main 3"}));
}

TEST(Slice, StopsBehindADefinitionThatPassesANameOn) {
  EXPECT_EQ(UsersOfShard("from shard import apply\n"
                         "def spec(): return Spec(apply)\n"
                         "def config(): return spec()\n"),
            (Names{"user.py:spec 1"}));
  EXPECT_EQ(UsersOfShard("import functools\n"
                         "from shard import apply\n"
                         "def f(): functools.partial(apply, 1)(n)\n"
                         "def main(): f()\n"),
            (Names{"user.py:f 1", "user.py:main 2"}));
  EXPECT_EQ(SliceOf({{"a.py",
                      "import torch.distributed.fsdp as fsdp\n"
                      "def unwrap(x): return isinstance(x, fsdp.FSDPModule)\n"
                      "def f(x): unwrap(x)\n"}}),
            (Names{"a.py:unwrap*"}));
}

TEST(Slice, FollowsADecorator) {
  EXPECT_EQ(UsersOfShard("import shard\n"
                         "@shard.apply\n"
                         "def f(): pass\n"
                         "def main(): f()\n"),
            (Names{"user.py:f 1", "user.py:main 2"}));
}

// A class whose `setup` shards, and its users.
Names UsersOfTrainer(const std::string& user) {
  Names names = SliceOf({{"trainer.py",
                          "from shard import apply\n"
                          "class Trainer:\n"
                          "  def __init__(self): self.x = 1\n"
                          "  def setup(self):\n"
                          "    self.net = apply(self.net)\n"
                          "  def train(self):\n"
                          "    self.setup()\n"
                          "  def help(self): pass\n"},
                         {"shard.py", kShard},
                         {"user.py", user}});
  EXPECT_EQ(names[0], "shard.py:apply*");
  EXPECT_EQ(names[1], "trainer.py:Trainer 1");
  names.erase(names.begin(), names.begin() + 2);
  return names;
}

TEST(Slice, FollowsAClassByItsMembers) {
  const std::string import = "from trainer import Trainer\n";
  EXPECT_EQ(UsersOfTrainer(import + "def f():\n  t = Trainer()\n  t.setup()\n"),
            (Names{"user.py:f 2"}));
  EXPECT_EQ(UsersOfTrainer(import + "def f(): Trainer().train()\n"), (Names{"user.py:f 2"}));
  EXPECT_EQ(UsersOfTrainer(import + "def f(t: Trainer): t.net.forward(x)\n"),
            (Names{"user.py:f 2"}));
  EXPECT_EQ(UsersOfTrainer(import + "def f(): Trainer().help()\n"), (Names{}));
  EXPECT_EQ(UsersOfTrainer(import + "def f(t: Trainer): pass\n"), (Names{}));
}

TEST(Slice, FollowsDerivedClassesAndFunctionsThatMakeObjects) {
  const std::string import = "from trainer import Trainer\n";
  EXPECT_EQ(UsersOfTrainer(import + "class Mine(Trainer):\n"
                                    "  def help(self): pass\n"
                                    "def f(): Mine().train()\n"
                                    "def g(): Mine().help()\n"),
            (Names{"user.py:f 3"}));
  EXPECT_EQ(UsersOfTrainer(import + "class Mine(Trainer):\n"
                                    "  def step(self): self.net.forward(x)\n"),
            (Names{"user.py:Mine 2"}));
  EXPECT_EQ(UsersOfTrainer(import + "def make(): return Trainer()\n"
                                    "def f(): make().train()\n"
                                    "def g(): make().help()\n"),
            (Names{"user.py:f 3"}));
  EXPECT_EQ(UsersOfTrainer(import + "trainer = Trainer()\n"
                                    "def f(): trainer.train()\n"
                                    "def g(): trainer.help()\n"),
            (Names{"user.py:f 3"}));
}

TEST(Slice, FollowsAClassByNameIfItsConstructorLeadsToASeed) {
  EXPECT_EQ(UsersOfShard("from shard import apply\n"
                         "class C:\n"
                         "  def __init__(self): self.prepare()\n"
                         "  def prepare(self): apply(self.net)\n"
                         "class D(C): pass\n"
                         "def f(): return C()\n"
                         "def g(): D()\n"
                         "def h(x): isinstance(x, C)\n"
                         "def main(): h(f())\n"),
            (Names{"user.py:C 1", "user.py:D 2", "user.py:f 2", "user.py:g 3", "user.py:h 2",
                   "user.py:main 3"}));
}

TEST(Slice, AConstructorThatRegistersAHookDoesNotRunIt) {
  const std::string trainer =
      "from shard import apply\n"
      "class C:\n"
      "  def __init__(self):\n"
      "    self.add_hook(self.hook)\n"
      "    self.kept = self.run\n"
      "  def hook(self): apply(self.net)\n"
      "  def run(self): apply(self.net)\n";
  EXPECT_EQ(UsersOfShard(trainer + "def f(): return C()\n"
                                   "def g(): C().kept()\n"),
            (Names{"user.py:C 1", "user.py:g 2"}));
}

TEST(Slice, TellsAClassFromAClassWrittenInsideIt) {
  const std::string trainer =
      "from shard import apply\n"
      "class C:\n"
      "  class Config:\n"
      "    size = 1\n"
      "  class Runner:\n"
      "    def run(self): apply(self.net)\n"
      "  def __init__(self): apply(self.net)\n";
  EXPECT_EQ(UsersOfShard(trainer + "def f(): return C.Config()\n"
                                   "def main(): f()\n"
                                   "def g(): return C.Runner()\n"),
            (Names{"user.py:C 1", "user.py:g 2"}));
  EXPECT_EQ(UsersOfShard(trainer + "class D(C): pass\n"
                                   "def f(): return D.Config()\n"
                                   "def g(): return D.other()\n"),
            (Names{"user.py:C 1", "user.py:D 2", "user.py:g 3"}));
}

// The slice of a project, as far as it leads into the file `reported`.
Names SliceInto(const std::string& reported) {
  const Project project(ProjectFilesOf(
      {{"shard.py", std::string(kShard) + "def other(): pass\n"},
       {"tools.py", "from shard import apply\nSIZE = 1\ndef log(): pass\n"},
       {"a.py", "from shard import apply\nimport tools\ndef f(n): tools.log(); apply(n)\n"},
       {"b.py", "from shard import apply\nimport tools\ndef g(n): apply(n)\n"},
       {"c.py",
        "import tools\nimport a, b\ndef h(n): b.g(tools.SIZE)\n"
        "def table(n): a.f(n); return tools.log\n"
        "def main(n): table(n); b.g(n)\n"},
       {"unused.py", "import b\ndef f(): pass\n"}}));
  std::vector<bool> is_reported;
  for (size_t i = 0; i < project.size(); ++i) {
    is_reported.push_back(project.file(static_cast<FileId>(i)).in_root == reported);
  }
  return Show(project, FindSliceInto(project, {Fsdp2()}, kThreads, kNoLimit, is_reported));
}

TEST(SliceInto, KeepsWhatMayReachAReportedFile) {
  EXPECT_EQ(SliceInto("c.py"), (Names{"c.py:h 2", "c.py:table 2", "c.py:main 2"}));
  EXPECT_EQ(SliceInto("b.py"), (Names{"b.py:g 1", "c.py:h 2", "c.py:main 2"}));
  EXPECT_EQ(SliceInto("tools.py"), (Names{"a.py:f 1", "c.py:h 2", "c.py:table 2", "c.py:main 2"}));
  EXPECT_EQ(SliceInto("shard.py"), (Names{"a.py:f 1", "b.py:g 1", "c.py:h 2", "c.py:table 2",
                                          "c.py:main 2", "shard.py:apply*"}));
  EXPECT_EQ(SliceInto("unused.py"), Names{});
}

TEST(SliceInto, RemembersTheNamesOfWhatIsLeftOut) {
  const Project project(ProjectFilesOf(
      {{"shard.py", kShard}, {"user.py", "from shard import apply\ndef f(n): apply(n)\n"}}));
  const Slice slice = FindSliceInto(project, {Fsdp2()}, kThreads, kNoLimit, {false, true});
  EXPECT_EQ(Show(project, slice), (Names{"user.py:f 1"}));
  EXPECT_EQ(slice.names, (std::set<std::string, std::less<>>{"apply", "f"}));
}

TEST(SliceInto, FollowsNamesThatMostOfAProjectImports) {
  PythonFiles files = {{"tools.py", "def log(): pass\n"}, {"shard.py", kShard}};
  files["user.py"] = "from shard import apply\nfrom tools import log\ndef f(n): log(); apply(n)\n";
  for (int i = 0; i < 101; ++i) files[absl::StrCat("m", i, ".py")] = "from tools import log\n";
  const Project project(ProjectFilesOf(files));
  std::vector<bool> reported;
  for (size_t i = 0; i < project.size(); ++i) {
    reported.push_back(project.file(static_cast<FileId>(i)).in_root == "tools.py");
  }
  EXPECT_EQ(Show(project, FindSliceInto(project, {Fsdp2()}, kThreads, kNoLimit, reported)),
            (Names{"user.py:f 1"}));
}

TEST(Slice, LeavesOutTheFarthestCallers) {
  PythonFiles files = {{"shard.py", kShard}, {"a.py", "from shard import apply\n"}};
  files["a.py"] += "def f0(): apply(n)\n";
  for (int i = 1; i < 9; ++i) {
    absl::StrAppend(&files["a.py"], "def f", i, "(): f", i - 1, "()\n");
  }
  const Project project(ProjectFilesOf(files));
  const Slice whole = FindSlice(project, {Fsdp2()}, kThreads, 10);
  EXPECT_EQ(whole.entries.size(), 10u);
  EXPECT_FALSE(whole.truncated);
  const Slice cut = FindSlice(project, {Fsdp2()}, kThreads, 3);
  EXPECT_TRUE(cut.truncated);
  EXPECT_EQ(Show(project, cut), (Names{"a.py:f0 1", "a.py:f1 2", "shard.py:apply*"}));
}

TEST(Slice, EndsWhenDefinitionsCallEachOther) {
  EXPECT_EQ(UsersOfShard("from shard import apply\n"
                         "def f(): g(); apply(n)\n"
                         "def g(): f()\n"),
            (Names{"user.py:f 1", "user.py:g 2"}));
}

TEST(Slice, DoesNotFollowANameThatMostOfALibraryImports) {
  PythonFiles files = {{"shard.py", kShard}};
  for (int i = 0; i < 101; ++i) {
    files[absl::StrCat("user", i, ".py")] = "from shard import apply\ndef f(): apply(n)\n";
  }
  EXPECT_EQ(SliceOf(files), (Names{"shard.py:apply*"}));
  files.erase("user7.py");
  EXPECT_EQ(SliceOf(files).size(), 101u);
}

TEST(Slice, DoesNotDependOnThreads) {
  PythonFiles files = {{"p/shard.py", kShard}, {"p/__init__.py", ""}};
  for (int i = 0; i < 60; ++i) {
    const std::string from = i == 0 ? "shard import apply" : absl::StrCat("m", i / 2, " import f");
    files[absl::StrCat("p/m", i + 1, ".py")] =
        absl::StrCat("from .", from, i == 0 ? " as g" : " as g", "\ndef f(): g()\n");
  }
  const Project project(ProjectFilesOf(files));
  const Slice one = FindSlice(project, {Fsdp2()}, 1, kNoLimit);
  EXPECT_EQ(FindSlice(project, {Fsdp2()}, 4, kNoLimit).entries, one.entries);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

#include "analyzer/flow/engine.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/flow/check.h"
#include "gtest/gtest.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr Rule kRule = {.id = "FSDP000", .slug = "test"};

// Reports every call of a function named `probe`, with what it is given and
// whether its first argument is a unit.
class Probe final : public Check {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (call.external != "probe" || call.args.empty()) return;
    const Value value = call.args[0].value;
    const ValueNode& node = path.Node(value);
    std::string text = path.IsUnit(value) ? "unit" : "plain";
    if (node.kind == ValueKind::kString) text = absl::StrCat("'", node.text, "'");
    if (node.kind == ValueKind::kInt) text = absl::StrCat(node.number);
    sink.Report(kRule, call.site, text, "", {});
  }
};

// The messages of the probes, one for each probe call, in the order of lines.
std::vector<std::string> ProbesOf(const std::vector<std::pair<std::string, std::string>>& files,
                                  int threads = 1) {
  std::vector<ProjectFile> given;
  for (const auto& [path, text] : files) given.push_back({path, path, path, text});
  const Project project(std::move(given));
  const SeedSet seeds[] = {SeedsOf(Scope::kFsdp2)};
  const Slice slice = FindSlice(project, seeds, threads, 1000);
  const Probe probe;
  const Check* const checks[] = {&probe};
  EngineOptions options;
  options.threads = threads;
  std::vector<std::string> messages;
  for (const Finding& finding : RunEngine(project, slice, checks, options).findings) {
    messages.push_back(finding.message);
  }
  return messages;
}

std::vector<std::string> Probes(const std::string& body) {
  return ProbesOf(
      {{"a.py", absl::StrCat("from torch.distributed.fsdp import fully_shard\n", body)}});
}

using Texts = std::vector<std::string>;

TEST(Engine, LooksAtMethodsOfAClassWhoseConstructorIsTooLarge) {
  std::string text =
      "class C:\n"
      "  def shard(self, net):\n"
      "    fully_shard(net)\n"
      "    probe(net)\n"
      "  def __init__(self):\n";
  for (int i = 0; i < 9000; ++i) absl::StrAppend(&text, "    self.rank = rank(", i, ")\n");
  EXPECT_EQ(Probes(text), Texts{"unit"});
}

TEST(Engine, FollowsWhatAFunctionDoesToItsArgument) {
  EXPECT_EQ(Probes("def wrap(m):\n"
                   "    fully_shard(m)\n"
                   "def main(net, other):\n"
                   "    probe(net)\n"
                   "    wrap(net)\n"
                   "    probe(net)\n"
                   "    probe(other)\n"),
            (Texts{"plain", "unit", "plain"}));
}

constexpr char kShardsGiven[] =
    "from torch.distributed.fsdp import fully_shard\n"
    "def wrap(net, name):\n"
    "    fully_shard(net)\n"
    "    probe(name)\n";

TEST(Engine, ATestIsNotFollowedIntoWhatItLeadsTo) {
  const std::string caller =
      "from shard import wrap\n"
      "def run(net):\n"
      "    wrap(net, 'given')\n";
  EXPECT_EQ(ProbesOf({{"shard.py", kShardsGiven}, {"train.py", caller}}), (Texts{"'given'"}));
  EXPECT_EQ(ProbesOf({{"shard.py", kShardsGiven}, {"tests/test_train.py", caller}}),
            (Texts{"plain"}));
}

TEST(Engine, ATestIsFollowedInWhatItDoesItself) {
  const std::string own =
      "from torch.distributed.fsdp import fully_shard\n"
      "def test_net(net):\n"
      "    fully_shard(net)\n"
      "    probe(net)\n";
  EXPECT_EQ(ProbesOf({{"test_net.py", own}}), (Texts{"unit"}));
  EXPECT_EQ(ProbesOf({{"test_net.py", "from unittest.mock import patch\n" + own}}), Texts{});
}

TEST(Engine, FollowsACallIntoAnotherFileThroughAReExport) {
  EXPECT_EQ(ProbesOf({{"pkg/__init__.py", "from .shard import wrap as apply\n"},
                      {"pkg/shard.py",
                       "from torch.distributed.fsdp import fully_shard\n"
                       "def wrap(m):\n"
                       "    return fully_shard(m)\n"},
                      {"main.py",
                       "from pkg import apply\n"
                       "def main(net):\n"
                       "    probe(apply(net))\n"}}),
            (Texts{"unit"}));
}

TEST(Engine, BranchesThatExcludeEachOtherNeverMix) {
  EXPECT_EQ(Probes("def main(net, mode):\n"
                   "    if mode == 'fsdp':\n"
                   "        fully_shard(net)\n"
                   "    if mode == 'ddp':\n"
                   "        probe(net)\n"
                   "    if mode == 'fsdp':\n"
                   "        probe(net)\n"),
            (Texts{"plain", "unit"}));
}

TEST(Engine, KeywordDictionariesAreExpanded) {
  EXPECT_EQ(Probes("def take(*, level, **rest):\n"
                   "    probe(level)\n"
                   "    probe(rest['name'])\n"
                   "def main(net):\n"
                   "    options = dict(level=3)\n"
                   "    take(**{**options, 'name': 'x'})\n"
                   "    fully_shard(net)\n"),
            (Texts{"3", "'x'"}));
}

TEST(Engine, PartialsAndAttributesOfSelf) {
  EXPECT_EQ(Probes("from functools import partial\n"
                   "class Job:\n"
                   "    def __init__(self, net):\n"
                   "        self.net = net\n"
                   "        self.wrap = partial(fully_shard, mesh=None)\n"
                   "        self.wrap(self.net)\n"
                   "    def step(self):\n"
                   "        probe(self.net)\n"),
            (Texts{"unit"}));
}

TEST(Engine, ContextManagersRunAroundTheirBody) {
  EXPECT_EQ(Probes("from contextlib import contextmanager\n"
                   "@contextmanager\n"
                   "def sharded(m):\n"
                   "    probe(m)\n"
                   "    fully_shard(m)\n"
                   "    yield 7\n"
                   "def main(net):\n"
                   "    with sharded(net) as number:\n"
                   "        probe(net)\n"
                   "        probe(number)\n"),
            (Texts{"plain", "unit", "7"}));
}

TEST(Engine, MatchAndTryAndLoops) {
  EXPECT_EQ(Probes("def main(nets, mode):\n"
                   "    match mode:\n"
                   "        case 'a':\n"
                   "            probe('a')\n"
                   "        case _:\n"
                   "            probe('other')\n"
                   "    for n in nets:\n"
                   "        fully_shard(n)\n"
                   "        probe(n)\n"
                   "    try:\n"
                   "        probe('tried')\n"
                   "    finally:\n"
                   "        probe('last')\n"),
            (Texts{"'a'", "'other'", "unit", "'tried'", "'last'"}));
}

TEST(Engine, RecursionEnds) {
  EXPECT_EQ(Probes("def walk(m):\n"
                   "    for child in m.children():\n"
                   "        walk(child)\n"
                   "    fully_shard(m)\n"
                   "def main(net):\n"
                   "    walk(net)\n"
                   "    probe(net)\n"),
            (Texts{"unit"}));
}

TEST(Engine, ObjectsThatHoldEachOtherAreNoTrap) {
  EXPECT_EQ(Probes("class Node:\n"
                   "    def __init__(self, other):\n"
                   "        self.other = other\n"
                   "def main(net):\n"
                   "    a = Node(None)\n"
                   "    b = Node(a)\n"
                   "    a.other = b\n"
                   "    fully_shard(net)\n"
                   "    a.other()\n"
                   "    probe(net)\n"),
            (Texts{"unit"}));
}

TEST(Engine, ThreadsDoNotChangeTheResult) {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i < 12; ++i) {
    files.emplace_back(absl::StrCat("m", i, ".py"),
                       "from torch.distributed.fsdp import fully_shard\n"
                       "def main(net):\n"
                       "    probe(net)\n"
                       "    fully_shard(net)\n"
                       "    probe(net)\n");
  }
  EXPECT_EQ(ProbesOf(files, 1), ProbesOf(files, 4));
  EXPECT_EQ(ProbesOf(files, 4).size(), 24u);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

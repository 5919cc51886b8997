#include "analyzer/syntax/parse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/unit/analyzer/parsed_module.h"

namespace fsdpcheck::analyzer {
namespace {

std::string Repeat(const std::string& text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) absl::StrAppend(&repeated, text);
  return repeated;
}

int Depth(const Expr* expr) {
  if (expr == nullptr) return 0;
  int depth = std::max({Depth(expr->first), Depth(expr->second), Depth(expr->third)});
  for (const Expr* item : expr->items) depth = std::max(depth, Depth(item));
  for (const Argument& argument : expr->args) depth = std::max(depth, Depth(argument.value));
  if (expr->function != nullptr) depth = std::max(depth, Depth(expr->function->body[0]->value));
  return depth + 1;
}

int Depth(Nodes<Stmt> block) {
  int depth = 0;
  for (const Stmt* stmt : block) {
    depth = std::max({depth, Depth(stmt->value), Depth(stmt->body), Depth(stmt->orelse)});
    for (const Expr* target : stmt->targets) depth = std::max(depth, Depth(target));
    if (stmt->function != nullptr) depth = std::max(depth, Depth(stmt->function->body));
  }
  return depth + 1;
}

ByteRange Find(const std::string& text, const std::string& part) {
  const size_t begin = text.find(part);
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + part.size())};
}

TEST(Parse, SeesOnlyTheRanges) {
  const std::string text = "a = 1\ndef f(:\n  x\nb = 2\nclass C(\nc = 3";
  const Source source("m.py", text);
  const ByteRange ranges[] = {Find(text, "a = 1\n"), Find(text, "b = 2"), Find(text, "c = 3")};
  const Parsed parsed = Parse(source, ranges);
  EXPECT_TRUE(parsed.problems().empty());
  ASSERT_EQ(parsed.body()->body.size(), 3u);
  const char* const names[] = {"a", "b", "c"};
  for (size_t i = 0; i < 3; ++i) {
    const Stmt& stmt = *parsed.body()->body[i];
    EXPECT_EQ(stmt.targets[0]->text, names[i]);
    EXPECT_EQ(source.Text(stmt.targets[0]->range), names[i]);
    EXPECT_EQ(stmt.value->integer, static_cast<int64_t>(i) + 1);
  }
}

TEST(Parse, RangeMayEndInsideALine) {
  const std::string text = "a = 1; b = 2; c = 3\nd = 4\n";
  const Source source("m.py", text);
  const ByteRange ranges[] = {Find(text, "a = 1"), Find(text, "c = 3"), Find(text, "d = 4")};
  const Parsed parsed = Parse(source, ranges);
  EXPECT_TRUE(parsed.problems().empty());
  ASSERT_EQ(parsed.body()->body.size(), 3u);
  EXPECT_EQ(parsed.body()->body[1]->targets[0]->text, "c");
}

TEST(Parse, NothingToParse) {
  const Source source("m.py", "a = 1\n");
  const ByteRange empty = {2, 2};
  for (const auto& ranges : {absl::Span<const ByteRange>(), absl::MakeConstSpan(&empty, 1)}) {
    const Parsed parsed = Parse(source, ranges);
    ASSERT_NE(parsed.body(), nullptr);
    EXPECT_TRUE(parsed.body()->body.empty());
    EXPECT_TRUE(parsed.problems().empty());
  }
}

TEST(Parse, EmptyRangesAmongOthers) {
  const Source source("m.py", "a = 1\nb = 2\n");
  const ByteRange ranges[] = {{0, 0}, {0, 5}, {6, 6}, {6, 12}, {12, 12}};
  const Parsed parsed = Parse(source, ranges);
  EXPECT_TRUE(parsed.problems().empty());
  EXPECT_EQ(parsed.body()->body.size(), 2u);
}

TEST(Parse, ResultOutlivesItsSourceAndMoves) {
  Parsed moved;
  {
    const Source source("m.py", "def train(model): return 'a\\n'\n");
    const ByteRange all = {0, static_cast<uint32_t>(source.text().size())};
    Parsed parsed = Parse(source, absl::MakeConstSpan(&all, 1));
    moved = std::move(parsed);
  }
  const Function& train = *moved.body()->body[0]->function;
  EXPECT_EQ(train.name, "train");
  EXPECT_EQ(train.parameters[0].name, "model");
  EXPECT_EQ(train.body[0]->value->text, "a\n");
}

TEST(Parse, EveryKindOfLineEnd) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const ParsedModule module(absl::StrCat("def f(x):", end, "  if x:", end, "    return 1", end,
                                           end, "  return (2,", end, "3)", end, "y = 1", end));
    EXPECT_TRUE(module.problems().empty());
    ASSERT_EQ(module.body().body.size(), 2u);
    EXPECT_EQ(module.function().body.size(), 2u);
  }
}

TEST(Parse, ByteOrderMarkIsNoText) {
  const ParsedModule module("\xEF\xBB\xBFx = 1\n");
  EXPECT_TRUE(module.problems().empty());
  EXPECT_EQ(module.Text(module.stmt(0).targets[0]->range), "x");
}

TEST(Parse, CommentsAreNoStatements) {
  const ParsedModule module("# a\ndef f():\n  # b\n  x = 1  # c\n# d\n  # e\n  y = 2\n# f\n");
  EXPECT_TRUE(module.problems().empty());
  EXPECT_EQ(module.function().body.size(), 2u);
}

TEST(Parse, BrokenIndentationInsideBrackets) {
  const ParsedModule module("class A:\n    def f(self):\n        x = (a +\n  b)\n        y = x\n");
  EXPECT_TRUE(module.problems().empty());
  EXPECT_EQ(module.stmt(0).klass->body->body[0]->function->body.size(), 2u);
}

TEST(Parse, SyntaxErrorIsListedAndTheRestIsKept) {
  const ParsedModule module("def f():\n  a = 1\n  b = = 2\n  c = 3\n");
  ASSERT_EQ(module.problems().size(), 1u);
  EXPECT_EQ(module.problems()[0].message, "syntax error");
  EXPECT_EQ(module.Text(module.problems()[0].range), "=");
  EXPECT_EQ(module.source().PositionAt(module.problems()[0].range.begin).line, 3);
  ASSERT_EQ(module.function().body.size(), 3u);
  EXPECT_EQ(Locals(module.function()), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Parse, MissingPartIsUnknown) {
  const ParsedModule module("x = f(a, b\n");
  EXPECT_FALSE(module.problems().empty());
  const ParsedModule operand("x = (a +)\ny = 1\n");
  EXPECT_FALSE(operand.problems().empty());
  EXPECT_EQ(operand.body().body.back()->kind, StmtKind::kAssign);
}

TEST(Parse, ProblemsAreFewInOrderAndOnOneLine) {
  const ParsedModule module(Repeat("x = = y\n", 50));
  ASSERT_EQ(module.problems().size(), 8u);
  for (size_t i = 0; i < 8; ++i) {
    const ByteRange range = module.problems()[i].range;
    EXPECT_EQ(module.Text(range).find('\n'), std::string::npos);
    EXPECT_TRUE(i == 0 || module.problems()[i - 1].range < range);
  }
}

TEST(Parse, DeepNestingIsCut) {
  const std::pair<std::string, std::string> brackets[] = {
      {"[", "]"},       {"f(", ")"},          {"{1: ", "}"}, {"-", ""},   {"not ", ""},
      {"lambda: ", ""}, {"a if b else ", ""}, {"a ** ", ""}, {"x[", "]"}, {"[y for y in ", "]"}};
  for (const auto& [open, close] : brackets) {
    SCOPED_TRACE(open);
    const ParsedModule module(
        absl::StrCat("x = ", Repeat(open, 900), "1", Repeat(close, 900), "\ny = 1\n"));
    ASSERT_FALSE(module.problems().empty());
    EXPECT_EQ(module.problems()[0].message, "nested too deeply");
    EXPECT_LE(Depth(module.body().body), 802);
    EXPECT_EQ(module.body().body.size(), 2u);
  }
}

TEST(Parse, HundredLevelsAreNotCut) {
  for (const auto& [open, close] : {std::pair<std::string, std::string>{"[", "]"}, {"f(", ")"}}) {
    const ParsedModule module(
        absl::StrCat("x = ", Repeat(open, 100), "1", Repeat(close, 100), "\n"));
    EXPECT_TRUE(module.problems().empty());
    EXPECT_EQ(Depth(module.stmt(0).value), 101);
  }
}

TEST(Parse, LongChainsAreCutFromTheInside) {
  for (const std::string link : {".a", "()", "[0]", " + a", " @ a"}) {
    SCOPED_TRACE(link);
    const ParsedModule short_chain(absl::StrCat("x = a", Repeat(link, 500), "\n"));
    EXPECT_TRUE(short_chain.problems().empty());
    EXPECT_EQ(Depth(short_chain.stmt(0).value), 501);
    const ParsedModule module(absl::StrCat("x = a", Repeat(link, 2000), "\n"));
    ASSERT_FALSE(module.problems().empty());
    EXPECT_EQ(module.problems()[0].message, "nested too deeply");
    EXPECT_LE(Depth(module.stmt(0).value), 802);
    EXPECT_NE(module.stmt(0).value->kind, ExprKind::kUnknown);
  }
}

TEST(Parse, FlatListsHaveNoLimit) {
  for (const std::string part : {"a and ", "a < ", "a, ", "'s' "}) {
    SCOPED_TRACE(part);
    const std::string last = part[0] == '\'' ? "'s'" : "a";
    const ParsedModule module(absl::StrCat("x = ", Repeat(part, 3000), last, "\n"));
    EXPECT_TRUE(module.problems().empty());
    EXPECT_LE(Depth(module.stmt(0).value), 3);
  }
}

TEST(Parse, LongElifChainsAreCut) {
  const ParsedModule module(absl::StrCat("if a: b\n", Repeat("elif a: b\n", 2000)));
  ASSERT_FALSE(module.problems().empty());
  EXPECT_EQ(module.problems()[0].message, "nested too deeply");
  EXPECT_LE(Depth(module.body().body), 802);
  const ParsedModule short_chain(absl::StrCat("if a: b\n", Repeat("elif a: b\n", 500)));
  EXPECT_TRUE(short_chain.problems().empty());
}

TEST(Parse, DeepBlocksAreCut) {
  std::string text;
  for (int depth = 0; depth < 230; ++depth) {
    absl::StrAppend(&text, std::string(static_cast<size_t>(depth), ' '), "if a:\n");
  }
  absl::StrAppend(&text, std::string(230, ' '), "pass\n");
  const ParsedModule module(text);
  ASSERT_FALSE(module.problems().empty());
  EXPECT_EQ(module.problems()[0].message, "nested too deeply");
}

TEST(Parse, SurvivesBracketsThatNeverClose) {
  for (const std::string text : {"(", "[", "{", "f(", ")", "[(", "x(\n", "'", "@\n", "$"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(ParsedModule(Repeat(text, 2001)).problems().empty());
  }
}

TEST(Parse, GivesUpOnTextThatIsReadTooOften) {
  std::string text;
  for (size_t depth = 0; depth < 150; ++depth) {
    absl::StrAppend(&text, std::string(depth, ' '), "if a:\n");
  }
  absl::StrAppend(&text, std::string(150, ' '), "b\n", std::string(25000, '\n'));
  const ParsedModule module(text);
  EXPECT_EQ(module.problems().size(), 1u);
  EXPECT_TRUE(module.body().body.empty());
  EXPECT_EQ(ParsedModule("x = 1\n").body().body.size(), 1u);
}

TEST(Parse, LongRunsOfCommentsAndContinuedLinesAreReadOnce) {
  for (const std::string line : {"  # b = 'c' { (\n", "\\\n", "\\\r\n"}) {
    const ParsedModule module(absl::StrCat("def f():\n  a = 1\n", Repeat(line, 8000), "  d = 2\n"));
    EXPECT_TRUE(module.problems().empty());
    EXPECT_EQ(module.function().body.size(), 2u);
  }
}

TEST(Parse, BytesThatAreNotText) {
  for (const std::string& text :
       {std::string("\0x = 1\n", 7), std::string("x = '\xff\xfe'\n"), std::string("\xff\n"),
        std::string("x = 1\n\0\0", 8), std::string("# \xe9\nx = 1\n")}) {
    const ParsedModule module(text);
    EXPECT_NE(&module.body(), nullptr);
  }
  EXPECT_EQ(ParsedModule("x = '\xe9'  # \xe9\n").stmt(0).value->text, "\xe9");
}

TEST(Parse, ThreadsDoNotDisturbEachOther) {
  const std::string text = Repeat("def f(a, b):\n  return [a.c(b) for c in a]\n", 50);
  std::vector<std::thread> threads;
  std::vector<size_t> statements(4);
  for (size_t i = 0; i < statements.size(); ++i) {
    threads.emplace_back([&, i] { statements[i] = ParsedModule(text).body().body.size(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(statements, (std::vector<size_t>{50, 50, 50, 50}));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

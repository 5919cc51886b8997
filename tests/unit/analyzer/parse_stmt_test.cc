#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analyzer/parsed_module.h"

namespace fsdpcheck::analyzer {
namespace {

TEST(ParseStmt, ChainedAssignmentKeepsItsTargetsInOrder) {
  const ParsedModule module("a = b.c = d[0] = e\n");
  const Stmt& stmt = module.stmt(0);
  ASSERT_EQ(stmt.kind, StmtKind::kAssign);
  ASSERT_EQ(stmt.targets.size(), 3u);
  EXPECT_EQ(stmt.targets[0]->text, "a");
  EXPECT_EQ(stmt.targets[1]->kind, ExprKind::kAttribute);
  EXPECT_EQ(stmt.targets[2]->kind, ExprKind::kSubscript);
  EXPECT_EQ(stmt.value->text, "e");
}

TEST(ParseStmt, AnnotatedAssignment) {
  const ParsedModule module("a: int = 1\nb: int\nself.c: List[int] = []\n");
  EXPECT_EQ(module.stmt(0).value->integer, 1);
  EXPECT_EQ(module.stmt(1).kind, StmtKind::kAssign);
  EXPECT_EQ(module.stmt(1).targets[0]->text, "b");
  EXPECT_EQ(module.stmt(1).value, nullptr);
  EXPECT_EQ(module.stmt(2).targets[0]->kind, ExprKind::kAttribute);
}

TEST(ParseStmt, TargetsMayBeNested) {
  const ParsedModule module("a, (b, *c), [d] = e\n(f) = g\n(h,) = i\n");
  const Expr& tuple = *module.stmt(0).targets[0];
  ASSERT_EQ(tuple.kind, ExprKind::kTuple);
  ASSERT_EQ(tuple.items.size(), 3u);
  EXPECT_EQ(tuple.items[1]->items[1]->kind, ExprKind::kStar);
  EXPECT_EQ(tuple.items[1]->items[1]->first->text, "c");
  EXPECT_EQ(tuple.items[2]->kind, ExprKind::kList);
  EXPECT_EQ(module.stmt(1).targets[0]->kind, ExprKind::kName);
  EXPECT_EQ(module.stmt(2).targets[0]->kind, ExprKind::kTuple);
}

TEST(ParseStmt, AssignmentToAnAttributeOfATypeIsNoTypeAlias) {
  const ParsedModule module("type(self).cache = x\ntype Vector = list[int]\n");
  const Stmt& stmt = module.stmt(0);
  ASSERT_EQ(stmt.kind, StmtKind::kAssign);
  const Expr& target = *stmt.targets[0];
  EXPECT_EQ(module.Text(target.range), "type(self).cache");
  EXPECT_EQ(target.first->kind, ExprKind::kCall);
  EXPECT_EQ(target.first->first->text, "type");
  EXPECT_EQ(target.first->args[0].value->text, "self");
  EXPECT_EQ(stmt.value->text, "x");
  EXPECT_EQ(module.stmt(1).kind, StmtKind::kPass);
}

TEST(ParseStmt, ElifIsAnIfAloneInOrelse) {
  const ParsedModule module("if a: b\nelif c: d\nelse: e\n");
  const Stmt& first = module.stmt(0);
  ASSERT_EQ(first.kind, StmtKind::kIf);
  EXPECT_EQ(first.value->text, "a");
  ASSERT_EQ(first.orelse.size(), 1u);
  const Stmt& second = *first.orelse[0];
  ASSERT_EQ(second.kind, StmtKind::kIf);
  EXPECT_EQ(second.value->text, "c");
  EXPECT_EQ(second.body[0]->value->text, "d");
  EXPECT_EQ(second.orelse[0]->value->text, "e");
  EXPECT_EQ(module.Text(second.range), "elif c: d\nelse: e");
}

TEST(ParseStmt, LoopsWithElse) {
  const ParsedModule module(
      "for a, b in c, d:\n  break\nelse:\n  e\nwhile f:\n  continue\nelse:\n  g\n");
  const Stmt& loop = module.stmt(0);
  ASSERT_EQ(loop.kind, StmtKind::kFor);
  EXPECT_EQ(loop.targets[0]->kind, ExprKind::kTuple);
  EXPECT_EQ(loop.value->kind, ExprKind::kTuple);
  EXPECT_EQ(loop.body[0]->kind, StmtKind::kBreak);
  EXPECT_EQ(loop.orelse[0]->value->text, "e");
  EXPECT_EQ(module.stmt(1).kind, StmtKind::kWhile);
  EXPECT_EQ(module.stmt(1).body[0]->kind, StmtKind::kContinue);
  EXPECT_EQ(module.stmt(1).orelse[0]->value->text, "g");
}

TEST(ParseStmt, WithItemsWithAndWithoutParentheses) {
  for (const char* text : {"with a as b, c as d: pass\n", "with (a as b, c as d): pass\n",
                           "with (a as b, c as d,):\n  pass\n"}) {
    SCOPED_TRACE(text);
    const ParsedModule module(text);
    const Stmt& with = module.stmt(0);
    ASSERT_EQ(with.kind, StmtKind::kWith);
    ASSERT_EQ(with.items.size(), 2u);
    EXPECT_EQ(with.items[0].context->text, "a");
    EXPECT_EQ(with.items[0].target->text, "b");
    EXPECT_EQ(with.items[1].context->text, "c");
    EXPECT_EQ(with.items[1].target->text, "d");
  }
  const ParsedModule plain("with (a): pass\nwith (a, b): pass\nwith (a, b) as c: pass\n");
  EXPECT_EQ(plain.stmt(0).items.size(), 1u);
  EXPECT_EQ(plain.stmt(0).items[0].target, nullptr);
  EXPECT_EQ(plain.stmt(1).items.size(), 2u);
  ASSERT_EQ(plain.stmt(2).items.size(), 1u);
  EXPECT_EQ(plain.stmt(2).items[0].context->kind, ExprKind::kTuple);
}

TEST(ParseStmt, TryWithEveryClause) {
  const ParsedModule module(
      "try:\n  a\nexcept E as e:\n  b\nexcept (F, G):\n  c\nexcept:\n  d\n"
      "else:\n  f\nfinally:\n  g\n");
  const Stmt& stmt = module.stmt(0);
  ASSERT_EQ(stmt.kind, StmtKind::kTry);
  EXPECT_EQ(stmt.body[0]->value->text, "a");
  ASSERT_EQ(stmt.handlers.size(), 3u);
  EXPECT_EQ(stmt.handlers[0].type->text, "E");
  EXPECT_EQ(stmt.handlers[0].name, "e");
  EXPECT_EQ(module.body().locals[static_cast<size_t>(stmt.handlers[0].slot)], "e");
  EXPECT_EQ(stmt.handlers[1].type->kind, ExprKind::kTuple);
  EXPECT_EQ(stmt.handlers[1].name, "");
  EXPECT_EQ(stmt.handlers[2].type, nullptr);
  EXPECT_EQ(stmt.handlers[2].body[0]->value->text, "d");
  EXPECT_EQ(stmt.orelse[0]->value->text, "f");
  EXPECT_EQ(stmt.finally[0]->value->text, "g");
}

TEST(ParseStmt, ExceptGroupsAndTypesWithoutParentheses) {
  const ParsedModule module("try: a\nexcept* E as e: b\n\ntry: a\nexcept E, F: b\n");
  EXPECT_TRUE(module.problems().empty());
  EXPECT_EQ(module.stmt(0).handlers[0].name, "e");
  EXPECT_EQ(module.stmt(0).handlers[0].type->text, "E");
  EXPECT_EQ(module.stmt(1).handlers[0].type->kind, ExprKind::kTuple);
}

TEST(ParseStmt, MatchKeepsValuePatterns) {
  const ParsedModule module(
      "match x:\n  case 'a' | -1 | k.V | None: pass\n  case 2 as n if n: pass\n"
      "  case (3): pass\n  case Point(px, y=py): pass\n  case {'k': v, **rest}: pass\n"
      "  case [1, *more] | (2, _): pass\n  case p, q: pass\n  case name if name: pass\n"
      "  case other: pass\n  case _: pass\n");
  EXPECT_TRUE(module.problems().empty());
  const Stmt& match = module.stmt(0);
  ASSERT_EQ(match.kind, StmtKind::kMatch);
  const auto& cases = match.cases;
  ASSERT_EQ(cases.size(), 10u);
  ASSERT_EQ(cases[0].values.size(), 4u);
  EXPECT_EQ(cases[0].values[0]->text, "a");
  EXPECT_EQ(cases[0].values[1]->kind, ExprKind::kUnary);
  EXPECT_EQ(cases[0].values[1]->first->integer, 1);
  EXPECT_EQ(cases[0].values[2]->kind, ExprKind::kAttribute);
  EXPECT_EQ(cases[0].values[3]->kind, ExprKind::kNone);
  ASSERT_EQ(cases[1].values.size(), 1u);
  EXPECT_EQ(module.body().locals[static_cast<size_t>(cases[1].slot)], "n");
  EXPECT_EQ(cases[1].guard->text, "n");
  EXPECT_EQ(cases[2].values.size(), 1u);
  for (size_t i = 3; i <= 6; ++i) {
    EXPECT_TRUE(cases[i].values.empty()) << i;
    EXPECT_FALSE(cases[i].irrefutable) << i;
  }
  EXPECT_FALSE(cases[7].irrefutable);
  EXPECT_TRUE(cases[8].irrefutable);
  EXPECT_EQ(module.body().locals[static_cast<size_t>(cases[8].slot)], "other");
  EXPECT_TRUE(cases[9].irrefutable);
  EXPECT_EQ(cases[9].slot, -1);
  EXPECT_EQ(Locals(module.body()), (std::vector<std::string>{"n", "px", "py", "v", "rest", "more",
                                                             "p", "q", "name", "other"}));
}

TEST(ParseStmt, ImportsOfEveryKind) {
  const ParsedModule module(
      "import a.b, c as d, e.f as g\nfrom .. import h\nfrom .i.j import (k as l, m,)\n"
      "from n import *\nfrom __future__ import annotations\n");
  const auto plain = module.stmt(0).imports;
  ASSERT_EQ(plain.size(), 3u);
  EXPECT_EQ(plain[0].local, "a");
  EXPECT_EQ(plain[0].module, "a.b");
  EXPECT_EQ(plain[0].attribute, "");
  EXPECT_FALSE(plain[0].renamed);
  EXPECT_EQ(plain[1].local, "d");
  EXPECT_TRUE(plain[1].renamed);
  EXPECT_EQ(plain[2].module, "e.f");
  EXPECT_EQ(plain[2].local, "g");
  const auto up = module.stmt(1).imports;
  EXPECT_EQ(up[0].level, 2);
  EXPECT_EQ(up[0].module, "");
  EXPECT_EQ(up[0].attribute, "h");
  const auto relative = module.stmt(2).imports;
  ASSERT_EQ(relative.size(), 2u);
  EXPECT_EQ(relative[0].level, 1);
  EXPECT_EQ(relative[0].module, "i.j");
  EXPECT_EQ(relative[0].attribute, "k");
  EXPECT_EQ(relative[0].local, "l");
  EXPECT_EQ(module.Text(relative[0].range), "k");
  EXPECT_FALSE(relative[1].renamed);
  EXPECT_EQ(module.stmt(3).imports[0].attribute, "*");
  EXPECT_EQ(module.stmt(3).imports[0].slot, -1);
  EXPECT_EQ(module.stmt(4).imports[0].module, "__future__");
  EXPECT_EQ(module.stmt(4).imports[0].local, "annotations");
  EXPECT_EQ(Locals(module.body()),
            (std::vector<std::string>{"a", "d", "g", "h", "l", "m", "annotations"}));
}

TEST(ParseStmt, ParametersOfEveryKind) {
  const ParsedModule module(
      "def f(a, b=1, /, c: int = 2, *d, e, g=3, **h): pass\n"
      "def k(*, m): pass\n");
  const auto parameters = module.function().parameters;
  using Kind = Parameter::Kind;
  const Kind kinds[] = {Kind::kPositional,  Kind::kPositional,  Kind::kPositional, Kind::kStar,
                        Kind::kKeywordOnly, Kind::kKeywordOnly, Kind::kDoubleStar};
  const char* const names[] = {"a", "b", "c", "d", "e", "g", "h"};
  ASSERT_EQ(parameters.size(), 7u);
  for (size_t i = 0; i < parameters.size(); ++i) {
    EXPECT_EQ(parameters[i].kind, kinds[i]) << i;
    EXPECT_EQ(parameters[i].name, names[i]) << i;
    EXPECT_EQ(parameters[i].slot, static_cast<int>(i)) << i;
  }
  EXPECT_EQ(parameters[1].fallback->integer, 1);
  EXPECT_EQ(parameters[2].annotation->text, "int");
  EXPECT_EQ(parameters[2].fallback->integer, 2);
  EXPECT_EQ(parameters[4].fallback, nullptr);
  EXPECT_EQ(module.Text(parameters[2].range), "c: int = 2");
  EXPECT_EQ(module.function(1).parameters[0].kind, Kind::kKeywordOnly);
}

TEST(ParseStmt, Definitions) {
  const ParsedModule module(
      "@a.b\n@c(1)\nasync def f[T](): pass\n\n@d\nclass C[T](E, metaclass=F):\n  x = 1\n");
  EXPECT_TRUE(module.problems().empty());
  const Function& function = module.function(0);
  EXPECT_TRUE(function.async);
  EXPECT_FALSE(function.generator);
  ASSERT_EQ(function.decorators.size(), 2u);
  EXPECT_EQ(function.decorators[0]->kind, ExprKind::kAttribute);
  EXPECT_EQ(function.decorators[1]->kind, ExprKind::kCall);
  EXPECT_EQ(module.Text(function.name_range), "f");
  EXPECT_EQ(module.Text(function.range), "async def f[T](): pass");
  const ClassDef& klass = *module.stmt(1).klass;
  EXPECT_EQ(klass.name, "C");
  EXPECT_EQ(module.Text(klass.name_range), "C");
  ASSERT_EQ(klass.bases.size(), 2u);
  EXPECT_EQ(klass.bases[0].value->text, "E");
  EXPECT_EQ(klass.bases[1].keyword, "metaclass");
  ASSERT_EQ(klass.decorators.size(), 1u);
  EXPECT_TRUE(klass.body->class_body);
  EXPECT_EQ(klass.body->body.size(), 1u);
  EXPECT_EQ(klass.body->parent, &module.body());
}

TEST(ParseStmt, OneLineMayHoldSeveralStatements) {
  const ParsedModule module("a = 1; b(); pass\nif c: d; e\n");
  ASSERT_EQ(module.body().body.size(), 4u);
  EXPECT_EQ(module.stmt(3).body.size(), 2u);
}

TEST(ParseStmt, DeleteRaiseAssertReturn) {
  const ParsedModule module(
      "del a, b[0]\nraise E('x') from c\nraise\nassert d, 'e'\n"
      "def f():\n  return\n  return 1, 2\n");
  EXPECT_EQ(module.stmt(0).kind, StmtKind::kDelete);
  ASSERT_EQ(module.stmt(0).targets.size(), 2u);
  EXPECT_EQ(module.stmt(1).value->kind, ExprKind::kCall);
  EXPECT_EQ(module.stmt(2).kind, StmtKind::kRaise);
  EXPECT_EQ(module.stmt(2).value, nullptr);
  EXPECT_EQ(module.stmt(3).value->text, "d");
  EXPECT_EQ(module.function(4).body[0]->value, nullptr);
  EXPECT_EQ(module.function(4).body[1]->value->kind, ExprKind::kTuple);
}

TEST(ParseStmt, OldPythonIsTolerated) {
  const ParsedModule module("print >> err, 'x'\nprint 'a'\nexec 'b'\nc = 1\n");
  ASSERT_EQ(module.body().body.size(), 4u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(module.stmt(i).kind, StmtKind::kExpr) << i;
    EXPECT_EQ(module.stmt(i).value->kind, ExprKind::kUnknown) << i;
  }
  EXPECT_EQ(module.stmt(3).kind, StmtKind::kAssign);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

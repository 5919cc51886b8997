#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/unit/analyzer/parsed_module.h"

namespace fsdpcheck::analyzer {
namespace {

std::vector<std::string> Names(Nodes<Expr> items) {
  std::vector<std::string> names;
  for (const Expr* item : items) names.emplace_back(item->text);
  return names;
}

TEST(ParseExpr, AttributeKnowsWhereItsNameStands) {
  const ParsedModule module("model.layers.forward\n");
  const Expr& attribute = module.expr();
  ASSERT_EQ(attribute.kind, ExprKind::kAttribute);
  EXPECT_EQ(attribute.text, "forward");
  EXPECT_EQ(module.Text(attribute.name_range), "forward");
  EXPECT_EQ(module.Text(attribute.range), "model.layers.forward");
  ASSERT_EQ(attribute.first->kind, ExprKind::kAttribute);
  EXPECT_EQ(attribute.first->text, "layers");
  ASSERT_EQ(attribute.first->first->kind, ExprKind::kName);
  EXPECT_EQ(attribute.first->first->text, "model");
}

TEST(ParseExpr, ArgumentsKeepTheirKindsAndOrder) {
  const ParsedModule module("f(a, *b, c=d, **e, *g)\n");
  const Expr& call = module.expr();
  ASSERT_EQ(call.kind, ExprKind::kCall);
  ASSERT_EQ(call.args.size(), 5u);
  const Argument::Kind kinds[] = {Argument::Kind::kPositional, Argument::Kind::kStar,
                                  Argument::Kind::kKeyword, Argument::Kind::kDoubleStar,
                                  Argument::Kind::kStar};
  const char* const values[] = {"a", "b", "d", "e", "g"};
  for (size_t i = 0; i < call.args.size(); ++i) {
    EXPECT_EQ(call.args[i].kind, kinds[i]) << i;
    EXPECT_EQ(call.args[i].value->text, values[i]) << i;
  }
  EXPECT_EQ(call.args[2].keyword, "c");
  EXPECT_EQ(module.Text(call.args[2].keyword_range), "c");
}

TEST(ParseExpr, GeneratorMayBeTheOnlyArgument) {
  const ParsedModule module("f(x for x in y)\n");
  ASSERT_EQ(module.expr().args.size(), 1u);
  EXPECT_EQ(module.expr().args[0].value->kind, ExprKind::kGenerator);
  EXPECT_EQ(module.expr().args[0].kind, Argument::Kind::kPositional);
}

TEST(ParseExpr, StarBindsLooserThanWhatFollowsIt) {
  for (const std::string text : {"[*a.b(c)]", "f(*a.b(c))", "(*a.b(c),)", "{*a.b(c)}"}) {
    SCOPED_TRACE(text);
    const ParsedModule module(text + "\n");
    const Expr* inner = nullptr;
    if (module.expr().kind == ExprKind::kCall) {
      ASSERT_EQ(module.expr().args[0].kind, Argument::Kind::kStar);
      inner = module.expr().args[0].value;
    } else {
      ASSERT_EQ(module.expr().items.size(), 1u);
      ASSERT_EQ(module.expr().items[0]->kind, ExprKind::kStar);
      EXPECT_EQ(module.Text(module.expr().items[0]->range), "*a.b(c)");
      inner = module.expr().items[0]->first;
    }
    EXPECT_EQ(inner->kind, ExprKind::kCall);
    EXPECT_EQ(module.Text(inner->range), "a.b(c)");
    EXPECT_TRUE(module.problems().empty());
  }
}

TEST(ParseExpr, StarOfAnOperationCoversIt) {
  const std::pair<std::string, ExprKind> cases[] = {{"x[*a or b]", ExprKind::kOr},
                                                    {"x[*a if b else c]", ExprKind::kConditional},
                                                    {"x[*a + b]", ExprKind::kBinary},
                                                    {"x[*a < b]", ExprKind::kCompare},
                                                    {"x[*a[b]]", ExprKind::kSubscript}};
  for (const auto& [text, kind] : cases) {
    SCOPED_TRACE(text);
    const ParsedModule module(text + "\n");
    const Expr& index = *module.expr().second;
    ASSERT_EQ(index.kind, ExprKind::kTuple);
    ASSERT_EQ(index.items.size(), 1u);
    ASSERT_EQ(index.items[0]->kind, ExprKind::kStar);
    EXPECT_EQ(index.items[0]->first->kind, kind);
  }
}

TEST(ParseExpr, StarBeforeADisplayNeedsNoBrackets) {
  const ParsedModule module("def f(n):\n  return *[None] * 3, *n, *(1, 2)\n");
  EXPECT_TRUE(module.problems().empty());
  const Expr& value = *module.function().body[0]->value;
  ASSERT_EQ(value.kind, ExprKind::kTuple);
  ASSERT_EQ(value.items.size(), 3u);
  for (const Expr* item : value.items) EXPECT_EQ(item->kind, ExprKind::kStar);
  EXPECT_EQ(value.items[0]->first->kind, ExprKind::kBinary);
  EXPECT_EQ(value.items[0]->first->op, Op::kMul);
  EXPECT_EQ(value.items[2]->first->kind, ExprKind::kTuple);
}

TEST(ParseExpr, OperatorsOfEveryKind) {
  const std::pair<const char*, Op> operators[] = {
      {"+", Op::kAdd},        {"-", Op::kSub}, {"*", Op::kMul},  {"/", Op::kDiv},
      {"//", Op::kFloorDiv},  {"%", Op::kMod}, {"**", Op::kPow}, {"@", Op::kMatMul},
      {"&", Op::kAnd},        {"|", Op::kOr},  {"^", Op::kXor},  {"<<", Op::kShiftLeft},
      {">>", Op::kShiftRight}};
  for (const auto& [text, op] : operators) {
    const ParsedModule module(absl::StrCat("a ", text, " b\nc ", text, "= d\n"));
    EXPECT_EQ(module.expr().kind, ExprKind::kBinary) << text;
    EXPECT_EQ(module.expr().op, op) << text;
    EXPECT_EQ(module.stmt(1).kind, StmtKind::kAugAssign) << text;
    EXPECT_EQ(module.stmt(1).op, op) << text;
  }
  const std::pair<const char*, Op> unary[] = {
      {"-", Op::kMinus}, {"+", Op::kPlus}, {"~", Op::kInvert}, {"not ", Op::kNot}};
  for (const auto& [text, op] : unary) {
    const ParsedModule module(absl::StrCat(text, "a\n"));
    EXPECT_EQ(module.expr().kind, ExprKind::kUnary) << text;
    EXPECT_EQ(module.expr().op, op) << text;
    EXPECT_EQ(module.expr().first->text, "a") << text;
  }
}

TEST(ParseExpr, ComparesOfEveryKind) {
  const std::pair<const char*, Op> operators[] = {
      {"==", Op::kEq},        {"!=", Op::kNotEq},          {"<", Op::kLess},
      {"<=", Op::kLessEq},    {">", Op::kGreater},         {">=", Op::kGreaterEq},
      {"is", Op::kIs},        {"is not", Op::kIsNot},      {"in", Op::kIn},
      {"not in", Op::kNotIn}, {"is  \\\n not", Op::kIsNot}};
  for (const auto& [text, op] : operators) {
    const ParsedModule module(absl::StrCat("a ", text, " b\n"));
    EXPECT_EQ(module.expr().kind, ExprKind::kCompare) << text;
    EXPECT_EQ(module.expr().op, op) << text;
    EXPECT_EQ(module.expr().first->text, "a") << text;
    EXPECT_EQ(module.expr().second->text, "b") << text;
  }
}

TEST(ParseExpr, ChainOfComparesIsAConjunction) {
  const ParsedModule module("a < b <= c\n");
  const Expr& chain = module.expr();
  ASSERT_EQ(chain.kind, ExprKind::kAnd);
  ASSERT_EQ(chain.items.size(), 2u);
  EXPECT_EQ(chain.items[0]->op, Op::kLess);
  EXPECT_EQ(chain.items[1]->op, Op::kLessEq);
  EXPECT_EQ(chain.items[0]->second, chain.items[1]->first);
  EXPECT_EQ(module.Text(chain.items[1]->range), "b <= c");
}

TEST(ParseExpr, OperandsOfOneBooleanOperatorAreOneList) {
  const ParsedModule module("a and b and c or d\n");
  ASSERT_EQ(module.expr().kind, ExprKind::kOr);
  ASSERT_EQ(module.expr().items.size(), 2u);
  ASSERT_EQ(module.expr().items[0]->kind, ExprKind::kAnd);
  EXPECT_EQ(Names(module.expr().items[0]->items), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(module.expr().items[1]->text, "d");
}

TEST(ParseExpr, ParenthesesKeepBooleanOperatorsApart) {
  const ParsedModule module("(a and b) and c\n");
  ASSERT_EQ(module.expr().items.size(), 2u);
  EXPECT_EQ(module.expr().items[0]->kind, ExprKind::kAnd);
}

TEST(ParseExpr, ConditionalNamesItsPartsByMeaning) {
  const ParsedModule module("a if b else c\n");
  ASSERT_EQ(module.expr().kind, ExprKind::kConditional);
  EXPECT_EQ(module.expr().first->text, "b");
  EXPECT_EQ(module.expr().second->text, "a");
  EXPECT_EQ(module.expr().third->text, "c");
}

TEST(ParseExpr, SubscriptsAndSlices) {
  const ParsedModule one("x[a]\n");
  EXPECT_EQ(one.expr().second->text, "a");
  const ParsedModule tuple("x[a, 1:2:3, ::d]\n");
  const Expr& index = *tuple.expr().second;
  ASSERT_EQ(index.kind, ExprKind::kTuple);
  ASSERT_EQ(index.items.size(), 3u);
  EXPECT_EQ(tuple.Text(index.range), "a, 1:2:3, ::d");
  EXPECT_EQ(index.items[1]->kind, ExprKind::kSlice);
  EXPECT_EQ(index.items[1]->first->integer, 1);
  EXPECT_EQ(index.items[1]->second->integer, 2);
  EXPECT_EQ(index.items[1]->third->integer, 3);
  EXPECT_EQ(index.items[2]->first, nullptr);
  EXPECT_EQ(index.items[2]->second, nullptr);
  EXPECT_EQ(index.items[2]->third->text, "d");
  const ParsedModule comma("x[a,]\n");
  EXPECT_EQ(comma.expr().second->kind, ExprKind::kTuple);
}

TEST(ParseExpr, CommaMakesATuple) {
  EXPECT_EQ(ParsedModule("(a)\n").expr().kind, ExprKind::kName);
  EXPECT_EQ(ParsedModule("(a,)\n").expr().kind, ExprKind::kTuple);
  EXPECT_EQ(ParsedModule("a,\n").expr().kind, ExprKind::kTuple);
  EXPECT_EQ(ParsedModule("()\n").expr().kind, ExprKind::kTuple);
  EXPECT_EQ(Names(ParsedModule("a, b, c\n").expr().items),
            (std::vector<std::string>{"a", "b", "c"}));
}

TEST(ParseExpr, DictHoldsKeysAndValuesInTurn) {
  const ParsedModule module("{'a': b, **c}\n");
  const Expr& dict = module.expr();
  ASSERT_EQ(dict.kind, ExprKind::kDict);
  ASSERT_EQ(dict.items.size(), 4u);
  EXPECT_EQ(dict.items[0]->text, "a");
  EXPECT_EQ(dict.items[1]->text, "b");
  EXPECT_EQ(dict.items[2], nullptr);
  EXPECT_EQ(dict.items[3]->text, "c");
  EXPECT_EQ(ParsedModule("{}\n").expr().kind, ExprKind::kDict);
  EXPECT_EQ(ParsedModule("{a}\n").expr().kind, ExprKind::kSet);
  EXPECT_EQ(ParsedModule("[]\n").expr().kind, ExprKind::kList);
}

TEST(ParseExpr, ComprehensionsOfEveryKind) {
  EXPECT_EQ(ParsedModule("[a for a in b]\n").expr().kind, ExprKind::kListComp);
  EXPECT_EQ(ParsedModule("{a for a in b}\n").expr().kind, ExprKind::kSetComp);
  EXPECT_EQ(ParsedModule("(a for a in b)\n").expr().kind, ExprKind::kGenerator);
  const ParsedModule module("{k: v for k, v in d if k if v for w in k}\n");
  const Expr& dict = module.expr();
  ASSERT_EQ(dict.kind, ExprKind::kDictComp);
  EXPECT_EQ(dict.first->text, "k");
  EXPECT_EQ(dict.second->text, "v");
  ASSERT_EQ(dict.generators.size(), 2u);
  EXPECT_EQ(Names(dict.generators[0].target->items), (std::vector<std::string>{"k", "v"}));
  EXPECT_EQ(dict.generators[0].iterable->text, "d");
  EXPECT_EQ(Names(dict.generators[0].conditions), (std::vector<std::string>{"k", "v"}));
  EXPECT_EQ(dict.generators[1].target->text, "w");
  EXPECT_TRUE(dict.generators[1].conditions.empty());
}

TEST(ParseExpr, Numbers) {
  const std::pair<const char*, int64_t> integers[] = {{"0", 0},
                                                      {"12", 12},
                                                      {"1_000", 1000},
                                                      {"0x1F", 31},
                                                      {"0X_ff", 255},
                                                      {"0o17", 15},
                                                      {"0b101", 5},
                                                      {"9223372036854775807", INT64_MAX},
                                                      {"9223372036854775808", 0}};
  for (const auto& [text, value] : integers) {
    const ParsedModule module(absl::StrCat(text, "\n"));
    EXPECT_EQ(module.expr().kind, ExprKind::kInt) << text;
    EXPECT_EQ(module.expr().integer, value) << text;
    EXPECT_EQ(module.expr().text, text);
  }
  for (const char* text : {"1.5", "1e3", ".5", "1j", "1.5J"}) {
    const ParsedModule module(absl::StrCat(text, "\n"));
    EXPECT_EQ(module.expr().kind, ExprKind::kFloat) << text;
    EXPECT_EQ(module.expr().text, text);
  }
}

TEST(ParseExpr, Constants) {
  EXPECT_EQ(ParsedModule("None\n").expr().kind, ExprKind::kNone);
  EXPECT_EQ(ParsedModule("True\n").expr().kind, ExprKind::kTrue);
  EXPECT_EQ(ParsedModule("False\n").expr().kind, ExprKind::kFalse);
  EXPECT_EQ(ParsedModule("...\n").expr().kind, ExprKind::kEllipsis);
}

TEST(ParseExpr, AwaitYieldAndLambda) {
  const ParsedModule module(
      "async def f():\n  await g()\n  yield\n  yield a, b\n  yield from c\n"
      "h = lambda x, *y, z=1: x\n");
  const Nodes<Stmt> body = module.function().body;
  EXPECT_TRUE(module.function().generator);
  EXPECT_EQ(body[0]->value->kind, ExprKind::kAwait);
  EXPECT_EQ(body[0]->value->first->kind, ExprKind::kCall);
  EXPECT_EQ(body[1]->value->kind, ExprKind::kYield);
  EXPECT_EQ(body[1]->value->first, nullptr);
  EXPECT_EQ(body[2]->value->first->kind, ExprKind::kTuple);
  EXPECT_EQ(body[3]->value->kind, ExprKind::kYieldFrom);
  const Expr& lambda = *module.stmt(1).value;
  ASSERT_EQ(lambda.kind, ExprKind::kLambda);
  EXPECT_EQ(lambda.function->name, "<lambda>");
  ASSERT_EQ(lambda.function->parameters.size(), 3u);
  EXPECT_EQ(lambda.function->parameters[2].fallback->integer, 1);
  ASSERT_EQ(lambda.function->body.size(), 1u);
  EXPECT_EQ(lambda.function->body[0]->kind, StmtKind::kReturn);
  EXPECT_EQ(lambda.function->body[0]->value->slot, 0);
  EXPECT_FALSE(lambda.function->generator);
}

TEST(ParseExpr, TypesOfParametersAreExpressions) {
  const ParsedModule module("def f(a: Dict[str, int] | None, *b: 'T', c: x.Y = 1): pass\n");
  const auto parameters = module.function().parameters;
  const Expr& type = *parameters[0].annotation;
  ASSERT_EQ(type.kind, ExprKind::kBinary);
  EXPECT_EQ(type.op, Op::kOr);
  ASSERT_EQ(type.first->kind, ExprKind::kSubscript);
  EXPECT_EQ(type.first->first->text, "Dict");
  EXPECT_EQ(Names(type.first->second->items), (std::vector<std::string>{"str", "int"}));
  EXPECT_EQ(parameters[1].annotation->kind, ExprKind::kString);
  EXPECT_EQ(parameters[2].annotation->kind, ExprKind::kAttribute);
}

}  // namespace
}  // namespace fsdpcheck::analyzer

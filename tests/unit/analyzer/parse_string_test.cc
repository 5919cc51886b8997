#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/unit/analyzer/parsed_module.h"

namespace fsdpcheck::analyzer {
namespace {

TEST(ParseString, ValueAfterEscapes) {
  const std::pair<std::string, std::string> cases[] = {
      {R"('a b')", "a b"},
      {R"("\n\t\\\'\"\a\b\f\r\v")", "\n\t\\'\"\a\b\f\r\v"},
      {R"('\x41\u00e9\U0001F600')", "A\xC3\xA9\xF0\x9F\x98\x80"},
      {R"('\0\101\18')", std::string("\0A\1"
                                     "8",
                                     4)},
      {R"('\q\N{DASH}')", R"(\q\N{DASH})"},
      {R"('\ud800\x4')", R"(\ud800\x4)"},
      {"'a\\\nb'", "ab"},
      {"'''a\nb'''", "a\nb"},
      {"'''a\r\nb'''", "a\nb"},
      {R"(r'\n\'')", R"(\n\')"},
      {R"(r'\\')", R"(\\)"},
      {R"(b'\xff\u0041')", "\xff\\u0041"},
      {R"(u'x')", "x"},
      {R"('' "a" r'\b')", R"(a\b)"},
      {R"("""q""")", "q"},
      {R"("")", ""},
  };
  for (const auto& [text, value] : cases) {
    SCOPED_TRACE(text);
    const ParsedModule module("x = " + text + "\n");
    ASSERT_EQ(module.stmt(0).value->kind, ExprKind::kString);
    EXPECT_EQ(module.stmt(0).value->text, value);
    EXPECT_TRUE(module.problems().empty());
  }
}

TEST(ParseString, FormatStringHoldsItsReplacements) {
  const ParsedModule module("f'a {b!r:>{width}.{precision}} {c.d()=} {{no}}' \"e\" F'{g}'\n");
  const Expr& string = module.expr();
  ASSERT_EQ(string.kind, ExprKind::kFormatString);
  EXPECT_EQ(string.text, "");
  ASSERT_EQ(string.items.size(), 5u);
  EXPECT_EQ(string.items[0]->text, "b");
  EXPECT_EQ(string.items[1]->text, "width");
  EXPECT_EQ(string.items[2]->text, "precision");
  EXPECT_EQ(string.items[3]->kind, ExprKind::kCall);
  EXPECT_EQ(string.items[4]->text, "g");
}

TEST(ParseString, FormatStringWithoutReplacementsIsOne) {
  EXPECT_EQ(ParsedModule("f'a'\n").expr().kind, ExprKind::kFormatString);
  EXPECT_TRUE(ParsedModule("f'a'\n").expr().items.empty());
}

TEST(ParseString, FormatSpecifierThatLooksLikeAWalrus) {
  const ParsedModule module("def f(x):\n  return f'{x:=5}'\n");
  const Expr& string = *module.function().body[0]->value;
  ASSERT_EQ(string.items.size(), 1u);
  EXPECT_EQ(string.items[0]->kind, ExprKind::kName);
  EXPECT_EQ(string.items[0]->slot, 0);
}

TEST(ParseString, TemplateString) {
  const ParsedModule module("x = t'{a}' + rt\"{b}\" + 'it'\n");
  EXPECT_TRUE(module.problems().empty());
  const Expr& sum = *module.stmt(0).value->first;
  EXPECT_EQ(sum.first->kind, ExprKind::kFormatString);
  EXPECT_EQ(sum.first->items[0]->text, "a");
  EXPECT_EQ(sum.second->kind, ExprKind::kFormatString);
  EXPECT_EQ(module.stmt(0).value->second->text, "it");
}

TEST(ParseString, SameQuotesInsideAReplacement) {
  const ParsedModule module("x = f'{d['key']}'\n");
  EXPECT_TRUE(module.problems().empty());
  ASSERT_EQ(module.stmt(0).value->items.size(), 1u);
  EXPECT_EQ(module.stmt(0).value->items[0]->second->text, "key");
}

TEST(ParseString, HashInsideAStringIsNoComment) {
  const ParsedModule module("x = '# a'  # b\ny = '''\n# c\n'''\n");
  EXPECT_EQ(module.stmt(0).value->text, "# a");
  EXPECT_EQ(module.stmt(1).value->text, "\n# c\n");
}

}  // namespace
}  // namespace fsdpcheck::analyzer

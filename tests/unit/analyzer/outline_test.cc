#include "analyzer/model/outline.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace fsdpcheck::analyzer {
namespace {

using Lines = std::vector<std::string>;

// "def name 3-5": kind, name, first and last line.
Lines Definitions(const std::string& text) {
  const Source source("f.py", text);
  Lines lines;
  for (const Definition& definition : ReadOutline(text).definitions) {
    const Range range = source.RangeOf(definition.range);
    lines.push_back(absl::StrCat(definition.kind == Definition::Kind::kClass ? "class " : "def ",
                                 definition.name, " ", range.start.line, "-", range.end.line));
  }
  return lines;
}

// "local|module|attribute|written|level", with "+" in front when at the top level.
Lines Imports(const std::string& text) {
  Lines lines;
  for (const Import& import : ReadOutline(text).imports) {
    lines.push_back(absl::StrCat(import.top_level ? "+" : "", import.local, "|", import.module, "|",
                                 import.attribute, "|", import.written, "|", import.level));
  }
  return lines;
}

Lines Assignments(const std::string& text) {
  const Source source("f.py", text);
  Lines lines;
  for (const Assignment& assignment : ReadOutline(text).assignments) {
    lines.push_back(absl::StrCat(assignment.name, "=", source.Text(assignment.range)));
  }
  return lines;
}

Lines Body(const std::string& text) {
  Lines lines;
  for (const ByteRange& range : ReadOutline(text).body) {
    lines.push_back(text.substr(range.begin, range.end - range.begin));
  }
  return lines;
}

TEST(Outline, FindsDefinitionsWithTheirDecorators) {
  EXPECT_EQ(Definitions("@a\n"
                        "# between\n"
                        "\n"
                        "@b(\n"
                        "  1)\n"
                        "def f(x):\n"
                        "  return x\n"
                        "async def g(): pass\n"
                        "async  def h():\n"
                        "\treturn\n"
                        "class C[T](Base): x = 1; y = 2\n"
                        "def k[T](x: T): return x"),
            (Lines{"def f 1-7", "def g 8-8", "def h 9-10", "class C 11-11", "def k 12-12"}));
}

TEST(Outline, EndsADefinitionBeforeTheCommentsThatFollowIt) {
  EXPECT_EQ(Definitions("def f():\n"
                        "  a()  # stays\n"
                        "# inside\n"
                        "  b()\n"
                        "\n"
                        "  # nobody's\n"
                        "# nobody's\n"
                        "x = 1\n"),
            (Lines{"def f 1-4"}));
}

TEST(Outline, SeesNoStatementsInStrings) {
  EXPECT_EQ(Definitions("'''\n"
                        "def a(): pass\n"
                        "'''\n"
                        "x = rb\"\"\"\n"
                        "def b(): pass\n"
                        "\\\"\"\"\n"
                        "def c(): pass\n"
                        "\"\"\"\n"
                        "y = 'one\\\n"
                        "def d(): pass'\n"
                        "def e():\n"
                        "  '''doc\n"
                        "class F: pass\n"
                        "  '''\n"),
            (Lines{"def e 11-14"}));
  EXPECT_EQ(Imports("'''\nimport a\n'''\n# import b\nx = 'import c'\nimport d\n"),
            (Lines{"+d|d|||0"}));
}

TEST(Outline, EndsAnUnclosedStringWithItsLine) {
  EXPECT_EQ(Definitions("x = 'open\ndef f(): pass\n"), (Lines{"def f 2-2"}));
}

TEST(Outline, FollowsExpressionsInFormatStrings) {
  // In Python 3.12 an expression may hold the quotes of its string, comments and line breaks.
  EXPECT_EQ(Definitions("x = f'{d['k']} {{ {y!r:>{w}} \\N{DASH} {'\n"
                        "  # a comment with ' and }\n"
                        "  z}'\n"
                        "def f(): pass\n"),
            (Lines{"def f 4-4"}));
  EXPECT_EQ(Definitions("x = f'{a:%H:%M}' + F\"{b['c:d']}\" + rf'\\{c}' + f'{lambda: 1}'\n"
                        "y = f'''{\n'''.join(q)}\ndef no(): pass\n'''\n"
                        "def f(): pass\n"),
            (Lines{"def f 6-6"}));
}

TEST(Outline, JoinsBracketsAndContinuedLines) {
  EXPECT_EQ(Definitions("x = (1,\n"
                        "class_ , def_,\n"
                        ")\n"
                        "y = 1 + \\\n"
                        "z\n"
                        "def \\\n"
                        "  f(a,\n"
                        "b): pass\n"),
            (Lines{"def f 6-8"}));
}

TEST(Outline, RecoversFromAnOpenBracketAtTheNextDefinition) {
  EXPECT_EQ(Definitions("x = foo(1,\n\ndef f():\n  return [1\n\nclass C:\n  pass\n"),
            (Lines{"def f 3-4", "class C 6-7"}));
}

TEST(Outline, EndsLinesAtEveryKindOfBreak) {
  EXPECT_EQ(Definitions("def f():\r\n  a()\r\n\r\ndef g():\r  b()\rdef h(): pass"),
            (Lines{"def f 1-2", "def g 4-5", "def h 6-6"}));
}

TEST(Outline, CountsColumnsFromAByteOrderMarkAndFromAFormFeed) {
  EXPECT_EQ(Definitions("\xEF\xBB\xBF"
                        "def f():\n  pass\n\x0c"
                        "def g(): pass\n  \x0c"
                        "class C: 1\n"),
            (Lines{"def f 1-2", "def g 3-3", "class C 4-4"}));
}

TEST(Outline, KeepsNestedDefinitionsInside) {
  EXPECT_EQ(Definitions("class C:\n  def m(self):\n    def n(): pass\nif x:\n  def f(): pass\n"),
            (Lines{"class C 1-3"}));
}

TEST(Outline, ReadsEveryFormOfImport) {
  EXPECT_EQ(Imports("import a\n"
                    "import a.b\n"
                    "import a.b as c, d.e . f, g as h\n"
                    "from a.b import c, d as e\n"
                    "from . import f\n"
                    "from ...x.y import (g,  # why\n"
                    "    h as i,\n"
                    ")\n"
                    "from .. import *\n"
                    "from j \\\n"
                    "  import k, \\\n"
                    "    l\n"
                    "from.m import n\n"),
            (Lines{"+a|a|||0", "+a|a||a.b|0", "+c|a.b|||0", "+d|d||d.e.f|0", "+h|g|||0",
                   "+c|a.b|c||0", "+e|a.b|d||0", "+f||f||1", "+g|x.y|g||3", "+i|x.y|h||3",
                   "+*||*||2", "+k|j|k||0", "+l|j|l||0", "+n|m|n||1"}));
}

TEST(Outline, ReadsImportsWhereverTheyStand) {
  EXPECT_EQ(Imports("try:\n"
                    "  import a\n"
                    "except ImportError: import b\n"
                    "x = 1; import c; from d import e\n"
                    "def f():\n"
                    "  from g import h\n"
                    "imports = from_ = 1\n"
                    "y = lambda: 1; z: int = 2\n"
                    "raise E from e\n"),
            (Lines{"a|a|||0", "b|b|||0", "c|c|||0", "e|d|e||0", "h|g|h||0"}));
}

TEST(Outline, ReadsTheNamesOfABrokenImportUpToTheMistake) {
  EXPECT_EQ(Imports("import\nfrom\nfrom a\nfrom a import\nfrom a import (b, 1)\nimport c, + d\n"),
            (Lines{"+b|a|b||0", "+c|c|||0"}));
}

TEST(Outline, FindsAssignmentsOfPlainNames) {
  EXPECT_EQ(Assignments("a = 1\n"
                        "b: Dict[str, 'x=1'] = {\n"
                        "  'k': 2}\n"
                        "c = d = 3  # why\n"
                        "e: int\n"
                        "f += 1\n"
                        "g == 2\n"
                        "h.i = 1\n"
                        "j, k = 1, 2\n"
                        "try: l = 1\n"
                        "finally: m = 1\n"
                        "  n = 1\n"
                        "call(o=1)\n"),
            (Lines{"a=a = 1", "b=b: Dict[str, 'x=1'] = {\n  'k': 2}", "c=c = d = 3  # why",
                   "d=c = d = 3  # why"}));
}

TEST(Outline, CallsTheRestTheBody) {
  EXPECT_EQ(Body("'''doc'''\n"
                 "# note\n"
                 "import a\n"
                 "\n"
                 "# nobody's\n"
                 "@dec\n"
                 "def f(): pass\n"
                 "\n"
                 "class C: pass\n"
                 "if x:\n"
                 "  y()\n"
                 "# end\n"),
            (Lines{"'''doc'''\n# note\nimport a\n", "if x:\n  y()\n"}));
  EXPECT_EQ(Body("@dangling\nx = 1"), (Lines{"@dangling\nx = 1"}));
  EXPECT_EQ(Body("def f(): pass\n@dangling\n"), (Lines{"@dangling\n"}));
  EXPECT_EQ(Body("# only a comment\n"), (Lines{}));
}

TEST(Outline, TellsWhichDefinitionHoldsAnOffset) {
  const std::string text = "a\ndef f(): pass\nb\ndef g(): pass\n";
  const Outline outline = ReadOutline(text);
  EXPECT_EQ(DefinitionAt(outline, 0), -1);
  EXPECT_EQ(DefinitionAt(outline, 2), 0);
  EXPECT_EQ(DefinitionAt(outline, 14), 0);
  EXPECT_EQ(DefinitionAt(outline, 15), -1);
  EXPECT_EQ(DefinitionAt(outline, static_cast<uint32_t>(text.find('g'))), 1);
}

TEST(Outline, TakesLinearTimeForDeepBracketsAndStrings) {
  std::string text(200'000, '(');
  for (int i = 0; i < 50'000; ++i) absl::StrAppend(&text, "f'{");
  absl::StrAppend(&text, "\ndef f(): pass\n");
  EXPECT_EQ(Definitions(text), (Lines{"def f 2-2"}));
}

TEST(Outline, NeverFailsOnCutText) {
  const std::string text =
      "from a import (b,\n c)\n@d\nclass E(F):\n  '''x'''\n  y = f'{z:{w}}' # \\N{\nx: int = 1\n";
  for (size_t length = 0; length <= text.size(); ++length) {
    const std::string cut = text.substr(0, length);
    const Outline outline = ReadOutline(cut);
    for (const Definition& definition : outline.definitions) {
      EXPECT_LE(definition.range.end, cut.size());
    }
    for (const ByteRange& range : outline.body) EXPECT_LE(range.end, cut.size());
  }
}

}  // namespace
}  // namespace fsdpcheck::analyzer

#include "analyzer/syntax/source.h"

#include <gtest/gtest.h>

#include <string>

namespace fsdpcheck::analyzer {
namespace {

Position At(const std::string& text, uint32_t offset) {
  return Source("f.py", text).PositionAt(offset);
}

TEST(Source, EndsLinesWherePythonEndsThem) {
  const std::string text = "a\nbc\r\nd\re";
  EXPECT_EQ(At(text, 0), (Position{1, 1}));
  EXPECT_EQ(At(text, 1), (Position{1, 2}));
  EXPECT_EQ(At(text, 2), (Position{2, 1}));
  EXPECT_EQ(At(text, 4), (Position{2, 3}));
  EXPECT_EQ(At(text, 6), (Position{3, 1}));
  EXPECT_EQ(At(text, 8), (Position{4, 1}));
  EXPECT_EQ(At(text, 9), (Position{4, 2}));
}

TEST(Source, PlacesEveryOffsetOfALongTextLikeAPlainCount) {
  std::string text;
  for (int i = 0; i < 900; ++i) text.append(static_cast<size_t>(i % 13), 'x').append("\n");
  const Source source("f.py", text);
  Position expected;
  for (uint32_t offset = 0; offset <= text.size(); ++offset) {
    ASSERT_EQ(source.PositionAt(offset), expected) << offset;
    const bool line_break = offset < text.size() && text[offset] == '\n';
    expected =
        line_break ? Position{expected.line + 1, 1} : Position{expected.line, expected.column + 1};
  }
}

TEST(Source, CountsCodePoints) {
  const std::string text = "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80x";
  EXPECT_EQ(At(text, 2).column, 2);
  EXPECT_EQ(At(text, 5).column, 3);
  EXPECT_EQ(At(text, 9).column, 4);
  EXPECT_EQ(At(text, 10).column, 5);
  EXPECT_EQ(At(text, 7).column, 3) << "inside a code point";
}

TEST(Source, CountsEveryByteThatIsNotUtf8) {
  EXPECT_EQ(At("\xFF\xFEx", 2).column, 3);
  EXPECT_EQ(At("\xC3(x", 2).column, 3) << "lead byte without its continuation";
  EXPECT_EQ(At("\xC0\x80x", 2).column, 3) << "overlong";
  EXPECT_EQ(At("\xE0\x80\x80x", 3).column, 4) << "overlong";
  EXPECT_EQ(At("\xED\xA0\x80x", 3).column, 4) << "surrogate";
  EXPECT_EQ(At("\xF4\x90\x80\x80x", 4).column, 5) << "above U+10FFFF";
  EXPECT_EQ(At("\xE2\x82", 2).column, 3) << "cut off";
}

TEST(Source, GivesAByteOrderMarkNoColumn) {
  const std::string text = "\xEF\xBB\xBFimport a\nb";
  EXPECT_EQ(At(text, 0), (Position{1, 1}));
  EXPECT_EQ(At(text, 3), (Position{1, 1}));
  EXPECT_EQ(At(text, 10), (Position{1, 8}));
  EXPECT_EQ(At(text, 12), (Position{2, 1}));
}

TEST(Source, KnowsTheTextAndPlaceOfARange) {
  const Source source("dir/f.py", "one\ntwo three\n");
  EXPECT_EQ(source.Text({4, 7}), "two");
  const Location location = source.LocationOf({4, 7});
  EXPECT_EQ(location.path, "dir/f.py");
  EXPECT_EQ(location.range, (Range{{2, 1}, {2, 4}}));
  EXPECT_EQ(Source("e.py", "").RangeOf({0, 0}), (Range{{1, 1}, {1, 1}}));
}

}  // namespace
}  // namespace fsdpcheck::analyzer

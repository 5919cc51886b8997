#include "reports/model/source_lines.h"

#include <gtest/gtest.h>

namespace fsdpcheck {
namespace {

TEST(FirstCharacter, DecodesEveryLength) {
  EXPECT_EQ(FirstCharacter("a").value, U'a');
  EXPECT_EQ(FirstCharacter("\xC3\xA9x").value, U'\u00E9');
  EXPECT_EQ(FirstCharacter("\xE6\x95\xB0").value, U'\u6570');
  EXPECT_EQ(FirstCharacter("\xF0\x9F\x94\xA5!").value, U'\U0001F525');
  EXPECT_EQ(FirstCharacter("\xF0\x9F\x94\xA5!").bytes, 4);
}

TEST(FirstCharacter, TakesTheLongestBrokenOffStartAsOneError) {
  const struct {
    absl::string_view text;
    int bytes;
  } cases[] = {
      {"\x80", 1},              // continuation without a start
      {"\xC0\xAF", 1},          // overlong
      {"\xE6\x95", 2},          // end of text
      {"\xE6\x95x", 2},         // broken off
      {"\xE0\x80\x80", 1},      // overlong
      {"\xED\xA0\x80", 1},      // surrogate
      {"\xF4\x90\x80\x80", 1},  // beyond U+10FFFF
      {"\xF0\x9F\x94", 3},
  };
  for (const auto& [text, bytes] : cases) {
    const Character character = FirstCharacter(text);
    EXPECT_FALSE(character.valid);
    EXPECT_EQ(character.bytes, bytes) << testing::PrintToString(text);
  }
}

TEST(SourceLines, EndsLinesAsPythonDoes) {
  const SourceLines lines("one\r\ntwo\rthree\n\nfive");
  ASSERT_EQ(lines.count(), 5);
  EXPECT_EQ(lines.Line(1), "one");
  EXPECT_EQ(lines.Line(2), "two");
  EXPECT_EQ(lines.Line(3), "three");
  EXPECT_EQ(lines.Line(4), "");
  EXPECT_EQ(lines.Line(5), "five");
  EXPECT_EQ(lines.Line(0), "");
  EXPECT_EQ(lines.Line(6), "");
}

TEST(SourceLines, GivesNoColumnToAByteOrderMark) {
  const SourceLines lines("\xEF\xBB\xBFimport torch");
  EXPECT_EQ(lines.Text({{1, 1}, {1, 7}}), "import");
}

TEST(SourceLines, CountsColumnsInCodePoints) {
  const SourceLines lines("\xE6\x95\xB0 = \xF0\x9F\x94\xA5; x");
  EXPECT_EQ(lines.Text({{1, 1}, {1, 2}}), "\xE6\x95\xB0");
  EXPECT_EQ(lines.Text({{1, 5}, {1, 6}}), "\xF0\x9F\x94\xA5");
  EXPECT_EQ(lines.Text({{1, 8}, {1, 9}}), "x");
}

TEST(SourceLines, CountsBytesThatAreNotUtf8AsOneColumnEach) {
  const SourceLines lines("\xE6\x95x\xFFy");
  EXPECT_EQ(lines.Text({{1, 3}, {1, 4}}), "x");
  EXPECT_EQ(lines.Text({{1, 5}, {1, 6}}), "y");
  EXPECT_EQ(lines.Text({{1, 2}, {1, 4}}), "\x95x");
}

TEST(SourceLines, JoinsLinesAndKeepsInsideTheText) {
  const SourceLines lines("abc\r\ndef\nghi");
  EXPECT_EQ(lines.Text({{1, 2}, {3, 2}}), "bc\ndef\ng");
  EXPECT_EQ(lines.Text({{2, 2}, {9, 9}}), "ef\nghi");
  EXPECT_EQ(lines.Text({{3, 99}, {3, 100}}), "");
  EXPECT_EQ(lines.Text({{7, 1}, {8, 1}}), "");
}

}  // namespace
}  // namespace fsdpcheck

#include "reports/formats/display.h"

#include <gtest/gtest.h>

#include <string>

namespace fsdpcheck::formats {
namespace {

TEST(DisplayWidth, MeasuresNarrowWideAndCombining) {
  EXPECT_EQ(DisplayWidth(U'a'), 1);
  EXPECT_EQ(DisplayWidth(U'\u00E9'), 1);
  EXPECT_EQ(DisplayWidth(U'\u0301'), 0);
  EXPECT_EQ(DisplayWidth(U'\u200B'), 0);
  EXPECT_EQ(DisplayWidth(U'\u6570'), 2);
  EXPECT_EQ(DisplayWidth(U'\uFF21'), 2);
  EXPECT_EQ(DisplayWidth(U'\U0001F525'), 2);
  EXPECT_EQ(DisplayWidth(absl::string_view("e\xCC\x81\xE6\x95\xB0")), 3);
}

TEST(Printable, ShowsControlCharactersInsteadOfSendingThem) {
  EXPECT_EQ(Printable("a\x1b[31mb"), "a\xE2\x90\x9B[31mb");
  EXPECT_EQ(Printable(absl::string_view("\0", 1)), "\xE2\x90\x80");
  EXPECT_EQ(Printable("\x7F"), "\xE2\x90\xA1");
  EXPECT_EQ(Printable("\xC2\x9B"), "\xEF\xBF\xBD");  // C1: a control sequence of its own
  const std::string right_to_left_override = {'\xE2', '\x80', '\xAE'};
  EXPECT_EQ(Printable(right_to_left_override), "\xEF\xBF\xBD");
  EXPECT_EQ(Printable("\xFFz"), "\xEF\xBF\xBDz");
  EXPECT_EQ(Printable("a\tb\r\nc\nd"), "a b c d");
}

TEST(WrapWords, BreaksAtBlanks) {
  EXPECT_EQ(WrapWords("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(WrapWords("one two three", 0), (std::vector<std::string>{"one two three"}));
  EXPECT_EQ(WrapWords("extraordinary x", 5), (std::vector<std::string>{"extraordinary", "x"}));
  EXPECT_EQ(WrapWords("a\n\n  b", 5), (std::vector<std::string>{"a", "", "  b"}));
  EXPECT_EQ(WrapWords("", 5), (std::vector<std::string>{""}));
}

TEST(DisplayLine, ExpandsTabsToStops) {
  const DisplayLine line("\ta\tb");
  EXPECT_EQ(line.OffsetOf(1), 0);
  EXPECT_EQ(line.OffsetOf(2), 4);
  EXPECT_EQ(line.OffsetOf(3), 5);
  EXPECT_EQ(line.OffsetOf(4), 8);
  EXPECT_EQ(line.OffsetOf(99), 9);
  EXPECT_EQ(line.Slice(0, line.width()), "    a   b");
}

TEST(DisplayLine, PlacesColumnsBehindWideAndCombiningCharacters) {
  const DisplayLine line(
      "\xE6\x95\xB0"
      "e\xCC\x81x");
  EXPECT_EQ(line.OffsetOf(2), 2);  // e
  EXPECT_EQ(line.OffsetOf(3), 3);  // the accent on it
  EXPECT_EQ(line.OffsetOf(4), 3);  // x
  EXPECT_EQ(line.width(), 4);
}

TEST(DisplayLine, CutsWideCharactersIntoSpaces) {
  const DisplayLine line("a\xE6\x95\xB0z");
  EXPECT_EQ(line.Slice(0, 2), "a");
  EXPECT_EQ(line.Slice(2, 4), " z");
  EXPECT_EQ(line.Slice(0, 3), "a\xE6\x95\xB0");
}

TEST(DisplayLine, CountsBrokenBytesAsColumns) {
  const DisplayLine line("\xE6\x95x");
  EXPECT_EQ(line.OffsetOf(3), 2);
  EXPECT_EQ(line.Slice(0, 3), "\xEF\xBF\xBD\xEF\xBF\xBDx");
}

}  // namespace
}  // namespace fsdpcheck::formats

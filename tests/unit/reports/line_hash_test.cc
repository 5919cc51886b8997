#include "reports/formats/line_hash.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace fsdpcheck::formats {
namespace {

using Hashes = std::vector<std::string>;

// The expected values are those of the upload action's own tests.
TEST(LineHashes, AreThoseOfTheUploadAction) {
  EXPECT_EQ(LineHashes(""), Hashes{"c129715d7a2bc9a3:1"});
  EXPECT_EQ(LineHashes(" a\nb\n  \t\tc\n d"), (Hashes{"271789c17abda88f:1", "54703d4cd895b18:1",
                                                      "180aee12dab6264:1", "a23a3dc5e078b07b:1"}));
  EXPECT_EQ(LineHashes("x = 2\nx = 1\nprint(x)\nx = 3\nprint(x)\nx = 4\nprint(x)\n"),
            (Hashes{"e54938cc54b302f1:1", "bb609acbe9138d60:1", "1131fd5871777f34:1",
                    "5c482a0f8b35ea28:1", "54517377da7028d2:1", "2c644846cb18d53e:1",
                    "f1b89f20de0d133:1", "c129715d7a2bc9a3:1"}));
}

TEST(LineHashes, TakeAllLineEndsAsOne) {
  const Hashes expected = {"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1",
                           "e20e36e16fcb0cc8:1", "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                           "c129715d7a2bc9a3:1"};
  EXPECT_EQ(LineHashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"), expected);
  EXPECT_EQ(LineHashes(" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r"), expected);
  EXPECT_EQ(LineHashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n"), expected);
  EXPECT_EQ(LineHashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"), expected);
}

TEST(LineHashes, NumberEqualLines) {
  std::string text;
  for (int i = 0; i < 10; ++i) absl::StrAppend(&text, "Lorem ipsum dolor sit amet.\n");
  const Hashes hashes = LineHashes(text);
  ASSERT_EQ(hashes.size(), 11u);
  EXPECT_EQ(hashes[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(hashes[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(hashes[6], "a7f2ff1481e87703:1");
  EXPECT_EQ(hashes[9], "cc97dc7b1d7d8f7b:1");
}

// The action reads files as UTF-8 into UTF-16: a character beyond U+FFFF is two
// units, a broken one is U+FFFD.
TEST(LineHashes, CountUtf16Units) {
  EXPECT_EQ(LineHashes("\xE6\x95\xFF"), LineHashes("\xEF\xBF\xBD\xEF\xBF\xBD"));
  EXPECT_NE(LineHashes("\xF0\x9F\x94\xA5")[0], LineHashes("\xEF\xBF\xBD")[0]);
}

}  // namespace
}  // namespace fsdpcheck::formats

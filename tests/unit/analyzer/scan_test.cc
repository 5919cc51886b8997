#include "analyzer/syntax/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/syntax/byte_set.h"

namespace fsdpcheck::analyzer {
namespace {

bool BelongsToIdentifier(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || byte == '_' || (byte < 0x80 && std::isalnum(byte) != 0);
}

// The definition of a hit, tried at every place.
std::vector<NameHit> FindOneByOne(const std::vector<std::string>& names, const std::string& text) {
  std::vector<NameHit> hits;
  for (size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && BelongsToIdentifier(text[at - 1])) continue;
    for (size_t i = 0; i < names.size(); ++i) {
      if (text.compare(at, names[i].size(), names[i]) != 0) continue;
      const size_t end = at + names[i].size();
      if (end < text.size() && BelongsToIdentifier(text[end])) continue;
      hits.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(i)});
    }
  }
  return hits;
}

std::vector<NameHit> Find(const std::vector<std::string>& names, const std::string& text,
                          ScanPath path) {
  std::vector<NameHit> hits;
  NameScan(names, path).Find(text, hits);
  EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end(), [](const NameHit& a, const NameHit& b) {
    return a.offset < b.offset;
  }));
  std::sort(hits.begin(), hits.end());
  return hits;
}

TEST(NameScan, FindsWholeIdentifiersOnly) {
  const std::vector<std::string> names = {"shard", "x"};
  const std::string text = "shard xshard shard_ 1shard shard\xC3\xA9 (x.shard)";
  for (const ScanPath path : {ScanPath::kFastest, ScanPath::kPortable}) {
    EXPECT_EQ(Find(names, text, path), (std::vector<NameHit>{{0, 0}, {36, 1}, {38, 0}}));
  }
}

TEST(NameScan, FindsAPhraseAndTheNameItBeginsWith) {
  const std::vector<std::string> names = {"torch", "torch.distributed", "a"};
  const std::string text = "import torch.distributed; torch.distributed2";
  for (const ScanPath path : {ScanPath::kFastest, ScanPath::kPortable}) {
    EXPECT_EQ(Find(names, text, path), (std::vector<NameHit>{{7, 0}, {7, 1}, {26, 0}}));
  }
}

TEST(NameScan, FindsANameWhereverItLiesInTheBlocksOfTheFastPath) {
  const std::vector<std::string> names = {"needle", "n", "ne"};
  for (size_t before = 0; before < 130; ++before) {
    for (const std::string& name : names) {
      for (const size_t behind : {0, 1, 2, 64}) {
        const std::string text =
            absl::StrCat(std::string(before, ' '), name, std::string(behind, '.'));
        const auto expected = FindOneByOne(names, text);
        ASSERT_EQ(expected.size(), 1u);
        ASSERT_EQ(Find(names, text, ScanPath::kFastest), expected) << before << " " << behind;
        ASSERT_EQ(Find(names, text, ScanPath::kPortable), expected) << before << " " << behind;
      }
    }
  }
}

TEST(NameScan, AnswersTheSameOnBothPathsForRandomTexts) {
  std::mt19937 random(20240117);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const std::string alphabet = "ab_.1 \n\xC3(";
  for (int round = 0; round < 25; ++round) {
    std::vector<std::string> names;
    for (size_t i = below(40) + 1; i > 0; --i) {
      std::string name;
      for (size_t length = below(6) + 1; length > 0; --length) name.push_back("ab_1"[below(4)]);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    std::string text;
    for (size_t length = below(5000); length > 0; --length) {
      text.push_back(alphabet[below(alphabet.size())]);
    }
    const auto expected = FindOneByOne(names, text);
    ASSERT_EQ(Find(names, text, ScanPath::kFastest), expected) << round;
    ASSERT_EQ(Find(names, text, ScanPath::kPortable), expected) << round;
  }
}

TEST(NameScan, FindsNothingWithoutNamesOrText) {
  EXPECT_TRUE(Find({}, "some text", ScanPath::kFastest).empty());
  EXPECT_TRUE(Find({"a"}, "", ScanPath::kFastest).empty());
}

TEST(ByteSet, MarksTheSameBytesOnBothPaths) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 1000; ++i) text.push_back(static_cast<char>(random() % 256));
  // The last set is too irregular for the tables of the fast path.
  std::string irregular;
  for (int c = 0; c < 256; c += 1 + c / 16) irregular.push_back(static_cast<char>(c));
  for (const std::string& bytes : {std::string("\n\r"), std::string("[]{}()'\"#\\;:"), irregular}) {
    const ByteSet fast(bytes, ScanPath::kFastest);
    const ByteSet portable(bytes, ScanPath::kPortable);
    for (const size_t from : {size_t{0}, size_t{1}, size_t{63}, size_t{900}, text.size()}) {
      std::vector<uint64_t> a(17, 1);
      std::vector<uint64_t> b(17, 2);
      fast.Mark(text, from, absl::MakeSpan(a));
      portable.Mark(text, from, absl::MakeSpan(b));
      ASSERT_EQ(a, b) << from;
      for (size_t i = 0; i < 17 * 64; ++i) {
        const bool in_set =
            from + i < text.size() && bytes.find(text[from + i]) != std::string::npos;
        ASSERT_EQ((a[i / 64] >> (i % 64) & 1) != 0, in_set) << from << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace fsdpcheck::analyzer

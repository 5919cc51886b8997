#include "reports/formats/line_hash.h"

#include <cstddef>
#include <cstdint>
#include <map>

#include "absl/strings/str_cat.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::formats {
namespace {

constexpr size_t kBlock = 100;
constexpr uint64_t kBase = 37;
constexpr uint16_t kEndOfText = 0xFFFF;

// The characters of a text that count, and where among them lines start.
struct Essence {
  std::vector<uint16_t> units;
  std::vector<size_t> line_starts;
};

Essence EssenceOf(absl::string_view text) {
  Essence essence;
  bool line_starts = true;
  const auto add = [&](uint16_t unit) {
    if (line_starts) essence.line_starts.push_back(essence.units.size());
    line_starts = unit == '\n';
    essence.units.push_back(unit);
  };
  bool after_return = false;
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    text.remove_prefix(static_cast<size_t>(character.bytes));
    const char32_t value = character.value;
    const bool second_half_of_line_end = after_return && value == '\n';
    after_return = value == '\r';
    if (value == ' ' || value == '\t' || second_half_of_line_end) continue;
    if (value == '\r') {
      add('\n');
    } else if (value < 0x10000) {
      add(static_cast<uint16_t>(value));
    } else {
      add(static_cast<uint16_t>(0xD800 + ((value - 0x10000) >> 10)));
      add(static_cast<uint16_t>(0xDC00 + ((value - 0x10000) & 0x3FF)));
    }
  }
  add(kEndOfText);
  essence.units.resize(essence.units.size() + kBlock, 0);
  return essence;
}

}  // namespace

std::vector<std::string> LineHashes(absl::string_view text) {
  const Essence essence = EssenceOf(text);
  std::vector<std::string> hashes;
  std::map<uint64_t, int> seen;
  for (const size_t start : essence.line_starts) {
    uint64_t hash = 0;
    for (size_t i = 0; i < kBlock; ++i) hash = hash * kBase + essence.units[start + i];
    hashes.push_back(absl::StrCat(absl::Hex(hash), ":", ++seen[hash]));
  }
  return hashes;
}

}  // namespace fsdpcheck::formats

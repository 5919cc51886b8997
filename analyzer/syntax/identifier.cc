#include "analyzer/syntax/identifier.h"

#include <array>
#include <cstdint>

namespace fsdpcheck::analyzer {
namespace {

constexpr std::array<bool, 256> MakeTable() {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<size_t>(c)] = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                    (c >= 'a' && c <= 'z') || c == '_' || c >= 0x80;
  }
  return table;
}
constexpr std::array<bool, 256> kIdentifier = MakeTable();

}  // namespace

bool IsIdentifierByte(char c) { return kIdentifier[static_cast<uint8_t>(c)]; }

size_t IdentifierEnd(absl::string_view text, size_t at) {
  while (at < text.size() && IsIdentifierByte(text[at])) ++at;
  return at;
}

bool WordAt(absl::string_view text, size_t at, absl::string_view word) {
  const absl::string_view rest = text.substr(at);
  return rest.size() >= word.size() && rest.substr(0, word.size()) == word &&
         (rest.size() == word.size() || !IsIdentifierByte(rest[word.size()]));
}

}  // namespace fsdpcheck::analyzer

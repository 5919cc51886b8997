#include "analyzer/syntax/byte_set.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kWordBytes = 64;

#if defined(__x86_64__)
using Table = std::array<uint8_t, 16>;

__attribute__((target("avx2"))) __m256i Broadcast(const Table& table) {
  return _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

__attribute__((target("avx2"))) inline uint32_t MarkHalf(const char* bytes, __m256i low,
                                                         __m256i high) {
  const __m256i nibble = _mm256_set1_epi8(0x0f);
  const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i by_low = _mm256_shuffle_epi8(low, _mm256_and_si256(block, nibble));
  const __m256i by_high =
      _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(block, 4), nibble));
  const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(by_low, by_high), _mm256_setzero_si256());
  return ~static_cast<uint32_t>(_mm256_movemask_epi8(none));
}

__attribute__((target("avx2"))) void MarkWords(const char* bytes, const Table& low,
                                               const Table& high, absl::Span<uint64_t> words) {
  const __m256i low_table = Broadcast(low);
  const __m256i high_table = Broadcast(high);
  for (uint64_t& word : words) {
    word = MarkHalf(bytes, low_table, high_table) |
           static_cast<uint64_t>(MarkHalf(bytes + 32, low_table, high_table)) << 32;
    bytes += kWordBytes;
  }
}
#endif

}  // namespace

bool HasFastScan() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
#else
  return false;
#endif
}

ByteSet::ByteSet(absl::string_view bytes, ScanPath path) {
  std::array<uint16_t, 16> columns{};
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    member_[byte] = true;
    columns[byte >> 4] = static_cast<uint16_t>(columns[byte >> 4] | 1u << (byte & 15));
  }
  std::array<uint16_t, 8> groups{};
  size_t used = 0;
  for (size_t high = 0; high < 16; ++high) {
    if (columns[high] == 0) continue;
    const auto end = groups.begin() + used;
    const auto group =
        static_cast<size_t>(std::find(groups.begin(), end, columns[high]) - groups.begin());
    if (group == groups.size()) return;  // too irregular for the tables: stay portable
    if (group == used) groups[used++] = columns[high];
    high_[high] = static_cast<uint8_t>(1u << group);
    for (size_t low = 0; low < 16; ++low) {
      if ((columns[high] >> low & 1) != 0) low_[low] |= high_[high];
    }
  }
  fast_ = path == ScanPath::kFastest && HasFastScan();
}

uint64_t ByteSet::MarkTail(absl::string_view tail) const {
  uint64_t word = 0;
  for (size_t i = 0; i < tail.size(); ++i) {
    word |= static_cast<uint64_t>(member_[static_cast<uint8_t>(tail[i])]) << i;
  }
  return word;
}

void ByteSet::Mark(absl::string_view text, size_t from, absl::Span<uint64_t> words) const {
  size_t done = 0;
#if defined(__x86_64__)
  if (fast_ && from < text.size()) {
    done = std::min(words.size(), (text.size() - from) / kWordBytes);
    MarkWords(text.data() + from, low_, high_, words.first(done));
  }
#endif
  for (; done < words.size(); ++done) {
    const size_t at = std::min(text.size(), from + done * kWordBytes);
    words[done] = MarkTail(text.substr(at, kWordBytes));
  }
}

}  // namespace fsdpcheck::analyzer

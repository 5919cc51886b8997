#include "analyzer/syntax/scan.h"

#include <algorithm>
#include <bit>

#include "analyzer/syntax/identifier.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kWordBytes = 64;
constexpr size_t kWords = 64;
constexpr size_t kGroups = 8;

ByteSet MakeIdentifierBytes(ScanPath path) {
  std::string bytes;
  for (int c = 0; c < 256; ++c) {
    if (IsIdentifierByte(static_cast<char>(c))) bytes.push_back(static_cast<char>(c));
  }
  return ByteSet(bytes, path);
}

const ByteSet& IdentifierBytes(ScanPath path) {
  static const ByteSet fastest = MakeIdentifierBytes(ScanPath::kFastest);
  static const ByteSet portable = MakeIdentifierBytes(ScanPath::kPortable);
  return path == ScanPath::kFastest ? fastest : portable;
}

std::string FirstBytes(absl::Span<const std::string> names) {
  std::string bytes;
  for (const std::string& name : names) bytes.push_back(name[0]);
  return bytes;
}

#if defined(__x86_64__)
#define FSDPCHECK_AVX2 __attribute__((target("avx2")))

FSDPCHECK_AVX2 inline __m256i Load(const char* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

FSDPCHECK_AVX2 inline __m256i Repeat(const std::array<uint8_t, 16>& table) {
  return _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

// For each byte the bits that the entries of its two halves share.
FSDPCHECK_AVX2 inline __m256i LookUp(__m256i bytes, __m256i low, __m256i high) {
  const __m256i nibble = _mm256_set1_epi8(0x0f);
  const __m256i by_low = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, nibble));
  const __m256i by_high =
      _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble));
  return _mm256_and_si256(by_low, by_high);
}

FSDPCHECK_AVX2 inline uint32_t NonZeroBytes(__m256i bytes) {
  const __m256i zero = _mm256_cmpeq_epi8(bytes, _mm256_setzero_si256());
  return ~static_cast<uint32_t>(_mm256_movemask_epi8(zero));
}
#endif

}  // namespace

NameScan::NameScan(absl::Span<const std::string> names, ScanPath path)
    : identifier_bytes_(IdentifierBytes(path)),
      first_bytes_(FirstBytes(names), path),
      fast_(path == ScanPath::kFastest && HasFastScan()) {
  for (size_t i = 0; i < names.size(); ++i) {
    names_.push_back({names[i], static_cast<uint32_t>(i)});
  }
  std::sort(names_.begin(), names_.end(),
            [](const Name& a, const Name& b) { return a.text < b.text; });
  // Names that share a group also share its false candidates, so the groups are
  // runs of the sorted names.
  for (size_t i = 0; i < names_.size(); ++i) {
    ++first_[static_cast<uint8_t>(names_[i].text[0]) + size_t{1}];
    AddToTables(names_[i].text, static_cast<uint8_t>(1u << (i * kGroups / names_.size())));
  }
  for (size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
}

void NameScan::AddToTables(absl::string_view name, uint8_t group) {
  for (size_t place = 0; place < kPrefixBytes; ++place) {
    HalfTables& table = tables_[place];
    for (size_t half = 0; half < 16; ++half) {
      const bool any = place >= name.size();
      const auto byte = any ? uint8_t{0} : static_cast<uint8_t>(name[place]);
      if (any || (byte & 15) == half) table.low[half] |= group;
      if (any || (byte >> 4) == half) table.high[half] |= group;
    }
  }
}

void NameScan::Find(absl::string_view text, std::vector<NameHit>& hits) const {
  std::array<uint64_t, kWords> candidates;
  std::array<uint64_t, kWords> identifiers;
  uint64_t before = 0;  // bit 0: the byte before the word belongs to an identifier
  for (size_t from = 0; from < text.size(); from += kWordBytes * kWords) {
    MarkCandidates(text, from, absl::MakeSpan(candidates));
    identifier_bytes_.Mark(text, from, absl::MakeSpan(identifiers));
    for (size_t w = 0; w < kWords; ++w) {
      uint64_t bits = candidates[w] & ~(identifiers[w] << 1 | before);
      before = identifiers[w] >> 63;
      for (; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<size_t>(std::countr_zero(bits));
        Compare(text, from + kWordBytes * w + bit, hits);
      }
    }
  }
}

// Marks at least every place where a name begins.
void NameScan::MarkCandidates(absl::string_view text, size_t from,
                              absl::Span<uint64_t> words) const {
  size_t done = 0;
  const size_t ahead = kPrefixBytes - 1;
  if (fast_ && from + ahead < text.size()) {
    done = std::min(words.size(), (text.size() - ahead - from) / kWordBytes);
    MarkPrefixes(text.data() + from, words.first(done));
  }
  first_bytes_.Mark(text, from + done * kWordBytes, words.subspan(done));
}

void NameScan::Compare(absl::string_view text, size_t at, std::vector<NameHit>& hits) const {
  const auto first = static_cast<uint8_t>(text[at]);
  for (uint32_t i = first_[first]; i < first_[first + size_t{1}]; ++i) {
    if (!WordAt(text, at, names_[i].text)) continue;
    hits.push_back({.offset = static_cast<uint32_t>(at), .name = names_[i].index});
  }
}

#if defined(__x86_64__)
FSDPCHECK_AVX2 void NameScan::MarkPrefixes(const char* bytes, absl::Span<uint64_t> words) const {
  const __m256i low[] = {Repeat(tables_[0].low), Repeat(tables_[1].low), Repeat(tables_[2].low)};
  const __m256i high[] = {Repeat(tables_[0].high), Repeat(tables_[1].high),
                          Repeat(tables_[2].high)};
  for (uint64_t& word : words) {
    word = 0;
    for (size_t half = 0; half < kWordBytes; half += 32, bytes += 32) {
      const __m256i groups =
          _mm256_and_si256(LookUp(Load(bytes), low[0], high[0]),
                           _mm256_and_si256(LookUp(Load(bytes + 1), low[1], high[1]),
                                            LookUp(Load(bytes + 2), low[2], high[2])));
      word |= static_cast<uint64_t>(NonZeroBytes(groups)) << half;
    }
  }
}
#else
void NameScan::MarkPrefixes(const char*, absl::Span<uint64_t>) const {}
#endif

}  // namespace fsdpcheck::analyzer

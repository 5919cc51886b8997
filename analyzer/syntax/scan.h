// Finds many names at once in the bytes of a text.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_SCAN_H_
#define FSDPCHECK_ANALYZER_SYNTAX_SCAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/byte_set.h"

namespace fsdpcheck::analyzer {

// A place where a name stands as a whole identifier: neither the byte before nor
// the byte after it belongs to an identifier.
struct NameHit {
  uint32_t offset = 0;
  uint32_t name = 0;  // index of the name in the list given to NameScan
  friend auto operator<=>(const NameHit&, const NameHit&) = default;
};

// A set of names to look for. Built once, then shared between threads.
//
// The fast path looks at 32 places at a time: it keeps those where an identifier
// begins and whose first three bytes fit one of eight groups of names, and
// compares only these with the names. On Python files it runs close to the speed
// of reading them.
class NameScan {
 public:
  /// `names` are distinct, and begin and end with an identifier byte: identifiers,
  /// or phrases like "torch.distributed".
  explicit NameScan(absl::Span<const std::string> names, ScanPath path = ScanPath::kFastest);

  /// Appends all hits in `text` to `hits`, in ascending order of their offsets. A
  /// phrase does not hide the names that begin where it begins.
  void Find(absl::string_view text, std::vector<NameHit>& hits) const;

 private:
  static constexpr size_t kPrefixBytes = 3;
  // Bit g of an entry: a name of group g may have a byte with this low or high
  // half in this place.
  struct HalfTables {
    std::array<uint8_t, 16> low{};
    std::array<uint8_t, 16> high{};
  };
  struct Name {
    std::string text;
    uint32_t index;
  };

  void AddToTables(absl::string_view name, uint8_t group);
  void MarkCandidates(absl::string_view text, size_t from, absl::Span<uint64_t> words) const;
  void MarkPrefixes(const char* bytes, absl::Span<uint64_t> words) const;
  void Compare(absl::string_view text, size_t at, std::vector<NameHit>& hits) const;

  std::vector<Name> names_;            // sorted by text
  std::array<uint32_t, 257> first_{};  // where the names that begin with a byte begin
  const ByteSet& identifier_bytes_;    // of static lifetime
  ByteSet first_bytes_;
  std::array<HalfTables, kPrefixBytes> tables_;
  bool fast_ = false;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_SCAN_H_

// Marks the bytes of a text that belong to a small set, 32 at a time where the
// processor can.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_BYTE_SET_H_
#define FSDPCHECK_ANALYZER_SYNTAX_BYTE_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {

// Which machine code a scan runs. Both give the same answers; tests compare them.
enum class ScanPath {
  kFastest,   // AVX2 if the processor has it
  kPortable,  // plain C++
};

/// True if this processor runs the AVX2 path.
bool HasFastScan();

// A set of bytes, built once and shared between threads.
class ByteSet {
 public:
  explicit ByteSet(absl::string_view bytes, ScanPath path = ScanPath::kFastest);

  bool contains(char c) const { return member_[static_cast<uint8_t>(c)]; }

  /// Bit i of word w tells whether text[from + 64 * w + i] is in the set. Bits
  /// past the end of the text are 0.
  void Mark(absl::string_view text, size_t from, absl::Span<uint64_t> words) const;

 private:
  uint64_t MarkTail(absl::string_view tail) const;

  std::array<bool, 256> member_{};
  // A byte is in the set if the entries of its low and high half share a bit.
  std::array<uint8_t, 16> low_{};
  std::array<uint8_t, 16> high_{};
  bool fast_ = false;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_BYTE_SET_H_

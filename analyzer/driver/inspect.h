// A first look at the bytes of files, before anything is analyzed.
#ifndef FSDPCHECK_ANALYZER_DRIVER_INSPECT_H_
#define FSDPCHECK_ANALYZER_DRIVER_INSPECT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/driver/files.h"

namespace fsdpcheck::analyzer {

// Files above this size are generated; they are reported and not read.
constexpr int64_t kMaxFileBytes = 10'000'000;

enum class FileState {
  kFine,
  kNotUtf8,     // analyzed all the same
  kBinary,      // holds a NUL byte
  kTooLarge,    // above kMaxFileBytes
  kUnreadable,  // see Inspection::error
};

struct Inspection {
  FileState state = FileState::kFine;
  std::string error;
  bool has_comment = false;  // MayHoldSuppressions() of the text
};

/// Looks at every file. Those that are context only are not read: of them only
/// the size is known. The answer is in the order of `files`, whatever `threads`.
std::vector<Inspection> InspectFiles(absl::Span<const FoundFile> files, int threads);

/// Whether `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool IsUtf8(absl::string_view text);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_INSPECT_H_

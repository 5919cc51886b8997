// Reads one import statement from the bytes of a file.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_IMPORT_STATEMENT_H_
#define FSDPCHECK_ANALYZER_SYNTAX_IMPORT_STATEMENT_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// One name that the statement binds. The views live until the callback returns.
struct ScannedImport {
  absl::string_view local;      // first component for `import a.b`; "*" for a star import
  absl::string_view module;     // all components, without leading dots: "a.b"
  absl::string_view attribute;  // of a `from` import; "*" for a star import
  bool renamed = false;         // by `as`
  int level = 0;                // number of leading dots
};

/// Reads the statement that begins with the word `import` or `from` at `at`, and
/// calls `sink` for each name in order. Parentheses, comments inside them and
/// line continuations may stand wherever Python allows them.
///
/// Returns the offset after the last token that was understood. Text that is no
/// import statement yields the names before the first thing out of place.
size_t ReadImport(absl::string_view text, size_t at,
                  absl::FunctionRef<void(const ScannedImport&)> sink);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_IMPORT_STATEMENT_H_

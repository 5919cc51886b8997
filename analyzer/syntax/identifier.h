// What counts as part of a Python identifier in a text of bytes.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_IDENTIFIER_H_
#define FSDPCHECK_ANALYZER_SYNTAX_IDENTIFIER_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

/// True for ASCII letters, digits, `_` and every byte from 0x80 on, so that an
/// identifier in any script stays in one piece.
bool IsIdentifierByte(char c);

/// Where the identifier that holds or begins at `at` ends; `at` if none.
size_t IdentifierEnd(absl::string_view text, size_t at);

/// True if the whole identifier `word` stands at `at` (no identifier byte follows).
bool WordAt(absl::string_view text, size_t at, absl::string_view word);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_IDENTIFIER_H_

// The values of Python's literals.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_LITERALS_H_
#define FSDPCHECK_ANALYZER_SYNTAX_LITERALS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

// What stands before the opening quote of a string.
struct StringPrefix {
  bool raw = false;
  bool bytes = false;
  bool format = false;  // f"" and t""
};

// Takes the prefix with the opening quotes: `rb"""`.
StringPrefix ReadStringPrefix(absl::string_view start);

/// Appends the value of a string to `value`; `content` is what stands between the
/// quotes. Escapes that have no value in UTF-8 (\N{...}, surrogates, unknown ones)
/// stay as they are written. Every kind of line end becomes \n, as in Python.
void AppendStringValue(absl::string_view content, StringPrefix prefix, std::string* value);

// Whether the value of the string is its content, byte by byte.
bool IsPlainString(absl::string_view content);

/// The value of an integer literal, decimal or with 0x, 0o, 0b, with underscores;
/// nothing if it does not fit or is no integer.
std::optional<int64_t> IntegerValue(absl::string_view digits);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_LITERALS_H_

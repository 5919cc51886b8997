// The fingerprint by which GitHub code scanning recognises a line.
#ifndef FSDPCHECK_REPORTS_FORMATS_LINE_HASH_H_
#define FSDPCHECK_REPORTS_FORMATS_LINE_HASH_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace fsdpcheck::formats {

/// Returns what `primaryLocationLineHash` must be for every line of `text`.
///
/// A line's hash covers the 100 UTF-16 units from its start, blanks and tabs
/// left out and line ends taken as one \n, as a polynomial of base 37 over 64
/// bits, in hexadecimal digits. Behind the text come one 0xFFFF and zeros.
/// ":n" follows for the n-th line of the file that has this hash.
///
/// `text` is the file byte by byte: a byte order mark counts.
///
/// Source: src/fingerprints.ts of github/codeql-action, which computes the
///         same when a file is uploaded and warns about any other value.
std::vector<std::string> LineHashes(absl::string_view text);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_LINE_HASH_H_

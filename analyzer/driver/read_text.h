// Reads whole files and streams whose size is not known.
#ifndef FSDPCHECK_ANALYZER_DRIVER_READ_TEXT_H_
#define FSDPCHECK_ANALYZER_DRIVER_READ_TEXT_H_

#include <cstdio>
#include <string>

#include "absl/status/statusor.h"

namespace fsdpcheck::analyzer {

/// Reads an open stream to its end.
///
/// Errors: Unavailable with the system's text, as when it is a directory.
absl::StatusOr<std::string> ReadStream(std::FILE* stream);

/// Reads a file. Errors: those of ReadStream(), and when it cannot be opened.
absl::StatusOr<std::string> ReadFile(const std::string& path);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_READ_TEXT_H_

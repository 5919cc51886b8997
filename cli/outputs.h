// Where the reports of one run go: --format and --output-file.
#ifndef FSDPCHECK_CLI_OUTPUTS_H_
#define FSDPCHECK_CLI_OUTPUTS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/formats/format.h"

namespace fsdpcheck::cli {

struct FileOutput {
  formats::Format format = formats::Format::kText;
  std::string path;
};

struct Outputs {
  std::optional<formats::Format> standard;  // of standard output; nullopt: nothing
  std::vector<FileOutput> files;
};

/// The names of all formats, joined by "|".
std::string FormatNames();

/// Decides what is written where (DESIGN.md, section 2). `format` is the value
/// of --format, "" when it was not given; `files` are the values of
/// --output-file, [FORMAT=]PATH.
///
/// A file without FORMAT has that of --format, else the one of its suffix.
/// Standard output stays quiet when --format was given and there is exactly one
/// file, of that format.
///
/// Errors: InvalidArgument for an unknown format, an empty path, or a suffix that
///         stands for no format when none is given.
absl::StatusOr<Outputs> PlanOutputs(const std::string& format, absl::Span<const std::string> files);

/// Replaces the content of a file. Errors: Unavailable, naming the path.
absl::Status WriteFile(const std::string& path, absl::string_view text);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_OUTPUTS_H_

#include "cli/outputs.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"

namespace fsdpcheck::cli {
namespace {

using formats::Format;

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Format format : formats::AllFormats()) names.emplace_back(formats::FormatName(format));
  return names;
}

absl::StatusOr<Format> FormatNamed(absl::string_view option, absl::string_view name) {
  const std::optional<Format> format = formats::ParseFormat(name);
  if (format.has_value()) return *format;
  return CheckChoice(option, name, Names());
}

// Whether the text before a `=` is meant as a format and not as part of a path.
bool LooksLikeFormat(absl::string_view name) {
  return !name.empty() && name.find_first_of("/. ") == absl::string_view::npos;
}

absl::StatusOr<FileOutput> ParseFileOutput(const std::string& value,
                                           const std::optional<Format>& standard) {
  const size_t equals = value.find('=');
  const absl::string_view name = absl::string_view(value).substr(0, equals);
  FileOutput output;
  if (equals != std::string::npos && LooksLikeFormat(name)) {
    const absl::StatusOr<Format> format = FormatNamed("--output-file", name);
    if (!format.ok()) return format.status();
    output = {*format, value.substr(equals + 1)};
  } else {
    const std::optional<Format> format =
        standard.has_value() ? standard : formats::FormatOfFile(value);
    if (!format.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--output-file: the name ", value, " stands for no format; write FORMAT=", value,
          " with one of ", absl::StrJoin(Names(), ", ")));
    }
    output = {*format, value};
  }
  if (output.path.empty()) return absl::InvalidArgumentError("--output-file: the path is empty");
  return output;
}

absl::Status CannotWrite(const std::string& path, int code) {
  return absl::UnavailableError(absl::StrCat("cannot write ", path, ": ", std::strerror(code)));
}

}  // namespace

std::string FormatNames() { return absl::StrJoin(Names(), "|"); }

absl::StatusOr<Outputs> PlanOutputs(const std::string& format,
                                    absl::Span<const std::string> files) {
  Outputs outputs;
  if (!format.empty()) {
    const absl::StatusOr<Format> named = FormatNamed("--format", format);
    if (!named.ok()) return named.status();
    outputs.standard = *named;
  }
  for (const std::string& file : files) {
    absl::StatusOr<FileOutput> output = ParseFileOutput(file, outputs.standard);
    if (!output.ok()) return output.status();
    outputs.files.push_back(*std::move(output));
  }
  if (!outputs.standard.has_value()) {
    outputs.standard = Format::kText;
  } else if (outputs.files.size() == 1 && outputs.files[0].format == *outputs.standard) {
    outputs.standard = std::nullopt;
  }
  return outputs;
}

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wbe");
  if (file == nullptr) return CannotWrite(path, errno);
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int write_error = errno;
  if (std::fclose(file) != 0) return CannotWrite(path, errno);
  return written ? absl::OkStatus() : CannotWrite(path, write_error);
}

}  // namespace fsdpcheck::cli

#include "cli/reference_options.h"

#include <CLI/CLI.hpp>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "cli/terminal.h"

namespace fsdpcheck::cli {
namespace {

constexpr const char* kFormats = "text|json|markdown";

}  // namespace

void ReferenceOptions::AddTo(CLI::App& command) {
  command.add_option("--format,--output-format", format_, "How rules are written")
      ->type_name(kFormats)
      ->default_str(format_);
  command.add_option("--color", color_, "When text is coloured")
      ->type_name(std::string(kColorValues))
      ->default_str(color_);
}

int ReferenceOptions::Write(const std::vector<const Rule*>& rules, Writer writer) const {
  const std::optional<formats::ReferenceFormat> format = formats::ParseReferenceFormat(format_);
  if (!format.has_value()) {
    const std::vector<std::string> names = absl::StrSplit(kFormats, '|');
    return Fail(CheckChoice("--format", format_, names).message());
  }
  const absl::StatusOr<TextStyle> style = StyleOfOutput(color_);
  if (!style.ok()) return Fail(style.status().message());
  const absl::Status written = WriteOut(writer(rules, *format, {style->colour, style->width}));
  return written.ok() ? 0 : Fail(written.message());
}

}  // namespace fsdpcheck::cli

#include "reports/formats/format.h"

#include <array>
#include <utility>

#include "absl/strings/match.h"
#include "reports/formats/concise.h"
#include "reports/formats/github.h"
#include "reports/formats/gitlab.h"
#include "reports/formats/json_format.h"
#include "reports/formats/sarif.h"
#include "reports/formats/text.h"

namespace fsdpcheck::formats {
namespace {

constexpr std::array kFormats = {
    Format::kText,  Format::kConcise, Format::kJson,   Format::kJsonLines,
    Format::kSarif, Format::kGithub,  Format::kGitlab,
};

constexpr std::pair<absl::string_view, Format> kSuffixes[] = {
    {".sarif.json", Format::kSarif}, {".sarif", Format::kSarif}, {".json", Format::kJson},
    {".jsonl", Format::kJsonLines},  {".txt", Format::kText},    {".log", Format::kText},
};

}  // namespace

absl::Span<const Format> AllFormats() { return kFormats; }

absl::string_view FormatName(Format format) {
  switch (format) {
    case Format::kText:
      return "text";
    case Format::kConcise:
      return "concise";
    case Format::kJson:
      return "json";
    case Format::kJsonLines:
      return "jsonl";
    case Format::kSarif:
      return "sarif";
    case Format::kGithub:
      return "github";
    case Format::kGitlab:
      return "gitlab";
  }
  return "";
}

std::optional<Format> ParseFormat(absl::string_view name) {
  for (const Format format : kFormats) {
    if (name == FormatName(format)) return format;
  }
  return std::nullopt;
}

std::optional<Format> FormatOfFile(absl::string_view path) {
  for (const auto& [suffix, format] : kSuffixes) {
    if (absl::EndsWithIgnoreCase(path, suffix)) return format;
  }
  return std::nullopt;
}

std::string Render(Format format, const Report& report, const RenderOptions& options) {
  switch (format) {
    case Format::kText:
      return RenderText(report, options);
    case Format::kConcise:
      return RenderConcise(report, options);
    case Format::kJson:
      return RenderJson(report, options);
    case Format::kJsonLines:
      return RenderJsonLines(report, options);
    case Format::kSarif:
      return RenderSarif(report, options);
    case Format::kGithub:
      return RenderGithub(report, options);
    case Format::kGitlab:
      return RenderGitlab(report, options);
  }
  return "";
}

}  // namespace fsdpcheck::formats

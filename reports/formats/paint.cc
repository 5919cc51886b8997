#include "reports/formats/paint.h"

#include "absl/strings/str_cat.h"

namespace fsdpcheck::formats {
namespace {

absl::string_view CodeOf(Ink ink) {
  switch (ink) {
    case Ink::kError:
      return "1;31";
    case Ink::kWarning:
      return "1;33";
    case Ink::kInfo:
      return "1;36";
    case Ink::kGutter:
      return "1;34";
    case Ink::kEvent:
      return "34";
    case Ink::kStrong:
      return "1";
  }
  return "";
}

Ink InkOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return Ink::kError;
    case Severity::kWarning:
      return Ink::kWarning;
    case Severity::kInfo:
      return Ink::kInfo;
  }
  return Ink::kStrong;
}

}  // namespace

std::string Painter::Paint(Ink ink, absl::string_view text) const {
  if (!colour_ || text.empty()) return std::string(text);
  return absl::StrCat("\x1b[", CodeOf(ink), "m", text, "\x1b[0m");
}

std::string Painter::Paint(Severity severity, absl::string_view text) const {
  return Paint(InkOf(severity), text);
}

}  // namespace fsdpcheck::formats

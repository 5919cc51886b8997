#include "reports/formats/uri.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace fsdpcheck::formats {
namespace {

// RFC 3986, section 3.3: pchar and the slash.
bool MayStand(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         absl::StrContains("-._~!$&'()*+,;=:@/", c);
}

}  // namespace

std::string PathUri(absl::string_view path) {
  const bool absolute = absl::StartsWith(path, "/");
  std::string uri = absolute ? "file://" : "";
  bool in_first_segment = !absolute;
  for (const char c : path) {
    if (c == '/') in_first_segment = false;
    const bool ends_scheme = in_first_segment && c == ':';
    if (ends_scheme || !MayStand(c)) {
      absl::StrAppendFormat(&uri, "%%%02X", static_cast<unsigned char>(c));
    } else {
      uri.push_back(c);
    }
  }
  return uri;
}

std::string FolderUri(absl::string_view folder) {
  const std::string uri = PathUri(folder);
  return absl::EndsWith(uri, "/") ? uri : absl::StrCat(uri, "/");
}

}  // namespace fsdpcheck::formats

// Paths as URIs.
#ifndef FSDPCHECK_REPORTS_FORMATS_URI_H_
#define FSDPCHECK_REPORTS_FORMATS_URI_H_

#include <string>

#include "absl/strings/string_view.h"

namespace fsdpcheck::formats {

/// Returns `path` as a URI: an absolute path with the scheme `file`, any other
/// as a relative reference. Only bytes that RFC 3986 does not allow in a path
/// are percent-encoded, so "+" and "=" stay; ":" is encoded where it would read
/// as the end of a scheme.
std::string PathUri(absl::string_view path);

/// Returns the URI of an absolute folder, with the slash at its end that makes
/// relative references resolve inside it.
std::string FolderUri(absl::string_view folder);

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_URI_H_

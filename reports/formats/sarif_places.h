// Files and places as SARIF names them.
#ifndef FSDPCHECK_REPORTS_FORMATS_SARIF_PLACES_H_
#define FSDPCHECK_REPORTS_FORMATS_SARIF_PLACES_H_

#include <map>
#include <string>
#include <vector>

#include "reports/json/json.h"
#include "reports/model/path_base.h"
#include "reports/model/report.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::formats {

// The files that a report names, and everything that refers to them. The
// report must outlive the object.
class SarifPlaces {
 public:
  SarifPlaces(const Report& report, const PathBase& base);

  /// `run.artifacts`, ordered by path.
  json::Value Artifacts() const;

  /// `run.originalUriBaseIds`: what relative URIs are relative to.
  json::Value UriBases() const;

  /// An `artifactLocation`: relative to the root for files inside it.
  json::Value File(const std::string& path) const;

  /// A `physicalLocation` with all four numbers, the text of the place and the
  /// lines around it. Texts of more than 2000 bytes are left out.
  json::Value Place(const Location& location) const;

  /// `primaryLocationLineHash` of a place; "" when its source is not known.
  std::string LineHash(const Location& location) const;

 private:
  struct SourceFile {
    int index;  // in Artifacts()
    SourceLines lines;
    std::vector<std::string> line_hashes;  // filled only for files with findings
  };

  json::Value UriOf(const std::string& path) const;

  PathBase base_;
  std::map<std::string, SourceFile> files_;
};

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_SARIF_PLACES_H_

// Which files a run looks at, and which of them it reports on.
#ifndef FSDPCHECK_ANALYZER_DRIVER_FILES_H_
#define FSDPCHECK_ANALYZER_DRIVER_FILES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/driver/workspace.h"
#include "analyzer/model/project.h"
#include "reports/model/report.h"

namespace fsdpcheck::analyzer {

// Text that stands for the content of a file, which need not exist.
struct GivenText {
  std::string path;  // absolute
  std::string text;
};

struct FileRequest {
  Workspace workspace;
  std::vector<NamedPath> paths;      // empty, and nothing given: the working directory
  std::vector<std::string> exclude;  // patterns of glob.h, relative to the root
  // Named files obey `exclude` and git's ignore rules as all others do.
  bool force_exclude = false;
  std::optional<GivenText> given;  // reported as a named file is
};

struct FoundFile {
  ProjectFile file;
  // False: read as context only, through imports; findings in it are not reported.
  bool reported = false;
  int64_t bytes = 0;  // size when it was listed
};

struct FoundFiles {
  std::vector<FoundFile> files;  // sorted by path, without duplicates
  std::vector<Notification> notifications;
  // For standard error: named paths in which nothing is to be checked.
  std::vector<std::string> warnings;
};

/// Lists the Python files of the root, of named directories outside it, and the
/// named files.
///
/// Files below a named directory are reported unless excluded; a named file is
/// reported even if excluded or ignored. A named directory that git ignores as a
/// whole is walked. A symbolic link to a file that is itself reported is context
/// only. Excluded files stay context: what they do to a model is true all the
/// same. Files that vanished since git recorded them are left out.
FoundFiles FindFiles(const FileRequest& request);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_DRIVER_FILES_H_

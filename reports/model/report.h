// The result of one run, from which every output format is written.
#ifndef FSDPCHECK_REPORTS_MODEL_REPORT_H_
#define FSDPCHECK_REPORTS_MODEL_REPORT_H_

#include <map>
#include <string>
#include <vector>

#include "reports/model/finding.h"

namespace fsdpcheck {

// Something about the run itself: a file that could not be read, a syntax
// error, a budget that was hit. Never a mistake in the user's training code.
struct Notification {
  // Ordered by weight. kError makes the exit code 2.
  enum class Level { kNote, kWarning, kError };
  Level level = Level::kWarning;
  std::string message;
  std::string path;  // empty when it concerns no file
  int line = 0;      // 0 when unknown
  // What it is about: the analysis of the code, or configuration and options.
  enum class Origin { kAnalysis, kConfiguration };
  Origin origin = Origin::kAnalysis;
  friend auto operator<=>(const Notification&, const Notification&) = default;
};

// Counts for the last line of a report. Findings counted by severity are those
// that are neither suppressed nor below the level.
struct Summary {
  int files = 0;     // found
  int analyzed = 0;  // of these, at least partly parsed
  int errors = 0;
  int warnings = 0;
  int infos = 0;
  int suppressed = 0;
  int fixed = 0;
  int sharding_sites = 0;        // distinct calls that shard a module
  int sites_with_optimizer = 0;  // of these, followed to an optimizer
};

struct Report {
  std::vector<Finding> findings;            // sorted by path, range, rule id, message
  std::vector<Notification> notifications;  // sorted by path, line, message
  Summary summary;
  // Text of every file that a finding or related place names, for excerpts and
  // fingerprints. Key: the path as in Location.
  std::map<std::string, std::string> sources;
};

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_REPORT_H_

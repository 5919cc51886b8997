// Runs the rules over the sliced definitions of a project.
#ifndef FSDPCHECK_ANALYZER_FLOW_ENGINE_H_
#define FSDPCHECK_ANALYZER_FLOW_ENGINE_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"
#include "reports/model/finding.h"
#include "reports/model/report.h"

namespace fsdpcheck::analyzer {

class Check;

struct EngineOptions {
  int threads = 1;
  // Dotted or bare names of the project's own helpers, from its configuration:
  // functions that return this process's rank, and functions or attributes that
  // are true on the main rank only.
  std::vector<std::string> rank_functions;
  std::vector<std::string> main_rank_predicates;
};

struct EngineResult {
  std::vector<Finding> findings;  // sorted, without duplicates, fingerprints not yet assigned
  std::vector<Notification> notifications;  // syntax errors, budgets that were hit
  int analyzed_files = 0;                   // files of which something was parsed
  int sharding_sites = 0;
  int sites_with_optimizer = 0;
};

/// The byte strings from which `scope` starts.
SeedSet SeedsOf(Scope scope);

/// Interprets every definition of `slice` and lets `checks` look on.
///
/// The result is the same for any number of threads. Checks are called from
/// several threads at once and must not keep state.
EngineResult RunEngine(const Project& project, const Slice& slice,
                       absl::Span<const Check* const> checks, const EngineOptions& options);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_ENGINE_H_

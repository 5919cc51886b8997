// Which top-level definitions of a project are worth parsing.
#ifndef FSDPCHECK_ANALYZER_MODEL_SLICE_H_
#define FSDPCHECK_ANALYZER_MODEL_SLICE_H_

#include <compare>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

// A definition of a module, or its body (`index` == kBody).
struct DefinitionId {
  static constexpr int kBody = -1;
  FileId file{};
  int index = kBody;  // into Outline::definitions
  friend auto operator<=>(const DefinitionId&, const DefinitionId&) = default;
};

// A definition that the rules must look at.
struct SliceEntry {
  DefinitionId definition;
  bool seed = false;  // holds a seed itself; false: reaches one by name
  int distance = 0;   // calls between this definition and the nearest seed, by name
  friend auto operator<=>(const SliceEntry&, const SliceEntry&) = default;
};

// What a scope starts from: byte strings that begin and end with an identifier
// byte, and are matched where no identifier goes on before or behind them.
// `gate`: a file without any of these byte strings is skipped.
struct SeedSet {
  std::vector<std::string> gate;
  std::vector<std::string> seeds;
};

struct Slice {
  std::vector<SliceEntry> entries;  // sorted, without duplicates
  int files_with_seeds = 0;
  bool truncated = false;           // the limit on definitions was hit
};

/// Finds every definition that holds a seed, and every definition that can reach
/// one by name, across files: it mentions the name of a sliced definition of the
/// same module, a name that its module imports from a sliced definition (through
/// re-exports too), or a module attribute of that name; repeated to a fixpoint.
///
/// The result does not depend on `threads`. A slice of more than `limit`
/// definitions is cut: callers farthest from the seeds are left out first.
Slice FindSlice(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                size_t limit);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_SLICE_H_

// Which top-level definitions of a project are worth parsing.
#ifndef FSDPCHECK_ANALYZER_MODEL_SLICE_H_
#define FSDPCHECK_ANALYZER_MODEL_SLICE_H_

#include <compare>
#include <functional>
#include <set>
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

// What a scope starts from. All are byte strings that begin and end with an
// identifier byte, and are matched where no identifier goes on before or behind
// them.
struct SeedSet {
  // A file without any of these is skipped. Empty: no file is.
  std::vector<std::string> gate;
  // Names of PyTorch. A place counts if the name (with what stands before its
  // dots) resolves to something inside a package of torch:
  // "torch.distributed.gather", but not "torch.gather" or a method `gather`.
  std::vector<std::string> seeds;
  // Methods and attributes, which count behind any dot: "full_tensor".
  std::vector<std::string> members;
};

struct Slice {
  std::vector<SliceEntry> entries;  // sorted, without duplicates
  // Of the definitions that reach a seed, also of those that are no entries because
  // they lead into no reported file.
  std::set<std::string, std::less<>> names;
  int files_with_seeds = 0;
  bool truncated = false;  // the limit on definitions was hit
};

/// Finds every definition that holds a seed, and every definition that can reach
/// one by name, across files: it uses the name of a sliced definition of the same
/// module, a name that its module imports from a sliced definition (through
/// re-exports too), or a module attribute of that name; repeated to a fixpoint.
/// The module-level assignment `a = ...` that uses such a name makes `a` another.
///
/// Uses are what resolves by import: not comments, strings, import statements,
/// names that are being bound, or parameters of the same spelling in calls. A
/// class in which only some methods reach a seed is used where one of these
/// methods, or an attribute that they hand on, is used in the same definition; a
/// class derived from it, or a function that makes an object of it, passes this
/// on. A definition that only mentions a name as a value (a table of functions,
/// an annotation, isinstance()) is sliced, its own callers are not.
///
/// The result does not depend on `threads`. A slice of more than `limit`
/// definitions is cut: callers farthest from the seeds are left out first.
Slice FindSlice(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                size_t limit);

/// The part of that slice from which some reported file may be reached: its own
/// definitions, whatever mentions a global name of it, whatever mentions that, and
/// so on. `reported` tells for each FileId whether the file is reported. The callers
/// of what stays stay too, so it is interpreted as in the whole slice.
Slice FindSliceInto(const Project& project, absl::Span<const SeedSet> scopes, int threads,
                    size_t limit, const std::vector<bool>& reported);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_SLICE_H_

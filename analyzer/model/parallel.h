// Spreads independent pieces of work over threads.
#ifndef FSDPCHECK_ANALYZER_MODEL_PARALLEL_H_
#define FSDPCHECK_ANALYZER_MODEL_PARALLEL_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace fsdpcheck::analyzer {

/// Calls `work` once for every index below `count`, from up to `threads` threads,
/// the calling one included; returns when all are done. The order of the calls is
/// not defined: results belong into a slot per index.
void ForEachIndex(size_t count, int threads, absl::FunctionRef<void(size_t index)> work);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_PARALLEL_H_

// Tells tests and benchmarks from the code that users run.
#ifndef FSDPCHECK_ANALYZER_MODEL_TEST_CODE_H_
#define FSDPCHECK_ANALYZER_MODEL_TEST_CODE_H_

#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {

/// True if `path`, relative to the project root with '/' between the parts, is
/// that of a test or a benchmark by the names that pytest and unittest look for.
bool IsTestCode(absl::string_view path);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_TEST_CODE_H_

#include "analyzer/model/test_code.h"

#include "absl/strings/match.h"

namespace fsdpcheck::analyzer {

bool IsTestCode(absl::string_view path) {
  const size_t slash = path.rfind('/');
  const absl::string_view name = path.substr(slash == absl::string_view::npos ? 0 : slash + 1);
  if (absl::StartsWith(name, "test_") || absl::EndsWith(name, "_test.py") ||
      name == "conftest.py") {
    return true;
  }
  for (const absl::string_view folder : {"tests/", "test/", "benchmarks/", "testing/"}) {
    const size_t at = path.find(folder);
    if (at == 0 || (at != absl::string_view::npos && path[at - 1] == '/')) return true;
  }
  return false;
}

}  // namespace fsdpcheck::analyzer

// Findings and rules for tests of reports.
#ifndef FSDPCHECK_TESTS_UNIT_REPORTS_SAMPLE_H_
#define FSDPCHECK_TESTS_UNIT_REPORTS_SAMPLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "reports/model/finding.h"
#include "reports/model/rule.h"

namespace fsdpcheck {

inline constexpr Rule kErrorRule = {
    .id = "FSDP301",
    .slug = "optimizer-before-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "the optimizer is built before the model is sharded",
    .why =
        "fully_shard replaces parameters, so __init__ of the optimizer saw tensors that "
        "nobody trains.",
    .bad = "\noptimizer = AdamW(model.parameters())\nfully_shard(model)\n",
    .good = "\nfully_shard(model)\n\noptimizer = AdamW(model.parameters())\n",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, fully_shard documentation",
};

inline constexpr Rule kWarningRule = {
    .id = "FSDP401",
    .slug = "device-not-set",
    .severity = Severity::kWarning,
    .scope = Scope::kDistributed,
    .precision = Precision::kHigh,
    .summary = "no device is bound to the process",
    .why = "All ranks use device 0.",
    .bad = "init_process_group()",
    .good = "set_device(rank)",
    .versions = "",
    .source = "PyTorch 2.14",
};

inline constexpr Rule kInfoRule = {
    .id = "FSDP201",
    .slug = "deprecated-fsdp-import",
    .severity = Severity::kInfo,
    .scope = Scope::kFsdp2,
    .precision = Precision::kMedium,
    .summary = "the import is an old one",
    .why = "It warns.",
    .bad = "import a",
    .good = "import b",
    .versions = "",
    .source = "PyTorch 2.14",
};

// A place on one line.
inline Location At(absl::string_view path, int line, int first, int behind) {
  return {std::string(path), {{line, first}, {line, behind}}};
}

inline Finding FindingAt(const Rule& rule, const Location& location) {
  Finding finding;
  finding.rule = &rule;
  finding.message = "do something else";
  finding.location = location;
  return finding;
}

}  // namespace fsdpcheck

#endif  // FSDPCHECK_TESTS_UNIT_REPORTS_SAMPLE_H_

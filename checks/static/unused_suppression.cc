#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP701",
    .slug = "unused-suppression",
    .severity = Severity::kWarning,
    .scope = Scope::kDistributed,
    .precision = Precision::kVeryHigh,
    .summary = "a comment silences a rule that reports nothing there",
    .why =
        "The comment stays behind when the mistake is repaired, and hides the next one on that "
        "line. Only rules that ran over the file count: a comment for a rule that is switched "
        "off, or in a file that was analyzed only in part, is left alone.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

fully_shard(net)
out = net(x)  # fsdpcheck: ignore[direct-forward-call] calls forward
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

fully_shard(net)
out = net(x)
)py",
    .versions = "every version",
    .source = "no fact about PyTorch: what this program reported in the same run",
};

// Looks at nothing: what was silenced is known only after all other rules ran, so
// analyzer/suppress/ reports this rule.
class UnusedSuppression final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(unused_suppression, UnusedSuppression);

}  // namespace fsdpcheck::checks

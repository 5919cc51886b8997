#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP212",
    .slug = "deprecated-fsdp-import",
    .severity = Severity::kInfo,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "FSDP2 or DTensor is imported from a path of its early days",
    .why =
        "The old paths still import today and will go. torch.distributed._composable "
        "has lost its fully_shard altogether. Imports inside `if` and `try`, which "
        "choose by version, are left alone.",
    .bad = R"py(
from torch.distributed._composable.fsdp import fully_shard
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/_composable/fsdp/__init__.py",
};

class DeprecatedFsdpImport final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnImport(absl::string_view dotted, SiteId site, const Path&, Sink& sink) const override {
    const bool fsdp = absl::StartsWith(dotted, "torch.distributed._composable.fsdp") ||
                      dotted == "torch.distributed._composable.fully_shard";
    const bool tensor = absl::StartsWith(dotted, "torch.distributed._tensor");
    if (!fsdp && !tensor) return;
    sink.Report(kRule, site, absl::StrCat("`", dotted, "` is an old path"),
                fsdp ? "import from torch.distributed.fsdp (PyTorch 2.6 and newer)"
                     : "import from torch.distributed.tensor (PyTorch 2.5 and newer)",
                {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(deprecated_fsdp_import, DeprecatedFsdpImport);

}  // namespace fsdpcheck::checks

#include "absl/strings/str_cat.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP205",
    .slug = "shard-container-module",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is given a container that has no forward",
    .why =
        "nn.ModuleList and nn.ModuleDict have no forward, so there is nothing to hook: "
        "the call raises a ValueError. Subclasses with a forward of their own are left "
        "alone, and nn.Sequential is fine.",
    .bad = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])
fully_shard(layers)
)py",
    .good = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])
for layer in layers:
    fully_shard(layer)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

class ShardContainerModule final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    const ValueNode& node = path.Node(shard.module);
    if (shard.call->may_fail) return;
    absl::string_view name = path.ProvenClass(shard.module);
    if (name.empty() && node.kind == ValueKind::kObject && !path.WasClassTested(shard.module)) {
      name = path.Node(node.first).text;
    }
    if (!analyzer::IsContainerName(name)) return;
    sink.Report(kRule, shard.site, absl::StrCat("`", name.substr(6), "` has no forward to hook"),
                "call fully_shard on each of its elements", {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(shard_container_module, ShardContainerModule);

}  // namespace fsdpcheck::checks

#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP303",
    .slug = "optimizer-after-unresharded-forward",
    .severity = Severity::kWarning,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "an optimizer is built while the root holds temporary whole parameters",
    .why =
        "After a forward without a backward (an evaluation under no_grad), or inside "
        "unshard(), the parameters of the root group are plain temporary tensors. An "
        "optimizer built then holds those, and the root group never moves. reshard() or "
        "a backward in between repairs it; a root given reshard_after_forward "
        "explicitly is left alone.",
    .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def build(net, batch):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    with torch.no_grad():
        net(batch)
    return torch.optim.AdamW(net.parameters())
)py",
    .good = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def build(net, batch):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    with torch.no_grad():
        net(batch)
    net.reshard()
    return torch.optim.AdamW(net.parameters())
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/fsdp/_fully_shard/_fsdp_state.py; runs of 2.13",
};

class OptimizerAfterUnreshardedForward final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->holder || object->holder->kind != HolderKind::kOptimizer) continue;
      const HolderFacts& holder = *object->holder;
      if (holder.gathered == SiteId::kNone) continue;
      const SiteId at = path.sites().InCommonFrame(holder.built, holder.gathered);
      const Note notes[] = {{holder.gathered, "from here on the root holds whole parameters"}};
      sink.Report(kRule, at,
                  "the optimizer gets temporary tensors of the root instead of its shards",
                  "call reshard() on the model before building the optimizer", notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(optimizer_after_unresharded_forward, OptimizerAfterUnreshardedForward);

}  // namespace fsdpcheck::checks

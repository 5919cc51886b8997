#include "absl/strings/match.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP302",
    .slug = "stale-parameter-reference",
    .severity = Severity::kWarning,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "parameters taken before sharding are used after it",
    .why =
        "fully_shard replaces parameters by new objects. A list taken before still "
        "holds the old ones, whose gradients stay None: clipping over it does nothing. "
        "Hooks registered on the old parameters are lost. Names, shapes and counts are "
        "fine.",
    .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(net, loss):
    weights = [p for p in net.parameters() if p.requires_grad]
    fully_shard(net)
    loss(net).backward()
    torch.nn.utils.clip_grad_norm_(weights, 1.0)
)py",
    .good = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(net, loss):
    fully_shard(net)
    weights = [p for p in net.parameters() if p.requires_grad]
    loss(net).backward()
    torch.nn.utils.clip_grad_norm_(weights, 1.0)
)py",
    .versions = "2.6 and newer",
    .source = "runs of PyTorch 2.13",
};

class StaleParameterReference final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    const bool clips = absl::StartsWith(call.external, "torch.nn.utils.clip_grad") ||
                       call.external == "torch.nn.utils.get_total_norm";
    const bool optimizes = absl::StartsWith(call.external, "torch.optim.");
    if (!clips && !optimizes) return;
    for (const CallArgument& arg : call.args) {
      const HolderFacts* holder = path.state().Holder(arg.value);
      if (holder == nullptr || holder->kind != HolderKind::kList) continue;
      if (holder->stale == SiteId::kNone || holder->repaired) continue;
      const Note notes[] = {{holder->stale, "the parameters are replaced here"},
                            {call.whole, "the old ones are used here"}};
      sink.Report(kRule, path.sites().InCommonFrame(holder->built, holder->stale),
                  "these parameters are taken before sharding replaces them",
                  "take them after the last fully_shard", notes);
    }
  }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->holder || object->holder->kind != HolderKind::kHook) continue;
      const HolderFacts& hook = *object->holder;
      if (hook.stale == SiteId::kNone) continue;
      const Note notes[] = {{hook.stale, "the parameters are replaced here"}};
      sink.Report(kRule, hook.built, "this hook is lost: sharding replaces the parameter",
                  "register hooks after the last fully_shard", notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(stale_parameter_reference, StaleParameterReference);

}  // namespace fsdpcheck::checks

#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP301",
    .slug = "optimizer-before-shard",
    .severity = Severity::kError,
    .precision = Precision::kVeryHigh,
    .summary = "an optimizer is built from parameters that sharding replaces",
    .why =
        "fully_shard replaces the parameters of a module by new DTensor parameters. An "
        "optimizer built before holds the old ones: step() changes tensors that the model no "
        "longer uses, the loss stays where it was, and nothing is raised. Not reported: "
        "optimizers whose param_groups are rewritten afterwards, or that are handed together "
        "with the model to code that is not followed (such as prepare()).",
    .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def build(net):
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net, opt
)py",
    .good = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def build(net):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    return net, opt
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

class OptimizerBeforeShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->holder || object->holder->kind != HolderKind::kOptimizer) continue;
      const HolderFacts& holder = *object->holder;
      if (holder.stale == SiteId::kNone || holder.repaired) continue;
      const bool kept = object->owner != Value::kNothing;
      if (holder.used_stale == SiteId::kNone && !kept) continue;
      Report(holder, path, sink);
    }
  }

 private:
  static void Report(const HolderFacts& holder, const Path& path, Sink& sink) {
    const SiteId at = path.sites().InCommonFrame(holder.built, holder.stale);
    const SiteId shard = path.sites().InCommonFrame(holder.stale, holder.built);
    const std::string optimizer = sink.Text(holder.built, path.sites()[holder.built].range);
    std::vector<Note> notes;
    if (at != holder.built) notes.push_back({holder.built, "the optimizer is built here"});
    if (shard != holder.stale) notes.push_back({shard, "this call shards the model"});
    notes.push_back({holder.stale, "these parameters become DTensors here"});
    notes.push_back({holder.used_stale, "the optimizer is used here, over dead parameters"});
    sink.Report(kRule, at,
                absl::StrCat("`", optimizer,
                             "` holds parameters that the later fully_shard "
                             "replaces, so its steps change nothing"),
                "build the optimizer after the last fully_shard of the model", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(optimizer_before_shard, OptimizerBeforeShard);

}  // namespace fsdpcheck::checks

#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP601",
    .slug = "save-sharded-state-dict",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "a file is written from shards as if they were the model",
    .why =
        "state_dict() of a sharded model holds DTensors: each rank has its own rows. "
        "torch.save writes those of one rank, with the shape of the whole attached and "
        "no error; save_pretrained does the same. Gather first, or use "
        "torch.distributed.checkpoint. Files whose path depends on the rank are left "
        "alone: they can be loaded again by the same number of ranks.",
    .bad = R"py(
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

def finish(net, path):
    fully_shard(net)
    if dist.get_rank() == 0:
        torch.save(net.state_dict(), path)
)py",
    .good = R"py(
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard

def finish(net, path):
    fully_shard(net)
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    weights = get_model_state_dict(net, options=options)
    if dist.get_rank() == 0:
        torch.save(weights, path)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.checkpoint.state_dict documentation; runs of 2.13",
};

class SaveShardedStateDict final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    Value owner = Value::kNothing;
    if (call.external == "torch.save" || call.external == "safetensors.torch.save_file") {
      if (path.DependsOnRank(call.Get(1, "f")) || path.DependsOnRank(call.Get(1, "filename")))
        return;
      const Value saved = call.Get(0, call.external == "torch.save" ? "obj" : "tensors");
      for (const Value one : path.SidesOf(saved)) {
        if (owner == Value::kNothing) owner = path.ShardedOwner(one);
      }
    } else if (call.method == "save_pretrained" && path.IsUnit(call.receiver)) {
      if (call.Find(-1, "state_dict") == nullptr && !call.open_arguments) owner = call.receiver;
    }
    if (owner == Value::kNothing || path.Module(owner).gathered != SiteId::kNone) return;
    const ModuleFacts& facts = path.Module(owner);
    const Note notes[] = {
        {facts.sharded != SiteId::kNone ? facts.sharded : facts.child_sharded, "sharded here"}};
    sink.Report(kRule, call.whole, "this writes the shards of one rank, not the model",
                "gather with get_model_state_dict(full_state_dict=True, cpu_offload=True), or use "
                "torch.distributed.checkpoint",
                notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(save_sharded_state_dict, SaveShardedStateDict);

}  // namespace fsdpcheck::checks

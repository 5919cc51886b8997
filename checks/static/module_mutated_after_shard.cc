#include <vector>

#include "absl/strings/match.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP206",
    .slug = "module-mutated-after-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "a part is added to or replaced in a sharded model",
    .why =
        "Parameters that come after fully_shard stay plain tensors: nobody shards them "
        "or reduces their gradients, so the ranks drift apart; a Parameter assigned to "
        "a sharded layer is dropped at the next forward. A new part that gets its own "
        "fully_shard afterwards is fine, as are buffers, hooks and freezing.",
    .bad = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

def build(net):
    fully_shard(net)
    net.head = nn.Linear(8, 2)
    return net
)py",
    .good = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

def build(net):
    net.head = nn.Linear(8, 2)
    fully_shard(net)
    return net
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

class ModuleMutatedAfterShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    const bool function = absl::EndsWith(call.external, ".get_peft_model") ||
                          absl::EndsWith(call.external, ".convert_to_float8_training") ||
                          absl::EndsWith(call.external, ".inject_adapter_in_model");
    const bool method = call.method == "resize_token_embeddings" || call.method == "add_adapter";
    if (!function && !method) return;
    Value module = call.receiver;
    for (const CallArgument& arg : call.args) {
      if (function && path.IsUnit(arg.value)) module = arg.value;
    }
    if (module == Value::kNothing || !path.IsUnit(module)) return;
    Report(call.whole, path.Module(module).sharded, path, sink);
  }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module || object->module->mutated == SiteId::kNone) continue;
      if (path.IsUnit(value) || object->module->child_sharded != SiteId::kNone) continue;
      Report(object->module->mutated, path.Module(object->module->mutated_unit).sharded, path,
             sink);
    }
  }

 private:
  static void Report(SiteId change, SiteId sharded, const Path& path, Sink& sink) {
    const SiteId at = path.sites().InCommonFrame(change, sharded);
    std::vector<Note> notes = {{sharded, "sharded here"}};
    if (at != change) notes.push_back({change, "the part is changed here"});
    sink.Report(kRule, at, "this changes a model that is already sharded; the new part stays plain",
                "change the model before fully_shard, or shard the new part as well", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(module_mutated_after_shard, ModuleMutatedAfterShard);

}  // namespace fsdpcheck::checks

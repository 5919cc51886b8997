#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr int kMaxNesting = 6;  // of what a class test looks into

constexpr Rule kRule = {
    .id = "FSDP602",
    .slug = "load-full-into-sharded",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "plain tensors are loaded into a sharded model",
    .why =
        "load_state_dict copies tensor by tensor, and a plain tensor cannot be copied "
        "into a DTensor: PyTorch raises on the mix. Use set_model_state_dict with "
        "full_state_dict=True, distribute the tensors, or load before sharding. Into a "
        "model that is still on the meta device nothing can be copied at all: full "
        "tensors raise, and DTensors leave it without memory. "
        "load_state_dict(assign=True) is left alone.",
    .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def restore(net, path):
    fully_shard(net)
    net.load_state_dict(torch.load(path, map_location="cpu"))
)py",
    .good = R"py(
import torch
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.fsdp import fully_shard

def restore(net, path):
    fully_shard(net)
    weights = torch.load(path, map_location="cpu")
    set_model_state_dict(net, weights, options=StateDictOptions(full_state_dict=True))
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.checkpoint.state_dict documentation; runs of 2.13",
};

// Entries were replaced, as with what distribute_tensor() gives.
bool WasEdited(Value state_dict, const Path& path) {
  const analyzer::Object* const content = path.state().Find(state_dict);
  return content != nullptr && content->open;
}

// The path knows of what class the tensors of the module, or of the dict, are.
bool WasLookedAt(Value module, Value state_dict, const Path& path) {
  return path.HasDecided([&](const analyzer::Assumption& one) {
    if (!path.values().IsClassTest(one.condition)) return false;
    return path.IsWithin(path.Node(one.condition).items[0], module) ||
           path.values().Mentions(one.condition, state_dict, kMaxNesting);
  });
}

// By get_model_state_dict(full_state_dict=True).
bool IsGathered(Value state_dict, const Path& path) {
  const ValueNode& node = path.Node(state_dict);
  if (node.kind != ValueKind::kStateDict || path.state().Holder(node.first) != nullptr) {
    return false;
  }
  if (WasEdited(state_dict, path)) return false;
  const auto kind = static_cast<analyzer::StateDictKind>(node.number);
  return kind == analyzer::StateDictKind::kFull || kind == analyzer::StateDictKind::kFullRank0;
}

// From one that all ranks share.
bool IsReadFromFile(Value state_dict, const Path& path) {
  const Value origin = path.Origin(state_dict);
  const ValueNode& node = path.Node(origin);
  if (WasEdited(state_dict, path)) return false;
  if (node.kind != ValueKind::kResult || path.OnRankFile(origin)) return false;
  const absl::string_view loader = path.Node(node.first).text;
  return loader == "torch.load" || loader == "safetensors.torch.load_file";
}

class LoadFullIntoSharded final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (call.method != "load_state_dict" || !path.IsUnit(call.receiver)) return;
    if (path.Node(call.callee).kind != ValueKind::kAttribute || call.open_arguments) return;
    // In a `try`, another way may follow.
    if (path.Module(call.receiver).hooked || call.may_fail) return;
    const CallArgument* assign = call.Find(2, "assign");
    const Value state_dict = call.Get(0, "state_dict");
    if (assign != nullptr || state_dict == Value::kNothing) return;
    const ModuleFacts& module = path.Module(call.receiver);
    if (module.meta != SiteId::kNone && module.stored == SiteId::kNone &&
        module.emptied == SiteId::kNone && module.forward == SiteId::kNone) {
      const Note notes[] = {{module.meta, "built on the meta device"},
                            {module.sharded, "sharded here"}};
      sink.Report(kRule, call.site,
                  "nothing can be copied into DTensor parameters that have no memory",
                  "call to_empty(device=...) first and load with set_model_state_dict, or pass "
                  "DTensors and assign=True",
                  notes);
      return;
    }
    if (WasLookedAt(call.receiver, state_dict, path)) return;
    if (!IsGathered(state_dict, path) && !IsReadFromFile(state_dict, path)) return;
    const Note notes[] = {{module.sharded, "sharded here"}};
    sink.Report(kRule, call.site, "plain tensors cannot be copied into DTensor parameters",
                "use set_model_state_dict with StateDictOptions(full_state_dict=True)", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(load_full_into_sharded, LoadFullIntoSharded);

}  // namespace fsdpcheck::checks

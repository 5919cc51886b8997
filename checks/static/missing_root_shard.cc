#include "absl/strings/str_cat.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP202",
    .slug = "missing-root-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "layers are sharded, the rest of the model is not",
    .why =
        "Parameters outside the sharded layers stay plain tensors: nobody reduces their "
        "gradients, so every rank trains its own copy and the copies drift apart "
        "without an error. Reported only where the class of the model is visible, holds "
        "trainable parameters outside the sharded layers, and the model is trained.",
    .bad = R"py(
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard

class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.embed = nn.Embedding(1000, dim)
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

def build(dim, depth):
    net = Net(dim, depth)
    for layer in net.layers:
        fully_shard(layer)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
)py",
    .good = R"py(
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard

class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.embed = nn.Embedding(1000, dim)
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

def build(dim, depth):
    net = Net(dim, depth)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net, torch.optim.SGD(net.parameters(), lr=0.1)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

// It was made without parameters, or with one that is not trained.
bool HoldsNothing(Value part, const Path& path) {
  for (const absl::string_view flag : {"requires_grad", "elementwise_affine", "affine"}) {
    if (path.state().FieldOf(part, flag) == path.values().Bool(false)) return true;
  }
  return false;
}

// A part with trainable parameters that no unit holds, "" if there is none.
absl::string_view LeftOver(const Object& module, const Path& path, int depth) {
  for (const auto& field : module.fields) {
    const ValueNode& node = path.Node(field.value);
    const Object* part = path.state().Find(field.value);
    if (node.kind != ValueKind::kObject || part == nullptr || depth > 3) continue;
    if (path.IsUnit(field.value) || path.Module(field.value).frozen) continue;
    if (HoldsNothing(field.value, path)) continue;
    const absl::string_view constructor = path.Node(node.first).text;
    if (constructor == "torch.nn.Parameter" || analyzer::HasParameters(constructor))
      return field.name;
    if (path.Node(node.first).kind == ValueKind::kClass && path.Module(field.value).is_module &&
        !LeftOver(*part, path, depth + 1).empty()) {
      return field.name;
    }
  }
  return "";
}

SiteId OptimizerOver(Value module, const Path& path) {
  for (const auto& [value, object] : path.state().heap()) {
    if (!object->holder || object->holder->kind != HolderKind::kOptimizer) continue;
    for (const auto& held : object->holder->held) {
      if (held.module == module) return object->holder->built;
    }
  }
  return SiteId::kNone;
}

class MissingRootShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    // Tests shard a part of a model on purpose.
    if (path.entry().test_code || path.entry().hands_on) return;
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module || path.Node(value).kind != ValueKind::kObject) continue;
      const ModuleFacts& facts = *object->module;
      if (!facts.is_module || facts.child_sharded == SiteId::kNone || facts.frozen) continue;
      if (path.UnitAround(value) != Value::kNothing || facts.touched != SiteId::kNone) continue;
      const SiteId optimizer = OptimizerOver(value, path);
      if (optimizer == SiteId::kNone) continue;
      const absl::string_view left = LeftOver(*object, path, 0);
      if (left.empty()) continue;
      const Note notes[] = {{optimizer, "the optimizer trains the whole model"}};
      sink.Report(kRule, facts.last_child,
                  absl::StrCat("the root is never sharded: gradients of `", left,
                               "` are not reduced over the ranks"),
                  "call fully_shard on the whole model after its layers", notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(missing_root_shard, MissingRootShard);

}  // namespace fsdpcheck::checks

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP103",
    .slug = "sharded-param-used-outside-forward",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "a weight of a unit is used in arithmetic outside its forward",
    .why =
        "Between its own forward and backward a unit holds only shards. A weight read "
        "from outside and used in arithmetic is a DTensor shard: PyTorch raises on the "
        "mix, and custom kernels compute with a part of the rows. Reading shape, dtype "
        "or numel is fine, as are full_tensor(), the time between unshard() and "
        "reshard(), and weights of the default root group after the forward of the "
        "root.",
    .bad = R"py(
import torch.nn.functional as F
from torch.distributed.fsdp import fully_shard

def loss(net, x):
    fully_shard(net.head)
    fully_shard(net)
    hidden = net(x)
    return F.linear(hidden, net.head.weight)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def loss(net, x):
    fully_shard(net.head)
    fully_shard(net)
    hidden = net(x)
    return net.head(hidden)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation; runs of 2.13",
};

// `w.t()`, `w.T`, `w.to(...)` still are the weight.
Value Unwrap(Value value, const Path& path) {
  const ValueNode& node = path.Node(value);
  if (node.kind == ValueKind::kAttribute && node.text == "T") return node.first;
  if (node.kind != ValueKind::kResult) return value;
  const ValueNode& callee = path.Node(node.first);
  if (callee.kind != ValueKind::kAttribute) return value;
  const bool view = callee.text == "t" || callee.text == "transpose" || callee.text == "permute";
  return view ? callee.first : value;
}

bool IsWeight(Value value, const Path& path) {
  const ValueNode& node = path.Node(Unwrap(value, path));
  return node.kind == ValueKind::kAttribute && (node.text == "weight" || node.text == "bias");
}

// The unit whose shard the weight is for certain: it is the module of the weight, or one
// around that which is not the root and of which no method is being run.
Value UnitOf(const ValueNode& weight, const Operand& operand, const Path& path) {
  if (path.IsUnit(weight.first)) return weight.first;
  const Value unit = path.UnitAround(weight.first);
  if (unit == Value::kNothing) return unit;
  const Value parent = path.Parent(unit);
  // A root that was called may hold whole parameters.
  if (parent == Value::kNothing || path.UnitAround(parent) == Value::kNothing) {
    return Value::kNothing;
  }
  const bool runs = std::any_of(operand.running.begin(), operand.running.end(), [&](Value self) {
    return self != Value::kNothing && path.IsWithin(self, unit);
  });
  return runs ? Value::kNothing : unit;
}

class ShardedParamUsedOutsideForward final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCompute(const Operand& operand, const Path& path, Sink& sink) const override {
    const SiteId site = operand.site;
    if (!IsWeight(operand.value, path)) return;
    // Shards may be combined with each other.
    if (std::all_of(operand.all.begin(), operand.all.end(),
                    [&](Value one) { return IsWeight(one, path); })) {
      return;
    }
    const Value unit = UnitOf(path.Node(Unwrap(operand.value, path)), operand, path);
    if (unit == Value::kNothing || path.Module(unit).gathered != SiteId::kNone) return;
    if (path.Module(unit).kept || path.state().unsharded_parts) return;
    const Note notes[] = {
        {path.Module(unit).sharded, "the module is sharded here, as a unit of its own"}};
    const std::string text = sink.Text(site, path.sites()[site].range);
    sink.Report(kRule, site,
                absl::StrCat("`", text, "` is a shard outside the forward of its module"),
                "call the module, or wrap the use in unshard() and reshard()", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(sharded_param_used_outside_forward, ShardedParamUsedOutsideForward);

}  // namespace fsdpcheck::checks

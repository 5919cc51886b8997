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

class ShardedParamUsedOutsideForward final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCompute(Value value, SiteId site, const Path& path, Sink& sink) const override {
    const Value weight = Unwrap(value, path);
    const ValueNode& node = path.Node(weight);
    if (node.kind != ValueKind::kAttribute || (node.text != "weight" && node.text != "bias"))
      return;
    const Value unit = node.first;
    if (!path.IsUnit(unit) || path.Module(unit).gathered != SiteId::kNone) return;
    const Note notes[] = {
        {path.Module(unit).sharded, "this module is sharded as a unit of its own"}};
    const std::string text = sink.Text(site, path.sites()[site].range);
    sink.Report(kRule, site,
                absl::StrCat("`", text, "` is a shard outside the forward of its module"),
                "call the module, or wrap the use in unshard() and reshard()", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(sharded_param_used_outside_forward, ShardedParamUsedOutsideForward);

}  // namespace fsdpcheck::checks

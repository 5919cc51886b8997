#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP203",
    .slug = "parent-before-child-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "a module is sharded after one that contains it",
    .why =
        "fully_shard works bottom-up: a parent takes over every parameter that no child "
        "has taken. A child that comes after its parent finds them already sharded, and "
        "the call raises a TypeError about an invariant.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

def shard(net):
    fully_shard(net)
    for layer in net.layers:
        fully_shard(layer)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def shard(net):
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

// Another thing, or nothing, stands in its place.
bool WasTakenOut(Value part, const Path& path) {
  const ValueNode& node = path.Node(part);
  if (node.kind != ValueKind::kAttribute) return false;
  const Value now = path.state().FieldOf(node.first, node.text);
  return now != Value::kNothing && now != part;
}

class ParentBeforeChildShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    if (path.IsUnit(shard.module) || shard.call->may_fail) return;
    int steps = 0;
    for (Value at = shard.module; at != Value::kNothing && ++steps < 16; at = path.Parent(at)) {
      // modules() yields the module itself too, so its elements are not below it for sure.
      if (path.Node(at).kind == ValueKind::kResult && path.values().Parent(at) != Value::kNothing) {
        return;
      }
      // A new part of a unit is sharded after it.
      if (path.Module(at).mutated != SiteId::kNone || path.Module(at).late) return;
      if (WasTakenOut(at, path)) return;
      if (at == shard.module || !path.IsUnit(at) || path.Module(at).sharded_at == 0) continue;
      if (path.Module(at).asked_about || path.Module(at).leaves_out) continue;
      const Note notes[] = {{path.Module(at).sharded, "the module around it is sharded here"}};
      sink.Report(kRule, shard.site, "this module is part of one that is already sharded",
                  "shard children first and the module that contains them last", notes);
      return;
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(parent_before_child_shard, ParentBeforeChildShard);

}  // namespace fsdpcheck::checks

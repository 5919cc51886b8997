#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP204",
    .slug = "double-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is called twice on one module",
    .why =
        "The second call on the same module raises an AssertionError. Often a filter "
        "also matches a module that was sharded by hand. A call inside a `try` with "
        "handlers, or after a test for FSDPModule, is left alone.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

def shard(net):
    fully_shard(net.layers[-1], reshard_after_forward=False)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def shard(net):
    fully_shard(net.layers[-1], reshard_after_forward=False)
    for layer in net.layers[:-1]:
        fully_shard(layer)
    fully_shard(net)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

// A test of the module may pick those that no other call takes.
SiteId EarlierCall(Value module, const Path& path) {
  const ModuleFacts& facts = path.Module(module);
  if (facts.sharded != SiteId::kNone) {
    // Two loops that both choose may choose different elements. One round of a loop has
    // one, and nothing was decided since.
    const bool at_once =
        path.state().InThisRound(facts.sharded_at) && facts.conditions == path.state().Conditions();
    const bool apart = !at_once && (facts.asked_about || facts.grown ||
                                    (facts.chosen && path.state().ChoseInLoop()));
    return facts.sharded_at > 0 && !apart ? facts.sharded : SiteId::kNone;
  }
  // A loop over a container meets the elements that were sharded by number.
  const ValueNode& node = path.Node(module);
  Value container = Value::kNothing;
  if (node.kind == ValueKind::kElement) container = node.first;
  if (node.kind == ValueKind::kObject) container = path.Parent(module);
  if (container == Value::kNothing || path.WasAskedAbout(module)) return SiteId::kNone;
  if (path.state().ChoseInLoop()) return SiteId::kNone;
  for (const auto& [value, object] : path.state().heap()) {
    const ValueNode& other = path.Node(value);
    if (other.kind != ValueKind::kIndex || other.first != container) continue;
    if (path.Node(other.second).kind != ValueKind::kInt) continue;
    if (object->module && object->module->sharded_at > 0) return object->module->sharded;
  }
  return SiteId::kNone;
}

class DoubleShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    if (shard.call->may_fail) return;
    const SiteId earlier = EarlierCall(shard.module, path);
    if (earlier == SiteId::kNone) return;
    const Note notes[] = {{earlier, "the first call on it"}};
    sink.Report(kRule, shard.site, "this module is already sharded",
                "call fully_shard once per module", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(double_shard, DoubleShard);

}  // namespace fsdpcheck::checks

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP209",
    .slug = "meta-init-not-materialized",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "a model built on the meta device is trained without storage or values",
    .why =
        "A meta model has shapes and no memory. After fully_shard it needs "
        "to_empty(device=...), and then values for every parameter and buffer: an init "
        "function, or a load. to_empty alone leaves whatever was in memory. Reported "
        "only where the model is seen to be called, and where nothing that was "
        "followed, or could not be followed, may have given it values.",
    .bad = R"py(
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard

def train(batches):
    with torch.device("meta"):
        net = nn.Linear(8, 8)
    fully_shard(net)
    net.to_empty(device="cuda")
    for batch in batches:
        net(batch).sum().backward()
)py",
    .good = R"py(
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard

def train(batches):
    with torch.device("meta"):
        net = nn.Linear(8, 8)
    fully_shard(net)
    net.to_empty(device="cuda")
    net.reset_parameters()
    for batch in batches:
        net(batch).sum().backward()
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

// Only modules of PyTorch are known to hold none.
bool HoldsParameters(Value module, const Path& path) {
  const ValueNode& node = path.Node(module);
  const absl::string_view constructor = path.Node(node.first).text;
  const analyzer::Object* const object = path.state().Find(module);
  if (node.kind != ValueKind::kObject || !absl::StartsWith(constructor, "torch.nn.")) return true;
  if (object == nullptr || object->open) return true;
  return analyzer::HasParameters(constructor) ||
         std::any_of(object->items.begin(), object->items.end(),
                     [&](Value item) { return HoldsParameters(item, path); });
}

// Something around the module got memory or values, and the module by it.
bool IsFilledFromAround(Value module, const Path& path) {
  int steps = 0;
  for (Value at = path.Parent(module); at != Value::kNothing && ++steps < 16;
       at = path.Parent(at)) {
    const ModuleFacts& facts = path.Module(at);
    for (const SiteId filled : {facts.emptied, facts.initialised, facts.stored}) {
      if (filled != SiteId::kNone) return true;
    }
  }
  return false;
}

class MetaInitNotMaterialized final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module) continue;
      const ModuleFacts& facts = *object->module;
      if (facts.meta == SiteId::kNone || facts.sharded == SiteId::kNone) continue;
      if (path.DecidedAbout({"meta"}) || !HoldsParameters(value, path)) continue;
      if (facts.forward == SiteId::kNone || IsFilledFromAround(value, path)) continue;
      std::vector<Note> notes;
      const bool emptied = facts.emptied != SiteId::kNone;
      // What is on the meta device has no memory that could be filled.
      if ((emptied ? facts.initialised : facts.stored) != SiteId::kNone) continue;
      if (emptied) notes.push_back({facts.meta, "built on the meta device"});
      notes.push_back({facts.forward, "the model is called here"});
      const SiteId built = path.sites().InCommonFrame(facts.meta, facts.sharded);
      sink.Report(kRule, emptied ? facts.emptied : built,
                  emptied ? "to_empty() gives memory, and nothing gives it values"
                          : "the model is built on the meta device and never gets storage",
                  emptied ? "initialise or load every parameter and buffer after to_empty()"
                          : "call to_empty(device=...) after sharding, then initialise or load",
                  notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(meta_init_not_materialized, MetaInitNotMaterialized);

}  // namespace fsdpcheck::checks

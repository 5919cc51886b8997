#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP405",
    .slug = "not-a-mesh",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is given a process group as mesh",
    .why =
        "mesh takes a DeviceMesh. A ProcessGroup has no shape, and the call raises an "
        "AttributeError. What is not known otherwise is what its annotation says.",
    .bad = R"py(
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

fully_shard(net, mesh=dist.new_group([0, 1]))
)py",
    .good = R"py(
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

fully_shard(net, mesh=init_device_mesh("cuda", (2,)))
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/fsdp/_fully_shard/_fsdp_init.py; runs of 2.13",
};

// Methods and functions, also those that are out of sight, whose name says that they
// give a process group.
bool GivesProcessGroup(absl::string_view name) {
  return name == "get_group" || absl::EndsWith(name, "process_group") ||
         absl::EndsWith(name, "_parallel_group");
}

bool IsProcessGroup(Value value, const Path& path) {
  const ValueNode& node = path.Node(value);
  const analyzer::Object* const known = path.state().Find(value);
  if (known != nullptr && analyzer::IsProcessGroupClass(path.Node(known->klass).text)) return true;
  if (node.kind == ValueKind::kExternal) return node.text == "torch.distributed.group.WORLD";
  if (node.kind != ValueKind::kResult) return false;
  const ValueNode& callee = path.Node(node.first);
  if (callee.kind == ValueKind::kAttribute) return GivesProcessGroup(callee.text);
  if (callee.kind != ValueKind::kExternal) return false;
  const absl::string_view name = callee.text.substr(callee.text.rfind('.') + 1);
  return callee.text == "torch.distributed.new_group" || GivesProcessGroup(name);
}

// The path found that it is None.
bool IsNone(Value value, const Path& path) {
  return path.HasDecided([&](const analyzer::Assumption& one) {
    return one.holds && path.values().IsNoneTest(one.condition) &&
           path.Node(one.condition).first == value;
  });
}

// `mesh if mesh is not None else group`: whoever gives a mesh gets it.
bool StandsInForAMesh(Value value, const Path& path) {
  const Value gate = path.values().GateOf(value);
  if (gate == Value::kNothing || !path.values().IsNoneTest(gate)) return false;
  const Value tested = path.Node(gate).first;
  const ValueNode& joined = path.Node(value);
  return (joined.first == tested || joined.second == tested) && !IsProcessGroup(tested, path);
}

class NotAMesh final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    const CallArgument* mesh = shard.call->Find(-1, "mesh");
    if (mesh != nullptr && StandsInForAMesh(mesh->value, path)) return;
    if (mesh == nullptr || path.WasAskedAbout(mesh->value) || IsNone(mesh->value, path)) return;
    std::vector<Value> sides = path.SidesOf(mesh->value);
    sides.push_back(mesh->value);
    if (std::none_of(sides.begin(), sides.end(),
                     [&](Value side) { return IsProcessGroup(side, path); })) {
      return;
    }
    const Note notes[] = {GivenHere(shard, *mesh)};
    sink.Report(kRule, PlaceOf(shard, *mesh, true, sink),
                "this is a process group, and mesh takes a DeviceMesh",
                "make a mesh with init_device_mesh, or DeviceMesh.from_group", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(not_a_mesh, NotAMesh);

}  // namespace fsdpcheck::checks

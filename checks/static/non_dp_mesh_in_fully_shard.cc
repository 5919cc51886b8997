#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP404",
    .slug = "non-dp-mesh-in-fully-shard",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is given a mesh dimension that is not data parallel",
    .why =
        "fully_shard ignores names: a 1-D mesh shards over it, a 2-D mesh replicates "
        "over its first dimension and shards over its second. A (dp, tp) mesh given "
        "whole therefore replicates over dp and shards over tp, without an error. Names "
        "that join data-parallel dimensions, such as dp_cp, are left alone.",
    .bad = R"py(
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cuda", (4, 2), mesh_dim_names=("dp", "tp"))
fully_shard(net, mesh=mesh)
)py",
    .good = R"py(
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cuda", (4, 2), mesh_dim_names=("dp", "tp"))
fully_shard(net, mesh=mesh["dp"])
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/fsdp/_fully_shard/_fsdp_init.py; runs of 2.13",
};

std::vector<absl::string_view> Strings(Value value, const Path& path) {
  std::vector<absl::string_view> names;
  if (!path.StringOf(value).empty()) names.push_back(path.StringOf(value));
  for (Value item : path.KnownItems(value)) names.push_back(path.StringOf(item));
  return names;
}

// Names of the dimensions of a mesh or of a slice of one, empty if not known.
std::vector<absl::string_view> DimNames(Value mesh, const Path& path) {
  const ValueNode& node = path.Node(mesh);
  if (node.kind == ValueKind::kIndex) {
    const ValueNode& whole = path.Node(node.first);
    // Only what certainly is a mesh: made here, or sliced by the names of parallelism.
    if (whole.kind == ValueKind::kObject || whole.kind == ValueKind::kOpaque) {
      return Strings(node.second, path);
    }
    return {};
  }
  if (node.kind != ValueKind::kObject) return {};
  return Strings(path.state().FieldOf(mesh, "mesh_dim_names"), path);
}

class NonDpMeshInFullyShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    const CallArgument* mesh = shard.call->Find(-1, "mesh");
    if (mesh == nullptr) return;
    const SiteId given = PlaceOf(shard, *mesh, true, sink);
    for (absl::string_view name : DimNames(mesh->value, path)) {
      if (!analyzer::IsModelParallelDim(name)) continue;
      Report(given, name, {}, sink);
      return;
    }
    const MeshSlice* slice = path.ModelParallelSlice(mesh->value);
    if (slice == nullptr) return;
    // The function that knows of both is the one to mend.
    const Note notes[] = {{slice->site, "this dimension of it is taken here"},
                          {shard.site, "the whole mesh is given to fully_shard here"}};
    Report(path.sites().InCommonFrame(given, slice->site), slice->name, notes, sink);
  }

 private:
  static void Report(SiteId at, absl::string_view name, absl::Span<const Note> notes, Sink& sink) {
    sink.Report(kRule, at, absl::StrCat("the mesh dimension \"", name, "\" is not data parallel"),
                "pass only data-parallel dimensions, such as mesh[\"dp\"]", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(non_dp_mesh_in_fully_shard, NonDpMeshInFullyShard);

}  // namespace fsdpcheck::checks

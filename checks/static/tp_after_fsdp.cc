#include <vector>

#include "absl/strings/string_view.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP208",
    .slug = "tp-after-fsdp",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "tensor parallelism is applied after fully_shard",
    .why =
        "parallelize_module must see plain parameters and come first; FSDP then shards "
        "the tensor-parallel shards. In the other order the call raises a ValueError. "
        "Plans that only prepare inputs or outputs are left alone.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

def shard(layer, mesh):
    fully_shard(layer, mesh=mesh["dp"])
    parallelize_module(layer, mesh["tp"], {"up": ColwiseParallel()})
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

def shard(layer, mesh):
    parallelize_module(layer, mesh["tp"], {"up": ColwiseParallel()})
    fully_shard(layer, mesh=mesh["dp"])
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.tensor.parallel documentation; runs of 2.13",
};

bool OnlyPrepares(Value plan, const Path& path) {
  const Object* dict = path.state().Find(plan);
  if (path.Node(plan).kind != ValueKind::kDict || dict == nullptr || dict->open) return false;
  for (const auto& entry : dict->entries) {
    const absl::string_view style = path.Node(path.Node(entry.value).first).text;
    if (style.find(".PrepareModule") == absl::string_view::npos) return false;
  }
  return !dict->entries.empty();
}

class TpAfterFsdp final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (call.external != "torch.distributed.tensor.parallel.parallelize_module") return;
    const Value module = call.Get(0, "module");
    if (module == Value::kNothing || OnlyPrepares(call.Get(2, "parallelize_plan"), path)) return;
    const Value unit = path.UnitAround(module);
    SiteId sharded = unit == Value::kNothing ? SiteId::kNone : path.Module(unit).sharded;
    if (sharded == SiteId::kNone) return;
    const SiteId at = path.sites().InCommonFrame(call.whole, sharded);
    std::vector<Note> notes = {{sharded, "sharded here"}};
    if (at != call.whole) notes.push_back({call.whole, "tensor parallelism is applied here"});
    sink.Report(kRule, at, "tensor parallelism comes after fully_shard on the same module",
                "call parallelize_module first and fully_shard second", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(tp_after_fsdp, TpAfterFsdp);

}  // namespace fsdpcheck::checks

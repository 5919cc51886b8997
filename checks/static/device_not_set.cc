#include "absl/strings/match.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP401",
    .slug = "device-not-set",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kHigh,
    .summary = "CUDA is used before the process is bound to its GPU",
    .why =
        "Without torch.cuda.set_device(LOCAL_RANK), `cuda` means GPU 0 in every process "
        "of the node: all ranks share one GPU, and NCCL fails or hangs. device_id of "
        "init_process_group binds the communicator only. A DeviceMesh, and so "
        "fully_shard, binds the GPU itself while CUDA is untouched. Not reported where "
        "code that was not followed may have bound it.",
    .bad = R"py(
import torch
import torch.distributed as dist

def main():
    dist.init_process_group("nccl")
    total = torch.zeros(1, device="cuda")
    dist.all_reduce(total)
)py",
    .good = R"py(
import os

import torch
import torch.distributed as dist

def main():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    total = torch.zeros(1, device="cuda")
    dist.all_reduce(total)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/device_mesh.py; from documentation",
};

bool IsCuda(Value device, const Path& path) {
  return path.StringOf(path.values().NameOfDevice(device)) == "cuda";
}

// Whatever accelerator there is, without a number.
bool IsAccelerator(Value device, const Path& path) {
  return path.Node(path.Node(device).first).text == "torch.accelerator.current_accelerator";
}

// What the call puts on a device, if it names none by number.
bool UsesCurrentDevice(const Call& call, const Path& path) {
  const bool creates = absl::StartsWith(call.external, "torch.") &&
                       call.external.find('.', 6) == absl::string_view::npos &&
                       call.external != "torch.device";
  const bool to_cuda = call.method == "cuda" && call.args.empty();
  if (!creates && !to_cuda && call.method != "to") return false;
  const Value device = call.Get(creates ? -1 : 0, "device");
  if (to_cuda || IsCuda(device, path)) return path.state().nccl == Tri::kYes;
  return IsAccelerator(device, path) && path.state().nccl != Tri::kNo;
}

class DeviceNotSet final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.entry().test_code || path.state().one_gpu) return;
    const auto& state = path.state();
    if (state.process_group == SiteId::kNone || state.device_bound != SiteId::kNone) return;
    if (state.device_unknown || state.device_depth > 0) return;
    if (!UsesCurrentDevice(call, path)) return;
    constexpr const char* kHelp =
        "call torch.cuda.set_device(int(os.environ[\"LOCAL_RANK\"])) first";
    const auto& sites = path.sites();
    if (sites[state.process_group].chain == sites[call.whole].chain) {
      const Note notes[] = {
          {state.process_group, "every rank joins here, without a GPU of its own"}};
      sink.Report(kRule, call.whole, "no GPU was chosen yet, so this is GPU 0 on every rank", kHelp,
                  notes);
      return;
    }
    // However many places use CUDA later: it is missing here.
    const Note notes[] = {{call.whole, "this is GPU 0 on every rank"}};
    sink.Report(kRule, state.process_group, "ranks join here before any of them has chosen its GPU",
                kHelp, notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(device_not_set, DeviceNotSet);

}  // namespace fsdpcheck::checks

#include "absl/strings/match.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP403",
    .slug = "hardcoded-cuda-device",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kHigh,
    .summary = "a fixed GPU number in code that every rank runs",
    .why =
        "Each process owns one GPU. With a literal cuda:0 all ranks of a node put their "
        "tensors on the first one, away from their parameters, until it is full or NCCL "
        "refuses. Code that only some ranks run, and programs without a process group, "
        "are left alone.",
    .bad = R"py(
import os

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
total = torch.zeros(1, device="cuda:0")
dist.all_reduce(total)
)py",
    .good = R"py(
import os

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
total = torch.zeros(1, device="cuda")
dist.all_reduce(total)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torchrun documentation; from documentation",
};

// What torch.device() was made of, or the value itself.
Value NameOfDevice(Value device, const Path& path) {
  const ValueNode& node = path.Node(device);
  const bool made = !node.items.empty() && path.Node(node.first).text == "torch.device";
  return made ? node.items[0] : device;
}

class HardcodedCudaDevice final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.entry().test_code) return;
    if (path.state().process_group == SiteId::kNone || path.OnSomeRanks()) return;
    if (!path.state().nccl || path.state().one_gpu) return;
    const bool binds = call.external == "torch.cuda.set_device";
    const bool moves = call.method == "to" || call.method == "cuda";
    const CallArgument* device = binds || moves ? call.Find(0, "device") : call.Find(-1, "device");
    if (device == nullptr) return;
    const ValueNode& node = path.Node(NameOfDevice(device->value, path));
    const bool number = node.kind == ValueKind::kInt && (binds || call.method == "cuda");
    const bool name = node.kind == ValueKind::kString && absl::StartsWith(node.text, "cuda:") &&
                      node.text.size() > 5;
    if (!number && !name) return;
    // Whatever is put on a torch.device, the device is what must change.
    const auto made = path.entry().devices.find(device->value);
    const SiteId place =
        made != path.entry().devices.end() ? made->second : sink.At(call.site, device->expr->range);
    sink.Report(
        kRule, place, "every rank uses this one GPU",
        binds ? "bind the GPU of LOCAL_RANK" : "write \"cuda\": the GPU this process is bound to",
        {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(hardcoded_cuda_device, HardcodedCudaDevice);

}  // namespace fsdpcheck::checks

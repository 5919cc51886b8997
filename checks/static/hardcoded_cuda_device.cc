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
        "refuses. Code that only some ranks run, and programs without a process group or "
        "a full_tensor() of what was moved there, are left alone.",
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

bool IsMove(absl::string_view method) { return method == "to" || method == "cuda"; }

class HardcodedCudaDevice final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.entry().test_code || path.OnSomeRanks() || path.state().one_gpu) return;
    if (call.method == "full_tensor") return OnGather(call, path, sink);
    if (path.state().process_group == SiteId::kNone || path.state().nccl != Tri::kYes) return;
    const bool binds = call.external == "torch.cuda.set_device";
    const CallArgument* device =
        binds || IsMove(call.method) ? call.Find(0, "device") : call.Find(-1, "device");
    if (device == nullptr) return;
    const ValueNode& node = path.Node(path.values().NameOfDevice(device->value));
    const bool number = node.kind == ValueKind::kInt && (binds || call.method == "cuda");
    if (!number && !path.values().IsNumberedGpu(device->value)) return;
    Report(device->value, sink.At(call.site, device->expr->range), binds, path, sink);
  }

 private:
  // Every rank has a shard of what is gathered here.
  static void OnGather(const Call& call, const Path& path, Sink& sink) {
    for (const Value side : path.SidesOf(call.receiver)) {
      const ValueNode& moved = path.Node(side);
      if (moved.kind != ValueKind::kResult || moved.items.empty()) continue;
      const ValueNode& callee = path.Node(moved.first);
      if (callee.kind != ValueKind::kAttribute || !IsMove(callee.text)) continue;
      if (!path.values().IsNumberedGpu(moved.items[0])) continue;
      const bool here = moved.chain == path.sites()[call.site].chain;
      Report(moved.items[0], here ? sink.At(call.site, moved.expr->range) : call.site, false, path,
             sink);
    }
  }

  static void Report(Value device, SiteId place, bool binds, const Path& path, Sink& sink) {
    if (path.FoundOne("device_count") || path.FoundOne("world_size")) return;
    // Whatever is put on a torch.device, the device is what must change.
    const auto made = path.entry().devices.find(device);
    sink.Report(
        kRule, made != path.entry().devices.end() ? made->second : place,
        "every rank uses this one GPU",
        binds ? "bind the GPU of LOCAL_RANK" : "write \"cuda\": the GPU this process is bound to",
        {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(hardcoded_cuda_device, HardcodedCudaDevice);

}  // namespace fsdpcheck::checks

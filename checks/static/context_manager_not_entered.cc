#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP406",
    .slug = "context-manager-not-entered",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kVeryHigh,
    .summary = "a context manager is called as a statement and never entered",
    .why =
        "The call only makes the object. Without `with` nothing is entered: the device "
        "is not changed, gradients are still recorded.",
    .bad = R"py(
import torch
import torch.distributed as dist

torch.accelerator.device_index(local_rank)
dist.init_process_group("nccl")
)py",
    .good = R"py(
import torch
import torch.distributed as dist

torch.accelerator.set_device_index(local_rank)
dist.init_process_group("nccl")
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.accelerator.device_index documentation",
};

constexpr absl::string_view kManagers[] = {
    "torch.accelerator.device_index",
    "torch.cuda.device",
    "torch.device",
    "torch.no_grad",
    "torch.enable_grad",
    "torch.inference_mode",
    "torch.autocast",
    "torch.amp.autocast",
    "torch.cuda.stream",
    "torch.distributed.tensor.experimental.implicit_replication",
    "torch.distributed.tensor.parallel.loss_parallel",
};

class ContextManagerNotEntered final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path&, Sink& sink) const override {
    if (call.use != Call::Use::kStatement) return;
    for (absl::string_view name : kManagers) {
      if (call.external != name) continue;
      const bool device = name == "torch.accelerator.device_index" || name == "torch.cuda.device";
      sink.Report(kRule, call.whole, absl::StrCat("`", name, "` has no effect without `with`"),
                  device ? "enter it with `with`, or call set_device_index / set_device instead"
                         : "enter it with `with`",
                  {});
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(context_manager_not_entered, ContextManagerNotEntered);

}  // namespace fsdpcheck::checks

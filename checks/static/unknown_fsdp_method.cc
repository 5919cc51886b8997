#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/suppress/nearest.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP104",
    .slug = "unknown-fsdp-method",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "a method that FSDPModule does not have",
    .why =
        "The name is almost that of an FSDPModule method, but no module has it, so the "
        "call raises AttributeError. Names that the class of the module defines itself "
        "are left alone.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

def accumulate(net, last):
    fully_shard(net)
    net.set_require_gradient_sync(last)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def accumulate(net, last):
    fully_shard(net)
    net.set_requires_gradient_sync(last)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch/distributed/fsdp/_fully_shard/_fully_shard.py, class FSDPModule",
};

constexpr absl::string_view kMethods[] = {
    "reshard",
    "unshard",
    "set_is_last_backward",
    "set_requires_gradient_sync",
    "set_requires_all_reduce",
    "set_reshard_after_forward",
    "set_reshard_after_backward",
    "set_modules_to_forward_prefetch",
    "set_modules_to_backward_prefetch",
    "set_all_reduce_hook",
    "set_post_optim_event",
    "set_reduce_scatter_divide_factor",
    "set_gradient_divide_factor",
    "set_force_sum_reduction_for_comms",
    "set_unshard_in_backward",
    "set_allocate_memory_from_process_group_for_comm",
    "set_custom_all_gather",
    "set_custom_reduce_scatter",
    "set_symm_mem_for_comm",
    "set_reduce_scatter_unused_params",
    "set_separate_reduce_scatter_group",
    "reset_iter_state",
};

class UnknownFsdpMethod final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.Node(call.callee).kind != ValueKind::kAttribute || !path.IsUnit(call.receiver)) return;
    if (call.method.size() < 7) return;
    for (absl::string_view known : kMethods) {
      if (call.method == known) return;
    }
    const std::vector<std::string> known(std::begin(kMethods), std::end(kMethods));
    const std::string nearest = analyzer::Nearest(call.method, known);
    if (nearest.empty()) return;
    const Note notes[] = {{path.Module(call.receiver).sharded, "sharded here"}};
    sink.Report(kRule, call.site, absl::StrCat("FSDPModule has no method `", call.method, "`"),
                absl::StrCat("did you mean `", nearest, "`?"), notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(unknown_fsdp_method, UnknownFsdpMethod);

}  // namespace fsdpcheck::checks

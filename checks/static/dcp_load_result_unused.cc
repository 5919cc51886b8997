#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP604",
    .slug = "dcp-load-result-unused",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kVeryHigh,
    .summary = "the result of dcp.load is used, and it is None",
    .why =
        "torch.distributed.checkpoint.load fills the dict that it is given, in place, "
        "and returns None. Keep the dict, load it, and put its parts back.",
    .bad = R"py(
import torch.distributed.checkpoint as dcp

def resume(net, folder):
    state = dcp.load({"net": net.state_dict()}, checkpoint_id=folder)
    net.load_state_dict(state["net"])
)py",
    .good = R"py(
import torch.distributed.checkpoint as dcp

def resume(net, folder):
    state = {"net": net.state_dict()}
    dcp.load(state, checkpoint_id=folder)
    net.load_state_dict(state["net"])
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.checkpoint.load documentation; runs of 2.13",
};

class DcpLoadResultUnused final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path&, Sink& sink) const override {
    if (call.external != "torch.distributed.checkpoint.load") return;
    if (call.use != Call::Use::kValue) return;
    sink.Report(kRule, call.whole, "dcp.load fills its argument and returns None",
                "keep the dict in a variable, pass it, and read it afterwards", {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(dcp_load_result_unused, DcpLoadResultUnused);

}  // namespace fsdpcheck::checks

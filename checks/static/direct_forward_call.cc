#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP101",
    .slug = "direct-forward-call",
    .severity = Severity::kError,
    .precision = Precision::kVeryHigh,
    .summary = "forward() of a sharded module is called directly",
    .why =
        "Parameters are gathered by hooks that run in __call__. forward() skips them, so the "
        "layer meets sharded DTensor parameters and PyTorch raises \"got mixed torch.Tensor and "
        "DTensor\". Right after an evaluation it may run by luck, since the root still holds "
        "whole parameters. Not reported: forward registered with "
        "register_fsdp_forward_method, a call between unshard() and reshard(), and modules "
        "whose sharding the analyzer cannot prove.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

def step(net, x):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net.forward(x)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def step(net, x):
    for block in net.blocks:
        fully_shard(block)
    fully_shard(net)
    return net(x)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

bool IsRegistered(const ModuleFacts& facts) {
  for (absl::string_view name : facts.registered) {
    if (name == "forward" || name == "*") return true;
  }
  return false;
}

class DirectForwardCall final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (call.method != "forward" || call.on_self || !path.IsUnit(call.receiver)) return;
    const ModuleFacts& facts = path.Module(call.receiver);
    if (facts.gathered != SiteId::kNone || IsRegistered(facts)) return;
    const Note notes[] = {{facts.sharded, "sharded here"}};
    const analyzer::Expr& callee = *call.expr->first;
    if (callee.kind != analyzer::ExprKind::kAttribute || callee.text != "forward") {
      // The method was taken from the unit before. What a function around this one took
      // is wrapped here, and the wrapper may be the forward() of the unit by now.
      if (callee.kind == analyzer::ExprKind::kName && callee.slot < 0) return;
      sink.Report(kRule, call.site,
                  absl::StrCat("`", sink.Text(call.site, &callee),
                               "` is the forward of a sharded module: it skips the hooks that "
                               "gather its parameters"),
                  "call the module itself so that its FSDP hooks run", notes);
      return;
    }
    const std::string receiver = sink.Text(call.site, callee.first);
    sink.Report(kRule, call.site,
                absl::StrCat("`", receiver,
                             ".forward(...)` skips the hooks that gather the "
                             "parameters of `",
                             receiver, "`"),
                absl::StrCat("write `", receiver, "(...)` so that its FSDP hooks run"), notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(direct_forward_call, DirectForwardCall);

}  // namespace fsdpcheck::checks

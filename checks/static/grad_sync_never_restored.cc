#include <vector>

#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP304",
    .slug = "grad-sync-never-restored",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "gradient synchronisation is switched off and never on again",
    .why =
        "While set_requires_gradient_sync(False) is in force no gradient is reduced: "
        ".grad stays None, and the optimizer step does nothing, without an error. "
        "Reported only where the argument is the constant False, no code that was "
        "followed switches it on again, and an optimizer steps or the loop that "
        "accumulates holds the only such call of its file.",
    .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(net, batches):
    fully_shard(net)
    opt = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net.set_requires_gradient_sync(False)
        net(batch).mean().backward()
        opt.step()
)py",
    .good = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(net, batches):
    fully_shard(net)
    opt = torch.optim.AdamW(net.parameters())
    for i, batch in enumerate(batches):
        net.set_requires_gradient_sync(i % 4 == 3)
        net(batch).mean().backward()
        if i % 4 == 3:
            opt.step()
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, FSDPModule.set_requires_gradient_sync documentation; runs of 2.13",
};

class GradSyncNeverRestored final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    if (path.entry().context_manager) return OnContextEnd(path, sink);
    if (path.state().last_backward == SiteId::kNone) return;
    if (!path.entry().sync_restored.empty() || path.entry().sync_restored_unknown) return;
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module || object->module->sync_off == SiteId::kNone) continue;
      if (!path.IsUnit(value)) continue;
      const SiteId off = object->module->sync_off;
      const bool steps =
          path.state().last_step != SiteId::kNone && object->module->touched == SiteId::kNone;
      if (!steps && !IsOnlyOneInLoop(off, path, sink)) continue;
      std::vector<Note> notes = {{path.state().last_backward, "these gradients are not reduced"}};
      if (path.state().last_step != SiteId::kNone) {
        notes.push_back({path.state().last_step, "so this step changes nothing"});
      }
      sink.Report(kRule, off, "gradient synchronisation is never switched on again",
                  "pass a condition that is true for the last micro-batch", notes);
    }
  }

 private:
  // Switched off in a loop by the function that runs the backward there; nothing else in
  // the file could switch it on.
  static bool IsOnlyOneInLoop(SiteId off, const Path& path, Sink& sink) {
    const SiteId backward = path.state().last_backward;
    return path.entry().looped_sync_off.contains(off) &&
           path.sites()[off].function == path.sites()[backward].function &&
           sink.CountIn(off, "set_requires_gradient_sync") == 1;
  }

  // Who leaves a context that switched it off expects it to be on.
  static void OnContextEnd(const Path& path, Sink& sink) {
    if (!path.entry().sync_restored.empty() || path.entry().sync_restored_unknown) return;
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module || object->module->touched != SiteId::kNone) continue;
      const SiteId off = object->module->sync_off;
      // Nothing else in the file could switch it on.
      if (off == SiteId::kNone || sink.CountIn(off, "set_requires_gradient_sync") > 1) continue;
      sink.Report(kRule, off, "gradient synchronisation is still off when this context is left",
                  "switch it on again after the yield, in a finally block", {});
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(grad_sync_never_restored, GradSyncNeverRestored);

}  // namespace fsdpcheck::checks

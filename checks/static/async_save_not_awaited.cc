#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP605",
    .slug = "async-save-not-awaited",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kVeryHigh,
    .summary = "nobody waits for an asynchronous save",
    .why =
        "async_save returns a future while a thread still writes. Without result() "
        "errors are lost, a second save can start while the first is writing, and the "
        "program can end with half a checkpoint. A future that is stored, returned or "
        "handed on is left alone.",
    .bad = R"py(
import torch.distributed.checkpoint as dcp

def save(state, folder):
    dcp.async_save(state, checkpoint_id=folder)
)py",
    .good = R"py(
import torch.distributed.checkpoint as dcp

def save(state, folder):
    pending = dcp.async_save(state, checkpoint_id=folder)
    pending.result()
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.checkpoint.async_save documentation",
};

class AsyncSaveNotAwaited final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  // A future that is dropped on the spot can never be waited for.
  void OnCall(const Call& call, const Path&, Sink& sink) const override {
    const bool dropped = call.use == Call::Use::kStatement;
    if (dropped && call.external == "torch.distributed.checkpoint.async_save") {
      Report(call.site, sink);
    }
  }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->holder || object->holder->kind != HolderKind::kFuture) continue;
      if (!object->holder->used) Report(object->holder->built, sink);
    }
  }

 private:
  static void Report(SiteId at, Sink& sink) {
    sink.Report(kRule, at, "nobody waits for this save to finish",
                "keep the future and call result() before the next save and before the end", {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(async_save_not_awaited, AsyncSaveNotAwaited);

}  // namespace fsdpcheck::checks

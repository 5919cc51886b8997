#include <vector>

#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP501",
    .slug = "rank-guarded-collective",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kHigh,
    .summary = "some ranks enter a collective that the others never reach",
    .why =
        "A collective returns only when every rank of its group has entered it. Behind "
        "a rank test, or after an early return of the other ranks, it waits for ever: "
        "the job hangs until the watchdog ends it. Collectives are torch.distributed "
        "calls over the default group, full_tensor(), gathering state dicts, checkpoint "
        "saves and loads, and forward, backward and clipping of sharded models, also "
        "inside functions that are called there. Not reported: groups of their own, and "
        "guards whose other side calls code that was not followed.",
    .bad = R"py(
import torch.distributed as dist

def export(weight):
    if dist.get_rank() == 0:
        print(weight.full_tensor())
)py",
    .good = R"py(
import torch.distributed as dist

def export(weight):
    full = weight.full_tensor()
    if dist.get_rank() == 0:
        print(full)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed documentation; runs of 2.13",
};

class RankGuardedCollective final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnUnmatched(const Unmatched& unmatched, Sink& sink) const override {
    if (unmatched.may_have_counterpart) return;
    std::vector<Note> notes = {{unmatched.guard, "this parts the ranks"}};
    if (unmatched.inner != unmatched.collective) {
      notes.push_back({unmatched.inner,
                       absl::StrCat("`", unmatched.name, "` is entered here, by some ranks only")});
    }
    sink.Report(kRule, unmatched.collective,
                absl::StrCat("only some ranks reach `", unmatched.name,
                             "`; the others never enter it, and the job hangs"),
                "let every rank make this call, and guard only what follows it", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(rank_guarded_collective, RankGuardedCollective);

}  // namespace fsdpcheck::checks

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP603",
    .slug = "shared-checkpoint-path",
    .severity = Severity::kWarning,
    .scope = Scope::kDistributed,
    .precision = Precision::kHigh,
    .summary = "every rank writes the same file",
    .why =
        "All ranks open one path at the same time; the file holds what the last writer "
        "left, or pieces of several. Let one rank write, or put the rank into the name. "
        "Reported only where the name is made of constants and step counters, and every "
        "rank provably comes by.",
    .bad = R"py(
import torch
import torch.distributed as dist

def save(state, step):
    torch.save(state, f"runs/extra_{step}.pt")
    dist.barrier()
)py",
    .good = R"py(
import torch
import torch.distributed as dist

def save(state, step):
    if dist.get_rank() == 0:
        torch.save(state, f"runs/extra_{step}.pt")
    dist.barrier()
)py",
    .versions = "2.6 and newer",
    .source = "runs of PyTorch 2.13",
};

bool IsCounter(absl::string_view name) {
  constexpr absl::string_view kNames[] = {"step", "global_step", "epoch", "iteration", "it", "i"};
  for (absl::string_view known : kNames) {
    if (name == known) return true;
  }
  return false;
}

// A name for the round, or what a loop over range() gives.
bool CountsRounds(Value value, const Path& path) {
  const ValueNode& node = path.Node(value);
  if (IsCounter(node.text)) return true;
  if (node.kind != ValueKind::kElement || path.DependsOnRank(value)) return false;
  const ValueNode& rounds = path.Node(node.first);
  return path.Node(rounds.first).text == "range" &&
         std::none_of(rounds.items.begin(), rounds.items.end(),
                      [&](Value bound) { return path.DependsOnRank(bound); });
}

bool IsConversion(absl::string_view name) { return name == "str" || name == "pathlib.Path"; }

bool IsFolderName(absl::string_view name) {
  for (absl::string_view part : {"dir", "path", "folder", "root"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

// The same text on every rank: constants, with step counters in between, in a
// folder that a setting or the caller names.
bool IsShared(Value value, const Path& path, bool in_front) {
  const ValueNode& node = path.Node(value);
  switch (node.kind) {
    case ValueKind::kString:
    case ValueKind::kInt:
      return true;
    case ValueKind::kFormat:
      for (size_t i = 0; i < node.items.size(); ++i) {
        const bool front = i + 1 < node.items.size() || in_front;
        if (!IsShared(node.items[i], path, front) && !CountsRounds(node.items[i], path)) {
          return false;
        }
      }
      return true;
    case ValueKind::kOpaque:
    case ValueKind::kAttribute:
      return in_front && IsFolderName(node.text) && !path.DependsOnRank(value);
    case ValueKind::kObject:
    case ValueKind::kResult:
    case ValueKind::kPure:
      return IsConversion(path.Node(node.first).text) && node.items.size() == 1 &&
             IsShared(node.items[0], path, in_front);
    default:
      return false;
  }
}

// A collective under the same conditions as the write: whoever gets to the one
// gets to the other.
SiteId MeetingWith(const analyzer::FileWrite& write, const Path& path) {
  const analyzer::SiteTable& sites = path.sites();
  for (const analyzer::Meeting& meeting : *path.state().meetings) {
    if (meeting.conditions == write.conditions) {
      return sites.InCommonFrame(meeting.site, write.site);
    }
  }
  return SiteId::kNone;
}

class SharedCheckpointPath final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    for (const FileWrite& write : path.state().writes) {
      if (write.guarded || !IsShared(write.path, path, false)) continue;
      const SiteId meeting = MeetingWith(write, path);
      if (meeting == SiteId::kNone) continue;
      const Note notes[] = {{meeting, "every rank comes by here"}};
      sink.Report(kRule, write.site, "every rank writes this file at the same time",
                  "write on one rank only, or put the rank into the file name", notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(shared_checkpoint_path, SharedCheckpointPath);

}  // namespace fsdpcheck::checks

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP211",
    .slug = "wrong-policy-object",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is given a policy object of FullyShardedDataParallel",
    .why =
        "MixedPrecision and CPUOffload belong to the old wrapper. As mp_policy the "
        "first fails at the first forward with a dtype error; as offload_policy the "
        "second is silently ignored, so nothing is offloaded. mp_policy=None fails at "
        "the first forward too; offload_policy=None is fine.",
    .bad = R"py(
from torch.distributed.fsdp import CPUOffload, fully_shard

fully_shard(net, offload_policy=CPUOffload(offload_params=True))
)py",
    .good = R"py(
from torch.distributed.fsdp import CPUOffloadPolicy, fully_shard

fully_shard(net, offload_policy=CPUOffloadPolicy())
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation; runs of 2.13",
};

class WrongPolicyObject final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    for (const CallArgument& arg : shard.call->args) {
      if (arg.keyword != "mp_policy" && arg.keyword != "offload_policy") continue;
      const bool precision = arg.keyword == "mp_policy";
      const ValueNode& node = path.Node(arg.value);
      std::string given;
      if (node.kind == ValueKind::kObject) {
        const absl::string_view name = path.Node(node.first).text;
        if (name == "torch.distributed.fsdp.MixedPrecision") given = "MixedPrecision";
        if (name == "torch.distributed.fsdp.CPUOffload") given = "CPUOffload";
      } else if (node.kind == ValueKind::kNone && precision) {
        given = "None";
      } else if (node.kind == ValueKind::kBool) {
        given = node.number != 0 ? "True" : "False";
      }
      if (given.empty()) continue;
      std::vector<Note> notes;
      const SiteId at = PlaceOf(shard, arg, path, sink);
      if (path.sites()[at].chain != path.sites()[shard.site].chain) {
        notes.push_back({shard.site, "fully_shard gets it here"});
      }
      sink.Report(kRule, at,
                  absl::StrCat("`", arg.keyword, "` is given ", given, ", which ",
                               precision ? "fails at the first forward" : "offloads nothing"),
                  precision ? "use MixedPrecisionPolicy(...), or leave the keyword out"
                            : "use CPUOffloadPolicy(), or leave the keyword out",
                  notes);
    }
  }

 private:
  // Where the function that made the object hands it on, or gives it itself.
  static SiteId PlaceOf(const ShardCall& shard, const CallArgument& arg, const Path& path,
                        Sink& sink) {
    const ValueNode& node = path.Node(arg.value);
    if (node.kind == ValueKind::kObject) {
      const SiteId made = path.sites().InFrame(shard.site, node.chain);
      if (made != SiteId::kNone && made != shard.site) return made;
    }
    const bool written = arg.keyword_range.end > arg.keyword_range.begin;
    return written ? sink.At(shard.site, arg.expr->range) : shard.site;
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(wrong_policy_object, WrongPolicyObject);

}  // namespace fsdpcheck::checks

#include <string>

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

// What is given in the place of a policy, "" if it may be one.
std::string WrongObject(Value value, bool precision, const Path& path) {
  const ValueNode& node = path.Node(value);
  if (node.kind == ValueKind::kObject) {
    const absl::string_view name = path.Node(node.first).text;
    if (name == "torch.distributed.fsdp.MixedPrecision") return "MixedPrecision";
    if (name == "torch.distributed.fsdp.CPUOffload") return "CPUOffload";
  }
  if (node.kind == ValueKind::kNone && precision) return "None";
  if (node.kind == ValueKind::kBool) return node.number != 0 ? "True" : "False";
  return "";
}

class WrongPolicyObject final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path& path, Sink& sink) const override {
    for (const CallArgument& arg : shard.call->args) {
      if (arg.keyword != "mp_policy" && arg.keyword != "offload_policy") continue;
      for (const Value given : path.SidesOf(arg.value)) {
        // A function that takes None hands it on, and nobody may ever give it None.
        const bool counts = given == arg.value || path.Node(given).kind == ValueKind::kObject;
        if (counts) Check(shard, arg, given, path, sink);
      }
    }
  }

 private:
  static void Check(const ShardCall& shard, const CallArgument& arg, Value value, const Path& path,
                    Sink& sink) {
    const bool precision = arg.keyword == "mp_policy";
    const std::string given = WrongObject(value, precision, path);
    if (given.empty() || path.WasAskedAbout(value) || path.WasAskedAbout(arg.value)) return;
    const SiteId at = PlaceToMend(shard, arg, value, path, sink);
    const bool elsewhere = path.sites()[at].chain != path.sites()[shard.site].chain;
    const Note notes[] = {elsewhere ? Note{shard.site, "fully_shard gets it here"}
                                    : GivenHere(shard, arg)};
    sink.Report(kRule, at,
                absl::StrCat("`", arg.keyword, "` is given ", given, ", which ",
                             precision ? "fails at the first forward" : "offloads nothing"),
                precision ? "use MixedPrecisionPolicy(...), or leave the keyword out"
                          : "use CPUOffloadPolicy(), or leave the keyword out",
                notes);
  }

  // Where the function that made the object hands it on, or gives it itself.
  static SiteId PlaceToMend(const ShardCall& shard, const CallArgument& arg, Value given,
                            const Path& path, Sink& sink) {
    const ValueNode& node = path.Node(given);
    if (node.kind == ValueKind::kObject) {
      const SiteId made = path.sites().InFrame(shard.site, node.chain);
      if (made != SiteId::kNone && made != shard.site) return made;
    }
    return PlaceOf(shard, arg, true, sink);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(wrong_policy_object, WrongPolicyObject);

}  // namespace fsdpcheck::checks

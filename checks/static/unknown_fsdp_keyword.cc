#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/suppress/nearest.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP210",
    .slug = "unknown-fsdp-keyword",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "fully_shard is given a keyword it does not have",
    .why =
        "The call raises a TypeError. Keywords of the old FullyShardedDataParallel are "
        "reported as fsdp1-api-on-fsdp2.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

fully_shard(net, reshard_after_fwd=True)
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

fully_shard(net, reshard_after_forward=True)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, signature of torch.distributed.fsdp.fully_shard",
};

constexpr absl::string_view kKeywords[] = {
    "module",         "mesh",           "reshard_after_forward", "shard_placement_fn", "mp_policy",
    "offload_policy", "ignored_params", "dp_mesh_dims",          "share_comm_ctx"};

constexpr absl::string_view kOfFsdp1[] = {
    "auto_wrap_policy",  "sharding_strategy", "cpu_offload",        "mixed_precision",
    "backward_prefetch", "forward_prefetch",  "ignored_modules",    "ignored_states",
    "param_init_fn",     "device_id",         "sync_module_states", "limit_all_gathers",
    "use_orig_params",   "process_group",     "device_mesh"};

template <size_t N>
bool In(const absl::string_view (&names)[N], absl::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// A keyword that begins the same way or is part of the other.
std::string Related(absl::string_view name) {
  for (absl::string_view known : kKeywords) {
    if (known != "module" && (absl::StrContains(known, name) || absl::StrContains(name, known) ||
                              known.substr(0, 12) == name.substr(0, 12))) {
      return std::string(known);
    }
  }
  return "";
}

class UnknownFsdpKeyword final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path&, Sink& sink) const override {
    for (const CallArgument& arg : shard.call->args) {
      if (arg.keyword.empty() || In(kKeywords, arg.keyword) || In(kOfFsdp1, arg.keyword)) continue;
      const std::vector<std::string> known(std::begin(kKeywords), std::end(kKeywords));
      std::string nearest = analyzer::Nearest(arg.keyword, known);
      if (nearest.empty()) nearest = Related(arg.keyword);
      const Note notes[] = {GivenHere(shard, arg)};
      sink.Report(kRule, PlaceOf(shard, arg, false, sink),
                  absl::StrCat("fully_shard has no keyword `", arg.keyword, "`"),
                  nearest.empty() ? "see the documentation of fully_shard"
                                  : absl::StrCat("did you mean `", nearest, "`?"),
                  notes);
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(unknown_fsdp_keyword, UnknownFsdpKeyword);

}  // namespace fsdpcheck::checks

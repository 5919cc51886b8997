#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP207",
    .slug = "fsdp1-api-on-fsdp2",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kVeryHigh,
    .summary = "an API of FullyShardedDataParallel meets a fully_shard model",
    .why =
        "fully_shard returns the same module with FSDPModule mixed in. Keywords of the "
        "old wrapper raise a TypeError, its methods (no_sync, clip_grad_norm_) an "
        "AttributeError; summon_full_params silently does nothing, and "
        "isinstance(model, FullyShardedDataParallel) is never true. Code that handles "
        "both kinds in separate branches is left alone.",
    .bad = R"py(
from torch.distributed.fsdp import fully_shard

def accumulate(net, batches):
    fully_shard(net)
    with net.no_sync():
        for batch in batches:
            net(batch).mean().backward()
)py",
    .good = R"py(
from torch.distributed.fsdp import fully_shard

def accumulate(net, batches):
    fully_shard(net)
    for i, batch in enumerate(batches):
        net.set_requires_gradient_sync(i == len(batches) - 1)
        net(batch).mean().backward()
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

constexpr absl::string_view kWrapper = "torch.distributed.fsdp.FullyShardedDataParallel";

struct Replacement {
  absl::string_view old;
  absl::string_view use;
};

constexpr Replacement kKeywords[] = {
    {"auto_wrap_policy", "call fully_shard on each layer, then on the root"},
    {"sharding_strategy", "use reshard_after_forward, and a 2-D mesh for hybrid sharding"},
    {"cpu_offload", "use offload_policy=CPUOffloadPolicy()"},
    {"mixed_precision", "use mp_policy=MixedPrecisionPolicy(...)"},
    {"backward_prefetch", "leave it out, or use set_modules_to_backward_prefetch"},
    {"forward_prefetch", "leave it out, or use set_modules_to_forward_prefetch"},
    {"ignored_modules", "use ignored_params"},
    {"ignored_states", "use ignored_params"},
    {"param_init_fn", "use the meta device, then to_empty() and an init function"},
    {"device_id", "bind the device before; leave the keyword out"},
    {"sync_module_states", "load with set_model_state_dict(broadcast_from_rank0=True)"},
    {"limit_all_gathers", "leave it out: all-gathers are always limited"},
    {"use_orig_params", "leave it out: original parameters are always kept"},
    {"process_group", "pass mesh=init_device_mesh(...)"},
    {"device_mesh", "the keyword is mesh"},
};

constexpr Replacement kMethods[] = {
    {"no_sync", "use set_requires_gradient_sync(False) and set it back for the last batch"},
    {"clip_grad_norm_", "use torch.nn.utils.clip_grad_norm_(model.parameters(), ...)"},
    {"summon_full_params", "use unshard() and reshard(), or full_tensor()"},
    {"state_dict_type", "use torch.distributed.checkpoint.state_dict"},
    {"set_state_dict_type", "use torch.distributed.checkpoint.state_dict"},
    {"full_optim_state_dict", "use get_optimizer_state_dict"},
    {"sharded_optim_state_dict", "use get_optimizer_state_dict"},
    {"optim_state_dict", "use get_optimizer_state_dict"},
    {"optim_state_dict_to_load", "use set_optimizer_state_dict"},
};

class Fsdp1ApiOnFsdp2 final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnShard(const ShardCall& shard, const Path&, Sink& sink) const override {
    for (const CallArgument& arg : shard.call->args) {
      for (const Replacement& keyword : kKeywords) {
        if (arg.keyword != keyword.old) continue;
        const Note notes[] = {GivenHere(shard, arg)};
        sink.Report(kRule, PlaceOf(shard, arg, false, sink),
                    absl::StrCat("`", keyword.old, "` is a keyword of FullyShardedDataParallel"),
                    std::string(keyword.use), notes);
      }
    }
  }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.RulesOutFsdp2()) return;
    if (call.external == "isinstance") {
      OnIsInstance(call, path, sink);
    } else if (absl::StartsWith(call.external, kWrapper)) {
      OnWrapper(call, path, sink);
    } else if (path.Node(call.callee).kind == ValueKind::kAttribute && path.IsUnit(call.receiver)) {
      for (const Replacement& method : kMethods) {
        if (call.method != method.old || call.may_fail) continue;
        const Note notes[] = {{path.Module(call.receiver).sharded, "sharded here"}};
        sink.Report(kRule, call.site,
                    absl::StrCat("`", method.old,
                                 "` belongs to FullyShardedDataParallel; a "
                                 "fully_shard model has no such method"),
                    std::string(method.use), notes);
      }
    }
  }

 private:
  static void OnWrapper(const Call& call, const Path& path, Sink& sink) {
    if (call.args.empty() || !path.IsUnit(call.args[0].value)) return;
    // It asks what there is of the old kind, and takes none for an answer.
    if (absl::EndsWith(call.external, ".fsdp_modules")) return;
    const Note notes[] = {{path.Module(call.args[0].value).sharded, "sharded here"}};
    sink.Report(kRule, call.site, "FullyShardedDataParallel meets a model that fully_shard sharded",
                "use torch.distributed.checkpoint.state_dict, unshard() or full_tensor()", notes);
  }

  static void OnIsInstance(const Call& call, const Path& path, Sink& sink) {
    if (call.args.size() != 2 || !path.IsUnit(call.args[0].value)) return;
    if (path.Node(call.args[1].value).text != kWrapper) return;
    // Helpers that serve several strategies ask this of every model they get.
    const ModuleFacts& facts = path.Module(call.args[0].value);
    const SiteId here = path.sites().InCommonFrame(call.site, facts.sharded);
    if (here != call.site || !path.state().assumptions.empty() || facts.sharded_at == 0) return;
    const Note notes[] = {{facts.sharded, "sharded here"}};
    sink.Report(kRule, call.site, "a fully_shard model is never a FullyShardedDataParallel",
                "test for FSDPModule", notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(fsdp1_api_on_fsdp2, Fsdp1ApiOnFsdp2);

}  // namespace fsdpcheck::checks

#include <algorithm>

#include "absl/strings/match.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP402",
    .slug = "global-rank-as-device",
    .severity = Severity::kError,
    .scope = Scope::kDistributed,
    .precision = Precision::kVeryHigh,
    .summary = "the global rank is used as a GPU number",
    .why =
        "A node numbers its GPUs from 0, and RANK goes on counting over the nodes: on "
        "the second node of eight GPUs rank 8 asks for a device that is not there. Use "
        "LOCAL_RANK. Expressions such as rank % device_count() are left alone.",
    .bad = R"py(
import torch
import torch.distributed as dist

dist.init_process_group("nccl")
torch.cuda.set_device(dist.get_rank())
)py",
    .good = R"py(
import os

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torchrun documentation; from documentation",
};

const CallArgument* DeviceArgument(const Call& call, const Path& path) {
  if (call.external == "torch.cuda.set_device" ||
      call.external == "torch.accelerator.set_device_index") {
    return call.Find(0, "device");
  }
  if (call.external == "torch.device") {
    const CallArgument* first = call.Find(0, "type");
    const bool split = first != nullptr && path.StringOf(first->value) == "cuda";
    return split ? call.Find(1, "index") : first;
  }
  if (call.method == "to" || call.method == "cuda") return call.Find(0, "device");
  return call.Find(-1, "device");
}

bool IsGlobalRank(const ValueNode& node) {
  return node.kind == ValueKind::kRank &&
         node.number == static_cast<int64_t>(analyzer::RankKind::kGlobal);
}

// On some path it is the global rank, and on the others nothing but a number, or what a
// caller gave.
bool MayBeGlobalRank(Value value, const Path& path) {
  // f"cuda:{rank}"
  const ValueNode& format = path.Node(value);
  if (format.kind == ValueKind::kFormat && format.items.size() == 1) value = format.items[0];
  bool global = false;
  for (const Value side : path.SidesOf(value)) {
    const ValueNode& node = path.Node(side);
    if (IsGlobalRank(node)) {
      global = true;
    } else if (node.kind != ValueKind::kInt && !path.values().IsParameter(side)) {
      return false;
    }
  }
  return global;
}

// The caller handed it on as a device, and was told so.
bool ComesFromCaller(const CallArgument& device, SiteId call, const Path& path) {
  const analyzer::Site& site = path.sites()[call];
  const bool followed = path.sites().chain(site.chain).call != SiteId::kNone;
  if (!followed || site.function == nullptr || device.expr == nullptr) return false;
  const absl::string_view name = device.expr->text;
  return device.expr->kind == analyzer::ExprKind::kName && absl::StrContains(name, "device") &&
         std::any_of(site.function->parameters.begin(), site.function->parameters.end(),
                     [&](const analyzer::Parameter& parameter) { return parameter.name == name; });
}

bool ComparedWithLocalRank(const Path& path) {
  return path.HasDecided([&](const analyzer::Assumption& one) {
    const ValueNode& test = path.Node(one.condition);
    return path.Node(test.first).kind == ValueKind::kRank &&
           path.Node(test.second).kind == ValueKind::kRank;
  });
}

// What is so however many nodes there are: a local rank is below their size, which
// divides that of the world and is no larger.
bool HoldsAnyway(const analyzer::Assumption& one, const Path& path) {
  const ValueNode& test = path.Node(one.condition);
  if (test.kind != ValueKind::kCondition) return false;
  const ValueNode& first = path.Node(test.first);
  const auto is_local = [](const ValueNode& side) {
    return side.kind == ValueKind::kRank && !IsGlobalRank(side);
  };
  if (is_local(first) || is_local(path.Node(test.second))) return true;
  const bool local_first = path.Names(test.first, "local_world");
  switch (test.op) {
    case analyzer::Op::kEq:
      return first.op == analyzer::Op::kMod && path.values().IsInt(test.second, 0);
    case analyzer::Op::kLessEq:
    case analyzer::Op::kGreater:
      return local_first && (test.op == analyzer::Op::kLessEq) == one.holds;
    case analyzer::Op::kLess:
    case analyzer::Op::kGreaterEq:
      return !local_first && (test.op == analyzer::Op::kGreaterEq) == one.holds;
    default:
      return false;
  }
}

bool ComparedNodes(const Path& path) {
  return path.HasDecided([&](const analyzer::Assumption& one) {
    return path.Names(one.condition, "local_world") && !HoldsAnyway(one, path);
  });
}

class GlobalRankAsDevice final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnCall(const Call& call, const Path& path, Sink& sink) const override {
    if (path.entry().test_code) return;
    const CallArgument* device = DeviceArgument(call, path);
    if (device == nullptr || !MayBeGlobalRank(device->value, path)) return;
    if (ComesFromCaller(*device, call.site, path)) return;
    // On one node both ranks are the same.
    if (path.state().one_node) return;
    if (ComparedWithLocalRank(path) || path.DecidedAbout({"node"}) ||
        path.DecidedAbout({"device_count", "world"}) || ComparedNodes(path) ||
        path.DecidedAbout({"group_world"}) || path.FoundOne("world_size")) {
      return;
    }
    sink.Report(kRule, sink.At(call.site, device->expr->range),
                "the global rank is no device number: it counts over all nodes",
                "use int(os.environ[\"LOCAL_RANK\"])", {});
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(global_rank_as_device, GlobalRankAsDevice);

}  // namespace fsdpcheck::checks

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/flow/torch_names.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP201",
    .slug = "root-only-shard",
    .severity = Severity::kWarning,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "the whole model is one group, so nothing is saved",
    .why =
        "One fully_shard call on the root makes one group: its forward gathers every "
        "parameter of the model at once, and memory peaks where it would without "
        "sharding. Reported only where the class of the model is visible and holds a "
        "list of layers, and where nothing inside it can have been sharded.",
    .bad = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

def build(dim, depth):
    net = Net(dim, depth)
    fully_shard(net)
    return net
)py",
    .good = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

def build(dim, depth):
    net = Net(dim, depth)
    for layer in net.layers:
        fully_shard(layer)
    fully_shard(net)
    return net
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.fully_shard documentation",
};

constexpr int kMaxDepth = 3;

// A module of PyTorch that is a stack of layers itself.
bool IsStack(absl::string_view constructor) {
  return constructor == "torch.nn.Transformer" || constructor == "torch.nn.TransformerEncoder" ||
         constructor == "torch.nn.TransformerDecoder";
}

// What lists of layers are called inside a part of a model, where a list may also be
// of heads or of a few linear layers.
bool NamesLayers(absl::string_view name) {
  return name == "layers" || name == "blocks" || name == "h" || name == "resblocks";
}

// The dotted attribute that holds a list of layers of unknown or larger length.
std::string LayerList(const Object& module, const Path& path, int depth) {
  for (const auto& field : module.fields) {
    const ValueNode& node = path.Node(field.value);
    const Object* part = path.state().Find(field.value);
    if (node.kind != ValueKind::kObject || part == nullptr) continue;
    const ValueNode& klass = path.Node(node.first);
    if (IsStack(klass.text)) return absl::StrCat(field.name, ".layers");
    if (analyzer::IsContainerName(klass.text)) {
      const bool many = part->open || part->items.size() > 2;
      const bool layers = depth == 0 || NamesLayers(field.name);
      if (!part->items.empty() && many && layers) return std::string(field.name);
    } else if (klass.kind == ValueKind::kClass && depth < kMaxDepth) {
      const std::string inside = LayerList(*part, path, depth + 1);
      if (!inside.empty()) return absl::StrCat(field.name, ".", inside);
    }
  }
  return "";
}

class RootOnlyShard final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnPathEnd(const Path& path, Sink& sink) const override {
    // Which parts a loop or a helper takes is not always understood.
    if (path.entry().shards_parts) return;
    for (const auto& [value, object] : path.state().heap()) {
      if (!object->module || path.Node(value).kind != ValueKind::kObject) continue;
      const ModuleFacts& facts = *object->module;
      if (facts.sharded == SiteId::kNone || facts.sharded_at == 0) continue;
      if (facts.child_sharded != SiteId::kNone || facts.touched != SiteId::kNone) continue;
      const std::string layers = LayerList(*object, path, 0);
      if (layers.empty()) continue;
      sink.Report(kRule, facts.sharded,
                  absl::StrCat("only the root is sharded: every forward gathers all of `", layers,
                               "` at once"),
                  absl::StrCat("call fully_shard on each element of `", layers,
                               "` first, then on the root"),
                  {});
    }
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(root_only_shard, RootOnlyShard);

}  // namespace fsdpcheck::checks

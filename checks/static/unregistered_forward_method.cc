#include "absl/strings/str_cat.h"
#include "checks/static_check.h"

namespace fsdpcheck::checks {
namespace {

constexpr Rule kRule = {
    .id = "FSDP102",
    .slug = "unregistered-forward-method",
    .severity = Severity::kError,
    .scope = Scope::kFsdp2,
    .precision = Precision::kHigh,
    .summary = "a method other than forward uses sharded parameters of its module",
    .why =
        "Only forward() (through __call__) gathers the parameters of a unit. Another "
        "method that calls parts of the same group meets sharded DTensors: \"got mixed "
        "torch.Tensor and DTensor\". Methods that only go through self(...), that touch "
        "units of their own, or no parameters at all are fine. Seen only for classes of "
        "the project.",
    .bad = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard

class Encoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def encode(self, x):
        return self.proj(x)

    def forward(self, x):
        return self.encode(x)

def embed(dim, x):
    net = Encoder(dim)
    fully_shard(net)
    return net.encode(x)
)py",
    .good = R"py(
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method

class Encoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def encode(self, x):
        return self.proj(x)

    def forward(self, x):
        return self.encode(x)

def embed(dim, x):
    net = Encoder(dim)
    fully_shard(net)
    register_fsdp_forward_method(net, "encode")
    return net.encode(x)
)py",
    .versions = "2.6 and newer",
    .source = "PyTorch 2.14, torch.distributed.fsdp.register_fsdp_forward_method documentation",
};

class UnregisteredForwardMethod final : public StaticCheck {
 public:
  const Rule& rule() const override { return kRule; }

  void OnUnitMethod(const UnitMethodUse& use, const Path& path, Sink& sink) const override {
    const Note notes[] = {{path.Module(use.unit).sharded, "sharded here"},
                          {use.use, "this part belongs to the group of the whole module"}};
    sink.Report(kRule, use.site,
                absl::StrCat("`", use.method, "` is no forward: its parameters are not gathered"),
                absl::StrCat("call register_fsdp_forward_method(module, \"", use.method,
                             "\") after sharding, or go through the module's own call"),
                notes);
  }
};

}  // namespace

FSDPCHECK_STATIC_CHECK(unregistered_forward_method, UnregisteredForwardMethod);

}  // namespace fsdpcheck::checks

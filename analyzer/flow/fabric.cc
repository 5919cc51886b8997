#include "analyzer/flow/fabric.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/interpreter.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsLightning(Value object, absl::string_view name, const Path& path) {
  const ValueNode& node = path.Node(object);
  const absl::string_view klass = path.Node(node.first).text;
  return node.kind == ValueKind::kObject && absl::StartsWith(klass, "lightning") &&
         absl::EndsWith(klass, name);
}

constexpr std::array<absl::string_view, 5> kQuiet = {"save", "backward", "clip_gradients",
                                                     "setup_optimizers", "print"};

}  // namespace

bool IsQuietOfFabric(const Call& call, const Path& path) {
  return std::find(kQuiet.begin(), kQuiet.end(), call.method) != kQuiet.end() &&
         IsLightning(call.receiver, ".Fabric", path);
}

Value FunctionOfFabric(const Call& call, const Path& path) {
  const bool sets_up = call.method == "setup" || call.method == "setup_module";
  if (!sets_up && call.method != "launch") return Value::kNothing;
  if (!IsLightning(call.receiver, ".Fabric", path)) return Value::kNothing;
  if (!sets_up) return call.Get(0, "function");
  const PathState& state = path.state();
  for (const Value side : path.SidesOf(state.FieldOf(call.receiver, "strategy"))) {
    if (!IsLightning(side, ".ModelParallelStrategy", path)) continue;
    return state.FieldOf(side, "parallelize_fn");
  }
  return Value::kNothing;
}

// `launch` hands on the fabric and what else it gets, `setup` the model and a mesh of
// two dimensions. What was on the meta device then gets memory and values.
Outcomes Interpreter::FabricCall(const Call& call, Value function, State in) {
  Call inner = call;
  inner.callee = function;
  inner.receiver = Value::kNothing;
  inner.method = inner.external = {};
  if (call.method == "launch") {
    inner.args[0].value = call.receiver;
    return Dispatch(std::move(inner), std::move(in));
  }
  Call make = call;
  make.callee = values_.External("torch.distributed.init_device_mesh");
  const Value mesh = NewObject(make, *in);
  const std::vector<Value> names = {values_.String("data_parallel"),
                                    values_.String("tensor_parallel")};
  in->SetField(mesh, "mesh_dim_names", values_.Tuple(names));
  inner.args = {call.args[0], {"", {}, mesh, call.expr}};
  Outcomes made = Dispatch(std::move(inner), std::move(in));
  for (Outcome& outcome : made) {
    FillMeta(*outcome.state);
    // The wrapper around the model calls it for its methods.
    if (!PathOf(*outcome.state).IsUnit(outcome.value)) continue;
    outcome.state->EditModule(outcome.value).registered.push_back("forward");
  }
  return made;
}

}  // namespace fsdpcheck::analyzer

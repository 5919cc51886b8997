// PyTorch's functions that change what a path knows.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

// What the lists hold that a collective fills is the same for all ranks afterwards,
// whatever each of them had put there.
void FillObjectLists(const Call& call, Value from, ValueTable& values, PathState& state) {
  for (const CallArgument& arg : call.args) {
    if (values[arg.value].kind != ValueKind::kList) continue;
    std::vector<Value>& items = state.Edit(arg.value).items;
    for (size_t i = 0; i < items.size(); ++i) {
      items[i] = values.Index(from, values.Int(static_cast<int64_t>(i)));
    }
  }
}

bool OverDefaultGroup(const ValueTable& values, const Call& call) {
  for (const CallArgument& arg : call.args) {
    const ValueNode& node = values[arg.value];
    if (arg.keyword == "group" || arg.keyword == "process_group" || arg.keyword == "async_op") {
      if (arg.keyword == "async_op" || node.kind == ValueKind::kNone) continue;
      if (node.kind == ValueKind::kExternal && absl::EndsWith(node.text, "WORLD")) continue;
      return false;
    }
    if (!arg.keyword.empty()) continue;
    const std::string described = values.Describe(arg.value);
    if (described.find("group") != std::string::npos || absl::EndsWith(described, "pg")) {
      return false;
    }
  }
  return !call.open_arguments;
}

// Whether the call needs other ranks, by the argument that says so.
Tri NeedsOthers(const ValueTable& values, const Call& call) {
  const bool distributes = call.external == "torch.distributed.tensor.distribute_tensor";
  if (!distributes && !absl::StartsWith(call.external, "torch.distributed.checkpoint.")) {
    return Tri::kYes;
  }
  const int position = absl::EndsWith(call.external, "_state_dict") ? 4 : -1;
  const CallArgument* const said =
      distributes ? call.Find(3, "src_data_rank") : call.Find(position, "no_dist");
  if (said == nullptr) return Tri::kYes;
  if (said->value == (distributes ? values.None() : values.Bool(true))) return Tri::kNo;
  return values.IsConstant(said->value) ? Tri::kYes : Tri::kMaybe;
}

// Whether a statement of the body, or inside one of them, makes the process group.
bool JoinsGroup(Nodes<Stmt> body) {
  return std::any_of(body.begin(), body.end(), [](const Stmt* stmt) {
    const bool calls = stmt->value != nullptr && stmt->value->kind == ExprKind::kCall;
    return (calls && stmt->value->first->text == "init_process_group") || JoinsGroup(stmt->body) ||
           JoinsGroup(stmt->orelse);
  });
}

// Whether a backend takes NCCL for tensors on a GPU; it does unless told otherwise.
Tri TakesNccl(const ValueNode& backend) {
  if (backend.kind == ValueKind::kNone) return Tri::kYes;
  if (backend.kind != ValueKind::kString) return Tri::kMaybe;
  if (absl::StrContains(backend.text, "nccl")) return Tri::kYes;
  // "hccl", "xccl": the same for other accelerators.
  return absl::StrContains(backend.text, "ccl") ? Tri::kMaybe : Tri::kNo;
}

// The same of the process group that the call makes.
Tri MakesNcclGroup(const Call& call, const Path& path) {
  const Value backend = call.Get(0, "backend");
  if (backend == Value::kNothing) return call.open_arguments ? Tri::kMaybe : Tri::kYes;
  Tri all = Tri::kYes;
  for (const Value side : path.SidesOf(backend)) all = std::min(all, TakesNccl(path.Node(side)));
  return all;
}

StateDictKind KindOfStateDict(const ValueTable& values, const PathState& state, const Call& call) {
  const Value options = call.Get(-1, "options");
  if (call.open_arguments) return StateDictKind::kUnknown;
  if (options == Value::kNothing || options == values.None()) return StateDictKind::kSharded;
  if (values[options].kind != ValueKind::kObject) return StateDictKind::kUnknown;
  const Value full = state.FieldOf(options, "full_state_dict");
  const Value offload = state.FieldOf(options, "cpu_offload");
  if (full == Value::kNothing || full == values.Bool(false)) return StateDictKind::kSharded;
  if (full != values.Bool(true)) return StateDictKind::kUnknown;
  return offload == values.Bool(true) ? StateDictKind::kFullRank0 : StateDictKind::kFull;
}

}  // namespace

bool Interpreter::FsdpFunction(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.external;
  const Value first = call.args.empty() ? Value::kNothing : call.args[0].value;
  if (name == "torch.distributed.fsdp.fully_shard") {
    FullyShard(call, state);
    result = call.Get(0, "module");
    if (result == Value::kNothing) result = ResultOf(call);
    return true;
  }
  if (name == "torch.distributed.fsdp.FullyShardedDataParallel.fsdp_modules" &&
      PathOf(state).IsUnit(first)) {
    result =
        values_.Intern({.kind = ValueKind::kList, .expr = call.expr, .chain = stack_.back().chain});
    state.Edit(result).items.clear();
    return true;
  }
  if (name == "torch.distributed.fsdp.register_fsdp_forward_method") {
    const ValueNode& method = values_[call.Get(1, "method_name")];
    const absl::string_view text = method.kind == ValueKind::kString ? method.text : "*";
    // On a module that is not sharded the call does nothing.
    const Value module = call.Get(0, "module");
    if (PathOf(state).IsUnit(module)) state.EditModule(module).registered.push_back(text);
    result = values_.None();
    return true;
  }
  return false;
}

bool Interpreter::TorchFunction(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.external;
  const Value first = call.args.empty() ? Value::kNothing : call.args[0].value;
  if (FsdpFunction(call, state, result)) return true;
  if (LastName(name) == "replicate" && first != Value::kNothing) {
    MarkChain(state, first, &ModuleFacts::touched, call.site);
    result = first;
    return true;
  }
  if (name == "torch.compile" || name == "torch.distributed.tensor.parallel.parallelize_module" ||
      absl::EndsWith(name, ".prepare_model_for_kbit_training")) {
    result = first != Value::kNothing ? first : ResultOf(call);
    return true;
  }
  if (name == "torch.save" || name == "safetensors.torch.save_file") {
    ++state.effects;
    const Value path = call.Get(1, name == "torch.save" ? "f" : "filename");
    state.writes.push_back(
        {path, call.site, state.OnSomeRanks() || state.own_folder, state.Conditions()});
    result = values_.None();
    return true;
  }
  if (Computes(name)) {
    NoteCompute(call.args, state);
    result = ResultOf(call);
    return true;
  }
  if (absl::StartsWith(name, "torch.nn.init.")) {
    MarkChain(state, first, &ModuleFacts::initialised, call.site);
    result = ResultOf(call);
    return true;
  }
  if (name == "torch.cuda.set_device" || name == "torch.accelerator.set_device_index" ||
      name == "torch.accelerator.set_device_idx" || absl::EndsWith(name, ".set_device")) {
    state.device_bound = call.site;
    ++state.effects;
    result = values_.None();
    return true;
  }
  if (absl::StartsWith(name, "torch.nn.utils.clip_grad_norm_") ||
      name == "torch.nn.utils.get_total_norm") {
    std::vector<HeldParameters> held;
    CollectHeld(state, first, 0, held);
    const Path path = PathOf(state);
    const bool sharded = std::any_of(held.begin(), held.end(), [&](const HeldParameters& h) {
      return path.UnitAround(h.module) != Value::kNothing;
    });
    if (sharded) Log(state, "clip_grad_norm_", call.site);
    result = ResultOf(call);
    return true;
  }
  return false;
}

void Interpreter::LogCollective(const Call& call, absl::string_view collective, PathState& state) {
  for (const CallArgument& arg : call.args) {
    // Gradients that are reduced by hand.
    if (values_[arg.value].kind != ValueKind::kAttribute || values_[arg.value].text != "grad")
      continue;
    MarkChain(state, arg.value, &ModuleFacts::touched, call.site);
  }
  // Ranks that meet in another group may meet there instead.
  const Tri needs_others = NeedsOthers(values_, call);
  if (needs_others == Tri::kYes && OverDefaultGroup(values_, call)) {
    Log(state, collective, call.site);
  } else if (needs_others != Tri::kNo) {
    LogOpenCall(state, call.site, collective);
  }
}

bool Interpreter::DistributedFunction(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.external;
  if (name == "torch.distributed.get_rank") {
    const Value group = call.Get(0, "group");
    const bool own = group == Value::kNothing || group == values_.None();
    result = values_.Rank(own ? RankKind::kGlobal : RankKind::kOther);
    return true;
  }
  if (name == "torch.distributed.get_node_local_rank") {
    result = values_.Rank(RankKind::kLocal);
    return true;
  }
  if (name == "torch.distributed.is_initialized" || name == "torch.distributed.is_available") {
    // Rules about several ranks only ask about runs that have several. Before a function
    // makes the process group there is none.
    const bool is_before = state.process_group == SiteId::kNone &&
                           absl::EndsWith(name, "is_initialized") &&
                           JoinsGroup(stack_.back().function->body);
    result = values_.Bool(!is_before);
    return true;
  }
  if (name == "torch.distributed.init_process_group") {
    state.process_group = call.site;
    state.one_node |= IsThisMachine(values_[call.Get(1, "init_method")].text);
    ++state.effects;
    state.nccl = MakesNcclGroup(call, PathOf(state));
    // Of one process the first GPU is its own.
    state.one_gpu |= values_.IsInt(call.Get(3, "world_size"), 1);
    result = values_.None();
    return true;
  }
  const absl::string_view collective = CollectiveName(name);
  if (collective.empty()) return false;
  if (name == "torch.distributed.checkpoint.async_save") {
    result = ResultOf(call);
    HolderFacts& future = state.EditHolder(result);
    future.kind = HolderKind::kFuture;
    future.built = call.site;
  }
  LogCollective(call, collective, state);
  if (name == "torch.distributed.init_device_mesh") {
    state.device_bound = call.site;
    ++state.effects;
    result = NewObject(call, state);
    SetConstructorFields(call, result, state);
    const Value names = call.Get(2, "mesh_dim_names");
    if (names != Value::kNothing) state.SetField(result, "mesh_dim_names", names);
    return true;
  }
  if (absl::StartsWith(name, "torch.distributed.checkpoint.")) {
    for (const CallArgument& arg : call.args) Escape(state, arg.value, call.site, 0);
  }
  result = ResultOf(call);
  if (name.find("object") != absl::string_view::npos) FillObjectLists(call, result, values_, state);
  return true;
}

// torch.distributed.checkpoint.state_dict: get_* gather when asked for a full
// dict, set_* give values.
bool Interpreter::StateDictFunction(const Call& call, PathState& state, Value& result) {
  constexpr absl::string_view kPackage = "torch.distributed.checkpoint.state_dict.";
  if (!absl::StartsWith(call.external, kPackage)) return false;
  const absl::string_view name = call.external.substr(kPackage.size());
  const Value model = call.Get(0, "model");
  if (absl::StartsWith(name, "set_")) {
    MarkStored(state, model, call.site);
    result = ResultOf(call);
    return true;
  }
  if (!absl::StartsWith(name, "get_")) return false;
  const StateDictKind kind = KindOfStateDict(values_, state, call);
  if (kind == StateDictKind::kFull || kind == StateDictKind::kFullRank0) {
    Log(state, name, call.site, PathOf(state).IsSharded(model) ? Value::kNothing : model);
  } else if (kind == StateDictKind::kUnknown) {
    LogOpenCall(state, call.site, name);
  }
  const Value model_dict = values_.StateDict(model, kind);
  if (name == "get_model_state_dict") {
    result = model_dict;
  } else if (name == "get_optimizer_state_dict") {
    result = values_.StateDict(call.Get(1, "optimizers"), kind);
  } else {
    const Value pair[] = {model_dict, values_.StateDict(call.Get(1, "optimizers"), kind)};
    result = values_.Tuple(pair);
  }
  return true;
}

}  // namespace fsdpcheck::analyzer

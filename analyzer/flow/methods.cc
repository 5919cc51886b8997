// Methods of values that are not instances of the project's own classes.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/fabric.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxNesting = 8;  // of values that a tensor comes from

template <size_t N>
bool In(const std::array<absl::string_view, N>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Methods of nn.Module and tensors that return what they were called on.
constexpr std::array<absl::string_view, 17> kReturnSelf = {
    "to",           "cuda", "cpu",      "train",  "eval",       "requires_grad_",
    "float",        "half", "bfloat16", "double", "contiguous", "detach",
    "share_memory", "type", "xpu",      "npu",    "to_empty"};

constexpr std::array<absl::string_view, 12> kInitialise = {
    "load_state_dict",    "init_weights",    "reset_parameters",
    "_init_weights",      "apply",           "post_init",
    "initialize_weights", "init_parameters", "_initialize_weights",
    "initialize",         "_apply",          "load_weights"};

// Methods of strings that give the same each time.
constexpr std::array<absl::string_view, 6> kPureMethods = {"startswith", "endswith", "lower",
                                                           "upper",      "strip",    "isdigit"};

// Methods of loggers, trackers, tensors and strings: no rank waits in them.
constexpr std::array<absl::string_view, 57> kQuiet = {"info",        "debug",
                                                      "warning",     "warn",
                                                      "error",       "exception",
                                                      "critical",    "log",
                                                      "print",       "write",
                                                      "append",      "update",
                                                      "format",      "join",
                                                      "item",        "items",
                                                      "keys",        "values",
                                                      "clone",       "mean",
                                                      "sum",         "numel",
                                                      "view",        "reshape",
                                                      "size",        "dim",
                                                      "tolist",      "get",
                                                      "setdefault",  "startswith",
                                                      "split",       "strip",
                                                      "endswith",    "set_description",
                                                      "set_postfix", "flush",
                                                      "close",       "exists",
                                                      "mkdir",       "add_scalar",
                                                      "add_text",    "step",
                                                      "zero_grad",   "copy_",
                                                      "pop",         "extend",
                                                      "is_dir",      "is_file",
                                                      "read_text",   "write_text",
                                                      "unlink",      "log_metrics",
                                                      "log_dict",    "finish",
                                                      "dump",        "add_argument",
                                                      "set_epoch"};

// A test of its type, or of what it has, held on this path.
bool TestedForType(const PathState& state, const ValueTable& values, Value value) {
  return std::any_of(
      state.assumptions.begin(), state.assumptions.end(), [&](const Assumption& known) {
        const ValueNode& test = values[known.condition];
        const bool has = test.items.size() == 2 && values[test.first].text == "hasattr";
        return known.holds && (has || values.IsClassTest(known.condition)) &&
               test.items[0] == value;
      });
}

// A parameter by its place: an item of parameters(), or `module.weight`.
bool IsParameterOf(const ValueTable& values, Value value) {
  const ValueNode& node = values[value];
  return node.kind == ValueKind::kElement ||
         (node.kind == ValueKind::kAttribute && (node.text == "weight" || node.text == "bias"));
}

// Something was sharded, and this module is not known to be.
bool IsLeftOut(const Path& path, Value module) {
  return path.HasUnits() && !path.IsSharded(module);
}

// It comes from the sharded state dict or the parameters of some module, and not of one
// that was made here and not sharded.
bool ComesFromModule(const ValueTable& values, const Path& path, Value value, int depth) {
  const ValueNode& node = values[value];
  if (node.kind == ValueKind::kParameters || node.kind == ValueKind::kStateDict) {
    if (node.kind == ValueKind::kStateDict &&
        node.number != static_cast<int64_t>(StateDictKind::kSharded)) {
      return false;
    }
    if (values[node.first].kind == ValueKind::kObject) return path.IsSharded(node.first);
    return !IsLeftOut(path, node.first);
  }
  if (value == Value::kNothing || depth == 0) return false;
  if (node.kind == ValueKind::kAttribute) {
    for (const absl::string_view name : {"state_dict", "parameters", "named_parameters"}) {
      if (node.text == name) return true;
    }
  }
  return ComesFromModule(values, path, node.first, depth - 1) ||
         ComesFromModule(values, path, node.second, depth - 1) ||
         std::any_of(node.items.begin(), node.items.end(),
                     [&](Value item) { return ComesFromModule(values, path, item, depth - 1); });
}

// Loggers, tensors, strings: nothing that shards, initialises or waits.
bool IsQuietReceiver(const ValueTable& values, Value value) {
  const ValueNode& node = values[value];
  switch (node.kind) {
    case ValueKind::kString:
    case ValueKind::kFormat:
    case ValueKind::kList:
    case ValueKind::kDict:
    case ValueKind::kTuple:
    case ValueKind::kPure:
    case ValueKind::kParameters:
    case ValueKind::kStateDict:
    case ValueKind::kRank:
      return true;
    case ValueKind::kExternal:
      return IsHarmless(node.text);
    case ValueKind::kOpaque:
      return node.function == nullptr && node.text.find("log") != absl::string_view::npos;
    case ValueKind::kElement:
    case ValueKind::kIndex:
    case ValueKind::kAttribute:
      return IsQuietReceiver(values, node.first);
    case ValueKind::kResult:
    case ValueKind::kObject: {
      // A container of modules hands out what it holds.
      const ValueNode& klass = values[node.first];
      if (klass.kind == ValueKind::kExternal && IsModuleClassName(klass.text)) return false;
      return IsQuietReceiver(values, node.first);
    }
    default:
      return false;
  }
}

}  // namespace

Outcomes Interpreter::CallMethod(const Call& call, State in) {
  const Value by_fabric = FunctionOfFabric(call, PathOf(*in));
  if (by_fabric != Value::kNothing && !call.args.empty()) {
    return FabricCall(call, by_fabric, std::move(in));
  }
  if (IsQuietOfFabric(call, PathOf(*in))) {
    LogOpenCall(*in, call.site);
    const bool same = call.method == "setup_optimizers" && call.args.size() == 1;
    const Value value = same ? call.args[0].value : ResultOf(call);
    return One(std::move(in), value);
  }
  Value result = Value::kNothing;
  if (call.method == "update" && values_[call.receiver].kind == ValueKind::kResult) {
    in->Edit(call.receiver).open = true;
  }
  if (call.method == "unshard") {
    const ValueKind kind = values_[call.receiver].kind;
    in->unsharded_parts |= kind == ValueKind::kElement || kind == ValueKind::kResult;
  }
  if (ContainerMethod(call, *in, result) || HolderMethod(call, *in, result) ||
      ModuleMethod(call, *in, result) || UnitMethod(call, *in, result)) {
    return One(std::move(in), result);
  }
  if (call.method == "forward" && LooksLikeModule(*in, call.receiver)) {
    if (PathOf(*in).IsUnit(call.receiver)) Log(*in, "forward", call.site);
    return One(std::move(in), ResultOf(call));
  }
  UnknownMethod(call, *in);
  result = IsQuietReceiver(values_, call.receiver) ? ResultOf(call) : UnknownResult(call, *in);
  if (In(kPureMethods, call.method)) result = call.AsPure(values_);
  if (call.method == "from_pretrained" || call.method == "from_config") {
    in->EditModule(result).is_module = true;
  }
  return One(std::move(in), result);
}

bool Interpreter::ContainerMethod(const Call& call, PathState& state, Value& result) {
  if (values_[call.receiver].kind == ValueKind::kStateDict && call.method == "update") {
    state.Edit(call.receiver).open = true;
    result = values_.None();
    return true;
  }
  const ValueNode node = values_[call.receiver];
  if (node.kind == ValueKind::kDict && DictMethod(call, state, result)) return true;
  const bool container = node.kind == ValueKind::kList || node.kind == ValueKind::kObject;
  if (!container || call.args.size() != 1) return false;
  if (node.kind == ValueKind::kObject && !state.Module(call.receiver).is_module) return false;
  const Value item = call.args[0].value;
  if (call.method == "append") {
    Object& list = state.Edit(call.receiver);
    list.items.push_back(item);
    if (node.kind == ValueKind::kObject) list.open = true;
    HoldParameters(state, item, call.receiver, call.site);
  } else if (call.method == "extend") {
    ExtendList(state, call.receiver, item);
  } else {
    return false;
  }
  if (node.kind == ValueKind::kObject && values_[item].kind == ValueKind::kObject) {
    NoteMutation(state, {call.receiver, "", item, call.site, false});
    NoteShardedPart(state, call.receiver, item);
    Object& part = state.Edit(item);
    if (part.owner == Value::kNothing) part.owner = call.receiver;
  }
  result = values_.None();
  return true;
}

bool Interpreter::DictMethod(const Call& call, PathState& state, Value& result) {
  const Value dict = call.receiver;
  const Value key = call.Get(0, "key");
  if (call.method == "get" || call.method == "pop") {
    const Entry* const found = state.FindEntry(dict, key);
    const Object* object = state.Find(dict);
    const Value otherwise = call.args.size() > 1 ? call.args[1].value : values_.None();
    if (found != nullptr) {
      result = found->maybe ? values_.Joined(found->value, otherwise) : found->value;
    } else if (object != nullptr && !object->more && values_.IsConstant(key)) {
      result = otherwise;
    } else {
      result = ChosenBy(state, dict, key, otherwise);
      if (result == Value::kNothing) result = ResultOf(call);
    }
    if (call.method == "pop") RemoveEntry(state, dict, key);
    return true;
  }
  if (call.method == "popitem" || call.method == "clear") {
    RemoveEntry(state, dict, Value::kNothing);
    if (call.method == "clear") state.Edit(dict).entries.clear();
    result = ResultOf(call);
    return true;
  }
  if (call.method == "update") {
    for (const CallArgument& arg : call.args) {
      if (arg.keyword.empty()) {
        MergeDict(state, arg.value, dict);
      } else {
        SetEntry(state.Edit(dict), EntryFrom(arg));
      }
    }
    state.Edit(dict).open |= call.open_arguments;
    state.Edit(dict).more |= call.open_arguments;
    result = values_.None();
    return true;
  }
  if (call.method == "copy") {
    result =
        values_.Intern({.kind = ValueKind::kDict, .expr = call.expr, .chain = stack_.back().chain});
    CopyContents(state, dict, result);
    return true;
  }
  if (call.method == "setdefault" && call.args.size() == 2) {
    result = call.args[1].value;
    const Entry* const found = state.FindEntry(dict, key);
    if (found != nullptr) {
      result = found->maybe ? values_.Joined(found->value, result) : found->value;
    }
    SetEntry(state.Edit(dict), {key, result, SiteAt(call.args[0].expr->range)});
    return true;
  }
  return false;
}

bool Interpreter::HolderMethod(const Call& call, PathState& state, Value& result) {
  const HolderFacts* holder = state.Holder(call.receiver);
  if (holder == nullptr || holder->kind != HolderKind::kOptimizer) return false;
  MarkHolderUse(state, call.receiver, call.site, 1);
  if (call.method == "step") {
    state.EditHolder(call.receiver).stepped = call.site;
    state.last_step = call.site;
  } else if (call.method == "add_param_group") {
    state.EditHolder(call.receiver).repaired = true;
  } else if (call.method == "state_dict") {
    result = values_.StateDict(call.receiver, StateDictKind::kSharded);
    return true;
  }
  result = ResultOf(call);
  return true;
}

bool Interpreter::ModuleMethod(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.method;
  const Value self = call.receiver;
  if (name == "parameters" || name == "named_parameters") {
    result = values_.Intern({.kind = ValueKind::kParameters,
                             .first = self,
                             .text = name == "parameters" ? "" : "named"});
    return true;
  }
  if (absl::EndsWith(name, "load_state_dict_pre_hook")) {
    state.EditModule(self).hooked = true;
    result = ResultOf(call);
    return true;
  }
  if (name == "state_dict") {
    result = values_.StateDict(self, StateDictKind::kSharded);
    return true;
  }
  if (In(kReturnSelf, name)) {
    if (name == "to_empty") {
      ModuleFacts& facts = state.EditModule(self);
      facts.emptied = call.site;
      facts.initialised = SiteId::kNone;  // what had values has other memory now
      facts.is_module = true;
      // Part by part, the whole may get all of its memory.
      const Value around = PathOf(state).Parent(self);
      if (around != Value::kNothing) MarkChain(state, around, &ModuleFacts::stored, call.site);
    }
    const Value trains = call.Get(0, "requires_grad");
    if (name == "requires_grad_" && trains != Value::kNothing && trains != values_.Bool(true)) {
      state.EditModule(self).frozen = true;
      if (IsParameterOf(values_, self)) FreezeAround(state, self);
    }
    // A tensor on a GPU that was written down is told from the one it was made from.
    const bool tensor = values_[self].kind != ValueKind::kObject && !state.Module(self).is_module;
    result = tensor && values_.IsNumberedGpu(call.Get(0, "device")) ? ResultOf(call) : self;
    return true;
  }
  if (absl::StartsWith(name, "register_") && IsParameterOf(values_, self) &&
      !state.Module(self).is_module) {
    // A hook on a parameter may do what nobody else does for its module.
    MarkChain(state, self, &ModuleFacts::touched, call.site);
  }
  if (In(kInitialise, name)) {
    // What a method of an unknown class does besides is not known.
    MarkStored(state, self, call.site);
    result = ResultOf(call);
    return true;
  }
  if (absl::EndsWith(name, "_") && values_[self].kind != ValueKind::kObject) {
    // An in-place method of a parameter or of a tensor made from one.
    const Value source = PathOf(state).ItemSource(self);
    MarkChain(state, source == Value::kNothing ? self : source, &ModuleFacts::initialised,
              call.site);
    result = self;
    return true;
  }
  return false;
}

bool Interpreter::UnitMethod(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.method;
  const Value self = call.receiver;
  if (name == "unshard") {
    state.EditModule(self).gathered = call.site;
  } else if (name == "reshard") {
    // A part that a loop meets may be the whole: modules() yields the root as well.
    int steps = 0;
    for (Value at = self; at != Value::kNothing && ++steps < kMaxNesting;
         at = PathOf(state).Parent(at)) {
      state.EditModule(at).gathered = SiteId::kNone;
    }
  } else if (name == "set_reshard_after_forward") {
    state.EditModule(self).may_reshard = true;
  } else if (name == "set_requires_gradient_sync") {
    const Value on = call.Get(0, "requires_gradient_sync");
    if (on == values_.Bool(false)) {
      state.EditModule(self).sync_off = call.site;
      if (loop_depth_ > 0) facts_.looped_sync_off.insert(call.site);
    } else {
      state.EditModule(self).sync_off = SiteId::kNone;
      facts_.sync_restored.push_back(self);
    }
  } else if (name == "backward") {
    state.last_backward = call.site;
    ForgetGathered(state);
  } else if (name == "step") {
    state.last_step = call.site;
  } else if (name == "add_module" || name == "register_module" || name == "register_parameter") {
    const ValueNode& key = values_[call.Get(0, "name")];
    const Store store{self, key.kind == ValueKind::kString ? key.text : "*",
                      call.args.size() > 1 ? call.args[1].value : values_.None(), call.site, false};
    StoreField(state, store);
  } else if (absl::StartsWith(name, "register_") && absl::EndsWith(name, "_hook")) {
    HoldParameters(state, self, self, call.site);
    if (HolderFacts* held = state.Find(self) != nullptr && state.Holder(self) != nullptr
                                ? &state.EditHolder(self)
                                : nullptr) {
      held->kind = HolderKind::kHook;
    }
  } else if (name == "full_tensor") {
    // Only a tensor of a sharded module is certain to pass a test for DTensor.
    if (TestedForType(state, values_, self) &&
        !ComesFromModule(values_, PathOf(state), self, kMaxNesting)) {
      LogOpenCall(state, call.site, "full_tensor");
    } else {
      Log(state, "full_tensor", call.site);
    }
  } else if (name == "get_local_rank" || name == "get_group_rank") {
    result = values_.Rank(RankKind::kOther);
    return true;
  } else {
    return false;
  }
  result = ResultOf(call);
  return true;
}

void Interpreter::UnknownMethod(const Call& call, PathState& state) {
  if (call.method == "append" || call.method == "extend" || call.method == "insert") {
    // From here on an element may be one that no earlier call got to.
    const Value element = values_.Element(call.receiver);
    if (state.Module(element).sharded != SiteId::kNone) state.EditModule(element).grown = true;
  }
  if (IsQuietReceiver(values_, call.receiver)) return;
  const ValueNode& node = values_[call.receiver];
  if (!IsHarmlessModuleMethod(call.method)) {
    const bool instance = node.kind == ValueKind::kObject && !state.Module(call.receiver).is_module;
    if (instance) {
      Escape(state, call.receiver, call.site, 0);
    } else {
      MarkChain(state, call.receiver, &ModuleFacts::touched, call.site);
      MarkStored(state, call.receiver, call.site);
    }
  }
  if (In(kQuiet, call.method)) return;
  EscapeArguments(state, call);
  if (!IsHarmlessModuleMethod(call.method)) LogOpenCall(state, call.site);
}

}  // namespace fsdpcheck::analyzer

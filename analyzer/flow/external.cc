// Functions outside the project: Python's, PyTorch's, torch.distributed's.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsClassName(absl::string_view dotted) {
  const absl::string_view last = LastName(dotted);
  return !last.empty() && last[0] >= 'A' && last[0] <= 'Z';
}

// The program ends as it should, not because of an error.
bool EndsWell(const ValueTable& values, const Call& call) {
  if (call.external == "os.abort" || absl::StartsWith(call.external, "os.exec")) return false;
  const Value status = call.args.empty() ? values.None() : call.args[0].value;
  const ValueKind kind = values[status].kind;
  const bool message = kind == ValueKind::kString || kind == ValueKind::kFormat;
  return !message && (kind != ValueKind::kInt || values[status].number == 0);
}

bool EndsProgram(absl::string_view name) {
  return name == "sys.exit" || name == "exit" || name == "quit" || name == "os._exit" ||
         name == "os.abort" || name == "os.execv" || name == "os.execvp";
}

bool IsPlainContainer(ValueKind kind) {
  return kind == ValueKind::kList || kind == ValueKind::kDict;
}

std::vector<Value> DictValues(const PathState& state, Value dict) {
  const Object* object = state.Find(dict);
  std::vector<Value> found;
  if (object == nullptr) return found;
  for (const Entry& entry : object->entries) found.push_back(entry.value);
  found.insert(found.end(), object->items.begin(), object->items.end());
  return found;
}

// Made by a call of its class, seen here.
bool HasKnownClass(const ValueNode& object) {
  return object.kind == ValueKind::kObject && object.number != kDeclared &&
         object.first != Value::kNothing;
}

}  // namespace

Outcomes Interpreter::CallExternal(const Call& call, State in) {
  const absl::string_view name = call.external;
  if (EndsProgram(name)) {
    if (EndsWell(values_, call)) exits_.push_back(std::make_unique<PathState>(*in));
    Raise(std::move(in));
    return {};
  }
  Value result = Value::kNothing;
  if (PythonFunction(call, *in, result) || TorchFunction(call, *in, result) ||
      DistributedFunction(call, *in, result) || StateDictFunction(call, *in, result)) {
    return One(std::move(in), result);
  }
  const bool in_place = absl::StartsWith(name, "torch._foreach_") && absl::EndsWith(name, "_");
  if (in_place || (!IsHarmless(name) && !IsOptimizerClass(name))) {
    EscapeArguments(*in, call);
    LogOpenCall(*in, call.site);
  }
  if (IsClassName(name)) {
    const Value object = NewObject(call, *in);
    SetConstructorFields(call, object, *in);
    if (IsOptimizerClass(name)) BuildOptimizer(call, object, *in);
    FillContainer(call, object, *in);
    return One(std::move(in), object);
  }
  result = ResultOf(call);
  if (IsPure(name)) {
    result = call.AsPure(values_);
    if (name == "torch.device") facts_.devices.try_emplace(result, call.whole);
  } else if (in->meta_depth > 0 && !IsHarmless(name)) {
    in->EditModule(result).meta = call.whole;
  }
  return One(std::move(in), result);
}

// nn.ModuleList([...]), nn.Sequential(...), nn.ModuleDict({...}).
void Interpreter::FillContainer(const Call& call, Value object, PathState& state) {
  const absl::string_view name = call.external;
  const bool list = IsContainerName(name);
  if (!list && name != "torch.nn.Sequential") return;
  std::vector<Value> items;
  bool open = call.open_arguments;
  if (list) {
    const Value source = call.Get(0, "modules");
    if (source == Value::kNothing) return;
    items = values_[source].kind == ValueKind::kDict ? DictValues(state, source)
                                                     : IterationItems(state, source);
    const Object* content = state.Find(source);
    open = content == nullptr || content->open;
  } else {
    for (const CallArgument& arg : call.args) items.push_back(arg.value);
    items.insert(items.end(), call.rest.begin(), call.rest.end());
  }
  for (Value item : items) {
    if (values_[item].kind != ValueKind::kObject) continue;
    Object& part = state.Edit(item);
    if (part.owner == Value::kNothing) part.owner = object;
  }
  const auto is_meta = [&](Value item) { return state.Module(item).meta != SiteId::kNone; };
  if (!items.empty() && std::all_of(items.begin(), items.end(), is_meta)) {
    state.EditModule(object).meta = call.whole;
  }
  for (const Value item : items) NoteShardedPart(state, object, item);
  Object& container = state.Edit(object);
  container.items = std::move(items);
  container.open = open;
}

Value Interpreter::MakePartial(const Call& call) {
  Call rest = call;
  rest.args.erase(rest.args.begin());
  std::vector<Value> items;
  std::vector<absl::string_view> names;
  std::vector<Value> named;
  for (const CallArgument& arg : rest.args) {
    if (arg.keyword.empty()) {
      items.push_back(arg.value);
    } else {
      names.push_back(arg.keyword);
      named.push_back(arg.value);
    }
  }
  return values_.Intern({.kind = ValueKind::kPartial,
                         .first = call.args[0].value,
                         .second = call.open_arguments ? values_.Bool(true) : Value::kNothing,
                         .items = items,
                         .names = names,
                         .named = named});
}

// hasattr(unit, "no_sync"): what a unit has is known where its class adds nothing.
bool Interpreter::KnownAttribute(const PathState& state, const Call& call, Value& result) {
  constexpr absl::string_view kHas[] = {"unshard", "reshard", "set_requires_gradient_sync"};
  constexpr absl::string_view kLacks[] = {"no_sync", "summon_full_params", "_fsdp_wrapped_module",
                                          "clip_grad_norm_"};
  const Value object = call.args[0].value;
  const absl::string_view name = PathOf(state).StringOf(call.args[1].value);
  if (!PathOf(state).IsUnit(object) || values_[object].kind == ValueKind::kObject) return false;
  const bool has = std::find(std::begin(kHas), std::end(kHas), name) != std::end(kHas);
  const bool lacks = std::find(std::begin(kLacks), std::end(kLacks), name) != std::end(kLacks);
  if (!has && !lacks) return false;
  result = values_.Bool(has);
  return true;
}

Value Interpreter::IsInstance(const PathState& state, const Call& call) {
  const Value object = call.args[0].value;
  const Value klass = call.args[1].value;
  const ValueNode& wanted = values_[klass];
  const Path path = PathOf(state);
  if (path.IsUnit(object) && wanted.kind == ValueKind::kExternal) {
    if (wanted.text == "torch.distributed.fsdp.FSDPModule") return values_.Bool(true);
    if (wanted.text == "torch.distributed.fsdp.FullyShardedDataParallel") {
      return values_.Bool(false);
    }
  }
  if (wanted.text == "torch.nn.Module" && state.Module(object).is_module) {
    return values_.Bool(true);
  }
  const ValueNode& node = values_[object];
  if (node.kind == ValueKind::kObject && node.first == klass) return values_.Bool(true);
  if (values_.IsConstant(object) && wanted.kind == ValueKind::kExternal) {
    if (node.kind == ValueKind::kString) return values_.Bool(wanted.text == "str");
    if (node.kind == ValueKind::kNone) return values_.Bool(false);
  }
  const Value items[] = {object, klass};
  return values_.Intern({.kind = ValueKind::kPure, .first = call.callee, .items = items});
}

bool Interpreter::PythonFunction(const Call& call, PathState& state, Value& result) {
  const absl::string_view name = call.external;
  const size_t count = call.args.size();
  if (name == "isinstance" && count == 2) {
    result = IsInstance(state, call);
  } else if (name == "hasattr" && count == 2 && KnownAttribute(state, call, result)) {
    return true;
  } else if (name == "functools.partial" && count >= 1 && call.args[0].keyword.empty()) {
    result = MakePartial(call);
  } else if ((name == "int" || name == "str" || name == "float" || name == "bool") && count == 1) {
    const Value arg = call.args[0].value;
    const ValueNode& node = values_[arg];
    const bool same = node.kind == ValueKind::kRank || node.kind == ValueKind::kInt ||
                      node.kind == ValueKind::kFormat || node.kind == ValueKind::kCondition;
    const Value items[] = {arg};
    result = same
                 ? arg
                 : values_.Intern({.kind = ValueKind::kPure, .first = call.callee, .items = items});
  } else if ((name == "os.environ.get" || name == "os.getenv") && count >= 1) {
    const ValueNode& key = values_[call.args[0].value];
    result = key.kind == ValueKind::kString ? values_.Environment(key.text) : ResultOf(call);
  } else if ((name == "os.chdir" || name == "contextlib.chdir") && count == 1) {
    state.own_folder |= !values_.IsConstant(call.args[0].value);
    result = name == "os.chdir" ? values_.None() : ResultOf(call);
  } else if (name == "type" && count == 1 && HasKnownClass(values_[call.args[0].value])) {
    result = values_[call.args[0].value].first;
  } else if (name == "os.path.join" || name == "pathlib.Path") {
    std::vector<Value> parts;
    for (const CallArgument& arg : call.args) parts.push_back(arg.value);
    result = values_.Intern({.kind = ValueKind::kFormat, .items = parts});
  } else if (name == "typing.cast" && count == 2) {
    NarrowToClass(state, call.args[1].value, call.args[0].value);
    result = call.args[1].value;
  } else if (name == "getattr" && count >= 2) {
    const ValueNode& key = values_[call.args[1].value];
    result = key.kind == ValueKind::kString ? AttributeOf(state, call.args[0].value, key.text)
                                            : values_.Index(call.args[0].value, call.args[1].value);
  } else if (name == "setattr" && count == 3) {
    const ValueNode& key = values_[call.args[1].value];
    const Store store{call.args[0].value, key.kind == ValueKind::kString ? key.text : "*",
                      call.args[2].value, call.site, false};
    for (const Check* check : checks_) check->OnStore(store, PathOf(state), sink_);
    StoreField(state, store);
    result = values_.None();
  } else if (name == "dict") {
    result = DictFromCall(call, state);
  } else if ((name == "copy.copy" || name == "copy.deepcopy") && count >= 1 &&
             IsPlainContainer(values_[call.args[0].value].kind)) {
    const ValueKind kind = values_[call.args[0].value].kind;
    result = values_.Intern({.kind = kind, .expr = call.expr, .chain = stack_.back().chain});
    CopyContents(state, call.args[0].value, result);
  } else if ((name == "list" || name == "tuple" || name == "set" || name == "sorted") &&
             count >= 1) {
    result = ListFromCall(call, state);
  } else {
    return false;
  }
  return true;
}

Value Interpreter::DictFromCall(const Call& call, PathState& state) {
  const Value dict =
      values_.Intern({.kind = ValueKind::kDict, .expr = call.expr, .chain = stack_.back().chain});
  state.Edit(dict).entries.clear();
  state.Edit(dict).open = state.Edit(dict).more = call.open_arguments;
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) {
      MergeDict(state, arg.value, dict);
      HoldParameters(state, arg.value, dict, call.whole);
    } else {
      SetEntry(state.Edit(dict), EntryFrom(arg));
    }
  }
  return dict;
}

Value Interpreter::ListFromCall(const Call& call, PathState& state) {
  const Value source = call.args[0].value;
  if (call.external == "tuple" && values_[source].kind == ValueKind::kTuple) return source;
  std::vector<Value> known;
  const bool closed = KnownItems(state, source, known);
  if (!closed) {
    std::vector<HeldParameters> held;
    CollectHeld(state, source, 0, held);
    // What the elements are is in the result's own node; see ResultItems().
    if (held.empty()) return ResultOf(call);
  }
  const Value list =
      values_.Intern({.kind = ValueKind::kList, .expr = call.expr, .chain = stack_.back().chain});
  const std::vector<Value> items = closed ? known : IterationItems(state, source);
  Object& object = state.Edit(list);
  object.items = items;
  object.open = !closed;
  object.holder = {};
  HoldParameters(state, source, list, call.whole);
  return list;
}

}  // namespace fsdpcheck::analyzer

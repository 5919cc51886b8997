#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxNesting = 3;  // of modules, looked into for parameters

bool BringsParameters(const Path& path, Value value, int depth) {
  const ValueNode& node = path.Node(value);
  if (node.kind != ValueKind::kObject || depth == 0) return false;
  const absl::string_view name = path.Node(node.first).text;
  if (path.Node(node.first).kind == ValueKind::kExternal) {
    return HasParameters(name);
  }
  const Object* object = path.state().Find(value);
  return object != nullptr &&
         std::any_of(object->fields.begin(), object->fields.end(), [&](const ObjectField& field) {
           return BringsParameters(path, field.value, depth - 1);
         });
}

// A module around a part of the unit, and without parameters of its own, leaves
// the part as it is.
bool OnlyWraps(const Path& path, Value wrapper, Value unit) {
  const Object* object = path.state().Find(wrapper);
  if (object == nullptr) return false;
  bool holds = false;
  for (const ObjectField& field : object->fields) {
    if (field.value == wrapper) continue;
    if (path.IsWithin(field.value, unit)) {
      holds = true;
    } else if (BringsParameters(path, field.value, kMaxNesting)) {
      return false;
    }
  }
  return holds;
}

}  // namespace

void Interpreter::SetSlot(PathState& state, int slot, Value value) {
  if (slot < 0) return;
  std::vector<Value>& slots = state.EditFrame(stack_.back().frame).slots;
  if (static_cast<size_t>(slot) < slots.size()) slots[static_cast<size_t>(slot)] = value;
}

void Interpreter::Assign(const Expr& target, Value value, State in, States& out) {
  switch (target.kind) {
    case ExprKind::kName:
      NoteNamedOptimizer(target, value, *in);
      if (target.slot < 0) AssignOuter(*in, target.text, value);
      SetSlot(*in, target.slot, value);
      out.push_back(std::move(in));
      return;
    case ExprKind::kTuple:
    case ExprKind::kList:
      AssignItems(target, value, std::move(in), out);
      return;
    case ExprKind::kAttribute:
      NoteNamedOptimizer(target, value, *in);
      AssignAttribute(target, value, std::move(in), out);
      return;
    case ExprKind::kSubscript:
      AssignSubscript(target, value, std::move(in), out);
      return;
    case ExprKind::kStar:
      Assign(*target.first, value, std::move(in), out);
      return;
    default:
      out.push_back(std::move(in));
      return;
  }
}

void Interpreter::AssignItems(const Expr& target, Value value, State in, States& out) {
  std::vector<Value> items;
  const size_t count = target.items.size();
  const size_t star =
      static_cast<size_t>(std::find_if(target.items.begin(), target.items.end(),
                                       [](const Expr* e) { return e->kind == ExprKind::kStar; }) -
                          target.items.begin());
  const bool known = KnownItems(*in, value, items) && items.size() == count && star == count;
  States current;
  current.push_back(std::move(in));
  for (size_t i = 0; i < count; ++i) {
    const Expr& item = *target.items[i];
    States assigned;
    for (State& state : current) {
      Value part;
      if (known) {
        part = items[i];
      } else if (i == star) {
        part = values_.Index(value, Opaque(&item));  // as a slice gives it
      } else {
        const auto index = static_cast<int64_t>(i);
        part = PartOf(*state, value, i < star ? index : index - static_cast<int64_t>(count));
      }
      Assign(item, part, std::move(state), assigned);
    }
    current = std::move(assigned);
  }
  std::move(current.begin(), current.end(), std::back_inserter(out));
}

// Item `index` of something that is unpacked.
Value Interpreter::PartOf(PathState& state, Value value, int64_t index) {
  return ItemOf(state, value, values_.Int(index));
}

void Interpreter::AssignAttribute(const Expr& target, Value value, State in, States& out) {
  for (Outcome& object : Eval(target.first, std::move(in))) {
    const Store store{object.value, target.text, value, SiteAt(target.range), false};
    for (const Check* check : checks_) check->OnStore(store, PathOf(*object.state), sink_);
    StoreField(*object.state, store);
    out.push_back(std::move(object.state));
  }
}

void Interpreter::AssignSubscript(const Expr& target, Value value, State in, States& out) {
  for (Outcome& object : Eval(target.first, std::move(in))) {
    for (Outcome& key : Eval(target.second, std::move(object.state))) {
      PathState& state = *key.state;
      const Store store{object.value, "", value, SiteAt(target.range), false};
      for (const Check* check : checks_) check->OnStore(store, PathOf(state), sink_);
      NoteStore(state, store);
      const ValueKind kind = values_[object.value].kind;
      if (values_[object.value].text == "os.environ") {
        const absl::string_view variable = values_[key.value].text;
        if (variable == "CUDA_VISIBLE_DEVICES") {
          state.device_bound = store.site;
          state.one_gpu = true;
        }
        state.one_node |= variable == "MASTER_ADDR" && IsThisMachine(values_[value].text);
      }
      // Other things may stand where typical ones did.
      const Value element = values_.Element(object.value);
      if (const Object* typical = state.Find(element); typical != nullptr) {
        state.Edit(element).klass = Value::kNothing;
      }
      if (kind == ValueKind::kDict) {
        SetEntry(state.Edit(object.value), {key.value, value, SiteAt(target.second->range)});
      } else if (kind == ValueKind::kList) {
        state.Edit(object.value).items.push_back(value);
        state.Edit(object.value).open = true;
      } else if (kind == ValueKind::kStateDict || kind == ValueKind::kResult) {
        state.Edit(object.value).open = true;
      }
      out.push_back(std::move(key.state));
    }
  }
}

void Interpreter::SetEntry(Object& dict, const Entry& entry) {
  if (!values_.IsConstant(entry.key)) {
    dict.open = dict.more = true;
    dict.items.push_back(entry.value);
    return;
  }
  const auto known = std::find_if(dict.entries.begin(), dict.entries.end(),
                                  [&](const Entry& other) { return other.key == entry.key; });
  if (known == dict.entries.end()) {
    dict.entries.push_back(entry);
  } else if (entry.maybe) {
    known->value = values_.Joined(known->value, entry.value);
  } else {
    *known = entry;
  }
}

// Takes a key out of a dict; any one, if the key is not known.
void Interpreter::RemoveEntry(PathState& state, Value dict, Value key) {
  if (values_[dict].kind != ValueKind::kDict) return;
  Object& object = state.Edit(dict);
  if (values_.IsConstant(key)) {
    std::erase_if(object.entries, [&](const Entry& entry) { return entry.key == key; });
    return;
  }
  object.open = true;
  for (Entry& entry : object.entries) {
    entry.maybe = true;
    entry.when = {};
  }
}

void Interpreter::AugAssign(const Stmt& stmt, Value operand, State in, States& out) {
  const Expr& target = *stmt.targets[0];
  for (Outcome& before : Eval(&target, std::move(in))) {
    PathState& state = *before.state;
    MarkHolderUse(state, operand, SiteAt(stmt.range), 2);
    if (values_[before.value].kind == ValueKind::kList && stmt.op == Op::kAdd) {
      ExtendList(state, before.value, operand);
      out.push_back(std::move(before.state));
      continue;
    }
    // What differs from round to round is not computed; `flag &= condition` is.
    const bool logical = stmt.op == Op::kAnd || stmt.op == Op::kOr;
    const Value result = values_.Intern({.kind = logical ? ValueKind::kPure : ValueKind::kResult,
                                         .op = logical ? stmt.op : Op::kNone,
                                         .first = before.value,
                                         .second = operand,
                                         .expr = logical ? nullptr : stmt.value,
                                         .chain = logical ? ChainId{} : stack_.back().chain});
    Assign(target, result, std::move(before.state), out);
  }
}

void Interpreter::ExtendList(PathState& state, Value list, Value more) {
  std::vector<Value> items;
  const bool known = KnownItems(state, more, items);
  if (!known) items.assign(1, ElementOf(state, more));
  const HolderFacts* held = state.Holder(more);
  if (held != nullptr) {
    const HolderFacts copy = *held;
    HolderFacts& mine = state.EditHolder(list);
    mine.held.insert(mine.held.end(), copy.held.begin(), copy.held.end());
    if (mine.built == SiteId::kNone) mine.built = copy.built;
  }
  Object& object = state.Edit(list);
  for (const Value item : items) {
    // Any element of a list stands for all of them.
    const bool typical = values_[item].kind == ValueKind::kElement;
    const auto& mine = object.items;
    if (typical && std::find(mine.begin(), mine.end(), item) != mine.end()) continue;
    object.items.push_back(item);
  }
  object.open |= !known;
}

void Interpreter::StoreField(PathState& state, const Store& store) {
  NoteStore(state, store);
  const bool constructed =
      stack_.back().self == store.object && stack_.back().function->name == "__init__";
  if (!constructed || !IsPlain(store.value)) ++state.effects;
  state.SetField(store.object, values_[values_.Attribute(store.object, store.name)].text,
                 store.value);
  const ValueKind kind = values_[store.value].kind;
  if (kind == ValueKind::kObject || kind == ValueKind::kList || kind == ValueKind::kDict ||
      state.Holder(store.value) != nullptr) {
    Object& value = state.Edit(store.value);
    if (value.owner == Value::kNothing && store.value != store.object) value.owner = store.object;
  }
}

// What is around a parameter that is frozen may be frozen as a whole.
void Interpreter::FreezeAround(PathState& state, Value parameter) {
  int steps = 0;
  for (Value at = PathOf(state).Parent(parameter); at != Value::kNothing && ++steps < 16;
       at = PathOf(state).Parent(at)) {
    if (state.Module(at) != ModuleFacts{}) state.EditModule(at).frozen = true;
  }
}

// What an assignment means for optimizers.
void Interpreter::NoteStore(PathState& state, const Store& store) {
  // Whatever writes below `optimizer.param_groups` points it at other parameters.
  for (Value at = store.object; at != Value::kNothing; at = values_.Parent(at)) {
    const ValueNode& node = values_[at];
    if (node.kind == ValueKind::kAttribute && node.text == "param_groups" &&
        state.Holder(node.first) != nullptr) {
      state.EditHolder(node.first).repaired = true;
    }
  }
  if (store.name == "requires_grad") FreezeAround(state, store.object);
  // A parameter put in place after construction has its values from elsewhere.
  if (state.meta_depth == 0) {
    MarkStored(state, store.object, store.site);
  }
  NoteMutation(state, store);
  NoteShardedPart(state, store.object, store.value);
  if (store.name == "param_groups" && state.Holder(store.object) != nullptr) {
    state.EditHolder(store.object).repaired = true;
  }
  MarkHolderUse(state, store.value, store.site, 3);
}

// A part that is a unit, or holds one, is put into a module.
void Interpreter::NoteShardedPart(PathState& state, Value whole, Value part) {
  const ModuleFacts& facts = state.Module(part);
  const SiteId site = facts.sharded != SiteId::kNone ? facts.sharded : facts.child_sharded;
  if (site == SiteId::kNone || part == whole) return;
  if (!state.Module(whole).is_module && state.Module(whole).sharded == SiteId::kNone) return;
  MarkChain(state, whole, &ModuleFacts::child_sharded, site);
  MarkChain(state, whole, &ModuleFacts::last_child, site);
}

// A new part put into a unit; forgiven at the end if it was sharded itself.
void Interpreter::NoteMutation(PathState& state, const Store& store) {
  const ValueNode& node = values_[store.value];
  const bool made = node.kind == ValueKind::kObject || node.kind == ValueKind::kResult;
  if (!made || node.expr == nullptr) return;
  const Path path = PathOf(state);
  const Value unit = path.UnitAround(store.object);
  const bool part = node.kind == ValueKind::kResult || state.Module(store.value).is_module;
  if (part && unit != Value::kNothing) state.EditModule(store.value).late = true;
  if (node.kind == ValueKind::kResult) return;  // what it is, is not known
  if (unit == Value::kNothing || path.IsUnit(store.value)) return;
  const bool parameter = values_[node.first].text == "torch.nn.Parameter";
  // A DTensor stands where one stood.
  const ValueNode data = values_[state.FieldOf(store.value, "data")];
  const absl::string_view source = values_[data.first].text;
  if (parameter && data.kind == ValueKind::kResult &&
      (LastName(source) == "distribute_tensor" || LastName(source) == "from_local")) {
    return;
  }
  if (!parameter && !state.Module(store.value).is_module) return;
  if (state.Module(store.value).child_sharded != SiteId::kNone) return;
  const ValueNode& maker = values_[node.first];
  if (!parameter && absl::StartsWith(maker.text, "torch.nn.") && !HasParameters(maker.text)) return;
  if (OnlyWraps(path, store.value, unit)) return;
  ModuleFacts& facts = state.EditModule(store.value);
  facts.mutated = store.site;
  facts.mutated_unit = unit;
}

}  // namespace fsdpcheck::analyzer

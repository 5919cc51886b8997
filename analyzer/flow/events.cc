// Bookkeeping along a path: sites, collectives, what escapes, who holds what.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxOwners = 32;
constexpr int kMaxNesting = 4;
constexpr int kMaxSides = 16;

// Methods whose result is as much of the parameter as the tensor itself.
bool KeepsShards(absl::string_view method) {
  for (const absl::string_view name : {"cpu", "clone", "contiguous", "detach", "to", "to_local"}) {
    if (method == name) return true;
  }
  return false;
}

// What it gets now comes too late.
bool WasTrained(const PathState& state, const ModuleFacts& facts) {
  return facts.forward != SiteId::kNone && state.last_backward != SiteId::kNone;
}

bool IsView(absl::string_view method) { return method == "items" || method == "values"; }

}  // namespace

Value Path::Parent(Value value) const {
  const Value parent = values_.Parent(value);
  if (parent != Value::kNothing) return parent;
  const Object* object = state_.Find(value);
  return object == nullptr ? Value::kNothing : object->owner;
}

bool Path::HasUnits() const {
  return std::any_of(state_.heap().begin(), state_.heap().end(), [](const auto& entry) {
    return entry.second->module && entry.second->module->sharded != SiteId::kNone;
  });
}

Value Path::UnitAround(Value value) const {
  int steps = 0;
  for (Value at = value; at != Value::kNothing && ++steps < kMaxOwners; at = Parent(at)) {
    if (IsUnit(at)) return at;
  }
  return Value::kNothing;
}

bool Path::IsWithin(Value value, Value ancestor) const {
  int steps = 0;
  for (Value at = value; at != Value::kNothing && ++steps < kMaxOwners; at = Parent(at)) {
    if (at == ancestor) return true;
  }
  return false;
}

absl::string_view Path::StringOf(Value value) const {
  const ValueNode& node = values_[value];
  return node.kind == ValueKind::kString ? node.text : absl::string_view();
}

std::vector<Value> Path::KnownItems(Value value) const {
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kTuple) return {node.items.begin(), node.items.end()};
  const Object* object = state_.Find(value);
  if (node.kind == ValueKind::kList && object != nullptr && !object->open) return object->items;
  return {};
}

bool Path::IsSharded(Value module) const {
  if (UnitAround(module) != Value::kNothing) return true;
  return Module(module).child_sharded != SiteId::kNone;
}

Value Path::ShardedOwner(Value value) const {
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kStateDict) {
    if (node.number != static_cast<int64_t>(StateDictKind::kSharded)) return Value::kNothing;
    // Entries were replaced, as with what full_tensor() gathers.
    const Object* edited = state_.Find(value);
    if (edited != nullptr && edited->open) return Value::kNothing;
    const HolderFacts* optimizer = state_.Holder(node.first);
    if (optimizer == nullptr) return IsSharded(node.first) ? node.first : Value::kNothing;
    for (const HeldParameters& held : optimizer->held) {
      if (IsSharded(held.module)) return held.module;
    }
    return Value::kNothing;
  }
  if (node.kind == ValueKind::kParameters) {
    return IsSharded(node.first) ? node.first : Value::kNothing;
  }
  if (IsUnit(value)) return value;
  const Value source = ItemSource(value);
  if (source != Value::kNothing) return ShardedOwner(source);
  std::vector<Value> parts;
  if (node.kind == ValueKind::kTuple) parts.assign(node.items.begin(), node.items.end());
  const Object* object = state_.Find(value);
  if (object != nullptr && (node.kind == ValueKind::kList || node.kind == ValueKind::kDict)) {
    // Where one item of many was gathered, the others may be what needs no gathering.
    const bool mixed = std::any_of(object->items.begin(), object->items.end(),
                                   [&](Value item) { return ItemSource(item) == Value::kNothing; });
    for (const Value item : object->items) {
      if (!mixed || ItemSource(item) == Value::kNothing) parts.push_back(item);
    }
    for (const Entry& entry : object->entries) {
      if (!entry.maybe || ItemSource(entry.value) == Value::kNothing) parts.push_back(entry.value);
    }
  }
  for (Value part : parts) {
    if (part == value) continue;
    const Value owner = ShardedOwner(part);
    if (owner != Value::kNothing) return owner;
  }
  return Value::kNothing;
}

Value Path::ItemSource(Value tensor) const {
  if (WasAskedAbout(tensor)) return Value::kNothing;
  const ValueNode& node = values_[tensor];
  const auto holds_tensors = [&](Value source) {
    const ValueNode& of = values_[source];
    return of.kind == ValueKind::kParameters ||
           (of.kind == ValueKind::kStateDict && state_.Holder(of.first) == nullptr);
  };
  switch (node.kind) {
    case ValueKind::kElement:
    case ValueKind::kIndex:
    case ValueKind::kAttribute: {
      if (holds_tensors(node.first)) return node.first;
      const bool handed_on = node.kind != ValueKind::kAttribute || node.text == "data";
      return handed_on ? ItemSource(node.first) : Value::kNothing;
    }
    case ValueKind::kResult: {
      const ValueNode& callee = values_[node.first];
      if (callee.kind != ValueKind::kAttribute) return Value::kNothing;
      if (IsView(callee.text)) {
        return holds_tensors(callee.first) ? callee.first : Value::kNothing;
      }
      return KeepsShards(callee.text) ? ItemSource(callee.first) : Value::kNothing;
    }
    default:
      return Value::kNothing;
  }
}

bool Path::OnRankFile(Value loaded) const {
  const ValueNode& node = values_[loaded];
  return !node.items.empty() && DependsOnRank(node.items[0]);
}

bool Path::HasDecided(absl::FunctionRef<bool(const Assumption&)> test) const {
  return std::any_of(state_.assumptions.begin(), state_.assumptions.end(), test);
}

bool Path::WasAskedAbout(Value value) const {
  return HasDecided([&](const Assumption& one) {
    const auto& given = state_.given;
    const bool asserted = std::find(given.begin(), given.end(), one.condition) != given.end();
    return !values_.IsNoneTest(one.condition) && !asserted &&
           values_.Mentions(one.condition, value, 1);
  });
}

bool Path::WasClassTested(Value value) const {
  return HasDecided([&](const Assumption& one) {
    return values_.IsClassTest(one.condition) && values_[one.condition].items[0] == value;
  });
}

absl::string_view Path::ProvenClass(Value value) const {
  for (const Assumption& one : state_.assumptions) {
    if (!one.holds || !values_.IsClassTest(one.condition)) continue;
    const ValueNode& test = values_[one.condition];
    const ValueNode& klass = values_[test.items[1]];
    if (test.items[0] == value && klass.kind == ValueKind::kExternal) return klass.text;
  }
  return {};
}

std::vector<Value> Path::SidesOf(Value value) const {
  std::vector<Value> sides;
  std::vector<Value> open = {value};
  for (int steps = 0; !open.empty() && steps < kMaxSides; ++steps) {
    const Value one = open.back();
    open.pop_back();
    const ValueNode& node = values_[one];
    if (node.kind != ValueKind::kJoined) {
      sides.push_back(one);
      continue;
    }
    const Value gate = values_.GateOf(one);
    // That it is not None says little of what it is.
    const bool vouches = gate != Value::kNothing && !values_.IsNoneTest(gate);
    for (const Value side : {node.second, node.first}) {
      if (!vouches || !values_.Mentions(gate, side, 1)) open.push_back(side);
    }
  }
  return sides;
}

bool Path::Names(Value value, absl::string_view word, int depth) const {
  const ValueNode& node = values_[value];
  if (absl::StrContains(absl::AsciiStrToLower(node.text), word)) return true;
  if (depth == 0 || value == Value::kNothing) return false;
  const auto names_it = [&](Value part) { return Names(part, word, depth - 1); };
  if (names_it(node.first) || names_it(node.second)) return true;
  if (std::any_of(node.items.begin(), node.items.end(), names_it)) return true;
  const Object* const list = node.kind == ValueKind::kList ? state_.Find(value) : nullptr;
  return list != nullptr && std::any_of(list->items.begin(), list->items.end(), names_it);
}

bool Path::Names(Value value, absl::string_view word) const {
  return Names(value, word, kMaxNesting);
}

bool Path::DecidedAbout(std::initializer_list<absl::string_view> words) const {
  return HasDecided([&](const Assumption& one) {
    return std::all_of(words.begin(), words.end(),
                       [&](absl::string_view word) { return Names(one.condition, word); });
  });
}

bool Path::FoundOne(absl::string_view word) const {
  return HasDecided([&](const Assumption& one) {
    const ValueNode& test = values_[one.condition];
    if (test.kind != ValueKind::kCondition || !values_.IsInt(test.second, 1)) return false;
    const bool is_one = test.op == Op::kEq && one.holds;
    const bool no_more = test.op == Op::kGreater && !one.holds;
    return (is_one || no_more) && Names(test.first, word);
  });
}

bool Path::RulesOutFsdp2() const {
  const auto names_fsdp2 = [&](const ValueNode& node) {
    const bool call = node.kind == ValueKind::kResult;
    return absl::StrContains(call ? values_[node.first].text : node.text, "fsdp2");
  };
  const auto rules_out = [&](const Assumption& one) {
    const ValueNode& node = values_[one.condition];
    if (node.kind != ValueKind::kCondition) return !one.holds && names_fsdp2(node);
    const ValueNode& wanted = values_[node.second];
    if (node.op != Op::kEq) return false;
    if (wanted.kind == ValueKind::kString) return !one.holds && names_fsdp2(wanted);
    return wanted.kind == ValueKind::kInt && one.holds != (wanted.number == 2) &&
           absl::EndsWith(values_[node.first].text, "fsdp_version");
  };
  return std::any_of(state_.assumptions.begin(), state_.assumptions.end(), rules_out);
}

const MeshSlice* Path::ModelParallelSlice(Value mesh) const {
  for (const MeshSlice& slice : state_.slices) {
    const bool possible =
        std::none_of(slice.when.begin(), slice.when.end(), [&](const Assumption& one) {
          return state_.Decided(one.condition) == (one.holds ? 0 : 1);
        });
    if (slice.mesh == mesh && possible) return &slice;
  }
  return nullptr;
}

Value Path::Origin(Value value) const {
  for (Value at = value;;) {
    const ValueNode& node = values_[at];
    if (node.kind == ValueKind::kIndex) {
      at = node.first;
    } else if (node.kind == ValueKind::kResult &&
               values_[node.first].kind == ValueKind::kAttribute &&
               values_[node.first].text == "get") {
      at = values_[node.first].first;
    } else {
      return at;
    }
  }
}

bool Path::DependsOnRank(Value value) const {
  const ValueNode& node = values_[value];
  switch (node.kind) {
    case ValueKind::kRank:
      return true;
    case ValueKind::kFormat:
    case ValueKind::kTuple:
      return std::any_of(node.items.begin(), node.items.end(),
                         [&](Value item) { return DependsOnRank(item); });
    case ValueKind::kIndex:
      // What is kept under a name is the same on all ranks unless it says otherwise.
      if (values_[node.second].kind == ValueKind::kString) {
        return IsRankName(values_[node.second].text);
      }
      return DependsOnRank(node.first) || DependsOnRank(node.second);
    case ValueKind::kPure:
    case ValueKind::kJoined:
      return DependsOnRank(node.first) || DependsOnRank(node.second);
    case ValueKind::kAttribute:
      return IsRankName(node.text) || DependsOnRank(node.first);
    case ValueKind::kOpaque:
      return IsRankName(node.text);
    case ValueKind::kResult:
      return DependsOnRank(node.first) ||
             std::any_of(node.items.begin(), node.items.end(),
                         [&](Value item) { return DependsOnRank(item); });
    case ValueKind::kExternal:
      return IsRankName(LastName(node.text));
    default:
      return false;
  }
}

SiteId Interpreter::SiteAt(ByteRange range) {
  const Activation& here = stack_.back();
  return sites_.Intern({here.file, range, here.chain, here.function});
}

void Interpreter::Log(PathState& state, absl::string_view name, SiteId site, Value module) {
  ++state.effects;
  const auto same = [&](const Meeting& known) { return known.site == site; };
  if (std::none_of(state.meetings->begin(), state.meetings->end(), same)) {
    state.meetings.Edit().push_back({site, state.Conditions()});
  }
  if (state.forks->empty() || PathOf(state).FoundOne("world_size")) return;
  rank_sides_.Note(state, site, RankSides::Event::kWaits, name);
  const bool whole = !PathOf(state).HasUnits();
  state.log.Edit().push_back({name, site, module, loop_depth_, whole, state.rank_test});
}

void Interpreter::LogOpenCall(PathState& state, SiteId site, absl::string_view only) {
  state.device_unknown = true;
  ++state.unfollowed;
  if (state.forks->empty()) return;
  rank_sides_.Note(state, site, RankSides::Event::kWaits, only);
  const auto same = [&](const OpenCall& known) { return known.site == site; };
  if (std::any_of(state.open_calls.begin(), state.open_calls.end(), same)) return;
  state.open_calls.push_back({site, ++state.order, only});
}

void Interpreter::MarkStored(PathState& state, Value value, SiteId site) {
  MarkChain(state, value, &ModuleFacts::initialised, site);
  MarkChain(state, value, &ModuleFacts::stored, site);
}

void Interpreter::MarkChain(PathState& state, Value value, SiteId ModuleFacts::* fact,
                            SiteId site) {
  const bool values = fact == &ModuleFacts::initialised || fact == &ModuleFacts::stored;
  const auto mark_from = [&](Value from) {
    int steps = 0;
    for (Value at = from; at != Value::kNothing && ++steps < kMaxOwners;
         at = PathOf(state).Parent(at)) {
      const Object* const object = state.Find(at);
      if (object == nullptr || !object->module) continue;
      const ModuleFacts& known = *object->module;
      if (known.*fact != SiteId::kNone || (values && WasTrained(state, known))) continue;
      state.EditModule(at).*fact = site;
    }
  };
  mark_from(value);
  if (!values) return;
  // What a list or dict of parameters holds, or the one that an item was taken from.
  for (const Value at : {value, PathOf(state).Parent(value)}) {
    const HolderFacts* const holder = state.Holder(at);
    if (holder == nullptr || holder->kind != HolderKind::kList) continue;
    for (const HeldParameters& held : std::vector<HeldParameters>(holder->held)) {
      mark_from(held.module);
    }
  }
}

void Interpreter::Escape(PathState& state, Value value, SiteId site, int depth) {
  if (depth > kMaxNesting) return;
  const ValueNode& node = values_[value];
  switch (node.kind) {
    case ValueKind::kTuple:
    case ValueKind::kPartial:
      for (Value item : node.items) Escape(state, item, site, depth + 1);
      return;
    case ValueKind::kBound:
      Escape(state, node.second, site, depth + 1);
      return;
    case ValueKind::kFunction:
      MarkCaptured(state, static_cast<uint32_t>(node.number));
      return;
    case ValueKind::kStateDict:
    case ValueKind::kParameters:
      MarkStored(state, node.first, site);
      return;
    case ValueKind::kJoined:
      Escape(state, node.first, site, depth + 1);
      Escape(state, node.second, site, depth + 1);
      return;
    default:
      break;
  }
  MarkChain(state, value, &ModuleFacts::touched, site);
  MarkStored(state, value, site);
  const Object* object = state.Find(value);
  if (object == nullptr) return;
  std::vector<Value> parts = object->items;
  for (const Entry& entry : object->entries) parts.push_back(entry.value);
  for (const ObjectField& field : object->fields) parts.push_back(field.value);
  if (node.kind == ValueKind::kList || node.kind == ValueKind::kDict) {
    Object& opened = state.Edit(value);
    opened.open = opened.more = true;
  }
  for (Value part : parts) Escape(state, part, site, depth + 1);
}

// A function that was made in the frame may be called at any time, and wait for what a
// variable there holds.
void Interpreter::MarkCaptured(PathState& state, uint32_t frame) {
  const Frame* const around = state.FindFrame(frame);
  if (around == nullptr) return;
  const std::vector<Value> slots = around->slots;
  for (const Value value : slots) {
    const HolderFacts* const holder = state.Holder(value);
    if (holder == nullptr || holder->kind != HolderKind::kFuture) continue;
    state.EditHolder(value).used = true;
  }
}

void Interpreter::EscapeArguments(PathState& state, const Call& call) {
  bool module = false;
  for (const CallArgument& arg : call.args) {
    module |= LooksLikeModule(state, arg.value);
    Escape(state, arg.value, call.site, 0);
  }
  // Code that gets both may point the optimizer at the new parameters.
  const absl::string_view name = call.external.empty() ? call.method : LastName(call.external);
  const bool prepares =
      name.find("prepare") != absl::string_view::npos || name == "setup" || name == "initialize";
  for (const CallArgument& arg : call.args) {
    if (state.Holder(arg.value) == nullptr) continue;
    if (module || prepares) state.EditHolder(arg.value).repaired = true;
  }
}

void Interpreter::MarkRead(PathState& state, Value value) {
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kJoined) {
    MarkRead(state, node.first);
    MarkRead(state, node.second);
  } else if (node.kind == ValueKind::kResult) {
    const HolderFacts* holder = state.Holder(value);
    if (holder != nullptr && !holder->used) state.EditHolder(value).used = true;
  }
}

void Interpreter::MarkHolderUse(PathState& state, Value value, SiteId site, int depth) {
  if (depth == 0) return;
  const HolderFacts* holder = state.Holder(value);
  if (holder != nullptr && !holder->used) {
    state.EditHolder(value).used = true;
    holder = state.Holder(value);
  }
  if (holder != nullptr && holder->stale != SiteId::kNone && holder->used_stale == SiteId::kNone) {
    state.EditHolder(value).used_stale = site;
  }
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kTuple) {
    for (Value item : node.items) MarkHolderUse(state, item, site, depth - 1);
    return;
  }
  const bool instance = node.kind == ValueKind::kObject && !state.Module(value).is_module;
  if (node.kind != ValueKind::kList && node.kind != ValueKind::kDict && !instance) return;
  const Object* object = state.Find(value);
  if (object == nullptr) return;
  std::vector<Value> parts = object->items;
  for (const Entry& entry : object->entries) parts.push_back(entry.value);
  if (instance) {
    for (const ObjectField& field : object->fields) parts.push_back(field.value);
  }
  for (Value part : parts) MarkHolderUse(state, part, site, depth - 1);
}

void Interpreter::HoldParameters(PathState& state, Value source, Value holder, SiteId site) {
  std::vector<HeldParameters> held;
  CollectHeld(state, source, 0, held);
  if (held.empty()) return;
  HolderFacts& facts = state.EditHolder(holder);
  facts.held.insert(facts.held.end(), held.begin(), held.end());
  if (facts.built == SiteId::kNone) facts.built = site;
}

void Interpreter::CollectHeld(const PathState& state, Value value, int depth,
                              std::vector<HeldParameters>& held) const {
  if (depth > kMaxNesting) return;
  const HolderFacts* holder = state.Holder(value);
  if (holder != nullptr && !holder->held.empty()) {
    held.insert(held.end(), holder->held.begin(), holder->held.end());
    return;
  }
  const ValueNode& node = values_[value];
  switch (node.kind) {
    case ValueKind::kParameters:
      held.push_back({node.first, state.clock});
      return;
    case ValueKind::kElement:
      CollectHeld(state, node.first, depth + 1, held);
      return;
    case ValueKind::kJoined:
      CollectHeld(state, node.first, depth + 1, held);
      CollectHeld(state, node.second, depth + 1, held);
      return;
    case ValueKind::kTuple:
      for (Value item : node.items) CollectHeld(state, item, depth + 1, held);
      return;
    case ValueKind::kResult:
      if (values_[node.first].kind != ValueKind::kExternal) return;
      if (!IsHarmless(values_[node.first].text)) return;
      for (Value item : node.items) CollectHeld(state, item, depth + 1, held);
      return;
    case ValueKind::kList:
    case ValueKind::kDict: {
      const Object* object = state.Find(value);
      if (object == nullptr) return;
      for (Value item : object->items) CollectHeld(state, item, depth + 1, held);
      for (const Entry& entry : object->entries) {
        CollectHeld(state, entry.value, depth + 1, held);
      }
      return;
    }
    default:
      return;
  }
}

bool Interpreter::Spend(int steps) {
  if (steps_left_ <= 0) {
    result_.budget_hit = true;
    return false;
  }
  steps_left_ -= steps;
  return true;
}

}  // namespace fsdpcheck::analyzer

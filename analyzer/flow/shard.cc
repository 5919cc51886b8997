// What fully_shard and optimizers do to a path.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {

void Interpreter::FullyShard(const Call& call, PathState& state) {
  const Value target = values_.Present(call.Get(0, "module"));
  if (target == Value::kNothing) return;
  facts_.shards = true;
  NoteOwner(target, state);
  std::vector<Value> modules = PathOf(state).KnownItems(target);
  const ValueKind kind = values_[target].kind;
  if (modules.empty()) {
    modules = kind == ValueKind::kList || kind == ValueKind::kTuple ? IterationItems(state, target)
                                                                    : std::vector<Value>{target};
  }
  for (Value module : modules) ShardModule(call, module, state);
}

// What code that is not followed made, and a module keeps, is a part of that module.
void Interpreter::NoteOwner(Value made, PathState& state) {
  if (values_[made].kind != ValueKind::kResult) return;
  if (PathOf(state).Parent(made) != Value::kNothing) return;
  for (const auto& [value, object] : state.heap()) {
    const auto keeps = [&](const ObjectField& field) { return field.value == made; };
    if (!object->module || !object->module->is_module || value == made) continue;
    if (std::none_of(object->fields.begin(), object->fields.end(), keeps)) continue;
    state.Edit(made).owner = value;
    return;
  }
}

void Interpreter::ShardModule(const Call& call, Value module, PathState& state) {
  const Value owner = PathOf(state).Parent(module);
  const bool listed =
      values_[module].kind != ValueKind::kObject ||
      (owner != Value::kNothing && IsContainerName(values_[values_[owner].first].text));
  const bool named =
      values_[module].kind == ValueKind::kAttribute || values_[module].kind == ValueKind::kOpaque;
  facts_.shards_parts |= loop_depth_ > 0 || (listed && !named);
  const ShardCall shard{&call, module, call.whole};
  for (const Check* check : checks_) check->OnShard(shard, PathOf(state), sink_);
  const CallArgument* const given = call.Find(-1, "reshard_after_forward");
  const Value reshard = given == nullptr ? Value::kNothing : given->value;
  ModuleFacts& facts = state.EditModule(module);
  if (facts.sharded == SiteId::kNone) {
    facts.sharded = call.whole;
    facts.sharded_at = state.clock;
    facts.conditions = state.Conditions();
    facts.asked_about = PathOf(state).WasAskedAbout(module);
    facts.chosen = state.ChoseInLoop();
    facts.leaves_out = call.Find(-1, "ignored_params") != nullptr;
    facts.kept = reshard == values_.Bool(false);
  }
  facts.is_module = true;
  facts.gathered = SiteId::kNone;
  // After the forward of a root, False and the default leave its parameters gathered.
  facts.may_reshard = reshard == Value::kNothing ? call.open_arguments
                                                 : given->maybe || (reshard != values_.None() &&
                                                                    reshard != values_.Bool(false));
  int steps = 0;
  Value below = module;
  for (Value at = PathOf(state).Parent(module); at != Value::kNothing && ++steps < 16;
       at = PathOf(state).Parent(at)) {
    ModuleFacts& around = state.EditModule(at);
    if (around.child_sharded == SiteId::kNone) around.child_sharded = call.whole;
    around.last_child = call.whole;
    // modules() yields the module itself as well.
    if (values_[below].kind == ValueKind::kResult) around.touched = call.whole;
    below = at;
  }
  AgeHolders(module, call.whole, state);
  const Site& site = sites_[call.whole];
  shard_sites_.insert({site.file, site.range.begin});
  ++state.clock;
}

// Parameters taken before this call are no longer the model's.
void Interpreter::AgeHolders(Value module, SiteId site, PathState& state) {
  // It is the one module or the other: what was taken from either is old on the
  // paths where it is that one.
  if (values_[module].kind == ValueKind::kJoined) {
    const ValueNode joined = values_[module];
    AgeHolders(joined.first, site, state);
    AgeHolders(joined.second, site, state);
  }
  std::vector<Value> aged;
  for (const auto& [value, object] : state.heap()) {
    if (!object->holder || object->holder->stale != SiteId::kNone) continue;
    for (const HeldParameters& held : object->holder->held) {
      const Path path = PathOf(state);
      if (path.IsWithin(module, held.module)) {
        aged.push_back(value);
        break;
      }
      if (!path.IsWithin(held.module, module)) continue;
      // Inside a unit that was there before, parameters stay the same objects.
      const Value unit = path.UnitAround(held.module);
      if (unit != Value::kNothing && unit != module &&
          state.Module(unit).sharded_at < held.taken_at) {
        continue;
      }
      aged.push_back(value);
      break;
    }
  }
  for (Value value : aged) state.EditHolder(value).stale = site;
}

void Interpreter::BuildOptimizer(const Call& call, Value optimizer, PathState& state) {
  std::vector<HeldParameters> held;
  for (const CallArgument& arg : call.args) CollectHeld(state, arg.value, 0, held);
  HoldAsOptimizer(std::move(held), call.whole, optimizer, state);
}

// What code that is not followed makes of parameters, or of a module, and what is
// kept under the name of an optimizer, is one.
void Interpreter::NoteNamedOptimizer(const Expr& target, Value value, PathState& state) {
  const ValueNode node = values_[value];
  if (node.kind != ValueKind::kResult || state.Holder(value) != nullptr) return;
  if (!IsOptimizerName(target.text)) return;
  std::vector<HeldParameters> held;
  for (Value item : node.items) CollectHeld(state, item, 0, held);
  if (held.empty() && IsMakerName(LastName(values_[node.first].text))) {
    for (Value item : node.items) {
      if (state.Module(item).is_module) held.push_back({item, state.clock});
    }
  }
  const auto made = made_with_.find(value);
  if (held.empty() && made != made_with_.end()) held.push_back({made->second, state.clock});
  if (!held.empty()) HoldAsOptimizer(std::move(held), SiteAt(target.range), value, state);
}

void Interpreter::HoldAsOptimizer(std::vector<HeldParameters> held, SiteId built, Value optimizer,
                                  PathState& state) {
  for (const HeldParameters& one : held) {
    const ModuleFacts& facts = state.Module(one.module);
    for (SiteId sharded : {facts.sharded, facts.child_sharded}) {
      if (sharded == SiteId::kNone) continue;
      followed_sites_.insert({sites_[sharded].file, sites_[sharded].range.begin});
    }
  }
  HolderFacts facts;
  facts.built = built;
  facts.kind = HolderKind::kOptimizer;
  for (const HeldParameters& one : held) {
    const SiteId gathered = state.Module(one.module).gathered;
    if (gathered != SiteId::kNone && PathOf(state).IsUnit(one.module)) facts.gathered = gathered;
  }
  facts.held = std::move(held);
  state.EditHolder(optimizer) = std::move(facts);
  ++state.clock;
}

void Interpreter::ForgetGathered(PathState& state) {
  std::vector<Value> gathered;
  for (const auto& [value, object] : state.heap()) {
    if (object->module && object->module->gathered != SiteId::kNone) gathered.push_back(value);
  }
  for (Value value : gathered) state.EditModule(value).gathered = SiteId::kNone;
}

}  // namespace fsdpcheck::analyzer

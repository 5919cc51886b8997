// Calls: arguments, binding, following them into the project.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxDepth = 10;
constexpr int kMaxOwners = 32;  // objects may hold each other
constexpr int kMaxJoins = 6;    // of one value, looked into

bool IsAmong(const std::vector<RankFork>& forks, const RankFork& fork) {
  return std::any_of(forks.begin(), forks.end(),
                     [&](const RankFork& other) { return other.SameFork(fork); });
}

// The argument that names a rank, or kNothing.
Value NamedRank(const ValueTable& values, const Call& call) {
  for (const CallArgument& arg : call.args) {
    if (values.NamesRank(arg.value)) return arg.value;
  }
  return Value::kNothing;
}

// Forgets the forks of an activation that ended with the two sides rejoined: what
// follows is the same for all ranks.
void RetireForks(ChainId chain, States& ends) {
  std::vector<RankFork> done;
  for (const State& state : ends) {
    for (const RankFork& fork : *state->forks) {
      if (fork.chain == chain && !IsAmong(done, fork)) done.push_back(fork);
    }
  }
  for (const State& state : ends) {
    for (const RankFork& fork : *state->forks) {
      if (!fork.OneSided()) continue;
      // The same question asked before tells who can be on which side.
      std::erase_if(done, [&](const RankFork& other) { return other.condition == fork.condition; });
    }
  }
  if (done.empty()) return;
  const auto is_done = [&](const RankFork& fork) { return IsAmong(done, fork); };
  for (State& state : ends) {
    if (std::any_of(state->forks->begin(), state->forks->end(), is_done)) {
      std::erase_if(state->forks.Edit(), is_done);
    }
    if (!state->forks->empty()) continue;
    state->log = {};
    state->open_calls.clear();
  }
}

// The entries of a dict, or those that the dicts of two joined paths share. True if
// these are all.
bool CommonEntries(const ValueTable& values, Value dict, const PathState& state, int depth,
                   std::vector<Entry>& entries) {
  const ValueNode& node = values[dict];
  if (node.kind == ValueKind::kDict) {
    const Object* object = state.Find(dict);
    if (object == nullptr) return false;
    entries = object->entries;
    return !object->more;
  }
  if (node.kind != ValueKind::kJoined || depth == 0) return false;
  std::vector<Entry> others;
  bool all = CommonEntries(values, node.first, state, depth - 1, entries);
  all &= CommonEntries(values, node.second, state, depth - 1, others);
  const size_t before = entries.size();
  std::erase_if(entries, [&](const Entry& entry) {
    return std::none_of(others.begin(), others.end(), [&](const Entry& other) {
      return other.key == entry.key && other.value == entry.value && other.maybe == entry.maybe;
    });
  });
  return all && entries.size() == before && others.size() == before;
}

}  // namespace

const CallArgument* Call::Find(int index, absl::string_view keyword) const {
  int position = 0;
  for (const CallArgument& arg : args) {
    if (arg.keyword.empty() ? position++ == index : arg.keyword == keyword) return &arg;
  }
  return nullptr;
}

Value Call::Get(int index, absl::string_view keyword) const {
  const CallArgument* found = Find(index, keyword);
  return found == nullptr ? Value::kNothing : found->value;
}

Call::Given Call::given() const {
  Given given;
  for (const CallArgument& arg : args) {
    if (arg.keyword.empty()) {
      given.items.push_back(arg.value);
    } else {
      given.names.push_back(arg.keyword);
      given.named.push_back(arg.value);
    }
  }
  return given;
}

Value Call::AsPure(ValueTable& values) const {
  const Given all = given();
  return values.Intern({.kind = ValueKind::kPure,
                        .first = callee,
                        .items = all.items,
                        .names = all.names,
                        .named = all.named});
}

Outcomes Interpreter::EvalCall(const Expr& expr, State in, Call::Use use) {
  std::vector<const Expr*> exprs;
  for (const Argument& argument : expr.args) exprs.push_back(argument.value);
  Outcomes result;
  const bool type_test = expr.first->kind == ExprKind::kName && expr.first->text == "isinstance";
  for (Outcome& callee : Apart(Eval(expr.first, std::move(in)), expr.first)) {
    const bool outer = std::exchange(quiet_reads_, type_test);
    ListOutcomes arguments = EvalAll(exprs, std::move(callee.state));
    quiet_reads_ = outer;
    for (ListOutcome& values : arguments) {
      Call call;
      call.expr = &expr;
      const bool attribute = expr.first->kind == ExprKind::kAttribute;
      call.site = SiteAt(attribute ? expr.first->name_range : expr.first->range);
      call.whole = SiteAt(expr.first->range);
      call.callee = values_.Present(callee.value);
      call.use = use;
      call.may_fail = try_depth_ > 0;
      ExpandArguments(expr, values.values, *values.state, call);
      for (Outcome& outcome : Dispatch(std::move(call), std::move(values.state))) {
        result.push_back(std::move(outcome));
      }
    }
  }
  return result;
}

void Interpreter::ExpandArguments(const Expr& expr, absl::Span<const Value> values,
                                  PathState& state, Call& call) {
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const Argument& argument = expr.args[i];
    switch (argument.kind) {
      case Argument::Kind::kPositional:
        call.args.push_back({"", {}, values[i], argument.value});
        break;
      case Argument::Kind::kKeyword:
        call.args.push_back({argument.keyword, argument.keyword_range, values[i], argument.value});
        break;
      case Argument::Kind::kStar: {
        std::vector<Value> items;
        if (!KnownItems(state, values[i], items)) {
          call.open_arguments = true;
          const std::vector<Value> typical = IterationItems(state, values[i]);
          call.rest.insert(call.rest.end(), typical.begin(), typical.end());
          break;
        }
        for (Value item : items) call.args.push_back({"", {}, item, argument.value});
        break;
      }
      case Argument::Kind::kDoubleStar:
        call.open_arguments |= !ExpandDict(values[i], argument, state, call);
        break;
    }
  }
}

// What the keyword argument becomes in a dict.
Entry Interpreter::EntryFrom(const CallArgument& arg) {
  return {.key = values_.String(arg.keyword),
          .value = arg.value,
          .at = arg.IsWritten() ? SiteAt(arg.keyword_range) : arg.entered,
          .maybe = arg.maybe};
}

// True if `dict` holds nothing but what was added to the arguments. Of two dicts,
// one on each of two joined paths, what they have in common is added.
bool Interpreter::ExpandDict(Value dict, const Argument& argument, const PathState& state,
                             Call& call) {
  std::vector<Entry> entries;
  bool all = CommonEntries(values_, dict, state, kMaxJoins, entries);
  for (Entry& entry : entries) {
    if (values_[entry.key].kind != ValueKind::kString) continue;
    if (entry.maybe && entry.when.condition == Value::kNothing) {
      all = false;  // it may be there or not, and nothing tells
      continue;
    }
    const ValueTable::Truth truth =
        entry.maybe ? TruthIn(state, entry.when.condition) : ValueTable::Truth::kUnknown;
    if (truth != ValueTable::Truth::kUnknown) {
      if ((truth == ValueTable::Truth::kTrue) != entry.when.holds) continue;
      entry.maybe = !entry.exactly;
    }
    call.args.push_back({.keyword = values_[entry.key].text,
                         .value = Settled(state, entry.value),
                         .expr = argument.value,
                         .entered = entry.at,
                         .maybe = entry.maybe});
  }
  return all;
}

Outcomes Interpreter::Dispatch(Call call, State in) {
  const ValueNode callee = values_[call.callee];
  if (callee.kind == ValueKind::kPartial && callee.number == 0) {
    return CallPartial(std::move(call), std::move(in));
  }
  if (callee.kind == ValueKind::kExternal) call.external = callee.text;
  if (callee.kind == ValueKind::kAttribute) {
    call.receiver = callee.first;
    call.method = callee.text;
  }
  if (callee.kind == ValueKind::kBound) {
    call.receiver = callee.second;
    call.method = values_[callee.first].function->name;
  }
  call.on_self = call.receiver != Value::kNothing &&
                 std::any_of(stack_.begin(), stack_.end(),
                             [&](const Activation& a) { return a.self == call.receiver; });
  for (const Check* check : checks_) check->OnCall(call, PathOf(*in), sink_);
  for (const CallArgument& arg : call.args) {
    facts_.hands_on |= arg.value == values_.External("torch.distributed.fsdp.fully_shard");
  }
  facts_.shards_parts |= facts_.hands_on;
  if (call.external != "isinstance") {
    for (const CallArgument& arg : call.args) MarkHolderUse(*in, arg.value, call.site, 3);
  }
  if (call.receiver != Value::kNothing && in->Holder(call.receiver) != nullptr) {
    in->EditHolder(call.receiver).used = true;
  }
  switch (callee.kind) {
    case ValueKind::kFunction:
      return Invoke(call, call.callee, Value::kNothing, std::move(in));
    case ValueKind::kBound:
      return Invoke(call, callee.first, callee.second, std::move(in));
    case ValueKind::kClass:
      return Instantiate(call, std::move(in));
    case ValueKind::kExternal:
      return CallExternal(call, std::move(in));
    case ValueKind::kAttribute:
      return CallMethod(call, std::move(in));
    default:
      return CallObject(call, std::move(in));
  }
}

Outcomes Interpreter::CallPartial(Call call, State in) {
  const ValueNode partial = values_[call.callee];
  std::vector<CallArgument> args;
  for (Value item : partial.items) args.push_back({"", {}, item, call.expr});
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) args.push_back(arg);
  }
  for (size_t i = 0; i < partial.names.size(); ++i) {
    if (call.Find(-1, partial.names[i]) == nullptr) {
      args.push_back({partial.names[i], {}, partial.named[i], call.expr});
    }
  }
  for (const CallArgument& arg : call.args) {
    if (!arg.keyword.empty()) args.push_back(arg);
  }
  call.args = std::move(args);
  call.callee = partial.first;
  call.open_arguments |= partial.second != Value::kNothing;
  return Dispatch(std::move(call), std::move(in));
}

Outcomes Interpreter::Skip(const Call& call, const Function& code, Value self, Value result,
                           State in) {
  if (self != Value::kNothing && values_[self].kind == ValueKind::kObject) {
    for (const absl::string_view field : interests_.AssignedFields(code)) {
      if (in->FieldOf(self, field) == Value::kNothing) continue;
      in->SetField(self, field, values_.Attribute(ResultOf(call), field));
    }
  }
  return One(std::move(in), result);
}

bool Interpreter::MayFollow(const Function& function) const {
  return stack_.size() < kMaxDepth && !live_.contains(&function) && steps_left_ > 0;
}

// Creates the value of a call that is not followed.
Value Interpreter::ResultOf(const Call& call) {
  std::vector<Value> items;
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) items.push_back(arg.value);
  }
  return values_.Intern({.kind = ValueKind::kResult,
                         .first = call.callee,
                         .expr = call.expr,
                         .chain = stack_.back().chain,
                         .items = items});
}

// The same, of code that may make a module.
Value Interpreter::UnknownResult(const Call& call, PathState& state) {
  const Value value = ResultOf(call);
  if (state.meta_depth > 0) state.EditModule(value).meta = call.whole;
  return value;
}

Outcomes Interpreter::NotFollowed(const Call& call, State in) {
  EscapeArguments(*in, call);
  LogOpenCall(*in, call.site);
  const Value value = UnknownResult(call, *in);
  return One(std::move(in), value);
}

// A call of a generator function, to be run where the generator is entered.
Value Interpreter::Suspend(const Call& call) {
  const Call::Given given = call.given();
  return values_.Intern({.kind = ValueKind::kPartial,
                         .first = call.callee,
                         .number = 1,
                         .expr = call.expr,
                         .chain = stack_.back().chain,
                         .items = given.items,
                         .names = given.names,
                         .named = given.named});
}

Outcomes Interpreter::Invoke(const Call& call, Value function, Value self, State in) {
  const ValueNode node = values_[function];
  if (node.function->unparsed && !resuming_ && !interests_.IsInteresting(*node.function)) {
    const Value value = UnknownResult(call, *in);
    return Skip(call, *node.function, self, value, std::move(in));
  }
  const Function& code = program_.Whole(*node.function);
  if (code.generator && !resuming_) {
    const Value suspended = Suspend(call);
    return One(std::move(in), suspended);
  }
  // A generator that is entered runs the body of a `with`: that is always followed.
  const bool resumed = std::exchange(resuming_, false);
  if (RunsOnOneRank(code, node.file, program_)) {
    const Value value = ResultOf(call);
    return One(std::move(in), value);
  }
  // What a method of a unit does to its parts matters whatever it is called.
  const bool of_unit = self != Value::kNothing && PathOf(*in).IsUnit(self);
  if (!of_unit && !resumed && !interests_.IsInteresting(code)) {
    const Value value = UnknownResult(call, *in);
    return Skip(call, code, self, value, std::move(in));
  }
  // A function that is told which rank to look up is one for each of them.
  Habit& habit = habits_[{&code, NamedRank(values_, call)}];
  if (!of_unit && !resumed && habit.IsPlain() && HasPlainArguments(call, self, *in)) {
    if (habit.open()) LogOpenCall(*in, call.site);
    const Value value = habit.constant() != Value::kNothing ? habit.constant() : ResultOf(call);
    return Skip(call, code, self, value, std::move(in));
  }
  const bool too_often = !resumed && habit.IsTooMuch(kStepsPerEntry);
  if (too_often || !MayFollow(code)) return NotFollowed(call, std::move(in));
  rank_sides_.Note(*in, call.site, RankSides::Event::kCalls, "");
  Counters before{in->effects, in->unfollowed, steps_left_};
  const bool object = self != Value::kNothing && values_[self].kind == ValueKind::kObject;
  const ClassDef* const receiver = object ? values_[values_[self].first].klass : nullptr;
  const ChainId chain = sites_.Enter(call.site, &code, receiver);
  Frame frame = MakeFrame(code, node.file, static_cast<uint32_t>(node.number), chain);
  Bind(call, code, self, frame, *in);
  Activation activation{&code, node.file, frame.id, chain, node.klass, self, 0};
  const uint32_t id = frame.id;
  in->AddFrame(std::move(frame));
  Flow flow = RunBody(code, activation, std::move(in));
  Outcomes result;
  for (State& state : flow.returns) {
    state->ForgetFrame(id);
    const Value value = std::exchange(state->returned, Value::kNothing);
    result.push_back({std::move(state), value});
  }
  NoteMade(call, code, result);
  before.steps -= steps_left_;
  habit.Note(RunOf(before, result));
  return result;
}

// What a call did, given what there was `before` it.
Habit::Run Interpreter::RunOf(const Counters& before, const Outcomes& result) const {
  Habit::Run run{.steps = before.steps};
  if (result.size() != 1) return run;
  const PathState& after = *result[0].state;
  const Value value = result[0].value;
  const bool constant = values_.IsConstant(value);
  run.exact = !constant && values_.IsRankOrConstant(value);
  // A path is what its parts are.
  const bool plain = IsPlain(value) && values_[value].kind != ValueKind::kFormat;
  run.plain = after.effects == before.effects && (run.exact || plain);
  run.open = after.unfollowed != before.unfollowed;
  if (run.exact || constant) run.constant = value;
  return run;
}

// A function that builds something from a module, by means that are not understood.
void Interpreter::NoteMade(const Call& call, const Function& code, const Outcomes& results) {
  if (!IsMakerName(code.name)) return;
  for (const Outcome& made : results) {
    if (values_[made.value].kind != ValueKind::kResult) continue;
    for (const CallArgument& arg : call.args) {
      if (made.state->Module(arg.value).is_module) made_with_[made.value] = arg.value;
    }
  }
}

// Values that no rule asks about, wherever they go.
bool Interpreter::IsPlain(Value value) const {
  if (values_.IsConstant(value)) return true;
  switch (values_[value].kind) {
    case ValueKind::kOpaque:
    case ValueKind::kAttribute:
    case ValueKind::kElement:
    case ValueKind::kIndex:
    case ValueKind::kResult:
    case ValueKind::kPure:
    case ValueKind::kFormat:
      return !IsRankValue(value) && !IsRankCondition(value);
    case ValueKind::kObject: {
      // Loaders, tokenizers, loggers: neither modules nor meshes nor optimizers.
      const ValueNode& klass = values_[values_[value].first];
      return klass.kind == ValueKind::kExternal && (!absl::StartsWith(klass.text, "torch.") ||
                                                    absl::StartsWith(klass.text, "torch.utils."));
    }
    default:
      return false;
  }
}

// Nothing is known of any argument that the called code could use.
bool Interpreter::HasPlainArguments(const Call& call, Value self, const PathState& state) const {
  const bool plain = std::all_of(call.args.begin(), call.args.end(), [&](const CallArgument& arg) {
    return IsPlain(arg.value) && state.Find(arg.value) == nullptr &&
           !LooksLikeModule(state, arg.value);
  });
  return plain && (self == Value::kNothing || values_[self].kind == ValueKind::kObject);
}

Flow Interpreter::RunBody(const Function& function, const Activation& activation, State in) {
  stack_.push_back(activation);
  live_.insert(&function);
  States start;
  start.push_back(std::move(in));
  Flow flow = ExecBlock(function.body, std::move(start));
  for (State& state : flow.next) {
    state->returned = values_.None();
    flow.returns.push_back(std::move(state));
  }
  flow.next.clear();
  // Whether ranks meet again is seen best from the function that parts them.
  const bool parts_ranks =
      std::any_of(flow.returns.begin(), flow.returns.end(), [&](const State& state) {
        return std::any_of(state->forks->begin(), state->forks->end(), [&](const RankFork& fork) {
          return fork.chain == activation.chain && fork.OneSided();
        });
      });
  RetireForks(activation.chain, flow.returns);
  Limit(flow.returns);
  live_.erase(&function);
  stack_.pop_back();
  // What a context manager leaves behind is asked where it is looked at alone.
  const bool whole =
      !parts_ranks && !asked_again_.contains(&function) && !IsContextManager(function);
  if (steps_left_ > 0 && whole) result_.followed.insert(&function);
  return flow;
}

// Calls of values that are neither code nor methods: modules, callbacks.
Outcomes Interpreter::CallObject(const Call& call, State in) {
  const ValueNode callee = values_[call.callee];
  if (callee.kind == ValueKind::kObject) {
    const Value method = classes_.FindMethod(callee.first, "__call__");
    if (method != Value::kNothing) return Invoke(call, method, call.callee, std::move(in));
  }
  if (LooksLikeModule(*in, call.callee)) return UseModule(call, call.callee, std::move(in));
  return NotFollowed(call, std::move(in));
}

bool Interpreter::LooksLikeModule(const PathState& state, Value value) const {
  int steps = 0;
  for (Value at = value; at != Value::kNothing && ++steps < kMaxOwners;
       at = PathOf(state).Parent(at)) {
    const ModuleFacts& facts = state.Module(at);
    if (facts.is_module || facts.sharded != SiteId::kNone) return true;
  }
  return false;
}

Outcomes Interpreter::UseModule(const Call& call, Value module, State in) {
  NoteUnitMethod(call.site, module, *in);
  const Path path = PathOf(*in);
  if (in->Module(module).is_module && in->Module(module).forward == SiteId::kNone) {
    in->EditModule(module).forward = call.site;
  }
  const Value unit = path.UnitAround(module);
  if (unit != Value::kNothing) {
    const bool root = path.UnitAround(path.Parent(unit)) == Value::kNothing;
    Log(*in, "forward", call.site);
    ModuleFacts& facts = in->EditModule(unit);
    if (facts.forward == SiteId::kNone) facts.forward = call.site;
    if (root && unit == module && !facts.may_reshard) facts.gathered = call.site;
  }
  const Value value = ResultOf(call);
  return One(std::move(in), value);
}

// A part of a unit is called inside a method that was itself called from outside:
// the hooks that gather the unit's own group did not run.
void Interpreter::NoteUnitMethod(SiteId use, Value module, const PathState& state) {
  const Path path = PathOf(state);
  const Value unit = path.UnitAround(module);
  if (unit == Value::kNothing || unit == module) return;
  if (state.Module(unit).gathered != SiteId::kNone) return;
  const Activation* outermost = nullptr;
  for (const Activation& activation : stack_) {
    if (activation.self != unit || activation.function->name == "__init__") continue;
    const auto& registered = state.Module(unit).registered;
    if (activation.function->name == "forward" ||
        std::find(registered.begin(), registered.end(), activation.function->name) !=
            registered.end()) {
      return;
    }
    if (outermost == nullptr) outermost = &activation;
  }
  if (outermost == nullptr) return;
  const SiteId called = sites_.chain(outermost->chain).call;
  if (called == SiteId::kNone) return;
  const UnitMethodUse method{unit, outermost->function->name, called, use};
  for (const Check* check : checks_) check->OnUnitMethod(method, path, sink_);
}

void Interpreter::NoteCompute(absl::Span<const CallArgument> operands, const PathState& state) {
  Operand operand;
  for (const CallArgument& one : operands) operand.all.push_back(one.value);
  for (const Activation& activation : stack_) operand.running.push_back(activation.self);
  for (const CallArgument& one : operands) {
    operand.value = one.value;
    operand.site = SiteAt(one.expr->range);
    for (const Check* check : checks_) check->OnCompute(operand, PathOf(state), sink_);
  }
}

}  // namespace fsdpcheck::analyzer

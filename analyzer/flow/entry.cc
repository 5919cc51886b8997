// Where interpretation starts, and what is asked when it ends.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/unmatched.h"
#include "analyzer/model/test_code.h"

namespace fsdpcheck::analyzer {
Interpreter::Interpreter(Program& program, Interests& interests,
                         absl::Span<const Check* const> checks, const EngineOptions& options,
                         Sink& sink)
    : program_(program), interests_(interests), checks_(checks), options_(options), sink_(sink) {}

EntryResult Interpreter::Run(DefinitionId entry, const std::set<const Function*>& skip) {
  steps_left_ = entry.index == DefinitionId::kBody ? kStepsPerScript : kStepsPerEntry;
  const Function* body = program_.Parse(entry);
  if (body == nullptr) return {};
  facts_.test_code = IsTestCode(program_.project().file(entry.file).in_root);
  if (entry.index == DefinitionId::kBody) {
    RunBodyEntry(*body, entry.file);
    return std::move(result_);
  }
  for (const Stmt* stmt : body->body) {
    if (stmt->kind == StmtKind::kFunction && !skip.contains(stmt->function)) {
      RunFunctionEntry(*stmt->function, entry.file, Value::kNothing, Value::kNothing,
                       std::make_unique<PathState>());
    } else if (stmt->kind == StmtKind::kClass) {
      RunClassEntry(*stmt, entry.file, skip);
    }
  }
  return std::move(result_);
}

void Interpreter::RunBodyEntry(const Function& body, FileId file) {
  facts_.script = true;
  State state = std::make_unique<PathState>();
  Frame frame = MakeFrame(body, file, 0, ChainId::kEntry);
  const Activation activation{&body, file, frame.id, ChainId::kEntry, nullptr, Value::kNothing, 0};
  body_frames_[file] = frame.id;
  state->AddFrame(std::move(frame));
  Flow flow = RunBody(body, activation, std::move(state));
  FinishEntry(std::move(flow.returns));
}

// A function whose caller is not known, with arguments that are not known.
void Interpreter::RunFunctionEntry(const Function& function, FileId file, Value code, Value self,
                                   State in) {
  facts_.context_manager = IsContextManager(function);
  Call call;
  call.open_arguments = true;
  const int64_t outer = code == Value::kNothing ? 0 : values_[code].number;
  Frame frame = MakeFrame(function, file, static_cast<uint32_t>(outer), ChainId::kEntry);
  Bind(call, function, self, frame, *in);
  for (const Parameter& parameter : function.parameters) {
    if (parameter.annotation == nullptr) continue;
    const Value type = classes_.StaticName(file, *parameter.annotation);
    if (values_[type].text != "torch.distributed.fsdp.FSDPModule") continue;
    ModuleFacts& facts = in->EditModule(frame.slots[static_cast<size_t>(parameter.slot)]);
    facts.sharded = sites_.Intern({file, parameter.range, ChainId::kEntry, &function});
    facts.is_module = true;
  }
  const ClassDef* klass = code == Value::kNothing ? nullptr : values_[code].klass;
  const Activation activation{&function, file, frame.id, ChainId::kEntry, klass, self, 0};
  in->AddFrame(std::move(frame));
  Flow flow = RunBody(function, activation, std::move(in));
  FinishEntry(std::move(flow.returns));
}

// A method whose arguments are not known: the states in which it returns.
States Interpreter::RunMethod(Value method, Value self, State in) {
  Call call;
  call.open_arguments = true;
  const ValueNode node = values_[method];
  Frame frame = MakeFrame(*node.function, node.file, 0, ChainId::kEntry);
  Bind(call, *node.function, self, frame, *in);
  const Activation activation{node.function, node.file, frame.id, ChainId::kEntry,
                              node.klass,    self,      0};
  const uint32_t id = frame.id;
  in->AddFrame(std::move(frame));
  Flow flow = RunBody(*node.function, activation, std::move(in));
  for (State& state : flow.returns) {
    state->ForgetFrame(id);
    state->returned = Value::kNothing;
  }
  return std::move(flow.returns);
}

// What Lightning does with a module before it is trained. Where it shards, the strategy
// gives what is on the meta device memory and values.
States Interpreter::SetUp(Value klass, Value self, States made) {
  for (const absl::string_view name : {"setup", "configure_model", "configure_optimizers"}) {
    const Value method = classes_.FindMethod(klass, name);
    if (method == Value::kNothing) continue;
    States after;
    for (const State& state : made) {
      MoveInto(after, RunMethod(method, self, std::make_unique<PathState>(*state)));
    }
    if (after.empty()) continue;
    Limit(after);
    made = std::move(after);
    for (State& state : made) FillMeta(*state);
  }
  return made;
}

// A method that shards what the object has, by a name that says that it comes first:
// the others find what it leaves. Where a script led to it, it led to them.
States Interpreter::Initialise(Value klass, Value self, States made,
                               const std::set<const Function*>& skip) {
  for (const absl::string_view name :
       {"setup", "initialize", "init_model", "setup_model", "configure_model", "build_model"}) {
    const Value method = classes_.FindMethod(klass, name);
    if (method == Value::kNothing) continue;
    const Function* const function = values_[method].function;
    if (skip.contains(function) || result_.followed.contains(function)) continue;
    const auto followed = result_.followed;
    const auto habits = habits_;
    bool whole = true;
    States after;
    for (const State& state : made) {
      steps_left_ = kStepsPerEntry;
      MoveInto(after, RunMethod(method, self, std::make_unique<PathState>(*state)));
      whole &= steps_left_ > 0;
    }
    const bool shards = std::any_of(after.begin(), after.end(),
                                    [&](const State& state) { return PathOf(*state).HasUnits(); });
    if (shards && whole) {
      Limit(after);
      return after;
    }
    // It is too large: its parts are followed each by itself.
    result_.followed = followed;
    habits_ = habits;
  }
  return made;
}

// Everything that was built on the meta device gets memory and values.
void Interpreter::FillMeta(PathState& state) {
  std::vector<std::pair<Value, SiteId>> built;
  for (const auto& [value, object] : state.heap()) {
    if (object->module && object->module->meta != SiteId::kNone) {
      built.emplace_back(value, object->module->meta);
    }
  }
  for (const auto& [value, site] : built) MarkStored(state, value, site);
}

void Interpreter::RunClassEntry(const Stmt& stmt, FileId file,
                                const std::set<const Function*>& skip) {
  const Value klass =
      values_.Intern({.kind = ValueKind::kClass, .klass = stmt.klass, .file = file});
  State start = std::make_unique<PathState>();
  const Value self = values_.Intern({.kind = ValueKind::kObject, .first = klass});
  start->Edit(self);
  if (classes_.IsModuleClass(klass) == Tri::kYes) start->EditModule(self).is_module = true;
  start->one_gpu = IsRayActor(*stmt.klass);
  const auto untouched = std::make_unique<PathState>(*start);
  States made;
  const Value init = classes_.FindMethod(klass, "__init__");
  if (init == Value::kNothing) {
    made.push_back(std::move(start));
  } else {
    made = RunMethod(init, self, std::move(start));
  }
  // A constructor that is too large to follow tells nothing of the object.
  if (made.empty() && result_.budget_hit) made.push_back(std::make_unique<PathState>(*untouched));
  if (classes_.DerivesFrom(klass, "LightningModule")) {
    made = SetUp(klass, self, std::move(made));
  } else {
    made = Initialise(klass, self, std::move(made), skip);
  }
  for (const State& state : made) {
    States copy;
    copy.push_back(std::make_unique<PathState>(*state));
    FinishEntry(std::move(copy));
  }
  for (const absl::string_view name : program_.MethodNames(*stmt.klass)) {
    if (name == "__init__") continue;
    const Value method = classes_.FindMethod(klass, name);
    if (method == Value::kNothing) continue;
    const Function* const function = values_[method].function;
    if (skip.contains(function) || result_.followed.contains(function)) continue;
    for (const State& state : made) {
      steps_left_ = kStepsPerEntry;
      auto copy = std::make_unique<PathState>(*state);
      RunFunctionEntry(*function, file, method, IsStatic(*function) ? Value::kNothing : self,
                       std::move(copy));
    }
  }
}

// Of paths that all ran to their end: where one was cut short, others seem to go alone.
void Interpreter::ReportMismatches(const States& states) {
  // Where the budget ran out, what would have met was perhaps not reached.
  std::vector<Mismatch> suspects = rank_sides_.Settle();
  if (steps_left_ <= 0) return;
  for (const Mismatch& mismatch :
       FindMismatches(states, std::move(suspects), values_, sites_, facts_)) {
    for (const Check* check : checks_) check->OnUnmatched(mismatch.unmatched, sink_);
  }
}

void Interpreter::FinishEntry(States states) {
  MoveInto(states, std::exchange(exits_, {}));
  // What is only known at the end was not asked: others may get there.
  if (states.empty() || result_.budget_hit) result_.followed.clear();
  ReportMismatches(states);
  for (const State& state : states) {
    for (const Check* check : checks_) check->OnPathEnd(PathOf(*state), sink_);
  }
}

}  // namespace fsdpcheck::analyzer

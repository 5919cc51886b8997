// Where interpretation starts, and what is asked when it ends.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/interpreter.h"
#include "analyzer/model/test_code.h"

namespace fsdpcheck::analyzer {
namespace {

bool OnlyBarriers(absl::Span<const Collective> log) {
  return std::all_of(log.begin(), log.end(), [](const Collective& c) {
    return c.name == "barrier" || c.name == "monitored_barrier";
  });
}

}  // namespace

Interpreter::Interpreter(Program& program, absl::Span<const Check* const> checks,
                         const EngineOptions& options,
                         const std::set<std::string, std::less<>>& sliced_names, Sink& sink)
    : program_(program),
      checks_(checks),
      options_(options),
      sliced_names_(sliced_names),
      sink_(sink) {}

State Interpreter::FreshState() { return std::make_unique<PathState>(); }

EntryResult Interpreter::Run(DefinitionId entry, const std::set<const Function*>& skip) {
  steps_left_ = kStepsPerEntry;
  const Function* body = program_.Parse(entry);
  if (body == nullptr) return {};
  facts_.test_code = IsTestCode(program_.project().file(entry.file).in_root);
  if (entry.index == DefinitionId::kBody) {
    RunBodyEntry(*body, entry.file);
    return std::move(result_);
  }
  for (const Stmt* stmt : body->body) {
    if (stmt->kind == StmtKind::kFunction && !skip.contains(stmt->function)) {
      RunFunctionEntry(*stmt->function, entry.file, Value::kNothing, Value::kNothing, FreshState());
    } else if (stmt->kind == StmtKind::kClass) {
      RunClassEntry(*stmt, entry.file, skip);
    }
  }
  return std::move(result_);
}

void Interpreter::RunBodyEntry(const Function& body, FileId file) {
  facts_.script = true;
  State state = FreshState();
  Frame frame = MakeFrame(body, file, 0, ChainId::kEntry);
  const Activation activation{&body, file, frame.id, ChainId::kEntry, nullptr, Value::kNothing, 0};
  body_frames_[file] = frame.id;
  state->frames.push_back(std::move(frame));
  Flow flow = RunBody(body, activation, std::move(state));
  FinishEntry(std::move(flow.returns));
}

// A function whose caller is not known, with arguments that are not known.
void Interpreter::RunFunctionEntry(const Function& function, FileId file, Value code, Value self,
                                   State in) {
  Call call;
  call.open_arguments = true;
  const int64_t outer = code == Value::kNothing ? 0 : values_[code].number;
  Frame frame = MakeFrame(function, file, static_cast<uint32_t>(outer), ChainId::kEntry);
  Bind(call, function, self, frame, *in);
  for (const Parameter& parameter : function.parameters) {
    if (parameter.annotation == nullptr) continue;
    const Value type = StaticName(file, *parameter.annotation);
    if (values_[type].text != "torch.distributed.fsdp.FSDPModule") continue;
    ModuleFacts& facts = in->EditModule(frame.slots[static_cast<size_t>(parameter.slot)]);
    facts.sharded = sites_.Intern({file, parameter.range, ChainId::kEntry, &function});
    facts.is_module = true;
  }
  const ClassDef* klass = code == Value::kNothing ? nullptr : values_[code].klass;
  const Activation activation{&function, file, frame.id, ChainId::kEntry, klass, self, 0};
  in->frames.push_back(std::move(frame));
  Flow flow = RunBody(function, activation, std::move(in));
  FinishEntry(std::move(flow.returns));
}

void Interpreter::RunClassEntry(const Stmt& stmt, FileId file,
                                const std::set<const Function*>& skip) {
  const Value klass =
      values_.Intern({.kind = ValueKind::kClass, .klass = stmt.klass, .file = file});
  const ClassModel& model = ModelOf(klass);
  State start = FreshState();
  const Value self = values_.Intern({.kind = ValueKind::kObject, .first = klass});
  start->Edit(self);
  if (IsModuleClass(klass) == Tri::kYes) start->EditModule(self).is_module = true;
  States made;
  const Value init = FindMethod(klass, "__init__");
  if (init == Value::kNothing) {
    made.push_back(std::move(start));
  } else {
    Call call;
    call.open_arguments = true;
    const ValueNode node = values_[init];
    Frame frame = MakeFrame(*node.function, node.file, 0, ChainId::kEntry);
    Bind(call, *node.function, self, frame, *start);
    const Activation activation{node.function, node.file, frame.id, ChainId::kEntry,
                                node.klass,    self,      0};
    const uint32_t id = frame.id;
    start->frames.push_back(std::move(frame));
    Flow flow = RunBody(*node.function, activation, std::move(start));
    made = std::move(flow.returns);
    for (State& state : made) {
      ForgetFrame(*state, id);
      state->returned = Value::kNothing;
    }
  }
  for (const State& state : made) {
    States copy;
    copy.push_back(std::make_unique<PathState>(*state));
    FinishEntry(std::move(copy));
  }
  for (const auto& [name, function] : model.methods) {
    if (name == "__init__" || skip.contains(function) || result_.followed.contains(function)) {
      continue;
    }
    const Value method = FindMethod(klass, name);
    for (const State& state : made) {
      steps_left_ = kStepsPerEntry;
      auto copy = std::make_unique<PathState>(*state);
      RunFunctionEntry(*function, file, method, IsStatic(*function) ? Value::kNothing : self,
                       std::move(copy));
    }
  }
}

void Interpreter::FinishEntry(States states) {
  ReportUnmatched(states);
  for (const State& state : states) {
    for (const Check* check : checks_) check->OnPathEnd(PathOf(*state), sink_);
  }
}

// A collective without partner is told once, with the fork nearest to it.
void Interpreter::ReportUnmatched(const States& states) {
  std::map<SiteId, Mismatch> by_collective;
  for (const State& state : states) {
    for (size_t i = 0; i < state->forks.size(); ++i) {
      const RankFork& fork = state->forks[i];
      for (const State& other : states) {
        if (other == state) continue;
        Mismatch found;
        if (!ComparePaths(*state, *other, fork, found)) continue;
        const PathState& silent = found.entered == state.get() ? *other : *state;
        if (!IsTwin(*found.entered, silent, fork)) continue;
        // A module that is sharded later was whole, and gathering it took nobody else.
        if (IsShardedOnAny(states, found.module)) continue;
        found.order = i;
        const auto [at, fresh] = by_collective.try_emplace(found.unmatched.inner, found);
        if (!fresh && at->second.order < i) at->second = found;
      }
    }
  }
  for (const auto& [site, mismatch] : by_collective) {
    for (const Check* check : checks_) {
      check->OnUnmatched(mismatch.unmatched, PathOf(*mismatch.entered), sink_);
    }
  }
}

bool Interpreter::IsShardedOnAny(const States& states, Value module) const {
  return module != Value::kNothing &&
         std::any_of(states.begin(), states.end(),
                     [&](const State& state) { return PathOf(*state).IsSharded(module); });
}

// Whether one run can take the two paths on different ranks: a way to be on the
// one and a way to be on the other lie on the two sides of the fork, and decided
// all else alike.
bool Interpreter::IsTwin(const PathState& entered, const PathState& silent,
                         const RankFork& fork) const {
  const auto same = [&](const RankFork& f) { return f.SameFork(fork); };
  const auto here = std::find_if(entered.forks.begin(), entered.forks.end(), same);
  const auto there = std::find_if(silent.forks.begin(), silent.forks.end(), same);
  const auto agree = [&](const std::vector<Assumption>& x, const std::vector<Assumption>& y) {
    return std::all_of(x.begin(), x.end(), [&](const Assumption& mine) {
      if (mine.condition == fork.condition) return true;
      return std::none_of(y.begin(), y.end(), [&](const Assumption& theirs) {
        return theirs.condition == mine.condition && theirs.holds != mine.holds;
      });
    });
  };
  if (here == entered.forks.end() || there == silent.forks.end()) return false;
  for (const RankFork::Witness& mine : here->witnesses) {
    for (const RankFork::Witness& theirs : there->witnesses) {
      if (mine.holds != theirs.holds && agree(mine.assumptions, theirs.assumptions) &&
          agree(mine.assumptions, silent.assumptions) &&
          agree(entered.assumptions, theirs.assumptions) &&
          agree(entered.assumptions, silent.assumptions)) {
        return true;
      }
    }
  }
  return false;
}

// Whether `silent` made a call after the fork that was not followed, and that
// `entered` did not make too, in the same line of code.
bool Interpreter::HasOpenCall(const PathState& silent, const PathState& entered,
                              const RankFork& fork) const {
  return std::any_of(
      silent.open_calls.begin(), silent.open_calls.end(), [&](const OpenCall& call) {
        const Site& place = sites_[call.site];
        const auto same = [&](const OpenCall& other) {
          return sites_[other.site].file == place.file && sites_[other.site].range == place.range;
        };
        return call.order > fork.order &&
               std::none_of(entered.open_calls.begin(), entered.open_calls.end(), same);
      });
}

bool Interpreter::ComparePaths(const PathState& a, const PathState& b, const RankFork& fork,
                               Mismatch& found) {
  absl::Span<const Collective> mine(a.log);
  absl::Span<const Collective> theirs(b.log);
  mine.remove_prefix(std::min(fork.log_begin, mine.size()));
  theirs.remove_prefix(std::min(fork.log_begin, theirs.size()));
  while (!mine.empty() && !theirs.empty() && mine.front() == theirs.front()) {
    mine.remove_prefix(1);
    theirs.remove_prefix(1);
  }
  while (!mine.empty() && !theirs.empty() && mine.back() == theirs.back()) {
    mine.remove_suffix(1);
    theirs.remove_suffix(1);
  }
  // Only when the other ranks certainly enter nothing can a call have no partner.
  const PathState& entered = mine.empty() ? b : a;
  const PathState& silent = mine.empty() ? a : b;
  const absl::Span<const Collective> extra = mine.empty() ? theirs : mine;
  if (extra.empty() || (!mine.empty() && !theirs.empty())) return false;
  if (HasOpenCall(silent, entered, fork)) return false;
  const Collective* const first = extra.data();
  found.module = first->module;
  Unmatched& unmatched = found.unmatched;
  unmatched.name = first->name;
  const SiteId in_frame = sites_.InFrame(first->site, fork.chain);
  unmatched.collective = in_frame == SiteId::kNone ? first->site : in_frame;
  unmatched.inner = first->site;
  unmatched.guard = fork.site;
  // A function that only lets some ranks wait may have its counterpart in
  // another one that the same caller calls, or in the other half of a context
  // manager.
  const Function* guarded = sites_[fork.site].function;
  const bool half = guarded != nullptr && (guarded->generator || guarded->name == "__enter__" ||
                                           guarded->name == "__exit__");
  const bool unknown_caller = !facts_.script && fork.chain == ChainId::kEntry;
  unmatched.may_have_counterpart = OnlyBarriers(extra) && (half || unknown_caller);
  found.entered = &entered;
  return true;
}

}  // namespace fsdpcheck::analyzer

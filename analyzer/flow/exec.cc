#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"

namespace fsdpcheck::analyzer {
namespace {

// More paths than this at one point are dropped. What is found on the kept ones
// stays true, since each is followed by itself.
constexpr size_t kMaxPaths = 6;

State CopyOf(const State& state) { return std::make_unique<PathState>(*state); }

bool OnlyImports(Nodes<Stmt> body) {
  return std::all_of(body.begin(), body.end(), [](const Stmt* stmt) {
    return stmt->kind == StmtKind::kImport || stmt->kind == StmtKind::kPass ||
           (stmt->kind == StmtKind::kAssign && stmt->value != nullptr &&
            stmt->value->kind <= ExprKind::kString);
  });
}

// Of the paths beyond the limit, keeps first those that no kept one is like in
// the side that it took at the last fork between ranks: a path without the ones
// that other ranks take says nothing.
void DropPaths(States& states) {
  const auto side = [](const State& state) {
    if (state->forks->empty() || !state->forks->back().OneSided()) return 0;
    return state->forks->back().witnesses[0].holds ? 1 : 2;
  };
  size_t counts[3] = {};
  std::vector<std::pair<size_t, size_t>> order;  // rank within the side, index
  for (size_t i = 0; i < states.size(); ++i) order.emplace_back(counts[side(states[i])]++, i);
  std::sort(order.begin(), order.end());
  order.resize(kMaxPaths);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  States kept;
  for (const auto& [rank, index] : order) kept.push_back(std::move(states[index]));
  states = std::move(kept);
}

// A loop over abstract elements: a test of the element holds for some of them
// and not for others, so paths on which no element did anything are dropped.
void KeepActiveRounds(const ValueTable& values, const PathState& before, Value item,
                      States& after) {
  const ValueNode& node = values[item];
  std::vector<Value> parts(node.items.begin(), node.items.end());
  if (node.kind != ValueKind::kTuple) parts.assign(1, item);
  const auto idle = [&](const State& state) {
    const bool tested =
        std::any_of(state->assumptions.begin(), state->assumptions.end(), [&](const Assumption& a) {
          return std::any_of(parts.begin(), parts.end(),
                             [&](Value part) { return values.Mentions(a.condition, part); });
        });
    return tested && state->EqualHeapFacts(before);
  };
  const auto active = [&](const State& state) { return !state->EqualHeapFacts(before); };
  if (std::any_of(after.begin(), after.end(), active)) std::erase_if(after, idle);
}

// The code of a generator that was called and not entered yet, else null.
const Function* SuspendedCode(const ValueTable& values, Value value) {
  const ValueNode& node = values[value];
  if (node.kind != ValueKind::kPartial || node.number == 0) return nullptr;
  const ValueNode& callee = values[node.first];
  return callee.kind == ValueKind::kBound ? values[callee.first].function : callee.function;
}

using Stamps = absl::InlinedVector<PathState::Stamp, kMaxPaths>;

Stamps StampsOf(const States& states) {
  Stamps stamps;
  for (const State& state : states) stamps.push_back(state->stamp());
  return stamps;
}

// Joins each state with the first one before it that is `alike`.
void JoinAlike(States& states, ValueTable& values, PathTest alike) {
  States kept;
  for (State& state : states) {
    const auto at = std::find_if(kept.begin(), kept.end(),
                                 [&](const State& other) { return alike(*other, *state); });
    if (at != kept.end()) {
      (*at)->Join(*state, values);
    } else {
      kept.push_back(std::move(state));
    }
  }
  states = std::move(kept);
}

}  // namespace

void Interpreter::Limit(States& states) {
  // First those that part nowhere or in one condition: what each of them entered
  // stays behind the condition that decided it.
  if (states.size() > 2) {
    JoinAlike(states, values_, [](const PathState& a, const PathState& b) {
      return a.IsCloseTo(b) && a.SameFacts(b);
    });
  }
  JoinAlike(states, values_, [](const PathState& a, const PathState& b) { return a.SameFacts(b); });
  if (states.size() > kMaxPaths) DropPaths(states);
}

void Interpreter::Raise(State state) {
  if (raises_ != nullptr) raises_->push_back(std::move(state));
}

Flow Interpreter::ExecBlock(Nodes<Stmt> body, States in) {
  Flow flow;
  flow.next = std::move(in);
  Stamps before;
  size_t returned = 0;
  for (const Stmt* stmt : body) {
    if (flow.next.empty()) break;
    States current = std::move(flow.next);
    flow.next.clear();
    ExecStmt(*stmt, std::move(current), flow);
    // Most statements leave everything as it is that tells paths apart.
    if (flow.next.size() > 1 && StampsOf(flow.next) != before) {
      Limit(flow.next);
      before = StampsOf(flow.next);
    }
    if (flow.returns.size() > returned && flow.returns.size() > 1) Limit(flow.returns);
    returned = flow.returns.size();
  }
  return flow;
}

void Interpreter::ExecStmt(const Stmt& stmt, States in, Flow& flow) {
  // Paths go through the same body together, so that they can be joined there.
  switch (stmt.kind) {
    case StmtKind::kIf:
      return ExecIf(stmt, std::move(in), flow);
    case StmtKind::kWhile:
      return ExecLoop(stmt, std::move(in), flow);
    case StmtKind::kTry:
      return ExecTry(stmt, std::move(in), flow);
    default:
      for (State& state : in) {
        if (!Spend(1)) return;
        ExecOnPath(stmt, std::move(state), flow);
      }
  }
}

void Interpreter::ExecOnPath(const Stmt& stmt, State state, Flow& flow) {
  switch (stmt.kind) {
    case StmtKind::kFor:
      ExecFor(stmt, std::move(state), flow);
      break;
    case StmtKind::kWith:
      ExecWith(stmt, 0, std::move(state), flow);
      break;
    case StmtKind::kMatch:
      ExecMatch(stmt, std::move(state), flow);
      break;
    case StmtKind::kImport:
      ExecImport(stmt, std::move(state), flow);
      break;
    case StmtKind::kFunction:
    case StmtKind::kClass:
      ExecDefinition(stmt, std::move(state), flow);
      break;
    case StmtKind::kBreak:
      flow.breaks.push_back(std::move(state));
      break;
    case StmtKind::kContinue:
      flow.continues.push_back(std::move(state));
      break;
    case StmtKind::kPass:
    case StmtKind::kGlobal:
    case StmtKind::kDelete:
      ExecDelete(stmt, std::move(state), flow);
      break;
    default:
      ExecSimple(stmt, std::move(state), flow);
      break;
  }
}

void Interpreter::ExecDelete(const Stmt& stmt, State in, Flow& flow) {
  States states;
  states.push_back(std::move(in));
  for (const Expr* target : stmt.targets) {
    States after;
    if (target->kind == ExprKind::kAttribute) {
      for (State& state : states) {
        for (Outcome& object : Eval(target->first, std::move(state))) {
          const Value name = values_.Attribute(object.value, target->text);
          object.state->SetField(object.value, values_[name].text, values_.None());
          after.push_back(std::move(object.state));
        }
      }
      states = std::move(after);
      continue;
    }
    if (target->kind != ExprKind::kSubscript) continue;
    for (State& state : states) {
      for (Outcome& dict : Eval(target->first, std::move(state))) {
        for (Outcome& key : Eval(target->second, std::move(dict.state))) {
          RemoveEntry(*key.state, dict.value, key.value);
          after.push_back(std::move(key.state));
        }
      }
    }
    states = std::move(after);
  }
  MoveInto(flow.next, std::move(states));
}

void Interpreter::ExecSimple(const Stmt& stmt, State in, Flow& flow) {
  if (stmt.kind == StmtKind::kAssert) {
    const size_t begin = in->assumptions.size();
    States holds;
    States never;
    BranchOn(stmt.value, std::move(in), holds, never);
    for (State& state : holds) state->TakeAsGiven(begin);
    MoveInto(flow.next, std::move(holds));
    return;
  }
  if (stmt.kind == StmtKind::kExpr && stmt.value->kind == ExprKind::kCall) {
    for (Outcome& outcome : EvalCall(*stmt.value, std::move(in), Call::Use::kStatement)) {
      flow.next.push_back(std::move(outcome.state));
    }
    return;
  }
  if (stmt.value == nullptr) {
    if (stmt.kind == StmtKind::kReturn) {
      in->returned = values_.None();
      flow.returns.push_back(std::move(in));
    } else if (stmt.kind == StmtKind::kRaise) {
      Raise(std::move(in));
    } else {
      flow.next.push_back(std::move(in));
    }
    return;
  }
  // What is handed to a caller that is followed is used, or not, by the caller.
  const bool handed_on = stmt.kind == StmtKind::kReturn && stack_.size() > 1;
  const bool outer = std::exchange(
      quiet_reads_, quiet_reads_ || (handed_on && stmt.value->kind == ExprKind::kName));
  const bool returned_call = stmt.kind == StmtKind::kReturn && stmt.value->kind == ExprKind::kCall;
  Outcomes outcomes = returned_call ? EvalCall(*stmt.value, std::move(in), Call::Use::kReturned)
                                    : Eval(stmt.value, std::move(in));
  quiet_reads_ = outer;
  for (Outcome& outcome : outcomes) {
    if (stmt.kind == StmtKind::kReturn) {
      outcome.state->returned = outcome.value;
      if (!handed_on) MarkHolderUse(*outcome.state, outcome.value, SiteAt(stmt.value->range), 3);
      flow.returns.push_back(std::move(outcome.state));
    } else if (stmt.kind == StmtKind::kRaise) {
      Raise(std::move(outcome.state));
    } else if (stmt.kind == StmtKind::kAugAssign) {
      AugAssign(stmt, outcome.value, std::move(outcome.state), flow.next);
    } else {
      States current;
      current.push_back(std::move(outcome.state));
      for (const Expr* target : stmt.targets) {
        States assigned;
        for (State& state : current) Assign(*target, outcome.value, std::move(state), assigned);
        current = std::move(assigned);
      }
      MoveInto(flow.next, std::move(current));
    }
  }
}

void Interpreter::ExecIf(const Stmt& stmt, States in, Flow& out) {
  States if_true;
  States if_false;
  Flow flow;
  const SiteId outer = in.front()->rank_test;
  std::vector<size_t> begins;  // of what the test decided, on each path where it is false
  Parted parted;
  for (State& state : in) {
    if (!Spend(1)) return;
    parted.order = std::max(parted.order, state->order);
    const size_t begin = state->assumptions.size();
    state->by_rank = false;
    BranchOn(stmt.value, std::move(state), if_true, if_false);
    begins.resize(if_false.size(), begin);
  }
  const SiteId test = SiteAt(stmt.value->range);
  for (const States* side : {&if_true, &if_false}) {
    for (const State& state : *side) {
      if (state->by_rank && state->rank_test == SiteId::kNone) state->rank_test = test;
    }
  }
  if (if_true.empty() && stmt.value->kind == ExprKind::kCompare) {
    // With what others pass it may go there.
    asked_again_.insert(stack_.back().function);
  }
  if (!if_true.empty()) {
    Flow body = ExecBlock(stmt.body, std::move(if_true));
    const bool fails = body.next.empty() && body.returns.empty() && body.breaks.empty() &&
                       body.continues.empty() && steps_left_ > 0;
    for (size_t i = 0; fails && i < if_false.size(); ++i) if_false[i]->TakeAsGiven(begins[i]);
    for (const State& state : body.next) parted.yes.push_back(state.get());
    Append(flow, std::move(body));
  }
  if (!if_false.empty()) {
    Flow otherwise = ExecBlock(stmt.orelse, std::move(if_false));
    for (const State& state : otherwise.next) parted.no.push_back(state.get());
    Append(flow, std::move(otherwise));
    for (Mismatch& found : CompareSides(parted, values_, sites_, facts_)) {
      rank_sides_.Suspect(std::move(found));
    }
  }
  for (const States* ends : {&flow.next, &flow.breaks, &flow.continues, &flow.returns}) {
    for (const State& state : *ends) state->rank_test = outer;
  }
  Append(out, std::move(flow));
}

// A loop body runs once: a second round would meet the same abstract elements
// and prove nothing new. A loop that provably runs no time is skipped.
void Interpreter::ExecLoop(const Stmt& stmt, States in, Flow& flow) {
  States entered;
  States done;
  for (State& state : in) {
    if (!Spend(1)) return;
    States if_true;
    States if_false;
    BranchOn(stmt.value, std::move(state), if_true, if_false);
    if (if_true.empty()) {
      MoveInto(done, std::move(if_false));
    } else {
      MoveInto(entered, std::move(if_true));
    }
  }
  Flow body;
  ++loop_depth_;
  if (!entered.empty()) body = ExecBlock(stmt.body, std::move(entered));
  --loop_depth_;
  MoveInto(flow.returns, std::move(body.returns));
  MoveInto(done, std::move(body.next));
  MoveInto(done, std::move(body.continues));
  Limit(done);
  Flow orelse = ExecBlock(stmt.orelse, std::move(done));
  MoveInto(orelse.next, std::move(body.breaks));
  Append(flow, std::move(orelse));
}

void Interpreter::LoopBody(const Stmt& stmt, Value item, States in, Flow& loop) {
  States ready;
  State before = in.size() == 1 ? CopyOf(in[0]) : nullptr;
  for (State& state : in) Assign(*stmt.targets[0], item, std::move(state), ready);
  for (State& state : ready) {
    state->loops.push_back({static_cast<uint32_t>(state->assumptions.size()), state->clock});
  }
  ++loop_depth_;
  Flow body = ExecBlock(stmt.body, std::move(ready));
  --loop_depth_;
  for (States* ends : {&body.next, &body.continues, &body.breaks, &body.returns}) {
    for (State& state : *ends) {
      if (!state->loops.empty()) state->loops.pop_back();
    }
  }
  MoveInto(loop.next, std::move(body.next));
  MoveInto(loop.next, std::move(body.continues));
  if (before != nullptr) KeepActiveRounds(values_, *before, item, loop.next);
  MoveInto(loop.breaks, std::move(body.breaks));
  MoveInto(loop.returns, std::move(body.returns));
  Limit(loop.next);
}

void Interpreter::ExecFor(const Stmt& stmt, State in, Flow& flow) {
  for (Outcome& outcome : Eval(stmt.value, std::move(in))) {
    const std::vector<Value> items = IterationItems(*outcome.state, outcome.value);
    const Object* const iterated = outcome.state->Find(outcome.value);
    const Function* const generator = SuspendedCode(values_, outcome.value);
    const bool by_rank = AsksForRank(*outcome.state, values_.GateOf(outcome.value)) ||
                         (generator != nullptr && DividesRanks(program_.Whole(*generator)));
    const int uneven = by_rank || (iterated != nullptr && iterated->uneven) ? 1 : 0;
    const int filtered = iterated != nullptr && iterated->filtered ? 1 : 0;
    outcome.state->uneven_depth += uneven;
    outcome.state->filtered_depth += filtered;
    Flow loop;
    ForItems(stmt, items, std::move(outcome.state), loop);
    for (States* ends : {&loop.next, &loop.breaks, &loop.continues, &loop.returns}) {
      for (State& state : *ends) {
        state->uneven_depth -= uneven;
        state->filtered_depth -= filtered;
      }
    }
    Append(flow, std::move(loop));
  }
}

void Interpreter::ForItems(const Stmt& stmt, absl::Span<const Value> items, State in, Flow& flow) {
  Flow loop;
  loop.next.push_back(std::move(in));
  const ChainId chain = stack_.back().chain;
  const SiteId site = SiteAt(stmt.value->range);
  for (size_t i = 0; i < items.size(); ++i) {
    States round = std::move(loop.next);
    loop.next.clear();
    if (i > 0) stack_.back().chain = sites_.EnterRound(site, static_cast<int>(i));
    LoopBody(stmt, items[i], std::move(round), loop);
  }
  stack_.back().chain = chain;
  MoveInto(flow.returns, std::move(loop.returns));
  Flow orelse = ExecBlock(stmt.orelse, std::move(loop.next));
  MoveInto(orelse.next, std::move(loop.breaks));
  Append(flow, std::move(orelse));
}

void Interpreter::ExecTry(const Stmt& stmt, States in, Flow& flow) {
  States before;
  if (!stmt.handlers.empty() && !OnlyImports(stmt.body)) {
    for (const State& state : in) before.push_back(CopyOf(state));
  }
  States raised;
  States* const outer = std::exchange(raises_, &raised);
  if (!stmt.handlers.empty()) ++try_depth_;
  Flow body = ExecBlock(stmt.body, std::move(in));
  if (!stmt.handlers.empty()) --try_depth_;
  raises_ = outer;

  Flow result;
  States normal = std::exchange(body.next, {});
  Append(result, std::move(body));
  Append(result, ExecBlock(stmt.orelse, std::move(normal)));
  for (const Handler& handler : stmt.handlers) {
    // An exception may come from anywhere in the body; the state before it is
    // used to look at the handler, and not carried on.
    States guess;
    for (const State& state : before) guess.push_back(CopyOf(state));
    ExecBlock(handler.body, std::move(guess));
    States known;
    for (const State& state : raised) {
      known.push_back(CopyOf(state));
      known.back()->caught = ++known.back()->order;
    }
    Limit(known);
    Append(result, ExecBlock(handler.body, std::move(known)));
  }
  if (stmt.handlers.empty()) {
    for (State& state : ExecBlock(stmt.finally, std::move(raised)).next) Raise(std::move(state));
  }
  RunFinally(stmt, std::move(result), flow);
}

void Interpreter::RunFinally(const Stmt& stmt, Flow result, Flow& flow) {
  if (stmt.finally.empty()) {
    Append(flow, std::move(result));
    return;
  }
  for (States Flow::* way : {&Flow::next, &Flow::breaks, &Flow::continues, &Flow::returns}) {
    States ending = std::move(result.*way);
    Limit(ending);
    Flow finally = ExecBlock(stmt.finally, std::move(ending));
    MoveInto(flow.*way, std::move(finally.next));
    MoveInto(flow.returns, std::move(finally.returns));
  }
}

void Interpreter::ExecMatch(const Stmt& stmt, State in, Flow& flow) {
  for (Outcome& subject : Eval(stmt.value, std::move(in))) {
    States open;
    open.push_back(std::move(subject.state));
    for (const Case& branch : stmt.cases) {
      States matched;
      MatchCase(branch, subject.value, open, matched);
      Append(flow, ExecBlock(branch.body, std::move(matched)));
    }
    MoveInto(flow.next, std::move(open));
  }
}

// Moves the paths on which `branch` is taken from `open` to `matched`.
void Interpreter::MatchCase(const Case& branch, Value subject, States& open, States& matched) {
  States candidates;
  if (branch.irrefutable) {
    candidates = std::move(open);
    open.clear();
    for (State& state : candidates) SetSlot(*state, branch.slot, subject);
  } else if (branch.values.empty()) {
    for (const State& state : open) candidates.push_back(CopyOf(state));
  }
  for (const Expr* value : branch.values) {
    States still_open;
    for (State& state : open) {
      for (Outcome& outcome : Eval(value, std::move(state))) {
        const Value same = Compare(*outcome.state, Op::kEq, subject, outcome.value);
        Branch(same, value, std::move(outcome.state), candidates, still_open);
      }
    }
    open = std::move(still_open);
  }
  if (branch.guard == nullptr) {
    MoveInto(matched, std::move(candidates));
    return;
  }
  for (State& state : candidates) BranchOn(branch.guard, std::move(state), matched, open);
}

void Interpreter::ExecImport(const Stmt& stmt, State in, Flow& flow) {
  const Activation& here = stack_.back();
  for (const ImportedName& name : stmt.imports) {
    Import import;
    import.local = std::string(name.local);
    import.module = std::string(name.module);
    import.attribute = std::string(name.attribute);
    import.level = name.level;
    if (name.attribute.empty() && !name.renamed) {
      import.module = import.module.substr(0, import.module.find('.'));
    }
    const Target target = program_.project().Resolve(here.file, import);
    const Value value = TargetValue(*in, target);
    SetSlot(*in, name.slot, value);
    const bool first_of_module = &name == stmt.imports.data() || (&name)[-1].module != name.module;
    const auto& direct = here.function->body;
    const bool unconditional = here.function->parent == nullptr &&
                               std::find(direct.begin(), direct.end(), &stmt) != direct.end();
    if (!target.file.has_value() && first_of_module && unconditional) {
      const std::string dotted = name.attribute.empty()
                                     ? std::string(name.module)
                                     : std::string(name.module) + "." + std::string(name.attribute);
      const SiteId site = SiteAt(name.range);
      for (const Check* check : checks_) check->OnImport(dotted, site, PathOf(*in), sink_);
    }
  }
  flow.next.push_back(std::move(in));
}

void Interpreter::ExecDefinition(const Stmt& stmt, State in, Flow& flow) {
  const Activation& here = stack_.back();
  ValueNode node;
  node.file = here.file;
  node.number = here.frame;
  if (stmt.kind == StmtKind::kFunction) {
    node.kind = ValueKind::kFunction;
    node.function = stmt.function;
  } else {
    node.kind = ValueKind::kClass;
    node.klass = stmt.klass;
  }
  in->EditFrame(here.frame).captured = true;
  SetSlot(*in, stmt.slot, values_.Intern(node));
  flow.next.push_back(std::move(in));
}

}  // namespace fsdpcheck::analyzer

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

bool NeverNone(const ValueTable& values, Value value) {
  if (values.TruthOf(value) == ValueTable::Truth::kTrue) return true;
  switch (values[value].kind) {
    case ValueKind::kTuple:
    case ValueKind::kList:
    case ValueKind::kDict:
    case ValueKind::kRank:
    case ValueKind::kFormat:
    case ValueKind::kParameters:
    case ValueKind::kStateDict:
      return true;
    default:
      return false;
  }
}

// Who asks a mesh first what dimensions it has does not say that it has this one.
void NoteSlice(const ValueTable& values, Value mesh, Value key, SiteId site, PathState& state) {
  const ValueNode& name = values[key];
  if (name.kind != ValueKind::kString || !IsModelParallelDim(name.text)) return;
  const bool asked =
      std::any_of(state.assumptions.begin(), state.assumptions.end(),
                  [&](const Assumption& one) { return values.Mentions(one.condition, mesh); });
  if (!asked) state.slices.push_back({mesh, name.text, site, state.assumptions});
}

}  // namespace

Outcomes Interpreter::One(State state, Value value) {
  Outcomes outcomes;
  outcomes.push_back({std::move(state), value});
  return outcomes;
}

Value Interpreter::Opaque(const Expr* expr) {
  return values_.Intern({.kind = ValueKind::kOpaque, .expr = expr, .chain = stack_.back().chain});
}

Outcomes Interpreter::Eval(const Expr* expr, State in) {
  if (expr == nullptr) return One(std::move(in), values_.None());
  if (!Spend(1)) return {};
  Outcomes outcomes = EvalKind(expr, std::move(in));
  for (Outcome& outcome : outcomes) outcome.value = Settled(*outcome.state, outcome.value);
  return outcomes;
}

Outcomes Interpreter::EvalKind(const Expr* expr, State in) {
  switch (expr->kind) {
    case ExprKind::kName:
      return EvalName(*expr, std::move(in));
    case ExprKind::kNone:
    case ExprKind::kTrue:
    case ExprKind::kFalse:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
      return One(std::move(in), values_.Literal(*expr));
    case ExprKind::kFormatString:
      return EvalFormat(*expr, std::move(in));
    case ExprKind::kAttribute:
      return EvalAttribute(*expr, std::move(in));
    case ExprKind::kSubscript:
      return EvalSubscript(*expr, std::move(in));
    case ExprKind::kCall:
      return EvalCall(*expr, std::move(in), Call::Use::kValue);
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kSet:
      return EvalDisplay(*expr, std::move(in));
    case ExprKind::kDict:
      return EvalDict(*expr, std::move(in));
    case ExprKind::kListComp:
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
    case ExprKind::kGenerator:
      return EvalComprehension(*expr, std::move(in));
    case ExprKind::kUnary:
    case ExprKind::kBinary:
      return EvalBinary(*expr, std::move(in));
    case ExprKind::kAnd:
    case ExprKind::kOr:
      return EvalBoolean(*expr, std::move(in));
    case ExprKind::kCompare:
      return EvalCompare(*expr, std::move(in));
    case ExprKind::kConditional:
      return EvalConditional(*expr, std::move(in));
    case ExprKind::kLambda:
      return EvalLambda(*expr, std::move(in));
    case ExprKind::kAwait:
    case ExprKind::kStar:
      return Eval(expr->first, std::move(in));
    case ExprKind::kYield:
      return EvalYield(*expr, std::move(in));
    case ExprKind::kNamed:
      return EvalNamed(*expr, std::move(in));
    case ExprKind::kYieldFrom:
    case ExprKind::kEllipsis:
    case ExprKind::kSlice:
    case ExprKind::kUnknown:
      return One(std::move(in), Opaque(expr));
  }
  return One(std::move(in), Opaque(expr));
}

ListOutcomes Interpreter::EvalAll(Nodes<Expr> exprs, State in) {
  ListOutcomes outcomes;
  outcomes.push_back({std::move(in), {}});
  for (const Expr* expr : exprs) {
    ListOutcomes longer;
    for (ListOutcome& so_far : outcomes) {
      for (Outcome& next : Eval(expr, std::move(so_far.state))) {
        ListOutcome extended{std::move(next.state), so_far.values};
        extended.values.push_back(next.value);
        longer.push_back(std::move(extended));
      }
    }
    outcomes = std::move(longer);
  }
  return outcomes;
}

Outcomes Interpreter::EvalName(const Expr& expr, State in) {
  const Activation& here = stack_.back();
  if (expr.slot >= 0) {
    const Frame& frame = *in->FindFrame(here.frame);
    const Value value = frame.slots[static_cast<size_t>(expr.slot)];
    if (value != Value::kNothing) {
      if (!quiet_reads_) MarkRead(*in, value);
      return One(std::move(in), value);
    }
    if (here.function->parent != nullptr || here.function->name != "<module>") {
      return One(std::move(in), values_.Intern({.kind = ValueKind::kOpaque,
                                                .text = expr.text,
                                                .function = here.function,
                                                .chain = here.chain}));
    }
  }
  const Value value = LookupName(*in, expr.text);
  return One(std::move(in), value);
}

Outcomes Interpreter::EvalNamed(const Expr& expr, State in) {
  Outcomes outcomes = Eval(expr.second, std::move(in));
  for (Outcome& outcome : outcomes) SetSlot(*outcome.state, expr.first->slot, outcome.value);
  return outcomes;
}

Outcomes Interpreter::EvalLambda(const Expr& expr, State in) {
  const Activation& here = stack_.back();
  in->EditFrame(here.frame).captured = true;
  return One(std::move(in), values_.Intern({.kind = ValueKind::kFunction,
                                            .number = here.frame,
                                            .function = expr.function,
                                            .file = here.file}));
}

Outcomes Interpreter::EvalYield(const Expr& expr, State in) {
  Outcomes result;
  for (Outcome& yielded : Eval(expr.first, std::move(in))) {
    if (yields_.empty() || yields_.back().function != stack_.back().function) {
      result.push_back({std::move(yielded.state), Opaque(&expr)});
      continue;
    }
    // A copy: the target is taken off the list while the body of the `with` runs.
    const auto body = yields_.back().body;
    for (State& state : body(std::move(yielded.state), yielded.value)) {
      result.push_back({std::move(state), values_.None()});
    }
  }
  return result;
}

Outcomes Interpreter::EvalAttribute(const Expr& expr, State in) {
  Outcomes result;
  for (Outcome& object : Apart(Eval(expr.first, std::move(in)), expr.first)) {
    const Value value = AttributeOf(*object.state, object.value, expr.text);
    const ValueNode node = values_[value];
    if (node.kind == ValueKind::kBound && IsProperty(values_[node.first].function)) {
      Call call;
      call.expr = &expr;
      call.site = SiteAt(expr.name_range);
      call.whole = SiteAt(expr.range);
      call.callee = value;
      for (Outcome& got : Invoke(call, node.first, node.second, std::move(object.state))) {
        result.push_back(std::move(got));
      }
      continue;
    }
    result.push_back({std::move(object.state), value});
  }
  return result;
}

Outcomes Interpreter::EvalSubscript(const Expr& expr, State in) {
  Outcomes result;
  for (Outcome& object : Eval(expr.first, std::move(in))) {
    if (expr.second->kind == ExprKind::kSlice) {
      const Value part = values_.Index(object.value, Opaque(expr.second));
      result.push_back({std::move(object.state), part});
      continue;
    }
    for (Outcome& key : Eval(expr.second, std::move(object.state))) {
      const Value item = ItemOf(*key.state, object.value, key.value);
      NoteSlice(values_, object.value, key.value, SiteAt(expr.range), *key.state);
      result.push_back({std::move(key.state), item});
    }
  }
  return result;
}

Outcomes Interpreter::EvalBoolean(const Expr& expr, State in) {
  const bool is_and = expr.kind == ExprKind::kAnd;
  Outcomes done;
  States open;
  open.push_back(std::move(in));
  for (size_t i = 0; i < expr.items.size(); ++i) {
    States more;
    for (State& state : open) {
      for (Outcome& outcome : Eval(expr.items[i], std::move(state))) {
        if (i + 1 == expr.items.size()) {
          done.push_back(std::move(outcome));
          continue;
        }
        States if_true;
        States if_false;
        Branch(outcome.value, expr.items[i], std::move(outcome.state), if_true, if_false);
        for (State& go_on : is_and ? if_true : if_false) more.push_back(std::move(go_on));
        for (State& stop : is_and ? if_false : if_true) {
          const bool is_condition = values_[outcome.value].kind == ValueKind::kCondition ||
                                    values_[outcome.value].kind == ValueKind::kNot;
          const Value value = is_condition ? values_.Bool(!is_and) : outcome.value;
          done.push_back({std::move(stop), value});
        }
      }
    }
    open = std::move(more);
  }
  return done;
}

Outcomes Interpreter::EvalConditional(const Expr& expr, State in) {
  States if_true;
  States if_false;
  BranchOn(expr.first, std::move(in), if_true, if_false);
  Outcomes result;
  for (State& state : if_true) {
    for (Outcome& outcome : Eval(expr.second, std::move(state))) {
      result.push_back(std::move(outcome));
    }
  }
  for (State& state : if_false) {
    for (Outcome& outcome : Eval(expr.third, std::move(state))) {
      result.push_back(std::move(outcome));
    }
  }
  return result;
}

Outcomes Interpreter::EvalBinary(const Expr& expr, State in) {
  Outcomes result;
  for (Outcome& first : Eval(expr.first, std::move(in))) {
    if (expr.kind == ExprKind::kUnary) {
      Value value = Opaque(&expr);
      if (expr.op == Op::kNot) {
        value = Negate(*first.state, first.value);
      } else if (expr.op == Op::kMinus && values_[first.value].kind == ValueKind::kInt) {
        value = values_.Int(-values_[first.value].number);
      }
      result.push_back({std::move(first.state), value});
      continue;
    }
    for (Outcome& second : Eval(expr.second, std::move(first.state))) {
      if (expr.op == Op::kMatMul) {
        const CallArgument operands[] = {{.value = first.value, .expr = expr.first},
                                         {.value = second.value, .expr = expr.second}};
        NoteCompute(operands, *second.state);
      }
      const Value value = Binary(*second.state, expr, first.value, second.value);
      result.push_back({std::move(second.state), value});
    }
  }
  return result;
}

Value Interpreter::Negate(const PathState& state, Value value) {
  switch (TruthIn(state, value)) {
    case ValueTable::Truth::kTrue:
      return values_.Bool(false);
    case ValueTable::Truth::kFalse:
      return values_.Bool(true);
    case ValueTable::Truth::kUnknown:
      break;
  }
  return values_.Not(value);
}

Value Interpreter::Binary(PathState& state, const Expr& expr, Value first, Value second) {
  const ValueNode a = values_[first];
  const ValueNode b = values_[second];
  if (a.kind == ValueKind::kInt && b.kind == ValueKind::kInt) {
    if (expr.op == Op::kAdd) return values_.Int(a.number + b.number);
    if (expr.op == Op::kSub) return values_.Int(a.number - b.number);
  }
  const auto is_text = [](const ValueNode& n) {
    return n.kind == ValueKind::kString || n.kind == ValueKind::kFormat;
  };
  if (is_text(a) || is_text(b) || expr.op == Op::kDiv) {
    const Value parts[] = {first, second};
    return values_.Intern({.kind = ValueKind::kFormat, .items = parts});
  }
  if ((a.kind == ValueKind::kList && expr.op == Op::kAdd) ||
      (a.kind == ValueKind::kDict && expr.op == Op::kOr)) {
    const Value merged =
        values_.Intern({.kind = a.kind, .expr = &expr, .chain = stack_.back().chain});
    CopyContents(state, first, merged);
    if (a.kind == ValueKind::kList) {
      ExtendList(state, merged, second);
    } else {
      MergeDict(state, second, merged);
    }
    return merged;
  }
  if (a.kind == ValueKind::kList && expr.op == Op::kMul) {
    const Value repeated =
        values_.Intern({.kind = a.kind, .expr = &expr, .chain = stack_.back().chain});
    CopyContents(state, first, repeated);
    state.Edit(repeated).open = true;
    return repeated;
  }
  return values_.Intern(
      {.kind = ValueKind::kPure, .op = expr.op, .first = first, .second = second});
}

void Interpreter::CopyContents(PathState& state, Value from, Value to) {
  const Object* const found = state.Find(from);
  if (found == nullptr) return;
  const Object source = *found;
  Object& target = state.Edit(to);
  target.items = source.items;
  target.entries = source.entries;
  target.open = source.open;
  target.more = source.more;
  target.uneven = source.uneven;
  target.filtered = source.filtered;
  if (source.holder) state.EditHolder(to) = *source.holder;
}

void Interpreter::MergeDict(PathState& state, Value from, Value to) {
  const Object* source = state.Find(from);
  if (values_[from].kind != ValueKind::kDict || source == nullptr) {
    const bool unknown = values_[from].kind != ValueKind::kDict;
    state.Edit(to).open |= unknown;
    state.Edit(to).more |= unknown;
    return;
  }
  const std::vector<Entry> entries = source->entries;
  const bool open = source->open;
  const bool more = source->more;
  Object& target = state.Edit(to);
  for (const Entry& entry : entries) SetEntry(target, entry);
  target.open |= open;
  target.more |= more;
}

Outcomes Interpreter::EvalCompare(const Expr& expr, State in) {
  Outcomes result;
  for (Outcome& first : Eval(expr.first, std::move(in))) {
    for (Outcome& second : Eval(expr.second, std::move(first.state))) {
      const Value value = Compare(*second.state, expr.op, first.value, second.value);
      result.push_back({std::move(second.state), value});
    }
  }
  return result;
}

Value Interpreter::Compare(const PathState& state, Op op, Value first, Value second) {
  if (const Value gate = values_.GateOf(first); gate != Value::kNothing) {
    const ValueNode node = values_[first];
    return values_.Joined(Compare(state, op, node.first, second),
                          Compare(state, op, node.second, second), gate);
  }
  const bool negated = op == Op::kNotEq || op == Op::kIsNot || op == Op::kNotIn;
  const bool identity = op == Op::kIs || op == Op::kIsNot;
  if (op == Op::kEq || op == Op::kNotEq || identity) {
    if (values_.IsConstant(first) && values_.IsConstant(second)) {
      return values_.Bool((first == second) != negated);
    }
    if (first == second && values_.IsCode(first)) return values_.Bool(!negated);
    const Value other = second == values_.None() ? first : second;
    if (second == values_.None() && NeverNone(values_, other)) return values_.Bool(negated);
  }
  if (op == Op::kIn || op == Op::kNotIn) {
    std::vector<Value> items;
    if (values_.IsConstant(first) && KnownItems(state, second, items) &&
        std::all_of(items.begin(), items.end(), [&](Value v) { return values_.IsConstant(v); })) {
      const bool found = std::find(items.begin(), items.end(), first) != items.end();
      return values_.Bool(found != negated);
    }
  }
  return values_.Condition(op, first, second);
}

Outcomes Interpreter::EvalFormat(const Expr& expr, State in) {
  Outcomes result;
  for (ListOutcome& parts : EvalAll(expr.items, std::move(in))) {
    const Value value = values_.Intern({.kind = ValueKind::kFormat, .items = parts.values});
    result.push_back({std::move(parts.state), value});
  }
  return result;
}

}  // namespace fsdpcheck::analyzer

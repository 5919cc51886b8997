// Displays, comprehensions, subscripts and iteration.
#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/flow/interpreter.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxComprehensionItems = 8;
constexpr size_t kMaxChoices = 3;  // each is a path of its own

bool IsStar(const Expr* expr) { return expr->kind == ExprKind::kStar; }

// Each module once, as children() yields them.
std::vector<Value> Distinct(const std::vector<Value>& modules) {
  std::vector<Value> distinct;
  for (const Value module : modules) {
    if (std::find(distinct.begin(), distinct.end(), module) == distinct.end()) {
      distinct.push_back(module);
    }
  }
  return distinct;
}

}  // namespace

Outcomes Interpreter::EvalDisplay(const Expr& expr, State in) {
  Outcomes result;
  const bool stars = std::any_of(expr.items.begin(), expr.items.end(), IsStar);
  for (ListOutcome& parts : EvalAll(expr.items, std::move(in))) {
    if (expr.kind == ExprKind::kTuple && !stars) {
      result.push_back({std::move(parts.state), values_.Tuple(parts.values)});
      continue;
    }
    const Value list =
        values_.Intern({.kind = ValueKind::kList, .expr = &expr, .chain = stack_.back().chain});
    PathState& state = *parts.state;
    state.Edit(list).items.clear();
    state.Edit(list).open = false;
    for (size_t i = 0; i < parts.values.size(); ++i) {
      if (IsStar(expr.items[i])) {
        ExtendList(state, list, parts.values[i]);
      } else {
        state.Edit(list).items.push_back(parts.values[i]);
      }
    }
    result.push_back({std::move(parts.state), list});
  }
  return result;
}

Outcomes Interpreter::EvalDict(const Expr& expr, State in) {
  Outcomes result;
  for (ListOutcome& parts : EvalAll(expr.items, std::move(in))) {
    const Value dict =
        values_.Intern({.kind = ValueKind::kDict, .expr = &expr, .chain = stack_.back().chain});
    PathState& state = *parts.state;
    state.Edit(dict).entries.clear();
    state.Edit(dict).open = state.Edit(dict).more = false;
    for (size_t i = 0; i + 1 < parts.values.size(); i += 2) {
      if (expr.items[i] == nullptr) {
        MergeDict(state, parts.values[i + 1], dict);
      } else {
        SetEntry(state.Edit(dict),
                 {parts.values[i], parts.values[i + 1], SiteAt(expr.items[i]->range)});
      }
    }
    result.push_back({std::move(parts.state), dict});
  }
  return result;
}

bool Interpreter::KnownItems(const PathState& state, Value value, std::vector<Value>& items) const {
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kTuple) {
    items.assign(node.items.begin(), node.items.end());
    return true;
  }
  const Object* object = state.Find(value);
  if (object == nullptr || object->open) return false;
  if (node.kind == ValueKind::kList ||
      (node.kind == ValueKind::kObject && !object->items.empty())) {
    items = object->items;
    return true;
  }
  if (node.kind == ValueKind::kDict) {
    for (const Entry& entry : object->entries) items.push_back(entry.key);
    return true;
  }
  return false;
}

std::vector<Value> Interpreter::IterationItems(PathState& state, Value iterable) {
  std::vector<Value> items;
  if (KnownItems(state, iterable, items) && items.size() <= kMaxComprehensionItems) return items;
  const Object* object = state.Find(iterable);
  if (object != nullptr && !object->items.empty() &&
      object->items.size() <= kMaxComprehensionItems) {
    return object->items;
  }
  const ValueNode node = values_[iterable];
  if (node.kind == ValueKind::kResult) return ResultItems(state, iterable, node);
  return {ElementOf(state, iterable)};
}

// Items of what enumerate(), zip(), chain(), items() and the like return.
std::vector<Value> Interpreter::ResultItems(PathState& state, Value iterable,
                                            const ValueNode& node) {
  const ValueNode callee = values_[node.first];
  const absl::string_view name = callee.text;
  const std::vector<Value> args(node.items.begin(), node.items.end());
  // Each with a number or a name that is not known.
  const auto labelled = [&](std::vector<Value> items) {
    for (Value& item : items) {
      const Value pair[] = {Opaque(node.expr), item};
      item = values_.Tuple(pair);
    }
    return items;
  };
  if (callee.kind == ValueKind::kExternal && !args.empty()) {
    if (name == "enumerate") return labelled(IterationItems(state, args[0]));
    if (name == "zip") {
      std::vector<Value> row;
      for (Value arg : args) row.push_back(ElementOf(state, arg));
      return {values_.Tuple(row)};
    }
    if (name == "itertools.chain") {
      std::vector<Value> all;
      for (Value arg : args) {
        for (Value item : IterationItems(state, arg)) all.push_back(item);
      }
      return all;
    }
    if (name == "reversed" || name == "list" || name == "tuple" || name == "iter" ||
        name == "sorted" || name == "set" || name == "tqdm.tqdm" || name == "tqdm.auto.tqdm") {
      return IterationItems(state, args[0]);
    }
    if (name == "filter" && args.size() == 2) return IterationItems(state, args[1]);
  }
  if (callee.kind == ValueKind::kAttribute) {
    if (name == "items" && values_[callee.first].kind == ValueKind::kDict) {
      return DictItems(state, callee.first);
    }
    if (name == "values" && values_[callee.first].kind == ValueKind::kDict) {
      std::vector<Value> all;
      for (const Value pair : DictItems(state, callee.first)) all.push_back(values_[pair].items[1]);
      return all;
    }
    const Object* const held = state.Find(callee.first);
    const bool known = held != nullptr && values_[callee.first].kind == ValueKind::kObject &&
                       !held->items.empty() && !held->open;
    if (known && name == "values") return held->items;
    if (known && name == "children") return Distinct(held->items);
    if (known && name == "items") return labelled(held->items);
    if (known && name == "named_children") return labelled(Distinct(held->items));
    if (name == "items" || name == "named_modules" || name == "named_children" ||
        name == "named_buffers") {
      return labelled({values_.Element(iterable)});
    }
  }
  return {values_.Element(iterable)};
}

std::vector<Value> Interpreter::DictItems(PathState& state, Value dict) {
  const Object* object = state.Find(dict);
  std::vector<Value> pairs;
  if (object != nullptr && !object->open) {
    for (const Entry& entry : object->entries) {
      const Value pair[] = {entry.key, entry.value};
      pairs.push_back(values_.Tuple(pair));
    }
    return pairs;
  }
  const Value pair[] = {values_.Index(dict, values_.None()), values_.Element(dict)};
  return {values_.Tuple(pair)};
}

Value Interpreter::ElementOf(PathState& state, Value iterable) {
  const ValueNode node = values_[iterable];
  if (node.kind == ValueKind::kParameters && node.text == "named") {
    const Value pair[] = {values_.Index(iterable, values_.None()), values_.Element(iterable)};
    return values_.Tuple(pair);
  }
  if (node.kind == ValueKind::kResult) {
    const std::vector<Value> items = ResultItems(state, iterable, node);
    if (items.size() == 1) return items[0];
  }
  const auto is_list = [&](Value value) {
    const ValueKind kind = values_[value].kind;
    return kind == ValueKind::kList || kind == ValueKind::kJoined;
  };
  if (node.kind == ValueKind::kJoined && is_list(node.first) && is_list(node.second)) {
    const Value first = ElementOf(state, node.first);
    return values_.Joined(first, ElementOf(state, node.second), values_.GateOf(iterable));
  }
  const Object* object = state.Find(iterable);
  if (object == nullptr || object->items.empty()) return values_.Element(iterable);
  const std::vector<Value>& items = object->items;
  if (items.size() == 1) return items[0];
  // Modules are told apart by what they are elements of.
  const bool modules = std::any_of(items.begin(), items.end(),
                                   [&](Value item) { return LooksLikeModule(state, item); });
  if (modules || items.size() > kMaxChoices) return values_.Element(iterable);
  Value any = items[0];
  for (const Value item : items) any = values_.Joined(any, item);
  return any;
}

// One of the few classes or functions of a dict, by a key that is not known: what each
// key would give, `otherwise` (kNothing: an error) for any other.
Value Interpreter::ChosenBy(const PathState& state, Value dict, Value key, Value otherwise) {
  const Object* object = state.Find(dict);
  if (object == nullptr || object->open || values_.IsConstant(key)) return Value::kNothing;
  const std::vector<Entry>& entries = object->entries;
  const bool code = std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    return values_.IsCode(entry.value) && values_.IsConstant(entry.key);
  });
  if (entries.empty() || entries.size() > kMaxChoices || !code) return Value::kNothing;
  // Who gets None for an unknown name refuses it.
  Value chosen = values_.IsAbsent(otherwise) ? Value::kNothing : otherwise;
  for (size_t i = entries.size(); i-- > 0;) {
    const Value asked = values_.Condition(Op::kEq, key, entries[i].key);
    chosen = chosen == Value::kNothing ? entries[i].value
                                       : values_.Joined(entries[i].value, chosen, asked);
  }
  return chosen;
}

Value Interpreter::ItemOf(PathState& state, Value container, Value key) {
  const ValueNode node = values_[container];
  const ValueNode index = values_[key];
  if (node.kind == ValueKind::kDict) {
    if (const Entry* const found = state.FindEntry(container, key)) return found->value;
    const Value chosen = ChosenBy(state, container, key, Value::kNothing);
    if (chosen != Value::kNothing) return chosen;
  }
  if (node.kind == ValueKind::kExternal && node.text == "os.environ" &&
      index.kind == ValueKind::kString) {
    return values_.Environment(index.text);
  }
  if (node.kind == ValueKind::kParameters && node.text == "named" &&
      index.kind == ValueKind::kInt) {
    return values_.Element(container);
  }
  std::vector<Value> items;
  if (index.kind == ValueKind::kInt && KnownItems(state, container, items) &&
      node.kind != ValueKind::kDict) {
    const int64_t size = static_cast<int64_t>(items.size());
    const int64_t at = index.number < 0 ? index.number + size : index.number;
    if (at >= 0 && at < size) return items[static_cast<size_t>(at)];
  }
  // Elements that were all treated alike in a loop are alike by number too.
  const Value any = ElementOf(state, container);
  if (values_[key].kind == ValueKind::kInt && PathOf(state).IsUnit(any)) return any;
  return values_.Index(container, key);
}

Outcomes Interpreter::EvalComprehension(const Expr& expr, State in) {
  const bool dict = expr.kind == ExprKind::kDictComp;
  const Value made = values_.Intern({.kind = dict ? ValueKind::kDict : ValueKind::kList,
                                     .expr = &expr,
                                     .chain = stack_.back().chain});
  Object& object = in->Edit(made);
  object.items.clear();
  object.entries.clear();
  object.open = object.more = false;
  object.holder = {};
  States states;
  states.push_back(std::move(in));
  ComprehensionLevel(expr, 0, made, states);
  Outcomes result;
  for (State& state : states) result.push_back({std::move(state), made});
  return result;
}

void Interpreter::ComprehensionLevel(const Expr& expr, size_t level, Value made, States& states) {
  if (level == expr.generators.size()) {
    AddComprehensionItem(expr, made, states);
    return;
  }
  const Comprehension& generator = expr.generators[level];
  States after;
  for (State& state : states) {
    for (Outcome& iterable : Eval(generator.iterable, std::move(state))) {
      if (expr.kind != ExprKind::kGenerator) {
        HoldParameters(*iterable.state, iterable.value, made, SiteAt(expr.range));
      }
      std::vector<Value> known;
      if (!KnownItems(*iterable.state, iterable.value, known) ||
          known.size() > kMaxComprehensionItems) {
        const ValueNode node = values_[iterable.value];
        const bool exact_dict = node.kind == ValueKind::kResult &&
                                values_[node.first].kind == ValueKind::kAttribute &&
                                values_[values_[node.first].first].kind == ValueKind::kDict;
        if (!exact_dict) {
          Object& object = iterable.state->Edit(made);
          object.open = object.more = true;
        }
      }
      const std::vector<Value> items = IterationItems(*iterable.state, iterable.value);
      States round;
      round.push_back(std::move(iterable.state));
      for (Value item : items) ComprehensionItem(expr, level, item, made, round);
      std::move(round.begin(), round.end(), std::back_inserter(after));
    }
  }
  Limit(after);
  states = std::move(after);
}

bool Interpreter::AsksForRank(const PathState& state, Value condition) const {
  if (IsRankCondition(condition)) return true;
  const ValueNode& node = values_[condition];
  if (node.kind == ValueKind::kNot) return AsksForRank(state, node.first);
  return node.kind == ValueKind::kCondition &&
         (PathOf(state).DependsOnRank(node.first) || PathOf(state).DependsOnRank(node.second));
}

void Interpreter::ComprehensionItem(const Expr& expr, size_t level, Value item, Value made,
                                    States& round) {
  const Comprehension& generator = expr.generators[level];
  States taken;
  for (State& state : round) Assign(*generator.target, item, std::move(state), taken);
  States left_out;
  for (const Expr* condition : generator.conditions) {
    States passed;
    for (State& state : taken) {
      for (Outcome& outcome : Eval(condition, std::move(state))) {
        switch (TruthIn(*outcome.state, outcome.value)) {
          case ValueTable::Truth::kFalse:
            left_out.push_back(std::move(outcome.state));
            break;
          case ValueTable::Truth::kUnknown:
            outcome.state->Edit(made).open = outcome.state->Edit(made).more = true;
            outcome.state->Edit(made).filtered = true;
            if (AsksForRank(*outcome.state, outcome.value)) {
              outcome.state->Edit(made).uneven = true;
            }
            [[fallthrough]];
          case ValueTable::Truth::kTrue:
            passed.push_back(std::move(outcome.state));
            break;
        }
      }
    }
    taken = std::move(passed);
  }
  ComprehensionLevel(expr, level + 1, made, taken);
  std::move(left_out.begin(), left_out.end(), std::back_inserter(taken));
  Limit(taken);
  round = std::move(taken);
}

void Interpreter::AddComprehensionItem(const Expr& expr, Value made, States& states) {
  States after;
  for (State& state : states) {
    const int uneven = state->Edit(made).uneven ? 1 : 0;
    state->uneven_depth += uneven;
    for (Outcome& first : Eval(expr.first, std::move(state))) {
      first.state->uneven_depth -= uneven;
      if (expr.kind != ExprKind::kDictComp) {
        first.state->Edit(made).items.push_back(first.value);
        after.push_back(std::move(first.state));
        continue;
      }
      for (Outcome& second : Eval(expr.second, std::move(first.state))) {
        Object& dict = second.state->Edit(made);
        SetEntry(dict, {.key = first.value,
                        .value = second.value,
                        .at = SiteAt(expr.first->range),
                        .maybe = dict.filtered});
        // Whoever reads the dict may wait for what it holds.
        MarkHolderUse(*second.state, second.value, SiteAt(expr.range), 1);
        after.push_back(std::move(second.state));
      }
    }
  }
  states = std::move(after);
}

}  // namespace fsdpcheck::analyzer

// Conditions: what is decided, what differs between ranks, and how paths part.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {

using Truth = ValueTable::Truth;

namespace {

constexpr int kMaxJoins = 4;  // of one value, looked into

// isinstance(x, nn.Linear) excludes isinstance(x, nn.Embedding): the layers of
// PyTorch do not derive from each other, but for their common bases.
bool ExcludesClass(const ValueTable& values, const ValueNode& known, const ValueNode& asked) {
  const auto layer = [&](const ValueNode& test) -> absl::string_view {
    if (test.kind != ValueKind::kPure || test.items.size() != 2) return {};
    if (values[test.first].text != "isinstance") return {};
    const ValueNode& klass = values[test.items[1]];
    const bool leaf = klass.kind == ValueKind::kExternal && HasParameters(klass.text) &&
                      klass.text != "torch.nn.Module" &&
                      std::count(klass.text.begin(), klass.text.end(), '.') == 2 &&
                      !absl::StrContains(klass.text, ".Lazy");
    return leaf ? klass.text : absl::string_view();
  };
  const absl::string_view mine = layer(known);
  const absl::string_view theirs = layer(asked);
  return !mine.empty() && !theirs.empty() && mine != theirs && known.items[0] == asked.items[0];
}

// The constants that `first` is one of where the condition holds: one for `==`,
// those of the tuple for `in`. Empty if they are not known.
absl::Span<const Value> Choices(const ValueTable& values, const ValueNode& condition) {
  if (condition.kind != ValueKind::kCondition) return {};
  if (condition.op == Op::kEq && values.IsConstant(condition.second)) {
    return absl::MakeConstSpan(&condition.second, 1);
  }
  const ValueNode& all = values[condition.second];
  const bool known = condition.op == Op::kIn && all.kind == ValueKind::kTuple &&
                     std::all_of(all.items.begin(), all.items.end(),
                                 [&](Value item) { return values.IsConstant(item); });
  return known ? all.items : absl::Span<const Value>();
}

// `mode == "a"` makes `mode in ("a", "b")` true.
bool Implies(const ValueTable& values, const Assumption& known, const ValueNode& asked) {
  const ValueNode& other = values[known.condition];
  if (!known.holds || other.first != asked.first || asked.op != Op::kIn) return false;
  const absl::Span<const Value> wanted = Choices(values, asked);
  const absl::Span<const Value> given = Choices(values, other);
  return !given.empty() && std::all_of(given.begin(), given.end(), [&](Value choice) {
    return std::find(wanted.begin(), wanted.end(), choice) != wanted.end();
  });
}

bool IsSameName(const Expr& a, const Expr& b) {
  if (a.kind != b.kind || a.text != b.text) return false;
  return a.kind == ExprKind::kName ||
         (a.kind == ExprKind::kAttribute && IsSameName(*a.first, *b.first));
}

// `x == 1 or x == 2`, with literals on the right.
bool ComparesOneName(Nodes<Expr> items) {
  return std::all_of(items.begin(), items.end(), [&](const Expr* item) {
    return item->kind == ExprKind::kCompare && item->op == Op::kEq &&
           (item->second->kind == ExprKind::kString || item->second->kind == ExprKind::kInt) &&
           IsSameName(*item->first, *items[0]->first);
  });
}

// What is true is not 0, and what is None is an instance of nothing.
bool ExcludesKind(const ValueTable& values, const Assumption& known, const ValueNode& asked) {
  const ValueNode& other = values[known.condition];
  if (!known.holds) return false;
  if (asked.kind == ValueKind::kCondition && asked.op == Op::kEq) {
    return known.condition == asked.first &&
           values.TruthOf(asked.second) == ValueTable::Truth::kFalse;
  }
  const bool test = asked.kind == ValueKind::kPure && asked.items.size() == 2 &&
                    values[asked.first].text == "isinstance";
  return test && other.kind == ValueKind::kCondition && other.op == Op::kIs &&
         other.first == asked.items[0] && other.second == values.None();
}

// The numbers that a condition allows, in halves: between two integers lies one place
// for all that is no integer.
struct Interval {
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
};

// What `x < 2` and the like allow for x; nothing is known of other conditions.
std::optional<Interval> Allowed(const ValueTable& values, const ValueNode& condition, bool holds) {
  constexpr int64_t kFar = int64_t{1} << 40;
  if (condition.kind != ValueKind::kCondition) return std::nullopt;
  const ValueNode& bound = values[condition.second];
  if (bound.kind != ValueKind::kInt || std::abs(bound.number) > kFar) return std::nullopt;
  const int64_t n = 2 * bound.number;
  switch (condition.op) {
    case Op::kEq:
      if (!holds) return std::nullopt;
      return Interval{n, n};
    case Op::kLess:
      return holds ? Interval{.most = n - 1} : Interval{.least = n};
    case Op::kLessEq:
      return holds ? Interval{.most = n} : Interval{.least = n + 1};
    case Op::kGreater:
      return holds ? Interval{.least = n + 1} : Interval{.most = n};
    case Op::kGreaterEq:
      return holds ? Interval{.least = n} : Interval{.most = n - 1};
    default:
      return std::nullopt;
  }
}

// The one holds where the other does not: `a < b` and `a >= b`.
bool AreOpposite(Op a, Op b) {
  return (a == Op::kLess && b == Op::kGreaterEq) || (a == Op::kGreaterEq && b == Op::kLess) ||
         (a == Op::kGreater && b == Op::kLessEq) || (a == Op::kLessEq && b == Op::kGreater);
}

// What `n > 1` says of `n <= 0` and of `n > 0`, and `n > m` of `n <= m`.
Truth TruthByNumber(const ValueTable& values, const Assumption& known, const ValueNode& asked) {
  const ValueNode& other = values[known.condition];
  if (other.first != asked.first) return Truth::kUnknown;
  if (other.second == asked.second && AreOpposite(other.op, asked.op)) {
    return known.holds ? Truth::kFalse : Truth::kTrue;
  }
  const std::optional<Interval> given = Allowed(values, other, known.holds);
  const auto excludes = [&](const std::optional<Interval>& wanted) {
    return given.has_value() && wanted.has_value() &&
           std::max(given->least, wanted->least) > std::min(given->most, wanted->most);
  };
  if (excludes(Allowed(values, asked, true))) return Truth::kFalse;
  return excludes(Allowed(values, asked, false)) ? Truth::kTrue : Truth::kUnknown;
}

// `mode == "a"` excludes `mode == "b"` and `mode in ("b", "c")`, and
// `mode not in ("a", "b")` excludes `mode == "a"`.
bool Excludes(const ValueTable& values, const Assumption& known, const ValueNode& asked) {
  const ValueNode& other = values[known.condition];
  if (other.first != asked.first) return false;
  const absl::Span<const Value> mine = Choices(values, asked);
  const absl::Span<const Value> theirs = Choices(values, other);
  if (mine.empty() || theirs.empty()) return false;
  return std::all_of(mine.begin(), mine.end(), [&](Value choice) {
    const bool among = std::find(theirs.begin(), theirs.end(), choice) != theirs.end();
    return among != known.holds;
  });
}

}  // namespace

Truth Interpreter::TruthIn(const PathState& state, Value condition) const {
  const ValueNode& node = values_[condition];
  if (node.kind == ValueKind::kNot) {
    const Truth inner = TruthIn(state, node.first);
    if (inner == Truth::kUnknown) return inner;
    return inner == Truth::kTrue ? Truth::kFalse : Truth::kTrue;
  }
  const Truth plain = values_.TruthOf(condition);
  if (plain != Truth::kUnknown) return plain;
  if (node.kind == ValueKind::kList || node.kind == ValueKind::kDict) {
    const Object* object = state.Find(condition);
    if (object == nullptr || object->open) return Truth::kUnknown;
    return object->items.empty() && object->entries.empty() ? Truth::kFalse : Truth::kTrue;
  }
  const int decided = state.Decided(condition);
  if (decided >= 0) return decided == 1 ? Truth::kTrue : Truth::kFalse;
  if (node.kind == ValueKind::kJoined) {
    const Value settled = Settled(state, condition);
    if (settled != condition) return TruthIn(state, settled);
    const Truth first = TruthIn(state, node.first);
    return first == TruthIn(state, node.second) ? first : Truth::kUnknown;
  }
  for (const Assumption& known : state.assumptions) {
    const ValueNode& other = values_[known.condition];
    if (known.holds && ExcludesClass(values_, other, node)) return Truth::kFalse;
    if (ExcludesKind(values_, known, node)) return Truth::kFalse;
    if (other.kind != ValueKind::kCondition) continue;
    if (Excludes(values_, known, node)) return Truth::kFalse;
    if (Implies(values_, known, node)) return Truth::kTrue;
    const Truth by_number = TruthByNumber(values_, known, node);
    if (by_number != Truth::kUnknown) return by_number;
    if (!known.holds) continue;
    // `x is None` makes `x` false.
    if (other.op == Op::kIs && other.first == condition && other.second == values_.None()) {
      return Truth::kFalse;
    }
  }
  return Truth::kUnknown;
}

Value Interpreter::Settled(const PathState& state, Value value) const {
  while (true) {
    const Value gate = values_.GateOf(value);
    // What happened to the one or the other is known of the joined value only.
    if (gate == Value::kNothing || state.Find(value) != nullptr) return value;
    const Truth decided = TruthIn(state, gate);
    if (decided == Truth::kUnknown) return value;
    value = decided == Truth::kTrue ? values_[value].first : values_[value].second;
  }
}

bool Interpreter::IsKnown(const PathState& state, Value value, int depth) const {
  const ValueNode& node = values_[value];
  if (node.kind == ValueKind::kJoined && depth > 0) {
    return IsKnown(state, node.first, depth - 1) || IsKnown(state, node.second, depth - 1);
  }
  return values_.IsCode(value) || node.kind == ValueKind::kPartial ||
         node.kind == ValueKind::kBound || state.Find(value) != nullptr ||
         LooksLikeModule(state, value);
}

Outcomes Interpreter::Apart(Outcomes joined, const Expr* expr) {
  Outcomes result;
  for (Outcome& outcome : joined) {
    const Value gate = values_.GateOf(outcome.value);
    if (gate == Value::kNothing || outcome.state->Find(outcome.value) != nullptr ||
        !IsKnown(*outcome.state, outcome.value, kMaxJoins)) {
      result.push_back(std::move(outcome));
      continue;
    }
    States sides[2];
    Branch(gate, expr, std::move(outcome.state), sides[0], sides[1]);
    Outcomes parts;
    for (int i = 0; i < 2; ++i) {
      const Value value = i == 0 ? values_[outcome.value].first : values_[outcome.value].second;
      for (State& state : sides[i]) {
        const Value settled = Settled(*state, value);
        parts.push_back({std::move(state), settled});
      }
    }
    for (Outcome& part : Apart(std::move(parts), expr)) result.push_back(std::move(part));
  }
  return result;
}

bool Interpreter::IsRankValue(Value value) const {
  const ValueNode& node = values_[value];
  switch (node.kind) {
    case ValueKind::kRank:
      return true;
    case ValueKind::kAttribute:
      return IsRankName(node.text) && !IsAdapterName(values_[node.first].text);
    case ValueKind::kOpaque:
      return node.function != nullptr && IsRankName(node.text) &&
             program_.Imports(stack_.back().file, "torch.distributed");
    case ValueKind::kResult: {
      const ValueNode& callee = values_[node.first];
      const bool configured =
          std::find(options_.rank_functions.begin(), options_.rank_functions.end(),
                    LastName(callee.text)) != options_.rank_functions.end();
      return callee.kind != ValueKind::kFunction &&
             (IsRankName(LastName(callee.text)) || configured);
    }
    default:
      return false;
  }
}

bool Interpreter::IsRankCondition(Value condition) const {
  const ValueNode& node = values_[condition];
  const auto is_main = [&](absl::string_view name) {
    const auto& own = options_.main_rank_predicates;
    return IsMainRankName(name) || std::find(own.begin(), own.end(), name) != own.end();
  };
  switch (node.kind) {
    case ValueKind::kNot:
      return IsRankCondition(node.first);
    case ValueKind::kCondition: {
      // `rank == 0` parts ranks; `rank != -1` and `rank == other` ask something else.
      const ValueNode& number = values_[node.second];
      return node.op == Op::kEq && IsRankValue(node.first) && number.kind == ValueKind::kInt &&
             number.number >= 0;
    }
    case ValueKind::kAttribute:
      return is_main(node.text) || IsRankValue(condition);
    case ValueKind::kOpaque:
      return (node.function != nullptr && is_main(node.text)) || IsRankValue(condition);
    case ValueKind::kResult:
      return is_main(LastName(values_[node.first].text)) || IsRankValue(condition);
    default:
      return IsRankValue(condition);
  }
}

void Interpreter::Branch(Value condition, const Expr* expr, State in, States& if_true,
                         States& if_false) {
  const Truth truth = TruthIn(*in, condition);
  // On a path of some ranks the code shows only what it does there.
  if (truth != Truth::kUnknown && IsRankCondition(condition)) {
    asked_again_.insert(stack_.back().function);
    in->by_rank = true;
  }
  switch (truth) {
    case Truth::kTrue:
      if_true.push_back(std::move(in));
      return;
    case Truth::kFalse:
      if_false.push_back(std::move(in));
      return;
    case Truth::kUnknown:
      break;
  }
  if (const Value gate = values_.GateOf(condition); gate != Value::kNothing) {
    States sides[2];
    Branch(gate, expr, std::move(in), sides[0], sides[1]);
    for (State& state : sides[0]) {
      Branch(values_[condition].first, expr, std::move(state), if_true, if_false);
    }
    for (State& state : sides[1]) {
      Branch(values_[condition].second, expr, std::move(state), if_true, if_false);
    }
    return;
  }
  if (values_[condition].kind == ValueKind::kNot) {
    Branch(values_[condition].first, expr, std::move(in), if_false, if_true);
    return;
  }
  if (const ValueNode node = values_[condition];
      node.kind == ValueKind::kPure && (node.op == Op::kAnd || node.op == Op::kOr)) {
    const bool is_and = node.op == Op::kAnd;
    States open;
    Branch(node.first, expr, std::move(in), is_and ? open : if_true, is_and ? if_false : open);
    for (State& state : open) Branch(node.second, expr, std::move(state), if_true, if_false);
    return;
  }
  // `if rank:` asks whether the rank is not 0.
  if (IsRankValue(condition)) {
    Branch(values_.Condition(Op::kEq, condition, values_.Int(0)), expr, std::move(in), if_false,
           if_true);
    return;
  }
  Part(condition, expr, std::move(in), if_true, if_false);
}

// Two paths of one, on an open condition that is nothing but itself.
void Interpreter::Part(Value condition, const Expr* expr, State in, States& if_true,
                       States& if_false) {
  auto twin = std::make_unique<PathState>(*in);
  in->assumptions.push_back({condition, true});
  twin->assumptions.push_back({condition, false});
  if (IsRankCondition(condition)) {
    RankFork fork{.condition = condition,
                  .site = SiteAt(expr->range),
                  .chain = stack_.back().chain,
                  .log_begin = in->log->size(),
                  .order = ++in->order,
                  .loops = loop_depth_,
                  .witnesses = {{.holds = true}}};
    twin->order = in->order;
    in->by_rank = twin->by_rank = true;
    in->forks.Edit().push_back(fork);
    fork.witnesses[0].holds = false;
    twin->forks.Edit().push_back(std::move(fork));
  }
  NarrowByType(*in, condition, SiteAt(expr->range));
  if_true.push_back(std::move(in));
  if_false.push_back(std::move(twin));
}

// The value is an instance of a module class of the project.
void Interpreter::NarrowToClass(PathState& state, Value value, Value klass) {
  const ValueKind kind = values_[value].kind;
  if (kind == ValueKind::kObject || values_.IsConstant(value) || values_.IsCode(value)) return;
  if (values_[klass].kind != ValueKind::kClass || classes_.IsModuleClass(klass) != Tri::kYes)
    return;
  state.Edit(value).klass = klass;
  state.EditModule(value).is_module = true;
}

// On the path where `isinstance(x, FSDPModule)` holds, x is a unit.
void Interpreter::NarrowByType(PathState& state, Value condition, SiteId site) {
  const ValueNode node = values_[condition];
  if (!values_.IsClassTest(condition)) return;
  const ValueNode& klass = values_[node.items[1]];
  if (klass.kind == ValueKind::kClass) NarrowToClass(state, node.items[0], node.items[1]);
  if (klass.kind == ValueKind::kExternal && klass.text == "torch.distributed.fsdp.FSDPModule") {
    ModuleFacts& facts = state.EditModule(node.items[0]);
    if (facts.sharded == SiteId::kNone) {
      facts.sharded = site;
      facts.sharded_at = 0;
    }
    facts.is_module = true;
  }
}

void Interpreter::BranchOn(const Expr* expr, State in, States& if_true, States& if_false) {
  if (expr->kind == ExprKind::kUnary && expr->op == Op::kNot) {
    BranchOn(expr->first, std::move(in), if_false, if_true);
    return;
  }
  if (expr->kind != ExprKind::kAnd && expr->kind != ExprKind::kOr) {
    for (Outcome& outcome : Eval(expr, std::move(in))) {
      Branch(outcome.value, expr, std::move(outcome.state), if_true, if_false);
    }
    return;
  }
  if (expr->kind == ExprKind::kAnd || !ComparesOneName(expr->items)) {
    return BranchOnEach(*expr, std::move(in), if_true, if_false);
  }
  // `mode == "a" or mode == "b"` is `mode in ("a", "b")`: one path on which it holds.
  std::vector<Value> choices;
  for (const Expr* item : expr->items) choices.push_back(values_.Literal(*item->second));
  for (Outcome& subject : Eval(expr->items[0]->first, std::move(in))) {
    if (IsRankValue(subject.value)) {
      BranchOnEach(*expr, std::move(subject.state), if_true, if_false);
      continue;
    }
    const Value any = Compare(*subject.state, Op::kIn, subject.value, values_.Tuple(choices));
    Branch(any, expr, std::move(subject.state), if_true, if_false);
  }
}

// The operands of `and` or `or` one by one: a path of its own for each that decides it.
void Interpreter::BranchOnEach(const Expr& expr, State in, States& if_true, States& if_false) {
  const bool is_and = expr.kind == ExprKind::kAnd;
  States open;
  open.push_back(std::move(in));
  for (const Expr* item : expr.items) {
    States yes;
    States no;
    for (State& state : open) BranchOn(item, std::move(state), yes, no);
    States& stop = is_and ? no : yes;
    std::move(stop.begin(), stop.end(), std::back_inserter(is_and ? if_false : if_true));
    open = std::move(is_and ? yes : no);
  }
  std::move(open.begin(), open.end(), std::back_inserter(is_and ? if_true : if_false));
}

}  // namespace fsdpcheck::analyzer

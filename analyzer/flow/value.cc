#include "analyzer/flow/value.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {
namespace {

bool SameNode(const ValueNode& a, const ValueNode& b) {
  return a.kind == b.kind && a.op == b.op && a.first == b.first && a.second == b.second &&
         a.number == b.number && a.text == b.text && a.expr == b.expr && a.function == b.function &&
         a.klass == b.klass && a.file == b.file && a.chain == b.chain && a.items == b.items &&
         a.names == b.names && a.named == b.named;
}

uint64_t HashNode(const ValueNode& n) {
  return absl::HashOf(n.kind, n.op, n.first, n.second, n.number, n.text, n.expr, n.function,
                      n.klass, n.file, n.chain, n.items, n.named);
}

// Methods whose result is made of parts of the receiver.
constexpr std::array<absl::string_view, 10> kPartMethods = {
    "children", "modules",       "named_children", "named_modules",  "values",
    "items",    "get_submodule", "get_decoder",    "get_base_model", "unwrap"};

// Functions that hand on the elements of their first argument.
constexpr std::array<absl::string_view, 8> kIterationFunctions = {
    "enumerate", "reversed", "list", "tuple", "iter", "sorted", "filter", "zip"};

bool Contains(absl::Span<const absl::string_view> names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Of torchrun, Slurm, Open MPI.
bool IsGlobalRankVariable(absl::string_view name) {
  return name == "RANK" || name == "SLURM_PROCID" || name == "OMPI_COMM_WORLD_RANK";
}

bool IsLocalRankVariable(absl::string_view name) {
  return name == "LOCAL_RANK" || name == "SLURM_LOCALID" || name == "OMPI_COMM_WORLD_LOCAL_RANK";
}

// What a variable may be after so many joins is not known.
constexpr size_t kMaxLeaves = 32;

}  // namespace

ValueTable::ValueTable() {
  nodes_.emplace_back();
  none_ = Intern({.kind = ValueKind::kNone});
  false_ = Intern({.kind = ValueKind::kBool, .number = 0});
  true_ = Intern({.kind = ValueKind::kBool, .number = 1});
}

Value ValueTable::Intern(const ValueNode& node) {
  Value& newest = by_hash_[HashNode(node)];
  for (Value at = newest; at != Value::kNothing; at = same_hash_[static_cast<uint32_t>(at)]) {
    if (SameNode((*this)[at], node)) return at;
  }
  ValueNode copy = node;
  copy.text = InternText(node.text);
  copy.items = CopyItems(node.items);
  copy.named = CopyItems(node.named);
  if (!node.names.empty()) {
    std::vector<absl::string_view>& names = name_storage_.emplace_back();
    for (absl::string_view name : node.names) names.push_back(InternText(name));
    copy.names = names;
  }
  nodes_.push_back(copy);
  const Value id{static_cast<uint32_t>(nodes_.size() - 1)};
  same_hash_.resize(nodes_.size());
  same_hash_.back() = std::exchange(newest, id);
  return id;
}

absl::string_view ValueTable::InternText(absl::string_view text) {
  if (text.empty()) return {};
  std::unique_ptr<std::string>& slot = texts_[text];
  if (!slot) slot = std::make_unique<std::string>(text.data(), text.size());
  return *slot;
}

absl::Span<const Value> ValueTable::CopyItems(absl::Span<const Value> items) {
  if (items.empty()) return {};
  return item_storage_.emplace_back(items.begin(), items.end());
}

Value ValueTable::Int(int64_t number) {
  return Intern({.kind = ValueKind::kInt, .number = number});
}
Value ValueTable::String(absl::string_view text) {
  return Intern({.kind = ValueKind::kString, .text = text});
}
Value ValueTable::External(absl::string_view dotted) {
  return Intern({.kind = ValueKind::kExternal, .text = dotted});
}
Value ValueTable::Attribute(Value object, absl::string_view name) {
  return Intern({.kind = ValueKind::kAttribute, .first = object, .text = name});
}
Value ValueTable::Element(Value container) {
  return Intern({.kind = ValueKind::kElement, .first = container});
}
Value ValueTable::Index(Value container, Value key) {
  return Intern({.kind = ValueKind::kIndex, .first = container, .second = key});
}
Value ValueTable::Tuple(absl::Span<const Value> items) {
  return Intern({.kind = ValueKind::kTuple, .items = items});
}
Value ValueTable::Rank(RankKind kind) {
  return Intern({.kind = ValueKind::kRank, .number = static_cast<int64_t>(kind)});
}

bool ValueTable::NamesRank(Value value) const {
  const ValueNode& node = (*this)[value];
  return node.kind == ValueKind::kString &&
         (IsGlobalRankVariable(node.text) || IsLocalRankVariable(node.text));
}

Value ValueTable::Joined(Value first, Value second, Value gate) {
  if (gate != Value::kNothing) {
    if (GateOf(first) == gate) first = (*this)[first].first;
    if (GateOf(second) == gate) second = (*this)[second].second;
  }
  if (first == second) return first;
  // A name that is None where an import failed still means what was imported.
  if (gate == Value::kNothing && IsAbsent(first) && IsCode(second)) return second;
  if (gate == Value::kNothing && IsAbsent(second) && IsCode(first)) return first;
  for (const auto& [joined, part] : {std::pair(first, second), std::pair(second, first)}) {
    const ValueNode& node = (*this)[joined];
    if (gate != Value::kNothing || node.kind != ValueKind::kJoined) continue;
    if (node.number == 0 && (node.first == part || node.second == part)) return joined;
  }
  const size_t leaves = CountLeaves(first) + CountLeaves(second);
  const bool few = leaves <= kMaxLeaves;
  const Value joined = Intern({.kind = few ? ValueKind::kJoined : ValueKind::kOpaque,
                               .first = first,
                               .second = second,
                               .number = static_cast<int64_t>(gate)});
  if (few) leaves_[joined] = leaves;
  return joined;
}

size_t ValueTable::CountLeaves(Value value) const {
  const auto at = leaves_.find(value);
  return at == leaves_.end() ? 1 : at->second;
}

Value ValueTable::GateOf(Value joined) const {
  const ValueNode& node = (*this)[joined];
  return node.kind == ValueKind::kJoined ? static_cast<Value>(node.number) : Value::kNothing;
}

Value ValueTable::Parameters(Value module, int64_t clock) {
  return Intern({.kind = ValueKind::kParameters, .first = module, .number = clock});
}
Value ValueTable::StateDict(Value owner, StateDictKind kind) {
  return Intern(
      {.kind = ValueKind::kStateDict, .first = owner, .number = static_cast<int64_t>(kind)});
}

Value ValueTable::Literal(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kTrue:
    case ExprKind::kFalse:
      return Bool(expr.kind == ExprKind::kTrue);
    case ExprKind::kInt:
      return Int(expr.integer);
    case ExprKind::kFloat:
      return Intern({.kind = ValueKind::kFloat, .text = expr.text});
    case ExprKind::kString:
      return String(expr.text);
    default:
      return None();
  }
}

Value ValueTable::Environment(absl::string_view name) {
  if (IsGlobalRankVariable(name)) return Rank(RankKind::kGlobal);
  if (IsLocalRankVariable(name)) return Rank(RankKind::kLocal);
  return Intern(
      {.kind = ValueKind::kPure, .first = External("os.environ"), .second = String(name)});
}

Value ValueTable::Not(Value condition) {
  const ValueNode& node = (*this)[condition];
  if (node.kind == ValueKind::kNot) return node.first;
  switch (TruthOf(condition)) {
    case Truth::kTrue:
      return false_;
    case Truth::kFalse:
      return true_;
    case Truth::kUnknown:
      break;
  }
  return Intern({.kind = ValueKind::kNot, .first = condition});
}

Value ValueTable::Condition(Op op, Value first, Value second) {
  const ValueNode& a = (*this)[first];
  if (a.kind == ValueKind::kRank && (*this)[second].kind == ValueKind::kInt) {
    // Ranks are not negative, so these all ask whether the rank is 0.
    const int64_t bound = (*this)[second].number;
    if ((op == Op::kGreater && bound == 0) || (op == Op::kGreaterEq && bound == 1)) {
      return Not(Condition(Op::kEq, first, Int(0)));
    }
    if ((op == Op::kLess && bound == 1) || (op == Op::kLessEq && bound == 0)) {
      return Condition(Op::kEq, first, Int(0));
    }
  }
  switch (op) {
    case Op::kNotEq:
      return Not(Condition(Op::kEq, first, second));
    case Op::kIsNot:
      return Not(Condition(Op::kIs, first, second));
    case Op::kNotIn:
      return Not(Condition(Op::kIn, first, second));
    default:
      break;
  }
  if (op == Op::kEq && IsConstant(first) && !IsConstant(second)) std::swap(first, second);
  return Intern({.kind = ValueKind::kCondition, .op = op, .first = first, .second = second});
}

bool ValueTable::IsRankOrConstant(Value value) const {
  const ValueNode& node = (*this)[value];
  if (node.kind != ValueKind::kJoined) return node.kind == ValueKind::kRank || IsConstant(value);
  return IsRankOrConstant(node.first) && IsRankOrConstant(node.second);
}

bool ValueTable::IsAbsent(Value value) const {
  const ValueKind kind = (*this)[value].kind;
  return kind == ValueKind::kNothing || kind == ValueKind::kNone;
}

bool ValueTable::IsCode(Value value) const {
  const ValueKind kind = (*this)[value].kind;
  return kind == ValueKind::kExternal || kind == ValueKind::kFunction ||
         kind == ValueKind::kClass || kind == ValueKind::kModule;
}

bool ValueTable::IsConstant(Value value) const {
  switch ((*this)[value].kind) {
    case ValueKind::kNone:
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kFloat:
    case ValueKind::kString:
      return true;
    default:
      return false;
  }
}

ValueTable::Truth ValueTable::TruthOf(Value value) const {
  const ValueNode& node = (*this)[value];
  switch (node.kind) {
    case ValueKind::kNone:
      return Truth::kFalse;
    case ValueKind::kBool:
    case ValueKind::kInt:
      return node.number != 0 ? Truth::kTrue : Truth::kFalse;
    case ValueKind::kString:
      return node.text.empty() ? Truth::kFalse : Truth::kTrue;
    case ValueKind::kTuple:
      return node.items.empty() ? Truth::kFalse : Truth::kTrue;
    case ValueKind::kModule:
    case ValueKind::kFunction:
    case ValueKind::kClass:
    case ValueKind::kBound:
    case ValueKind::kPartial:
    case ValueKind::kObject:
      return Truth::kTrue;
    default:
      return Truth::kUnknown;
  }
}

bool ValueTable::IsParameter(Value value) const {
  const ValueNode& node = (*this)[value];
  return node.kind == ValueKind::kOpaque && node.function != nullptr;
}

Value ValueTable::Present(Value value) const {
  while ((*this)[value].kind == ValueKind::kJoined) {
    const ValueNode& node = (*this)[value];
    if (!IsAbsent(node.first) && !IsAbsent(node.second)) break;
    value = IsAbsent(node.first) ? node.second : node.first;
  }
  return value;
}

Value ValueTable::NameOfDevice(Value device) const {
  const ValueNode& node = (*this)[device];
  const bool made = (*this)[node.first].text == "torch.device";
  return made && node.items.size() == 1 && node.names.empty() ? node.items[0] : device;
}

bool ValueTable::IsNumberedGpu(Value device) const {
  const ValueNode& made = (*this)[device];
  const bool split = made.items.size() == 2 && (*this)[made.first].text == "torch.device";
  if (split && (*this)[made.items[0]].text == "cuda") {
    return (*this)[made.items[1]].kind == ValueKind::kInt;
  }
  const ValueNode& node = (*this)[NameOfDevice(device)];
  return node.kind == ValueKind::kString && absl::StartsWith(node.text, "cuda:") &&
         node.text.size() > 5;
}

Value ValueTable::Parent(Value value) const {
  const ValueNode& node = (*this)[value];
  switch (node.kind) {
    case ValueKind::kAttribute:
    case ValueKind::kElement:
    case ValueKind::kIndex:
    case ValueKind::kParameters:
    case ValueKind::kStateDict:
      return node.first;
    case ValueKind::kResult: {
      const ValueNode& callee = (*this)[node.first];
      if (callee.kind == ValueKind::kAttribute && Contains(kPartMethods, callee.text)) {
        return callee.first;
      }
      if (callee.kind == ValueKind::kExternal && !node.items.empty() &&
          Contains(kIterationFunctions, callee.text)) {
        return node.items[0];
      }
      return Value::kNothing;
    }
    default:
      return Value::kNothing;
  }
}

bool ValueTable::IsWithin(Value value, Value ancestor) const {
  for (Value v = value; v != Value::kNothing; v = Parent(v)) {
    if (v == ancestor) return true;
  }
  return false;
}

bool ValueTable::IsInt(Value value, int64_t number) const {
  const ValueNode& node = (*this)[value];
  return node.kind == ValueKind::kInt && node.number == number;
}

bool ValueTable::IsNoneTest(Value value) const {
  const ValueNode& node = (*this)[value];
  return node.op == Op::kIs && node.second == None();
}

bool ValueTable::IsClassTest(Value value) const {
  const ValueNode& node = (*this)[value];
  return node.kind == ValueKind::kPure && node.items.size() == 2 &&
         (*this)[node.first].text == "isinstance";
}

bool ValueTable::Mentions(Value value, Value part, int depth) const {
  if (value == part) return true;
  if (value == Value::kNothing || depth == 0) return false;
  const ValueNode& node = (*this)[value];
  return Mentions(node.first, part, depth - 1) || Mentions(node.second, part, depth - 1) ||
         std::any_of(node.items.begin(), node.items.end(),
                     [&](Value item) { return Mentions(item, part, depth - 1); });
}

std::string ValueTable::Describe(Value value) const {
  const ValueNode& node = (*this)[value];
  switch (node.kind) {
    case ValueKind::kOpaque:
    case ValueKind::kExternal:
      return std::string(node.text);
    case ValueKind::kAttribute: {
      const std::string object = Describe(node.first);
      return object.empty() ? "" : absl::StrCat(object, ".", node.text);
    }
    case ValueKind::kElement: {
      const std::string container = Describe(node.first);
      return container.empty() ? "" : absl::StrCat(container, "[...]");
    }
    case ValueKind::kIndex: {
      const std::string container = Describe(node.first);
      const ValueNode& key = (*this)[node.second];
      if (container.empty()) return "";
      return key.kind == ValueKind::kInt ? absl::StrCat(container, "[", key.number, "]")
                                         : absl::StrCat(container, "[...]");
    }
    default:
      return "";
  }
}

}  // namespace fsdpcheck::analyzer

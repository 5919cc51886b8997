#include "analyzer/syntax/lower_expr.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/syntax/literals.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsLink(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kCall || kind == Syntax::kSubscript ||
         kind == Syntax::kBinary;
}

bool IsTupleOfTargets(Syntax kind) {
  return kind == Syntax::kTuple || kind == Syntax::kTuplePattern ||
         kind == Syntax::kPatternList || kind == Syntax::kExpressionList;
}

bool IsStar(Syntax kind) {
  return kind == Syntax::kListSplat || kind == Syntax::kListSplatPattern;
}

ExprKind ConstantKind(Syntax kind) {
  if (kind == Syntax::kTrue) return ExprKind::kTrue;
  if (kind == Syntax::kFalse) return ExprKind::kFalse;
  return kind == Syntax::kNone ? ExprKind::kNone : ExprKind::kEllipsis;
}

Op UnaryOp(Op written) {
  if (written == Op::kAdd) return Op::kPlus;
  return written == Op::kSub ? Op::kMinus : written;
}

}  // namespace

const ExprLowering::HandlerTable ExprLowering::kHandlers = [] {
  HandlerTable table;
  table.fill(&ExprLowering::NotUnderstood);
  const std::pair<Syntax, Handler> handlers[] = {
      {Syntax::kIdentifier, &ExprLowering::Name},
      {Syntax::kTrue, &ExprLowering::Constant},
      {Syntax::kFalse, &ExprLowering::Constant},
      {Syntax::kNone, &ExprLowering::Constant},
      {Syntax::kEllipsis, &ExprLowering::Constant},
      {Syntax::kInteger, &ExprLowering::Number},
      {Syntax::kFloat, &ExprLowering::Number},
      {Syntax::kString, &ExprLowering::String},
      {Syntax::kConcatenatedString, &ExprLowering::ConcatenatedString},
      {Syntax::kSlice, &ExprLowering::Slice},
      {Syntax::kTuple, &ExprLowering::Display},
      {Syntax::kTuplePattern, &ExprLowering::Display},
      {Syntax::kExpressionList, &ExprLowering::Display},
      {Syntax::kPatternList, &ExprLowering::Display},
      {Syntax::kList, &ExprLowering::Display},
      {Syntax::kListPattern, &ExprLowering::Display},
      {Syntax::kSet, &ExprLowering::Display},
      {Syntax::kDictionary, &ExprLowering::Dictionary},
      {Syntax::kListComprehension, &ExprLowering::ComprehensionOf},
      {Syntax::kSetComprehension, &ExprLowering::ComprehensionOf},
      {Syntax::kDictionaryComprehension, &ExprLowering::ComprehensionOf},
      {Syntax::kGenerator, &ExprLowering::ComprehensionOf},
      {Syntax::kUnary, &ExprLowering::Unary},
      {Syntax::kNot, &ExprLowering::Not},
      {Syntax::kBoolean, &ExprLowering::Boolean},
      {Syntax::kComparison, &ExprLowering::Comparison},
      {Syntax::kConditional, &ExprLowering::Conditional},
      {Syntax::kLambda, &ExprLowering::Lambda},
      {Syntax::kAwait, &ExprLowering::Await},
      {Syntax::kYield, &ExprLowering::Yield},
      {Syntax::kListSplat, &ExprLowering::Star},
      {Syntax::kListSplatPattern, &ExprLowering::Star},
      {Syntax::kSplatType, &ExprLowering::Star},
      {Syntax::kNamed, &ExprLowering::Named},
      {Syntax::kGenericType, &ExprLowering::GenericType},
      {Syntax::kUnionType, &ExprLowering::UnionType},
      {Syntax::kMemberType, &ExprLowering::MemberType},
  };
  for (const auto& [kind, handler] : handlers) table[static_cast<size_t>(kind)] = handler;
  return table;
}();

Expr* ExprLowering::New(ExprKind kind, ByteRange range) {
  Expr* const expr = context_.arena.New<Expr>();
  expr->kind = kind;
  expr->range = range;
  return expr;
}

const Expr* ExprLowering::Unknown(ByteRange range) { return New(ExprKind::kUnknown, range); }

const Expr* ExprLowering::TupleOf(NodeId parent) {
  Expr* const tuple = New(ExprKind::kTuple, tree_.range(parent));
  tuple->items = Items(parent);
  return tuple;
}

const Expr* ExprLowering::Negative(ByteRange range, NodeId number) {
  Expr* const negative = New(ExprKind::kUnary, range);
  negative->op = Op::kMinus;
  negative->first = Lower(number);
  return negative;
}

const Expr* ExprLowering::DottedName(NodeId node) {
  const Nesting nesting(context_, static_cast<int>(tree_.CountChildren(node)) * kLinkCost);
  if (nesting.too_deep()) return Cut(node);
  const Expr* left = nullptr;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) != Syntax::kIdentifier) continue;
    if (left == nullptr) {
      left = Lower(child);
      continue;
    }
    Expr* const attribute = New(ExprKind::kAttribute, {left->range.begin, tree_[child].end});
    attribute->first = left;
    attribute->name_range = tree_.range(child);
    attribute->text = context_.scopes.Text(context_.Intern(child));
    left = attribute;
  }
  return left == nullptr ? Unknown(tree_.range(node)) : left;
}

const Expr* ExprLowering::Cut(NodeId node) {
  context_.ReportTooDeep(node);
  return Unknown(tree_.range(node));
}

NodeId ExprLowering::StripWrappers(NodeId node) const {
  while (true) {
    const Syntax kind = tree_.kind(node);
    const bool parenthesized = kind == Syntax::kTuplePattern && !tree_[node].comma;
    if (kind != Syntax::kParenthesized && kind != Syntax::kParenthesizedListSplat &&
        kind != Syntax::kType && kind != Syntax::kAsPatternTarget && !parenthesized) {
      return node;
    }
    const NodeId inner = tree_.FirstOperand(node);
    if (inner == 0) return node;
    node = inner;
  }
}

const Expr* ExprLowering::Lower(NodeId node) {
  node = StripWrappers(node);
  const Syntax kind = tree_.kind(node);
  const Nesting nesting(context_);
  if (nesting.too_deep()) return Cut(node);
  if (IsLink(kind)) return Chain(node);
  Expr* const expr = New(ExprKind::kUnknown, tree_.range(node));
  (this->*kHandlers[static_cast<size_t>(kind)])(node, *expr);
  return expr;
}

const Expr* ExprLowering::LowerChild(NodeId parent, Field field) {
  const NodeId child = tree_.Child(parent, field);
  return child == 0 ? Unknown(tree_.range(parent)) : Lower(child);
}

const Expr* ExprLowering::LowerOnlyOperand(NodeId parent) {
  const NodeId child = tree_.FirstOperand(parent);
  return child == 0 ? Unknown(tree_.range(parent)) : Lower(child);
}

const Expr* ExprLowering::Target(NodeId node) {
  node = StripWrappers(node);
  const Nesting nesting(context_);
  if (nesting.too_deep()) return Cut(node);
  const Syntax kind = tree_.kind(node);
  if (kind == Syntax::kIdentifier) {
    const Expr* const name = Lower(node);
    context_.scopes.Bind(context_.Intern(node));
    return name;
  }
  if (IsStar(kind)) {
    Expr* const star = New(ExprKind::kStar, tree_.range(node));
    const NodeId starred = tree_.FirstOperand(node);
    star->first = starred == 0 ? Unknown(star->range) : Target(starred);
    return star;
  }
  const bool list = kind == Syntax::kList || kind == Syntax::kListPattern;
  if (!list && !IsTupleOfTargets(kind)) return Lower(node);
  Expr* const sequence = New(list ? ExprKind::kList : ExprKind::kTuple, tree_.range(node));
  StackedList<const Expr*> items(expr_stack_);
  for (const NodeId child : tree_.children(node)) {
    if (!IsTokenOrError(tree_.kind(child))) items.Add(Target(child));
  }
  sequence->items = items.CopyTo(context_.arena);
  return sequence;
}

NodeId ExprLowering::LeftOperand(NodeId link) const {
  switch (tree_.kind(link)) {
    case Syntax::kAttribute: return tree_.Child(link, Field::kObject);
    case Syntax::kCall: return tree_.Child(link, Field::kFunction);
    case Syntax::kSubscript: return tree_.Child(link, Field::kValue);
    default: return tree_.Child(link, Field::kLeft);
  }
}

const Expr* ExprLowering::Chain(NodeId node) {
  const size_t begin = chain_stack_.size();
  const int depth = context_.depth;
  const ByteRange whole = tree_.range(node);
  while (node != 0 && IsLink(tree_.kind(node)) && context_.depth <= kDepthBudget) {
    chain_stack_.push_back(node);
    context_.depth += kLinkCost;
    node = LeftOperand(node);
    if (node != 0) node = StripWrappers(node);
  }
  const Expr* left = nullptr;
  if (node == 0) {
    left = Unknown(whole);
  } else {
    left = context_.depth > kDepthBudget ? Cut(node) : Lower(node);
  }
  left = LinkAll(begin, left);
  context_.depth = depth;
  return left;
}

// Applies the links that lie on the stack above `begin`, innermost first.
const Expr* ExprLowering::LinkAll(size_t begin, const Expr* left) {
  while (chain_stack_.size() > begin) {
    const NodeId link = chain_stack_.back();
    chain_stack_.pop_back();
    context_.depth -= kLinkCost;
    left = Link(link, left);
  }
  return left;
}

const Expr* ExprLowering::TypeCall(NodeId arguments, uint32_t type_begin) {
  Expr* const type = New(ExprKind::kName, {type_begin, type_begin + 4});
  type->name_range = type->range;
  const NameId name = context_.scopes.Intern("type");
  type->text = context_.scopes.Text(name);
  context_.scopes.Mention(name, &type->slot);
  Expr* const call = New(ExprKind::kCall, {type_begin, tree_[arguments].end});
  call->first = type;
  call->args = Arguments(arguments);
  return call;
}

const Expr* ExprLowering::ChainOnTypeCall(NodeId node, uint32_t type_begin) {
  const size_t begin = chain_stack_.size();
  const int depth = context_.depth;
  if (tree_.kind(node) == Syntax::kType) node = tree_.FirstOperand(node);
  while (node != 0 && IsLink(tree_.kind(node)) && context_.depth <= kDepthBudget) {
    chain_stack_.push_back(node);
    context_.depth += kLinkCost;
    node = LeftOperand(node);
  }
  const bool understood = node != 0 && context_.depth <= kDepthBudget;
  const Expr* left =
      understood ? TypeCall(node, type_begin) : Unknown({type_begin, type_begin + 4});
  left = LinkAll(begin, left);
  context_.depth = depth;
  return left;
}

const Expr* ExprLowering::Link(NodeId link, const Expr* left) {
  const Syntax kind = tree_.kind(link);
  Expr* const expr = New(ExprKind::kUnknown, tree_.range(link));
  expr->range.begin = std::min(expr->range.begin, left->range.begin);
  expr->first = left;
  if (kind == Syntax::kAttribute) {
    const NodeId name = tree_.Child(link, Field::kAttribute);
    if (name == 0) return expr;
    expr->kind = ExprKind::kAttribute;
    expr->name_range = tree_.range(name);
    expr->text = context_.scopes.Text(context_.Intern(name));
  } else if (kind == Syntax::kCall) {
    expr->kind = ExprKind::kCall;
    const NodeId arguments = tree_.Child(link, Field::kArguments);
    if (arguments != 0) expr->args = Arguments(arguments);
  } else if (kind == Syntax::kSubscript) {
    expr->kind = ExprKind::kSubscript;
    expr->second = OneOrTuple(link, Field::kSubscript);
  } else {
    const NodeId op = tree_.Child(link, Syntax::kOperator);
    if (op == 0) return expr;
    expr->kind = ExprKind::kBinary;
    expr->op = tree_[op].op;
    expr->second = LowerChild(link, Field::kRight);
  }
  return expr;
}

const Expr* ExprLowering::OneOrTuple(NodeId parent, Field field) {
  const NodeId only = tree_.Child(parent, field);
  if (only == 0) return Unknown(tree_.range(parent));
  if (!tree_[parent].comma && !IsStar(tree_.kind(only))) return Lower(only);
  Expr* const tuple = New(ExprKind::kTuple, tree_.range(only));
  StackedList<const Expr*> items(expr_stack_);
  for (const NodeId child : tree_.children(parent)) {
    if (tree_[child].field != field || IsTokenOrError(tree_.kind(child))) continue;
    items.Add(Lower(child));
    tuple->range.end = tree_[child].end;
  }
  tuple->items = items.CopyTo(context_.arena);
  return tuple;
}

void ExprLowering::NotUnderstood(NodeId, Expr&) {}

void ExprLowering::Name(NodeId node, Expr& expr) {
  const NameId name = context_.Intern(node);
  expr.kind = ExprKind::kName;
  expr.name_range = expr.range;
  expr.text = context_.scopes.Text(name);
  context_.scopes.Mention(name, &expr.slot);
}

void ExprLowering::Constant(NodeId node, Expr& expr) {
  expr.kind = ConstantKind(tree_.kind(node));
}

void ExprLowering::Number(NodeId node, Expr& expr) {
  const absl::string_view digits = context_.Text(node);
  expr.text = context_.arena.CopyText(digits);
  const bool complex = !digits.empty() && (digits.back() == 'j' || digits.back() == 'J');
  if (tree_.kind(node) == Syntax::kFloat || complex) {
    expr.kind = ExprKind::kFloat;
    return;
  }
  expr.kind = ExprKind::kInt;
  expr.integer = IntegerValue(digits).value_or(0);
}

void ExprLowering::Unary(NodeId node, Expr& expr) {
  const NodeId op = tree_.Child(node, Syntax::kOperator);
  if (op == 0) return;
  expr.kind = ExprKind::kUnary;
  expr.op = UnaryOp(tree_[op].op);
  expr.first = LowerChild(node, Field::kArgument);
}

void ExprLowering::Not(NodeId node, Expr& expr) {
  expr.kind = ExprKind::kUnary;
  expr.op = Op::kNot;
  expr.first = LowerChild(node, Field::kArgument);
}

// `a and b and c` leans to the left in the tree; here its operands are one list.
void ExprLowering::Boolean(NodeId node, Expr& expr) {
  const bool conjunction = tree_.Child(node, Syntax::kAndToken) != 0;
  expr.kind = conjunction ? ExprKind::kAnd : ExprKind::kOr;
  const Syntax token = conjunction ? Syntax::kAndToken : Syntax::kOrToken;
  const size_t begin = chain_stack_.size();
  while (node != 0 && tree_.kind(node) == Syntax::kBoolean && tree_.Child(node, token) != 0) {
    chain_stack_.push_back(node);
    node = tree_.Child(node, Field::kLeft);
  }
  StackedList<const Expr*> operands(expr_stack_);
  operands.Add(node == 0 ? Unknown(expr.range) : Lower(node));
  while (chain_stack_.size() > begin) {
    const NodeId link = chain_stack_.back();
    chain_stack_.pop_back();
    operands.Add(LowerChild(link, Field::kRight));
  }
  expr.items = operands.CopyTo(context_.arena);
}

void ExprLowering::Comparison(NodeId node, Expr& expr) {
  StackedList<const Expr*> compares(expr_stack_);
  const Expr* left = nullptr;
  Op op = Op::kNone;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kOperator) op = tree_[child].op;
    if (IsTokenOrError(tree_.kind(child))) continue;
    const Expr* const right = Lower(child);
    if (left != nullptr) {
      Expr* const compare = New(ExprKind::kCompare, {left->range.begin, right->range.end});
      compare->op = op;
      compare->first = left;
      compare->second = right;
      compares.Add(compare);
    }
    left = right;
  }
  if (compares.size() == 0) return;
  const Nodes<Expr> links = compares.CopyTo(context_.arena);
  const ByteRange range = expr.range;
  if (links.size() == 1) expr = *links[0];
  if (links.size() > 1) expr.kind = ExprKind::kAnd;
  if (links.size() > 1) expr.items = links;
  expr.range = range;
}

void ExprLowering::Conditional(NodeId node, Expr& expr) {
  const Expr* parts[3] = {};
  size_t found = 0;
  for (const NodeId child : tree_.children(node)) {
    if (!IsTokenOrError(tree_.kind(child)) && found < 3) parts[found++] = Lower(child);
  }
  if (found < 3) return;
  expr.kind = ExprKind::kConditional;
  expr.first = parts[1];
  expr.second = parts[0];
  expr.third = parts[2];
}

void ExprLowering::Await(NodeId node, Expr& expr) {
  expr.kind = ExprKind::kAwait;
  expr.first = LowerOnlyOperand(node);
}

void ExprLowering::Yield(NodeId node, Expr& expr) {
  const bool from = tree_.Child(node, Syntax::kFromToken) != 0;
  expr.kind = from ? ExprKind::kYieldFrom : ExprKind::kYield;
  context_.function().generator = true;
  if (from || tree_.FirstOperand(node) != 0) expr.first = LowerOnlyOperand(node);
}

void ExprLowering::Star(NodeId node, Expr& expr) {
  expr.kind = ExprKind::kStar;
  expr.first = LowerOnlyOperand(node);
}

void ExprLowering::Named(NodeId node, Expr& expr) {
  const NodeId name = tree_.Child(node, Field::kName);
  if (name == 0) return;
  expr.kind = ExprKind::kNamed;
  expr.first = Target(name);
  expr.second = LowerChild(node, Field::kValue);
}

}  // namespace fsdpcheck::analyzer

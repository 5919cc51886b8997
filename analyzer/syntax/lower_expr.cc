#include "analyzer/syntax/lower_expr.h"

#include <optional>
#include <utility>

#include "analyzer/syntax/literals.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsTupleOfTargets(Syntax kind) {
  return kind == Syntax::kTuple || kind == Syntax::kTuplePattern || kind == Syntax::kPatternList ||
         kind == Syntax::kExpressionList;
}

bool IsStar(Syntax kind) { return kind == Syntax::kListSplat || kind == Syntax::kListSplatPattern; }

ExprKind ConstantKind(Syntax kind) {
  if (kind == Syntax::kTrue) return ExprKind::kTrue;
  if (kind == Syntax::kFalse) return ExprKind::kFalse;
  return kind == Syntax::kNone ? ExprKind::kNone : ExprKind::kEllipsis;
}

}  // namespace

constinit const ExprLowering::HandlerTable ExprLowering::kHandlers = [] {
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
  if (IsChainLink(kind)) return Chain(node);
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

void ExprLowering::Constant(NodeId node, Expr& expr) { expr.kind = ConstantKind(tree_.kind(node)); }

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

}  // namespace fsdpcheck::analyzer

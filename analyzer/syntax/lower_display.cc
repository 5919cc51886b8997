// Displays, comprehensions, strings and type expressions.
#include "analyzer/syntax/literals.h"
#include "analyzer/syntax/lower_expr.h"

namespace fsdpcheck::analyzer {
namespace {

ExprKind DisplayKind(Syntax kind) {
  if (kind == Syntax::kList || kind == Syntax::kListPattern) return ExprKind::kList;
  return kind == Syntax::kSet ? ExprKind::kSet : ExprKind::kTuple;
}

ExprKind ComprehensionKind(Syntax kind) {
  if (kind == Syntax::kListComprehension) return ExprKind::kListComp;
  if (kind == Syntax::kSetComprehension) return ExprKind::kSetComp;
  return kind == Syntax::kDictionaryComprehension ? ExprKind::kDictComp : ExprKind::kGenerator;
}

}  // namespace

Nodes<Expr> ExprLowering::Items(NodeId parent) {
  StackedList<const Expr*> items(expr_stack_);
  for (const NodeId child : tree_.children(parent)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kError || !IsTokenOrError(kind)) items.Add(Lower(child));
  }
  return items.CopyTo(context_.arena);
}

void ExprLowering::Display(NodeId node, Expr& expr) {
  expr.kind = DisplayKind(tree_.kind(node));
  expr.items = Items(node);
}

void ExprLowering::Slice(NodeId node, Expr& expr) {
  const Expr* parts[3] = {};
  size_t part = 0;
  for (const NodeId child : tree_.children(node)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kColonToken) ++part;
    if (!IsTokenOrError(kind) && part < 3) parts[part] = Lower(child);
  }
  expr.kind = ExprKind::kSlice;
  expr.first = parts[0];
  expr.second = parts[1];
  expr.third = parts[2];
}

void ExprLowering::Dictionary(NodeId node, Expr& expr) {
  expr.kind = ExprKind::kDict;
  StackedList<const Expr*> items(expr_stack_);
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kPair) {
      items.Add(LowerChild(child, Field::kKey));
      items.Add(LowerChild(child, Field::kValue));
    } else if (tree_.kind(child) == Syntax::kDictionarySplat) {
      items.Add(nullptr);
      items.Add(LowerOnlyOperand(child));
    }
  }
  expr.items = items.CopyTo(context_.arena);
}

Comprehension ExprLowering::ForClause(NodeId clause, NodeId comprehension_end) {
  Comprehension result;
  const NodeId target = tree_.Child(clause, Field::kLeft);
  result.target = target == 0 ? Unknown(tree_.range(clause)) : Target(target);
  result.iterable = OneOrTuple(clause, Field::kRight);
  StackedList<const Expr*> conditions(expr_stack_);
  for (NodeId next = tree_[clause].next; next < comprehension_end; next = tree_[next].next) {
    if (tree_.kind(next) == Syntax::kForInClause) break;
    if (tree_.kind(next) == Syntax::kIfClause) conditions.Add(LowerOnlyOperand(next));
  }
  result.conditions = conditions.CopyTo(context_.arena);
  return result;
}

void ExprLowering::ComprehensionOf(NodeId node, Expr& expr) {
  expr.kind = ComprehensionKind(tree_.kind(node));
  const NodeId body = tree_.Child(node, Field::kBody);
  if (body != 0 && tree_.kind(body) == Syntax::kPair) {
    expr.first = LowerChild(body, Field::kKey);
    expr.second = LowerChild(body, Field::kValue);
  } else {
    expr.first = LowerChild(node, Field::kBody);
  }
  size_t count = 0;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kForInClause) ++count;
  }
  const absl::Span<Comprehension> clauses = context_.arena.NewSpan<Comprehension>(count);
  size_t next = 0;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) != Syntax::kForInClause) continue;
    clauses[next++] = ForClause(child, tree_[node].next);
  }
  expr.generators = clauses;
}

// Between the quotes. The grammar's own token for the closing quotes may begin too
// early, as in r'\\', so they are counted by the opening ones.
absl::string_view ExprLowering::StringContent(NodeId string, absl::string_view opening) const {
  const ByteRange range = tree_.range(string);
  const auto before = static_cast<uint32_t>(opening.size());
  const auto quotes = static_cast<uint32_t>(opening.size() - opening.find_first_of("'\"`"));
  const bool closed =
      tree_.Child(string, Syntax::kStringEnd) != 0 && range.end - range.begin >= before + quotes;
  return context_.Text({range.begin + before, closed ? range.end - quotes : range.end});
}

void ExprLowering::AddReplacements(NodeId parent, StackedList<const Expr*>& items) {
  const Nesting nesting(context_);
  if (nesting.too_deep()) return context_.ReportTooDeep(parent);
  for (const NodeId child : tree_.children(parent)) {
    const Syntax kind = tree_.kind(child);
    if (kind != Syntax::kInterpolation && kind != Syntax::kFormatExpression) continue;
    NodeId replacement = tree_.Child(child, Field::kExpression);
    // `{x:=5}` formats x with the specifier `=5`.
    if (replacement != 0 && tree_.kind(replacement) == Syntax::kNamed) {
      replacement = tree_.Child(replacement, Field::kName);
    }
    if (replacement != 0) items.Add(Lower(replacement));
    const NodeId specifier = tree_.Child(child, Syntax::kFormatSpecifier);
    if (specifier != 0) AddReplacements(specifier, items);
  }
}

void ExprLowering::String(NodeId node, Expr& expr) {
  const NodeId start = tree_.Child(node, Syntax::kStringStart);
  if (start == 0) return;
  const absl::string_view opening = context_.Text(start);
  const StringPrefix prefix = ReadStringPrefix(opening);
  if (prefix.format) {
    expr.kind = ExprKind::kFormatString;
    StackedList<const Expr*> items(expr_stack_);
    AddReplacements(node, items);
    expr.items = items.CopyTo(context_.arena);
    return;
  }
  expr.kind = ExprKind::kString;
  absl::string_view value = StringContent(node, opening);
  if (!IsPlainString(value)) {
    string_value_.clear();
    AppendStringValue(value, prefix, &string_value_);
    value = string_value_;
  }
  expr.text = context_.arena.CopyText(value);
}

void ExprLowering::ConcatenatedString(NodeId node, Expr& expr) {
  expr.kind = ExprKind::kString;
  string_value_.clear();
  StackedList<const Expr*> items(expr_stack_);
  for (const NodeId child : tree_.children(node)) {
    const NodeId start = tree_.Child(child, Syntax::kStringStart);
    if (tree_.kind(child) != Syntax::kString || start == 0) continue;
    const absl::string_view opening = context_.Text(start);
    const StringPrefix prefix = ReadStringPrefix(opening);
    if (prefix.format) {
      expr.kind = ExprKind::kFormatString;
      AddReplacements(child, items);
    } else if (expr.kind == ExprKind::kString) {
      AppendStringValue(StringContent(child, opening), prefix, &string_value_);
    }
  }
  expr.items = items.CopyTo(context_.arena);
  if (expr.kind == ExprKind::kString) expr.text = context_.arena.CopyText(string_value_);
}

// `list[int]` in an annotation.
void ExprLowering::GenericType(NodeId node, Expr& expr) {
  const NodeId parameters = tree_.Child(node, Syntax::kTypeParameter);
  if (parameters == 0) return;
  expr.kind = ExprKind::kSubscript;
  expr.first = LowerOnlyOperand(node);
  const NodeId only = tree_.FirstOperand(parameters);
  if (only != 0 && !tree_[parameters].comma) {
    expr.second = Lower(only);
    return;
  }
  const ByteRange brackets = tree_.range(parameters);
  Expr* const tuple = New(ExprKind::kTuple, {brackets.begin + 1, brackets.end - 1});
  tuple->items = Items(parameters);
  expr.second = tuple;
}

void ExprLowering::UnionType(NodeId node, Expr& expr) {
  const Nodes<Expr> members = Items(node);
  if (members.size() != 2) return;
  expr.kind = ExprKind::kBinary;
  expr.op = Op::kOr;
  expr.first = members[0];
  expr.second = members[1];
}

void ExprLowering::MemberType(NodeId node, Expr& expr) {
  const NodeId name = tree_.Child(node, Syntax::kIdentifier);
  if (name == 0) return;
  expr.kind = ExprKind::kAttribute;
  expr.first = LowerOnlyOperand(node);
  expr.name_range = tree_.range(name);
  expr.text = context_.scopes.Text(context_.Intern(name));
}

}  // namespace fsdpcheck::analyzer

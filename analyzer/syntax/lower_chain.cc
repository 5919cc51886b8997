// What goes on from the left: a.b, a[b], a(b) and a + b, without recursion.
#include <algorithm>

#include "analyzer/syntax/lower_expr.h"

namespace fsdpcheck::analyzer {

bool IsChainLink(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kCall || kind == Syntax::kSubscript ||
         kind == Syntax::kBinary;
}

NodeId ExprLowering::LeftOperand(NodeId link) const {
  const Syntax kind = tree_.kind(link);
  if (kind == Syntax::kAttribute) return tree_.Child(link, Field::kObject);
  if (kind == Syntax::kCall) return tree_.Child(link, Field::kFunction);
  return tree_.Child(link, kind == Syntax::kSubscript ? Field::kValue : Field::kLeft);
}

const Expr* ExprLowering::Chain(NodeId node) {
  const size_t begin = chain_stack_.size();
  const int depth = context_.depth;
  const ByteRange whole = tree_.range(node);
  while (node != 0 && IsChainLink(tree_.kind(node)) && context_.depth <= kDepthBudget) {
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
  while (node != 0 && IsChainLink(tree_.kind(node)) && context_.depth <= kDepthBudget) {
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

}  // namespace fsdpcheck::analyzer

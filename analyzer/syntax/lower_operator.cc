// Operators, and what is made of one or two operands.
#include "analyzer/syntax/lower_expr.h"

namespace fsdpcheck::analyzer {
namespace {

Op UnaryOp(Op written) {
  if (written == Op::kAdd) return Op::kPlus;
  return written == Op::kSub ? Op::kMinus : written;
}

}  // namespace

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
  size_t operands = 0;
  for (const NodeId child : tree_.children(node)) {
    if (!IsTokenOrError(tree_.kind(child))) ++operands;
  }
  StackedList<const Expr*> compares(expr_stack_);
  const Expr* left = nullptr;
  Op op = Op::kNone;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kOperator) op = tree_[child].op;
    if (IsTokenOrError(tree_.kind(child))) continue;
    const Expr* const right = Lower(child);
    if (left != nullptr && op != Op::kNone) {
      const ByteRange range = {left->range.begin, right->range.end};
      Expr* const compare = operands == 2 ? &expr : New(ExprKind::kCompare, range);
      compare->kind = ExprKind::kCompare;
      compare->op = op;
      compare->first = left;
      compare->second = right;
      compares.Add(compare);
    }
    left = right;
    op = Op::kNone;
  }
  if (operands <= 2) return;
  expr.kind = ExprKind::kAnd;
  expr.items = compares.CopyTo(context_.arena);
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

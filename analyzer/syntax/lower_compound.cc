// Statements that hold blocks.
#include "analyzer/syntax/lower_stmt.h"

namespace fsdpcheck::analyzer {

void StmtLowering::If(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kIf;
  stmt.value = exprs_.LowerChild(node, Field::kCondition);
  stmt.body = ChildBlock(node, Field::kConsequence);
  Stmt* last = &stmt;
  const int depth = context_.depth;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kElse) last->orelse = ChildBlock(child, Field::kBody);
    if (tree_.kind(child) != Syntax::kElif) continue;
    context_.depth += kLinkCost;
    if (context_.depth > kDepthBudget) {
      context_.ReportTooDeep(child);
      last->orelse = Alone(NewUnknown(child));
      break;
    }
    Stmt* const branch = New(StmtKind::kIf, {tree_[child].begin, stmt.range.end});
    branch->value = exprs_.LowerChild(child, Field::kCondition);
    branch->body = ChildBlock(child, Field::kConsequence);
    last->orelse = Alone(branch);
    last = branch;
  }
  context_.depth = depth;
}

void StmtLowering::While(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kWhile;
  stmt.value = exprs_.LowerChild(node, Field::kCondition);
  stmt.body = ChildBlock(node, Field::kBody);
  stmt.orelse = ClauseBlock(node, Syntax::kElse);
}

void StmtLowering::For(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kFor;
  const NodeId left = tree_.Child(node, Field::kLeft);
  const Expr* const target = left == 0 ? exprs_.Unknown(stmt.range) : exprs_.Target(left);
  stmt.targets = context_.arena.Copy(absl::MakeConstSpan(&target, 1));
  stmt.value = exprs_.LowerChild(node, Field::kRight);
  stmt.body = ChildBlock(node, Field::kBody);
  stmt.orelse = ClauseBlock(node, Syntax::kElse);
}

WithItem StmtLowering::ReadWithItem(NodeId value) {
  value = exprs_.StripWrappers(value);
  if (tree_.kind(value) != Syntax::kAsPattern) return {.context = exprs_.Lower(value)};
  const NodeId target = tree_.Child(value, Field::kAlias);
  WithItem item = {.context = exprs_.LowerOnlyOperand(value)};
  if (target != 0) item.target = exprs_.Target(target);
  return item;
}

void StmtLowering::With(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kWith;
  StackedList<WithItem> items(item_stack_);
  const NodeId clause = tree_.Child(node, Syntax::kWithClause);
  const bool only = clause != 0 && tree_.CountChildren(clause) == 1;
  if (clause != 0) {
    for (const NodeId child : tree_.children(clause)) {
      const NodeId value = tree_.FirstOperand(child);
      if (value == 0) continue;
      const NodeId inner = exprs_.StripWrappers(value);
      if (!only || tree_.kind(inner) != Syntax::kTuple) {
        items.Add(ReadWithItem(inner));
        continue;
      }
      for (const NodeId element : tree_.children(inner)) {
        if (!IsTokenOrError(tree_.kind(element))) items.Add(ReadWithItem(element));
      }
    }
  }
  stmt.items = items.CopyTo(context_.arena);
  stmt.body = ChildBlock(node, Field::kBody);
}

void StmtLowering::ReadHandler(NodeId clause, Handler& handler) {
  NodeId alias = tree_.Child(clause, Field::kAlias);
  const NodeId value = tree_.Child(clause, Field::kValue);
  if (value != 0 && tree_.kind(value) == Syntax::kAsPattern) {
    handler.type = exprs_.LowerOnlyOperand(value);
    alias = tree_.Child(value, Field::kAlias);
  } else if (value != 0) {
    handler.type = exprs_.OneOrTuple(clause, Field::kValue);
  }
  if (alias != 0) alias = exprs_.StripWrappers(alias);
  if (alias != 0 && tree_.kind(alias) == Syntax::kIdentifier) {
    const NameId name = context_.Intern(alias);
    handler.name = context_.scopes.Text(name);
    context_.scopes.Bind(name, &handler.slot);
  }
  const NodeId block = tree_.Child(clause, Syntax::kBlock);
  if (block != 0) handler.body = Block(block);
}

void StmtLowering::Try(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kTry;
  stmt.body = ChildBlock(node, Field::kBody);
  size_t count = 0;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kExcept) ++count;
  }
  const absl::Span<Handler> handlers = context_.arena.NewSpan<Handler>(count);
  size_t next = 0;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kExcept) ReadHandler(child, handlers[next++]);
  }
  stmt.handlers = handlers;
  stmt.orelse = ClauseBlock(node, Syntax::kElse);
  stmt.finally = ClauseBlock(node, Syntax::kFinally);
}

}  // namespace fsdpcheck::analyzer

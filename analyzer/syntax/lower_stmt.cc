// Blocks and statements of one line.
#include "analyzer/syntax/lower_stmt.h"

#include <utility>

#include "absl/strings/match.h"

namespace fsdpcheck::analyzer {

constinit const StmtLowering::MethodTable StmtLowering::kMethods = [] {
  MethodTable table = {};
  const std::pair<Syntax, Method> methods[] = {
      {Syntax::kExpressionStatement, &StmtLowering::Expression},
      {Syntax::kReturn, &StmtLowering::Return},
      {Syntax::kRaise, &StmtLowering::Raise},
      {Syntax::kAssert, &StmtLowering::Assert},
      {Syntax::kDelete, &StmtLowering::Delete},
      {Syntax::kPass, &StmtLowering::Pass},
      {Syntax::kTypeAlias, &StmtLowering::TypeAlias},
      {Syntax::kBreak, &StmtLowering::Break},
      {Syntax::kContinue, &StmtLowering::Continue},
      {Syntax::kGlobal, &StmtLowering::Global},
      {Syntax::kNonlocal, &StmtLowering::Global},
      {Syntax::kPrint, &StmtLowering::NotUnderstood},
      {Syntax::kExec, &StmtLowering::NotUnderstood},
      {Syntax::kImport, &StmtLowering::Import},
      {Syntax::kImportFrom, &StmtLowering::ImportFrom},
      {Syntax::kFutureImport, &StmtLowering::ImportFrom},
      {Syntax::kIf, &StmtLowering::If},
      {Syntax::kWhile, &StmtLowering::While},
      {Syntax::kFor, &StmtLowering::For},
      {Syntax::kWith, &StmtLowering::With},
      {Syntax::kTry, &StmtLowering::Try},
      {Syntax::kMatch, &StmtLowering::Match},
      {Syntax::kDecoratedDefinition, &StmtLowering::Decorated},
      {Syntax::kFunctionDefinition, &StmtLowering::FunctionDefinition},
      {Syntax::kClassDefinition, &StmtLowering::ClassDefinition},
  };
  for (const auto& [kind, method] : methods) table[static_cast<size_t>(kind)] = method;
  return table;
}();

const Function* StmtLowering::Module(ByteRange range) {
  Function* const module = context_.NewFunction("<module>", range);
  module->qualified = "";
  context_.EnterFunction(module);
  module->body = Block(0);
  context_.LeaveFunction();
  return module;
}

Stmt* StmtLowering::New(StmtKind kind, ByteRange range) {
  Stmt* const stmt = context_.arena.New<Stmt>();
  stmt->kind = kind;
  stmt->range = range;
  return stmt;
}

Stmt* StmtLowering::NewUnknown(NodeId node) {
  Stmt* const stmt = New(StmtKind::kExpr, tree_.range(node));
  stmt->value = exprs_.Unknown(stmt->range);
  return stmt;
}

Nodes<Stmt> StmtLowering::Alone(const Stmt* stmt) {
  return context_.arena.Copy(absl::MakeConstSpan(&stmt, 1));
}

Nodes<Stmt> StmtLowering::Block(NodeId parent) {
  const StackedList<const Stmt*> statements(stmt_stack_);
  AddStatements(parent);
  return statements.CopyTo(context_.arena);
}

Nodes<Stmt> StmtLowering::ChildBlock(NodeId parent, Field field) {
  const NodeId block = tree_.Child(parent, field);
  return block == 0 ? Nodes<Stmt>() : Block(block);
}

Nodes<Stmt> StmtLowering::ClauseBlock(NodeId parent, Syntax clause) {
  const NodeId found = tree_.Child(parent, clause);
  if (found == 0) return {};
  const NodeId block = tree_.Child(found, Syntax::kBlock);
  return block == 0 ? Nodes<Stmt>() : Block(block);
}

void StmtLowering::AddStatements(NodeId parent) {
  for (const NodeId child : tree_.children(parent)) AddStatement(child);
}

void StmtLowering::AddStatement(NodeId node) {
  const Syntax kind = tree_.kind(node);
  if (kind == Syntax::kMissing) return;
  const Nesting nesting(context_);
  if (nesting.too_deep()) {
    context_.ReportTooDeep(node);
    stmt_stack_.push_back(NewUnknown(node));
    return;
  }
  const Method method = kMethods[static_cast<size_t>(kind)];
  if (method == nullptr) {
    stmt_stack_.push_back(NewUnknown(node));
    if (kind == Syntax::kError) AddStatementsOfError(node);
    return;
  }
  Stmt* const stmt = New(StmtKind::kPass, tree_.range(node));
  (this->*method)(node, *stmt);
  stmt_stack_.push_back(stmt);
}

// Whole statements survive in broken surroundings; fragments do not.
void StmtLowering::AddStatementsOfError(NodeId error) {
  for (const NodeId child : tree_.children(error)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kBlock) AddStatements(child);
    if (kMethods[static_cast<size_t>(kind)] != nullptr) AddStatement(child);
  }
}

void StmtLowering::NotUnderstood(NodeId, Stmt& stmt) {
  stmt.kind = StmtKind::kExpr;
  stmt.value = exprs_.Unknown(stmt.range);
}

void StmtLowering::Pass(NodeId, Stmt& stmt) { stmt.kind = StmtKind::kPass; }

// The grammar also takes `type(self).x = y` for one.
void StmtLowering::TypeAlias(NodeId node, Stmt& stmt) {
  const NodeId left = tree_.Child(node, Field::kLeft);
  if (left == 0 || !absl::StartsWith(context_.Text(left), "(")) return Pass(node, stmt);
  stmt.kind = StmtKind::kAssign;
  const Expr* const target = exprs_.ChainOnTypeCall(left, stmt.range.begin);
  stmt.targets = context_.arena.Copy(absl::MakeConstSpan(&target, 1));
  stmt.value = exprs_.LowerChild(node, Field::kRight);
}

void StmtLowering::Break(NodeId, Stmt& stmt) { stmt.kind = StmtKind::kBreak; }

void StmtLowering::Continue(NodeId, Stmt& stmt) { stmt.kind = StmtKind::kContinue; }

void StmtLowering::Expression(NodeId node, Stmt& stmt) {
  const NodeId first = tree_.FirstOperand(node);
  const Syntax kind = tree_.kind(first);
  if (first != 0 && kind == Syntax::kAssignment) return Assign(first, stmt);
  if (first != 0 && kind == Syntax::kAugmentedAssignment) return AugAssign(first, stmt);
  stmt.kind = StmtKind::kExpr;
  stmt.value = tree_[node].comma ? exprs_.TupleOf(node) : exprs_.LowerOnlyOperand(node);
}

const Expr* StmtLowering::RightSide(NodeId node) {
  const Syntax kind = tree_.kind(node);
  const bool statement = kind == Syntax::kAssignment || kind == Syntax::kAugmentedAssignment;
  return node == 0 || statement ? exprs_.Unknown(tree_.range(node)) : exprs_.Lower(node);
}

void StmtLowering::Assign(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kAssign;
  StackedList<const Expr*> targets(expr_stack_);
  NodeId right = node;
  do {
    node = right;
    const NodeId left = tree_.Child(node, Field::kLeft);
    if (left != 0) targets.Add(exprs_.Target(left));
    right = tree_.Child(node, Field::kRight);
  } while (right != 0 && tree_.kind(right) == Syntax::kAssignment);
  stmt.targets = targets.CopyTo(context_.arena);
  if (right != 0) {
    stmt.value = RightSide(right);
  } else if (tree_.Child(node, Field::kType) == 0) {
    stmt.value = exprs_.Unknown(tree_.range(node));
  }
}

void StmtLowering::AugAssign(NodeId node, Stmt& stmt) {
  const NodeId left = tree_.Child(node, Field::kLeft);
  const NodeId op = tree_.Child(node, Syntax::kOperator);
  if (left == 0 || op == 0) return NotUnderstood(node, stmt);
  stmt.kind = StmtKind::kAugAssign;
  stmt.op = tree_[op].op;
  StackedList<const Expr*> targets(expr_stack_);
  targets.Add(exprs_.Target(left));
  stmt.targets = targets.CopyTo(context_.arena);
  const NodeId right = tree_.Child(node, Field::kRight);
  stmt.value = right == 0 ? exprs_.Unknown(stmt.range) : RightSide(right);
}

void StmtLowering::Return(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kReturn;
  if (tree_.FirstOperand(node) != 0) stmt.value = exprs_.LowerOnlyOperand(node);
}

void StmtLowering::Raise(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kRaise;
  const NodeId cause = tree_.Child(node, Field::kCause);
  const NodeId raised = tree_.FirstOperand(node);
  if (raised != 0 && raised != cause) stmt.value = exprs_.Lower(raised);
  if (cause != 0) exprs_.Lower(cause);
}

void StmtLowering::Assert(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kAssert;
  stmt.value = exprs_.LowerOnlyOperand(node);
  const NodeId condition = tree_.FirstOperand(node);
  for (const NodeId child : tree_.children(node)) {
    if (child != condition && !IsTokenOrError(tree_.kind(child))) exprs_.Lower(child);
  }
}

void StmtLowering::Delete(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kDelete;
  StackedList<const Expr*> targets(expr_stack_);
  const NodeId only = tree_.FirstOperand(node);
  if (only != 0 && tree_.kind(only) == Syntax::kExpressionList) {
    for (const NodeId child : tree_.children(only)) {
      if (!IsTokenOrError(tree_.kind(child))) targets.Add(exprs_.Target(child));
    }
  } else if (only != 0) {
    targets.Add(exprs_.Target(only));
  }
  stmt.targets = targets.CopyTo(context_.arena);
}

void StmtLowering::Global(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kGlobal;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kIdentifier) context_.scopes.Disown(context_.Intern(child));
  }
}

}  // namespace fsdpcheck::analyzer

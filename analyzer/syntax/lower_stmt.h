// Statements and definitions: from the concrete syntax tree to ast.h.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_LOWER_STMT_H_
#define FSDPCHECK_ANALYZER_SYNTAX_LOWER_STMT_H_

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/lower_expr.h"
#include "analyzer/syntax/lowering_context.h"

namespace fsdpcheck::analyzer {

class StmtLowering {
 public:
  explicit StmtLowering(LoweringContext& context)
      : context_(context), tree_(context.tree), exprs_(context) {}

  // The root of the tree as the body of a module.
  const Function* Module(ByteRange range);

 private:
  using Method = void (StmtLowering::*)(NodeId node, Stmt& stmt);
  using MethodTable = std::array<Method, kSyntaxCount>;
  static const MethodTable kMethods;

  // The statements below `parent`; none if it is 0.
  Nodes<Stmt> Block(NodeId parent);
  Nodes<Stmt> ChildBlock(NodeId parent, Field field);
  Nodes<Stmt> ClauseBlock(NodeId parent, Syntax clause);
  void AddStatements(NodeId parent);
  void AddStatement(NodeId node);
  void AddStatementsOfError(NodeId error);
  Stmt* New(StmtKind kind, ByteRange range);
  Stmt* NewUnknown(NodeId node);
  Nodes<Stmt> Alone(const Stmt* stmt);

  void NotUnderstood(NodeId node, Stmt& stmt);
  void Pass(NodeId node, Stmt& stmt);
  void TypeAlias(NodeId node, Stmt& stmt);
  void Break(NodeId node, Stmt& stmt);
  void Continue(NodeId node, Stmt& stmt);
  void Expression(NodeId node, Stmt& stmt);
  void Assign(NodeId node, Stmt& stmt);
  void AugAssign(NodeId node, Stmt& stmt);
  void Return(NodeId node, Stmt& stmt);
  void Raise(NodeId node, Stmt& stmt);
  void Assert(NodeId node, Stmt& stmt);
  void Delete(NodeId node, Stmt& stmt);
  void Global(NodeId node, Stmt& stmt);
  void Import(NodeId node, Stmt& stmt);
  void ImportFrom(NodeId node, Stmt& stmt);
  void If(NodeId node, Stmt& stmt);
  void While(NodeId node, Stmt& stmt);
  void For(NodeId node, Stmt& stmt);
  void With(NodeId node, Stmt& stmt);
  void Try(NodeId node, Stmt& stmt);
  void Match(NodeId node, Stmt& stmt);
  void Decorated(NodeId node, Stmt& stmt);
  void FunctionDefinition(NodeId node, Stmt& stmt);
  void ClassDefinition(NodeId node, Stmt& stmt);

  const Expr* RightSide(NodeId node);
  void DefineFunction(NodeId node, Nodes<Expr> decorators, Stmt& stmt);
  void DefineClass(NodeId node, Nodes<Expr> decorators, Stmt& stmt);
  absl::string_view ModuleName(NodeId dotted_name);
  void ReadImportedName(NodeId node, ImportedName& name);
  WithItem ReadWithItem(NodeId value);
  void ReadHandler(NodeId clause, Handler& handler);
  void ReadCase(NodeId clause, Case& result);
  void ReadPattern(NodeId pattern, Case& result);
  bool AddPatternValues(NodeId parent, StackedList<const Expr*>& values);
  const Expr* PatternValue(NodeId node);
  void BindCaptures(NodeId pattern);
  void BindCapture(NodeId identifier, int* slot);

  LoweringContext& context_;
  const SyntaxTree& tree_;
  ExprLowering exprs_;
  std::vector<const Stmt*> stmt_stack_;
  std::vector<const Expr*> expr_stack_;
  std::vector<WithItem> item_stack_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_LOWER_STMT_H_

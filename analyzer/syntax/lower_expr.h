// Expressions: from the concrete syntax tree to ast.h.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_LOWER_EXPR_H_
#define FSDPCHECK_ANALYZER_SYNTAX_LOWER_EXPR_H_

#include <array>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/lowering_context.h"

namespace fsdpcheck::analyzer {

// Whether the node is a.b, a[b], a(b) or a + b.
bool IsChainLink(Syntax kind);

class ExprLowering {
 public:
  explicit ExprLowering(LoweringContext& context) : context_(context), tree_(context.tree) {}

  // Every function returns a node, kUnknown where the syntax is broken.
  const Expr* Lower(NodeId node);
  const Expr* LowerChild(NodeId parent, Field field);
  const Expr* LowerOnlyOperand(NodeId parent);
  // An expression that is assigned to: binds its names in the current scope.
  const Expr* Target(NodeId node);
  const Expr* Unknown(ByteRange range);
  // `a.b.c` of a statement or pattern, where it is no expression of the grammar.
  const Expr* DottedName(NodeId node);
  const Expr* Negative(ByteRange range, NodeId number);
  // `(a).b` right of `type`, which begins at `type_begin`, as `type(a).b`.
  const Expr* ChainOnTypeCall(NodeId node, uint32_t type_begin);
  // The node inside parentheses; `node` if there is none.
  NodeId StripWrappers(NodeId node) const;

  // The operands of `parent` as a tuple of its range.
  const Expr* TupleOf(NodeId parent);
  // The children in that role: a tuple if there are several, or a comma.
  const Expr* OneOrTuple(NodeId parent, Field field);

  // `node` is an argument list, or a generator that is the only argument.
  absl::Span<const Argument> Arguments(NodeId node);
  // Lowers the annotations and defaults in the current scope. `node` may be 0.
  absl::Span<Parameter> Parameters(NodeId node);
  // Makes the parameters the first names of the current scope.
  void BindParameters(absl::Span<Parameter> parameters);

 private:
  using Handler = void (ExprLowering::*)(NodeId node, Expr& expr);
  using HandlerTable = std::array<Handler, kSyntaxCount>;
  static const HandlerTable kHandlers;

  Expr* New(ExprKind kind, ByteRange range);
  const Expr* Cut(NodeId node);

  // a.b, a[b], a(b) and a + b: the chain is followed without recursion.
  const Expr* Chain(NodeId node);
  NodeId LeftOperand(NodeId link) const;
  const Expr* Link(NodeId link, const Expr* left);
  const Expr* LinkAll(size_t begin, const Expr* left);
  const Expr* TypeCall(NodeId arguments, uint32_t type_begin);

  void NotUnderstood(NodeId node, Expr& expr);
  void Name(NodeId node, Expr& expr);
  void Constant(NodeId node, Expr& expr);
  void Number(NodeId node, Expr& expr);
  void String(NodeId node, Expr& expr);
  void ConcatenatedString(NodeId node, Expr& expr);
  void Slice(NodeId node, Expr& expr);
  void Display(NodeId node, Expr& expr);
  void Dictionary(NodeId node, Expr& expr);
  void ComprehensionOf(NodeId node, Expr& expr);
  void Unary(NodeId node, Expr& expr);
  void Not(NodeId node, Expr& expr);
  void Boolean(NodeId node, Expr& expr);
  void Comparison(NodeId node, Expr& expr);
  void Conditional(NodeId node, Expr& expr);
  void Lambda(NodeId node, Expr& expr);
  void Await(NodeId node, Expr& expr);
  void Yield(NodeId node, Expr& expr);
  void Star(NodeId node, Expr& expr);
  void Named(NodeId node, Expr& expr);
  void GenericType(NodeId node, Expr& expr);
  void UnionType(NodeId node, Expr& expr);
  void MemberType(NodeId node, Expr& expr);

  Nodes<Expr> Items(NodeId parent);
  Comprehension ForClause(NodeId clause, NodeId comprehension_end);
  absl::string_view StringContent(NodeId string, absl::string_view opening) const;
  void AddReplacements(NodeId parent, StackedList<const Expr*>& items);
  void ReadArgument(NodeId node, Argument* argument);
  bool ReadParameter(NodeId node, Parameter* parameter);

  LoweringContext& context_;
  const SyntaxTree& tree_;
  std::vector<const Expr*> expr_stack_;
  std::vector<NodeId> chain_stack_;
  std::string string_value_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_LOWER_EXPR_H_

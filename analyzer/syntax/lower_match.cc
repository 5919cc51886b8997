// The match statement.
#include "analyzer/syntax/lower_stmt.h"

namespace fsdpcheck::analyzer {
namespace {

bool IsLiteral(Syntax kind) {
  return kind == Syntax::kString || kind == Syntax::kConcatenatedString || kind == Syntax::kTrue ||
         kind == Syntax::kFalse || kind == Syntax::kNone || kind == Syntax::kInteger ||
         kind == Syntax::kFloat;
}

}  // namespace

void StmtLowering::Match(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kMatch;
  stmt.value = exprs_.OneOrTuple(node, Field::kSubject);
  const NodeId block = tree_.Child(node, Field::kBody);
  if (block == 0) return;
  size_t count = 0;
  for (const NodeId child : tree_.children(block)) {
    if (tree_.kind(child) == Syntax::kCaseClause) ++count;
  }
  const absl::Span<Case> cases = context_.arena.NewSpan<Case>(count);
  size_t next = 0;
  for (const NodeId child : tree_.children(block)) {
    if (tree_.kind(child) == Syntax::kCaseClause) ReadCase(child, cases[next++]);
  }
  stmt.cases = cases;
}

void StmtLowering::ReadCase(NodeId clause, Case& result) {
  const NodeId pattern = tree_.Child(clause, Syntax::kCasePattern);
  if (pattern != 0 && !tree_[clause].comma) {
    ReadPattern(pattern, result);
  } else {
    for (const NodeId child : tree_.children(clause)) {
      if (tree_.kind(child) == Syntax::kCasePattern) BindCaptures(child);
    }
  }
  const NodeId guard = tree_.Child(clause, Field::kGuard);
  if (guard != 0) {
    result.guard = exprs_.LowerOnlyOperand(guard);
    result.irrefutable = false;
  }
  result.body = ChildBlock(clause, Field::kConsequence);
}

// `pattern` is a kCasePattern.
void StmtLowering::ReadPattern(NodeId pattern, Case& result) {
  NodeId inner = tree_.FirstOperand(pattern);
  bool captured = false;
  while (inner != 0) {
    const Syntax kind = tree_.kind(inner);
    const bool group = kind == Syntax::kTuplePattern && !tree_[inner].comma;
    if (kind == Syntax::kAsPattern) {
      const NodeId name = tree_.Child(inner, Syntax::kIdentifier);
      if (name != 0) BindCapture(name, captured ? nullptr : &result.slot);
      captured = true;
    } else if (!group) {
      break;
    }
    const NodeId deeper = tree_.Child(inner, Syntax::kCasePattern);
    if (deeper == 0) break;
    pattern = deeper;
    inner = tree_.FirstOperand(pattern);
  }
  if (inner == 0) {
    result.irrefutable = tree_.Child(pattern, Syntax::kUnderscoreToken) != 0;
    return;
  }
  if (tree_.kind(inner) == Syntax::kDottedName && tree_.CountChildren(inner) == 1) {
    result.irrefutable = true;
    BindCapture(tree_.FirstOperand(inner), captured ? nullptr : &result.slot);
    return;
  }
  StackedList<const Expr*> values(expr_stack_);
  const bool alternatives = tree_.kind(inner) == Syntax::kUnionPattern;
  if (AddPatternValues(alternatives ? inner : pattern, values)) {
    result.values = values.CopyTo(context_.arena);
  } else {
    BindCaptures(inner);
  }
}

// Returns whether all alternatives below `parent` are values.
bool StmtLowering::AddPatternValues(NodeId parent, StackedList<const Expr*>& values) {
  NodeId minus = 0;
  for (const NodeId child : tree_.children(parent)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kOperator) {
      if (tree_[child].op == Op::kSub) minus = child;
      continue;
    }
    const Expr* const value = minus != 0 && IsLiteral(kind)
                                  ? exprs_.Negative({tree_[minus].begin, tree_[child].end}, child)
                                  : PatternValue(child);
    if (value == nullptr) return false;
    values.Add(value);
    minus = 0;
  }
  return values.size() > 0;
}

// Null for a pattern that is no value.
const Expr* StmtLowering::PatternValue(NodeId node) {
  const Syntax kind = tree_.kind(node);
  if (IsLiteral(kind)) return exprs_.Lower(node);
  if (kind == Syntax::kDottedName && tree_.CountChildren(node) > 1) return exprs_.DottedName(node);
  return nullptr;
}

// `slot`, unless null, becomes the slot of the name.
void StmtLowering::BindCapture(NodeId identifier, int* slot) {
  if (tree_.kind(identifier) != Syntax::kIdentifier || context_.Text(identifier) == "_") return;
  const NameId name = context_.Intern(identifier);
  context_.scopes.Bind(name);
  if (slot != nullptr) context_.scopes.Mention(name, slot);
}

void StmtLowering::BindCaptures(NodeId pattern) {
  NodeId class_name = 0;
  for (NodeId node = pattern; node < tree_[pattern].next; ++node) {
    const Syntax kind = tree_.kind(node);
    if (kind == Syntax::kClassPattern) class_name = tree_.FirstOperand(node);
    const bool name = kind == Syntax::kDottedName && tree_.CountChildren(node) == 1 &&
                      node != class_name && tree_[node].field != Field::kKey;
    if (!name && kind != Syntax::kAsPattern && kind != Syntax::kSplatPattern) continue;
    const NodeId identifier = tree_.Child(node, Syntax::kIdentifier);
    if (identifier != 0) BindCapture(identifier, nullptr);
  }
}

}  // namespace fsdpcheck::analyzer

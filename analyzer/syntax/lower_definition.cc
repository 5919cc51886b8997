// Definitions and imports.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/syntax/lower_stmt.h"

namespace fsdpcheck::analyzer {

void StmtLowering::Decorated(NodeId node, Stmt& stmt) {
  StackedList<const Expr*> list(expr_stack_);
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kDecorator) list.Add(exprs_.LowerOnlyOperand(child));
  }
  const Nodes<Expr> decorators = list.CopyTo(context_.arena);
  const NodeId definition = tree_.Child(node, Field::kDefinition);
  if (definition != 0 && tree_.kind(definition) == Syntax::kFunctionDefinition) {
    DefineFunction(definition, decorators, stmt);
  } else if (definition != 0 && tree_.kind(definition) == Syntax::kClassDefinition) {
    DefineClass(definition, decorators, stmt);
  } else {
    NotUnderstood(node, stmt);
  }
}

void StmtLowering::FunctionDefinition(NodeId node, Stmt& stmt) { DefineFunction(node, {}, stmt); }

void StmtLowering::ClassDefinition(NodeId node, Stmt& stmt) { DefineClass(node, {}, stmt); }

void StmtLowering::DefineFunction(NodeId node, Nodes<Expr> decorators, Stmt& stmt) {
  const NodeId identifier = tree_.Child(node, Field::kName);
  if (identifier == 0) return NotUnderstood(node, stmt);
  const NameId name = context_.Intern(identifier);
  Function* const function = context_.NewFunction(context_.scopes.Text(name), tree_.range(node));
  function->name_range = tree_.range(identifier);
  function->decorators = decorators;
  function->async = tree_.Child(node, Syntax::kAsyncToken) != 0;
  const absl::Span<Parameter> parameters = exprs_.Parameters(tree_.Child(node, Field::kParameters));
  function->parameters = parameters;
  stmt.kind = StmtKind::kFunction;
  stmt.function = function;
  context_.scopes.Bind(name, &stmt.slot);
  context_.EnterFunction(function);
  exprs_.BindParameters(parameters);
  function->body = ChildBlock(node, Field::kBody);
  context_.LeaveFunction();
}

void StmtLowering::DefineClass(NodeId node, Nodes<Expr> decorators, Stmt& stmt) {
  const NodeId identifier = tree_.Child(node, Field::kName);
  if (identifier == 0) return NotUnderstood(node, stmt);
  const NameId name = context_.Intern(identifier);
  ClassDef* const klass = context_.arena.New<ClassDef>();
  klass->name = context_.scopes.Text(name);
  klass->range = tree_.range(node);
  klass->name_range = tree_.range(identifier);
  klass->decorators = decorators;
  const NodeId bases = tree_.Child(node, Field::kSuperclasses);
  if (bases != 0) klass->bases = exprs_.Arguments(bases);
  stmt.kind = StmtKind::kClass;
  stmt.klass = klass;
  context_.scopes.Bind(name, &stmt.slot);
  Function* const body = context_.NewFunction(klass->name, klass->range);
  body->name_range = klass->name_range;
  body->class_body = true;
  klass->body = body;
  context_.EnterFunction(body);
  body->body = ChildBlock(node, Field::kBody);
  context_.LeaveFunction();
}

// As written, but for blanks between the parts.
absl::string_view StmtLowering::ModuleName(NodeId dotted_name) {
  std::string name;
  for (const NodeId child : tree_.children(dotted_name)) {
    if (tree_.kind(child) != Syntax::kIdentifier) continue;
    absl::StrAppend(&name, name.empty() ? "" : ".", context_.Text(child));
  }
  return context_.scopes.Text(context_.scopes.Intern(name));
}

// `node` is a name of the list, with or without `as`.
void StmtLowering::ReadImportedName(NodeId node, ImportedName& name) {
  const bool renamed = tree_.kind(node) == Syntax::kAliasedImport;
  const NodeId written = renamed ? tree_.Child(node, Field::kName) : node;
  const NodeId alias = renamed ? tree_.Child(node, Field::kAlias) : 0;
  name.renamed = renamed;
  name.range = tree_.range(written == 0 ? node : written);
  if (written != 0) name.module = ModuleName(written);
  const NodeId bound = alias != 0 ? alias : tree_.Child(node, Syntax::kIdentifier);
  if (bound == 0) return;
  const NameId local = context_.Intern(bound);
  name.local = context_.scopes.Text(local);
  context_.scopes.Bind(local, &name.slot);
}

void StmtLowering::Import(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kImport;
  const absl::Span<ImportedName> names =
      context_.arena.NewSpan<ImportedName>(tree_.CountChildren(node));
  size_t count = 0;
  for (const NodeId child : tree_.children(node)) {
    if (tree_[child].field == Field::kName) ReadImportedName(child, names[count++]);
  }
  stmt.imports = names.first(count);
}

void StmtLowering::ImportFrom(NodeId node, Stmt& stmt) {
  stmt.kind = StmtKind::kImport;
  absl::string_view module = "__future__";
  int level = 0;
  NodeId source = tree_.Child(node, Field::kModuleName);
  if (source != 0 && tree_.kind(source) == Syntax::kRelativeImport) {
    const NodeId dots = tree_.Child(source, Syntax::kImportPrefix);
    const absl::string_view prefix = dots == 0 ? "" : context_.Text(dots);
    level = static_cast<int>(std::count(prefix.begin(), prefix.end(), '.'));
    module = "";
    source = tree_.Child(source, Syntax::kDottedName);
  }
  if (source != 0) module = ModuleName(source);
  const absl::Span<ImportedName> names =
      context_.arena.NewSpan<ImportedName>(tree_.CountChildren(node));
  size_t count = 0;
  for (const NodeId child : tree_.children(node)) {
    const bool everything = tree_.kind(child) == Syntax::kWildcardImport;
    if (!everything && tree_[child].field != Field::kName) continue;
    ImportedName& name = names[count++];
    if (everything) {
      name.local = name.module = "*";
      name.range = tree_.range(child);
    } else {
      ReadImportedName(child, name);
    }
    name.attribute = name.module;
    name.module = module;
    name.level = level;
  }
  stmt.imports = names.first(count);
}

}  // namespace fsdpcheck::analyzer

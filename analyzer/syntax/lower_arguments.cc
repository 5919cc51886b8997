// Arguments, parameters and lambdas.
#include "analyzer/syntax/lower_expr.h"

namespace fsdpcheck::analyzer {
namespace {

// Where the name of a parameter stands: `x` of `x: int = 1`, `*x` of `*x: int`.
NodeId NameOrSplat(const SyntaxTree& tree, NodeId parameter) {
  const Syntax kind = tree.kind(parameter);
  if (kind == Syntax::kTypedParameter) return tree.FirstOperand(parameter);
  if (kind == Syntax::kDefaultParameter || kind == Syntax::kTypedDefaultParameter) {
    return tree.Child(parameter, Field::kName);
  }
  return parameter;
}

}  // namespace

void ExprLowering::ReadArgument(NodeId node, Argument* argument) {
  const Syntax kind = tree_.kind(node);
  if (kind == Syntax::kKeywordArgument) {
    const NodeId name = tree_.Child(node, Field::kName);
    if (name != 0) {
      argument->kind = Argument::Kind::kKeyword;
      argument->keyword = context_.scopes.Text(context_.Intern(name));
      argument->keyword_range = tree_.range(name);
    }
    argument->value = LowerChild(node, Field::kValue);
    return;
  }
  const NodeId inner = StripWrappers(node);
  if (kind == Syntax::kDictionarySplat) {
    argument->kind = Argument::Kind::kDoubleStar;
    argument->value = LowerOnlyOperand(node);
  } else if (tree_.kind(inner) == Syntax::kListSplat) {
    argument->kind = Argument::Kind::kStar;
    argument->value = LowerOnlyOperand(inner);
  } else {
    argument->value = Lower(inner);
  }
}

absl::Span<const Argument> ExprLowering::Arguments(NodeId node) {
  if (tree_.kind(node) == Syntax::kGenerator) {
    const absl::Span<Argument> only = context_.arena.NewSpan<Argument>(1);
    only[0].value = Lower(node);
    return only;
  }
  size_t count = 0;
  for (const NodeId child : tree_.children(node)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kError || !IsTokenOrError(kind)) ++count;
  }
  const absl::Span<Argument> arguments = context_.arena.NewSpan<Argument>(count);
  size_t next = 0;
  for (const NodeId child : tree_.children(node)) {
    const Syntax kind = tree_.kind(child);
    if (kind == Syntax::kError || !IsTokenOrError(kind)) ReadArgument(child, &arguments[next++]);
  }
  return arguments;
}

// Returns whether `node` is a parameter.
bool ExprLowering::ReadParameter(NodeId node, Parameter* parameter) {
  NodeId name = NameOrSplat(tree_, node);
  if (name == 0 || IsTokenOrError(tree_.kind(node))) return false;
  const Syntax kind = tree_.kind(name);
  if (kind == Syntax::kKeywordSeparator || kind == Syntax::kPositionalSeparator) return false;
  if (kind == Syntax::kListSplatPattern) parameter->kind = Parameter::Kind::kStar;
  if (kind == Syntax::kDictionarySplatPattern) parameter->kind = Parameter::Kind::kDoubleStar;
  if (parameter->kind != Parameter::Kind::kPositional) name = tree_.FirstOperand(name);
  if (tree_.kind(name) == Syntax::kIdentifier) {
    parameter->name = context_.scopes.Text(context_.Intern(name));
  }
  parameter->range = tree_.range(node);
  if (node == name) return true;
  const NodeId type = tree_.Child(node, Field::kType);
  if (type != 0) parameter->annotation = Lower(type);
  const NodeId value = tree_.Child(node, Field::kValue);
  if (value != 0) parameter->fallback = Lower(value);
  return true;
}

absl::Span<Parameter> ExprLowering::Parameters(NodeId node) {
  if (node == 0) return {};
  const absl::Span<Parameter> parameters =
      context_.arena.NewSpan<Parameter>(tree_.CountChildren(node));
  size_t next = 0;
  bool keyword_only = false;
  for (const NodeId child : tree_.children(node)) {
    if (tree_.kind(child) == Syntax::kKeywordSeparator) keyword_only = true;
    Parameter& parameter = parameters[next];
    if (!ReadParameter(child, &parameter)) continue;
    ++next;
    if (parameter.kind == Parameter::Kind::kStar) keyword_only = true;
    if (keyword_only && parameter.kind == Parameter::Kind::kPositional) {
      parameter.kind = Parameter::Kind::kKeywordOnly;
    }
  }
  return parameters.first(next);
}

void ExprLowering::BindParameters(absl::Span<Parameter> parameters) {
  for (Parameter& parameter : parameters) {
    if (parameter.name.empty()) continue;
    context_.scopes.Bind(context_.scopes.Intern(parameter.name), &parameter.slot);
  }
}

void ExprLowering::Lambda(NodeId node, Expr& expr) {
  Function* const function = context_.NewFunction("<lambda>", expr.range);
  const NodeId list = tree_.Child(node, Field::kParameters);
  const absl::Span<Parameter> parameters = Parameters(list);
  function->parameters = parameters;
  context_.EnterFunction(function);
  BindParameters(parameters);
  Stmt* const result = context_.arena.New<Stmt>();
  result->kind = StmtKind::kReturn;
  result->value = LowerChild(node, Field::kBody);
  result->range = result->value->range;
  const Stmt* const body[] = {result};
  function->body = context_.arena.Copy(absl::MakeConstSpan(body));
  context_.LeaveFunction();
  expr.kind = ExprKind::kLambda;
  expr.function = function;
}

}  // namespace fsdpcheck::analyzer

// What the class of a module says of its parts where no constructor was seen to run.
#include <algorithm>

#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

// Looks for `self.name = value` in the body of a constructor.
class FieldAssignment {
 public:
  FieldAssignment(int self, absl::string_view name) : self_(self), name_(name) {}

  void In(Nodes<Stmt> body) {
    for (const Stmt* stmt : body) In(*stmt);
  }

  // The value, null unless there is exactly one such assignment.
  const Expr* value() const { return count_ == 1 ? value_ : nullptr; }
  absl::string_view name() const { return name_; }

 private:
  void In(const Stmt& stmt) {
    for (const Expr* target : stmt.targets) {
      if (target->kind != ExprKind::kAttribute || target->text != name_) continue;
      if (target->first->kind != ExprKind::kName || target->first->slot != self_) continue;
      ++count_;
      value_ = stmt.kind == StmtKind::kAssign ? stmt.value : nullptr;
      name_ = target->text;
    }
    In(stmt.body);
    In(stmt.orelse);
    In(stmt.finally);
    for (const Handler& handler : stmt.handlers) In(handler.body);
    for (const Case& branch : stmt.cases) In(branch.body);
  }

  const int self_;
  absl::string_view name_;
  int count_ = 0;
  const Expr* value_ = nullptr;
};

}  // namespace

// A part of a module that is known by its class only: what the constructor assigns to
// the name, if that is one thing.
Value Interpreter::DeclaredPart(PathState& state, Value object, absl::string_view name) {
  const ValueNode node = values_[object];
  if (node.kind != ValueKind::kObject || node.number != kDeclared) return Value::kNothing;
  const Value init = classes_.FindMethod(node.first, "__init__");
  if (init == Value::kNothing) return Value::kNothing;
  const ValueNode code = values_[init];
  if (code.function->parameters.empty()) return Value::kNothing;
  FieldAssignment assignment(code.function->parameters[0].slot, name);
  assignment.In(code.function->body);
  if (assignment.value() == nullptr) return Value::kNothing;
  const Value klass = classes_.PartClass(*assignment.value(), code.file);
  if (klass == Value::kNothing) return Value::kNothing;
  const Value part = DeclaredObject(state, klass, object, assignment.value());
  if (IsContainerName(values_[klass].text)) {
    FillDeclared(state, part, *assignment.value(), code.file);
  }
  const uint32_t effects = state.effects;
  state.SetField(object, assignment.name(), part);
  state.effects = effects;
  return part;
}

// To know of a part is no effect of the code that names it.
Value Interpreter::DeclaredObject(PathState& state, Value klass, Value owner, const Expr* made) {
  const Value part = values_.Intern({.kind = ValueKind::kObject,
                                     .first = klass,
                                     .second = owner,
                                     .number = kDeclared,
                                     .expr = made});
  const uint32_t effects = state.effects;
  state.EditModule(part).is_module = true;
  state.Edit(part).owner = owner;
  state.effects = effects;
  return part;
}

// The typical element of `nn.ModuleList(Block(i) for i in ...)`.
void Interpreter::FillDeclared(PathState& state, Value container, const Expr& made, FileId file) {
  state.Edit(container).open = true;
  if (made.args.size() != 1) return;
  const Expr& source = *made.args[0].value;
  const bool list = source.kind == ExprKind::kListComp || source.kind == ExprKind::kGenerator;
  if (!list && source.kind != ExprKind::kDictComp) return;
  const Expr& item = list ? *source.first : *source.second;
  const Value klass = classes_.PartClass(item, file);
  if (klass == Value::kNothing) return;
  const Value element = DeclaredObject(state, klass, container, &item);
  state.Edit(container).items.push_back(element);
}

}  // namespace fsdpcheck::analyzer

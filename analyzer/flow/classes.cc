// Classes of the project: members, bases, instances.
#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/flow/class_model.h"
#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxBaseDepth = 8;

}  // namespace

const ClassModel& Interpreter::ModelOf(Value klass) {
  std::unique_ptr<ClassModel>& model = class_models_[klass];
  if (model) return *model;
  model = std::make_unique<ClassModel>();
  for (const Stmt* stmt : values_[klass].klass->body->body) {
    if (stmt->kind == StmtKind::kAssign && !stmt->targets.empty() &&
        stmt->targets[0]->kind == ExprKind::kName) {
      model->attributes.emplace_back(stmt->targets[0]->text, stmt->value);
    }
  }
  return *model;
}

// Bases in the order of the class statement, evaluated in the class's module.
std::vector<Value> Interpreter::BasesOf(Value klass) {
  const ValueNode node = values_[klass];
  const auto known = bases_.find(klass);
  if (known != bases_.end()) return known->second;
  bases_[klass] = {};  // ends recursion of a class that names itself
  std::vector<Value> bases;
  for (const Argument& base : node.klass->bases) {
    if (base.kind != Argument::Kind::kPositional) continue;
    const Expr* expr = base.value;
    while (expr->kind == ExprKind::kSubscript) expr = expr->first;  // Generic[T]
    const Value named = StaticName(node.file, *expr);
    // A name that is bound again later may lead back to the class itself.
    if (!Reaches(named, klass, 0)) bases.push_back(named);
  }
  bases_[klass] = bases;
  return bases;
}

bool Interpreter::Reaches(Value klass, Value other, int depth) {
  if (klass == other || depth > kMaxBaseDepth) return true;
  if (values_[klass].kind != ValueKind::kClass) return false;
  const std::vector<Value> bases = BasesOf(klass);
  return std::any_of(bases.begin(), bases.end(),
                     [&](Value base) { return Reaches(base, other, depth + 1); });
}

// A dotted name of a module's global scope, without a path state.
Value Interpreter::StaticName(FileId file, const Expr& expr) {
  PathState scratch;
  if (expr.kind == ExprKind::kName) {
    const Target target = program_.project().ResolveGlobal(file, expr.text);
    if (!target.file.has_value()) {
      return values_.External(
          CanonicalName(target.external.empty() ? std::string(expr.text) : target.external));
    }
    if (target.name.empty()) {
      return values_.Intern({.kind = ValueKind::kModule, .file = *target.file});
    }
    const ClassDef* const klass = program_.FindDefinition(*target.file, target.name).klass;
    if (klass == nullptr) return Value::kNothing;
    return values_.Intern({.kind = ValueKind::kClass, .klass = klass, .file = *target.file});
  }
  if (expr.kind != ExprKind::kAttribute) return Value::kNothing;
  const Value object = StaticName(file, *expr.first);
  return object == Value::kNothing ? object : AttributeOf(scratch, object, expr.text);
}

Value Interpreter::FindMethod(Value klass, absl::string_view name) {
  return FindMember(klass, name, 0);
}

Value Interpreter::FindMember(Value klass, absl::string_view name, int depth) {
  const ValueNode node = values_[klass];
  if (node.kind != ValueKind::kClass || depth > kMaxBaseDepth) return Value::kNothing;
  if (const Function* const method = program_.FindMethod(*node.klass, name)) {
    return values_.Intern({.kind = ValueKind::kFunction,
                           .number = node.number,
                           .function = method,
                           .klass = node.klass,
                           .file = node.file});
  }
  for (Value base : BasesOf(klass)) {
    const Value found = FindMember(base, name, depth + 1);
    if (found != Value::kNothing) return found;
  }
  return Value::kNothing;
}

Value Interpreter::ClassAttribute(PathState& state, Value klass, absl::string_view name,
                                  Value self) {
  const Value method = FindMethod(klass, name);
  if (method != Value::kNothing) {
    const Function& code = *values_[method].function;
    if (IsStatic(code)) return method;
    const Value owner = IsClassMethod(code) ? klass : self;
    if (owner == Value::kNothing) return method;
    return values_.Intern({.kind = ValueKind::kBound, .first = method, .second = owner});
  }
  return ConstantAttribute(state, klass, name, 0);
}

// A class attribute with a literal value, kNothing otherwise.
Value Interpreter::ConstantAttribute(PathState& state, Value klass, absl::string_view name,
                                     int depth) {
  if (values_[klass].kind != ValueKind::kClass || depth > kMaxBaseDepth) return Value::kNothing;
  const Value assigned = state.FieldOf(klass, name);
  if (assigned != Value::kNothing) return assigned;
  for (const auto& [attribute, expr] : ModelOf(klass).attributes) {
    if (attribute != name || expr == nullptr) continue;
    const Value value = DefaultValue(*expr);
    return values_.IsConstant(value) ? value : Value::kNothing;
  }
  for (Value base : BasesOf(klass)) {
    const Value found = ConstantAttribute(state, base, name, depth + 1);
    if (found != Value::kNothing) return found;
  }
  return Value::kNothing;
}

Tri Interpreter::IsModuleClass(Value klass) {
  const ValueNode node = values_[klass];
  if (node.kind == ValueKind::kExternal) {
    if (IsModuleClassName(node.text)) return Tri::kYes;
    return IsHarmless(node.text) ? Tri::kNo : Tri::kMaybe;
  }
  if (node.kind != ValueKind::kClass) return Tri::kMaybe;
  Tri answer = Tri::kNo;
  for (Value base : BasesOf(klass)) answer = std::max(answer, IsModuleClass(base));
  return answer;
}

bool Interpreter::DerivesFromOptimizer(Value klass) {
  const ValueNode node = values_[klass];
  if (node.kind == ValueKind::kExternal) {
    return IsOptimizerClass(node.text) || LastName(node.text) == "Optimizer";
  }
  if (node.kind != ValueKind::kClass) return false;
  const std::vector<Value> bases = BasesOf(klass);
  return std::any_of(bases.begin(), bases.end(), [&](Value b) { return DerivesFromOptimizer(b); });
}

Value Interpreter::NewObject(const Call& call, PathState& state) {
  const Value object = values_.Intern({.kind = ValueKind::kObject,
                                       .first = call.callee,
                                       .expr = call.expr,
                                       .chain = stack_.back().chain});
  Object& fresh = state.Edit(object);
  fresh.fields.clear();
  fresh.items.clear();
  fresh.open = false;
  fresh.module.reset();
  fresh.holder.reset();
  const Tri module = IsModuleClass(call.callee);
  if (module == Tri::kYes) state.EditModule(object).is_module = true;
  if (module != Tri::kNo && state.meta_depth > 0) state.EditModule(object).meta = call.whole;
  return object;
}

void Interpreter::SetConstructorFields(const Call& call, Value object, PathState& state) {
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) continue;
    const Value name = values_.Attribute(object, arg.keyword);
    state.SetField(object, values_[name].text, arg.value);
  }
  if (values_[call.callee].kind != ValueKind::kClass) return;
  size_t position = 0;
  for (const auto& [attribute, expr] : ModelOf(call.callee).attributes) {
    while (position < call.args.size() && !call.args[position].keyword.empty()) ++position;
    if (position >= call.args.size()) break;
    state.SetField(object, attribute, call.args[position++].value);
  }
}

Outcomes Interpreter::Instantiate(const Call& call, State in) {
  const Value container = ContainerBase(call.callee);
  if (container != Value::kNothing) {
    Call base = call;
    base.callee = container;
    base.external = values_[container].text;
    return CallExternal(base, std::move(in));
  }
  const Value object = NewObject(call, *in);
  if (DerivesFromOptimizer(call.callee)) BuildOptimizer(call, object, *in);
  const Value init = FindMethod(call.callee, "__init__");
  if (init == Value::kNothing) {
    SetConstructorFields(call, object, *in);
    return One(std::move(in), object);
  }
  Outcomes result = Invoke(call, init, object, std::move(in));
  for (Outcome& outcome : result) outcome.value = object;
  return result;
}

}  // namespace fsdpcheck::analyzer

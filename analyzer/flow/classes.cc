// Classes: attributes on a path, instances.
#include <algorithm>
#include <utility>

#include "analyzer/flow/decorators.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxBaseDepth = 8;

}  // namespace

Value Interpreter::ClassAttribute(PathState& state, Value klass, absl::string_view name,
                                  Value self) {
  const Value method = classes_.FindMethod(klass, name);
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
  for (const auto& [attribute, expr] : classes_.AttributesOf(klass)) {
    if (attribute != name || expr == nullptr) continue;
    const Value value = DefaultValue(*expr);
    const bool constant = values_.IsConstant(value) && !classes_.IsReassigned(klass, attribute);
    return constant ? value : Value::kNothing;
  }
  for (Value base : classes_.BasesOf(klass)) {
    const Value found = ConstantAttribute(state, base, name, depth + 1);
    if (found != Value::kNothing) return found;
  }
  return Value::kNothing;
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
  fresh.module = {};
  fresh.holder = {};
  const Tri module = classes_.IsModuleClass(call.callee);
  if (module == Tri::kYes) state.EditModule(object).is_module = true;
  const bool meta = values_[values_.NameOfDevice(call.Get(-1, "device"))].text == "meta";
  if (module != Tri::kNo && (meta || state.meta_depth > 0)) {
    state.EditModule(object).meta = call.whole;
  }
  return object;
}

void Interpreter::SetConstructorFields(const Call& call, Value object, PathState& state) {
  if (call.external == "torch.nn.Parameter") {
    if (const Value trains = call.Get(1, "requires_grad"); trains != Value::kNothing) {
      state.SetField(object, "requires_grad", trains);
    }
    if (const Value data = call.Get(0, "data"); data != Value::kNothing) {
      state.SetField(object, "data", data);
    }
  }
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) continue;
    const Value name = values_.Attribute(object, arg.keyword);
    state.SetField(object, values_[name].text, arg.value);
  }
  if (values_[call.callee].kind != ValueKind::kClass) return;
  size_t position = 0;
  for (const auto& [attribute, expr] : classes_.AttributesOf(call.callee)) {
    while (position < call.args.size() && !call.args[position].keyword.empty()) ++position;
    if (position >= call.args.size()) break;
    state.SetField(object, attribute, call.args[position++].value);
  }
}

Outcomes Interpreter::Instantiate(const Call& call, State in) {
  const Value container = classes_.ContainerBase(call.callee);
  if (container != Value::kNothing) {
    Call base = call;
    base.callee = container;
    base.external = values_[container].text;
    return CallExternal(base, std::move(in));
  }
  const Value object = NewObject(call, *in);
  if (classes_.DerivesFromOptimizer(call.callee)) BuildOptimizer(call, object, *in);
  const Value init = classes_.FindMethod(call.callee, "__init__");
  if (init == Value::kNothing) {
    SetConstructorFields(call, object, *in);
    return One(std::move(in), object);
  }
  Outcomes result = Invoke(call, init, object, std::move(in));
  for (Outcome& outcome : result) outcome.value = object;
  return result;
}

}  // namespace fsdpcheck::analyzer

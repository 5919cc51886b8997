// What names and attributes stand for.
#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

// A method without a body of its own, which a derived class fills in.
bool IsAbstract(const ValueTable& values, Value method) {
  const ValueNode& node = values[method];
  if (node.kind != ValueKind::kBound) return false;
  const Function& function = *values[node.first].function;
  return std::all_of(function.body.begin(), function.body.end(), [](const Stmt* stmt) {
    return stmt->kind == StmtKind::kPass || stmt->kind == StmtKind::kRaise ||
           stmt->kind == StmtKind::kDelete ||
           (stmt->kind == StmtKind::kExpr && stmt->value->kind != ExprKind::kCall);
  });
}

// Whether the function, which declares it global or nonlocal, assigns to the name.
bool AssignsOuter(Nodes<Stmt> body, absl::string_view name) {
  return std::any_of(body.begin(), body.end(), [&](const Stmt* stmt) {
    const bool here =
        std::any_of(stmt->targets.begin(), stmt->targets.end(), [&](const Expr* target) {
          return target->kind == ExprKind::kName && target->slot < 0 && target->text == name;
        });
    return here || AssignsOuter(stmt->body, name) || AssignsOuter(stmt->orelse, name);
  });
}

Value* SlotOf(Frame& frame, absl::string_view name) {
  const auto& locals = frame.function->locals;
  const auto at = std::find(locals.begin(), locals.end(), name);
  return at == locals.end() ? nullptr : &frame.slots[static_cast<size_t>(at - locals.begin())];
}

}  // namespace

void Interpreter::AssignOuter(PathState& state, absl::string_view name, Value value) {
  const Activation& here = stack_.back();
  const Frame* frame = state.FindFrame(here.frame);
  uint32_t id = frame == nullptr ? 0 : frame->parent;
  for (const Frame* outer = state.FindFrame(id); outer != nullptr;
       outer = state.FindFrame(outer->parent)) {
    const auto& locals = outer->function->locals;
    const bool local = std::find(locals.begin(), locals.end(), name) != locals.end();
    if (!local || outer->function->class_body) continue;
    *SlotOf(state.EditFrame(outer->id), name) = value;
    return;
  }
  const auto body = body_frames_.find(here.file);
  if (body != body_frames_.end() && state.FindFrame(body->second) != nullptr) {
    if (Value* const slot = SlotOf(state.EditFrame(body->second), name)) {
      *slot = value;
      return;
    }
  }
  const Value module = values_.Intern({.kind = ValueKind::kModule, .file = here.file});
  state.SetField(module, name, value);
}

Value Interpreter::LookupName(PathState& state, absl::string_view name) {
  const Activation& here = stack_.back();
  const Frame* frame = state.FindFrame(here.frame);
  for (uint32_t id = frame == nullptr ? 0 : frame->parent; id != 0;) {
    const Frame* outer = state.FindFrame(id);
    if (outer == nullptr) break;
    const auto& locals = outer->function->locals;
    const auto at = std::find(locals.begin(), locals.end(), name);
    if (at != locals.end() && !outer->function->class_body) {
      const Value value = outer->slots[static_cast<size_t>(at - locals.begin())];
      if (value != Value::kNothing) return value;
    }
    id = outer->parent;
  }
  const auto body = body_frames_.find(here.file);
  if (body != body_frames_.end()) {
    const Frame* module = state.FindFrame(body->second);
    if (module != nullptr) {
      const auto& locals = module->function->locals;
      const auto at = std::find(locals.begin(), locals.end(), name);
      if (at != locals.end()) {
        const Value value = module->slots[static_cast<size_t>(at - locals.begin())];
        if (value != Value::kNothing) return value;
      }
    }
  }
  if (name == "__name__") {
    return values_.String(body != body_frames_.end() ? "__main__" : "module");
  }
  return GlobalValue(state, here.file, name);
}

Value Interpreter::GlobalValue(PathState& state, FileId file, absl::string_view name) {
  const Value module = values_.Intern({.kind = ValueKind::kModule, .file = file});
  const Value known = state.FieldOf(module, name);
  if (known != Value::kNothing) return known;
  const Target& target = classes_.GlobalTarget(file, name);
  if (!target.file.has_value() && target.external.empty()) {
    // Bound by nothing in the module: a builtin, or a star import out of reach.
    return values_.External(name);
  }
  if (target.file == file && target.name == name) {
    const Value defined = DefinitionValue(state, file, name);
    if (defined != Value::kNothing) return defined;
    return values_.Intern({.kind = ValueKind::kOpaque, .text = name, .file = file});
  }
  return TargetValue(state, target);
}

Value Interpreter::TargetValue(PathState& state, const Target& target) {
  if (!target.file.has_value()) return values_.External(CanonicalName(target.external));
  if (target.name.empty()) {
    return values_.Intern({.kind = ValueKind::kModule, .file = *target.file});
  }
  const Value defined = DefinitionValue(state, *target.file, target.name);
  if (defined != Value::kNothing) return defined;
  return values_.Intern({.kind = ValueKind::kOpaque, .text = target.name, .file = *target.file});
}

// A function, class or simple global of a module, kNothing if it is neither.
Value Interpreter::DefinitionValue(PathState& state, FileId file, absl::string_view name) {
  const auto [function, klass] = program_.FindDefinition(file, name);
  if (function != nullptr) {
    return values_.Intern({.kind = ValueKind::kFunction, .function = function, .file = file});
  }
  if (klass != nullptr) {
    return values_.Intern({.kind = ValueKind::kClass, .klass = klass, .file = file});
  }
  const Value module = values_.Intern({.kind = ValueKind::kModule, .file = file});
  const Value known = state.FieldOf(module, name);
  if (known != Value::kNothing) return known;
  const Function* scope = nullptr;
  const Expr* expr = program_.FindAssignment(file, name, &scope);
  if (expr == nullptr || live_globals_.contains({file, std::string(name)})) {
    // `if _world is None: _world = World()`: what is made at the first call.
    const bool lazy = !stack_.empty() && stack_.back().file == file &&
                      AssignsOuter(stack_.back().function->body, name) &&
                      program_.StartsAsNone(file, name);
    return lazy ? values_.None() : Value::kNothing;
  }
  live_globals_.insert({file, std::string(name)});
  auto copy = std::make_unique<PathState>(state);
  // Bases and annotations are looked up before anything is interpreted.
  const ChainId chain = stack_.empty() ? ChainId::kEntry : stack_.back().chain;
  const Frame frame = MakeFrame(*scope, file, 0, chain);
  copy->AddFrame(frame);
  stack_.push_back({scope, file, frame.id, chain, nullptr, Value::kNothing, 0});
  Outcomes outcomes = Eval(expr, std::move(copy));
  stack_.pop_back();
  live_globals_.erase({file, std::string(name)});
  if (outcomes.size() != 1) return Value::kNothing;
  state = *outcomes[0].state;
  state.SetField(module, values_[values_.Attribute(module, name)].text, outcomes[0].value);
  return outcomes[0].value;
}

Value Interpreter::AttributeOf(PathState& state, Value object, absl::string_view name) {
  const ValueNode node = values_[object];
  switch (node.kind) {
    case ValueKind::kExternal:
      return values_.External(CanonicalName(absl::StrCat(node.text, ".", name)));
    case ValueKind::kModule: {
      const Target& target = classes_.GlobalTarget(node.file, name);
      if (target.file.has_value() || !target.external.empty()) {
        return GlobalValue(state, node.file, name);
      }
      const std::optional<FileId> part = program_.project().FindModule(node.file, name, 1);
      if (part.has_value()) return values_.Intern({.kind = ValueKind::kModule, .file = *part});
      return values_.Attribute(object, name);
    }
    case ValueKind::kClass: {
      const Value assigned = state.FieldOf(object, name);
      if (assigned != Value::kNothing) return assigned;
      const Value found = ClassAttribute(state, object, name, Value::kNothing);
      return found != Value::kNothing ? found : values_.Attribute(object, name);
    }
    case ValueKind::kJoined: {
      const Value first = AttributeOf(state, node.first, name);
      if (values_.IsAbsent(node.second)) return first;
      if (values_.IsAbsent(node.first)) return AttributeOf(state, node.second, name);
      return values_.Attribute(object, name);
    }
    default:
      break;
  }
  const Value field = state.FieldOf(object, name);
  if (field != Value::kNothing) return field;
  if (const Value part = DeclaredPart(state, object, name); part != Value::kNothing) return part;
  if (node.kind == ValueKind::kObject && values_[node.first].kind == ValueKind::kClass) {
    const Value found = ClassAttribute(state, node.first, name, object);
    const bool replaced = node.number == kDeclared && IsAbstract(values_, found);
    if (found != Value::kNothing && !replaced) return found;
  }
  if (const Object* const known = state.Find(object);
      known != nullptr && values_[known->klass].kind == ValueKind::kClass) {
    // Fields may differ from what the class says.
    const Value found = ClassAttribute(state, known->klass, name, object);
    if (values_[found].kind == ValueKind::kBound && !IsAbstract(values_, found)) return found;
  }
  if (node.kind == ValueKind::kResult && values_[node.first].kind == ValueKind::kExternal &&
      values_[node.first].text == "super") {
    const Value found = SuperAttribute(state, name);
    if (found != Value::kNothing) return found;
  }
  return values_.Attribute(object, name);
}

Value Interpreter::SuperAttribute(PathState& state, absl::string_view name) {
  for (auto here = stack_.rbegin(); here != stack_.rend(); ++here) {
    if (here->klass == nullptr) continue;
    const Value klass = values_.Intern({.kind = ValueKind::kClass,
                                        .number = here->klass_frame,
                                        .klass = here->klass,
                                        .file = here->file});
    for (Value base : classes_.BasesOf(klass)) {
      if (values_[base].kind != ValueKind::kClass) continue;
      const Value found = ClassAttribute(state, base, name, here->self);
      if (found != Value::kNothing) return found;
    }
    return Value::kNothing;
  }
  return Value::kNothing;
}

}  // namespace fsdpcheck::analyzer

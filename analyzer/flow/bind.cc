// What the variables of a function begin with.
#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "analyzer/flow/interpreter.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

bool NamesProcessGroup(const Expr* annotation) {
  if (annotation == nullptr) return false;
  if (absl::StartsWith(annotation->text, "ProcessGroup")) return true;
  return NamesProcessGroup(annotation->first) || NamesProcessGroup(annotation->second);
}

}  // namespace

void Interpreter::Bind(const Call& call, const Function& function, Value self, Frame& frame,
                       PathState& state) {
  std::vector<Value> positional;
  if (self != Value::kNothing) positional.push_back(self);
  for (const CallArgument& arg : call.args) {
    if (arg.keyword.empty()) positional.push_back(arg.value);
  }
  size_t next = 0;
  for (const Parameter& parameter : function.parameters) {
    // Broken code may name one variable a parameter and global.
    if (parameter.slot < 0) continue;
    Value& slot = frame.slots[static_cast<size_t>(parameter.slot)];
    const CallArgument* named = call.Find(-1, parameter.name);
    if (parameter.kind == Parameter::Kind::kStar) {
      slot = values_.Tuple(absl::MakeSpan(positional).subspan(std::min(next, positional.size())));
      next = positional.size();
    } else if (parameter.kind == Parameter::Kind::kDoubleStar) {
      slot = OtherKeywords(call, function, frame.chain, state);
    } else if (parameter.kind == Parameter::Kind::kPositional && next < positional.size()) {
      slot = positional[next++];
    } else if (named != nullptr && !named->maybe) {
      slot = named->value;
    } else if (!call.open_arguments && parameter.fallback != nullptr) {
      slot = DefaultValue(*parameter.fallback);
    } else {
      slot = UnknownParameter(function, parameter, frame, state);
    }
    if (named != nullptr && named->maybe) slot = values_.Joined(named->value, slot);
    if (NamesProcessGroup(parameter.annotation)) {
      DeclareProcessGroup(*parameter.annotation, frame.file, slot, state);
    }
  }
}

// What is not known otherwise is what its annotation says, or a list of such.
void Interpreter::DeclareProcessGroup(const Expr& annotation, FileId file, Value value,
                                      PathState& state) {
  const std::vector<Value> sides = PathOf(state).SidesOf(value);
  const bool known = std::any_of(sides.begin(), sides.end(), [&](Value side) {
    return !IsPlain(side) || (values_.IsConstant(side) && side != values_.None());
  });
  if (known || value == values_.None()) return;
  const Value type = classes_.DeclaredType(&annotation, file);
  const Value item = classes_.DeclaredItemType(&annotation, file);
  if (IsProcessGroupClass(values_[type].text)) state.Edit(value).klass = type;
  if (IsProcessGroupClass(values_[item].text)) state.Edit(values_.Element(value)).klass = item;
}

// The dict that `**kwargs` of a function gets.
Value Interpreter::OtherKeywords(const Call& call, const Function& function, ChainId chain,
                                 PathState& state) {
  const Value dict = values_.Intern(
      {.kind = ValueKind::kDict, .expr = call.expr, .function = &function, .chain = chain});
  Object& object = state.Edit(dict);
  object.entries.clear();
  object.open = object.more = call.open_arguments;
  for (const CallArgument& arg : call.args) {
    const bool named = std::any_of(function.parameters.begin(), function.parameters.end(),
                                   [&](const Parameter& p) { return p.name == arg.keyword; });
    if (!arg.keyword.empty() && !named) {
      SetEntry(object, EntryFrom(arg));
    }
  }
  return dict;
}

Value Interpreter::UnknownParameter(const Function& function, const Parameter& parameter,
                                    const Frame& frame, PathState& state) {
  const Value type = classes_.DeclaredType(parameter.annotation, frame.file);
  const Value klass = values_[type].kind == ValueKind::kClass ? type : Value::kNothing;
  const bool may_be_none =
      parameter.fallback != nullptr && parameter.fallback->kind == ExprKind::kNone;
  if (klass == Value::kNothing || may_be_none || classes_.IsModuleClass(klass) != Tri::kYes) {
    const Value unknown = values_.Intern({.kind = ValueKind::kOpaque,
                                          .number = parameter.slot,
                                          .text = parameter.name,
                                          .function = &function,
                                          .chain = frame.chain});
    if (klass != Value::kNothing) state.Edit(unknown).klass = klass;
    return unknown;
  }
  const Value object = values_.Intern({.kind = ValueKind::kObject,
                                       .first = klass,
                                       .number = kDeclared,
                                       .text = parameter.name,
                                       .function = &function,
                                       .chain = frame.chain});
  state.EditModule(object).is_module = true;
  return object;
}

// Defaults other than literals are left unknown: they are evaluated where the
// function is defined, which may be out of sight.
Value Interpreter::DefaultValue(const Expr& expr) {
  if (expr.kind == ExprKind::kNone || expr.kind == ExprKind::kTrue ||
      expr.kind == ExprKind::kFalse || expr.kind == ExprKind::kInt ||
      expr.kind == ExprKind::kString) {
    return values_.Literal(expr);
  }
  return values_.Intern({.kind = ValueKind::kOpaque, .expr = &expr});
}

Frame Interpreter::MakeFrame(const Function& function, FileId file, uint32_t parent,
                             ChainId chain) {
  Frame frame;
  frame.id = next_frame_++;
  frame.parent = parent;
  frame.function = &function;
  frame.file = file;
  frame.chain = chain;
  frame.slots.resize(function.locals.size());
  return frame;
}

}  // namespace fsdpcheck::analyzer

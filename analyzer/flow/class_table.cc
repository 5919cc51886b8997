#include "analyzer/flow/class_table.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxBaseDepth = 8;

}  // namespace

const Target& ClassTable::GlobalTarget(FileId file, absl::string_view name) {
  const auto [at, fresh] = targets_.try_emplace({file, name});
  if (fresh) at->second = program_.project().ResolveGlobal(file, name);
  return at->second;
}

Value ClassTable::NamedBy(const Target& target) {
  if (!target.file.has_value()) return values_.External(CanonicalName(target.external));
  if (target.name.empty()) {
    return values_.Intern({.kind = ValueKind::kModule, .file = *target.file});
  }
  const ClassDef* const klass = program_.FindDefinition(*target.file, target.name).klass;
  if (klass == nullptr) return Value::kNothing;
  return values_.Intern({.kind = ValueKind::kClass, .klass = klass, .file = *target.file});
}

Value ClassTable::MemberOf(Value object, absl::string_view name) {
  const ValueNode node = values_[object];
  if (node.kind == ValueKind::kExternal) {
    return values_.External(CanonicalName(absl::StrCat(node.text, ".", name)));
  }
  if (node.kind != ValueKind::kModule) return Value::kNothing;
  const Target& target = GlobalTarget(node.file, name);
  if (target.file.has_value() || !target.external.empty()) return NamedBy(target);
  const std::optional<FileId> part = program_.project().FindModule(node.file, name, 1);
  if (!part.has_value()) return Value::kNothing;
  return values_.Intern({.kind = ValueKind::kModule, .file = *part});
}

Value ClassTable::StaticName(FileId file, const Expr& expr) {
  if (expr.kind == ExprKind::kAttribute) {
    const Value object = StaticName(file, *expr.first);
    return object == Value::kNothing ? object : MemberOf(object, expr.text);
  }
  if (expr.kind != ExprKind::kName) return Value::kNothing;
  const Target& target = GlobalTarget(file, expr.text);
  const bool builtin = !target.file.has_value() && target.external.empty();
  return builtin ? values_.External(CanonicalName(std::string(expr.text))) : NamedBy(target);
}

std::vector<Value> ClassTable::BasesOf(Value klass) {
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

bool ClassTable::Reaches(Value klass, Value other, int depth) {
  if (klass == other || depth > kMaxBaseDepth) return true;
  if (values_[klass].kind != ValueKind::kClass) return false;
  const std::vector<Value> bases = BasesOf(klass);
  return std::any_of(bases.begin(), bases.end(),
                     [&](Value base) { return Reaches(base, other, depth + 1); });
}

const ClassTable::Attributes& ClassTable::AttributesOf(Value klass) {
  const auto [at, fresh] = attributes_.try_emplace(klass);
  if (!fresh) return at->second;
  for (const Stmt* stmt : values_[klass].klass->body->body) {
    if (stmt->kind == StmtKind::kAssign && !stmt->targets.empty() &&
        stmt->targets[0]->kind == ExprKind::kName) {
      at->second.emplace_back(stmt->targets[0]->text, stmt->value);
    }
  }
  return at->second;
}

bool ClassTable::IsReassigned(Value klass, absl::string_view name) {
  const FileId file = values_[klass].file;
  const auto [at, fresh] = reassigned_.try_emplace({file, name});
  if (fresh) at->second = program_.AssignsAttribute(file, name);
  return at->second;
}

Value ClassTable::FindMethod(Value klass, absl::string_view name) {
  const std::pair<Value, absl::string_view> key(klass, name);
  const auto known = methods_.find(key);
  if (known != methods_.end()) return known->second;
  const Value found = FindMember(klass, name, 0);
  methods_.emplace(key, found);
  return found;
}

Value ClassTable::FindMember(Value klass, absl::string_view name, int depth) {
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

Tri ClassTable::IsModuleClass(Value klass) {
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

bool ClassTable::DerivesFromOptimizer(Value klass) {
  const ValueNode node = values_[klass];
  if (node.kind == ValueKind::kExternal) {
    return IsOptimizerClass(node.text) || LastName(node.text) == "Optimizer";
  }
  if (node.kind != ValueKind::kClass) return false;
  const std::vector<Value> bases = BasesOf(klass);
  return std::any_of(bases.begin(), bases.end(), [&](Value b) { return DerivesFromOptimizer(b); });
}

bool ClassTable::DerivesFrom(Value klass, absl::string_view name) {
  const ValueNode node = values_[klass];
  if (node.kind == ValueKind::kExternal) return LastName(node.text) == name;
  if (node.kind != ValueKind::kClass) return false;
  const std::vector<Value> bases = BasesOf(klass);
  return node.klass->name == name ||
         std::any_of(bases.begin(), bases.end(), [&](Value b) { return DerivesFrom(b, name); });
}

Value ClassTable::ContainerBase(Value klass) {
  const ValueNode node = values_[klass];
  if (node.kind == ValueKind::kExternal) {
    return IsContainerName(node.text) ? klass : Value::kNothing;
  }
  if (node.kind != ValueKind::kClass || !program_.MethodNames(*node.klass).empty()) {
    return Value::kNothing;
  }
  // Another base may bring a forward along.
  if (FindMethod(klass, "forward") != Value::kNothing) return Value::kNothing;
  for (Value base : BasesOf(klass)) {
    const Value found = ContainerBase(base);
    if (found != Value::kNothing) return found;
  }
  return Value::kNothing;
}

Value ClassTable::PartClass(const Expr& made, FileId file) {
  if (made.kind != ExprKind::kCall) return Value::kNothing;
  const Value klass = StaticName(file, *made.first);
  const Value container = ContainerBase(klass);
  if (container != Value::kNothing) return container;
  return IsModuleClass(klass) == Tri::kYes ? klass : Value::kNothing;
}

const Expr* ClassTable::WithoutNone(const Expr* annotation, FileId file) {
  if (annotation == nullptr) return nullptr;
  if (annotation->kind == ExprKind::kBinary && annotation->op == Op::kOr &&
      annotation->second->kind == ExprKind::kNone) {
    return annotation->first;
  }
  const bool optional = annotation->kind == ExprKind::kSubscript &&
                        values_[StaticName(file, *annotation->first)].text == "typing.Optional";
  return optional ? annotation->second : annotation;
}

Value ClassTable::DeclaredType(const Expr* annotation, FileId file) {
  annotation = WithoutNone(annotation, file);
  return annotation == nullptr ? Value::kNothing : StaticName(file, *annotation);
}

Value ClassTable::DeclaredItemType(const Expr* annotation, FileId file) {
  annotation = WithoutNone(annotation, file);
  if (annotation == nullptr || annotation->kind != ExprKind::kSubscript) return Value::kNothing;
  const absl::string_view name = values_[StaticName(file, *annotation->first)].text;
  if (name != "list" && name != "typing.List" && name != "typing.Sequence") return Value::kNothing;
  return DeclaredType(annotation->second, file);
}

}  // namespace fsdpcheck::analyzer

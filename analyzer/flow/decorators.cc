#include "analyzer/flow/decorators.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/flow/torch_names.h"

namespace fsdpcheck::analyzer {
namespace {

absl::string_view DecoratorName(const Expr* decorator) {
  if (decorator->kind == ExprKind::kCall) decorator = decorator->first;
  return decorator->kind == ExprKind::kName || decorator->kind == ExprKind::kAttribute
             ? decorator->text
             : absl::string_view();
}

bool HasDecorator(const Function& function, absl::Span<const absl::string_view> names) {
  return std::any_of(function.decorators.begin(), function.decorators.end(), [&](const Expr* d) {
    return std::find(names.begin(), names.end(), DecoratorName(d)) != names.end();
  });
}

constexpr std::array<absl::string_view, 3> kProperties = {"property", "cached_property",
                                                          "lazy_property"};
constexpr std::array<absl::string_view, 4> kOneRank = {"rank_zero_only", "rank0_only",
                                                       "main_process_only", "on_main_process"};

bool NamesRank(const Expr* expr) {
  if (expr == nullptr) return false;
  const bool named = expr->kind == ExprKind::kName || expr->kind == ExprKind::kAttribute;
  if (named && (absl::StrContains(expr->text, "rank") || IsMainRankName(expr->text))) return true;
  return NamesRank(expr->first) || NamesRank(expr->second) || NamesRank(expr->third) ||
         std::any_of(expr->items.begin(), expr->items.end(), NamesRank);
}

bool TestsRank(Nodes<Stmt> body) {
  return std::any_of(body.begin(), body.end(), [](const Stmt* stmt) {
    if (stmt->kind == StmtKind::kIf && NamesRank(stmt->value)) return true;
    if (stmt->function != nullptr && TestsRank(stmt->function->body)) return true;
    return TestsRank(stmt->body) || TestsRank(stmt->orelse);
  });
}

// A function of the project that calls what it decorates on some ranks only.
bool DecoratorAsksForRank(const Expr* decorator, FileId file, Program& program) {
  if (decorator->kind == ExprKind::kCall) decorator = decorator->first;
  if (decorator->kind != ExprKind::kName) return false;
  const Target target = program.project().ResolveGlobal(file, decorator->text);
  if (!target.file.has_value() || target.name.empty()) return false;
  const Function* const defined = program.FindDefinition(*target.file, target.name).function;
  return defined != nullptr && DividesRanks(program.Whole(*defined));
}

}  // namespace

bool IsProperty(const Function* function) {
  return function != nullptr && HasDecorator(*function, kProperties);
}

bool IsContextManager(const Function& function) {
  constexpr std::array<absl::string_view, 2> kManagers = {"contextmanager", "asynccontextmanager"};
  return function.generator && HasDecorator(function, kManagers);
}

bool IsStatic(const Function& function) {
  constexpr std::array<absl::string_view, 1> kStatic = {"staticmethod"};
  return HasDecorator(function, kStatic);
}

bool IsClassMethod(const Function& function) {
  constexpr std::array<absl::string_view, 1> kClass = {"classmethod"};
  return HasDecorator(function, kClass);
}

bool IsRayActor(const ClassDef& klass) {
  return std::any_of(klass.decorators.begin(), klass.decorators.end(), [](const Expr* decorator) {
    const Expr* const named = decorator->kind == ExprKind::kCall ? decorator->first : decorator;
    return named->kind == ExprKind::kAttribute && named->text == "remote" &&
           named->first->text == "ray";
  });
}

bool DividesRanks(const Function& function) { return TestsRank(function.body); }

bool RunsOnOneRank(const Function& function, FileId file, Program& program) {
  return HasDecorator(function, kOneRank) ||
         std::any_of(function.decorators.begin(), function.decorators.end(),
                     [&](const Expr* d) { return DecoratorAsksForRank(d, file, program); });
}

}  // namespace fsdpcheck::analyzer

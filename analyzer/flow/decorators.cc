#include "analyzer/flow/decorators.h"

#include <algorithm>
#include <array>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

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

}  // namespace

bool IsProperty(const Function* function) {
  return function != nullptr && HasDecorator(*function, kProperties);
}

bool IsStatic(const Function& function) {
  constexpr std::array<absl::string_view, 1> kStatic = {"staticmethod"};
  return HasDecorator(function, kStatic);
}

bool IsClassMethod(const Function& function) {
  constexpr std::array<absl::string_view, 1> kClass = {"classmethod"};
  return HasDecorator(function, kClass);
}

bool RunsOnOneRank(const Function& function) { return HasDecorator(function, kOneRank); }

}  // namespace fsdpcheck::analyzer

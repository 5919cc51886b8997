#include "analyzer/syntax/lowering_context.h"

#include "absl/strings/str_cat.h"

namespace fsdpcheck::analyzer {
namespace {
constexpr size_t kMostReports = 8;

std::string QualifiedName(const Function* around, absl::string_view name) {
  if (around == nullptr || around->parent == nullptr) return std::string(name);
  return absl::StrCat(around->qualified, around->class_body ? "." : ".<locals>.", name);
}
}  // namespace

Function* LoweringContext::NewFunction(absl::string_view name, ByteRange range) {
  Function* const made = arena.New<Function>();
  made->name = name;
  made->qualified = arena.CopyText(QualifiedName(function_, name));
  made->range = range;
  made->name_range = range;
  made->parent = function_;
  return made;
}

void LoweringContext::EnterFunction(Function* function) {
  around_.push_back(function_);
  function_ = function;
  scopes.Open();
}

void LoweringContext::LeaveFunction() {
  function_->locals = scopes.Close();
  function_ = around_.back();
  around_.pop_back();
}

void LoweringContext::ReportTooDeep(NodeId node) {
  if (too_deep_.size() < kMostReports) too_deep_.push_back(tree.range(node));
}

}  // namespace fsdpcheck::analyzer

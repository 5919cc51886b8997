#include "analyzer/flow/interest.h"

#include <algorithm>
#include <utility>

namespace fsdpcheck::analyzer {
namespace {

class Search {
 public:
  explicit Search(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  bool In(const Function& function) const { return In(function.body); }

 private:
  bool In(const Expr* expr) const {
    if (expr == nullptr) return false;
    if ((expr->kind == ExprKind::kName || expr->kind == ExprKind::kAttribute) &&
        vocabulary_.Knows(expr->text)) {
      return true;
    }
    if (In(expr->first) || In(expr->second) || In(expr->third) || In(expr->items)) return true;
    for (const Argument& argument : expr->args) {
      if (In(argument.value)) return true;
    }
    for (const Comprehension& generator : expr->generators) {
      if (In(generator.iterable) || In(generator.conditions)) return true;
    }
    return expr->function != nullptr && In(*expr->function);
  }

  bool In(Nodes<Expr> exprs) const {
    return std::any_of(exprs.begin(), exprs.end(), [&](const Expr* e) { return In(e); });
  }

  bool In(Nodes<Stmt> body) const {
    return std::any_of(body.begin(), body.end(), [&](const Stmt* s) { return In(*s); });
  }

  bool In(const Stmt& stmt) const {
    if (In(stmt.value) || In(stmt.targets) || In(stmt.body) || In(stmt.orelse) ||
        In(stmt.finally)) {
      return true;
    }
    for (const WithItem& item : stmt.items) {
      if (In(item.context)) return true;
    }
    for (const Handler& handler : stmt.handlers) {
      if (In(handler.body)) return true;
    }
    for (const Case& branch : stmt.cases) {
      if (In(branch.body)) return true;
    }
    for (const ImportedName& name : stmt.imports) {
      if (vocabulary_.Knows(name.attribute.empty() ? name.module : name.attribute)) return true;
    }
    if (stmt.function != nullptr) return In(*stmt.function);
    return stmt.klass != nullptr && In(*stmt.klass->body);
  }

  const Vocabulary& vocabulary_;
};

bool IsShort(const Function& function) {
  const bool global = std::any_of(function.body.begin(), function.body.end(),
                                  [](const Stmt* stmt) { return stmt->kind == StmtKind::kGlobal; });
  return Vocabulary::IsShort(function.body.size(), global);
}

class FieldSearch {
 public:
  explicit FieldSearch(int self) : self_(self) {}

  void In(Nodes<Stmt> body) {
    for (const Stmt* stmt : body) In(*stmt);
  }

  std::vector<absl::string_view> Take() { return std::move(fields_); }

 private:
  void In(const Stmt& stmt) {
    for (const Expr* target : stmt.targets) Target(*target);
    for (const WithItem& item : stmt.items) {
      if (item.target != nullptr) Target(*item.target);
    }
    In(stmt.body);
    In(stmt.orelse);
    In(stmt.finally);
    for (const Handler& handler : stmt.handlers) In(handler.body);
    for (const Case& branch : stmt.cases) In(branch.body);
  }

  void Target(const Expr& target) {
    for (const Expr* item : target.items) Target(*item);
    if (target.kind != ExprKind::kAttribute || target.first->kind != ExprKind::kName ||
        target.first->slot != self_) {
      return;
    }
    if (std::find(fields_.begin(), fields_.end(), target.text) == fields_.end()) {
      fields_.push_back(target.text);
    }
  }

  const int self_;
  std::vector<absl::string_view> fields_;
};

}  // namespace

bool Interests::IsInteresting(const Function& function) {
  if (!function.unparsed && IsShort(function)) return true;
  {
    absl::MutexLock lock(&mutex_);
    const auto known = interesting_.find(&function);
    if (known != interesting_.end()) return known->second;
  }
  const bool interesting = Decide(function);
  absl::MutexLock lock(&mutex_);
  return interesting_[&function] = interesting;
}

bool Interests::Decide(const Function& function) {
  if (!function.unparsed) return Search(vocabulary_).In(function);
  // Most functions need not be parsed to see it.
  if (!vocabulary_.IsIn(program_.TextOf(function))) return false;
  const Function& whole = program_.Whole(function);
  return whole.generator || IsInteresting(whole);
}

const std::vector<absl::string_view>& Interests::AssignedFields(const Function& method) {
  absl::MutexLock lock(&mutex_);
  const auto [at, fresh] = assigned_.try_emplace(&method);
  if (fresh && !method.parameters.empty() && method.parameters[0].slot >= 0) {
    FieldSearch search(method.parameters[0].slot);
    search.In(method.body);
    at->second = search.Take();
  }
  return at->second;
}

}  // namespace fsdpcheck::analyzer

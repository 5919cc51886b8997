#include "analyzer/flow/interest.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kShort = 2;  // statements, with the docstring

constexpr absl::string_view kParts[] = {
    "param",        "optim",       "shard",     "state_dict",
    "forward",      "backward",    "rank",      "barrier",
    "reduce",       "gather",      "broadcast", "to_empty",
    "reset_",       "set_device",  "environ",   "is_main",
    "master",       "full_tensor", "dist",      "mesh",
    "init_weights", "_init",       "Adam",      "SGD",
    "save",         "compile",     "Module",    "setattr",
    "float8",       "peft",        "adapter",   "token_embeddings"};

class Search {
 public:
  explicit Search(const std::set<std::string, std::less<>>& sliced) : sliced_(sliced) {}

  bool In(const Function& function) const { return In(function.body); }

 private:
  bool Names(absl::string_view name) const {
    const bool part = std::any_of(std::begin(kParts), std::end(kParts),
                                  [&](absl::string_view p) { return absl::StrContains(name, p); });
    return part || sliced_.find(std::string(name)) != sliced_.end();
  }

  bool In(const Expr* expr) const {
    if (expr == nullptr) return false;
    if ((expr->kind == ExprKind::kName || expr->kind == ExprKind::kAttribute) &&
        Names(expr->text)) {
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
      if (Names(name.attribute.empty() ? name.module : name.attribute)) return true;
    }
    if (stmt.function != nullptr) return In(*stmt.function);
    return stmt.klass != nullptr && In(*stmt.klass->body);
  }

  const std::set<std::string, std::less<>>& sliced_;
};

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
  if (function.body.size() <= kShort) return true;
  const auto [at, fresh] = interesting_.try_emplace(&function, false);
  if (fresh) at->second = Search(sliced_).In(function);
  return at->second;
}

const std::vector<absl::string_view>& Interests::AssignedFields(const Function& method) {
  const auto [at, fresh] = assigned_.try_emplace(&method);
  if (fresh && !method.parameters.empty() && method.parameters[0].slot >= 0) {
    FieldSearch search(method.parameters[0].slot);
    search.In(method.body);
    at->second = search.Take();
  }
  return at->second;
}

}  // namespace fsdpcheck::analyzer

// Which functions are worth following.
#ifndef FSDPCHECK_ANALYZER_FLOW_INTEREST_H_
#define FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// What a look at their code shows of functions. Not thread-safe.
class Interests {
 public:
  // `sliced` are the names of the definitions that lead to a seed; it must outlive this.
  explicit Interests(const std::set<std::string, std::less<>>& sliced) : sliced_(sliced) {}

  // True if the function, or one defined inside it, names something that rules know of
  // (parameters, optimizers, ranks, collectives, checkpoints, sharding), or a definition
  // that leads to a seed, or if it is short: what such a function returns may matter. A
  // function that names none of these changes nothing that a rule asks about, its own
  // object apart, and calls nothing that does.
  bool IsInteresting(const Function& function);

  // The attributes that a method assigns to the object it is called on, also those that
  // it assigns in some branch only.
  const std::vector<absl::string_view>& AssignedFields(const Function& method);

 private:
  const std::set<std::string, std::less<>>& sliced_;
  std::map<const Function*, bool> interesting_;
  std::map<const Function*, std::vector<absl::string_view>> assigned_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

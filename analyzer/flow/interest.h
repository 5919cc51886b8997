// Which functions are worth following.
#ifndef FSDPCHECK_ANALYZER_FLOW_INTEREST_H_
#define FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// True if the function, or one defined inside it, names something that rules
// know of (parameters, optimizers, ranks, collectives, checkpoints, sharding), or
// a definition in `sliced`. A function that names none of these changes nothing
// that a rule asks about, and calls nothing that does.
bool IsInteresting(const Function& function, const std::set<std::string, std::less<>>& sliced);

// The attributes that a method assigns to the object it is called on, also those that
// it assigns in some branch only.
std::vector<absl::string_view> AssignedFields(const Function& method);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

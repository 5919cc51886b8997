// What a class statement of the project defines itself.
#ifndef FSDPCHECK_ANALYZER_FLOW_CLASS_MODEL_H_
#define FSDPCHECK_ANALYZER_FLOW_CLASS_MODEL_H_

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

struct ClassModel {
  // Annotated or assigned names in order; the value is null when only declared.
  std::vector<std::pair<absl::string_view, const Expr*>> attributes;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_CLASS_MODEL_H_

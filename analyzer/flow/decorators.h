// What the decorators of a function say about it.
#ifndef FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_
#define FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_

#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// Reading the attribute calls it. False for null.
bool IsProperty(const Function* function);
// It gets no `self`.
bool IsStatic(const Function& function);
// It gets the class for its first argument.
bool IsClassMethod(const Function& function);
// Only one rank runs the body, whoever calls it: `@rank_zero_only`.
bool RunsOnOneRank(const Function& function);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_

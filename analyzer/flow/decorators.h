// What the decorators of a function say about it.
#ifndef FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_
#define FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_

#include "analyzer/model/program.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// Reading the attribute calls it. False for null.
bool IsProperty(const Function* function);
// A generator that `with` runs: `@contextmanager`.
bool IsContextManager(const Function& function);
// It gets no `self`.
bool IsStatic(const Function& function);
// It gets the class for its first argument.
bool IsClassMethod(const Function& function);
// Each object is a process of its own that Ray gave its GPUs: `@ray.remote`.
bool IsRayActor(const ClassDef& klass);
// Some `if` of it names a rank.
bool DividesRanks(const Function& function);
// Only one rank may run the body, whoever calls it: `@rank_zero_only`, or a decorator of
// the project that asks for the rank. `file` holds the function.
bool RunsOnOneRank(const Function& function, FileId file, Program& program);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_DECORATORS_H_

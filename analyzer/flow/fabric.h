// Lightning's Fabric, which calls the functions of a program for it.
#ifndef FSDPCHECK_ANALYZER_FLOW_FABRIC_H_
#define FSDPCHECK_ANALYZER_FLOW_FABRIC_H_

#include "analyzer/flow/check.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// The function that `fabric.launch(function, ...)` or `fabric.setup(model)` calls:
// `setup` that of the ModelParallelStrategy which the fabric was given. kNothing if it
// is no such call, or that is not known.
Value FunctionOfFabric(const Call& call, const Path& path);

// A method of the fabric that leaves models and optimizers as they are.
bool IsQuietOfFabric(const Call& call, const Path& path);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_FABRIC_H_

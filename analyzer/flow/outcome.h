// Where the paths through a piece of code lead.
#ifndef FSDPCHECK_ANALYZER_FLOW_OUTCOME_H_
#define FSDPCHECK_ANALYZER_FLOW_OUTCOME_H_

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "analyzer/flow/check.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/value.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

using State = std::unique_ptr<PathState>;
using States = std::vector<State>;

// The value of an expression on one path.
struct Outcome {
  State state;
  Value value{};
};
using Outcomes = absl::InlinedVector<Outcome, 1>;

// Several expressions evaluated one after the other.
struct ListOutcome {
  State state;
  std::vector<Value> values;
};
using ListOutcomes = absl::InlinedVector<ListOutcome, 1>;

// Where the paths through a piece of code end.
struct Flow {
  States next;
  States breaks;
  States continues;
  States returns;  // PathState::returned is set
};

// Moves all paths of `from` behind those of `to`.
void MoveInto(States& to, States from);
void Append(Flow& to, Flow&& from);

// The body of a `with` whose context manager is being interpreted.
struct YieldTarget {
  const Function* function = nullptr;
  std::function<States(State, Value)> body;
};

// A function that is being interpreted, for one call of it.
struct Activation {
  const Function* function = nullptr;
  FileId file{};
  uint32_t frame = 0;
  ChainId chain{};
  const ClassDef* klass = nullptr;  // whose method this is
  Value self{};
  int64_t klass_frame = 0;  // ValueNode::number of that class
};

// What grew, or went, when a call began.
struct Counters {
  uint32_t effects = 0;     // of the path
  uint32_t unfollowed = 0;  // of the path
  int steps = 0;            // that were left
};

// Expressions and statements that one entry may evaluate.
inline constexpr int kStepsPerEntry = 16000;
// A script leads through the whole of a program, with what it really passes on.
inline constexpr int kStepsPerScript = 48000;

// What a budget-limited run of one entry leaves behind.
struct EntryResult {
  std::set<const Function*> followed;  // functions that were interpreted to their end
  bool budget_hit = false;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_OUTCOME_H_

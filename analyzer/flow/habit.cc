#include "analyzer/flow/habit.h"

namespace fsdpcheck::analyzer {

void Habit::Note(const Run& run) {
  constant_ = runs_ == 0 || constant_ == run.constant ? run.constant : Value::kNothing;
  ++runs_;
  steps_ += run.steps;
  exact_ |= run.exact;
  plain_ &= run.plain && !(exact_ && constant_ == Value::kNothing);
  open_ |= run.open;
}

}  // namespace fsdpcheck::analyzer

// What following a function, again and again, has shown.
#ifndef FSDPCHECK_ANALYZER_FLOW_HABIT_H_
#define FSDPCHECK_ANALYZER_FLOW_HABIT_H_

#include <cstdint>

#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// Of one function, in one entry.
class Habit {
 public:
  // What one run did.
  struct Run {
    int steps = 0;       // expressions and statements, with those of all it called
    bool plain = false;  // nothing that rules ask about happened or was returned
    bool open = false;   // a call in it was not followed
    Value constant{};    // that it returned, or kNothing
    bool exact = false;  // plain only as long as all runs return that constant
  };

  void Note(const Run& run);

  // It does nothing of interest: another run would show nothing new.
  bool IsPlain() const { return runs_ >= kRunsToKnow && plain_; }
  // It was followed often, and took more than its part of `budget` steps.
  bool IsTooMuch(int budget) const { return runs_ >= kRunsToKnow && steps_ > budget / kMaxShare; }
  bool open() const { return open_; }
  // The constant that all runs returned, or kNothing.
  Value constant() const { return constant_; }

 private:
  static constexpr int kRunsToKnow = 3;
  static constexpr int kMaxShare = 4;

  int runs_ = 0;
  int steps_ = 0;
  bool plain_ = true;
  bool open_ = false;
  bool exact_ = false;
  Value constant_{};
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_HABIT_H_

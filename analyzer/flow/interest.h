// Which functions are worth following.
#ifndef FSDPCHECK_ANALYZER_FLOW_INTEREST_H_
#define FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

#include <map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "analyzer/model/program.h"
#include "analyzer/model/vocabulary.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// What a look at their code shows of functions. Safe to use from several threads.
class Interests {
 public:
  // `sliced` are the names of the definitions that lead to a seed; both must outlive this.
  Interests(Program& program, const Vocabulary::Names& sliced)
      : program_(program), vocabulary_(sliced) {}

  // True if the function, or one defined inside it, names something that rules know of,
  // or a definition that leads to a seed, or if it is short: what such a function returns
  // may matter; also if it came unparsed and is a generator. A function that names none
  // of these changes nothing that a rule asks about, its own object apart, and calls
  // nothing that does.
  bool IsInteresting(const Function& function);

  // The attributes that a method assigns to the object it is called on, also those that
  // it assigns in some branch only.
  const std::vector<absl::string_view>& AssignedFields(const Function& method);

 private:
  bool Decide(const Function& function);

  Program& program_;
  const Vocabulary vocabulary_;
  absl::Mutex mutex_;
  std::map<const Function*, bool> interesting_ ABSL_GUARDED_BY(mutex_);
  std::map<const Function*, std::vector<absl::string_view>> assigned_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_INTEREST_H_

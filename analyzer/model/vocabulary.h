// The names in code that rules know of.
#ifndef FSDPCHECK_ANALYZER_MODEL_VOCABULARY_H_
#define FSDPCHECK_ANALYZER_MODEL_VOCABULARY_H_

#include <bitset>
#include <functional>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {

// Names of definitions, and parts of names: of parameters, optimizers, ranks,
// collectives, checkpoints, sharding. Immutable.
class Vocabulary {
 public:
  using Names = std::set<std::string, std::less<>>;

  // `definitions` are the names of those that lead to a seed; it must outlive this.
  explicit Vocabulary(const Names& definitions);

  /// Whether the identifier is one of the names or holds one of the parts.
  bool Knows(absl::string_view identifier) const;

  /// Whether the text of a function definition, decorators included, holds anything
  /// of the vocabulary outside strings and comments, makes a generator, or is short.
  bool IsIn(absl::string_view definition) const;

  // Whether what a function returns may matter whatever it names: with so many
  // statements in its body, the docstring among them. `global`: one of them is that, as
  // where a global is made at the first call.
  static bool IsShort(size_t statements, bool global) { return statements <= (global ? 4 : 2); }

 private:
  bool HoldsPart(absl::string_view code) const;

  const Names& definitions_;
  NameScan scan_;
  std::bitset<1 << 16> pairs_;  // the first two bytes of every part
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_VOCABULARY_H_

// From bytes to the syntax tree of ast.h.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_PARSE_H_
#define FSDPCHECK_ANALYZER_SYNTAX_PARSE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// A place where the text is not Python, or too deep to follow.
struct ParseProblem {
  ByteRange range;
  std::string message;  // "syntax error", "nested too deeply"
};

// What was parsed, and the memory it lives in. Movable, not copyable; the nodes
// do not move with it.
class Parsed {
 public:
  Parsed();
  Parsed(Parsed&&) noexcept;
  Parsed& operator=(Parsed&&) noexcept;
  ~Parsed();

  // The parsed ranges as the body of a module: a definition is its only
  // statement (kFunction or kClass). Never null.
  const Function* body() const { return body_; }
  // In order of position, at most 8.
  const std::vector<ParseProblem>& problems() const { return problems_; }

 private:
  friend class Lowering;
  struct Arena;
  std::unique_ptr<Arena> arena_;
  const Function* body_ = nullptr;
  std::vector<ParseProblem> problems_;
};

/// Parses the given ranges of a file, which begin and end at top-level statement
/// boundaries, and nothing else of it. Ranges of the nodes are positions in the
/// file.
///
/// Never fails: statements that hold a syntax error are lowered as far as they
/// are understood, with kUnknown expressions where they are not, and are listed
/// in problems(). Nesting beyond 200 levels is cut with a problem, so that no
/// input exhausts the stack; in chains such as `a.b().c()`, `a + b + c` and `elif`
/// four links count as one level, so that no path from the root of the tree is
/// longer than 800 nodes. The texts of the nodes are copied: `source` need not
/// outlive the result.
Parsed Parse(const Source& source, absl::Span<const ByteRange> ranges);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_PARSE_H_

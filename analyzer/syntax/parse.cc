#include "analyzer/syntax/parse.h"

#include <algorithm>
#include <utility>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/arena.h"
#include "analyzer/syntax/lower_stmt.h"
#include "analyzer/syntax/lowering_context.h"
#include "analyzer/syntax/syntax_tree.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMostProblems = 8;

// The part of the first line of `range`: an error in the middle of a statement
// easily reaches to the end of the file.
ByteRange FirstLine(absl::string_view text, ByteRange range) {
  const absl::string_view covered = text.substr(range.begin, range.end - range.begin);
  const size_t line_end = covered.find_first_of("\r\n");
  if (line_end == absl::string_view::npos || line_end == 0) return range;
  return {range.begin, range.begin + static_cast<uint32_t>(line_end)};
}

// The innermost errors.
std::vector<ParseProblem> SyntaxErrors(absl::string_view text, const SyntaxTree& tree) {
  std::vector<ParseProblem> problems;
  NodeId last_error_in = 0;
  for (NodeId node = static_cast<NodeId>(tree.size()); node-- > 0;) {
    const Syntax kind = tree.kind(node);
    if (kind != Syntax::kError && kind != Syntax::kMissing) continue;
    const bool holds_another = last_error_in != 0 && last_error_in < tree[node].next;
    last_error_in = node;
    if (!holds_another) problems.push_back({FirstLine(text, tree.range(node)), "syntax error"});
  }
  std::reverse(problems.begin(), problems.end());
  if (problems.size() > kMostProblems) problems.resize(kMostProblems);
  return problems;
}

}  // namespace

struct Parsed::Arena {
  NodeArena nodes;
};

Parsed::Parsed() : arena_(std::make_unique<Arena>()) {}
Parsed::Parsed(Parsed&&) noexcept = default;
Parsed& Parsed::operator=(Parsed&&) noexcept = default;
Parsed::~Parsed() = default;

// Fills a Parsed.
class Lowering {
 public:
  static Parsed Run(absl::string_view text, const SyntaxTree& tree, ByteRange range) {
    Parsed parsed;
    LoweringContext context(text, tree, parsed.arena_->nodes);
    parsed.body_ = StmtLowering(context).Module(range);
    std::vector<ParseProblem>& problems = parsed.problems_;
    problems = SyntaxErrors(text, tree);
    for (const ByteRange deep : context.too_deep()) {
      problems.push_back({FirstLine(text, deep), "nested too deeply"});
    }
    std::stable_sort(
        problems.begin(), problems.end(),
        [](const ParseProblem& a, const ParseProblem& b) { return a.range < b.range; });
    if (problems.size() > kMostProblems) problems.resize(kMostProblems);
    return parsed;
  }
};

Parsed Parse(const Source& source, absl::Span<const ByteRange> ranges) {
  const SyntaxTree tree = ReadSyntaxTree(source.text(), ranges);
  const ByteRange whole =
      ranges.empty() ? ByteRange() : ByteRange{ranges.front().begin, ranges.back().end};
  return Lowering::Run(source.text(), tree, whole);
}

}  // namespace fsdpcheck::analyzer

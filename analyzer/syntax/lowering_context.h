// What all parts of the lowering share.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_LOWERING_CONTEXT_H_
#define FSDPCHECK_ANALYZER_SYNTAX_LOWERING_CONTEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/arena.h"
#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/scopes.h"
#include "analyzer/syntax/syntax_tree.h"

namespace fsdpcheck::analyzer {

// The budget for the depth of the lowered tree, and so for the stack of whoever
// walks it. A link of a chain (`a.b`, `a()`, `a + b`, `elif`) goes one node down
// but is common in correct programs; brackets and blocks are not nested that far.
inline constexpr int kDepthBudget = 800;
inline constexpr int kNestingCost = 4;
inline constexpr int kLinkCost = 1;

class LoweringContext {
 public:
  LoweringContext(absl::string_view text, const SyntaxTree& syntax, NodeArena& memory)
      : tree(syntax), arena(memory), scopes(memory), text_(text) {}

  const SyntaxTree& tree;
  NodeArena& arena;
  Scopes scopes;
  int depth = 0;

  absl::string_view Text(NodeId node) const {
    return text_.substr(tree[node].begin, tree[node].end - tree[node].begin);
  }
  absl::string_view Text(ByteRange range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }
  NameId Intern(NodeId identifier) { return scopes.Intern(Text(identifier)); }

  // The function whose statements are being lowered.
  Function& function() { return *function_; }
  // Makes a function inside the current one. Its names are those of the current
  // one until EnterFunction.
  Function* NewFunction(absl::string_view name, ByteRange range);
  void EnterFunction(Function* function);
  void LeaveFunction();

  // Notes that `node` lies too deep to be lowered.
  void ReportTooDeep(NodeId node);
  const std::vector<ByteRange>& too_deep() const { return too_deep_; }

 private:
  absl::string_view text_;
  Function* function_ = nullptr;
  std::vector<Function*> around_;
  std::vector<ByteRange> too_deep_;
};

// Goes deeper while it lives.
class Nesting {
 public:
  explicit Nesting(LoweringContext& context, int cost = kNestingCost)
      : context_(context), cost_(cost) {
    context_.depth += cost_;
  }
  ~Nesting() { context_.depth -= cost_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  bool too_deep() const { return context_.depth > kDepthBudget; }

 private:
  LoweringContext& context_;
  int cost_;
};

// A list that is being collected on a stack shared with the lists inside its
// elements, so that only the finished list is allocated.
template <typename T>
class StackedList {
 public:
  explicit StackedList(std::vector<T>& stack) : stack_(stack), begin_(stack.size()) {}
  ~StackedList() { stack_.resize(begin_); }
  StackedList(const StackedList&) = delete;
  StackedList& operator=(const StackedList&) = delete;

  void Add(T element) { stack_.push_back(element); }
  size_t size() const { return stack_.size() - begin_; }
  absl::Span<const T> CopyTo(NodeArena& arena) const {
    return arena.Copy(absl::MakeConstSpan(stack_).subspan(begin_));
  }

 private:
  std::vector<T>& stack_;
  size_t begin_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_LOWERING_CONTEXT_H_

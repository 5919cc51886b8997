#include "analyzer/syntax/syntax_tree.h"

#include <utility>

#include "analyzer/syntax/grammar_table.h"
#include "analyzer/syntax/prepared_text.h"
#include "analyzer/syntax/tree_sitter.h"

namespace fsdpcheck::analyzer {
namespace {

bool BeginsWithOperand(Syntax kind) {
  return kind == Syntax::kAttribute || kind == Syntax::kSubscript || kind == Syntax::kCall ||
         kind == Syntax::kBinary || kind == Syntax::kBoolean || kind == Syntax::kComparison ||
         kind == Syntax::kConditional;
}

}  // namespace

// Parses, and copies the concrete tree into an array in the order of the text.
class TreeCopy {
 public:
  // `file` is the text that was prepared.
  TreeCopy(absl::string_view file, const PreparedText& prepared)
      : file_(file), prepared_(prepared) {}

  SyntaxTree Run() {
    const ConcreteTree tree = ParseRanges(prepared_.text(), prepared_.ranges());
    if (tree == nullptr) {
      tree_.has_error_ = !prepared_.ranges().empty();
      nodes_.push_back({.kind = tree_.has_error_ ? Syntax::kError : Syntax::kModule,
                        .begin = prepared_.begin(),
                        .end = prepared_.begin(),
                        .next = 1});
    } else {
      TreeCursor cursor(*tree);
      tree_.has_error_ = ts_node_has_error(cursor.node());
      CopyNodes(cursor);
      for (const NodeId star : misplaced_stars_) HoistStar(star);
    }
    return std::move(tree_);
  }

 private:
  void CopyNodes(TreeCursor& cursor) {
    do {
      if (AppendCurrent(cursor) && cursor.GoToFirstChild()) {
        open_.push_back(static_cast<NodeId>(nodes_.size()) - 1);
        continue;
      }
      while (!cursor.GoToNextSibling()) {
        if (!cursor.GoToParent()) return;
        CloseParent();
      }
    } while (true);
  }

  // Returns whether the children of the node at the cursor are wanted.
  bool AppendCurrent(const TreeCursor& cursor) {
    const TSNode node = cursor.node();
    GrammarTable::Symbol symbol = grammar_.symbol(ts_node_symbol(node));
    const Syntax parent = open_.empty() ? Syntax::kSkipped : nodes_[open_.back()].kind;
    if (symbol.comma && !open_.empty()) nodes_[open_.back()].comma = true;
    if (ts_node_is_missing(node)) {
      symbol = {.kind = Syntax::kMissing};
    } else if (symbol.kind == Syntax::kSkipped ||
               (symbol.token && !grammar_.tokens_matter(parent))) {
      return false;
    }
    SyntaxNode& copy = nodes_.emplace_back();
    copy.kind = symbol.kind;
    copy.op = symbol.op;
    copy.begin = prepared_.begin() + ts_node_start_byte(node);
    copy.end = prepared_.begin() + ts_node_end_byte(node);
    copy.next = static_cast<NodeId>(nodes_.size());
    if (grammar_.fields_matter(parent)) copy.field = grammar_.field(cursor.field());
    if (copy.kind == Syntax::kUnary && file_[copy.begin] == '*') copy.kind = Syntax::kListSplat;
    if (copy.kind == Syntax::kListSplat) NoteMisplacedStar();
    return symbol.kind != Syntax::kStringContent;
  }

  // The last node is a star.
  void NoteMisplacedStar() {
    const auto star = static_cast<NodeId>(nodes_.size()) - 1;
    if (open_.empty() || open_.back() + 1 != star) return;
    if (BeginsWithOperand(nodes_[open_.back()].kind)) misplaced_stars_.push_back(star);
  }

  void CloseParent() {
    nodes_[open_.back()].next = static_cast<NodeId>(nodes_.size());
    open_.pop_back();
  }

  // The grammar reads `[*a.b(c)]` as `[(*a).b(c)]`. The array holds such nodes one
  // after another, so that the star moves to the front of them.
  void HoistStar(NodeId star) {
    NodeId first = star;
    while (first > 0 && BeginsWithOperand(nodes_[first - 1].kind) &&
           nodes_[first - 1].next > star) {
      --first;
    }
    const NodeId starred = star + 1;
    if (nodes_[star].next <= starred) return;
    SyntaxNode outer = nodes_[star];
    outer.end = nodes_[first].end;
    outer.next = nodes_[first].next;
    outer.field = nodes_[first].field;
    nodes_[starred].field = nodes_[star].field;
    for (NodeId node = star; node > first; --node) {
      nodes_[node] = nodes_[node - 1];
      nodes_[node].begin = nodes_[starred].begin;
    }
    nodes_[first + 1].field = Field::kNone;
    nodes_[first] = outer;
  }

  const GrammarTable& grammar_ = PythonGrammar();
  absl::string_view file_;
  const PreparedText& prepared_;
  SyntaxTree tree_;
  std::vector<SyntaxNode>& nodes_ = tree_.nodes_;
  std::vector<NodeId> open_;
  std::vector<NodeId> misplaced_stars_;
};

NodeId SyntaxTree::Child(NodeId parent, Field field) const {
  for (const NodeId child : children(parent)) {
    if (nodes_[child].field == field && !IsTokenOrError(nodes_[child].kind)) return child;
  }
  return 0;
}

NodeId SyntaxTree::Child(NodeId parent, Syntax kind) const {
  for (const NodeId child : children(parent)) {
    if (nodes_[child].kind == kind) return child;
  }
  return 0;
}

size_t SyntaxTree::CountChildren(NodeId parent) const {
  size_t count = 0;
  for (NodeId child = parent + 1; child < nodes_[parent].next; child = nodes_[child].next) ++count;
  return count;
}

NodeId SyntaxTree::FirstOperand(NodeId parent) const {
  for (const NodeId child : children(parent)) {
    if (!IsTokenOrError(nodes_[child].kind)) return child;
  }
  return 0;
}

SyntaxTree ReadSyntaxTree(absl::string_view text, absl::Span<const ByteRange> ranges) {
  PreparedText prepared(text, ranges);
  SyntaxTree tree = TreeCopy(text, prepared).Run();
  if (!tree.has_error() || !prepared.Rewrite()) return tree;
  SyntaxTree rewritten = TreeCopy(text, prepared).Run();
  return rewritten.has_error() ? tree : rewritten;
}

}  // namespace fsdpcheck::analyzer

// The concrete syntax tree, copied out of tree-sitter into one array.
//
// The copy leaves out comments, punctuation and keywords, knows its nodes by enum
// instead of by name, and can be walked in any order at the cost of an index.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_SYNTAX_TREE_H_
#define FSDPCHECK_ANALYZER_SYNTAX_SYNTAX_TREE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/ast.h"
#include "analyzer/syntax/source.h"
#include "analyzer/syntax/syntax_kind.h"

namespace fsdpcheck::analyzer {

// Index of a node. The root is 0, so that 0 also means "no such child".
using NodeId = uint32_t;

struct SyntaxNode {
  Syntax kind = Syntax::kOther;
  Field field = Field::kNone;
  Op op = Op::kNone;   // kOperator only
  bool comma = false;  // a comma stands among the children
  uint32_t begin = 0;  // byte
  uint32_t end = 0;
  NodeId next = 0;  // the node after the last descendant
};

class SyntaxTree {
 public:
  // Iterates over the children of a node.
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const SyntaxTree& tree, NodeId node) : tree_(&tree), node_(node) {}
      NodeId operator*() const { return node_; }
      Iterator& operator++() {
        node_ = (*tree_)[node_].next;
        return *this;
      }
      friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

     private:
      const SyntaxTree* tree_;
      NodeId node_;
    };
    Children(const SyntaxTree& tree, NodeId parent) : tree_(tree), parent_(parent) {}
    Iterator begin() const { return {tree_, parent_ + 1}; }
    Iterator end() const { return {tree_, tree_[parent_].next}; }

   private:
    const SyntaxTree& tree_;
    NodeId parent_;
  };

  const SyntaxNode& operator[](NodeId node) const { return nodes_[node]; }
  size_t size() const { return nodes_.size(); }
  bool has_error() const { return has_error_; }
  Syntax kind(NodeId node) const { return nodes_[node].kind; }
  ByteRange range(NodeId node) const { return {nodes_[node].begin, nodes_[node].end}; }
  Children children(NodeId parent) const { return {*this, parent}; }
  size_t CountChildren(NodeId parent) const;

  // The first child in that role, or 0.
  NodeId Child(NodeId parent, Field field) const;
  // The first child of that kind, or 0.
  NodeId Child(NodeId parent, Syntax kind) const;
  // The first child that is neither a token nor an error, or 0.
  NodeId FirstOperand(NodeId parent) const;

 private:
  friend class TreeCopy;
  std::vector<SyntaxNode> nodes_;
  bool has_error_ = false;
};

/// Parses `ranges` of `text`, which ascend and do not overlap. The root is a
/// kModule, or a kError when nothing could be made of the text; without children
/// when there is nothing to parse, or it was too much work.
SyntaxTree ReadSyntaxTree(absl::string_view text, absl::Span<const ByteRange> ranges);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_SYNTAX_TREE_H_

// The C library tree-sitter, as far as it is used here: parse, and walk the tree.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_TREE_SITTER_H_
#define FSDPCHECK_ANALYZER_SYNTAX_TREE_SITTER_H_

#include <tree_sitter/api.h>

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// The grammar of Python. Never null.
const TSLanguage* PythonLanguage();

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using ConcreteTree = std::unique_ptr<TSTree, TreeDeleter>;

/// Parses `ranges` of `text` as if nothing else were there. Offsets in the tree
/// are offsets in `text`. `ranges` ascend and do not overlap.
///
/// Returns null when there is nothing to parse, or when the parser reads the text
/// much more often than that of any program (which is the same on every machine).
///
/// Each thread keeps one parser for its lifetime.
ConcreteTree ParseRanges(absl::string_view text, absl::Span<const ByteRange> ranges);

// Walks a tree without recursion.
class TreeCursor {
 public:
  explicit TreeCursor(const TSTree& tree) : cursor_(ts_tree_cursor_new(ts_tree_root_node(&tree))) {}
  ~TreeCursor() { ts_tree_cursor_delete(&cursor_); }
  TreeCursor(const TreeCursor&) = delete;
  TreeCursor& operator=(const TreeCursor&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  TSFieldId field() const { return ts_tree_cursor_current_field_id(&cursor_); }
  bool GoToFirstChild() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool GoToNextSibling() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  bool GoToParent() { return ts_tree_cursor_goto_parent(&cursor_); }

 private:
  TSTreeCursor cursor_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_TREE_SITTER_H_

// What a module shows to others, read from its bytes without parsing it.
#ifndef FSDPCHECK_ANALYZER_MODEL_OUTLINE_H_
#define FSDPCHECK_ANALYZER_MODEL_OUTLINE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// One name bound by an import statement, wherever it stands (also in `try`,
// `if`, functions).
//
//   import a.b          local "a",  module "a"     attribute ""
//   import a.b as c     local "c",  module "a.b"   attribute ""
//   from a.b import c   local "c",  module "a.b"   attribute "c"
//   from ..a import *   local "*",  module "a"     attribute "*"   level 2
struct Import {
  std::string local;
  std::string module;  // as written, without leading dots
  std::string attribute;
  std::string written;    // for `import a.b` without `as`: "a.b"; else ""
  int level = 0;          // number of leading dots
  bool top_level = true;  // the statement begins in column 1
  uint32_t offset = 0;    // of the statement
};

// A `def` or `class` whose statement, or first decorator, begins in column 1.
struct Definition {
  enum class Kind { kFunction, kClass };
  Kind kind = Kind::kFunction;
  std::string name;
  ByteRange range;  // from the first decorator to the end of the last line, its line break
                    // not included
};

// A `name = ...` (or `name: T = ...`) statement that begins in column 1.
struct Assignment {
  std::string name;
  ByteRange range;  // the whole logical line; `a = b = ...` gives two with the same range
};

struct Outline {
  std::vector<Import> imports;          // in order of appearance
  std::vector<Definition> definitions;  // in order of appearance
  std::vector<Assignment> assignments;  // in order of appearance
  // Whatever of the module lies outside `definitions`: the module body.
  // Runs of whole lines, each with its line break; a stretch without a statement
  // is left out.
  std::vector<ByteRange> body;
};

/// Reads the outline of a Python module in one pass over its bytes.
///
/// Aware of strings (all prefixes, triple quotes), comments, brackets and line
/// continuations, so that text inside a docstring is no statement. Never fails:
/// a broken file gives what could be recognised.
///
/// Complexity: linear in the size of `text`; brackets are counted, not nested
/// by recursion.
Outline ReadOutline(absl::string_view text);

/// The range of `ranges` (sorted, disjoint) that holds `offset`; null if none does.
const ByteRange* RangeAt(const std::vector<ByteRange>& ranges, uint32_t offset);

/// The definition whose range holds `offset`, or -1 if it lies in the body.
int DefinitionAt(const Outline& outline, uint32_t offset);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_OUTLINE_H_

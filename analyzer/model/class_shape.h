// The members of a class, read from its bytes without parsing it.
#ifndef FSDPCHECK_ANALYZER_MODEL_CLASS_SHAPE_H_
#define FSDPCHECK_ANALYZER_MODEL_CLASS_SHAPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// A method or a nested class, written directly in the body of a class.
struct Member {
  std::string name;
  bool is_class = false;
  ByteRange range;  // from the first decorator to the end of the last line
};

struct ClassShape {
  ByteRange header;              // `class X(...):`, without decorators
  std::vector<Member> members;   // in order of appearance
  std::vector<ByteRange> lines;  // all logical lines, in order of appearance
};

/// Reads the class definition that stands at `range` of `text`. Ranges in the
/// result count from the start of `text`.
ClassShape ReadClassShape(absl::string_view text, ByteRange range);

/// Everything of the class but its methods: runs of whole lines that ascend.
/// `range` is the class definition in `text`.
std::vector<ByteRange> OutsideMethods(absl::string_view text, ByteRange range,
                                      const ClassShape& shape);

/// The header and one method, as runs of whole lines: a class of its own.
std::vector<ByteRange> OnlyMember(absl::string_view text, const ClassShape& shape,
                                  const Member& member);

/// The member that holds `offset`; null if none does.
const Member* MemberAt(const ClassShape& shape, uint32_t offset);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_CLASS_SHAPE_H_

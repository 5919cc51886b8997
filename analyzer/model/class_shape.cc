#include "analyzer/model/class_shape.h"

#include <algorithm>

#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/logical_lines.h"

namespace fsdpcheck::analyzer {
namespace {

struct Defined {
  absl::string_view name;  // "" if the statement defines nothing
  bool is_class = false;
};

// What a line that begins with `def`, `async def` or `class` defines.
Defined DefinedBy(absl::string_view line) {
  size_t at = 0;
  const auto take = [&] {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    const size_t begin = at;
    at = IdentifierEnd(line, at);
    return line.substr(begin, at - begin);
  };
  absl::string_view keyword = take();
  if (keyword == "async") keyword = take();
  const bool is_class = keyword == "class";
  if (keyword != "def" && !is_class) return {};
  return {take(), is_class};
}

class ShapeReader {
 public:
  ShapeReader(absl::string_view text, ByteRange range)
      : base_(range.begin), text_(text.substr(range.begin, range.end - range.begin)) {}

  ClassShape Read() {
    LogicalLines lines(text_);
    LogicalLine line;
    while (lines.Next(line)) {
      shape_.lines.push_back(InFile(line.range));
      const size_t column = line.range.begin - LineStart(text_, line.range.begin);
      if (!line.indented) {
        shape_.header = InFile(line.range);
      } else if (column <= body_column_) {
        body_column_ = column;
        ReadStatement(line.range);
      } else if (in_member_) {
        shape_.members.back().range.end = base_ + line.range.end;
      }
    }
    return std::move(shape_);
  }

 private:
  // A statement directly in the body of the class.
  void ReadStatement(ByteRange range) {
    if (text_[range.begin] == '@') {
      if (!decorated_) decorator_begin_ = range.begin;
      decorated_ = true;
      in_member_ = false;
      return;
    }
    const Defined defined = DefinedBy(text_.substr(range.begin, range.end - range.begin));
    in_member_ = !defined.name.empty();
    if (in_member_) {
      const uint32_t begin = decorated_ ? decorator_begin_ : range.begin;
      shape_.members.push_back({.name = std::string(defined.name),
                                .is_class = defined.is_class,
                                .range = InFile({begin, range.end})});
    }
    decorated_ = false;
  }

  ByteRange InFile(ByteRange range) const { return {base_ + range.begin, base_ + range.end}; }

  const uint32_t base_;
  const absl::string_view text_;
  ClassShape shape_;
  size_t body_column_ = absl::string_view::npos;
  uint32_t decorator_begin_ = 0;
  bool decorated_ = false;
  bool in_member_ = false;
};

}  // namespace

ClassShape ReadClassShape(absl::string_view text, ByteRange range) {
  return ShapeReader(text, range).Read();
}

std::vector<ByteRange> OutsideMethods(absl::string_view text, ByteRange range,
                                      const ClassShape& shape) {
  std::vector<ByteRange> parts;
  uint32_t begin = range.begin;
  for (const Member& member : shape.members) {
    if (member.is_class) continue;
    const auto end = static_cast<uint32_t>(LineStart(text, member.range.begin));
    if (end > begin) parts.push_back({begin, end});
    begin = member.range.end;
  }
  if (range.end > begin) parts.push_back({begin, range.end});
  return parts;
}

std::vector<ByteRange> OnlyMember(absl::string_view text, const ClassShape& shape,
                                  const Member& member) {
  const auto begin = static_cast<uint32_t>(LineStart(text, member.range.begin));
  return {shape.header, {begin, member.range.end}};
}

const Member* MemberAt(const ClassShape& shape, uint32_t offset) {
  const auto next =
      std::upper_bound(shape.members.begin(), shape.members.end(), offset,
                       [](uint32_t at, const Member& member) { return at < member.range.begin; });
  if (next == shape.members.begin() || offset >= (next - 1)->range.end) return nullptr;
  return &*(next - 1);
}

}  // namespace fsdpcheck::analyzer

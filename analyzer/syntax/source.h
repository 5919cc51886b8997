// The text of one file and where its lines begin.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_SOURCE_H_
#define FSDPCHECK_ANALYZER_SYNTAX_SOURCE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/model/location.h"

namespace fsdpcheck::analyzer {

// A stretch of a file in bytes, `end` excluded.
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend auto operator<=>(const ByteRange&, const ByteRange&) = default;
};

// Owns the bytes of a file. Immutable, so it may be shared between threads.
// Lines end at \n, \r\n or a lone \r, as Python ends them; a UTF-8 byte order
// mark at the start counts as no column. Bytes that are not UTF-8 count as one
// code point each.
class Source {
 public:
  // `path` is the path that reports show (see Location::path).
  Source(std::string path, std::string text);

  const std::string& path() const { return path_; }
  absl::string_view text() const { return text_; }

  absl::string_view Text(ByteRange range) const {
    return absl::string_view(text_).substr(range.begin, range.end - range.begin);
  }
  // `offset` may be anything up to the size of the text.
  Position PositionAt(uint32_t offset) const;
  Range RangeOf(ByteRange range) const;
  Location LocationOf(ByteRange range) const { return {path_, RangeOf(range)}; }

 private:
  std::string path_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_SOURCE_H_

// Lines and characters of a source text, counted as positions count them.
#ifndef FSDPCHECK_REPORTS_MODEL_SOURCE_LINES_H_
#define FSDPCHECK_REPORTS_MODEL_SOURCE_LINES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/model/location.h"

namespace fsdpcheck {

// The first character of a text. When `valid` is false the bytes are no UTF-8:
// `bytes` is then the longest start of a character that was broken off (one
// replacement character in decoders that follow the Unicode standard), and
// each of these bytes counts as a column of its own.
struct Character {
  char32_t value = 0xFFFD;
  int bytes = 1;
  bool valid = false;
};

/// Decodes the first character of `text`, which must not be empty.
Character FirstCharacter(absl::string_view text);

// The lines of a text. Lines end at \n, \r\n or a lone \r, as Python ends
// them; a byte order mark at the start belongs to no line. The text must
// outlive the object.
class SourceLines {
 public:
  explicit SourceLines(absl::string_view text);

  int count() const { return static_cast<int>(lines_.size()); }

  /// Returns line `number`, counted from 1, without its end; "" when there is
  /// no such line.
  absl::string_view Line(int number) const;

  /// Returns the text of `range`, lines joined by "\n". Positions outside the
  /// text are moved to its nearest end.
  std::string Text(const Range& range) const;

 private:
  std::vector<absl::string_view> lines_;
};

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_SOURCE_LINES_H_

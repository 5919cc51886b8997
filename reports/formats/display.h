// How text looks on a terminal: columns, tabs, characters that must not be
// printed, lines that are too long.
#ifndef FSDPCHECK_REPORTS_FORMATS_DISPLAY_H_
#define FSDPCHECK_REPORTS_FORMATS_DISPLAY_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace fsdpcheck::formats {

/// Terminal columns that `character` takes: 0 for combining marks and other
/// characters drawn onto the one before, 2 for East Asian wide characters and
/// most emoji, else 1.
int DisplayWidth(char32_t character);

/// Terminal columns of a text that Printable() returned.
int DisplayWidth(absl::string_view printable);

/// Returns `text` as valid UTF-8 that leaves the terminal alone: tabs and line
/// ends become one space, control characters their visible pictures, bidirectional
/// overrides and bytes that are not UTF-8 U+FFFD. File names, identifiers and
/// comments come from files of strangers and go through here.
std::string Printable(absl::string_view text);

/// Breaks `text` at blanks into lines of at most `width` terminal columns;
/// longer words get a line of their own. Line ends in `text` are kept. With
/// `width` 0 only these break.
std::vector<std::string> WrapWords(absl::string_view text, int width);

// One line of source, printable, with tabs expanded to multiples of 4.
class DisplayLine {
 public:
  explicit DisplayLine(absl::string_view line);

  int width() const { return cells_.back().offset; }

  /// Terminal columns before source column `column`, which counts from 1; the
  /// width of the line for columns behind its end.
  int OffsetOf(int column) const;

  /// Terminal columns [from, to) of the line. A wide character that is cut in
  /// two becomes a space. Blanks at the end are dropped.
  std::string Slice(int from, int to) const;

 private:
  // One character, one source column (more for bytes that are not UTF-8).
  struct Cell {
    std::string text;
    int offset;  // terminal columns before it
  };
  std::vector<Cell> cells_;  // the last one is empty and stands for the end
};

}  // namespace fsdpcheck::formats

#endif  // FSDPCHECK_REPORTS_FORMATS_DISPLAY_H_

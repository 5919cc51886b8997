// Cuts Python text into logical lines without building tokens.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_LOGICAL_LINES_H_
#define FSDPCHECK_ANALYZER_SYNTAX_LOGICAL_LINES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// A stretch of text in which a name is no code.
struct Quiet {
  enum class Kind {
    kComment,
    kString,  // in single quotes, so perhaps an annotation
    kText,    // in triple quotes
  };
  ByteRange range;
  Kind kind = Kind::kComment;
};

// A statement line with everything that brackets, strings and backslashes join
// to it. Lines that are blank or hold only a comment are none.
struct LogicalLine {
  ByteRange range;        // from the first token to the end of the last physical line, its
                          // line break not included
  bool indented = false;  // does not begin in column 1
  // Statements on this line that begin with `import` or `from`, also behind a
  // `;` or the `:` of a block.
  std::vector<uint32_t> imports;
};

/// Where the physical line of `at` begins.
size_t LineStart(absl::string_view text, size_t at);

// Reads logical lines from front to back in one pass. Knows every string
// prefix, nested f-strings (Python 3.12: an expression may hold the same quotes,
// comments and line breaks), form feeds, a byte order mark and all three kinds
// of line breaks. Never fails: an open string ends where Python stops looking
// for its end, and an open bracket before the next `def` or `class` in column 1.
class LogicalLines {
 public:
  /// `quiet`, if given, collects strings and comments in order of appearance;
  /// the expressions of f-strings are not among them.
  explicit LogicalLines(absl::string_view text, std::vector<Quiet>* quiet = nullptr);

  /// Reads the next line into `line`; false after the last one.
  bool Next(LogicalLine& line);

 private:
  enum class Part { kText, kFormatSpec };
  // An f-string around the expression that is being read.
  struct Frame {
    char quote;
    bool triple;
    bool raw;
    Part opened_in;
    int depth;  // of brackets inside its braces
  };
  struct Quote {
    char quote;
    bool triple;
    bool raw;
    bool format;
  };

  size_t NextMark(size_t from);
  bool SkipToFirstToken(LogicalLine& line);
  bool ReadMark(LogicalLine& line);
  bool ReadBreak();
  void ReadComment();
  void ReadEscape();
  void ReadColon(LogicalLine& line);
  void ReadClosing(char bracket);
  void ReadString();
  Quote OpenQuote();
  void ReadPlainText(const Quote& quote, size_t begin);
  void ReadFormatText(Frame string, size_t begin, Part part);
  void ReadFormatEscape(bool raw);
  void LeaveFormat(Part part);
  void NoteImport(LogicalLine& line, size_t at) const;
  void AddQuiet(size_t begin, size_t end, Quiet::Kind kind);
  size_t AfterBreak(size_t at) const;
  bool EndsQuote(char quote, bool triple) const;

  absl::string_view text_;
  std::vector<Quiet>* quiet_;
  size_t at_ = 0;
  int depth_ = 0;  // of open brackets
  absl::InlinedVector<Frame, 4> frames_;
  // Which bytes from window_begin_ on may change the state of the reader.
  std::array<uint64_t, 64> window_{};
  size_t window_begin_ = 0;
  size_t window_end_ = 0;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_LOGICAL_LINES_H_

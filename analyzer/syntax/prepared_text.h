// A copy of the parts of a file that are parsed, made easy for the grammar.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_PREPARED_TEXT_H_
#define FSDPCHECK_ANALYZER_SYNTAX_PREPARED_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// Every byte keeps its place, so that positions in the copy are positions in the
// file; the values of literals must be read from the file.
//
// Comments and continued line ends are blank: the grammar looks ahead over all that
// follow, again at each of them. Line ends are such that the grammar knows them,
// also where one part ends and the next begins.
class PreparedText {
 public:
  /// `ranges` ascend, do not overlap and lie inside `text`.
  PreparedText(absl::string_view text, absl::Span<const ByteRange> ranges);

  // Begins at byte `begin` of the file.
  absl::string_view text() const { return copy_; }
  uint32_t begin() const { return begin_; }
  // The parts of text() to parse; offsets in text().
  const std::vector<ByteRange>& ranges() const { return ranges_; }

  /// Rewrites what Python allows and the grammar does not:
  ///
  ///   x = *[1], 2     +[1]: the star of a display, string or number
  ///   t"{x}"          f"{x}"
  ///   (a +            line breaks inside brackets are blank: left of the block
  ///   b)              they would end it
  ///
  /// For a text that does not parse otherwise: where brackets are open by mistake,
  /// the rewritten text is worse. Returns whether anything changed.
  bool Rewrite();

 private:
  void Prepare(ByteRange range);
  void EndLines();
  void JoinContinuedLines(ByteRange code);
  void ReplaceStars();
  void ReplaceTemplatePrefixes();
  void JoinLines(ByteRange range);
  bool IsQuiet(uint32_t offset) const;

  uint32_t begin_ = 0;
  std::vector<ByteRange> ranges_;
  std::vector<ByteRange> quiet_;  // strings and comments
  std::string copy_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_PREPARED_TEXT_H_

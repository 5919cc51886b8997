// Comments that silence rules, as they stand in a file.
//
//   opt.step()  # fsdpcheck: ignore[optimizer-before-shard] rebuilt by the trainer
//   # fsdpcheck: ignore[FSDP301, double-shard] on a line of its own: the line below
//   # fsdpcheck: ignore-file[FSDP4] this file runs on one GPU
//   opt.step()  # noqa: FSDP301
#ifndef FSDPCHECK_ANALYZER_SUPPRESS_COMMENTS_H_
#define FSDPCHECK_ANALYZER_SUPPRESS_COMMENTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// One rule as a comment names it; maybe no rule there is.
struct CommentedRule {
  std::string name;
  ByteRange range;
};

struct SuppressionComment {
  enum class Reach { kLine, kFile };
  Reach reach = Reach::kLine;
  // Where it stands; for a comment on a line of its own the code line below,
  // with only comment lines between. 0 when there is none.
  int line = 0;
  bool own_line = false;
  std::vector<CommentedRule> rules;
  std::string reason;  // "" when none is given
};

// A comment that begins like one of ours and cannot be understood.
struct CommentProblem {
  int line = 0;
  std::string message;
};

// First and last line of a statement, or of the head of a compound one.
struct LineSpan {
  int first = 0;
  int last = 0;
};

struct SuppressionComments {
  std::vector<SuppressionComment> comments;  // in order of position
  std::vector<CommentProblem> problems;
  std::vector<LineSpan> statements;  // in order, without overlap
};

/// A quick test without false negatives: whether a file needs ReadSuppressions().
bool MayHoldSuppressions(absl::string_view text);

/// Reads the comments of a file, in one pass over its bytes. Text inside strings
/// is no comment. In a `noqa` comment only codes of this program count.
SuppressionComments ReadSuppressions(const Source& source);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SUPPRESS_COMMENTS_H_

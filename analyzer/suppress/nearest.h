// "Did you mean": the known name closest to a misspelt one.
#ifndef FSDPCHECK_ANALYZER_SUPPRESS_NEAREST_H_
#define FSDPCHECK_ANALYZER_SUPPRESS_NEAREST_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {

/// The element of `known` with the smallest edit distance to `name`, or "" when
/// even that one differs in more than a third of its characters. Insertion,
/// deletion, replacement and the swap of two neighbours cost 1 each; case and
/// the difference between `-` and `_` cost nothing. Ties go to the first.
std::string Nearest(absl::string_view name, absl::Span<const std::string> known);

/// "; did you mean `x`?" for the nearest name, or "" when there is none.
std::string DidYouMean(absl::string_view name, absl::Span<const std::string> known);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SUPPRESS_NEAREST_H_

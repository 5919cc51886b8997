#include "analyzer/suppress/nearest.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace fsdpcheck::analyzer {
namespace {

// Longer names are compared by their beginning: the cost is quadratic.
constexpr size_t kMaxCompared = 64;

std::string Folded(absl::string_view name) {
  std::string folded = absl::AsciiStrToLower(name.substr(0, kMaxCompared));
  std::replace(folded.begin(), folded.end(), '_', '-');
  return folded;
}

size_t Distance(const std::string& a, const std::string& b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string Nearest(absl::string_view name, absl::Span<const std::string> known) {
  const std::string wanted = Folded(name);
  const std::string* best = nullptr;
  size_t best_distance = 0;
  for (const std::string& candidate : known) {
    const std::string folded = Folded(candidate);
    const auto [shorter, longer] = std::minmax({folded.size(), wanted.size()});
    if ((longer - shorter) * 3 > longer) continue;
    const size_t distance = Distance(wanted, folded);
    if (distance * 3 > longer) continue;
    if (best != nullptr && distance >= best_distance) continue;
    best = &candidate;
    best_distance = distance;
  }
  return best == nullptr ? "" : *best;
}

std::string DidYouMean(absl::string_view name, absl::Span<const std::string> known) {
  const std::string nearest = Nearest(name, known);
  return nearest.empty() ? "" : absl::StrCat("; did you mean `", nearest, "`?");
}

}  // namespace fsdpcheck::analyzer

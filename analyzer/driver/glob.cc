#include "analyzer/driver/glob.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace fsdpcheck::analyzer {
namespace {

using Components = std::vector<absl::string_view>;

struct SetMatch {
  bool matches = false;
  size_t length = 0;  // of the set in the pattern, brackets included
};

// Reads the set at the start of `pattern`; empty when its `]` is missing, then
// the bracket is an ordinary character.
std::optional<SetMatch> MatchSet(absl::string_view pattern, char c) {
  size_t i = 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  const size_t first = i;
  bool found = false;
  for (; i < pattern.size(); ++i) {
    if (pattern[i] == ']' && i > first) return SetMatch{found != negated, i + 1};
    const bool is_span = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
    const char low = pattern[i];
    const char high = is_span ? pattern[i + 2] : low;
    found = found || (low <= c && c <= high);
    if (is_span) i += 2;
  }
  return std::nullopt;
}

// Length of the pattern piece that matches the character `c`, or 0.
size_t MatchOne(absl::string_view pattern, char c) {
  if (pattern.empty()) return 0;
  if (pattern[0] == '[') {
    const std::optional<SetMatch> set = MatchSet(pattern, c);
    if (set.has_value()) return set->matches ? set->length : 0;
  }
  return pattern[0] == '?' || pattern[0] == c ? 1 : 0;
}

// One component. Backtracks to the last `*` only, so it stays quadratic.
bool MatchComponent(absl::string_view pattern, absl::string_view text) {
  size_t p = 0, t = 0, star = absl::string_view::npos, star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      continue;
    }
    const size_t length = MatchOne(pattern.substr(p), text[t]);
    if (length > 0) {
      p += length;
      ++t;
    } else if (star != absl::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// Whether `pattern` matches `path` or a folder above it. Row by row: cell [j]
// says that the pattern's first components match the first j of the path.
bool MatchAnchored(const Components& pattern, const Components& path) {
  std::vector<char> row(path.size() + 1, 0);
  row[0] = 1;
  for (absl::string_view piece : pattern) {
    std::vector<char> next(path.size() + 1, 0);
    if (piece == "**") {
      char reached = 0;
      for (size_t j = 0; j <= path.size(); ++j) next[j] = reached = reached != 0 ? 1 : row[j];
    } else {
      for (size_t j = 0; j < path.size(); ++j) {
        next[j + 1] = row[j] != 0 && MatchComponent(piece, path[j]) ? 1 : 0;
      }
    }
    row = std::move(next);
  }
  for (size_t j = 1; j <= path.size(); ++j) {
    if (row[j] != 0) return true;
  }
  return false;
}

}  // namespace

bool MatchesPattern(absl::string_view pattern, absl::string_view path) {
  const bool anchored_by_slash = absl::StartsWith(pattern, "/");
  pattern = absl::StripPrefix(absl::StripPrefix(pattern, "./"), "/");
  pattern = absl::StripSuffix(pattern, "/");
  if (pattern.empty()) return false;
  const Components components = absl::StrSplit(path, '/', absl::SkipEmpty());
  if (!anchored_by_slash && !absl::StrContains(pattern, '/')) {
    for (absl::string_view component : components) {
      if (MatchComponent(pattern, component)) return true;
    }
    return false;
  }
  return MatchAnchored(absl::StrSplit(pattern, '/', absl::SkipEmpty()), components);
}

}  // namespace fsdpcheck::analyzer

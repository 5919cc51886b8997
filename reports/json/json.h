// The only way JSON is written in this project.
#ifndef FSDPCHECK_REPORTS_JSON_JSON_H_
#define FSDPCHECK_REPORTS_JSON_JSON_H_

#include <string>

#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

// Without this, a view that is not the standard one would become an array of
// its characters.
template <>
struct nlohmann::adl_serializer<absl::string_view> {
  template <typename Json>
  static void to_json(Json& value, absl::string_view text) {
    value = std::string(text);
  }
};

namespace fsdpcheck::json {

// A JSON value. Keys of objects keep the order in which they were added, so
// that output is stable and reads from the important to the detail.
using Value = nlohmann::ordered_json;

enum class Layout {
  kLine,      // everything on one line
  kIndented,  // two spaces a level, for people and diffs
};

/// Returns `value` as UTF-8 text without a newline at the end.
///
/// Strings may hold anything: bytes that are not UTF-8 (from file names and
/// source excerpts) are written as U+FFFD.
std::string Write(const Value& value, Layout layout);

}  // namespace fsdpcheck::json

#endif  // FSDPCHECK_REPORTS_JSON_JSON_H_

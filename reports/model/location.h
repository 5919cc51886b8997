// Places in source files, as every report names them.
#ifndef FSDPCHECK_REPORTS_MODEL_LOCATION_H_
#define FSDPCHECK_REPORTS_MODEL_LOCATION_H_

#include <compare>
#include <string>

namespace fsdpcheck {

// A point between two characters.
struct Position {
  int line = 1;    // counts from 1
  int column = 1;  // counts from 1, in Unicode code points
  friend auto operator<=>(const Position&, const Position&) = default;
};

// A half-open stretch of text: `end` is the point after the last character.
struct Range {
  Position start;
  Position end;
  friend auto operator<=>(const Range&, const Range&) = default;
};

// A stretch of one file. `path` is relative to the working directory with `/`
// as separator, absolute when the file lies outside it.
struct Location {
  std::string path;
  Range range;
  friend auto operator<=>(const Location&, const Location&) = default;
};

}  // namespace fsdpcheck

#endif  // FSDPCHECK_REPORTS_MODEL_LOCATION_H_

// How a global name leads to a seed.
#ifndef FSDPCHECK_ANALYZER_MODEL_INTEREST_H_
#define FSDPCHECK_ANALYZER_MODEL_INTEREST_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/class_shape.h"
#include "analyzer/model/mentions.h"

namespace fsdpcheck::analyzer {

// What must be done with a name to reach a seed. Only grows.
struct Interest {
  // To call it, or to derive a class from it, is enough.
  bool by_name = false;
  // Otherwise one of these must be used behind a dot, in the same definition:
  // methods that reach a seed, and attributes that such a method hands on.
  std::set<std::string> members;
  std::set<std::string> nested;  // of a class: the classes written inside it
  // The name is a function that makes an object with these members.
  bool is_maker = false;

  bool empty() const { return !by_name && members.empty(); }
  /// Whether who uses `name.member` does not use what leads to a seed.
  bool LeavesOut(const std::string& member) const {
    return nested.contains(member) && !members.contains(member);
  }
  /// Adds `other`; true if anything was new.
  bool Absorb(const Interest& other);
};

/// What a class leads to when the seeds, or the names that lead to one, stand at
/// `offsets` inside it: everything by name if one of them runs when the class is
/// defined or an object is made or called, else the methods that hold them, the
/// attributes of `self` named on the same logical lines, and the methods that
/// use one of these methods. A constructor that only hands such a method on, to be
/// called later, runs none.
Interest InterestOfClass(const Mentions& mentions, const ClassShape& shape,
                         absl::Span<const uint32_t> offsets);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_INTEREST_H_

// Which names of a function are its own, by Python's rules.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_SCOPES_H_
#define FSDPCHECK_ANALYZER_SYNTAX_SCOPES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/syntax/arena.h"

namespace fsdpcheck::analyzer {

// Numbers an identifier within one Scopes.
using NameId = uint32_t;

// Collects the names that scopes bind and mention while the program is read once
// in order. Whether a name is local is known only at the end of its scope, so a
// mention hands over the place that shall receive the slot then; this place must
// not move before Close().
class Scopes {
 public:
  explicit Scopes(NodeArena& arena) : arena_(arena) {}

  NameId Intern(absl::string_view name);
  // Lives in the arena; the same for equal names.
  absl::string_view Text(NameId name) const { return texts_[name]; }

  void Open();
  // The innermost open scope binds `name`; it gets the next slot if it has none.
  void Bind(NameId name) { bound_.push_back(name); }
  void Bind(NameId name, int* slot) {
    Bind(name);
    Mention(name, slot);
  }
  // `*slot` becomes the slot of `name` in the innermost open scope, or -1.
  void Mention(NameId name, int* slot) { mentions_.push_back({name, slot}); }
  // `global name` or `nonlocal name`: the innermost open scope does not own it.
  void Disown(NameId name) { disowned_.push_back(name); }
  // Ends the innermost open scope and returns its names by slot.
  absl::Span<const absl::string_view> Close();

 private:
  struct MentionedName {
    NameId name;
    int* slot;
  };
  // Where a scope begins in the three stacks below.
  struct Mark {
    size_t bound;
    size_t mentions;
    size_t disowned;
  };
  NodeArena& arena_;
  absl::flat_hash_map<absl::string_view, NameId> names_;
  std::vector<absl::string_view> texts_;
  std::vector<int> slots_;  // by NameId; all kNoSlot between calls
  std::vector<Mark> open_;
  std::vector<NameId> bound_;
  std::vector<MentionedName> mentions_;
  std::vector<NameId> disowned_;
  std::vector<absl::string_view> locals_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_SCOPES_H_

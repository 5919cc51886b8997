#include "analyzer/model/interest.h"

#include <utility>

#include "absl/strings/match.h"
#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {
namespace {

bool RunsUnasked(const Member& member) {
  return absl::StartsWith(member.name, "__") && absl::EndsWith(member.name, "__");
}

// X of every `self.X` and `cls.X` in `line`.
void AddAttributes(absl::string_view line, std::set<std::string>& names) {
  std::vector<NameHit> hits;
  static const NameScan kReceivers({"self", "cls"});
  kReceivers.Find(line, hits);
  for (const NameHit& hit : hits) {
    const size_t dot = IdentifierEnd(line, hit.offset);
    if (line.substr(dot, 1) != ".") continue;
    const size_t end = IdentifierEnd(line, dot + 1);
    if (end > dot + 1) names.emplace(line.substr(dot + 1, end - dot - 1));
  }
}

class ClassReader {
 public:
  ClassReader(const Mentions& mentions, const ClassShape& shape)
      : mentions_(mentions), shape_(shape) {}

  Interest Read(absl::Span<const uint32_t> offsets) {
    for (const uint32_t offset : offsets) {
      AddMember(MemberAt(shape_, offset));
      AddAttributesAt(offset);
    }
    if (!interest_.by_name && !offsets.empty()) AddCallers();
    for (const Member& member : shape_.members) {
      if (member.is_class) interest_.nested.insert(member.name);
    }
    return std::move(interest_);
  }

 private:
  // Null: in the body of the class itself.
  void AddMember(const Member* member) {
    if (member == nullptr || RunsUnasked(*member)) {
      interest_.by_name = true;
    } else if (methods_.insert(member->name).second) {
      interest_.members.insert(member->name);
      open_.push_back(member->name);
    }
  }

  // X of every `self.X` on the logical line that holds `offset`.
  void AddAttributesAt(uint32_t offset) {
    const ByteRange* const line = RangeAt(shape_.lines, offset);
    if (line != nullptr) AddAttributes(mentions_.Text(*line), interest_.members);
  }

  // Methods that use a method that is known to lead to a seed, and so on.
  void AddCallers() {
    const std::vector<MemberUse> uses = UsesOfMembers();
    while (!open_.empty() && !interest_.by_name) {
      const std::string called = std::move(open_.back());
      open_.pop_back();
      for (const MemberUse& use : uses) {
        if (use.name != called) continue;
        if (RunsUnasked(*use.user) && !mentions_.IsCalled(use.offset, use.name)) {
          // A hook that is registered, or a method that is kept, runs later.
          AddAttributesAt(use.offset);
        } else {
          AddMember(use.user);
        }
      }
    }
  }

  struct MemberUse {
    std::string name;
    uint32_t offset;
    const Member* user;
  };

  // Which member uses which other behind a dot.
  std::vector<MemberUse> UsesOfMembers() const {
    std::set<std::string> distinct;
    for (const Member& member : shape_.members) distinct.insert(member.name);
    const std::vector<std::string> names(distinct.begin(), distinct.end());
    const uint32_t begin = shape_.header.begin;
    std::vector<NameHit> hits;
    NameScan(names).Find(mentions_.Text({begin, shape_.lines.back().end}), hits);
    std::vector<MemberUse> uses;
    for (const NameHit& hit : hits) {
      const std::string& name = names[hit.name];
      const uint32_t offset = begin + hit.offset;
      const Member* const user = MemberAt(shape_, offset);
      if (user == nullptr || user->name == name) continue;
      if (mentions_.IsOwnMemberUse(offset, name)) uses.push_back({name, offset, user});
    }
    return uses;
  }

  const Mentions& mentions_;
  const ClassShape& shape_;
  Interest interest_;
  std::set<std::string> methods_;
  std::vector<std::string> open_;
};

}  // namespace

bool Interest::Absorb(const Interest& other) {
  const size_t before = members.size();
  members.insert(other.members.begin(), other.members.end());
  nested.insert(other.nested.begin(), other.nested.end());
  const bool grown = members.size() > before || (other.by_name && !by_name);
  by_name |= other.by_name;
  is_maker |= other.is_maker;
  return grown;
}

Interest InterestOfClass(const Mentions& mentions, const ClassShape& shape,
                         absl::Span<const uint32_t> offsets) {
  return ClassReader(mentions, shape).Read(offsets);
}

}  // namespace fsdpcheck::analyzer

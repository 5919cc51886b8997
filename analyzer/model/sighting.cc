#include "analyzer/model/sighting.h"

#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "analyzer/model/class_shape.h"
#include "analyzer/model/slice.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {

void SightingReader::AddSeed(uint32_t offset, absl::string_view name) {
  const bool called =
      !absl::ascii_isupper(static_cast<unsigned char>(name[0])) || mentions_.IsCalled(offset, name);
  uses_[DefinitionAt(mentions_.outline(), offset)].push_back(
      {offset, {.by_name = true, .members = {}}, called, true});
}

void SightingReader::AddUse(uint32_t offset, absl::string_view name, const Interest& interest) {
  const bool called = follow_ == Follow::kEveryMention || mentions_.IsCalled(offset, name);
  uses_[DefinitionAt(mentions_.outline(), offset)].push_back({offset, interest, called, false});
}

Sighting SightingReader::Finish() {
  MemberUses members = FindMemberUses();
  for (const auto& [index, uses] : uses_) {
    if (index == DefinitionId::kBody) {
      FinishBody(uses, members[index]);
    } else {
      FinishDefinition(index, uses, members[index]);
    }
  }
  return std::move(sighting_);
}

SightingReader::MemberUses SightingReader::FindMemberUses() const {
  std::set<std::string> wanted;
  for (const auto& [index, uses] : uses_) {
    for (const Use& use : uses) {
      wanted.insert(use.interest.members.begin(), use.interest.members.end());
    }
  }
  MemberUses found;
  if (wanted.empty()) return found;
  const std::vector<std::string> names(wanted.begin(), wanted.end());
  std::vector<NameHit> hits;
  NameScan(names).Find(mentions_.text(), hits);
  for (const NameHit& hit : hits) {
    const std::string& name = names[hit.name];
    const int index = DefinitionAt(mentions_.outline(), hit.offset);
    if (uses_.count(index) == 0 || !mentions_.IsMemberUse(hit.offset, name)) continue;
    found[index].push_back({hit.offset, name});
  }
  return found;
}

void SightingReader::FinishBody(const std::vector<Use>& uses,
                                const std::vector<MemberUse>& members) {
  for (const Use& use : uses) {
    bool reaches = use.interest.by_name;
    for (const MemberUse& member : members) {
      reaches |= use.interest.members.count(member.name) > 0;
    }
    if (reaches) sighting_.reached[DefinitionId::kBody] |= use.seed;
    for (const Assignment& assignment : mentions_.AssignmentsAt(use.offset)) {
      sighting_.symbols[assignment.name].Absorb(use.interest);
    }
  }
}

void SightingReader::FinishDefinition(int index, const std::vector<Use>& uses,
                                      const std::vector<MemberUse>& members) {
  const Definition& definition = mentions_.outline().definitions[static_cast<size_t>(index)];
  std::optional<ClassShape> shape;
  if (definition.kind == Definition::Kind::kClass) {
    shape = ReadClassShape(mentions_.text(), definition.range);
  }
  Interest interest;
  std::vector<uint32_t> leading;  // where a seed is reached
  for (const Use& use : uses) {
    const bool derives =
        shape.has_value() && use.offset >= shape->header.begin && use.offset < shape->header.end;
    const bool makes = !shape.has_value() && use.called && !use.interest.is_maker;
    const size_t before = leading.size();
    if (use.interest.by_name && (use.called || derives)) leading.push_back(use.offset);
    for (const MemberUse& member : members) {
      if (use.interest.members.count(member.name) > 0) leading.push_back(member.offset);
    }
    if (use.interest.by_name || leading.size() > before) sighting_.reached[index] |= use.seed;
    if (derives || makes) {
      interest.Absorb({.by_name = false,
                       .members = use.interest.members,
                       .nested = derives ? use.interest.nested : std::set<std::string>(),
                       .is_maker = makes});
    }
  }
  if (shape.has_value()) {
    interest.Absorb(InterestOfClass(mentions_, *shape, leading));
  } else {
    interest.by_name |= !leading.empty();
  }
  if (!interest.empty()) sighting_.symbols[definition.name].Absorb(interest);
}

}  // namespace fsdpcheck::analyzer

#include "analyzer/flow/state.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "absl/hash/hash.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr ptrdiff_t kMaxForks = 6;
constexpr size_t kMaxJoinedLog = 64;

void TakeIfNone(SiteId& mine, SiteId other) {
  if (mine == SiteId::kNone) mine = other;
}

template <typename T>
bool Contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// How many entries two paths have from a time when they were one.
template <typename T, typename Same = std::equal_to<T>>
ptrdiff_t CountShared(const std::vector<T>& mine, const std::vector<T>& theirs, Same same = {}) {
  return std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end(), same).first -
         mine.begin();
}

// What of `mine` the other path does not share: the join no longer holds it. No list
// holds anything twice.
template <typename T>
std::vector<T> NotShared(const std::vector<T>& mine, const std::vector<T>& theirs) {
  const ptrdiff_t shared = CountShared(mine, theirs);
  std::vector<T> own;
  std::copy_if(mine.begin() + shared, mine.end(), std::back_inserter(own), [&](const T& one) {
    return std::find(theirs.begin() + shared, theirs.end(), one) == theirs.end();
  });
  return own;
}

template <typename T, typename Same>
void AddMissing(std::vector<T>& mine, const std::vector<T>& theirs, Same same) {
  const ptrdiff_t shared = CountShared(mine, theirs, same);
  for (auto one = theirs.begin() + shared; one != theirs.end(); ++one) {
    const bool known =
        std::any_of(mine.begin() + shared, mine.end(), [&](const T& m) { return same(m, *one); });
    if (!known) mine.push_back(*one);
  }
}

// The one of `mine` that is not among `theirs`; null if there is none, or another one.
const Assumption* OnlyNotShared(const std::vector<Assumption>& mine,
                                const std::vector<Assumption>& theirs) {
  const ptrdiff_t shared = CountShared(mine, theirs);
  const Assumption* only = nullptr;
  for (auto one = mine.begin() + shared; one != mine.end(); ++one) {
    if (std::find(theirs.begin() + shared, theirs.end(), *one) != theirs.end()) continue;
    if (only != nullptr) return nullptr;
    only = &*one;
  }
  return only;
}

Way OwnWay(const PathState& mine, const PathState& other) {
  Way way{NotShared(mine.assumptions, other.assumptions),
          NotShared(mine.open_calls, other.open_calls)};
  std::sort(way.assumptions.begin(), way.assumptions.end());
  return way;
}

// Whether the two decided one condition both ways, and nothing else.
bool AreTwoSides(const Way& a, const Way& b) {
  return a.assumptions.size() == 1 && b.assumptions.size() == 1 &&
         a.assumptions[0].condition == b.assumptions[0].condition;
}

}  // namespace

const ModuleFacts& PathState::Module(Value value) const {
  static const ModuleFacts* const kNone = new ModuleFacts();
  const Object* object = Find(value);
  return object != nullptr ? *object->module : *kNone;
}

ModuleFacts& PathState::EditModule(Value value) {
  ++effects;
  return Edit(value).module.Edit();
}

const HolderFacts* PathState::Holder(Value value) const {
  const Object* object = Find(value);
  return object != nullptr && object->holder ? &*object->holder : nullptr;
}

HolderFacts& PathState::EditHolder(Value value) {
  ++effects;
  return Edit(value).holder.Edit();
}

Value PathState::FieldOf(Value object, absl::string_view name) const {
  const Object* found = Find(object);
  if (found == nullptr) return Value::kNothing;
  for (const ObjectField& field : found->fields) {
    if (field.name == name) return field.value;
  }
  return Value::kNothing;
}

void PathState::SetField(Value object, absl::string_view name, Value value) {
  Object& edited = Edit(object);
  for (ObjectField& field : edited.fields) {
    if (field.name == name) {
      field.value = value;
      return;
    }
  }
  edited.fields.push_back({name, value});
}

const Entry* PathState::FindEntry(Value dict, Value key) const {
  const Object* const object = Find(dict);
  if (object == nullptr) return nullptr;
  const auto at = std::find_if(object->entries.begin(), object->entries.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  return at == object->entries.end() ? nullptr : &*at;
}

Frame& PathState::EditFrame(uint32_t id) {
  return std::find_if(frames_.rbegin(), frames_.rend(),
                      [&](const Cow<Frame>& frame) { return frame->id == id; })
      ->Edit();
}

const Frame* PathState::FindFrame(uint32_t id) const {
  // The innermost activation is asked for most.
  const auto at = std::find_if(frames_.rbegin(), frames_.rend(),
                               [&](const Cow<Frame>& frame) { return frame->id == id; });
  return at == frames_.rend() ? nullptr : &**at;
}

void PathState::ForgetFrame(uint32_t id) {
  std::erase_if(frames_,
                [&](const Cow<Frame>& frame) { return frame->id == id && !frame->captured; });
}

void PathState::TakeAsGiven(size_t begin) {
  for (size_t i = begin; i < assumptions.size(); ++i) {
    if (!Contains(given, assumptions[i].condition)) given.push_back(assumptions[i].condition);
  }
}

uint64_t PathState::Conditions() const {
  uint64_t sum = 0;
  for (const Assumption& assumption : assumptions) {
    if (Contains(given, assumption.condition)) continue;
    const uint64_t one =
        static_cast<uint64_t>(assumption.condition) * 2 + (assumption.holds ? 1 : 0);
    sum += absl::HashOf(one);
  }
  return sum;
}

bool PathState::OnSomeRanks() const {
  return uneven_depth > 0 || std::any_of(forks->begin(), forks->end(),
                                         [](const RankFork& fork) { return fork.OneSided(); });
}

int PathState::Decided(Value condition) const {
  for (const Assumption& assumption : assumptions) {
    if (assumption.condition == condition) return assumption.holds ? 1 : 0;
  }
  return -1;
}

bool PathState::SameFacts(const PathState& other) const {
  if (!SameLog(other) &&
      (log->size() + other.log->size() > kMaxJoinedLog || DifferenceOnAllRanks(other) == nullptr)) {
    return false;
  }
  if (no_grad_depth != other.no_grad_depth || uneven_depth != other.uneven_depth ||
      meta_depth != other.meta_depth || device_depth != other.device_depth) {
    return false;
  }
  return HeapAgrees(other, &Object::SameFacts);
}

bool PathState::IsCloseTo(const PathState& other) const {
  if (SameLog(other)) return true;
  const Assumption* const mine = OnlyNotShared(assumptions, other.assumptions);
  const Assumption* const theirs = OnlyNotShared(other.assumptions, assumptions);
  return mine != nullptr && theirs != nullptr && mine->condition == theirs->condition;
}

bool PathState::EqualHeapFacts(const PathState& other) const {
  return HeapAgrees(other, &Object::EqualFacts);
}

bool PathState::HeapAgrees(const PathState& other,
                           bool (Object::*agrees)(const Object&) const) const {
  static const Cow<Object>* const kNone = new Cow<Object>();
  return heap_.Agrees(other.heap_, [&](Value, const Cow<Object>* mine, const Cow<Object>* theirs) {
    return ((**(mine != nullptr ? mine : kNone)).*agrees)(**(theirs != nullptr ? theirs : kNone));
  });
}

void PathState::JoinFrames(const PathState& other, const Joiner& join) {
  // Most paths that are joined have the same activations.
  size_t shared = 0;
  while (shared < frames_.size() && shared < other.frames_.size() &&
         frames_[shared].SharesWith(other.frames_[shared])) {
    ++shared;
  }
  for (size_t i = shared; i < frames_.size(); ++i) {
    Cow<Frame>& mine = frames_[i];
    const Frame* const theirs = i < other.frames_.size() && other.frames_[i]->id == mine->id
                                    ? &*other.frames_[i]
                                    : other.FindFrame(mine->id);
    if (theirs == nullptr || theirs == &*mine) continue;
    std::vector<Value>& slots = mine.Edit().slots;
    for (size_t k = 0; k < slots.size() && k < theirs->slots.size(); ++k) {
      slots[k] = join(slots[k], theirs->slots[k]);
    }
  }
  // Activations that only a function made on the other path still sees.
  for (size_t i = shared; i < other.frames_.size(); ++i) {
    const Cow<Frame>& theirs = other.frames_[i];
    if (i < frames_.size() && frames_[i]->id == theirs->id) continue;
    if (FindFrame(theirs->id) == nullptr) frames_.push_back(theirs);
  }
}

void PathState::JoinHeap(const PathState& other, const ValueTable& values, const Joiner& join,
                         const Assumption* difference) {
  const bool uneven = difference != nullptr &&
                      (HasForkOn(difference->condition) || other.HasForkOn(difference->condition));
  const Heap before = heap_;
  before.Agrees(other.heap_, [&](Value value, const Cow<Object>* mine, const Cow<Object>* theirs) {
    const ValueKind kind = values[value].kind;
    const bool made_there =
        kind == ValueKind::kObject || kind == ValueKind::kList || kind == ValueKind::kDict;
    if (theirs == nullptr) {
      // What only this path asked for its class.
      if ((*mine)->klass != Value::kNothing) Edit(value).klass = Value::kNothing;
    } else if (mine == nullptr && made_there) {
      heap_.Set(value, *theirs);
    } else {
      Edit(value).Join(**theirs, join, uneven, difference);
    }
    return true;
  });
}

bool PathState::HasForkOn(Value condition) const {
  return std::any_of(forks->begin(), forks->end(),
                     [&](const RankFork& fork) { return fork.condition == condition; });
}

const Assumption* PathState::DifferenceOnAllRanks(const PathState& other) const {
  for (const Assumption& mine : assumptions) {
    if (other.Decided(mine.condition) == (mine.holds ? 0 : 1) && !HasForkOn(mine.condition) &&
        !other.HasForkOn(mine.condition)) {
      return &mine;
    }
  }
  return nullptr;
}

bool PathState::SameLog(const PathState& other) const {
  return log.SharesWith(other.log) || *log == *other.log;
}

void PathState::JoinLog(const PathState& other, std::vector<RankFork>& theirs) {
  const Assumption* const difference = SameLog(other) ? nullptr : DifferenceOnAllRanks(other);
  if (difference == nullptr) return;
  const bool first = difference->holds;
  const CollectiveLog& yes = first ? *log : *other.log;
  const CollectiveLog& no = first ? *other.log : *log;
  const SharedEntries shared = FindShared(yes, no);
  const size_t yes_rest = yes.size() - shared.last;
  const size_t no_rest = no.size() - shared.last;
  for (RankFork& fork : first ? theirs : forks.Edit()) {
    if (fork.log_begin > shared.first) fork.log_begin += yes_rest - shared.first;
  }
  for (RankFork& fork : first ? forks.Edit() : theirs) {
    // What both share last stands behind what only the other one has.
    const bool moves = fork.log_begin > shared.first && fork.log_begin >= yes_rest;
    if (moves) fork.log_begin += no_rest - shared.first;
  }
  log = Cow(JoinLogs(yes, no, difference->condition));
}

void PathState::JoinForks(const PathState& other) {
  // What both paths decided or left open stays with the path, the rest goes with
  // the way that did.
  const Way mine = OwnWay(*this, other);
  const Way theirs = OwnWay(other, *this);
  std::erase_if(open_calls, [&](const OpenCall& call) { return Contains(mine.open_calls, call); });
  if (forks->empty() && other.forks->empty()) return;
  if (forks.SharesWith(other.forks) && SameLog(other) && AreTwoSides(mine, theirs)) {
    // Every way goes on on both sides of the one condition that tells them apart.
    Way both{{}, mine.open_calls};
    for (const OpenCall& call : theirs.open_calls) {
      if (!Contains(both.open_calls, call)) both.open_calls.push_back(call);
    }
    if (both.open_calls.empty()) return;
    for (RankFork& fork : forks.Edit()) fork.Extend(both);
    return;
  }
  std::vector<RankFork> others = *other.forks;
  JoinLog(other, others);
  std::vector<RankFork>& all = forks.Edit();
  for (RankFork& fork : all) {
    fork.passed_by |= std::none_of(others.begin(), others.end(),
                                   [&](const RankFork& known) { return known.SameFork(fork); });
  }
  for (RankFork& fork : all) fork.Extend(mine);
  const ConditionBits against = BitsAgainst(*log);
  for (RankFork& fork : others) {
    fork.Extend(theirs);
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const RankFork& known) { return known.SameFork(fork); });
    if (at == all.end()) {
      fork.passed_by = true;
      all.push_back(std::move(fork));
    } else {
      at->Absorb(std::move(fork), against);
    }
  }
  std::erase_if(all, [](const RankFork& fork) { return fork.witnesses.empty(); });
  if (std::ssize(all) > kMaxForks) all.erase(all.begin(), all.end() - kMaxForks);
}

const Assumption* PathState::Difference(const PathState& other) const {
  for (const Assumption& mine : assumptions) {
    if (other.Decided(mine.condition) == (mine.holds ? 0 : 1)) return &mine;
  }
  return nullptr;
}

void PathState::Join(const PathState& other, ValueTable& values) {
  const Assumption* const difference = Difference(other);
  const auto join = [&](Value mine, Value theirs) {
    if (difference == nullptr) return values.Joined(mine, theirs);
    return difference->holds ? values.Joined(mine, theirs, difference->condition)
                             : values.Joined(theirs, mine, difference->condition);
  };
  returned = join(returned, other.returned);
  JoinFrames(other, join);
  JoinHeap(other, values, join, difference);
  JoinForks(other);
  const ptrdiff_t shared = CountShared(assumptions, other.assumptions);
  assumptions.erase(std::remove_if(assumptions.begin() + shared, assumptions.end(),
                                   [&](const Assumption& mine) {
                                     return std::find(other.assumptions.begin() + shared,
                                                      other.assumptions.end(),
                                                      mine) == other.assumptions.end();
                                   }),
                    assumptions.end());
  AddMissing(writes, other.writes, [](const FileWrite& a, const FileWrite& b) {
    return a.site == b.site && a.guarded == b.guarded;
  });
  if (!meetings.SharesWith(other.meetings)) {
    AddMissing(meetings.Edit(), *other.meetings,
               [](const Meeting& a, const Meeting& b) { return a.site == b.site; });
  }
  AddMissing(given, other.given, [](Value a, Value b) { return a == b; });
  AddMissing(slices, other.slices,
             [](const MeshSlice& a, const MeshSlice& b) { return a.site == b.site; });
  clock = std::max(clock, other.clock);
  if (process_group == SiteId::kNone) nccl = other.nccl;
  if (other.process_group != SiteId::kNone) nccl = std::min(nccl, other.nccl);
  unsharded_parts |= other.unsharded_parts;
  own_folder |= other.own_folder;
  one_gpu |= other.one_gpu;
  one_node |= other.one_node;
  TakeIfNone(device_bound, other.device_bound);
  TakeIfNone(process_group, other.process_group);
  device_unknown |= other.device_unknown;
  effects = std::max(effects, other.effects);
  unfollowed = std::max(unfollowed, other.unfollowed);
  order = std::max(order, other.order);
  caught = std::min(caught, other.caught);
}

}  // namespace fsdpcheck::analyzer

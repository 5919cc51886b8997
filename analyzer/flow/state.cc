#include "analyzer/flow/state.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/hash/hash.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr ptrdiff_t kMaxForks = 6;
constexpr size_t kMaxJoinedLog = 64;

template <typename T>
std::unique_ptr<T> Copy(const std::unique_ptr<T>& from) {
  return from ? std::make_unique<T>(*from) : nullptr;
}

template <typename T>
bool SamePointee(const std::unique_ptr<T>& a, const std::unique_ptr<T>& b) {
  if (a == b) return true;
  static const T* const kNone = new T();
  return (a ? *a : *kNone).SameFacts(b ? *b : *kNone);
}

template <typename T>
bool EqualPointee(const std::unique_ptr<T>& a, const std::unique_ptr<T>& b) {
  static const T* const kNone = new T();
  return a == b || (a ? *a : *kNone) == (b ? *b : *kNone);
}

template <typename T>
void JoinPointee(std::unique_ptr<T>& mine, const std::unique_ptr<T>& other) {
  if (other == nullptr) return;
  if (mine == nullptr) mine = std::make_unique<T>();
  mine->Join(*other);
}

const Object& EmptyObject() {
  static const Object* const kEmpty = new Object();
  return *kEmpty;
}

bool BothOrNeither(SiteId a, SiteId b) { return (a == SiteId::kNone) == (b == SiteId::kNone); }

void TakeIfNone(SiteId& mine, SiteId other) {
  if (mine == SiteId::kNone) mine = other;
}

template <typename T>
bool Contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// What of `mine` the other path does not share: the join no longer holds it.
template <typename T>
std::vector<T> NotShared(const std::vector<T>& mine, const std::vector<T>& theirs) {
  std::vector<T> own;
  for (const T& one : mine) {
    if (!Contains(theirs, one)) own.push_back(one);
  }
  return own;
}

// The one of `mine` that is not among `theirs`; null if there is none, or another one.
const Assumption* OnlyNotShared(const std::vector<Assumption>& mine,
                                const std::vector<Assumption>& theirs) {
  const Assumption* only = nullptr;
  for (const Assumption& one : mine) {
    if (Contains(theirs, one)) continue;
    if (only != nullptr) return nullptr;
    only = &one;
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

void JoinFields(Object& mine, const Object& other, const Joiner& join) {
  for (const ObjectField& field : other.fields) {
    auto at = std::find_if(mine.fields.begin(), mine.fields.end(),
                           [&](const ObjectField& f) { return f.name == field.name; });
    if (at == mine.fields.end()) {
      mine.fields.push_back({field.name, join(Value::kNothing, field.value)});
    } else {
      at->value = join(at->value, field.value);
    }
  }
}

// `difference` is what `mine` decided and `other` decided the other way, if anything.
void JoinEntries(Object& mine, const Object& other, const Joiner& join,
                 const Assumption* difference) {
  const auto make_maybe = [&](Entry& entry, bool mine_has_it) {
    const bool known = difference != nullptr && !entry.maybe;
    if (known) entry.when = {difference->condition, difference->holds == mine_has_it};
    entry.exactly = known;
    entry.maybe = true;
  };
  const auto find = [](auto& entries, Value key) {
    return std::find_if(entries.begin(), entries.end(),
                        [&](const Entry& entry) { return entry.key == key; });
  };
  for (Entry& entry : mine.entries) {
    if (find(other.entries, entry.key) == other.entries.end()) make_maybe(entry, true);
  }
  for (const Entry& entry : other.entries) {
    const auto at = find(mine.entries, entry.key);
    if (at == mine.entries.end()) {
      mine.entries.push_back(entry);
      make_maybe(mine.entries.back(), false);
    } else {
      at->value = join(at->value, entry.value);
      if (at->maybe != entry.maybe || at->when != entry.when) at->when = {};
      at->maybe |= entry.maybe;
    }
  }
}

// `uneven`: what differs differs between ranks.
void JoinObject(Object& mine, const Object& other, const Joiner& join, bool uneven,
                const Assumption* difference) {
  mine.uneven |= other.uneven;
  mine.filtered |= other.filtered;
  JoinFields(mine, other, join);
  if (mine.items != other.items) {
    mine.uneven |= uneven;
    for (Value item : other.items) {
      if (std::find(mine.items.begin(), mine.items.end(), item) == mine.items.end()) {
        mine.items.push_back(item);
      }
    }
    mine.open = true;
  }
  if (mine.entries != other.entries) {
    JoinEntries(mine, other, join, difference);
    mine.open = true;
  }
  mine.open |= other.open;
  mine.more |= other.more;
  if (mine.owner == Value::kNothing) mine.owner = other.owner;
  if (mine.klass != other.klass) mine.klass = Value::kNothing;
  JoinPointee(mine.module, other.module);
  JoinPointee(mine.holder, other.holder);
}

}  // namespace

Object::Object(const Object& other)
    : fields(other.fields),
      items(other.items),
      entries(other.entries),
      open(other.open),
      more(other.more),
      uneven(other.uneven),
      owner(other.owner),
      klass(other.klass),
      module(Copy(other.module)),
      holder(Copy(other.holder)) {}

bool ModuleFacts::SameFacts(const ModuleFacts& other) const {
  return BothOrNeither(sharded, other.sharded) &&
         BothOrNeither(child_sharded, other.child_sharded) &&
         BothOrNeither(gathered, other.gathered) && BothOrNeither(forward, other.forward) &&
         BothOrNeither(meta, other.meta) && BothOrNeither(emptied, other.emptied) &&
         BothOrNeither(sync_off, other.sync_off) && BothOrNeither(mutated, other.mutated) &&
         may_reshard == other.may_reshard && frozen == other.frozen;
}

void ModuleFacts::Join(const ModuleFacts& other) {
  TakeIfNone(touched, other.touched);
  TakeIfNone(initialised, other.initialised);
  TakeIfNone(stored, other.stored);
  if (conditions != other.conditions) conditions = 0;
  is_module |= other.is_module;
  asked_about |= other.asked_about;
  chosen |= other.chosen;
  late |= other.late;
  hooked |= other.hooked;
  leaves_out |= other.leaves_out;
  grown |= other.grown;
  kept |= other.kept;
  for (const absl::string_view name : other.registered) {
    if (std::find(registered.begin(), registered.end(), name) == registered.end()) {
      registered.push_back(name);
    }
  }
}

bool HolderFacts::SameFacts(const HolderFacts& other) const {
  return BothOrNeither(built, other.built) && kind == other.kind && held == other.held &&
         BothOrNeither(stale, other.stale) && BothOrNeither(used_stale, other.used_stale) &&
         BothOrNeither(gathered, other.gathered) && BothOrNeither(stepped, other.stepped);
}

void HolderFacts::Join(const HolderFacts& other) {
  used |= other.used;
  repaired |= other.repaired;
}

bool Object::SameFacts(const Object& other) const {
  return SamePointee(module, other.module) && SamePointee(holder, other.holder);
}

bool Object::EqualFacts(const Object& other) const {
  return EqualPointee(module, other.module) && EqualPointee(holder, other.holder);
}

const Object* PathState::Find(Value value) const {
  const auto at = std::lower_bound(heap_->begin(), heap_->end(), value,
                                   [](const auto& entry, Value v) { return entry.first < v; });
  return at != heap_->end() && at->first == value ? at->second.get() : nullptr;
}

Object& PathState::Edit(Value value) {
  Heap& heap = heap_.Edit();
  auto at = std::lower_bound(heap.begin(), heap.end(), value,
                             [](const auto& entry, Value v) { return entry.first < v; });
  if (at == heap.end() || at->first != value) {
    at = heap.emplace(at, value, std::make_shared<Object>());
  } else if (at->second.use_count() > 1) {
    at->second = std::make_shared<Object>(*at->second);
  }
  return *at->second;
}

const ModuleFacts& PathState::Module(Value value) const {
  static const ModuleFacts* const kNone = new ModuleFacts();
  const Object* object = Find(value);
  return object != nullptr && object->module ? *object->module : *kNone;
}

ModuleFacts& PathState::EditModule(Value value) {
  ++effects;
  Object& object = Edit(value);
  if (!object.module) object.module = std::make_unique<ModuleFacts>();
  return *object.module;
}

const HolderFacts* PathState::Holder(Value value) const {
  const Object* object = Find(value);
  return object != nullptr ? object->holder.get() : nullptr;
}

HolderFacts& PathState::EditHolder(Value value) {
  ++effects;
  Object& object = Edit(value);
  if (!object.holder) object.holder = std::make_unique<HolderFacts>();
  return *object.holder;
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
  if (heap_.SharesWith(other.heap_)) return true;
  auto a = heap_->begin();
  auto b = other.heap_->begin();
  while (a != heap_->end() || b != other.heap_->end()) {
    if (b == other.heap_->end() || (a != heap_->end() && a->first < b->first)) {
      if (!((*(a++)->second).*agrees)(EmptyObject())) return false;
    } else if (a == heap_->end() || b->first < a->first) {
      if (!((*(b++)->second).*agrees)(EmptyObject())) return false;
    } else {
      if (a->second != b->second && !((*a->second).*agrees)(*b->second)) return false;
      ++a;
      ++b;
    }
  }
  return true;
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
  if (heap_.SharesWith(other.heap_)) return;
  Heap& heap = heap_.Edit();
  size_t at = 0;  // both heaps are sorted
  for (const auto& [value, object] : *other.heap_) {
    while (at < heap.size() && heap[at].first < value) ++at;
    const bool known = at < heap.size() && heap[at].first == value;
    if (known && heap[at].second == object) continue;
    const ValueKind kind = values[value].kind;
    const bool made_there =
        kind == ValueKind::kObject || kind == ValueKind::kList || kind == ValueKind::kDict;
    if (!known && made_there) {
      heap.insert(heap.begin() + static_cast<ptrdiff_t>(at), {value, object});
    } else {
      JoinObject(Edit(value), *object, join, uneven, difference);
    }
  }
  // What only this path asked for its class.
  for (const auto& [value, object] : heap) {
    if (object->klass == Value::kNothing || other.Find(value) != nullptr) continue;
    Edit(value).klass = Value::kNothing;
  }
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
  std::erase_if(assumptions, [&](const Assumption& a) {
    return std::find(other.assumptions.begin(), other.assumptions.end(), a) ==
           other.assumptions.end();
  });
  const auto add_missing = [](auto& mine, const auto& theirs, auto same) {
    for (const auto& one : theirs) {
      if (std::none_of(mine.begin(), mine.end(), [&](const auto& m) { return same(m, one); })) {
        mine.push_back(one);
      }
    }
  };
  add_missing(writes, other.writes, [](const FileWrite& a, const FileWrite& b) {
    return a.site == b.site && a.guarded == b.guarded;
  });
  if (!meetings.SharesWith(other.meetings)) {
    add_missing(meetings.Edit(), *other.meetings,
                [](const Meeting& a, const Meeting& b) { return a.site == b.site; });
  }
  add_missing(given, other.given, [](Value a, Value b) { return a == b; });
  add_missing(slices, other.slices,
              [](const MeshSlice& a, const MeshSlice& b) { return a.site == b.site; });
  clock = std::max(clock, other.clock);
  nccl = (nccl || process_group == SiteId::kNone) &&
         (other.nccl || other.process_group == SiteId::kNone);
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

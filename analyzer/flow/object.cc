#include "analyzer/flow/object.h"

#include <algorithm>

namespace fsdpcheck::analyzer {
namespace {

template <typename T>
bool Same(const Cow<T>& a, const Cow<T>& b) {
  return a.SharesWith(b) || a->SameFacts(*b);
}

template <typename T>
bool Equal(const Cow<T>& a, const Cow<T>& b) {
  return a.SharesWith(b) || *a == *b;
}

template <typename T>
void JoinFacts(Cow<T>& mine, const Cow<T>& other) {
  if (other && !mine.SharesWith(other)) mine.Edit().Join(*other);
}

bool BothOrNeither(SiteId a, SiteId b) { return (a == SiteId::kNone) == (b == SiteId::kNone); }

void TakeIfNone(SiteId& mine, SiteId other) {
  if (mine == SiteId::kNone) mine = other;
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

}  // namespace

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
  return Same(module, other.module) && Same(holder, other.holder);
}

bool Object::EqualFacts(const Object& other) const {
  return Equal(module, other.module) && Equal(holder, other.holder);
}

void Object::Join(const Object& other, Joiner join, bool by_rank, const Assumption* difference) {
  uneven |= other.uneven;
  filtered |= other.filtered;
  JoinFields(*this, other, join);
  if (items != other.items) {
    uneven |= by_rank;
    for (Value item : other.items) {
      if (std::find(items.begin(), items.end(), item) == items.end()) {
        items.push_back(item);
      }
    }
    open = true;
  }
  if (entries != other.entries) {
    JoinEntries(*this, other, join, difference);
    open = true;
  }
  open |= other.open;
  more |= other.more;
  if (owner == Value::kNothing) owner = other.owner;
  if (klass != other.klass) klass = Value::kNothing;
  JoinFacts(module, other.module);
  JoinFacts(holder, other.holder);
}

}  // namespace fsdpcheck::analyzer

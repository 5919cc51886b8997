#include "analyzer/syntax/scopes.h"

namespace fsdpcheck::analyzer {
namespace {
constexpr int kNoSlot = -1;
constexpr int kDisowned = -2;
}  // namespace

NameId Scopes::Intern(absl::string_view name) {
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  const auto id = static_cast<NameId>(texts_.size());
  texts_.push_back(arena_.CopyText(name));
  slots_.push_back(kNoSlot);
  names_.emplace(texts_.back(), id);
  return id;
}

void Scopes::Open() { open_.push_back({bound_.size(), mentions_.size(), disowned_.size()}); }

absl::Span<const absl::string_view> Scopes::Close() {
  const Mark mark = open_.back();
  open_.pop_back();
  locals_.clear();
  for (size_t i = mark.disowned; i < disowned_.size(); ++i) slots_[disowned_[i]] = kDisowned;
  for (size_t i = mark.bound; i < bound_.size(); ++i) {
    int& slot = slots_[bound_[i]];
    if (slot != kNoSlot) continue;
    slot = static_cast<int>(locals_.size());
    locals_.push_back(texts_[bound_[i]]);
  }
  for (size_t i = mark.mentions; i < mentions_.size(); ++i) {
    const int slot = slots_[mentions_[i].name];
    *mentions_[i].slot = slot == kDisowned ? kNoSlot : slot;
  }
  for (size_t i = mark.bound; i < bound_.size(); ++i) slots_[bound_[i]] = kNoSlot;
  for (size_t i = mark.disowned; i < disowned_.size(); ++i) slots_[disowned_[i]] = kNoSlot;
  bound_.resize(mark.bound);
  mentions_.resize(mark.mentions);
  disowned_.resize(mark.disowned);
  return arena_.Copy(absl::MakeConstSpan(locals_));
}

}  // namespace fsdpcheck::analyzer

#include "analyzer/flow/heap.h"

#include <algorithm>

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxBlock = 16;

bool IsBefore(const Heap::Item& item, Value value) { return item.first < value; }

}  // namespace

Heap::Iterator& Heap::Iterator::operator++() {
  if (++item_ == (*parts_)[part_].block->size()) {
    ++part_;
    item_ = 0;
  }
  return *this;
}

const Cow<Heap::Block>* Heap::Iterator::BlockHere() const {
  return item_ > 0 || AtEnd() ? nullptr : &(*parts_)[part_].block;
}

size_t Heap::PartOf(Value value) const {
  const auto after = std::upper_bound(parts_->begin(), parts_->end(), value,
                                      [](Value v, const Part& part) { return v < part.first; });
  return after == parts_->begin() ? 0 : static_cast<size_t>(after - parts_->begin()) - 1;
}

const Object* Heap::Find(Value value) const {
  if (parts_->empty()) return nullptr;
  const Block& block = *(*parts_)[PartOf(value)].block;
  const auto at = std::lower_bound(block.begin(), block.end(), value, IsBefore);
  return at != block.end() && at->first == value ? &*at->second : nullptr;
}

Object& Heap::Edit(Value value) { return ItemOf(value).second.Edit(); }

Heap::Item& Heap::ItemOf(Value value) {
  std::vector<Part>& parts = parts_.Edit();
  if (parts.empty()) parts.push_back({value, Cow(Block{{value, Cow<Object>()}})});
  const size_t index = PartOf(value);
  Block& block = parts[index].block.Edit();
  const auto at = std::lower_bound(block.begin(), block.end(), value, IsBefore);
  if (at != block.end() && at->first == value) return *at;
  if (block.size() == kMaxBlock) {
    // Values that are made later come last: what is full stays as it is.
    const auto half = at == block.end() ? block.end() : block.begin() + kMaxBlock / 2;
    Block rest(half, block.end());
    block.erase(half, block.end());
    if (rest.empty()) rest.emplace_back(value, Cow<Object>());
    parts.insert(parts.begin() + static_cast<ptrdiff_t>(index) + 1,
                 {rest.front().first, Cow(std::move(rest))});
    return ItemOf(value);
  }
  parts[index].first = std::min(parts[index].first, value);
  return *block.emplace(at, value, Cow<Object>());
}

bool Heap::Agrees(const Heap& other, Question same) const {
  if (parts_.SharesWith(other.parts_)) return true;
  Iterator a = begin();
  Iterator b = other.begin();
  while (!a.AtEnd() || !b.AtEnd()) {
    const Cow<Block>* const mine = a.BlockHere();
    const Cow<Block>* const theirs = b.BlockHere();
    if (mine != nullptr && theirs != nullptr && mine->SharesWith(*theirs)) {
      a.SkipBlock();
      b.SkipBlock();
    } else if (b.AtEnd() || (!a.AtEnd() && (*a).first < (*b).first)) {
      if (!same((*a).first, &(*a).second, nullptr)) return false;
      ++a;
    } else if (a.AtEnd() || (*b).first < (*a).first) {
      if (!same((*b).first, nullptr, &(*b).second)) return false;
      ++b;
    } else {
      const Cow<Object>& object = (*a).second;
      if (!object.SharesWith((*b).second) && !same((*a).first, &object, &(*b).second)) return false;
      ++a;
      ++b;
    }
  }
  return true;
}

}  // namespace fsdpcheck::analyzer

#include "analyzer/syntax/arena.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fsdpcheck::analyzer {
namespace {
constexpr size_t kLargestBlockBytes = 256 * 1024;
}  // namespace

void* NodeArena::Allocate(size_t bytes, size_t alignment) {
  void* place = next_;
  if (next_ == nullptr || std::align(alignment, bytes, place, left_bytes_) == nullptr) {
    const size_t block_bytes = std::max(block_bytes_, bytes + alignment);
    block_bytes_ = std::min(block_bytes_ * 2, kLargestBlockBytes);
    blocks_.emplace_back(new std::byte[block_bytes]);
    place = blocks_.back().get();
    left_bytes_ = block_bytes;
    std::align(alignment, bytes, place, left_bytes_);
  }
  next_ = static_cast<std::byte*>(place) + bytes;
  left_bytes_ -= bytes;
  return place;
}

absl::string_view NodeArena::CopyText(absl::string_view text) {
  if (text.empty()) return {};
  char* const copy = static_cast<char*>(Allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

}  // namespace fsdpcheck::analyzer

// Memory for the nodes of one parsed file part.
#ifndef FSDPCHECK_ANALYZER_SYNTAX_ARENA_H_
#define FSDPCHECK_ANALYZER_SYNTAX_ARENA_H_

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace fsdpcheck::analyzer {

// Hands out memory from large blocks and frees all of it at once, without
// running destructors: only types that need none may live here. Addresses stay
// valid as long as the arena.
class NodeArena {
 public:
  template <typename T>
  T* New() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T();
  }

  // `count` default-constructed elements.
  template <typename T>
  absl::Span<T> NewSpan(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* const elements = static_cast<T*>(Allocate(count * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(elements, count);
    return absl::MakeSpan(elements, count);
  }

  template <typename T>
  absl::Span<const T> Copy(absl::Span<const T> elements) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    if (elements.empty()) return {};
    T* const copy = static_cast<T*>(Allocate(elements.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(elements.begin(), elements.end(), copy);
    return absl::MakeConstSpan(copy, elements.size());
  }

  absl::string_view CopyText(absl::string_view text);

 private:
  void* Allocate(size_t bytes, size_t alignment);

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  size_t left_bytes_ = 0;
  size_t block_bytes_ = 4096;  // of the next block
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_SYNTAX_ARENA_H_

// What is known of the values of one path that can change.
#ifndef FSDPCHECK_ANALYZER_FLOW_HEAP_H_
#define FSDPCHECK_ANALYZER_FLOW_HEAP_H_

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "analyzer/flow/cow.h"
#include "analyzer/flow/object.h"
#include "analyzer/flow/value.h"

namespace fsdpcheck::analyzer {

// Objects by value, in the order of the values. They lie in blocks: paths that came from
// one another share those that neither changed, and are compared without them.
class Heap {
 public:
  using Item = std::pair<Value, Cow<Object>>;
  using Block = std::vector<Item>;

  struct Part {
    Value first{};     // of the block, the rest follows in order
    Cow<Block> block;  // not empty
  };

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = const Item*;
    using reference = const Item&;

    Iterator(const std::vector<Part>& parts, size_t part) : parts_(&parts), part_(part) {}
    const Item& operator*() const { return (*(*parts_)[part_].block)[item_]; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const {
      return part_ == other.part_ && item_ == other.item_;
    }

   private:
    friend class Heap;
    // The block that begins here; null inside one, and at the end.
    const Cow<Block>* BlockHere() const;
    bool AtEnd() const { return part_ == parts_->size(); }
    void SkipBlock() { ++part_; }

    const std::vector<Part>* parts_;
    size_t part_;
    size_t item_ = 0;
  };

  Iterator begin() const { return {*parts_, 0}; }
  Iterator end() const { return {*parts_, parts_->size()}; }

  const Object* Find(Value value) const;
  // The object of a value, which is made if there is none.
  Object& Edit(Value value);
  // Makes `object` that of a value.
  void Set(Value value, const Cow<Object>& object) { ItemOf(value).second = object; }

  // Asks `same` about each value of which the two do not share the object, in order;
  // null: one of them has none. False, and no further question, once an answer is no.
  using Question = absl::FunctionRef<bool(Value, const Cow<Object>*, const Cow<Object>*)>;
  bool Agrees(const Heap& other, Question same) const;

 private:
  Item& ItemOf(Value value);
  // The last part that begins with `value` or before it, else the first one.
  size_t PartOf(Value value) const;

  Cow<std::vector<Part>> parts_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_HEAP_H_

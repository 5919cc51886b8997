// A value that copies share until one of them changes.
#ifndef FSDPCHECK_ANALYZER_FLOW_COW_H_
#define FSDPCHECK_ANALYZER_FLOW_COW_H_

#include <cstdint>
#include <utility>

namespace fsdpcheck::analyzer {

// Copying one costs the same whatever it holds. A fresh one holds T(). All copies
// belong to one thread: the count of them is not atomic.
template <typename T>
class Cow {
 public:
  Cow() = default;
  explicit Cow(T value) : shared_(new Shared{std::move(value)}) {}
  Cow(const Cow& other) : shared_(other.shared_) {
    if (shared_ != nullptr) ++shared_->owners;
  }
  Cow(Cow&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  Cow& operator=(Cow other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~Cow() {
    if (shared_ != nullptr && --shared_->owners == 0) delete shared_;
  }

  // Whether it was made from a value, or edited.
  explicit operator bool() const { return shared_ != nullptr; }

  const T& operator*() const { return shared_ != nullptr ? shared_->value : Fresh(); }
  const T* operator->() const { return &**this; }

  // The value, no longer shared with any copy.
  T& Edit() {
    if (shared_ == nullptr) {
      shared_ = new Shared{T()};
    } else if (shared_->owners > 1) {
      *this = Cow(T(shared_->value));
    }
    return shared_->value;
  }

  // True if neither of two copies was changed since; false tells nothing.
  bool SharesWith(const Cow& other) const { return shared_ == other.shared_; }

 private:
  struct Shared {
    T value;
    uint32_t owners = 1;
  };

  static const T& Fresh() {
    static const T* const kFresh = new T();
    return *kFresh;
  }

  Shared* shared_ = nullptr;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_COW_H_

// A value that copies share until one of them changes.
#ifndef FSDPCHECK_ANALYZER_FLOW_COW_H_
#define FSDPCHECK_ANALYZER_FLOW_COW_H_

#include <memory>
#include <utility>

namespace fsdpcheck::analyzer {

// Copying one costs the same whatever it holds. A fresh one holds T().
template <typename T>
class Cow {
 public:
  Cow() = default;
  explicit Cow(T value) : shared_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const {
    static const T* const kFresh = new T();
    return shared_ == nullptr ? *kFresh : *shared_;
  }
  const T* operator->() const { return &**this; }

  // The value, no longer shared with any copy.
  T& Edit() {
    if (shared_ == nullptr) {
      shared_ = std::make_shared<T>();
    } else if (shared_.use_count() > 1) {
      shared_ = std::make_shared<T>(*shared_);
    }
    return *shared_;
  }

  // True if neither of two copies was changed since; false tells nothing.
  bool SharesWith(const Cow& other) const { return shared_ == other.shared_; }

 private:
  std::shared_ptr<T> shared_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_COW_H_

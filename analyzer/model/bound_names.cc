#include "analyzer/model/bound_names.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "absl/strings/match.h"

namespace fsdpcheck::analyzer {
namespace {

uint32_t HashOfName(absl::string_view name) { return static_cast<uint32_t>(absl::HashOf(name)); }

class Collector {
 public:
  explicit Collector(const Project& project) : project_(project) {}

  BoundNames Collect(FileId file) {
    open_.push_back(file);
    seen_.insert(file);
    while (!open_.empty()) {
      const FileId next = open_.back();
      open_.pop_back();
      Add(next);
    }
    std::sort(hashes_.begin(), hashes_.end());
    hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
    return {{hashes_.begin(), hashes_.end()}, anything_};
  }

 private:
  void Add(FileId file) {
    const Outline& outline = project_.outline(file);
    for (const Definition& each : outline.definitions) hashes_.push_back(HashOfName(each.name));
    for (const Assignment& each : outline.assignments) hashes_.push_back(HashOfName(each.name));
    for (const Import& import : outline.imports) {
      hashes_.push_back(HashOfName(import.local));
      if (import.attribute == "*") AddStar(file, import);
    }
  }

  void AddStar(FileId file, const Import& import) {
    const Target module = project_.Resolve(file, import);
    anything_ |= module.external == "torch" || absl::StartsWith(module.external, "torch.");
    if (module.file.has_value() && seen_.insert(*module.file).second) {
      open_.push_back(*module.file);
    }
  }

  const Project& project_;
  std::vector<FileId> open_;
  absl::flat_hash_set<FileId> seen_;
  std::vector<uint32_t> hashes_;
  bool anything_ = false;
};

}  // namespace

BoundNames::BoundNames(std::vector<uint32_t> hashes, bool anything)
    : hashes_(std::move(hashes)), anything_(anything) {}

bool BoundNames::MayHold(absl::string_view name) const {
  return anything_ || std::binary_search(hashes_.begin(), hashes_.end(), HashOfName(name));
}

BoundNames CollectBoundNames(const Project& project, FileId file) {
  return Collector(project).Collect(file);
}

}  // namespace fsdpcheck::analyzer

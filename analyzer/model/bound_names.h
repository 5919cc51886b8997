// The global names of a module, star imports included.
#ifndef FSDPCHECK_ANALYZER_MODEL_BOUND_NAMES_H_
#define FSDPCHECK_ANALYZER_MODEL_BOUND_NAMES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

// Hashes of names: a name that is absent is certainly not bound.
class BoundNames {
 public:
  BoundNames(std::vector<uint32_t> hashes, bool anything);

  bool MayHold(absl::string_view name) const;

 private:
  std::vector<uint32_t> hashes_;  // ascending
  bool anything_;                 // a star import of PyTorch may bind any name
};

BoundNames CollectBoundNames(const Project& project, FileId file);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_BOUND_NAMES_H_

// Follows names through the imports of a project.
#ifndef FSDPCHECK_ANALYZER_MODEL_RESOLVER_H_
#define FSDPCHECK_ANALYZER_MODEL_RESOLVER_H_

#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

// Answers one question of Project::Resolve or Project::ResolveGlobal. Remembers
// the names it went through, so that modules that import each other end.
class Resolver {
 public:
  explicit Resolver(const Project& project) : project_(project) {}

  Target FollowImport(FileId from, const Import& import, int steps);
  Target FollowGlobal(FileId file, absl::string_view name, int steps);

 private:
  Target FollowStars(FileId file, absl::string_view name, int steps);
  Target InModule(FileId from, FileId module, const Import& import, int steps);

  const Project& project_;
  absl::InlinedVector<std::pair<FileId, absl::string_view>, 8> visited_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_RESOLVER_H_

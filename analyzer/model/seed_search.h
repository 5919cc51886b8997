// The first pass over all files: where are seeds, and what is imported.
#ifndef FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_
#define FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_

#include <vector>

#include "absl/types/span.h"
#include "analyzer/model/import_index.h"
#include "analyzer/model/project.h"
#include "analyzer/model/sighting.h"
#include "analyzer/model/slice.h"

namespace fsdpcheck::analyzer {

// The seeds of one file that has any.
struct FileSeeds {
  FileId file{};
  Sighting sighting;
};

struct SeedSearch {
  ImportIndex imports;
  std::vector<FileSeeds> seeds;  // ascending by file
};

/// Reads every file once. A file that cannot be read has no seeds and no imports.
SeedSearch SearchSeeds(const Project& project, absl::Span<const SeedSet> scopes, int threads);

/// Whether `target` lies inside a package of torch, and is named like a seed of
/// one of `scopes`.
bool NamesSeed(const Target& target, absl::Span<const SeedSet> scopes);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_

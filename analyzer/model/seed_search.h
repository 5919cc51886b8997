// The first pass over all files: where are seeds, and what is imported.
#ifndef FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_
#define FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "analyzer/model/import_keys.h"
#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"

namespace fsdpcheck::analyzer {

// The seeds of one file that has any.
struct FileSeeds {
  FileId file{};
  std::vector<int> definitions;    // that hold a seed, ascending; kBody stands first
  std::vector<std::string> names;  // of the module that stand for a seed or hold one
};

struct SeedSearch {
  // For each file what its imports make visible, ascending.
  std::vector<std::vector<ImportKey>> imports;
  std::vector<FileSeeds> seeds;  // ascending by file
};

/// Reads every file once. A file that cannot be read has no seeds and no imports.
SeedSearch SearchSeeds(const Project& project, absl::Span<const SeedSet> scopes, int threads);

/// Whether `target` is PyTorch's and named like a seed of one of `scopes`.
bool NamesSeed(const Target& target, absl::Span<const SeedSet> scopes);

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_SEED_SEARCH_H_

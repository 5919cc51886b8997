// All import keys of a project, with the files that have them.
#ifndef FSDPCHECK_ANALYZER_MODEL_IMPORT_INDEX_H_
#define FSDPCHECK_ANALYZER_MODEL_IMPORT_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "analyzer/model/import_keys.h"
#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

// Immutable after construction. Eight bytes for every import of the project.
class ImportIndex {
 public:
  /// `keys_of_files` holds the distinct keys of each file, by FileId.
  explicit ImportIndex(absl::Span<const std::vector<ImportKey>> keys_of_files);

  /// The files that have `key`, ascending.
  std::vector<FileId> FilesWith(ImportKey key) const;

 private:
  struct Entry {
    ImportKey key;
    FileId file;
  };
  size_t BucketOf(ImportKey key) const { return key & (bucket_begins_.size() - 2); }

  std::vector<uint32_t> bucket_begins_;  // one more than there are buckets
  std::vector<Entry> entries_;           // by bucket, then by file
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_IMPORT_INDEX_H_

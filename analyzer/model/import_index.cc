#include "analyzer/model/import_index.h"

#include <bit>

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kEntriesPerBucket = 4;

}  // namespace

ImportIndex::ImportIndex(absl::Span<const std::vector<ImportKey>> keys_of_files) {
  size_t count = 0;
  for (const std::vector<ImportKey>& keys : keys_of_files) count += keys.size();
  bucket_begins_.resize(std::bit_ceil(count / kEntriesPerBucket + 1) + 1);
  for (const std::vector<ImportKey>& keys : keys_of_files) {
    for (const ImportKey key : keys) ++bucket_begins_[BucketOf(key) + 1];
  }
  for (size_t b = 1; b < bucket_begins_.size(); ++b) bucket_begins_[b] += bucket_begins_[b - 1];
  entries_.resize(count);
  std::vector<uint32_t> next(bucket_begins_.begin(), bucket_begins_.end() - 1);
  for (size_t i = 0; i < keys_of_files.size(); ++i) {
    for (const ImportKey key : keys_of_files[i]) {
      entries_[next[BucketOf(key)]++] = {key, static_cast<FileId>(i)};
    }
  }
}

std::vector<FileId> ImportIndex::FilesWith(ImportKey key) const {
  std::vector<FileId> files;
  const size_t bucket = BucketOf(key);
  for (uint32_t i = bucket_begins_[bucket]; i < bucket_begins_[bucket + 1]; ++i) {
    if (entries_[i].key == key) files.push_back(entries_[i].file);
  }
  return files;
}

}  // namespace fsdpcheck::analyzer

#include "analyzer/model/project.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/model/bound_names.h"
#include "analyzer/model/module_index.h"
#include "analyzer/model/resolver.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr size_t kMaxFileBytes = size_t{32} << 20;

absl::Status ReadError(const std::string& path, int error) {
  const std::string message = absl::StrCat("cannot read ", path, ": ", std::strerror(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(message);
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(message);
    default:
      return absl::UnavailableError(message);
  }
}

class OpenFile {
 public:
  // Does not wait for the other end if `path` is a pipe.
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// The size of the regular file `file`.
absl::StatusOr<size_t> SizeOf(const OpenFile& file, const std::string& path) {
  struct stat status;
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) {
    return ReadError(path, errno);
  }
  if (S_ISDIR(status.st_mode)) return ReadError(path, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return absl::UnavailableError(absl::StrCat("cannot read ", path, ": not a regular file"));
  }
  if (static_cast<size_t>(status.st_size) > kMaxFileBytes) return ReadError(path, EFBIG);
  return static_cast<size_t>(status.st_size);
}

absl::StatusOr<absl::string_view> ReadWhole(const std::string& path, std::string& buffer) {
  const OpenFile file(path);
  const absl::StatusOr<size_t> size = SizeOf(file, path);
  if (!size.ok()) return size.status();
  if (buffer.size() < *size) buffer.resize(*size);
  size_t done = 0;
  while (done < *size) {
    const ssize_t count = read(file.descriptor(), buffer.data() + done, *size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ReadError(path, errno);
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return absl::string_view(buffer).substr(0, done);
}

std::vector<ProjectFile> SortedByPath(std::vector<ProjectFile> files) {
  const auto less = [](const auto& a, const auto& b) { return a.path < b.path; };
  const auto same = [](const auto& a, const auto& b) { return a.path == b.path; };
  std::stable_sort(files.begin(), files.end(), less);
  files.erase(std::unique(files.begin(), files.end(), same), files.end());
  files.shrink_to_fit();
  return files;
}

// What several threads may read at the same time: the first result that arrives
// is kept; others are equal to it.
template <typename T>
class Slots {
 public:
  explicit Slots(size_t count) : slots_(count) {}
  ~Slots() {
    for (const auto& slot : slots_) delete slot.load();
  }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  const T* Find(FileId id) const { return slots_[static_cast<size_t>(id)].load(); }

  const T& Keep(FileId id, T value) {
    auto fresh = std::make_unique<const T>(std::move(value));
    const T* expected = nullptr;
    auto& slot = slots_[static_cast<size_t>(id)];
    return slot.compare_exchange_strong(expected, fresh.get()) ? *fresh.release() : *expected;
  }

 private:
  std::vector<std::atomic<const T*>> slots_;
};

}  // namespace

struct Project::Cache {
  explicit Cache(std::vector<ProjectFile> given)
      : files(SortedByPath(std::move(given))),
        modules(files),
        outlines(files.size()),
        bound_names(files.size()) {}

  const std::vector<ProjectFile> files;
  const ModuleIndex modules;
  Slots<Outline> outlines;
  Slots<BoundNames> bound_names;
};

Project::Project(std::vector<ProjectFile> files)
    : cache_(std::make_unique<Cache>(std::move(files))) {}
Project::~Project() = default;

size_t Project::size() const { return cache_->files.size(); }

const ProjectFile& Project::file(FileId id) const { return cache_->files[static_cast<size_t>(id)]; }

absl::StatusOr<std::shared_ptr<const Source>> Project::Read(FileId id) const {
  std::string text;
  const absl::StatusOr<absl::string_view> bytes = ReadBytes(id, text);
  if (!bytes.ok()) return bytes.status();
  text.resize(bytes->size());
  return std::make_shared<const Source>(file(id).shown, std::move(text));
}

absl::StatusOr<absl::string_view> Project::ReadBytes(FileId id, std::string& buffer) const {
  if (const std::optional<std::string>& given = file(id).text; given.has_value()) {
    buffer = *given;
    return absl::string_view(buffer);
  }
  return ReadWhole(file(id).path, buffer);
}

const Outline& Project::outline(FileId id) const {
  if (const Outline* const known = cache_->outlines.Find(id)) return *known;
  std::string buffer;
  const absl::StatusOr<absl::string_view> text = ReadBytes(id, buffer);
  return cache_->outlines.Keep(id, text.ok() ? ReadOutline(*text) : Outline());
}

const Outline& Project::outline(FileId id, absl::string_view text) const {
  if (const Outline* const known = cache_->outlines.Find(id)) return *known;
  return cache_->outlines.Keep(id, ReadOutline(text));
}

std::optional<FileId> Project::FindModule(FileId from, absl::string_view module, int level) const {
  return cache_->modules.Find(file(from).in_root, module, level);
}

Target Project::Resolve(FileId from, const Import& import) const {
  return Resolver(*this).FollowImport(from, import, 0);
}

Target Project::ResolveGlobal(FileId file, absl::string_view name) const {
  return Resolver(*this).FollowGlobal(file, name, 0);
}

bool Project::MayBind(FileId file, absl::string_view name) const {
  const BoundNames* names = cache_->bound_names.Find(file);
  if (names == nullptr) names = &cache_->bound_names.Keep(file, CollectBoundNames(*this, file));
  return names->MayHold(name);
}

}  // namespace fsdpcheck::analyzer

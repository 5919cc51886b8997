// The files of a project, their outlines, and which module a name means.
#ifndef FSDPCHECK_ANALYZER_MODEL_PROJECT_H_
#define FSDPCHECK_ANALYZER_MODEL_PROJECT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/outline.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// Index of a file in its Project. Files are sorted by ProjectFile::path, so ids
// are stable for the same set of files.
enum class FileId : uint32_t {};

// One file given to Project.
struct ProjectFile {
  std::string path;     // to open it
  std::string shown;    // as reports show it (Location::path)
  std::string in_root;  // relative to the project root, '/' separated: "src/pkg/a.py"
  // Read() gives this instead of what the file holds, if set (an editor's buffer).
  std::optional<std::string> text = std::nullopt;
};

// What an imported name stands for. Nothing set: unknown, or bound in several ways.
struct Target {
  // Set when a project file is meant: the module itself when `name` is empty,
  // else the top-level definition, assignment or import `name` inside it.
  std::optional<FileId> file;
  std::string name;
  // Set when the name leaves the project: "torch.distributed.fsdp.fully_shard".
  std::string external;
  friend bool operator==(const Target&, const Target&) = default;
};

// The Python files under one root. Immutable after Open(), and safe to use from
// several threads: sources and outlines are read on demand and cached.
class Project {
 public:
  // `files` in any order; of several with one path, the first counts. Does not
  // read them. Files whose reading fails later give an error from Read(); the
  // project stays usable.
  explicit Project(std::vector<ProjectFile> files);
  ~Project();

  size_t size() const;
  const ProjectFile& file(FileId id) const;

  /// Reads a file. The text is not kept by the project once the caller lets go.
  ///
  /// Errors: NotFound, PermissionDenied or Unavailable (which includes what is no
  /// regular file, or is larger than 32 MiB), naming the path.
  absl::StatusOr<std::shared_ptr<const Source>> Read(FileId id) const;

  /// Reads the bytes of a file into `buffer`, which grows but never shrinks, so
  /// that a scan over many files allocates once. The result is a view of it.
  ///
  /// Errors: as Read().
  absl::StatusOr<absl::string_view> ReadBytes(FileId id, std::string& buffer) const;

  /// The outline of a file, read at the first call and kept. Empty for a file
  /// that cannot be read.
  const Outline& outline(FileId id) const;

  /// Same, for a caller that already holds the text of the file.
  const Outline& outline(FileId id, absl::string_view text) const;

  /// Which file `import module` (level 0) or `from <level dots>module import`
  /// means when written in `from`. A package means its `__init__.py`.
  ///
  /// Absolute names are looked up, in this order, beside the importing file,
  /// below the directory that holds the importing file's top package, below the
  /// root, below `src/`, and below any other directory that holds a top package
  /// (only when exactly one has it). Nothing else is part of the project. For a
  /// file inside a package, as Python 3 has it, a module beside it counts only
  /// when none of the next three places has the name. `torch` and what is below
  /// it is never part of the project, not even in PyTorch's own tree.
  std::optional<FileId> FindModule(FileId from, absl::string_view module, int level) const;

  /// Follows an import to what it names, through re-exports (`from .a import b`
  /// in an `__init__.py`, star imports, `__init__.py` of packages) up to 16
  /// steps. `import a.b` and star imports name the module. When one name is
  /// imported in several places of the module (try and except, version tests), an
  /// external PyTorch name wins over others, and two different project targets
  /// make the answer empty.
  Target Resolve(FileId from, const Import& import) const;

  /// What the global name `name` of module `file` stands for: a definition or
  /// assignment of that module, or the target of its import. Empty (neither
  /// file nor external) when the module binds no such name.
  Target ResolveGlobal(FileId file, absl::string_view name) const;

  /// False only if module `file` binds no global `name`, by itself or through the
  /// star imports of project modules. Answered from a table per file, so that
  /// packages with hundreds of star imports need not be searched for each name.
  bool MayBind(FileId file, absl::string_view name) const;

 private:
  struct Cache;
  std::unique_ptr<Cache> cache_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_PROJECT_H_

// Tells what the identifiers of one file stand for, without parsing it.
#ifndef FSDPCHECK_ANALYZER_MODEL_MENTIONS_H_
#define FSDPCHECK_ANALYZER_MODEL_MENTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/model/outline.h"
#include "analyzer/model/project.h"
#include "analyzer/syntax/logical_lines.h"
#include "analyzer/syntax/source.h"

namespace fsdpcheck::analyzer {

// Names of a file and their meaning. For one thread; `text` must outlive it.
class Mentions {
 public:
  Mentions(const Project& project, FileId file, absl::string_view text);

  const Outline& outline() const { return outline_; }
  absl::string_view text() const { return text_; }
  absl::string_view Text(ByteRange range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  /// False in comments and in strings with triple quotes. Other strings may be
  /// annotations.
  bool MayBeCode(uint32_t offset) const;

  /// Whether the identifier `name` at `offset` is used there: not part of a string,
  /// a comment or an import statement, and not what a `def`, a `class`, an
  /// assignment or a keyword argument names.
  bool IsUse(uint32_t offset, absl::string_view name) const;

  /// Whether the identifier `name` at `offset` is used behind a dot.
  bool IsMemberUse(uint32_t offset, absl::string_view name) const;

  /// Whether the identifier `name` at `offset` is used as a member of `self`, `cls`
  /// or `super()`.
  bool IsOwnMemberUse(uint32_t offset, absl::string_view name) const;

  /// Whether the identifier `name` at `offset` is called, directly or as a
  /// decorator, through functools.partial() or by way of an attribute of it.
  bool IsCalled(uint32_t offset, absl::string_view name) const;

  /// Y where the identifier `name` at `offset` stands in `name.Y`, else "".
  absl::string_view MemberOf(uint32_t offset, absl::string_view name) const;

  /// What the identifier `name` at `offset` stands for. Behind a dot, the names
  /// before it are followed: `pkg.mod.name`. Imports inside the definition that
  /// holds `offset` come before those of the module. In an import statement, what
  /// the import stands for. Empty if unknown.
  Target Resolve(uint32_t offset, absl::string_view name);

  /// Project::ResolveGlobal() of this file.
  const Target& Global(absl::string_view name);

  /// The assignments whose statement holds `offset`; most often none.
  absl::Span<const Assignment> AssignmentsAt(uint32_t offset) const;

 private:
  // The definition, or the run of lines of the body, that holds `offset`.
  ByteRange ChunkAt(uint32_t offset) const;
  const Quiet* QuietAt(uint32_t offset) const;
  // The imports of the statement that holds `offset`, most often none.
  absl::Span<const Import> ImportsAt(uint32_t offset) const;
  Target ResolveFirst(uint32_t offset, absl::string_view name);
  Target Member(const Target& of, absl::string_view name) const;

  const Project& project_;
  const FileId file_;
  const absl::string_view text_;
  const Outline& outline_;
  // By the start of a chunk; read when first asked for, since most visits ask
  // about a small part of a file.
  mutable absl::flat_hash_map<uint32_t, std::vector<Quiet>> quiet_;
  absl::flat_hash_map<std::string, Target> globals_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_MENTIONS_H_

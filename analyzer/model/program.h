// Parsed definitions of a project, shared by all entries.
#ifndef FSDPCHECK_ANALYZER_MODEL_PROGRAM_H_
#define FSDPCHECK_ANALYZER_MODEL_PROGRAM_H_

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "analyzer/model/class_shape.h"
#include "analyzer/model/project.h"
#include "analyzer/model/slice.h"
#include "analyzer/syntax/parse.h"
#include "reports/model/report.h"

namespace fsdpcheck::analyzer {

// Parses on demand and keeps what was parsed. Safe to use from several threads;
// returned nodes live as long as the program.
class Program {
 public:
  explicit Program(const Project& project) : project_(project) {}

  const Project& project() const { return project_; }

  // The body that holds the definition as its only statement, or the module
  // body; null if the file cannot be read. A class comes without its methods.
  const Function* Parse(DefinitionId id);
  // The module-level definition `name` of a file, if there is one. Of several the last
  // counts, as at run time. A function comes unparsed, a class without its methods.
  struct Named {
    const Function* function = nullptr;
    const ClassDef* klass = nullptr;
  };
  Named FindDefinition(FileId file, absl::string_view name);
  // The function with its body, if it came unparsed.
  const Function& Whole(const Function& function);
  // The bytes of a function that came unparsed; "" if they cannot be read.
  std::string TextOf(const Function& unparsed);
  // The names of the methods written in the class, without repetition.
  std::set<absl::string_view> MethodNames(const ClassDef& klass);
  // The method of that name, null if the class has none itself. Of several the last
  // counts.
  const Function* FindMethod(const ClassDef& klass, absl::string_view name);
  // The value assigned to the global `name`, null unless it is assigned exactly
  // once, as `name = value` in column 1, and no function declares it global. `scope`
  // gets the function it stands in.
  const Expr* FindAssignment(FileId file, absl::string_view name, const Function** scope);

  // Whether the module assigns None to the global `name`, and nothing else outside of
  // functions.
  bool StartsAsNone(FileId file, absl::string_view name);

  // Whether some file of the project, or a module of this name, is imported by
  // `file`: "torch.distributed" is true for `import torch.distributed as dist`
  // and `from torch import distributed`.
  bool Imports(FileId file, absl::string_view module) const;

  // Whether the file assigns to an attribute of that name, of whatever object.
  bool AssignsAttribute(FileId file, absl::string_view name);

  // Files of which something was parsed, and what went wrong there.
  std::set<FileId> parsed_files();
  std::vector<Notification> problems();

 private:
  // A class of which only what stands outside its methods was parsed.
  struct Shell {
    FileId file{};
    ClassShape shape;
  };
  using MethodKey = std::pair<const ClassDef*, std::string>;

  using SourcePointer = std::shared_ptr<const Source>;

  // Null if the file cannot be read.
  SourcePointer Read(FileId file);
  const Function* ParseRanges(FileId file, const std::vector<ByteRange>& ranges);
  const Function* ParseRanges(FileId file, const Source& source,
                              const std::vector<ByteRange>& ranges);
  const Function* ParseClass(FileId file, ByteRange range);
  const Function* Unparsed(DefinitionId id);
  // Null if the class was parsed as a whole: one that stands inside another definition.
  const Shell* FindShell(const ClassDef& klass);

  const Project& project_;
  absl::Mutex mutex_;
  std::map<DefinitionId, const Function*> definitions_ ABSL_GUARDED_BY(mutex_);
  // Most recently read first: what is parsed next often stands in the same file.
  std::deque<std::pair<FileId, SourcePointer>> sources_ ABSL_GUARDED_BY(mutex_);
  std::map<DefinitionId, Function> unparsed_ ABSL_GUARDED_BY(mutex_);
  std::map<const Function*, DefinitionId> unparsed_ids_ ABSL_GUARDED_BY(mutex_);
  std::map<const ClassDef*, Shell> shells_ ABSL_GUARDED_BY(mutex_);
  std::map<MethodKey, const Function*> methods_ ABSL_GUARDED_BY(mutex_);
  std::map<std::pair<FileId, uint32_t>, const Function*> assignments_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Parsed>> parsed_ ABSL_GUARDED_BY(mutex_);
  std::set<FileId> files_ ABSL_GUARDED_BY(mutex_);
  std::vector<Notification> problems_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_MODEL_PROGRAM_H_

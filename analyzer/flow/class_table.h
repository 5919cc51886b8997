// Classes of the project and of others: bases, methods, what they say of themselves.
#ifndef FSDPCHECK_ANALYZER_FLOW_CLASS_TABLE_H_
#define FSDPCHECK_ANALYZER_FLOW_CLASS_TABLE_H_

#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/flow/state.h"
#include "analyzer/flow/value.h"
#include "analyzer/model/program.h"
#include "analyzer/model/project.h"
#include "analyzer/syntax/ast.h"

namespace fsdpcheck::analyzer {

// What can be told of classes without running anything. Both arguments must outlive it.
class ClassTable {
 public:
  using Attributes = std::vector<std::pair<absl::string_view, const Expr*>>;

  ClassTable(Program& program, ValueTable& values) : program_(program), values_(values) {}

  // Project::ResolveGlobal(), remembered. `name` must live as long as this.
  const Target& GlobalTarget(FileId file, absl::string_view name);

  // What a dotted name of a module's global scope stands for, as far as imports,
  // definitions and packages tell; kNothing if they do not.
  Value StaticName(FileId file, const Expr& expr);

  // Bases in the order of the class statement.
  std::vector<Value> BasesOf(Value klass);
  // Annotated or assigned names of the class body in order; the value is null when only
  // declared.
  const Attributes& AttributesOf(Value klass);
  // Whether the file of the class gives some object another value for that name. `name`
  // must live as long as this.
  bool IsReassigned(Value klass, absl::string_view name);
  // The method that an object of the class finds, kNothing if it is not known. `name`
  // must live as long as this.
  Value FindMethod(Value klass, absl::string_view name);

  // Yes if instances are nn.Modules; maybe if a base is not known.
  Tri IsModuleClass(Value klass);
  bool DerivesFromOptimizer(Value klass);
  // A base, in the project or not, has that name.
  bool DerivesFrom(Value klass, absl::string_view name);
  // nn.ModuleList or the like if the class is one of these under another name.
  Value ContainerBase(Value klass);

  // The class that an annotation names, `Optional[X]` and `X | None` included, of the
  // project or not. Null: kNothing.
  Value DeclaredType(const Expr* annotation, FileId file);
  // The same for the X of `list[X]`, kNothing for other annotations.
  Value DeclaredItemType(const Expr* annotation, FileId file);
  // The class of the module that an expression makes, kNothing if it makes none.
  Value PartClass(const Expr& made, FileId file);

 private:
  const Expr* WithoutNone(const Expr* annotation, FileId file);
  Value NamedBy(const Target& target);
  Value MemberOf(Value object, absl::string_view name);
  Value FindMember(Value klass, absl::string_view name, int depth);
  bool Reaches(Value klass, Value other, int depth);

  Program& program_;
  ValueTable& values_;
  absl::node_hash_map<std::pair<FileId, absl::string_view>, Target> targets_;
  absl::flat_hash_map<std::pair<Value, absl::string_view>, Value> methods_;
  std::map<Value, Attributes> attributes_;
  absl::flat_hash_map<std::pair<FileId, absl::string_view>, bool> reassigned_;
  std::map<Value, std::vector<Value>> bases_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_ANALYZER_FLOW_CLASS_TABLE_H_

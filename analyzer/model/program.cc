#include "analyzer/model/program.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/syntax/identifier.h"
#include "analyzer/syntax/scan.h"

namespace fsdpcheck::analyzer {

namespace {

constexpr size_t kMaxSources = 8;

// Whether a function of the module declares `name` global, and so may assign it.
bool IsDeclaredGlobal(absl::string_view text, absl::string_view name) {
  static const NameScan kGlobal({"global"});
  std::vector<NameHit> hits;
  kGlobal.Find(text, hits);
  return std::any_of(hits.begin(), hits.end(), [&](const NameHit& hit) {
    const absl::string_view rest = text.substr(hit.offset);
    std::vector<NameHit> names;
    NameScan({std::string(name)}).Find(rest.substr(0, rest.find_first_of("\r\n")), names);
    return !names.empty();
  });
}

// Null if the module assigns the name several times.
const Assignment* OnlyAssignment(const Outline& outline, absl::string_view name) {
  const Assignment* only = nullptr;
  for (const Assignment& assignment : outline.assignments) {
    if (assignment.name != name) continue;
    if (only != nullptr) return nullptr;
    only = &assignment;
  }
  return only;
}

// The last function of that name directly in a body.
const Function* FunctionIn(const Function& body, absl::string_view name) {
  const Function* found = nullptr;
  for (const Stmt* stmt : body.body) {
    if (stmt->kind == StmtKind::kFunction && stmt->function->name == name) found = stmt->function;
  }
  return found;
}

const ClassDef* ClassIn(const Function& module) {
  for (const Stmt* stmt : module.body) {
    if (stmt->kind == StmtKind::kClass) return stmt->klass;
  }
  return nullptr;
}

}  // namespace

Program::SourcePointer Program::Read(FileId file) {
  {
    absl::MutexLock lock(&mutex_);
    const auto known = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const auto& entry) { return entry.first == file; });
    if (known != sources_.end()) return known->second;
  }
  const absl::StatusOr<SourcePointer> source = project_.Read(file);
  if (!source.ok()) return nullptr;
  absl::MutexLock lock(&mutex_);
  sources_.emplace_front(file, *source);
  if (sources_.size() > kMaxSources) sources_.pop_back();
  return *source;
}

const Function* Program::ParseRanges(FileId file, const std::vector<ByteRange>& ranges) {
  const SourcePointer source = Read(file);
  return source == nullptr ? nullptr : ParseRanges(file, *source, ranges);
}

const Function* Program::ParseRanges(FileId file, const Source& source,
                                     const std::vector<ByteRange>& ranges) {
  auto parsed = std::make_unique<Parsed>(analyzer::Parse(source, ranges));
  const Function* body = parsed->body();
  absl::MutexLock lock(&mutex_);
  files_.insert(file);
  for (const ParseProblem& problem : parsed->problems()) {
    problems_.push_back({Notification::Level::kWarning,
                         absl::StrCat(problem.message, "; this part was not analyzed"),
                         source.path(), source.PositionAt(problem.range.begin).line});
  }
  parsed_.push_back(std::move(parsed));
  return body;
}

const Function* Program::Parse(DefinitionId id) {
  {
    absl::MutexLock lock(&mutex_);
    auto at = definitions_.find(id);
    if (at != definitions_.end()) return at->second;
  }
  const Outline& outline = project_.outline(id.file);
  const Function* body = nullptr;
  if (id.index == DefinitionId::kBody) {
    body = ParseRanges(id.file, outline.body);
  } else {
    const Definition& definition = outline.definitions[static_cast<size_t>(id.index)];
    body = definition.kind == Definition::Kind::kClass ? ParseClass(id.file, definition.range)
                                                       : ParseRanges(id.file, {definition.range});
  }
  absl::MutexLock lock(&mutex_);
  // Another thread may have been quicker; all must see the same nodes.
  return definitions_.emplace(id, body).first->second;
}

const Function* Program::ParseClass(FileId file, ByteRange range) {
  const SourcePointer source = Read(file);
  if (source == nullptr) return nullptr;
  ClassShape shape = ReadClassShape(source->text(), range);
  const Function* const module =
      ParseRanges(file, *source, OutsideMethods(source->text(), range, shape));
  const ClassDef* const klass = module == nullptr ? nullptr : ClassIn(*module);
  if (klass == nullptr) return module;
  absl::MutexLock lock(&mutex_);
  shells_[klass] = {file, std::move(shape)};
  return module;
}

const Program::Shell* Program::FindShell(const ClassDef& klass) {
  absl::MutexLock lock(&mutex_);
  const auto at = shells_.find(&klass);
  return at == shells_.end() ? nullptr : &at->second;
}

std::set<absl::string_view> Program::MethodNames(const ClassDef& klass) {
  std::set<absl::string_view> names;
  if (const Shell* const shell = FindShell(klass)) {
    for (const Member& member : shell->shape.members) {
      if (!member.is_class) names.insert(member.name);
    }
    return names;
  }
  for (const Stmt* stmt : klass.body->body) {
    if (stmt->kind == StmtKind::kFunction) names.insert(stmt->function->name);
  }
  return names;
}

const Function* Program::FindMethod(const ClassDef& klass, absl::string_view name) {
  const Shell* const shell = FindShell(klass);
  if (shell == nullptr) return FunctionIn(*klass.body, name);
  const std::vector<Member>& members = shell->shape.members;
  const auto at = std::find_if(members.rbegin(), members.rend(), [&](const Member& member) {
    return !member.is_class && member.name == name;
  });
  if (at == members.rend()) return nullptr;
  const MethodKey key(&klass, name);
  {
    absl::MutexLock lock(&mutex_);
    const auto known = methods_.find(key);
    if (known != methods_.end()) return known->second;
  }
  const Function* method = nullptr;
  if (const SourcePointer source = Read(shell->file)) {
    const Function* const module =
        ParseRanges(shell->file, *source, OnlyMember(source->text(), shell->shape, *at));
    const ClassDef* const around = module == nullptr ? nullptr : ClassIn(*module);
    if (around != nullptr) method = FunctionIn(*around->body, name);
  }
  absl::MutexLock lock(&mutex_);
  return methods_.emplace(key, method).first->second;
}

Program::Named Program::FindDefinition(FileId file, absl::string_view name) {
  const std::vector<Definition>& all = project_.outline(file).definitions;
  const auto at =
      std::find_if(all.rbegin(), all.rend(), [&](const Definition& d) { return d.name == name; });
  if (at == all.rend()) return {};
  const DefinitionId id = {file, static_cast<int>(all.rend() - at) - 1};
  if (at->kind == Definition::Kind::kFunction) return {.function = Unparsed(id)};
  const Function* const body = Parse(id);
  return {.klass = body == nullptr ? nullptr : ClassIn(*body)};
}

const Function* Program::Unparsed(DefinitionId id) {
  const auto& definition = project_.outline(id.file).definitions[static_cast<size_t>(id.index)];
  absl::MutexLock lock(&mutex_);
  const auto [at, fresh] = unparsed_.try_emplace(id);
  Function& function = at->second;
  if (fresh) {
    function.name = function.qualified = definition.name;
    function.range = definition.range;
    function.unparsed = true;
    unparsed_ids_[&function] = id;
  }
  return &function;
}

const Function& Program::Whole(const Function& function) {
  if (!function.unparsed) return function;
  DefinitionId id;
  {
    absl::MutexLock lock(&mutex_);
    id = unparsed_ids_.at(&function);
  }
  const Function* const body = Parse(id);
  const Function* const whole = body == nullptr ? nullptr : FunctionIn(*body, function.name);
  return whole == nullptr ? function : *whole;
}

std::string Program::TextOf(const Function& unparsed) {
  FileId file{};
  {
    absl::MutexLock lock(&mutex_);
    file = unparsed_ids_.at(&unparsed).file;
  }
  const SourcePointer source = Read(file);
  return source == nullptr ? "" : std::string(source->Text(unparsed.range));
}

const Expr* Program::FindAssignment(FileId file, absl::string_view name, const Function** scope) {
  const Assignment* const only = OnlyAssignment(project_.outline(file), name);
  if (only == nullptr) return nullptr;
  const std::pair<FileId, uint32_t> key(file, only->range.begin);
  const Function* body = nullptr;
  bool known = false;
  {
    absl::MutexLock lock(&mutex_);
    auto at = assignments_.find(key);
    known = at != assignments_.end();
    if (known) body = at->second;
  }
  if (!known) {
    const SourcePointer source = Read(file);
    if (source != nullptr && !IsDeclaredGlobal(source->text(), name)) {
      body = ParseRanges(file, *source, {only->range});
    }
    absl::MutexLock lock(&mutex_);
    body = assignments_.emplace(key, body).first->second;
  }
  if (body == nullptr || body->body.size() != 1) return nullptr;
  const Stmt& statement = *body->body[0];
  if (statement.kind != StmtKind::kAssign || statement.targets.size() != 1 ||
      statement.targets[0]->kind != ExprKind::kName) {
    return nullptr;
  }
  *scope = body;
  return statement.value;
}

bool Program::StartsAsNone(FileId file, absl::string_view name) {
  const Assignment* const only = OnlyAssignment(project_.outline(file), name);
  const SourcePointer source = only == nullptr ? nullptr : Read(file);
  if (source == nullptr) return false;
  const absl::string_view text = source->Text(only->range);
  return absl::StripAsciiWhitespace(text.substr(text.rfind('=') + 1)) == "None";
}

bool Program::AssignsAttribute(FileId file, absl::string_view name) {
  const SourcePointer source = Read(file);
  if (source == nullptr) return true;
  const absl::string_view text = source->text();
  for (size_t at = text.find(name); at != absl::string_view::npos; at = text.find(name, at + 1)) {
    if (at == 0 || text[at - 1] != '.' || !WordAt(text, at, name)) continue;
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(text.substr(at + name.size()));
    if (rest.size() > 1 && rest[0] == '=' && rest[1] != '=') return true;
  }
  return false;
}

bool Program::Imports(FileId file, absl::string_view module) const {
  const std::vector<Import>& imports = project_.outline(file).imports;
  return std::any_of(imports.begin(), imports.end(), [&](const Import& import) {
    if (import.level != 0) return false;
    const std::string whole = import.attribute.empty()
                                  ? import.module
                                  : absl::StrCat(import.module, ".", import.attribute);
    return whole == module || absl::StartsWith(whole, absl::StrCat(module, "."));
  });
}

std::set<FileId> Program::parsed_files() {
  absl::MutexLock lock(&mutex_);
  return files_;
}

std::vector<Notification> Program::problems() {
  absl::MutexLock lock(&mutex_);
  std::vector<Notification> sorted = problems_;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

}  // namespace fsdpcheck::analyzer

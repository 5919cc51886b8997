#include "analyzer/model/resolver.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace fsdpcheck::analyzer {
namespace {

constexpr int kMaxSteps = 16;

bool IsEmpty(const Target& target) { return !target.file.has_value() && target.external.empty(); }

bool IsPyTorch(const Target& target) {
  return target.external == "torch" || absl::StartsWith(target.external, "torch.");
}

// What is left of several bindings of one name.
class Choice {
 public:
  void Add(Target target) {
    if (IsPyTorch(target)) {
      if (IsEmpty(pytorch_)) pytorch_ = std::move(target);
    } else if (target.file.has_value()) {
      conflict_ |= !IsEmpty(own_) && (own_.file != target.file || own_.name != target.name);
      if (IsEmpty(own_)) own_ = std::move(target);
    } else if (IsEmpty(external_)) {
      external_ = std::move(target);
    }
  }

  bool IsOpen() const { return IsEmpty(pytorch_) && IsEmpty(own_) && IsEmpty(external_); }

  Target Take() {
    if (!IsEmpty(pytorch_)) return std::move(pytorch_);
    if (conflict_) return {};
    return IsEmpty(own_) ? std::move(external_) : std::move(own_);
  }

 private:
  Target pytorch_;
  Target own_;
  Target external_;
  bool conflict_ = false;
};

bool BindsInModule(const Outline& outline, const Import& import) {
  return import.top_level || DefinitionAt(outline, import.offset) < 0;
}

}  // namespace

Target Resolver::FollowImport(FileId from, const Import& import, int steps) {
  const std::optional<FileId> module = project_.FindModule(from, import.module, import.level);
  if (module.has_value()) return InModule(from, *module, import, steps);
  const bool named = !import.attribute.empty() && import.attribute != "*";
  if (named) {
    const std::string inner =
        absl::StrCat(import.module, import.module.empty() ? "" : ".", import.attribute);
    const std::optional<FileId> submodule = project_.FindModule(from, inner, import.level);
    if (submodule.has_value()) return {.file = submodule, .name = {}, .external = {}};
  }
  if (import.level > 0) return {};
  return {.file = {},
          .name = {},
          .external = named ? absl::StrCat(import.module, ".", import.attribute) : import.module};
}

Target Resolver::InModule(FileId from, FileId module, const Import& import, int steps) {
  if (import.attribute.empty() || import.attribute == "*") {
    return {.file = module, .name = {}, .external = {}};
  }
  Target target = FollowGlobal(module, import.attribute, steps + 1);
  if (!IsEmpty(target)) return target;
  const std::string inner =
      absl::StrCat(import.module, import.module.empty() ? "" : ".", import.attribute);
  const std::optional<FileId> submodule = project_.FindModule(from, inner, import.level);
  if (submodule.has_value()) target.file = submodule;
  return target;
}

Target Resolver::FollowGlobal(FileId file, absl::string_view name, int steps) {
  if (steps > kMaxSteps || !project_.MayBind(file, name)) return {};
  if (std::find(visited_.begin(), visited_.end(), std::pair(file, name)) != visited_.end()) {
    return {};
  }
  visited_.emplace_back(file, name);
  const Outline& outline = project_.outline(file);
  const Target own = {.file = file, .name = std::string(name), .external = {}};
  Choice choice;
  for (const Definition& definition : outline.definitions) {
    if (definition.name == name) choice.Add(own);
  }
  for (const Import& import : outline.imports) {
    if (import.local != name || !BindsInModule(outline, import)) continue;
    choice.Add(FollowImport(file, import, steps));
  }
  if (!choice.IsOpen()) return choice.Take();
  for (const Assignment& assignment : outline.assignments) {
    if (assignment.name == name) return own;
  }
  return FollowStars(file, name, steps);
}

Target Resolver::FollowStars(FileId file, absl::string_view name, int steps) {
  if (absl::StartsWith(name, "_")) return {};
  const Outline& outline = project_.outline(file);
  Choice choice;
  std::string pytorch;
  for (const Import& import : outline.imports) {
    if (import.attribute != "*" || !BindsInModule(outline, import)) continue;
    const Target module = FollowImport(file, import, steps);
    if (module.file.has_value()) {
      choice.Add(FollowGlobal(*module.file, name, steps + 1));
    } else if (IsPyTorch(module)) {
      if (!pytorch.empty() && pytorch != module.external) return {};
      pytorch = module.external;
    }
  }
  if (!choice.IsOpen() || pytorch.empty()) return choice.Take();
  return {.file = {}, .name = {}, .external = absl::StrCat(pytorch, ".", name)};
}

}  // namespace fsdpcheck::analyzer

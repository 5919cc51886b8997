#include "analyzer/driver/focus.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace fsdpcheck::analyzer {
namespace {

size_t Index(FileId file) { return static_cast<size_t>(file); }

// Which files import a file, for every file.
class Importers {
 public:
  explicit Importers(const Project& project) : project_(project), importers_(project.size()) {
    for (size_t i = 0; i < project.size(); ++i) {
      const auto file = static_cast<FileId>(static_cast<uint32_t>(i));
      for (const Import& import : project.outline(file).imports) Add(file, import);
    }
  }

  // `start` and every file that imports one of these in some number of steps.
  std::vector<bool> ClosureOf(std::vector<bool> start) const {
    std::vector<size_t> pending;
    for (size_t i = 0; i < start.size(); ++i) {
      if (start[i]) pending.push_back(i);
    }
    while (!pending.empty()) {
      const size_t imported = pending.back();
      pending.pop_back();
      for (const FileId file : importers_[imported]) {
        if (start[Index(file)]) continue;
        start[Index(file)] = true;
        pending.push_back(Index(file));
      }
    }
    return start;
  }

 private:
  void Add(FileId from, const std::optional<FileId>& imported) {
    if (imported.has_value()) importers_[Index(*imported)].push_back(from);
  }

  void Add(FileId from, const Import& import) {
    Add(from, project_.Resolve(from, import).file);
    // Importing a module runs the packages above it.
    absl::string_view module = import.module;
    while (true) {
      Add(from, project_.FindModule(from, module, import.level));
      const size_t dot = module.rfind('.');
      if (dot == absl::string_view::npos) break;
      module = module.substr(0, dot);
    }
    if (import.attribute.empty()) return;
    const absl::string_view between = import.module.empty() ? "" : ".";
    Add(from, project_.FindModule(from, absl::StrCat(import.module, between, import.attribute),
                                  import.level));
  }

  const Project& project_;
  std::vector<std::vector<FileId>> importers_;
};

}  // namespace

Slice FocusSlice(const Project& project, Slice slice, const std::vector<bool>& reported) {
  if (std::find(reported.begin(), reported.end(), false) == reported.end()) return slice;
  const std::vector<bool> kept = Importers(project).ClosureOf(reported);
  const auto is_left_out = [&](const SliceEntry& entry) {
    return !kept[Index(entry.definition.file)];
  };
  slice.entries.erase(std::remove_if(slice.entries.begin(), slice.entries.end(), is_left_out),
                      slice.entries.end());
  return slice;
}

}  // namespace fsdpcheck::analyzer

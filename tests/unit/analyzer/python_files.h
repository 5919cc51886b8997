// Projects for tests, held in memory.
#ifndef FSDPCHECK_TESTS_UNIT_ANALYZER_PYTHON_FILES_H_
#define FSDPCHECK_TESTS_UNIT_ANALYZER_PYTHON_FILES_H_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/model/project.h"

namespace fsdpcheck::analyzer {

// Path in the root and text of each file.
using PythonFiles = std::map<std::string, std::string>;

inline std::vector<ProjectFile> ProjectFilesOf(const PythonFiles& files) {
  std::vector<ProjectFile> result;
  for (const auto& [path, text] : files) {
    ProjectFile file;
    file.path = file.shown = file.in_root = path;
    file.text = text;
    result.push_back(std::move(file));
  }
  return result;
}

inline FileId FileNamed(const Project& project, const std::string& in_root) {
  for (size_t i = 0; i < project.size(); ++i) {
    const auto id = static_cast<FileId>(i);
    if (project.file(id).in_root == in_root) return id;
  }
  return static_cast<FileId>(project.size());
}

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_TESTS_UNIT_ANALYZER_PYTHON_FILES_H_

// A folder that lives as long as a test.
#ifndef FSDPCHECK_TESTS_UNIT_ANALYZER_TEMPORARY_FOLDER_H_
#define FSDPCHECK_TESTS_UNIT_ANALYZER_TEMPORARY_FOLDER_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace fsdpcheck::analyzer {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fsdpcheckXXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = std::filesystem::canonical(name).string();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& relative) const { return path_ + "/" + relative; }

  // Writes a file, with the folders above it; returns its path.
  std::string Write(const std::string& relative, const std::string& text = "") const {
    const std::filesystem::path file = *this / relative;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }

 private:
  std::string path_;
};

}  // namespace fsdpcheck::analyzer

#endif  // FSDPCHECK_TESTS_UNIT_ANALYZER_TEMPORARY_FOLDER_H_

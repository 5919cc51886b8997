#include "analyzer/driver/inspect.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <thread>

#include "absl/strings/str_cat.h"
#include "analyzer/suppress/comments.h"
#include "reports/model/source_lines.h"

namespace fsdpcheck::analyzer {
namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

Inspection Unreadable(int code) {
  return {FileState::kUnreadable, absl::StrCat("cannot read: ", std::strerror(code)), false};
}

// Reads up to kMaxFileBytes + 1 bytes into `text`; false with errno set.
bool ReadAll(int descriptor, int64_t expected_bytes, std::string& text) {
  // One byte more than expected, so that the end is seen without growing.
  text.resize(static_cast<size_t>(std::min(expected_bytes, kMaxFileBytes)) + 1);
  size_t filled = 0;
  while (true) {
    if (filled == text.size()) {
      if (filled > static_cast<size_t>(kMaxFileBytes)) break;
      text.resize(std::min(2 * filled, static_cast<size_t>(kMaxFileBytes) + 1));
    }
    const ssize_t count = read(descriptor, text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    filled += static_cast<size_t>(count);
  }
  text.resize(filled);
  return true;
}

Inspection InspectText(absl::string_view text) {
  Inspection result;
  if (static_cast<int64_t>(text.size()) > kMaxFileBytes) {
    result.state = FileState::kTooLarge;
  } else if (text.find('\0') != absl::string_view::npos) {
    result.state = FileState::kBinary;
  } else if (!IsUtf8(text)) {
    result.state = FileState::kNotUtf8;
  }
  result.has_comment = MayHoldSuppressions(text);
  return result;
}

Inspection Inspect(const FoundFile& file, std::string& buffer) {
  if (file.file.text.has_value()) return InspectText(*file.file.text);
  if (!file.reported) {
    return {file.bytes > kMaxFileBytes ? FileState::kTooLarge : FileState::kFine, "", false};
  }
  struct stat status = {};
  const OpenFile opened(file.file.path);
  if (opened.get() < 0 || fstat(opened.get(), &status) != 0) return Unreadable(errno);
  if (status.st_size > kMaxFileBytes) return {FileState::kTooLarge, "", false};
  if (!ReadAll(opened.get(), status.st_size, buffer)) return Unreadable(errno);
  return InspectText(buffer);
}

// Number of leading bytes below 0x80, a multiple of 8.
size_t AsciiPrefix(absl::string_view text) {
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof(word));
    if ((word & 0x8080808080808080U) != 0) break;
  }
  return i;
}

}  // namespace

std::vector<Inspection> InspectFiles(absl::Span<const FoundFile> files, int threads) {
  std::vector<Inspection> result(files.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    std::string buffer;
    for (size_t i = next++; i < files.size(); i = next++) result[i] = Inspect(files[i], buffer);
  };
  std::vector<std::thread> workers;
  for (int i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return result;
}

bool IsUtf8(absl::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    i += AsciiPrefix(text.substr(i));
    // Step over the next 8 bytes' worth of characters before looking for ASCII again.
    const size_t stop = std::min(text.size(), i + 8);
    while (i < stop) {
      const Character character = FirstCharacter(text.substr(i));
      if (!character.valid) return false;
      i += static_cast<size_t>(character.bytes);
    }
  }
  return true;
}

}  // namespace fsdpcheck::analyzer

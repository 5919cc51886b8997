#include "analyzer/driver/read_text.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>

#include "absl/status/status.h"

namespace fsdpcheck::analyzer {
namespace {

struct CloseStream {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};

}  // namespace

absl::StatusOr<std::string> ReadStream(std::FILE* stream) {
  std::string text;
  std::array<char, 65536> buffer;
  while (const size_t count = std::fread(buffer.data(), 1, buffer.size(), stream)) {
    text.append(buffer.data(), count);
  }
  if (std::ferror(stream) != 0) return absl::UnavailableError(std::strerror(errno));
  return text;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseStream> stream(std::fopen(path.c_str(), "rbe"));
  if (stream == nullptr) return absl::UnavailableError(std::strerror(errno));
  return ReadStream(stream.get());
}

}  // namespace fsdpcheck::analyzer

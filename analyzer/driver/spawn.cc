#include "analyzer/driver/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace fsdpcheck::analyzer {
namespace {

// Owns both ends of a pipe that is closed in the child unless duplicated.
class Pipe {
 public:
  Pipe() : valid_(pipe2(ends_.data(), O_CLOEXEC) == 0) {}
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    if (!valid_) return;
    CloseWriteEnd();
    close(ends_[0]);
  }

  bool valid() const { return valid_; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void CloseWriteEnd() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
  bool valid_ = false;
};

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

absl::Status CallFailed(const std::string& program, const char* call, int code) {
  return absl::InternalError(
      absl::StrCat("cannot run ", program, ": ", call, ": ", std::strerror(code)));
}

std::vector<char*> Environment(absl::Span<const absl::string_view> hidden) {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const absl::string_view entry = *variable;
    const absl::string_view name = entry.substr(0, entry.find('='));
    if (std::find(hidden.begin(), hidden.end(), name) == hidden.end()) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

absl::StatusOr<pid_t> Start(const std::vector<std::string>& arguments,
                            absl::Span<const absl::string_view> hidden, const Pipe& out,
                            const Pipe& error) {
  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), out.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), error.write_end(), STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> environment = Environment(hidden);
  pid_t child = 0;
  const int code =
      posix_spawnp(&child, argv[0], actions.get(), nullptr, argv.data(), environment.data());
  if (code == ENOENT) return absl::NotFoundError(absl::StrCat(arguments[0], " is not installed"));
  if (code != 0) return CallFailed(arguments[0], "posix_spawnp", code);
  return child;
}

// Appends what is there to read. False at the end of the stream.
bool ReadSome(int descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

// Reads both streams to their ends, whichever the child fills first.
absl::Status Collect(const std::string& program, const Pipe& out, const Pipe& error,
                     ProgramOutput& result) {
  std::array<pollfd, 2> streams = {pollfd{out.read_end(), POLLIN, 0},
                                   pollfd{error.read_end(), POLLIN, 0}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    if (poll(streams.data(), streams.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return CallFailed(program, "poll", errno);
    }
    if (streams[0].revents != 0 && !ReadSome(streams[0].fd, result.out)) streams[0].fd = -1;
    if (streams[1].revents != 0 && !ReadSome(streams[1].fd, result.error)) streams[1].fd = -1;
  }
  return absl::OkStatus();
}

absl::StatusOr<int> WaitFor(const std::string& program, pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return CallFailed(program, "waitpid", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

absl::StatusOr<ProgramOutput> RunProgram(const std::vector<std::string>& arguments,
                                         absl::Span<const absl::string_view> hidden) {
  Pipe out, error;
  if (!out.valid() || !error.valid()) return CallFailed(arguments[0], "pipe2", errno);
  const absl::StatusOr<pid_t> child = Start(arguments, hidden, out, error);
  if (!child.ok()) return child.status();
  out.CloseWriteEnd();
  error.CloseWriteEnd();
  ProgramOutput result;
  const absl::Status collected = Collect(arguments[0], out, error, result);
  const absl::StatusOr<int> exit_code = WaitFor(arguments[0], *child);
  if (!collected.ok()) return collected;
  if (!exit_code.ok()) return exit_code.status();
  result.exit_code = *exit_code;
  return result;
}

}  // namespace fsdpcheck::analyzer

#include "cli/command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/suppress/nearest.h"
#include "analyzer/suppress/rule_names.h"

namespace fsdpcheck::cli {
namespace {

void WriteError(absl::string_view kind, absl::string_view message) {
  const std::string line = absl::StrCat("fsdpcheck: ", kind, ": ", message, "\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

AllChecks::AllChecks() : owned_(checks::AllStaticChecks()) {
  std::sort(owned_.begin(), owned_.end(),
            [](const auto& a, const auto& b) { return a->rule().id < b->rule().id; });
  for (const auto& check : owned_) {
    checks_.push_back(check.get());
    rules_.push_back(&check->rule());
  }
}

absl::StatusOr<std::vector<const Rule*>> FindRules(absl::Span<const std::string> names,
                                                   absl::Span<const Rule* const> rules) {
  std::vector<const Rule*> found;
  for (const std::string& name : names) {
    if (absl::Status status = analyzer::CheckRuleName(name, rules); !status.ok()) return status;
  }
  for (const Rule* rule : rules) {
    const bool meant = names.empty() || std::any_of(names.begin(), names.end(), [&](const auto& n) {
                         return analyzer::Closeness(n, *rule) != analyzer::kNotMeant;
                       });
    if (meant) found.push_back(rule);
  }
  return found;
}

absl::Status CheckChoice(absl::string_view option, absl::string_view value,
                         absl::Span<const std::string> values) {
  if (std::find(values.begin(), values.end(), value) != values.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(option, ": `", value, "` is not one of ",
                                                 absl::StrJoin(values, ", "),
                                                 analyzer::DidYouMean(value, values)));
}

int Fail(absl::string_view message) {
  WriteError("error", message);
  return kExitFailed;
}

void Warn(absl::string_view message) { WriteError("warning", message); }

absl::Status WriteOut(absl::string_view text) {
  errno = 0;
  const size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("cannot write to standard output: ", std::strerror(errno)));
}

}  // namespace fsdpcheck::cli

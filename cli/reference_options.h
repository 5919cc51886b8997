// Options and output of the commands that print the documentation of rules.
#ifndef FSDPCHECK_CLI_REFERENCE_OPTIONS_H_
#define FSDPCHECK_CLI_REFERENCE_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "cli/command.h"
#include "reports/formats/rule_reference.h"

namespace CLI {
class App;
}

namespace fsdpcheck::cli {

class ReferenceOptions {
 public:
  using Writer = std::string (*)(absl::Span<const Rule* const>, formats::ReferenceFormat,
                                 const formats::ReferenceStyle&);

  // Adds --format and --color. The object must outlive the parsing.
  void AddTo(CLI::App& command);

  /// Writes the rules to standard output; returns the exit code.
  int Write(const std::vector<const Rule*>& rules, Writer writer) const;

 private:
  std::string format_ = "text";
  std::string color_ = "auto";
};

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_REFERENCE_OPTIONS_H_

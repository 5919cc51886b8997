#include "cli/explain_command.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/reference_options.h"
#include "reports/formats/rule_reference.h"

namespace fsdpcheck::cli {
namespace {

class ExplainCommand final : public Command {
 public:
  explicit ExplainCommand(CLI::App& app) {
    CLI::App& command = *app.add_subcommand(
        "explain", "Show what a rule says, why, and how its mistake is repaired");
    command.add_option("rule", names_, "Slugs, codes or beginnings of codes")
        ->type_name("RULE")
        ->required();
    options_.AddTo(command);
  }

  int Run() override {
    const AllChecks all;
    const absl::StatusOr<std::vector<const Rule*>> rules = FindRules(names_, all.rules());
    if (!rules.ok()) return Fail(rules.status().message());
    return options_.Write(*rules, formats::ExplainRules);
  }

 private:
  std::vector<std::string> names_;
  ReferenceOptions options_;
};

}  // namespace

std::unique_ptr<Command> MakeExplainCommand(CLI::App& app) {
  return std::make_unique<ExplainCommand>(app);
}

}  // namespace fsdpcheck::cli

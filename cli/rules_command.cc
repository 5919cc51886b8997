#include "cli/rules_command.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/reference_options.h"
#include "reports/formats/rule_reference.h"

namespace fsdpcheck::cli {
namespace {

class RulesCommand final : public Command {
 public:
  explicit RulesCommand(CLI::App& app) {
    CLI::App& command = *app.add_subcommand("rules", "List the rules, one a line");
    options_.AddTo(command);
  }

  int Run() override {
    const AllChecks all;
    return options_.Write({all.rules().begin(), all.rules().end()}, formats::ListRules);
  }

 private:
  ReferenceOptions options_;
};

}  // namespace

std::unique_ptr<Command> MakeRulesCommand(CLI::App& app) {
  return std::make_unique<RulesCommand>(app);
}

}  // namespace fsdpcheck::cli

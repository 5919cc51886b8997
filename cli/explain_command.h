// fsdpcheck explain RULE...
#ifndef FSDPCHECK_CLI_EXPLAIN_COMMAND_H_
#define FSDPCHECK_CLI_EXPLAIN_COMMAND_H_

#include <memory>

#include "cli/command.h"

namespace CLI {
class App;
}

namespace fsdpcheck::cli {

std::unique_ptr<Command> MakeExplainCommand(CLI::App& app);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_EXPLAIN_COMMAND_H_

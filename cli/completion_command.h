// fsdpcheck completion SHELL
#ifndef FSDPCHECK_CLI_COMPLETION_COMMAND_H_
#define FSDPCHECK_CLI_COMPLETION_COMMAND_H_

#include <memory>

#include "cli/command.h"

namespace CLI {
class App;
}

namespace fsdpcheck::cli {

std::unique_ptr<Command> MakeCompletionCommand(CLI::App& app);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_COMPLETION_COMMAND_H_

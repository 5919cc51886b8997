// fsdpcheck check [PATH...]
#ifndef FSDPCHECK_CLI_CHECK_COMMAND_H_
#define FSDPCHECK_CLI_CHECK_COMMAND_H_

#include <memory>

#include "cli/command.h"

namespace CLI {
class App;
}

namespace fsdpcheck::cli {

std::unique_ptr<Command> MakeCheckCommand(CLI::App& app);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_CHECK_COMMAND_H_

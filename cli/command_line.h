// The command line as a whole: which command, and what its errors look like.
#ifndef FSDPCHECK_CLI_COMMAND_LINE_H_
#define FSDPCHECK_CLI_COMMAND_LINE_H_

namespace fsdpcheck::cli {

/// Parses the arguments and runs the command. Returns the exit code: 2 for wrong
/// use, with one line on standard error that names what is wrong.
int RunCommandLine(int argc, const char* const* argv);

}  // namespace fsdpcheck::cli

#endif  // FSDPCHECK_CLI_COMMAND_LINE_H_

#include "cli/command_line.h"

int main(int argc, char** argv) { return fsdpcheck::cli::RunCommandLine(argc, argv); }

#include "cli/completion_command.h"

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace fsdpcheck::cli {
namespace {

struct OptionWords {
  std::string name;  // "--format"
  std::string help;
  std::vector<std::string> values;  // fixed ones; empty: a file, a number, nothing
  bool takes_value = false;
};

struct CommandWords {
  std::string name;
  std::string help;
  std::vector<OptionWords> options;
  std::vector<std::string> arguments;  // fixed ones
};

// The fixed values that the type name of an option lists: "auto|always|never".
std::vector<std::string> FixedValues(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (!absl::StrContains(type, '|')) return {};
  return absl::StrSplit(type, '|');
}

std::vector<OptionWords> OptionsOf(const CLI::App& command) {
  std::vector<OptionWords> words;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      words.push_back({absl::StrCat("--", name), option->get_description(), FixedValues(*option),
                       option->get_items_expected_max() > 0});
    }
  }
  return words;
}

std::vector<std::string> Names(const std::vector<OptionWords>& options) {
  std::vector<std::string> names;
  for (const OptionWords& option : options) names.push_back(option.name);
  return names;
}

std::vector<CommandWords> CommandsOf(const CLI::App& app, const AllChecks& all) {
  std::vector<CommandWords> commands;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    CommandWords words = {command->get_name(), command->get_description(), OptionsOf(*command), {}};
    for (const CLI::Option* option : command->get_options()) {
      if (!option->get_positional()) continue;
      words.arguments = FixedValues(*option);
      if (option->get_type_name() != "RULE") continue;
      for (const Rule* rule : all.rules()) words.arguments.emplace_back(rule->slug);
    }
    commands.push_back(std::move(words));
  }
  return commands;
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

std::string Bash(const CLI::App& app, const std::vector<CommandWords>& commands) {
  std::vector<std::string> names = Names(OptionsOf(app));
  std::string cases, values;
  std::map<std::string, std::string> seen;
  for (const CommandWords& command : commands) {
    names.push_back(command.name);
    std::vector<std::string> words = Names(command.options);
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    absl::StrAppend(&cases, "    ", command.name, ") words=", Quoted(absl::StrJoin(words, " ")),
                    " ;;\n");
    for (const OptionWords& option : command.options) {
      if (option.values.empty()) continue;
      absl::StrAppend(&values, "    ", command.name, ":", option.name,
                      ") words=", Quoted(absl::StrJoin(option.values, " ")), " ;;\n");
    }
  }
  return absl::StrCat(
      "# bash completion of fsdpcheck: eval \"$(fsdpcheck completion bash)\"\n"
      "_fsdpcheck() {\n"
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
      "  local command=\"${COMP_WORDS[1]}\" words=\n"
      "  [[ $COMP_CWORD -eq 1 ]] && command=\n"
      "  case \"$command\" in\n"
      "    '') words=",
      Quoted(absl::StrJoin(names, " ")), " ;;\n", cases,
      "  esac\n"
      "  case \"$command:$before\" in\n",
      values,
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}\n"
      "complete -o bashdefault -o default -F _fsdpcheck fsdpcheck\n");
}

// Text inside a zsh argument specification in single quotes.
std::string ZshText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

std::string ZshOption(const OptionWords& option) {
  std::string action;
  if (!option.values.empty()) {
    action = absl::StrCat(":value:(", absl::StrJoin(option.values, " "), ")");
  } else if (option.takes_value) {
    action = ":value:_files";
  }
  return absl::StrCat(" '*", option.name, "[", ZshText(option.help), "]", action, "'");
}

std::string Zsh(const std::vector<CommandWords>& commands) {
  std::string names, cases;
  for (const CommandWords& command : commands) {
    absl::StrAppend(&names, " ", Quoted(absl::StrCat(command.name, ":", command.help)));
    absl::StrAppend(&cases, "    ", command.name, ") _arguments");
    for (const OptionWords& option : command.options) absl::StrAppend(&cases, ZshOption(option));
    const std::string argument =
        command.arguments.empty() ? "_files"
                                  : absl::StrCat("(", absl::StrJoin(command.arguments, " "), ")");
    absl::StrAppend(&cases, " '*:argument:", argument, "' ;;\n");
  }
  return absl::StrCat(
      "#compdef fsdpcheck\n"
      "_fsdpcheck() {\n"
      "  local -a commands\n"
      "  commands=(",
      names.substr(names.empty() ? 0 : 1),
      ")\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n",
      cases,
      "  esac\n"
      "}\n"
      "compdef _fsdpcheck fsdpcheck\n");
}

std::string Fish(const CLI::App& app, const std::vector<CommandWords>& commands) {
  std::string lines = "# fish completion of fsdpcheck: fsdpcheck completion fish | source\n";
  for (const OptionWords& option : OptionsOf(app)) {
    absl::StrAppend(&lines, "complete -c fsdpcheck -n __fish_use_subcommand -l ",
                    option.name.substr(2), " -d ", Quoted(option.help), "\n");
  }
  for (const CommandWords& command : commands) {
    absl::StrAppend(&lines, "complete -c fsdpcheck -n __fish_use_subcommand -f -a ", command.name,
                    " -d ", Quoted(command.help), "\n");
    const std::string prefix =
        absl::StrCat("complete -c fsdpcheck -n '__fish_seen_subcommand_from ", command.name, "'");
    for (const OptionWords& option : command.options) {
      const std::string values =
          option.values.empty()
              ? (option.takes_value ? " -r" : "")
              : absl::StrCat(" -x -a ", Quoted(absl::StrJoin(option.values, " ")));
      absl::StrAppend(&lines, prefix, " -l ", option.name.substr(2), values, " -d ",
                      Quoted(option.help), "\n");
    }
    if (command.arguments.empty()) continue;
    absl::StrAppend(&lines, prefix, " -f -a ", Quoted(absl::StrJoin(command.arguments, " ")), "\n");
  }
  return lines;
}

class CompletionCommand final : public Command {
 public:
  explicit CompletionCommand(CLI::App& app) : app_(app) {
    CLI::App& command = *app.add_subcommand(
        "completion", "Print a script that teaches a shell the commands and options");
    command.add_option("shell", shell_, "The shell")->type_name(kShells)->required();
  }

  int Run() override {
    const std::vector<std::string> shells = absl::StrSplit(kShells, '|');
    if (absl::Status status = CheckChoice("SHELL", shell_, shells); !status.ok()) {
      return Fail(status.message());
    }
    const std::vector<CommandWords> commands = CommandsOf(app_, AllChecks());
    const absl::Status written = WriteOut(shell_ == "bash"  ? Bash(app_, commands)
                                          : shell_ == "zsh" ? Zsh(commands)
                                                            : Fish(app_, commands));
    return written.ok() ? 0 : Fail(written.message());
  }

 private:
  static constexpr const char* kShells = "bash|zsh|fish";

  const CLI::App& app_;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> MakeCompletionCommand(CLI::App& app) {
  return std::make_unique<CompletionCommand>(app);
}

}  // namespace fsdpcheck::cli

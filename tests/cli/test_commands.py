"""The other commands, --version, and wrong use of the command line."""

import json
import re
import shutil
import subprocess
import unittest

from project import ProjectTest


class Commands(ProjectTest):
    def test_version(self):
        for option in ("--version", "-V"):
            result = self.run_program(option)
            self.assertEqual((result.code, result.err), (0, ""))
            self.assertRegex(result.out, r"^fsdpcheck \d+\.\d+\.\d+\n$")

    def test_help_names_every_command(self):
        result = self.run_program("--help")
        self.assertEqual(result.code, 0)
        for command in ("check", "explain", "rules", "completion"):
            self.assertIn(command, result.out)
            self.assertEqual(self.run_program(command, "--help").code, 0)

    def test_rules_lists_every_rule_in_every_form(self):
        rules = json.loads(self.run_program("rules", "--format", "json").out)
        slugs = re.findall(r'"slug": ?"([a-z0-9-]+)"|"rule": ?"([a-z0-9-]+)"', json.dumps(rules))
        slugs = [a or b for a, b in slugs]
        self.assertIn("direct-forward-call", slugs)
        self.assertIn("unused-suppression", slugs)
        text = self.run_program("rules").out
        markdown = self.run_program("rules", "--output-format", "markdown").out
        for slug in slugs:
            self.assertIn(slug, text)
            self.assertIn(slug, markdown)
        self.assertEqual(len(text.strip().splitlines()), len(slugs), "one line a rule")
        self.assertIn("\x1b[", self.run_program("rules", "--color", "always").out)

    def test_explain(self):
        by_slug = self.run_program("explain", "direct-forward-call")
        self.assertEqual(by_slug.code, 0)
        self.assertIn("FSDP101", by_slug.out)
        self.assertEqual(by_slug.out, self.run_program("explain", "fsdp101").out)
        both = self.run_program("explain", "FSDP101", "unused-suppression").out
        self.assertIn("unused-suppression", both)
        self.assertTrue(json.loads(self.run_program("explain", "FSDP101", "--format", "json").out))
        self.assertIn("```", self.run_program("explain", "FSDP101", "--format", "markdown").out)

    def test_explain_an_unknown_rule(self):
        result = self.run_program("explain", "direct-forward-cal")
        self.assertEqual((result.code, result.out), (2, ""))
        self.assertIn("did you mean `direct-forward-call`?", result.err)
        self.assertEqual(self.run_program("explain").code, 2)
        self.assertEqual(self.run_program("rules", "--format", "yaml").code, 2)

    def test_wrong_use(self):
        cases = {
            (): "no command",
            ("chek",): "unknown command `chek`; did you mean `check`?",
            ("check", "--formt", "json"): "unknown option `--formt`; did you mean `--format`?",
            ("check", "--formt=json"): "unknown option `--formt`; did you mean `--format`?",
            ("--verion",): "unknown option `--verion`; did you mean `--version`?",
            ("check", "--format"): "--format",
            ("check", "--related=perhaps"): "--related",
            ("rules", "extra"): "unknown argument `extra`",
            ("check", "-x"): "unknown option `-x`",
        }
        for arguments, message in cases.items():
            result = self.run_program(*arguments)
            self.assertEqual((result.code, result.out), (2, ""), arguments)
            self.assertIn(message, result.err)
            self.assertTrue(result.err.startswith("fsdpcheck: error: "))
            self.assertEqual(result.err.count("\n"), 1, result.err)


class Completion(ProjectTest):
    def script(self, shell):
        result = self.run_program("completion", shell)
        self.assertEqual(result.code, 0)
        return result.out

    def completed(self, *words):
        """What bash offers for the last of the words."""
        quoted = " ".join(f"'{word}'" for word in words)
        line = f"{self.script('bash')}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n" \
               "_fsdpcheck; printf '%s\\n' \"${COMPREPLY[@]}\""
        run = subprocess.run(["bash", "-c", line], stdout=subprocess.PIPE, text=True, check=True)
        return run.stdout.split()

    def test_bash_offers_commands_options_and_values(self):
        self.assertEqual(self.completed("fsdpcheck", "ch"), ["check"])
        self.assertEqual(self.completed("fsdpcheck", "check", "--output"),
                         ["--output-format", "--output-file"])
        self.assertEqual(self.completed("fsdpcheck", "check", "--format", "s"), ["sarif"])
        self.assertEqual(self.completed("fsdpcheck", "completion", "f"), ["fish"])
        self.assertEqual(self.completed("fsdpcheck", "explain", "direct"), ["direct-forward-call"])

    def test_every_script_knows_every_option_and_runs(self):
        options = re.findall(r"--[a-z][a-z-]+", self.run_program("check", "--help").out)
        for shell, check in (("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]),
                             ("fish", ["fish", "--no-execute"])):
            script = self.script(shell)
            for option in options:
                name = option if shell != "fish" else f"-l {option[2:]} "
                self.assertIn(name, script)
            if shutil.which(check[0]) is None:
                continue  # the shell is not installed
            self.write("script", script)
            subprocess.run([*check, "script"], cwd=self.folder, check=True)

    def test_another_shell(self):
        result = self.run_program("completion", "bsh")
        self.assertEqual(result.code, 2)
        self.assertIn("did you mean `bash`?", result.err)


if __name__ == "__main__":
    unittest.main()

"""Where reports go and what they look like: --format, --output-file, --color, --statistics."""

import json
import os
import pty
import subprocess
import unittest

from project import BINARY, CLEAN, FORWARD, ProjectTest

ESCAPE = "\x1b["


class Output(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write("a.py", FORWARD)

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_every_format_has_its_form(self):
        text = self.check().out
        self.assertIn("    return net.forward(batch)", text)
        self.assertEqual(text, self.check("--format", "text").out)
        self.assertTrue(self.check("--format", "concise").out.startswith("a.py:6:16: "))
        self.assertEqual(json.loads(self.check("--format", "sarif").out)["version"], "2.1.0")
        self.assertEqual(self.check("--output-format", "json").report["version"], 1)
        for line in self.check("--format", "jsonl").out.splitlines():
            json.loads(line)
        self.assertTrue(self.check("--format", "github").out.startswith("::error "))
        self.assertEqual(len(json.loads(self.check("--format", "gitlab").out)), 1)

    def test_a_format_that_does_not_exist(self):
        result = self.check("--format", "sarfi")
        self.assertEqual(result.code, 2)
        self.assertIn("did you mean `sarif`?", result.err)

    def test_a_file_beside_the_text(self):
        result = self.check("--output-file", "r.sarif")
        self.assertEqual(result.code, 1)
        self.assertIn("net.forward(batch)", result.out)
        self.assertEqual(json.loads(self.read("r.sarif"))["version"], "2.1.0")

    def test_the_suffix_names_the_format(self):
        for name, start in (("r.json", "{"), ("r.jsonl", '{"type"'), ("r.txt", "error")):
            self.check("--output-file", name)
            self.assertTrue(self.read(name).startswith(start), name)
        result = self.check("--output-file", "r.xyz")
        self.assertEqual(result.code, 2)
        self.assertIn("r.xyz", result.err)

    def test_an_explicit_format_and_one_file_keep_standard_output_quiet(self):
        result = self.check("--format", "json", "--output-file", "out")
        self.assertEqual((result.code, result.out), (1, ""))
        self.assertEqual(json.loads(self.read("out"))["version"], 1)
        result = self.check("--format", "json", "--output-file", "json=again")
        self.assertEqual((result.code, result.out), (1, ""))

    def test_other_formats_go_to_files_of_their_own(self):
        result = self.check("--format", "github", "--output-file", "sarif=a=b.out",
                            "--output-file", "gitlab=g.json")
        self.assertTrue(result.out.startswith("::error "))
        self.assertEqual(json.loads(self.read("a=b.out"))["version"], "2.1.0")
        self.assertEqual(len(json.loads(self.read("g.json"))), 1)
        result = self.check("--output-file", "srif=x")
        self.assertEqual(result.code, 2)
        self.assertIn("did you mean `sarif`?", result.err)

    def test_reports_that_cannot_be_written(self):
        result = self.check("--output-file", "no/such/folder/r.json")
        self.assertEqual(result.code, 2)
        self.assertIn("no/such/folder/r.json", result.err)
        self.assertEqual(self.check("--output-file", "json=").code, 2)
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([BINARY, "check"], cwd=self.folder, stdout=full,
                                 stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("standard output", run.stderr)

    def test_statistics(self):
        self.write("b.py", FORWARD)
        plain = self.check_json().report
        counted = self.check_json("--statistics").report
        self.assertNotIn("statistics", plain)
        self.assertIn("direct-forward-call", json.dumps(counted["statistics"]))
        self.assertGreater(len(self.check("--statistics").out), len(self.check().out))

    def test_suppressed_findings_are_shown_on_request(self):
        self.write("a.py", FORWARD.replace("(batch)\n", "(batch)  # noqa: FSDP101\n"))
        self.assertNotIn("net.forward(batch)", self.check().out)
        self.assertIn("net.forward(batch)", self.check("--show-suppressed").out)

    def test_sarif_names_the_exit_code_of_the_run(self):
        run = json.loads(self.check("--format", "sarif").out)["runs"][0]
        self.assertEqual(run["invocations"][0]["exitCode"], 1)
        run = json.loads(self.check("--format", "sarif", "--exit-zero").out)["runs"][0]
        self.assertEqual(run["invocations"][0]["exitCode"], 0)

    def test_paths_with_odd_characters(self):
        (self.folder / "a.py").unlink()
        for name in ("mit leer zeichen.py", "ünïcode/ñ.py", "new\nline.py", "-dash.py"):
            self.write(name, FORWARD)
        self.assertEqual(sorted(self.places()),
                         sorted(f"{name}:6 direct-forward-call" for name in
                                ("mit leer zeichen.py", "ünïcode/ñ.py", "new\nline.py", "-dash.py")))
        self.assertEqual(self.places("--", "-dash.py"), ["-dash.py:6 direct-forward-call"])

    def test_a_clean_project_says_what_was_looked_at(self):
        self.write("a.py", CLEAN)
        result = self.check()
        self.assertEqual(result.code, 0)
        self.assertIn("1 file", result.out)


class Color(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write("a.py", FORWARD)

    def out(self, *arguments, **variables):
        self.environment.update(variables)
        result = self.check(*arguments)
        for name in variables:
            del self.environment[name]
        return result.out

    def out_on_a_terminal(self, *arguments, **variables):
        master, slave = pty.openpty()
        with open(master, "rb", buffering=0) as reader:
            environment = {**self.environment, "TERM": "xterm", **variables}
            subprocess.run([BINARY, "check", *arguments], cwd=self.folder, env=environment,
                           stdout=slave, check=False)
            os.close(slave)
            text = b""
            while True:
                try:
                    part = reader.read(65536)
                except OSError:  # the end of a terminal
                    part = b""
                if not part:
                    return text.decode()
                text += part

    def test_a_pipe_gets_none_unless_asked(self):
        self.assertNotIn(ESCAPE, self.out())
        self.assertIn(ESCAPE, self.out("--color", "always"))
        self.assertIn(ESCAPE, self.out(FORCE_COLOR="1"))
        self.assertNotIn(ESCAPE, self.out("--color", "never", FORCE_COLOR="1"))
        self.assertNotIn(ESCAPE, self.out("--color", "auto", FORCE_COLOR=""))

    def test_a_terminal_gets_it_unless_asked_not_to(self):
        self.assertIn(ESCAPE, self.out_on_a_terminal())
        self.assertNotIn(ESCAPE, self.out_on_a_terminal(NO_COLOR="1"))
        self.assertIn(ESCAPE, self.out_on_a_terminal(NO_COLOR=""))
        self.assertNotIn(ESCAPE, self.out_on_a_terminal("--color", "never"))
        self.assertNotIn(ESCAPE, self.out_on_a_terminal(TERM="dumb"))
        self.assertIn(ESCAPE, self.out_on_a_terminal("--color", "always", NO_COLOR="1"))

    def test_the_width_is_that_of_the_terminal(self):
        self.write("a.py", FORWARD.replace("(batch)\n", "(batch)  # " + "x" * 200 + "\n"))
        for columns in (60, 120):
            line = next(line for line in self.out(COLUMNS=str(columns)).splitlines() if "xxx" in line)
            self.assertLessEqual(len(line), columns)
            self.assertGreater(len(line), columns - 10)

    def test_files_get_none(self):
        self.check("--color", "always", "--output-file", "r.txt")
        self.assertNotIn(ESCAPE, (self.folder / "r.txt").read_text(encoding="utf-8"))

    def test_another_word(self):
        result = self.check("--color", "alway")
        self.assertEqual(result.code, 2)
        self.assertIn("did you mean `always`?", result.err)


if __name__ == "__main__":
    unittest.main()

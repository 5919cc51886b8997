"""The formats that are read line by line, and the one for people."""

import json
import re
import unittest
import urllib.parse

import sample

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


class Concise(unittest.TestCase):
    def test_lines(self):
        lines = sample.render("concise").splitlines()
        self.assertEqual(
            lines[-5],
            "train.py:7:47: warning FSDP101 [direct-forward-call] "
            "write `self.nets[0](1)`: hooks run then",
        )
        self.assertEqual(
            lines[-1], "warning: train.py:3: syntax error; the rest of the file was analyzed"
        )
        self.assertEqual(len(lines), 5 + 4)

    def test_suppressed(self):
        lines = sample.render("concise", "suppressed").splitlines()
        self.assertEqual(sum(line.endswith(" (suppressed)") for line in lines), 2)

    def test_statistics(self):
        self.assertTrue(
            sample.render("concise", "statistics").endswith(
                "    3  FSDP101  direct-forward-call\n"
                "    1  FSDP203  deprecated-fsdp-import\n"
                "    1  FSDP301  optimizer-before-shard\n"
            )
        )


class Github(unittest.TestCase):
    """Reads commands as the runner does: properties are split before they are unescaped."""

    def commands(self):
        for line in sample.render("github").splitlines():
            level, properties, message = COMMAND.fullmatch(line).groups()
            pairs = dict(pair.split("=", 1) for pair in properties.split(","))
            values = {key: urllib.parse.unquote(value) for key, value in pairs.items()}
            yield level, values, urllib.parse.unquote(message)

    def test_a_finding(self):
        level, properties, message = next(
            command for command in self.commands() if command[1].get("file") == "train.py"
        )
        self.assertEqual(level, "error")
        self.assertEqual(
            properties,
            {
                "file": "train.py", "line": "6", "endLine": "6", "col": "14", "endColumn": "31",
                "title": "FSDP301 optimizer-before-shard",
            },
        )
        self.assertEqual(
            message,
            "build the optimizer after `build` has sharded `model`\n"
            "(1) train.py:6: optimizer built here\n"
            "(2) train.py:9: calls `build`\n"
            "(3) parallel.py:5: sharded here, in `build`\n"
            "(4) train.py:10: stepped here\n"
            "help: move this line below line 9",
        )

    def test_levels_and_odd_names(self):
        commands = list(self.commands())
        notice = next(c for c in commands if c[0] == "notice")
        self.assertEqual(notice[1]["file"], sample.ODD_PATH)
        self.assertEqual(sum(c[1].get("file") == sample.ODD_PATH for c in commands), 1)

    def test_notifications(self):
        commands = list(self.commands())
        self.assertIn(
            (
                "warning",
                {"file": "pyproject.toml", "line": "4", "title": "fsdpcheck"},
                "50% of the keys: unknown, ignored",
            ),
            commands,
        )
        self.assertIn(
            (
                "error",
                {"file": "secret.py", "title": "fsdpcheck"},
                "cannot be read: Permission denied",
            ),
            commands,
        )


class Gitlab(unittest.TestCase):
    def test_issues(self):
        issues = json.loads(sample.render("gitlab"))
        findings = [f for f in json.loads(sample.render("json"))["findings"] if not f["suppressed"]]
        severities = {"error": "major", "warning": "minor", "info": "info"}
        for issue, finding in zip(issues, findings, strict=True):
            self.assertEqual(issue["check_name"], finding["rule"])
            self.assertEqual(issue["description"], f'{finding["code"]}: {finding["message"]}')
            self.assertEqual(issue["severity"], severities[finding["severity"]])
            self.assertEqual(issue["fingerprint"], finding["fingerprint"])
            self.assertEqual(issue["location"]["path"], finding["path"])
            line = finding["start"]["line"]
            self.assertEqual(issue["location"]["lines"], {"begin": line, "end": line})


class Text(unittest.TestCase):
    def test_colour_changes_nothing_else(self):
        coloured = sample.render("text", "colour")
        self.assertIn("\x1b[1;31merror[FSDP301]\x1b[0m", coloured)
        self.assertEqual(re.sub(r"\x1b\[[0-9;]*m", "", coloured), sample.render("text"))

    def test_footer(self):
        self.assertEqual(
            sample.render("text").splitlines()[-2:],
            [
                "1 error, 3 warnings, 1 info, 2 suppressed",
                "974 files, 3 sharding sites, 2 followed to an optimizer",
            ],
        )

    def test_marks_stand_under_what_they_mark(self):
        # No character of these lines is wide or combining but one, which is before the mark.
        lines = sample.render("text").splitlines()
        for source, marks in zip(lines, lines[1:]):
            match = re.search(r"\^+", marks)
            if match and " | " in source:
                shift = sum(0x2E80 <= ord(c) <= 0x9FFF for c in source)
                word = source[match.start() - shift : match.end() - shift]
                self.assertIn(word, ("torch.optim.AdamW", "forward", "fully_shard"))


class References(unittest.TestCase):
    def test_every_rule_in_every_format(self):
        for command in ("explain", "rules"):
            for name in ("text", "markdown", "json"):
                output = sample.render(f"{command}/{name}")
                for slug in ("optimizer-before-shard", "silent-rule"):
                    self.assertIn(slug, output)
            entries = json.loads(sample.render(f"{command}/json"))["rules"]
            self.assertEqual(len(entries), 4)


if __name__ == "__main__":
    unittest.main()

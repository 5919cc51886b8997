"""Every fixture of this folder: the program reports exactly what the marks say.

A fixture is a Python file, or a folder that is checked as one project. A line ends in
`# expect: RULE` for each finding that must sit on it, followed by a part of the message in double
quotes if that matters; several are separated by commas. A line without a mark must stay silent, also
at level info. The marks are blanked before the program sees the file.
"""

import collections
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY = Path(os.environ["FSDPCHECK_BINARY"]).resolve()
MARK = re.compile(r"#\s*expect:\s*(?P<rules>[a-z0-9-]+(?:\s+\"[^\"]*\")?(?:\s*,\s*[a-z0-9-]+(?:\s+\"[^\"]*\")?)*)")
ONE = re.compile(r"(?P<rule>[a-z0-9-]+)(?:\s+\"(?P<part>[^\"]*)\")?")

Expected = collections.namedtuple("Expected", "path line rule part")


def fixtures():
    for path in sorted(HERE.iterdir()):
        if path.name.startswith(("_", ".", "test_")):
            continue
        if path.is_dir() or path.suffix == ".py":
            yield path


def files_of(fixture):
    return [fixture] if fixture.is_file() else sorted(fixture.rglob("*.py"))


def marks_in(fixture):
    base = fixture.parent if fixture.is_file() else fixture
    for path in files_of(fixture):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            mark = MARK.search(line)
            for one in ONE.finditer(mark["rules"]) if mark else ():
                yield Expected(path.relative_to(base).as_posix(), number, one["rule"], one["part"] or "")


class Fixtures(unittest.TestCase):
    def blanked_copy(self, fixture):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        base = fixture.parent if fixture.is_file() else fixture
        for path in files_of(fixture):
            target = Path(folder.name, path.relative_to(base))
            target.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            target.write_text(MARK.sub(lambda mark: " " * len(mark[0]), text), encoding="utf-8")
        return folder.name

    def findings(self, folder, *options):
        command = [BINARY, "check", "--format", "json", "--isolated", "--level", "info", *options, "."]
        result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, check=False)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)["findings"]

    def test_there_are_fixtures_of_every_kind(self):
        names = [fixture.name for fixture in fixtures()]
        for prefix in ("silent_", "idiom_"):
            self.assertTrue([name for name in names if name.startswith(prefix)])

    def test_reports_are_exactly_those_marked(self):
        for fixture in fixtures():
            with self.subTest(fixture.name):
                found = self.findings(self.blanked_copy(fixture))
                marks = list(marks_in(fixture))
                if fixture.name.startswith("silent_"):
                    self.assertEqual(marks, [])
                reported = sorted((f["path"], f["start"]["line"], f["rule"]) for f in found)
                self.assertEqual(reported, sorted((m.path, m.line, m.rule) for m in marks))
                for mark in marks:
                    texts = [f["message"] + "\n" + f["help"] for f in found
                             if (f["path"], f["start"]["line"], f["rule"]) == mark[:3]]
                    self.assertTrue([t for t in texts if mark.part in t], f"{mark}: {texts}")

    def test_a_rule_that_is_off_takes_only_its_own_reports_away(self):
        for fixture in fixtures():
            marks = list(marks_in(fixture))
            folder = self.blanked_copy(fixture) if marks else None
            for rule in sorted({mark.rule for mark in marks}):
                with self.subTest(fixture.name, off=rule):
                    found = self.findings(folder, "--ignore", rule)
                    reported = sorted((f["path"], f["start"]["line"], f["rule"]) for f in found)
                    rest = sorted((m.path, m.line, m.rule) for m in marks if m.rule != rule)
                    self.assertEqual(reported, rest)


if __name__ == "__main__":
    unittest.main()

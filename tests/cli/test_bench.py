"""The benchmark runs, on a small corpus and without judging times."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "bench"))

import run  # noqa: E402

PROGRAM = os.environ["FSDPCHECK_BINARY"]
TOOLS = os.environ.get("FSDPCHECK_TOOLS", "")


def bench(*arguments):
    path = os.pathsep.join(filter(None, [TOOLS, os.environ["PATH"]]))
    return subprocess.run(
        [sys.executable, ROOT / "tests/bench/run.py", "--fsdpcheck", PROGRAM, "--rounds", "1", *arguments],
        env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


@unittest.skipUnless(shutil.which("ruff", path=TOOLS or None), "ruff was not found")
class Bench(unittest.TestCase):
    def test_reports_both_programs_on_a_corpus(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "docs/examples/pretrain", Path(folder, "pretrain"))
            result = bench("--corpus", folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        for part in ("fsdpcheck ", "ruff ", "ratio of CPU time", "check --related pretrain/",
                     "output with 1, 2 and 7 threads: the same"):
            self.assertIn(part, result.stdout)

    def test_generates_a_project_that_shards(self):
        with tempfile.TemporaryDirectory() as folder:
            run.generate(folder, files=2, trainers=1)
            result = bench("--corpus", folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("4 Python files", result.stdout)
        self.assertIn("check --related project/train0.py", result.stdout)

    def test_names_a_corpus_that_does_not_exist(self):
        result = bench("--corpus", "/no/such/folder")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no such folder", result.stderr)


if __name__ == "__main__":
    unittest.main()

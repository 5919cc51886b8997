"""The example projects on real PyTorch: the repaired one trains, the other one does not."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("FSDPCHECK_SOURCE_DIR", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "tests"))

import torch_python  # noqa: E402

PYTHON = torch_python.find()


@unittest.skipUnless(PYTHON, torch_python.NO_TORCH)
class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def train(self, project, *options):
        shutil.copytree(SOURCE / "docs" / "examples" / project, self.folder / project)
        command = [PYTHON, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
                   "train.py", "--output", str(self.folder / "output"), *options]
        return subprocess.run(command, cwd=self.folder / project, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, timeout=240, check=False,
                              env={**os.environ, "OMP_NUM_THREADS": "1"})

    def losses(self):
        lines = (self.folder / "output" / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
        return [row["loss"] for row in map(json.loads, lines) if "loss" in row]

    def test_the_repaired_project_learns_what_its_page_says(self):
        page = (SOURCE / "docs" / "examples" / "README.md").read_text(encoding="utf-8")
        steps = re.search(r"train\.py (--steps \d+)", page)[1].split()
        first, last = re.search(r"falls from about ([\d.]+) to about ([\d.]+)\.", page).groups()
        result = self.train("pretrain_fixed", *steps)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertAlmostEqual(self.losses()[0], float(first), delta=0.2)
        self.assertAlmostEqual(self.losses()[-1], float(last), delta=0.2)
        for name in ("best.pt", "final.pt", "step_000030/.metadata"):
            self.assertGreater((self.folder / "output" / name).stat().st_size, 0)

    def test_the_other_one_stops_at_no_sync(self):
        result = self.train("pretrain", "--steps", "20")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("has no attribute 'no_sync'", result.stdout)

    def test_without_accumulation_it_learns_nothing_and_cannot_evaluate(self):
        result = self.train("pretrain", "--steps", "20", "--accumulation", "1")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("got mixed torch.Tensor and DTensor", result.stdout)
        losses = self.losses()
        self.assertEqual(len(losses), 20)
        self.assertLess(abs(losses[-1] - losses[0]), 0.2)


if __name__ == "__main__":
    unittest.main()

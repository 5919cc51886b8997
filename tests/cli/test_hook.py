"""The hook, as pre-commit runs it: a staged mistake is stopped, the repaired file passes.

By default the hook runs the program of the running build. With FSDPCHECK_TRY_REPO=1 pre-commit
builds the checkout as it does for users, which takes minutes and asks the package index.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ["FSDPCHECK_SOURCE_DIR"])
TOOLS = os.environ.get("FSDPCHECK_TOOLS", "")
PRE_COMMIT = shutil.which("pre-commit", path=TOOLS + os.pathsep + os.environ["PATH"])
FROM_SOURCE = os.environ.get("FSDPCHECK_TRY_REPO") == "1"

WRONG = """from torch.distributed.fsdp import fully_shard


def train(net, batch):
    fully_shard(net)
    return net.forward(batch)
"""
RIGHT = WRONG.replace("net.forward(batch)", "net(batch)")


@unittest.skipUnless(PRE_COMMIT, "pre-commit is not installed; ./dev test installs it")
class Hook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Path(folder.name, "project")
        self.project.mkdir()
        self.environment = {
            **os.environ,
            "PRE_COMMIT_HOME": str(Path(folder.name, "store")),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "PATH": os.pathsep.join([str(Path(os.environ["FSDPCHECK_BINARY"]).parent), os.environ["PATH"]]),
        }
        for name in ("AUTHOR", "COMMITTER"):
            self.environment[f"GIT_{name}_NAME"] = "someone"
            self.environment[f"GIT_{name}_EMAIL"] = "someone@example.org"
        self.run_ok("git", "init", "--quiet", "--initial-branch", "main")

    def run_in_project(self, *command):
        return subprocess.run(command, cwd=self.project, env=self.environment, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run_ok(self, *command):
        result = self.run_in_project(*command)
        self.assertEqual(result.returncode, 0, f"{command}\n{result.stdout}")
        return result.stdout

    def write_config(self):
        if FROM_SOURCE:
            head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=SOURCE, check=True,
                                  stdout=subprocess.PIPE, text=True).stdout.strip()
            hook = f"  - repo: {SOURCE}\n    rev: {head}\n    hooks:\n      - id: fsdpcheck\n"
        else:
            text = (SOURCE / ".pre-commit-hooks.yaml").read_text()
            first = re.search(r"- id: fsdpcheck\n(?:  .*\n|\n)*", text)[0]
            system = re.sub(r"language: \w+", "language: system", first)
            hook = "  - repo: local\n    hooks:\n" + re.sub("(?m)^(?=.)", "      ", system)
        (self.project / ".pre-commit-config.yaml").write_text("repos:\n" + hook)

    def commit(self, text):
        (self.project / "train.py").write_text(text)
        self.run_ok("git", "add", "train.py", ".pre-commit-config.yaml")
        return self.run_in_project("git", "commit", "--message", "Train")

    def test_a_staged_mistake_is_stopped_and_its_repair_passes(self):
        self.write_config()
        self.run_ok(PRE_COMMIT, "install")
        stopped = self.commit(WRONG)
        self.assertEqual(stopped.returncode, 1, stopped.stdout)
        self.assertIn("train.py:6:", stopped.stdout)
        self.assertIn("direct-forward-call", stopped.stdout)
        passed = self.commit(RIGHT)
        self.assertEqual(passed.returncode, 0, passed.stdout)

    @unittest.skipUnless(FROM_SOURCE, "builds from source; FSDPCHECK_TRY_REPO=1 runs it")
    def test_try_repo(self):
        (self.project / "train.py").write_text(WRONG)
        self.run_ok("git", "add", "train.py")
        result = self.run_in_project(PRE_COMMIT, "try-repo", str(SOURCE), "fsdpcheck", "--files", "train.py")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("direct-forward-call", result.stdout)


if __name__ == "__main__":
    unittest.main()

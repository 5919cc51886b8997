"""A project in a temporary folder on which the tests run the program."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BINARY = Path(os.environ["FSDPCHECK_BINARY"]).resolve()

# One mistake: direct-forward-call, an error, in line 6.
FORWARD = """from torch.distributed.fsdp import fully_shard


def train(net, batch):
    fully_shard(net)
    return net.forward(batch)
"""
FORWARD_RULE = ("direct-forward-call", "FSDP101")
CLEAN = FORWARD.replace("net.forward(batch)", "net(batch)")
# One habit: deprecated-fsdp-import, an info, in line 1.
HABIT = "from torch.distributed._composable.fsdp import fully_shard\n\nfully_shard(make_net())\n"
# One comment in vain: unused-suppression, a warning, in line 6.
UNUSED = CLEAN.replace("net(batch)", "net(batch)  # fsdpcheck: ignore[direct-forward-call] old")

HIDDEN = ("VIRTUAL_ENV", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "GIT_DIR", "GIT_INDEX_FILE")


class Result:
    """What one run of the program left behind."""

    def __init__(self, run):
        self.code = run.returncode
        self.out = run.stdout
        self.err = run.stderr

    def __str__(self):
        return f"exit code {self.code}\n{self.out}\n{self.err}"

    @property
    def report(self):
        return json.loads(self.out)

    @property
    def places(self):
        """'path:line rule' of every finding that is not suppressed."""
        return [f"{item['path']}:{item['start']['line']} {item['rule']}"
                for item in self.report["findings"] if not item["suppressed"]]

    @property
    def notifications(self):
        """'level path: message' of every notification."""
        return [f"{item['level']} {item.get('path') or ''}: {item['message']}"
                for item in self.report["notifications"]]


class ProjectTest(unittest.TestCase):
    """A test with a folder of its own, which is no repository and has no configuration."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve() / "project"
        self.folder.mkdir()
        self.environment = {key: value for key, value in os.environ.items() if key not in HIDDEN}

    def write(self, name, text=""):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return path

    def run_program(self, *arguments, folder=None, stdin="", **options):
        return Result(subprocess.run([str(BINARY), *map(str, arguments)], cwd=folder or self.folder,
                                     env=self.environment, input=stdin, text=True, check=False,
                                     capture_output=True, timeout=300, errors="replace", **options))

    def check(self, *arguments, **options):
        return self.run_program("check", *arguments, **options)

    def check_json(self, *arguments, **options):
        result = self.check("--format", "json", *arguments, **options)
        self.assertIn(result.code, (0, 1, 2), result)
        self.assertTrue(result.out, result)
        return result

    def places(self, *arguments, **options):
        return self.check_json(*arguments, **options).places

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.folder, check=True, env=self.environment,
                       stdout=subprocess.DEVNULL)

"""What README.md and docs/examples/README.md show is true: every fenced block is run, parsed or compared with what the program
says.

A comment in front of a block says what it is, `<!-- test: KIND -->`:
  shell, exit codes N M ...     the lines run beside a copy of docs/examples and end with these codes
  part of the output of: LINE   the block stands in what LINE prints
  configuration                 the program accepts it
  suppression                   every comment in it silences its line
  pre-commit, workflow          the hooks exist; the commands run
  ruff                          ruff accepts our codes with it
  not run...                    the reason why not
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("FSDPCHECK_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BINARY = Path(os.environ["FSDPCHECK_BINARY"]).resolve()
TOOLS = os.environ.get("FSDPCHECK_TOOLS", "")
RUFF = shutil.which("ruff", path=TOOLS + os.pathsep + os.environ["PATH"])
BLOCK = re.compile(r"(?:<!-- test: (?P<kind>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)
PAGES = ("README.md", "docs/examples/README.md")

# What the blocks about silencing are the middle of.
BEFORE = """import os

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.optim import AdamW

from project import batch, build


def shard(module):
    fully_shard(module)


torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
net = build()
"""
AFTER = """
out.mean().backward()
optimizer.step()
"""


def blocks_of(page):
    """(kind, text) of every fenced block; kind is "" where none is given."""
    text = (SOURCE / page).read_text(encoding="utf-8")
    return [(match["kind"] or "", match["text"]) for match in BLOCK.finditer(text)]


class Readme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {
            key: value for key, value in os.environ.items() if key not in ("VIRTUAL_ENV", "COLUMNS")
        }
        self.environment["PATH"] = f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}"
        shutil.copytree(SOURCE / "docs" / "examples", self.folder / "docs" / "examples")

    def blocks(self, kind, page="README.md"):
        found = [(k, text) for k, text in blocks_of(page) if k.startswith(kind)]
        self.assertTrue(found, f"{page} has no block of kind {kind}")
        return found

    def run_line(self, line, folder=None):
        return subprocess.run(["bash", "-c", line], cwd=folder or self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def check(self, name, text, *options):
        path = self.folder / "snippet" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return self.run_line(shlex.join(["fsdpcheck", "check", *options]), path.parent)

    def count_in(self, name, text):
        result = self.check(name, text, "--format", "json")
        self.assertIn(result.returncode, (0, 1), result.stdout)
        return sum(not finding["suppressed"] for finding in json.loads(result.stdout)["findings"])

    def test_every_block_says_how_it_is_tested(self):
        kinds = ("shell", "part of the output of", "configuration", "suppression", "pre-commit",
                 "workflow", "ruff", "not run")
        for page in PAGES:
            for kind, text in blocks_of(page):
                self.assertTrue(kind.startswith(kinds), f"{page}: a block without a test:\n{text}")

    def test_commands_run(self):
        for page in PAGES:
            for kind, text in self.blocks("shell", page):
                wanted = [int(code) for code in kind.removeprefix("shell, exit codes ").split()]
                lines = text.strip().splitlines()
                results = [self.run_line(line) for line in lines]
                self.assertEqual([result.returncode for result in results], wanted,
                                 "".join(result.stdout for result in results))

    def test_the_output_is_that_of_the_program(self):
        for kind, text in self.blocks("part of the output of: "):
            printed = self.run_line(kind.split(": ", 1)[1]).stdout
            self.assertTrue(text.strip(), "the block is empty")
            self.assertIn(text, printed)

    def test_the_configuration_is_accepted(self):
        for _, text in self.blocks("configuration"):
            result = self.check("pyproject.toml", text)
            self.assertEqual(result.returncode, 0, result.stdout)

    def test_the_table_of_keys_names_the_keys_of_the_example(self):
        page = (SOURCE / "README.md").read_text(encoding="utf-8")
        section = page.split("\n## Configuration\n")[1].split("\n## ")[0]
        in_table = set(re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE))
        example = self.blocks("configuration")[0][1]
        in_example = set(re.findall(r"^([\w-]+) =", example, re.MULTILINE))
        in_example |= set(re.findall(r"^\[tool\.fsdpcheck\.([\w-]+)\]$", example, re.MULTILINE))
        self.assertEqual(in_table, in_example)

    def test_comments_silence_what_they_stand_at(self):
        for kind, text in self.blocks("suppression"):
            program = BEFORE + kind.partition(": ")[2] + "\n" + text + AFTER
            bare = re.sub(r"# (?:fsdpcheck:|noqa).*", "", program)
            with self.subTest(text):
                self.assertNotEqual(bare, program)
                self.assertEqual(self.count_in("train.py", bare), text.count("# "))
                self.assertEqual(self.count_in("train.py", program), 0)

    def test_hooks_exist(self):
        offered = (SOURCE / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
        ids = re.findall(r"^- id: (\S+)$", offered, re.MULTILINE)
        page = (SOURCE / "README.md").read_text(encoding="utf-8")
        for hook in re.findall(r"\bid: ([\w-]+)", page):
            self.assertIn(hook, ids)

    def test_commands_of_the_workflows_run(self):
        for _, text in self.blocks("workflow"):
            commands = re.findall(r"^ *- (?:run: )?(fsdpcheck .*)$", text, re.MULTILINE)
            self.assertTrue(commands, text)
            for command in commands:
                result = self.run_line(command)
                self.assertEqual(result.returncode, 0 if "--exit-zero" in command else 1, result.stdout)
                for written in re.findall(r"--output-file (?:\w+=)?(\S+)", command):
                    self.assertGreater((self.folder / written).stat().st_size, 100)
                    self.assertEqual(text.count(written), 2, f"{written} is not uploaded")

    @unittest.skipUnless(RUFF, "ruff is not installed")
    def test_ruff_leaves_our_codes_alone(self):
        for _, text in self.blocks("ruff"):
            folder = self.folder / "ruff"
            folder.mkdir()
            (folder / "train.py").write_text("value = 1  # noqa: FSDP207\n", encoding="utf-8")
            line = f"{shlex.quote(RUFF)} check --no-cache --select RUF100,RUF102 train.py"
            (folder / "pyproject.toml").write_text("", encoding="utf-8")
            self.assertNotEqual(self.run_line(line, folder).returncode, 0)
            (folder / "pyproject.toml").write_text(text, encoding="utf-8")
            result = self.run_line(line, folder)
            self.assertEqual(result.returncode, 0, result.stdout)
            self.assertNotIn("warning", result.stdout)


class Examples(unittest.TestCase):
    def findings(self, project):
        result = subprocess.run([BINARY, "check", "--format", "json", "."], text=True, check=False,
                                cwd=SOURCE / "docs" / "examples" / project, stdout=subprocess.PIPE)
        found = json.loads(result.stdout)["findings"]
        return {(f"{item['path']}:{item['start']['line']}", item["rule"]) for item in found}

    def test_the_table_lists_what_is_found(self):
        page = (SOURCE / "docs" / "examples" / "README.md").read_text(encoding="utf-8")
        listed = set(re.findall(r"^\| `([\w./]+:\d+)` \| `([\w-]+)` \|", page, re.MULTILINE))
        self.assertEqual(len(listed), 6)
        self.assertEqual(self.findings("pretrain"), listed)

    def test_the_repaired_twin_is_clean(self):
        self.assertEqual(self.findings("pretrain_fixed"), set())

    def test_nothing_in_the_code_marks_the_mistakes(self):
        for path in (SOURCE / "docs" / "examples" / "pretrain").rglob("*.py"):
            text = path.read_text(encoding="utf-8").lower()
            for word in ("expect", "mistake", "wrong", "bug", "fsdpcheck", "planted"):
                self.assertNotIn(word, text, path)


if __name__ == "__main__":
    unittest.main()

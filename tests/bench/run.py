"""Speed and memory of `fsdpcheck check`, paired with ruff on the same files.

    run.py [--corpus DIR]... [--rounds N] [--fsdpcheck PROGRAM]

Each round runs both programs on the same folder, one after the other and in turn the
other way round, so that a busy machine slows both; ratios are of the medians. CPU time
is user and system time of all threads, memory the peak of resident memory. Without a
corpus a project is generated. Needs ruff on the PATH.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_MODEL = '''"""Part {n} of a generated project."""
import torch
from torch import nn


class Block{n}(nn.Module):
    def __init__(self, size, heads):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.attention = nn.MultiheadAttention(size, heads)
        self.mlp = nn.Sequential(nn.Linear(size, 4 * size), nn.GELU(), nn.Linear(4 * size, size))

    def forward(self, x):
        y, _ = self.attention(self.norm(x), self.norm(x), self.norm(x))
        return x + y + self.mlp(self.norm(x + y))


class Net{n}(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.blocks = nn.ModuleList(Block{n}(size, 8) for _ in range(depth))
        self.head = nn.Linear(size, size)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def read_table(path, columns=("step", "loss")):
    rows = []
    with open(path) as lines:
        for line in lines:
            cells = dict(zip(columns, line.split(",")))
            if cells.get("loss") is not None:
                rows.append(cells)
    return rows
'''

_TRAINER = '''"""A trainer of the generated project."""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import fully_shard

from project.part{n} import Net{n}


def shard(net, mesh):
    for block in net.blocks:
        fully_shard(block, mesh=mesh)
    fully_shard(net, mesh=mesh)
    return net


def save(net, path):
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    weights = get_model_state_dict(net, options=options)
    if dist.get_rank() == 0:
        torch.save(weights, path)


def train(mesh, batches, path):
    net = shard(Net{n}(256, 4), mesh)
    optimizer = torch.optim.AdamW(net.parameters())
    for batch in batches:
        net(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    save(net, path)
'''


def generate(folder, files=1200, trainers=40):
    """A project of `files` modules without FSDP2, and `trainers` that use it."""
    project = Path(folder, "project")
    project.mkdir(parents=True)
    (project / "__init__.py").write_text("")
    for n in range(files):
        (project / f"part{n}.py").write_text(_MODEL.format(n=n) * 4)
    for n in range(trainers):
        (project / f"train{n}.py").write_text(_TRAINER.format(n=n))
    return Path(folder)


class Usage:
    """CPU seconds and peak MiB of one run, and what it wrote."""

    def __init__(self, command, folder):
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.output = out.read()
        if process.returncode not in (0, 1):
            sys.exit(f"{' '.join(map(str, command))} ended with exit code {process.returncode}")
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024


def medians(runs):
    return statistics.median(r.cpu for r in runs), statistics.median(r.memory for r in runs)


def compare(folder, program, rounds):
    ours = [program, "check", "--isolated", "--exit-zero", "."]
    theirs = ["ruff", "check", "--isolated", "--no-cache", "--exit-zero", "."]
    runs = {"fsdpcheck": [], "ruff": []}
    for n in range(rounds):
        pair = [("fsdpcheck", ours), ("ruff", theirs)]
        for name, command in pair if n % 2 else reversed(pair):
            runs[name].append(Usage(command, folder))
    files = sum(1 for _ in folder.rglob("*.py"))
    cpu, memory = medians(runs["fsdpcheck"])
    other_cpu, other_memory = medians(runs["ruff"])
    print(f"{folder}: {files} Python files, {rounds} paired runs")
    print(f"  fsdpcheck  {cpu * 1000:8.0f} ms CPU  {memory:6.1f} MiB peak")
    print(f"  ruff       {other_cpu * 1000:8.0f} ms CPU  {other_memory:6.1f} MiB peak")
    print(f"  ratio of CPU time {cpu / other_cpu:.2f}")
    return cpu, other_cpu


def sharding_file(folder):
    for path in sorted(folder.rglob("*.py")):
        if b"fully_shard(" in path.read_bytes():
            return path.relative_to(folder)
    return None


def one_file(folder, program, rounds):
    path = sharding_file(folder)
    if path is None:
        return
    command = [program, "check", "--isolated", "--exit-zero", "--related", path]
    cpu, memory = medians([Usage(command, folder) for _ in range(rounds)])
    print(f"  check --related {path}: {cpu * 1000:.0f} ms CPU, {memory:.1f} MiB peak")


def same_for_any_number_of_threads(folder, program):
    outputs = set()
    for jobs in ("1", "2", "7"):
        command = [program, "check", "--isolated", "--exit-zero", "--format", "json", "--jobs", jobs, "."]
        outputs.add(Usage(command, folder).output)
    print(f"  output with 1, 2 and 7 threads: {'the same' if len(outputs) == 1 else 'DIFFERENT'}")
    return len(outputs) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", metavar="DIR", type=Path, action="append", default=[],
                        help="a folder with Python files; may be given several times")
    parser.add_argument("--rounds", type=int, default=7, help="paired runs (default 7)")
    parser.add_argument("--fsdpcheck", type=Path, default=ROOT / "build/release/bin/fsdpcheck")
    options = parser.parse_args()
    if shutil.which("ruff") is None:
        sys.exit("ruff is not on the PATH; ./dev bench installs it")
    for folder in options.corpus:
        if not folder.is_dir():
            parser.error(f"--corpus {folder}: no such folder")
    program = options.fsdpcheck.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        corpora = [folder.resolve() for folder in options.corpus] or [generate(Path(scratch, "generated"))]
        totals = [0.0, 0.0]
        same = True
        for folder in corpora:
            for i, cpu in enumerate(compare(folder, program, options.rounds)):
                totals[i] += cpu
            one_file(folder, program, options.rounds)
            same &= same_for_any_number_of_threads(folder, program)
        if len(corpora) > 1:
            print(f"all together: ratio of CPU time {totals[0] / totals[1]:.2f}")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()

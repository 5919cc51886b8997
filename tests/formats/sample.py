"""The project that the sample report is about, and the report in every format."""

import functools
import os
import subprocess
import tempfile
from pathlib import Path

PROGRAM = Path(os.environ["FSDPCHECK_BUILD_DIR"], "tests", "render_sample")
ODD_PATH = "src/größe + 1#2%.py"
FILES = {
    "train.py": b"""import torch
from parallel import build


def main(model, x):
\toptimizer = torch.optim.AdamW(model.parameters())
\tnets = "\xe6\x95\xb0"; y = nets[0].forward(x) + nets[0].forward(x)

    model = build(model)
    optimizer.step()
""",
    "parallel.py": b"""from torch.distributed.fsdp import fully_shard\r
\r
\r
def build(model):\r
    fully_shard(model)\r
    return model\r
""",
    ODD_PATH: (
        b"from torch.distributed._composable.fsdp import fully_shard\n"
        b"# \xff\xfe not UTF-8, \xf0\x9f\x94\xa5\n"
        b"optimizer = AdamW(x)  # fsdpcheck: ignore[optimizer-before-shard] frozen on purpose\n"
        b"net.forward(x)  # noqa\n"
    ),
    "../outside.py": b"net.forward(x)\n",
}

_folder = tempfile.TemporaryDirectory()
PROJECT = Path(os.path.realpath(_folder.name), "project")
OUTSIDE = str(PROJECT.parent / "outside.py")
for _path, _text in FILES.items():
    _file = PROJECT / _path
    _file.parent.mkdir(parents=True, exist_ok=True)
    _file.write_bytes(_text)


def source(path):
    """The bytes of a file by its path in a report."""
    return (PROJECT / path).read_bytes()


@functools.cache
def render(format_name, *options):
    run = subprocess.run([PROGRAM, PROJECT, format_name, *options], capture_output=True, check=True)
    return run.stdout.decode("utf-8")

"""The checkout as the repository tests see it: its files, read once."""

import functools
import os
import subprocess
from pathlib import Path

ROOT = Path(os.environ.get("FSDPCHECK_SOURCE_DIR") or Path(__file__).resolve().parents[2])
CODE_FOLDERS = ("reports", "analyzer", "shard_runtime", "sanitizer", "checks", "cli")


@functools.lru_cache(maxsize=None)
def files():
    """Paths of all files that git tracks or would add, relative to the root, sorted."""
    out = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE,
    ).stdout.decode()
    return sorted(path for path in set(out.split("\0")) if path and (ROOT / path).is_file())


@functools.lru_cache(maxsize=None)
def read(path):
    """The text of a file, or None if it is not UTF-8 text."""
    data = (ROOT / path).read_bytes()
    try:
        return None if b"\0" in data else data.decode()
    except UnicodeDecodeError:
        return None


def cxx(*folders):
    """C++ sources and headers below the folders; by default those of the product."""
    prefixes = tuple(folder + "/" for folder in folders or CODE_FOLDERS)
    return [path for path in files() if path.startswith(prefixes) and path.endswith((".cc", ".h"))]

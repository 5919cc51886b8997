#!/usr/bin/env python3
"""Finds a Python that has PyTorch; with arguments, runs them in it.

Looked at in this order: the program that FSDPCHECK_TORCH_PYTHON names, the environment that
`./dev test --with-torch` makes, this Python. Without arguments the found program is printed, and
exit code 1 says that there is none.
"""

import os
import subprocess
import sys

NO_TORCH = "skipped: no Python with torch was found; ./dev test --with-torch installs one"
PROBE = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"


def find():
    """Returns the first candidate that can import torch, else None."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    candidates = [
        os.environ.get("FSDPCHECK_TORCH_PYTHON"),
        os.path.join(cache, "fsdpcheck", "torch-venv", "bin", "python"),
        sys.executable,
    ]
    for python in filter(None, candidates):
        try:
            probe = subprocess.run([python, "-c", PROBE], stderr=subprocess.DEVNULL, check=False)
        except OSError:
            continue
        if probe.returncode == 0:
            return python
    return None


def main(arguments):
    python = find()
    if not arguments:
        if python:
            print(python)
        return 0 if python else 1
    if python is None:
        print(NO_TORCH)
        return 77
    os.execv(python, [python, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The tree holds what people wrote: nothing generated, nothing of the machine it was written on."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import checkout

GENERATED = re.compile(
    r"(^|/)(build|dist|__pycache__|\.cache|CMakeFiles)/"
    r"|\.(o|a|so|pyc|whl|egg-info|gcda|gcno|profraw|orig|rej)$"
    r"|(^|/)(compile_commands\.json|CMakeCache\.txt|uv\.lock)$"
)
PUBLIC_HOSTS = {"pypi.org", "files.pythonhosted.org", "deb.debian.org", "security.debian.org",
                "ftp.debian.org", "www.debian.org", "localhost", "127.0.0.1", "github.com"}
MAX_BYTES = 300_000


def package_hosts():
    """Hosts that this machine's package clients are set up to ask, but for the public ones."""
    text = " ".join(value for name, value in os.environ.items()
                    if "INDEX" in name or name.lower().endswith("_proxy"))
    text += subprocess.run([sys.executable, "-m", "pip", "config", "list"], check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    for source in (Path("/etc/apt/sources.list"), *Path("/etc/apt").glob("sources.list.d/*")):
        if source.is_file():
            text += source.read_text(errors="replace")
    return set(re.findall(r"https?://(?:[^@/\s'\"]*@)?([A-Za-z0-9.-]+)", text)) - PUBLIC_HOSTS


def machine_paths():
    """Patterns of paths that exist only on somebody's machine."""
    patterns = [r"/(?:home|Users)/[a-z][\w.-]*/", r"(?<![\w.$}])/root/"]
    own = str(checkout.ROOT)
    if own.count("/") > 1:
        patterns.append(re.escape(own) + r"\b")
    return [re.compile(pattern) for pattern in patterns]


class TrackedFiles(unittest.TestCase):
    def test_nothing_generated(self):
        for path in checkout.files():
            self.assertIsNone(GENERATED.search(path), f"{path} is generated")

    def test_only_small_text(self):
        for path in checkout.files():
            if path.startswith(("docs/", "tests/")):
                continue
            self.assertIsNotNone(checkout.read(path), f"{path} is not UTF-8 text")
            self.assertLess((checkout.ROOT / path).stat().st_size, MAX_BYTES, path)

    def test_no_machine_paths(self):
        for path in checkout.files():
            if path == "tests/repo/test_tracked_files.py":
                continue
            for pattern in machine_paths():
                match = pattern.search(checkout.read(path) or "")
                self.assertIsNone(match, f"{path}: {match and match[0]}")

    def test_no_package_hosts(self):
        hosts = package_hosts()
        for path in checkout.files():
            for host in hosts:
                self.assertFalse(host in (checkout.read(path) or ""), f"{path} names a package host")

    def test_text_ends_with_a_line_end(self):
        for path in checkout.files():
            text = checkout.read(path)
            if text and path.endswith((".cc", ".h", ".cmake", ".txt", ".md", ".toml", ".yaml")):
                if path.startswith("tests/") and not path.endswith((".cc", ".h")):
                    continue
                self.assertTrue(text.endswith("\n"), path)


if __name__ == "__main__":
    unittest.main()

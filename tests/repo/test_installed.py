"""What is installed needs the C and C++ runtime and nothing else."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ALLOWED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}
LOADER = re.compile(r"ld-linux[\w-]*\.so\.\d")
INSTRUMENTED = re.compile(r"lib(asan|ubsan|tsan)\.so")


def needed(path):
    out = subprocess.run(["readelf", "--dynamic", "--wide", path], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", out))


class Installed(unittest.TestCase):
    def test_needed_libraries(self):
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run(["cmake", "--install", os.environ["FSDPCHECK_BUILD_DIR"], "--prefix", prefix],
                           check=True, stdout=subprocess.DEVNULL)
            binaries = [path for path in Path(prefix).rglob("*")
                        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
            self.assertIn("fsdpcheck", [path.name for path in binaries])
            for path in binaries:
                libraries = needed(path)
                if any(INSTRUMENTED.match(library) for library in libraries):
                    self.skipTest("a build with sanitizers is not what is installed")
                surplus = {library for library in libraries - ALLOWED if not LOADER.match(library)}
                self.assertEqual(surplus, set(), path.name)


if __name__ == "__main__":
    unittest.main()

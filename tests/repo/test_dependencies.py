"""Where the build finds what it needs, and the one line it ends with when it does not."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import checkout

LOCK = [line.split() for line in (checkout.ROOT / "cmake" / "deps.lock").read_text().splitlines()
        if line and not line.startswith("#")]


def deps_cache():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(cache, "fsdpcheck", "deps")


class Dependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def configure(self, *options):
        """Configures the project with an empty cache and a package client that finds nothing."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), "PIP_NO_INDEX": "1",
                       "PIP_FIND_LINKS": ""}
        environment.pop("FSDPCHECK_DEPS_DIR", None)
        return subprocess.run(
            ["cmake", "-S", checkout.ROOT, "-B", self.folder / "build", "-DFSDPCHECK_BUILD_TESTS=OFF",
             *options],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )

    def test_missing_packages_are_named_in_one_line(self):
        result = self.configure("-DCMAKE_DISABLE_FIND_PACKAGE_absl=ON",
                                "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON")
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stdout, "needs packages .*apt-get install libabsl-dev libcli11-dev\n")

    def test_missing_source_package_is_named_in_one_line(self):
        result = self.configure()
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"tree-sitter 0[.\d]+ cannot be had: .*FSDPCHECK_DEPS_DIR\n")

    def test_local_folder_is_searched_by_hash(self):
        local = self.folder / "local"
        local.mkdir()
        for number, (_, _, file, _) in enumerate(LOCK):
            if not (deps_cache() / file).is_file():
                self.skipTest(f"{file} is not in the cache: the build used a system copy")
            shutil.copy(deps_cache() / file, local / f"renamed-{number}.tar.gz")
        result = self.configure(f"-DFSDPCHECK_DEPS_DIR={local}")
        self.assertEqual(result.returncode, 0, result.stdout)

        damaged = local / "renamed-0.tar.gz"
        damaged.write_bytes(damaged.read_bytes() + b"x")
        shutil.rmtree(self.folder / "build")
        result = self.configure(f"-DFSDPCHECK_DEPS_DIR={local}")
        self.assertRegex(result.stdout, f"{re.escape(LOCK[0][0])} .* cannot be had")


if __name__ == "__main__":
    unittest.main()

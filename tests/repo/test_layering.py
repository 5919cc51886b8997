"""Every #include follows the arrows of cmake/layers.txt, and CMake refuses a link that does not."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import checkout

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def read_layers():
    layers = {}
    for line in (checkout.ROOT / "cmake" / "layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, _, allowed = line.partition(":")
            layers[folder] = allowed.split()
    return layers


def is_inside(path, folder):
    return (path + "/").startswith(folder + "/")


def may_use(layers, folder, other):
    rows = [row for row in layers if is_inside(folder, row)]
    if not rows:
        return False
    row = max(rows, key=len)
    return any(allowed == "*" or is_inside(other, allowed) for allowed in [row, *layers[row]])


class Layering(unittest.TestCase):
    layers = read_layers()

    def test_arrows_are_read_as_written(self):
        layers = {"a": [], "b": ["a"], "b/x": [], "t": ["*"]}
        self.assertTrue(may_use(layers, "b", "a/y"))
        self.assertTrue(may_use(layers, "t", "b"))
        self.assertFalse(may_use(layers, "a", "b"))
        self.assertFalse(may_use(layers, "b/x", "a"))
        self.assertFalse(may_use(layers, "ab", "a"))

    def test_every_include_is_allowed(self):
        own = tuple(folder + "/" for folder in (*checkout.CODE_FOLDERS, "tests"))
        for path in checkout.cxx(*checkout.CODE_FOLDERS, "tests"):
            for included in INCLUDE.findall(checkout.read(path)):
                if not included.startswith(own):
                    self.assertIn("/", included, f"{path}: write {included} from the project's root")
                    continue
                with self.subTest(path=path, included=included):
                    self.assertTrue((checkout.ROOT / included).is_file(), "no such file")
                    self.assertTrue(
                        may_use(self.layers, str(Path(path).parent), str(Path(included).parent)),
                        "cmake/layers.txt forbids this include",
                    )

    def configure(self, source, target):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(arrow LANGUAGES NONE)\n"
                f'include("{checkout.ROOT}/cmake/Layers.cmake")\n'
                f"fsdpcheck_require_arrow({source} {target})\n"
            )
            return subprocess.run(
                ["cmake", "-S", folder, "-B", folder + "/build"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            )

    def test_cmake_reads_the_same_arrows(self):
        for source, target in [("checks", "analyzer"), ("reports/formats", "reports/json"),
                               ("analyzer", "reports/model"), ("tests", "cli")]:
            self.assertEqual(self.configure(source, target).returncode, 0, f"{source} {target}")
        for source, target in [("reports", "analyzer"), ("checks", "cli"), ("unknown", "reports")]:
            result = self.configure(source, target)
            self.assertNotEqual(result.returncode, 0, f"{source} {target}")
            self.assertIn("cmake/layers.txt", result.stdout)


if __name__ == "__main__":
    unittest.main()

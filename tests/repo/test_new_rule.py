"""A new static rule is two files and a line: this builds one in a copy of the checkout.

The rule is an old one under a new name, so that the test knows what it has to report.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import checkout

OLD = {"slug": "direct-forward-call", "class": "DirectForwardCall", "code": "FSDP101"}
NEW = {"slug": "forward-written-out", "class": "ForwardWrittenOut", "code": "FSDP199"}
# What makes the copy compile like the running build, so that a compiler cache knows its objects.
KEPT = ("CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS",
        "CMAKE_GENERATOR", "FSDPCHECK_WERROR", "FSDPCHECK_DEPS_DIR")


def file_name(names):
    return names["slug"].replace("-", "_")


def renamed(text):
    for key in OLD:
        text = text.replace(OLD[key], NEW[key])
    return text.replace(file_name(OLD), file_name(NEW))


def cmake_options():
    cache = Path(os.environ["FSDPCHECK_BUILD_DIR"], "CMakeCache.txt").read_text()
    values = dict(re.findall(r"^(\w+):\w+=(.*)$", cache, re.MULTILINE))
    options = ["-G", values["CMAKE_GENERATOR"]]
    return options + [f"-D{name}={values[name]}" for name in KEPT[:5] + KEPT[6:] if values.get(name)]


class NewRule(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.copy = Path(folder.name, "copy")
        for path in checkout.files():
            target = self.copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(checkout.ROOT / path, target)

    def add(self, folder, suffix):
        text = (self.copy / folder / (file_name(OLD) + suffix)).read_text()
        target = self.copy / folder / (file_name(NEW) + suffix)
        target.write_text(renamed(text))
        return target

    def build(self):
        build = self.copy / "build" / "copy"
        for command in (["cmake", "-S", self.copy, "-B", build, "-DFSDPCHECK_BUILD_TESTS=OFF",
                         *cmake_options()],
                        ["cmake", "--build", build, "--target", "fsdpcheck", "--parallel", "2"]):
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stdout)
        return build / "bin" / "fsdpcheck"

    def test_two_files_and_a_line_are_enough(self):
        self.add("checks/static", ".cc")
        fixture = self.add("tests/checks", ".py")
        codes = self.copy / "checks" / "codes.txt"
        codes.write_text(codes.read_text() + f"{NEW['code']} {NEW['slug']}\n")
        program = self.build()

        rules = subprocess.run([program, "rules"], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertIn(NEW["slug"], rules)
        result = subprocess.run(
            [program, "check", "--isolated", "--select", NEW["slug"], "--format", "concise", fixture.name],
            cwd=fixture.parent, stdout=subprocess.PIPE, text=True, check=False)
        found = {int(line) for line in re.findall(rf"^{fixture.name}:(\d+):.*{NEW['code']}", result.stdout, re.M)}
        marked = {number for number, line in enumerate(fixture.read_text().splitlines(), 1)
                  if f"# expect: {NEW['slug']}" in line}
        self.assertNotEqual(marked, set())
        self.assertEqual(found, marked, result.stdout)


if __name__ == "__main__":
    unittest.main()

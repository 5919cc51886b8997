"""A wheel, installed into a fresh environment, gives the command.

The wheel is the one that FSDPCHECK_WHEEL names (.ci/run builds it from source), else one packed
from the running build, which is quick.
"""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

SOURCE = Path(os.environ["FSDPCHECK_SOURCE_DIR"])
VERSION = subprocess.run([os.environ["FSDPCHECK_BINARY"], "--version"], check=True,
                         stdout=subprocess.PIPE, text=True).stdout


def pack_wheel(folder):
    """Packs program and package of the running build the way the real wheel has them."""
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run(["cmake", "--install", os.environ["FSDPCHECK_BUILD_DIR"], "--strip",
                        "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        program = Path(prefix, "bin", "fsdpcheck").read_bytes()
    version = VERSION.split()[-1]
    info = f"fsdpcheck-{version}.dist-info"
    content = {f"fsdpcheck/{path.name}": path.read_bytes()
               for path in (SOURCE / "python" / "fsdpcheck").glob("*.py")}
    content[f"fsdpcheck-{version}.data/scripts/fsdpcheck"] = program
    content[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: fsdpcheck\nVersion: {version}\n".encode()
    content[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n"
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in content.items())
    content[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = Path(folder, f"fsdpcheck-{version}-py3-none-any.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, data)
    return wheel


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        wheel = os.environ.get("FSDPCHECK_WHEEL") or pack_wheel(folder.name)
        environment = Path(folder.name, "environment")
        venv.create(environment, with_pip=False, symlinks=True)
        # The pip of the running Python installs into the new environment: no network, no copy.
        cls.python = environment / "bin" / "python"
        subprocess.run([sys.executable, "-m", "pip", "--python", str(cls.python), "install", "--quiet",
                        "--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)], check=True)
        cls.program = environment / "bin" / "fsdpcheck"

    def run_bare(self, *command):
        """Runs with an environment in which nothing but the program itself can be found."""
        return subprocess.run(command, env={"PATH": "/nonexistent"}, check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def test_the_command_is_the_program_itself(self):
        self.assertEqual(self.program.read_bytes()[:4], b"\x7fELF")
        self.assertEqual(self.run_bare(self.program, "--version"), VERSION)

    def test_python_dash_m(self):
        self.assertEqual(self.run_bare(self.python, "-m", "fsdpcheck", "--version"), VERSION)

    def test_wheel_from_source_fits_every_python_of_the_platform(self):
        wheel = os.environ.get("FSDPCHECK_WHEEL")
        if not wheel:
            self.skipTest("FSDPCHECK_WHEEL names no wheel that was built from source")
        self.assertRegex(Path(wheel).name, r"^fsdpcheck-[\d.]+-py3-none-(?:many)?linux\w*\.whl$")
        names = zipfile.ZipFile(wheel).namelist()
        self.assertEqual([name for name in names if "fsdpcheck/" not in name and "dist-info" not in name],
                         [name for name in names if name.endswith(".data/scripts/fsdpcheck")])


if __name__ == "__main__":
    unittest.main()

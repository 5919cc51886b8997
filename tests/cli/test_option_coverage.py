"""Every option of every command is used by some test of this folder."""

import os
import re
import subprocess
import unittest
from pathlib import Path

BINARY = os.environ["FSDPCHECK_BINARY"]


class OptionCoverage(unittest.TestCase):
    def test_every_option_is_used(self):
        tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
                        if path != Path(__file__))
        used = set(re.findall(r"[\"' ](--?[a-z][a-z-]*)[\"'= ]", tests))
        for command in ((), ("check",), ("explain",), ("rules",), ("completion",)):
            page = subprocess.run([BINARY, *command, "--help"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
            names = re.findall(r"^ +((?:-\w,)?--[a-z-]+(?:,--[a-z-]+)*)", page, re.MULTILINE)
            self.assertTrue(names, page)
            options = {option for group in names for option in group.split(",")}
            self.assertEqual(options - used - {"-h", "-V"}, set(), f"never used: {' '.join(command)}")


if __name__ == "__main__":
    unittest.main()

"""Files and functions stay small enough to be read at once."""

import unittest

import checkout
import cxx_text

SOURCE_LINES = 500
HEADER_LINES = 250
FUNCTION_LINES = 60
PARAMETERS = 6


class Sizes(unittest.TestCase):
    def test_files(self):
        for path in checkout.cxx(*checkout.CODE_FOLDERS, "tests"):
            limit = HEADER_LINES if path.endswith(".h") else SOURCE_LINES
            lines = len(cxx_text.code_lines(checkout.read(path)))
            with self.subTest(path=path):
                self.assertLessEqual(lines, limit, "code lines")

    def test_functions(self):
        for path in checkout.cxx():
            for line, name, lines, parameters in cxx_text.functions(checkout.read(path)):
                with self.subTest(place=f"{path}:{line}", function=name):
                    self.assertLessEqual(lines, FUNCTION_LINES, "lines")
                    self.assertLessEqual(parameters, PARAMETERS, "parameters")


if __name__ == "__main__":
    unittest.main()

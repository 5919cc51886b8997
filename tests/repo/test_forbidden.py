"""What no source may hold, with the reason."""

import re
import unittest

import checkout
import cxx_text

# Pattern over code without comments, folders where it is fine, reason.
FORBIDDEN = [
    (r"\bstd::string_view\b|#include <string_view>", ("sanitizer/preload",),
     "abseil of Debian 12 has a string_view of its own: write absl::string_view"),
    (r"#include <ranges>|\bstd::views\b|\bstd::ranges::views\b", (), "clang 14 cannot parse it"),
    (r"#include \"absl/log/|\bD?CHECK\(", (), "abseil of Debian 12 has no absl/log"),
    (r"\bcatch \(\.\.\.\)", (), "it hides failures"),
    (r"\busing namespace\b", (), "it hides where a name comes from"),
    (r"#include [<\"]nlohmann/", ("reports/json", "tests"), "JSON is written in reports/json"),
    (r"#include [<\"]CLI/", ("cli",), "arguments are parsed in cli"),
    (r"#include [<\"]tree_sitter/", ("analyzer/syntax",), "syntax nodes stay in analyzer/syntax"),
]
# A key with its colon, or a brace that opens one, cannot be anything but JSON.
JSON_LITERAL = re.compile(r'^\s*[{\[]\s*"|"\w+"\s*:')


class Forbidden(unittest.TestCase):
    def test_code(self):
        for path in checkout.cxx(*checkout.CODE_FOLDERS, "tests"):
            code = cxx_text.without_comments(checkout.read(path))
            for pattern, exempt, reason in FORBIDDEN:
                if path.startswith(tuple(folder + "/" for folder in exempt)):
                    continue
                for match in re.finditer(pattern, code):
                    line = code.count("\n", 0, match.start()) + 1
                    self.fail(f"{path}:{line}: {match[0]}: {reason}")

    def test_json_is_written_in_one_place(self):
        for path in checkout.cxx():
            # Examples of rules are Python, in which a dict looks like JSON.
            if path.startswith(("reports/json/", "checks/static/")):
                continue
            for line, text in cxx_text.literals(checkout.read(path)):
                self.assertIsNone(
                    JSON_LITERAL.search(text),
                    f"{path}:{line}: JSON is written by reports/json only: {text[:40]}",
                )

    def test_todo_names_an_issue(self):
        for path in checkout.cxx(*checkout.CODE_FOLDERS, "tests"):
            for number, line in enumerate(checkout.read(path).split("\n"), 1):
                if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                    self.assertRegex(line, r"TODO\(#\d+\)", f"{path}:{number}")


if __name__ == "__main__":
    unittest.main()

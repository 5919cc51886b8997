"""checks/codes.txt: every rule has one code, and no code ever changes its meaning."""

import re
import subprocess
import unittest

import checkout

CODES = "checks/codes.txt"
LINE = re.compile(r"^(FSDP\d{3}) ([a-z0-9]+(?:-[a-z0-9]+)*)$")


def parse(text):
    """Returns the (code, slug) pairs; comments and blank lines are left out."""
    pairs = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            match = LINE.match(line)
            pairs.append((match[1], match[2]) if match else (line, ""))
    return pairs


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=checkout.ROOT, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


class Codes(unittest.TestCase):
    def setUp(self):
        self.pairs = parse(checkout.read(CODES))

    def test_form_and_order(self):
        for code, slug in self.pairs:
            self.assertTrue(slug, f"not of the form 'FSDP101 some-slug': {code}")
        codes = [code for code, _ in self.pairs]
        slugs = [slug for _, slug in self.pairs]
        self.assertEqual(codes, sorted(set(codes)), "codes are sorted and do not repeat")
        self.assertEqual(len(slugs), len(set(slugs)), "slugs do not repeat")

    def test_rules_and_codes_agree(self):
        declared = {}
        for path in checkout.files():
            match = re.match(r"checks/(?:static|runtime)/(\w+)\.cc$", path)
            if match:
                text = checkout.read(path)
                code = re.findall(r'\.id = "([^"]*)"', text)
                slug = re.findall(r'\.slug = "([^"]*)"', text)
                with self.subTest(path=path):
                    self.assertEqual((len(code), len(slug)), (1, 1), "one rule per file")
                    self.assertEqual(slug[0], match[1].replace("_", "-"))
                    declared[code[0]] = slug[0]
        self.assertEqual(declared, dict(self.pairs))

    def test_no_code_was_given_away_twice(self):
        given = {}
        for commit in git("log", "--format=%H", "--", CODES).split():
            for code, slug in parse(git("show", f"{commit}:{CODES}")):
                given.setdefault(code, set()).add(slug)
        for code, slug in self.pairs:
            given.setdefault(code, set()).add(slug)
        for code, slugs in given.items():
            self.assertEqual(len(slugs), 1, f"{code} meant {sorted(slugs)}: take the next free number")


if __name__ == "__main__":
    unittest.main()

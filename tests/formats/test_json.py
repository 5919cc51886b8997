"""JSON and JSON lines: the shape of DESIGN.md, section 2, and fingerprints recomputed."""

import json
import unittest

import sample

FINDING_KEYS = [
    "rule", "code", "severity", "message", "help", "path", "start", "end", "related", "fix",
    "fingerprint", "suppressed", "runtime",
]
SUMMARY = {
    "files": 974, "analyzed": 4, "errors": 1, "warnings": 3, "infos": 1, "suppressed": 2,
    "fixed": 0,
}


class Json(unittest.TestCase):
    def setUp(self):
        self.document = json.loads(sample.render("json"))
        self.findings = self.document["findings"]

    def test_shape_of_the_document(self):
        self.assertEqual(
            list(self.document), ["version", "tool", "findings", "notifications", "summary"]
        )
        self.assertEqual(self.document["version"], 1)
        self.assertEqual(self.document["tool"], {"name": "fsdpcheck", "version": "1.2.3"})
        self.assertEqual(self.document["summary"], SUMMARY)

    def test_shape_of_a_finding(self):
        for finding in self.findings:
            keys = [key for key in finding if key != "justification"]
            self.assertEqual(keys, FINDING_KEYS)
            self.assertEqual("justification" in finding, finding["suppressed"])
            self.assertIsNone(finding["fix"])
            self.assertIsNone(finding["runtime"])
            for place in [finding, *finding["related"]]:
                for point in ("start", "end"):
                    self.assertEqual(list(place[point]), ["line", "column"])
            for related in finding["related"]:
                self.assertEqual(list(related), ["path", "start", "end", "message"])

    def test_a_finding(self):
        finding = next(f for f in self.findings if f["path"] == "train.py")
        self.assertEqual(finding["rule"], "optimizer-before-shard")
        self.assertEqual(finding["code"], "FSDP301")
        self.assertEqual(finding["severity"], "error")
        self.assertEqual(finding["help"], "move this line below line 9")
        self.assertEqual(finding["start"], {"line": 6, "column": 14})
        self.assertEqual(finding["end"], {"line": 6, "column": 31})
        self.assertEqual(
            [(r["path"], r["start"]["line"], r["message"]) for r in finding["related"]],
            [
                ("train.py", 6, "optimizer built here"),
                ("train.py", 9, "calls `build`"),
                ("parallel.py", 5, "sharded here, in `build`"),
                ("train.py", 10, "stepped here"),
            ],
        )

    def test_columns_are_code_points(self):
        columns = [f["start"]["column"] for f in self.findings if f["start"]["line"] == 7]
        line = sample.source("train.py").decode().split("\n")[6]
        self.assertEqual([line[c - 1 : c + 6] for c in columns], ["forward", "forward"])

    def test_order(self):
        def key(finding):
            return (
                finding["path"].encode(),
                finding["start"]["line"], finding["start"]["column"], finding["code"],
            )

        self.assertEqual(self.findings, sorted(self.findings, key=key))

    def test_suppressed_findings_stay_marked(self):
        suppressed = [f for f in self.findings if f["suppressed"]]
        self.assertEqual(
            [(f["path"], f["start"]["line"], f["justification"]) for f in suppressed],
            [(sample.ODD_PATH, 3, "frozen on purpose"), (sample.ODD_PATH, 4, "")],
        )

    def test_notifications(self):
        self.assertIn(
            {"level": "error", "message": "cannot be read: Permission denied", "path": "secret.py"},
            self.document["notifications"],
        )
        message = "the budget for following calls was reached"
        self.assertEqual(
            self.document["notifications"][0], {"level": "note", "message": message, "path": None}
        )

    def test_statistics(self):
        statistics = json.loads(sample.render("json", "statistics"))["statistics"]
        self.assertEqual(
            statistics,
            {
                "rules": [
                    {"rule": "direct-forward-call", "code": "FSDP101", "findings": 3},
                    {"rule": "deprecated-fsdp-import", "code": "FSDP203", "findings": 1},
                    {"rule": "optimizer-before-shard", "code": "FSDP301", "findings": 1},
                ],
                "sharding_sites": 3,
                "sites_with_optimizer": 2,
            },
        )

    def test_lines_hold_the_same(self):
        lines = [json.loads(line) for line in sample.render("jsonl").splitlines()]
        kinds = [line.pop("type") for line in lines]
        count = len(self.findings)
        self.assertEqual(kinds, ["finding"] * count + ["notification"] * 4 + ["summary"])
        self.assertEqual(lines[:count], self.findings)
        self.assertEqual(lines[count:-1], self.document["notifications"])
        self.assertEqual(
            lines[-1],
            {"version": 1, "tool": self.document["tool"], **self.document["summary"]},
        )


class Fingerprints(unittest.TestCase):
    """`fsdpcheck/v1`, computed here from the JSON and the files alone."""

    ENCLOSING = {"train.py": b"main"}

    def test_recomputed(self):
        seen = {}
        for finding in json.loads(sample.render("json"))["findings"]:
            fields = [
                finding["code"].encode(),
                finding["path"].encode(),
                self.ENCLOSING.get(finding["path"], b""),
                self.token(finding),
            ]
            for related in finding["related"]:
                fields += [related["path"].encode(), self.token(related)]
            count = seen[tuple(fields)] = seen.get(tuple(fields), 0) + 1
            self.assertEqual(finding["fingerprint"], self.digest([*fields, b"%d" % count]))

    @staticmethod
    def token(place):
        line = sample.source(place["path"]).decode("latin-1" if place["path"] == sample.ODD_PATH
                                                   else "utf-8").splitlines()
        start, end = place["start"], place["end"]
        return line[start["line"] - 1][start["column"] - 1 : end["column"] - 1].encode()

    @staticmethod
    def digest(fields):
        mask = (1 << 64) - 1
        state = 0xCBF29CE484222325
        for byte in b"".join(field + b"\xff" for field in fields):
            state = (state ^ byte) * 0x100000001B3 & mask
        for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
            state = (state ^ state >> 33) * factor & mask
        return f"{state ^ state >> 33:016x}"

    def test_unique(self):
        fingerprints = [f["fingerprint"] for f in json.loads(sample.render("json"))["findings"]]
        self.assertEqual(len(set(fingerprints)), len(fingerprints))


if __name__ == "__main__":
    unittest.main()

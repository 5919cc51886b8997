"""SARIF: an assertion for every point that code scanning services and viewers look at."""

import json
import re
import unittest
import urllib.parse

import sample


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.log = json.loads(sample.render("sarif"))
        (cls.run_,) = cls.log["runs"]
        cls.driver = cls.run_["tool"]["driver"]
        cls.rules = cls.driver["rules"]
        cls.results = cls.run_["results"]
        cls.findings = json.loads(sample.render("json"))["findings"]

    def result(self, rule, path):
        for result in self.results:
            location = result["locations"][0]["physicalLocation"]["artifactLocation"]
            if result["ruleId"] == rule and location["uri"] == path:
                return result
        raise AssertionError(f"no result of {rule} in {path}")


class File(Sarif):
    def test_schema_and_version(self):
        self.assertRegex(self.log["$schema"], r"^https://.*sarif.*2\.1\.0.*\.json$")
        self.assertEqual(self.log["version"], "2.1.0")

    def test_semantic_version(self):
        self.assertEqual(self.driver["name"], "fsdpcheck")
        self.assertEqual(self.driver["semanticVersion"], "1.2.3")
        self.assertEqual(self.driver["version"], "1.2.3")

    def test_category_and_run(self):
        category, slash, run = self.run_["automationDetails"]["id"].rpartition("/")
        self.assertEqual((category, slash, run), ("fsdpcheck/check", "/", ""))

    def test_column_kind(self):
        self.assertEqual(self.run_["columnKind"], "unicodeCodePoints")

    def test_no_security_severity(self):
        self.assertNotIn("security-severity", sample.render("sarif"))

    def test_root_is_declared(self):
        self.assertEqual(
            self.run_["originalUriBaseIds"]["%SRCROOT%"]["uri"], sample.PROJECT.as_uri() + "/"
        )


class Rules(Sarif):
    def test_every_enabled_rule_in_stable_order(self):
        self.assertEqual(
            [rule["id"] for rule in self.rules], ["FSDP101", "FSDP203", "FSDP301", "FSDP999"]
        )

    def test_names(self):
        self.assertEqual(self.rules[2]["name"], "optimizer-before-shard")
        for rule in self.rules:
            self.assertLessEqual(len(rule["name"]), 255)

    def test_descriptions(self):
        for rule in self.rules:
            self.assertLessEqual(len(rule["shortDescription"]["text"]), 1024)
            self.assertLessEqual(len(rule["fullDescription"]["text"]), 1024)
            self.assertTrue(rule["shortDescription"]["text"])
            self.assertTrue(rule["fullDescription"]["text"])
        self.assertIn("DTensor", self.rules[2]["fullDescription"]["text"])

    def test_long_description_is_cut_between_words(self):
        text = self.rules[3]["fullDescription"]["text"]
        self.assertGreater(len(text), 1000)
        self.assertRegex(text, r"^(Wörter und )+(Wörter|Wörter und) \.\.\.$")

    def test_help(self):
        for rule in self.rules:
            self.assertIn(rule["name"], rule["help"]["text"])
            self.assertIn("```python", rule["help"]["markdown"])
        markdown = self.rules[2]["help"]["markdown"]
        self.assertIn("# fsdpcheck: ignore[optimizer-before-shard] reason", markdown)
        self.assertIn("fully_shard(model)\noptimizer = AdamW(model.parameters())\n", markdown)
        self.assertIn("fully\\_shard replaces every parameter", markdown)

    def test_fence_is_longer_than_any_in_the_program(self):
        self.assertIn("````python\nx = '```'\n````\n", self.rules[3]["help"]["markdown"])

    def test_no_help_page_is_invented(self):
        for rule in self.rules:
            self.assertNotIn("helpUri", rule)

    def test_default_level(self):
        self.assertEqual(
            [rule["defaultConfiguration"]["level"] for rule in self.rules],
            ["warning", "note", "error", "error"],
        )

    def test_properties(self):
        self.assertEqual(
            self.rules[2]["properties"],
            {
                "tags": ["pytorch", "fsdp2", "optimizer"],
                "precision": "very-high",
                "problem.severity": "error",
            },
        )
        self.assertEqual(
            [rule["properties"]["problem.severity"] for rule in self.rules],
            ["warning", "recommendation", "error", "error"],
        )
        for rule in self.rules:
            self.assertLessEqual(len(rule["properties"]["tags"]), 10)
            self.assertIn(rule["properties"]["precision"], ("very-high", "high", "medium", "low"))


class Results(Sarif):
    def test_one_for_each_finding(self):
        self.assertEqual(
            [result["ruleId"] for result in self.results], [f["code"] for f in self.findings]
        )
        levels = {"error": "error", "warning": "warning", "info": "note"}
        self.assertEqual(
            [result["level"] for result in self.results],
            [levels[f["severity"]] for f in self.findings],
        )

    def test_rule_index(self):
        for result in self.results:
            self.assertEqual(self.rules[result["ruleIndex"]]["id"], result["ruleId"])

    def test_one_location_with_all_four_numbers(self):
        for result, finding in zip(self.results, self.findings):
            (location,) = result["locations"]
            region = location["physicalLocation"]["region"]
            self.assertEqual(region["startLine"], finding["start"]["line"])
            self.assertEqual(region["startColumn"], finding["start"]["column"])
            self.assertEqual(region["endLine"], finding["end"]["line"])
            self.assertEqual(region["endColumn"], finding["end"]["column"])
            self.assertEqual(region["startLine"], region["endLine"])

    def test_enclosing_definition(self):
        result = self.result("FSDP301", "train.py")
        self.assertEqual(
            result["locations"][0]["logicalLocations"], [{"fullyQualifiedName": "main"}]
        )

    def test_message_links_every_related_location(self):
        for result in self.results:
            ids = [related["id"] for related in result.get("relatedLocations", [])]
            links = re.findall(r"(?<!\\)\]\((\d+)\)", result["message"]["text"])
            self.assertEqual([int(link) for link in links], ids)

    def test_message(self):
        self.assertEqual(
            self.result("FSDP301", "train.py")["message"]["text"],
            "build the optimizer after `build` has sharded `model`.\n"
            "1. [optimizer built here](1)\n"
            "2. [calls `build`](2)\n"
            "3. [sharded here, in `build`](3)\n"
            "4. [stepped here](4)\n"
            "Help: move this line below line 9.",
        )

    def test_code_in_a_message_is_no_link(self):
        self.assertEqual(
            self.result("FSDP101", "train.py")["message"]["text"],
            "write `self.nets\\[0\\](1)`: hooks run then.\n1. [shards `nets\\[0\\](1)`](1)",
        )

    def test_related_locations(self):
        related = self.result("FSDP301", "train.py")["relatedLocations"]
        self.assertEqual([entry["id"] for entry in related], [1, 2, 3, 4])
        self.assertEqual(related[2]["message"]["text"], "sharded here, in `build`")
        self.assertEqual(
            related[2]["physicalLocation"]["artifactLocation"]["uri"], "parallel.py"
        )
        self.assertEqual(related[2]["physicalLocation"]["region"]["startLine"], 5)

    def test_code_flow_is_the_order_of_events(self):
        (flow,) = self.result("FSDP301", "train.py")["codeFlows"]
        (thread,) = flow["threadFlows"]
        self.assertEqual(
            [step["location"]["message"]["text"] for step in thread["locations"]],
            ["optimizer built here", "calls `build`", "sharded here, in `build`", "stepped here"],
        )

    def test_code_flow_ends_at_the_primary_place_unless_it_is_an_event(self):
        result = self.result("FSDP101", "train.py")
        steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertEqual(len(steps), 2)
        self.assertEqual(
            steps[1]["location"]["physicalLocation"], result["locations"][0]["physicalLocation"]
        )

    def test_no_flow_without_events(self):
        self.assertNotIn("codeFlows", self.result("FSDP203", self.odd_uri()))

    def test_snippets_and_context(self):
        place = self.result("FSDP301", "train.py")["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"]["snippet"]["text"], "torch.optim.AdamW")
        context = place["contextRegion"]
        self.assertEqual((context["startLine"], context["endLine"]), (5, 7))
        lines = sample.source("train.py").decode().splitlines(keepends=True)
        self.assertEqual(context["snippet"]["text"], "".join(lines[4:7]))

    def test_suppressions(self):
        for result, finding in zip(self.results, self.findings):
            if not finding["suppressed"]:
                self.assertEqual(result["suppressions"], [])
                continue
            expected = {"kind": "inSource", "status": "accepted"}
            if finding["justification"]:
                expected["justification"] = finding["justification"]
            self.assertEqual(result["suppressions"], [expected])
        self.assertEqual(sum(f["suppressed"] for f in self.findings), 2)

    @staticmethod
    def odd_uri():
        return urllib.parse.quote(sample.ODD_PATH, safe="/+")


class Uris(Sarif):
    def artifact_locations(self):
        def walk(value):
            if isinstance(value, dict):
                if "artifactLocation" in value:
                    yield value["artifactLocation"]
                for entry in value.values():
                    yield from walk(entry)
            elif isinstance(value, list):
                for entry in value:
                    yield from walk(entry)

        return list(walk(self.run_))

    def test_relative_encoded_and_not_overencoded(self):
        uris = {location["uri"] for location in self.artifact_locations()}
        self.assertIn("src/gr%C3%B6%C3%9Fe%20+%201%232%25.py", uris)
        for uri in uris:
            self.assertEqual(urllib.parse.quote(urllib.parse.unquote(uri), safe="/+:"), uri)

    def test_files_inside_the_root_are_relative_to_it(self):
        for location in self.artifact_locations():
            inside = not location["uri"].startswith("file:")
            self.assertEqual(location.get("uriBaseId"), "%SRCROOT%" if inside else None)
            if inside and location["uri"].endswith(".py") and location["uri"] != "secret.py":
                path = sample.PROJECT / urllib.parse.unquote(location["uri"])
                self.assertTrue(path.is_file(), path)

    def test_files_outside_keep_their_absolute_uri(self):
        location = self.result("FSDP101", "file://" + sample.OUTSIDE)
        self.assertEqual(
            location["locations"][0]["physicalLocation"]["region"]["snippet"]["text"], "forward"
        )

    def test_artifacts(self):
        artifacts = self.run_["artifacts"]
        for location in self.artifact_locations():
            self.assertEqual(artifacts[location["index"]]["location"]["uri"], location["uri"])
        for artifact in artifacts:
            python = artifact["location"]["uri"].endswith(".py")
            self.assertEqual(artifact.get("sourceLanguage"), "python" if python else None)
        self.assertEqual(len(artifacts), len({a["location"]["uri"] for a in artifacts}))


class Invocation(Sarif):
    def test_invocation(self):
        (invocation,) = self.run_["invocations"]
        self.assertIs(invocation["executionSuccessful"], False)
        self.assertEqual(invocation["exitCode"], 2)
        self.assertEqual(invocation["startTimeUtc"], "2023-11-14T22:13:20.123Z")
        self.assertEqual(invocation["endTimeUtc"], "2023-11-14T22:13:22.123Z")
        self.assertEqual(invocation["workingDirectory"]["uri"], sample.PROJECT.as_uri() + "/")

    def test_notifications(self):
        (invocation,) = self.run_["invocations"]
        execution = invocation["toolExecutionNotifications"]
        self.assertEqual(
            [(entry["level"], entry["message"]["text"]) for entry in execution],
            [
                ("note", "the budget for following calls was reached"),
                ("error", "cannot be read: Permission denied"),
                ("warning", "syntax error; the rest of the file was analyzed"),
            ],
        )
        self.assertNotIn("locations", execution[0])
        place = execution[2]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "train.py")
        self.assertEqual(place["region"], {"startLine": 3})
        (configuration,) = invocation["toolConfigurationNotifications"]
        self.assertEqual(
            configuration["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "pyproject.toml",
        )


def line_hashes(text):
    """What the upload action computes: a window that rolls over the UTF-16 units of a file."""
    block, base, mask = 100, 37, (1 << 64) - 1
    first = pow(base, block, 1 << 64)
    window, owner = [0] * block, [None] * block
    state, index, line, counts, result = 0, 0, 0, {}, {}

    def put():
        digest = f"{state:x}"
        counts[digest] = counts.get(digest, 0) + 1
        result[owner[index]] = f"{digest}:{counts[digest]}"
        owner[index] = None

    def roll(unit):
        nonlocal state, index
        state = (base * state + unit - first * window[index]) & mask
        window[index] = unit
        index = (index + 1) % block

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    data = text.encode("utf-16-le")
    units = [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]
    at_start = True
    for unit in [*units, 0xFFFF]:
        if unit in (0x20, 0x09):
            continue
        if owner[index] is not None:
            put()
        if at_start:
            line += 1
            owner[index] = line
        at_start = unit == 0x0A
        roll(unit)
    for _ in range(block):
        if owner[index] is not None:
            put()
        roll(0)
    return result


class Fingerprints(Sarif):
    def test_line_hash_is_what_the_upload_action_computes(self):
        for result, finding in zip(self.results, self.findings):
            text = sample.source(finding["path"]).decode("utf-8", errors="replace")
            self.assertEqual(
                result["partialFingerprints"]["primaryLocationLineHash"],
                line_hashes(text)[finding["start"]["line"]],
            )

    def test_own_fingerprint(self):
        for result, finding in zip(self.results, self.findings):
            self.assertEqual(
                result["partialFingerprints"]["fsdpcheck/v1"], finding["fingerprint"]
            )

    def test_findings_on_one_line_do_not_collide(self):
        own = [result["partialFingerprints"]["fsdpcheck/v1"] for result in self.results]
        self.assertEqual(len(own), len(set(own)))


if __name__ == "__main__":
    unittest.main()

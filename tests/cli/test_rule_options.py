"""Which rules run and what they do to the exit code: options and configuration."""

import unittest

from project import CLEAN, FORWARD, HABIT, UNUSED, ProjectTest

FORWARD_PLACE = "a.py:6 direct-forward-call"
HABIT_PLACE = "b.py:1 deprecated-fsdp-import"
UNUSED_PLACE = "c.py:6 unused-suppression"


class Selection(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write("a.py", FORWARD)
        self.write("b.py", HABIT)
        self.write("c.py", UNUSED)

    def test_select(self):
        self.assertEqual(self.places(), [FORWARD_PLACE, UNUSED_PLACE])
        for name in ("direct-forward-call", "FSDP101", "fsdp101", "FSDP1"):
            self.assertEqual(self.places("--select", name), [FORWARD_PLACE], name)
        self.assertEqual(self.places("--select", "ALL"), [FORWARD_PLACE, UNUSED_PLACE])

    def test_select_turns_an_info_rule_on(self):
        self.assertEqual(self.places("--select", "deprecated-fsdp-import"), [HABIT_PLACE])
        self.assertEqual(self.places("--select", "deprecated-fsdp-import", "--level", "error"),
                         [HABIT_PLACE])
        self.assertEqual(self.places("--select", "direct-forward-call,deprecated-fsdp-import"),
                         [FORWARD_PLACE, HABIT_PLACE])
        self.assertEqual(self.places("--select", "FSDP1", "--select", "deprecated-fsdp-import"),
                         [FORWARD_PLACE, HABIT_PLACE])

    def test_ignore(self):
        self.assertEqual(self.places("--ignore", "FSDP1,unused-suppression"), [])
        self.assertEqual(self.places("--ignore", "ALL"), [])
        self.assertEqual(self.places("--select", "FSDP101", "--ignore", "FSDP1"), [FORWARD_PLACE])

    def test_level(self):
        self.assertEqual(self.places("--level", "error"), [FORWARD_PLACE])
        self.assertEqual(self.places("--level", "info"), [FORWARD_PLACE, HABIT_PLACE, UNUSED_PLACE])

    def test_fail_on_and_exit_zero(self):
        self.assertEqual(self.check().code, 1)
        self.assertEqual(self.check("--exit-zero").code, 0)
        self.assertEqual(self.check("c.py").code, 1)
        self.assertEqual(self.check("c.py", "--fail-on", "error").code, 0)
        self.assertEqual(self.check("a.py", "--fail-on", "error").code, 1)
        self.assertEqual(self.check("b.py", "--level", "info").code, 0)
        self.assertEqual(self.check("b.py", "--level", "info", "--fail-on", "info").code, 1)
        self.assertEqual(self.check("c.py", "--level", "error", "--fail-on", "info").code, 0,
                         "--fail-on never looks below --level")
        self.assertEqual(self.check("b.py", "--select", "deprecated-fsdp-import").code, 0)

    def test_suppressed_findings_do_not_fail(self):
        self.write("a.py", FORWARD.replace("(batch)\n", "(batch)  # noqa: FSDP101\n"))
        result = self.check_json("a.py")
        self.assertEqual((result.code, result.places), (0, []))
        self.assertTrue(result.report["findings"][0]["suppressed"])

    def test_unknown_names(self):
        for option in ("--select", "--ignore"):
            result = self.check(option, "direct-forward-cal")
            self.assertEqual(result.code, 2)
            self.assertIn("unknown rule `direct-forward-cal`; did you mean `direct-forward-call`?",
                          result.err)
        for option in ("--level", "--fail-on"):
            result = self.check(option, "eror")
            self.assertEqual(result.code, 2)
            self.assertIn(f"{option}: `eror`", result.err)
        result = self.check("--target-torch", "new")
        self.assertEqual(result.code, 2)
        self.assertIn("--target-torch: `new`", result.err)

    def test_target_torch(self):
        expected = ["warning : the code is for PyTorch 2.4; the rules are true of 2.6 and newer"]
        self.assertEqual(self.check_json("--target-torch", "2.9").notifications, [])
        self.assertEqual(self.check_json("--target-torch", "2.4").notifications, expected)
        self.environment["VIRTUAL_ENV"] = str(self.folder / "env")
        self.write("env/lib/python3.11/site-packages/torch-2.4.dist-info/METADATA")
        self.assertEqual(self.check_json().notifications, expected)
        self.assertEqual(self.check_json("--target-torch", "2.9").notifications, [])


class Configuration(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write("a.py", FORWARD)
        self.write("c.py", UNUSED)

    def configure(self, text):
        self.write("fsdpcheck.toml", text)

    def test_select_and_ignore(self):
        self.configure('select = ["FSDP1"]')
        self.assertEqual(self.places(), [FORWARD_PLACE])
        self.configure('ignore = ["FSDP1"]')
        self.assertEqual(self.places(), [])
        self.assertEqual(self.places("--select", "FSDP101"), [FORWARD_PLACE],
                         "--select replaces both")
        self.configure('ignore = ["FSDP7"]')
        self.assertEqual(self.places(), [FORWARD_PLACE])
        self.assertEqual(self.places("--ignore", "FSDP1"), [], "--ignore adds")

    def test_level_and_fail_on(self):
        self.configure('level = "error"')
        self.assertEqual(self.places(), [FORWARD_PLACE])
        self.assertEqual(self.places("--level", "warning"), [FORWARD_PLACE, UNUSED_PLACE])
        self.configure('fail-on = "error"')
        self.assertEqual(self.check("c.py").code, 0)
        self.assertEqual(self.check("c.py", "--fail-on", "warning").code, 1)

    def test_per_file_ignores(self):
        self.write("tests/a.py", FORWARD)
        self.configure('[per-file-ignores]\n"tests" = ["direct-forward-call"]\n')
        self.assertEqual(self.places(), [FORWARD_PLACE, UNUSED_PLACE])

    def test_a_comment_for_a_rule_that_is_off_is_left_alone(self):
        self.configure('[per-file-ignores]\n"c.py" = ["FSDP101"]\n')
        self.assertEqual(self.places(), [FORWARD_PLACE])
        self.configure('ignore = ["FSDP101"]')
        self.assertEqual(self.places(), [])

    def test_pyproject_and_precedence(self):
        self.write("pyproject.toml", '[tool.fsdpcheck]\nignore = ["FSDP7"]\n')
        self.assertEqual(self.places(), [FORWARD_PLACE])
        self.assertEqual(self.places(folder=self.folder), [FORWARD_PLACE])
        self.assertEqual(self.places("--isolated"), [FORWARD_PLACE, UNUSED_PLACE])
        self.configure('level = "info"')
        self.assertEqual(self.places(), [FORWARD_PLACE, UNUSED_PLACE], "fsdpcheck.toml wins")
        self.write("other/mine.toml", 'level = "error"')
        self.assertEqual(self.places("--config", "other/mine.toml"), [FORWARD_PLACE])
        self.write("other/pyproject.toml", "[tool.fsdpcheck]\nlevel = 'error'\n")
        self.assertEqual(self.places("--config", "other/pyproject.toml"), [FORWARD_PLACE])

    def test_it_is_found_from_a_folder_below(self):
        self.write("sub/a.py", FORWARD)
        self.configure('ignore = ["FSDP101"]')
        self.assertEqual(self.places(folder=self.folder / "sub"), [])

    def test_rank_helpers(self):
        guarded = ("import torch.distributed as dist\nfrom mine import keeps_books\n\n\n"
                   "def save(x):\n    if keeps_books():\n        dist.all_reduce(x)\n")
        self.write("a.py", guarded)
        self.assertEqual(self.places("a.py", "--select", "rank-guarded-collective"), [])
        self.configure('main-rank-predicates = ["mine.keeps_books"]')
        self.assertEqual(self.places("a.py"), ["a.py:7 rank-guarded-collective"])
        self.write("a.py", guarded.replace("keeps_books()", "number() == 0").replace("keeps_books", "number"))
        self.configure("")
        self.assertEqual(self.places("a.py", "--select", "rank-guarded-collective"), [])
        self.configure('rank-functions = ["mine.number"]')
        self.assertEqual(self.places("a.py"), ["a.py:7 rank-guarded-collective"])

    def test_mistakes_name_file_line_and_the_nearest_word(self):
        cases = {
            'level = "error"\nselct = []\n': "fsdpcheck.toml:2: unknown key `selct`; did you mean `select`?",
            'select = ["direct-forward"]': "fsdpcheck.toml:1: `select`: unknown rule `direct-forward`",
            "select = 1": "fsdpcheck.toml:1: `select` must be a list of strings",
            "select = [": "fsdpcheck.toml:1: not valid TOML",
            'required-version = ">=99"': "fsdpcheck.toml:1: this project requires fsdpcheck >=99",
            'target-torch = "x"': "fsdpcheck.toml:1: `x` is no PyTorch version",
        }
        for text, message in cases.items():
            self.configure(text)
            result = self.check()
            self.assertEqual(result.code, 2, text)
            self.assertIn(message, result.err)
            self.assertEqual(self.check("--isolated").code, 1)

    def test_a_configuration_file_that_cannot_be_read(self):
        for name in ("missing.toml", "."):
            result = self.check("--config", name)
            self.assertEqual(result.code, 2, result)
            self.assertIn("cannot read the configuration file", result.err)
        (self.folder / "fsdpcheck.toml").mkdir()
        self.assertEqual(self.check().code, 2)

    def test_isolated_and_config_contradict(self):
        result = self.check("--isolated", "--config", "x.toml")
        self.assertEqual(result.code, 2)
        self.assertIn("contradict", result.err)


class Comments(ProjectTest):
    def test_a_clean_file_needs_no_comment(self):
        self.write("a.py", CLEAN)
        self.assertEqual(self.check().code, 0)

    def test_unknown_rules_are_named(self):
        self.write("a.py", CLEAN + "x = 1  # fsdpcheck: ignore[direct-forward-cal]\n")
        result = self.check_json()
        self.assertEqual(result.code, 0)
        self.assertEqual(result.report["notifications"][0]["line"], 7)
        self.assertIn("did you mean `direct-forward-call`?", result.notifications[0])

    def test_files_without_seeds_are_searched_for_comments(self):
        self.write("a.py", "x = 1  # noqa: FSDP101\n")
        self.assertEqual(self.places(), ["a.py:1 unused-suppression"])

    def test_context_is_not_searched(self):
        self.write("a.py", "x = 1  # noqa: FSDP101\n")
        self.write("b.py", "import a\n")
        self.assertEqual(self.places("b.py"), [])

    def test_an_incomplete_analysis_proves_nothing(self):
        self.write("a.py", UNUSED + "    return fully_shard(\n")
        result = self.check_json()
        self.assertTrue(result.notifications, result)
        self.assertEqual(result.places, [])


if __name__ == "__main__":
    unittest.main()

"""Which files are read and reported: PATHs, the project root, --related, --stdin-filename."""

import unittest

from project import CLEAN, FORWARD, ProjectTest

SHARD = "from torch.distributed.fsdp import fully_shard\n\n\ndef apply(net):\n    fully_shard(net)\n"
TRAIN = "from parallel import apply\n\n\ndef train(net, x):\n    apply(net)\n    return net.forward(x)\n"
TRAIN_PLACE = "train.py:6 direct-forward-call"


class Paths(ProjectTest):
    def test_the_default_is_the_working_directory(self):
        self.write("a.py", FORWARD)
        self.write("sub/b.pyi", FORWARD)
        self.write("c.txt", FORWARD)
        expected = ["a.py:6 direct-forward-call", "sub/b.pyi:6 direct-forward-call"]
        self.assertEqual(self.places(), expected)
        self.assertEqual(self.places("."), expected)
        self.assertEqual(self.places(self.folder), expected, "paths are shown from here")

    def test_named_files_and_folders(self):
        for name in ("a.py", "sub/b.py", "other/c.py"):
            self.write(name, FORWARD)
        self.assertEqual(self.places("sub"), ["sub/b.py:6 direct-forward-call"])
        self.assertEqual(self.places("sub", "sub/b.py", "a.py"),
                         ["a.py:6 direct-forward-call", "sub/b.py:6 direct-forward-call"])
        self.assertEqual(self.places("../a.py", folder=self.folder / "sub"),
                         [f"{self.folder}/a.py:6 direct-forward-call"], "outside: absolute")

    def test_the_rest_of_the_project_is_context(self):
        self.write("pyproject.toml")
        self.write("train.py", TRAIN)
        self.write("parallel.py", SHARD)
        self.assertEqual(self.places("train.py"), [TRAIN_PLACE])
        self.assertEqual(self.check_json("train.py").report["summary"]["files"], 1)
        self.write("sub/empty.py")
        self.assertEqual(self.places("parallel.py"), [])
        self.assertEqual(self.places("../train.py", folder=self.folder / "sub"),
                         [f"{self.folder}/{TRAIN_PLACE}"], "the root has the pyproject.toml")

    def test_related_reports_what_a_file_is_part_of(self):
        self.write("train.py", TRAIN)
        self.write("parallel.py", SHARD)
        self.assertEqual(self.places("parallel.py"), [])
        self.assertEqual(self.places("--related", "parallel.py"), [TRAIN_PLACE])
        self.write("unrelated.py", CLEAN)
        self.assertEqual(self.places("--related", "unrelated.py"), [])

    def test_git_decides_what_belongs_to_the_project(self):
        self.git("init", "-q")
        self.write(".gitignore", "ignored.py\nbuild\n")
        for name in ("ignored.py", "build/b.py", "new.py"):
            self.write(name, FORWARD)
        self.assertEqual(self.places(), ["new.py:6 direct-forward-call"])
        self.assertEqual(self.places("ignored.py"), ["ignored.py:6 direct-forward-call"])
        self.assertEqual(self.places("build"), ["build/b.py:6 direct-forward-call"])
        self.assertEqual(self.places("--force-exclude", "ignored.py"), [])

    def test_excluded_files_are_reported_when_named(self):
        self.write("fsdpcheck.toml", 'exclude = ["gen", "*_pb2.py"]\n')
        for name in ("gen/a.py", "b_pb2.py", "c.py"):
            self.write(name, FORWARD)
        self.assertEqual(self.places(), ["c.py:6 direct-forward-call"])
        self.assertEqual(self.places("gen/a.py"), ["gen/a.py:6 direct-forward-call"])
        self.assertEqual(self.places("--force-exclude", "gen/a.py", "c.py"),
                         ["c.py:6 direct-forward-call"])
        self.assertEqual(self.places("--isolated", "gen"), ["gen/a.py:6 direct-forward-call"])

    def test_excluded_files_are_still_context(self):
        self.write("fsdpcheck.toml", 'exclude = ["parallel.py"]\n')
        self.write("train.py", TRAIN)
        self.write("parallel.py", SHARD)
        self.assertEqual(self.places(), [TRAIN_PLACE])

    def test_hidden_and_virtual_environment_folders_are_skipped(self):
        self.write("env/pyvenv.cfg")
        for name in ("env/lib/a.py", ".tox/b.py", "lib/site-packages/c.py"):
            self.write(name, FORWARD)
        self.write("d.py", FORWARD)
        self.assertEqual(self.places(), ["d.py:6 direct-forward-call"])


class StandardInput(ProjectTest):
    def test_a_text_takes_the_place_of_a_file(self):
        self.write("train.py", CLEAN)
        self.write("parallel.py", SHARD)
        self.assertEqual(self.places("-", "--stdin-filename", "train.py", stdin=FORWARD),
                         ["train.py:6 direct-forward-call"])
        self.assertEqual(self.places("-", "--stdin-filename", "train.py", stdin=TRAIN), [TRAIN_PLACE],
                         "it sees the other files")
        self.assertEqual(self.places("-", "--stdin-filename", "sub/new.py", stdin=FORWARD),
                         ["sub/new.py:6 direct-forward-call"], "the file need not exist")

    def test_other_paths_are_checked_too(self):
        self.write("a.py", FORWARD)
        self.assertEqual(self.places("-", "a.py", "--stdin-filename", "b.py", stdin=FORWARD),
                         ["a.py:6 direct-forward-call", "b.py:6 direct-forward-call"])

    def test_without_a_name(self):
        self.write("a.py", FORWARD)
        self.assertEqual(self.places("-", stdin=FORWARD), ["<stdin>:6 direct-forward-call"])

    def test_comments_and_excerpts_are_those_of_the_text(self):
        self.write("a.py", FORWARD)
        text = FORWARD.replace("forward(batch)", "forward(batch)  # fsdpcheck: ignore[FSDP101]")
        self.assertEqual(self.places("-", "--stdin-filename", "a.py", stdin=text), [])
        result = self.check("-", "--stdin-filename", "a.py", stdin=FORWARD.replace("batch", "images"))
        self.assertIn("net.forward(images)", result.out)

    def test_excluded_texts_are_left_out_on_request(self):
        self.write("fsdpcheck.toml", 'exclude = ["gen"]\n')
        arguments = ("-", "--stdin-filename", "gen/a.py")
        self.assertEqual(self.places(*arguments, stdin=FORWARD), ["gen/a.py:6 direct-forward-call"])
        self.assertEqual(self.places("--force-exclude", *arguments, stdin=FORWARD), [])

    def test_a_name_without_a_text_is_wrong_use(self):
        result = self.check("--stdin-filename", "a.py")
        self.assertEqual(result.code, 2)
        self.assertIn("--stdin-filename", result.err)


class Jobs(ProjectTest):
    def test_output_is_the_same_for_any_number_of_threads(self):
        self.write("parallel.py", SHARD)
        self.write("binary.py", b"\0fully_shard")
        self.write("latin.py", b"# caf\xe9\n" + FORWARD.encode())
        for number in range(40):
            self.write(f"pkg{number % 5}/m{number}.py", (TRAIN, FORWARD, CLEAN)[number % 3])
        for form in ("json", "text", "jsonl", "concise", "gitlab", "github"):
            one = self.check("--jobs", 1, "--format", form)
            four = self.check("--jobs", 4, "--format", form)
            self.assertEqual(one.code, 1, one)
            self.assertEqual(one.out, four.out)
            self.assertEqual(one.out, self.check("-j", 3, "--format", form).out)

    def test_wrong_numbers(self):
        for number in (0, -1, 257, "many"):
            result = self.check("--jobs", number)
            self.assertEqual(result.code, 2, result)
            self.assertIn("--jobs", result.err)


if __name__ == "__main__":
    unittest.main()

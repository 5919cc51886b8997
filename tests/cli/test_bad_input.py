"""Files that are no good Python, paths that lead nowhere: a clear word and the right exit code."""

import os
import shutil
import stat
import subprocess
import unittest

from project import BINARY, CLEAN, FORWARD, ProjectTest

GOOD = "good.py:6 direct-forward-call"
NOBODY = 65534


class BadInput(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write("good.py", FORWARD)

    def check_both(self, code, *arguments, **options):
        """The good file is reported all the same; text says no less than JSON."""
        result = self.check_json(*arguments, **options)
        self.assertEqual(result.code, code, result)
        self.assertIn(GOOD, result.places)
        text = self.check(*arguments, **options)
        self.assertEqual(text.code, code, text)
        for item in result.report["notifications"]:
            self.assertIn(item["message"].split(":")[0].split()[0], text.out + text.err)
        return result

    def test_a_path_that_does_not_exist(self):
        result = self.check("missing.py")
        self.assertEqual((result.code, result.out), (2, ""))
        self.assertEqual(result.err, "fsdpcheck: error: missing.py: no such file or directory\n")
        result = self.check_both(2, "missing.py", "good.py")
        self.assertEqual(result.notifications, ["error missing.py: no such file or directory"])
        self.assertIn("missing.py: no such file or directory", result.err)

    def test_all_of_several_paths_are_missing(self):
        result = self.check("missing.py", "lost.py")
        self.assertEqual(result.code, 2)
        self.assertIn("missing.py", result.out + result.err)
        self.assertIn("lost.py", result.out + result.err)
        self.assertNotIn("good.py", result.out, "the working directory was not asked for")

    def test_a_folder_without_python(self):
        self.write("docs/index.md")
        result = self.check("docs")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.err, "fsdpcheck: warning: no Python files in docs\n")
        self.assertEqual(self.check("docs", "good.py").code, 1)

    def test_a_binary_file(self):
        self.write("bad.py", b"\0\1\2" + FORWARD.encode() + bytes(1000))
        result = self.check_both(1)
        self.assertEqual(result.notifications, ["warning bad.py: a binary file: not checked"])

    def test_a_file_of_50_megabytes(self):
        self.write("bad.py", FORWARD.encode() + b"x = 1  # fully_shard\n" * 2_500_000)
        result = self.check_both(1)
        self.assertEqual(result.notifications, ["warning bad.py: larger than 10 MB: not checked"])
        self.assertEqual(self.check_json("good.py").notifications, [], "nobody asked for it")

    def test_invalid_utf8(self):
        self.write("bad.py", b"# caf\xe9 \xff\n" + FORWARD.encode())
        result = self.check_both(1)
        self.assertIn("bad.py:7 direct-forward-call", result.places)
        self.assertEqual(result.notifications, ["warning bad.py: not valid UTF-8: columns may be off"])

    def test_syntax_errors(self):
        self.write("bad.py", FORWARD + "\n\ndef broken(net):\n    fully_shard(net\n    ][ = forward\n")
        result = self.check_both(1)
        self.assertIn("bad.py:6 direct-forward-call", result.places)
        self.assertTrue(any("bad.py" in line for line in result.notifications), result)

    def test_a_loop_of_links(self):
        (self.folder / "sub").mkdir()
        (self.folder / "sub" / "up").symlink_to("..")
        self.assertEqual(self.check_both(1).notifications, [])
        (self.folder / "round.py").symlink_to("round.py")
        result = self.check_both(2)
        self.assertIn("round.py", result.notifications[0])
        result = self.check("round.py")
        self.assertEqual(result.code, 2)
        self.assertIn("round.py: cannot read", result.err)

    def test_a_file_that_cannot_be_read(self):
        self.write("bad.py", FORWARD).chmod(0)
        options = {}
        if os.geteuid() == 0:
            # Whoever may read everything becomes somebody who may not, with a program to run.
            shutil.copy(BINARY, self.folder.parent / "fsdpcheck")
            for path in (self.folder.parent, self.folder):
                path.chmod(0o755)
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": [],
                       "executable": str(self.folder.parent / "fsdpcheck")}
        result = self.check_both(2, **options)
        self.assertEqual(result.notifications, ["error bad.py: cannot read: Permission denied"])
        self.assertEqual(self.check("good.py", **options).code, 1, "nobody asked for the other")
        result = self.check_json("--exit-zero", **options)
        self.assertEqual(result.code, 2, "--exit-zero is about findings")
        self.assertIn("bad.py: cannot read: Permission denied", result.err)

    def test_no_regular_file(self):
        os.mkfifo(self.folder / "pipe.py")
        self.check_both(1)
        result = self.check("pipe.py")
        self.assertEqual(result.code, 2)
        self.assertIn("neither a file nor a directory", result.err)
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe.py").stat().st_mode))

    def test_standard_input_that_cannot_be_read(self):
        descriptor = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        run = subprocess.run([BINARY, "check", "-"], cwd=self.folder, stdin=descriptor, text=True,
                             stderr=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("cannot read standard input: Is a directory", run.stderr)

    def test_another_language(self):
        self.write("data.yaml", "a: 1\n")
        result = self.check_json("data.yaml", "good.py")
        self.assertEqual(result.code, 1)
        self.assertEqual(result.notifications, ["warning data.yaml: not a Python file: not checked"])

    def test_deep_nesting(self):
        head = "from torch.distributed.fsdp import fully_shard\n\n\ndef f(net):\n    fully_shard(net)\n"
        deep = 100_000
        shapes = {
            "open": "    x = " + "(" * deep + "\n",
            "closed": "    x = " + "(" * deep + "1" + ")" * deep + "\n",
            "lists": "    x = " + "[" * deep + "]" * deep + "\n",
            "calls": "    x = " + "f(" * deep + ")" * deep + "\n",
            "chain": "    x = net" + ".a" * deep + "\n",
            "calls_of_calls": "    x = net" + "()" * deep + "\n",
            "minus": "    x = " + "-" * deep + "1\n",
            "sum": "    x = 1" + " + 1" * deep + "\n",
            "not": "    x = " + "not " * deep + "1\n",
            "lambda": "    x = " + "lambda: " * deep + "1\n",
            "blocks": "".join(" " * (4 + i) + "if x:\n" for i in range(3000)) + " " * 3004 + "pass\n",
            "elif": "    if x: pass\n" + "    elif x: pass\n" * deep,
            "braces": "    x = " + "{1: " * deep + "\n",
            "f_string": "    x = f'" + "{" * deep + "'\n",
        }
        for name, shape in shapes.items():
            with self.subTest(name):
                self.write("deep.py", head + shape)
                result = self.check_json("deep.py", "good.py")
                self.assertEqual(result.code, 1, result)
                self.assertEqual(result.places, [GOOD])

    def test_small_oddities(self):
        for name, text in {"empty": b"", "mark": b"\xef\xbb\xbf", "returns": b"x = 1\ry = 2\r",
                           "feed": b"\x0c\x0c\n", "backslash": b"x = 1 \\", "quote": b"x = '''\n",
                           "tab": b"\tfully_shard(x)\n", "seed": b"fully_shard"}.items():
            self.write(f"odd_{name}.py", text)
        self.check_both(1)

    def test_many_findings_on_one_line(self):
        body = "; ".join("net.forward(batch)" for _ in range(2000))
        self.write("wide.py", CLEAN.replace("return net(batch)", body))
        self.assertEqual(self.check("wide.py").code, 1)


if __name__ == "__main__":
    unittest.main()

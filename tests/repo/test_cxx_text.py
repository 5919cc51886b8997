import unittest

import cxx_text

SOURCE = '''// A comment with "text" and { braces.
int Count(int first, std::map<int, int> second) {
  const char* open = "{ \\"x\\"";  // one
  auto raw = R"py(
def f(): {
)py";
  for (int i = 0; i < 3; ++i) {
    auto add = [&](int x) {
      return x;
    };
    add(i);
  }
  return 1'000;
}

class Thing {
 public:
  Thing(int a, int b) : a_{a}, b_(b) {}
  int a() const { return a_; }

 private:
  int a_ = 0;
  int b_{};
};
'''


class CxxText(unittest.TestCase):
    def test_functions(self):
        found = [(name, lines, count) for _, name, lines, count in cxx_text.functions(SOURCE)]
        self.assertIn(("Count", 13, 2), found)
        self.assertIn(("a", 1, 0), found)
        self.assertNotIn("for", [name for name, _, _ in found])

    def test_literals(self):
        texts = [text for _, text in cxx_text.literals(SOURCE)]
        self.assertEqual(texts, ['{ "x"', "\ndef f(): {\n"])

    def test_code_lines_leave_comments_and_blanks_out(self):
        self.assertEqual(cxx_text.code_lines("// a\n\nint x;  // b\n/* c\n d */\nint y;\n"), [3, 6])


if __name__ == "__main__":
    unittest.main()

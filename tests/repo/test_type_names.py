"""A type name means one thing.

Two headers that give the same name in the same namespace to different types break
the one-definition rule: nothing warns, and the program runs the wrong constructor.
"""

import collections
import re
import unittest

import checkout

_TYPE = re.compile(r"^(?:struct|class|enum class|enum)\s+(\w+)[^;{()]*\{", re.M)
_NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)


def types_of(text):
    """(namespace, name) of each type that a header defines outside other types."""
    namespace = _NAMESPACE.search(text)
    return [(namespace and namespace[1], name) for name in _TYPE.findall(text)]


class TypeNames(unittest.TestCase):
    def test_reader_finds_definitions_only(self):
        text = "namespace a::b {\nstruct F;\nenum class G {\n  kOne\n};\nclass H final : I {\n};\n}\n"
        self.assertEqual(types_of(text), [("a::b", "G"), ("a::b", "H")])

    def test_each_name_is_defined_once(self):
        places = collections.defaultdict(list)
        for path in checkout.cxx():
            if path.endswith(".h"):
                for name in types_of(checkout.read(path)):
                    places[name].append(path)
        self.assertGreater(len(places), 50)
        for (namespace, name), paths in places.items():
            with self.subTest(type=f"{namespace}::{name}"):
                self.assertEqual(len(paths), 1, paths)


if __name__ == "__main__":
    unittest.main()

"""Reads just enough C++ for the repository tests: what is comment, what is text, what is code."""

import re

_TOKEN = re.compile(
    r"""
      (?P<raw>R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)")
    | (?P<string>"(?:\\.|[^"\\\n])*")
    | (?P<char>(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+')
    | (?P<comment>//[^\n]*|/\*.*?\*/)
    """,
    re.VERBOSE | re.DOTALL,
)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_comments(text):
    """Comments become blanks; lines and columns stay."""
    return _TOKEN.sub(lambda m: _blank(m[0]) if m["comment"] else m[0], text)


def without_text(text):
    """Comments and the content of literals become blanks; lines and columns stay."""

    def replace(match):
        if match["comment"]:
            return _blank(match[0])
        return '"' + _blank(match[0][1:-1]) + '"'

    return _TOKEN.sub(replace, text)


def literals(text):
    """Yields (line, content) of every string literal, with simple escapes resolved."""
    for match in _TOKEN.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["raw"]:
            mark = len(match["mark"])
            yield line, match["raw"][3 + mark : -2 - mark]
        elif match["string"]:
            yield line, match["string"][1:-1].replace('\\"', '"')


def code_lines(text):
    """Numbers of the lines that hold something besides comments and blanks."""
    lines = without_comments(text).split("\n")
    return [number for number, line in enumerate(lines, 1) if line.strip()]


_HEAD = re.compile(
    r"(?P<name>[~\w:]+|operator\S+)\s*\((?P<parameters>[^;{}]*)\)\s*"
    r"(?:const|noexcept|override|final|mutable|->\s*[\w:<>,&*\s]+|\s)*(?P<init>:[^;{}]*)?\{$"
)
_NOT_FUNCTIONS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "defined"}


def functions(text):
    """Yields (line, name, lines, parameters) of every function defined in formatted C++ code.

    A head is what stands between the last `;`, `{` or `}` and a brace that is opened. Lambdas
    belong to the function around them.
    """
    code = "\n".join(
        "" if line.lstrip().startswith("#") else line for line in without_text(text).split("\n")
    )
    # Braced initialisers would look like bodies; they hold no statement.
    head_start = 0
    stack = []
    for match in re.finditer(r"[;{}]", code):
        symbol, position = match[0], match.start()
        if symbol == "{":
            head = re.sub(r"\s+", " ", code[head_start:position]).strip() + "{"
            found = None if any(open_ is not None for open_ in stack) else _HEAD.search(head)
            if found and found["name"] not in _NOT_FUNCTIONS:
                stack.append((code.count("\n", 0, position) + 1, found["name"], found["parameters"]))
            else:
                stack.append(None)
        elif symbol == "}" and stack:
            opened = stack.pop()
            if opened:
                line, name, parameters = opened
                lines = code.count("\n", 0, position) + 2 - line
                yield line, name, lines, _count_parameters(parameters)
        head_start = position + 1


def _count_parameters(parameters):
    depth, count = 0, 1 if parameters.strip() else 0
    for symbol in parameters:
        depth += symbol in "(<[{"
        depth -= symbol in ")>]}"
        count += symbol == "," and depth == 0
    return count

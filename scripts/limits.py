#!/usr/bin/env python3
"""limits.py: writes docs/limits.md of include/rustg/limits.def. --check: whether it is as written, and has all limits
that the code tells of (exit 1): a constant of src named MOST_, MAX_, LARGEST_ or DEEPEST_, maybe behind a word, is one if
an error is made within four lines of a comparison with it."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = r"\b(?:[A-Z]+_)?(?:MOST|MAX|LARGEST|DEEPEST)_[A-Z0-9_]+\b"
TELLS = (r"\b(?:sema_error|lower_not_yet|lower_ptx_fail|ir_read_fail|interp_fail|error_fail|error_set|cli_error|longjmp|def_option_error)"
         r"\(|\bRUSTG_ERR_")
# Those that are no limits of rustg, which its user meets.
OTHERS = {
    "MAX_THREADS": "of a GPU's blocks",
    "LARGEST_BLOCK": "of a GPU's blocks",
    "MOST_BLOCKS": "of a GPU's grids",
    "MOST_GRID_X": "of a GPU's grids",
    "MOST_GRID_YZ": "of a GPU's grids",
    "MOST_THREADS": "of a GPU's blocks",
}
KINDS = {"SIZE": "Size", "DEPTH": "Depth", "TIME": "Time", "MEMORY": "Memory"}


def rows(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    string = r'"(?:[^"\\]|\\.)*"'
    for row in re.finditer(rf"LIMIT\((\w+), (\d+), (\w+), ({string}), ({string}),\s*((?:{string}\s*)+)\)", text):
        name, value, kind, shown, option, words = row.groups()
        yield name, int(value), kind, shown[1:-1], option[1:-1], "".join(s[1:-1] for s in re.findall(string, words))


def page():
    found = list(rows((ROOT / "include/rustg/limits.def").read_text()))
    lines = ["# Limits", "", "Made from [limits.def](../include/rustg/limits.def) by `scripts/limits.py`: these are the values that the code goes by.",
             "What is not here is limited by memory alone: tokens, nesting and errors of sources that are only parsed, the number of sources, of",
             "kernels and of launches. Time and memory grow about in proportion to the sources (`tests/kernels/scale_test.py`).", ""]
    for kind, title in KINDS.items():
        lines += [f"## {title}", "", "| limit | of what, and what happens there | changed by |", "|---|---|---|"]
        lines += [f"| {shown} | {words} | {' '.join(f'`{o}`' for o in option.split(', ')) if option else 'nothing'} |"
                  for _, _, of, shown, option, words in found if of == kind]
        lines += [""]
    return "\n".join(lines).rstrip() + "\n"


def untold():
    """The limits that the code tells of but limits.def does not."""
    texts = {path: path.read_text() for pattern in ("*.c", "*.h") for path in sorted((ROOT / "src").rglob(pattern))}
    named = {name for text in texts.values() for name in re.findall(rf"({NAME}) *= *(?!LIMIT_)[^= ]", text)}
    for path, text in texts.items():
        lines = text.split("\n")
        for i, line in enumerate(lines):
            for name in re.findall(rf"[<>]=? *(?:\([\w ]+\))?({NAME})", line) + re.findall(rf"({NAME}) *[<>]", line):
                if name in named and name not in OTHERS and re.search(TELLS, "\n".join(lines[i:i + 4])):
                    yield f"{path.relative_to(ROOT)}:{i + 1}: {name} is a limit that include/rustg/limits.def does not have"


def main():
    to = ROOT / "docs/limits.md"
    if "--check" in sys.argv:
        if to.read_text() != page():
            sys.exit("docs/limits.md is not what scripts/limits.py makes: run it")
        if missing := list(untold()):
            sys.exit("\n".join(missing))
    else:
        to.write_text(page())


main()

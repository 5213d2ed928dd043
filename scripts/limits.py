#!/usr/bin/env python3
"""limits.py: writes docs/limits.md of include/rustg/limits.def. --check: whether it is as written (exit 1)."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def main():
    to = ROOT / "docs/limits.md"
    if "--check" in sys.argv:
        if to.read_text() != page():
            sys.exit("docs/limits.md is not what scripts/limits.py makes: run it")
    else:
        to.write_text(page())


main()

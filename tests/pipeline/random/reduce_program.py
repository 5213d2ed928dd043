#!/usr/bin/env python3
"""Makes a program on which rustc and rustgc differ smaller: reduce_program.py RUSTGC PROGRAM.rs [ENGINE]

Leaves out items, statements and parts of expressions as long as rustc accepts the program and the difference stays: other
numbers, or the same first line of rustgc's complaint. Prints what is left."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import random_kernels_test as kernels


def write(folder, text):
    (folder / "p0.rs").write_text(text)
    (folder / "root.rs").write_text(kernels.gen_programs.ALLOWED + "pub mod p0;\n")
    (folder / "main.rs").write_text(kernels.MAIN.format(threads=kernels.THREADS, modules="mod p0;", calls='    show("0", p0::test);'))


def symptom(rustgc, folder, text, engine, rust_std):
    """What is wrong with the text: "differs", the first line of a complaint, or None, also where rustc refuses it."""
    write(folder, text)
    try:
        got = kernels.by_rustg(rustgc, folder, [engine], 0)
    except kernels.Refused as why:
        done = subprocess.run([rustgc, str(folder / "p0.rs"), "--emit=ir", "-o", os.devnull], capture_output=True, text=True)
        lines = [line for line in f"{done.stderr}\n{why}".splitlines() if "error" in line or "does not end" in line]
        return re.sub(r"\d+", "N", lines[0] if lines else "crash") if accepted(folder, rust_std) else None
    try:
        expected = kernels.by_rustc(folder, rust_std)
    except kernels.Refused:
        return None
    return None if kernels.agree(expected[("rustc", 0)], got[(engine, 0)]) else "differs"


def accepted(folder, rust_std):
    """Whether rustc takes it, when only rustg complains."""
    try:
        kernels.by_rustc(folder, rust_std)
        return True
    except kernels.Refused:
        return False


def closing(lines, start):
    """The line that ends what a line opens."""
    depth = 0
    for i in range(start, len(lines)):
        depth += lines[i].count("{") - lines[i].count("}")
        if depth <= 0:
            return i
    return start


def candidates(text):
    """Smaller texts: without a line or a bracketed group of lines, then with a bracketed expression replaced."""
    lines = text.split("\n")
    for i in range(len(lines)):
        end = closing(lines, i)
        if end > i:
            yield "\n".join(lines[:i] + lines[end + 1:])
    for i in range(len(lines)):
        yield "\n".join(lines[:i] + lines[i + 1:])
    for match in re.finditer(r"\([^()]*\)|\{[^{}\n]*\}|\[[^\[\]]*\]", text):
        for other in ("0", "true", "1.0", "()"):
            if len(match.group()) > len(other):
                yield text[:match.start()] + other + text[match.end():]
        for part in re.split(r", | (?:[-+*/%^|&<>]|==|!=|<=|>=|&&|\|\||<<|>>) ", match.group()[1:-1]):
            if len(part) + 2 < len(match.group()):
                yield text[:match.start()] + match.group()[0] + part + match.group()[-1] + text[match.end():]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rustgc, text = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).read_text()
    engine = sys.argv[3] if len(sys.argv) == 4 else "interpreter"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        rust_std = kernels.build_std(folder)
        wanted = symptom(rustgc, folder, text, engine, rust_std)
        if not wanted:
            sys.exit("rustc and rustgc agree on this program, or rustc refuses it")
        smaller = True
        while smaller:
            smaller = False
            for other in candidates(text):
                if symptom(rustgc, folder, other, engine, rust_std) == wanted:
                    text, smaller = other, True
                    break
    print(f"// {wanted}\n{text}")


if __name__ == "__main__":
    main()

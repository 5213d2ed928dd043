#!/usr/bin/env python3
"""Each intrinsic of ir_intrinsic.def is in the IR of a program that some test runs: intrinsics_test.py RUSTGC

Those programs are tests/pipeline/run; what only the interpreter looks at is in those of tests/ir/undefined, which are not optimized. Some
are in no program."""
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(os.environ.get("RUSTG_SOURCE_DIR", pathlib.Path(__file__).resolve().parent.parent.parent))
FOLDERS = (("tests/pipeline/run", "-O1"), ("tests/ir/undefined", "-O0"))
NOT_LOWERED = {
    "range_first", "range_end", "range_at", "prefetch",  # made by passes
    "scalars_at",  # in constants alone, which are values by then
    # functions that the library computes itself: the rules of gradients go by these names (src/lower/lower_math.c)
    "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "expm1", "ln_1p", "cbrt", "hypot",
}


def words_of(path, level):
    done = subprocess.run([sys.argv[1], level, "--emit=ir", "-o", "-", str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return set(re.findall(r"\w+", re.sub(r'"[^"]*"', "", done.stdout.decode(errors="replace"))))


def main():
    rows = re.findall(r'^IR_(?:INTRINSIC|MATH|FLOAT|WARP|ATOMIC)\(\w+,.*"(\w+)"\)', (ROOT / "src/ir/ir_intrinsic.def").read_text(), re.MULTILINE)
    programs = [(path, level) for folder, level in FOLDERS for path in sorted((ROOT / folder).rglob("*.rs"))]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        seen = set().union(*pool.map(words_of, *zip(*programs)))
    wrong = [f"no program of tests/pipeline/run has the intrinsic {name}" for name in rows if name not in seen | NOT_LOWERED]
    wrong += [f"a program has the intrinsic {name}: take it off the list" for name in sorted(NOT_LOWERED & seen)]
    print("\n".join("FAIL " + words for words in wrong), end="\n" if wrong else "")
    print(f"{len(rows) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong) or len(rows) < 80


if __name__ == "__main__":
    sys.exit(main())

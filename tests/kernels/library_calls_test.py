#!/usr/bin/env python3
"""Each public function of the library that kernels see is called by a program: by name, in tests/pipeline/run, where rustc says what it
comes to, in examples/kernels, or in the kernels of rustg itself. The intrinsics that it is made of are run_programs_test's."""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ.get("RUSTG_SOURCE_DIR", pathlib.Path(__file__).resolve().parent.parent.parent))
LIBRARY = ROOT / "kernels" / "library"
PROGRAMS = ("tests/pipeline/run", "examples/kernels", "kernels/product", "kernels/attention")
NOT_SHOWN = ("intrinsics.rs", "fmt/sink.rs")


def files():
    """Those of kernels/library, and those that rustg-std lends it."""
    lent = re.findall(r'#\[path = "(\.\./[^"]*)"\]', (LIBRARY / "lib.rs").read_text())
    return sorted(path for path in LIBRARY.rglob("*.rs") if path.relative_to(LIBRARY).as_posix() not in NOT_SHOWN) + \
        [(LIBRARY / path).resolve() for path in lent]


def main():
    programs = [path.read_text() for folder in PROGRAMS for path in (ROOT / folder).rglob("*.rs")]
    called = {name for text in programs for name in re.findall(r"\w+", re.sub(r"//.*|\bfn \w+", "", text))}
    n = n_failed = 0
    for path in files():
        for name in re.findall(r"^\s*pub (?:const )?(?:unsafe )?fn (\w+)", path.read_text(), re.MULTILINE):
            n += 1
            if name not in called:
                n_failed += 1
                print(f"FAIL no program of tests/pipeline/run calls {name} of {path.relative_to(ROOT)}")
    print(f"{n - n_failed} passed, {n_failed} failed")
    return n_failed > 0 or n < 400


if __name__ == "__main__":
    sys.exit(main())

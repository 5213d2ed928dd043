"""offered_test.py RUSTGC: `std` shows kernels nothing that Rust's has not, as the imports that rustgc suggests tell.

Every name that the kernels' library defines is asked for where it is not in scope; each path of `std` in the answers is
imported in a program that rustc compiles. Without rustc the test is left out, with exit code 77."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))
FEWEST = 280  # paths of std that are suggested; there were 293
HEAD = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<u32>) {\n"


def names():
    found = set()
    for folder in ("kernels/library", "bindings/rust/rustg-std/src"):
        for path in (SOURCE / folder).rglob("*.rs"):
            found |= set(re.findall(r"\b(?:fn|mod|const)\s+([A-Za-z]\w*)|\b([A-Z]\w+)\b", path.read_text()))
    return sorted({name for pair in found for name in pair if name} - {"Self", "dyn", "fn", "for", "in", "unsafe"})


def suggested(rustgc, folder):
    source = folder / "asked.rs"
    asked = "".join(f"let _: {n};\n{n}();\nlet _ = {n};\n" for n in names())
    source.write_text(f"{HEAD}{asked}}}\n")
    run = subprocess.run([rustgc, str(source), "--error-limit=0"], capture_output=True, text=True)
    assert "cannot find" in run.stderr, run.stderr[:2000]
    return sorted(set(re.findall(r"\+ use (std::[\w:]+);", run.stderr)))


def main():
    rustgc = os.path.abspath(sys.argv[1])
    rustc = shutil.which("rustc")
    if not rustc:
        print("skipped: no rustc to judge")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = suggested(rustgc, folder)
        assert len(paths) >= FEWEST, f"only {len(paths)} paths of std were suggested"
        judged = folder / "judged.rs"
        judged.write_text("#![allow(warnings)]\n" + "".join(f"use {path} as _{i};\n" for i, path in enumerate(paths)) + "fn main() {}\n")
        run = subprocess.run([rustc, "--edition", "2024", "--emit=metadata", "-o", str(folder / "judged"), str(judged)],
                             capture_output=True, text=True)
        assert run.returncode == 0, f"rustc has not what rustgc suggests:\n{run.stderr[:4000]}"
    print(f"passed: {len(paths)} paths of std")


main()

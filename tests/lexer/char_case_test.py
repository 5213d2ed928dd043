"""char_case_test.py: lex_case.h says of every character what Rust's char says: its case, and what is its other."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    if not shutil.which("rustc"):
        print("char_case_test: skipped, as there is no rustc")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "char_case"
        subprocess.run(["rustc", "-O", "-o", program, HERE / "char_case.rs"], check=True)
        theirs = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    program = Path(os.environ["RUSTG_TEST_PROGRAMS"]) / "case_test"
    ours = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    if ours[0] != theirs[0]:
        print(f"char_case_test: skipped, as rustc is of Unicode {theirs[0]}")
        return 77
    for line in sorted(set(ours) ^ set(theirs))[:20]:
        print("rustg:" if line in ours else "rustc:", line)
    print(f"{len(theirs)} lines")
    return ours != theirs


if __name__ == "__main__":
    sys.exit(main())

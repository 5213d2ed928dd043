"""adjoint_text_test.py: rustc compiles what `rustgc --emit=adjoint` writes, of each program of tests/adjoint/programs.
gradient_programs_test compares what rustg compiles of it, bit by bit. Argument: rustgc. Exit code 77: there is no rustc."""
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


def std_for_rustc(folder):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder), "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(["cargo", "build", "--quiet", "-p", "rustg-std"], cwd=SOURCE / "bindings/rust", env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit("rustg-std does not build:\n" + done.stderr[-4000:])
    return folder / "debug"


def problem_of(rustgc, std, folder, path):
    """What is wrong with the text of a program, or nothing."""
    out = folder / path.name
    done = subprocess.run([rustgc, "--emit=adjoint", "-o", out, path], capture_output=True, text=True, check=False)
    if "// text: none" in path.read_text():
        return None if done.returncode and "has no form as Rust text" in done.stderr else "it is not refused"
    if done.returncode:
        return done.stderr
    if "use rustg_std::prelude::*;" not in out.read_text():
        return "it is no text of kernels"
    made = subprocess.run(["rustc", "--edition=2024", "--crate-type=lib", "--emit=metadata", "-o", out.with_suffix(".rmeta"), "--extern",
                           f"rustg_std={std}/librustg_std.rlib", "-L", f"dependency={std}/deps", str(out)],
                          capture_output=True, text=True, check=False)
    return made.stderr[-3000:] if made.returncode or "warning" in made.stderr else None


def main():
    if not shutil.which("cargo") or not shutil.which("rustc"):
        print("SKIP: there is no rustc")
        return 77
    paths = [Path(p) for p in sys.argv[2:]] or sorted((SOURCE / "tests/adjoint/programs").rglob("*.rs"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        std = std_for_rustc(folder / "target")
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            problems = list(pool.map(lambda path: problem_of(sys.argv[1], std, folder, path), paths))
    for path, problem in zip(paths, problems):
        if problem:
            print(f"FAIL {path.name}: {problem}")
    n_failed = sum(problem is not None for problem in problems)
    print(f"{len(paths) - n_failed} passed, {n_failed} failed")
    return n_failed > 0 or not paths


sys.exit(main())

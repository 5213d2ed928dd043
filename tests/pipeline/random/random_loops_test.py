"""random_loops_test.py RUSTGC [N [FIRST_SEED]]: random loops go round as often as they should, compiled by NVRTC.

gen_loops.py writes N loops (default RUSTG_LOOPS_N or 160), a hundred or so in a module, and what each thread computes. The CPU target and
CUDA's, run as PTX in the interpreter of tests/codegen/ptx, must compute that. RUSTG_LOOPS_ENGINES: default "interpreter cuda".
RUSTG_LOOPS_KEEP=FOLDER keeps the crates. Exit code 77: no NVRTC here."""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "codegen/ptx"))
import gen_loops
import ptx_program

THREADS = 48
IN_ONE = 80
ENGINES = os.environ.get("RUSTG_LOOPS_ENGINES", "interpreter cuda").split()
WARNINGS = "#![allow(warnings)]\n"


def run_crate(program, folder, seeds):
    """{(engine, seed): numbers}"""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (folder / f"p{seed}.rs").write_text(gen_loops.module(seed, THREADS))
    (folder / "root.rs").write_text(WARNINGS + "\n".join(f"pub mod p{seed};" for seed in seeds) + "\n")
    done = subprocess.run([program, folder / "root.rs", str(THREADS), "1", *ENGINES], capture_output=True, text=True)
    found, lines = {}, iter(done.stdout.splitlines())
    for line in lines:
        kernel = re.match(r"(\w+) p(\d+)__test$", line)
        if kernel:
            found[(kernel[1], int(kernel[2]))] = next(lines)
        else:
            found[(kernel, "panic")] = line
    return found, done.stderr


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not ptx_program.find():
        print("skipped: no PTX here")
        return 77
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_LOOPS_N", "160"))
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    program = Path(sys.argv[1]).resolve().parent / "tests" / "run_random_ptx"
    start, failed = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("RUSTG_LOOPS_KEEP") or temporary).resolve()
        for at in range(first, first + n, IN_ONE):
            seeds = list(range(at, min(at + IN_ONE, first + n)))
            found, errors = run_crate(program, folder / f"crate{at}", seeds)
            if errors or not found:
                why = subprocess.run([sys.argv[1], folder / f"crate{at}" / "root.rs", "--emit=ir", "-o", os.devnull], capture_output=True, text=True)
                sys.exit((errors + why.stderr)[:3000])
            for seed in seeds:
                wanted = " ".join(map(str, gen_loops.expected(seed, THREADS)))
                for engine in ENGINES:
                    got = found.get((engine, seed), "no result")
                    if got != wanted:
                        failed += 1
                        thread = next((i for i, (w, g) in enumerate(zip(wanted.split(), got.split())) if w != g), 0)
                        print(f"loop {seed} differs ({engine}) in thread {thread}")
    print(f"{n} loops (seeds {first}..{first + n - 1}): {failed} differ; {time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

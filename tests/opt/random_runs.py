"""random_runs.py: runs random kernels by the interpreter and on the CPU device, and counts where they differ."""
import os
import re
import subprocess


def run(rustgc, folder, name, shape, n_x, n_y, engine):
    done = subprocess.run(
        [rustgc, "k.rs", f"--run={name}", *shape, f"--arg=0..{n_x}", f"--arg=[7; {n_y}]", "--out=1", "-j1", f"--engine={engine}"],
        cwd=folder, env=os.environ | {"RUSTG_CACHE": str(folder / "cache")},  # one compile for all runs
        capture_output=True, text=True, timeout=300)
    # the address sanitizer warns of fibers
    done.stderr = re.sub(r"^==\d+==WARNING: ASan doesn't fully support makecontext.*\n", "", done.stderr, flags=re.M)
    return done


class Runs:
    def __init__(self, rustgc, folder):
        self.rustgc, self.folder = rustgc, folder
        self.n_run = self.n_failed = self.n_panicked = 0

    def compare(self, name, text, shape, n_x, n_y, may_fail=""):
        """The kernel `name` of k.rs by both engines. Where it fails, the interpreter must say may_fail."""
        want, got = (run(self.rustgc, self.folder, name, shape, n_x, n_y, engine) for engine in ("interpreter", "cpu"))
        self.n_run += 1
        self.n_panicked += "panicked" in want.stderr
        if want.returncode != 0 and not re.search(may_fail, want.stderr):
            self.n_failed += 1
            print(f"{text}{shape} {n_x} {n_y}: {want.stderr}")
        elif (want.returncode, want.stdout, want.stderr) != (got.returncode, got.stdout, got.stderr):
            self.n_failed += 1
            print(f"{text}{shape} {n_x} {n_y}: {want.returncode} {want.stdout[:200]}{want.stderr}"
                  f"but on the CPU {got.returncode} {got.stdout[:200]}{got.stderr}")

    def check_panics(self):
        if self.n_panicked * 20 < self.n_run or self.n_panicked * 20 > 19 * self.n_run:
            print(f"{self.n_run} runs, {self.n_panicked} panics: too few of one kind")
            self.n_failed += 1

    def tell(self):
        print(f"{self.n_run} runs, {self.n_panicked} panics")
        print(f"{self.n_run - self.n_failed} passed, {self.n_failed} failed")
        return self.n_failed != 0

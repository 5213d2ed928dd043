#!/usr/bin/env python3
"""random_thread_loops_test.py RUSTGC [N [SEED]]: random kernels of indices and conditions, as loops over threads and by the interpreter.

What a thread asks of its number is made of sums, products, quotients, shifts and conversions of all widths, which wrap now and
then; slices end anywhere. Values, panics and the thread that panicked are compared."""
import os
import random
import sys
import tempfile
from pathlib import Path

from random_runs import Runs

TYPES = ["usize", "u64", "u32", "u16", "u8", "i64", "i32", "i16"]
MOST = {"usize": 2**64, "u64": 2**64, "u32": 2**32, "u16": 2**16, "u8": 2**8, "i64": 2**63, "i32": 2**31, "i16": 2**15}
SHAPES = [["--grid=3", "--block=32"], ["--grid=2,2", "--block=7,3"], ["--grid=21", "--block=256"], ["--grid=1", "--block=1000"]]


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, kind):
        near = self.random.random() < 0.2
        return f"{self.random.choice([MOST[kind] - 1 - self.random.randrange(4), self.random.randrange(min(MOST[kind], 300))]) if near else self.random.randrange(12)}{kind}"

    def value(self, kind, depth):
        pick = self.random.random()
        if depth == 0 or pick < 0.2:
            return self.random.choice([f"(i as {kind})", f"(i as {kind})", f"(thread::idx_x() as {kind})", f"(x.len() as {kind})"]) \
                if self.random.random() < 0.8 else self.number(kind)
        if pick < 0.4:
            return f"({self.value(self.random.choice(TYPES), depth - 1)} as {kind})"
        one = self.value(kind, depth - 1)
        if pick < 0.75:
            return f"{one}.wrapping_{self.random.choice(['add', 'sub'])}({self.value(kind, depth - 1)})"
        if pick < 0.85:
            return f"{one}.wrapping_mul({self.number(kind)})"
        if pick < 0.93:
            return f"({one} / {self.random.randrange(1, 9)}{kind})"
        return f"({one} >> {self.random.randrange(8)})"

    def condition(self, depth):
        if depth and self.random.random() < 0.3:
            both = f"({self.condition(depth - 1)} {self.random.choice(['&&', '||', '&'])} {self.condition(depth - 1)})"
            return f"!{both}" if self.random.random() < 0.3 else both
        kind = self.random.choice(TYPES)
        return f"({self.value(kind, 2)} {self.random.choice(['<', '<=', '>', '>=', '<', '=='])} {self.value(kind, 1)})"

    def index(self):
        index = self.value("usize", 3)
        pick = self.random.random()
        return index if pick < 0.25 else f"({index}) % x.len()" if pick < 0.6 else f"({index}).min(x.len() - 1)"

    def statement(self, depth):
        pick = self.random.random()
        if pick < 0.2:
            return f"if {self.condition(1)} {{ return; }}"
        if pick < 0.45:
            return f"h = h.wrapping_add(x[{self.index()}]);"
        if pick < 0.6:
            return f"h ^= ({self.value(self.random.choice(TYPES), 3)}) as u32;"
        if depth == 0:
            return "if t < y.len() { y[t] = h; }"
        other = f" else {{ {self.statement(depth - 1)} }}" if self.random.random() < 0.4 else ""
        return f"if {self.condition(1)} {{ {self.statement(depth - 1)} {self.statement(depth - 1)} }}{other}"

    def text(self, name):
        body = "\n    ".join(self.statement(2) for _ in range(self.random.randrange(1, 4)))
        last = self.random.choice(["if t < y.len() { y[t] = h; }", "y[t] = h;", "if t >= y.len() { return; }\n    y[t] = h;"])
        return (f"#[kernel]\npub fn {name}(x: &[u32], mut y: GridMut<u32>) {{\n    let t = thread::index();\n    let i = t.get();\n"
                f"    let mut h = 0u32;\n    {body}\n    {last}\n}}\n")


def main():
    rustgc = str(Path(sys.argv[1]).resolve())
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_RANDOM_N", "16"))
    first = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_RANDOM_SEED", "1"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        runs = Runs(rustgc, folder)
        for begin in range(first, first + n, 24):
            names = {f"k{seed}": Kernel(seed) for seed in range(begin, min(begin + 24, first + n))}
            texts = {name: kernel.text(name) for name, kernel in names.items()}
            (folder / "k.rs").write_text("use rustg_std::prelude::*;\n" + "".join(texts.values()))
            for name, kernel in names.items():
                for shape in kernel.random.sample(SHAPES, 2):
                    n_x, n_y = kernel.random.choice([1, 50, 96, 1000, 5376]), kernel.random.choice([1, 90, 96, 999, 5376])
                    runs.compare(name, texts[name], shape, n_x, n_y)
    runs.check_panics()
    return runs.tell()


sys.exit(main())

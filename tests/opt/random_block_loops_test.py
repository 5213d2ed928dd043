#!/usr/bin/env python3
"""random_block_loops_test.py RUSTGC [N [SEED]]: random kernels with barriers, as loops between barriers and by the interpreter.

Threads of blocks of one, two and three dimensions give each other numbers in shared memory, in loops and branches that all of them
take; between barriers they branch, loop, return and panic as they please, and keep numbers and arrays of their own. Values, panics and
the thread that panicked are compared."""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from random_runs import Runs

SHAPES = ["1", "7", "33", "256", "5,3", "16,16", "1,9", "3,5,7", "31,2,2", "64"]
GRIDS = ["1", "3", "2,2"]


PRELUDE = """use rustg_std::prelude::*;
fn deep(n: u32) -> u32 {
    if n == 0 { 1 } else { deep(n.wrapping_sub(1)).wrapping_mul(3) ^ n }
}
"""


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n_loops = self.n_shared = 0
        self.loops = []

    def pick(self, *of):
        return self.random.choice(of)

    def few(self, most=9):
        return self.random.randrange(most)

    def chance(self, of_hundred):
        return self.random.random() * 100 < of_hundred

    def same(self):
        """A number that all threads of the block have."""
        known = ["x.len()", "y.len()", "thread::block_idx_x() as usize", "thread::block_dim_x() as usize", "n", f"{self.few()}", "u"]
        one = self.pick(*known, *self.loops, *self.loops)
        return f"({one} {self.pick('+', '*', '^', '/')} {1 + self.few()})" if self.chance(40) else f"({one})"

    def same_condition(self):
        return f"{self.same()} % {2 + self.few(3)} {self.pick('==', '!=', '<')} {self.few(3)}"

    def number(self):
        """A thread's own number, a u32."""
        return self.pick("h", "h", "r as u32", "thread::idx_x()", "thread::idx_y()", "thread::idx_z()", "warp::lane()", "i as u32",
                         "a[(h % 4) as usize]", "f.to_bits()", "w as u32", f"{self.few(300)}", f"{self.same()} as u32")

    def condition(self):
        return self.pick(
            f"({self.number()}) % {2 + self.few()} == {self.few(3)}", f"r {self.pick('<', '>', '==')} {self.few(40)}", "b", "t < y.len()",
            f"({self.number()}) < {self.few(400)}", f"r < {self.same()}", f"i + {self.few()} < x.len()")

    def index(self):
        index = self.pick("i", f"i + {self.few()}", "r", f"({self.number()}) as usize", self.same(), f"r + {self.same()} % 8")
        return f"({index}) % x.len()" if self.chance(85) else index

    def own(self, depth):
        """What a thread does for itself."""
        kind = self.random.randrange(18)
        if kind == 0 and depth == 2:  # by what is in memory: rustg lets no thread's number decide who comes by a barrier
            return f"if x[({self.number()}) as usize % x.len()] % {20 + self.few(200)} == {self.few()} {{ return; }}"
        if kind == 1 and self.chance(80):
            return f"assert!(({self.number()}) % {20 + self.few(300)} != {self.few()}, \"no\");"
        if kind == 2:
            return f"h = h % 100000 + x[{self.index()}];"
        if kind == 3:
            return f"a[({self.number()}) as usize % 4] ^= {self.number()};"
        if kind == 4:
            return f"f = f * 0.5 + ({self.number()}) as f32;"
        if kind == 5:
            return f"b ^= {self.condition()};"
        if kind == 6:
            return f"w = w.rotate_left(7) ^ ({self.number()}) as u64;"
        if kind == 7:
            return "if t < y.len() { y[t] = h; }"
        if kind == 8:
            return f"c.atomic(({self.number()}) as usize % 8).fetch_add(({self.number()}) % 5, Relaxed);"
        if kind == 9 and depth:
            name = f"j{depth}"
            leave = f"if {self.condition()} {{ {self.pick('break', 'continue')}; }}" if self.chance(50) else ""
            return f"for {name} in 0..({self.number()}) % 5 {{ h = h.wrapping_add({name}); {leave} {self.own(depth - 1)} }}"
        if kind < 12 and depth:
            other = f" else {{ {self.own(depth - 1)} }}" if self.chance(40) else ""
            return f"if {self.condition()} {{ {self.own(depth - 1)} {self.own(depth - 1)} }}{other}"
        if kind == 15:
            return self.pick(f"o = Some({self.number()});", "o = None;", "if let Some(v) = o { h ^= v; }", "h = h.wrapping_add(o.unwrap_or(5));")
        if kind == 16:
            return self.pick(f"p = ({self.number()}, f, b);", "(h, f, b) = p;", "h ^= p.0; b ^= p.2;")
        if kind == 17 and self.chance(20):
            return f"h ^= deep({self.number()} % 4);"
        return f"h = h.wrapping_mul(31).wrapping_add({self.number()});"

    def exchange(self):
        partner = self.pick(f"(r + {1 + self.few()}) % n", "n - 1 - r", f"{self.same()} % n", "r ^ 1")
        read = f"h = h.wrapping_add(s.get({partner}));"
        between = self.own(1) if self.chance(30) else ""
        return f"s.set(r, {self.number()}); block::sync(); {between} {read} block::sync();"

    def tree(self):
        return (f"s.set(r, {self.number()}); block::sync(); let mut half = n / 2; while half > 0 {{ if r < half {{"
                " s.set(r, s.get(r).wrapping_add(s.get(r + half))); } block::sync(); half /= 2; }"
                f" {self.own(1)} h ^= s.get({self.pick('0', 'r')}); block::sync();")

    def joint(self, depth):
        """What all threads do together."""
        kind = self.random.randrange(14)
        if kind == 0:
            return self.tree()
        if kind < 4:
            return self.exchange()
        if kind < 6 and depth:
            self.n_loops += 1
            name = f"k{self.n_loops}"
            self.loops.append(name)
            leave = f"if {self.same_condition()} {{ {self.pick('break', 'continue')}; }}" if self.chance(30) else ""
            body = f"{self.joint(depth - 1)} {leave} {self.joint(depth - 1)}"
            self.loops.pop()
            return f"for {name} in 0..{self.same()} % {1 + self.few(5)} {{ {body} }}"
        if kind < 8 and depth:
            other = f" else {{ {self.joint(depth - 1)} }}" if self.chance(50) else ""
            return f"if {self.same_condition()} {{ {self.joint(depth - 1)} {self.joint(depth - 1)} }}{other}"
        if kind == 10:
            leave = f"if {self.condition()} {{ {self.pick('break', 'continue')}; }}" if self.chance(15) else ""
            return f"for g in thread::grid_stride({self.pick('x.len()', 'y.len()', self.same())}) {{ {self.own(1)} {leave} h ^= x[g.get() % x.len()]; }}"
        if kind == 8:
            return f"u = s.get({self.same()} % n) as usize % 100; block::sync();"
        if kind == 9 and self.chance(25):
            return self.pick(f"if {self.same()} % {3 + self.few(9)} == 1 {{ return; }}",
                             f"assert!({self.same()} % {3 + self.few(20)} != 2, \"all\");", f"h ^= x[{self.same()}];")
        return self.own(2)

    def text(self, name, shape):
        body = "\n    ".join(self.joint(2) for _ in range(self.random.randrange(2, 7)))
        sides = (shape.split(",") + ["1", "1"])[:3]
        told = f"(block = ({', '.join(sides)}))" if self.chance(40) else ""
        last = self.pick("if t < y.len() { y[t] = h; }", "y[t] = h;", "if t < y.len() { y[t] = h ^ c.get(r % 8) ^ a[r % 4] ^ w as u32; }")
        return (f"#[kernel{told}]\npub fn {name}(x: &[u32], mut y: GridMut<u32>) {{\n"
                "    let s = Shared::<u32, 1024>::new();\n    let c = Shared::<u32, 8>::new();\n"
                "    let t = thread::index();\n    let i = t.get();\n    let r = block::rank() as usize;\n    let n = block::size() as usize;\n"
                "    let mut h = x.len() as u32 ^ i as u32;\n    let mut a = [h, 1, 2, 3];\n    let mut f = 0.25f32;\n    let mut b = false;\n"
                "    let mut w = i as u64;\n    let mut o = None;\n    let mut p = (h, 1.0f32, true);\n    if h == 77777777 { o = Some(1u32); }\n    let mut u = 3usize;\n    if r < 1024 { s.set(r ^ 1, 1); }\n    block::sync();\n"
                "    s.set(r, 7);\n    if r == 0 { for k in 0..8 { c.set(k, 0); } }\n    block::sync();\n"
                f"    {body}\n    block::sync();\n    {last}\n}}\n")


def main():
    rustgc = str(Path(sys.argv[1]).resolve())
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_RANDOM_N", "6"))
    first = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_RANDOM_SEED", "1"))
    n_loops = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        runs = Runs(rustgc, folder)
        for begin in range(first, first + n, 16):
            kernels = {f"k{seed}": Kernel(seed) for seed in range(begin, min(begin + 16, first + n))}
            shapes = {name: kernel.pick(*SHAPES) for name, kernel in kernels.items()}
            texts = {name: kernel.text(name, shapes[name]) for name, kernel in kernels.items()}
            (folder / "k.rs").write_text(PRELUDE + "".join(texts.values()))
            made = subprocess.run([rustgc, "k.rs", "--emit=c", "-o", "-"], cwd=folder, capture_output=True, text=True)
            if made.returncode != 0:
                sys.exit(f"{(folder / 'k.rs').read_text()}{made.stderr}")
            n_loops += made.stdout.count("_call_kind = 4;")
            for name, kernel in kernels.items():
                for k in range(2):
                    block = shapes[name] if k == 0 or kernel.chance(50) else kernel.pick(*SHAPES)
                    shape = [f"--grid={kernel.pick(*GRIDS)}", f"--block={block}"]
                    n_x, n_y = kernel.pick(3, 50, 1000, 5376), kernel.pick(90, 999, 5376)
                    runs.compare(name, texts[name], shape, n_x, n_y, "panicked|is compiled for blocks of")
    runs.check_panics()
    if n_loops * 10 < n * 8:
        print(f"{n} kernels, {n_loops} of them as loops between barriers: too few")
        runs.n_failed += 1
    print(f"{n} kernels, {n_loops} of them as loops between barriers")
    return runs.tell()


sys.exit(main())

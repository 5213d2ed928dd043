"""Random kernels of loops, branches, jumps, arrays, calls, shared memory and shuffles have the derivatives that
gradient_programs_test wants:
random_gradients_test.py RUSTGC [N [SEED [TARGET]]]   default: RUSTG_RANDOM_N or 12 programs, RUSTG_RANDOM_SEED or 1, the
interpreter"""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

TEST = Path(os.environ["RUSTG_TEST_PROGRAMS"]) / "gradient_programs_test"
UNARY = ("{}.sin()", "{}.cos()", "({} * 0.3).exp()", "{}.tanh()", "(({} * 0.7).abs() + 0.5).sqrt()", "{}.atan()", "-{}", "({}.abs() + 0.5).ln()")
BINARY = ("({} + {})", "({} - {})", "({} * {})", "({} / (1.5 + {}.abs()))", "{}.mul_add({}, 0.3)", "turn({}, {})", "walk({}, {})", "{}.max({} * 0.7)",
          "ruled({}, {})")


class Program:
    """Text of one kernel. Floats are variables that stay small: each assignment ends in `small`."""

    def __init__(self, rng):
        self.rng = rng
        self.is_together = rng.random() < 0.5
        self.lines = []
        self.n_loops = self.n_fresh = 0
        self.labels = []
        self.integers = ["n", "m"]

    def say(self, depth, text):
        self.lines.append("    " * depth + text)

    def atom(self):
        rng = self.rng
        return rng.choice(
            ["a", "b", "c", f"t[{self.index()} % 4]", f"x[{self.index()} % x.len()]", "y[i]", f"{rng.uniform(-2, 2):.3f}f64", "s"]
        )

    def index(self):
        name = self.rng.choice(self.integers)
        return f"({name} as usize + {self.rng.randrange(4)})"

    def value(self, depth):
        rng = self.rng
        if depth == 0:
            return self.atom()
        form = rng.choice(UNARY if rng.random() < 0.35 else BINARY)
        if form.count("{}") == 1:
            return form.format(f"({self.value(depth - 1)})")
        return form.format(f"({self.value(depth - 1)})", f"({self.value(depth - 1)})")

    def condition(self):
        rng = self.rng
        if rng.random() < 0.5:
            return f"{self.index()} % {rng.randrange(2, 4)} == {rng.randrange(2)}"
        return f"{self.value(1)} > {rng.uniform(-1, 1):.4f}"

    def assign(self, depth):
        target = self.rng.choice(["a", "b", "c", "s", f"t[{self.index()} % 4]", "y[i]"])
        self.say(depth, f"{target} = small({self.value(self.rng.randrange(1, 3))});")

    def loop(self, depth):
        rng = self.rng
        self.n_loops += 1
        k, label = f"k{self.n_loops}", f"'l{self.n_loops}"
        bound = rng.choice([f"{rng.randrange(1, 4)}", "n", "m", "n + 1"])
        kind = rng.randrange(3)
        if kind == 0:
            self.say(depth, f"{label}: for {k} in 0..{bound} {{")
        elif kind == 1:
            self.say(depth, f"let mut {k} = 0;")
            self.say(depth, f"{label}: while {k} < {bound} {{")
            self.say(depth + 1, f"{k} += 1;")
        else:
            self.say(depth, f"let mut {k} = 0;")
            self.say(depth, f"{label}: loop {{")
            self.say(depth + 1, f"{k} += 1;")
            self.say(depth + 1, f"if {k} > {bound} {{ break; }}")
        self.integers.append(k)
        self.labels.append(label)
        if rng.random() < 0.3:
            self.say(depth + 1, "let before = t;")
            self.say(depth + 1, f"t[{self.index()} % 4] = small(before[{self.index()} % 4] * {self.atom()});")
        self.block(depth + 1, rng.randrange(1, 4))
        self.labels.pop()
        self.integers.pop()
        self.say(depth, "}")

    def form(self, depth):
        """A statement with structs, references, iterators, enums, closures or options."""
        rng, a, b = self.rng, self.atom(), self.atom()
        at = f"{self.index()} % 4"
        self.say(depth, rng.choice([
            f"let w = {a}; for v in t.iter_mut() {{ *v = small(*v * 0.5 + w); }}",
            f"s = small(t.iter().zip(x.iter()).map(|(v, w)| v * w + {a} * 0.1).sum());",
            f"let w = {b}; let r = if {self.condition()} {{ &mut a }} else {{ &mut b }}; *r = small(*r * w + 0.25);",
            f"let w = small({b}); let r = &mut t[{at}]; *r += w; *r *= 0.5;",
            f"t.swap({at}, {self.index()} % 4);",
            f"let q = Pair {{ u: {a}, v: {b} }}.mixed(s); c = small(q.u); p2.v = small(q.v + p2.u);",
            f"p2 = if {self.condition()} {{ p2.mixed({a}) }} else {{ Pair {{ u: p2.v, ..p2 }} }};",
            f"let w = {b}; let g = |v: f64| v * {a} + c; let w = g(w) + g(0.5); c = small(w);",
            f"if let Some(v) = root({a}) {{ b = small(v * b); }} else {{ b = small({b}); }}",
            f"let side = if {self.condition()} {{ Shape::One({a}) }} else {{ Shape::Two({b}, s) }}; "
            "s = small(match side { Shape::One(v) => v * v, Shape::Two(v, w) => v - w * 0.5 });",
            f"let (u, v) = both({a}, {b}); a = small(u); t[{at}] = small(v);",
            f"let before = t; t = turned(before, {a}); t[{at}] = small(t[{at}]);",
            f"p2 = spun(p2, {a}); p2 = Pair {{ u: small(p2.u), v: small(p2.v) }};",
            f"t = carried(t, small({a})); t[0] = small(t[0]);",
            f"m2[{at} % 2][{self.index()} % 3] = small({a} + m2[1][{self.index()} % 3]);",
            f"c = small(m2[{at} % 2].iter().fold(0.1, |u, v| u * 0.5 + v));",
            f"let w: &[f64] = &t[..3]; b = small(w[{self.index()} % 3] * w[0]);",
            f"for w in t.chunks_mut(2) {{ w[0] = small(w[0] * w[1]); }}",
            f"{{ let w = small({b}); let old = core::mem::replace(&mut a, w); b = small(old + b); }}",
        ]))

    def statement(self, depth):
        rng = self.rng
        if rng.random() < 0.25:
            self.form(depth)
            return
        kind = rng.random()
        if kind < 0.5 or depth > 6:
            self.assign(depth)
        elif kind < 0.68:
            self.loop(depth)
        elif kind < 0.74:
            self.say(depth, f"match {self.index()} % 3 {{")
            for arm in ("0", "1", "_"):
                self.say(depth + 1, f"{arm} => {{")
                self.block(depth + 2, 1)
                self.say(depth + 1, "}")
            self.say(depth, "}")
        else:
            self.say(depth, f"if {self.condition()} {{")
            self.block(depth + 1, rng.randrange(1, 3))
            if self.labels and rng.random() < 0.4:
                word = rng.choice(["break", "continue"])
                self.say(depth + 1, f"{word} {rng.choice(self.labels)};")
            elif not self.is_together and rng.random() < 0.1:
                self.say(depth + 1, "y[i] = a;")
                self.say(depth + 1, "return;")
            elif rng.random() < 0.5:
                self.say(depth, "} else {")
                self.block(depth + 1, rng.randrange(1, 3))
            self.say(depth, "}")

    def block(self, depth, n):
        for _ in range(n):
            self.statement(depth)

    def own(self, depth, n):
        """Statements of each thread's own, in code that all go through together."""
        labels, self.labels = self.labels, []
        self.say(depth, "if i < y.len() {")
        self.block(depth + 1, n)
        self.say(depth, "}")
        self.labels = labels

    def value_together(self):
        """As y may be too short for a thread, it is not in these."""
        return self.value(1).replace("y[i]", "x[at]")

    def exchange(self, depth):
        """Threads of a block give one another floats."""
        rng, v, w = self.rng, self.value_together(), self.value_together()
        to = rng.choice(["a", "b", "c", "s", "t[2]"])
        one = rng.randrange(2)
        lines = rng.choice([
            [f"tile.set(rank, small({v}));", "block::sync();",
             f"{to} = small(tile.get((rank + {rng.randrange(1, 9)}) % threads) * {w});", "block::sync();"],
            [f"tile.set((rank + 2) % threads, small({v}));" if rng.random() < 0.3 else
             f"tile.set(threads - 1 - rank, small({v}));", "block::sync();",
             f"for k in 0..{rng.randrange(1, 5)} {{ {to} = small({to} + tile.get((rank + k) % threads)); }}", "block::sync();"],
            [f"if rank == {rng.randrange(4)} % threads {{ one.set({one}, small({v})); }}", "block::sync();",
             f"{to} = small({to} * 0.5 + one.get({one}));", "block::sync();"],
            [f"one.set({one}, small(p * x[{self.index()} % x.len()]));", "block::sync();",
             f"{to} = small(one.get({one}) * {w});", "block::sync();"],
            ["if rank == 0 { bins.set(0, 0.5); bins.set(1, p); }", "block::sync();",
             f"bins.atomic(rank % 2).fetch_add(small({v}), Relaxed);", "block::sync();",
             f"{to} = small(bins.get(i.get() % 2) * 0.3 + {to});", "block::sync();"],
            ["tile.set(rank, " + v + ");", "block::sync();", "let mut half = 32;", "while half > 0 {",
             "    if rank < half && rank + half < threads { tile.set(rank, small(tile.get(rank) + tile.get(rank + half) * 0.5)); }",
             "    block::sync();", "    half /= 2;", "}", f"{to} = small(tile.get(0) + {to});", "block::sync();"],
            [f"for q in 0..{rng.choice(['n', 'm'])} + {rng.randrange(28, 36)} {{",
             f"    {to} = small({to} * 0.5 + x[(q as usize + {rng.randrange(3)}) % x.len()] * {w});",
             "}"],
            [f"{to} = small({to} + warp::shuffle_xor({v}, {rng.randrange(1, 4)}));"],
            [f"{to} = small({to} * 0.5 + warp::shuffle_down(small({v}), {rng.randrange(1, 4)}));"],
            [f"{to} = small(warp::shuffle({v}, (rank as u32 + {rng.randrange(3)}) % 32 / 2));"],
        ])
        for line in lines:
            self.say(depth, line)

    def refill(self, depth):
        """An array of its own that is filled in each round, perhaps so that the way back can fill it again."""
        rng, number = self.rng, self.n_fresh
        self.n_fresh += 1
        fresh, k, to = f"fresh{number}", f"r{number}", rng.choice(["a", "b", "s"])
        fill = rng.choice([f"x[(rank + {k} as usize) % x.len()] * 0.5", f"small(x[at] * {k} as f64)", f"small({self.value_together()})"])
        lines = [f"{fresh}.set((rank + {rng.randrange(3)}) % threads, {fill});", "block::sync();",
                 f"for q in 0..threads.min({rng.randrange(1, 6)}) {{ {to} = small({to} * 0.5 + {fresh}.get(q) * 0.2 * {self.value_together()}); }}",
                 f"let late = {fresh}.get((rank + 1) % threads);", "block::sync();"]
        if rng.random() < 0.3:
            lines.append(f"{fresh}.set(rank, small({to})); block::sync(); {to} = small({fresh}.get(threads - 1 - rank)); block::sync();")
        lines.append(f"{to} = small({to} * late + {self.value_together()});")
        self.say(depth, f"for {k} in 0..{rng.choice(['2', '3', 'n', 'm'])} {{")
        for line in lines:
            self.say(depth + 1, line)
        self.say(depth, "}")

    def neighbours(self, depth):
        """What is read around the thread's own number."""
        near = [f"x[i.get() {self.rng.choice(['+', '-'])} {k}]" for k in self.rng.choices(range(4), k=3)]
        self.say(depth, f"if i.get() >= 3 && i.get() + 3 < x.len(){self.rng.choice(['', ' && i < y.len()'])} {{")
        self.say(depth + 1, f"b = small({near[0]} * {near[1]} + b * {near[2]} - 0.3 * x[i.get()]);")
        self.say(depth, "}")

    def together(self, depth, n):
        rng = self.rng
        for _ in range(n):
            kind = rng.random()
            if kind < 0.1:
                self.neighbours(depth)
            elif kind < 0.2 and self.n_fresh < 3:
                self.refill(depth)
            elif kind < 0.45 or depth > 4:
                self.exchange(depth)
            elif kind < 0.65:
                self.own(depth, rng.randrange(1, 3))
            elif kind < 0.85:
                self.n_loops += 1
                k = f"k{self.n_loops}"
                self.say(depth, f"for {k} in 0..{rng.choice(['2', '3', 'n', 'm'])} {{")
                self.integers.append(k)
                self.together(depth + 1, rng.randrange(1, 3))
                self.integers.pop()
                if rng.random() < 0.3:
                    self.say(depth + 1, f"if x[{k} as usize % x.len()] > 1.2 {{ {rng.choice(['break', 'continue'])}; }}")
                    self.exchange(depth + 1)
                self.say(depth, "}")
            else:
                self.say(depth, f"if {self.index()} % 2 == 0 || x[{self.index()} % x.len()] > 1.1 {{")
                self.together(depth + 1, 1)
                self.say(depth, "} else {")
                self.together(depth + 1, 1)
                self.say(depth, "}")

    def text(self):
        if self.is_together:
            self.together(1, self.rng.randrange(3, 7))
        else:
            self.own(1, self.rng.randrange(4, 8))
        body = "\n".join(self.lines)
        return f"""// n: {self.rng.randrange(2, 5)}
// m: {self.rng.randrange(1, 4)}
// length: {self.rng.choice([5, 5, 35]) if self.is_together else 5}
// central: 2e-6
// zero: any
#![allow(unused)]
use rustg_std::prelude::*;

fn small(v: f64) -> f64 {{
    v / (1.0 + 0.05 * v * v)
}}
fn turn(v: f64, w: f64) -> f64 {{
    if v * w > 0.3 {{
        return v * w;
    }}
    v - w
}}
#[derive(Clone, Copy)]
struct Pair {{
    u: f64,
    v: f64,
}}
impl Pair {{
    fn mixed(self, by: f64) -> Pair {{
        Pair {{ u: self.v * small(by), v: self.u - small(by) * 0.5 }}
    }}
}}
#[derive(Clone, Copy)]
enum Shape {{
    One(f64),
    Two(f64, f64),
}}
fn root(v: f64) -> Option<f64> {{
    if v > 0.2 {{ Some(v.sqrt()) }} else {{ None }}
}}
fn both(v: f64, w: f64) -> (f64, f64) {{
    (v * w, v + small(w))
}}
fn ruled_by(v: f64, w: f64, d: f64) -> (f64, f64) {{
    (small(w) * d, v * d / (1.0 + 0.05 * w * w) * (1.0 - 0.1 * w * small(w)))
}}
#[derivative(ruled_by)]
fn ruled(v: f64, w: f64) -> f64 {{
    f64::from_bits((v * small(w)).to_bits())
}}
fn spun_by(p: Pair, by: f64, d: Pair) -> (Pair, f64) {{
    (Pair {{ u: -d.v * by, v: d.u * by }}, d.u * p.v - d.v * p.u)
}}
#[derivative(spun_by)]
fn spun(p: Pair, by: f64) -> Pair {{
    Pair {{ u: f64::from_bits((p.v * by).to_bits()), v: -p.u * by }}
}}
fn carried_by(v: [f64; 4], by: f64, d: [f64; 4]) -> ([f64; 4], f64) {{
    ([d[3], d[0] * by, d[1], d[2]], d[0] * v[1])
}}
#[derivative(carried_by)]
fn carried(v: [f64; 4], by: f64) -> [f64; 4] {{
    [v[1] * by, v[2], f64::from_bits(v[3].to_bits()), v[0]]
}}
fn turned(v: [f64; 4], by: f64) -> [f64; 4] {{
    [v[1] * small(by), v[2], v[3] + by * 0.1, v[0]]
}}
fn walk(v: f64, w: f64) -> f64 {{
    let mut r = v;
    for k in 0..3 {{
        if k == 1 && r < 0.1 {{
            continue;
        }}
        r = r * 0.5 + w;
    }}
    r
}}

#[kernel(adjoint, tangent)]
pub fn f(n: u32, m: u32, p: f64, x: &[f64], mut y: GridMut<f64>) {{
    let i = thread::index();
    let at = i.get() % x.len();
    let (rank, threads) = (block::rank() as usize, thread::block_dim_x() as usize);
    let (tile, one, bins) = (Shared::<f64, 64>::new(), Shared::<f64, 2>::new(), Shared::<f64, 2>::new());
    let (fresh0, fresh1, fresh2) = (Shared::<f64, 64>::new(), Shared::<f64, 64>::new(), Shared::<f64, 64>::new());
    let (mut a, mut b, mut c, mut s) = (p, x[at], 0.5f64, 0.25f64);
    if i < y.len() {{
        c = y[i] * 0.5;
    }}
    let mut t = [p, 0.5, x[at], 1.0];
    let mut p2 = Pair {{ u: x[at], v: p }};
    let mut m2 = [[0.5, p, x[at]]; 2];
{body}
    if i < y.len() {{
        y[i] = y[i] * 0.5 + a + b * c + s + t[0] * t[1] + t[2] - t[3] + p2.u * p2.v + m2[0][1] * m2[1][2];
    }}
}}
"""


def main():
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_RANDOM_N", "12"))
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_RANDOM_SEED", "1"))
    target = sys.argv[4] if len(sys.argv) > 4 else "interpreter"
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for k in range(n):
            path = Path(folder) / f"random_{seed + k}.rs"
            path.write_text(Program(random.Random(seed + k)).text())
            paths.append(str(path))
        for first in range(0, n, 250):
            done = subprocess.run([TEST, target, *paths[first:first + 250]], capture_output=True, text=True)
            print(done.stdout[-3000:] + done.stderr[-1000:])
            for path in paths:
                if f"FAIL {path}" in done.stdout:
                    print(Path(path).read_text())
                    break
            if done.returncode:
                return done.returncode
        return 0


sys.exit(main())

#!/usr/bin/env python3
"""Random programs full of destructors, against rustc: random_drops_test.py RUSTGC [FIRST [SEEDS]]

Each function makes values whose destructors write down when they run, moves them whole and in parts, and leaves blocks, loops, operands
and closures early. On the interpreter and on the CPU device the same has to be written down in the same order as in what rustc compiles.
Without rustc: skipped. RUSTG_DROPS_N: how many seeds, of 40 functions each; 1 by default. RUSTG_DROPS_SHOW=1 prints why rustc refuses functions."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
N_FUNCTIONS = 40
N_WAYS = 4  # values of k
N_EVENTS = 128
HEAD = """#![allow(unused, unused_must_use, unreachable_code, clippy::all)]
"""
COMMON = """use std::cell::Cell;
use std::mem;
pub struct L { n: Cell<usize>, at: [Cell<u32>; %d], fuel: Cell<u32> }
impl L {
    fn note(&self, v: u32) { let n = self.n.get(); if n < %d { self.at[n].set(v); } self.n.set(n + 1); }
    fn more(&self) -> bool { let n = self.fuel.get(); self.fuel.set(n.wrapping_sub(1)); n > 0 && n < 1000 }
}
pub struct D<'a>(&'a L, u32);
impl Drop for D<'_> { fn drop(&mut self) { self.0.note(self.1); } }
impl<'a> D<'a> {
    fn v(&self) -> u32 { self.1 }
    fn pick(self, other: D<'a>, c: bool) -> D<'a> { if c { self } else { other } }
}
pub struct S<'a> { a: D<'a>, b: D<'a>, n: u32 }
pub enum E<'a> { One(D<'a>), Two { x: D<'a>, y: D<'a> }, None }
pub struct W<'a>(D<'a>);
impl<'a> std::ops::Deref for W<'a> { type Target = D<'a>; fn deref(&self) -> &D<'a> { &self.0 } }
pub fn d(l: &L, v: u32) -> D<'_> { l.note(1000 + v); D(l, v) }
fn id<T>(x: T) -> T { x }
fn none<'a>() -> Option<D<'a>> { None }
fn nothing<'a>() -> E<'a> { E::None }
fn no_array<'a>() -> Option<[D<'a>; 3]> { None }
fn mk() -> L { L { n: Cell::new(0), at: [const { Cell::new(0) }; %d], fuel: Cell::new(12) } }
""" % (N_EVENTS, N_EVENTS, N_EVENTS)
TYPES = {"D": "D", "T": "(D, D)", "A": "[D; 3]", "O": "Option<D>", "S": "S", "E": "E", "P": "([D; 3], D)", "Q": "Option<[D; 3]>",
         "B": "[[D; 2]; 2]", "C": "[Option<D>; 3]"}
# Patterns that move elements out of arrays: those that always match, and those that may not.
PARTS = {
    "A": (["[x, ..]", "[_, x, _]", "[.., x]", "[x, _, y]", "[_, x @ ..]", "[x @ .., _]", "[x, ref y, _]"], []),
    "P": (["([x, ..], _)", "([_, x, _], y)", "(_, x)", "([.., x], _)", "(x, _)"], []),
    "Q": ([], ["Some([x, ..])", "Some([.., x, _])", "Some([_, x @ ..])", "Some(x)", "Some(_)", "None"]),
    "B": (["[[x, _], _]", "[_, [_, x]]", "[x, _]", "[[_, x], [y, _]]"], []),
    "C": (["[x, ..]", "[.., x]"], ["[Some(x), ..]", "[_, None, Some(x)]", "[Some(x), None, _]", "[.., Some(_)]", "[_, None, _]"]),
}


class Function:
    """One function of random statements. scopes: of the variables that may be named, [name, type, is it whole]."""

    def __init__(self, r):
        self.r, self.n, self.scopes = r, 0, [[]]
        self.leaves = ["return 1"]  # what may be written to leave an expression
        self.fixed = 0  # variables of scopes before this one may not be moved
        self.left = 40

    def fresh(self):
        self.n += 1
        return self.n

    def chance(self, p):
        return self.r.random() < p

    def find(self, types, moved):
        """A variable that is whole; moved: it may be moved."""
        all_of = [v for i, s in enumerate(self.scopes) for v in s if v[1] in types and v[2] and (not moved or i >= self.fixed)]
        return self.r.choice(all_of) if all_of else None

    def condition(self, depth):
        c = self.r.randrange(7)
        if depth <= 0 or c < 3:
            return self.r.choice([f"k == {self.r.randrange(N_WAYS)}", f"k != {self.r.randrange(N_WAYS)}", "k % 2 == 0", "k > 1"])
        if c == 3:
            return f"{self.value('D', depth - 1)}.v() % 2 == {self.r.randrange(2)}"
        if c == 4:
            return f"({self.condition(depth - 1)} && {self.condition(depth - 1)})"
        if c == 5:
            return f"({self.condition(depth - 1)} || {self.condition(depth - 1)})"
        return f"matches!({self.value('O', depth - 1)}, Some(ref x) if x.v() > {self.r.randrange(20)})"

    def branch(self, make):
        """Text of a branch; what it moves is moved behind it too."""
        self.scopes.append([])
        text = make()
        self.scopes.pop()
        return text

    def branches(self, *makes):
        before = [[v[2] for v in s] for s in self.scopes]
        texts, gone = [], [[False] * len(s) for s in self.scopes]
        for make in makes:
            for s, states in zip(self.scopes, before):
                for v, state in zip(s, states):
                    v[2] = state
            texts.append(self.branch(make))
            for i, s in enumerate(self.scopes):
                for k in range(len(gone[i])):
                    gone[i][k] |= not s[k][2]
        for i, s in enumerate(self.scopes):
            for k in range(len(gone[i])):
                s[k][2] = not gone[i][k]
        return texts

    def held(self, make):
        """Text in which variables around it are not moved."""
        before, leaves = self.fixed, self.leaves
        self.fixed = len(self.scopes)
        text = self.branch(make)
        self.fixed, self.leaves = before, leaves
        return text

    def value(self, ty, depth):
        r = self.r
        if depth > 0 and self.leaves and self.chance(0.12):
            leave = r.choice(self.leaves)
            return f"(if k == {r.randrange(N_WAYS)} {{ {leave} }} else {{ {self.value(ty, depth - 1)} }})"
        if self.chance(0.35):
            v = self.find([ty], True)
            if v:
                v[2] = False
                return v[0]
        if depth > 0 and self.chance(0.25):
            return self.wrapped(ty, depth - 1)
        return getattr(self, "value_" + ty)(depth - 1)

    def wrapped(self, ty, depth):
        kind = self.r.randrange(8)
        if kind == 0:
            c = self.condition(depth)
            a, b = self.branches(lambda: self.value(ty, depth), lambda: self.value(ty, depth))
            return f"(if {c} {{ {a} }} else {{ {b} }})"
        if kind == 1:
            return "{ " + self.branch(lambda: self.statements(2, depth) + " " + self.value(ty, depth)) + " }"
        if kind == 2:
            return f"id({self.value(ty, depth)})"
        if kind == 3:
            v = self.find([ty], False)
            if v:
                name = v[0]
                v[2] = False
                new = self.value(ty, depth)
                v[2] = True
                return f"{{ let new = {new}; mem::replace(&mut {name}, new) }}"
        if kind == 4:
            label = f"'b{self.fresh()}"
            before = self.leaves

            def inside():
                c = self.condition(0)
                early = self.value(ty, depth)
                return f"if {c} {{ break {label} {early}; }} {self.statements(1, depth)} {self.value(ty, depth)}"
            # what the early way moves is gone on the other too
            text = self.branch(inside)
            self.leaves = before
            return f"{label}: {{ {text} }}"
        if kind == 5:
            name = f"v{self.fresh()}"
            self.scopes.append([[name, ty, True]])
            body = self.statements(1, depth)
            whole = self.scopes[-1][0][2]
            self.scopes.pop()
            first = self.value(ty, depth)
            return f"match {first} {{ mut {name} => {{ {body} {name if whole else self.value(ty, 0)} }} }}"
        if kind == 6:
            v = self.find([ty], True)
            if v:
                v[2] = False
                before = self.leaves
                self.leaves = []
                body = self.held(lambda: self.statements(1, 1))
                self.leaves = before
                return f"(move || {{ {body} {v[0]} }})()"
        a = self.value(ty, depth)
        b = self.value("D", depth)
        return f"({a}, {b}).0" if self.chance(0.5) else f"({b}, {a}).1"

    def value_D(self, depth):
        r = self.r
        kind = r.randrange(12) if depth > 0 else 0
        n = self.fresh()
        if kind == 1:
            v = self.find("T", True)
            if v:
                v[2] = False
                return f"{v[0]}.{r.randrange(2)}"
        if kind == 2:
            v = self.find("S", True)
            if v:
                v[2] = False
                return f"{v[0]}.{r.choice('ab')}"
        if kind == 3:
            o = self.value("O", depth)
            a, b = self.branches(lambda: f"x{n}", lambda: self.value("D", depth))
            return f"match {o} {{ Some(x{n}) if {self.guard()} => {a}, _ => {b} }}"
        if kind == 4:
            return f"{self.value('D', depth)}.pick({self.value('D', depth)}, {self.condition(depth)})"
        if kind == 5:
            return f"{{ let [{r.choice(['x, _, _', '_, x, _', 'x, ..', '.., x', '_, x, y', 'y, .., x'])}] = id({self.value('A', depth)}); x }}"
        if kind == 6:
            v = self.find("O", False)
            if v:
                return f"{v[0]}.take().unwrap_or({self.value('D', 0)})"
        if kind == 7:
            e = self.value("E", depth)
            a, b, c = self.branches(lambda: "x", lambda: r.choice("xy"), lambda: self.value("D", depth))
            return f"match {e} {{ E::One(x) => {a}, E::Two {{ x, y }} if {self.guard()} => {b}, _ => {c} }}"
        if kind == 8:
            return f"{{ let S {{ {r.choice(['a', 'a, b', 'a, n'])}, .. }} = {self.value('S', depth)}; a }}"
        return f"d(l, {n})"

    def guard(self):
        return self.r.choice(["true", "false", f"k != {self.r.randrange(N_WAYS)}", f"d(l, {self.fresh()}).v() % 2 == 0"])

    def value_T(self, depth):
        return f"({self.value('D', depth)}, {self.value('D', depth)})"

    def value_A(self, depth):
        return f"[{self.value('D', depth)}, {self.value('D', depth)}, {self.value('D', depth)}]"

    def value_O(self, depth):
        kind = self.r.randrange(5)
        if kind == 0:
            return "none()"
        if kind == 1:
            v = self.find("O", False)
            if v:
                return f"{v[0]}.take()"
        if kind == 2 and depth > 0:
            return f"Some({self.value('D', depth)}).filter(|x| x.v() % 2 == {self.r.randrange(2)})"
        return f"Some({self.value('D', depth)})"

    def value_S(self, depth):
        kind = self.r.randrange(4)
        a, b = self.value("D", depth), self.value("D", depth)
        if kind == 0 and depth > 0:
            return f"(S {{ a: {a}, ..{self.value('S', depth)} }})"
        return f"(S {{ a: {a}, b: {b}, n: k }})" if kind < 3 else f"(S {{ n: k, b: {b}, a: {a} }})"

    def value_E(self, depth):
        kind = self.r.randrange(3)
        if kind == 0:
            return "nothing()"
        return f"E::One({self.value('D', depth)})" if kind == 1 else \
            f"(E::Two {{ y: {self.value('D', depth)}, x: {self.value('D', depth)} }})"

    def value_P(self, depth):
        return f"({self.value('A', depth)}, {self.value('D', depth)})"

    def value_Q(self, depth):
        return f"Some({self.value('A', depth)})" if self.r.randrange(4) else "no_array()"

    def value_B(self, depth):
        return f"[[{self.value('D', depth)}, {self.value('D', depth)}], [{self.value('D', depth)}, {self.value('D', depth)}]]"

    def value_C(self, depth):
        return f"[{self.value('O', depth)}, {self.value('O', depth)}, {self.value('O', depth)}]"

    def leave_early(self, depth):
        """Statements that may leave what is around them."""
        text = self.statements(1, depth)
        if self.leaves and self.chance(0.6):
            leave = self.r.choice(self.leaves)
            text += f" if {self.condition(0)} {{ {leave}; }}" if self.chance(0.6) else f" {leave};"
        return text

    def part(self, ty, sure):
        always, maybe = PARTS[ty]
        return self.r.choice(always if sure else always + maybe)

    def parted(self, depth):
        """Moves elements out of an array on some ways only."""
        v = self.find("APQBC", True)
        if not v:
            return None
        v[2] = False
        name, ty = v[0], v[1]
        kind = self.r.randrange(4)
        if kind == 0 and PARTS[ty][0]:
            c, pattern = self.condition(0), self.part(ty, True)
            a, b = self.branches(lambda: self.leave_early(depth), lambda: self.leave_early(depth))
            return f"if {c} {{ let {pattern} = {name}; {a} }} else {{ {b} }}"
        if kind == 1:
            a, b = self.branches(lambda: self.leave_early(depth), lambda: self.leave_early(depth))
            return f"if let {self.part(ty, False)} = {name} && {self.condition(0)} {{ {a} }} else {{ {b} }}"
        if kind == 2 and self.leaves:
            leave = self.r.choice(self.leaves)
            return f"let {self.part(ty, False)} = {name} else {{ {self.branch(lambda: self.statements(1, depth))} {leave}; }};"
        arms = [(self.part(ty, False), self.r.choice(["", f" if {self.condition(0)}", f" if {self.guard()}"])) for _ in range(self.r.randint(1, 3))]
        bodies = self.branches(*[lambda: self.leave_early(depth) for _ in range(len(arms) + 1)])
        text = "".join(f"{p}{g} => {{ {body} }} " for (p, g), body in zip(arms, bodies))
        return f"match {name} {{ {text}_ => {{ {bodies[-1]} }} }}"

    def parted_in_loop(self, depth):
        """A loop that is left once it has moved elements out of an array around it."""
        v = self.find("APBC", True)
        if not v:
            return None
        v[2] = False
        label = f"'l{self.fresh()}"

        def body():
            leave = f"break {label}" if "return 1" not in self.leaves or self.chance(0.5) else "return 1"
            self.leaves = self.leaves + [f"break {label}", f"continue {label}"]
            first, last = self.leave_early(depth), self.leave_early(depth)
            self.leaves = [x for x in self.leaves if not x.startswith("continue")]
            inner = self.branch(lambda: self.leave_early(depth))
            return f"{first} if {self.condition(0)} {{ let {self.part(v[1], True)} = {v[0]}; {inner} {leave}; }} {last}"
        return f"{label}: for i{self.fresh()} in 0..2u32 {{ {self.held(body)} }}"

    def statements(self, n, depth):
        return " ".join(self.statement(depth) for _ in range(self.r.randint(0, n)))

    def bind(self, name, ty):
        self.scopes[-1].append([name, ty, True])
        return name

    def statement(self, depth):
        r = self.r
        self.left -= 1
        if self.left < 0:
            return f"l.note({2000 + self.fresh()});"
        kind = r.randrange(26)
        if kind >= 20:
            return self.parted(depth) or self.parted_in_loop(depth) or "" if kind < 24 else self.parted_in_loop(depth) or self.parted(depth) or ""
        n = self.fresh()
        ty = r.choice(list(TYPES))
        if kind < 4:
            value = self.value(ty, depth)
            return f"let mut {self.bind(f'v{n}', ty)} = {value};"
        if kind == 4:
            return f"let _ = {self.value(ty, depth)};"
        if kind == 5:
            return f"{self.value(ty, depth)};"
        if kind == 6:
            value = self.value(ty, depth)
            every = [v for s in self.scopes for v in s if v[1] == ty]
            if every:
                v = r.choice(every)
                if self.scopes.index(next(s for s in self.scopes if v in s)) >= self.fixed or v[2]:
                    v[2] = True
                    return f"{v[0]} = {value};"
            return f"drop({value});"
        if kind == 7:
            c = self.condition(depth)
            a, b = self.branches(lambda: self.statements(3, depth - 1), lambda: self.statements(2, depth - 1))
            return f"if {c} {{ {a} }} else {{ {b} }}"
        if kind == 8:
            value = self.value("O", depth)
            a, b = self.branches(lambda: f"let mut {self.bind(f'x{n}', 'D')} = x{n}; " + self.statements(2, depth - 1),
                                 lambda: self.statements(2, depth - 1))
            return f"if let Some(x{n}) = {value} {{ {a} }} else {{ {b} }}"
        if kind == 9 and depth > 0:
            label = f"'l{n}"

            def body():
                self.leaves = ["return 1", f"break {label}", f"continue {label}", "break", "continue"]
                return self.statements(4, depth - 1)
            head = r.choice([f"for i{n} in 0..2u32", "while l.more()", "while d(l, 900).v() == 900 && l.more()"])
            return f"{label}: {head} {{ {self.held(body)} }}"
        if kind == 10:
            value, guard = self.value("E", depth), self.guard()
            a, b, c = self.branches(lambda: self.statements(2, depth - 1), lambda: f"drop({r.choice('xy')}); " + self.statements(1, depth - 1),
                                    lambda: self.statements(1, depth - 1))
            first = r.choice(["E::One(x)", "E::One(_)", "E::One(ref x)", "y @ E::One(_)"])
            return f"match {value} {{ {first} if {guard} => {{ {a} }} E::Two {{ x, y }} => {{ {b} }} _ => {{ {c} }} }}"
        if kind == 11 and self.leaves:
            value = self.value("O", depth)
            leave = r.choice(self.leaves)
            return f"let Some(mut {self.bind(f'v{n}', 'D')}) = ({value}) else {{ l.note({2000 + n}); {leave}; }};"
        if kind == 12:
            value = self.value("D", depth)
            return f"let r{n} = {r.choice(['&', '&*W', '&W'])}({value}); l.note(r{n}.v());"
        if kind == 13:
            a, b = self.value("T", depth), r.choice(["(x, _)", "(_, x)", "(ref x, _)", "(x, y)", "(_, ref x)"])
            return f"let {b} = {a};"
        if kind == 14:
            v = self.find("T", True)
            if v:
                v[2] = False
                before = self.leaves
                self.leaves = []
                body = self.held(lambda: self.statements(1, 1))
                self.leaves = before
                return f"(|| {{ let {r.choice(['(x, _)', '(_, x)', '(ref x, _)'])} = {v[0]}; {body} }})();"
        if kind == 15:
            return "{ " + self.branch(lambda: self.statements(3, depth - 1)) + " }"
        if kind == 16:
            v = self.find("TS", True)
            if v:
                v[2] = False
                name, pattern = v[0], {"T": ["(_, x)", "(x, _)"], "S": ["S { b, .. }", "S { a, .. }"]}[v[1]]
                return f"if {self.condition(0)} {{ let {r.choice(pattern)} = {name}; l.note({2000 + n}); }}"
        if kind == 17:
            v = self.find("TS", False)
            if v:
                return f"{v[0]}.{r.choice('01') if v[1] == 'T' else r.choice('ab')} = {self.value('D', 0)};"
        return f"l.note({2000 + n});"

    def text(self, name):
        body = "\n    ".join(self.statement(3) for _ in range(8))
        return f"fn {name}(l: &L, k: u32) -> u32 {{\n    {body}\n    0\n}}\n"


def make(seed):
    r = random.Random(seed)
    return [Function(r).text(f"f{i}") for i in range(N_FUNCTIONS)]


def program(functions, for_rustc):
    names = [re.match(r"fn (\w+)", f).group(1) for f in functions]
    arms = "".join(f"{i} => {name}(l, k)," for i, name in enumerate(names))
    text = HEAD + ("" if for_rustc else "use rustg_std::prelude::*;\n") + COMMON + "".join(functions)
    text += f"fn one(i: usize, l: &L, k: u32) -> u32 {{ match i {{ {arms} _ => 0 }} }}\n"
    if for_rustc:
        return text + f"""fn main() {{ for i in 0..{len(names)} {{ for k in 0..{N_WAYS} {{ let l = mk(); let v = one(i, &l, k); l.note(5000 + v);
    println!("{{}}", l.at.iter().map(|c| c.get().to_string()).collect::<Vec<_>>().join(" ")); }} }} }}"""
    return text + f"""#[kernel]
pub fn test(mut out: GridMut<u32>) {{
    let t = thread::index();
    let (i, l) = (t.get() / {N_EVENTS}, mk());
    let v = one(i / {N_WAYS}, &l, (i % {N_WAYS}) as u32);
    l.note(5000 + v);
    out[t] = l.at[t.get() % {N_EVENTS}].get();
}}
"""


def by_rustc(functions, work):
    """The functions that rustc takes, and what each writes down."""
    source, binary = work / "rustc.rs", work / "rustc"
    while functions:
        source.write_text(program(functions, True))
        done = subprocess.run(["rustc", "--edition", "2024", "-Awarnings", "-o", binary, source], capture_output=True, text=True)
        if done.returncode == 0:
            break
        first = program(functions, True).split("fn f", 1)[0].count("\n")
        ends, at = [], first
        for f in functions:
            at += f.count("\n")
            ends.append(at)
        wrong = {next((i for i, end in enumerate(ends) if int(line) <= end), None)
                 for line in re.findall(r"--> \S+:(\d+):", done.stderr)}
        if os.environ.get("RUSTG_DROPS_SHOW"):
            print("\n".join(re.findall(r"^error.*\n.*\n.*\n.*", done.stderr, re.M)))
        if not wrong - {None}:
            sys.exit(done.stderr)
        functions = [f for i, f in enumerate(functions) if i not in wrong]
    lines = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines() if functions else []
    return functions, [[int(v) for v in line.split()] for line in lines]


def by_rustg(rustgc, engine, functions, work):
    source, out = work / "rustg.rs", work / "out.npy"
    source.write_text(program(functions, False))
    n = len(functions) * N_WAYS
    done = subprocess.run([rustgc, source, "--run", "test", f"--engine={engine}", "--for", str(n * N_EVENTS), f"--arg=[0; {n * N_EVENTS}]",
                           "--out", f"0={out}"], capture_output=True, text=True, timeout=600)
    if done.returncode:
        return done.stderr
    raw = out.read_bytes()[-4 * n * N_EVENTS:]
    values = [int.from_bytes(raw[i:i + 4], "little") for i in range(0, len(raw), 4)]
    return [values[i * N_EVENTS:(i + 1) * N_EVENTS] for i in range(n)]


def main():
    if not shutil.which("rustc"):
        print("random_drops_test: no rustc, skipped")
        return SKIPPED
    rustgc = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_DROPS_N", "1"))
    failed = n_done = n_refused = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for seed in range(first, first + seeds):
            made = make(seed)
            functions, wanted = by_rustc(made, work)
            n_refused += len(made) - len(functions)
            for engine in ("interpreter", "cpu"):
                found = by_rustg(rustgc, engine, functions, work)
                if isinstance(found, str):
                    print(f"seed {seed}, {engine}:\n{found[:3000]}")
                    failed += 1
                    continue
                for i, (want, got) in enumerate(zip(wanted, found)):
                    if want != got:
                        failed += 1
                        print(f"seed {seed}, {engine}, k = {i % N_WAYS}:\n{functions[i // N_WAYS]}"
                              f"  rustc {[v for v in want if v]}\n  rustg {[v for v in got if v]}")
                        break
            n_done += len(functions)
    print(f"random_drops_test: {n_done} functions ({n_refused} more that rustc refuses), {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

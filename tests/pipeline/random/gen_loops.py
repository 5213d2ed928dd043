#!/usr/bin/env python3
"""Random loops, for compilers that count their rounds wrong: module(SEED) is Rust with a kernel `test`, and expected(SEED, N_THREADS)
is what its threads compute, by running the same loop in Python.

A loop is drawn as a tree of tuples; as_rust() prints it and as_python() prints it too, with integers that wrap. A draw whose
threads go round more than LIMIT times is drawn again. Values come from memory (`numbers`, see run_random.c), a parameter and constants."""
import functools
import random

LIMIT = 320
MASK = (1 << 64) - 1
TYPES = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64"]
WEIGHTS = [3, 3, 6, 6, 5, 1, 1, 3, 3]
BITS = {name: 64 if name.endswith("size") else int(name[1:]) for name in TYPES}
ORDERS = ["<", "<=", ">", ">="]
NUMBERS = [(k // 4, MASK - k // 4, 0x8080808080808080 - k // 4, (k + 1) * 0x9E3779B97F4A7C15 & MASK)[k % 4] for k in range(64)]


class TooLong(Exception):
    pass


def cast(value, ty):
    value &= (1 << BITS[ty]) - 1
    return value - (1 << BITS[ty]) if ty[0] == "i" and value >> (BITS[ty] - 1) else value


class Draw:
    def __init__(self, rng):
        self.r = rng
        self.t = rng.choices(TYPES, WEIGHTS)[0]
        self.n = 0

    def one(self, *choices):
        return self.r.choice(choices)

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def constant(self):
        low, high = (-(1 << BITS[self.t] - 1), (1 << BITS[self.t] - 1) - 1) if self.t[0] == "i" else (0, (1 << BITS[self.t]) - 1)
        value = self.one(0, 1, 2, 3, 5, 16, high, high - 1, high - self.r.randrange(2, 40), low, low + self.r.randrange(1, 40), high // 2 + 1)
        return ("constant", min(max(value, low), high))

    def start(self):
        """What nobody knows, or what somebody does."""
        return self.r.choices([("number", self.r.randrange(1, 64), self.r.randrange(64)), ("parameter",), ("thread",), self.constant()], [6, 2, 1, 2])[0]

    def variable(self, names):
        return ("variable", self.r.choice(names))

    def step(self):
        if self.chance(70):
            return ("constant", self.one(1, 1, 1, 2, 3, 4, 7, 16, cast(-1, self.t), cast(-2, self.t), cast(-3, self.t)))
        return ("odd", self.variable("ab"))

    def moved(self, name):
        v, k = ("variable", name), self.r.randrange(100)
        if k < 44:
            return ("add", v, self.step())
        if k < 80:
            return ("sub", v, self.step())
        if k < 84:
            return ("add", ("mul", v, ("constant", 3)), ("constant", 1))
        if k < 88:
            return (self.one("shr", "shl"), v, 1)
        if k < 94:
            return ("add", self.variable("xy"), self.step())
        return (self.one("saturating_add", "saturating_sub"), v, self.step())

    def operand(self, names):
        k = self.r.randrange(100)
        if k < 70:
            return self.variable(names)
        if k < 82:
            return self.constant()
        if k < 96:
            return (self.one("add", "sub"), self.variable(names), self.one(self.constant(), self.variable("ab"), ("constant", 1)))
        return ("and", self.variable(names), ("constant", cast(self.one(15, 127, 254), self.t)))

    def order(self):
        left, right = self.operand("xxxy"), self.operand("aabbxyy")
        if self.chance(40):
            left, right = right, left
        op = self.r.choice(ORDERS) if self.chance(85) else self.one("==", "!=")
        if self.chance(10):
            return ("order_as", op, self.r.choice(TYPES), left, right)
        if self.chance(8) and op in ORDERS:
            return ("asked", op, left, right)
        return ("order", op, left, right)

    def condition(self):
        k = self.r.randrange(100)
        if k < 72:
            return self.order()
        if k < 80:
            return ("not", self.order())
        return (self.one("both", "either"), self.order(), self.order())

    def sum_up(self):
        return ("count",) if self.chance(55) else ("mix", self.variable("xxyab"))

    def moves(self, names):
        moves = [("set", name, self.moved(name)) for name in names]
        if self.chance(15):
            return [("if", self.condition(), moves, [("set", names[0], self.moved(names[0]))])]
        return moves

    def loop(self, depth):
        moving = self.one("x", "x", "x", "xy", "y")
        body = [self.sum_up()] + self.moves(moving)
        if depth == 0 and self.chance(18):
            body.insert(1, self.any_loop(1))
        if self.chance(22):
            body.insert(self.r.randrange(len(body) + 1), ("leave_if", self.condition()))
        if self.chance(6):
            body.insert(1, ("again_if", self.condition(), [("set", "x", self.moved("x"))]))
        k = self.r.randrange(100)
        if k < 55:
            return ("while", self.condition(), body)
        body.insert(0 if k < 70 else len(body) if k < 88 else self.r.randrange(1, len(body) + 1), ("leave_if", self.condition()))
        return ("loop", body)

    def for_loop(self, depth):
        low, high = self.operand("aabx"), self.operand("aabby")
        if self.chance(20):
            low, high = ("constant", 0), ("constant", self.r.randrange(2, 9))
        elif self.chance(40):
            high = (self.one("add", "saturating_add"), low, ("constant", self.r.randrange(1, 40)))
        body = [self.one(("mix", ("variable", "i")), ("count",), ("mix", ("variable", "x")))] + (self.moves("x") if self.chance(60) else [])
        if depth == 0 and self.chance(25):
            body.insert(1, self.any_loop(1))
        if self.chance(25):
            body.insert(self.r.randrange(len(body) + 1), ("leave_if", self.order()))
        return ("for", low, high, self.chance(35), self.chance(30), self.r.randrange(2, 9) if self.chance(35) else 1, body)

    def any_loop(self, depth):
        return self.for_loop(depth) if self.chance(15) else self.loop(depth)

    def program(self):
        names = {"a": self.start(), "b": self.start()}
        names["x"] = self.one(("variable", "a"), ("variable", "a"), ("variable", "b"), ("add", ("variable", "a"), self.step()), self.start())
        names["y"] = self.one(("variable", "a"), ("variable", "b"), ("variable", "b"), self.start())
        loops = [self.any_loop(0)] + ([self.any_loop(0)] if self.chance(15) else [])
        places = self.one("locals", "locals", "locals", "array", "fields", "behind")
        return {"places": places, "type": self.t, "names": names, "loops": loops, "apart": self.chance(40), "never": self.chance(15)}


IN_PLACES = {"locals": {}, "array": {"x": "v[0]", "y": "v[1]"}, "fields": {"x": "s.x", "y": "s.y"}, "behind": {"x": "(*px)", "y": "(*py)"}}
PLACES = [{}]  # of the program that is printed: where x and y are
OPERATORS = {"add": "+", "sub": "-", "mul": "*", "and": "&"}


def rust_value(v, t):
    kind = v[0]
    if kind == "constant":
        return f"({v[1]}{t})" if v[1] < 0 else f"{v[1]}{t}"
    if kind == "variable":
        return PLACES[0].get(v[1], v[1])
    if kind == "number":
        return f"numbers[(t * {v[1]} + {v[2]}) % 64] as {t}"
    if kind in ("parameter", "thread"):
        return f"{'parameter' if kind == 'parameter' else 't'} as {t}"
    if kind == "odd":
        return f"({rust_value(v[1], t)} | 1)"
    if kind in ("shl", "shr"):
        return f"({rust_value(v[1], t)} {'<<' if kind == 'shl' else '>>'} {v[2]})"
    a, b = rust_value(v[1], t), rust_value(v[2], t)
    return f"({a} & {b})" if kind == "and" else f"{a}.{kind if kind.startswith('s') and kind != 'sub' else 'wrapping_' + kind}({b})"


ASK = {"<": "is_less", "<=": "is_at_most", ">": "is_more", ">=": "is_at_least"}


def rust_condition(c, t):
    if c[0] == "order":
        return f"{rust_value(c[2], t)} {c[1]} {rust_value(c[3], t)}"
    if c[0] == "asked":
        return f"{ASK[c[1]]}({rust_value(c[2], t)}, {rust_value(c[3], t)})"
    if c[0] == "order_as":
        return f"(({rust_value(c[3], t)}) as {c[2]}) {c[1]} (({rust_value(c[4], t)}) as {c[2]})"
    if c[0] == "not":
        return f"!({rust_condition(c[1], t)})"
    return f"({rust_condition(c[1], t)}) {'&&' if c[0] == 'both' else '||'} ({rust_condition(c[2], t)})"


def rust_lines(statements, t):
    lines = []
    inner = lambda body: ["    " + line for line in rust_lines(body, t)]
    for s in statements:
        if s[0] == "set":
            lines.append(f"{rust_value(('variable', s[1]), t)} = {rust_value(s[2], t)};")
        elif s[0] == "count":
            lines.append("n = n.wrapping_add(1);")
        elif s[0] == "mix":
            lines.append(f"n = n.wrapping_mul(31).wrapping_add({rust_value(s[1], t)} as u64);")
        elif s[0] == "leave_if":
            lines.append(f"if {rust_condition(s[1], t)} {{ break; }}")
        elif s[0] == "again_if":
            lines += [f"if {rust_condition(s[1], t)} {{"] + inner(s[2]) + ["    continue;", "}"]
        elif s[0] == "if":
            lines += [f"if {rust_condition(s[1], t)} {{"] + inner(s[2]) + ["} else {"] + inner(s[3]) + ["}"]
        elif s[0] == "while":
            lines += [f"while {rust_condition(s[1], t)} {{"] + inner(s[2]) + ["}"]
        elif s[0] == "loop":
            lines += ["loop {"] + inner(s[1]) + ["}"]
        elif s[0] == "for":
            text = f"({rust_value(s[1], t)}{'..=' if s[3] else '..'}{rust_value(s[2], t)})"
            text += (".rev()" if s[4] else "") + (f".step_by({s[5]})" if s[5] > 1 else "")
            lines += [f"for i in {text} {{"] + inner(s[6]) + ["}"]
    return lines


STORED = {"locals": [], "behind": ["let (px, py) = (&mut x, &mut y);"], "array": ["let mut v = [x, y];"], "fields": ["let mut s = Moving { x, y };"]}


def as_rust(program):
    t, names = program["type"], program["names"]
    PLACES[0] = {}
    lets = [f"    let {name}: {t} = {rust_value(names[name], t)};" for name in "ab"]
    lets += [f"    let mut {name}: {t} = {rust_value(names[name], t)};" for name in "xy"]
    PLACES[0] = IN_PLACES[program["places"]]
    body = ["    let mut n = 0u64;"] + ["    " + line for line in STORED[program["places"]] + rust_lines(program["loops"], t)]
    body.append("    n.wrapping_mul(31).wrapping_add({} as u64).wrapping_mul(31).wrapping_add({} as u64)".format(
        *(rust_value(("variable", name), t) for name in "xy")))
    text = "use rustg_std::prelude::*;\n\n"
    if program["places"] == "fields":
        text += f"struct Moving {{\n    x: {t},\n    y: {t},\n}}\n\n"
    never = "#[inline(never)]\n" if program["never"] else ""
    for op, name in ASK.items():
        if any(f"{name}(" in line for line in body):
            text += f"{never}fn {name}(p: {t}, q: {t}) -> bool {{\n    p {op} q\n}}\n\n"
    if program["apart"]:
        text += f"{never}fn loops(a: {t}, b: {t}, mut x: {t}, mut y: {t}) -> u64 {{\n" + "\n".join(body) + "\n}\n\n"
        body = ["    loops(a, b, x, y)"]
    return (text + "fn run(t: usize, numbers: &[u64], parameter: u64) -> u64 {\n" + "\n".join(lets + body)
            + "\n}\n\n#[kernel]\npub fn test(mut out: GridMut<u64>, numbers: &[u64], parameter: u64) {\n    let i = thread::index();\n"
            "    out[i] = run(i.get(), numbers, parameter);\n}\n")


def python_value(v, t):
    kind = v[0]
    if kind == "constant":
        return f"({v[1]})"
    if kind == "variable":
        return v[1]
    if kind == "number":
        return f"cast(NUMBERS[(t * {v[1]} + {v[2]}) % 64], {t!r})"
    if kind in ("parameter", "thread"):
        return f"cast({'NUMBERS[9]' if kind == 'parameter' else 't'}, {t!r})"
    if kind == "odd":
        return f"({python_value(v[1], t)} | 1)"
    if kind in ("shl", "shr"):
        return f"cast({python_value(v[1], t)} {'<<' if kind == 'shl' else '>>'} {v[2]}, {t!r})"
    a, b = python_value(v[1], t), python_value(v[2], t)
    if kind.startswith("saturating"):
        return f"saturate({a} {OPERATORS[kind[-3:]]} {b}, {t!r})"
    return f"cast({a} {OPERATORS[kind]} {b}, {t!r})"


def python_condition(c, t):
    if c[0] in ("order", "asked"):
        return f"{python_value(c[2], t)} {c[1]} {python_value(c[3], t)}"
    if c[0] == "order_as":
        return f"cast({python_value(c[3], t)}, {c[2]!r}) {c[1]} cast({python_value(c[4], t)}, {c[2]!r})"
    if c[0] == "not":
        return f"not ({python_condition(c[1], t)})"
    return f"({python_condition(c[1], t)}) {'and' if c[0] == 'both' else 'or'} ({python_condition(c[2], t)})"


def python_lines(statements, t):
    lines = []
    inner = lambda body: ["    " + line for line in python_lines(body, t)]
    for s in statements:
        if s[0] == "set":
            lines.append(f"{s[1]} = {python_value(s[2], t)}")
        elif s[0] == "count":
            lines.append("n = n + 1 & MASK")
        elif s[0] == "mix":
            lines.append(f"n = n * 31 + {python_value(s[1], t)} & MASK")
        elif s[0] == "leave_if":
            lines.append(f"if {python_condition(s[1], t)}: break")
        elif s[0] == "again_if":
            lines += [f"if {python_condition(s[1], t)}:"] + inner(s[2]) + ["    continue"]
        elif s[0] == "if":
            lines += [f"if {python_condition(s[1], t)}:"] + inner(s[2]) + ["else:"] + inner(s[3])
        elif s[0] in ("while", "loop"):
            lines += [f"while {python_condition(s[1], t) if s[0] == 'while' else 'True'}:", "    rounds()"] + inner(s[-1])
        elif s[0] == "for":
            end = f"{python_value(s[2], t)}{' + 1' if s[3] else ''}"
            lines += [f"for i in range({python_value(s[1], t)}, {end}){'[::-1]' if s[4] else ''}[::{s[5]}]:", "    rounds()"] + inner(s[6])
    return lines


def as_python(program):
    t, names = program["type"], program["names"]
    lines = [f"{name} = {python_value(names[name], t)}" for name in "abxy"] + ["n = 0"] + python_lines(program["loops"], t)
    lines.append("return (n * 31 + x) * 31 + y & MASK")
    return "def run(t, rounds):\n" + "\n".join("    " + line for line in lines)


def saturate(value, ty):
    high = (1 << BITS[ty] - (ty[0] == "i")) - 1
    return min(max(value, -high - 1 if ty[0] == "i" else 0), high)


def outputs(program, n_threads):
    space = {"cast": cast, "saturate": saturate, "NUMBERS": NUMBERS, "MASK": MASK}
    exec(as_python(program), space)
    found, most = [], 0
    for t in range(n_threads):
        left = [LIMIT]

        def rounds():
            left[0] -= 1
            if left[0] < 0:
                raise TooLong

        found.append(space["run"](t, rounds))
        most = max(most, LIMIT - left[0])
    if most < 2:
        raise TooLong
    return found


@functools.cache
def drawn(seed, n_threads):
    rng = random.Random(seed)
    while True:
        program = Draw(rng).program()
        try:
            return program, outputs(program, n_threads)
        except TooLong:
            pass


def module(seed, n_threads):
    return f"// random loop {seed}\n{as_rust(drawn(seed, n_threads)[0])}"


def expected(seed, n_threads):
    return drawn(seed, n_threads)[1]

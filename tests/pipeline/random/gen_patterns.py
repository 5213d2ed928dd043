"""gen_patterns.py: matches of scalars, texts, tuples, arrays, slices and options by literals, ranges, constants, alternatives, bindings
and rests. Patterns(seed).text() is a kernel `test` in which thread i answers question i: it matches several values, drawn near what the
patterns name, through match, matches!, let-else and chains of if let."""
import random

from gen_calls import HEAD, KERNEL, N_QUESTIONS, SIGNED, WIDTH, Calls

TEXTS = ["", "a", "ab", "abc", "b", "\\u{e9}", "a\\0", "abd", "zz"]
CHARS = ["a", "b", "z", "0", "\\u{0}", "\\u{7f}", "\\u{80}", "\\u{d7ff}", "\\u{e000}", "\\u{10ffff}", "\\u{e9}"]


class Patterns(Calls):
    def type(self, depth=0):
        k = self.r.randrange(14 if depth < 2 else 7)
        if k < 4:
            return self.r.choice(list(WIDTH))
        if k < 7:
            return self.r.choice(["bool", "char", "char", "&str"])
        if k < 9:
            return ("tuple", *[self.type(depth + 1) for _ in range(self.r.randint(1, 3))])
        if k < 10:
            return ("array", self.type(depth + 1), self.r.randint(0, 4))
        if k < 12:
            return ("slice", self.type(depth + 1))
        return ("option", self.type(depth + 1))

    def name(self, t):
        if isinstance(t, str):
            return t
        if t[0] == "tuple":
            return "(" + "".join(self.name(x) + ", " for x in t[1:]) + ")"
        return {"array": "[{}; {}]", "slice": "&[{}]", "option": "Option<{}>"}[t[0]].format(self.name(t[1]), *t[2:])

    def number(self, t):
        """Few different ones, so that patterns and values meet."""
        pool = self.pools.setdefault(t, sorted({self.value(t) for _ in range(5)}))
        low, high = (-(1 << WIDTH[t] - 1), (1 << WIDTH[t] - 1) - 1) if t in SIGNED else (0, (1 << WIDTH[t]) - 1)
        return min(max(self.r.choice(pool) + self.r.choice([0, 0, 0, 1, -1]), low), high)

    def given(self, t):
        if t in WIDTH:
            value = self.number(t)
            return f"{t}::MIN" if t in SIGNED and value == -(1 << WIDTH[t] - 1) else f"({value}{t})"
        if t == "bool":
            return self.r.choice(["true", "false"])
        if t == "char":
            return f"'{self.r.choice(CHARS)}'"
        if t == "&str":
            return f'"{self.r.choice(TEXTS)}"'
        if t[0] == "tuple":
            return "(" + "".join(self.given(x) + ", " for x in t[1:]) + ")"
        if t[0] == "option":
            return f"Some({self.given(t[1])})" if self.r.randrange(4) else f"None::<{self.name(t[1])}>"
        n = t[2] if t[0] == "array" else self.r.randrange(5)
        values = ", ".join(self.given(t[1]) for _ in range(n))
        return f"[{values}]" if t[0] == "array" else f"(&[{values}] as &[{self.name(t[1])}])"

    def range(self, one, low, high, least, most):
        return self.r.choice([f"{one(low)}..={one(high)}"] * 3 + ([f"{one(low)}..{one(high)}"] if low < high else []) + [f"{one(low)}..", f"..={one(high)}"] + ([f"..{one(high)}"] if high > least else []))

    def plain(self, t, names, depth):
        """A pattern that says something of the value."""
        if t in WIDTH:
            if self.r.randrange(2):
                return f"{self.number(t)}{t}" if self.r.randrange(4) else self.r.choice([f"{t}::MAX", f"{t}::MIN"])
            low, high = sorted([self.number(t), self.number(t)])
            least = -(1 << WIDTH[t] - 1) if t in SIGNED else 0
            return self.range(lambda x: f"{x}{t}", low, high, least, 0)
        if t == "bool":
            return self.r.choice(["true", "false"])
        if t == "char":
            if self.r.randrange(2):
                return f"'{self.r.choice(CHARS)}'"
            code = lambda c: int(c[3:-1], 16) if len(c) > 1 else ord(c)
            low, high = sorted([self.r.choice(CHARS), self.r.choice(CHARS)], key=code)
            return self.range(lambda c: f"'{c}'", low, high, "\\u{0}", 0) if code(low) < code(high) else f"'{low}'..='{high}'"
        if t == "&str":
            return f'"{self.r.choice(TEXTS)}"'
        inner = lambda x: self.pattern(x, names, depth + 1)
        if t[0] == "tuple":
            if self.r.randrange(5) == 0:
                kept = self.r.randrange(len(t) - 1)
                return "(" + "".join(p + ", " for p in [self.pattern(x, None, depth + 1) for x in t[1:1 + kept]]) + "..)"
            return "(" + "".join(inner(x) + ", " for x in t[1:]) + ")"
        if t[0] == "option":
            return f"Some({inner(t[1])})" if self.r.randrange(4) else "None"
        n = t[2] if t[0] == "array" else self.r.randrange(4)
        if self.r.randrange(2) or n == 0 and t[0] == "array":
            return "[" + ", ".join(self.closed(inner(t[1])) for _ in range(n)) + "]"
        kept = self.r.randrange(n + 1)
        before = self.r.randrange(kept + 1)
        rest = ".."
        if names is not None and self.r.randrange(2):
            rest = f"{self.fresh(names)} @ .."
        one = lambda: self.closed(inner(t[1]))
        parts = [one() for _ in range(before)] + [rest] + [one() for _ in range(kept - before)]
        return "[" + ", ".join(parts) + "]"

    def fresh(self, names):
        names.append(f"n{len(names)}")
        return names[-1]

    def pattern(self, t, names, depth=0):
        """names: where bindings are listed; None: it binds nothing, as alternatives do."""
        k = self.r.randrange(12)
        if k < 2 and depth:
            return "_"
        if names is not None and k < 4:
            return self.fresh(names)
        if names is not None and k < 6:
            name = self.fresh(names)
            return f"{name} @ {self.alternatives(t, depth) if depth < 3 and self.r.randrange(2) else self.closed(self.plain(t, None, depth))}"
        if k < 8 and depth < 3:
            return self.alternatives(t, depth)
        return self.plain(t, names, depth)

    def closed(self, text):
        return f"({text})" if ".." in text and text[0] not in "([" else text

    def alternatives(self, t, depth):
        return "(" + " | ".join(self.pattern(t, None, depth + 1) for _ in range(self.r.randint(2, 3))) + ")"

    def seen(self, k, names):
        return f"{{ seen(&mut h, {k}u32); " + " ".join(f"seen(&mut h, {n});" for n in names) + " }"

    def match(self):
        self.pools = {}
        t = self.type()
        name = self.name(t)
        values = ", ".join(self.given(t) for _ in range(6))
        lines = [f"{{ let all: [{name}; 6] = core::hint::black_box([{values}]); for (at, x) in all.iter().enumerate() {{ let x = *x; let by = &all[at]; let _ = by;"]
        way = self.r.randrange(5)
        what = self.r.choice(["x", "x", "*by"])
        if way < 3:
            arms = ""
            for k in range(self.r.randint(1, 7)):
                names = []
                pattern = self.pattern(t, names)
                guard = self.r.choice(["", "", f" if at % 2 == {k % 2}"] + ([f" if {names[0]}.hash() % 3 != 1"] if names else []))
                arms += f"{pattern}{guard} => {self.seen(k, names)}, "
            lines.append(f"match {what} {{ {arms}_ => {self.seen(99, [])} }}")
        elif way == 3:
            names = []
            pattern = self.pattern(t, names)
            lines.append(f"let {pattern} = {what} else {{ seen(&mut h, 98u32); continue; }}; {self.seen(1, names)}")
        else:
            first, second = [], []
            one, two = self.pattern(t, first), self.pattern(t, second)
            third = self.closed(self.pattern(t, None))
            lines.append(f"if let {one} = {what} && at % 3 != 1 {self.seen(1, first)} else if let {two} = {what} {self.seen(2, second)} else if matches!({what}, {third}) {self.seen(3, [])} else {self.seen(4, [])}")
        return lines + ["} }"]

    def text(self):
        functions, arms = [], []
        for i in range(N_QUESTIONS):
            lines = self.match()
            functions.append(f"fn q{i}() -> u64 {{\n    let mut h = {i}u64;\n    " + "\n    ".join(lines) + "\n    h\n}\n")
            arms.append(f"            {i} => q{i}(),")
        return HEAD + MORE + "\n".join(functions) + KERNEL % (N_QUESTIONS, "\n".join(arms))


MORE = """impl<A: Answer> Answer for (A,) {
    fn hash(&self) -> u64 { self.0.hash() ^ 6 }
}
impl<A: Answer, B: Answer, C: Answer> Answer for (A, B, C) {
    fn hash(&self) -> u64 { mix(mix(self.0.hash(), self.1.hash()), self.2.hash()) }
}
"""

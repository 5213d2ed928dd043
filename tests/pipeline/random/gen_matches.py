"""Random matches whose arms have guards over alternatives: Matches(seed).text() is a kernel `test` that says what the guards were
asked, in which order, and what was bound. Alternatives overlap, and nest in tuples, enums, arrays, slices and behind references."""
import random

MOST_ALTERNATIVES = 5

HEAD = """use core::cell::Cell;

enum E<P, Q> {
    A(P, Q),
    B { p: P },
    C,
}
struct Guard {
    h: Cell<u64>,
}
impl Guard {
    fn ask(&self, k: u64, x: u64, y: u64) -> bool {
        self.h.set((self.h.get() ^ (k * 1000 + x * 10 + y)).wrapping_mul(1099511628211).rotate_left(17));
        self.h.get() % 4 == 0
    }
}
"""
KERNEL = """
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let guard = Guard { h: Cell::new(t.get() as u64) };
    let all: [fn(u64, &Guard) -> u64; %d] = [%s];
    for one in all {
        guard.h.set((guard.h.get() ^ one(t.get() as u64, &guard)).wrapping_mul(1099511628211));
    }
    if t < out.len() {
        out[t] = guard.h.get();
    }
}
"""


class Matches:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.randint(4, 16)

    def type(self, depth):
        kind = self.r.choice("uttooeasr") if depth else "u"
        if kind == "t":
            return (kind, *(self.type(depth - 1) for _ in range(self.r.randint(2, 3))))
        if kind == "e":
            return (kind, self.type(depth - 1), self.type(depth - 1))
        if kind in "as":
            return (kind, self.type(depth - 1), self.r.randint(1 if kind == "a" else 0, 3))
        inner = self.type(depth - 1) if kind != "u" else kind
        return kind if kind == "u" else inner if kind == "r" and inner == "u" else (kind, inner)

    def written(self, t):
        if t == "u":
            return "u64"
        parts = [self.written(part) for part in t[1:] if not isinstance(part, int)]
        return {"t": f"({', '.join(parts)})", "o": f"Option<{parts[0]}>", "e": f"E<{', '.join(parts)}>",
                "a": f"[{parts[0]}; {t[-1]}]", "s": f"&[{parts[0]}]", "r": f"&{parts[0]}"}[t[0]]

    def value(self, t):
        if t == "u":
            return self.r.choice([f"{self.r.randint(0, 3)}", f"(i + {self.r.randint(0, 3)}) % 4"])
        if t[0] in "as":
            text = f"[{', '.join(self.value(t[1]) for _ in range(t[2]))}]"
            if t[0] == "a":
                return text
            self.lets.append(f"    let s{len(self.lets)}: [{self.written(t[1])}; {t[2]}] = {text};")
            return f"&s{len(self.lets) - 1}[..]"
        parts = [self.value(part) for part in t[1:]]
        return self.r.choice({"t": [f"({', '.join(parts)})"], "o": [f"Some({parts[0]})"] * 3 + ["None"], "r": [f"&{parts[0]}"],
                              "e": [f"E::A({', '.join(parts)})", f"E::B {{ p: {parts[0]} }}"] * 2 + ["E::C"]}[t[0]])

    def room(self, t):
        """How many names a pattern of that type can bind."""
        if t == "u":
            return 1
        rooms = [self.room(part) for part in t[1:] if not isinstance(part, int)]
        return rooms[0] * t[2] if t[0] == "a" else 2 * rooms[0] if t[0] == "s" else sum(rooms)

    def shared_out(self, types, names):
        while True:
            parts = [[] for _ in types]
            for name in names:
                self.r.choice(parts).append(name)
            if all(len(part) <= self.room(t) for t, part in zip(types, parts)):
                return parts

    def pattern(self, t, names, depth=0):
        if self.r.random() < (0.35 if depth < 4 else 0.1):
            return f"({' | '.join(self.one(t, names, depth + 1) for _ in range(self.r.randint(2, 3)))})"
        return self.one(t, names, depth)

    def one(self, t, names, depth):
        r = self.r
        if not names and r.random() < 0.45:
            return "_"
        if t == "u":
            if not names:
                return r.choice(["_", str(r.randint(0, 3)), "0..=1", "1..=9", "0..2"])
            return names[0] + r.choice(["", "", "", " @ 0..=1", " @ (0 | 2)", " @ 1..=9", " @ (0..=1 | 1..=2)"])
        if t[0] == "r":
            return self.pattern(t[1], names, depth)
        if t[0] == "o":
            return "None" if not names and r.random() < 0.3 else f"Some({self.pattern(t[1], names, depth)})"
        if t[0] == "e" and not names and r.random() < 0.2:
            return "E::C"
        if t[0] == "e" and len(names) <= self.room(t[1]) and r.random() < 0.4:
            return f"E::B {{ p: {self.pattern(t[1], names, depth)} }}"
        types = t[1:]
        if t[0] in "as":
            n = t[2] if t[0] == "a" else r.randint(0, 3)
            while n * self.room(t[1]) < len(names):
                n += 1
            types = [t[1]] * n
        parts = self.shared_out(types, names)
        items = [self.pattern(part, given, depth) for part, given in zip(types, parts)]
        if t[0] == "s" and r.random() < 0.6:
            items.insert(r.randint(0, len(items)), "..")
        elif t[0] == "a" and len(items) > 1 and not parts[0] and r.random() < 0.3:
            items[0] = ".."
        inside = ", ".join(items)
        return f"[{inside}]" if t[0] in "as" else f"E::A({inside})" if t[0] == "e" else f"({inside})"

    def match(self, k):
        t = self.type(self.r.randint(1, 3))
        arms = []
        for arm in range(self.r.randint(1, 4)):
            names = self.r.choice([[], ["x"], ["x"], ["x", "y"]])[:self.room(t)]
            asked = ", ".join([str(10 * k + arm)] + [f"*{name}" for name in names] + ["0"] * (2 - len(names)))
            guard = f" if guard.ask({asked})" if self.r.random() < 0.9 else ""
            pattern = self.pattern(t, names)
            while pattern.count("|") > MOST_ALTERNATIVES: # rustc's memory grows with the product of an arm's alternatives
                pattern = self.pattern(t, names)
            arms.append(f"        {pattern}{guard} => {arm + 1}{''.join(f' + 10 * *{name}' for name in names)},")
        self.lets = []
        value = self.value(t)
        return "\n".join([f"fn m{k}(i: u64, guard: &Guard) -> u64 {{", *self.lets, f"    let v: {self.written(t)} = {value};", "    match &v {", *arms, "        _ => 99,", "    }", "}", ""])

    def text(self):
        matches = [self.match(k) for k in range(self.n)]
        return HEAD + "\n".join(matches) + KERNEL % (self.n, ", ".join(f"m{k}" for k in range(self.n)))

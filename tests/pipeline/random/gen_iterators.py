"""gen_iterators.py: programs of chains of iterator adaptors. Iterators(seed).text() is a kernel `test` in which each thread drives a few
chains with its own numbers.

A chain begins with a range, a slice, an array, or an iterator written here: Odd, which goes on after a None, Even, which knows its
length, Fused, which says that it ends, Own, which answers for itself what adaptors may ask, and Folds, which only folds; all note each call. Every closure notes what it is given, so that the order and the number of calls are compared and not only
the items. A chain is asked in a random order, from both ends where it has two, and is used up at last."""
import random

HEAD = """
use core::cell::Cell;
use core::ops::ControlFlow;

struct Log {
    h: Cell<u64>,
}
impl Log {
    fn note(&self, tag: u64, x: u64) {
        self.h.set(mix(self.h.get() ^ tag, x));
    }
    fn one<T: Value>(&self, tag: u64, x: Option<T>) {
        match x {
            Some(x) => self.note(tag, mix(x.value(), 1)),
            None => self.note(tag, 2),
        }
    }
    fn hint(&self, (low, high): (usize, Option<usize>)) {
        self.note(low as u64, match high {
            Some(n) => n as u64,
            None => 77,
        });
    }
}

trait Value {
    fn value(&self) -> u64;
}
macro_rules! value {
    ($($t:ident)*) => { $(impl Value for $t {
        fn value(&self) -> u64 { *self as u64 }
    })* };
}
value!(u8 i16 i32 u32 u64 u128 usize bool char);
impl<T: Value + ?Sized> Value for &T {
    fn value(&self) -> u64 { (**self).value() }
}
impl<T: Value + ?Sized> Value for &mut T {
    fn value(&self) -> u64 { (**self).value() }
}
impl<A: Value, B: Value> Value for (A, B) {
    fn value(&self) -> u64 { mix(self.0.value(), self.1.value()) }
}
impl<T: Value> Value for [T] {
    fn value(&self) -> u64 {
        let mut h = self.len() as u64;
        for x in self {
            h = mix(h, x.value());
        }
        h
    }
}
impl<T: Value, const N: usize> Value for [T; N] {
    fn value(&self) -> u64 { self.as_slice().value() }
}
impl<T: Value> Value for Option<T> {
    fn value(&self) -> u64 {
        match self {
            Some(x) => mix(x.value(), 3),
            None => 4,
        }
    }
}

#[derive(Clone)]
struct Counts<'a> {
    log: &'a Log,
    holes: u64,
    calls: u32,
    at: u32,
    end: u32,
}
impl<'a> Counts<'a> {
    fn new(log: &'a Log, holes: u64, at: u32, end: u32) -> Counts<'a> {
        Counts { log, holes, calls: 0, at, end }
    }
    fn ask(&mut self, front: bool) -> Option<u32> {
        self.log.note(front as u64, self.at as u64);
        self.calls += 1;
        let hole = (self.holes >> (self.calls & 63)) & 1 == 1;
        if self.at >= self.end || hole {
            None
        } else if front {
            self.at += 1;
            Some(self.at - 1)
        } else {
            self.end -= 1;
            Some(self.end)
        }
    }
}
impl Counts<'_> {
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B {
        self.log.note(23, self.at as u64);
        (self.at..self.end).fold(init, f)
    }
    fn rfold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B {
        self.log.note(25, self.end as u64);
        (self.at..self.end).rfold(init, f)
    }
}
/// Gives None now and then.
#[derive(Clone)]
struct Odd<'a>(Counts<'a>);
impl Iterator for Odd<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.0.ask(true) }
}
impl DoubleEndedIterator for Odd<'_> {
    fn next_back(&mut self) -> Option<u32> { self.0.ask(false) }
}
/// Knows how many there are.
#[derive(Clone)]
struct Even<'a>(Counts<'a>);
impl Iterator for Even<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.0.ask(true) }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.end.saturating_sub(self.0.at) as usize;
        (n, Some(n))
    }
}
impl DoubleEndedIterator for Even<'_> {
    fn next_back(&mut self) -> Option<u32> { self.0.ask(false) }
}
impl ExactSizeIterator for Even<'_> {}
/// Fused, as it says, and of no known length.
#[derive(Clone)]
struct Fused<'a>(Counts<'a>);
impl Iterator for Fused<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { if self.0.at < self.0.end { self.0.ask(true) } else { None } }
}
impl DoubleEndedIterator for Fused<'_> {
    fn next_back(&mut self) -> Option<u32> { if self.0.at < self.0.end { self.0.ask(false) } else { None } }
}
impl core::iter::FusedIterator for Fused<'_> {}
#[derive(Clone)]
struct Own<'a>(Counts<'a>);
impl Iterator for Own<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.0.ask(true) }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.end.saturating_sub(self.0.at) as usize;
        (n, Some(n))
    }
    fn nth(&mut self, n: usize) -> Option<u32> {
        self.0.log.note(20, n as u64);
        for _ in 0..n {
            self.0.ask(true)?;
        }
        self.0.ask(true)
    }
    fn count(self) -> usize {
        self.0.log.note(21, self.0.at as u64);
        self.0.end.saturating_sub(self.0.at) as usize
    }
    fn last(mut self) -> Option<u32> {
        self.0.log.note(22, self.0.at as u64);
        self.0.ask(false)
    }
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B { self.0.fold(init, f) }
}
impl DoubleEndedIterator for Own<'_> {
    fn next_back(&mut self) -> Option<u32> { self.0.ask(false) }
    fn nth_back(&mut self, n: usize) -> Option<u32> {
        self.0.log.note(24, n as u64);
        for _ in 0..n {
            self.0.ask(false)?;
        }
        self.0.ask(false)
    }
    fn rfold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B { self.0.rfold(init, f) }
}
impl ExactSizeIterator for Own<'_> {}
#[derive(Clone)]
struct Folds<'a>(Counts<'a>);
impl Iterator for Folds<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.0.ask(true) }
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B { self.0.fold(init, f) }
}
impl DoubleEndedIterator for Folds<'_> {
    fn next_back(&mut self) -> Option<u32> { self.0.ask(false) }
    fn rfold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B { self.0.rfold(init, f) }
}

fn array_of<T: Copy, const N: usize>(xs: &[T], end: usize) -> [T; N] {
    let mut all = [xs[0]; N];
    for (k, x) in all.iter_mut().enumerate() {
        *x = xs[(k + end) % xs.len()];
    }
    all
}
"""

KERNEL = """
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let tid = thread::index();
    if tid < out.len() {
        let i = tid.get();
        let log = Log { h: Cell::new(i as u64) };
        let mut all = [0u32; 9];
        for k in 0..9 {
            all[k] = (mix(i as u64, k as u64) >> 40) as u32 %% 12;
        }
        let n = (mix(i as u64, 99) >> 33) as usize %% 8;
        let xs = &all[..1 + i %% 9];
        let ys = &mut all.clone()[i %% 4..];
%s
        out[tid] = log.h.get();
    }
}
"""


class Chain:
    """An iterator: its text, its item's type, and whether it has two ends, a length, a copy, an end, and what it is."""

    def __init__(self, text, item, back=False, exact=False, clone=True, endless=False, kind=""):
        self.text, self.item, self.back, self.exact, self.clone, self.endless, self.kind = text, item, back, exact, clone, endless, kind

    def then(self, call, item=None, **changed):
        new = Chain(self.text + call, item or self.item, self.back, self.exact, self.clone, self.endless)
        for name, value in changed.items():
            setattr(new, name, value)
        return new


class Iterators:
    def __init__(self, seed):
        self.r = random.Random(f"iterators {seed}")
        self.tag = 2
        self.begun = set()
        self.lent = False

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def number(self, most=5):
        """A small number, which the compiler knows or not."""
        return str(self.r.randint(0, most)) if self.chance(60) else f"((n + {self.r.randint(0, 7)}) % {most + 1})"

    def note(self, x="x"):
        self.tag += 1
        return f"log.note({self.tag}, {x}.value())"

    def holds(self, x="x", often=False):
        m = self.r.randint(2, 7)
        return f"{x}.value() % {m} {'!=' if often else self.r.choice(['==', '!='])} {self.r.randrange(m)}"

    def once(self, text, other):
        """What one chain may begin with only in one place."""
        self.lent = text not in self.begun
        self.begun.add(text)
        return text if self.lent else other

    # where chains begin

    def source(self, clone=True):
        n = self.number
        counts = lambda holes: f"(Counts::new(log, {holes}, {n(3)} as u32, {n(9)} as u32))"
        holes = hex(self.r.getrandbits(40) & self.r.getrandbits(40) | 1 << self.r.randint(1, 6))
        size = self.r.randint(1, 4)
        all = [
            (5, lambda: Chain(f"Odd{counts(holes)}", "u32", True)),
            (4, lambda: Chain(f"Even{counts(0)}", "u32", True, True)),
            (2, lambda: Chain(f"Fused{counts(0)}", "u32", True)),
            (4, lambda: Chain(f"Own{counts(0)}", "u32", True, True)),
            (3, lambda: Chain(f"Folds{counts(0)}", "u32", True)),
            (2, lambda: Chain(f"({n()} as u32..{n(9)} as u32)", "u32", True, True)),
            (1, lambda: Chain(f"({n()} as u128..(1 << 65) + {n()} as u128)", "u128", endless=True, kind="wide")),
            (1, lambda: Chain(f"({n()} as u128..=(1 << 64) + {n(3)} as u128)", "u128", endless=True, kind="wide")),
            (1, lambda: Chain(f"core::iter::repeat({n()} as u32).take({n()})", "u32", True, True)),
            (1, lambda: Chain(f"({n()} as u8..{n(9)} as u8)", "u8", True, True)),
            (1, lambda: Chain(f"({n()}..{n(9)})", "usize", True, True)),
            (1, lambda: Chain(f"(-3i32..{n(9)} as i32)", "i32", True, True)),
            (1, lambda: Chain(f"({n()} as u64..{n(9)} as u64)", "u64", True)),
            (1, lambda: Chain(f"({n()} as i16..={n(9)} as i16)", "i16", True, True)),
            (1, lambda: Chain(f"({n()} as u32..={n(9)} as u32)", "u32", True)),
            (1, lambda: Chain(f"('a'..='{self.r.choice('acf')}')", "char", True)),
            (1, lambda: Chain(f"({n()}..)", "usize", endless=True)),
            (3, lambda: Chain("xs.iter()", "&u32", True, True)),
            (1, lambda: Chain(self.once("ys.iter_mut()", "xs.iter()"), "&mut u32" if self.lent else "&u32", True, True, clone=False)),
            (3, lambda: Chain(f"array_of::<u32, {self.r.randint(0, 5)}>(xs, {n()}).into_iter()", "u32", True, True)),
            (1, lambda: Chain(f"xs.windows({size})", "&[u32]", True, True)),
            (1, lambda: Chain(f"xs.{self.r.choice(['chunks', 'chunks_exact', 'rchunks', 'rchunks_exact'])}({size})", "&[u32]", True, True)),
            (1, lambda: Chain(f"xs.{self.r.choice(['split', 'split_inclusive'])}(|x| {{ {self.note()}; {self.holds()} }})", "&[u32]", True)),
            (1, lambda: Chain(f"xs.rsplit(|x| {{ {self.note()}; {self.holds()} }})", "&[u32]", True)),
            (1, lambda: Chain(f"xs.{self.r.choice(['splitn', 'rsplitn'])}({n()}, |x| {{ {self.note()}; {self.holds()} }})", "&[u32]", clone=False)),
            (1, lambda: Chain(f"xs.chunk_by(|x, y| {{ {self.note()}; {self.note('y')}; x {self.r.choice(['<', '<=', '==', '!='])} y }})", "&[u32]", True)),
            (1, lambda: Chain(f"core::iter::once({n()} as u32)", "u32", True, True)),
            (1, lambda: Chain("core::iter::empty::<u32>()", "u32", True, True)),
            (1, lambda: Chain(f"core::iter::repeat_n({n()} as u32, {n()})", "u32", True, True)),
            (1, lambda: Chain(f"core::iter::repeat({n()} as u32)", "u32", True, endless=True)),
            (1, lambda: Chain(f"core::iter::successors(Some({n(3)} as u32), |x| {{ {self.note()}; if *x > 9 {{ None }} else {{ Some(*x + {self.r.randint(1, 4)}) }} }})", "u32")),
            (1, lambda: Chain(f"(if {n(1)} == 0 {{ None }} else {{ Some(3u32) }}).into_iter()", "u32", True, True)),
            (1, lambda: Chain(f"core::iter::from_fn({{ let mut k = 0u32; move || {{ k += 1; log.note(9, k as u64); if k % {self.r.randint(3, 9)} == 0 || k > 12 {{ None }} else {{ Some(k) }} }} }})", "u32")),
            (1, lambda: Chain(f"\"ab-c{'de' * size}\".{self.r.choice(['chars', 'bytes'])}().map(|x| x as u32)", "u32", True)),
        ]
        while True:
            made = self.r.choices([f for _, f in all], [w for w, _ in all])[0]()
            if made.clone or not clone:
                return made

    # adaptors

    def adapt(self, c, deep):
        kinds = ["map", "map", "filter", "filter_map", "enumerate", "inspect", "skip", "skip", "step_by", "take", "take", "chain", "zip",
                 "zip", "peekable", "skip_while", "take_while", "map_while", "scan", "flat_map", "fuse", "rev", "rev", "cycle", "copied", "flatten"]
        kind = self.r.choice(kinds)
        note = self.note
        if kind == "map":
            if self.chance(30):
                return c.then(f".map(|x| {{ {note()}; x }})")
            return c.then(f".map(|x| {{ {note()}; (x.value() as u32) % {self.r.randint(5, 50)} }})", "u32")
        if kind == "filter" and not c.endless:
            return c.then(f".filter(|x| {{ {note()}; {self.holds()} }})", exact=False)
        if kind == "filter_map" and not c.endless:
            return c.then(f".filter_map(|x| {{ {note()}; if {self.holds()} {{ Some(x.value() as u32 % 40) }} else {{ None }} }})", "u32", exact=False)
        if kind == "enumerate":
            return c.then(".enumerate()", f"(usize, {c.item})", back=c.back and c.exact)
        if kind == "inspect":
            return c.then(f".inspect(|x| {note()})")
        if kind == "skip":
            return c.then(f".skip({self.number()})", back=c.back and c.exact)
        if kind == "step_by" and "Own(" in c.text:
            return None  # rustg begins by an nth where core's folds ask for the next item, or in Skip for one nth
        if kind == "step_by":
            return c.then(f".step_by(1 + {self.number(3)})", back=c.back and c.exact)
        if kind == "take":
            return c.then(f".take({self.number(7)})", back=c.back and c.exact, endless=False)
        if kind == "chain" and deep:
            other = self.chain(self.r.randint(0, 1), deep - 1, c.clone)
            change = lambda o: o.then(f".map(|x| {{ {note()}; x.value() as u32 % 30 }})", "u32")
            if other.item != c.item or "mut" in c.item:
                c, other = change(c), change(other)
            first, second = (c, other) if self.chance(50) else (other, c)
            return first.then(f".chain({second.text})", back=first.back and second.back, exact=False, endless=first.endless or second.endless, clone=first.clone and second.clone)
        if kind == "zip" and deep:
            other = self.chain(self.r.randint(0, 2), deep - 1, c.clone)
            first, second = (c, other) if self.chance(50) else (other, c)
            both = first.exact and second.exact
            return first.then(f".zip({second.text})", f"({first.item}, {second.item})", back=both and first.back and second.back, exact=both,
                              endless=first.endless and second.endless, clone=first.clone and second.clone)
        if kind == "peekable":
            return c.then(".peekable()", kind="peekable", clone=c.clone and "mut" not in c.item)
        if kind == "skip_while" and not c.endless:
            return c.then(f".skip_while(|x| {{ {note()}; {self.holds()} }})", back=False, exact=False)
        if kind == "take_while":
            return c.then(f".take_while(|x| {{ {note()}; {self.holds('x', True)} }})", back=False, exact=False)
        if kind == "map_while":
            return c.then(f".map_while(|x| {{ {note()}; if {self.holds('x', True)} {{ Some(x.value() as u32 % 60) }} else {{ None }} }})", "u32", back=False, exact=False)
        if kind == "scan":
            return c.then(f".scan({self.number()} as u64, |s, x| {{ {note()}; *s = mix(*s, x.value()); if *s % {self.r.randint(5, 9)} == 0 {{ None }} else {{ Some(*s as u32 % 30) }} }})", "u32", back=False, exact=False)
        if kind == "flat_map" and not c.endless:
            inner = self.r.choice([
                ("(0..x.value() as u32 % 4)", "u32"), ("Odd(Counts::new(log, 2 << (x.value() % 5), 0, x.value() as u32 % 4))", "u32"),
                (f"if {self.holds()} {{ Some(x.value() as u32 % 9) }} else {{ None }}", "u32"), ("[x.value() as u32 % 5, 7]", "u32"),
                ("Odd(Counts::new(log, 20, 0, 1 + x.value() as u32 % 4)).take(3)", "u32"), ("Even(Counts::new(log, 0, 0, x.value() as u32 % 3))", "u32"),
                ("Own(Counts::new(log, 0, 0, x.value() as u32 % 3))", "u32"), ("Folds(Counts::new(log, 0, 0, x.value() as u32 % 4))", "u32")])
            return c.then(f".flat_map(|x| {{ {note()}; {inner[0]} }})", inner[1], exact=False, back=c.back and "take" not in inner[0])
        if kind == "flatten" and not c.endless:
            inner = self.r.choice([("[x.value() as u32 % 9; 2]", "u32"), (f"(if {self.holds()} {{ Some(x.value() as u32 % 9) }} else {{ None }})", "u32"), ("(1..=x.value() as u32 % 3)", "u32")])
            return c.then(f".map(|x| {{ {note()}; {inner[0]} }}).flatten()", inner[1], exact=False)
        if kind == "fuse":
            return c.then(".fuse()")
        if kind == "rev" and c.back and not c.endless:
            return c.then(".rev()")
        if kind == "cycle" and c.clone and not c.endless:
            return c.then(f".cycle().take({self.number(9)})", back=False, exact=False)
        if kind == "copied" and c.item.startswith("&") and c.item[1:] == "u32":
            return c.then(f".{self.r.choice(['copied', 'cloned'])}()", "u32")
        return None

    def chain(self, n, deep=2, clone=False):
        c = self.source(clone)
        for _ in range(n):
            for _ in range(9):
                new = self.adapt(c, deep)
                if new and (new.clone or not clone):
                    c = new
                    break
        return c

    # what is asked

    def stopper(self, limit):
        """A closure's end that stops folding after a while: (result type, text)."""
        kind = self.r.randrange(3)
        stop = f"a.0 >= {self.r.randint(1, 5)}" if limit or self.chance(50) else "b % 4 == 0"
        if kind == 0:
            return "Option<(u32, u64)>", f"if {stop} {{ None }} else {{ Some((a.0 + 1, b)) }}", "r.map(|r| r.1)"
        if kind == 1:
            return "Result<(u32, u64), u64>", f"if {stop} {{ Err(b) }} else {{ Ok((a.0 + 1, b)) }}", "match r { Ok(r) => Some(r.1), Err(b) => Some(b ^ 1) }"
        return "ControlFlow<u64, (u32, u64)>", f"if {stop} {{ ControlFlow::Break(b) }} else {{ ControlFlow::Continue((a.0 + 1, b)) }}", "match r { ControlFlow::Continue(r) => Some(r.1), ControlFlow::Break(b) => Some(b ^ 1) }"

    def try_fold(self, c, it, back=False):
        result, stop, shown = self.stopper(c.endless)
        self.tag += 1
        return (f"let r: {result} = {it}.try_{'r' if back else ''}fold((0u32, {self.tag}u64), |a, x| {{ {self.note()}; let b = mix(a.1, x.value()); {stop} }}); "
                f"log.one({self.tag}, {shown});")

    def ask(self, c):
        self.tag += 1
        t, k, note = self.tag, self.number(4), self.note
        all = [f"log.one({t}, it.next());"] * 4 + [f"log.one({t}, it.nth({k}));"] * 3 + ["log.hint(it.size_hint());"] * 3
        all += [self.try_fold(c, "it")] * 2
        all += [f"log.one({t}, it.by_ref().take({k}).{self.r.choice(['last()', 'map(|x| x.value()).max()', f'reduce(|x, y| {{ {note()}; y }})', f'nth({k})'])});",
                f"it.by_ref().take({k}).for_each(|x| {note()});", f"log.one({t}, it.by_ref().skip({k}).next());",
                f"log.one({t}, it.by_ref().step_by({self.r.randint(1, 3)}).nth({k}));",
                f"for x in it.by_ref().take({k}) {{ {note()}; }}",
                f"it.by_ref().zip(0..{k}).for_each(|x| {note()});", f"(0..{k}).zip(it.by_ref()).for_each(|x| {note()});",
                f"log.note({t}, it.by_ref().take({k}).count() as u64);",
                f"let mut p = it.by_ref().peekable(); log.one({t}, p.peek().map(|x| x.value())); log.one({t}, p.next_if(|x| {self.holds()})); log.one({t}, p.nth({self.number(2)}));",
                f"log.note({t}, it.by_ref().map(|x| x.value()).take({k}).eq([1u64, 2].into_iter()) as u64);"]
        if not c.endless:
            all += [f"log.one({t}, it.position(|x| {{ {note()}; {self.holds()} }}));", f"log.one({t}, it.find(|x| {{ {note()}; {self.holds()} }}));",
                    f"log.note({t}, it.any(|x| {{ {note()}; {self.holds()} }}) as u64);", f"log.note({t}, it.all(|x| {{ {note()}; {self.holds()} }}) as u64);",
                    f"log.one({t}, it.find_map(|x| {{ {note()}; if {self.holds()} {{ Some(x.value()) }} else {{ None }} }}));",
                    f"it.by_ref().take_while(|x| {{ {note()}; {self.holds('x', True)} }}).for_each(|x| {note()});",
                    f"log.note({t}, it.by_ref().map(|x| x.value()).eq([1u64, 2].into_iter()) as u64);",
                    f"log.note({t}, it.by_ref().map(|x| x.value()).is_sorted() as u64);",
                    f"log.note({t}, it.by_ref().fuse().count() as u64);",
                    f"log.one({t}, it.try_for_each(|x| {{ {note()}; if {self.holds()} {{ Err(x.value()) }} else {{ Ok(()) }} }}).err());"]
        if c.back and not c.endless:
            all += [f"log.one({t}, it.next_back());"] * 4 + [f"log.one({t}, it.nth_back({k}));"] * 3 + [self.try_fold(c, "it", True)] * 2
            all += [f"log.one({t}, it.rfind(|x| {{ {note()}; {self.holds()} }}));", f"it.by_ref().rev().take({k}).for_each(|x| {note()});",
                    f"log.one({t}, it.by_ref().rev().skip({k}).next());", f"log.one({t}, it.by_ref().rev().step_by(2).next());",
                    f"let mut p = it.by_ref().peekable(); log.one({t}, p.peek().map(|x| x.value())); {self.try_fold(c, 'p', True)} log.one({t}, p.next());"]
            if c.exact:
                all += [f"log.one({t}, it.rposition(|x| {{ {note()}; {self.holds()} }}));", f"it.by_ref().zip(Even(Counts::new(log, 0, 1, 4))).rev().take({k}).for_each(|x| {note()});",
                        f"it.by_ref().skip({k}).rfold((), |_, x| {note()});", f"log.one({t}, it.by_ref().take({k}).rfind(|x| {{ {note()}; {self.holds()} }}));",
                        f"log.one({t}, it.by_ref().step_by(2).nth_back({k}));", f"it.by_ref().enumerate().rev().take({k}).for_each(|x| {note()});"]
            all += [f"let mut p = it.by_ref().peekable().peekable(); log.one({t}, p.peek().map(|x| x.value())); {self.try_fold(c, 'p', True)} log.one({t}, p.next());"]
        if c.kind == "wide":
            all += [f"log.one({t}, it.{call}(usize::MAX - {k}));" for call in ("nth", "nth", "nth_back")]
            all += [f"log.one({t}, it.clone().skip(usize::MAX - {k}).next());", f"log.one({t}, it.clone().step_by(usize::MAX - {k}).nth(1));"] * 2
        if c.exact:
            all.append(f"log.note({t}, it.len() as u64);")
        if c.clone:
            all.append(f"log.hint(it.clone().size_hint()); log.one({t}, it.clone().nth({k}));")
        if c.kind == "peekable":
            all += [f"log.one({t}, it.peek().map(|x| x.value()));", f"log.one({t}, it.next_if(|x| {{ {note()}; {self.holds()} }}));",
                    f"log.one({t}, it.next_if_map(|x| {{ {note()}; if {self.holds()} {{ Ok(x.value()) }} else {{ Err(x) }} }}));",
                    f"log.one({t}, it.next_if_map_mut(|x| {{ {note()}; if {self.holds()} {{ Some(x.value()) }} else {{ None }} }}));"] * 2
        return self.r.choice(all)

    def end(self, c):
        """The iterator is used up."""
        self.tag += 1
        t, note = self.tag, self.note
        if c.endless:
            return f"it.take({self.number(9)}).for_each(|x| {note()});"
        fold = f"fold({t}u64, |a, x| {{ {note()}; mix(a, x.value()) }})"
        all = [f"log.note({t}, it.{fold});", f"for x in it {{ {note()}; }}", f"it.for_each(|x| {note()});", f"log.note({t}, it.count() as u64);", f"log.one({t}, it.last());",
               f"log.one({t}, it.{self.r.choice(['min', 'max'])}_by_key(|x| {{ {note()}; x.value() % 3 }}));",
               f"log.one({t}, it.{self.r.choice(['min', 'max'])}_by(|x, y| {{ {note()}; {note('y')}; (x.value() % 3).cmp(&(y.value() % 3)) }}));",
               f"log.one({t}, it.reduce(|x, y| {{ {note()}; {note('y')}; if {self.holds('y')} {{ x }} else {{ y }} }}));",
               f"log.note({t}, it.map(|x| x.value() % 100).sum());", f"log.one({t}, it.map(|x| x.value()).{self.r.choice(['min', 'max'])}());",
               f"log.one({t}, it.map(|x| {{ {note()}; if {self.holds()} {{ None }} else {{ Some(x.value() % 90) }} }}).sum::<Option<u64>>());",
               f"log.note({t}, it.map(|x| x.value()).{self.r.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])}(Odd(Counts::new(log, 64, 0, 9)).map(|x| x.value())) as u64);",
               f"log.note({t}, it.map(|x| x.value()).cmp(Odd(Counts::new(log, 64, 0, 9)).map(|x| x.value())) as i8 as u64);",
               f"log.note({t}, it.is_sorted_by_key(|x| {{ {note()}; x.value() % 5 }}) as u64);", f"log.one({t}, it.enumerate().last());", f"log.note({t}, it.skip({self.number()}).count() as u64);"]
        if c.back:
            all += [f"log.note({t}, it.r{fold});"] * 3 + [f"it.rev().for_each(|x| {note()});", f"for x in it.rev() {{ {note()}; }}", f"log.one({t}, it.rev().last());"]
            if c.exact:
                all += [f"log.note({t}, it.skip({self.number()}).r{fold});", f"log.note({t}, it.take({self.number()}).r{fold});", f"log.note({t}, it.step_by({self.r.randint(1, 3)}).r{fold});"]
        return self.r.choice(all)

    def text(self):
        functions, calls = [], []
        for i in range(4):
            self.begun = set()
            c = self.chain(self.r.choice([1, 1, 2, 2, 3, 4]))
            lines = [f"let mut it = {c.text};"] + [self.ask(c) for _ in range(self.r.randint(1, 6))] + [self.end(c)]
            functions.append(f"fn c{i}(log: &Log, xs: &[u32], ys: &mut [u32], n: usize) {{\n    " + "\n    ".join(lines) + "\n}\n")
            calls.append(f"        c{i}(&log, xs, ys, n);")
        return HEAD + "\n".join(functions) + KERNEL % "\n".join(calls)

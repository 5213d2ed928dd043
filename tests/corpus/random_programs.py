#!/usr/bin/env python3
"""Writes programs that nobody wrote: random_programs.py FOLDER N SEED UI_FOLDER GRAMMAR_FOLDER

Half of the N files are programs of rustc's tests/ui, or lines of tests/parser/grammar, with tokens deleted, doubled,
swapped, replaced or filled in; half are a few random words where a construct stands. FOLDER/list names them all. The
same arguments give the same files. corpus_ast_test then compares the parsers on them.
"""
import pathlib
import random
import re
import sys

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|r(#*)\".*?\"\1|b?\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|'?\w+|\s+|.", re.DOTALL)
BRACKETS = "()[]{}"
MOST_BYTES = 3000

WORDS = """< > , ; : :: . .. ..= ... = == => -> + - * / % & && | || ^ ! ? # @ $ ' _ << >> <= >= += >>= a b A T 1
1.0 1. -1 'c' "s" 'a '_ true fn let if else match for in while loop struct enum impl trait type where const
static mut ref move async await unsafe extern pub use mod self Self super crate dyn box return break continue as
union auto default macro_rules! macro try yield gen safe raw do become virtual final override typeof reuse pin
yeet r#fn""".split()

# ~ stands for a space within a phrase.
PHRASES = """() {} [] (a) {a} [a] (a,b) {a:b} [a;1] (a:b) <T> <'a> ::<T> !() ![] !{} builtin#deref(a) use<T>
for<'a> #[a] #![a] /**d*/ pub(crate) pub(in~a) |a| extern"C" a::b A<T> fn() |a|b a.b a() a[b] S{a} &mut
&raw~const *const if~let dyn~A impl~A""".split()

# X is filled in.
FRAMES = """fn f() { X; }
fn f() { X }
fn f() { let X = y; }
fn f() { let a: X = y; }
fn f() { match a { X => {} } }
fn f() { match a { a if X => {} } }
fn f() { match a { X } }
fn f() { |X| a; }
fn f() { || X; }
fn f() { a::<X>(); }
fn f() { <X>::b; }
fn f() { if X {} }
fn f() { if let X = a {} }
fn f() { while X {} }
fn f() { for X in a {} }
fn f() { for a in X {} }
fn f() { S { X }; }
fn f() { let S { X } = a; }
fn f() { f(X); }
fn f() { [X]; }
fn f() { (X); }
fn f() { a.X; }
fn f() { a[X]; }
fn f() { a = X; }
fn f() { X = a; }
fn f() { a + X; }
fn f() { a..X; }
fn f() { return X; }
fn f() { break X; }
fn f() { 'a: X }
fn f() { a as X; }
fn f() { &X; }
fn f() { unsafe X }
fn f() { async X }
fn f() { const X }
fn f() { #[a] X }
fn f() { a; X }
fn f() { a X }
fn f() { {} X }
fn f() { X {} }
fn f<X>() {}
fn f<T: X>() {}
fn f() where X {}
fn f(X) {}
fn f(a: X) {}
fn f(&X) {}
fn f() -> X {}
fn X
impl X {}
impl A for X {}
impl A { X }
impl A { fn f(X) {} }
trait X {}
trait A { X }
trait A { fn f(X); }
extern "C" { X }
extern X
use X;
#[X] fn f() {}
pub X
enum A { X }
struct A { X }
struct A(X);
struct X
union X
const A: X
static X;
mod X
macro_rules! X
mac! X
macro X
reuse X
type X;
type A = X;
type A = B<X>;
type A = dyn X;
type A = impl X;
type A = fn(X);
type A = for<X> fn();
type A = <X>::B;
type A = &X;
type A = [X];
X""".split("\n")


def tokens_of(text):
    return [match.group(0) for match in TOKEN.finditer(text)]


def balanced_piece(rng, text):
    """A few tokens of a line, cut so that its brackets match."""
    tokens = tokens_of(text.strip())
    first = rng.randrange(len(tokens))
    piece, depth = [], 0
    for token in tokens[first:first + rng.choice((1, 2, 3, 4, 6, 8))]:
        depth += (token in "([{") - (token in ")]}")
        if depth < 0:
            break
        piece.append(token)
    while sum(token in "([{" for token in piece) > sum(token in ")]}" for token in piece):
        piece.pop()
    return "".join(piece)


def mutant(rng, programs, lines):
    """A program, or one line of the grammar's, with a token or two changed."""
    if rng.random() < 0.5:
        text = rng.choice(programs)
    else:
        text = rng.choice(lines)
        text = "fn f() {\n%s\n}\n" % text if text.startswith("    ") else text + "\n"
    tokens = tokens_of(text)
    places = [i for i, token in enumerate(tokens) if not token.isspace() and not token.startswith(("//", "/*"))]
    if rng.random() < 0.9:
        places = [i for i in places if tokens[i] not in BRACKETS]
    if len(places) < 3:
        return text
    for _ in range(rng.choice((1, 1, 1, 2))):
        at, other, way = rng.choice(places), rng.choice(places), rng.randrange(6)
        if way == 0:
            tokens[at] = " "
        elif way == 1:
            tokens[at] += " " + tokens[at]
        elif way == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif way == 3:
            tokens[at] = rng.choice(WORDS)
        elif way == 4:
            tokens[at] += " " + rng.choice(WORDS)
        else:
            tokens[at] = rng.choice(("", tokens[at] + " ")) + balanced_piece(rng, rng.choice(lines))
    return "".join(tokens)


def filled_frame(rng):
    words = [rng.choice(WORDS + PHRASES).replace("~", " ") for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4)))]
    return rng.choice(FRAMES).replace("X", " ".join(words), 1) + "\n"


def read(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    folder, n, rng = pathlib.Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    ui, grammar = pathlib.Path(sys.argv[4]), pathlib.Path(sys.argv[5])
    programs = [read(path) for path in sorted(ui.rglob("*.rs")) if path.stat().st_size < MOST_BYTES]
    programs = [text for text in programs if "contract_" not in text and "reuse impl" not in text]  # ast_exceptions.txt
    lines = [line for path in sorted(grammar.rglob("*.rs")) for line in read(path).splitlines()
             if line.strip() and not line.startswith("//")]
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for i in range(n):
        path = folder.resolve() / ("%d.rs" % i)
        path.write_text(mutant(rng, programs, lines) if i % 2 else filled_frame(rng), encoding="utf-8")
        names.append("%s\n" % path)
    (folder / "list").write_text("".join(names), encoding="utf-8")


if __name__ == "__main__":
    main()

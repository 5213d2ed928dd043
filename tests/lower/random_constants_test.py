#!/usr/bin/env python3
"""Random constants that read and write memory through pointers, against rustc: random_constants_test.py RUSTGC [FIRST [SEEDS]]

Each constant makes variables of several types, moves pointers about them and reads, writes and copies through these, as often wrongly
as not: outside, misaligned, uninitialized, as another type, between variables. Every third one keeps pointers in bytes, copies and
overwrites parts of them, and makes some of numbers that look like addresses. rustgc must find undefined behaviour in the constants in
which rustc finds it, by the same words, and give all others rustc's values. Without rustc: skipped.
RUSTG_CONSTANTS_N: how many seeds, of 60 constants each; 4 by default."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
N_CONSTANTS = 60
HEAD = """#![allow(dead_code, unused, unnecessary_transmutes, clippy::all)]
use core::mem::{transmute, MaybeUninit};
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair { a: u8, b: u32 }
#[derive(Clone, Copy)]
#[repr(u8)]
enum Few { A = 1, B = 2, C = 5 }
#[derive(Clone, Copy)]
union Any { w: u32, b: [u8; 4], f: f32, t: bool }
type Byte = MaybeUninit<u8>;
#[derive(Clone, Copy)]
#[repr(C)]
union Parts { p: *const u8, b: [Byte; 8], h: [MaybeUninit<u32>; 2], n: u64, r: Option<&'static u8> }
static TARGET: u8 = 7;
"""
WORDS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i8": 1, "i16": 2, "i32": 4, "i64": 8}


class Constant:
    def __init__(self, r, number):
        self.r, self.number, self.lines, self.n = r, number, [], 0
        self.pointers = []  # (name, type, bytes of its variable)
        self.variables = []

    def any_word(self):
        return self.r.choice(list(WORDS))

    def value(self, ty):
        bits = 8 * WORDS[ty]
        low = -(1 << bits - 1) if ty[0] == "i" else 0
        number = self.r.choice([0, 1, 2, 5, self.r.randrange(low, low + (1 << bits))])
        return f"({number}{ty})" if number < 0 else f"{number}{ty}"

    def variable(self):
        self.n += 1
        name, kind = f"v{self.n}", self.r.randrange(6)
        self.variables.append(name)
        if kind <= 1:
            ty, n = self.any_word(), self.r.randrange(1, 5)
            self.lines.append(f"let mut {name} = [{', '.join(self.value(ty) for _ in range(n))}];")
            self.lines.append(f"let mut p{self.n} = &raw mut {name} as *mut {ty};")
            self.pointers.append([f"p{self.n}", ty, n * WORDS[ty]])
        elif kind == 2:
            self.lines.append(f"let mut {name} = Pair {{ a: {self.value('u8')}, b: {self.value('u32')} }};")
            ty = self.r.choice(["u8", "u32", "u16"])
            self.lines.append(f"let mut p{self.n} = &raw mut {name} as *mut {ty};")
            self.pointers.append([f"p{self.n}", ty, 8])
        elif kind == 3:
            self.lines.append(f"let mut {name} = MaybeUninit::<[u32; 2]>::uninit();")
            ty = self.r.choice(["u8", "u32", "u64"])
            self.lines.append(f"let mut p{self.n} = {name}.as_mut_ptr() as *mut {ty};")
            self.pointers.append([f"p{self.n}", ty, 8])
        elif kind == 4:
            part = self.r.choice([f"w: {self.value('u32')}", "b: [1, 0, 2, 3]", "f: 1.5", "t: true"])
            self.lines.append(f"let mut {name} = Any {{ {part} }};")
            ty = self.r.choice(["u8", "u32", "u16"])
            self.lines.append(f"let mut p{self.n} = &raw mut {name} as *mut {ty};")
            self.pointers.append([f"p{self.n}", ty, 4])
            read = self.r.choice(["w as u64", "b[1] as u64", "f.to_bits() as u64", "t as u64"])
            self.lines.append(f"sum = sum.wrapping_mul(31).wrapping_add({name}.{read});")
        else:
            ty = self.any_word()
            self.lines.append(f"let mut {name} = {self.value(ty)};")
            self.lines.append(f"let mut p{self.n} = &raw mut {name};")
            self.pointers.append([f"p{self.n}", ty, WORDS[ty]])

    def add(self, what):
        self.lines.append(f"sum = sum.wrapping_mul(31).wrapping_add(({what}) as u64);")

    def step(self):
        name, ty, n_bytes = p = self.r.choice(self.pointers)
        n = max(1, n_bytes // WORDS[ty])
        near = self.r.randrange(n) if self.r.randrange(8) else self.r.choice([n, n + 1, -1])
        place = f"{name}.offset({near})"
        other = self.any_word()
        match self.r.randrange(18):
            case 0 | 1 | 2:
                self.add(f"*{place}")
            case 3 | 4 | 5:
                self.lines.append(f"*{place} = {self.value(ty)};")
            case 6:
                self.add(f"{place}.cast::<{other}>().read_unaligned()")
            case 7:
                self.lines.append(f"{place}.cast::<{other}>().write_unaligned({self.value(other)});")
            case 8:
                self.add(f"*{place}.cast::<{other}>()")
            case 9:
                to = self.r.choice(self.pointers)
                self.lines.append(f"core::ptr::copy({name} as *const u8, {to[0]} as *mut u8, {self.r.randrange(0, n_bytes + 2)});")
            case 10:
                to = self.r.choice(self.pointers)[0]
                self.add(f"({place} as *const u8).offset_from({to} as *const u8)")
            case 11:
                self.add(self.r.choice([f"*{place}.cast::<bool>()", f"*{place}.cast::<Few>()", f"*{place}.cast::<char>()",
                                        f"transmute::<u8, bool>({self.r.choice(['0', '1', '2'])})",
                                        f"transmute::<u8, Few>({self.r.choice(['1', '2', '3', '5'])})"]))
            case 12:
                self.add(f"core::slice::from_raw_parts({name} as *const {ty}, {self.r.randrange(n + 2)}).len()")
            case 13:
                shared = self.r.choice([f"&*{name}", f"&{self.r.choice(self.variables)}", f"&raw const *{name}", f"&mut *{name}"])
                self.lines.append(f"{name} = {shared} as *const _ as *mut {ty};")
            case 14:
                to, to_ty, _ = self.r.choice(self.pointers)
                how = self.r.choice(["copy", "copy_nonoverlapping"])
                cast = "" if to_ty == ty else f".cast::<{ty}>()"
                self.lines.append(f"core::ptr::{how}({place}, {to}{cast}, {self.r.randrange(0, n + 1)});")
            case 15:
                self.add(self.r.choice([f"(*{place}.cast::<Pair>()).b", f"(*{place}.cast::<[u32; 3]>())[{self.r.randrange(3)}]"]))
            case 16:
                self.lines.append(self.r.choice([f"(*{place}.cast::<Pair>()).b = 7;", f"{place}.write({self.value(ty)});",
                                                 f"(*{place}.cast::<[u16; 2]>())[{self.r.randrange(2)}] += 1;"]))
            case _:
                self.lines.append(f"if sum % 2 == {self.r.randrange(2)} {{ {name} = {place}; }}")

    def text(self):
        for _ in range(self.r.randrange(1, 4)):
            self.variable()
        for _ in range(self.r.randrange(1, 5)):
            self.step()
        return f"const C{self.number}: u64 = unsafe {{ let mut sum = 1u64; {' '.join(self.lines)} sum }};"


class Parted:
    """Pointers of which bytes are copied about, in three rooms of bytes."""
    N_BYTES = 24

    def __init__(self, r, number):
        self.r, self.number, self.lines = r, number, []

    def add(self, what):
        self.lines.append(f"sum = sum.wrapping_mul(31).wrapping_add(({what}) as u64);")

    def pointer(self):
        number = (0x2F6B1A5 + self.r.randrange(6)) << 36 | self.r.choice([0, 2, 3, 4, 9])
        return self.r.choice(["&raw const x", "&raw const x", "&x as *const u8", "&raw const y[0]", "&raw const y[1]", "&raw const TARGET",
                              f"{number:#x} as *const u8", "core::ptr::null::<u8>()",
                              f"(&raw const x).wrapping_add({self.r.choice(['1', '1 << 36', '1 << 63'])})"])

    def place(self):
        return self.r.choice("abc"), self.r.choice([0, 0, 8, 8, 16, self.r.randrange(self.N_BYTES - 7)])

    def step(self):
        (to, i), (of, k) = self.place(), self.place()
        n = self.r.choice([1, 2, 4, 4, 7, 8, 8, 8, self.r.randrange(self.N_BYTES)])
        whole = self.r.randrange(i % 8 + 1)
        match self.r.randrange(20):
            case 0 | 1 | 2:
                self.lines.append(f"p{to}.add({i}).cast::<*const u8>().write_unaligned({self.pointer()});")
            case 3 | 4:
                how = self.r.choice(["copy", "copy", "copy_nonoverlapping"])
                self.lines.append(f"core::ptr::{how}(p{of}.add({k}), p{to}.add({i}), {min(n, self.N_BYTES - max(i, k))});")
            case 5:
                self.lines.append(f"{{ let mut i = 0; while i < 8 {{ {to}.0[{i} + i] = {of}.0[{k} + i]; i += 1; }} }}")
            case 6 | 7:
                self.lines.append(f"{{ let half = p{of}.add({k}).cast::<MaybeUninit<u32>>().read_unaligned(); "
                                  f"p{to}.add({i}).cast::<MaybeUninit<u32>>().write_unaligned(half); }}")
            case 8:
                self.lines.append(f"{to} = {of};")
            case 9:
                self.lines.append(f"p{to}.add({i + whole}).cast::<u8>().write({self.r.randrange(3)});")
            case 10:
                self.lines.append(f"core::ptr::write_bytes(p{to}.add({i}), 0, {min(n, self.N_BYTES - i)});")
            case 11 | 12:
                self.add(f"*p{to}.add({i}).cast::<*const u8>().read_unaligned()")
            case 13:
                self.add(f"p{to}.add({i}).cast::<{self.r.choice(['u8', 'u16', 'u32', 'u64', 'f32', 'bool'])}>().read_unaligned()"
                         .replace("<f32>().read_unaligned()", "<f32>().read_unaligned().to_bits()"))
            case 14:
                self.add(f"p{to}.add({i}).cast::<Option<&u8>>().read_unaligned().is_some()")
            case 15:
                self.add(f"*{to}.1.{self.r.choice(['p', 'p', 'r.unwrap()'])}" if self.r.randrange(3) else f"{to}.1.n")
            case 16:
                self.lines.append(f"{to}.1 = Parts {{ h: [{of}.1.h[{self.r.randrange(2)}], {to}.1.h[{self.r.randrange(2)}]] }};")
            case 17:
                self.lines.append(f"core::mem::swap(&mut {to}.1, &mut {'b' if to == 'a' else 'a'}.1);")
            case 18:
                self.lines.append(f"p{to}.add({i}).cast::<[Byte; 8]>().write(p{of}.add({k}).cast::<[Byte; 8]>().read());")
            case _:
                self.add(f"transmute::<*const u8, Parts>({self.pointer()}).n")

    def text(self):
        for _ in range(self.r.randrange(3, 9)):
            self.step()
        rooms = " ".join(f"let mut {name} = ([Byte::uninit(); {self.N_BYTES}], Parts {{ p: {self.pointer()} }}); "
                         f"let p{name} = &raw mut {name}.0 as *mut Byte;" for name in "abc")
        return (f"const C{self.number}: u64 = unsafe {{ let mut sum = 1u64; let x = 5u8; let y = [6u8, 8]; {rooms} "
                f"{' '.join(self.lines)} sum }};")


def normal(message):
    message = re.sub(r"\balloc\d+(?:<imm>)?", "ALLOC", message)
    return re.sub(r": evaluation of .*", "", message)


def errors(text):
    found = {}
    for line in text.split("\n"):
        match = re.match(r"[^:]+\.rs:(\d+):(\d+): error(?:\[E0080\])?: (.*)", line)
        if match:
            found.setdefault(int(match.group(1)), f"column {match.group(2)}: {normal(match.group(3))}")
    return found


def errors_of_rustc(folder, text):
    (folder / "r.rs").write_text(text)
    done = subprocess.run(["rustc", "--edition", "2024", "--crate-type", "lib", "--emit=metadata", "--error-format=short", "r.rs"], cwd=folder,
                          capture_output=True, text=True)
    return errors(done.stderr)


def errors_of_rustgc(rustgc, folder, text):
    kernel = "use rustg_std::prelude::*; #[kernel] pub fn k() {}\n"
    (folder / "g.rs").write_text(text + kernel)
    done = subprocess.run([rustgc, "g.rs", "--emit=ir", "-o", "g.ir", "--error-format=short"], cwd=folder, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return errors(done.stderr)


def values_of_rustc(folder, text, numbers):
    (folder / "v.rs").write_text(text + "fn main() {" + "".join(f'println!("{n} {{}}", C{n});' for n in numbers) + "}\n")
    subprocess.run(["rustc", "--edition", "2024", "-Awarnings", "v.rs"], cwd=folder, check=True, capture_output=True)
    told = subprocess.run(["./v"], cwd=folder, check=True, capture_output=True, text=True).stdout
    return dict(map(int, line.split()) for line in told.split("\n") if line)


def compare(rustgc, folder, seed):
    r = random.Random(seed)
    constants = [(Parted if i % 3 == 2 else Constant)(r, i).text() for i in range(N_CONSTANTS)]
    first = HEAD.count("\n") + 1
    text = HEAD + "\n".join(constants) + "\n"
    wanted, found = errors_of_rustc(folder, text), errors_of_rustgc(rustgc, folder, text)
    n_wrong = 0
    for line in sorted(wanted.keys() | found.keys()):
        if wanted.get(line) != found.get(line):
            n_wrong += 1
            print(f"seed {seed}: {constants[line - first] if line >= first else line}\n  rustc:  {wanted.get(line)}\n  rustgc: {found.get(line)}")
    good = [i for i in range(N_CONSTANTS) if first + i not in wanted and first + i not in found]
    kept = HEAD + "\n".join(constants[i] for i in good) + "\n"
    values = values_of_rustc(folder, kept, good)
    checks = "".join(f"const _: () = assert!(C{i} == {values[i]});\n" for i in good)
    for line, message in errors_of_rustgc(rustgc, folder, kept + checks).items():
        n_wrong += 1
        print(f"seed {seed}: {(kept + checks).splitlines()[line - 1]}: {message}")
    return n_wrong, len(good)


def main():
    rustgc = os.path.abspath(sys.argv[1])
    if not shutil.which("rustc"):
        print("random_constants_test: no rustc here, skipped")
        return SKIPPED
    begin = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    n_seeds = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_CONSTANTS_N", "4"))
    n_wrong = n_good = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(begin, begin + n_seeds):
            wrong, good = compare(rustgc, pathlib.Path(folder), seed)
            n_wrong += wrong
            n_good += good
    print(f"{n_seeds * N_CONSTANTS} constants, {n_good} without undefined behaviour, {n_wrong} differ")
    return n_wrong != 0 or n_good == 0


if __name__ == "__main__":
    sys.exit(main())

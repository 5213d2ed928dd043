"""random_layouts_test.py RUSTGC [N [SEED]]: random types have the size and alignment that rustc gives them, as constants and in a kernel.

Structs of all forms, enums, unions, tuples, arrays, references and the library's types with values that they never have (bool, char,
Ordering, NonZero, NonNull), nested; N types (default RUSTG_LAYOUTS_N or 2000), a thousand in a kernel, which run_random runs. Exit
code 77: no rustc here."""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCALARS = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "usize", "f32", "f64", "bool", "bool", "char"]
LIBRARY = ["core::cmp::Ordering", "NonZero<u8>", "NonZero<u32>", "NonZero<i64>", "NonZero<u16>", "core::ptr::NonNull<u32>", "&'static u32",
           "&'static [u8]", "*const u8", "()", "!", "fn(u32) -> u32", "core::cell::Cell<bool>", "core::mem::MaybeUninit<bool>",
           "core::ops::Range<u16>", "core::num::Wrapping<u32>", "core::marker::PhantomData<u64>", "[u64; 0]", "core::convert::Infallible"]
HEAD = "use core::num::NonZero;\nuse core::mem::{align_of, size_of};\n"
IN_KERNEL = 1000


class Types:
    def __init__(self, rng):
        self.r, self.items, self.names, self.copies = rng, [], [], []

    def pick(self, depth=0):
        k = self.r.randrange(100)
        if k < 42 or depth > 3:
            return self.r.choice(SCALARS)
        if k < 58:
            found = self.r.choice(LIBRARY)
            return "u8" if found == "!" else found
        if k < 70:
            return f"Option<{self.pick(depth + 1)}>"
        if k < 74:
            return f"Result<{self.pick(depth + 1)}, {self.pick(depth + 1)}>"
        if k < 81:
            return f"({', '.join(self.pick(depth + 1) for _ in range(self.r.randrange(1, 5)))},)"
        if k < 87:
            return f"[{self.pick(depth + 1)}; {self.r.randrange(1, 5)}]"
        return self.r.choice(self.names) if self.names else "char"

    def fields(self, most=5):
        return [self.pick() for _ in range(self.r.randrange(most + 1))]

    def body(self, fields):
        return " { " + ", ".join(f"f{i}: {t}" for i, t in enumerate(fields)) + " }" if self.r.randrange(2) else f"({', '.join(fields)})" if fields else ""

    def aligns(self):
        """Several alignments, of which the largest counts."""
        first, second = self.r.choices(["1", "2", "4", "0x8", "1_6", "32"], k=2)
        return self.r.choice([f"#[repr(align({first}), C, align({second}))] ", f"#[repr(align({first}))] #[repr(align({second}))] "])

    def define(self):
        name, k = f"T{len(self.names)}", self.r.randrange(100)
        if k < 40:
            repr_ = self.r.choices(["", "#[repr(C)] ", "#[repr(align(8))] ", "#[repr(align(16))] ", self.aligns()], [12, 2, 1, 1, 1])[0]
            body = self.body(self.fields(6))
            self.items.append(f"{repr_}pub struct {name}{body}{'' if body.startswith(' {') else ';'}")
        elif k < 88:
            repr_ = self.r.choices(["", "#[repr(C)] ", "#[repr(u8)] ", "#[repr(i16)] ", "#[repr(align(8))] ", self.aligns()], [16, 1, 2, 1, 1, 1])[0]
            n = self.r.choices([1, 2, 3, 4, 7, 300], [2, 6, 6, 4, 2, 0.3])[0]
            unit = n == 300 or self.r.randrange(4) == 0
            if n == 300 and "8" in repr_:
                repr_ = ""
            variants = [f"V{i}{'' if unit else self.body(self.fields(3) if self.r.randrange(3) else [])}" for i in range(n)]
            if unit and n < 300 and self.r.randrange(2):
                value = self.r.choice([-100, 0, 5, 100]) if "u8" not in repr_ else 7
                variants[0] += f" = {value}"
                if n > 1 and "8" not in repr_ and self.r.randrange(3) == 0:
                    variants[-1] += f" = {value + self.r.choice([500, 200, 120, 20000])}"
            self.items.append(f"{repr_}pub enum {name} {{ {', '.join(variants)} }}")
        else:
            fields = [self.r.choice(SCALARS + ["[u8; 5]", "(u8, u32)"]) for _ in range(self.r.randrange(1, 4))]
            repr_ = self.r.choices(["", "#[repr(C)] ", "#[repr(align(8))] ", self.aligns()], [4, 1, 1, 1])[0]
            self.items.append(f"{repr_}#[derive(Clone, Copy)] pub union {name} {{ {', '.join(f'f{i}: {t}' for i, t in enumerate(fields))} }}")
        self.names.append(name)
        return name


def source(seed, n):
    """(what both compile, the types)"""
    types = Types(random.Random(seed))
    asked = [types.define() if types.r.randrange(2) else types.pick() for _ in range(n)]
    table = "".join(f"    size_of::<{t}>() as u64 * 256 + align_of::<{t}>() as u64,\n" for t in asked)
    text = HEAD + "\n".join(types.items) + f"\npub static TABLE: [u64; {n}] = [\n{table}];\n"
    return text, asked


def numbers(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=200)
    if done.returncode:
        sys.exit(f"{words[0]}: exit code {done.returncode}\n{(done.stderr + done.stdout)[:5000]}")
    return [int(word) for word in done.stdout.split() if word.isdigit()]


def compare(run, folder, seed, n):
    text, asked = source(seed, n)
    (folder / "main.rs").write_text(f"#![allow(warnings)]\n{text}\nfn main() {{ for v in TABLE {{ println!(\"{{v}}\"); }} }}\n")
    (folder / "root.rs").write_text(f"#![allow(warnings)]\nuse rustg_std::prelude::*;\n{text}\n#[kernel]\npub fn test(mut out: GridMut<u64>) {{\n"
                                    "    let i = thread::index();\n    out[i] = TABLE[i.get()];\n}\n")
    subprocess.run(["rustc", "--edition", "2024", "-O", "--cap-lints", "allow", "-o", folder / "main.exe", folder / "main.rs"], check=True)
    wanted, got = numbers([folder / "main.exe"]), numbers([run, folder / "root.rs", str(n), "0", "interpreter"])
    wrong = [i for i in range(n) if wanted[i] != got[i]]
    for i in wrong[:12]:
        item = next((line for line in text.splitlines() if re.search(rf"(struct|enum|union) {re.escape(asked[i])}\b", line)), "")
        print(f"{asked[i]}: rustc {wanted[i] // 256} align {wanted[i] % 256}, rustgc {got[i] // 256} align {got[i] % 256}  {item}")
    return len(wrong)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("rustc"):
        print("skipped: no rustc here")
        return 77
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_LAYOUTS_N", "2000"))
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    run = Path(sys.argv[1]).resolve().parent / "tests" / "run_random"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, n, IN_KERNEL):
            wrong += compare(run, Path(os.environ.get("RUSTG_LAYOUTS_KEEP") or folder), seed + at // IN_KERNEL, min(IN_KERNEL, n - at))
    print(f"{n} types, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

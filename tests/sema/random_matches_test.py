#!/usr/bin/env python3
"""random_matches_test.py RUSTGC: what random matches leave uncovered is told in rustc's words, in its order.

Each of RUSTG_MATCHES_N programs (default: 6; seeds from RUSTG_RANDOM_SEED on, default 1) has 40 matches of random patterns over numbers,
characters, tuples, structs, enums, arrays and slices, some of them guarded. rustc and rustgc must report the same errors: code, words and
place. Skipped, with exit code 77, where there is no rustc 1.95."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED, N_MATCHES, VERSION = 77, 40, "rustc 1.95."
HEAD = """#![allow(unreachable_patterns, dead_code)]
enum E { A, B(bool), C { x: u8 }, D(u8, bool) }
enum W { P(E), Q(Option<bool>, u8), Z }
struct R { a: bool, b: u8 }
"""
ENDS = {
    "u8": ["0", "1", "5", "127", "128", "200", "254", "255"], "i8": ["-128", "-1", "0", "5", "127"], "u32": ["0", "9", "4294967295"],
    "i64": ["-9223372036854775808", "-3", "0", "8", "9223372036854775807"], "usize": ["0", "1", "70"], "isize": ["-5", "0", "5"],
    "u128": ["0", "1", "340282366920938463463374607431768211455"], "i128": ["-7", "0", "12"],
    "char": [r"'\0'", "'a'", "'z'", r"'\u{D7FF}'", r"'\u{E000}'", r"'\u{10FFFF}'"],
}
PARTS = {  # of types whose patterns are one form: the form, and the parts' types
    "(E, bool)": ("({}, {})", "E", "bool"), "(bool, bool, bool)": ("({}, {}, {})", "bool", "bool", "bool"),
    "(u8, Option<bool>)": ("({}, {})", "u8", "Option<bool>"), "(isize, W)": ("({}, {})", "isize", "W"), "&E": ("&{}", "E"),
    "&(char, bool)": ("&({}, {})", "char", "bool"),
}
ENUMS = {
    "E": [("E::A",), ("E::B({})", "bool"), ("E::C {{ x: {} }}", "u8"), ("E::D({}, {})", "u8", "bool"), ("E::D(..)",), ("E::C {{ .. }}",)],
    "W": [("W::P({})", "E"), ("W::Q({}, {})", "Option<bool>", "u8"), ("W::Z",), ("W::Q(.., {})", "u8")],
    "R": [("R {{ a: {}, .. }}", "bool"), ("R {{ a: {}, b: {} }}", "bool", "u8")], "bool": [("true",), ("false",)],
    "Option<E>": [("None",), ("Some({})", "E")], "Option<bool>": [("None",), ("Some({})", "bool")],
    "Result<bool, E>": [("Ok({})", "bool"), ("Err({})", "E")],
}
ARRAYS = {"[bool; 1]": ("bool", 1), "[bool; 2]": ("bool", 2), "[bool; 4]": ("bool", 4), "[E; 3]": ("E", 3), "[u8; 3]": ("u8", 3)}
SLICES = {"&[u8]": "u8", "&[bool]": "bool", "&[Option<bool>]": "Option<bool>"}


def elements(rng, of, n, has_rest, depth):
    parts = [pattern(rng, of, depth + 1) for _ in range(n)]
    if has_rest:
        parts.insert(rng.randint(0, n), "..")
    return f"[{', '.join(parts)}]"


def pattern(rng, of, depth=0):
    if rng.random() < 0.1 + 0.1 * depth:
        return "_"
    if rng.random() < 0.12 and depth < 3:
        both = " | ".join(pattern(rng, of, depth + 1) for _ in range(2))
        return f"({both})" if depth else both
    if of in ENDS:
        low, high = sorted(rng.randrange(len(ENDS[of])) for _ in range(2))
        a, b = ENDS[of][low], ENDS[of][high]
        return rng.choice([a, f"{a}..={b}", f"{a}..", f"..={b}", f"{a}..{b}" if low < high else a])
    if of in ARRAYS:
        element, n = ARRAYS[of]
        n_given = rng.randint(0, n)
        return elements(rng, element, n_given, n_given < n or rng.random() < 0.2, depth)
    if of in SLICES:
        return elements(rng, SLICES[of], rng.randint(0, 3), rng.random() < 0.5, depth)
    form, *parts = PARTS[of] if of in PARTS else rng.choice(ENUMS[of])
    return form.format(*(pattern(rng, part, depth + 1) for part in parts))


def program(rng):
    text = HEAD
    for m in range(N_MATCHES):
        of = rng.choice([*ENDS, *PARTS, *ENUMS, *ARRAYS, *SLICES])
        arms = "".join(f"        {pattern(rng, of)}{' if n > 3' if rng.random() < 0.15 else ''} => {arm},\n" for arm in range(rng.randint(1, 8)))
        text += f"fn f{m}(v: {of}, n: u32) -> u32 {{\n    match v {{\n{arms}    }}\n}}\n"
    return text


def errors(command):
    found = []
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ, RUSTG_CACHE="off"))
    for line in (told.stdout + told.stderr).splitlines():
        row = json.loads(line) if line.startswith("{") else {}
        places = sorted((span["line_start"], span["column_start"], span.get("label") or "") for span in row.get("spans", []) if span["is_primary"])
        if row.get("level") == "error" and places:
            found.append((places, (row.get("code") or {}).get("code"), row["message"]))
    return sorted(found)


def main():
    rustgc, rustc = os.path.abspath(sys.argv[1]), shutil.which("rustc")
    if not rustc or not subprocess.run([rustc, "--version"], capture_output=True, text=True, check=False).stdout.startswith(VERSION):
        print(f"skipped: no {VERSION}x here")
        return SKIPPED
    first, n = int(os.environ.get("RUSTG_RANDOM_SEED", "1")), int(os.environ.get("RUSTG_MATCHES_N", "6"))
    n_errors = n_differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + n):
            text = program(random.Random(seed))
            source, kernel = Path(folder) / "match.rs", Path(folder) / "kernel.rs"
            source.write_text(text + "fn main() {}\n")
            kernel.write_text(text + "#[rustg_std::kernel] fn k(_n: u32) {}\n")
            by_rustc = errors([rustc, "--edition=2024", "--emit=metadata", "--error-format=json", "-o", f"{folder}/out.rmeta", source])
            by_rustg = errors([rustgc, "--edition=2024", "--emit=ir", "--error-format=json", "--error-limit=0", "-o", f"{folder}/out.ir", kernel])
            n_errors += len(by_rustc)
            for who, row in [("rustc", row) for row in by_rustc if row not in by_rustg] + [("rustgc", row) for row in by_rustg if row not in by_rustc]:
                n_differ += 1
                print(f"seed {seed}: {who} alone says {row}")
    assert n_errors > 10 * n, f"{n_errors} errors of rustc in {n} programs: matches are no longer random, or rustc is not asked rightly"
    print(f"{n_errors} errors, {n_differ} differ")
    return n_differ > 0


sys.exit(main())

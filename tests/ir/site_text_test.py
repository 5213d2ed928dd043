"""site_text_test.py RUSTGC: panic messages write floats and characters as rustc does, by {} and {:?}.

Random floats of all sizes, those halfway between two short texts, powers of two and ten with their neighbours, subnormals; every
character. RUSTG_RANDOM_N: how many random floats of each kind (default 20000). Exit code 77: no rustc here."""
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

RUST = """use std::io::Write;
fn main() {
    let out = &mut std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (kind, bits) = line.split_once(' ').unwrap();
        let bits: u64 = bits.parse().unwrap();
        match kind {
            "f32" => { let x = f32::from_bits(bits as u32); writeln!(out, "{x}\\t{x:?}") }
            "f64" => { let x = f64::from_bits(bits); writeln!(out, "{x}\\t{x:?}") }
            _ => { let x = char::from_u32(bits as u32).unwrap(); writeln!(out, "{x}\\t{x:?}") }
        }.unwrap();
    }
}
"""
FORMS = {"f32": ("<f", "<I", 23, 32), "f64": ("<d", "<Q", 52, 64)}


def floats(kind, n, r):
    value_form, bits_form, mantissa, width = FORMS[kind]

    def bits_of(value):
        try:
            return struct.unpack(bits_form, struct.pack(value_form, value))[0]
        except OverflowError:
            return 0

    found = [0, 1 << (width - 1)] + [r.getrandbits(width) for _ in range(n)]
    found += [bits_of(r.choice([1, -1]) * r.getrandbits(r.randrange(1, mantissa + 2)) / 2 ** r.randrange(0, 8)) for _ in range(n)]
    found += [bits_of(round(r.uniform(0, 10 ** r.randrange(1, 9)), r.randrange(0, 8))) for _ in range(n)]
    found += [bits_of(r.randrange(1, 1000) * 10.0 ** r.randrange(-44, 38)) for _ in range(n // 4)]
    for exponent in range(1 << (width - 1 - mantissa)):
        found += [(exponent << mantissa) + near for near in (0, 1, 2)] + [max(0, (exponent << mantissa) - near) for near in (1, 2)]
    found += [r.getrandbits(r.randrange(1, mantissa + 1)) for _ in range(n // 4)]
    found += [bits_of(float(f"1e{e}")) + near for e in range(-40, 38) for near in (0, 1)]
    return found


def main():
    if not shutil.which("rustc"):
        print("skipped: no rustc here")
        return 77
    n, r = int(os.environ.get("RUSTG_RANDOM_N", "20000")), random.Random(1)
    lines = [f"{kind} {bits}" for kind in FORMS for bits in floats(kind, n, r)]
    lines += [f"char {code}" for code in range(0x110000) if not 0xD800 <= code < 0xE000 and code not in (0, 10, 13)]  # texts are lines of C strings
    given = "\n".join(lines) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "texts.rs", Path(folder) / "texts"
        source.write_text(RUST)
        subprocess.run(["rustc", "--edition", "2024", "-O", "-o", program, source], check=True)
        wanted = subprocess.run([program], input=given.encode(), capture_output=True, check=True).stdout.split(b"\n")
    own = Path(sys.argv[1]).parent / "tests/site_texts"
    got = subprocess.run([own], input=given.encode(), capture_output=True, check=True).stdout.split(b"\n")
    wrong = [i for i, line in enumerate(lines) if i >= len(got) or wanted[i] != got[i]]
    for i in wrong[:20]:
        print(f"{lines[i]}: rustc {wanted[i]!r}, rustg {got[i] if i < len(got) else b''!r}")
    print(f"{len(lines)} values, {len(wrong)} differ")
    return len(wrong) > 0


sys.exit(main())

"""random_kernels_test.py RUSTGC [N [FIRST_SEED]]: random kernels mean to rustg what they mean to rustc.

gen_programs.py writes N programs (default RUSTG_RANDOM_N or 40). rustc compiles all of them as one crate against
bindings/rust/rustg-std and runs them through cpu::launch; rustgc runs each one in its interpreter and as a CPU program. All
three must give the same numbers and, where a thread panics, the same message, place and thread. A program that rustgc cannot compile yet, by its own word, is counted and shown, and is no
failure unless more than RUSTG_RANDOM_REFUSED percent (default 0) are. Exit code 77: no rustc or cargo here.

RUSTG_RANDOM_KEEP=FOLDER keeps the programs there. RUSTG_RANDOM_ENGINES: default "interpreter cpu"."""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import gen_programs

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parents[2]))
THREADS = 48  # a warp and a half
PANIC = re.compile(r"panicked at [^\n]*?:(\d+:\d+): (.*) \(block 0,0,0 thread (\d+),0,0\)", re.DOTALL)
NOT_YET = "cannot be compiled for kernels yet"

MAIN = """#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use rustg_std::{{cpu, prelude::GridMut}};
fn show(name: &str, kernel: fn(GridMut<u64>)) {{
    let mut out = vec![0u64; {threads}];
    let result = {{
        let given = cpu::Output::new(&mut out);
        cpu::launch(1, {threads}, || kernel(given.grid()))
    }};
    println!("{{name}} {{}}", out.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" "));
    if let Err(error) = result {{
        let first = &error.panics[0];
        let place = if first.file.ends_with(&format!("p{{name}}.rs")) {{ format!("{{}}:{{}}", first.line, first.column) }} else {{ "library".to_string() }};
        println!("panic {{place}}: {{}} (thread {{}})", first.message, first.thread[0]);
    }}
}}
{modules}
fn main() {{
{calls}
}}
"""


def by_rustc(folder, seeds):
    """What rustc's program computes: {seed: (numbers, panic)}. Ends the test where it refuses a program: that is the generator's mistake."""
    crate = folder / "crate"
    (crate / "src").mkdir(parents=True)
    std = (SOURCE / "bindings/rust/rustg-std").resolve()
    (crate / "Cargo.toml").write_text(
        f'[package]\nname = "run"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\nrustg-std = {{ path = "{std}" }}\n\n'
        "[profile.dev]\nopt-level = 0\noverflow-checks = true\ndebug-assertions = false\nincremental = false\ndebug = 0\ncodegen-units = 16\n")
    modules = "\n".join(f'#[path = "{folder}/p{seed}.rs"]\nmod p{seed};' for seed in seeds)
    calls = "\n".join(f'    show("{seed}", p{seed}::test);' for seed in seeds)
    (crate / "src/main.rs").write_text(MAIN.format(threads=THREADS, modules=modules, calls=calls))
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target"), "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(["cargo", "run", "--quiet"], cwd=crate, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[-8000:])
        sys.exit("rustc does not accept the programs, or they do not end well")
    results = {}
    for line in done.stdout.splitlines():
        name, *words = line.split(" ")
        if name == "panic":
            results[last] = (results[last][0], " ".join(words))
        else:
            last = int(name)
            results[last] = ([int(word) for word in words], None)
    return results


def write_npy(path, n):
    """n zeros of u64."""
    header = f"{{'descr': '<u8', 'fortran_order': False, 'shape': ({n},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(8 * n))


def read_npy(path):
    data = path.read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return list(struct.unpack(f"<{(len(data) - start) // 8}Q", data[start:]))


def by_rustgc(rustgc, folder, seed, engine):
    """((numbers, panic), None), or (None, what rustgc said)."""
    given, out = folder / "zeros.npy", folder / f"out-{engine}.npy"
    write_npy(given, THREADS)
    out.unlink(missing_ok=True)
    command = [rustgc, str(folder / f"p{seed}.rs"), "--run", "test", "--for", str(THREADS), "--engine", engine, "--arg", str(given), "--out", f"0={out}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "does not end within 120 s"
    panic = PANIC.search(done.stderr)
    if (done.returncode and not panic) or not out.exists():
        return None, f"exit code {done.returncode}\n{(done.stderr + done.stdout)[:3000]}"
    return (read_npy(out), f"{panic[1]}: {panic[2]} (thread {panic[3]})" if panic else None), None


def difference(wanted, got):
    if wanted[1] != got[1]:
        return f"rustc's panic: {wanted[1]}\n  rustgc's: {got[1]}"
    thread = next(i for i in range(THREADS) if got[0][i] != wanted[0][i])
    return f"thread {thread}: rustc {wanted[0][thread]:#x}, rustgc {got[0][thread]:#x}"


def compare(rustgc, folder, expected, engines):
    failed, refused = [], []
    for seed, wanted in sorted(expected.items()):
        for engine in engines:
            got, why = by_rustgc(rustgc, folder, seed, engine)
            if got and wanted[1] and wanted[1].startswith("library: ") and got[1]:
                got = (got[0], re.sub(r"^\d+:\d+: ", "library: ", got[1]))  # rustc names a place in core
            if got == wanted:
                continue
            if why and NOT_YET in why:
                refused.append((seed, why))
                break
            if got:
                why = difference(wanted, got)
            failed.append((seed, engine, why))
            break
    return failed, refused


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rustgc = str(Path(sys.argv[1]).resolve())
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_RANDOM_N", "40"))
    first = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_RANDOM_SEED", "1"))
    if not shutil.which("cargo") or not shutil.which("rustc"):
        print("skipped: no cargo or rustc here")
        return 77
    keep = os.environ.get("RUSTG_RANDOM_KEEP")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder / "crate", ignore_errors=True)
        for seed in range(first, first + n):
            (folder / f"p{seed}.rs").write_text(gen_programs.program(seed))
        start = time.monotonic()
        expected = by_rustc(folder, range(first, first + n))
        took = time.monotonic() - start
        if len(expected) != n:
            sys.exit(f"rustc's program gave {len(expected)} results of {n}")
        engines = os.environ.get("RUSTG_RANDOM_ENGINES", "interpreter cpu").split()
        failed, refused = compare(rustgc, folder, expected, engines)
    for seed, why in refused:
        print(f"program {seed} is refused: {why}")
    for seed, engine, why in failed:
        print(f"program {seed} differs ({engine}): {why}")
    print(f"{n} programs (seeds {first}..{first + n - 1}): {n - len(failed) - len(refused)} agree on {' and '.join(engines)}, "
          f"{len(refused)} refused, {len(failed)} differ; rustc took {took:.0f} s, rustgc {time.monotonic() - start - took:.0f} s")
    return 1 if failed or 100 * len(refused) > n * int(os.environ.get("RUSTG_RANDOM_REFUSED", "0")) else 0


if __name__ == "__main__":
    sys.exit(main())

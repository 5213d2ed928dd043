"""random_kernels_test.py RUSTGC [N [FIRST_SEED]]: random kernels mean to rustg what they mean to rustc.

gen_programs.py writes N programs (default RUSTG_RANDOM_N or 256), modules of crates of a hundred or so. rustc compiles a crate
against bindings/rust/rustg-std and runs its kernels through cpu::launch; run_random compiles it with rustg and runs them in the
interpreter, as CPU programs and, in the interpreter of tests/codegen/ptx, as rustg's own PTX; and the first RUSTG_RANDOM_NVRTC (default 40)
of them as NVRTC's PTX there, where NVRTC is. All must give the same numbers and, where a thread panics, the same message, place and thread. A program that rustgc cannot compile yet, by its own word, is counted and shown, and is no failure unless more than
RUSTG_RANDOM_REFUSED percent (default 0) are. Exit code 77: no rustc or cargo here.

RUSTG_RANDOM_KEEP=FOLDER keeps the crates there. RUSTG_RANDOM_ENGINES: default "interpreter cpu ptx". RUSTG_RANDOM_CRATE: programs
in a crate. The C compiler's level is another one in each crate, -O0 and -O1 in turn, -O3 in every eighth."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "codegen/ptx"))
import gen_programs
import ptx_program

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parents[3]))
THREADS = 48  # a warp and a half
NVRTC = int(os.environ.get("RUSTG_RANDOM_NVRTC", "40"))
LIMIT = 300  # seconds that one command may take
NOT_YET = "cannot be compiled for kernels yet"

MAIN = """#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use rustg_std::{{cpu, prelude::GridMut}};
fn show(name: &str, kernel: fn(GridMut<u64>)) {{
    let mut out = vec![0u64; {threads}];
    let result = {{
        let given = cpu::Output::new(&mut out);
        cpu::launch(1, {threads}, || kernel(given.grid()))
    }};
    println!("rustc p{{name}}__test\\n{{}}", out.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" "));
    if let Err(error) = result {{
        let first = &error.panics[0];
        println!("panic {{}}:{{}}:{{}}: {{}} (thread {{}})", first.file, first.line, first.column, first.message, first.thread[0]);
    }}
}}
{modules}
fn main() {{
{calls}
}}
"""


class Refused(Exception):
    pass


def command(words, what):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise Refused(f"{what} does not end within {LIMIT} s")
    if done.returncode:
        raise Refused(f"{what}: exit code {done.returncode}\n{done.stdout[-1000:]}\n{done.stderr[:6000]}")
    return done.stdout


def build_std(folder):
    """rustg-std, built once by cargo: rustc's words that name it."""
    crate = folder / "std"
    (crate / "src").mkdir(parents=True, exist_ok=True)
    std = (SOURCE / "bindings/rust/rustg-std").resolve()
    (crate / "Cargo.toml").write_text('[package]\nname = "run"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n'
                                      f'[dependencies]\nrustg-std = {{ path = "{std}" }}\n\n[profile.dev]\nincremental = false\ndebug = 0\n')
    (crate / "src/lib.rs").write_text("")
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target"), "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(["cargo", "build", "--quiet"], cwd=crate, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"rustg-std does not build\n{done.stderr[-6000:]}")
    libraries = folder / "target/debug/deps"
    return ["--extern", f"rustg_std={next(libraries.glob('librustg_std-*.rlib'))}", "-L", f"dependency={libraries}"]


def write_crate(folder, seeds):
    """main.rs for rustc and root.rs for rustg, of the same modules."""
    folder.mkdir(parents=True, exist_ok=True)
    modules = "\n".join(["mod library;"] + [f"pub mod p{seed};" for seed in seeds])
    calls = "\n".join(f'    show("{seed}", p{seed}::test);' for seed in seeds)
    (folder / "library.rs").write_text(gen_programs.LIBRARY)
    for seed in seeds:
        (folder / f"p{seed}.rs").write_text(gen_programs.module(seed))
    (folder / "nvrtc.rs").write_text(gen_programs.ALLOWED + "\n".join(["mod library;"] + [f"pub mod p{seed};" for seed in seeds[:NVRTC]]) + "\n")
    (folder / "main.rs").write_text(MAIN.format(threads=THREADS, modules=modules, calls=calls))
    (folder / "root.rs").write_text(gen_programs.ALLOWED + modules + "\n")


def results(text):
    """{(engine, seed): (numbers, panic)} of lines as run_random.c writes them; a place in core or rustg-std is "library"."""
    found, lines = {}, iter(text.splitlines())
    for line in lines:
        if line.startswith("panic "):
            place = re.match(r"panic (?:\S*/)?(p\d+|library)\.rs(:\d+:\d+): ", line)
            words = re.sub(r"^panic \S+?:\d+:\d+: ", "", line)
            found[last] = (found[last][0], place[1] + place[2] if place else "library", words)
        elif re.match(r"\w+ p\d+__test$", line):
            engine, kernel = line.split(" ")
            last = (engine, int(kernel[1:-6]))
            found[last] = (next(lines), None, None)
        else:  # a message of more than one line
            found[last] = (*found[last][:2], f"{found[last][2]}\n{line}")
    return found


def by_rustc(folder, rust_std):
    program = folder / "main.exe"
    command(["rustc", "--edition", "2024", "-Coverflow-checks=on", "-Cdebug-assertions=off", "-Ccodegen-units=1", "--cap-lints", "allow",
             "--crate-name", "main", *rust_std, "-o", str(program), str(folder / "main.rs")], "rustc")
    found = results(command([str(program)], "rustc's program"))
    program.unlink()
    return found


def by_rustg(rustgc, folder, engines, level):
    programs, others = Path(rustgc).parent / "tests", [engine for engine in engines if engine not in ("ptx", "nvrtc")]
    found = results(command([str(programs / "run_random"), str(folder / "root.rs"), str(THREADS), str(level), *others], "run_random"))
    for engine, root, word in [("ptx", "root.rs", "ptx"), ("nvrtc", "nvrtc.rs", "cuda")]:
        if engine in engines:
            text = command([str(programs / "run_random_ptx"), str(folder / root), str(THREADS), str(level), word], "run_random_ptx")
            found |= {(engine, seed): value for (_, seed), value in results(text).items()}
    return found


def refused_programs(rustgc, folder, seeds):
    """[(seed, why)] of the programs that rustg does not take alone, for a crate that it refused."""
    found = []
    for seed in seeds:
        (folder / "one.rs").write_text(gen_programs.program(seed))
        done = subprocess.run([rustgc, str(folder / "one.rs"), "--emit=ir", "-o", os.devnull], capture_output=True, text=True)
        if done.returncode:
            found.append((seed, done.stderr[:3000]))
    return found


def agree(wanted, got):
    """rustc names a place in core for what its library does; rustg the call's."""
    return wanted[0] == got[0] and wanted[2] == got[2] and (wanted[1] == got[1] or (wanted[1] == "library" and got[1] is not None))


def difference(wanted, got):
    if wanted[1:] != got[1:] and not agree((got[0], *wanted[1:]), got):
        return f"rustc's panic: {wanted[1:]}\n  rustgc's: {got[1:]}"
    pairs = list(zip(wanted[0].split(), got[0].split()))
    thread = next(i for i, (w, g) in enumerate(pairs) if w != g)
    return f"thread {thread}: rustc {pairs[thread][0]}, rustgc {pairs[thread][1]}"


def compare_crate(rustgc, folder, seeds, engines, rust_std, level):
    """(failed, refused) of one crate."""
    write_crate(folder, seeds)
    failed, refused = [], []
    try:
        got = by_rustg(rustgc, folder, engines, level)
    except Refused as why:
        refused = refused_programs(rustgc, folder, seeds)
        seeds = [seed for seed in seeds if seed not in dict(refused)]
        if not refused:
            return [(seeds[0], "crate", str(why))], []
        write_crate(folder, seeds)
        try:
            got = by_rustg(rustgc, folder, engines, level)
        except Refused as why:
            return [(seeds[0], "crate", str(why))], refused
    expected = by_rustc(folder, rust_std)
    for seed in seeds:
        wanted = expected[("rustc", seed)]
        for engine in engines:
            if engine == "nvrtc" and seed not in seeds[:NVRTC]:
                continue
            one = got.get((engine, seed), ("", None, "no result"))
            if not agree(wanted, one):
                failed.append((seed, f"{engine} -O{level}", difference(wanted, one)))
                break
    return failed + [(seed, "rustgc", why) for seed, why in refused if NOT_YET not in why], [r for r in refused if NOT_YET in r[1]]


def compare(rustgc, folder, seeds, engines):
    rust_std = build_std(folder)
    size = int(os.environ.get("RUSTG_RANDOM_CRATE", "128"))
    crates = [seeds[at:at + size] for at in range(0, len(seeds), size)]
    failed, refused = [], []
    with ThreadPoolExecutor(max(1, min(len(os.sched_getaffinity(0)), 8))) as workers:
        level = lambda i: 3 if i % 8 == 7 else i % 2
        own = lambda i: engines + ["nvrtc"] if i == 0 and NVRTC and ptx_program.find() else engines
        made = workers.map(lambda i: compare_crate(rustgc, folder / f"crate{crates[i][0]}", crates[i], own(i), rust_std, level(i)), range(len(crates)))
        for some_failed, some_refused in made:
            failed += some_failed
            refused += some_refused
    return failed, refused


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rustgc = str(Path(sys.argv[1]).resolve())
    n = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("RUSTG_RANDOM_N", "256"))
    first = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("RUSTG_RANDOM_SEED", "1"))
    if not shutil.which("cargo") or not shutil.which("rustc"):
        print("skipped: no cargo or rustc here")
        return 77
    engines = os.environ.get("RUSTG_RANDOM_ENGINES", "interpreter cpu ptx").split()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("RUSTG_RANDOM_KEEP") or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            failed, refused = compare(rustgc, folder, list(range(first, first + n)), engines)
        except Refused as why:  # rustc does not take a program, which is the generator's mistake
            sys.exit(str(why))
    for seed, why in refused:
        print(f"program {seed} is refused: {why}")
    for seed, engine, why in failed:
        print(f"program {seed} differs ({engine}): {why}")
    print(f"{n} programs (seeds {first}..{first + n - 1}): {n - len(failed) - len(refused)} agree on {' and '.join(engines)}, "
          f"{len(refused)} refused, {len(failed)} differ; {time.monotonic() - start:.0f} s")
    return 1 if failed or 100 * len(refused) > n * int(os.environ.get("RUSTG_RANDOM_REFUSED", "0")) else 0


if __name__ == "__main__":
    sys.exit(main())

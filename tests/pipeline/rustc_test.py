"""rustc_test.py: rustc agrees with what every program of tests/pipeline/run expects.

Builds one crate of all programs against bindings/rust/rustg-std with overflow checks as each program has them, runs it
and compares; a panic that rustc places inside core, by its words alone. Arguments: rustgc, unused; programs, if not all; --update
writes down what rustc says instead. Exit code 77: no rustc or cargo."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))
MASK = (1 << 64) - 1


def header(text, key):
    return re.findall(rf"^// {key}: *(.*)$", text, re.M)


def program(path):
    text = path.read_text()
    expected = [int(word, 0) & MASK for line in header(text, "expect") for word in line.replace(",", " ").split()]
    panics = header(text, "panics")
    return {
        "name": path.stem,
        "path": path.resolve(),
        "threads": int((header(text, "threads") or ["1"])[0]),
        "checks": (header(text, "checks") or ["on"])[0],
        "expected": expected,
        "kernel": (header(text, "instance") or ["test"])[0],
        "prints": re.findall(r"^// prints: ?(.*)$", text, re.M),
        "panic": panics[0].split(" ", 1) if panics else None,
    }


MAIN = """use rustg_std::cpu;
use rustg_std::prelude::GridMut;

fn show(name: &str, threads: u32, kernel: fn(GridMut<u64>)) {{
    let mut out = vec![0xA5A5A5A5A5A5A5A5u64; threads as usize];
    let output = cpu::Output::new(&mut out);
    println!("begin {{name}}");
    eprintln!("begin {{name}}");
    let result = cpu::launch(1, threads, || kernel(output.grid()));
    drop(output);
    eprintln!("end {{name}}");
    match result {{
        Ok(()) => println!("{{name}} ok {{}}", out.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ")),
        Err(e) => {{
            let (panic, words) = (&e.panics[0], e.panics[0].message.replace('\\n', " "));
            println!("{{name}} panic {{}} {{words}}", if panic.file.starts_with("/rustc/") {{ 0 }} else {{ panic.line }});
        }}
    }}
}}

{modules}

fn main() {{
    std::panic::set_hook(Box::new(|_| ()));
{calls}
}}
"""


def build_and_run(programs, checks, folder):
    crate = folder / checks
    (crate / "src").mkdir(parents=True)
    std = (SOURCE / "bindings/rust/rustg-std").resolve()
    (crate / "Cargo.toml").write_text(
        f'[package]\nname = "run"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n'
        f'[dependencies]\nrustg-std = {{ path = "{std}" }}\n\n'
        f'[profile.dev]\nopt-level = 0\noverflow-checks = {"true" if checks == "on" else "false"}\n'
        "debug-assertions = false\nincremental = false\ndebug = 0\n")
    modules = "\n".join(f'#[allow(warnings)]\n#[path = "{p["path"]}"]\nmod m_{p["name"]};' for p in programs)
    calls = "\n".join(f'    show("{p["name"]}", {p["threads"]}, {{ use m_{p["name"]}::*; {p["kernel"]} }});' for p in programs)
    (crate / "src/main.rs").write_text(MAIN.format(modules=modules, calls=calls))
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target"), "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(["cargo", "run", "--quiet"], cwd=crate, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[-6000:])
        sys.exit("rustc does not accept the programs")
    return done.stdout, done.stderr


def parts(text, ends):
    """By name: the lines behind `begin NAME`, and the line that ends them."""
    found, name, lines = {}, None, []
    for line in text.split("\n"):
        if line.startswith("begin "):
            name, lines = line[len("begin "):], []
        elif name and line.startswith(tuple(end.format(name) for end in ends)):
            found[name], name = (lines, line), None
        elif name:
            lines.append(line)
    return found


def update(p, kind, rest):
    """Rewrites what the program says by what rustc says; the diff is reviewed."""
    before = p["path"].read_text().splitlines(keepends=True)
    lines = [line for line in before if not line.startswith(("// expect:", "// panics:"))]
    at = next(i for i, line in enumerate(lines) if line.startswith("// threads:")) + 1
    if kind == "panic":
        number, message = rest.split(" ", 1)
        line = int(number) + 1 + len(lines) - len(before) if number != "0" else p["panic"][0]
        lines.insert(at, f"// panics: {line} {message}\n")
    else:
        lines.insert(at, f"// expect: {rest}\n")
    p["path"].write_text("".join(lines))


def main():
    if not shutil.which("cargo") or not shutil.which("rustc"):
        print("skipped: no cargo or rustc here")
        return 77
    named = [Path(word) for word in sys.argv[2:] if word != "--update"]
    programs = [program(path) for path in named or sorted((SOURCE / "tests/pipeline/run").rglob("*.rs"))]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        said = {}
        for checks in ("on", "off"):
            some = [p for p in programs if p["checks"] == checks]
            if some:
                out, errors = build_and_run(some, checks, Path(folder))
                errors = parts(errors, ("end {}",))
                for name, (lines, last) in parts(out, ("{} ok ", "{} panic ")).items():
                    kind, rest = last[len(name) + 1:].split(" ", 1)
                    said[name] = (kind, rest, lines, errors.get(name, ([], ""))[0])
    for p in programs:
        kind, rest, out, errors = said.get(p["name"], ("nothing", "", [], []))
        if "--update" in sys.argv:
            update(p, kind, rest)
            continue
        if p["panic"]:
            line, words = p["panic"]
            good = kind == "panic" and rest in (f"{line} {words}", f"0 {words}")
        else:
            good = kind == "ok" and [int(word) for word in rest.split()] == p["expected"]
        good &= out == [line for line in p["prints"] if not line.startswith("!")]
        good &= errors == [line[1:] for line in p["prints"] if line.startswith("!")]
        if not good:
            failed += 1
            print(f"FAIL {p['name']}: rustc says {kind} {rest} {out} {errors}")
    print(f"{len(programs) - failed} passed, {failed} failed")
    return failed > 0 or not programs


sys.exit(main())

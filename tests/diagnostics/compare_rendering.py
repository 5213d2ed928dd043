#!/usr/bin/env python3
"""Shows that two builds of rustgc render the same errors: byte for byte, as coloured text and as JSON, in editions 2015,
2021 and 2024, for all Rust files of the given folders and for mutants of them.

usage: compare_rendering.py OLD_RUSTGC NEW_RUSTGC MUTANTS FOLDER...

MUTANTS files are made of the folders' files by a few random edits each, from a fixed seed. Exits with 1 at differences,
after showing the first ones.
"""
import concurrent.futures
import random
import subprocess
import sys
import tempfile
from pathlib import Path

CHUNK = 200
MOST_SHOWN = 5
FORMATS = (("2015", "json"), ("2021", "json"), ("2024", "json"), ("2021", "human"))
PIECES = [
    b"'", b'"', b"\\", b"\\q", b"\\u", b"\\u{110000}", b"\\xff", b"\\u1", b"r#\"", b"\"#", b"\"##", b"b'", b"b\"\xc3\xa9\"",
    b"/*", b"*/", b"/**", b"//!", b"///", b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b";", b":", b"::", b",", b".",
    b"..=", b"...", b"=>", b"==", b"=", b"->", b"<-", b"#", b"##", b"#!", b"$", b"@", b"`", b"?", b"~", b"|", b"||", b"&&",
    b" fn ", b" let ", b" struct ", b" enum ", b" impl ", b" pub ", b" public ", b" def ", b" mut ", b" match ", b" if ",
    b" else ", b" where ", b" async ", b" unsafe ", b" use ", b" mod ", b" const ", b" static ", b" type ", b" trait ",
    b" Fn ", b" fn fn ", b" strut ", b" retrun ", b"\xe2\x80\x9c", b"\xe2\x80\x9d", b"\xcd\xbe", b"\xef\xbc\x9b\xef\xbc\x9b",
    b"\xe2\x80\x8b", b"\xf0\x9f\xa6\x80", b" static mut \xf0\x9f\xa6\x80", b"\xf0\x9f\x98\x80", b"'a", b"'1", b"'ab'", b"'e\xcc\x81'",
    b"0b12", b"0x", b"1e", b"0b1.0", b"1_", b"r#self", b"'r#self", b"\r", b"\n", b"\n<<<<<<< HEAD\n", b"\n=======\n",
    b"\n||||||| x\n", b"\n>>>>>>> x\n", b"\n---\n", b"k\"x\"", b"rb\"x\"", b" macro ", b" self ", b" _ ", b" gen ", b" for ",
]


def mutate(text, chooser):
    for _ in range(chooser.choice((1, 1, 1, 2, 3))):
        at = chooser.randrange(len(text) + 1)
        what = chooser.randrange(5)
        if what == 0:
            text = text[:at] + text[at + chooser.choice((1, 1, 2, 5, 20)):]
        elif what == 1:
            end = min(len(text), at + chooser.randrange(1, 60))
            to = chooser.randrange(len(text) + 1)
            text = text[:to] + text[at:end] + text[to:]
        elif what == 2:
            text = text[:at]
        else:
            text = text[:at] + chooser.choice(PIECES) + text[at:]
    return text


def make_mutants(files, n_mutants, folder):
    chooser = random.Random(20261122)
    mutants = []
    small = [file for file in files if file.stat().st_size < 20000]
    for i in range(n_mutants):
        path = folder / ("m%06d.rs" % i)
        path.write_bytes(mutate(chooser.choice(small).read_bytes(), chooser))
        mutants.append(path)
    return mutants


def render(rustgc, files, edition, style):
    arguments = [rustgc, "--syntax-only", "--threads=1", "--error-format=" + style, "--error-limit=0", "--edition", edition]
    if style == "human":
        arguments.append("--color=always")
    run = subprocess.run(arguments + [str(file) for file in files], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         check=False)
    if run.returncode not in (0, 1):
        sys.exit("%s: exit code %d: %s" % (rustgc, run.returncode, run.stderr[-500:].decode("utf-8", "replace")))
    return run.stderr


def compare(old, new, files, edition, style):
    """The number of bytes of the old output, and the files whose outputs differ."""
    before = render(old, files, edition, style)
    if before == render(new, files, edition, style):
        return len(before), []
    return len(before), [file for file in files if render(old, [file], edition, style) != render(new, [file], edition, style)]


def show(old, new, file, edition, style):
    before = render(old, [file], edition, style).decode("utf-8", "replace").splitlines()
    after = render(new, [file], edition, style).decode("utf-8", "replace").splitlines()
    print("%s, edition %s, %s" % (file, edition, style))
    for a, b in zip(before + [""] * len(after), after + [""] * len(before)):
        if a != b:
            print("  old %s\n  new %s" % (a, b))
            break


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    old, new, n_mutants = sys.argv[1], sys.argv[2], int(sys.argv[3])
    files = sorted(file for folder in sys.argv[4:] for file in Path(folder).rglob("*.rs"))
    n_bytes = n_different = 0
    with tempfile.TemporaryDirectory() as folder:
        everything = files + make_mutants(files, n_mutants, Path(folder))
        chunks = [everything[at:at + CHUNK] for at in range(0, len(everything), CHUNK)]
        jobs = [(chunk, edition, style) for chunk in chunks for edition, style in FORMATS]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda job: compare(old, new, *job), jobs)
            for (_, edition, style), (n_old, different) in zip(jobs, results):
                n_bytes += n_old
                for file in different:
                    if n_different < MOST_SHOWN:
                        show(old, new, file, edition, style)
                    n_different += 1
    print("%d files and %d mutants, %d bytes of errors: %d renderings differ" % (
        len(files), n_mutants, n_bytes, n_different))
    return 1 if n_different or n_bytes == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

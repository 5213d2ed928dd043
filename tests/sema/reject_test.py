"""reject_test.py: every program of tests/sema/reject is refused with the errors it names, and for rustc it is wrong too.

A line of a program names its errors behind `//~`: `//~ E0308 mismatched types` (code, or `-` for none, then words that the
message begins with; several separated by `//~`). `//~^` speaks of the line above, `//~^^` of the one above that. A code with `_` is a lint of rustc that denies; rustg's error has none. A file
that begins with `// rustc: accepts` breaks a rule that only kernels have; one that begins with `// edition 2015` is of
that edition. Where an error says that rustc accepted such code
once, rustc has to say so on that line. Of the programs in tests/sema/reject/order_* lines, columns, words and order of
the errors have to be rustc's. Argument: rustgc."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


def named_errors(text):
    errors = []
    for number, line in enumerate(text.splitlines(), 1):
        for up, rest in re.findall(r"//~(\^*) ([^/]*(?:/[^/]+)*)", line):
            code, _, words = rest.strip().partition(" ")
            errors.append((number - len(up), "" if code == "-" else code, words.strip()))
    return sorted(errors)


def reported(json_lines):
    return sorted((line, code, message) for line, _, code, message in in_order(json_lines))


def in_order(json_lines):
    errors = []
    for line in json_lines.splitlines():
        if not line.startswith("{"):
            continue
        about = json.loads(line)
        spans = [span for span in about.get("spans", []) if span["is_primary"]]
        if about.get("level") != "error" or not spans:
            continue
        at = spans[0]
        while re.search("/(core|std)/src/", at["file_name"]) and at.get("expansion"):
            at = at["expansion"]["span"]
        code = (about.get("code") or {}).get("code", "")
        errors.append((at["line_start"], at["column_start"], code, about["message"]))
    return errors


def once_accepted(json_lines):
    """The lines of errors with a warning below them."""
    lines = set()
    for about in (json.loads(line) for line in json_lines.splitlines() if line.startswith("{")):
        if about.get("level") == "error" and any(child["level"] == "warning" for child in about["children"]):
            lines |= {span["line_start"] for span in about["spans"] if span["is_primary"]}
    return lines


def edition_of(path):
    found = re.match(r"// edition (\d+)", path.read_text())
    return "--edition=" + (found.group(1) if found else "2024")


def by_rustg(rustgc, path):
    done = subprocess.run([rustgc, edition_of(path), "--emit=kernels", "--error-format=json", "--color=never", str(path)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def std_for_rustc(folder):
    """rustg-std as metadata, for `--extern`; None where there is no rustc."""
    if not shutil.which("cargo") or not shutil.which("rustc"):
        return None
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder), "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(["cargo", "build", "--quiet", "-p", "rustg-std"], cwd=SOURCE / "bindings/rust", env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit("rustg-std does not build:\n" + done.stderr[-4000:])
    return folder / "debug"


def by_rustc(std, path, folder):
    # code is wanted: metadata alone is made without the lints of a function's operations
    done = subprocess.run(["rustc", edition_of(path), "--crate-type=lib", "--emit=obj", "--error-format=json",
                           "-o", str(folder / "out.o"), "--extern",
                           f"rustg_std={std}/librustg_std.rlib", "-L", f"dependency={std}/deps", str(path)],
                          capture_output=True, text=True, check=False)
    return done.stderr


def without_lints(errors):
    return [(line, column, "" if "_" in code else code, message) for line, column, code, message in errors]


def agrees(named, found):
    return len(named) == len(found) and all(
        line == at and (code == its or ("_" in code and not its)) and message.startswith(words)
        for (line, code, words), (at, its, message) in zip(named, found))


def main():
    rustgc = sys.argv[1]
    failed = 0
    paths = [Path(p) for p in sys.argv[2:]] or sorted(p for p in (SOURCE / "tests/sema/reject").glob("*/*.rs") if p.parent.name != "common")
    n_warned = 0
    with tempfile.TemporaryDirectory() as name:
        std = std_for_rustc(Path(name) / "target")
        for path in paths:
            text = path.read_text()
            named = named_errors(text)
            status, said = by_rustg(rustgc, path)
            found, warned = reported(said), once_accepted(said)
            n_warned += len(warned)
            if not named or status != 1 or not agrees(named, found):
                failed += 1
                print(f"FAIL {path.name}: exit status {status}, named {named}, found {found}")
                continue
            if std is None or text.startswith("// rustc: accepts"):
                continue
            said_there = by_rustc(std, path, Path(name))
            wrong, warned_there = reported(said_there), once_accepted(said_there)
            places = {(line, code) for line, code, _ in wrong}
            if path.parent.name.startswith("order_") and in_order(said) != without_lints(in_order(said_there)):
                failed += 1
                print(f"FAIL {path.name}: in order {in_order(said)}, rustc's {in_order(said_there)}")
            if any((line, code) not in places for line, code, _ in named) or not warned <= warned_there:
                failed += 1
                print(f"FAIL {path.name}: rustc says {wrong}, was accepted: {warned_there}, here: {warned}")
    if std is None:
        print("without rustc: not compared with what rustc says")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return failed > 0 or not paths or (not sys.argv[2:] and not n_warned)


if __name__ == "__main__":
    sys.exit(main())

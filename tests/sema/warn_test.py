"""warn_test.py: every program of tests/sema/warn is warned of as it says, and rustc warns of the same in the same words.

A line of a program names its warnings behind `//~`: `//~ unused_variables unused variable` (the lint, then words that the
message begins with; several separated by `//~`). `//~^` speaks of the line above, `//~^^` of the one above that. A file that
begins with `// edition 2015` is of that edition. Where rustc is, it has to tell the same warnings of the lints of
src/sema/lints/lint.def, and the same errors where the program denies one: level, words, places, labels, notes, helps and
patches are compared. What sets a lint's level is told with one warning of it, which need not be the same one.
Arguments: rustgc, and programs (default: all)."""
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from reject_test import SOURCE, by_rustc, edition_of, named_errors, std_for_rustc  # noqa: E402

LINTS = set(re.findall(r'^LINT_WARNS\(\w+, "(\w+)"', (SOURCE / "src/sema/lints/lint.def").read_text(), re.M))
OF_LEVEL = re.compile(r"` on by default$|on by default$|^the lint level is defined here$|^`#\[\w+\(\w+\)\]` implied by ")
# What rustc's JSON has only in the rendered text.
OF_MACRO = re.compile(r"^this (warning|error) originates in the |^in this (derive )?macro (invocation|expansion)$")


def of_user(span):
    """Of what a macro of Rust's own crates wrote, the call, as rustc shows it."""
    at = span
    while re.search("/(core|std|alloc)/src/", at["file_name"]) and at.get("expansion"):
        at = at["expansion"]["span"]
    return at


def spans_of(about):
    return sorted((of_user(span)["byte_start"], of_user(span)["byte_end"], span["is_primary"], span["label"] or "",
                   span["suggested_replacement"]) for span in about["spans"] if not OF_MACRO.search(span["label"] or ""))


def told(json_lines):
    """What is said by lints, by place, and how often each note about levels is."""
    rows, levels = [], Counter()
    for about in (json.loads(line) for line in json_lines.splitlines() if line.startswith("{")):
        lint = (about.get("code") or {}).get("code", "")
        if lint not in LINTS:
            continue
        at = of_user(next(span for span in about["spans"] if span["is_primary"]))
        levels.update(child["message"] for child in about["children"] if OF_LEVEL.search(child["message"]))
        children = [(child["level"], child["message"], spans_of(child)) for child in about["children"]
                    if not OF_LEVEL.search(child["message"]) and not OF_MACRO.search(child["message"])]
        rows.append((at["line_start"], at["column_start"], lint, about["level"], about["message"], spans_of(about),
                     sorted(children, key=repr)))
    return sorted(rows, key=repr), levels


def by_rustg(rustgc, path):
    done = subprocess.run([rustgc, edition_of(path), "--emit=kernels", "--error-format=json", "--color=never", str(path)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def agrees(named, rows):
    found = sorted((row[0], row[2], row[4]) for row in rows)
    return len(named) == len(found) and all(line == at and lint == its and message.startswith(words)
                                            for (line, lint, words), (at, its, message) in zip(named, found))


def compare(path, rows, levels, said):
    """Says how rustc's warnings differ; True: they do not."""
    there, levels_there = told(said)
    if rows == there and levels == levels_there:
        return True
    print(f"FAIL {path.name}: rustc tells something else")
    for row in rows:
        if row not in there:
            print("  rustg:", row)
    for row in there:
        if row not in rows:
            print("  rustc:", row)
    if levels != levels_there:
        print("  levels:", dict(levels), "rustc's:", dict(levels_there))
    return False


def main():
    failed = 0
    paths = [Path(p) for p in sys.argv[2:]] or sorted((SOURCE / "tests/sema/warn").glob("*/*.rs"))
    with tempfile.TemporaryDirectory() as name:
        std = std_for_rustc(Path(name) / "target")
        for path in paths:
            named = named_errors(path.read_text())
            status, said = by_rustg(sys.argv[1], path)
            rows, levels = told(said)
            if status != any(row[3] == "error" for row in rows) or not agrees(named, rows):
                failed += 1
                print(f"FAIL {path.name}: exit status {status}, named {named}, found {[row[:5] for row in rows]}")
            elif std and not compare(path, rows, levels, by_rustc(std, path, Path(name))):
                failed += 1
    if std is None:
        print("without rustc: not compared with what rustc says")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return failed > 0 or not paths


if __name__ == "__main__":
    sys.exit(main())

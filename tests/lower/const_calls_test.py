#!/usr/bin/env python3
"""Constants that fail, against rustc: for every E0080, and what final values may not hold, its place and words, its label, for each call that led to it the name, the
place and the label, and the bytes of a value that is invalid (whose pointers have other numbers in rustc).

    const_calls_test.py RUSTGC

The programs are those of tests/lower/failing. Notes about the insides of rustc's library are left out behind the first one, which names
what was called, and so is its place, because rustgc has a library of its own. Needs rustc, without which the test is skipped."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def place_of(span):
    """Of what a macro of the library wrote, the call."""
    while span.get("expansion") and ("/core/src/" in span["file_name"] or "/library/" in span["file_name"]):
        span = span["expansion"]["span"]
    if span["file_name"].startswith("/rustc/"):
        return None
    return span["line_start"], span["column_start"], span["line_end"], span["column_end"]


def primary(spans):
    found = [span for span in spans if span["is_primary"]]
    return (place_of(found[0]), found[0]["label"]) if found else (None, None)


def calls_of(children):
    calls = []
    for child in children:
        if not child["message"].startswith(("inside ", "[... ")):
            continue
        place, label = primary(child["spans"])
        if place or not calls or calls[-1][1]:
            calls.append((child["message"], place, label if place else None))
    return tuple(calls)


def bytes_of(children):
    found = [child["message"] for child in children if child["message"].startswith("the raw bytes")]
    return [re.sub(r"╾─*alloc\d+(\S*?)─*╼", r"╾ALLOC\1╼", text) for text in found]


def failures(json_lines):
    found = []
    for line in json_lines.splitlines():
        about = json.loads(line) if line.startswith("{") else {}
        is_final = about.get("level") == "error" and about["message"].startswith("encountered ")
        if (about.get("code") or {}).get("code") != "E0080" and not is_final:
            continue
        message = re.sub(r"alloc\d+", "ALLOC", about["message"])
        found.append(repr((*primary(about["spans"]), message, calls_of(about["children"]),
                           bytes_of(about["children"]))))
    return sorted(found)


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def main():
    rustgc = sys.argv[1]
    if not shutil.which("rustc"):
        print("const_calls_test: no rustc here, skipped")
        return SKIPPED
    n, n_failed = 0, 0
    for path in sorted((HERE / "failing").glob("*.rs")):
        with tempfile.TemporaryDirectory() as folder:
            wanted = failures(run(["rustc", "--edition=2021", "--crate-type=lib", "--emit=obj", "--out-dir", folder,
                                   "--error-format=json", str(path)]))
        got = failures(run([rustgc, "--edition=2021", "--emit=kernels", "--cfg=kernels", "--error-format=json", str(path)]))
        n += len(wanted)
        if wanted and wanted == got:
            continue
        n_failed += 1
        print(f"FAIL {path.name}")
        for one in wanted:
            if one not in got:
                print(f"  rustc  {one}")
        for one in got:
            if one not in wanted:
                print(f"  rustgc {one}")
    print(f"{n} constants that fail, {n_failed} files differ")
    return 1 if n_failed or not n else 0


sys.exit(main())

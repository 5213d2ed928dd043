"""common_test.py: the commonest errors, each in a program of tests/sema/reject/common named by its code, read as rustc's.

All of rustc's JSON is compared: codes, messages, places, labels, notes, helps, suggestions with how sure they are, and the
text that rustc renders of it; not the long explanation of a code, nor what a place in a macro's expansion tells beside.
Argument: rustgc. Exit code 77: no rustc 1.95."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What differs still, by reason: these keys of the error, and what is rendered of them. Code, message and places never may.
OF_LIBRARY = "rustc lists core's impls with their places in core, which the kernel library has not"
IN_LIBRARY = "rustc shows the place of matches! in core, whose lines the kernel library has not"
NOT_YET = "rustg's words are its own here"
MACROS_OF_CORE = "rustc shows where core has the macro, whose lines the kernel library has not"
EXCEPTIONS = {
    "attribute_macro_misspelled": {"labels": MACROS_OF_CORE},
    "E0277_add": {"children": OF_LIBRARY},
    "E0277_index": {"children": OF_LIBRARY},
    "matches_half_open": {"children": IN_LIBRARY},
    "E0282": {"labels": NOT_YET, "children": NOT_YET},
}

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


def without_expansions(about):
    for span in about["spans"]:
        del span["expansion"]
    for child in about["children"]:
        without_expansions(child)


def errors(stream):
    found = []
    for line in stream.splitlines():
        if not line.startswith("{"):
            continue
        about = json.loads(line)
        if about.get("level") != "error" or not about.get("spans"):
            continue
        without_expansions(about)
        code = (about["code"] or {}).get("code")
        found.append({
            "message": (None if code and "_" in code else code, about["message"]), # a lint has no code in rustg
            "primary": [s for s in about["spans"] if s["is_primary"]],
            "labels": [s for s in about["spans"] if not s["is_primary"]],
            "order": [(s["byte_start"], s["byte_end"]) for s in about["spans"]],
            "children": about["children"],
            "rendered": about["rendered"],
        })
    return sorted(found, key=lambda e: [s["byte_start"] for s in e["primary"]])


def says(command):
    return errors(subprocess.run(command, capture_output=True, text=True, check=False).stderr)


def by_rustc(path, out):
    return says(["rustc", "--edition=2024", "--crate-type=lib", "--emit=obj", "--error-format=json", "-o",
                 str(out), str(path)])


def by_rustg(rustgc, path):
    return says([rustgc, "--emit=kernels", "--error-format=json", "--color=never", "-o", os.devnull, str(path)])


def differences(ours, theirs):
    if len(ours) != len(theirs):
        return [("errors", [e["message"] for e in ours], [e["message"] for e in theirs])]
    return [(what, a[what], b[what]) for a, b in zip(ours, theirs) for what in a if a[what] != b[what]]


def main():
    version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False).stdout if shutil.which("rustc") else ""
    if not version.startswith("rustc 1.95."):
        print("skipped: rustc 1.95 is not here, whose words these are")
        return 77
    rustgc, failed = sys.argv[1], 0
    paths = [Path(p) for p in sys.argv[2:]] or sorted((SOURCE / "tests/sema/reject/common").rglob("*.rs"))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, theirs in zip(paths, pool.map(lambda path: by_rustc(path, Path(name) / path.stem), paths)):
            known = EXCEPTIONS.get(path.stem, {})
            shown = ["rendered", "order"] if known else []
            all_found = differences(by_rustg(rustgc, path), theirs)
            found = [d for d in all_found if d[0] not in known and d[0] not in shown]
            found += [(what, "as rustc", "an exception no more") for what in known if what not in [d[0] for d in all_found]]
            if not theirs or found:
                failed += 1
            for what, ours, wanted in found:
                print(f"FAIL {path.stem}: {what}\n  rustg: {ours}\n  rustc: {wanted}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return failed > 0 or not paths


if __name__ == "__main__":
    sys.exit(main())

"""common_test.py: the commonest errors, each in a program of tests/reject/common named by its code, read as rustc's.

Code, message, primary span and label, other labels, notes, helps and suggestions are compared with what the rustc that is here
says. Argument: rustgc. Exit code 77: no rustc 1.95."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# What differs still, by reason. Code, message and primary span never may.
MANY_PLACES = "the suggestion changes several places, and a part of a diagnostic has one"
OF_LIBRARY = "rustc lists core's impls with their places in core, which the kernel library has not"
NO_CLONE = "rustc tells what Clone would allow"
LABELS_OF_NOTES = "a note has one place, its first, without a label"
NOT_YET = "rustg's words are its own here"
EXCEPTIONS = {
    "E0004": {"children": MANY_PLACES},
    "E0004_int": {"children": NOT_YET},
    "E0015": {"children": NOT_YET},
    "E0027": {"children": NOT_YET},
    "E0040": {"children": MANY_PLACES},
    "E0046": {"children": NOT_YET},
    "E0061": {"labels": NOT_YET, "children": LABELS_OF_NOTES},
    "E0072": {"labels": NOT_YET, "children": MANY_PLACES},
    "E0106": {"children": MANY_PLACES},
    "E0106_return": {"children": MANY_PLACES},
    "E0107": {"labels": NOT_YET, "children": LABELS_OF_NOTES},
    "E0277_add": {"children": OF_LIBRARY},
    "E0277_bound": {"children": LABELS_OF_NOTES},
    "E0277_index": {"children": OF_LIBRARY},
    "E0282": {"labels": NOT_YET, "children": NOT_YET},
    "E0308_argument": {"children": LABELS_OF_NOTES},
    "E0317": {"labels": NOT_YET},
    "E0369": {"children": LABELS_OF_NOTES},
    "E0373": {"children": NOT_YET},
    "E0381": {"children": NOT_YET},
    "E0382": {"children": NO_CLONE},
    "E0423": {"label": NOT_YET, "children": MANY_PLACES},
    "E0505": {"children": NO_CLONE},
    "E0507": {"children": NO_CLONE},
    "E0594": {"children": NOT_YET},
    "E0604": {"children": MANY_PLACES},
}

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


def place(span):
    return span["line_start"], span["column_start"], span["line_end"], span["column_end"]


def child_of(about):
    spans = sorted((place(s), s["label"] or "", s["suggested_replacement"]) for s in about["spans"])
    return about["level"], about["message"], tuple(spans)


def errors(stream):
    found = []
    for line in stream.splitlines():
        if not line.startswith("{"):
            continue
        about = json.loads(line)
        if about.get("level") != "error" or not about.get("spans"):
            continue
        code = (about.get("code") or {}).get("code")
        found.append({
            "message": (None if code and "_" in code else code, about["message"]), # a lint has no code in rustg
            "primary": sorted(place(s) for s in about["spans"] if s["is_primary"]),
            "label": sorted(s["label"] or "" for s in about["spans"] if s["is_primary"]),
            "labels": sorted((place(s), s["label"] or "") for s in about["spans"] if not s["is_primary"]),
            "children": sorted((child_of(c) for c in about["children"]), key=str),
        })
    return sorted(found, key=lambda e: e["primary"])


def says(command):
    return errors(subprocess.run(command, capture_output=True, text=True, check=False).stderr)


def by_rustc(path, folder):
    return says(["rustc", "--edition=2024", "--crate-type=lib", "--emit=obj", "--error-format=json", "-Awarnings", "-o",
                 str(folder / "out.o"), str(path)])


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
    paths = [Path(p) for p in sys.argv[2:]] or sorted((SOURCE / "tests/reject/common").glob("*.rs"))
    with tempfile.TemporaryDirectory() as name:
        for path in paths:
            theirs = by_rustc(path, Path(name))
            known = EXCEPTIONS.get(path.stem, {})
            all_found = differences(by_rustg(rustgc, path), theirs)
            found = [d for d in all_found if d[0] not in known]
            found += [(what, "as rustc", "an exception no more") for what in known if what not in [d[0] for d in all_found]]
            if not theirs or found:
                failed += 1
            for what, ours, wanted in found:
                print(f"FAIL {path.stem}: {what}\n  rustg: {ours}\n  rustc: {wanted}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return failed > 0 or not paths


if __name__ == "__main__":
    sys.exit(main())

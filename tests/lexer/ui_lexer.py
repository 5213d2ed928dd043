#!/usr/bin/env python3
"""Compares the first error of each program in rustc's tests/ui/lexer with its .stderr file: line and error code.

usage: ui_lexer.py RUSTGC FOLDER

The first error is the one with the smallest (line, column): rustc prints some errors late that stand early in the
file, and rustgc sorts by place. The edition is the program's `//@ edition:`, with revisions considered, else 2015.
Exits with 1 when fewer than 95% agree, or when a program without .stderr has an error.
"""
import re
import subprocess
import sys
from pathlib import Path

TARGET = 0.95

# Programs whose first error comes from the parser or later, with the reason; they are not counted.
EXCEPTIONS = {}

ERROR = re.compile(r"^error(?:\[(E\d+)\])?: (?!aborting due to)")
PLACE = re.compile(r"^ *--> .*?:(\d+):(\d+)$")
SHORT = re.compile(r"^(.*):(\d+):(\d+): error(?:\[(E\d+)\])?: ")


def edition(source, revision):
    """The edition of a program, for one of its revisions or None."""
    found = "2015"
    for line in source.splitlines():
        match = re.match(r"\s*//@\s*(?:\[(.*?)\]\s*)?edition:\s*(\d{4})", line)
        if match and (match.group(1) is None or revision in match.group(1).split(",")):
            found = match.group(2)
    return found


def expected_first(stderr_file):
    """(line, column, code) of the error with the smallest place in a .stderr file."""
    errors = []
    code = None
    for line in stderr_file.read_text(encoding="utf-8").splitlines():
        match = ERROR.match(line)
        if match:
            code = match.group(1) or ""
        place = PLACE.match(line)
        if place and code is not None:
            errors.append((int(place.group(1)), int(place.group(2)), code))
            code = None
    return min(errors) if errors else None


def error_lines(rustgc, program, program_edition):
    """The lines that rustgc writes of a program's errors, one an error."""
    run = subprocess.run(
        [rustgc, "--emit=check", "--error-format=short", "--error-limit=0", "--edition", program_edition, str(program)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        sys.exit("%s: exit code %d: %s" % (program, run.returncode, run.stderr.decode("utf-8", "replace")))
    return (run.stdout + run.stderr).decode("utf-8", "replace").split("\n")


def found_first(rustgc, program, program_edition):
    """(line, column, code) of rustgc's error with the smallest place, or None."""
    errors = []
    for line in error_lines(rustgc, program, program_edition):
        match = SHORT.match(line)
        if match:
            errors.append((int(match.group(2)), int(match.group(3)), match.group(4) or ""))
    return min(errors) if errors else None


def expectations(program):
    """(revision or None, .stderr file or None) pairs of a program."""
    files = sorted(program.parent.glob(program.stem + ".*stderr"))
    if not files:
        return [(None, None)]
    pairs = []
    for file in files:
        revision = file.name[len(program.stem) + 1:-len("stderr")].rstrip(".")
        pairs.append((revision or None, file))
    return pairs


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rustgc, folder = sys.argv[1], Path(sys.argv[2])
    counted = agreed = clean = 0
    false_errors = []
    for program in sorted(folder.glob("*.rs")):
        source = program.read_text(encoding="utf-8", errors="replace")
        for revision, stderr_file in expectations(program):
            name = program.name + ("[%s]" % revision if revision else "")
            found = found_first(rustgc, program, edition(source, revision))
            if stderr_file is None:
                clean += 1
                if found:
                    false_errors.append(name)
                    print("%s: no error expected, found %s" % (name, found))
                continue
            if name in EXCEPTIONS:
                print("%s: not counted: %s" % (name, EXCEPTIONS[name]))
                continue
            expected = expected_first(stderr_file)
            counted += 1
            if found and expected and (found[0], found[2]) == (expected[0], expected[2]):
                agreed += 1
            else:
                print("%s: expected %s, found %s" % (name, expected, found))
    if counted == 0:
        sys.exit("%s: no programs with .stderr" % folder)
    print("%d of %d first errors agree (%.1f%%); %d of %d programs without errors are accepted"
          % (agreed, counted, 100.0 * agreed / counted, clean - len(false_errors), clean))
    return 0 if agreed >= TARGET * counted and not false_errors else 1


if __name__ == "__main__":
    sys.exit(main())

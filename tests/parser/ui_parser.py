#!/usr/bin/env python3
"""Compares the first error of each program in rustc's tests/ui/parser that rustc's parser rejects with its .stderr
file: the line, and for information the column, the code and the message.

usage: ui_parser.py RUSTGC RUSTC_PARSE FOLDER

The first error is the one that the .stderr file prints first; rustgc sorts by place. Which programs the parser rejects
in their edition is what RUSTC_PARSE check says. Exits with 1 when fewer than 90% of the lines agree, or when rustgc and
rustc's parser disagree on which programs have errors.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lexer"))
from ui_lexer import PLACE, edition, error_lines, expectations  # noqa: E402

TARGET = 0.90
# Names of emoji: rustc says so only after parsing, rustgc at once.
ACCEPTED_BY_PARSER = ("ferris-static-mut.rs", "ferris-struct.rs")
EDITIONS = ("2015", "2018", "2021", "2024")
ERROR = re.compile(r"^error(?:\[(E\d+)\])?: (?!aborting due to)(.*)$")
SHORT = re.compile(r"^.*?:(\d+):(\d+): error(?:\[(E\d+)\])?: (.*)$")


def expected_first(stderr_file):
    """(line, column, code, message) of the first error with a place in a .stderr file."""
    code = message = None
    for line in stderr_file.read_text(encoding="utf-8").splitlines():
        match = ERROR.match(line)
        if match:
            code, message = match.group(1), match.group(2)
        place = PLACE.match(line)
        if place and message is not None:
            return int(place.group(1)), int(place.group(2)), code, message
    return None


def found_first(rustgc, program, program_edition):
    """(line, column, code, message and labels) of rustgc's first error, or None."""
    for line in error_lines(rustgc, program, program_edition):
        match = SHORT.match(line)
        if match:
            return int(match.group(1)), int(match.group(2)), match.group(3), match.group(4)
    return None


def verdicts(rustc_parse, programs):
    """Whether rustc's parser rejects a program, by (program, edition)."""
    with tempfile.TemporaryDirectory() as folder:
        names, out = Path(folder) / "names", Path(folder) / "out"
        names.write_text("".join("%s\n" % program for program in programs), encoding="utf-8")
        subprocess.run([rustc_parse, "check", str(names), str(out)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        rejected = {}
        for line in out.read_text(encoding="utf-8").splitlines():
            name, *columns = line.split("\t")
            for program_edition, column in zip(EDITIONS, columns):
                rejected[name, program_edition] = column != "ok"
        return rejected


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rustgc, rustc_parse, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    programs = sorted(folder.rglob("*.rs"))
    rejected = verdicts(rustc_parse, programs)
    counted = lines = columns = codes = messages = n_verdicts = wrong_verdicts = 0
    for program in programs:
        source = program.read_text(encoding="utf-8", errors="replace")
        for revision, stderr_file in expectations(program):
            name = "%s%s" % (program.relative_to(folder), "[%s]" % revision if revision else "")
            program_edition = edition(source, revision)
            found = found_first(rustgc, program, program_edition)
            if program.name in ACCEPTED_BY_PARSER:
                continue
            n_verdicts += 1
            if (found is not None) != rejected[str(program), program_edition]:
                wrong_verdicts += 1
                print("%s: rustc's parser %s it, rustgc found %s" % (
                    name, "accepts" if found else "rejects", found))
                continue
            expected = expected_first(stderr_file) if found and stderr_file else None
            if not expected:
                continue
            counted += 1
            same_line = found[0] == expected[0]
            lines += same_line
            columns += same_line and found[1] == expected[1]
            codes += same_line and found[2] == expected[2]
            messages += same_line and found[3].startswith(expected[3])
            if not same_line:
                print("%s: expected %s, found %s" % (name, expected, found))
    if counted == 0:
        sys.exit("%s: no programs with syntax errors" % folder)
    print("first errors of %d programs: %d lines agree (%.1f%%), with %d columns, %d codes, %d messages; %d of %d "
          "verdicts agree" % (counted, lines, 100.0 * lines / counted, columns, codes, messages,
                              n_verdicts - wrong_verdicts, n_verdicts))
    return 0 if lines >= TARGET * counted and wrong_verdicts == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

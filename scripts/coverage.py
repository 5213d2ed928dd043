#!/usr/bin/env python3
"""Coverage by room: coverage.py BUILD [PAGE]

Reads the counters that a build with gcc's --coverage left, prints a table of lines and branches for each folder of src, and puts it
between the marks of PAGE. BUILD/missed.txt: the lines that nothing reached, by file. A line that several objects have (a header's, an
included file's) counts as reached where any reached it.
"""
import collections
import datetime
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- coverage: made by scripts/coverage.sh -->", "<!-- end of coverage -->"


def room_of(path):
    """src/sema/infer/x.c is of sema; what src/ROOM/gen has runs in builds only, and what nvcc alone compiles is not counted."""
    parts = path.parts
    if len(parts) < 3 or parts[0] != "src" or "gen" in parts[2:-1] or path.suffix in (".cu", ".cuh"):
        return None
    return parts[1]


def reports(build):
    counters = sorted(build.rglob("*.gcda"))
    for first in range(0, len(counters), 40):
        done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *counters[first:first + 40]],
                              cwd=build, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)


def read(build):
    lines = collections.defaultdict(collections.Counter)  # by path: counts of lines
    branches = collections.defaultdict(collections.Counter)  # by path: counts of (line, index)
    for report in reports(build):
        folder = pathlib.Path(report["current_working_directory"])
        for file in report["files"]:
            path = (folder / file["file"]).resolve()
            if not path.is_relative_to(ROOT) or not room_of(path.relative_to(ROOT)):
                continue
            path = path.relative_to(ROOT)
            for line in file["lines"]:
                lines[path][line["line_number"]] += line["count"]
                for i, branch in enumerate(line["branches"]):
                    if not branch["throw"]:
                        branches[path][line["line_number"], i] += branch["count"]
    return lines, branches


def percent(counts):
    return 100 * sum(1 for n in counts if n) / len(counts) if counts else 100


def table(lines, branches):
    by_room = collections.defaultdict(lambda: ([], []))
    for path, counts in lines.items():
        by_room[room_of(path)][0].extend(counts.values())
        by_room[room_of(path)][1].extend(branches[path].values())
    total = ([n for row in by_room.values() for n in row[0]], [n for row in by_room.values() for n in row[1]])
    rows = ["| Room | Lines | reached | Branches | taken |", "|---|---:|---:|---:|---:|"]
    for name, row in sorted(by_room.items()) + [("all", total)]:
        rows.append(f"| {name} | {len(row[0])} | {percent(row[0]):.1f}% | {len(row[1])} | {percent(row[1]):.1f}% |")
    return rows


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    lines, branches = read(build)
    rows = table(lines, branches)
    print("\n".join(rows))
    with open(build / "missed.txt", "w") as out:
        for path, counts in sorted(lines.items()):
            missed = sorted(line for line, n in counts.items() if n == 0)
            print(f"{path}: {len(missed)} of {len(counts)}:", *missed, file=out)
    if len(sys.argv) > 2:
        page = ROOT / sys.argv[2]
        text = page.read_text()
        begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        date = datetime.date.today().isoformat()
        commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
        page.write_text(text[:begin] + f"\n\n{date}, on {commit.strip()}:\n\n" + "\n".join(rows) + "\n\n" + text[end:])


if __name__ == "__main__":
    main()

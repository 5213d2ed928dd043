#!/usr/bin/env python3
"""Programs for every production of the Reference's grammar: grammar_test.py RUSTGC [--update] [NAME...]

tests/parser/grammar/*/*.rs say their edition (`//@ edition: 2021`). Each accepted one has a golden NAME.ast, the tree as
text. Those named fail_*.rs are rejected: `//@ error: LINE:COLUMN: MESSAGE` is rustc's first error, and NAME.stderr is
what rustgc prints. --update rewrites the goldens; review what changes. Every kind of ast_kind.def must occur in a
golden or be listed in grammar/kinds_not_shown.txt with the reason, and every message that is not rustc's in
grammar/messages_not_rustc.txt.

Where $RUSTG_ORACLE_DIR names rustc's parser (tests/corpus/README.md), all programs' verdicts in the four editions and
the accepted ones' nodes are compared with it.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
GRAMMAR = HERE / "grammar"
KINDS = HERE.parent.parent / "include" / "rustg" / "ast_kind.def"
EDITIONS = ("2015", "2018", "2021", "2024")
CLASSES = ("ForeignItem", "AssocItem", "Item", "Expr", "Pat", "Ty", "Stmt", "Block")

failures = []


def fail(text):
    failures.append(text)
    print(text)


def run(beside, *command):
    """Runs a command in the folder of `beside`, so that what it prints names the program alone."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=beside.parent, check=False)
    if done.returncode not in (0, 1):
        sys.exit("%s: exit code %d\n%s" % (" ".join(map(str, command)), done.returncode, done.stderr.decode()))
    return done.returncode, done.stdout, done.stderr


def header(program, key):
    """The text behind `//@ KEY: ` in a program."""
    match = re.search(r"^//@ %s: (.*?)\r?$" % key, program.read_text(encoding="utf-8-sig"), re.MULTILINE)
    if not match:
        sys.exit("%s: no line //@ %s:" % (program.name, key))
    return match.group(1)


def reasons(name):
    """NAME<TAB>REASON rows of a file of exceptions."""
    rows = {}
    for line in (GRAMMAR / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, reason = line.split("\t")
            rows[key] = reason
    return rows


def golden(program, extension, text, update):
    path = program.with_suffix(extension)
    if update:
        path.write_bytes(text)
    elif not path.exists():
        fail("%s: no %s; --update makes it" % (program.name, path.name))
    elif path.read_bytes() != text:
        ours, theirs = text.decode().splitlines(), path.read_bytes().decode().splitlines()
        at = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), min(len(ours), len(theirs)))
        fail("%s differs from line %d:\n  was %s\n  is  %s" % (
            path.name, at + 1, theirs[at] if at < len(theirs) else "(end)", ours[at] if at < len(ours) else "(end)"))


def check_program(rustgc, program, update, excused):
    """Runs one program against what it expects; returns the kinds of its nodes."""
    edition = header(program, "edition")
    if not program.name.startswith("fail_"):
        status, out, err = run(program, rustgc, "--emit=ast", "--edition", edition, program.name)
        if status != 0:
            fail("%s: must be accepted:\n%s" % (program.name, err.decode()))
            return set()
        golden(program, ".ast", out, update)
        return set(re.findall(r"^ *(?:\(\d+\) )?(\w+) \d+\.\.\d+", out.decode(), re.MULTILINE))
    status, out, err = run(program, rustgc, "--emit=check", "--format=tsv", "--color=never", "--edition", edition, program.name)
    columns = out.decode().rstrip("\n").split("\t")
    if status == 0:
        fail("%s: must be rejected" % program.name)
        return set()
    golden(program, ".stderr", err, update)
    line, column, message = header(program, "error").split(":", 2)
    place = columns[3].split(":")
    same = place == [line, column] and columns[4] == message[1:]
    if not same and program.stem in excused:
        excused[program.stem] = None
        same = place[0] == line
    if not same:
        fail("%s: rustc's first error is %s:%s:%s, ours %s: %s" % (
            program.name, line, column, message, columns[3], columns[4]))
    return set()


def check_kinds(shown):
    kinds = re.findall(r"^NODE\((\w+),", KINDS.read_text(encoding="utf-8"), re.MULTILINE)
    excused = reasons("kinds_not_shown.txt")
    for kind in kinds:
        if (kind in shown) == (kind in excused):
            fail("%s: %s" % (kind, "kinds_not_shown.txt names it, but a golden shows it" if kind in shown
                             else "no golden shows it"))
    for kind in set(excused) - set(kinds):
        fail("kinds_not_shown.txt: %s is no kind" % kind)


def normalized(program):
    """Two functions from rustc's offsets, which leave out a byte-order mark and the CR of CR LF, to the file's: one for
    starts and one for ends."""
    data = program.read_bytes()
    kept = [i for i, byte in enumerate(data)
            if not (i < 3 and data.startswith(b"\xef\xbb\xbf")) and not (byte == 13 and data[i + 1:i + 2] == b"\n")]
    kept.append(len(data))
    return kept.__getitem__, lambda end: kept[end - 1] + 1 if end > 0 else kept[0]


def rustc_nodes(rustc_parse, program, edition):
    """rustc's nodes of its classes, (kind, start, end) as a multiset."""
    start_of, end_of = normalized(program)
    nodes = collections.Counter()
    for line in run(program, rustc_parse, "nodes", program, edition)[1].decode().splitlines():
        words = line.split()
        if words[0] in CLASSES:
            kind = words[0] if words[0] == "Block" else words[0] + words[1]
            start, end = int(words[-2]), int(words[-1])
            nodes[kind, start_of(start), end_of(end) if end > start else start_of(end)] += 1
    return nodes


def our_nodes(rustgc, program, edition):
    nodes = collections.Counter()
    for line in run(program, rustgc, "--emit=ast", "--format=tsv", "--edition", edition, program.name)[1].decode().splitlines():
        _, kind, start, end, _ = line.split("\t")
        if kind.startswith(CLASSES):
            nodes[kind, int(start), int(end)] += 1
    return nodes


def show(nodes):
    return ", ".join("%s %d..%d" % node for node in sorted(nodes, key=lambda node: node[1:])[:3])


def compare_with_rustc(rustgc, rustc_parse, programs):
    with tempfile.TemporaryDirectory() as folder:
        names, out = pathlib.Path(folder) / "names", pathlib.Path(folder) / "out"
        names.write_text("".join("%s\n" % program for program in programs), encoding="utf-8")
        run(GRAMMAR / "programs", rustc_parse, "check", names, out)
        rows = dict(line.split("\t", 1) for line in out.read_text(encoding="utf-8").splitlines())
    theirs = {(name, edition): verdict == "ok" for name, row in rows.items()
              for edition, verdict in zip(EDITIONS, row.split("\t"))}
    n_nodes = 0
    for edition in EDITIONS:
        out = run(GRAMMAR / "programs", rustgc, "--emit=check", "--format=tsv", "--error-format=short", "--error-limit=0", "--edition", edition,
                  *programs)[1]
        for program, line in zip(programs, out.decode().splitlines()):
            rustc_accepts = theirs[str(program), edition]
            if (line.split("\t")[1] == "ok") != rustc_accepts:
                fail("%s: edition %s: rustc %s, rustgc: %s" % (
                    program.name, edition, "accepts" if rustc_accepts else "rejects", line.split("\t", 1)[1]))
            elif rustc_accepts:
                ours, rustcs = our_nodes(rustgc, program, edition), rustc_nodes(rustc_parse, program, edition)
                n_nodes += sum(rustcs.values())
                if ours != rustcs:
                    fail("%s: edition %s: missing %s; extra %s" % (
                        program.name, edition, show(rustcs - ours), show(ours - rustcs)))
    print("rustc's parser agrees on %d programs in %d editions, %d nodes" % (len(programs), len(EDITIONS), n_nodes)
          if not failures else "compared with rustc's parser")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rustgc, update = pathlib.Path(sys.argv[1]).resolve(), "--update" in sys.argv
    names = [name for name in sys.argv[2:] if not name.startswith("-")]
    programs = [path for path in sorted(GRAMMAR.rglob("*.rs")) if not names or path.stem in names]
    if not programs:
        sys.exit("no programs")
    excused = reasons("messages_not_rustc.txt")
    shown = set()
    for program in programs:
        shown |= check_program(rustgc, program, update, excused)
    if not names:
        check_kinds(shown)
        for name, reason in excused.items():
            if reason:
                fail("messages_not_rustc.txt: %s is not needed" % name)
        for path in sorted(GRAMMAR.rglob("*.ast")) + sorted(GRAMMAR.rglob("*.stderr")):
            if not path.with_suffix(".rs").exists():
                fail("%s: no such program" % path.name)
    oracle = os.environ.get("RUSTG_ORACLE_DIR")
    rustc_parse = pathlib.Path(oracle or "") / "bin" / "rustc_parse"
    if oracle and rustc_parse.exists():
        compare_with_rustc(rustgc, rustc_parse, programs)
    else:
        print("not compared with rustc: RUSTG_ORACLE_DIR names no oracle")
    print("%d programs, %d failures" % (len(programs), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The state of the house, counted: house.py [--check] [FOLDER]

Prints a row a figure for the tree that FOLDER is (this one by default; an older checkout works too). --check: exit status 1 where a
figure is above its limit, which is the last column. clang-format is asked where it is installed; without it that row says so.
"""
import collections
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = (".c", ".h", ".cu", ".cuh", ".inc")
# What stands before a function's type: LEX_TARGET, template <typename T>, [[noreturn]]. RUSTG_HD and RUSTG_D are static too
# (src/base/hd.h). A name in capitals is a macro that makes one: LEX_FN(string).
# Tests walk the folders in these, and no program beside those.
BY_FEATURE = ("tests/adjoint/programs", "tests/ir/undefined", "tests/parser/grammar", "tests/pipeline/run", "tests/sema/reject")
STATIC = re.compile(r"^(?:[A-Z_]+ |template <[^{}()]*>\s|\[\[\w+\]\] )*(?:static|RUSTG_HD|RUSTG_D|RUSTG_D_CALL) "
                    r"[^=;(){}#]*?\b([A-Z_]+\(\w+\)|\w+)\((?:[^;{}]|\n)*?\)\n?\{", re.MULTILINE)
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\) ?")
# Static data outside of functions: the names, behind their type and up to what they begin as.
DATA = re.compile(r"^(?:static|RUSTG_TABLE) (?:[^=;{}()]*\{(?:[^{}]|\{[^{}]*\})*\})?((?:[^=;{}()\[\]]|\[[^\]]*\])*)(?:=|;)", re.MULTILINE)
INSIDE = r"\[[^\[\]]*\]|<[^<>]*>"  # lengths, and what C++ makes a type of
PREFIX = {"lexer": "lex", "parser": "parse", "diagnostics": "diag"}  # of rooms whose prefix is not their name
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.DOTALL)


def tracked(root, *folders):
    done = subprocess.run(["git", "-C", root, "ls-files", *folders], capture_output=True, text=True, check=True)
    return [pathlib.Path(line) for line in done.stdout.splitlines() if (root / line).is_file()]


def stages(root):
    """The stages in the order in which CMake makes them, each with what it may include."""
    text = (root / "cmake/RustgCore.cmake").read_text()
    return {row.split()[0]: row.split() for row in re.findall(r"^rustg_stage\(([^)]*)\)", text, re.MULTILINE)}


def upward(root, files):
    """Includes of a room that comes later than the including one."""
    order = list(stages(root))
    count = 0
    for path in files:
        if len(path.parts) < 3 or path.parts[1] not in order:
            continue
        for room in re.findall(r'#include "(\w+)/', (root / path).read_text()):
            count += room in order and order.index(room) > order.index(path.parts[1])
    return count


def functions(root, path):
    """Names of the static functions that a file defines."""
    return STATIC.findall(ATTRIBUTE.sub("", COMMENT.sub("", (root / path).read_text())))


def shared(root, files, names):
    """How many of the names that a file defines more than one file does."""
    owners = collections.defaultdict(set)
    for path in files:
        for name in names(root, path):
            owners[name].add(path)
    return sum(len(paths) > 1 for paths in owners.values())


def data(root, path):
    """Names of the static data that a file has outside of functions."""
    found = []
    for names in DATA.findall(ATTRIBUTE.sub("", COMMENT.sub("", (root / path).read_text()))):
        while re.search(INSIDE, names):
            names = re.sub(INSIDE, "", names)
        found += [re.findall(r"\w+", name)[-1] for name in names.split(",") if re.search(r"\w", name)]
    return [name for name in found if name != "operator"]  # static bool operator==(...)


def unprefixed(root, files):
    """Static functions whose first word is neither a word of the file's name nor the room's."""
    count = 0
    for path in files:
        words = set(path.stem.split("_")) | {path.parts[1], PREFIX.get(path.parts[1])}
        count += sum("_" not in name or re.split("[_(]", name)[0].lower() not in words for name in functions(root, path))
    return count


def misnamed_guards(root, files):
    """Headers whose include guard is not made of their own name."""
    count = 0
    for path in files:
        guard = re.search(r"^#ifndef (\w+)\n#define \1\n", (root / path).read_text(), re.MULTILINE)
        count += path.suffix == ".h" and guard is not None and guard.group(1) != f"RUSTG_{path.stem.upper()}_H"
    return count


def fullest(root, files):
    folders = collections.Counter(path.parent for path in files)
    return max(folders.values(), default=0)


def unformatted(root, files):
    if not shutil.which("clang-format"):
        return None
    count = 0
    names = [str(root / path) for path in files]
    for at in range(0, len(names), 40):
        done = subprocess.run(["clang-format", "--dry-run", "-Werror", *names[at:at + 40]], capture_output=True, text=True, check=False)
        count += len({line.split(":")[0] for line in done.stderr.splitlines() if "clang-format-violations" in line})
    return count


def occurrences(root, files, pattern):
    return sum(len(re.findall(pattern, COMMENT.sub("", (root / path).read_text(errors="replace")))) for path in files)


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("-")]
    root = pathlib.Path(arguments[0]).resolve() if arguments else ROOT
    source = [path for path in tracked(root, "src") if path.suffix in CODE + (".def",)]
    code = [path for path in tracked(root) if path.suffix in CODE]
    defining = [path for path in tracked(root, "src", "kernels") if path.suffix in CODE + (".cpp",)]
    library = [path for path in tracked(root, "kernels/library", "kernels/prelude") if path.suffix == ".rs"]
    goldens = [path for path in tracked(root, "tests")]
    lines = {path: (root / path).read_text(errors="replace").count("\n") for path in code}
    rows = [
        ("rooms of src", len({path.parts[1] for path in source if len(path.parts) > 2}), 20),
        ("files of src that lie in no room", sum(len(path.parts) == 2 for path in source), 0),
        ("files in the fullest folder of source", fullest(root, source + tracked(root, "kernels")), 40),
        ("files in the fullest folder of tests", fullest(root, goldens), 40),
        ("programs of tests outside of their folders", sum(path.parent.as_posix() in BY_FEATURE and path.suffix == ".rs" for path in goldens), 0),
        ("lines of the longest file of src or kernels", max(n for path, n in lines.items() if path.parts[0] in ("src", "kernels")), 800),
        ("lines above 120 columns", sum(sum(len(line) > 120 for line in (root / path).read_text(errors="replace").splitlines())
                                        for path in code + library), 0),
        ("upward includes between rooms", upward(root, source), 0),
        ("names of static functions in several files", shared(root, defining, functions), 0),
        ("names of static data in several files", shared(root, defining, data), 0),
        ("static functions without a prefix", unprefixed(root, defining), 0),
        ("include guards with another header's name", misnamed_guards(root, source), 0),
        ("headers named _inner, _inside, _parts or _in",
         sum(path.suffix == ".h" and path.stem.endswith(("_inner", "_inside", "_parts", "_in")) for path in code), 0),
        ("static locks outside global_lock.def",
         occurrences(root, [path for path in source if path.name != "global_lock.c"], r"PTHREAD_(?:MUTEX|RWLOCK)_INITIALIZER"), 0),
        ("tests of e->cuda", occurrences(root, [path for path in source if "codegen" in path.parts], r"\be->cuda\b"), 0),
        ("switches by kind of diagnostic in rendering",
         occurrences(root, [path for path in source if "diagnostics" in path.parts], r"case RUSTG_DIAG_"), 0),
        ("lines of the kernels' library", sum((root / path).read_text().count("\n") for path in library), 11087),
        ("files that clang-format would change", unformatted(root, code), 0),
    ]
    failed = 0
    for name, value, limit in rows:
        over = value is not None and value > limit
        failed += over
        print("%-48s %8s   limit %d%s" % (name, "-" if value is None else value, limit, "   OVER" if over else ""))
    print("%d passed, %d failed" % (len(rows) - failed, failed))
    return "--check" in sys.argv and failed > 0


if __name__ == "__main__":
    sys.exit(main())

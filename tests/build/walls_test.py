#!/usr/bin/env python3
"""The walls between the folders of src: walls_test.py RUSTGC [--update]

The table in docs/building.md is the one that CMake wrote from its stages (<build>/rooms/walls.md; --update copies it), and each
header of a stage compiles alone, with the include path that the stage's own files have. Left out are the grammar's rules, which are
pieces of a function, and headers that say so in their first lines ("Included ...").
So does each header of the parser's generator, which is C++, and of the CUDA kernels, by the C++ compiler and what stands in for CUDA on the host (tests/gpu/cuda_on_host.h):
neither nvcc nor a GPU is asked for.
A folder of src/sema shows the others one header. A function that a header of src declares is used in a file beside the one that has it.
Each folder of tests is named as the folder of src that it tests, or README's map names it. That map names each folder of the tree's
top, of src, kernels and bindings, and nothing that is not there. A row of a list of diagnostics is
compiled into fewer than MOST_REBUILT objects, tests included: into those that name a kind.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("RUSTG_BUILD_DIR") or pathlib.Path(sys.argv[1]).resolve().parent)
DOC = SOURCE / "docs/building.md"
MOST_REBUILT = 215
CXX = os.environ.get("CXX", "c++")
# Looking names up fills the table of definitions, and what is unused is told by the imports and impls in it.
SHARED = {("names", "items", "def_table.h"), ("warnings", "items", "def_table.h")}
HEAD = "   | stage | may include |\n   |---|---|\n"


def table():
    rows = (BUILD / "rooms/walls.md").read_text().splitlines()
    return HEAD + "".join("   %s\n" % row for row in rows)


def documented(text):
    return re.search(re.escape(HEAD) + r"(?:   \|.*\n)*", text)


def compiles(header):
    """The header, and the compiler's words on a file that includes it alone."""
    if is_cxx(header):
        return header, cxx_errors(header)
    inner = header.relative_to(SOURCE / "src")
    view = BUILD / "rooms" / inner.parts[0]
    if not view.is_dir():
        return header, "no stage of CMake has this folder"
    done = subprocess.run([os.environ.get("RUSTG_C_COMPILER", "cc"), "-std=gnu11", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused-function",
                           "-Wno-unused-variable", "-DRUSTG_WITH_CUDA", "-I", SOURCE / "include", "-I", view, "-I", BUILD / "generated",
                           "-x", "c", "-"],
                          input='#include "%s"\n' % inner, capture_output=True, text=True, check=False)
    return header, done.stderr


def is_cxx(header):
    return header.is_relative_to(SOURCE / "kernels") or header.parent == SOURCE / "src/parser/gen"


def cxx_errors(header):
    folder = header.parent.name if header.parent.parent.name == "kernels" else "common"
    view = BUILD / "rooms/kernels" / folder if header.is_relative_to(SOURCE / "kernels") else BUILD / "rooms/parser"
    if not view.is_dir():
        return "no rustg_kernel_room of CMake has this folder"
    done = subprocess.run([CXX, "-std=c++17", "-fsyntax-only", "-w", "-I", SOURCE / "include", "-I", view, "-I", BUILD / "generated",
                           "-include", SOURCE / "tests/gpu/cuda_on_host.h", "-x", "c++", "-"],
                          input='#include "%s"\n' % header, capture_output=True, text=True, check=False)
    return done.stderr


def sema_walls():
    """Words on folders of src/sema that others include more than one header of; SHARED may be included beside it."""
    seen = {}
    for path in sorted((SOURCE / "src").rglob("*.[ch]")):
        if path.parent.name == "gen":
            continue
        own = path.parent.name if path.parent.parent.name == "sema" else ""
        for room, header in re.findall(r'^#include "sema/(\w+)/(\w+\.h)"', path.read_text(), re.MULTILINE):
            if room != own and (own, room, header) not in SHARED:
                seen.setdefault(room, {}).setdefault(header, path.relative_to(SOURCE))
    return ["src/sema/%s shows others %s" % (room, ", ".join("%s (%s)" % pair for pair in sorted(headers.items())))
            for room, headers in sorted(seen.items()) if len(headers) > 1 or any("internal" in header for header in headers)]


def shown_to_none():
    """Words on functions that a header of src declares, and that no file but their own names: these want to be static."""
    texts = {path: path.read_text() for top in ("src", "kernels", "tests") for path in (SOURCE / top).rglob("*")
             if path.suffix in (".c", ".h", ".inc", ".cu", ".cuh", ".def")}
    texts = {path: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for path, text in texts.items()}
    users = {}
    for path, text in texts.items():
        for word in set(re.findall(r"\w+", text)):
            users.setdefault(word, []).append(path)
    declared = [(name, path) for path, text in texts.items() if path.suffix == ".h" and path.is_relative_to(SOURCE / "src")
                for name in re.findall(r"^(?!static|typedef|#| )[\w \*]+?\b(\w+)\([^;{}]*\)[^;{}]*;", text, re.MULTILINE)]
    assert len(declared) > 1000, "headers' functions are not found"
    def is_used(name, header):
        has = re.compile(r"^\w[\w *]*\b%s\([^;{}]*\)\s*\{" % name, re.MULTILINE)
        return len(re.findall(r"\b%s\b" % name, texts[header])) > 1 or any(
            user != header and not has.search(texts[user]) for user in users[name])

    return ["%s, which %s declares, is used in its own file alone" % (name, path.relative_to(SOURCE))
            for name, path in sorted(declared) if not is_used(name, path)]


def folders_of(name):
    return {path.name for path in (SOURCE / name).iterdir() if path.is_dir() and path.name[0] not in "._"}


def top_folders():
    """The folders of the top that git tracks; none where the tree is no checkout of git."""
    told = subprocess.run(["git", "-C", SOURCE, "ls-files"], capture_output=True, text=True, check=False).stdout.splitlines()
    return {file.split("/")[0] for file in told if "/" in file} - {".github"}


def architecture_folders():
    """The folders and tests in the rows of the stages in docs/architecture.md; words elsewhere in it do not count."""
    rows = [line.strip("|").split("|") for line in (SOURCE / "docs/architecture.md").read_text().splitlines() if line.startswith("|")]
    start = next(i for i, row in enumerate(rows) if [cell.strip() for cell in row] == ["stage", "takes", "gives", "folder", "tests"])
    return {name for row in rows[start + 2:] for cell in row[3:] for name in re.findall(r"`((?:src|kernels|tests)/[\w./]+)`", cell)}


def strange_folders():
    """Words on folders that README's map or a row of docs/architecture.md does not name, on what these name that is not there, and
    on folders of src without tests."""
    text = (SOURCE / "README.md").read_text()
    here = text[text.index("## Where things are"):text.index("| to learn | read |")]
    named = {name.rstrip("/") for name in re.findall(r"`((?:[\w.]+/)+\w*)`", here)}
    rooms, tests = folders_of("src"), folders_of("tests")
    wanted = {"src/" + name for name in rooms} | {"tests/" + name for name in tests - rooms} | top_folders()
    wanted |= {top + "/" + name for top in ("kernels", "bindings") for name in folders_of(top)}
    unnamed = {folder for folder in wanted if not any(name == folder or name.startswith(folder + "/") for name in named)}
    rows = architecture_folders()
    missing = [folder for folder in sorted(wanted) if folder.startswith(("src/", "kernels/"))
               and not any(row == folder or row.startswith(folder + "/") for row in rows)]
    return ["no row of docs/architecture.md's table has %s as its folder" % name for name in missing] + \
        ["docs/architecture.md's table has %s, which is not there" % row for row in sorted(rows) if not (SOURCE / row).exists()] + \
        ["README's map does not name %s" % name for name in sorted(unnamed)] + \
        ["README's map names %s, which is not there" % name for name in sorted(named) if not (SOURCE / name).exists()] + \
        ["src/%s has no tests/%s" % (name, name) for name in sorted(rooms - tests)]


def rebuilt():
    """How many objects of this build a row of each list of diagnostics is compiled into; {} where ninja did not build it."""
    if not (BUILD / "build.ninja").exists():
        return {}
    told = subprocess.run(["ninja", "-C", BUILD, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    objects = {}
    for entry in told.split("\n\n"):
        name, _, files = entry.partition(":")
        if (BUILD / name).exists():
            for list_name in re.findall(r"/include/rustg/(diagnostic_\w+\.def)$", files, re.MULTILINE):
                objects.setdefault(list_name, set()).add(name)
    return {name: len(found) for name, found in objects.items()}


def is_piece(header):
    return header.name.startswith("rules") or re.search(r"\bIncluded\b", header.read_text()[:400])


def main():
    text = DOC.read_text()
    found = documented(text)
    failed = 0
    if "--update" in sys.argv:
        DOC.write_text(text.replace(found.group(0), table()))
    elif found is None or found.group(0) != table():
        print("docs/building.md's table of stages is not CMake's:\n" + table())
        failed += 1
    headers = [path for top in ("src", "kernels") for path in sorted((SOURCE / top).rglob("*"))
               if path.suffix in (".h", ".cuh") and not is_piece(path)]
    if not shutil.which(CXX):
        headers = [path for path in headers if not is_cxx(path)]
        print("skipped: headers in C++, as there is no compiler of it (%s)" % CXX)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, errors in pool.map(compiles, headers):
            if errors:
                failed += 1
                print("%s does not compile alone:\n%s" % (header.relative_to(SOURCE), errors))
    strange = strange_folders() + sema_walls() + shown_to_none()
    counts = rebuilt()
    print("objects that a row is compiled into:", counts)
    strange += ["a row of %s rebuilds %d objects: a header that many include names kinds" % (name, n)
                for name, n in counts.items() if n >= MOST_REBUILT]
    failed += len(strange)
    print("\n".join(strange), end="\n" if strange else "")
    print("%d passed, %d failed" % (len(headers) + 2 - failed, failed))
    return failed > 0 or not headers


if __name__ == "__main__":
    sys.exit(main())

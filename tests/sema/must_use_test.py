"""must_use_test.py: src/sema/warnings/must_use.def says of the library what `#[must_use]` says in rustc's core.

The list has what core marks, and of what std adds to floats, as far as kernels/library has a name for it. It is made from
what rustdoc tells of core (the sources of RUSTG_ORACLE_DIR; rustdoc's JSON, which wants RUSTC_BOOTSTRAP) and from std's text.
Arguments: --update writes the list."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parents[2]))
LIST = SOURCE / "src/sema/warnings/must_use.def"
ALONE, AS_TYPE = "", "NULL"
INTEGERS = {f"{sign}{size}" for sign in "iu" for size in (8, 16, 32, 64, 128, "size")}
FLOATS = {"f32", "f64"}
# How rustc writes the path of what an impl for a type without a name of its own has.
PRIMITIVES = {"<integer>": "core::num::<impl $>::", "<float>": "core::$::<impl $>::", "<char>": "char::methods::<impl char>::",
              "<str>": "core::str::<impl str>::", "<[T]>": "core::slice::<impl [T]>::",
              "<[u8]>": "core::slice::ascii::<impl [u8]>::", "<[T; N]>": "array::<impl [T; N]>::",
              "<*const T>": "std::ptr::const_ptr::<impl *const T>::", "<*mut T>": "std::ptr::mut_ptr::<impl *mut T>::"}
# Names of functions that Rust's own crates give to others as well: these are shown with their paths.
SHARED = {"any::type_name", "cmp::max", "cmp::max_by", "cmp::max_by_key", "cmp::min", "cmp::min_by", "cmp::min_by_key", "mem::align_of",
          "mem::align_of_val", "mem::needs_drop", "mem::replace", "mem::size_of", "mem::size_of_val", "ptr::eq", "ptr::from_mut",
          "ptr::from_ref", "ptr::with_exposed_provenance", "ptr::without_provenance", "slice::from_mut", "slice::from_raw_parts",
          "slice::from_raw_parts_mut", "slice::from_ref"}
SHARED_TRAITS = {"PartialEq": "std::cmp::", "PartialOrd": "std::cmp::", "Ord": "std::cmp::"}
ALONE_OF_SHARED = {"clamp"}
OWN = {"<f16>", "<bf16>"}  # types of that name are rustg_std's own
HEAD = """\
/* must_use.def: what rustc's core, and std of floats, mark as #[must_use], as far as the library has it.
 * must_use_test.py compares it with them and writes it (--update).
 *
 * MUST_USE(subject, shown, words, names)
 *   subject  the module in which types, traits and free functions are, the trait of a method, or <the type> of a
 *            function that an impl has
 *   shown    what rustc writes before a function's name, with $ for its type; NULL: the type, as the impl is for it, or
 *            nothing for types and traits
 *   words    why it must be used; "": core does not say
 *   names    separated by blanks */
"""


def subject_of(ty):
    kind, about = next(iter(ty.items()))
    if kind == "resolved_path":
        return f"<{about['path'].split('::')[-1]}>"
    if kind == "primitive":
        return "<integer>" if about in INTEGERS else "<float>" if about in FLOATS else f"<{about}>"
    if kind == "slice":
        return "<[u8]>" if about == {"primitive": "u8"} else "<[T]>"
    if kind == "raw_pointer":
        return "<*mut T>" if about["is_mutable"] else "<*const T>"
    return "<[T; N]>" if kind == "array" else None


def words_of(item):
    said = [attr["must_use"]["reason"] or "" for attr in item["attrs"] if isinstance(attr, dict) and "must_use" in attr]
    return said[0] if said else None


def of_core(core):
    """(subject, shown, name): the words."""
    marked, index = {}, core["index"]

    def mark(subject, shown, item):
        words = words_of(item)
        if words is None or subject is None:
            return
        key = (subject, shown, item["name"])
        if marked.setdefault(key, words) != words:
            sys.exit(f"core says different words of {key}")

    def mark_all(items, subject, shown):
        for number in items:
            item = index.get(str(number))
            if item and "function" in item["inner"]:
                path = shown(item["name"]) if callable(shown) else shown
                mark(subject, path, item)

    for number, item in index.items():
        kind = next(iter(item["inner"]))
        path = (core["paths"].get(number) or {}).get("path", [])
        if kind in ("struct", "enum", "union", "trait") and len(path) > 1:
            mark(path[1], AS_TYPE, item)
        if kind == "function" and len(path) > 1:
            outer = f"{path[1]}::{item['name']}"
            mark(path[1], f"std::{path[1]}::" if outer in SHARED else ALONE, item)
        if kind == "trait":
            name = item["name"]
            mark_all(item["inner"]["trait"]["items"], name, lambda fn, name=name: f"{SHARED_TRAITS[name]}{name}::"
                     if name in SHARED_TRAITS and fn not in ALONE_OF_SHARED else ALONE)
        if kind == "impl" and item["inner"]["impl"]["trait"] is None:
            subject = subject_of(item["inner"]["impl"]["for"])
            mark_all(item["inner"]["impl"]["items"], subject, PRIMITIVES.get(subject, AS_TYPE))
    return marked


def of_std(oracle):
    found = {}
    for ty in sorted(FLOATS):
        text = (oracle / f"src/library/std/src/num/{ty}.rs").read_text()
        for words, name in re.findall(r'#\[must_use(?: = "([^"]*)")?\]\n(?:\s*#\[[^\n]*\n)*\s*pub (?:const )?fn (\w+)', text):
            found["<float>", "$::<impl $>::", name] = words
    return found


def written(oracle):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["rustdoc", "--edition=2024", "--crate-name=core", "--crate-type=lib", "-Zunstable-options",
                               "--output-format=json", "--cap-lints=allow", f"--out-dir={folder}", str(oracle / "src/library/core/src/lib.rs")],
                              env={**os.environ, "RUSTC_BOOTSTRAP": "1"}, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit("rustdoc does not document core:\n" + done.stderr[-2000:])
        marked = of_core(json.loads((Path(folder) / "core.json").read_text()))
    marked.update(of_std(oracle))
    ours = {word for path in (SOURCE / "kernels/library").rglob("*.rs") for word in re.findall(r"\w+", path.read_text())}
    rows = defaultdict(list)
    for (subject, shown, name), words in marked.items():
        has_subject = subject in PRIMITIVES or (subject.strip("<>") in ours and subject not in OWN)
        if name in ours and has_subject:
            rows[subject, shown, words].append(name)
    text = HEAD
    for (subject, shown, words), names in sorted(rows.items()):
        quoted = shown if shown == AS_TYPE else f'"{shown}"'
        text += f'MUST_USE("{subject}", {quoted},\n         "{words}",\n'
        lines, line = [], ""
        for name in sorted(names):
            if len(line) + len(name) > 105:
                lines.append(line)
                line = ""
            line += " " * bool(line or lines) + name
        lines.append(line)
        text += "\n".join(f'         "{line}"' for line in lines) + ")\n"
    return text + "#undef MUST_USE\n"


def main():
    oracle = Path(os.environ.get("RUSTG_ORACLE_DIR", "/nowhere"))
    if not shutil.which("rustdoc") or not (oracle / "src/library/core").is_dir():
        print("skipped: without rustdoc or RUSTG_ORACLE_DIR")
        return 77
    text = written(oracle)
    if "--update" in sys.argv:
        LIST.write_text(text)
    is_same = LIST.read_text() == text
    print(f"{text.count('MUST_USE(') - 1} rows" if is_same else "FAIL must_use.def: core says something else; --update writes it")
    return not is_same


if __name__ == "__main__":
    sys.exit(main())

"""mistakes_test.py: small mistakes put into right programs, and what rustg and rustc say of them.

    mistakes_test.py RUSTGC [--seed N] [--count N] [--rule NAME] [--keep FOLDER] [--first] [FILE.rs...]

Programs are those of tests/pipeline/run and examples/kernels, unless some are named. A change is one of RULES, at a place drawn by the seed.
Both must accept the program or both reject it; what rustg says is valid Rust that it does not compile yet counts as neither. With
--first their first errors must have the same line and code, too: a rejected program may have several errors, of which each
compiler leaves out others. Prints what differs; --keep writes those programs."""
import argparse
import os
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from reject_test import SOURCE, by_rustc, by_rustg, reported, std_for_rustc  # noqa: E402

NOT_YET = "cannot be compiled for kernels yet"
NUMBER = r"\b(?:[iu](?:8|16|32|64|size)|f32|f64|bool)\b"


def swap_type(match, pick):
    return pick([t for t in ("u8", "i32", "u32", "u64", "usize", "i64", "f32", "f64", "bool") if t != match.group(0)])


# name: a pattern, and what takes its place: text, or a function of the match and of a drawing
RULES = {
    "drop mut": (r"\bmut ", ""),
    "add mut": (r"\blet (?!mut\b)(?=[a-z_])", "let mut "),
    "drop reference": (r"&(?:mut )?(?=[a-z\[(])", ""),
    "add reference": (r"(?<=[(,=] )(?=[a-z]\w*\b(?![(!]))|(?<=\()(?=[a-z]\w*\b(?![(!:]))", "&"),
    "reference to mutable": (r"&(?=[a-z])(?!mut\b)", "&mut "),
    "mutable reference to shared": (r"&mut ", "&"),
    "drop dereference": (r"(?<=[\s(=])\*(?=[a-z])", ""),
    "add dereference": (r"(?<=[(=+\-] )(?=[a-z]\w*\b(?![(!:]))", "*"),
    "other type": (NUMBER, swap_type),
    "drop cast": (r" as " + NUMBER, ""),
    "drop clone": (r"\.(?:clone|copied|iter|into_iter|unwrap|get)\(\)", ""),
    "other literal": (r"(?<![\w.'\"])\d+(?![\w.\d])", lambda m, pick: pick(["1.5", "-1", "true", "'a'", m.group(0) + "u8", '"s"', "()"])),
    "rename a variable": (r"(?<![\w.'#])[a-z]\w*\b(?![\w!(:'])", lambda m, pick: m.group(0) + "_"),
    "rename a call": (r"(?<=[.\s(])[a-z]\w*(?=\()", lambda m, pick: m.group(0) + "_"),
    "rename a type": (r"\b[A-Z]\w+\b", lambda m, pick: m.group(0) + "X"),
    "drop a statement": (r"(?m)^ {8,}[a-z][^;{}\n]*;\n", ""),
    "drop a semicolon": (r";(?=\n)", ""),
    "add a semicolon": (r"(?m)(?<=[\w)])$(?=\n\s*\})", ";"),
    "drop a match arm": (r"(?m)^\s*[^\n{}=]+=> [^\n{}]+,\n", ""),
    "drop an argument": (r"(?<=[a-z]\()[^(),\n]+(?:, )?(?=[^;\n]*\))", ""),
    "add an argument": (r"(?<=[a-z]\()(?=[\w&])", "0, "),
    "drop a field": (r"(?m)(?<=\{ )\w+: [^,{}()\n]+,? ", ""),
    "drop derive": (r"#\[derive\([^)]*\)\]\n", ""),
    "drop a derived trait": (r"\b(?:Clone|Copy|PartialEq|PartialOrd|Eq|Ord|Default), ", ""),
    "drop a bound": (r"(?<=[A-Z]): [A-Z]\w+(?:<[^<>]*>)?", ""),
    "drop a return type": (r" -> [^{;]+(?= \{)", ""),
    "drop else": (r"(?s) else \{[^{}]*\}", ""),
    "drop a method": (r"(?ms)^    (?:pub )?fn \w+\([^)]*\)[^{};]*\{[^{}]*\}\n", ""),
    "drop pub": (r"\bpub (?=\w)", ""),
    "drop self": (r"\bself\.(?=\w)", ""),
    "drop move": (r"\bmove (?=\|)", ""),
    "use twice": (r"(?m)^( +)let (?:mut )?([a-z]\w*) = ([a-z]\w*);\n", lambda m, pick: m.group(0) + f"{m.group(1)}let _twice = {m.group(3)};\n"),
    "move a variable": (r"(?m)^( +)let (?:mut )?([a-z]\w*)\b[^;\n]*;\n", lambda m, pick: m.group(0) + f"{m.group(1)}let _gone = {m.group(2)};\n"),
    "borrow a variable": (r"(?m)^( +)let (?:mut )?([a-z]\w*)\b[^;\n]*;\n", lambda m, pick: m.group(0) + f"{m.group(1)}let _kept = &mut {m.group(2)};\n"),
    "other operator": (r" (?:[-+*/%&|^]|<<|>>|==|<|&&|\|\|) ", lambda m, pick: pick([" + ", " * ", " << ", " & ", " == ", " < ", " && "])),
    "drop unsafe": (r"\bunsafe (?=\{)", ""),
    "add a generic argument": (r"\b(?:Option|Wrapping|PhantomData)<", lambda m, pick: m.group(0) + "u8, "),
    "drop an item": (r"(?ms)^(?:pub )?(?:fn|struct|enum|impl|const|trait)\b[^{};]*\{.*?^\}\n", ""),
    "drop use": (r"(?m)^ *use [^;]*;\n", ""),
    "drop a lifetime": (r"'[a-z] |<'[a-z]>", ""),
    "if without condition": (r"(?<=if )[^{}\n]+(?= \{)", lambda m, pick: pick(["1", "()", "let Some(_) = 1"])),
    "return early": (r"(?m)^( +)(?=let )", lambda m, pick: m.group(1) + pick(["return;\n", "return 1;\n", "break;\n"]) + m.group(1)),
}


def mutations(texts, seed, count, only):
    """Each program draws its own changes, so that a new program adds some and moves none of the others'."""
    names = [only] if only else sorted(RULES)
    rounds = 20 * count // len(texts) + 20
    drawings = [(path, text, random.Random(f"{seed} {path.name}")) for path, text in texts]
    turns = sorted((i + random.Random(f"{seed} {path.name} {i}").random(), path, text, draw)
                   for path, text, draw in drawings for i in range(rounds))
    seen = set()
    for _, path, text, draw in turns:
        name = draw.choice(names)
        pattern, new = RULES[name]
        places = list(re.finditer(pattern, text))
        if not places:
            continue
        at = draw.choice(places)
        by = new if isinstance(new, str) else new(at, draw.choice)
        changed = text[:at.start()] + by + text[at.end():]
        if changed == text or changed in seen:
            continue
        seen.add(changed)
        yield path, name, changed
        if len(seen) >= count:
            return


def compare(job):
    rustgc, std, folder, number, path, name, text = job
    file = Path(folder) / f"m{number}.rs"
    file.write_text(text)
    work = Path(folder) / f"w{number}"
    work.mkdir(exist_ok=True)
    status, said = by_rustg(rustgc, file)
    found = reported(said)
    if any(NOT_YET in message for _, _, message in found):
        return path, name, text, "not yet", found, []
    wrong = [(line, "" if "_" in code else code, message) for line, code, message in reported(by_rustc(std, file, work))]
    file.unlink()
    if status not in (0, 1):
        verdict = "status %d" % status
    elif bool(found) != bool(wrong):
        verdict = "rustg rejects" if found else "rustg accepts"
    elif found and found[0][:2] != wrong[0][:2]:
        verdict = "same" if {e[:2] for e in found} == {e[:2] for e in wrong} else "other first error"
    else:
        verdict = "same"
    return path, name, text, verdict, found, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rustgc")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--rule", choices=sorted(RULES))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    files = options.files or sorted((SOURCE / "tests/pipeline/run").rglob("*.rs")) + sorted((SOURCE / "examples/kernels").glob("*.rs"))
    texts = [(path, path.read_text()) for path in files]
    totals = {}
    fine = {"same", "not yet"} | (set() if options.first else {"other first error"})
    with tempfile.TemporaryDirectory() as folder:
        std = std_for_rustc(Path(folder) / "target")
        if std is None:
            print("skipped: no rustc")
            return 77
        jobs = [(options.rustgc, std, folder, i, *m)
                for i, m in enumerate(mutations(texts, options.seed, options.count, options.rule))]
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for number, (path, name, text, verdict, found, wrong) in enumerate(pool.map(compare, jobs)):
                totals[verdict] = totals.get(verdict, 0) + 1
                if verdict in fine:
                    continue
                print(f"{verdict}: {path.name}, {name} (number {number})\n  rustg {found[:3]}\n  rustc {wrong[:3]}")
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{options.seed}_{number}_{path.name}").write_text(text)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(totals.items())))
    return int(not set(totals) <= fine)


if __name__ == "__main__":
    sys.exit(main())

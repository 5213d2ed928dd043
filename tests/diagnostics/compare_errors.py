#!/usr/bin/env python3
"""Compares what rustgc and rustc say of broken Rust: right files with a token or a few changed.

usage: compare_errors.py RUSTGC [--count N] [--seed N] [--keep FOLDER] [--least FIRST,ALL,JSON] [--show N] PLACE...

PLACE is a .rs file or a folder of them. Of N mutants, drawn by the seed, those count that rustc's parser rejects
(`rustc -Zparse-crate-root-only`). Errors are sorted by place on both sides: rustc prints them as it finds them. Three numbers
are counted in files:
  first  the first error has the same line, column, words and code
  all    all errors have
  json   all lines of --error-format=json are the same, labels, notes, suggestions and the rendered text included
A file that only one of the two rejects differs in all three. --keep leaves the mutants and rustc's answers in FOLDER and reads
them there the next time. --show prints the N largest classes of differences with an example each. Exits with 1 when a number is
below --least, in percent, and with 77 where rustc 1.95 is not here.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RUSTC = "rustc 1.95."
EDITIONS = ("2021", "2024", "2018", "2021", "2015")
MOST_BYTES = 20000
CHUNK = 100
TOKEN = re.compile(
    rb"//[^\n]*|/\*.*?\*/|r#*\".*?\"#*|b?\"(?:\\.|[^\"\\])*\"|b?'(?:\\.[^']*|[^'\\\n])'|'?[A-Za-z_]\w*|\d\w*(?:\.\d\w*)?"
    rb"|<<=|>>=|\.\.\.|\.\.=|::|->|=>|==|!=|<=|>=|&&|\|\||[-+*/%^&|]=|<<|>>|\.\.|[^\s\w]|[^\x00-\x7f]+", re.S)
WORDS = (
    b"fn let mut const static struct enum union trait impl for in if else match while loop return break continue pub use mod as "
    b"where unsafe async await dyn ref move type extern crate self Self super box yield macro macro_rules true false _ x y foo "
    b"T u8 usize String 'a 'static 0 1 7u8 1.5 \"s\" 'c' b\"b\" and or not def var auto public async").split()
SIGNS = (
    b"( ) [ ] { } < > ; : :: , . .. ..= ... => -> <- = == != <= >= + - * / % ^ & && | || ! ? @ # $ ~ += -= *= <=> === ++ -- "
    b"#[a] #![a] /**/ //! ///x\n (x) [x] {x} <T> () {} \\ `").split(b" ")


def tokens_of(text):
    return [match.span() for match in TOKEN.finditer(text) if not match.group().startswith((b"//", b"/*"))]


def mutate(text, chooser):
    """One or two changes of the text, most often of one token."""
    for _ in range(chooser.choice((1, 1, 1, 2))):
        tokens = tokens_of(text)
        if len(tokens) < 3:
            return text
        i = chooser.randrange(len(tokens) - 1)
        start, end = tokens[i]
        token, what = text[start:end], chooser.randrange(20)
        new = chooser.choice(WORDS if chooser.randrange(2) else SIGNS)
        if what < 5:
            text = text[:start] + text[end:]
        elif what < 8:
            text = text[:start] + new + text[end:]
        elif what < 12:
            text = text[:start] + new + b" " + text[start:]
        elif what < 14:
            text = text[:end] + b" " + token + text[end:]
        elif what < 16:
            other = tokens[i + 1]
            text = text[:start] + text[slice(*other)] + text[end:other[0]] + token + text[other[1]:]
        elif what < 17:
            text = text[:start] + text[slice(*chooser.choice(tokens))] + text[end:]
        elif what < 18:
            text = text[:start] + text[tokens[min(len(tokens) - 1, i + chooser.randrange(1, 6))][0]:]
        elif what < 19:
            to = chooser.choice(tokens)[0]
            text = text[:to] + text[start:tokens[min(len(tokens) - 1, i + chooser.randrange(1, 12))][1]] + b" " + text[to:]
        else:
            at = chooser.randrange(len(text))
            text = text[:at] + text[at + 1:] if chooser.randrange(2) else text[:at]
    return text


def run_rustgc(rustgc, files, edition):
    """The JSON lines of each file's errors."""
    run = subprocess.run([rustgc, "--syntax-only", "--error-format=json", "--edition", edition] + [str(file) for file in files],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        sys.exit("%s: exit code %d: %s" % (rustgc, run.returncode, run.stderr[-500:].decode("utf-8", "replace")))
    answers = {str(file): [] for file in files}
    for error in errors_of(run.stderr):
        answers[error["spans"][0]["file_name"]].append(error)
    return answers


def errors_of(output):
    """The errors with a place of a compiler's JSON output."""
    lines = [json.loads(line) for line in output.decode("utf-8", "replace").split("\n") if line.startswith("{")]
    for line in lines:
        if line["code"]:
            line["code"]["explanation"] = None  # a page of rustc's error index, which rustgc does not carry
    return [line for line in lines if line["level"] == "error" and line["spans"]]


def run_rustc(file, edition):
    run = subprocess.run(
        ["rustc", "-Zparse-crate-root-only", "--error-format=json", "--edition", edition, "--crate-type", "lib", str(file)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, env=dict(os.environ, RUSTC_BOOTSTRAP="1"))
    if run.returncode not in (0, 1):
        return None
    return errors_of(run.stderr)


def place(error):
    span = next(span for span in error["spans"] if span["is_primary"])
    return span["byte_start"], span["line_start"], span["column_start"]


def in_order(errors):
    return sorted(errors, key=lambda error: (place(error), error["message"]))


def words(error):
    """Line, column, words and code."""
    return place(error)[1:] + (error["message"], (error["code"] or {}).get("code"))


def right_files(rustgc, files, folder_edition):
    """Those without errors; what rustgc rejects here the corpus tests compare with rustc's parser."""
    right = []
    for at in range(0, len(files), CHUNK):
        answers = run_rustgc(rustgc, files[at:at + CHUNK], folder_edition)
        right += [file for file in files[at:at + CHUNK] if not answers[str(file)]]
    return right


def make_mutants(rustgc, places, count, seed, folder):
    """Files of mutants named by their edition."""
    chooser = random.Random(seed)
    files = []
    for name in places:
        files += [Path(name)] if Path(name).is_file() else sorted(Path(name).rglob("*.rs"))
    files = [file for file in files if 30 < file.stat().st_size < MOST_BYTES]
    if len(files) > 2 * count:
        files = chooser.sample(files, 2 * count)
    right = {edition: right_files(rustgc, files, edition) for edition in sorted(set(EDITIONS))}
    mutants = []
    for i in range(count):
        edition = EDITIONS[i % len(EDITIONS)]
        text = chooser.choice(right[edition]).read_bytes()
        mutants.append(folder / ("m%05d_%s.rs" % (i, edition)))
        mutants[-1].write_bytes(mutate(text, chooser))
    return mutants


def edition_of(mutant):
    return mutant.stem.rpartition("_")[2]


def ask_rustc(mutants, folder):
    """rustc's errors by file; None where it crashed."""
    saved = folder / "rustc.json"
    if saved.is_file():
        return json.loads(saved.read_text(encoding="utf-8"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda mutant: run_rustc(mutant, edition_of(mutant)), mutants))
    answers = {str(mutant): answer for mutant, answer in zip(mutants, answers)}
    saved.write_text(json.dumps(answers), encoding="utf-8")
    return answers


def ask_rustgc(rustgc, mutants):
    answers = {}
    for edition in sorted(set(EDITIONS)):
        of_edition = [mutant for mutant in mutants if edition_of(mutant) == edition]
        for at in range(0, len(of_edition), CHUNK):
            answers.update(run_rustgc(rustgc, of_edition[at:at + CHUNK], edition))
    return answers


def difference(expected, found):
    """The parts in which two errors' JSON differ."""
    return ", ".join(key for key in expected if key != "rendered" and expected[key] != found.get(key)) or "rendered"


def shape(error):
    return re.sub(r"`[^`]*`", "`_`", error["message"])


def class_of(level, expected, found):
    """What kind of difference it is, for counting."""
    if level == "json":
        pair = next(pair for pair in zip(expected, found) if pair[0] != pair[1])
        return "%s in: %s" % (difference(*pair), shape(pair[0]))
    said, told = collections.Counter(map(words, expected)), collections.Counter(map(words, found))
    missing = [error for error in expected if words(error) not in told]
    extra = [error for error in found if words(error) not in said]
    return "missing [%s] extra [%s]" % ("; ".join(map(shape, missing[:2])), "; ".join(map(shape, extra[:2])))


def compare(expected, found):
    """The first of first, all, json that differs, or None."""
    if [words(error) for error in expected[:1]] != [words(error) for error in found[:1]]:
        return "first"
    if list(map(words, expected)) != list(map(words, found)):
        return "all"
    return None if expected == found else "json"


def measure(rustgc, mutants, expected):
    found = ask_rustgc(rustgc, mutants)
    n_wrong, differences = 0, collections.Counter()
    classes = collections.defaultdict(list)
    for mutant in map(str, mutants):
        if expected[mutant] is None or not (expected[mutant] or found[mutant]):
            continue
        n_wrong += 1
        a, b = in_order(expected[mutant]), in_order(found[mutant])
        level = compare(a, b)
        if level:
            differences[level] += 1
            classes[level, class_of(level, a, b)].append(mutant)
    return n_wrong, differences, classes


def show(classes, n_shown, expected, found):
    for (level, name), mutants in sorted(classes.items(), key=lambda row: -len(row[1]))[:n_shown]:
        print("%4d %s: %s\n       %s" % (len(mutants), level, name, " ".join(Path(mutant).name for mutant in mutants[:8])))
        for who, errors in (("rustc ", expected[mutants[0]]), ("rustgc", found[mutants[0]])):
            for error in in_order(errors)[:4]:
                print("       %s %d:%d: %s" % ((who,) + words(error)[:3]))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("rustgc")
    parser.add_argument("places", nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--least", default="0,0,0")
    parser.add_argument("--show", type=int, default=10)
    told = parser.parse_args()
    try:
        version = subprocess.run(["rustc", "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        version = "no rustc"
    if not version.startswith(RUSTC):
        print("skipped: rustc 1.95 is needed, here is %s" % version.strip())
        return 77
    with tempfile.TemporaryDirectory() as own:
        folder = Path(told.keep or own)
        folder.mkdir(parents=True, exist_ok=True)
        mutants = sorted(folder.glob("m*.rs")) or make_mutants(told.rustgc, told.places, told.count, told.seed, folder)
        expected = ask_rustc(mutants, folder)
        n_wrong, differences, classes = measure(told.rustgc, mutants, expected)
        show(classes, told.show, expected, ask_rustgc(told.rustgc, mutants) if classes and told.show else {})
    n_first = n_wrong - differences["first"]
    n_all = n_first - differences["all"]
    numbers = [100.0 * n / max(n_wrong, 1) for n in (n_first, n_all, n_all - differences["json"])]
    least = [float(number) for number in told.least.split(",")]
    print("%d mutants that rustc rejects: first error as rustc's in %.1f%%, all in %.1f%%, JSON in %.1f%% (at least %s)" % (
        (n_wrong,) + tuple(numbers) + (told.least,)))
    return 0 if n_wrong > 0 and all(number >= limit for number, limit in zip(numbers, least)) else 1


if __name__ == "__main__":
    sys.exit(main())

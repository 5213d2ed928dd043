#!/usr/bin/env python3
"""const_marks.py RUSTGC: a constant function may call of core what rustc lets it call, and no more.

For each public fn and inherent method of the kernels' library, as the build has expanded it beside RUSTGC, a `const fn` is written that
calls it with parameters of its own, with its generics named and without; rustgc and rustc are asked about all of them, and have to refuse
the same ones. A fn that one of them cannot be asked about, because the call has another error there, is counted and left out. RUSTG_RUSTC
names the rustc to compare with (default: rustc); without rustc 1.95 the check is skipped."""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
VERSION = "rustc 1.95."
ARROW = "\0"  # stands for `->`, whose `>` closes nothing
KERNEL = "#[rustg_std::kernel]\npub fn probe_kernel() {}\n"
# What only rustg's library has: its root modules that core lacks, and its own types.
OWN = {"atomic", "block", "fast", "complex", "fp8", "grid", "half", "shared", "thread", "warp", "lanes", "prelude", "intrinsics", "crates", "std_prelude", "tid"}


def texts_of(path):
    """(name, text) of each file in library_files.c."""
    source = Path(path).read_text()
    arrays = {int(n): bytes(int(b) for b in numbers.split(",") if b.strip())
              for n, numbers in re.findall(r"text_(\d+)\[\] = \{([^}]*)\}", source)}
    for name, n in re.findall(r'\{"([^"]+)", "[^"]+", text_(\d+)', source):
        yield name, arrays[int(n)].decode().replace("->", ARROW)


def end_of_group(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{<") - (text[i] in ")]}>")
        if depth == 0:
            return i + 1
    raise ValueError(text[at:at + 80])


def end_of_block(text, at):
    """The same for a brace, in whose code < and > may be operators, and strings and chars hold brackets."""
    depth = 0
    for token in re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'|[{}]', re.S).finditer(text, at):
        depth += (token.group() == "{") - (token.group() == "}")
        if depth == 0:
            return token.end()
    raise ValueError(text[at:at + 80])


def split_list(text):
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [part.strip() for part in parts + [text[last:]] if part.strip()]


def generics_at(text, at):
    """The list of generics at a place, without its brackets, and where it ends."""
    if not text[at:].lstrip().startswith("<"):
        return "", at
    begin = text.index("<", at)
    end = end_of_group(text, begin)
    return text[begin + 1:end - 1], end


FN = re.compile(r"\bpub (?:const )?(unsafe )?fn (\w+)")
IMPL = re.compile(r"\b(?:unsafe )?impl\b")


def probe(module, text, at, unsafe, name, impl, is_named):
    """The text of a constant function that calls the fn, whose name ends at `at`, with its generics named or not; "" for no difference."""
    generics, at = generics_at(text, at)
    begin = text.index("(", at)
    end = end_of_group(text, begin)
    params, rest = split_list(text[begin + 1:end - 1]), text[end:re.compile(r"[{;]").search(text, end).start()]
    where = re.search(r"\bwhere\b(.*)", rest, re.S)
    wheres = [part.strip().rstrip(",") for part in ((where.group(1) if where else ""), impl["where"] if impl else "") if part.strip()]
    declared, passed = [], []
    for i, param in enumerate(params):
        param = re.sub(r"^(?:#\[[^\]]*\]\s*)*", "", param)
        receiver = re.match(r"(&\s*(?:'\w+\s+)?(?:mut\s+)?)?(?:mut\s+)?self$", param)
        kind = (receiver.group(1) or "") + "Self" if receiver else param.split(":", 1)[1].strip()
        declared.append(f"a{i}: {kind}")
        passed.append(f"a{i}")
    both = [part for part in ((impl["generics"] if impl else ""), generics) if part]
    both = [part for group in both for part in split_list(group)]
    both.sort(key=lambda part: not part.startswith("'"))
    of = f"<{impl['type']}>::{name}" if impl else f"core::{module}::{name}"
    chosen = [re.match(r"(?:const )?(\w+)", part).group(1) for part in split_list(generics) if not part.startswith("'")]
    if not chosen and is_named:
        return ""
    chosen = chosen if is_named else []
    call = f"{of}{'::<' + ', '.join(chosen) + '>' if chosen else ''}({', '.join(passed)})"
    made = (f"const fn probe_#<{', '.join(both)}>({', '.join(declared)})" + (f" where {', '.join(wheres)}" if wheres else "") +
            " { ::core::mem::forget(" + (f"unsafe {{ {call} }}" if unsafe else call) + ") }")
    made = re.sub(r"\bSelf\b", lambda _: impl["type"], made) if impl else made
    return " ".join(made.replace(ARROW, "->").split())


def probes_of(name, text):
    """The uses of a file, and (what it is about, probe) of each fn in it."""
    module, made = "sync::atomic" if name == "sync/atomic" else name.split("/")[0], []
    uses = [use.replace("crate::", "core::") for use in re.findall(r"\buse [^;]*;", text)]
    uses += [f"use core::{module}::*;", "use core::prelude::v1::*;", "use core::num::*;", "use core::iter::*;", "use core::ops::*;"]
    at, impl, impl_end, skip_end = 0, None, 0, 0
    for found in re.finditer(f"{IMPL.pattern}|{FN.pattern}", text):
        if found.start() < skip_end:
            continue
        if found.start() >= impl_end:
            impl = None
        if not found.group(2):
            head_end = text.find("{", found.end())
            if found.start() < impl_end or not re.match(r"\s*[<\w\[*&(!]", text[found.end():]):
                continue
            generics, at = generics_at(text, found.end())
            head = text[at:head_end]
            if re.search(r"[^:<]\bfor\b(?!\s*<)", head) or "!" == head.strip()[:1]:
                skip_end = end_of_block(text, head_end)
                continue
            type_text, _, where = head.partition(" where ")
            impl, impl_end = {"generics": generics, "type": type_text.strip(), "where": where.strip()}, end_of_block(text, head_end)
            continue
        about = f"{impl['type'] if impl else module}::{found.group(2)}".replace(ARROW, "->")
        for is_named in (False, True):
            made.append((about, probe(module, text, found.end(), found.group(1), found.group(2), impl, is_named)))
    return [" ".join(use.split()) for use in uses], [(about, text) for about, text in made if text]


def answers(command, source):
    """The errors of a source by line: the codes and messages."""
    run = subprocess.run([*command, source.name], cwd=source.parent, capture_output=True, text=True)
    lines = collections.defaultdict(list)
    for line in run.stderr.splitlines():
        about = json.loads(line) if line.startswith("{") else {}
        if about.get("level") != "error":
            continue
        code = (about.get("code") or {}).get("code")
        for span in [span for span in about["spans"] if span["is_primary"]]:
            while span["file_name"] != source.name and span.get("expansion"):
                span = span["expansion"]["span"]
            lines[span["line_start"]].append((code, about["message"]))
    return lines


def is_about_const(code, message):
    return code == "E0015" or "as a const fn" in message or "const fn yet" in message or (code == "E0658" and "const" in message)


def ask(command, text_of, questions, folder, file):
    """The numbers of the probes that are refused for being no constant functions; those with other errors leave questions."""
    while True:
        source = folder / file
        text, numbers = text_of(questions)
        source.write_text(text)
        found = answers(command, source)
        wrong = {numbers[line] for line, errors in found.items() if line in numbers and not all(is_about_const(*e) for e in errors)}
        if not wrong:
            lost = [errors for line, errors in found.items() if line not in numbers]
            assert not lost, lost
            return {numbers[line] for line in found}
        questions -= wrong


def main():
    rustgc, rustc = os.path.abspath(sys.argv[1]), os.environ.get("RUSTG_RUSTC", "rustc")
    try:
        version = subprocess.run([rustc, "--version"], capture_output=True, text=True).stdout
    except OSError:
        version = ""
    if not version.startswith(VERSION):
        print(f"skipped: the rustc to compare with is not {VERSION}x ({version.strip() or 'none was found'}); RUSTG_RUSTC names another")
        return SKIPPED
    lines = []  # (module of the probe, what it is about or None for a use, text)
    for name, text in texts_of(Path(rustgc).parent / "generated" / "sema" / "library_files.c"):
        if name.split("/")[0] in OWN:
            continue
        uses, made = probes_of(name, text)
        module = "m_" + re.sub(r"\W", "_", name)
        lines += [(module, None, use) for use in uses] + [(module, about, text) for about, text in made]

    def text_of(kept):
        out, numbers, last = ["#![allow(warnings)]"], {}, None
        for i, (module, _, text) in enumerate(lines):
            if module != last:
                out += (["}"] if last else []) + [f"pub mod {module} {{"]
                last = module
            if i in kept:
                out.append(text.replace("probe_#", f"probe_{i}"))
                numbers[len(out)] = i
        return "\n".join(out) + "\n}\n" + KERNEL, numbers

    def without_kernel(kept):
        text, numbers = text_of(kept)
        return text.removesuffix(KERNEL), numbers

    questions = set(range(len(lines)))
    n_all = len({(module, about) for module, about, _ in lines if about})
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        by_rustc = [rustc, "--edition=2021", "--crate-type=lib", "--emit=metadata", "--error-format=json", "--cap-lints=allow", f"--out-dir={folder}"]
        by_rustgc = [rustgc, "--edition=2021", "--emit=check", "--error-format=json"]
        ask(by_rustc, without_kernel, questions, folder, "probes.rs")
        ours = ask(by_rustgc, text_of, questions, folder, "probes.rs")
        theirs = ask(by_rustc, without_kernel, questions, folder, "probes.rs")
    asked = {lines[i][:2] for i in questions if lines[i][1]}
    differ = sorted(ours ^ theirs)
    for i in differ:
        print(f"{lines[i][1]}: rustc {'refuses' if i in theirs else 'takes'} a call of it in a constant fn, rustgc {'refuses' if i in ours else 'takes'} it")
    print(f"{len(asked)} of {n_all} fns asked about, {len({lines[i][:2] for i in theirs})} refused by rustc, {len(differ)} differ")
    assert len(asked) >= 2000, "too few fns could be asked about"
    return 1 if differ else 0


sys.exit(main())

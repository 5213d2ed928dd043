#!/usr/bin/env python3
"""Constants against rustc's own tests of them: what E0080 and the other errors of constants say, and on which line.

    const_rustc_test.py RUSTGC [FILE.rs...]

The tests are those of tests/ui/consts in the sources at RUSTG_ORACLE_DIR, with their .stderr; without them the test is
skipped. Files that need more than one edition or flags of rustc are left out. A file whose errors rustgc tells before it
evaluates anything (it lacks a feature, or rejects for another reason) is counted, not compared. const_rustc.txt names the
files that differ, each with the reason; one that agrees again has to leave it."""
import collections
import os
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent


def normal(message):
    message = re.sub(r'\b(?:alloc|ALLOC)\d+(?:<imm>)?', 'ALLOC', message)
    message = re.sub(r'0x0*([0-9a-f]+)', r'0x\1', message)  # rustc's tests cut numbers to be the same for all targets
    return re.sub(r'(?:\$BYTES|%BITS%|0x%|\d+) bytes?', 'N bytes', message)


def errors(text):
    """(code, line, message) of each error."""
    found, lines = [], text.split('\n')
    for i, line in enumerate(lines):
        m = re.match(r'error(?:\[((?:E|RUSTG)\d+)\])?: (.*)', line)
        if not m or m.group(2).startswith(('aborting', 'could not compile')):
            continue
        places = [re.search(r':(\d+):\d+$', x) for x in lines[i + 1:i + 4] if '-->' in x]
        found.append((m.group(1), int(places[0].group(1)) if places and places[0] else 0, normal(m.group(2))))
    return found


# What constants alone are refused for, beside what their evaluation finds.
CODES = {'E0080', 'E0492', 'E0764'}
WITHOUT_CODE = ('pointers cannot be cast to integers', 'pointers cannot be reliably compared', 'function pointer calls are')


def is_of_constants(code, message):
    return code in CODES if code else message.startswith(WITHOUT_CODE)


def evaluated(found):
    return sorted((line, message) for code, line, message in found if is_of_constants(code, message))


def main():
    rustgc, only = sys.argv[1], sys.argv[2:]
    oracle = os.environ.get('RUSTG_ORACLE_DIR')
    root = pathlib.Path(oracle or '.') / 'src' / 'tests' / 'ui' / 'consts'
    if not oracle or not root.is_dir():
        print("const_rustc_test: no sources of rustc at RUSTG_ORACLE_DIR, skipped")
        sys.exit(SKIPPED)
    known = {}
    for line in (HERE / 'const_rustc.txt').read_text().split('\n'):
        if line and not line.startswith('#'):
            name, _, reason = line.partition(': ')
            known[name] = reason
    counts, failed = collections.Counter(), 0
    for path in [pathlib.Path(p) for p in only] or sorted(root.rglob('*.rs')):
        name = str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
        text = path.read_text(errors='replace')
        if 'auxiliary' in path.parts or 'revisions' in text or '//@ compile-flags' in text:
            continue
        outputs = [p for p in (path.with_suffix('.stderr'), path.with_suffix('.64bit.stderr')) if p.exists()]
        wanted = errors(outputs[0].read_text()) if outputs else []
        edition = re.search(r'//@ *edition: *(\d+)', text)
        run = subprocess.run([rustgc, '--emit=kernels', f'--edition={edition.group(1) if edition else 2015}', str(path)],
                             capture_output=True, text=True, errors='replace')
        if run.returncode not in (0, 1):
            print(f'FAIL {name}: rustgc ends with {run.returncode}')
            failed += 1
            continue
        got = errors(run.stdout + run.stderr)
        want_all, got_all = evaluated(wanted), evaluated(got)
        agrees = want_all == got_all
        if agrees:
            counts['agree' if want_all else 'agree on no error'] += 1
        elif not all(is_of_constants(code, message) for code, _, message in got):
            counts['have other errors in rustgc'] += 1
            agrees = None
        elif name in known:
            counts['differ as listed'] += 1
        else:
            failed += 1
            print(f'FAIL {name}')
            for line, message in want_all:
                if (line, message) not in got_all:
                    print(f'    missing  {line}: {message}')
            for line, message in got_all:
                if (line, message) not in want_all:
                    print(f'    extra    {line}: {message}')
        if agrees and name in known:
            failed += 1
            print(f'FAIL {name} agrees now: take it from const_rustc.txt')
    for what, n in sorted(counts.items()):
        print(f'{n} {what}')
    sys.exit(1 if failed or not counts['agree'] else 0)


main()

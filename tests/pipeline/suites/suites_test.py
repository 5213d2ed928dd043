#!/usr/bin/env python3
"""rustc's own suites as kernels: tests/ui (run-pass, run-fail, check-pass, must-fail) and library/coretests.

    suites_test.py RUSTGC [all] [--every N] [--suite NAME] [--only TEXT] [--update] [--keep DIR] [--counts]

Each program gets a kernel that calls its main and writes a number (rustc_files.py, which also has the rules that
leave programs out). Those that run in rustc have to end as they do there, on the interpreter and natively: complete,
or panic. Those that rustc only checks have to compile, and must-fail ones to be refused. exceptions.txt has those
that do not, each with the reason; any other one fails, and so does a row that is not needed. The sources are those at
RUSTG_ORACLE_DIR; without them the test is skipped. A sample is run (one of RUSTG_SUITES_EVERY), or `all`. --update
writes exceptions.txt anew; wrong results are never written."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
import rustc_files

SKIPPED = 77
SECONDS = 60
HERE = pathlib.Path(__file__).resolve().parent
ERROR = re.compile(r'^error(?:\[((?:E|RUSTG)\d+)\])?: (?!aborting due)(.*)$', re.M)
PANIC = re.compile(r'^rustgc: error: kernel `[^`]*` (panicked at .*)', re.M)
NOT_YET = 'cannot be compiled for kernels yet'
GOOD = {'ok', 'unstable', 'not yet, must-fail', 'library'}
OUTCOMES = ('wrong', 'refused', 'not-yet', 'accepted')


def call(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, 'no end after %d seconds' % SECONDS
    return done.returncode, done.stdout + done.stderr


def refusal(said):
    """(outcome, reason) of a compile that failed."""
    errors = ERROR.findall(said)
    if not errors:
        return 'wrong', 'no error is told: ' + said.strip().split('\n')[0]
    code, message = errors[0]
    if NOT_YET in message:
        return 'not-yet', message.replace(' ' + NOT_YET, '')
    return 'refused', f'{code} {message}'.strip()


def run(case, path, rustgc):
    for engine in ('interpreter', 'cpu'):
        status, said = call([rustgc, f'--edition={case.edition}', f'--run={rustc_files.KERNEL}', '--for=1',
                             '--arg=[0; 1]', '--out=0', f'--engine={engine}', str(path)])
        panic = PANIC.search(said)
        if status == 1 and not panic and ERROR.search(said):
            return refusal(said)
        ended = panic.group(1) if panic and status == 1 else None
        if status == 0 and 'out: [u64; 1] = [1]' in said:
            ended = 'completes'
        if ended is None:
            return 'wrong', f'{engine}: ' + (said.strip().split('\n')[0] or f'status {status}')
        if (ended != 'completes') != case.panics:
            return 'wrong', f'{engine}: {ended}'
    return 'ok', ''


def check(case, path, rustgc):
    status, said = call([rustgc, f'--edition={case.edition}', '--emit=kernels', str(path)])
    if status not in (0, 1):
        return 'wrong', said.strip().split('\n')[0] or f'status {status}'
    if case.suite != 'must-fail':
        return ('ok', '') if status == 0 else refusal(said)
    if status == 0:
        return 'accepted', ''
    return ('ok' if any(NOT_YET not in message for _, message in ERROR.findall(said)) else 'not yet, must-fail'), ''


def rustc_refuses(path, edition):
    """Whether rustc refuses a program without the kernel, as a library, which is what a file of kernels is. It does a
    test of coretests that needs what only core's own crate has, and does not a must-fail program that only lacks a
    right `main`, or whose error is one of code that is made."""
    text = re.sub(r'\nmod rustg_suite .*\n', '\n', path.read_text())
    with tempfile.NamedTemporaryFile('w', suffix='.rs', dir=path.parent) as alone:
        alone.write(text)
        alone.flush()
        status, _ = call(['rustc', f'--edition={edition}', '--crate-type=lib', '--emit=metadata', '-o',
                          alone.name + '.rmeta', alone.name])
    return status != 0


def wanted_error(source, name):
    """The first error that rustc tells of a program of tests/ui."""
    path = (source / 'tests' / 'ui' / name).with_suffix('.stderr')
    found = ERROR.search(path.read_text(errors='replace')) if path.exists() else None
    return f'{found.group(1) or ""} {found.group(2)}'.strip() if found else 'rustc refuses it'


def outcome(case, arguments, folder, source):
    own = folder / re.sub(r'\W', '_', f'{case.suite}_{case.name}') # the file's name is the crate's
    own.mkdir(exist_ok=True)
    path = own / (pathlib.Path(case.name).name if case.name.endswith('.rs') else 'test.rs')
    path.write_text(case.source(), newline='')
    runs = case.suite in ('run-pass', 'run-fail', 'coretests')
    kind, reason = (run if runs else check)(case, path, arguments.rustgc)
    if case.suite == 'coretests' and kind != 'ok' and rustc_refuses(path, 2024):
        kind, reason = 'unstable', ''
    if kind == 'accepted' and not rustc_refuses(path, case.edition):
        kind, reason = 'library', ''
    if kind == 'accepted':
        reason = wanted_error(source, case.name)
    if not arguments.keep:
        shutil.rmtree(own)
    return kind, reason


def exceptions():
    """(outcome, reason) by suite and name."""
    rows = {}
    for line in (HERE / 'exceptions.txt').read_text().split('\n'):
        if line and not line.startswith('#'):
            head, _, reason = line.partition(': ')
            suite, kind, name = head.split(' ', 2)
            rows[suite, name] = (kind, reason)
    return rows


HEAD = """# Programs of rustc's suites that do not end as rustc's do yet (suites_test.py): suite, outcome, name, why.
# refused: rustc accepts it. not-yet: rustg says that it does not compile it yet. accepted: rustc refuses it,
# with these words.
# --update writes what rustgc says now and keeps the reasons of rows whose outcome is the same. No row says wrong.
"""


def write_exceptions(rows):
    lines = [f'{suite} {kind} {name}: {reason}' for (suite, name), (kind, reason) in sorted(rows.items())]
    (HERE / 'exceptions.txt').write_text(HEAD + ''.join(line[:119] + '\n' for line in lines))


def compare(results, known):
    """How many results are not what exceptions.txt says; prints each."""
    failed = 0
    for case, (kind, reason) in results:
        listed = known.get((case.suite, case.name))
        if kind in GOOD and listed:
            failed += 1
            print(f'FAIL {case.suite} {case.name} is {kind} now: take it from exceptions.txt')
        elif kind not in GOOD and (kind == 'wrong' or not listed or listed[0] != kind):
            failed += 1
            print(f'FAIL {case.suite} {case.name}: {kind}: {reason}' + (f' (listed as {listed[0]})' if listed else ''))
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('rustgc', type=os.path.abspath)
    parser.add_argument('how_much', nargs='?', choices=('sample', 'all'), default='sample')
    parser.add_argument('--every', type=int)
    parser.add_argument('--suite')
    parser.add_argument('--only', default='')
    parser.add_argument('--update', action='store_true')
    parser.add_argument('--keep')
    parser.add_argument('--counts', action='store_true', help='say what the rules leave out')
    arguments = parser.parse_args()
    oracle = os.environ.get('RUSTG_ORACLE_DIR')
    source = pathlib.Path(oracle or '.') / 'src'
    if not oracle or not (source / 'tests' / 'ui').is_dir():
        print("suites_test: no sources of rustc at RUSTG_ORACLE_DIR, skipped")
        return SKIPPED
    if not shutil.which('rustc'):
        print('suites_test: no rustc, skipped')
        return SKIPPED
    os.environ['RUSTG_CACHE'] = 'off'
    whole = arguments.how_much == 'all' or arguments.only
    every = 1 if whole else arguments.every or int(os.environ.get('RUSTG_SUITES_EVERY', '64'))
    cases, left_out = rustc_files.cases(source, every)
    cases = [c for c in cases if arguments.only in c.name and (not arguments.suite or c.suite == arguments.suite)]
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(arguments.keep or temporary)
        folder.mkdir(exist_ok=True)
        results = list(zip(cases, pool.map(lambda c: outcome(c, arguments, folder, source), cases)))
    known = exceptions()
    if arguments.update:
        for case, (kind, reason) in results:
            key = case.suite, case.name
            if kind not in OUTCOMES or kind == 'wrong':
                known.pop(key, None)
            elif key not in known or known[key][0] != kind:
                known[key] = kind, reason
        write_exceptions(known)
    failed = compare(results, known)
    counts = Counter((case.suite, kind) for case, (kind, _) in results)
    for suite in sorted({suite for suite, _ in counts}):
        kinds = ', '.join(f'{n} {kind}' for (s, kind), n in sorted(counts.items()) if s == suite)
        print(f'{suite}: {kinds}')
        for (s, reason), n in sorted(left_out.items()):
            if arguments.counts and s == suite:
                print(f'    left out: {n} {reason}')
    if not results:
        print('no programs')
    return 1 if failed or not results else 0


sys.exit(main())

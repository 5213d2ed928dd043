#!/usr/bin/env python3
"""examples/kernels on rustg's engines, against rustc.

    kernels_test.py RUSTGC [--engine NAME]... [--expected DIR] [--only TEXT]

DIR is what bindings/rust/examples-run wrote; without it, cargo runs that first (in release, without overflow checks), and
where there is no cargo the test is skipped. Integers and floats have to agree bit for bit, but for the cases that say how
many units in the last place they may differ: those call transcendental functions. Engines: cpu, interpreter, cuda, ptx,
which is NVRTC's PTX in the interpreter of tests/codegen/ptx, and own, which is rustg's own PTX there. Default: the
interpreter and, in turn, cpu, ptx or own; with RUSTG_KERNELS_ENGINES=all, as scripts/nightly.sh has it, all but cuda."""
import argparse
import json
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / 'tests' / 'codegen' / 'ptx'))
import ptx_program

SKIPPED = 77


def read_npy(path):
    data = path.read_bytes()
    n = struct.unpack_from('<H', data, 8)[0]
    head = data[10:10 + n].decode()
    descr = head.split("'descr': '")[1].split("'")[0]
    return descr.lstrip('<|='), data[10 + n:]


def floats(kind, raw):
    """The floats of an array, and of each its place among all floats of its type; complex parts one by one."""
    code, bits = {'f4': ('f', 'i'), 'f8': ('d', 'q'), 'c16': ('d', 'q')}[kind]
    n = len(raw) // struct.calcsize(code)
    values = struct.unpack(f'<{n}{code}', raw)
    places = [p if p >= 0 else -(p & (1 << (8 * struct.calcsize(code) - 1)) - 1) for p in struct.unpack(f'<{n}{bits}', raw)]
    return values, places


def difference(kind, want, got, ulps):
    """None, or how the bytes got differ."""
    if want == got:
        return None
    if len(want) != len(got):
        return f'{len(got)} bytes instead of {len(want)}'
    if ulps == 0 or kind not in ('f4', 'f8', 'c16'):
        size = int(kind[1:])
        if kind in ('f4', 'f8'):
            at = {'f4': 'f', 'f8': 'd'}[kind]
            pairs = [(struct.unpack(at, want[i:i + size])[0], struct.unpack(at, got[i:i + size])[0], i // size)
                     for i in range(0, len(want), size) if want[i:i + size] != got[i:i + size]]
            pairs = [p for p in pairs if not (math.isnan(p[0]) and math.isnan(p[1]))]
            if not pairs:
                return None
            return f'{len(pairs)} elements differ; element {pairs[0][2]} is {pairs[0][1]!r}, not {pairs[0][0]!r}'
        at = next(i for i in range(0, len(want), size) if want[i:i + size] != got[i:i + size])
        return f'element {at // size} is {got[at:at + size].hex()}, not {want[at:at + size].hex()}'
    (want_values, want_places), (got_values, got_places) = floats(kind, want), floats(kind, got)
    scale = max((abs(v) for v in want_values if math.isfinite(v)), default=0.0)
    tiny = scale * ulps * (2.0 ** -24 if kind == 'f4' else 2.0 ** -53)  # of what sums to nearly 0, the error of its parts
    for i, (w, g) in enumerate(zip(want_values, got_values)):
        if math.isnan(w) and math.isnan(g):
            continue
        if abs(want_places[i] - got_places[i]) > ulps and not abs(w - g) <= tiny:
            return f'element {i} is {g!r}, not {w!r}: {abs(want_places[i] - got_places[i])} ulps'
    return None


def expected(given):
    if given:
        return pathlib.Path(given), None
    if not shutil.which('cargo'):
        print('kernels_test: no cargo, skipped')
        sys.exit(SKIPPED)
    hold = tempfile.TemporaryDirectory()
    env = dict(os.environ)
    env.setdefault('CARGO_TARGET_DIR', str(pathlib.Path(hold.name) / 'target'))
    done = subprocess.run(['cargo', '--offline', 'run', '--release', '-q', '-p', 'examples-run', '--', hold.name + '/expected'],
                          cwd=ROOT / 'bindings' / 'rust', env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'examples-run failed:\n{done.stderr}')
    return pathlib.Path(hold.name) / 'expected', hold


def run_case(rustgc, engine, case, directory, work):
    """None, or what is wrong."""
    path = ROOT / (case['file'] + '.rs') if '/' in case['file'] else ROOT / 'examples' / 'kernels' / (case['file'] + '.rs')
    program, own_engine = (rustgc, engine)
    if engine == 'ptx':
        program, own_engine = ptx_program.find(), 'cuda'
    elif engine == 'own':
        program, own_engine = ptx_program.path(), 'cuda'
    command = [program, str(path), '--run', case['kernel'], f'--engine={own_engine}',
               '--grid', ','.join(map(str, case['grid'])), '--block', ','.join(map(str, case['block']))]
    if engine == 'own':
        command.append('--backend=ptx')
    outs = []
    for i, arg in enumerate(case['args']):
        command.append('--arg=' + (arg['scalar'] if 'scalar' in arg else str(directory / arg['in'])))
        if 'out' in arg:
            command += ['--out', f'{i}={work}/{i}.npy']
            outs.append((i, arg['out']))
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        return f'rustgc ended with {done.returncode}:\n{done.stderr.rstrip()}'
    for i, name in outs:
        kind, want = read_npy(directory / name)
        _, got = read_npy(pathlib.Path(work) / f'{i}.npy')
        wrong = difference(kind, want, got, case['ulps'])
        if wrong:
            return f'argument {i}: {wrong}'
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('rustgc')
    parser.add_argument('--engine', action='append')
    parser.add_argument('--expected')
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    directory, hold = expected(options.expected)
    cases = [c for c in json.loads((directory / 'cases.json').read_text()) if options.only in c['file'] + ' ' + c['kernel']]
    native = ['cpu'] + ['ptx'] * (ptx_program.find() is not None) + ['own'] * (ptx_program.path() is not None)
    engines = options.engine or ['interpreter'] + native
    in_turn = not options.engine and os.environ.get('RUSTG_KERNELS_ENGINES') != 'all'
    failures = launches = 0
    for number, case in enumerate(cases):
        for engine in ['interpreter', native[number % len(native)]] if in_turn else engines:
            launches += 1
            with tempfile.TemporaryDirectory() as work:
                wrong = run_case(options.rustgc, engine, case, directory, work)
            if wrong:
                failures += 1
                print(f"{case['file']} {case['kernel']} on {engine}: {wrong}")
    del hold
    print(f'{len(cases)} kernels, {launches} launches on {", ".join(engines)}: {failures} wrong')
    sys.exit(failures != 0)


if __name__ == '__main__':
    main()

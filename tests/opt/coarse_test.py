#!/usr/bin/env python3
"""coarse_test.py RUSTGC: coarse entries (src/opt/opt_coarsen.c) in NVRTC's PTX, on the interpreter of tests/codegen/ptx, which runs a kernel's own
entry and the coarse one and compares all that they write. Here: launches of many blocks, lengths that end within a thread's elements,
and panics, whose record must name block and thread of the launch that the coarse entry stands for."""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests' / 'codegen' / 'ptx'))
import ptx_program

SOURCE = '''use rustg_std::prelude::*;

#[kernel]
pub fn add(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i] + y[i];
    }
}

#[kernel(block = 64)]
pub fn divide(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    if i.get() >= y.len() {
        return;
    }
    y[i] = if y[i] > 40 { 1000 / x[i] } else { -y[i] };
}

#[kernel]
pub fn halve(x: &[u8], mut y: GridMut<u8>) {
    let i = thread::index();
    y[i] = x[i] / 2;
}

#[kernel]
pub fn quotient(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let q = x[i] / y[i] + x[i];
        y[i] = (q.round() as i32 + 7) as f32;
    }
}

#[kernel]
pub fn halves(x: &[f16], mut y: GridMut<f16>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i] / y[i] - x[i] * f16::from_f32(0.25);
    }
}

#[kernel]
pub fn pick(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let v = x[i];
        y[i] = match y[i] {
            w if w > 100.0 => w - v,
            w if w < 3.0 => v.sqrt(),
            _ => 0.5,
        };
    }
}
'''
BLOCK = 64
# kernel, format of an element, lanes, blocks, lengths of x and y, element that fails (None: none does), its words
CASES = [
    ('add', 'i', 4, 17, 1088, 1000, None, ''),
    ('add', 'i', 4, 17, 1088, 1088, 777, 'attempt to add with overflow'),
    ('add', 'i', 4, 3, 100, 90, None, ''),
    ('add', 'i', 4, 8, 500, 501, 500, 'index out of bounds: the len is 500 but the index is 500'),
    ('divide', 'i', 4, 20, 1280, 1271, None, ''),
    ('divide', 'i', 4, 20, 1280, 1271, 1270, 'attempt to divide by zero'),
    ('divide', 'i', 4, 20, 1280, 1271, 45, 'attempt to divide by zero'),
    ('halve', 'B', 8, 24, 1536, 1536, None, ''),
    ('halve', 'B', 8, 24, 1536, 1535, 1535, 'index out of bounds: the len is 1535 but the index is 1535'),
    ('quotient', 'f', 4, 17, 1088, 1088, None, ''),
    ('quotient', 'f', 4, 17, 1088, 1088, 600, 'attempt to add with overflow'),
    ('halves', 'e', 8, 16, 1024, 1024, None, ''),
    ('pick', 'd', 2, 9, 576, 576, None, ''),
    ('pick', 'd', 2, 9, 576, 333, None, ''),
]
TYPES = {'i': '<i4', 'B': '|u1', 'd': '<f8', 'f': '<f4', 'e': '<f2'}
# kernel, loads before the first division: all of a thread's, for a division branches and no load passes a branch
FIRST = [('quotient', 8), ('halves', 16)]


def write(path, kind, values):
    head = f"{{'descr': '{TYPES[kind]}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    head += ' ' * (-(len(head) + 11) % 64) + '\n'
    path.write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + struct.pack(f'<{len(values)}{kind}', *values))


def values(kernel, kind, n_x, n_y, fails):
    limit = {'i': 90, 'B': 250, 'd': 1e4, 'f': 1e4, 'e': 250}[kind]
    x = [(7 * i + 3) % limit + 1 for i in range(n_x)]
    y = [(5 * i + 1) % limit for i in range(n_y)]
    if kernel == 'add' and fails is not None and fails < n_x:
        x[fails] = 2147483647
        y[fails] = 1
    if kernel == 'quotient' and fails is not None:
        x[fails] = 2147483648.0
    if kernel == 'divide' and fails is not None:
        x[fails] = 0
        y[fails] = 50
    return x, y


def loads_first(rustgc, source):
    """Which kernels of FIRST load otherwise, by NVRTC's PTX and rustg's own."""
    wrong = []
    for backend in 'nvrtc', 'ptx':
        text = subprocess.run([rustgc, str(source), '--emit=ptx', '--arch=sm_90', '--coarse-entries', f'--backend={backend}'],
                              capture_output=True, text=True, check=True).stdout
        for kernel, n_loads in FIRST:
            entry = re.search(rf'\.entry rustg_x\d_{kernel}\(.*?^}}', text, re.M | re.S).group()
            before = re.match(r'.*?ld\.global.*?\bdiv\.', entry, re.S).group()
            found = before.count('ld.global')
            if found != n_loads:
                wrong.append(f'{kernel}, {backend}: {found} loads before a division, wanted {n_loads}')
    return wrong


def main():
    program = ptx_program.find()
    if not program:
        print('skipped: no rustgc_ptx, or no NVRTC')
        return 77
    n_failed = 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        (work / 'k.rs').write_text(SOURCE)
        text = subprocess.run([sys.argv[1], str(work / 'k.rs'), '--emit=cuda', '--coarse-entries'], capture_output=True, text=True, check=True).stdout
        for kernel, kind, lanes, blocks, n_x, n_y, fails, words in CASES:
            x, y = values(kernel, kind, n_x, n_y, fails)
            write(work / 'x.npy', kind, x)
            write(work / 'y.npy', kind, y)
            done = subprocess.run([program, str(work / 'k.rs'), '--run', kernel, '--engine=cuda', '--grid', str(blocks), '--block', str(BLOCK),
                                   '--arg', str(work / 'x.npy'), '--arg', str(work / 'y.npy')], capture_output=True, text=True, timeout=300)
            wanted = '' if fails is None else f'{words} (block {fails // BLOCK},0,0 thread {fails % BLOCK},0,0)'
            good = done.returncode == 0 if fails is None else done.returncode != 0 and f'kernel `{kernel}` panicked' in done.stderr and wanted in done.stderr
            if not good or f' rustg_x{lanes}_{kernel}(' not in text:
                n_failed += 1
                print(f'{kernel}, {blocks} blocks, lengths {n_x} and {n_y}: exit {done.returncode}, wanted `{wanted}`:\n{done.stderr.rstrip()}')
        wrong = loads_first(sys.argv[1], work / 'k.rs')
    for line in wrong:
        print(line)
    n_failed += len(wrong)
    print(f'{len(CASES) + 2 * len(FIRST) - n_failed} passed, {n_failed} failed')
    return n_failed != 0


sys.exit(main())

#!/usr/bin/env python3
"""gpu_ranges_test.py RUSTGC [N [SEED]]: checks that ranges decide, in unrolled loops and in versions for small sizes, and branches that moved to
where they are decided (src/opt): NVRTC's PTX on the interpreter of tests/codegen/ptx writes, or panics, as the interpreter does, which runs what was
written. Kernels with sums at the edge of their types, the game of life on boards of all sizes, and N (default 10) random ones."""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests' / 'codegen' / 'ptx'))
import ptx_program

LIFE = (ROOT / 'examples' / 'kernels' / 'life.rs').read_text()
WARP = '''
#[kernel(block = 64)]
pub fn wide(x: &[i32], mut y: GridMut<i64>) {
    let i = thread::index();
    let mut sum = if i < x.len() { x[i] as i64 } else { 0 };
    let mut mask = 16;
    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }
    if i < y.len() { y[i] = sum; }
}
#[kernel(block = 64)]
pub fn narrow(x: &[i32], mut y: GridMut<i64>) {
    let i = thread::index();
    let mut sum = if i < x.len() { x[i] } else { 0 };
    let mut mask = 16;
    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }
    if i < y.len() { y[i] = sum as i64; }
}
#[kernel(block = 64)]
pub fn parts(x: &[i32], mut y: GridMut<i64>) {
    let i = thread::index();
    let v = if i < x.len() { x[i] as i64 } else { 0 };
    let mut r = if v < 5 { warp::shuffle_xor(v, 1) } else { warp::shuffle_xor(v * 3, 1) };
    if r > 4 { r += 1000; }
    if v < 5 { r += warp::shuffle_xor(v as i32 as i64, 1); } else { r += warp::shuffle_xor(v << 33, 1); }
    if i < y.len() { y[i] = r; }
}
fn step(n: u32) -> Option<u32> {
    match n % 2 { 0 => Some(n / 2), _ => n.checked_mul(3)?.checked_add(1) }
}
fn steps(mut n: u32) -> Option<u8> {
    let mut count = 0u8;
    while n > 1 { n = step(n)?; count += 1; }
    Some(count)
}
#[kernel]
pub fn count(x: &[i32], mut y: GridMut<i64>) {
    let i = thread::index();
    if i < y.len() { y[i] = steps(x[i.get()] as u32).map_or(-1, |n| n as i64); }
}
#[kernel]
pub fn cross(width: usize, height: usize, x: &[i32], mut y: GridMut<i64>) {
    for i in thread::grid_stride(y.len()) {
        let (column, row) = (i.get() % width, i.get() / width);
        let mut sum = 0i64;
        for k in 0..9 {
            let (a, b) = (column * 9 + k, row * 7 + k * height);
            let r = (a as isize - 20).rem_euclid(width as isize) + (b as isize % height as isize);
            sum += x[(r as usize + a * 2) % x.len()] as i64;
        }
        y[i] = sum;
    }
}
'''
LARGEST = 2**31 - 1
# kernel, launch, arguments: numbers before x, x and the length of y
CASES = [
    ('wide', 64, [], [LARGEST] * 64, 64),
    ('wide', 64, [], [-2**31] * 50, 64),
    ('narrow', 64, [], [2**26 - 1] * 64, 64),
    ('narrow', 64, [], [2**26] * 32 + [1], 64),
    ('narrow', 64, [], [2**27] * 32, 64),
    ('narrow', 64, [], [-2**26] * 32, 64),
    ('narrow', 64, [], [0] * 33 + [LARGEST, 1], 64),
    ('parts', 64, [], [1, 9, 2, 8, -3, 100, 4, 5] * 8, 64),
    ('parts', 64, [], [LARGEST, 1] * 32, 64),
    ('count', 8, [], [1, 6, 27, 97, 2**31 - 1, 1 << 20, 7, 3], 8),
    ('count', 1, [], [3732423], 1),
    ('cross', 32, [5, 7], list(range(50)), 40),
    ('cross', 32, [0, 7], list(range(50)), 40),
    ('cross', 32, [5, 0], list(range(50)), 40),
    ('cross', 32, [2**31, 2**31 - 1], list(range(50)), 40),
    ('cross', 32, [2**40, 2**61], list(range(50)), 1),
    ('cross', 32, [2**63, 3], list(range(50)), 1),
    ('cross', 32, [2**62, 2**64 - 1], list(range(50)), 4),
]
# width, height, cells given, cells written
BOARDS = [(1, 1, 1, 1), (3, 3, 9, 9), (5, 2, 10, 10), (7, 9, 63, 63), (8, 8, 60, 64), (8, 8, 64, 50), (0, 4, 4, 4), (4, 0, 4, 4), (3 * 10**9, 1, 20, 20),
          (2**31, 2, 20, 20), (2**63, 1, 20, 20), (2**33, 2**33, 20, 20), (2**32, 2**31, 9, 9)]


def expression(r, depth, names):
    """Of the type names[0], with the others."""
    if depth == 0 or r.random() < 0.15:
        return r.choice(names[1:] + [f'({r.choice([-100, -7, -1, 0, 1, 3, 8, 99])}{names[0]})'])
    a, b = expression(r, depth - 1, names), expression(r, depth - 1, names)
    kind = r.randrange(8)
    if kind < 3:
        return f'({a} {r.choice("+-*")} {b})'
    if kind == 3:
        return f'({a} % {r.choice([3, 7, 100])})'
    if kind == 4:
        return f'({a}).min({r.choice([5, 90])}).max({r.choice([-90, -5, 0])})'
    if kind == 5:
        return f'(if {a} < {b} {{ {a} }} else {{ {b} }})'
    if kind == 6:
        return f'(({a}) / {r.choice([2, 5])})'
    return f'({a}).rem_euclid({r.choice([4, 9])})'


def random_kernel(seed):
    r = random.Random(seed)
    kind = r.choice(['i8', 'i16', 'i32', 'i64'])
    lines = [f'let v = x[thread::index().get()] as {kind}; let w = (v % 50) as {kind}; let mut s = w;']
    start, text = r.choice([(16, 'm > 0 { BODY m >>= 1; }'), (0, 'm < 5 { BODY m += 1; }'), (1, 'm < 100 { BODY m *= 3; }'), (9, 'm >= 3 { BODY m -= 2; }')])
    body = f's = {expression(r, 3, [kind, "s", "w", f"(m as {kind})"])}; if s > 60 {{ s -= {r.choice([60, 61, 120])}; }} else if s < -60 {{ s += 61; }}'
    lines.append(f'let mut m = {start}u32; while {text.replace("BODY", body)}')
    lines.append(f'let t = {expression(r, 3, [kind, "v", "w", "s"])};')
    lines.append(f'let u = if v > -40 && v < {r.choice([30, 80])} {{ {expression(r, 2, [kind, "v", "w"])} }} else if t == s {{ 1 }} else {{ {expression(r, 2, [kind, "w", "s"])} }};')
    return (f'#[kernel]\npub fn r{seed}(x: &[i32], mut y: GridMut<i64>) {{\n    let i = thread::index();\n    if i < y.len() && i < x.len() {{\n        '
            + '\n        '.join(lines) + f'\n        y[i] = t as i64 ^ (u as i64) << 3 ^ s as i64;\n    }}\n}}\n')


RUSTGC = str(pathlib.Path(sys.argv[1]).resolve())


def main():
    program = ptx_program.find()
    if not program:
        print('skipped: no rustgc_ptx, or no NVRTC')
        return 77
    n_random = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    jobs = [('k.rs', name, ['--grid=1', f'--block={n}', *(f'--arg={v}' for v in numbers), f'--arg={x}', f'--arg=[0; {n_y}]', f'--out={len(numbers) + 1}'])
            for name, n, numbers, x, n_y in CASES]
    for width, height, n, n_next in BOARDS:
        board = [int(k * k % 7 < 3) for k in range(n)]
        jobs.append(('life.rs', 'life', ['--grid=1', '--block=8', f'--arg={width}', f'--arg={height}',
                                         f'--arg={[bool(v) for v in board]}'.replace('True', 'true').replace('False', 'false'),
                                         f'--arg=[false; {n_next}]', '--out=3']))
    for k in range(seed, seed + n_random):
        for value in (0, 3, -3, 41, -77, 127, -128, 30000, -2**31, LARGEST):
            jobs.append(('random.rs', f'r{k}', ['--grid=1', '--block=1', f'--arg=[{value}]', '--arg=[0]', '--out=1']))
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        (work / 'k.rs').write_text('use rustg_std::prelude::*;\n' + WARP)
        (work / 'life.rs').write_text(LIFE)
        (work / 'random.rs').write_text('#![allow(warnings, arithmetic_overflow, unconditional_panic)]\nuse rustg_std::prelude::*;\n' + ''.join(random_kernel(k) for k in range(seed, seed + n_random)))

        def run(command, engine, job):
            out = work / f'{engine}{jobs.index(job)}.npy'
            done = subprocess.run([command, job[0], f'--run={job[1]}', *job[2][:-1], f'{job[2][-1]}={out}', f'--engine={engine}'], cwd=work,
                                  capture_output=True, text=True, timeout=300, env=os.environ | {'RUSTG_CACHE': str(work / 'cache')})
            return done.returncode, done.stderr, out.read_bytes() if done.returncode == 0 else b''

        for name in ('k.rs', 'life.rs', 'random.rs'):  # into the cache
            first = next(job for job in jobs if job[0] == name)
            run(program, 'cuda', first)
        with ThreadPoolExecutor(2) as pool:
            pairs = list(pool.map(lambda job: (run(RUSTGC, 'interpreter', job), run(program, 'cuda', job)), jobs))
    n_failed = 0
    for job, (wanted, got) in zip(jobs, pairs):
        if wanted != got or (wanted[0] and ' panicked at ' not in wanted[1]):
            n_failed += 1
            print(f'{job[1]} {" ".join(job[2])[:300]}\n  wanted {wanted}\n  got    {got}')
    n_panicked = sum(wanted[0] != 0 for wanted, _ in pairs)
    print(f'{len(jobs) - n_failed} passed, {n_failed} failed; {n_panicked} panicked')
    return n_failed != 0 or not n_panicked


sys.exit(main())

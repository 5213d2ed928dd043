#!/usr/bin/env python3
"""thread_loop_test.py RUSTGC: kernels that the CPU device runs as loops over threads give what the interpreter gives.

Code that is made ahead has two versions of each loop, for processors with AVX2 and without; both give the same bytes.

Every kernel runs at shapes about the ends of stretches, with slices that are too short by one, just long enough and longer, on
both engines. Values, panics and the thread that panicked are compared. On one thread, so that the first panic is always the same."""
import array
import ctypes
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

rustgc = str(Path(sys.argv[1]).resolve())

# Each kernel has slices x (read) and y (written) of u32.
KERNELS = {
    # asked of the number itself
    "plain": "let i = thread::index(); if i < y.len() { y[i] = x[i.get()] + 1; }",
    "bare": "let i = thread::index(); y[i] = x[i.get()] + 1;",
    "early": "let i = thread::index(); if i >= y.len() { return; } y[i] = x[i.get()] ^ 5;",
    "neither": "let i = thread::index(); if i.get() % 3 == 1 && i < y.len() { y[i] = 7; }",
    # of numbers made of it
    "ahead": "let t = thread::index(); let i = t.get(); if t < y.len() { y[t] = x[i + 1]; }",
    "back": "let t = thread::index(); let i = t.get(); if t < y.len() { y[t] = if i > 0 { x[i - 1] } else { 9 }; }",
    "mirror": "let t = thread::index(); if t < y.len() { y[t] = x[y.len() - 1 - t.get()]; }",
    "mirror_all": "let t = thread::index(); y[t] = x[x.len() - 1 - t.get()];",
    "twice": "let t = thread::index(); let i = t.get(); if t < y.len() { y[t] = x[i / 2] + x[i * 2 / 3]; }",
    "narrow": "let t = thread::index(); let i = t.get() as u32; if t < y.len() { y[t] = x[(i * 3 / 4) as usize]; }",
    "wraps": "let t = thread::index(); let i = (t.get() as u32).wrapping_mul(2654435761); if t < y.len() { y[t] = x[i as usize % x.len()]; }",
    "wrapped_index": "let t = thread::index(); let i = (t.get() as u8).wrapping_add(200); if t < y.len() { y[t] = x[i as usize]; }",
    "signed": "let t = thread::index(); let i = t.get() as i32 - 2; if t < y.len() { y[t] = if i >= 0 { x[i as usize] } else { 3 }; }",
    "below": "let t = thread::index(); let i = t.get() as i32 - 2; if t < y.len() { y[t] = x[i as usize]; }",
    "gather": "let t = thread::index(); if t < y.len() { y[t] = x[(x[t.get()] % 50) as usize]; }",
    "overflow": "let t = thread::index(); if t < y.len() { let s = (t.get() as u32).checked_mul(20_000_000); y[t] = s.unwrap(); }",
    "divides": "let t = thread::index(); if t < y.len() { y[t] = 1000 / (x[t.get()] % 64); }",
    # of the block and the thread
    "by_block": "let i = thread::block_idx_x() * thread::block_dim_x() + thread::idx_x();"
    " let t = thread::index(); if (i as usize) < y.len() { y[t] = x[i as usize] + thread::idx_x(); }",
    "lane": "let t = thread::index(); if t < y.len() { y[t] = x[t.get()] + warp::lane(); }",
    "table": "let t = thread::index(); let r = thread::idx_y() * 7 + thread::idx_x();"
    " if t < y.len() { y[t] = x[(r + thread::idx_z()) as usize]; }",
    # what a thread keeps for itself, and loops of its own
    "own": "let t = thread::index(); let mut a = [0u32; 4]; let mut k = 0; while k < 4 { a[k] = x[t.get() & 15] + k as u32; k += 1; }"
    " if t < y.len() { y[t] = a[(t.get() & 3)] + a[3]; }",
    "rounds": "let t = thread::index(); let mut s = 0u32; for k in 0..5 { if k == 3 && t.get() % 2 == 0 { break; } s += x[t.get() + k]; }"
    " if t < y.len() { y[t] = s; }",
    "returns": "let t = thread::index(); for k in 0..4usize { if x[k] == t.get() as u32 { return; } } if t < y.len() { y[t] = 1; }",
    "stride": "for i in thread::grid_stride(y.len()) { y[i] = x[i.get()] * 2; }",
    "stride_back": "for i in thread::grid_stride(y.len()) { y[i] = x[y.len() - 1 - i.get()]; }",
    "stride_some": "for i in thread::grid_stride(y.len()) { if i.get() % 5 == 2 { continue; } if x[i.get()] == 70 { break; } y[i] = 1; }",
    "stride_sum": "let mut s = 0u32; for i in thread::grid_stride(y.len()) { s += x[i.get()]; y[i] = s; }",
    "calls": "let t = thread::index(); if t < y.len() { y[t] = deep(x, t.get(), 3); }",
}
TEXT = "use rustg_std::prelude::*;\n" + """
fn deep(x: &[u32], i: usize, n: u32) -> u32 {
    if n == 0 { x[i] } else { deep(x, i, n - 1) + thread::idx_x() }
}
""" + "".join(f"#[kernel]\npub fn {name}(x: &[u32], mut y: GridMut<u32>) {{ {body} }}\n" for name, body in KERNELS.items())
# What one call of each kernel stands for, as NAME_call_kind has it: 2 is a range of a row of the block, 3 one of the grid, 4 the
# block, and less is one thread.
CALLS = {"plain": 3, "stride": 3, "by_block": 2, "lane": 2, "table": 2, "calls": 2, "meets": 4, "parts": 1, "warps": 1, "asks_lane": 0}
TEXT += """
#[kernel]
pub fn meets(x: &[u32], mut y: GridMut<u32>) { block::sync(); y[thread::index()] = x[0]; }
#[kernel]
pub fn parts(x: &[u32], mut y: GridMut<u32>) { let t = thread::index(); if x[t.get()] < 1000 { block::sync(); } y[t] = x[0]; }
#[kernel]
pub fn warps(x: &[u32], mut y: GridMut<u32>) { block::sync(); y[thread::index()] = warp::shuffle_xor(x[0], 1); }
fn lanes(n: u32) -> u32 { if n == 0 { warp::lane() } else { lanes(n - 1) + 1 } }
#[kernel]
pub fn asks_lane(x: &[u32], mut y: GridMut<u32>) { let t = thread::index(); if t < y.len() { y[t] = x[0] + lanes(3); } }
"""
# launch, elements of x and of y
SHAPES = [
    (["--grid=1", "--block=1"], 1, 1),
    (["--grid=3", "--block=32"], 96, 96),
    (["--grid=3", "--block=32"], 97, 90),
    (["--grid=3", "--block=32"], 700, 700),
    (["--grid=3", "--block=32"], 95, 96),
    (["--grid=3,2", "--block=5,4,2"], 240, 240),
    (["--grid=3,2", "--block=5,4,2"], 238, 240),
    (["--grid=40", "--block=128"], 5120, 5003),
    (["--grid=40", "--block=128"], 4500, 5120),
    (["--grid=2", "--block=256"], 300, 200),
]


def run(folder, name, shape, n_x, n_y, engine):
    return subprocess.run(
        [rustgc, "k.rs", f"--run={name}", *shape, f"--arg=0..{n_x}", f"--arg=[0; {n_y}]", "--out=1", "-j1", f"--engine={engine}"],
        cwd=folder, env=os.environ | {"RUSTG_CACHE": str(folder / "cache")},  # one compile for all runs
        capture_output=True, text=True, timeout=300)


class Thread(ctypes.Structure):
    """rustg_cpu_thread (src/runtime/cpu_run.h)."""
    _fields_ = [(name, ctypes.c_uint32 * 3) for name in ("thread", "block", "block_dim", "grid_dim")] + [
        (name, ctypes.c_uint32) for name in ("lane", "dyn_shared_bytes")] + [
        (name, ctypes.c_uint64) for name in ("by_index", "has_avx2", "range_first", "range_end", "range_at")] + [
        (name, ctypes.c_void_p) for name in ("shared", "dyn_shared", "panic", "runner", "barrier", "exchange", "end")]


def has_avx2():
    info = Path("/proc/cpuinfo")
    flags = info.read_text().split() if info.exists() else []
    return "avx2" in flags and "fma" in flags


def versions(folder):
    """The bytes that each version of a kernel of code made ahead writes."""
    (folder / "ahead.rs").write_text(
        "use rustg_std::prelude::*;\n#[kernel]\npub fn mixed(x: &[f32], mut y: GridMut<f32>) { let t = thread::index();"
        " if t < y.len() { let v = x[t.get()]; y[t] = (v.exp().mul_add(v, 0.1) - 0.5) / (v * v + 3.0); } }\n")
    subprocess.run([rustgc, "ahead.rs", "--emit=so", "-o", "ahead.so"], cwd=folder, check=True)
    library, n, made = ctypes.CDLL(str(folder / "ahead.so")), 1003, []
    for avx2 in (0, 1) if has_avx2() else (0,):
        x, y = (ctypes.c_float * n)(*(i * 0.37 - 100 for i in range(n))), (ctypes.c_float * n)()
        values = [ctypes.c_void_p(ctypes.addressof(x)), ctypes.c_uint64(n), ctypes.c_void_p(ctypes.addressof(y)), ctypes.c_uint64(n)]
        args = (ctypes.c_void_p * 4)(*(ctypes.addressof(value) for value in values))
        thread = Thread(by_index=1, has_avx2=avx2, range_first=0, range_end=n)
        library.rustg_cpu_mixed(ctypes.byref(thread), args)
        made.append(bytes(y))
    return made


n_failed = n_run = n_panicked = 0
with tempfile.TemporaryDirectory() as place:
    folder = Path(place)
    (folder / "k.rs").write_text(TEXT)
    c = subprocess.run([rustgc, "k.rs", "--emit=c", "-o", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout
    for name, call in CALLS.items():
        if f"rustg_cpu_{name}_call_kind = {call};" not in c:
            n_failed += 1
            print(f"{name}: a call of it does not stand for {call}")
    for name in [*KERNELS, "meets", "parts", "warps", "asks_lane"]:
        for shape, n_x, n_y in SHAPES:
            want, got = (run(folder, name, shape, n_x, n_y, engine) for engine in ("interpreter", "cpu"))
            n_run += 1
            n_panicked += "panicked" in want.stderr
            # the address sanitizer warns of fibers
            got.stderr = re.sub(r"^==\d+==WARNING: ASan doesn't fully support makecontext.*\n", "", got.stderr, flags=re.M)
            if (want.returncode, want.stdout, want.stderr) != (got.returncode, got.stdout, got.stderr):
                n_failed += 1
                print(f"{name} {shape} {n_x} {n_y}:\n{want.returncode} {want.stdout[:300]}{want.stderr}"
                      f"but on the CPU {got.returncode} {got.stdout[:300]}{got.stderr}")
    made = versions(folder)
    ahead = subprocess.run([rustgc, "ahead.rs", "--emit=c", "-o", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout
    if 'target("avx2,fma")' not in ahead:
        n_failed += 1
        print("code made ahead: exp is not compiled for processors that fuse")
    filled = array.array("f", made[0])
    if len(set(made)) != 1 or 0 in filled:
        n_failed += 1
        print("code made ahead: the versions for processors with AVX2 and without differ")
if n_panicked < 20 or n_run - n_panicked < 100:
    print(f"{n_run} runs, {n_panicked} panics: too few of one kind")
    n_failed += 1
print(f"{n_run - n_failed} passed, {n_failed} failed")
sys.exit(n_failed != 0)

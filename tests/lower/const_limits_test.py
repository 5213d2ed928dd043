#!/usr/bin/env python3
"""const_limits_test.py RUSTGC: what constants may take is what docs/limits.md says, and an error names the limit."""
import subprocess
import sys
import tempfile
from pathlib import Path

PARTS = """use core::mem::MaybeUninit;
static X: [u8; 9000] = [1; 9000];
const fn parts(n: usize) -> u8 {
    let mut sum = 0u8;
    let mut i = 0;
    while i < n {
        let p = unsafe { (&raw const X as *const u8).add(i) };
        let mut q = MaybeUninit::<*const u8>::uninit();
        let mut k = 0;
        while k < 8 {
            unsafe { core::ptr::copy_nonoverlapping((&raw const p as *const u8).add(k), (q.as_mut_ptr() as *mut u8).add(k), 1) };
            k += 1;
        }
        sum = sum.wrapping_add(unsafe { *q.assume_init() });
        i += 1;
    }
    sum
}
"""
DISTANT = """static X: u8 = 1;
const fn distant(n: usize) -> usize {
    let mut i = 1;
    while i <= n {
        let _ = (&raw const X).wrapping_add(i << 36);
        i += 1;
    }
    i
}
"""
RUNS = {
    "a large local": "const A: u32 = { let x = [0u8; 1 << 27]; x[5] as u32 };",
    "a large local that is no zeros": "const A: u8 = { let x = [3u8; 1 << 26]; x[5] };",
    "a large value": "static A: [u16; 1 << 23] = [7; 1 << 23];",
    "large locals of calls":
        "const fn deep(n: u32) -> u32 { let x = [n; 1 << 18]; if n == 0 { x[3] } else { deep(n - 1) + x[1 << 17] } }\n"
        "const A: () = assert!(deep(100) == 5050);",
    "copies of arrays": "const A: () = { let x = [[1u32, 2]; 1001]; let y = [x; 333]; assert!(y[332][1000][1] == 2 && y[7][0][0] == 1) };",
    "distant pointers": DISTANT + "const A: usize = distant(65535);",
    "pointers in parts": PARTS + "const A: u8 = parts(7600);",
    "calls": "const fn deep(n: u32) -> u32 { if n == 0 { 0 } else { 1 + deep(n - 1) } }\nconst A: u32 = deep(120);",
}
ENDS = {
    "its locals take more than 1024 MiB of memory, a limit of rustg": [
        "const A: u32 = { let x = [0u8; 1 << 30]; x[5] as u32 };",
        "const A: u32 = { let x = [0u8; 1 << 33]; x[5] as u32 };",
        "const fn inner() -> u8 { let x = [0u8; 1 << 28]; x[1] }\nconst A: u8 = { let x = [inner(); 1 << 28]; let y = [inner(); 1 << 27]; x[5] + y[3] + inner() };",
    ],
    "it takes more than 50000000 steps, a limit of rustg": [
        "const A: u32 = { let mut i = 0; loop { i += 1; if i == 0 { break i } } };",
        "const A: u32 = { let mut x = [0u8; 1 << 20]; let mut i = 0; while i < 100000 { x = [i as u8; 1 << 20]; i += 1 } x[3] as u32 };",
        "const A: u8 = unsafe { let mut x = [0u8; 1 << 20]; let mut i = 0; while i < 100000 { "
        "core::ptr::copy(&x[1], &mut x[0], (1 << 20) - 1); i += 1 } x[3] };",
        "const A: u8 = unsafe { let mut x = [0u8; 1 << 20]; let mut i = 0; while i < 100000 { "
        "core::ptr::write_bytes(&mut x, 1, 1); i += 1 } x[3] };",
    ],
    "a constant of more than 256 MiB cannot be compiled for kernels yet": [
        "static A: [u8; 1 << 29] = [1; 1 << 29];",
        "const A: &[u8; 1 << 33] = &[1; 1 << 33];",
    ],
    "it makes pointers to more than 65536 distant places, a limit of rustg": [
        DISTANT + "const A: usize = distant(65537);",
        "const A: usize = { let mut i = 0x2F6B1A5_000000000usize; let mut n = 0; "
        "while n < 70000 { let _ = i as *const u8; i += 1 << 36; n += 1 } n };",
    ],
    "it takes more than 7680 pointers apart, a limit of rustg": [PARTS + "const A: u8 = parts(7690);"],
    "reached the configured maximum number of stack frames": [
        "const fn deep(n: u32) -> u32 { if n == 0 { 0 } else { 1 + deep(n - 1) } }\nconst A: u32 = deep(130);",
    ],
}


def run(rustgc, folder, source):
    path = folder / "constant.rs"
    path.write_text(source + "\n")
    done = subprocess.run([rustgc, "--emit=kernels", str(path)], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def main():
    rustgc, n_failed = str(Path(sys.argv[1]).resolve()), 0
    with tempfile.TemporaryDirectory() as name:
        for what, source in RUNS.items():
            code, text = run(rustgc, Path(name), source)
            if code:
                n_failed += 1
                print(f"FAIL {what}: {text}")
        for words, sources in ENDS.items():
            for source in sources:
                code, text = run(rustgc, Path(name), source)
                if code != 1 or words not in text:
                    n_failed += 1
                    print(f"FAIL {source}\nends with {code}, not with `{words}`:\n{text}")
    return n_failed > 0


sys.exit(main())

"""limits_test.py RUSTGC: what a GPU's toolchain does not take is refused in rustg's words, and no sooner than it must be."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PARAMETERS = """use rustg_std::prelude::*;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Big {{ a: [u32; {n}] }}
#[kernel]
pub fn k(b: Big, mut out: GridMut<u32>) {{
    let i = thread::index();
    if i < out.len() {{ out[i] = b.a[i.get() % {n}]; }}
}}
"""
NAME = """use rustg_std::prelude::*;
#[kernel]
pub fn größe(mut out: GridMut<u32>) { let i = thread::index(); out[i] = 1; }
"""
CYCLE = """use rustg_std::prelude::*;
struct Node { next: Option<&'static Node>, value: u64 }
static FIRST: Node = Node { next: Some(&SECOND), value: 1 };
static SECOND: Node = Node { next: Some(&FIRST), value: 20 };
static OWN: Node = Node { next: Some(&OWN), value: 300 };
#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let i = thread::index();
    let mut at = if i.get() == 5 { &OWN } else { &FIRST };
    let mut sum = 0;
    for _ in 0..i.get() {
        sum += at.value;
        at = at.next.unwrap();
    }
    out[i] = sum;
}
"""
MMA = """use rustg_std::mma::{Accumulator, FragmentA, FragmentB};
use rustg_std::prelude::*;
#[kernel]
pub fn k(mut out: GridMut<f32>) {
    let mut sums = Accumulator::ZERO;
    sums.add_product(FragmentA::from_fn(|row, _| bf16::from_f32(row as f32)), FragmentB::from_fn(|_, _| bf16::ONE));
    out[thread::index()] = sums.elements()[0];
}
"""
HOPPER = """use rustg_std::hopper::{SharedAddress, fence};
use rustg_std::prelude::*;
#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let memory = Shared::<u32, 4>::new();
    if out.len() == 0 {
        SharedAddress::of(memory.as_ptr());
    }
    fence();
    out[thread::index()] = memory.len() as u32;
}
"""
FP8 = """use rustg_std::prelude::*;
#[kernel]
pub fn k(x: &[f8e5m2], mut out: GridMut<f8e4m3>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = f8e4m3::from_f32(x[i.get()].to_f32() * 2.0);
    }
}
"""


def run(rustgc, folder, source, *words):
    path = folder / "k.rs"
    path.write_text(source)
    done = subprocess.run([rustgc, str(path), *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def expect(got, code, words):
    if got[0] != code or words not in got[1]:
        sys.exit(f"exit code {got[0]}, expected {code}; `{words}` is expected in\n{got[1]}")


def sums(rustgc, folder, engine):
    zeros = folder / "zeros.npy"
    header = "{'descr': '<u8', 'fortran_order': False, 'shape': (6,), }"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    zeros.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(48))
    out = folder / "out.npy"
    expect(run(rustgc, folder, CYCLE, "--run", "k", "--engine", engine, "--for", "6", "--arg", str(zeros), "--out", f"0={out}"), 0, "")
    data = out.read_bytes()[-48:]
    return [int.from_bytes(data[at:at + 8], "little") for at in range(0, 48, 8)]


def main():
    rustgc = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        expect(run(rustgc, folder, PARAMETERS.format(n=8192), "--emit=ir", "-o", os.devnull), 1, "a kernel with 32784 bytes of parameters cannot be compiled")
        expect(run(rustgc, folder, NAME, "--emit=ir", "-o", os.devnull), 1, "a kernel whose name is not ASCII cannot be compiled")
        if sums(rustgc, folder, "interpreter") != [0, 1, 21, 22, 42, 1500] or sums(rustgc, folder, "cpu") != [0, 1, 21, 22, 42, 1500]:
            sys.exit("statics in a cycle: wrong sums")
        listed = folder / "k.json"
        expect(run(rustgc, folder, FP8, "--emit=kernels", "-o", str(listed), "--arch", "sm_75"), 0, "")
        if '"element": "f8_e5m2"' not in listed.read_text() or '"element": "f8_e4m3"' not in listed.read_text():
            sys.exit("FP8 parameters are not listed as such")
        refused = run(rustgc, folder, FP8, "-o", str(folder / "k.ptx"), "--arch", "sm_90", "--arch", "sm_86")
        expect(refused, 1, "`sm_86` does not convert FP8 numbers")
        expect(refused, 1, "k.rs:6:46")
        expect(refused, 1, "this wants `sm_89` or later")
        refused = run(rustgc, folder, MMA, "-o", str(folder / "k.ptx"), "--arch", "sm_90", "--arch", "sm_75")
        expect(refused, 1, "`sm_75` does not know this instruction")
        expect(refused, 1, "k.rs:6:10")
        expect(refused, 1, "this wants `sm_80` or later")
        for arch in ("sm_90", "sm_100a"):
            refused = run(rustgc, folder, HOPPER, "-o", str(folder / "k.ptx"), "--arch", "sm_90a", "--arch", arch)
            expect(refused, 1, f"`{arch}` does not know this instruction")
            expect(refused, 1, "this wants `sm_90a`\n")
        for engine in ("interpreter", "cpu"):
            elsewhere = run(rustgc, folder, HOPPER, "--run=k", "--for=1", "--arg=[0]", f"--engine={engine}")
            expect(elsewhere, 1, "this instruction runs on sm_90a alone")
        got = run(rustgc, folder, CYCLE, "--emit=ptx", "-o", os.devnull)
        if "NVRTC:" in got[1]:
            print("PTX: not tried, no NVRTC")
            return 0
        expect(got, 2, "refers to itself, through others maybe, which NVRTC does not compile")
        for n, version in ((1000, 63), (2000, 81), (8186, 81)):
            ptx = folder / "k.ptx"
            expect(run(rustgc, folder, PARAMETERS.format(n=n), "-o", str(ptx), "--arch", "sm_75"), 0, "")
            major, minor = re.search(r"^\.version (\d+)\.(\d+)", ptx.read_text(), re.M).groups()
            if int(major) * 10 + int(minor) != version:
                sys.exit(f"{n} words of parameters: .version {major}.{minor}")
        expect(run(rustgc, folder, FP8, "-o", str(folder / "k.cubin"), "--arch", "sm_89"), 0, "")
        expect(run(rustgc, folder, PARAMETERS.format(n=8186), "-o", str(folder / "k.cubin"), "--arch", "sm_90"), 0, "")
    return 0


sys.exit(main())

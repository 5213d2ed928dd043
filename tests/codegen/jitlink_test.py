"""jitlink_test.py RUSTGC: cubins and fatbins of rustg's own PTX by the toolkit's nvJitLink: the architecture and the kernels
in them, registers in the list of kernels, and what is refused. Exit code 77: no nvJitLink here."""
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ADD = """use rustg_std::prelude::*;
#[kernel]
pub fn add(x: &[f32], mut out: GridMut<f32>) {
    let i = thread::index();
    if i < out.len() {
        out[i] += x[i.get()];
    }
}
"""
WRONG = ADD.replace("        out[i] +=", '        unsafe { ptx!("no.such;", cpu = ()) };\n        out[i] +=')
LARGE = """use rustg_std::prelude::*;
#[kernel]
pub fn large(mut out: GridMut<u32>) {
    let room = Shared::<u32, 65536>::new();
    let i = thread::index();
    room.set(i.get() % 65536, 1);
    block::sync();
    if i < out.len() {
        out[i] = room.get(7);
    }
}
"""


def run(rustgc, text, *words):
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "k.rs", Path(folder) / "made"
        source.write_text(text)
        done = subprocess.run([rustgc, source, "--backend=ptx", "-o", made, *words], capture_output=True, text=True)
        return done.returncode, done.stderr, made.read_bytes() if made.exists() else b""


def main():
    rustgc = sys.argv[1]
    status, words, made = run(rustgc, ADD, "--emit=cubin", "--arch=sm_90")
    if status == 3 and "nvJitLink" in words:
        print(f"skipped: {words}")
        return 77
    assert status == 0 and made[:5] == b"\x7fELF\x02" and b".text.add\0" in made, words
    machine = struct.unpack_from("<H", made, 18)[0]
    assert machine == 190, machine  # EM_CUDA
    for level in "0123":
        status, words, made = run(rustgc, ADD, "--emit=cubin", "--arch=sm_80", f"-O{level}", "-g")
        assert status == 0 and b".text.add\0" in made and b"k.rs" in made, (level, words)
    status, words, made = run(rustgc, ADD, "--emit=fatbin", "--arch=sm_75", "--arch=sm_90")
    assert status == 0 and made.count(b"\x7fELF") == 2 and made.count(b".target sm_90") == 1, words
    status, words, made = run(rustgc, ADD, "--emit=kernels", "--arch=sm_90")
    assert status == 0 and 4 <= json.loads(made)["kernels"][0]["registers"] <= 64, made
    status, words, made = run(rustgc, WRONG, "--emit=cubin", "--arch=sm_90")
    assert status != 0 and not made, words
    assert "nvJitLink does not assemble" in words and "'.such'" in words and "ptx!" in words, words
    status, words, made = run(rustgc, LARGE, "--emit=cubin", "--arch=sm_75")
    assert status != 0 and not made and "too large" in words and "DynShared" in words, words
    assert "each array of floats twice" in words, words
    return 0


sys.exit(main())

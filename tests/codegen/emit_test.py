#!/usr/bin/env python3
"""emit_test.py RUSTGC: what --emit=kernels says of registers and memory is what ptxas says; -g leads to the Rust source."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLES = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parents[2])) / "examples/kernels"
RUSTGC = sys.argv[1]
ARCHS = ("sm_75", "sm_90", "sm_120")
failed = 0


def expect(good, what):
    global failed
    if not good:
        failed += 1
        print(f"FAIL {what}")


def rustgc(*words):
    done = subprocess.run([RUSTGC, *words], capture_output=True, text=True)
    if "NVRTC" in done.stderr and "not found" in done.stderr:
        print("skipped: no NVRTC here")
        sys.exit(77)
    return done


def ptxas_says(ptx, arch, kernel):
    said = subprocess.run(["ptxas", f"-arch={arch}", "-v", "-o", str(ptx.with_suffix(".cubin")), str(ptx)], capture_output=True, text=True).stderr
    about = said[said.index(f"Compiling entry function '{kernel}'"):]
    number = lambda pattern: int(next(iter(re.findall(pattern, about)), 0))
    return number(r"Used (\d+) registers"), number(r"registers[^\n]*?(\d+) bytes smem"), number(r"registers[^\n]*?(\d+) bytes cumulative stack")


def check_resources(folder, name, arch):
    source = str(EXAMPLES / f"{name}.rs")
    ptx = folder / f"{name}.ptx"
    expect(rustgc(source, "--emit=ptx", "--arch", arch, "-o", str(ptx)).returncode == 0, f"{name} for {arch}")
    about = json.loads(rustgc(source, "--emit=kernels", "--arch", arch).stdout)["kernels"][0]
    said = (about["registers"], about["shared_bytes"], about["local_bytes"])
    expect(said == ptxas_says(ptx, arch, about["name"]), f"{name} for {arch}: {said}, ptxas {ptxas_says(ptx, arch, about['name'])}")
    return about


def check_lines():
    source = EXAMPLES / "saxpy.rs"
    line = 1 + source.read_text().splitlines().index("        y[i] += a * x[i];")
    for kind in ("c", "cuda"):
        text = rustgc(str(source), "-g", f"--emit={kind}").stdout
        expect(f'#line {line} "{source}"' in text, f"-g --emit={kind} names line {line} of {source}")
    text = rustgc(str(source), "-g", "--emit=ptx", "--arch", "sm_90").stdout
    number = re.search(rf'\.file\s+(\d+) "{re.escape(str(source))}"', text)
    expect(number, "-g --emit=ptx names the file")
    expect(number and re.search(rf"(\.loc\s+|inlined_at ){number[1]} {line} ", text), f"-g --emit=ptx names line {line}")


def check_slices():
    """A slice of a slice begins at a number of bytes, which nvcc's optimizer leaves out of the loops over it."""
    text = rustgc(str(EXAMPLES / "softmax.rs"), "--emit=cuda").stdout
    begins = re.search(r"u8 \*const (v\d+) = \(u8 \*\)x_p2 \+ \(i64\)v\d+ \* 4ull;", text)
    expect(begins and f"((f32 *){begins[1]})[" in text, "the row of softmax begins at a number of bytes")


def check_ptx():
    """What stands behind a ptx! is there, also where the expression for elsewhere panics."""
    source = ("use rustg_std::prelude::*; #[kernel] pub fn k(mut out: GridMut<u32>) { let mut x = [1u32; 2]; unsafe { "
              "ptx!(\"add.u32 {0.1}, {0.1}, {1};\", &mut x, 6, cpu = panic!(\"a GPU is needed\")) } "
              "out[thread::index()] = x[1]; }")
    text = subprocess.run([RUSTGC, "-", "--emit=cuda"], input=source, capture_output=True, text=True, check=False).stdout
    expect(re.search(r'"\+r"\((\w+)\.f0\.at\[0\]\), "\+r"\(\1\.f0\.at\[1\]\) :  : "memory"\); }\n(.*\n)*.*\(u32 \*\)out', text),
           f"the store is behind the PTX in {text}")


def check_wide():
    """What is aligned to 16 bytes moves by one access."""
    source = ("use rustg_std::prelude::*; #[repr(C, align(16))] #[derive(Clone, Copy)] pub struct F4([f32; 4]); #[kernel] pub fn k("
              "a: f32, x: &[F4], mut y: GridMut<F4>) { let i = thread::index(); y[i] = F4(x[i].0.map(|v| v * a)); }")
    text = subprocess.run([RUSTGC, "-", "--emit=ptx"], input=source, capture_output=True, text=True, check=False).stdout
    body = text[text.find(".entry k("):]
    expect(re.findall(r"(?:ld|st)\.global\S*f32", body) == ["ld.global.nc.v4.f32", "st.global.v4.f32"], f"one load and one store in {body}")


def check_place():
    """A launch that proves checks compares the thread's number in 32 bits, and addresses come of a shift, whose latency is short."""
    text = rustgc(str(EXAMPLES / "vector_add.rs"), "--coarse-entries", "--emit=ptx", "--arch", "sm_90").stdout
    body = text[text.find(".entry rustg_proved_vector_add("):].split("\n}")[0]
    expect(re.findall(r"setp\.\w+\.(\w+)", body) == ["u32"], f"one comparison, in 32 bits, in {body}")
    expect("shl.b64" in body and "mul.wide" not in body, f"addresses by shifts in {body}")


def check_moving():
    """What grows in a loop is kept from the optimizer where the other side is made 64 bits wide and narrow again, too."""
    text = ("use rustg_std::prelude::*; #[kernel] pub fn k(a: &[u32], mut out: GridMut<u32>) { let i = thread::index(); "
            "let from = a[i.get()]; let mut x = from; loop { x = x.wrapping_add(16); if x < from as u64 as u32 { break; } } out[i] = x; }")
    done = subprocess.run([RUSTGC, "-", "--emit=cuda", "-o", "-"], input=text, capture_output=True, text=True, check=False)
    expect(re.search(r"if \(rustg_opaque_u32\(\w+\) < \(u32\)rustg_opaque_u64\(", done.stdout), f"both sides opaque in {done.stdout[-900:]}")


def check_unroll():
    """A loop over a local array is told to unroll where that is little code, with the code of what it calls."""
    source = ("use rustg_std::prelude::*; #[kernel] pub fn k(mut out: GridMut<u64>) { let i = thread::index(); "
              "let texts = [\"2.5\"; 40]; let mut all = 0u64; for t in texts { all += BODY; } out[i] = all; }")
    for body, unrolls in (("t.len() as u64", True), ("t.parse::<f64>().map_or(1, |x| x.to_bits())", False)):
        text = subprocess.run([RUSTGC, "-", "--emit=cuda"], input=source.replace("BODY", body), capture_output=True, text=True,
                              check=False).stdout
        kernel = text[text.find("void k("):]
        expect(len(kernel) > 100 and ("#pragma unroll" in kernel) == unrolls, f"unrolled {unrolls} with {body}: {kernel[:1500]}")


def check_large():
    """A large function that is called in many places is not put there; one of an ordinary kernel is NVRTC's to decide."""
    prints = EXAMPLES.parent.parent / "tests/pipeline/run/printing/write_pieces.rs"
    text = rustgc(str(prints), "--emit=cuda", "--cap-lints=allow").stdout
    expect(re.search(r"static __device__ __noinline__ \w+ padded_\w+\(", text), "padded of write_pieces is called")
    text = rustgc(str(EXAMPLES / "black_scholes.rs"), "--emit=cuda").stdout
    names = set(re.findall(r"static __device__ __noinline__ .*?(\w+)\(", text))
    expect(all(name.startswith(("rustg_", "__attribute__")) for name in names), f"rustg's own alone are always called in black_scholes: {names}")


def check_wgmma():
    """An accumulator that is written while a wgmma may still run is an error, for ptxas then makes all of them wait."""
    product = ('ptx!("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {0}, {1}, {1}, 1, 1, 1, 0, 0;", &mut sums, a, '
               "cpu = ());")
    source = ("use rustg_std::prelude::*; #[kernel(block = 128)] pub unsafe fn k(a: u64, mut out: GridMut<f32>) { "
              'let mut sums = [0.0f32; 4]; unsafe { ptx!("wgmma.fence.sync.aligned;", &mut sums, cpu = ()); PRODUCT MIDDLE PRODUCT '
              'ptx!("wgmma.commit_group.sync.aligned;", cpu = ()); '
              'ptx!("wgmma.wait_group.sync.aligned 0;", &mut sums, cpu = ()); } out[thread::index()] = sums[0] + sums[3]; }')
    for middle, wrong in (("", False), ("sums[1] += 1.0;", True)):
        text = source.replace("PRODUCT", product).replace("MIDDLE", middle)
        done = subprocess.run([RUSTGC, "-", "--emit=cubin", "--arch=90a", "-o", os.devnull], input=text, capture_output=True, text=True,
                              check=False)
        expect(("wait for each other on sm_90a" in done.stderr) == wrong and (done.returncode != 0) == wrong,
               f"wgmma with `{middle}`: {done.returncode} {done.stderr}")


check_lines()
check_slices()
check_ptx()
check_wgmma()
check_wide()
check_place()
check_moving()
check_unroll()
check_large()
if shutil.which("ptxas"):
    with tempfile.TemporaryDirectory() as temporary:
        for arch in ARCHS:
            for name in ("saxpy", "softmax", "sha256"):
                check_resources(Path(temporary), name, arch)
        hopper = check_resources(Path(temporary), "matmul_hopper", "sm_90a")
        expect(hopper["local_bytes"] == 0, f"accumulators of matmul_hopper are in memory: {hopper}")
else:
    print("no ptxas here: resources are not compared")
print("emit_test:", "failed" if failed else "passed")
sys.exit(failed > 0)

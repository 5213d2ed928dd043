"""ptx_archs_test.py RUSTGC: ptxas takes the PTX that rustgc writes for every architecture, of kernels (NVRTC's PTX and rustg's
own) and of CUDA C++, and its .version is the lowest that serves: not the toolkit's where nothing asks for it. rustg's own PTX has no weak generic load, which ptxas 13.0
takes for one value of all lanes where they share the address, as they do a local's (hash_functions.rs gave wrong results below -O2), and no logic of predicates nor predicates that branches set, of which it loses
negations (bool_ops.rs, niche.rs); what was loaded from a local is not copied into another as it is, for ptxas moves it before a branch (drop_moves.rs). The longer programs are tried on a few
architectures. RUSTG_PTX_NIGHT=N: those on all, and every program of tests/pipeline/run on every fourth, others each night, so
that four nights have them all. Exit code 77: no NVRTC or no ptxas here."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))
TARGETS = re.findall(r"PTX_TARGET\((\d+), (\d+)\)", (SOURCE / "src/codegen/toolchain/tool_ptx.def").read_text())
SORT = """use rustg_std::prelude::*;
#[kernel]
pub fn sort(x: &[u32], mut out: GridMut<u32>) {
    let i = thread::index();
    if i < out.len() {
        let mut a = [(0u32, 0u32); 6];
        for k in 0..6 {
            a[k] = (x[(i.get() * 7 + k) % x.len()], k as u32);
        }
        a.sort_by_key(|p| p.0 % 9);
        out[i] = a.iter().fold(0, |h, p| h * 31 + p.0 + p.1);
    }
}
"""
CUDA = """extern "C" __global__ void scale(float *y, const float4 *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i];
    if (i < n)
        y[i] = a * (v.x + v.z);
}
"""
PROGRAMS = ["slice_more_api", "sorting_networks", "hash_functions"]
WEAK_GENERIC = re.compile(r"^\tld\.(?:v[24]\.)?[bsu]\d+ .*", re.M)
PREDICATES = re.compile(r"^\s*(?:and|or|xor|not)\.pred %\$.*", re.M)
BODY = re.compile(r"^\{\n(.*?)^\}", re.M | re.S)


def faults(own):
    """What ptxas would take wrongly in rustg's own PTX."""
    found = [f"a weak generic load:{m[0]}" for m in WEAK_GENERIC.finditer(own)]
    found += [f"logic of predicates:{m[0]}" for m in PREDICATES.finditer(own)]
    for body in BODY.findall(own):
        body = re.sub(r"(?:\tmov\.[^\n]*\n)+(?:\tbra \$Lfail;\n|\$Lfail:)", "", body)  # a panic's operands
        loaded = {name for names in re.findall(r"\tld\.local\S* \{?([^}\[]*)\}?, \[", body) for name in names.split(", ")}
        n_set = collections.Counter(re.findall(r"\t(?:setp|mov|not)\S* (%\$p\d+),", body))
        found += [f"a predicate that is set twice:{m[0]}" for m in re.finditer(r"\tmov\.pred (%\S+), .*", body) if n_set[m[1]] > 1]
        found += [f"a copy of what was loaded from a local:{m[0]}" for m in re.finditer(r"\tmov\.b(?:32|64) %\S+, (%\S+);", body) if m[1] in loaded]
    return found[:1]


def main():
    root = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    ptxas = shutil.which(f"{root}/bin/ptxas") or shutil.which("ptxas")
    if not ptxas:
        print("skipped: no ptxas here")
        return 77
    failed = n = 0
    with tempfile.TemporaryDirectory() as folder:
        sort, cuda, made = Path(folder) / "sort.rs", Path(folder) / "scale.cu", Path(folder) / "made.ptx"
        sort.write_text(SORT)
        cuda.write_text(CUDA)
        night = os.environ.get("RUSTG_PTX_NIGHT")
        few = TARGETS if night else TARGETS[::4] + TARGETS[-1:]
        longer = [next(SOURCE.glob(f"tests/pipeline/run/**/{name}.rs")) for name in PROGRAMS]
        texts = [(sort, TARGETS, "nvrtc"), (sort, TARGETS, "ptx"), (cuda, TARGETS, "nvrtc")]
        texts += [(path, few, backend) for path in longer for backend in ("nvrtc", "ptx")]
        if night:
            every = sorted(SOURCE.glob("tests/pipeline/run/**/*.rs"))
            texts += [(path, TARGETS[(i + int(night)) % 4 :: 4], "ptx") for i, path in enumerate(every)]
        for path, targets, backend in texts:
            for target, least in targets:
                words = [sys.argv[1], path, "--emit=ptx", f"--arch=sm_{target}", "-o", made] + (["--backend=ptx"] if backend == "ptx" else [])
                words += [f"--instance={name}" for name in re.findall(r"^// instance: (.*)", path.read_text(), re.M)]
                done = subprocess.run(words, capture_output=True, text=True)
                if "NVRTC" in done.stderr and not n:
                    print(f"skipped: {done.stderr}")
                    return 77
                if "RUSTG0302" in done.stderr and int(target) < 89 and "f8e4m3" in path.read_text():
                    continue  # GPUs convert FP8 from sm_89 on, and rustgc says so
                if "does not know" in done.stderr or "too old" in done.stderr or "has no form yet" in done.stderr:
                    continue  # an NVRTC older than the architecture, an instruction newer than it, or a function that own PTX lacks
                n += 1
                words = done.stderr
                if not done.returncode:
                    taken = subprocess.run([ptxas, f"-arch=sm_{target}", "-o", made.with_suffix(".cubin"), made], capture_output=True, text=True)
                    words = taken.stderr if taken.returncode else ""
                    own = made.read_text() if backend == "ptx" else ""
                    words += "".join(faults(own))
                    version = int(re.search(r"^\.version (\d+)\.(\d+)", made.read_text(), re.M).expand(r"\1\2"))
                    if not words and path in (sort, cuda) and version > max(int(least), 64):  # 6.4: .noreturn
                        words = f".version {version}, but {least} would do"
                if words:
                    failed += 1
                    print(f"FAIL {path.name} for sm_{target} ({backend}): {words}")
    print(f"{n} texts, {failed} failed")
    return failed > 0 or not n


sys.exit(main())

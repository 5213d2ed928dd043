"""outputs_test.py RUSTGC: several outputs of one compile, the folder that they go to, what make is told of them, and the
completions of shells."""
import os
import re
import shutil
import subprocess
from pathlib import Path

from in_folders import run_each

OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3
KERNEL = """use rustg_std::prelude::*;
mod two;
#[kernel]
pub fn twice(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = two::two() * x[i];
    }
}
"""


def run(rustgc, status, *words, **more):
    answer = subprocess.run([rustgc, *map(str, words)], capture_output=True, text=True, timeout=120, **more)
    assert answer.returncode == status, (words, answer)
    return answer.stdout, answer.stderr


def make_source(folder, name="k.rs"):
    Path(folder).mkdir(exist_ok=True)
    Path(folder, name).write_text(KERNEL)
    Path(folder, "two.rs").write_text("pub fn two() -> f32 {\n    2.0\n}\n")
    return Path(folder, name)


ODD = """use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Point {
    x: f32,
    y: f32,
}

#[kernel]
pub fn load(int: i32, new: bool, stream: char, r#match: Point, tail: [u8; 4], h: f16, b: bf16, z: Complex<f64>,
            points: &[Point], mut error: GridMut<Point>) {
    let i = thread::index();
    if i < error.len() {
        error[i] = points[i];
    }
}

#[kernel]
pub unsafe fn double(at: *mut u64) {
    unsafe { *at = 1 };
}

#[kernel]
pub fn nothing() {}
"""


def test_launch_texts(rustgc):
    """The launch header and the text with the kernels are C11 and C++, whatever kernels and parameters are called, and every type of a
    parameter has one of C."""
    Path("odd.rs").write_text(ODD)
    run(rustgc, OK, "odd.rs", "--emit=launch-h,launch-c,dep-info", "--out-dir", "out")
    header = Path("out/odd.launch.h").read_text()
    for words in ("int32_t int_,", "bool new_,", "uint32_t stream_,", "const void *match /* 8 bytes */", "rustg_f16 h,", "rustg_bf16 b,",
                  "rustg_complex_f64 z,", "rustg_slice_struct points /* of 8 bytes */", "rustg_slice_mut_struct error_",
                  "/* unsafe: double(at: *mut u64) */", "uint64_t at /* an address", "odd_load_kernel(", "odd_double_(", "config, NULL, 0, error)"):
        assert words in header, words
    for output in ("odd.d", "odd.launch.h", "odd.launch.c"):
        assert f"out/{output}: odd.rs\n" in Path("out/odd.d").read_text()
    assert run(rustgc, OK, "odd.rs", "-o", "a.launch.h")[0] == "" and "a_kernels" in Path("a.launch.h").read_text()
    assert run(rustgc, OK, "odd.rs", "--emit=launch-h")[0] == header
    Path("none.rs").write_text("pub fn f() {}\n")
    assert "there is no kernel" in run(rustgc, SOURCE, "none.rs", "--emit=launch-h")[1]
    assert "does not make a name" in run(rustgc, CALL, "odd.rs", "-o", "k" * 200 + ".launch.c")[1]
    if not shutil.which("cc") or not shutil.which("c++"):
        print("no C or C++ compiler here: the texts are not compiled")
        return
    include = Path(os.environ["RUSTG_SOURCE_DIR"], "include")
    for compiler in (["cc", "-std=c11"], ["c++", "-x", "c++"]):
        words = [*compiler, "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", include, "-fsyntax-only", "out/odd.launch.c"]
        answer = subprocess.run(words, capture_output=True, text=True)
        assert answer.returncode == 0, answer


CUDA = """#include <cuda_fp16.h>
#include <cuda/std/cstddef>
template <typename T> __global__ void any(T *x) {}
__global__ void scale(float factor, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = factor * x[i];
}
template <typename T, int N> __global__ void fill(T *y, T value) {}
template __global__ void fill<float, 4>(float *y, float value);
template __global__ void fill<unsigned int, 4>(unsigned int *y, unsigned int value);
__global__ void twice(int n) {}
__global__ void twice(float x) {}
__global__ void typed(half2 h, const float4 *v, cudaTextureObject_t t, cuda::std::size_t n) {}
"""


def test_launch_texts_of_cuda(rustgc):
    """The launch texts of CUDA C++, whose parameters libclang reads."""
    Path("k.cu").write_text(CUDA)
    answer = subprocess.run([rustgc, "k.cu", "--emit=launch-h"], capture_output=True, text=True, timeout=120)
    if "libclang" in answer.stderr and answer.returncode == MACHINE:
        print("no libclang here: the launch texts of CUDA C++ are not tried")
        return
    assert answer.returncode == OK and "k.cu:3:39: `any` has no launch function" in answer.stderr, answer
    assert answer.stderr.count("`twice` has no launch function") == 2 and "several kernels have that name" in answer.stderr, answer
    for words in ("k_fill_float_4(", "k_fill_unsigned_int_4(", "uint64_t t,", "uint64_t n,", "const void *h /* 4 bytes */", "float factor,", "rustg_slice_f32 x,", "rustg_slice_mut_f32 y,", "int32_t n,", "x.offset * 4, 0}", "k_scale("):
        assert words in answer.stdout, words
    assert "holds PTX or a cubin" in run(rustgc, CALL, "k.cu", "--emit=launch-c")[1]
    assert "launch texts" in run(rustgc, CALL, "k.cu", "--emit=launch-h,dep-info")[1]
    run(rustgc, OK, "k.cu", "--emit=launch-h", "--out-dir", "made/here")
    assert Path("made/here/k.launch.h").read_text() == answer.stdout
    include = Path(os.environ["RUSTG_SOURCE_DIR"], "include")
    made = subprocess.run([rustgc, "k.cu", "--emit=ptx,launch-h,launch-c", "-o", "m.ptx"], capture_output=True, text=True, timeout=120)
    if made.returncode == MACHINE and "NVRTC" in made.stderr:
        print("no NVRTC here: launch-c of CUDA C++ is not tried")
        return
    assert made.returncode == OK, made
    subprocess.run([rustgc, "k.cu", "--emit=ptx,launch-h,launch-c", "--out-dir=all"], check=True, timeout=120, stderr=subprocess.DEVNULL)
    assert sorted(path.name for path in Path("all").iterdir()) == ["k.launch.c", "k.launch.h", "k.ptx"]
    assert "_Z5scalefPKfPfi" in Path("m.launch.c").read_text() and "_Z4fillIfLi4EEvPT_S0_" in Path("m.launch.c").read_text() and ".entry _Z5scalefPKfPfi" in Path("m.ptx").read_text()
    symbols = re.findall(r'function\(kernels->module, "(\w+)"', Path("m.launch.c").read_text())
    assert len(symbols) == 4 and all(f".entry {symbol}(" in Path("m.ptx").read_text() for symbol in symbols), symbols
    for compiler in (["cc", "-std=c11"], ["c++", "-x", "c++"]):
        if shutil.which(compiler[0]):
            words = [*compiler, "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", include, "-fsyntax-only", "m.launch.c"]
            answer = subprocess.run(words, capture_output=True, text=True)
            assert answer.returncode == 0, answer


def test_several(rustgc):
    source = make_source("s")
    alone = {emit: run(rustgc, OK, source, f"--emit={emit}")[0] for emit in ("cuda", "c", "ir", "kernels", "thir")}
    for words in (["--emit=cuda,c,ir,kernels,thir"], ["--emit=cuda", "--emit", "c,ir", "--emit=thir,kernels"]):
        assert run(rustgc, OK, source, *words, "--out-dir", "a/b/c") == ("", "")
        made = {path.name: path.read_text() for path in Path("a/b/c").iterdir()}
        assert made == {"k.cu": alone["cuda"], "k.c": alone["c"], "k.ir": alone["ir"], "k.kernels": alone["kernels"],
                        "k.thir": alone["thir"]}
        shutil.rmtree("a")
    run(rustgc, OK, source, "--emit=cuda,c")
    assert Path("k.cu").read_text() == alone["cuda"] and Path("k.c").exists(), "here, under the input's name"
    for name in ("other", "other.c", "other.cu"):
        run(rustgc, OK, source, "--emit=cuda,c", "-o", name)
        assert Path("other.cu").read_text() == alone["cuda"] and Path("other.c").read_text() == alone["c"]
        Path("other.cu").unlink()
        Path("other.c").unlink()
    run(rustgc, OK, "-", "--emit=ir,thir", "--out-dir=in", input="use rustg_std::prelude::*;\n#[kernel]\npub fn k() {}\n")
    assert sorted(path.name for path in Path("in").iterdir()) == ["kernels.ir", "kernels.thir"]
    run(rustgc, OK, source, "--emit=cuda", "--dump-after=gvn", "--out-dir=dumped")
    assert sorted(path.suffix for path in Path("dumped").iterdir()) == [".cu", ".dump"]
    assert run(rustgc, OK, source, "--emit=ast", "--emit=cuda", "-o", "-")[0] == alone["cuda"], "the last kind counts"
    assert run(rustgc, OK, source, "--emit=cuda", "--emit=tokens", "--format=tsv")[0].startswith("0\t3\tKW_USE")
    for words in (["--emit=ast,cuda"], ["--emit=cuda,"], ["--emit=,"], ["--emit=tokens,ast"], ["--out-dir=x"],
                  ["--emit=cuda", "--out-dir=x", "-o", "y"], ["--emit=ast", "--out-dir=x"], ["--emit=cuda", "--out-dir="],
                  ["--run=twice", "--for=1", "--out-dir=x"]):
        run(rustgc, CALL, source, *words)
    Path("file").write_text("")
    assert "cannot make the directory `file/x`" in run(rustgc, MACHINE, source, "--emit=cuda", "--out-dir=file/x")[1]
    assert run(rustgc, SOURCE, "s/two.rs", "--emit=ir,cuda", "--out-dir=none")[1].startswith("rustgc: error: there is no kernel")
    assert not Path("none").exists()


def test_architectures(rustgc):
    source = make_source("s")
    answer = subprocess.run([rustgc, source, "--emit=ptx,cuda,dep-info", "--arch=80", "--arch=90", "--out-dir=d"],
                            capture_output=True, text=True)
    if answer.returncode == MACHINE and "NVRTC" in answer.stderr:
        print("skipped: PTX for several architectures, for NVRTC is not there")
        return
    assert answer.returncode == OK, answer
    assert sorted(path.name for path in Path("d").iterdir()) == ["k.cu", "k.d", "k.sm_80.ptx", "k.sm_90.ptx"]
    assert re.findall(r"^(\S+): s/k.rs s/two.rs$", Path("d/k.d").read_text(), re.MULTILINE) == [
        "d/k.d", "d/k.cu", "d/k.sm_80.ptx", "d/k.sm_90.ptx"]


def test_make(rustgc):
    """A makefile that includes the dep-info compiles again when a module changes, and only then."""
    source = make_source("a b", "k#1.rs")
    text, _ = run(rustgc, OK, source, "--emit=dep-info")
    assert text == "k\\#1.d: a\\ b/k\\#1.rs a\\ b/two.rs\n\na\\ b/k\\#1.rs:\na\\ b/two.rs:\n"
    run(rustgc, OK, source, "-o", "named.d")
    assert Path("named.d").read_text() == text.replace("k\\#1.d", "named.d")
    if not shutil.which("make"):
        print("skipped: make is not here")
        return
    make_source("s")
    Path("Makefile").write_text(f"out/k.cu: s/k.rs\n\t{rustgc} $< --emit=cuda,dep-info --out-dir out\n-include out/k.d\n")

    def made():
        return "--emit=cuda" in subprocess.run(["make"], check=True, capture_output=True, text=True).stdout

    assert made() and not made()
    os.utime("s/two.rs", (4e9, 4e9))
    assert made(), "two.rs is newer"


def test_completions(rustgc):
    help_text = run(rustgc, OK, "--help")[0]
    names = re.findall(r"^ .{5}--([a-z-]+)", help_text, re.MULTILINE)
    scripts = {shell: run(rustgc, OK, f"--completions={shell}")[0] for shell in ("bash", "zsh", "fish")}
    for name in names:
        assert f"--{name}" in scripts["bash"] and f"--{name}" in scripts["zsh"] and f" -l {name}" in scripts["fish"], name
    Path("c.bash").write_text(scripts["bash"])

    def bash(*words):
        line = " ".join(f"'{word}'" for word in words)
        script = f"source c.bash; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _rustgc; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout.split()

    Path("kernels.rs").write_text("")
    assert bash("rustgc", "--emit", "=", "pt") == ["ptx"] and bash("rustgc", "--emit", "cub") == ["cubin"]
    assert bash("rustgc", "--emit", "=") == re.search(r"--emit=(\S+)", help_text)[1].split("|")
    assert bash("rustgc", "--error-f") == ["--error-format"] and bash("rustgc", "kern") == ["kernels.rs"]
    assert bash("rustgc", "-o", "kern") == ["kernels.rs"] and bash("rustgc", "--for", "k") == []
    Path("kernel_folder").mkdir()
    for option in ("--out-dir", "-I"):
        assert bash("rustgc", option, "kern") == ["kernel_folder"], "directories alone"
    assert bash("rustgc", "--emit", "=", "cuda,pt") == ["cuda,ptx"] and bash("rustgc", "--emit", "c,ir,ir") == ["c,ir,ir", "c,ir,ir-opt"]
    assert bash("rustgc", "--arch", "=", "n") == ["native"] and bash("rustgc", "--device", "a") == ["all"]
    assert bash("rustgc", "--dump-after", "=", "inl") == ["inline"] and bash("rustgc", "--dump-after", "low") == ["lower"]
    sources = Path(os.environ["RUSTG_SOURCE_DIR"], "src/cli")
    rows = (sources / "cli_option.def").read_text()
    repeated = re.findall(r"^REPEATED\((\w+)\)$", rows, re.MULTILINE)
    kept = re.findall(r"OPTION_(\w+):(?:(?!case).|\n)*?cli_add_(?:word|lint)", (sources / "cli_options.c").read_text())
    assert set(repeated) == {*kept, "EMIT"} - {"RUN"} and len(repeated) > 8, "those whose words are kept"
    for ident, name in re.findall(r'OPTION\((\w+), "([\w-]+)"', rows):
        assert bool(re.search(rf"^ +'\*'.*--{name}[='}}]", scripts["zsh"], re.MULTILINE)) == (ident in repeated), name
    Path("c.fish").write_text(scripts["fish"])
    if shutil.which("fish"):
        said = subprocess.run(["fish", "-c", "source c.fish; complete -C 'rustgc --emit=pt'; complete -C 'rustgc --error-f'; "
                               "complete -C 'rustgc --emit=cuda,pt'; complete -C 'rustgc --dump-after=inl'"],
                              check=True, capture_output=True, text=True).stdout
        assert re.findall(r"^\S+", said, re.MULTILINE) == ["--emit=ptx", "--error-format", "--emit=cuda,ptx", "--dump-after=inline"], said
    else:
        print("skipped: fish is not here")
    Path("c.zsh").write_text(scripts["zsh"])
    if shutil.which("zsh"):
        subprocess.run(["zsh", "-n", "c.zsh"], check=True)
    else:
        print("skipped: zsh is not here")


run_each(globals())

"""words_test.py RUSTGC: words of the command line: those that are misspelled, files of them, `-` for standard streams,
architectures, and the values of kernels' arguments, given and printed."""
import json
import os
import re
import resource
import struct
import subprocess
from pathlib import Path

from in_folders import run_each

OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3
HEAD = "use rustg_std::prelude::*;\n#[kernel]\npub fn "
SHORT = HEAD + """k(h: f16, b: bf16, e: f8e4m3, t: f8e5m2, mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = match i.get() {
            0 => h.to_bits() as u32,
            1 => b.to_bits() as u32,
            2 => e.to_bits() as u32,
            _ => t.to_bits() as u32,
        };
    }
}
"""
COPY = HEAD + """k(x: &[TYPE], mut y: GridMut<TYPE>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i];
    }
}
"""
SCALAR = HEAD + "k(a: TYPE, mut y: GridMut<u8>) {\n    let i = thread::index();\n    if i < y.len() && a == a {\n        y[i] = 1;\n    }\n}\n"


def run(rustgc, status, *words, **more):
    answer = subprocess.run([rustgc, *map(str, words)], capture_output=True, text=True, timeout=120, **more)
    assert answer.returncode == status, (words, answer)
    return answer.stdout, answer.stderr


def test_misspelled(rustgc):
    for words, wanted in ((["--emti=ast"], "`--emit`"), (["--emit=asst"], "`ast`"), (["--formt", "tsv"], "`--format`"),
                          (["--error-format=jsno"], "`json`"), (["--edition=2020"], "`2021`"), (["--egnine=cpu"], "`--engine`"),
                          (["--checks=of"], "`off`"), (["--abi=tvm"], "`tvm-ffi`"), (["--edition=21"], "`2021`"), (["--dump-after=inlin"], "`inline`"),
                          (["--dump-after=emti"], "`emit`"), (["--device=al"], "`all`"), (["--engine=nvidia"], "`cuda`"), (["--emit=PTX"], "`ptx`"),
                          (["--cache"], "`--cache-info`"), (["-o", "x.PTX"], "`.ptx`"), (["-o", "x.cubn"], "`.cubin`")):
        assert f"did you mean {wanted}?" in run(rustgc, CALL, *words, "a.rs")[1], words
    for words in (["--something-else"], ["--emit=zzzzz"], ["-Q"], ["-O9"], ["-o", "x.x"], ["-o", "x.q"], ["--checks=x"]):
        assert "did you mean" not in run(rustgc, CALL, *words, "a.rs")[1], words
    for name in ("Vulkan", "Metal", "WebGPU", "ROCm", "OpenCL", "OpenGL", "OpenGL ES", "WebGL2"):
        assert f"rustg has no {name}: it " in run(rustgc, CALL, f"--engine={name.lower()}", "a.rs")[1], name
    for word, name in (("opengl-es", "OpenGL ES"), ("OpenGLES", "OpenGL ES"), ("gles", "OpenGL ES"), ("hip", "ROCm"), ("HIP", "ROCm"), ("wgpu", "WebGPU"), ("vk", "Vulkan"),
                       ("DirectX", "DirectX"), ("d3d12", "DirectX"), ("sycl", "SYCL"), ("oneapi", "oneAPI"), ("level-zero", "Level Zero"),
                       ("levelzero", "Level Zero"), ("npu", "NPU"), ("tpu", "TPU"), ("intel", "oneAPI")):
        err = run(rustgc, CALL, f"--engine={word}", "a.rs")[1]
        assert f"rustg has no {name}: it " in err and "did you mean" not in err, err


def test_words_of_other_compilers(rustgc):
    """What rustc, cargo, nvcc and clang have is answered with what rustgc has; what it has is not among that."""
    def_file = Path(os.environ["RUSTG_SOURCE_DIR"], "src/cli/cli_other_word.def").read_text()
    help_text, rows = run(rustgc, OK, "--help")[0], re.findall(r'^OTHER_(OPTION|EMIT|COMMAND|ENDING)\("([^"]+)", "((?:[^"\\]|\\.)+)"\)$', def_file, re.MULTILINE)
    assert len(rows) > 30
    for kind, word, hint in rows:
        given = f"--emit={word}" if kind == "EMIT" else f"-ox{word}" if kind == "ENDING" else word if kind == "COMMAND" else f"-{word}" if len(word) == 1 else f"--{word}=x"
        err = run(rustgc, CALL, given, "a.rs")[1]
        assert "hint: " + hint.replace('\\"', '"') in err and "did you mean" not in err, (word, err)
        for name in re.findall(r"--[a-z][-a-z]+", hint):
            assert name in help_text, (word, name)
    for given, hint in (("-MD", "--emit=dep-info"), ("-Wunused", "--warn goes with kernels in Rust"), ("-std=c++17", "CUDA C++ is of the standard"), ("--Wall", "--help")):
        assert hint in run(rustgc, CALL, given, "k.cu", "--emit=ptx")[1], given
    Path("k.rs").write_text(COPY.replace("TYPE", "f32"))
    for words in (["-O"], ["-O", "-g"], ["--emit=c", "-O"]):
        assert run(rustgc, OK, *words, "k.rs", "--emit=c", "-o", "-")[0] == run(rustgc, OK, "k.rs", "--emit=c", *words[1:], "-O3")[0]
        run(rustgc, OK, "k.rs", *words)
    assert run(rustgc, OK, "-O", "1", "k.rs", "--emit=ir-opt")[0] == run(rustgc, OK, "-O1", "k.rs", "--emit=ir-opt")[0]
    assert "wants a value" in run(rustgc, CALL, "k.rs", "--opt-level")[1]
    Path("check").write_text("fn f() {}\n")
    assert "no errors" in run(rustgc, OK, "check", "k.rs")[0], "a file may be called so"
    Path("check").unlink()
    Path("k.cu").write_text("")
    assert "hint: it is --emit=ptx" in run(rustgc, CALL, "k.cu")[1]
    assert "hint: --emit=dep-info is of kernels in Rust" in run(rustgc, CALL, "k.cu", "--emit=dep-info")[1]
    for word, meant in (("sm90", "sm_90"), ("compute_90", "sm_90"), ("9.0", "sm_90"), ("Sm_120", "sm_120"), ("hopper", None), ("sm_9", None),
                        ("gfx90a", None), ("GFX1100", None)):
        err = run(rustgc, CALL, f"--arch={word}", "a.rs", "--emit=cuda")[1]
        assert ("did you mean" in err) == bool(meant) and f"`{meant or word}`" in err, err
        assert ("rustg has no ROCm: it " in err) == word.lower().startswith("gfx"), err
    assert "--shard goes with --format=tsv, npy and arrow" in run(rustgc, CALL, "--shard=1/8", "-o", "o", "k.rs")[1]


def test_options_that_go_with_others(rustgc):
    """An option that has nothing to act on is a wrong call, as cli_option.def has it."""
    Path("k.rs").write_text(COPY.replace("TYPE", "f32"))
    Path("k.cu").write_text("")
    rows = Path(os.environ["RUSTG_SOURCE_DIR"], "src/cli/cli_option.def").read_text()
    found = re.findall(r'^(RUN|CUDA|RUST)_OPTION\(\w+, "([\w-]+)", [^,]+, ([^,]+), (\d?)', rows, re.MULTILINE)
    assert len(found) > 10
    for kind, name, value, number in found:
        given = f"--{name}" + ("" if value == "NULL" or value[1] == "[" else "=c" if name == "abi" else "=on" if name == "checks" else
                               "=ptx" if name == "backend" else "=allow" if name == "cap-lints" else "=1")
        file, wanted = {"RUN": ("k.rs", "--run"), "CUDA": ("k.rs", "CUDA C++, a .cu input"), "RUST": ("k.cu", "kernels in Rust")}[kind]
        for more in ([], ["--emit=ptx"]):
            assert f"error: --{name} goes with {wanted}\n" in run(rustgc, CALL, file, given, *more)[1], given
    for more in ([], ["--emit=cuda", "-o", "-"], ["--emit=ir"], ["--emit=ast"], ["-o", "k.c"]):
        err = run(rustgc, CALL, "k.rs", "--engine=interpreter", *more)[1]
        assert "error: --engine=interpreter goes with --run\n" in err, more
    assert "`k::<f32>` names no generic kernel" in run(rustgc, SOURCE, "k.rs", "--instance=k::<f32>")[1]
    run(rustgc, OK, "k.rs", "k.rs", "--instance=k::<f32>")
    Path("k.cu").unlink()


def test_misspelled_files(rustgc):
    Path("sub").mkdir()
    for name in ("saxpy.rs", "sub/matmul.rs", "k.cu"):
        Path(name).write_text("")
    for path, wanted in (("saxpi.rs", "saxpy.rs"), ("saxpy", "saxpy.rs"), ("sub/matmull.rs", "sub/matmul.rs"), ("./sapxy.rs", "./saxpy.rs"),
                         ("kk.cu", "k.cu")):
        words = ["--emit=ptx"] if path.endswith(".cu") else []
        assert f"hint: did you mean `{wanted}`?\n" in run(rustgc, MACHINE, path, *words)[1], path
    for words in (["something.rs"], ["y.rs"], ["rs"], ["none/saxpy.rs"], ["saxpi.rs", "--error-format=json"], ["saxpi.rs", "--error-format=short"]):
        assert "did you mean" not in run(rustgc, MACHINE, *words)[1], words
    assert "did you mean `cuda`?" in run(rustgc, CALL, "--engine=gpu", "saxpy.rs")[1]


def test_files_of_words(rustgc):
    Path("a file.rs").write_text("use x;")
    Path("words").write_text("--emit=tokens\r\n--format\ntsv\n\na file.rs\n")
    assert run(rustgc, OK, "@words")[0] == run(rustgc, OK, "--emit=tokens", "--format=tsv", "a file.rs")[0]
    Path("more").write_text("--format=json")
    assert run(rustgc, OK, "@words", "@more")[0].startswith('{"rustg"')
    err = run(rustgc, CALL, "@none")[1]
    assert "cannot read the arguments in `none`: No such file" in err and "hint: @FILE stands for the lines of FILE" in err
    assert "hint: did you mean `words`?" in run(rustgc, CALL, "@wrods")[1]
    Path("@none").write_text("use x;")
    run(rustgc, OK, "./@none")
    Path("bad").write_bytes(b"--emit\0=ast\n")
    assert "NUL" in run(rustgc, CALL, "@bad")[1]
    if os.environ.get("RUSTG_SANITIZE"):  # its shadow wants more address space than any limit
        return
    Path("many").write_text("a.rs\n" * 3000000)
    Path("long").write_text("a" * (128 << 20))
    most = os.path.getsize(rustgc) + (48 << 20)  # beside the kernels and symbols in the program itself
    for words in ("@many", "@long"):  # no wrong call: a machine with more memory would take it
        answer = subprocess.run([rustgc, words], capture_output=True, text=True, timeout=120,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
        assert answer.returncode == MACHINE and "memory" in answer.stderr, (words, answer)


def test_standard_streams(rustgc):
    """`-` is standard input as a source, as words and as arrays of --arg, and standard output of -o, --out and --profile."""
    Path("k.rs").write_text(COPY.replace("TYPE", "u32"))
    launch = ["k.rs", "--run=k", "--for=2", "--engine=interpreter"]

    def run_bytes(status, *words, **more):
        answer = subprocess.run([rustgc, *words], capture_output=True, timeout=120, **more)
        assert answer.returncode == status, (words, answer)
        return answer.stdout, answer.stderr.decode()

    first, _ = run_bytes(OK, *launch, "--arg=4..6", "--arg=[0; 2]", "--out=1=-")
    run(rustgc, OK, *launch, "--arg=7..9", "--arg=[0; 2]", "--out=1=b.npy")
    assert first[:6] == b"\x93NUMPY" and struct.unpack("<2I", first[-8:]) == (4, 5)
    out, _ = run_bytes(OK, *launch, "--arg", "-", "--arg=[0; 2]", "--out=1", input=first)
    assert out == b"y: [u32; 2] = [4, 5]\n", out
    both = first + Path("b.npy").read_bytes()
    out, _ = run_bytes(OK, *launch, "--arg=-", "--arg=-", "--out=1=-", input=both)
    assert out == first, "two arrays, one behind another"
    assert "cannot read `standard input`: it ends before" in run_bytes(CALL, *launch, "--arg=-", "--arg=[0; 2]", input=first[:-1])[1]
    assert "cannot read `standard input`: it is not a .npy" in run_bytes(CALL, *launch, "--arg=-", "--arg=-", input=first)[1]
    assert "not both" in run(rustgc, CALL, "-", *launch[1:], "--arg=-", "--arg=[0; 2]")[1]
    assert "--watch wants files" in run(rustgc, CALL, *launch, "--watch", "--arg=-", "--arg=[0; 2]")[1]
    out, err = run(rustgc, OK, *launch[:3], "--engine=cpu", "--arg=4..6", "--arg=[0; 2]", "--profile=-")
    assert json.loads(out)["traceEvents"] and err.startswith("profile of the CPU device")
    assert run(rustgc, OK, "@-", "k.rs", input="--emit=tokens\n--format=tsv")[0] == run(rustgc, OK, "--emit=tokens", "--format=tsv", "k.rs")[0]
    assert "`standard input` is no file of arguments" in run(rustgc, CALL, "@-", input="a\0b")[1]
    for words in (["--emit=c,cuda"], ["--emit=c,dep-info"], ["--emit=launch-h,launch-c"], ["--emit=cubin", "--arch=75", "--arch=90"]):
        assert "-o - takes one output" in run(rustgc, CALL, "k.rs", *words, "-o", "-")[1], words
    assert run(rustgc, OK, "k.rs", "--emit=cuda", "--arch=75", "--arch=90", "-o", "-")[0].startswith("// A kernel")
    assert sorted(path.name for path in Path(".").iterdir()) == ["b.npy", "k.rs"], "nothing else was written"


def test_formats_of_kernels(rustgc):
    """--format says how tokens, trees and verdicts are written; beside outputs of kernels it would be without effect."""
    Path("k.rs").write_text(COPY.replace("TYPE", "u32"))
    for words in (["--emit=cuda", "--format=tsv"], ["-o", "k.c", "--format=json"], ["--run=k", "--for=1", "--format=json"],
                  ["--emit=kernels,ir", "--format=json"], ["--emit=kernels", "--format=tsv"]):
        assert "--format goes with --emit=tokens" in run(rustgc, CALL, "k.rs", *words)[1], words
    plain, _ = run(rustgc, OK, "k.rs", "--emit=kernels")
    assert run(rustgc, OK, "k.rs", "--emit=kernels", "--format=json")[0] == plain and json.loads(plain)["kernels"]
    run(rustgc, OK, "k.rs", "--emit=cuda", "--format=text")


def test_architectures(rustgc):
    Path("k.rs").write_text(COPY.replace("TYPE", "f32"))
    for word, target in (("90", "sm_90"), ("sm_90", "sm_90"), ("90a", "sm_90a"), ("sm_90a", "sm_90a")):
        status = subprocess.run([rustgc, "k.rs", "--emit=ptx", f"--arch={word}"], capture_output=True, text=True)
        if status.returncode == MACHINE and "NVRTC" in status.stderr:
            print("skipped: architectures of PTX, for NVRTC is not there")
            break
        assert status.returncode == OK and f".target {target}\n" in status.stdout, status
    for word in ("foo", "9", "sm_", "sm_x", "-90", ""):
        run(rustgc, CALL, "k.rs", "--emit=cuda", "--arch", word)
    answer = subprocess.run([rustgc, "k.rs", "--emit=cuda", "--arch=native"], capture_output=True, text=True)
    assert answer.returncode == OK or (answer.returncode == MACHINE and "wants a CUDA device" in answer.stderr
                                          and "hint: --arch=sm_90" in answer.stderr), answer


def test_headers(rustgc):
    """Of CUDA C++: the input's folder first, then those of -I in order, then the toolkit's."""
    for folder, number in (("own", 1), ("a", 2), ("b", 3)):
        Path(folder).mkdir()
        Path(folder, f"{folder}.h").write_text(f"#define FROM_{folder.upper()} {number}000\n")
        Path(folder, "same.h").write_text(f"#define SAME {number}\n")
    Path("own/k.cu").write_text('#include "own.h"\n#include "a.h"\n#include "b.h"\n#include "same.h"\n#include <cuda_fp16.h>\n'
                                '#include <cub/block/block_reduce.cuh>\n'
                                'extern "C" __global__ void k(int *p)\n{\n    *p = FROM_OWN + FROM_A + FROM_B + SAME + (int)__half2float(__float2half(10.f));\n}\n')
    words = ["own/k.cu", "--emit=ptx", "-I", "a", "--include-dir=b"]
    answer = subprocess.run([rustgc, *words], capture_output=True, text=True, timeout=120)
    if answer.returncode == MACHINE and "NVRTC" in answer.stderr or "cuda_fp16.h" in answer.stderr:
        print("skipped: headers of CUDA C++, for NVRTC with a toolkit is not there")
        return
    assert answer.returncode == OK and "6011" in answer.stdout or "6001" in answer.stdout, answer
    error = run(rustgc, SOURCE, *words[:-1])[1]
    assert 'source file "b.h"' in error and "hint: NVRTC compiles device code, without the host's headers" in error, error
    run(rustgc, CALL, "own/k.cu", "--emit=ptx", "-I", "")


def test_short_floats(rustgc):
    """Half and FP8 numbers, rounded to nearest with ties to even; NumPy's float16 is Python's 'e'."""
    Path("k.rs").write_text(SHORT)

    def bits(*values):
        run(rustgc, OK, "k.rs", "--run=k", "--for=4", *(f"--arg={value}" for value in values), "--arg=[0; 4]", "--out=4=y.npy",
            "--engine=interpreter")
        return struct.unpack("<4I", Path("y.npy").read_bytes()[-16:])

    for value in (1.5, 0.1, -2.0, 65504, 65519.9, 5.9e-8, 1e-9, 6.1e-5, -0.0, 2049, 2051, 3.0e-5):
        assert bits(value, 0, 0, 0)[0] == struct.unpack("<H", struct.pack("<e", value))[0], value
    for value in (3.14159, 1e-40, 1e38, -7.0):  # the upper half of an f32 where that is rounded
        whole, = struct.unpack("<I", struct.pack("<f", value))
        assert bits(0, value, 0, 0)[1] == (whole + 0x7FFF + (whole >> 16 & 1)) >> 16, value
    assert bits("inf", "-inf", "inf", "inf") == (0x7C00, 0xFF80, 0x7E, 0x7B)
    assert bits(65520, 3.4e38, 464.1, 61441) == (0x7C00, 0x7F80, 0x7E, 0x7B)
    assert [value & 0x7FFF for value in bits("nan", "nan", "nan", "nan")] == [0x7E00, 0x7FC0, 0x7F, 0x7E]
    assert bits(0, 0, 1.0, 1.0)[2:] == (0x38, 0x3C) and bits(0, 0, 1.0625, 1.125)[2:] == (0x38, 0x3C)
    assert bits(0, 0, 1.1875, 1.375)[2:] == (0x3A, 0x3E) and bits(0, 0, -0.001953125, 0.0000152587890625)[2:] == (0x81, 1)
    assert bits("0x3C00", "0x1", "0xff", "0b11") == (0x3C00, 1, 0xFF, 3)
    assert "such as 1.5, or its bits" in run(rustgc, CALL, "k.rs", "--run=k", "--for=1", "--arg=one", *["--arg=1"] * 3, "--arg=[0]")[1]


def test_ranges_are_told(rustgc):
    for kind, wrong, wanted in (("u8", "256", "from 0 to 255"), ("i8", "128", "from -128 to 127"), ("bool", "1", "true or false"),
                                ("u64", "-1", "from 0 to 18446744073709551615"), ("i64", "x", "to 9223372036854775807"),
                                ("f32", "1,5", "such as 1.5"), ("char", "AB", "is a character, as 'A', or its number")):
        Path("k.rs").write_text(SCALAR.replace("TYPE", kind))
        err = run(rustgc, CALL, "k.rs", "--run=k", "--for=1", f"--arg={wrong}", "--arg=[0]")[1]
        assert f"`{wrong}`, is no value for `a: {kind}`" in err and wanted in err, err
    Path("k.rs").write_text(SCALAR.replace("TYPE", "u8"))
    for word, status in ((r"b'\xff'", OK), ("b'", CALL), ("b''", CALL), (r"b'\u{e9}'", CALL), (r"b'\'", CALL)):
        err = run(rustgc, status, "k.rs", "--run=k", "--for=1", f"--arg={word}", "--arg=[0]", "--engine=interpreter")[1]
        assert status == OK or f"`{word}`, is no value for `a: u8`" in err, err


def test_numbers_of_options(rustgc):
    """One range is told, whichever end a number lies beyond."""
    Path("k.rs").write_text(COPY.replace("TYPE", "f32"))
    for value in ("0", "-1", "x", "", "1099511627777"):
        err = run(rustgc, CALL, "k.rs", "--run=k", f"--for={value}")[1]
        assert f"`{value}` is no value of --for; it takes a number from 1 to 1099511627776" in err, err
    assert "from 0 to" in run(rustgc, CALL, "k.rs", "--error-limit=-1")[1]


def test_hints_of_launches(rustgc):
    Path("k.rs").write_text(COPY.replace("TYPE", "f64"))
    launch = ["k.rs", "--run=k", "--for=2", "--engine=interpreter"]
    run(rustgc, OK, *launch, "--arg=[1, 2]", "--arg=[0; 2]", "--out=1=a.npy")
    Path("k.rs").write_text(COPY.replace("TYPE", "f32"))
    err = run(rustgc, CALL, *launch, "--arg=a.npy", "--arg=[0; 2]")[1]
    assert "holds f8 elements, but `x: &[f32]` wants f4" in err and 'hint: numpy.save of `array.astype("f4")`' in err, err
    for text, hint in (("use rustg_std::prelude::*;\npub fn k() {}\n", "with `#[kernel]`"),
                       (HEAD + "k<T: Copy>(x: T) {}\n", "`k` is generic, and an instance of it is launched, as by --run 'k::<f32>'")):
        Path("k.rs").write_text(text)
        err = run(rustgc, CALL, *launch)[1]
        assert "there is no kernel `k`" in err and hint in err, err


def test_lists(rustgc):
    """Lists of every element type, in and out."""
    def copied(kind, given, status=OK):
        Path("k.rs").write_text(COPY.replace("TYPE", kind))
        return run(rustgc, status, "k.rs", "--run=k", "--for=3", f"--arg={given}", f"--arg={given}", "--out=1", "--engine=interpreter")

    for kind, given, wanted in (
            ("f32", "[1, 0.1, -2.5e10]", "[1, 0.1, -2.5e+10]"), ("f64", "[0.1,1e300,nan]", "[0.1, 1e+300, nan]"),
            ("u8", "[ 0x10 , 255,0b1 ]", "[16, 255, 1]"), ("i64", "[-9223372036854775808; 2]", "[-9223372036854775808, -9223372036854775808]"),
            ("bool", "[true, false]", "[true, false]"), ("u32", "3..7", "[3, 4, 5, 6]"), ("i16", "-2..1", "[-2, -1, 0]"),
            ("i8", "-1..=1", "[-1, 0, 1]"), ("u8", "254..=255", "[254, 255]"), ("u8", "1..=0", "[]"),
            ("u32", "0..100", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, .., 98, 99]"), ("u16", "[]", "[]"), ("f32", "5..5", "[]"),
            ("f16", "[1.5, 65504, 0.0001]", "[1.5, 65504, 0.000100017]"), ("bf16", "[3.14]", "[3.14062]"), ("u32", "[7; 0]", "[]")):
        out, _ = copied(kind, given)
        assert out.startswith(f"y: [{kind}; ") and out.endswith(f"] = {wanted}\n"), (kind, given, out)
    for given, wanted in ((r"['a', ',', ']', '\'', '\\']", "[97, 44, 93, 39, 92]"), (r"['\n', '\u{e9}', 'é', '😀', '\x41']", "[10, 233, 233, 128512, 65]"),
                          ("[a, B, é, 5, 0x41]", "[97, 66, 233, 5, 65]"), ("['x'; 3]", "[120, 120, 120]"), ("[''']", None), ("['']", None),
                          ("['ab']", None), (r"['\q']", None), (r"['\x80']", None), (r"['\u{d800}']", None), (r"['\u{1234567}']", None), ("['a", None),
                          (r"['\u{0x41}']", None), (r"['\x4g']", None), (r"['\u{}']", None)):
        out = copied("char", given, OK if wanted else CALL)
        assert out[0].endswith(f"= {wanted}\n") if wanted else "is no value for" in out[1], (given, out)
    assert copied("u8", r"[b'a', b'\xff', b',', 7]")[0].endswith("= [97, 255, 44, 7]\n")
    for given in ("['a']", "[b'é']", "[b'']", r"[b'\u{1F600}']", r"[b'\u{e9}']", r"[b'\u{41}']", "[b']", "[b'''"):
        assert "is no value for" in copied("u8", given, CALL)[1], given
    for given in ("[1, 2", "[1 2]", "[1; x]", "[1; 2] ", "[1, 2; 3]", "[,]", "[1.5]", "1..x", "1..=", "1..=x", "[300]", "[" + "1" * 70 + "]"):
        assert "is no value for `x: &[u8]`" in copied("u8", given, CALL)[1], given
        assert "a list is `[1, 2, 3]`" in copied("u8", given, CALL)[1], given
    assert "an element of `x` is a whole number from 0 to 255" in copied("u8", "[300]", CALL)[1]
    assert "[1, 2, 3]" in copied("u8", "no-such-file.npy", CALL)[1]
    Path("k.rs").write_text(COPY.replace("TYPE", "u32"))
    launch = ["k.rs", "--run=k", "--for=2", "--arg=4..6", "--arg=[0; 2]", "--engine=interpreter"]
    out, _ = run(rustgc, OK, *launch, "--out=1=a.npy", "--out=1", "-o", "shown.txt")
    assert out == "" and Path("shown.txt").read_text() == "y: [u32; 2] = [4, 5]\n"
    assert struct.unpack("<2I", Path("a.npy").read_bytes()[-8:]) == (4, 5)
    assert run(rustgc, OK, *launch, "--out=y")[0] == "y: [u32; 2] = [4, 5]\n"
    run(rustgc, OK, *launch, "--out", "y=b.npy")
    assert Path("a.npy").read_bytes() == Path("b.npy").read_bytes()
    for wrong in ("x", "1=", "y=", "-1", "0", "2", "1y", "=a.npy", "z"):
        assert "argument 1 is one, `y: GridMut<u32>`" in run(rustgc, CALL, *launch, f"--out={wrong}")[1], wrong


def test_shapes(rustgc):
    """--grid alone is enough where the kernel says how large its blocks are; without --arg words are told where they belong."""
    kernel = COPY.replace("TYPE", "u32")
    words = ["k.rs", "--run=k", "--grid=2", "--arg=0..4", "--arg=[9; 5]", "--out=y", "--engine=interpreter"]
    Path("k.rs").write_text(kernel.replace("#[kernel]", "#[kernel(block = 2)]"))
    assert run(rustgc, OK, *words)[0] == "y: [u32; 5] = [0, 1, 2, 3, 9]\n"
    Path("k.rs").write_text(kernel)
    assert "--grid goes with --block: kernel `k`" in run(rustgc, CALL, *words)[1]
    assert "wants --for N, or --grid" in run(rustgc, CALL, "k.rs", "--run=k", "--block=2")[1]
    assert "are given by --arg, once for each" in run(rustgc, MACHINE, "k.rs", "--run=k", "--for=4", "0..4", "[9; 5]")[1]
    Path("empty").mkdir()
    assert "there is no Rust file in `empty`" in run(rustgc, OK, "empty")[1] and run(rustgc, OK, "empty", "--format=tsv")[1] == ""


def test_complex_numbers(rustgc):
    for kind, descr, n_bytes, wanted in (("Complex<f32>", "<c8", 8, "complex_f32"), ("Complex<f64>", "<c16", 16, "complex_f64")):
        header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': (2,), }}\n".encode()
        Path("y.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(2 * n_bytes))
        Path("k.rs").write_text(HEAD + f"k(a: {kind}, mut y: GridMut<{kind}>) {{\n    let i = thread::index();\n"
                                "    if i < y.len() {\n        y[i] = a;\n    }\n}\n")
        out, _ = run(rustgc, OK, "k.rs", "--run=k", "--for=1", "--arg=1.5,-0.1", "--arg=y.npy", "--out=1", "--engine=interpreter")
        assert out == f"y: [{wanted}; 2] = [1.5,-0.1, 0,0]\n", out


run_each(globals())

"""run_cuda_test.py RUSTGC: --run of CUDA C++: arguments are checked by what libclang reads, before any device is asked for; without a
device it says so; in front of the fake driver and the fake NVRTC arrays go there and come back."""
import os
import subprocess
from pathlib import Path

from in_folders import run_each

OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3
CUDA = """template <typename T> __global__ void any(T *x) {}
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
extern "C" __global__ void address(void *p) {}
"""
# What a device would make of it; it is called for the launch.
ON_HOST = """#include <stdint.h>
#include <stdio.h>
#include <string.h>
void fake_kernel(const char *name, const unsigned *shape, unsigned shared, const uint64_t *parameters);
void fake_kernel(const char *name, const unsigned *shape, unsigned shared, const uint64_t *parameters)
{
    float a;
    const float *x = (const float *)(uintptr_t)parameters[1];
    float *y = (float *)(uintptr_t)parameters[2];
    memcpy(&a, &parameters[0], sizeof a);
    for (unsigned i = 0; i < shape[0] * shape[3] && i < (uint32_t)parameters[3]; i++)
        y[i] = a * x[i] + y[i];
    fprintf(stderr, "%s: %u blocks of %u, %u shared bytes\\n", name, shape[0], shape[3], shared);
}
"""
GOOD = ["--arg", "2", "--arg", "0..1000", "--arg", "[1; 1000]", "--arg", "1000"]


def run(rustgc, status, *words, **environment):
    answer = subprocess.run([rustgc, "k.cu", *words], capture_output=True, text=True, timeout=120, env=dict(os.environ, **environment))
    assert answer.returncode == status, (words, answer)
    return answer.stdout, answer.stderr


def is_here(rustgc):
    """Whether there is a libclang; writes k.cu."""
    Path("k.cu").write_text(CUDA)
    answer = subprocess.run([rustgc, "k.cu", "--run", "none", "--for", "1"], capture_output=True, text=True, timeout=120)
    if "libclang" in answer.stderr:
        assert answer.returncode == MACHINE and "RUSTG_LIBCLANG" in answer.stderr, answer
        print("no libclang here: CUDA C++ is not run")
    return "libclang" not in answer.stderr


def fake(name="fake.so"):
    """The environment in which there is a device."""
    return {"LD_LIBRARY_PATH": os.environ["RUSTG_FAKE_CUDA"], "CUDA_PATH": os.environ["RUSTG_FAKE_TOOLKIT"], "FAKE_CUDA_VERSION": "12000",
            "FAKE_NVRTC_PTX": "1", "FAKE_CUDA_KERNEL": os.path.abspath(name)}


def test_arguments_are_checked(rustgc):
    if not is_here(rustgc):
        return
    saxpy = ["--run", "saxpy", "--for", "1000"]
    for words, told in (
            (["--run", "nope", "--for", "1"], ["no kernel `nope` in `k.cu`", "there is `saxpy`"]),
            (["--run", "any", "--for", "1"], ["k.cu:1:39: `any` cannot be launched by --run"]),
            ([*saxpy, "--arg", "2"], ["takes 4 arguments, 1 was given", "argument 1 is missing, `x: const float *`", "`n: int`"]),
            ([*saxpy, *GOOD[:-1], "1000.5"], ["argument 3, `1000.5`, is no value for `n: int`", "-2147483648 to 2147483647"]),
            ([*saxpy, "--arg", "2", "--arg", "3", *GOOD[4:]], ["cannot read `3`", "`x: const float *` is a .npy file, or a list"]),
            ([*saxpy, *GOOD, "--out", "1"], ["`1` is no output of kernel `saxpy`", "argument 2 is one, `y: float *`"]),
            (["--run", "address", "--for", "1", "--arg", "0"], ["raw pointer"]),
            ([*saxpy, *GOOD, "--engine=cpu"], ["CUDA devices alone", "in Rust runs on the CPU"]),
            ([*saxpy, *GOOD, "--engine=interpreter"], ["CUDA devices alone"]),
            ([*saxpy, *GOOD, "--emit=ptx"], []),
            ([*saxpy, *GOOD, "--arch=80", "--arch=90"], ["one --arch at most"])):
        error = run(rustgc, CALL, *words)[1]
        assert all(word in error for word in told), (words, error)


def test_without_a_device(rustgc):
    if is_here(rustgc):
        out, error = run(rustgc, MACHINE, "--run", "saxpy", "--for", "1000", *GOOD, **dict(fake(), FAKE_CUDA_INIT="100"))
        assert not out and "CUDA C++ wants a CUDA device; a kernel in Rust runs on the CPU too" in error, error


def test_with_a_device(rustgc):
    if not is_here(rustgc):
        return
    Path("fake.c").write_text(ON_HOST)
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", "fake.so", "fake.c"], check=True)
    out, error = run(rustgc, OK, "--run", "saxpy", "--for", "1000", *GOOD, "--out", "2", **fake())
    assert out == "y: [f32; 1000] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, .., 1997, 1999]\n", out
    assert error == "saxpy: 4 blocks of 256, 0 shared bytes\n", error
    shape = ["--grid", "8", "--block", "64", "--shared", "32"]
    out, error = run(rustgc, OK, "--run", "saxpy", *shape, *GOOD, "--out", "2", "--profile", **fake())
    assert out == "y: [f32; 1000] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, .., 1, 1]\n", "512 threads: " + out
    assert "saxpy: 8 blocks of 64, 32 shared bytes\n" in error and error.count("saxpy") == 2, error
    refused = dict(fake(), FAKE_NVRTC_FAIL="6")
    run(rustgc, SOURCE, "--run", "saxpy", "--for", "1000", *GOOD, **refused)


run_each(globals())

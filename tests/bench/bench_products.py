#!/usr/bin/env python3
"""Matrix products of examples/kernels by tensor cores, beside cuBLAS in the same run on random data.

    bench_products.py RUSTGC

Wants PyTorch with CUDA on an sm_90 device. A line a size: TFLOP/s, medians of 20 launches, and the greatest error of an
element over the greatest element, against f64. The last number of `mma` counts elements beyond the error that
rustg_std::mma states, 2^-20 of the sum of all magnitudes that go into one."""
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "kernels"
SIZES = [(200, 264, 136)] + [(n, n, n) for n in (1024, 2048, 4096, 6144, 8192)]
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
HOPPER_SHARED = 4 * (128 + 256) * 64 * 2 + 1024
BFLOAT16, SWIZZLE_128, PROMOTE_256 = 9, 3, 3  # of CUtensorMap
cuda = ctypes.CDLL("libcuda.so.1")
u32, u64 = ctypes.c_uint32, ctypes.c_uint64


def good(result):
    if result:
        sys.exit(f"the driver says {result}")


def load(rustgc, name, kernel, arch, shared):
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        subprocess.run([rustgc, str(EXAMPLES / f"{name}.rs"), f"--arch={arch}", "-o", cubin.name], check=True)
        image = Path(cubin.name).read_bytes()
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    good(cuda.cuModuleLoadData(ctypes.byref(module), image))
    good(cuda.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()))
    if shared:
        good(cuda.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED, shared))
    return function


def launch(function, grid, block, shared, *params):
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    places = (ctypes.c_void_p * len(params))(*[ctypes.addressof(param) for param in params])
    good(cuda.cuLaunchKernel(function, grid[0], grid[1], 1, block, 1, 1, shared, stream, places, None))


def slice_of(tensor, n=None):
    return u64(tensor.data_ptr()), u64(tensor.numel() if n is None else n)


def tensor_map(matrix, tile_rows):
    room = (u64 * 32)()
    at = (ctypes.addressof(room) + 63) & ~63
    rows, columns = matrix.shape
    good(cuda.cuTensorMapEncodeTiled(ctypes.c_void_p(at), BFLOAT16, 2, ctypes.c_void_p(matrix.data_ptr()),
                                     (u64 * 2)(columns, rows), (u64 * 1)(columns * 2), (u32 * 2)(64, tile_rows),
                                     (u32 * 2)(1, 1), 0, SWIZZLE_128, PROMOTE_256, 0))
    return list((u64 * 16).from_address(at))


def rate(m, n, k, run):
    times = []
    for _ in range(22):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        run()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end))
    return 2e-9 * m * n * k / sorted(times[2:])[10]


def main():
    rustgc = sys.argv[1]
    torch.manual_seed(1)
    torch.zeros(1, device="cuda")
    mma = load(rustgc, "matmul_mma", "matmul_bf16", "sm_90", 0)
    hopper = load(rustgc, "matmul_hopper", "matmul_hopper", "sm_90a", HOPPER_SHARED)
    blocks = torch.cuda.get_device_properties(0).multi_processor_count
    print(torch.cuda.get_device_name(), "CUDA", torch.version.cuda)
    for m, n, k in SIZES:
        a, b = (torch.randn(rows, k, device="cuda", dtype=torch.bfloat16) for rows in (m, n))
        exact = a.double() @ b.double().T
        bound = 2.0**-20 * (a.double().abs() @ b.double().abs().T)
        c, f = torch.zeros(m, n, device="cuda", dtype=torch.bfloat16), torch.zeros(m, n, device="cuda")
        maps = torch.tensor(tensor_map(a, 128) + tensor_map(b, 256), dtype=torch.uint64).cuda()

        def error(of):
            return f"{(of.double() - exact).abs().max().item() / exact.abs().max().item():.1e}"

        line = f"{m} {n} {k}: cuBLAS {rate(m, n, k, lambda: torch.mm(a, b.T, out=c)):.0f} error {error(c)}"
        c.zero_()
        speed = rate(m, n, k, lambda: launch(hopper, (blocks, 1), 384, HOPPER_SHARED, u32(m), u32(n), u32(k),
                                             *slice_of(maps, 2), *slice_of(c)))
        line += f" | hopper {speed:.0f} error {error(c)}"
        speed = rate(m, n, k, lambda: launch(mma, ((n + 127) // 128, (m + 127) // 128), 128, 0, u64(m), u64(n), u64(k),
                                             *slice_of(a), *slice_of(b), *slice_of(f)))
        beyond = ((f.double() - exact).abs() > bound).sum().item()
        print(f"{line} | mma {speed:.0f} error {error(f)} beyond {beyond}", flush=True)


if __name__ == "__main__":
    main()

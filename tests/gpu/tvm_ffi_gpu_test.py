#!/usr/bin/env python3
"""Shared objects for tvm-ffi on a GPU: tvm_ffi_gpu_test.py RUSTGC. torch's tensors, as tvm-ffi passes them on: results,
streams, panics, and what a call costs beside the driver's own launch."""
import ctypes
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tvm"))
os.environ.pop("FAKE_CUDA_DEVICES", None)

import gpu_rig
import tvm_ffi_test as rig
import tvm_package
from gpu_rig import N

TYPES = {"float32": (2, 32), "int32": (0, 32), "uint32": (1, 32)}
BENCH = """
#include <time.h>
typedef int call_fn(void *, const void *, int, void *);
typedef unsigned u;
typedef int launch_fn(void *, u, u, u, u, u, u, u, void *, void **, void **);
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
double bench_call(call_fn *call, const void *args, int n, int count)
{
    long long result[2] = {0};
    const double start = now();
    for (int i = 0; i < count; i++)
        if (call(0, args, n, result))
            return -1;
    return (now() - start) / count;
}
double bench_launch(launch_fn *launch, void *function, u grid, u block, void *stream, void **params, int count)
{
    const double start = now();
    for (int i = 0; i < count; i++)
        if (launch(function, grid, 1, 1, block, 1, 1, 0, stream, params, 0))
            return -1;
    return (now() - start) / count;
}
"""


class TorchTensor(rig.Array):
    """A tensor of torch's."""

    def __init__(self, given):  # pylint: disable=super-init-not-called
        self.given, self.as_object = given, True
        code, bits = TYPES[str(given.dtype).removeprefix("torch.")]
        shape = (ctypes.c_int64 * given.dim())(*given.shape)
        strides = (ctypes.c_int64 * given.dim())(*given.stride())
        self.object = rig.Object(tensor=rig.Tensor(given.data_ptr(), 2, given.device.index, given.dim(), code, bits, 1,
                                                   shape, strides, 0))


def setUpModule():
    global torch
    torch = gpu_rig.torch_with_cuda()
    rig.setUpModule()


def tearDownModule():
    rig.tearDownModule()


class Gpu(rig.Base):
    def call(self, name, *args):
        """In torch's current stream, which tvm-ffi asks torch for."""
        rig.host.set_stream(torch.cuda.current_stream().cuda_stream)
        rig.module.call(name, *(TorchTensor(one) if isinstance(one, torch.Tensor) else one for one in args))

    def test_kernels(self):
        x, y = torch.arange(N, dtype=torch.float32, device="cuda"), torch.ones(N, device="cuda")
        self.call("saxpy", 2.0, x, y)
        self.assertTrue(torch.equal(y, 2 * x + 1))
        z = torch.arange(4096, dtype=torch.int32, device="cuda")
        self.call("saxpy", 1.0, x[:100], y[:100])
        self.assertTrue(torch.equal(y[:100], 3 * x[:100] + 1))
        with self.assertRaises(rig.Raised):
            self.call("reverse", z)  # int32 is not u32
        count = torch.zeros(10000, dtype=torch.uint32, device="cuda") if hasattr(torch, "uint32") else None
        if count is not None:
            self.call("recurse", 100, count)  # in more than the 1 KiB that a thread's stack has by itself
            self.assertEqual(count.cpu().numpy().tolist(), [i + 5050 for i in range(10000)])
        with self.assertRaisesRegex(rig.Raised, "not dense"):
            self.call("saxpy", 1.0, x[::2], y)

    def test_current_stream(self):
        gpu_rig.check_current_stream(self, lambda *args: self.call("saxpy", *args))

    def test_graph(self):
        gpu_rig.check_graph(self, lambda *args: self.call("saxpy", *args))

    def test_panics(self):
        """Of the next call, or of rustg_synchronize; the device stays usable."""
        x, y = torch.ones(3, device="cuda"), torch.zeros(1000, device="cuda")
        words = r"kernel `saxpy` panicked at kernels.rs:7:21: index out of bounds: the len is 3 but the index is \d+"
        for wait in (True, False):
            self.call("saxpy", 1.0, x, y)
            if not wait:
                torch.cuda.synchronize()
            with self.assertRaisesRegex(rig.Raised, words):
                self.call("rustg_synchronize") if wait else self.call("saxpy", 1.0, y, y.clone())
            self.call("rustg_synchronize")
        ones = torch.ones(1000, device="cuda")
        self.call("saxpy", 1.0, ones, y)
        self.call("rustg_synchronize")
        self.assertEqual(y[500].item(), 1)

    def test_cost_of_a_call(self):
        """Beside cuLaunchKernel of the same kernel's code, both from C: at most 1 us more."""
        bench = ctypes.CDLL(gpu_rig.build_library(rig, BENCH, "libbench.so"))
        bench.bench_call.restype = bench.bench_launch.restype = ctypes.c_double
        x, y = torch.ones(256, device="cuda"), torch.zeros(256, device="cuda")
        cuda, function = gpu_rig.load_saxpy(self, rig)
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        rig.host.set_stream(stream.value)
        values = [ctypes.c_float(1.0), *(ctypes.c_uint64(n) for n in (x.data_ptr(), 256, y.data_ptr(), 256))]
        params = (ctypes.c_void_p * 5)(*(ctypes.addressof(value) for value in values))
        tensors = TorchTensor(x), TorchTensor(y)
        args = (rig.Any * 3)(*map(rig.any_of, (1.0, *tensors)))
        call = ctypes.cast(getattr(rig.module.library, "__tvm_ffi_saxpy"), ctypes.c_void_p)
        launch, count, best = ctypes.cast(cuda.cuLaunchKernel, ctypes.c_void_p), 500, [1.0, 1.0]
        for _ in range(20):
            torch.cuda.synchronize()
            own = bench.bench_call(call, args, 3, count)
            torch.cuda.synchronize()
            raw = bench.bench_launch(launch, function, 1, 256, stream, params, count)
            self.assertGreater(min(own, raw), 0)
            best = [min(best[0], own), min(best[1], raw)]
        print(f"a call from C: {best[0] * 1e6:.2f} us, cuLaunchKernel {best[1] * 1e6:.2f} us")
        self.assertLess(best[0] - best[1], 1e-6)


if __name__ == "__main__":
    tvm_package.main()

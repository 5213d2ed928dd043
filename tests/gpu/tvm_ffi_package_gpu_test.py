#!/usr/bin/env python3
"""Shared objects that rustgc makes for tvm-ffi, loaded by its own Python package on a GPU: tvm_ffi_package_gpu_test.py
RUSTGC. Arrays of torch, CuPy and JAX in their own streams, what is wrong as Python sees it, and what a call costs
beside one that does nothing but launch."""
import ctypes
import gc
import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tvm"))
os.environ.pop("FAKE_CUDA_DEVICES", None)
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import gpu_rig
import tvm_ffi_test as rig
import tvm_package
from gpu_rig import N, wanted

SCALE = """
#[kernel]
pub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a * x[i];
    }
}
"""
PANIC = r"kernel `saxpy` panicked at kernels.rs:7:21: index out of bounds: the len is 3 but the index is \d+"
RAW = """
typedef unsigned u;
typedef struct { int type; u pad; void *pointer; } any;
typedef struct { void *data; int device_type, device, n; u type; long long *shape; } tensor;
typedef int launch_fn(void *, u, u, u, u, u, u, u, void *, void **, void **);
typedef void *stream_fn(int, int);
static launch_fn *launch;
static stream_fn *stream_of;
static void *function;
void raw_set(launch_fn *l, stream_fn *s, void *f) { launch = l, stream_of = s, function = f; }
static const tensor *tensor_of(const any *a)
{
    return (const tensor *)((const char *)a->pointer + (a->type == 70 ? 24 : 0));
}
int __tvm_ffi_raw(void *self, const any *args, int n, any *result)
{
    const tensor *x = tensor_of(args + 1), *y = tensor_of(args + 2);
    float a = 1;
    void *params[] = {&a, (void *)&x->data, x->shape, (void *)&y->data, y->shape};
    launch(function, (u)((*y->shape + 255) / 256), 1, 1, 256, 1, 1, 0, stream_of(2, y->device), params, 0);
    (void)self, (void)n, (void)result;
    return 0;
}
"""


def setUpModule():
    global kernels, torch, tvm_ffi
    torch = gpu_rig.torch_with_cuda()
    tvm_ffi = tvm_package.find()
    path, done = rig.build(rig.KERNELS + SCALE, "kernels")
    assert done.returncode == 0, done.stderr
    kernels = tvm_ffi.load_module(path)


def tearDownModule():
    rig.WORK.cleanup()


class Torch(unittest.TestCase):
    def test_kernels(self):
        x, y = torch.arange(N, dtype=torch.float32, device="cuda"), torch.ones(N, device="cuda")
        self.assertIsNone(kernels.saxpy(2.0, x, y))
        self.assertTrue(torch.equal(y, 2 * x + 1))
        kernels.saxpy(1.0, x[100:200], y[100:200], 1, 1, 1, 64, 1, 1)
        self.assertTrue(torch.equal(y[100:164], 3 * x[100:164] + 1))
        self.assertTrue(torch.equal(y[164:], 2 * x[164:] + 1))

    def test_wrong_arguments(self):
        x, y = torch.ones(8, device="cuda"), torch.zeros(8, device="cuda")
        for kind, words, *args in (
                (TypeError, r"argument 1 of saxpy, `x: &\[f32\]`: the tensor holds bfloat16,", 1.0, x.bfloat16(), y),
                (TypeError, "the tensor holds bool, not f32", 1.0, x > 0, y),
                (TypeError, "a number is wanted, not a tensor", x, x, y),
                (TypeError, "takes 3 arguments", 1.0, x),
                (ValueError, "make it contiguous first", 1.0, x[::2], y),
                (ValueError, "is on cpu:0, and one before it on cuda:0", 1.0, x, y.cpu()),
                (ValueError, "is on cuda:0, and one before it on cpu:0", 1.0, x.cpu(), y),
                (ValueError, r"the output overlaps `x: &\[f32\]`", 1.0, y[:4], y)):
            with self.assertRaisesRegex(kind, words) as caught:
                kernels.saxpy(*args)
            self.assertIs(type(caught.exception), kind)
        self.assertEqual(y.sum().item(), 0)

    def test_current_stream(self):
        gpu_rig.check_current_stream(self, kernels.saxpy)

    def test_graph(self):
        gpu_rig.check_graph(self, kernels.saxpy)

    def test_panics(self):
        x, y = torch.ones(3, device="cuda"), torch.zeros(1000, device="cuda")
        kernels.saxpy(1.0, x, y)
        with self.assertRaisesRegex(RuntimeError, PANIC):
            kernels.rustg_synchronize()
        kernels.saxpy(1.0, x, y)
        torch.cuda.synchronize()
        with self.assertRaisesRegex(RuntimeError, PANIC):
            kernels.saxpy(1.0, y, y.clone())
        kernels.rustg_synchronize()

    def test_unload(self):
        """It may be unloaded while its kernel may run, and loaded again."""
        copy = pathlib.Path(rig.WORK.name, "unloaded.so")
        copy.write_bytes(pathlib.Path(rig.WORK.name, "kernels.so").read_bytes())
        x, y = torch.ones(N, device="cuda"), torch.zeros(N, device="cuda")
        for _ in range(3):
            module = tvm_ffi.load_module(copy, keep_module_alive=False)
            module.saxpy(1.0, x, y)
            del module
            gc.collect()
            self.assertNotIn("unloaded.so", pathlib.Path("/proc/self/maps").read_text(encoding="utf-8"))
        self.assertTrue(bool((y == 3).all()))

    def test_cost_of_a_call(self):
        """From Python, beside a function of tvm-ffi's in C that only launches the same code: at most 1 us more."""
        path = gpu_rig.build_library(rig, RAW, "libraw.so")
        x, y = torch.ones(256, device="cuda"), torch.zeros(256, device="cuda")
        cuda, function = gpu_rig.load_saxpy(self, rig)
        own, raw = kernels.saxpy, tvm_ffi.load_module(path).raw
        library = ctypes.CDLL(tvm_package.library())
        ctypes.CDLL(path).raw_set(cuda.cuLaunchKernel, library.TVMFFIEnvGetStream, function)
        raw(1.0, x, y)
        self.assertEqual(y.sum().item(), 256)
        best = [1.0, 1.0]
        for _ in range(30):
            for i, call in enumerate((own, raw)):
                torch.cuda.synchronize()
                start = time.perf_counter()
                for _ in range(300):
                    call(1.0, x, y)
                best[i] = min(best[i], (time.perf_counter() - start) / 300)
        print(f"a call from Python: {best[0] * 1e6:.2f} us, one that only launches {best[1] * 1e6:.2f} us")
        self.assertEqual(y.sum().item(), 256 * (1 + 30 * 600))
        self.assertLess(best[0] - best[1], 1e-6)


class Cupy(unittest.TestCase):
    def setUp(self):
        self.cupy = wanted("cupy")

    def test_arrays(self):
        cupy = self.cupy
        x, y = cupy.arange(N, dtype=cupy.float32), cupy.ones(N, cupy.float32)
        kernels.saxpy(2.0, x, y)
        self.assertTrue(bool((y == 2 * x + 1).all()))
        with self.assertRaisesRegex(TypeError, "the tensor holds float64, not f32"):
            kernels.saxpy(2.0, x.astype(cupy.float64), y)
        with self.assertRaisesRegex(ValueError, "make it contiguous first"):
            kernels.saxpy(2.0, x[::2], y)
        kernels.saxpy(1.0, cupy.ones(3, cupy.float32), y)
        with self.assertRaisesRegex(RuntimeError, PANIC):
            kernels.rustg_synchronize()

    def test_documentation(self):
        names = {"cupy": self.cupy, "tvm_ffi": tvm_ffi, "kernels": kernels,
                 "x": self.cupy.ones(N, self.cupy.float32), "y": self.cupy.ones(N, self.cupy.float32)}
        exec(tvm_package.snippet("stream = cupy"), names)  # pylint: disable=exec-used
        self.assertTrue(bool((names["y"] == 3).all()))

    def test_stream(self):
        """CuPy tells tvm-ffi no stream: one names it, and a panic comes from it."""
        cupy = self.cupy
        x, y = cupy.arange(N, dtype=cupy.float32), cupy.zeros(N, cupy.float32)
        y += 1  # all code is loaded, for which the driver may wait
        kernels.saxpy(0.0, x, y)
        z = y * 2
        y.fill(0)
        cupy.cuda.Device().synchronize()
        stream, event = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Event()
        occupied = gpu_rig.occupy(torch.cuda.ExternalStream(stream.ptr))
        with stream, tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream.ptr):
            with torch.cuda.stream(torch.cuda.ExternalStream(stream.ptr)):
                occupied()
            y += 1
            kernels.saxpy(2.0, x, y)
            z = y * 2
            event.record()
            self.assertFalse(event.done, "the call waited")
        stream.synchronize()
        self.assertTrue(bool((z == 4 * x + 2).all()))


class Jax(unittest.TestCase):
    def setUp(self):
        self.jax = wanted("jax")
        try:
            self.gpu = self.jax.devices("gpu")[0]
        except RuntimeError as error:
            self.skipTest(f"JAX has no GPU here: {error}")

    def test_inputs(self):
        """By DLPack, into another library's array."""
        jax = self.jax
        x = jax.device_put(jax.numpy.arange(N, dtype=jax.numpy.float32), self.gpu).block_until_ready()
        y = torch.ones(N, device="cuda")
        kernels.saxpy(2.0, x, y)
        self.assertTrue(torch.equal(y, 2 * torch.arange(N, dtype=torch.float32, device="cuda") + 1))
        with self.assertRaisesRegex(TypeError, "the tensor holds int32, not f32"):
            kernels.saxpy(2.0, x.astype(jax.numpy.int32).block_until_ready(), y)

    def test_documentation(self):
        names = {"jax": self.jax, "jax_tvm_ffi": tvm_package.find("jax_tvm_ffi"), "kernels": kernels,
                 "x": self.jax.device_put(self.jax.numpy.ones(N, self.jax.numpy.float32), self.gpu)}
        exec(tvm_package.snippet("jax_tvm_ffi.register"), names)  # pylint: disable=exec-used
        self.assertTrue(bool((names["y"] == 2).all()))

    def test_jit(self):
        """In a program that JAX compiles, by jax_tvm_ffi."""
        jax, jnp, bridge = self.jax, self.jax.numpy, tvm_package.find("jax_tvm_ffi")
        bridge.register_ffi_target("rustg.scale", kernels.scale, ["attrs.a", "args", "rets"], platform="gpu")

        def scale(a, x, dtype=jnp.float32):
            return jax.ffi.ffi_call("rustg.scale", jax.ShapeDtypeStruct(x.shape, dtype))(x, a=a)

        @jax.jit
        def program(x):
            return scale(2.5, x + 1) * 2

        x = jax.device_put(jnp.arange(N, dtype=jnp.float32), self.gpu)
        for _ in range(3):
            self.assertTrue(bool((program(x) == 5 * (x + 1)).all()))
        with self.assertRaisesRegex(Exception, r"`x: &\[f32\]`: the tensor holds int32, not f32"):
            scale(2.5, x.astype(jnp.int32)).block_until_ready()


if __name__ == "__main__":
    tvm_package.main()

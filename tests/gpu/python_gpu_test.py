#!/usr/bin/env python3
"""Python on a GPU: arrays of torch, CuPy and JAX in and out of kernels without a copy and in their streams, the front
end's arrays left on the device, and pyarrow. Tests of what is not there skip."""
import gc
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bindings"))
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

from python_rig import SAXPY, SOURCE, main, skip

import numpy as np

import rustg
from gpu_rig import N, check_current_stream, torch_with_cuda, wanted

COUNT = """
use rustg_std::prelude::*;

#[kernel]
pub fn is_kind(kind: u8, kinds: &[u8], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = (kinds[i] == kind) as u32;
    }
}
"""
TELL = """
use rustg_std::prelude::*;

#[kernel]
pub fn tell(n: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        println!("{} of {n}", i.get());
        y[i] = n;
    }
}
"""


class Gpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.saxpy = staticmethod(rustg.kernel(SAXPY, path="saxpy.rs"))


class Own(Gpu):
    def test_numpy_and_own_arrays(self):
        x, y = np.arange(N, dtype=np.float32), np.ones(N, np.float32)
        self.saxpy(2.0, x, y, device="cuda")
        np.testing.assert_array_equal(y, 2 * x + 1)
        with rustg.device("cuda"), rustg.Stream() as stream:
            mine, out = rustg.array(x), rustg.zeros(N)
            for _ in range(3):
                self.saxpy(1.0, mine, out)
            stream.synchronize()
        np.testing.assert_array_equal(out.numpy(), 3 * x)

    def test_panic(self):
        x, y = rustg.zeros(3, device="cuda"), rustg.zeros(1000, device="cuda")
        self.saxpy(1.0, x, y)
        with self.assertRaisesRegex(rustg.PanicError, "the len is 3 but the index is") as caught:
            rustg.synchronize("cuda")
        self.assertEqual((caught.exception.path, caught.exception.line), ("saxpy.rs", 8))
        self.saxpy(1.0, rustg.array(np.ones(1000, np.float32), "cuda"), y)
        rustg.synchronize("cuda")
        self.assertEqual(y.numpy()[5], 1)

    def test_print(self):
        got = []
        rustg.on_print(got.append)
        try:
            rustg.kernel(TELL)(7, rustg.zeros(1000, "u32", device="cuda"))
            rustg.synchronize("cuda")
        finally:
            rustg.on_print(None)
        self.assertEqual(sorted(one.text for one in got), sorted(f"{i} of 7\n" for i in range(1000)))

    def test_panics_of_kernels_that_end(self):
        x, y = rustg.zeros(3, device="cuda"), rustg.zeros(1000, device="cuda")
        rustg.kernel(SAXPY, path="lost.rs")(1.0, x, y)
        gc.collect()
        with self.assertRaisesRegex(rustg.PanicError, "the len is 3 but the index is") as caught:
            rustg.synchronize("cuda")
        self.assertEqual((caught.exception.path, caught.exception.line), ("lost.rs", 8))

    def test_generic_kernels(self):
        text = SAXPY.replace("saxpy(a: f32, x: &[f32], mut y: GridMut<f32>)",
                             "saxpy<T: Copy + core::ops::Mul<Output = T> + core::ops::Add<Output = T>>"
                             "(a: T, x: &[T], mut y: GridMut<T>)")
        for path, dtype in (("saxpy::<f64>", np.float64), ("saxpy::<u16>", np.uint16)):
            y = np.full(100, 2, dtype)
            rustg.kernel(text, path)(3, np.arange(100).astype(dtype), y, device="cuda")
            np.testing.assert_array_equal(y, 3 * np.arange(100) + 2)

    def test_tokens_left_on_the_device(self):
        """The front end's arrays are arguments of kernels where they lie."""
        text = "fn f() { let x = (1 + 2) * 3; }\n" * 20000
        host, left = rustg.compile(text), rustg.compile(text, engine="cuda", leave_on_device=True)
        self.assertEqual(left.engine, "cuda")
        whole, there = host.batches[0], left.batches[0]
        for theirs, mine in ((whole.tokens, there.tokens), (whole.ast, there.ast)):
            for name, column in mine.columns().items():
                self.assertEqual(column.device, "cuda:0")
                np.testing.assert_array_equal(column.numpy(), theirs.columns()[name], name)
        kinds = there.tokens.kind
        y = rustg.zeros(len(kinds), "u32", device="cuda")
        rustg.kernel(COUNT)(int(rustg.TokenKind.KW_FN), kinds, y)
        self.assertEqual(y.numpy().sum(), 20000)


class Torch(Gpu):
    def setUp(self):
        self.torch = torch_with_cuda()

    def test_in_and_out(self):
        torch = self.torch
        x, y = torch.arange(N, dtype=torch.float32, device="cuda"), torch.ones(N, device="cuda")
        self.saxpy(2.0, x, y)
        self.assertTrue(torch.equal(y, 2 * x + 1))
        mine = rustg.zeros((2, N // 2), device="cuda")
        theirs = torch.from_dlpack(mine)
        self.assertEqual((theirs.data_ptr(), tuple(theirs.shape)), (mine.pointer, mine.shape))
        self.saxpy(3.0, x, mine)
        self.assertTrue(torch.equal(theirs.flatten(), 3 * x))
        del mine
        gc.collect()
        torch.empty(4 * N, device="cuda").fill_(7)
        self.assertTrue(torch.equal(theirs.flatten(), 3 * x))
        taken = rustg.from_dlpack(theirs)
        self.assertEqual((taken.pointer, taken.device), (theirs.data_ptr(), "cuda:0"))
        again = torch.as_tensor(taken, device="cuda")  # by the CUDA array interface
        self.assertEqual(again.data_ptr(), theirs.data_ptr())

    def test_current_stream(self):
        enqueued = check_current_stream(self, self.saxpy)
        self.assertLess(enqueued, 0.05)
        rustg.synchronize("cuda")

    def test_given_streams(self):
        torch, stream = self.torch, self.torch.cuda.Stream()
        x, y = torch.ones(N, device="cuda"), torch.zeros(N, device="cuda")
        torch.cuda.synchronize()
        with rustg.stream(stream):
            self.saxpy(1.0, x, y)
        stream.synchronize()
        self.assertTrue(torch.equal(y, x))
        own = rustg.Stream("cuda")
        external = torch.cuda.ExternalStream(own.ptr)
        with torch.cuda.stream(external):
            y.add_(1)
            self.saxpy(1.0, x, y)
            y.mul_(2)
        own.synchronize()
        self.assertTrue(torch.equal(y, torch.full_like(y, 6)))

    def test_types(self):
        torch = self.torch
        types = {"i8": torch.int8, "u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
                 "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64, "bool": torch.bool}
        text = "use rustg_std::prelude::*;\n" + "".join(
            f"#[kernel]\npub fn copy_{name}(x: &[{name}], mut y: GridMut<{name}>) {{\n    let i = thread::index();\n"
            f"    if i < y.len() {{\n        y[i] = x[i];\n    }}\n}}\n" for name in types)
        kernels = rustg.module(text)
        for name, dtype in types.items():
            x = (torch.arange(1000, device="cuda") % 2).to(dtype)
            y = torch.zeros(1000, dtype=dtype, device="cuda")
            kernels[f"copy_{name}"](x, y)
            self.assertTrue(torch.equal(x, y), name)

    def test_refused(self):
        torch = self.torch
        y = torch.zeros(8, device="cuda")
        for x, words in ((torch.zeros(8), "several devices: x is on cpu, y is on cuda:0"),
                         (torch.zeros(8, dtype=torch.float64, device="cuda"), "dtype is f64, not f32"),
                         (torch.zeros(16, device="cuda")[::2], "not dense"),
                         (torch.zeros(8, device="cuda", requires_grad=True), "does not lend its memory"),
                         (y, "overlaps")):
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, words):
                self.saxpy(1.0, x, y)

    def test_cost_of_a_call(self):
        """Told, not judged: a call of Python's on torch's arrays, and torch's own for comparison."""
        torch = self.torch
        x, y = torch.ones(256, device="cuda"), torch.zeros(256, device="cuda")

        def cost(call):
            best = 1.0
            for _ in range(5):
                torch.cuda.synchronize()
                start = time.perf_counter()
                for _ in range(200):
                    call()
                best = min(best, (time.perf_counter() - start) / 200)
            return best * 1e6
        print(f"a call: rustg {cost(lambda: self.saxpy(2.0, x, y)):.1f} us, "
              f"torch's add_ {cost(lambda: y.add_(x, alpha=2.0)):.1f} us")
        rustg.synchronize("cuda")


class Cupy(Gpu):
    def setUp(self):
        self.cupy = wanted("cupy")

    def test_in_and_out(self):
        cupy = self.cupy
        x, y = cupy.arange(N, dtype=cupy.float32), cupy.ones(N, cupy.float32)
        self.saxpy(2.0, x, y)
        self.assertTrue(bool((y == 2 * x + 1).all()))
        mine = rustg.zeros(N, device="cuda")
        for theirs in (cupy.from_dlpack(mine), cupy.asarray(mine)):
            self.assertEqual(theirs.data.ptr, mine.pointer)
            self.saxpy(1.0, x, theirs)
        np.testing.assert_array_equal(mine.numpy(), 2 * np.arange(N, dtype=np.float32))
        self.assertEqual(rustg.asarray(x).pointer, x.data.ptr)

    def test_current_stream(self):
        cupy = self.cupy
        stream = cupy.cuda.Stream(non_blocking=True)
        x, y = cupy.arange(N, dtype=cupy.float32), cupy.zeros(N, cupy.float32)
        cupy.cuda.Device().synchronize()
        with stream:
            y += 1
            self.saxpy(2.0, x, y)
            z = y * 2
        stream.synchronize()
        self.assertTrue(bool((z == 4 * x + 2).all()))

    def test_streams_that_end(self):
        """CuPy ends a stream with its object; what rustg put into it is waited for all the same."""
        cupy = self.cupy
        x, y = cupy.arange(N, dtype=cupy.float32), rustg.zeros(N, device="cuda")
        rustg.synchronize("cuda")
        for _ in range(3):
            stream = cupy.cuda.Stream(non_blocking=True)
            with stream:
                self.saxpy(1.0, x, cupy.from_dlpack(y))
            del stream
            gc.collect()
            rustg.synchronize("cuda")
        np.testing.assert_array_equal(y.numpy(), 3 * np.arange(N, dtype=np.float32))
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            self.saxpy(1.0, rustg.zeros(3, device="cuda"), cupy.zeros(1000, cupy.float32))
        del stream
        gc.collect()
        with self.assertRaisesRegex(rustg.PanicError, "the len is 3 but the index is"):
            rustg.synchronize("cuda")


class Jax(Gpu):
    def setUp(self):
        self.jax = wanted("jax")
        try:
            self.gpu = self.jax.devices("gpu")[0]
        except RuntimeError as error:
            self.skipTest(f"JAX has no GPU here ({error})")

    def test_in_and_out(self):
        jax = self.jax
        from jax import dlpack  # pylint: disable=import-outside-toplevel
        x = jax.device_put(jax.numpy.arange(N, dtype=jax.numpy.float32), self.gpu)
        y = rustg.zeros(N, device="cuda")
        self.saxpy(2.0, x, y)
        z = dlpack.from_dlpack(y)
        self.assertEqual(z.unsafe_buffer_pointer(), y.pointer)
        np.testing.assert_array_equal(np.asarray(z + x), 3 * np.arange(N, dtype=np.float32))
        with self.assertRaisesRegex(ValueError, "JAX's arrays cannot be written"):
            self.saxpy(2.0, y, x)
        self.saxpy(1.0, jax.numpy.ones(N, jax.numpy.float32) * 2, y)  # what JAX may still be computing
        np.testing.assert_array_equal(y.numpy(), 2 * np.arange(N, dtype=np.float32) + 2)


class Arrow(unittest.TestCase):
    def setUp(self):
        self.pa = wanted("pyarrow")
        self.result = rustg.compile([path.read_text() for path in sorted((SOURCE / "examples").rglob("*.rs"))])

    def test_memory(self):
        for table, arrays in (("tokens", self.result.batches[0].tokens), ("ast", self.result.batches[0].ast)):
            batch = self.pa.record_batch(self.result.arrow(table))
            self.assertEqual(batch.num_rows, len(arrays))
            for name, column in arrays.columns().items():
                theirs = batch.column("token" if name == "tok" else name)
                if name == "kind":
                    self.assertEqual(theirs.to_pylist()[:2000], list(arrays.kind_names[:2000]))
                    theirs = theirs.indices
                np.testing.assert_array_equal(theirs.to_numpy(), column)
                self.assertEqual(theirs.buffers()[1].address, column.ctypes.data, f"{table}.{name} was copied")

    def test_files(self):
        from pyarrow import ipc  # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory() as work:
            for table, arrays in (("tokens", self.result.batches[0].tokens), ("ast", self.result.batches[0].ast)):
                path = os.path.join(work, table)
                self.result.write_arrow(table, path)
                read = ipc.open_file(self.pa.memory_map(path)).read_all()
                read.validate(full=True)
                np.testing.assert_array_equal(read["start"].to_numpy(), arrays.start)
                self.assertEqual(read["kind"].to_pylist()[1:9], list(arrays.kind_names[1:9]))
            self.result.write_arrow("files", os.path.join(work, "files"))
            self.assertEqual(ipc.open_file(os.path.join(work, "files")).read_all().num_rows, len(self.result.files))

    def test_rustgc(self):
        rustgc = os.environ.get("RUSTGC")
        if not rustgc:
            self.skipTest("RUSTGC names no rustgc")
        from pyarrow import feather, ipc  # pylint: disable=import-outside-toplevel
        source = SOURCE / "examples" / "kernels" / "saxpy.rs"
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "a.arrow")
            subprocess.run([rustgc, "--emit=tokens", "--format=arrow", "-o", path, source], check=True)
            kinds = ipc.open_file(io.BytesIO(pathlib.Path(path).read_bytes())).read_all()["kind"].to_pylist()
            self.assertEqual(feather.read_table(path)["kind"].to_pylist(), kinds)
        self.assertEqual(kinds[1:-1], list(rustg.compile(source).tokens.kind_names))


if __name__ == "__main__":
    if rustg.cuda_missing() or len(rustg.devices()) < 2:
        skip(f"no GPU here ({rustg.cuda_missing()})")
    main()

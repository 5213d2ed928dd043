#!/usr/bin/env python3
"""Shared objects that rustgc makes for tvm-ffi, loaded by its own Python package on the CPU: tvm_ffi_package_test.py
RUSTGC. numpy's and torch's arrays, numbers, wrong arguments and panics as Python sees them."""
import gc
import pathlib
import threading
import unittest

import tvm_ffi_test as rig
import tvm_package

WORDS = r"^kernel `saxpy` panicked at kernels.rs:7:21: index out of bounds: the len is 3 but the index is 3 "


def setUpModule():
    global kernels, np, path, tvm_ffi
    tvm_ffi = tvm_package.find()
    try:
        import numpy as np  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise unittest.SkipTest(f"no numpy here: {error}") from None
    path, done = rig.build(rig.KERNELS + rig.RECURSE, "kernels")
    assert done.returncode == 0, done.stderr
    kernels = tvm_ffi.load_module(path)


def tearDownModule():
    rig.WORK.cleanup()


class OnTheCpu(unittest.TestCase):
    def raises(self, kind, words, name, *args):
        """The kind itself, not one derived from it."""
        with self.assertRaisesRegex(kind, words) as caught:
            kernels[name](*args)
        self.assertIs(type(caught.exception), kind)

    def test_numpy(self):
        x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
        self.assertIsNone(kernels.saxpy(2.0, x, y))
        self.assertTrue(np.array_equal(y, 2 * x + 1))
        kernels.saxpy(np.float32(1), tvm_ffi.from_dlpack(x), tvm_ffi.from_dlpack(y))
        self.assertTrue(np.array_equal(y, 3 * x + 1))
        kernels.saxpy(1, x[100:200], y[100:200], 50)  # whole blocks of threads
        self.assertTrue(np.array_equal(y[100:200], 4 * x[100:200] + 1))
        square = np.arange(256, dtype=np.uint32).reshape(4, 64)
        kernels.reverse(square)
        self.assertEqual(square[1].tolist(), list(range(127, 63, -1)))
        kernels.saxpy(1.0, np.empty(0, np.float32), np.empty(0, np.float32))
        kernels.rustg_synchronize()
        with self.assertRaises(AttributeError):
            kernels.no_kernel()
        self.assertNotIn("librustg", pathlib.Path("/proc/self/maps").read_text(encoding="utf-8"))

    def test_torch(self):
        try:
            import torch  # pylint: disable=import-outside-toplevel
        except ImportError as error:
            self.skipTest(f"no torch here: {error}")
        x, y = torch.arange(1000, dtype=torch.float32), torch.ones(1000)
        kernels.saxpy(2.0, x, y)
        self.assertTrue(torch.equal(y, 2 * x + 1))
        kernels.saxpy(1.0, x[500:], y[500:])
        self.assertTrue(torch.equal(y[500:], 3 * x[500:] + 1))
        self.raises(TypeError, "`x: &\\[f32\\]`: the tensor holds float64, not f32", "saxpy", 1.0, x.double(), y)
        self.raises(ValueError, "make it contiguous first", "saxpy", 1.0, x[::2], y)
        self.raises(RuntimeError, WORDS, "saxpy", 1.0, x[:3], y)

    def test_documentation(self):
        """The page's first program, on the CPU in place of CUDA."""
        try:
            import torch  # noqa: F401 pylint: disable=import-outside-toplevel,unused-import
        except ImportError as error:
            self.skipTest(f"no torch here: {error}")
        program = tvm_package.snippet("import torch, tvm_ffi\n")
        program = program.replace('device="cuda"', 'device="cpu"').replace('"kernels.so"', repr(path))
        names = {}
        exec(program, names)  # pylint: disable=exec-used
        self.assertEqual([names["y"][0].item(), names["y"][999].item()], [6, 4])

    def test_scalars(self):
        y = np.zeros(1)

        def put(*args):
            kernels.put(*args, y)
            return y[0]
        self.assertEqual(put(True, 0.5, 2.0, 0.25, 0, 0, 0), 2000.75)
        self.assertEqual(put(False, 0, 0, 0, -128, 1 << 62, 65), -128.0 + float(1 << 62) + 65)
        self.assertEqual(put(False, 0, 0, 0, np.int8(-5), np.uint64(7), 65), 67)
        self.raises(ValueError, "argument 4 of put, `n: i8`: 128 does not fit", "put", False, 0, 0, 0, 128, 0, 0, y)
        self.raises(TypeError, "`d: f64`: a number is wanted", "put", False, 0, 0, "text", 0, 0, 0, y)
        self.raises(TypeError, "`d: f64`: a number is wanted", "put", False, 0, 0, None, 0, 0, 0, y)
        self.raises(TypeError, "`n: i8`: a whole number is wanted", "put", False, 0, 0, 0, 1.5, 0, 0, y)
        self.raises(TypeError, "`b: bool`: a bool is wanted", "put", 1, 0, 0, 0, 0, 0, 0, y)

    def test_wrong_arguments(self):
        x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
        for kind, words, *args in (
                (TypeError, r"takes 3 arguments.*, not 2", 1.0, x),
                (TypeError, r"argument 1 of saxpy, `x: &\[f32\]`: a tensor is wanted", 1.0, 2.0, y),
                (TypeError, r"argument 0 of saxpy, `a: f32`: a number is wanted, not a tensor", x, x, y),
                (TypeError, "the tensor holds float64, not f32", 1.0, x.astype(np.float64), y),
                (TypeError, "the tensor holds int32, not f32", 1.0, x.astype(np.int32), y),
                (TypeError, "the tensor holds float16, not f32", 1.0, x, y.astype(np.float16)),
                (TypeError, "the tensor holds complex64, not f32", 1.0, x.astype(np.complex64), y),
                (ValueError, "not dense in C order", 1.0, x[::2], y),
                (ValueError, "not dense", 1.0, np.ones((2, 4), np.float32).T, y),
                (ValueError, r"`y: GridMut<f32>`: the output overlaps `x: &\[f32\]`", 1.0, y, y)):
            self.raises(kind, words, "saxpy", *args)
        self.assertFalse(y.any())
        self.raises(ValueError, r"the outputs of both\(.* differ in size", "both", np.full(9, 65, np.uint32),
                    np.zeros(9, np.uint8), np.zeros(8, np.uint8))
        self.raises(ValueError, "a number of the tensor is no char", "both", np.array([0x110000], np.uint32),
                    np.zeros(1, np.uint8), np.zeros(1, np.uint8))

    def test_panic(self):
        y = np.zeros(300, np.float32)
        self.raises(RuntimeError, WORDS, "saxpy", 1.0, np.ones(3, np.float32), y)
        self.assertEqual(y[:4].tolist(), [1, 1, 1, 0])
        kernels.saxpy(1.0, np.ones(300, np.float32), y)
        self.assertEqual(y[299], 1)

    def test_threads(self):
        """Each has its own panic."""
        wrong = []

        def work(n):
            x, y = np.ones(5000, np.float32), np.zeros(5000, np.float32)
            for _ in range(20):
                kernels.saxpy(1.0, x, y)
                try:
                    kernels.saxpy(0.0, x[:n], y)
                    wrong.append(f"no panic at {n}")
                except RuntimeError as error:
                    if f"the len is {n} but" not in str(error):
                        wrong.append(str(error))
            if not (y == 20).all():
                wrong.append(f"{n} has other sums")

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(wrong, [])

    def test_unload(self):
        """It may be unloaded after calls and a panic, and loaded again."""
        copy = pathlib.Path(path).with_name("unloaded.so")
        copy.write_bytes(pathlib.Path(path).read_bytes())
        for _ in range(3):
            module = tvm_ffi.load_module(copy, keep_module_alive=False)
            y = np.ones(100000, np.float32)
            module.saxpy(1.0, y.copy(), y)
            self.assertEqual(y.sum(), 200000)
            with self.assertRaisesRegex(RuntimeError, WORDS):
                module.saxpy(1.0, y[:3].copy(), y)
            del module
            gc.collect()
            self.assertNotIn("unloaded.so", pathlib.Path("/proc/self/maps").read_text(encoding="utf-8"))


if __name__ == "__main__":
    tvm_package.main()

#!/usr/bin/env python3
"""Python: kernels on the CPU device, called on numpy arrays, on rustg's and on those of whatever has DLPack."""
import contextlib
import ctypes
import dataclasses
import functools
import gc
import io
import pathlib
import tempfile
import threading
import types
import unittest
import weakref

from python_rig import SAXPY, main

import numpy as np

import rustg
from rustg import _dlpack, _library

TWO = """
use rustg_std::prelude::*;

#[kernel(block = 64)]
pub fn fill(v: i32, mut y: GridMut<i32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = v;
    }
}

#[kernel]
pub fn shape(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 1;
    }
}
"""


def kernels_of(*rows):
    """Kernels, as (name, type of a scalar parameter, expression of it, element of the output that it is written to)."""
    return rustg.module("use rustg_std::prelude::*;\n" + "".join(
        f"#[kernel]\npub fn {name}(v: {param}, mut y: GridMut<{element}>) {{\n    let i = thread::index();\n"
        f"    if i < y.len() {{\n        y[i] = {value};\n    }}\n}}\n" for name, param, value, element in rows))


new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))


class Lender:
    """A library with DLPack: of version 1, whose tensors are made here, or of one before, whose are numpy's."""

    def __init__(self, array, *, versioned=True, device=(1, 0), failure=None, **fields):
        self.array, self.versioned, self.device, self.failure = array, versioned, device, failure
        self.shape, self.streams, self.fields = array.shape, [], fields

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **asked):
        if not self.versioned and "max_version" in asked:
            raise TypeError("__dlpack__() got an unexpected keyword argument 'max_version'")
        if self.failure:
            raise self.failure
        self.streams.append(asked.get("stream"))
        if not self.versioned:
            return self.array.__dlpack__()
        managed = _dlpack.DLManagedTensorVersioned(major=self.fields.get("major", 1), flags=self.fields.get("flags", 0))
        to, array = managed.dl_tensor, self.array
        element = rustg._element.element_of_dtype(array.dtype)
        self.kept = managed, (ctypes.c_int64 * array.ndim)(*array.shape)
        to.data, to.byte_offset, to.ndim, to.shape = array.ctypes.data - 64, 64, array.ndim, self.kept[1]
        to.dtype.code, to.dtype.bits, to.dtype.lanes = element.code, element.bits, self.fields.get("lanes", 1)
        to.device.device_type, to.device.device_id = self.device
        return new_capsule(ctypes.addressof(managed), b"dltensor_versioned", None)


@functools.cache
def saxpy_kernel():
    """Compiled once."""
    return rustg.kernel(SAXPY, path="saxpy.rs")


class Launches(unittest.TestCase):
    def setUp(self):
        self.saxpy = saxpy_kernel()
        self.x, self.y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)

    def test_numpy(self):
        self.saxpy(2.0, self.x, self.y)
        np.testing.assert_array_equal(self.y, 2 * np.arange(1000) + 1)
        self.saxpy(np.float64(1.0), self.x[:10], self.y[:10], n_elements=10)
        np.testing.assert_array_equal(self.y[8:12], [25, 28, 21, 23])

    def test_is_described(self):
        kernel = self.saxpy
        self.assertEqual(kernel.signature, "saxpy(a: f32, x: &[f32], y: GridMut<f32>)")
        self.assertEqual([(param.role, param.element.name) for param in kernel.params],
                         [("value", "f32"), ("slice", "f32"), ("output", "f32")])
        module = rustg.module(TWO)
        self.assertEqual(list(module), ["fill", "shape"])
        self.assertEqual((module["fill"].block, module.shape.block), ((64, 1, 1), None))
        with self.assertRaisesRegex(AttributeError, "no kernel 'gone'; there are: fill, shape"):
            module.gone  # pylint: disable=pointless-statement
        self.assertEqual(rustg.kernel(TWO, "shape").name, "shape")
        with self.assertRaisesRegex(rustg.ArgumentError, "has the kernels fill, shape: name one"):
            rustg.kernel(TWO)

    def test_grid_and_block(self):
        fill = rustg.module(TWO).fill
        y = np.zeros((10, 20), np.int32)
        fill(7, y, grid=2, block=(64, 1))
        self.assertEqual((y.ravel() == 7).sum(), 128)
        with self.assertRaisesRegex(ValueError, "a launch takes grid and block, or n_elements"):
            fill(7, y, grid=2)
        with self.assertRaisesRegex(ValueError, r"grid is \(1, 0\); it has one to three numbers above 0"):
            fill(7, y, grid=(1, 0), block=1)
        with self.assertRaisesRegex(rustg.ArgumentError, "at most 64 threads"):
            fill(7, y, grid=1, block=128)

    def test_nothing_to_do(self):
        self.saxpy(1.0, self.x[:0], self.y[:0])
        self.saxpy(1.0, self.x, self.y, n_elements=0)
        np.testing.assert_array_equal(self.y, np.ones(1000))

    def test_n_elements_is_asked_for(self):
        two = rustg.kernel("use rustg_std::prelude::*;\n#[kernel]\n"
                           "pub fn two(mut a: GridMut<u8>, mut b: GridMut<u8>) {\n"
                           "    let i = thread::index();\n    if i < a.len() && i < b.len() {\n        a[i] = 1;\n"
                           "        b[i] = 2;\n    }\n}\n")
        a, b = np.zeros(4, np.uint8), np.zeros(3, np.uint8)
        with self.assertRaisesRegex(ValueError, r"n_elements, or grid and block, are wanted \(a has 4, b has 3\)"):
            two(a, b)
        two(a, b, n_elements=3)
        self.assertEqual((a.tolist(), b.tolist()), ([1, 1, 1, 0], [2, 2, 2]))

    def test_wrong_arguments(self):
        saxpy, x, y = self.saxpy, self.x, self.y
        still = np.ones(1000, np.float32)
        still.flags.writeable = False
        for args, kind, words in (
                ((2.0, x), TypeError, r"takes 3 arguments, not 2"),
                ((2.0, x, y, 1), TypeError, r"saxpy\(a: f32, x: &\[f32\], y: GridMut<f32>\) takes 3 arguments, not 4"),
                ((x, x, y), TypeError, "argument 0 of saxpy, `a: f32`: a value is wanted, not an array"),
                (("2", x, y), TypeError, "argument 0 of saxpy, `a: f32`: str is no f32"),
                ((2.0, x.astype(np.float64), y), TypeError, "argument 1 of saxpy, .*the array's dtype is f64, not f32"),
                ((2.0, x.astype(">f4"), y), TypeError, "the array's dtype is numpy's >f4, not f32"),
                ((2.0, x.astype("f2"), y), TypeError, "the array's dtype is f16, not f32"),
                ((2.0, [1.0, 2.0], y), TypeError, "argument 1 of saxpy, .*an array of f32 is wanted, not list"),
                ((2.0, 1.0, y), TypeError, "an array of f32 is wanted, not float"),
                ((2.0, x[::2], y), ValueError, r"the array of shape \(500,\) is not dense in C order"),
                ((2.0, np.ones((3, 4), np.float32).T, y), ValueError, r"shape \(4, 3\) is not dense"),
                ((2.0, x, still), ValueError, "argument 2 of saxpy, `y: GridMut<f32>`: the array is read-only"),
                ((2.0, y, y), ValueError, r"`x`\) overlaps the output"),
                ((2.0, y[1:], y[:-1]), ValueError, "overlaps the output"),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(kind, words) as caught:
                saxpy(*args)
            self.assertIsInstance(caught.exception, rustg.ArgumentError)
        with self.assertRaises(rustg.ArgumentError) as caught:
            saxpy(2.0, y, y)
        self.assertIn("a buffer, or a part of one, of its own", caught.exception.hint)
        with self.assertRaises(rustg.ArgumentError) as caught:
            rustg.kernel("", edition=2022)
        self.assertIn("mend the call", caught.exception.hint)
        np.testing.assert_array_equal(y, np.ones(1000))
        for options, words in (({"device": "tpu"}, "'tpu' is no device"),
                               ({"stream": 5}, "the CPU, which has no streams"),
                               ({"n_elements": -1}, "n_elements is -1")):
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, words):
                saxpy(2.0, x, y, **options)
        if rustg.cuda_missing():
            with self.assertRaisesRegex(rustg.CudaError, "libcuda"):
                saxpy(2.0, x, y, device="cuda")

    def test_panic(self):
        with self.assertRaises(rustg.PanicError) as caught:
            self.saxpy(1.0, self.x[:3], self.y)
        panic = caught.exception
        self.assertEqual((panic.path, panic.line), ("saxpy.rs", 8))
        self.assertEqual((panic.thread, panic.category, panic.is_recoverable), ((3, 0, 0), "launch", True))
        self.assertIn("the len is 3 but the index is 3", panic.message)
        self.saxpy(1.0, self.x, self.y)

    def test_warnings(self):
        text = SAXPY + "\npub fn BadName() {}\n"
        self.assertEqual(rustg.module(text).result.warnings, [])
        told = rustg.module(text, path="named.rs", warnings=True).result.warnings
        self.assertEqual([(one.code, one.is_warning, one.path) for one in told], [("non_snake_case", True, "named.rs")])
        self.assertIn("warning: function `BadName` should have a snake case name", told[0].rendered)

    def test_source_errors(self):
        with self.assertRaises(rustg.SourceError) as caught:
            rustg.kernel(SAXPY.replace("a * x[i]", "a * x"), path="bad.rs")
        self.assertIn("bad.rs:8", str(caught.exception))
        self.assertTrue(caught.exception.diagnostics[0].code.startswith("E0"))
        with self.assertRaisesRegex(rustg.ArgumentError, "there is no kernel in <kernel>: .*#\\[kernel\\]"):
            rustg.kernel("pub fn f() {}")
        with self.assertRaisesRegex(rustg.ArgumentError, r"'a/k.rs' is no Rust text\n.*pathlib.Path\('a/k.rs'\)"):
            rustg.kernel("a/k.rs")
        with self.assertRaisesRegex(rustg.ArgumentError, "there is no kernel"):
            rustg.kernel("fn f() {} // not of k.rs")

    def test_from_a_file_with_mods(self):
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work, "k.rs")
            path.write_text(SAXPY.replace("#[kernel]", "mod two;\n\n#[kernel]").replace("a * x[i]", "two::TWO * x[i]"))
            pathlib.Path(work, "two.rs").write_text("pub const TWO: f32 = 2.0;\n")
            rustg.kernel(path)(0.0, self.x, self.y)
        np.testing.assert_array_equal(self.y, 2 * np.arange(1000) + 1)

    def test_options(self):
        checked = rustg.kernel("use rustg_std::prelude::*;\n#[kernel]\npub fn add(v: u8, mut y: GridMut<u8>) {\n"
                               "    let i = thread::index();\n    if i < y.len() {\n"
                               "        y[i] = if cfg!(zed) { v } else { v + 200 };\n    }\n}\n", "add", cfgs=["zed"])
        y = np.zeros(2, np.uint8)
        checked(100, y)
        self.assertEqual(y.tolist(), [100, 100])
        with self.assertRaisesRegex(ValueError, "opt_level is 4"):
            rustg.kernel(SAXPY, opt_level=4)
        with self.assertRaisesRegex(TypeError, "not int"):
            rustg.kernel(5)

    def test_threads(self):
        """Calls of one kernel at once, each with arrays of its own."""
        arrays = [np.full(5000, i, np.float32) for i in range(8)]
        ones = np.ones(5000, np.float32)
        threads = [threading.Thread(target=lambda y=y: [self.saxpy(1.0, ones, y) for _ in range(20)]) for y in arrays]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i, y in enumerate(arrays):
            np.testing.assert_array_equal(y, np.full(5000, i + 20))

    def test_module_is_freed_before_its_result(self):
        calls, lib = [], _library.lib
        free_module, free_result = lib.rustg_module_free, lib.rustg_result_free
        try:
            lib.rustg_module_free = lambda handle: (calls.append("module"), free_module(handle))
            lib.rustg_result_free = lambda handle: (calls.append("result"), free_result(handle))
            kernel = rustg.kernel(SAXPY)
            kernel(1.0, self.x, self.y)
            del kernel
            gc.collect()
        finally:
            lib.rustg_module_free, lib.rustg_result_free = free_module, free_result
        self.assertEqual(calls, ["module", "result"])


class Generic(unittest.TestCase):
    """Instances of generic kernels."""
    SCALE = ("use rustg_std::prelude::*;\n#[kernel]\npub fn scale<T: Copy + core::ops::Mul<Output = T>>(a: T, "
             "mut y: GridMut<T>) {\n    let i = thread::index();\n    if i < y.len() {\n        y[i] = a * y[i];\n"
             "    }\n}\n")

    def test_instances(self):
        module = rustg.module(self.SCALE, instances=["scale::<f32>", "scale::<i64>"])
        self.assertEqual(list(module), ["scale__f32", "scale__i64"])
        self.assertIn("scale::<f32>", module)
        y, z = np.full(3, 1.5, np.float32), np.full(3, 7, np.int64)
        module["scale::<f32>"](2.0, y)
        module.scale__i64(3, z)
        self.assertEqual((y.tolist(), z.tolist()), ([3.0] * 3, [21] * 3))
        self.assertEqual(module["scale::<i64>"].signature, "scale__i64(a: i64, y: GridMut<i64>)")

    def test_one_by_its_path(self):
        y = np.full(2, 3, np.uint8)
        rustg.kernel(self.SCALE, "scale::<u8>")(5, y)
        self.assertEqual(y.tolist(), [15, 15])

    def test_wrong_ones(self):
        with self.assertRaisesRegex(rustg.ArgumentError, "there is no kernel in <kernel>: .*`instances` names"):
            rustg.module(self.SCALE)
        with self.assertRaisesRegex(rustg.SourceError, "E0277"):
            rustg.kernel(self.SCALE, "scale::<bool>")
        with self.assertRaisesRegex(TypeError, "instances is a list of str, not one"):
            rustg.module(self.SCALE, instances="scale::<f32>")


class Prints(unittest.TestCase):
    """What kernels print arrives in the call that waits."""
    TELL = ("use rustg_std::prelude::*;\n#[kernel]\npub fn tell(n: u32, mut y: GridMut<u32>) {\n"
            "    let i = thread::index();\n    if i < y.len() {\n"
            "        println!(\"{} of {n}{}\", i.get(), '\\0');\n        if n == 1 {\n"
            "            eprintln!(\"one\");\n        }\n        y[i] = 10 / (n - 1 - i.get() as u32);\n    }\n}\n")

    @classmethod
    def setUpClass(cls):
        cls.tell = staticmethod(rustg.kernel(cls.TELL))

    def setUp(self):
        self.got = []
        self.assertIsNone(rustg.on_print(self.got.append))

    def tearDown(self):
        rustg.on_print(None)

    def test_text(self):
        self.tell(9, np.zeros(2, np.uint32))
        self.assertEqual(sorted(one.text for one in self.got), ["0 of 9\0\n", "1 of 9\0\n"])
        self.assertFalse(any(one.to_stderr or one.n_lost for one in self.got))
        self.assertEqual(rustg.on_print(None), self.got.append)
        self.tell(9, np.zeros(2, np.uint32))
        self.assertEqual(len(self.got), 2)

    def test_is_written(self):
        rustg.on_print(rustg.Printed.write)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), self.assertRaises(rustg.PanicError):
            self.tell(1, np.zeros(1, np.uint32))
        self.assertEqual((out.getvalue(), err.getvalue()), ("0 of 1\0\n", "one\n"))

    def test_lost_messages_are_counted(self):
        self.tell(10000, np.zeros(5000, np.uint32))
        self.assertEqual(sum(one.n_lost for one in self.got) + sum(not one.n_lost for one in self.got), 5000)
        self.assertGreater(sum(one.n_lost for one in self.got), 0)

    def test_what_is_raised(self):
        def fail(_printed):
            raise KeyboardInterrupt
        rustg.on_print(fail)
        y = np.zeros(2, np.uint32)
        with self.assertRaises(KeyboardInterrupt):
            self.tell(11, y)
        self.assertEqual(y.tolist(), [1, 1])
        rustg.on_print(None)
        self.tell(6, y)
        self.assertEqual(y.tolist(), [2, 2])


class Scalars(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        plain = ("i8", "u8", "i16", "u32", "i64", "u64", "usize", "f64", "f32", "f16", "bool")
        cls.kernels = kernels_of(*((f"put_{name}", name, "v", name) for name in plain),
                                 ("put_char", "char", "v as u32", "u32"), ("put_bf16", "bf16", "v.to_f32()", "f32"))

    def test_integers(self):
        for name, dtype in (("i8", "i1"), ("u8", "u1"), ("i16", "i2"), ("u32", "u4"), ("i64", "i8"), ("u64", "u8"),
                            ("usize", "u8")):
            limits, kernel, y = np.iinfo(dtype), self.kernels[f"put_{name}"], np.zeros(1, dtype)
            for value in (limits.min, limits.max, np.array(5, dtype)[()]):
                kernel(value, y)
                self.assertEqual(y[0], value)
            for value in (int(limits.max) + 1, int(limits.min) - 1):
                with self.assertRaisesRegex(ValueError, f"{value} does not fit"):
                    kernel(value, y)
            with self.assertRaisesRegex(TypeError, f"float is no {name}"):
                kernel(1.5, y)

    def test_others(self):
        for name, dtype, value in (("f64", "f8", 1e300), ("f32", "f4", -0.5), ("f16", "f2", 1.5), ("bool", "?", True),
                                   ("f32", "f4", 3), ("f32", "f4", np.float16(2))):
            y = np.zeros(1, dtype)
            self.kernels[f"put_{name}"](value, y)
            self.assertEqual(y[0], value)
        y, put_char = np.zeros(2, np.uint32), self.kernels.put_char
        put_char("\U0001F980", y)
        self.assertEqual(y.tolist(), [0x1F980] * 2)
        for wrong in ("ab", "", "\ud800"):
            with self.assertRaisesRegex(ValueError, "is no char"):
                put_char(wrong, y)
        with self.assertRaisesRegex(TypeError, "int is no bool"):
            self.kernels.put_bool(1, np.zeros(1, "?"))

    def test_bf16(self):
        """By rounding as hardware does, with ml_dtypes and without."""
        kernel, y = self.kernels.put_bf16, np.zeros(1, np.float32)
        for value, rounded in ((1.0, 1.0), (1.00390625, 1.0), (1.01171875, 1.015625), (3.4e38, float("inf")),
                               (-2.5, -2.5)):
            kernel(value, y)
            self.assertEqual(y[0], rounded)
        kernel(float("nan"), y)
        self.assertTrue(np.isnan(y[0]))

    def test_char_slices_are_checked(self):
        kernel = rustg.kernel("use rustg_std::prelude::*;\n#[kernel]\npub fn codes(c: &[char], mut y: GridMut<u32>) {\n"
                              "    let i = thread::index();\n    if i < y.len() {\n        y[i] = c[i] as u32;\n"
                              "    }\n}\n")
        y = np.zeros(2, np.uint32)
        kernel(np.array([65, 0x10FFFF], np.uint32), y)
        self.assertEqual(y.tolist(), [65, 0x10FFFF])
        for wrong in (0x110000, 0xD800):
            with self.assertRaisesRegex(ValueError, "a number of the array is no char"):
                kernel(np.array([65, wrong], np.uint32), y)


class Exchange(unittest.TestCase):
    """DLPack, both ways."""

    def setUp(self):
        self.saxpy = saxpy_kernel()

    def test_lend_to_numpy(self):
        mine = rustg.array(np.arange(6, dtype=np.int16).reshape(2, 3))
        theirs = np.from_dlpack(mine)
        self.assertEqual((theirs.shape, theirs.dtype, theirs.ctypes.data), ((2, 3), np.int16, mine.pointer))
        freed = weakref.ref(mine.buffer())
        del mine
        self.assertIsNotNone(freed())  # it keeps the memory
        self.assertEqual(theirs.tolist(), [[0, 1, 2], [3, 4, 5]])
        del theirs
        self.assertIsNone(freed())

    def test_unclaimed_and_refused_capsules(self):
        mine = rustg.zeros(3)
        freed = weakref.ref(mine.buffer())
        capsules = [mine.__dlpack__(), mine.__dlpack__(max_version=(1, 0)), mine.__dlpack__(max_version=(0, 8))]
        self.assertTrue(all("dltensor" in repr(capsule) for capsule in capsules))
        del mine
        self.assertIsNotNone(freed())
        del capsules
        self.assertIsNone(freed())
        half = rustg.zeros(3, "bf16")
        with self.assertRaises((RuntimeError, BufferError)):  # numpy has no such type; its words arrive
            np.from_dlpack(half)

    def test_lending_rules(self):
        mine = rustg.zeros(3)
        self.assertEqual(mine.__dlpack_device__(), (1, 0))
        for asked, kind in (({"copy": True}, BufferError), ({"dl_device": (2, 0)}, BufferError),
                            ({"stream": 1}, ValueError)):
            with self.assertRaises(kind):
                mine.__dlpack__(**asked)
        self.assertIn("dltensor", repr(mine.__dlpack__(dl_device=(1, 0), copy=False, stream=None)))
        still = rustg.from_dlpack(Lender(np.ones(2, np.float32), flags=1))
        self.assertTrue(still.readonly)
        self.assertFalse(still.numpy().flags.writeable)
        with self.assertRaisesRegex(BufferError, "the array is read-only"):
            still.__dlpack__()

    def test_borrow(self):
        array = np.arange(4, dtype=np.float32)
        lender = Lender(array)
        taken = rustg.from_dlpack(lender)
        self.assertEqual((taken.pointer, taken.dtype, taken.device), (array.ctypes.data, "f32", "cpu"))
        self.assertEqual(lender.streams, [None])
        taken = rustg.from_dlpack(Lender(array, versioned=False))
        freed, view = weakref.ref(array), np.asarray(taken)[1:]
        del array, lender, taken
        self.assertEqual(view.tolist(), [1, 2, 3])
        self.assertIsNotNone(freed())
        del view
        self.assertIsNone(freed())  # given back

    def test_kernels_take_what_is_lent(self):
        for versioned in (True, False):
            x, y = (Lender(np.full(8, i, np.float32), versioned=versioned) for i in (1, 0))
            self.saxpy(3.0, x, y)
            self.assertEqual(y.array.tolist(), [3.0] * 8)
            freed = weakref.ref(y.array)
            del x, y
            self.assertIsNone(freed())

    def test_refused_lenders(self):
        y = np.zeros(2, np.float32)
        for lender, words in ((Lender(y, device=(7, 0)), "argument 1 .*DLPack device type 7"),
                              (Lender(y, failure=BufferError("sparse")), "Lender does not lend its memory: sparse"),
                              (Lender(np.zeros(2, np.float64)), "dtype is f64, not f32"),
                              (Lender(y, lanes=4), "dtype is DLPack type 2 of 32 bits and 4 lanes, not f32"),
                              (Lender(y, major=2), "a tensor of DLPack 2.0 is given")):
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, words):
                self.saxpy(1.0, lender, y)
        with self.assertRaisesRegex(ValueError, "argument 2 .*read-only"):
            self.saxpy(1.0, np.ones(2, np.float32), Lender(y, flags=1))
        with self.assertRaisesRegex(TypeError, "rustg has no element type for .*4 lanes"):
            rustg.from_dlpack(Lender(y, lanes=4))
        with self.assertRaisesRegex(TypeError, "a list has no __dlpack__"):
            rustg.from_dlpack([])

    def test_jax(self):
        """Its arrays are read where they lie, and never written, whatever DLPack says of them."""
        array = type("ArrayImpl", (Lender,), {"__module__": "jaxlib.xla_extension"})
        x, y = array(np.ones(4, np.float32)), np.zeros(4, np.float32)
        self.saxpy(2.0, x, y)
        self.assertEqual(y.tolist(), [2] * 4)
        with self.assertRaisesRegex(ValueError, "JAX's arrays cannot be written; rustg.empty makes one"):
            self.saxpy(2.0, y, x)

    def test_strides(self):
        for shape, strides, dense in (((2, 3), (3, 1), True), ((2, 3), (1, 2), False), ((1, 3), (99, 1), True),
                                      ((0, 3), (1, 7), True), ((2, 1), (1, 5), True), ((4,), (2,), False),
                                      ((), (), True), ((2, 3), None, True)):
            self.assertEqual(_dlpack.is_dense(shape, strides), dense, (shape, strides))

    def test_arrays(self):
        mine = rustg.zeros((3, 4), "i32")
        self.assertEqual((mine.shape, mine.size, mine.nbytes, len(mine), mine.pointer % 256), ((3, 4), 12, 48, 3, 0))
        rustg.module(TWO).fill(5, mine[1:2])
        self.assertEqual(mine.numpy().sum(axis=1).tolist(), [0, 20, 0])
        self.assertIs(rustg.from_dlpack(mine), mine)
        self.assertEqual(repr(mine), "<rustg.Array of 3x4 i32 on cpu>")
        self.assertEqual(rustg.array(3.5).numpy().shape, ())
        self.assertEqual(rustg.empty(0).numpy().tolist(), [])
        with self.assertRaisesRegex(TypeError, "'q7' is no element type; those are bool, i8"):
            rustg.empty(1, "q7")
        with self.assertRaisesRegex(ValueError, "no negative"):
            rustg.empty(-1)
        half = rustg.zeros(2, "bf16")
        self.assertEqual(half.nbytes, 4)
        with self.assertRaises(AttributeError):
            mine.__cuda_array_interface__  # pylint: disable=pointless-statement

    def test_asarray(self):
        """numpy's memory where it lies, and what numpy makes an array of."""
        given = np.arange(6, dtype=np.int32).reshape(2, 3)
        mine = rustg.asarray(given)
        self.assertEqual((mine.pointer, mine.shape, mine.dtype), (given.ctypes.data, (2, 3), "i32"))
        self.assertFalse(mine.readonly)
        self.assertIs(rustg.asarray(mine), mine)
        self.assertEqual(rustg.asarray(Lender(given)).pointer, given.ctypes.data)
        self.assertTrue(rustg.asarray(np.frombuffer(b"abc", np.uint8)).readonly)
        self.assertEqual(rustg.asarray([1.5, 2.5]).numpy().tolist(), [1.5, 2.5])
        for wrong, words in ((given.T, "not dense"), (given.astype(">i4"), "no element type for numpy's >i4")):
            with self.assertRaisesRegex(ValueError, words):
                rustg.asarray(wrong)

    def test_with_a_device(self):
        with rustg.device("cpu"), rustg.stream(5):  # a stream is of no concern to the CPU
            y = rustg.zeros(2)
            self.saxpy(1.0, np.ones(2, np.float32), y)
        self.assertEqual(y.numpy().tolist(), [1, 1])
        with self.assertRaisesRegex(ValueError, "'gpu' is no device"), rustg.device("gpu"):
            pass
        if rustg.cuda_missing():
            with rustg.device("cuda"), self.assertRaisesRegex(rustg.CudaError, "libcuda"):
                rustg.zeros(2)

    def test_all_elements(self):
        """What numpy and DLPack call each element agrees with the library's list."""
        for element in rustg._element.ELEMENTS:
            dtype = element.numpy
            if dtype is None or element.name == "char":
                continue
            self.assertIs(rustg._element.element_of_dtype(dtype), element)
            self.assertEqual(dtype.itemsize, element.n_bytes)
            array = rustg.zeros(2, element)
            self.assertEqual(array.numpy().dtype, dtype)
            self.assertEqual(hasattr(array, "__array_interface__"), dtype.isbuiltin == 1, element.name)
            if dtype.isbuiltin == 1 and dtype.kind != "b":  # numpy before 1.25 takes no bool
                self.assertEqual(np.from_dlpack(array).dtype, dtype)

    def test_extension_dtypes(self):
        """One that numpy does not know by a type string is lent by DLPack alone, whatever its kind is called."""
        element = rustg._element.BY_NAME["f8_e5m2"]
        foreign = types.SimpleNamespace(isbuiltin=2, kind="f", str="<f1")  # as ml_dtypes has it
        array = rustg.zeros(2, element)
        array._tensor.element = dataclasses.replace(element, numpy=foreign)
        for name in ("__array_interface__", "__cuda_array_interface__"):
            self.assertFalse(hasattr(array, name), name)
        self.assertTrue(array.__dlpack__())


class Torch(unittest.TestCase):
    """torch's tensors of the host, where torch is."""

    def setUp(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here (python3-torch)")
        self.torch, self.saxpy = torch, saxpy_kernel()

    def test_in_and_out(self):
        torch = self.torch
        x, y = torch.arange(100, dtype=torch.float32), torch.ones(100)
        self.saxpy(2.0, x, y)
        self.assertTrue(torch.equal(y, 2 * x + 1))
        mine = rustg.zeros(4)
        theirs = torch.from_dlpack(mine)
        self.assertEqual(theirs.data_ptr(), mine.pointer)
        del mine
        self.saxpy(1.0, x[:4], theirs)
        self.assertEqual(theirs.tolist(), [0, 1, 2, 3])
        kept = rustg.from_dlpack(theirs)
        del theirs
        self.assertEqual(kept.numpy().tolist(), [0, 1, 2, 3])

    def test_types(self):
        torch = self.torch
        types = {"i8": torch.int8, "u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
                 "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64, "bool": torch.bool}
        ones = {"f16": "f16::from_f32(1.0)", "bf16": "bf16::from_f32(1.0)", "f64": "1.0", "bool": "true"}
        kernels = kernels_of(*((f"one_{name}", "u8", ones.get(name, "1"), name) for name in types))
        for name, dtype in types.items():
            y = torch.zeros(3, dtype=dtype)
            kernels[f"one_{name}"](0, y)
            self.assertTrue(bool((y == 1).all()), name)

    def test_refused(self):
        torch = self.torch
        y = torch.zeros(4)
        for x, words in ((torch.zeros(4, dtype=torch.float64), "dtype is f64, not f32"),
                         (torch.zeros(8)[::2], "not dense"),
                         (torch.zeros(4, requires_grad=True), "does not lend its memory"),
                         (torch.zeros(4, device="meta"), "meta|does not lend")):
            with self.subTest(words=words), self.assertRaisesRegex((ValueError, TypeError, RuntimeError), words):
                self.saxpy(1.0, x, y)
        with self.assertRaisesRegex(TypeError, "a value is wanted, not an array"):
            self.saxpy(torch.zeros(2), y, y)
        self.saxpy(torch.tensor(2.0), torch.ones(4), y)
        self.assertEqual(y.tolist(), [2.0] * 4)


if __name__ == "__main__":
    main()

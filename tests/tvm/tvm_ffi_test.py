#!/usr/bin/env python3
"""Shared objects for tvm-ffi (rustgc --abi=tvm-ffi), called as tvm-ffi calls: tvm_ffi_test.py RUSTGC. A library made
here stands in for tvm-ffi's: it keeps the error that is raised, and tells the current stream. Where tvm-ffi's package
is found (tvm_package.py), or RUSTG_TVM_FFI_LIBRARY names libtvm_ffi.so, that is taken. With FAKE_CUDA_DEVICES the fake
driver and the fake NVRTC are in the place of CUDA's, and tensors of a device are tried instead."""
import ctypes
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import tvm_package

RUSTGC = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else os.environ["RUSTGC"]
CC = os.environ.get("RUSTG_C_COMPILER", "cc")
IS_FAKE = "FAKE_CUDA_DEVICES" in os.environ
WORK = tempfile.TemporaryDirectory()

STAND_IN = """
#include <stdio.h>
static _Thread_local char kind[64], words[4096];
static void *stream;
void TVMFFIErrorSetRaisedFromCStr(const char *k, const char *w)
{
    snprintf(kind, sizeof kind, "%s", k);
    snprintf(words, sizeof words, "%s", w);
}
void *TVMFFIEnvGetStream(int type, int device) { return type == 2 && device >= 0 ? stream : 0; }
const char *stand_in_kind(void) { return kind; }
const char *stand_in_words(void) { return words; }
void stand_in_stream(void *s) { stream = s; }
"""
KERNELS = """use rustg_std::prelude::*;

#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[kernel(block = 64)]
pub fn reverse(mut y: GridMut<u32>) {
    let all = Shared::<u32, 64>::new();
    let (i, t) = (thread::index(), block::rank() as usize);
    all.set(t, y[i]);
    block::sync();
    y[i] = all.get(63 - t);
}

#[kernel]
pub fn shift(mut y: GridMut<u32>) {
    let i = thread::index();
    let v = if i < y.len() { y[i] } else { 0 };
    let before = warp::shuffle_up(v, 1);
    if i < y.len() {
        y[i] = before;
    }
}

#[kernel]
pub fn put(b: bool, h: f16, w: bf16, d: f64, n: i8, u: u64, c: char, mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let whole = n as f64 + u as f64 + c as u32 as f64;
        y[i] = if b { h.to_f32() as f64 + w.to_f32() as f64 * 1000.0 + d } else { whole };
    }
}

#[kernel]
pub fn both(x: &[char], mut y: GridMut<u8>, mut z: GridMut<u8>) {
    let i = thread::index();
    if i < y.len() && i < z.len() {
        y[i] = x[i] as u8;
        z[i] = 1;
    }
}
"""
RECURSE = """
fn depth(n: u32, x: u32) -> u32 {
    let here = [n; 8];
    if n == 0 { x } else { depth(n - 1, x.wrapping_add(here[(x % 8) as usize])) }
}

#[kernel]
pub fn recurse(n: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = depth(n, i.get() as u32);
    }
}
"""
TYPES = {"f": (2, 4), "d": (2, 8), "I": (1, 4), "B": (1, 1), "i": (0, 4)}


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Object(ctypes.Structure):
    """A tensor object: TVMFFIObject, and the tensor behind it."""
    _fields_ = [("header", ctypes.c_uint8 * 24), ("tensor", Tensor)]


class Value(ctypes.Union):
    _fields_ = [("integer", ctypes.c_int64), ("number", ctypes.c_double), ("pointer", ctypes.c_void_p)]


class Any(ctypes.Structure):
    _fields_ = [("type_index", ctypes.c_int32), ("padding", ctypes.c_uint32), ("value", Value)]


class Raised(Exception):
    """What was raised: args are kind and words."""


class Array:
    """Numbers in memory, and a tensor of them."""

    def __init__(self, letter, numbers, *, shape=None, strides=None, as_object=False, **fields):
        numbers = list(numbers)
        self.memory = ctypes.create_string_buffer(struct.pack(f"64x{len(numbers)}{letter}", *numbers))
        self.letter, self.n, self.as_object = letter, len(numbers), as_object
        shape = shape or (len(numbers),)
        code, n_bytes = TYPES[letter]
        tensor = Tensor(ctypes.addressof(self.memory), 1, 0, len(shape), code, 8 * n_bytes, 1,
                        (ctypes.c_int64 * len(shape))(*shape), None, 64)
        if strides:
            tensor.strides = (ctypes.c_int64 * len(strides))(*strides)
        for name, value in fields.items():
            setattr(tensor, name, value)
        self.object = Object(tensor=tensor)

    def numbers(self):
        return list(struct.unpack_from(f"{self.n}{self.letter}", self.memory, 64))

    def any(self):
        at = ctypes.addressof(self.object)
        return Any(70, 0, Value(pointer=at)) if self.as_object else Any(7, 0, Value(pointer=at + 24))


def any_of(given):
    """TVMFFIAny of a value."""
    if isinstance(given, Array):
        return given.any()
    if given is None:
        return Any(0, 0, Value(integer=0))
    if isinstance(given, (bool, int)):
        return Any(2 if isinstance(given, bool) else 1, 0, Value(integer=int(given)))
    if isinstance(given, float):
        return Any(3, 0, Value(number=given))
    return Any(8, 0, Value(pointer=ctypes.addressof(ctypes.create_string_buffer(given))))


class StandIn:
    """The library that is made here."""

    def __init__(self):
        path = os.path.join(WORK.name, "libstand_in.so")
        subprocess.run([CC, "-shared", "-fPIC", "-x", "c", "-o", path, "-"], input=STAND_IN, text=True, check=True)
        self.library = ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
        self.library.stand_in_kind.restype = self.library.stand_in_words.restype = ctypes.c_char_p

    def set_stream(self, raw, _device=0):
        self.library.stand_in_stream(ctypes.c_void_p(raw))

    def raised(self):
        return Raised(self.library.stand_in_kind().decode(), self.library.stand_in_words().decode())


class TvmFfi:
    """tvm-ffi's own."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path, ctypes.RTLD_GLOBAL)

    def set_stream(self, raw, device=0):
        assert self.library.TVMFFIEnvSetStream(2, device, ctypes.c_void_p(raw), None) == 0

    def raised(self):
        error = ctypes.c_void_p()
        self.library.TVMFFIErrorMoveFromRaised(ctypes.byref(error))
        cell = (ctypes.c_size_t * 4).from_address(error.value + 24)  # kind and message, each a pointer and a size
        texts = [ctypes.string_at(cell[i], cell[i + 1]).decode() for i in (0, 2)]
        self.library.TVMFFIObjectDecRef(error)
        return Raised(*texts)


class Module:
    """A loaded shared object."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def call(self, name, *args):
        function = getattr(self.library, "__tvm_ffi_" + name)
        given, result = (Any * max(len(args), 1))(*map(any_of, args)), Any()
        answer = function(None, given, ctypes.c_int32(len(args)), ctypes.byref(result))
        if answer:
            assert answer == -1
            raise host.raised()
        assert result.type_index == 0


def build(text, name, *options):
    """A source as a shared object: (path, what rustgc did)."""
    source, path = pathlib.Path(WORK.name, name + ".rs"), os.path.join(WORK.name, name + ".so")
    source.write_text(text)
    command = [RUSTGC, name + ".rs", "-o", path, "--abi=tvm-ffi", "-O1", *options]
    done = subprocess.run(command, cwd=WORK.name, check=False, capture_output=True, text=True)
    return path, done


def setUpModule():
    global host, module, PATH
    real = os.environ.get("RUSTG_TVM_FFI_LIBRARY") or tvm_package.library()
    host = TvmFfi(real) if real else StandIn()
    PATH, done = build(KERNELS + RECURSE, "kernels", *(["--arch=sm_90"] if IS_FAKE else []))
    assert done.returncode == 0, done.stderr
    module = Module(PATH)


def tearDownModule():
    WORK.cleanup()


class Base(unittest.TestCase):
    def raises(self, kind, words, name, *args):
        with self.assertRaises(Raised) as caught:
            module.call(name, *args)
        self.assertEqual(caught.exception.args[0], kind)
        self.assertRegex(caught.exception.args[1], words)


@unittest.skipIf(IS_FAKE, "tensors of the fake driver's device are tried")
class OnTheCpu(Base):
    def test_names(self):
        """It shows what tvm-ffi looks for alone, and needs the C library alone."""
        said = subprocess.run(["nm", "-D", PATH], capture_output=True, text=True, check=True).stdout
        shown = {line.split()[-1] for line in said.splitlines() if line.split()[-2] in "TDBRV"}
        self.assertEqual(shown, {"__tvm_ffi_" + name for name in ("saxpy", "reverse", "shift", "put", "both",
                                                                  "recurse", "rustg_synchronize")})
        self.assertNotRegex(said, r" U (rustg|TVM|cu[A-Z])")
        needed = re.findall(r"NEEDED\s+(\S+)", subprocess.run(["objdump", "-p", PATH], capture_output=True, text=True,
                                                             check=True).stdout)
        self.assertLessEqual({re.split(r"[.-]", name)[0] for name in needed}, {"libc", "libm", "libdl", "ld"})

    def test_kernels(self):
        for as_object in (False, True):
            x, y = Array("f", range(1000), as_object=as_object), Array("f", [1] * 1000, as_object=as_object)
            module.call("saxpy", 2.0, x, y)
            self.assertEqual(y.numbers(), [2 * i + 1 for i in range(1000)])
            module.call("saxpy", 1, x, y)  # a whole number is one, too
            self.assertEqual(y.numbers()[10], 31)
        module.call("saxpy", 1.0, Array("f", []), Array("f", []))
        y = Array("I", range(256), shape=(4, 64))
        module.call("reverse", y)  # whose threads meet
        self.assertEqual(y.numbers(), [64 * (i // 64) + 63 - i % 64 for i in range(256)])
        y = Array("I", range(100))
        module.call("shift", y)
        self.assertEqual(y.numbers(), [i - (i % 32 > 0) for i in range(100)])
        module.call("recurse", 100, y)
        self.assertEqual(y.numbers(), [i + 5050 for i in range(100)])
        module.call("rustg_synchronize")

    def test_shapes(self):
        x, y = Array("f", [1] * 1000), Array("f", [0] * 1000)
        module.call("saxpy", 1.0, x, y, 300)  # in whole blocks
        self.assertEqual(sum(y.numbers()), 512)
        module.call("saxpy", 1.0, x, y, 2, 1, 1, 16, 2, 1)
        self.assertEqual(sum(y.numbers()), 576)
        module.call("saxpy", 1.0, x, y, 0)
        self.raises("ValueError", "number 3 is not", "saxpy", 1.0, x, y, 1, 1, 1, 0, 1, 1)
        self.raises("ValueError", "at most 1024 threads", "saxpy", 1.0, x, y, 1, 1, 1, 1024, 2, 1)
        self.raises("ValueError", "at most 64 threads", "reverse", Array("I", [0] * 64), 1, 1, 1, 128, 1, 1)
        self.raises("ValueError", "is no number from 0 on", "saxpy", 1.0, x, y, -1)
        self.raises("ValueError", r"the outputs of both\(x: &\[char\], .* differ in size", "both", Array("I", [65] * 9),
                    Array("B", [0] * 9), Array("B", [0] * 8))
        both = Array("B", [0] * 9), Array("B", [0] * 8)
        module.call("both", Array("I", [65] * 9), *both, 9)
        self.assertEqual([one.numbers() for one in both], [[65] * 8 + [0], [1] * 8])

    def test_scalars(self):
        y = Array("d", [0])

        def put(*args):
            module.call("put", *args, y)
            return y.numbers()[0]
        self.assertEqual(put(False, 0, 0, 0, -128, 0, 0x1F980), -128 + 0x1F980)
        self.assertEqual(put(False, 0, 0, 0, 127, (1 << 62), 65), 127 + float(1 << 62) + 65)
        for given, expected in ((1.0, 1.0), (0.1, 0.0999755859375), (65519.0, 65504.0), (65520.0, float("inf")),
                                (2.0 ** -24, 2.0 ** -24), (2.0 ** -25, 0.0), (2.0 ** -25 * 1.0001, 2.0 ** -24),
                                (1 + 2.0 ** -11, 1.0), (1 + 3 * 2.0 ** -11, 1 + 2.0 ** -9), (-2.5, -2.5),
                                (1 + 2.0 ** -11 + 2.0 ** -40, 1 + 2.0 ** -10)):
            self.assertEqual(put(True, given, 0.0, 0.0, 0, 0, 0), expected, given)
            self.assertEqual(struct.unpack("e", struct.pack("e", min(given, 65504.0)))[0], min(expected, 65504.0))
        for given, expected in ((1.00390625, 1.0), (1.01171875, 1.015625), (3.4e38, float("inf"))):
            self.assertEqual(put(True, 0.0, given, 0.0, 0, 0, 0), 1000 * expected)
        self.assertEqual(put(True, 0, 0, 1e300, 0, 0, 0), 1e300)
        good = [False, 0.0, 0.0, 0.0, 0, 0, 0]
        for i, wrong, kind, words in ((4, 128, "ValueError", "argument 4 of put, `n: i8`: 128 does not fit"),
                                      (4, -129, "ValueError", "-129 does not fit"),
                                      (5, -1, "ValueError", "`u: u64`: -1 does not fit"),
                                      (4, 1.5, "TypeError", "`n: i8`: a whole number is wanted, not a number of"),
                                      (0, 1, "TypeError", "`b: bool`: a bool is wanted, not a number"),
                                      (6, 0xD800, "ValueError", "`c: char`: 55296 does not fit"),
                                      (3, b"text", "TypeError", "`d: f64`: a number is wanted"),
                                      (3, y, "TypeError", "`d: f64`: a number is wanted, not a tensor")):
            self.raises(kind, words, "put", *good[:i], wrong, *good[i + 1:], y)

    def test_wrong_arguments(self):
        x, y = Array("f", range(8)), Array("f", [0] * 8)
        for kind, words, *args in (
                ("TypeError", r"saxpy\(a: f32, x: &\[f32\], y: GridMut<f32>\) takes 3 arguments.*, not 2", 1.0, x),
                ("TypeError", r"argument 1 of saxpy, `x: &\[f32\]`: a tensor is wanted", 1.0, 2.0, y),
                ("TypeError", "`x: &.f32.`: the tensor holds float64, not f32$", 1.0, Array("d", range(8)), y),
                ("TypeError", "holds int32, not f32", 1.0, Array("i", range(8)), y),
                ("TypeError", "holds float32 in vectors of 4, not f32", 1.0, Array("f", range(8), lanes=4), y),
                ("TypeError", "holds bool, not f32", 1.0, Array("B", range(8), code=6), y),
                ("TypeError", "holds float8_e3m4, not f32", 1.0, Array("B", range(8), code=7), y),
                ("TypeError", "holds float4_e2m1fn in vectors of 2,", 1.0, Array("B", [0], code=17, lanes=2), y),
                ("TypeError", "holds DLPack's type 18 of 8 bits in vectors of 65535,", 1.0,
                 Array("B", range(8), code=18, lanes=65535), y),
                ("ValueError", "not dense in C order", 1.0, Array("f", range(8), shape=(4,), strides=(2,)), y),
                ("ValueError", "not dense", 1.0, Array("f", range(8), shape=(2, 4), strides=(1, 2)), y),
                ("ValueError", "not aligned to 4 bytes", 1.0, Array("f", range(8), shape=(4,), byte_offset=66), y),
                ("ValueError", "DLPack device type is 7", 1.0, Array("f", range(8), device_type=7), y),
                ("ValueError", "is on cpu:0, and one before it on cuda:1", 1.0,
                 Array("f", range(8), device_type=2, device=1), y),
                ("ValueError", r"`y: GridMut<f32>`: the output overlaps `x: &\[f32\]`", 1.0, y, y)):
            self.raises(kind, words, "saxpy", *args)
        self.assertEqual(y.numbers(), [0] * 8)
        module.call("saxpy", 1.0, Array("f", range(8), shape=(1, 8), strides=(99, 1)), y)
        self.assertEqual(y.numbers(), list(range(8)))
        self.raises("ValueError", "a number of the tensor is no char", "both", Array("I", [65, 0x110000]),
                    Array("B", [0] * 2), Array("B", [0] * 2))
        on_device = [Array("f", range(8), device_type=2, device=100) for _ in range(2)]
        self.raises("ValueError", "there is no CUDA device 100", "saxpy", 1.0, *on_device)

    def test_panic(self):
        y = Array("f", [0] * 300)
        self.raises("RuntimeError", r"^kernel `saxpy` panicked at kernels.rs:7:21: index out of bounds: the len is 3 "
                    r"but the index is 3 \(block 0,0,0 thread 3,0,0\)$", "saxpy", 1.0, Array("f", [1, 2, 3]), y)
        self.assertEqual(y.numbers()[:4], [1, 2, 3, 0])
        module.call("saxpy", 1.0, Array("f", [1] * 300), y)

    def test_refused(self):
        _, done = build(KERNELS.replace("y[i] = a *", 'println!("{}", a);\n        y[i] = a *'), "prints")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("a kernel prints at prints.rs:7:9, and nobody reads that of a shared object", done.stderr)
        done = subprocess.run([RUSTGC, "--abi=tvm-ffi", "--emit=ptx", "kernels.rs"], cwd=WORK.name, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--abi=tvm-ffi goes with a shared object: -o FILE.so, or --emit=so", done.stderr)

    def test_beside_others(self):
        """--emit=so and --out-dir name it as any shared object; the same sources make the same bytes."""
        command = [RUSTGC, "kernels.rs", "--abi=tvm-ffi", "-O1", "--emit=so,c", "--out-dir", "out"]
        subprocess.run(command, cwd=WORK.name, check=True)
        self.assertEqual(sorted(os.listdir(os.path.join(WORK.name, "out"))), ["kernels.c", "kernels.so"])
        made = pathlib.Path(WORK.name, "out", "kernels.so").read_bytes()
        self.assertEqual(made, pathlib.Path(PATH).read_bytes())


@unittest.skipUnless(IS_FAKE, "no fake driver (tvm_ffi_fake_test)")
class InFrontOfTheFakeDriver(Base):
    @classmethod
    def setUpClass(cls):
        cls.cuda, cls.launches = ctypes.CDLL("libcuda.so.1"), []
        cls.cuda.cuInit(0)
        kernel = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint), ctypes.c_uint,
                                  ctypes.POINTER(ctypes.c_uint64))
        cls.kernel = kernel(cls.run_kernel)
        cls.cuda.rustg_fake_run(cls.kernel, 5)

    @classmethod
    def run_kernel(cls, name, shape, _shared, parameters):
        cls.launches.append((name.decode(), tuple(shape[:6]), [parameters[i] for i in range(5)]))

    def test_launch(self):
        """In the framework's stream, with what the kernel takes; nothing waits."""
        stream = ctypes.c_void_p()
        x, y = (Array("f", range(1000), device_type=2, device=1) for _ in range(2))
        module.call("saxpy", 2.0, x, y)  # opens the device
        module.call("rustg_synchronize")
        self.launches.clear()
        context = ctypes.c_void_p()
        self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 1)
        self.cuda.cuCtxPushCurrent_v2(context)
        self.assertEqual(self.cuda.cuStreamCreate(ctypes.byref(stream), 1), 0)
        host.set_stream(stream.value, 1)
        module.call("saxpy", 2.0, x, y)
        self.assertEqual(self.launches, [])
        self.assertEqual(self.cuda.cuStreamSynchronize(stream), 0)
        host.set_stream(None, 1)
        (name, shape, parameters), = self.launches
        self.assertEqual((name, shape), ("saxpy", (4, 1, 1, 256, 1, 1)))
        start = [ctypes.addressof(one.memory) + 64 for one in (x, y)]
        self.assertEqual(parameters[0] & 0xFFFFFFFF, struct.unpack("I", struct.pack("f", 2.0))[0])
        self.assertEqual(parameters[1:], [start[0], 1000, start[1], 1000])
        self.cuda.cuCtxPopCurrent_v2(ctypes.byref(context))

    def test_failures(self):
        x, y = (Array("f", range(8), device_type=2) for _ in range(2))
        module.call("saxpy", 2.0, x, y)
        self.cuda.rustg_fake_fail(b"cuLaunchKernel", 1, 1)
        self.raises("RuntimeError", "CUDA: cuLaunchKernel answers 1, invalid argument", "saxpy", 2.0, x, y)
        module.call("saxpy", 2.0, x, y)
        self.cuda.rustg_fake_fail(b"cuCtxSynchronize", 1, 2)
        self.raises("RuntimeError", "cuCtxSynchronize answers 2, out of memory", "rustg_synchronize")
        far = [Array("f", range(8), device_type=2, device=9) for _ in range(2)]
        self.raises("RuntimeError", "CUDA: cuDeviceGet answers 101, invalid device ordinal", "saxpy", 1.0, *far)

    def test_devices_do_not_mix(self):
        self.raises("ValueError", "is on cpu:0, and one before it on cuda:0", "saxpy", 1.0,
                    Array("f", range(8), device_type=2), Array("f", range(8)))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Python on CUDA devices, in front of the fake driver and the fake NVRTC: which stream work goes into, who waits for
whom, what is copied. Work is done there when somebody must see it: a forgotten wait gives a wrong result each time."""
import contextlib
import ctypes
import gc
import os
import sys
import threading
import types
import unittest
import unittest.mock
import weakref

from python_rig import SAXPY, main

import numpy as np

import rustg
from rustg import _c, _library, _place
from rustg._device import Device
from python_kernel_test import Lender

FLOATS = ctypes.POINTER(ctypes.c_float)
Kernel = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint), ctypes.c_uint,
                          ctypes.POINTER(ctypes.c_uint64))
TELL = """
use rustg_std::prelude::*;

#[kernel]
pub fn tell(n: u32, x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        println!("it is {n}");
        y[i] = x[i];
    }
}
"""
GLOBALS = ".global .align 8 .b8 rustg_panic[168];\n.global .align 8 .b8 rustg_printed[557088];"


class Slot(ctypes.Structure):
    """print_slot of panic_record.h."""
    _fields_ = [("site", ctypes.c_uint32), ("turn", ctypes.c_uint32), ("operands", ctypes.c_uint64 * 16)]


class Ring(ctypes.Structure):
    """print_ring."""
    _fields_ = [(name, ctypes.c_uint64) for name in ("taken", "freed", "lost", "reserved")] + [("slots", Slot * 4096)]


class Record(ctypes.Structure):
    """panic_record."""
    _fields_ = [("state", ctypes.c_uint32), ("site", ctypes.c_uint32), ("kernel", ctypes.c_uint32),
                ("block", ctypes.c_uint32 * 3), ("thread", ctypes.c_uint32 * 3), ("reserved", ctypes.c_uint32),
                ("operands", ctypes.c_uint64 * 16)]


class Driver:
    """The fake's own functions, and what runs in the place of kernels."""

    def __init__(self):
        self.cuda, self.launches = ctypes.CDLL("libcuda.so.1"), []
        self.kernel = Kernel(self.run)
        self.cuda.rustg_fake_run(self.kernel, 5)
        self.cuda.rustg_fake_global.restype = ctypes.c_void_p
        self.tells = None

    def run(self, name, shape, _shared, parameters):
        if name == b"tell":
            self.tells(parameters[0])
            return
        a = np.array([parameters[0] & 0xFFFFFFFF], np.uint32).view(np.float32)[0]
        x, y = (ctypes.cast(parameters[i], FLOATS) for i in (1, 3))
        self.launches.append((name.decode(), tuple(shape[i] for i in range(6)), parameters[2], parameters[4]))
        for i in range(parameters[4]):
            y[i] += a * x[i]

    def calls(self, name):
        return self.cuda.rustg_fake_calls(name.encode())

    def fail(self, name, result):
        self.cuda.rustg_fake_fail(name.encode(), 1, result)


def new_stream(ordinal=0):
    """A CUstream of somebody's."""
    handle = ctypes.c_void_p()
    _library.call(_library.lib.rustg_stream_create, Device.of("cuda", ordinal).context, handle)
    return _library.lib.rustg_stream_raw(handle.value)


class EndingStream:
    """A stream as CuPy has them: it ends with its object, and the fake driver aborts where it is used then."""

    def __init__(self, driver):
        handle, context = ctypes.c_void_p(), _library.lib.rustg_context_raw(Device.of("cuda", 0).context)
        driver.cuda.cuCtxPushCurrent_v2(ctypes.c_void_p(context))
        assert driver.cuda.cuStreamCreate(ctypes.byref(handle), 1) == 0
        driver.cuda.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
        self.ptr = handle.value
        weakref.finalize(self, driver.cuda.cuStreamDestroy_v2, handle)


class Foreign(Lender):
    """Somebody's array on a CUDA device: memory of rustg's, which a library lends as its own."""

    def __init__(self, values, ordinal=0):
        self.mine = rustg.array(np.asarray(values, np.float32), f"cuda:{ordinal}")
        rustg.synchronize(f"cuda:{ordinal}")
        super().__init__(self.mine, device=(2, ordinal))

    @classmethod
    def of(cls, mine):
        """One that is there."""
        made = cls.__new__(cls)
        made.mine, made.streams, made.device = mine, [], mine.__dlpack_device__()
        return made

    def __dlpack__(self, **asked):
        self.streams.append(asked.get("stream"))
        return self.mine.__dlpack__(stream=-1)


class FakeNumba:
    """An array of a library that has the CUDA array interface alone."""

    def __init__(self, values, ordinal=0, **fields):
        self.mine = values if isinstance(values, rustg.Array) else rustg.array(np.asarray(values, np.float32),
                                                                               f"cuda:{ordinal}")
        rustg.synchronize(f"cuda:{ordinal}")
        self.shape = self.mine.shape
        self.__cuda_array_interface__ = {"version": 3, "shape": self.shape, "typestr": "<f4", "strides": None,
                                         "data": (self.mine.pointer, False), **fields}


class FakeTorch(Foreign):
    """Likewise, of a library whose current stream rustg asks for."""
    __module__ = "torch"
    dtype = "torch.float32"


class FakeCupy(Foreign):
    """Likewise; its arrays tell a device that can be made current."""
    __module__ = "cupy"

    class Place:
        """The device."""

        def __init__(self, array):
            self.array = array

        def __enter__(self):
            self.now = self.array.context()
            self.now.__enter__()

        def __exit__(self, *_raised):
            self.now.__exit__(None, None, None)

    @property
    def device(self):
        return self.Place(self)

    @device.setter
    def device(self, _place):
        pass

    def __dlpack_device__(self):
        return (2, 0)


class Cuda(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rustg.devices()  # opens the driver
        cls.driver, cls.saxpy = Driver(), staticmethod(rustg.kernel(SAXPY))

    def setUp(self):
        rustg.synchronize("cuda:0")
        self.driver.launches.clear()

    def test_devices(self):
        self.assertEqual([device.name for device in rustg.devices()], ["cpu", "cuda:0", "cuda:1"])
        self.assertEqual(rustg.cuda_missing(), "")

    def test_numpy_is_copied(self):
        x, y = np.arange(300, dtype=np.float32), np.ones(300, np.float32)
        self.saxpy(2.0, x, y, device="cuda")
        np.testing.assert_array_equal(y, 2 * np.arange(300) + 1)
        self.assertEqual(self.driver.launches[0][2:], (300, 300))
        self.saxpy(1.0, x, y, device=rustg.devices()[2], grid=2, block=(32, 2))
        np.testing.assert_array_equal(y, 3 * np.arange(300) + 1)
        self.assertEqual(self.driver.launches[1][1], (2, 1, 1, 32, 2, 1))
        with self.assertRaisesRegex(ValueError, "argument 2 .*the output overlaps `x`"):
            self.saxpy(1.0, y, y, device="cuda")

    def test_own_arrays(self):
        """Memory stays on the device, the call does not wait, and a slice is where it lies."""
        x, y = rustg.array(np.ones(100, np.float32), "cuda"), rustg.zeros(100, device="cuda")
        self.saxpy(5.0, x[:10], y[20:30])
        self.assertEqual(self.driver.launches, [])
        self.assertEqual(np.flatnonzero(y.numpy() == 5.0).tolist(), list(range(20, 30)))
        self.assertEqual(self.driver.launches[0][2:], (10, 10))
        self.assertEqual((y.device, y.__dlpack_device__()), ("cuda:0", (2, 0)))
        described = y[20:30].__cuda_array_interface__
        self.assertEqual((described["shape"], described["typestr"], described["data"], described["stream"]),
                         ((10,), "<f4", (y.pointer + 80, False), 1))
        with self.assertRaises(AttributeError):
            y.__array_interface__  # pylint: disable=pointless-statement

    def test_foreign_arrays(self):
        """Of a library that does not tell its stream: it makes the legacy default stream wait, and the call waits."""
        x, y = Foreign([1, 2, 3]), Foreign([0, 0, 0])
        self.saxpy(2.0, x, y)
        self.assertEqual((x.streams, y.streams, len(self.driver.launches)), ([1], [1], 1))
        self.assertEqual(y.mine.numpy().tolist(), [2, 4, 6])

    def test_torch(self):
        """The launch goes into its current stream, which the tensors are asked for, and the call returns at once."""
        raw = new_stream()
        torch = types.ModuleType("torch")
        torch.cuda = types.SimpleNamespace(current_stream=lambda device: types.SimpleNamespace(cuda_stream=raw))
        sys.modules["torch"], before = torch, sys.modules.get("torch")
        try:
            x, y = FakeTorch([1, 2]), FakeTorch([0, 0])
            self.saxpy(3.0, x, y)
            self.assertEqual((x.streams, y.streams, self.driver.launches), ([raw], [raw], []))
            rustg.synchronize("cuda", stream=raw)
            self.assertEqual(len(self.driver.launches), 1)
            self.saxpy(3.0, x, y, stream=1)  # the caller's wins
            self.assertEqual(x.streams, [raw, 1])
            mine = rustg.zeros(2, device="cuda")  # goes where the others are
            self.saxpy(3.0, x, mine)
            self.assertEqual((x.streams[-1], len(self.driver.launches)), (raw, 1))
            self.assertEqual(mine.numpy().tolist(), [3, 6])
            mixed = Foreign([1, 1])
            self.saxpy(1.0, mixed, y)  # nobody's alone: the legacy default stream, and the call waits
            self.assertEqual((mixed.streams, y.streams[-1], len(self.driver.launches)), ([1], 1, 4))
        finally:
            sys.modules.pop("torch")
            if before:
                sys.modules["torch"] = before
        self.assertEqual(y.mine.numpy().tolist(), [7, 13])

    @contextlib.contextmanager
    def with_cupy(self, current):
        """A CuPy whose current stream is what the function answers."""
        cupy, before = types.ModuleType("cupy"), sys.modules.get("cupy")
        cupy.cuda = types.SimpleNamespace(get_current_stream=current)
        sys.modules["cupy"] = cupy
        try:
            yield
        finally:
            sys.modules.pop("cupy")
            if before:
                sys.modules["cupy"] = before

    def test_cupy(self):
        """Its current stream is asked for with the array's device current."""
        raw, entered = new_stream(), []

        @contextlib.contextmanager
        def current():
            entered.append(True)
            yield
            entered.pop()
        with self.with_cupy(lambda: types.SimpleNamespace(ptr=raw if entered else 0)):
            x, y = FakeCupy([1, 2]), FakeCupy([0, 0])
            x.context = y.context = current
            self.saxpy(2.0, x, y)
        self.assertEqual((x.streams, y.streams, self.driver.launches, entered), ([raw], [raw], [], []))
        rustg.synchronize("cuda", raw)
        self.assertEqual(y.mine.numpy().tolist(), [2, 4])

    def test_streams_that_are_given(self):
        raw, y = new_stream(), Foreign([0, 0])
        for stream in (raw, types.SimpleNamespace(cuda_stream=raw), types.SimpleNamespace(ptr=raw),
                       types.SimpleNamespace(__cuda_stream__=lambda: (0, raw))):
            self.saxpy(1.0, Foreign([1, 1]), y, stream=stream)
            self.assertEqual((y.streams.pop(), self.driver.launches), (raw, []))
            rustg.synchronize("cuda:0", stream)
            self.assertEqual(len(self.driver.launches), 1)
            self.driver.launches.clear()
        self.saxpy(1.0, Foreign([1, 1]), y, stream=0)
        self.assertEqual(y.streams, [1])
        for stream, kind, words in (("1", TypeError, "a str is no CUDA stream"),
                                    (-1, ValueError, "-1 is no CUDA stream")):
            with self.assertRaisesRegex(kind, words):
                self.saxpy(1.0, y, y, stream=stream)

    def ending(self):
        """A stream that ends, and what tells whether it has."""
        stream = EndingStream(self.driver)
        return stream, weakref.ref(stream)

    def test_streams_that_end(self):
        """One lives until somebody has waited for what rustg put into it, and not longer."""
        x, y = rustg.array(np.ones(4, np.float32), "cuda"), rustg.zeros(4, device="cuda")
        rustg.synchronize("cuda")
        for wait in (lambda: rustg.synchronize("cuda"), lambda: rustg.synchronize("cuda", alive())):
            stream, alive = self.ending()
            self.saxpy(1.0, x, y, stream=stream)
            with rustg.stream(stream):
                self.saxpy(1.0, x, y)
            del stream
            gc.collect()
            self.assertEqual((alive() is not None, self.driver.launches), (True, []))
            wait()
            gc.collect()
            self.assertEqual((alive(), len(self.driver.launches)), (None, 2))
            self.saxpy(1.0, x, y)  # in another stream, behind uses by one that is gone
            rustg.synchronize("cuda")
            self.driver.launches.clear()
        self.assertEqual(y.numpy().tolist(), [6] * 4)
        stream, alive = self.ending()  # whose work comes before the call's, and which takes none
        self.saxpy(1.0, FakeNumba(x, stream=stream.ptr), y)
        del stream
        self.assertIsNone(alive())
        self.assertEqual(y.numpy().tolist(), [7] * 4)

    def test_cupys_streams_that_end(self):
        """Likewise its current one, in which it calls kernels, and takes arrays: then until their memory is freed."""
        x, y = rustg.array(np.ones(4, np.float32), "cuda"), rustg.zeros(4, device="cuda")
        current, alive = self.ending()
        with self.with_cupy(lambda: current):
            theirs = FakeCupy(np.ones(4)), FakeCupy(np.zeros(4))
            theirs[0].context = theirs[1].context = contextlib.nullcontext
            self.saxpy(1.0, *theirs)
            current = None
            gc.collect()
            self.assertIsNotNone(alive())
            rustg.synchronize("cuda")
            self.assertIsNone(alive())
            current, alive = self.ending()
            y.__dlpack__(stream=current.ptr)
            current = types.SimpleNamespace(ptr=0)
            self.saxpy(1.0, x, y)
            rustg.synchronize("cuda")
            self.assertIsNotNone(alive())
            del y
            gc.collect()
            self.assertIsNone(alive())
        rustg.synchronize("cuda")

    def tell(self, number, stream):
        """A launch of a kernel that nobody holds, which prints and panics; and what tells whether its code is there."""
        kernel = rustg.kernel(TELL, path="tell.rs")
        x = y = rustg.zeros(4, "u32", device="cuda")
        with unittest.mock.patch.dict(os.environ, FAKE_NVRTC_GLOBALS=GLOBALS):
            kernel(number, x[:2], y[2:], stream=stream)
        ring = Ring.from_address(self.driver.cuda.rustg_fake_global(b"rustg_printed"))
        record = Record.from_address(self.driver.cuda.rustg_fake_global(b"rustg_panic"))

        def tells(n):
            slot = ring.slots[0]
            slot.site, slot.turn, slot.operands[0], ring.taken = 1, 1, n, 1
            record.state, record.site, record.operands[0], record.operands[1] = 2, 3, 4, 9
        self.driver.tells = tells
        return weakref.ref(kernel), weakref.ref(next(iter(kernel._code._loaded.values())))

    def test_kernels_that_end(self):
        """Their code lives until somebody has waited for it, and not longer: it has the words of prints and panics."""
        for number, stream, wait in ((7, 1, lambda: rustg.synchronize("cuda")),
                                     (8, own := rustg.Stream("cuda:0"), own.synchronize),
                                     (9, raw := new_stream(), lambda: rustg.synchronize("cuda", raw))):
            got = []
            rustg.on_print(got.append)
            try:
                kernel, code = self.tell(number, stream)
                gc.collect()
                self.assertEqual((kernel(), got), (None, []))
                with self.assertRaisesRegex(rustg.PanicError, "the len is 4 but the index is 9") as caught:
                    wait()
            finally:
                rustg.on_print(None)
            self.assertEqual([one.text for one in got], [f"it is {number}\n"])
            self.assertEqual((caught.exception.path, caught.exception.line), ("tell.rs", 9))
            del caught
            gc.collect()
            self.assertIsNone(code())
            wait()

    def test_lending_makes_the_taker_wait(self):
        """An event of the stream that works on the array, for the one that the taker names; none for the same one."""
        first, second = new_stream(), new_stream()
        x, y = rustg.array(np.ones(4, np.float32), "cuda"), rustg.zeros(4, device="cuda")
        rustg.synchronize("cuda")
        self.saxpy(1.0, x, y, stream=first)
        before = self.driver.calls("cuStreamWaitEvent")
        y.__dlpack__(stream=first)
        y.__dlpack__(stream=-1)
        self.assertEqual(self.driver.calls("cuStreamWaitEvent"), before)
        y.__dlpack__(stream=second)
        self.assertEqual(self.driver.calls("cuStreamWaitEvent"), before + 1)
        self.assertEqual(self.driver.launches, [])
        rustg.synchronize("cuda", stream=second)
        self.assertEqual(len(self.driver.launches), 1)  # the wait was for the launch
        with self.assertRaisesRegex(ValueError, "1 is the legacy default stream, 2 the thread's"):
            y.__dlpack__(stream=0)

    def test_several_streams_of_rustgs_own(self):
        """The library orders them by the buffers that they use."""
        first, second = new_stream(), new_stream()
        x, y = rustg.array(np.ones(4, np.float32), "cuda"), rustg.zeros(4, device="cuda")
        for stream in (first, second, first):
            self.saxpy(1.0, x, y, stream=stream)
        self.assertEqual(y.numpy().tolist(), [3] * 4)

    def test_round_trip(self):
        """Lent, borrowed and lent again, it is the same memory, and a kernel takes it."""
        mine = rustg.array(np.arange(4, dtype=np.float32), "cuda:1")
        borrowed = rustg.from_dlpack(Foreign.of(mine))
        self.assertEqual((borrowed.pointer, borrowed.device), (mine.pointer, "cuda:1"))
        self.saxpy(1.0, borrowed, rustg.zeros(4, device="cuda:1"))
        self.assertEqual(borrowed.numpy().tolist(), [0, 1, 2, 3])
        raw, y = new_stream(1), rustg.zeros(4, device="cuda:1")
        self.saxpy(1.0, mine, y, stream=raw)
        rustg.synchronize("cuda:1")
        self.saxpy(1.0, mine, y, stream=raw)
        again, before = rustg.from_dlpack(Foreign.of(mine)), self.driver.calls("cuStreamWaitEvent")
        self.saxpy(1.0, again, y, stream=raw)  # waits for the stream that the lender was told
        self.assertEqual(self.driver.calls("cuStreamWaitEvent"), before + 1)
        self.assertEqual(y.numpy().tolist(), [0, 3, 6, 9])

    def test_cuda_array_interface(self):
        """Work of the stream that it names comes first; the launch goes where no library tells a stream."""
        raw, far = new_stream(), FakeNumba([1, 2], 1)
        mine, ones = rustg.zeros(2, device="cuda"), rustg.array(np.ones(2, np.float32), "cuda")
        rustg.synchronize("cuda")
        for stream, n_waits in ((raw, 1), (None, 0), (1, 0)):
            x = FakeNumba(mine, stream=stream)
            y = rustg.zeros(2, device="cuda")
            rustg.synchronize("cuda")
            self.saxpy(1.0, ones, mine, stream=raw)  # what numba would have put there
            if stream != raw:
                rustg.synchronize("cuda", raw)
            before = self.driver.calls("cuStreamWaitEvent")
            self.saxpy(1.0, x, FakeNumba(y))
            self.assertEqual(self.driver.calls("cuStreamWaitEvent") - before, n_waits, stream)
            np.testing.assert_array_equal(y.numpy(), mine.numpy())
        self.saxpy(2.0, far, far_out := rustg.zeros(2, device="cuda:1"))
        self.assertEqual(far_out.numpy().tolist(), [2, 4])
        taken = rustg.asarray(far)
        self.assertEqual((taken.device, taken.pointer, taken.shape), ("cuda:1", far.mine.pointer, (2,)))
        for fields, words in (({"typestr": "<f8"}, "dtype is f64"), ({"strides": (8,)}, "is not dense"),
                              ({"data": (mine.pointer, True)}, "read-only"), ({"version": 1}, "older than version 2"),
                              ({"mask": mine}, "or has a mask"), ({"data": (64, False)}, "is not memory of a CUDA")):
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, "argument 2 .*" + words):
                self.saxpy(1.0, ones, FakeNumba(mine, **fields))

    def test_with_a_device(self):
        with rustg.device("cuda:1"):
            y = rustg.zeros(3)
            with rustg.device("cpu"):
                self.assertEqual(rustg.empty(1).device, "cpu")
            self.assertEqual((y.device, rustg.array([1.0]).device), ("cuda:1", "cuda:1"))
            x, host = np.ones(3, np.float32), np.zeros(3, np.float32)
            self.saxpy(4.0, x, host)  # on cuda:1, by copies
            self.assertEqual((host.tolist(), len(self.driver.launches)), ([4.0] * 3, 1))
            self.saxpy(4.0, x, host, device="cpu")
            self.assertEqual((host.tolist(), len(self.driver.launches)), ([8.0] * 3, 1))
            self.saxpy(1.0, first := rustg.zeros(3, device="cuda:0"), rustg.zeros(3, device="cuda:0"))
            self.assertEqual(first.device, "cuda:0")  # arrays of a device decide themselves
            self.saxpy(1.0, y, y[:0], n_elements=3)
            rustg.synchronize()
        self.assertEqual(rustg.empty(1).device, "cpu")

    def test_with_a_stream(self):
        """It comes before the library's own, on its device alone, and behind what the call says."""
        raw, x, y = new_stream(), FakeTorch([1, 1]), FakeTorch([0, 0])
        with rustg.stream(raw):
            self.saxpy(1.0, x, y)
            self.assertEqual((y.streams, self.driver.launches), ([raw], []))
            self.saxpy(1.0, x, y, stream=1)
            self.assertEqual(y.streams, [raw, 1])
        own = rustg.Stream("cuda:1")
        self.assertEqual((own.device, own.__cuda_stream__()), ("cuda:1", (0, own.ptr)))
        far = Foreign([1, 1], 1)
        with rustg.stream(raw), own as same:
            self.assertIs(same, own)
            self.saxpy(1.0, far, rustg.zeros(2, device="cuda:1"))
            self.assertEqual(far.streams, [own.ptr])
            self.saxpy(1.0, Foreign([1, 1]), mine := Foreign([0, 0]))
            self.assertEqual(mine.streams, [1])  # of another device than the innermost stream
        rustg.synchronize("cuda:1")
        self.driver.launches.clear()
        with own, own:
            self.saxpy(1.0, far, rustg.zeros(2, device="cuda:1"))
        self.assertEqual(self.driver.launches, [])
        own.synchronize()
        self.assertEqual(len(self.driver.launches), 1)
        rustg.synchronize(stream=own)
        seen = []  # a `with` is of its thread alone

        def elsewhere():
            self.saxpy(1.0, far, rustg.zeros(2, device="cuda:1"))
            seen.append(far.streams[-1])
            with own:
                seen.append(_place.current_stream(1))
        with own:
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
            self.assertEqual(_place.current_stream(1), own.ptr)
        self.assertEqual((seen, _place.current_stream(1)), ([1, own.ptr], None))
        with self.assertRaisesRegex(ValueError, "the CPU has no streams"):
            rustg.Stream("cpu")

    def test_wrong_devices(self):
        host, first, second = np.ones(2, np.float32), Foreign([1, 1]), Foreign([1, 1], 1)
        for args, options, words in (
                ((host, first), {}, "several devices: x is on cpu, y is on cuda:0"),
                ((first, second), {}, "several devices: x is on cuda:0, y is on cuda:1"),
                ((second, second), {"device": "cuda:0"}, "the arrays of saxpy are on cuda:1, not on cuda:0"),
                ((first, first), {"device": "cpu"}, "are on cuda:0, not on cpu")):
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, words):
                self.saxpy(1.0, *args, **options)
        with self.assertRaisesRegex(rustg.CudaError, "device"):
            rustg.empty(1, device="cuda:7")

    def test_no_memory(self):
        with self.assertRaises(MemoryError) as caught:
            rustg.empty(1 << 40, device="cuda")
        self.assertEqual(caught.exception.status, rustg.Status.ERR_DEVICE_MEMORY)
        self.assertTrue(caught.exception.is_recoverable)

    def test_tokens_left_on_the_device(self):
        """What rustg_result_device_tokens tells is an array of that device (a build without CUDA leaves none there)."""
        mine = rustg.array(np.arange(3, dtype=np.uint8), "cuda")
        array = rustg.Array.of_memory(mine.pointer, (3,), mine.element, owner=mine, readonly=True, device=("cuda", 0))
        rustg.synchronize("cuda")
        self.assertEqual(array[1:].numpy().tolist(), [1, 2])
        with self.assertRaisesRegex(BufferError, "read-only"):
            array.__dlpack__()

    def test_zz_lost_context(self):
        """The last: the device is of no use afterwards."""
        x = rustg.array(np.ones(2, np.float32), "cuda:1")
        self.driver.fail("cuLaunchKernel", 700)
        with self.assertRaises(rustg.CudaError) as caught:
            self.saxpy(1.0, x, rustg.zeros(2, device="cuda:1"))
        self.assertEqual((caught.exception.cuda_result, caught.exception.status),
                         (700, rustg.Status(_c.RUSTG_ERR_CUDA_STICKY)))
        self.assertFalse(caught.exception.is_recoverable)


if __name__ == "__main__":
    main()

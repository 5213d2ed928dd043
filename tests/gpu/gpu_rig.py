"""What the tests of Python on a GPU share."""
import ctypes
import os
import pathlib
import subprocess
import time
import unittest

N = 1 << 20


def wanted(name):
    """A module, or a skip."""
    try:
        return __import__(name)
    except ImportError as error:
        raise unittest.SkipTest(f"no {name} here ({error})") from None


def torch_with_cuda():
    """torch, or a skip."""
    torch = wanted("torch")
    if not torch.cuda.is_available():
        raise unittest.SkipTest("torch has no CUDA here")
    return torch


def occupy(stream):
    """What keeps a stream of torch's surely busy for a second or so, by products whose time is measured."""
    torch = wanted("torch")
    a, b = (torch.full((4096, 4096), 2.0 ** -12, device="cuda") for _ in range(2))
    out = torch.empty_like(a)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        for _ in range(2):  # the first one loads code
            start.record()
            torch.mm(a, b, out=out)
            end.record()
    torch.cuda.synchronize()
    count = min(max(int(500 / max(start.elapsed_time(end), 0.01)), 1), 500)

    def occupied():
        for _ in range(count):
            torch.mm(a, b, out=out)
    return occupied


def check_current_stream(test, saxpy):
    """saxpy runs between two operations of torch in a stream that is busy, without a wait. The seconds of its call."""
    torch = wanted("torch")
    x, y = torch.arange(N, dtype=torch.float32, device="cuda"), torch.zeros(N, device="cuda")
    stream = torch.cuda.Stream()
    occupied = occupy(stream)
    with torch.cuda.stream(stream):  # all code is loaded, for which the driver may wait
        y += 1
        saxpy(0.0, x, y)
        z = y * 2
        y.zero_()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        occupied()
        y += 1
        test.assertFalse(stream.query(), "the stream is idle before the call")
        start = time.perf_counter()
        saxpy(2.0, x, y)
        enqueued = time.perf_counter() - start
        z = y * 2
        test.assertFalse(stream.query(), f"the call waited: {enqueued * 1e3:.1f} ms")
    stream.synchronize()
    test.assertTrue(torch.equal(z, 4 * x + 2))
    return enqueued


def check_graph(test, saxpy):
    """torch captures a launch of saxpy as its own."""
    torch = wanted("torch")
    x, y = torch.ones(N, device="cuda"), torch.zeros(N, device="cuda")
    saxpy(0.0, x, y)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        saxpy(1.0, x, y)
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    test.assertTrue(torch.equal(y, 3 * x))


def build_library(rig, text, name):
    """The path of a shared library of C, made in the rig's folder."""
    path = os.path.join(rig.WORK.name, name)
    command = [rig.CC, "-O2", "-shared", "-fPIC", "-x", "c", "-o", path, "-"]
    subprocess.run(command, input=text, text=True, check=True)
    return path


def load_saxpy(test, rig):
    """CUDA's driver, and its function of the saxpy in the rig's kernels.rs. A context is current, as behind an array of
    torch's."""
    major, minor = wanted("torch").cuda.get_device_capability()
    cubin = os.path.join(rig.WORK.name, "kernels.cubin")
    subprocess.run([rig.RUSTGC, "kernels.rs", "-o", cubin, f"--arch=sm_{major}{minor}", "-O1"], cwd=rig.WORK.name,
                   check=True)
    cuda, loaded, function = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_void_p()
    test.assertEqual(cuda.cuModuleLoadData(ctypes.byref(loaded), pathlib.Path(cubin).read_bytes()), 0)
    test.assertEqual(cuda.cuModuleGetFunction(ctypes.byref(function), loaded, b"saxpy"), 0)
    return cuda, function

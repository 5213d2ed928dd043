"""The CUDA array interface (__cuda_array_interface__, versions 2 and 3), for libraries that have no DLPack: numba."""
import ctypes
import functools
import math
from typing import Any, Optional

import numpy as np

from ._device import LEGACY_STREAM, Device, Stream
from ._dlpack import Tensor, is_dense
from ._element import element_of_dtype
from ._errors import ArgumentError, CudaError
from ._library import call, lib, made, ready

_DEVICE_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL


@functools.cache
def _attributes() -> Any:
    """cuPointerGetAttributes of the driver, which the library has opened."""
    ready()
    try:
        function = ctypes.CDLL("libcuda.so.1").cuPointerGetAttributes
    except (OSError, AttributeError) as error:
        raise CudaError(f"an array of a CUDA device is given, and no driver knows of which one: {error}") from error
    function.argtypes = [ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64]
    return function


def device_of(lender: Any) -> tuple[str, int]:
    """The device of its memory, which the driver tells."""
    pointer = lender.__cuda_array_interface__["data"][0]
    if not pointer:
        return "cuda", 0
    ordinal = ctypes.c_int(-1)
    result = _attributes()(1, ctypes.byref(ctypes.c_int(_DEVICE_ORDINAL)),
                           ctypes.byref(ctypes.c_void_p(ctypes.addressof(ordinal))), pointer)
    if result or ordinal.value < 0:
        raise ArgumentError(f"{pointer:#x} of __cuda_array_interface__ is not memory of a CUDA device")
    return "cuda", ordinal.value


def borrow(lender: Any, device: Optional[Device], stream: Optional[Stream]) -> Tensor:
    """The memory that it describes; work of the stream that it names is done before the stream's."""
    said = lender.__cuda_array_interface__
    if said.get("version", 0) < 2 or said.get("mask") is not None:
        raise ArgumentError("its __cuda_array_interface__ is older than version 2, or has a mask")
    dtype = np.dtype(said["typestr"])
    element, shape = element_of_dtype(dtype), tuple(map(int, said["shape"]))
    strides = said.get("strides")
    dense = strides is None or (all(step % dtype.itemsize == 0 for step in strides) and
                                is_dense(shape, tuple(step // dtype.itemsize for step in strides)))
    theirs = said.get("stream")
    if theirs is not None and device is not None and stream is not None and math.prod(shape):
        _follow(device, int(theirs) or LEGACY_STREAM, stream)
    pointer, readonly = said["data"]
    return Tensor(int(pointer or 0), shape, element, element.name if element else f"numpy's {dtype}", "cuda",
                  device.ordinal if device else device_of(lender)[1], dense, bool(readonly), lender)


def _follow(device: Device, theirs: int, stream: Stream) -> None:
    """Makes the stream wait for what is in theirs. The device's lock must be held."""
    if theirs == stream.raw:
        return
    event, first = made(lib.rustg_event_create, device.context), Stream(device, theirs)
    try:
        call(lib.rustg_event_record, event, first.handle)
        call(lib.rustg_stream_wait_event, stream.handle, event)
    finally:
        lib.rustg_event_destroy(event)

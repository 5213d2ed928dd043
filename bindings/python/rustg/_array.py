"""Arrays in the memory of a device, which other libraries take without a copy."""
import math
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _cuda_array, _dlpack
from ._device import LEGACY_STREAM, Buffer, Device, DeviceInfo, name_of, parse_device, stream_of_taker
from ._element import BY_NAME, Element, element_of, element_of_dtype
from ._errors import ArgumentError, ArgumentTypeError
from ._library import call, lib
from ._place import current_device

Shape = Union[int, Sequence[int]]
_BYTE = BY_NAME["u8"]


class Array:
    """A dense array in the memory of a device: in the CPU's, where it is numpy's too, or in a CUDA device's.

    numpy takes one of the CPU by numpy.asarray; torch, CuPy and JAX take any by their from_dlpack. It is an argument of
    kernels like theirs.

    Attributes:
        shape: in elements, C order
        dtype: the element's name, "f32"
        pointer: address of the first element, in the device's memory
        readonly: it is not to be written
    """

    def __init__(self, tensor: _dlpack.Tensor, buffer: Optional[Buffer] = None):
        self._tensor = tensor
        self._buffer = buffer
        self.shape, self.readonly, self.pointer = tensor.shape, tensor.readonly, tensor.pointer

    @classmethod
    def of_memory(cls, pointer: int, shape: tuple[int, ...], element: Element, *, owner: Any, readonly: bool = False,
                  device: tuple[str, int] = ("cpu", 0)) -> "Array":
        """Somebody's memory, whom owner keeps."""
        return cls(_dlpack.Tensor(pointer, shape, element, element.name, *device, True, readonly, owner))

    @property
    def element(self) -> Element:
        """Its element type."""
        assert self._tensor.element is not None
        return self._tensor.element

    @property
    def dtype(self) -> str:
        """The element's name, "f32"."""
        return self.element.name

    @property
    def device(self) -> str:
        """ "cpu" or "cuda:0"."""
        return name_of(self._tensor.backend, self._tensor.ordinal)

    @property
    def size(self) -> int:
        """Elements."""
        return self._tensor.size

    @property
    def nbytes(self) -> int:
        """Bytes."""
        return self.size * self.element.n_bytes

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def __getitem__(self, part: slice) -> "Array":
        if not isinstance(part, slice) or not self.shape:
            raise TypeError("a rustg.Array is taken apart by slices of its first dimension; numpy() gives all the rest")
        first, end, step = part.indices(self.shape[0])
        if step != 1:
            raise ValueError("a slice of a rustg.Array has no step")
        shape = (max(end - first, 0), *self.shape[1:])
        at = self.pointer + first * math.prod(shape[1:]) * self.element.n_bytes
        old = self._tensor
        return Array(_dlpack.Tensor(at, shape, old.element, old.dtype, old.backend, old.ordinal, True, old.readonly,
                                    old.owner), self._buffer)

    def buffer(self) -> Buffer:
        """The library's handle of the memory, which remembers the streams that use it."""
        if self._buffer is None:
            self._buffer = Buffer.wrap(Device.of(self._tensor.backend, self._tensor.ordinal), self.pointer, self.nbytes,
                                       self._tensor.owner)
        return self._buffer

    # ---- other libraries ----

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_dlpack.CPU if self._tensor.backend == "cpu" else _dlpack.CUDA), self._tensor.ordinal

    def __dlpack__(self, *, stream: Optional[Any] = None, max_version: Optional[tuple[int, int]] = None,
                   dl_device: Optional[tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        """A capsule for from_dlpack of another library, as the array API says.

        Args:
            stream: of a CUDA array, the taker's: it is made to wait for rustg's work on the array. None and 1: the
                legacy default stream; 2: the default stream of the thread; -1: it waits for nothing
            max_version: of DLPack that the taker knows
            dl_device: the array's own; another one is refused
            copy: True is refused
        """
        if copy:
            raise BufferError("rustg does not copy for DLPack: use numpy() or rustg.array")
        if dl_device is not None and tuple(map(int, dl_device)) != self.__dlpack_device__():
            raise BufferError(f"the array is on {self.device}")
        if self._tensor.backend == "cuda" and stream != -1:
            if stream == 0:
                raise ArgumentError("stream 0 could be two streams: 1 is the legacy default stream, 2 the thread's")
            self._make_wait(LEGACY_STREAM if stream is None else stream_of_taker(int(stream)))
        elif stream is not None and stream != -1:
            raise ArgumentError("an array of the CPU has no stream")
        return _dlpack.lend(self._tensor, max_version)

    def _make_wait(self, raw: int) -> None:
        self.buffer().use(raw, not self.readonly)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        dtype = self.element.numpy
        if self._tensor.backend != "cpu" or dtype is None or not self.element.is_numpys_own:
            raise AttributeError(f"numpy() gives an array of {self.dtype} on {self.device}")
        return {"version": 3, "shape": self.shape, "typestr": dtype.str, "data": (self.pointer, self.readonly)}

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        dtype = self.element.numpy
        if self._tensor.backend != "cuda" or dtype is None or not self.element.is_numpys_own:
            raise AttributeError(f"there is no CUDA array interface for {self.dtype} on {self.device}")
        self._make_wait(LEGACY_STREAM)
        return {"version": 3, "shape": self.shape, "typestr": dtype.str, "data": (self.pointer, self.readonly),
                "strides": None, "stream": LEGACY_STREAM}

    def numpy(self) -> np.ndarray:
        """Of the CPU: a view, which keeps the memory. Of a CUDA device: a copy."""
        dtype = self.element.numpy
        if dtype is None:
            raise ArgumentTypeError(f"numpy has no dtype for {self.dtype}; with ml_dtypes installed it has")
        if self._tensor.backend == "cpu":
            view = _dlpack.stand_in(self._tensor).view(dtype)
            view.flags.writeable = not self.readonly
            return view
        made = np.empty(self.shape, dtype)
        buffer = self.buffer()
        with buffer.device.lock:
            stream = buffer.device.stream(LEGACY_STREAM)
            buffer.read(self.pointer - buffer.pointer, made.ctypes.data, made.nbytes, stream)
            stream.wait()
        return made

    def __repr__(self) -> str:
        return f"<rustg.Array of {'x'.join(map(str, self.shape))} {self.dtype} on {self.device}>"


def _allocate(shape: Shape, element: Element, device: Union[str, DeviceInfo, None]) -> Array:
    lengths = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(n) for n in shape)
    if any(n < 0 for n in lengths):
        raise ArgumentError(f"a shape has no negative numbers: {lengths}")
    opened = Device.of(*(parse_device(device) if device is not None else current_device() or ("cpu", 0)))
    buffer = Buffer.allocate(opened, math.prod(lengths) * element.n_bytes)
    return Array(_dlpack.Tensor(buffer.pointer, lengths, element, element.name, opened.backend, opened.ordinal, True,
                                False, buffer), buffer)


def empty(shape: Shape, dtype: Any = "f32", device: Union[str, DeviceInfo, None] = None) -> Array:
    """An array with undefined contents.

    Args:
        shape: a length, or one for each dimension
        dtype: "f32" and the like, as Rust calls them, or what numpy takes for a dtype
        device: "cpu", "cuda", "cuda:1", or what rustg.devices() lists; None: of `with rustg.device(..)`, else the CPU
    """
    return _allocate(shape, element_of(dtype), device)


def zeros(shape: Shape, dtype: Any = "f32", device: Union[str, DeviceInfo, None] = None) -> Array:
    """An array of zeros; arguments as of empty."""
    made = empty(shape, dtype, device)
    buffer = made.buffer()
    if made.nbytes:
        with buffer.device.lock:
            call(lib.rustg_fill_buffer, buffer.handle, 0, 0, 1, made.nbytes, buffer.device.stream(LEGACY_STREAM).handle)
    return made


def array(data: Any, device: Union[str, DeviceInfo, None] = None) -> Array:
    """A copy of what numpy makes an array of, on a device as of empty."""
    given = np.asarray(data.numpy() if isinstance(data, Array) else data, order="C")
    element = element_of_dtype(given.dtype)
    if element is None:
        raise ArgumentTypeError(f"rustg has no element type for numpy's {given.dtype}")
    made = empty(given.shape, element, device)
    buffer = made.buffer()
    if made.nbytes:
        with buffer.device.lock:
            buffer.write(0, given.ctypes.data, made.nbytes, buffer.device.stream(LEGACY_STREAM))
    return made


def from_dlpack(lender: Any, /) -> Array:
    """An array of another library's memory, without a copy: of torch, CuPy, JAX, numpy, or whatever has __dlpack__.

    On CUDA, rustg's legacy default stream waits for the lender's work on it.
    """
    if isinstance(lender, Array):
        return lender
    if not hasattr(lender, "__dlpack__"):
        raise ArgumentTypeError(f"a {type(lender).__name__} has no __dlpack__")
    backend, _ = _dlpack.device_of(lender)
    return _taken(_dlpack.borrow(lender, LEGACY_STREAM if backend == "cuda" else None))


def asarray(given: Any, /) -> Array:
    """An array of what lies in somebody's memory, without a copy: what has __dlpack__ as of from_dlpack, what has
    __cuda_array_interface__ alone (numba), and else what numpy makes an array of.

    On CUDA, rustg's legacy default stream waits for the lender's work on it.

    Raises:
        ArgumentError: it is not dense in C order
        ArgumentTypeError: rustg has no such element type
    """
    if isinstance(given, Array):
        return given
    if hasattr(given, "__dlpack__") and not isinstance(given, np.ndarray):
        return from_dlpack(given)
    if hasattr(given, "__cuda_array_interface__"):
        device = Device.of(*_cuda_array.device_of(given))
        with device.lock:
            return _taken(_cuda_array.borrow(given, device, device.stream(LEGACY_STREAM)))
    return _taken(_dlpack.of_numpy(np.asarray(given)))


def _taken(tensor: _dlpack.Tensor) -> Array:
    if tensor.element is None:
        raise ArgumentTypeError(f"rustg has no element type for {tensor.dtype}")
    if not tensor.is_dense:
        raise ArgumentError(f"the array of shape {tensor.shape} is not dense in C order: make it contiguous first")
    made = Array(tensor)
    if tensor.backend == "cuda" and tensor.size:
        made._make_wait(LEGACY_STREAM)  # noted as a use, for which other streams wait
    return made

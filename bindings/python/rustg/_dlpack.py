"""DLPack (dmlc.github.io/dlpack, version 1): tensors of other libraries as memory, and memory as capsules."""
import ctypes
import math
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from ._element import Element, element_of_dlpack, element_of_dtype
from ._errors import ArgumentError, ArgumentTypeError, Error

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13
BACKENDS = {CPU: "cpu", CUDA_HOST: "cpu", CUDA: "cuda", CUDA_MANAGED: "cuda"}
_TYPES = {"cpu": CPU, "cuda": CUDA}
VERSION = (1, 0)
_READ_ONLY = 1


class DLDevice(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", DLDevice), ("ndim", ctypes.c_int32), ("dtype", DLDataType),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("dl_tensor", DLTensor), ("manager_ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager_ctx", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("dl_tensor", DLTensor)]


_KINDS = {b"dltensor": DLManagedTensor, b"dltensor_versioned": DLManagedTensorVersioned}
_api = ctypes.pythonapi
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))


@dataclass
class Tensor:
    """Memory that somebody lends.

    Attributes:
        pointer: of the first element
        shape: in elements
        element: None for a type that rustg does not have, which dtype then tells
        backend, ordinal: the device
        is_dense: in C order without gaps
        readonly: True where the lender says so
        owner: keeps the memory
    """
    pointer: int
    shape: tuple[int, ...]
    element: Optional[Element]
    dtype: str
    backend: str
    ordinal: int
    is_dense: bool
    readonly: bool
    owner: Any

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)


def of_numpy(array: np.ndarray) -> Tensor:
    """numpy's memory."""
    element, flags = element_of_dtype(array.dtype), array.flags
    return Tensor(array.ctypes.data, array.shape, element, element.name if element else f"numpy's {array.dtype}", "cpu",
                  0, flags.c_contiguous, not flags.writeable, array)


def is_dense(shape: tuple[int, ...], strides: Optional[tuple[int, ...]]) -> bool:
    """Whether strides, in elements, are those of C order. Dimensions of 1 do not matter."""
    expected = 1
    for n, stride in zip(reversed(shape), reversed(strides or ())):
        if n != 1 and stride != expected:
            return 0 in shape
        expected *= n
    return True


def device_of(lender: Any) -> tuple[str, int]:
    """What __dlpack_device__ tells: ("cpu", 0) or ("cuda", ordinal)."""
    kind, ordinal = lender.__dlpack_device__()
    if int(kind) not in BACKENDS:
        raise ArgumentError(f"an array of DLPack device type {int(kind)} is given; rustg uses host and CUDA memory")
    backend = BACKENDS[int(kind)]
    return backend, int(ordinal) if backend == "cuda" else 0


def borrow(lender: Any, stream: Optional[int]) -> Tensor:
    """What a library lends through __dlpack__.

    Args:
        lender: has __dlpack__ and __dlpack_device__
        stream: for CUDA the consumer's, as the array API numbers them (1: legacy default, 2: per thread), which the
            lender makes wait for its own work; -1: it does not; None on the host
    """
    try:
        try:
            capsule = lender.__dlpack__(stream=stream, max_version=VERSION)
        except TypeError:  # before version 1
            capsule = lender.__dlpack__(stream=stream) if stream is not None else lender.__dlpack__()
    except Error:
        raise
    except (BufferError, RuntimeError, ValueError, TypeError) as error:
        raise ArgumentError(f"a {type(lender).__module__}.{type(lender).__qualname__} does not lend its memory: "
                            f"{error}") from error
    return _read(_managed(capsule), capsule)


def _managed(capsule: Any) -> Any:
    for name, kind in _KINDS.items():
        if _is_valid(capsule, name):
            return kind.from_address(_pointer(capsule, name))
    raise ArgumentTypeError("__dlpack__ gave no capsule of a tensor")


def _read(managed: Any, capsule: Any) -> Tensor:
    """The capsule is kept, and not renamed: its own destructor gives the tensor back."""
    tensor, flags = managed.dl_tensor, 0
    if isinstance(managed, DLManagedTensorVersioned):
        if managed.major != VERSION[0]:
            raise ArgumentError(f"a tensor of DLPack {managed.major}.{managed.minor} is given; rustg knows version 1")
        flags = managed.flags
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = tuple(tensor.strides[i] for i in range(tensor.ndim)) if tensor.strides else None
    dtype = tensor.dtype
    backend = BACKENDS[tensor.device.device_type]
    return Tensor((tensor.data or 0) + tensor.byte_offset, shape,
                  element_of_dlpack(dtype.code, dtype.bits) if dtype.lanes == 1 else None,
                  f"DLPack type {dtype.code} of {dtype.bits} bits and {dtype.lanes} lanes", backend,
                  tensor.device.device_id if backend == "cuda" else 0, is_dense(shape, strides),
                  bool(flags & _READ_ONLY), capsule)


_STAND_INS = {1: "|u1", 2: "<u2", 4: "<u4", 8: "<u8", 16: "<c16"}


class _Keeper:
    """What numpy takes for an array of the memory, and keeps as long as that."""

    def __init__(self, tensor: Tensor, n_bytes: int):
        self.owner = tensor.owner
        self.__array_interface__ = {"version": 3, "shape": tensor.shape, "typestr": _STAND_INS[n_bytes],
                                    "data": (tensor.pointer, False)}


def stand_in(tensor: Tensor) -> np.ndarray:
    """The memory as an array of unsigned numbers of its elements' size, which numpy does not read by itself."""
    assert tensor.element is not None
    if not tensor.size:
        return np.empty(tensor.shape, _STAND_INS[tensor.element.n_bytes])
    return np.asarray(_Keeper(tensor, tensor.element.n_bytes))


def lend(tensor: Tensor, max_version: Optional[tuple[int, int]]) -> Any:
    """A capsule of dense memory, whose owner lives until the taker gives it back.

    numpy makes it, for an array that stands for the memory and is never read; type and device are put in afterwards.
    So what frees it is C, as it must be: it may run without Python's lock, and while an exception is under way.
    """
    if tensor.element is None or not tensor.element.bits:
        raise BufferError(f"DLPack has no type for {tensor.dtype}")
    array: Any = stand_in(tensor)
    try:
        capsule = array.__dlpack__(max_version=max_version)
    except TypeError:  # numpy before 2.1 makes capsules of DLPack before version 1, which any taker knows
        capsule = array.__dlpack__()
    managed = _managed(capsule)
    if tensor.readonly and not isinstance(managed, DLManagedTensorVersioned):
        raise BufferError("the array is read-only, which DLPack says from version 1 on: numpy 2.1 and a taker that "
                          "passes max_version=(1, 0) are needed; copy it instead")
    if tensor.readonly:
        managed.flags |= _READ_ONLY
    to = managed.dl_tensor
    to.device.device_type, to.device.device_id = _TYPES[tensor.backend], tensor.ordinal
    to.dtype.code, to.dtype.bits = tensor.element.code, tensor.element.bits
    return capsule

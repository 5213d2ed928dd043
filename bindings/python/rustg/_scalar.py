"""Python's values as bytes of a kernel's scalar parameters."""
import ctypes
import operator
from typing import Any

import numpy as np

from ._element import BOOL, CHAR, STRUCT, Element
from ._errors import ArgumentError, ArgumentTypeError


def _bfloat16(value: float) -> bytes:
    """Rounded to nearest, ties to even, as numpy's float32 is."""
    bits = int(np.float32(value).view(np.uint32))
    if value == value:  # a NaN has no neighbours
        bits += 0x7FFF + (bits >> 16 & 1)
    else:
        bits |= 0x00400000
    return (bits >> 16 & 0xFFFF).to_bytes(2, "little")


def _integer(element: Element, dtype: np.dtype, value: Any) -> bytes:
    number, limits = operator.index(value), np.iinfo(dtype)
    if not limits.min <= number <= limits.max:
        raise ArgumentError(f"{number} does not fit {element}, which goes from {limits.min} to {limits.max}")
    return number.to_bytes(element.n_bytes, "little", signed=limits.min < 0)


def _char(value: Any) -> bytes:
    if not isinstance(value, str):
        raise TypeError("a str of one character is wanted")
    if len(value) != 1 or 0xD800 <= ord(value) < 0xE000:
        raise ArgumentError(f"{value!r} is no char, which is one character and no surrogate")
    return ord(value).to_bytes(4, "little")


def _structure(n_bytes: int, value: Any) -> bytes:
    raw = value.tobytes() if isinstance(value, (np.void, np.ndarray)) else bytes(memoryview(value))
    if len(raw) != n_bytes:
        raise ArgumentError(f"{len(raw)} bytes are given for a structure of {n_bytes}")
    return raw


def pack(element: Element, n_bytes: int, value: Any) -> bytes:
    """The bytes of a value.

    Raises:
        TypeError: the value is of another type (what asks adds the parameter's name)
        ArgumentError: it does not fit
    """
    if element is STRUCT:
        return _structure(n_bytes, value)
    if element is CHAR:
        return _char(value)
    if isinstance(value, (str, bytes)):
        raise TypeError("a number is wanted")
    if element is BOOL:
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError("a bool is wanted")
        return bytes([bool(value)])
    dtype = element.numpy
    if dtype is not None and dtype.kind in "iu":
        return _integer(element, dtype, value)
    if dtype is not None and dtype.kind == "c":
        return np.array(complex(value), dtype).tobytes()
    if dtype is not None and element.n_bytes >= 4:
        return bytes((ctypes.c_float if element.n_bytes == 4 else ctypes.c_double)(value))
    if dtype is not None:
        with np.errstate(over="ignore"):
            return np.array(float(value), dtype).tobytes()
    if element.name == "bf16":
        return _bfloat16(float(value))
    raise ArgumentTypeError(f"a value of {element} takes numpy's dtype of it, which ml_dtypes has")

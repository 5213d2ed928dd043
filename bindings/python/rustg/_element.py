"""Element types of rustg, with what numpy and DLPack call them. The library's list, include/rustg/element.def."""
import ctypes
import functools
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from . import _c
from ._errors import ArgumentTypeError
from ._library import lib, text_of

# numpy has these only where ml_dtypes, which comes with JAX, registers them.
_EXTENSION_NAMES = {"bf16": "bfloat16", "f8_e4m3": "float8_e4m3fn", "f8_e5m2": "float8_e5m2"}


@dataclass(frozen=True)
class Element:
    """An element type.

    Attributes:
        number: rustg_element
        name: "f32" and the like
        n_bytes: of one element; 0 for structures
        code, bits: DLPack's
        numpy: numpy's dtype; None where it has none
    """
    number: int
    name: str
    n_bytes: int
    code: int
    bits: int
    numpy: Optional[np.dtype]

    def __str__(self) -> str:
        return self.name

    @property
    def is_numpys_own(self) -> bool:
        """numpy's own has a type string, which the array interfaces and numpy.from_dlpack know it by; the kind does not
        tell, for that of ml_dtypes' float8_e5m2 is "f"."""
        return self.numpy is not None and self.numpy.isbuiltin == 1


def _numpy(number: int, name: str, n_bytes: int) -> Optional[np.dtype]:
    letter = lib.rustg_element_numpy(number).decode()
    if letter != "V":
        return np.dtype(f"{letter}{n_bytes}")
    try:
        import ml_dtypes  # type: ignore[import]  # pylint: disable=import-outside-toplevel
        return np.dtype(getattr(ml_dtypes, _EXTENSION_NAMES[name]))
    except (ImportError, KeyError):
        return None


def _read() -> list[Element]:
    elements = []
    for number in range(_c.RUSTG_N_ELEMENTS):
        code, bits = ctypes.c_uint8(), ctypes.c_uint8()
        lib.rustg_element_dlpack(number, ctypes.byref(code), ctypes.byref(bits))
        name, n_bytes = text_of(lib.rustg_element_name(number)), lib.rustg_element_size(number)
        elements.append(Element(number, name, n_bytes, code.value, bits.value, _numpy(number, name, n_bytes)))
    return elements


ELEMENTS = _read()
BY_NAME = {element.name: element for element in ELEMENTS}
CHAR, BOOL, STRUCT = (ELEMENTS[number] for number in
                      (_c.RUSTG_ELEMENT_CHAR, _c.RUSTG_ELEMENT_BOOL, _c.RUSTG_ELEMENT_STRUCT))
_BY_DLPACK = {(element.code, element.bits): element for element in reversed(ELEMENTS)
              if element.bits and element is not CHAR}
_BY_EXTENSION = {name: BY_NAME[own] for own, name in _EXTENSION_NAMES.items()}
_CODES = {"b": BOOL.code, "i": BY_NAME["i32"].code, "u": BY_NAME["u32"].code, "f": BY_NAME["f32"].code,
          "c": BY_NAME["complex_f32"].code}


def element_of_dlpack(code: int, bits: int) -> Optional[Element]:
    """None for a type that rustg does not have."""
    return _BY_DLPACK.get((code, bits))


@functools.lru_cache(maxsize=256)
def element_of_dtype(dtype: np.dtype) -> Optional[Element]:
    """None for a dtype that rustg does not have, among them all that are not of this machine's byte order."""
    if dtype.name in _BY_EXTENSION:
        return _BY_EXTENSION[dtype.name]
    if dtype.kind not in _CODES or not dtype.isnative:
        return None
    return element_of_dlpack(_CODES[dtype.kind], dtype.itemsize * 8)


def element_of(name: Union[str, Element, Any]) -> Element:
    """An element by its name ("f32"), or by what numpy takes for a dtype."""
    if isinstance(name, Element):
        return name
    if isinstance(name, str) and name in BY_NAME and BY_NAME[name].n_bytes:
        return BY_NAME[name]
    try:
        element = element_of_dtype(np.dtype(name))
    except TypeError:
        element = None
    if element is None:
        raise ArgumentTypeError(f"{name!r} is no element type; those are " +
                                ", ".join(element.name for element in ELEMENTS if element.n_bytes))
    return element

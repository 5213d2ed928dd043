"""Finds librustg.so, opens it, and gives its functions the types that _c.py has from the headers."""
import ctypes
import os
import pathlib
import threading
from typing import Any, Optional

from . import _c

HERE = pathlib.Path(__file__).resolve().parent
_SONAME = f"librustg.so.{_c.RUSTG_ABI_VERSION}"


def _candidates() -> list[str]:
    """RUSTG_LIBRARY alone where it is set; else what is beside this file, as in a wheel, then what the system finds."""
    named = os.environ.get("RUSTG_LIBRARY")
    if named:
        path = pathlib.Path(named)
        return [str(path / _SONAME if path.is_dir() else path)]
    beside = [str(path) for path in (HERE / _SONAME, HERE / "librustg.so") if path.exists()]
    return [*beside, _SONAME]


def _open() -> ctypes.CDLL:
    failures = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
            break
        except OSError as error:
            failures.append(str(error))
    else:
        raise ImportError("rustg needs its library, which could not be opened: " + "; ".join(failures) +
                          ". Install rustg (cmake --install), or set RUSTG_LIBRARY to the path of librustg.so")
    try:
        library.rustg_abi_version.restype = ctypes.c_uint32
        abi = library.rustg_abi_version()
    except AttributeError:
        raise ImportError(f"{name} is not rustg's library: it has no rustg_abi_version") from None
    if abi != _c.RUSTG_ABI_VERSION:
        raise ImportError(f"{name} has version {abi} of rustg's ABI; this package is for {_c.RUSTG_ABI_VERSION}")
    for function, (returned, params) in _c.FUNCTIONS.items():
        try:
            found = getattr(library, function)
        except AttributeError:
            raise ImportError(f"{name} has no {function}: it is older than this package") from None
        found.restype, found.argtypes = returned, params
    return library


lib: Any = _open()
__version__: str = lib.rustg_version().decode()

_lock = threading.Lock()
_initialized = False


def ready() -> Any:
    """The library, prepared; it stays so until the process ends."""
    global _initialized  # pylint: disable=global-statement
    with _lock:
        if not _initialized:
            call(lib.rustg_initialize, None)
            _initialized = True
    return lib


def call(function: Any, *args: Any) -> None:
    """Call a function whose last parameter is a rustg_error, and raise what it answers."""
    error = _c.rustg_error()
    status = function(*args, ctypes.byref(error))
    if status != _c.RUSTG_OK:
        from ._errors import error_of  # pylint: disable=import-outside-toplevel, cyclic-import
        error.status = status
        raise error_of(error)


def made(function: Any, *args: Any) -> int:
    """Likewise, where the parameter before receives a handle."""
    handle = ctypes.c_void_p()
    call(function, *args, handle)
    return handle.value or 0


def text_of(value: Optional[bytes]) -> str:
    """Text of the library's; a character NUL in it is two bytes, as diagnostic.h says."""
    return (value or b"").replace(b"\xc0\x80", b"\0").decode("utf-8", "replace")


def text_by(function: Any, *args: Any) -> str:
    """The text of a function that ends with a buffer and its size, and answers how many bytes it needs."""
    needed = function(*args, None, 0)
    buffer = ctypes.create_string_buffer(needed + 1)
    function(*args, buffer, needed + 1)
    return text_of(buffer.raw[:needed])

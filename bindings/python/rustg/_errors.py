"""Exceptions: what failed, and what to do next."""
import ctypes
import enum
from typing import TYPE_CHECKING, Any, Sequence

from . import _c
from ._library import lib, text_of

if TYPE_CHECKING:
    from ._result import Diagnostic

MOST_SHOWN = 50  # diagnostics in the text of an exception, which has all of them as data

_make: Any = enum.IntEnum  # for type checkers, which would want the names written out
Status: Any = _make("Status", {name.removeprefix("RUSTG_"): value for name, value in vars(_c).items()
                               if name == "RUSTG_OK" or name.startswith("RUSTG_ERR_")})
Status.__doc__ = "What a call of the library answered; rustg/status.h pins the values."


class Error(Exception):
    """A call failed.

    Attributes:
        status: what the library answered
        message: what failed, naming the argument, file or driver call
        hint: what to do next; may be empty
        category: "usage", "memory", "launch" and the like
        cuda_result: the CUresult behind it, 0 for none
        is_recoverable: trying again, or going on with the same device, can succeed
    """

    def __init__(self, message: str, *, status: enum.IntEnum = Status.ERR_ARGUMENT, hint: str = "",
                 cuda_result: int = 0):
        super().__init__(f"{message}\n{hint}" if hint else message)
        self.status, self.message, self.hint, self.cuda_result = status, message, hint, cuda_result
        record = _c.rustg_error(status=int(status), cuda_result=cuda_result)
        self.category = text_of(lib.rustg_error_category_string(lib.rustg_error_category_of(ctypes.byref(record))))
        self.is_recoverable = bool(lib.rustg_error_is_recoverable(ctypes.byref(record)))


class ArgumentError(Error, ValueError):
    """A wrong value, shape or device."""


class ArgumentTypeError(ArgumentError, TypeError):
    """A wrong type, dtype or number of arguments."""


class SourceError(Error):
    """The Rust source is wrong. The text of the exception is what rustc would print.

    Attributes:
        diagnostics: all of them, in the order of the sources
    """

    def __init__(self, rendered: str, diagnostics: "Sequence[Diagnostic]"):
        super().__init__(rendered, status=Status.ERR_SOURCE)
        self.diagnostics = diagnostics


class PanicError(Error):
    """A kernel panicked. The device stays usable; the other threads ran to their end.

    Attributes:
        path, line, column: where, in the Rust source; "" and 0 where it is not known
        block, thread: indices of the first thread that panicked
    """

    def __init__(self, message: str, *, hint: str = "", path: str = "", line: int = 0, column: int = 0,
                 block: tuple[int, ...] = (0, 0, 0), thread: tuple[int, ...] = (0, 0, 0)):
        super().__init__(message, status=Status.ERR_PANIC, hint=hint)
        self.path, self.line, self.column, self.block, self.thread = path, line, column, block, thread


class CudaError(Error):
    """There is no usable CUDA device or NVRTC, or a call of the driver failed."""


class OutOfMemoryError(Error, MemoryError):
    """The host or a device has no memory left."""


_CLASSES = {
    Status.ERR_ARGUMENT: ArgumentError,
    Status.ERR_MEMORY: OutOfMemoryError,
    Status.ERR_DEVICE_MEMORY: OutOfMemoryError,
    Status.ERR_NO_CUDA: CudaError,
    Status.ERR_DEVICE: CudaError,
    Status.ERR_CUDA: CudaError,
    Status.ERR_CUDA_STICKY: CudaError,
    Status.ERR_NO_NVRTC: CudaError,
}


def error_of(record: _c.rustg_error) -> Exception:
    """The exception that says what an error record says."""
    status, message = Status(record.status), text_of(record.message)
    message = message or text_of(lib.rustg_status_string(record.status))
    if status == Status.ERR_PANIC:
        return PanicError(message, hint=text_of(record.hint))
    kind = _CLASSES.get(status, Error)
    return kind(message, status=status, hint=text_of(record.hint), cuda_result=record.cuda_result)


def shown(rendered: Sequence[str], n_all: int) -> str:
    """The text of many diagnostics."""
    more = [f"... and {n_all - len(rendered)} more"] if n_all > len(rendered) else []
    return "\n".join([*(text.rstrip("\n") for text in rendered), *more])

"""What kernels print: println!, print!, eprintln!, eprint! and dbg!."""
import ctypes
import sys
import threading
from dataclasses import dataclass
from typing import Any, Callable, Optional

from . import _c


@dataclass(frozen=True)
class Printed:
    """What one print of one thread has printed.

    Attributes:
        text: with its newline; "" where messages were lost
        to_stderr: eprint!, eprintln! and dbg!
        n_lost: so many messages were lost since the last time, for the ring of 4,096 was full
    """
    text: str
    to_stderr: bool = False
    n_lost: int = 0

    def write(self) -> None:
        """Write it to sys.stdout, or to sys.stderr where the kernel said so, or messages were lost."""
        if self.n_lost:
            sys.stderr.write(f"rustg: {self.n_lost} messages of kernels were lost\n")
        else:
            (sys.stderr if self.to_stderr else sys.stdout).write(self.text)


_told: Optional[Callable[[Printed], Any]] = None


class _Raised(threading.local):
    """What functions that were told have raised, in the thread that waits."""

    def __init__(self) -> None:
        self.first: Optional[BaseException] = None


_raised = _Raised()


def _tell(_user: Any, raw: Any) -> None:
    told, printed = _told, raw.contents
    if told is None:
        return
    try:
        at = ctypes.c_void_p.from_buffer(printed, _c.rustg_printed.text.offset).value
        text = ctypes.string_at(at, printed.n_bytes).decode("utf-8", "replace") if at else ""
        told(Printed(text, bool(printed.to_stderr), printed.n_lost))
    except BaseException as error:  # pylint: disable=broad-exception-caught
        _raised.first = _raised.first or error


#: For rustg_context_on_print; it lives as long as the process.
TELL = _c.rustg_print_fn(_tell)


def raise_what_was_raised() -> None:
    """What a function has raised that was told during this thread's wait; to be called behind it."""
    error, _raised.first = _raised.first, None
    if error is not None:
        raise error


def on_print(function: Optional[Callable[[Printed], Any]]) -> Optional[Callable[[Printed], Any]]:
    """Set what is told of what kernels print, on all devices. At first nobody is.

    It is called by what waits for a kernel, in that thread: the call of a kernel on the CPU, rustg.synchronize on CUDA.
    What it raises is raised there. Several threads may call it at once.

        rustg.on_print(rustg.Printed.write)     # to sys.stdout and sys.stderr

    Args:
        function: called with a rustg.Printed; None: nobody

    Returns:
        what was set before
    """
    global _told  # pylint: disable=global-statement
    before, _told = _told, function
    return before

"""Where calls go that do not say it: the device and the stream of a `with`."""
import contextlib
import contextvars
import weakref
from typing import Any, Iterator, Optional, Union

from ._device import Device, DeviceInfo, name_of, parse_device, parse_stream
from ._errors import ArgumentError
from ._library import lib, made

_now_device: "contextvars.ContextVar[Optional[tuple[str, int]]]" = contextvars.ContextVar("rustg_device", default=None)
# The stream, and the ordinal of its device where that is known.
_now_stream: "contextvars.ContextVar[Optional[tuple[Optional[int], int]]]" = contextvars.ContextVar("rustg_stream",
                                                                                                   default=None)
# How to leave the streams that were entered, innermost last: of each thread and task its own.
_entered: "contextvars.ContextVar[tuple[Any, ...]]" = contextvars.ContextVar("rustg_entered", default=())


class Stream:
    """A stream of rustg's own on a CUDA device. `with` makes it the current one, as rustg.stream does.

    torch.cuda.ExternalStream and cupy.cuda.ExternalStream take its ptr.

    Attributes:
        device: "cuda:0" and the like
        ptr: the CUstream, a number
    """

    def __init__(self, device: Union[str, DeviceInfo] = "cuda"):  # pylint: disable=redefined-outer-name
        backend, ordinal = parse_device(device)
        if backend == "cpu":
            raise ArgumentError("the CPU has no streams: what is asked of it is done when the call returns")
        opened = Device.of(backend, ordinal)
        handle = made(lib.rustg_stream_create, opened.context)
        weakref.finalize(self, lib.rustg_stream_destroy, handle).atexit = False
        self.device, self.ordinal, self.ptr = name_of(backend, ordinal), ordinal, int(lib.rustg_stream_raw(handle))

    def __cuda_stream__(self) -> tuple[int, int]:
        """For other libraries: the protocol's version and the CUstream."""
        return 0, self.ptr

    def synchronize(self) -> None:
        """Wait for its work; raises what kernels did, as rustg.synchronize does."""
        opened = Device.of("cuda", self.ordinal)
        with opened.lock:
            opened.stream(self.ptr).wait()

    def __enter__(self) -> "Stream":
        _entered.set((*_entered.get(), _now_stream.set((self.ordinal, self.ptr))))
        return self

    def __exit__(self, *raised: Any) -> None:
        *rest, token = _entered.get()
        _now_stream.reset(token)
        _entered.set(tuple(rest))

    def __repr__(self) -> str:
        return f"<rustg.Stream {self.ptr:#x} on {self.device}>"


@contextlib.contextmanager
def device(name: Union[str, DeviceInfo, Any]) -> Iterator[None]:
    """Where arrays are made, and where kernels run whose arrays are all in host memory, inside of a `with`.

        with rustg.device("cuda:1"):
            y = rustg.zeros(1000)

    Args:
        name: "cpu", "cuda", "cuda:1", or what rustg.devices() lists
    """
    token = _now_device.set(parse_device(name))
    try:
        yield
    finally:
        _now_device.reset(token)


@contextlib.contextmanager
def stream(given: Any) -> Iterator[None]:
    """Where launches on a CUDA device go inside of a `with`, before the current stream of torch or CuPy.

    One of a rustg.Stream is of that stream's device alone: launches on others go where they would have gone.

    Args:
        given: a rustg.Stream, torch's or CuPy's, or a CUstream's number
    """
    token = _now_stream.set((given.ordinal if isinstance(given, Stream) else None, parse_stream(given)))
    try:
        yield
    finally:
        _now_stream.reset(token)


def current_device() -> Optional[tuple[str, int]]:
    """Of the innermost `with`."""
    return _now_device.get()


def current_stream(ordinal: int) -> Optional[int]:
    """Of the innermost `with`, where it is a stream of that device."""
    now = _now_stream.get()
    return now[1] if now and now[0] in (None, ordinal) else None


def synchronize(device: Union[str, DeviceInfo, None] = None,  # pylint: disable=redefined-outer-name
                stream: Optional[Any] = None) -> None:  # pylint: disable=redefined-outer-name
    """Wait for work that rustg put into streams of a device, or into one stream.

    Args:
        device: as rustg.device takes it. Without it that of a rustg.Stream, that of the innermost `with`, or "cuda"
        stream: as rustg.stream takes it; without it all that rustg used

    Raises:
        PanicError: a kernel panicked since the last wait
        CudaError: the driver reports an error
    """
    if device is not None:
        place = parse_device(device)
    else:
        place = ("cuda", stream.ordinal) if isinstance(stream, Stream) else current_device() or ("cuda", 0)
    opened = Device.of(*place)
    if stream is None or opened.is_cpu:
        opened.wait()
        return
    with opened.lock:
        opened.stream(parse_stream(stream)).wait()

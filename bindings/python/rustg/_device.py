"""Devices: what there is, and what is opened for use."""
import ctypes
import sys
import threading
import weakref
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _c
from ._errors import ArgumentError, ArgumentTypeError, PanicError
from ._library import call, lib, made, ready, text_of
from ._printed import TELL, raise_what_was_raised

_BACKENDS = {"cpu": _c.RUSTG_BACKEND_CPU, "cuda": _c.RUSTG_BACKEND_CUDA}
LEGACY_STREAM, PER_THREAD_STREAM = 1, 2
_FIELDS = ("struct_size", "backend", "ordinal", "name", "compute_major", "compute_minor", "usable", "reason", "peers",
           "uuid", "memory_total", "memory_free", "memory_bandwidth")


@dataclass(frozen=True)
class DeviceInfo:
    """A device of the machine.

    Attributes:
        name: "cpu" or "cuda:0", which functions take for device
        model: what the driver calls it
        compute_capability: (9, 0) and the like; (0, 0) for the CPU
        memory_total, memory_free: bytes
        memory_bandwidth: bytes a second; 0 for the CPU
        is_usable: the library holds code of its own for this device
        reason: why it does not, or what the CPU engine uses
        attributes: limits and properties by the names of rustg/device_attribute.def, and n_multiprocessors, l2_bytes
    """
    name: str
    model: str
    compute_capability: tuple[int, int]
    memory_total: int
    memory_free: int
    memory_bandwidth: int
    is_usable: bool
    reason: str
    attributes: dict[str, int]


def devices() -> list[DeviceInfo]:
    """All devices, the CPU first."""
    library, found = ready(), []
    for index in range(library.rustg_device_count()):
        raw = _c.rustg_device_info(struct_size=ctypes.sizeof(_c.rustg_device_info))
        call(library.rustg_device_info_get, index, raw)
        attributes = {name: getattr(raw, name) for name, _ in raw._fields_ if name not in _FIELDS}
        name = "cpu" if raw.backend == _c.RUSTG_BACKEND_CPU else f"cuda:{raw.ordinal}"
        found.append(DeviceInfo(name, text_of(raw.name), (raw.compute_major, raw.compute_minor), raw.memory_total,
                                raw.memory_free, raw.memory_bandwidth, bool(raw.usable), text_of(raw.reason),
                                attributes))
    return found


def cuda_missing() -> str:
    """Why no CUDA device can run kernels, or ""."""
    return text_of(ready().rustg_driver_missing())


class RawStream(int):
    """A CUDA stream as DLPack numbers them, with the object that it is of: the stream may end with that."""
    keeper: Any

    def __new__(cls, number: int, keeper: Any = None) -> "RawStream":
        made_now = super().__new__(cls, number or LEGACY_STREAM)
        made_now.keeper = keeper
        return made_now


class Stream:
    """A CUstream as the library uses it; one thread at a time, by its device's lock.

    Attributes:
        keepers: objects of other libraries that the stream is of, one of each type
        codes: what was launched since the last wait, which has the words of what kernels print and of panics
    """

    def __init__(self, device: "Device", raw: int):
        self.device, self.raw = device, int(raw)
        self.keepers: dict[type, Any] = {}
        self.codes: set[Any] = set()
        # The driver's NULL is the legacy default stream, which DLPack calls 1.
        self.handle = made(lib.rustg_stream_wrap, device.context, None if raw == LEGACY_STREAM else self.raw)
        weakref.finalize(self, lib.rustg_stream_destroy, self.handle).atexit = False

    def wait(self) -> None:
        """Until all its work is done; raises what kernels did. Then it and their code are no longer kept."""
        try:
            wait_for(self.handle)
        finally:
            self.codes.clear()
            self.device.forget(self)


def wait_for(stream: int) -> None:
    """rustg_stream_wait, which tells what kernels printed, and raises what they did."""
    try:
        call(lib.rustg_stream_wait, stream)
    except PanicError as error:
        raise panic_of(stream, error) from None
    finally:
        raise_what_was_raised()


def panic_of(stream: int, error: PanicError) -> PanicError:
    """The panic with its place, which the stream tells."""
    panic, module = _c.rustg_panic(), ctypes.c_void_p()
    lib.rustg_stream_panic(stream, panic, module)
    site = _c.rustg_panic_site()
    result = lib.rustg_module_result(module) if module else None
    if result:
        lib.rustg_result_panic_site(result, panic.site, site)
    return PanicError(error.message, hint=error.hint, path=text_of(site.path), line=site.line, column=site.column,
                      block=tuple(panic.block), thread=tuple(panic.thread))


class Device:
    """An opened device: the primary context of a CUDA device, or the CPU."""
    _opened: dict[tuple[str, int], "Device"] = {}
    _opening = threading.Lock()

    def __init__(self, backend: str, ordinal: int):
        self.backend, self.ordinal = backend, ordinal
        self.lock = threading.RLock()
        # All that are in use, and those with work that nobody has waited for, which are kept.
        self._streams: "weakref.WeakValueDictionary[int, Stream]" = weakref.WeakValueDictionary()
        self._busy: dict[int, Stream] = {}
        self.context = made(ready().rustg_context_open, _BACKENDS[backend], ordinal, None)
        lib.rustg_context_on_print(self.context, TELL, None)

    @classmethod
    def of(cls, backend: str, ordinal: int) -> "Device":
        """Opened once in a process."""
        with cls._opening:
            if (backend, ordinal) not in cls._opened:
                cls._opened[backend, ordinal] = cls(backend, ordinal)
            return cls._opened[backend, ordinal]

    @property
    def is_cpu(self) -> bool:
        """On the CPU what is asked for is done when the call returns."""
        return self.backend == "cpu"

    def __str__(self) -> str:
        return name_of(self.backend, self.ordinal)

    def stream(self, raw: int) -> Stream:
        """The caller's stream, as DLPack numbers them, kept until somebody waits for it. The lock must be held."""
        found = self._busy.get(raw) or self._streams.get(raw) or Stream(self, raw)
        keeper = getattr(raw, "keeper", None)
        if keeper is not None:
            found.keepers.setdefault(type(keeper), keeper)
        self._streams[found.raw] = self._busy[found.raw] = found
        return found

    def forget(self, stream: Stream) -> None:
        """The default streams, which never end, stay. The lock must be held."""
        if stream.raw not in (LEGACY_STREAM, PER_THREAD_STREAM):
            self._busy.pop(stream.raw, None)

    def wait(self) -> None:
        """Until the work of all streams that rustg used is done."""
        with self.lock:
            for stream in list(self._busy.values()):
                stream.wait()


class Buffer:
    """Memory of a device that rustg knows of: its own, or somebody's, whom owner keeps."""

    def __init__(self, device: Device, handle: int, owner: Any = None):
        self.device, self.handle, self.owner = device, handle, owner
        self.pointer: int = lib.rustg_buffer_pointer(handle)
        self._takers: set[Stream] = set()
        weakref.finalize(self, lib.rustg_buffer_free, handle).atexit = False

    @classmethod
    def allocate(cls, device: Device, n_bytes: int) -> "Buffer":
        """Contents are undefined."""
        with device.lock:
            stream = device.stream(LEGACY_STREAM).handle
            return cls(device, made(lib.rustg_buffer_allocate, device.context, n_bytes, stream))

    @classmethod
    def wrap(cls, device: Device, pointer: int, n_bytes: int, owner: Any) -> "Buffer":
        """Somebody's memory."""
        return cls(device, made(lib.rustg_buffer_wrap, device.context, pointer, n_bytes), owner)

    def use(self, raw: int, is_written: bool) -> None:
        """Makes a stream wait for all work on the memory, and later work wait for what is in it then.

        It is kept as long as the memory is: somebody else puts work into it."""
        with self.device.lock:
            stream = self.device.stream(raw)
            call(lib.rustg_buffer_use, self.handle, stream.handle, is_written)
            self._takers.add(stream)

    def write(self, offset: int, address: int, n_bytes: int, stream: Stream) -> None:
        """From host memory."""
        with self.device.lock:
            call(lib.rustg_copy_to_buffer, self.handle, offset, address, n_bytes, stream.handle)

    def read(self, offset: int, address: int, n_bytes: int, stream: Stream) -> None:
        """Into host memory."""
        with self.device.lock:
            call(lib.rustg_copy_from_buffer, address, self.handle, offset, n_bytes, stream.handle)


def name_of(backend: str, ordinal: int) -> str:
    """ "cpu" or "cuda:0"."""
    return backend if backend == "cpu" else f"{backend}:{ordinal}"


def parse_device(given: Union[str, DeviceInfo, Any]) -> tuple[str, int]:
    """("cpu", 0) or ("cuda", ordinal) of "cpu", "cuda" or "cuda:1", which other libraries' device objects print too."""
    name = given.name if isinstance(given, DeviceInfo) else given if isinstance(given, str) else str(given)
    backend, _, ordinal = name.lower().partition(":")
    if backend not in _BACKENDS or (ordinal and (backend == "cpu" and ordinal != "0" or not ordinal.isdigit())):
        raise ArgumentError(f'{name!r} is no device; those are "cpu", "cuda" and "cuda:N"')
    return backend, int(ordinal or 0)


def parse_stream(given: Any) -> RawStream:
    """A CUDA stream as DLPack numbers them: an int, or of __cuda_stream__, cuda_stream (torch) or ptr (CuPy)."""
    if isinstance(given, int) and not isinstance(given, bool):
        raw = given
    elif hasattr(given, "__cuda_stream__"):
        raw = given.__cuda_stream__()[1]
    elif hasattr(given, "cuda_stream"):
        raw = given.cuda_stream
    elif hasattr(given, "ptr"):
        raw = given.ptr
    else:
        raise ArgumentTypeError(f"a {type(given).__name__} is no CUDA stream")
    if raw < 0:
        raise ArgumentError(f"{raw} is no CUDA stream")
    return RawStream(int(raw), None if isinstance(given, int) else given)


def stream_of_taker(number: int) -> RawStream:
    """A stream of which a library tells the number alone. CuPy ends its streams with their objects; its current one,
    in which it takes arrays, is asked for."""
    cupy = sys.modules.get("cupy")
    current = cupy.cuda.get_current_stream() if cupy and number > PER_THREAD_STREAM else None
    return RawStream(number, current if current is not None and current.ptr == number else None)

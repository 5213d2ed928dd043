"""Arguments of a launch: what they are, whether they fit, and the launch itself."""
import ctypes
import math
import sys
from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np

from . import _c, _cuda_array, _dlpack
from ._array import Array
from ._device import LEGACY_STREAM, Buffer, Device, RawStream, Stream, name_of, wait_for
from ._element import BOOL, CHAR, STRUCT
from ._errors import ArgumentError, ArgumentTypeError
from ._library import call, lib, made
from ._place import current_device, current_stream
from ._scalar import pack

if TYPE_CHECKING:
    from ._kernel import Loaded, Param


def _library_of(given: Any) -> str:
    """ "torch", "cupy", "jaxlib" and the like."""
    return type(given).__module__.partition(".")[0]


def _current_stream(given: Any) -> Optional[RawStream]:
    """The stream that the array's library is using now; None where it does not tell."""
    library = _library_of(given)
    if library == "torch":
        current = sys.modules["torch"].cuda.current_stream(given.device)
        return RawStream(current.cuda_stream, current)
    if library == "cupy":
        with given.device:
            current = sys.modules["cupy"].cuda.get_current_stream()
        return RawStream(current.ptr, current)
    return None


class Argument:
    """One argument beside its parameter.

    Attributes:
        is_array: it is memory, not a value
        backend, ordinal: where the memory is
    """

    def __init__(self, kernel: str, index: int, param: "Param", given: Any):
        self.param, self.given = param, given
        self._place = f"argument {index} of {kernel}, `{param}`"
        self._tensor: Optional[_dlpack.Tensor] = None
        self.is_array = param.role in ("slice", "output") or (param.role == "pointer" and not isinstance(given, int))
        if not self.is_array:
            self.backend, self.ordinal = "", 0
            self._value = given.to_bytes(8, "little") if param.role == "pointer" else self._pack()
        elif isinstance(given, np.ndarray):
            self.backend, self.ordinal = "cpu", 0
        elif self._has_dlpack() or hasattr(given, "__cuda_array_interface__"):
            try:
                self.backend, self.ordinal = (_dlpack if self._has_dlpack() else _cuda_array).device_of(given)
            except ArgumentError as error:
                raise self.wrong(error.message) from None
        else:
            raise self.wrong(f"an array of {param.element} is wanted, not {self._type()}", ArgumentTypeError)

    def _has_dlpack(self) -> bool:
        return hasattr(self.given, "__dlpack__") and hasattr(self.given, "__dlpack_device__")

    def wrong(self, words: str, kind: type[ArgumentError] = ArgumentError) -> ArgumentError:
        """The exception that names the argument."""
        return kind(f"{self._place}: {words}")

    def _type(self) -> str:
        kind = type(self.given)
        return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

    def _pack(self) -> bytes:
        if getattr(self.given, "ndim", 0) > 0:
            raise self.wrong(f"a value is wanted, not an array ({self._type()})", ArgumentTypeError)
        try:
            return pack(self.param.element, self.param.n_bytes, self.given)
        except ArgumentError as error:
            raise self.wrong(error.message, type(error)) from None
        except (TypeError, ValueError) as error:
            raise self.wrong(f"{self._type()} is no {self.param.rust_type} ({error})", ArgumentTypeError) from None

    @property
    def size(self) -> int:
        """Elements, before the memory is borrowed."""
        if not hasattr(self.given, "shape"):
            raise self.wrong(f"{self._type()} tells no shape: give n_elements")
        return math.prod(int(n) for n in self.given.shape)

    # ---- memory ----

    def borrow(self, device: Optional[Device], stream: Optional[Stream]) -> _dlpack.Tensor:
        """The array's memory, checked against the parameter; its library's work on it is done before the stream's."""
        if self._tensor is None:
            self._tensor = self._lent(device, stream)
            self._check(self._tensor)
        return self._tensor

    def _lent(self, device: Optional[Device], stream: Optional[Stream]) -> _dlpack.Tensor:
        given = self.given
        if isinstance(given, np.ndarray):
            return _dlpack.of_numpy(given)
        if isinstance(given, Array):  # the library's own buffer knows who used it
            return given._tensor
        is_bool = _library_of(given) == "torch" and str(given.dtype) == "torch.bool"
        try:
            if not self._has_dlpack():
                return _cuda_array.borrow(given, device, stream)
            lender = given.view(sys.modules["torch"].uint8) if is_bool else given  # torch 1 does not lend bools
            tensor = _dlpack.borrow(lender, stream.raw if stream else None)
        except ArgumentError as error:
            raise self.wrong(error.message) from error
        if is_bool:
            tensor.element = BOOL
        if _library_of(given).startswith("jax"):
            tensor.readonly = True
        return tensor

    def _fits(self, tensor: _dlpack.Tensor) -> bool:
        wanted = self.param.element
        if wanted is STRUCT:
            return isinstance(self.given, np.ndarray) and self.given.dtype.itemsize == self.param.n_bytes
        has = tensor.element.name if tensor.element else ""
        return tensor.element is wanted or (wanted is CHAR and has == "u32")

    def _check(self, tensor: _dlpack.Tensor) -> None:
        param = self.param
        if not self._fits(tensor):
            has = tensor.element.name if tensor.element else tensor.dtype
            raise self.wrong(f"the array's dtype is {has}, not {param.element}", ArgumentTypeError)
        if not tensor.is_dense:
            raise self.wrong(f"the array of shape {tensor.shape} is not dense in C order: make it contiguous first")
        if param.role == "output" and tensor.readonly:
            hint = ": JAX's arrays cannot be written; rustg.empty makes one that jax.dlpack.from_dlpack takes" \
                if _library_of(self.given).startswith("jax") else ""
            raise self.wrong("the array is read-only, and the kernel writes it" + hint)
        if param.element is CHAR and tensor.backend == "cpu" and tensor.size:
            codes = Array.of_memory(tensor.pointer, (tensor.size,), CHAR, owner=tensor.owner, readonly=True).numpy()
            if bool(((codes > 0x10FFFF) | ((codes >= 0xD800) & (codes < 0xE000))).any()):
                raise self.wrong("a number of the array is no char")

    def raw(self, device: Device, stream: Optional[Stream], kept: list[Any]) -> _c.rustg_launch_argument:
        """As rustg_launch takes it; what must live until then goes to kept."""
        to = _c.rustg_launch_argument()
        if not self.is_array:
            value = ctypes.create_string_buffer(self._value, max(len(self._value), 1))
            kept.append(value)
            to.value, to.n_bytes = ctypes.addressof(value), len(self._value)
            return to
        tensor = self.borrow(device, stream)
        n_bytes = tensor.size * self.param.n_bytes
        to.length = tensor.size
        if not n_bytes:
            return to
        if isinstance(self.given, Array) and not device.is_cpu:
            buffer = self.given.buffer()
            offset = tensor.pointer - buffer.pointer
            to.offset = offset // self.param.n_bytes
        else:
            buffer = Buffer.wrap(device, tensor.pointer, n_bytes, tensor.owner)
        kept.append(buffer)
        to.buffer = buffer.handle
        return to

    def staged(self, device: Device, stream: Stream, kept: list[Any]) -> _c.rustg_launch_argument:
        """Likewise, for an array of host memory that is copied to a CUDA device."""
        if not self.is_array:
            return self.raw(device, stream, kept)
        tensor = self.borrow(None, None)
        to = _c.rustg_launch_argument(length=tensor.size)
        n_bytes = tensor.size * self.param.n_bytes
        if n_bytes:
            buffer = Buffer.allocate(device, n_bytes)
            buffer.write(0, tensor.pointer, n_bytes, stream)
            kept.append(buffer)
            to.buffer = buffer.handle
            if self.param.role != "slice" and not tensor.readonly:
                kept.append((buffer, tensor.pointer, n_bytes))
        return to


class Launch:
    """The arguments of one launch, and where it goes."""

    def __init__(self, kernel: str, arguments: Sequence[Argument], wanted: Optional[tuple[str, int]],
                 stream: Optional[int]):
        self._arguments, self._stream = arguments, stream
        arrays = [argument for argument in arguments if argument.is_array]
        places = {(argument.backend, argument.ordinal): argument for argument in arrays}
        if len(places) > 1:
            told = ", ".join(f"{argument.param.name} is on {name_of(*place)}" for place, argument in places.items())
            raise ArgumentError(f"the arrays of {kernel} lie on several devices: {told}")
        self._place = next(iter(places), wanted or ("cpu", 0))
        self._is_staged = False
        if wanted is None and self._place[0] == "cpu":
            wanted = current_device()
        if wanted is not None and wanted != self._place:
            if self._place[0] != "cpu":
                raise ArgumentError(f"the arrays of {kernel} are on {name_of(*self._place)}, not on {name_of(*wanted)}")
            self._place, self._is_staged = wanted, True
        if stream is not None and self._place[0] == "cpu":
            raise ArgumentError(f"{kernel} runs on the CPU, which has no streams")

    def device(self) -> Device:
        """Where it runs, opened."""
        return Device.of(*self._place)

    def run(self, code: "Loaded", name: str, config: _c.rustg_launch_config) -> None:
        """Launch the function of that name, and wait where the caller cannot."""
        device, function = self.device(), code.function(name)
        if device.is_cpu:
            self._run_cpu(device, function, config)
        elif self._is_staged:
            self._run_staged(device, function, config)
        else:
            self._run_cuda(device, code, function, config)

    def _raw(self, rows: list[_c.rustg_launch_argument]) -> Any:
        return (_c.rustg_launch_argument * max(len(rows), 1))(*rows)

    def _run_cpu(self, device: Device, function: int, config: _c.rustg_launch_config) -> None:
        """In a stream of its own, so that calls in several threads run at once."""
        kept: list[Any] = []
        raw = self._raw([argument.raw(device, None, kept) for argument in self._arguments])
        stream = made(lib.rustg_stream_create, device.context)
        try:
            call(lib.rustg_launch, function, stream, config, raw, len(self._arguments))
            wait_for(stream)
        finally:
            lib.rustg_stream_destroy(stream)

    def _run_cuda(self, device: Device, code: "Loaded", function: int, config: _c.rustg_launch_config) -> None:
        number = self._stream or current_stream(device.ordinal) or self._own_stream()
        kept: list[Any] = []
        with device.lock:
            stream = device.stream(number or LEGACY_STREAM)
            raw = self._raw([argument.raw(device, stream, kept) for argument in self._arguments])
            stream.codes.add(code)
            call(lib.rustg_launch, function, stream.handle, config, raw, len(self._arguments))
            if number is None:
                stream.wait()

    def _own_stream(self) -> Optional[RawStream]:
        """That of the arrays' library, where it is one stream that all of them tell. An array of rustg's may be used in
        any: its buffer knows who has used it."""
        given = [argument.given for argument in self._arguments if argument.is_array]
        own = {_current_stream(one) for one in given if not isinstance(one, Array)}
        if given and not own:
            return RawStream(LEGACY_STREAM)
        return own.pop() if len(own) == 1 else None

    def _run_staged(self, device: Device, function: int, config: _c.rustg_launch_config) -> None:
        kept: list[Any] = []
        self._check_overlap()
        with device.lock:
            stream = device.stream(self._stream or current_stream(device.ordinal) or LEGACY_STREAM)
            raw = self._raw([argument.staged(device, stream, kept) for argument in self._arguments])
            call(lib.rustg_launch, function, stream.handle, config, raw, len(self._arguments))
            for buffer, address, n_bytes in (row for row in kept if isinstance(row, tuple)):
                buffer.read(0, address, n_bytes, stream)
            stream.wait()

    def _check_overlap(self) -> None:
        """On the device the copies of arrays that overlap would not."""
        arrays = [(argument, argument.borrow(None, None)) for argument in self._arguments if argument.is_array]
        for written, to in arrays:
            for other, tensor in arrays:
                if written is other or written.param.role != "output" or not (to.size and tensor.size):
                    continue
                if to.pointer < tensor.pointer + tensor.size * other.param.n_bytes and \
                        tensor.pointer < to.pointer + to.size * written.param.n_bytes:
                    raise written.wrong(f"the output overlaps `{other.param.name}`")

"""Kernels: compiled from Rust text, called on arrays."""
import ctypes
import os
import threading
import weakref
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from . import _c
from ._argument import Argument, Launch
from ._device import Device, DeviceInfo, parse_device, parse_stream
from ._element import ELEMENTS, Element
from ._errors import ArgumentError, ArgumentTypeError
from ._library import lib, made, text_by, text_of
from ._result import Result, Source, compile_sources

Extent = Union[int, Sequence[int]]


@dataclass(frozen=True)
class Param:
    """A parameter of a kernel.

    Attributes:
        name, rust_type: as the source has them
        role: "value", "slice" (read), "output" (GridMut, written) or "pointer" (of an unsafe kernel)
        element: its type, or that of what it points to
        n_bytes, align: of one element
    """
    name: str
    rust_type: str
    role: str
    element: Element
    n_bytes: int
    align: int

    def __str__(self) -> str:
        return f"{self.name}: {self.rust_type}"


_ROLES = {_c.RUSTG_PARAM_SCALAR: "value", _c.RUSTG_PARAM_SLICE: "slice", _c.RUSTG_PARAM_GRID_MUT: "output",
          _c.RUSTG_PARAM_POINTER: "pointer"}


class Loaded:
    """A module's code on one device."""

    def __init__(self, device: Device, result: Result):
        self.handle = made(lib.rustg_module_from_result, device.context, result.address)
        self.functions: dict[str, int] = {}
        # What frees the module holds the result, which must outlive it.
        weakref.finalize(self, _free_module, self.handle, result).atexit = False

    def function(self, name: str) -> int:
        """The rustg_function."""
        if name not in self.functions:
            self.functions[name] = made(lib.rustg_module_function, self.handle, name.encode())
        return self.functions[name]


def _free_module(handle: int, _result: Result) -> None:
    lib.rustg_module_free(handle)


class _Code:
    """What the kernels of a compile share: its result, and its code on the devices that launched one."""

    def __init__(self, result: Result):
        self.result = result
        self._loaded: dict[tuple[str, int], Loaded] = {}
        self._lock = threading.Lock()

    def on(self, device: Device) -> Loaded:
        """Made for the device at the first call."""
        key = (device.backend, device.ordinal)
        with self._lock:
            if key not in self._loaded:
                self._loaded[key] = Loaded(device, self.result)
            return self._loaded[key]


def entry_name(path: str) -> str:
    """ "scale__f32" of "scale::<f32>"; other names stay."""
    return text_by(lib.rustg_instance_name, path.encode()) if "<" in path else path


def _extent(name: str, given: Extent) -> tuple[int, ...]:
    lengths = (given,) if isinstance(given, int) else tuple(int(n) for n in given)
    if not 1 <= len(lengths) <= 3 or any(not 0 < n < 1 << 32 for n in lengths):
        raise ArgumentError(f"{name} is {given!r}; it has one to three numbers above 0")
    return (*lengths, 1, 1)[:3]


class Kernel:
    """A kernel that can be called. Any number of threads may call it.

    Attributes:
        name: the function's
        params: its parameters
        block: what #[kernel(block = ..)] asks for, or None
    """

    def __init__(self, code: _Code, raw: _c.rustg_kernel):
        self._code = code
        self.name = text_of(raw.name)
        self.block: Optional[tuple[int, ...]] = tuple(raw.block) if raw.block[0] else None
        rows = (raw.params[i] for i in range(raw.n_params))
        self.params = [Param(text_of(row.name), text_of(row.rust_type), _ROLES[row.role], ELEMENTS[row.element],
                             row.size, row.align) for row in rows]

    @property
    def signature(self) -> str:
        """ "saxpy(a: f32, x: &[f32], y: GridMut<f32>)"."""
        return f"{self.name}({', '.join(map(str, self.params))})"

    def __repr__(self) -> str:
        return f"<rustg.Kernel {self.signature}>"

    def __call__(self, *args: Any, n_elements: Optional[int] = None, grid: Optional[Extent] = None,
                 block: Optional[Extent] = None, shared_bytes: int = 0, cooperative: bool = False,
                 device: Union[str, DeviceInfo, None] = None, stream: Optional[Any] = None) -> None:
        """Launch it.

        An array is numpy's, rustg's, or of any library with DLPack (torch, CuPy, JAX) or the CUDA array interface
        (numba). It must be dense in C order and of the parameter's dtype, and is used as it lies, flat. The arrays
        decide the device: the CPU for those in host memory.

        On a CUDA device the launch goes into `stream`, else that of `with rustg.stream(..)`, else the current stream of
        torch or CuPy, whose arrays they are, rustg's among them or not, and the call returns at once; with arrays of
        other libraries it goes into the legacy default stream, and the call waits. A panic is raised by the call that
        waits: this one, or rustg.synchronize.

        Args:
            args: one for each parameter; arrays for slices and outputs
            n_elements: how many threads at least, for which whole blocks are chosen. Without it, and without grid and
                block, as many as the outputs have elements
            grid, block: blocks, and threads of a block, in one to three dimensions
            shared_bytes: dynamic shared memory of a block
            cooperative: all blocks resident at once
            device: "cuda" runs arrays of host memory on a CUDA device: they are copied there and outputs back. Without
                it, that of `with rustg.device(..)`
            stream: a CUDA stream: its number, a rustg.Stream, or torch's or CuPy's object

        Raises:
            ArgumentTypeError: wrong dtype, type or number of arguments
            ArgumentError: wrong shape, device, a read-only output, arguments that overlap an output
            PanicError: the kernel panicked
        """
        if len(args) != len(self.params):
            noun = "argument" if len(self.params) == 1 else "arguments"
            raise ArgumentTypeError(f"kernel {self.signature} takes {len(self.params)} {noun}, not {len(args)}")
        arguments = [Argument(self.name, i, param, given) for i, (param, given) in enumerate(zip(self.params, args))]
        launch = Launch(self.name, arguments, parse_device(device) if device is not None else None,
                        parse_stream(stream) if stream is not None else None)
        config = _c.rustg_launch_config(struct_size=ctypes.sizeof(_c.rustg_launch_config),
                                        dynamic_shared_bytes=shared_bytes, cooperative=cooperative)
        if grid is not None or block is not None:
            if grid is None or block is None or n_elements is not None:
                raise ArgumentError("a launch takes grid and block, or n_elements")
            config.grid[:], config.block[:] = _extent("grid", grid), _extent("block", block)
        else:
            config.n_elements = self._n_elements(arguments) if n_elements is None else n_elements
            if n_elements is not None and n_elements < 0:
                raise ArgumentError(f"n_elements is {n_elements}")
            if config.n_elements == 0:
                return
        opened = launch.device()
        launch.run(self._code.on(opened), self.name, config)

    def _n_elements(self, arguments: Sequence[Argument]) -> int:
        sizes = {argument.param.name: argument.size for argument in arguments if argument.param.role == "output"}
        if len(set(sizes.values())) != 1:
            told = ", ".join(f"{name} has {size}" for name, size in sizes.items()) or "it has no output"
            raise ArgumentError(f"kernel {self.signature}: n_elements, or grid and block, are wanted ({told})")
        return next(iter(sizes.values()))


class Module(Mapping[str, Kernel]):
    """The kernels of a compile, by name; an attribute of that name is the kernel too.

    Attributes:
        result: the compile
    """

    def __init__(self, result: Result):
        self.result = result
        self._kernels: dict[str, Kernel] = {}
        code, raw = _Code(result), _c.rustg_kernel()
        for index in range(lib.rustg_result_n_kernels(result.address)):
            lib.rustg_result_kernel(result.address, index, raw)
            one = Kernel(code, raw)
            self._kernels[one.name] = one

    def __getitem__(self, name: str) -> Kernel:
        """By its name, or by an instance's path: module["scale::<f32>"]."""
        return self._kernels[entry_name(name)]

    def __getattr__(self, name: str) -> Kernel:
        try:
            return self.__dict__["_kernels"][name]
        except KeyError:
            there = ", ".join(self.__dict__.get("_kernels", ()))
            raise AttributeError(f"there is no kernel {name!r}; there are: {there}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<rustg.Module {', '.join(kernel.signature for kernel in self.values())}>"


def _texts(name: str, given: Sequence[str]) -> Any:
    if isinstance(given, str):
        raise ArgumentTypeError(f"{name} is a list of str, not one")
    return (ctypes.c_char_p * max(len(given), 1))(*(one.encode() for one in given))


def module(text: Any, *, path: Union[str, "os.PathLike[str]", None] = None, edition: Optional[int] = None,
           instances: Sequence[str] = (), cfgs: Sequence[str] = (), opt_level: int = 3, checks: bool = True,
           debug: bool = False, fast_math: bool = False, max_registers: int = 0, warnings: bool = False) -> Module:
    """Compile the kernels of a source. The code for a device is made at the first launch there.

    Args:
        text: Rust text, a file (pathlib.Path) with its `mod` files beside it, or a rustg.Source
        path: what text is called in diagnostics, and where its `mod` files are looked for
        edition: 2015, 2018, 2021 or 2024, which is the default
        instances: of generic kernels, as Rust writes them: "scale::<f32>". Their names are scale__f32 and the like
        cfgs: "name" or 'name="value"', as rustc's --cfg
        opt_level: 0 to 3
        checks: False leaves out bounds and overflow checks
        debug: line info to the Rust source
        fast_math: faster, less exact floating point
        max_registers: of a thread; 0: no limit
        warnings: look for what rustc warns of, which is in the module's result.warnings

    Raises:
        SourceError: the source is wrong; it has all diagnostics
        ArgumentError: there is no kernel in it
    """
    if isinstance(text, Source):
        source = text
    elif isinstance(text, os.PathLike):
        source = Source(None, text, edition)
    elif isinstance(text, (str, bytes, bytearray, memoryview)):
        if isinstance(text, str) and text.endswith(".rs") and not any(at in text for at in ("\n", "//", "/*")):
            raise ArgumentError(f"{text!r} is no Rust text", hint=f"a file is given as pathlib.Path({text!r})")
        source = Source(text, path or "<kernel>", edition)
    else:
        raise ArgumentTypeError(f"kernels are compiled from text, a path or rustg.Source, not {type(text).__name__}")
    if not 0 <= opt_level <= 3:
        raise ArgumentError(f"opt_level is {opt_level}; it goes from 0 to 3")
    kernels = _c.rustg_kernel_options(struct_size=ctypes.sizeof(_c.rustg_kernel_options), no_opt_level=3 - opt_level,
                                      no_checks=not checks, debug=debug, fast_math=fast_math,
                                      max_registers=max_registers, warnings=warnings, n_cfgs=len(cfgs),
                                      n_instances=len(instances))
    kernels.cfgs, kernels.instances = _texts("cfgs", cfgs), _texts("instances", instances)
    options = _c.rustg_compile_options(engine=_c.RUSTG_ENGINE_CPU, kernels=ctypes.pointer(kernels))
    compiled = Module(compile_sources([source], options).check())
    if not compiled:
        raise ArgumentError(f"there is no kernel in {os.fspath(source.path)}: a kernel is a function with #[kernel], "
                            "and of a generic one `instances` names what is wanted")
    return compiled


def kernel(text: Any, name: Optional[str] = None, **options: Any) -> Kernel:
    """Compile a source that has one kernel, or take the one that is named.

    Args:
        text: as of rustg.module
        name: needed where there are several kernels; of a generic one an instance, "scale::<f32>"
        options: as of rustg.module

    Raises:
        SourceError: the source is wrong; it has all diagnostics
        ArgumentError: there is no kernel of that name, or there are several and none is named
    """
    if name is not None and "<" in name:
        options["instances"] = [*options.get("instances", ()), name]
    kernels = module(text, **options)
    if name is None and len(kernels) > 1:
        raise ArgumentError(f"the source has the kernels {', '.join(kernels)}: name one, or use rustg.module")
    if name is not None and entry_name(name) not in kernels:
        raise ArgumentError(f"there is no kernel {name!r}; there are: {', '.join(kernels)}")
    return kernels[name if name is not None else next(iter(kernels))]

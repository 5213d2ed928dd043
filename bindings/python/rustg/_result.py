"""Compiling sources to tokens, trees and diagnostics."""
import ctypes
import os
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence, Union

import numpy as np

from . import _arrow, _c
from ._array import Array
from ._arrow import ArrowTable
from ._element import BY_NAME
from ._errors import MOST_SHOWN, ArgumentError, ArgumentTypeError, Error, SourceError, shown
from ._library import lib, made, ready, text_by, text_of
from ._syntax import Ast, Batch, Node, Tokens

Text = Union[str, bytes, bytearray, memoryview]
_ENGINES = {"auto": _c.RUSTG_ENGINE_AUTO, "cpu": _c.RUSTG_ENGINE_CPU, "cuda": _c.RUSTG_ENGINE_CUDA}
_STAGES = {"auto": _c.RUSTG_STAGE_AUTO, "tokens": _c.RUSTG_STAGE_TOKENS, "ast": _c.RUSTG_STAGE_AST}
_FORMATS = {"human": _c.RUSTG_FORMAT_HUMAN, "short": _c.RUSTG_FORMAT_SHORT, "json": _c.RUSTG_FORMAT_JSON}
PART_KINDS = {value: name.removeprefix("RUSTG_PART_").lower() for name, value in vars(_c).items()
              if name.startswith("RUSTG_PART_")}


@dataclass(frozen=True)
class Source:
    """One source.

    Attributes:
        text: Rust text, str or UTF-8 bytes (what has the buffer interface is read where it lies); None: path is read
        path: the file to read, and what diagnostics call the source
        edition: 2015, 2018, 2021 or 2024; None: 2024
    """
    text: Optional[Text] = None
    path: Union[str, "os.PathLike[str]"] = "<text>"
    edition: Optional[int] = None


@dataclass(frozen=True)
class Part:
    """What an error says beside its message: a label, a note, a suggestion (rustg/diagnostic.h, rustg_part_kind).

    Attributes:
        kind: "label", "note", "help", "suggestion" and the like
        file: index of the source, or None
        start, end: bytes of it
        text: the words
        patch: of a suggestion: what replaces start..end
    """
    kind: str
    file: Optional[int]
    start: int
    end: int
    text: str
    patch: str


class Diagnostic:
    """What is wrong with a source, as data.

    Attributes:
        kind: its name in rustg/diagnostic_kind.h without RUSTG_DIAG_
        code: rustc's ("E0765"), the name of a warning's lint ("unused_variables"), or ""
        file: index of the source
        path: what the source is called
        start, end: bytes of the source
        message: the first line that rustc prints
        line, column: of start, from 1
    """

    def __init__(self, core: "Core", raw: _c.rustg_diagnostic):
        self._core, self._raw = core, raw
        self._file = core.file(raw.file)
        self.kind = text_of(lib.rustg_diagnostic_kind_name(raw.kind))
        self.code = text_of(lib.rustg_diagnostic_code(raw.kind))
        self.file, self.start, self.end = raw.file, raw.start, raw.end
        self.path = os.fsdecode(self._file.name)
        self.message = text_by(lib.rustg_diagnostic_message, raw, self._file.bytes, self._file.n_bytes)
        line, column = ctypes.c_uint32(), ctypes.c_uint32()
        lib.rustg_line_column(self._file.bytes, self._file.n_bytes, raw.start, line, column)
        self.line, self.column = line.value, column.value

    @property
    def is_warning(self) -> bool:
        """True of a warning, which is no error."""
        return any(self._raw.parts[i].kind == _c.RUSTG_PART_IS_WARNING for i in range(self._raw.n_parts))

    @property
    def parts(self) -> list[Part]:
        """Labels, notes and suggestions, in the order in which they are to be read."""
        raw = (self._raw.parts[i] for i in range(self._raw.n_parts))
        return [Part(PART_KINDS[part.kind], None if part.file == 0xFFFFFFFF else part.file, part.start, part.end,
                     text_of(part.text), text_of(part.patch)) for part in raw]

    def render(self, format: str = "human", color: bool = False) -> str:  # pylint: disable=redefined-builtin
        """As rustc renders it: "human", "short" (one line), or "json" (rustc's --error-format=json)."""
        if format not in _FORMATS:
            raise ArgumentError(f"{format!r} is no format; those are {', '.join(_FORMATS)}")
        return text_by(lib.rustg_diagnostic_render, self._raw, self._file.name, self._file.bytes, self._file.n_bytes,
                       _FORMATS[format], int(color))

    @property
    def rendered(self) -> str:
        """As rustc prints it, without colours."""
        return self.render()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"

    def __repr__(self) -> str:
        return f"<rustg.Diagnostic {self}>"


class File:
    """One source in a result.

    Attributes:
        path: what it is called
        edition: 2015 to 2024
        batch: index of its batch in Result.batches
        base: where its byte 0 lies in the batch's offsets
        first_tok, n_toks: its tokens in the batch, the end-of-file token not counted
        first_node, n_nodes: its nodes in the batch
    """

    def __init__(self, core: "Core", index: int):
        raw = core.file(index)
        self._core, self.index, self._raw = core, index, raw
        self.path = os.fsdecode(raw.name)
        self.edition, self.batch, self.base = raw.edition, raw.batch, raw.base
        self.first_tok, self.n_toks = raw.first_tok, raw.n_toks
        self.first_node, self.n_nodes = raw.first_node, raw.n_nodes

    @property
    def bytes(self) -> np.ndarray:
        """The source as read, a view of uint8."""
        return self._core.view(self._raw.bytes, self._raw.n_bytes, "u8")

    @property
    def tokens(self) -> Tokens:
        """Its part of the batch's arrays, views. Offsets count from the batch's start: subtract base."""
        return self._core.batches[self.batch].tokens[self.first_tok:self.first_tok + self.n_toks]

    @property
    def ast(self) -> Ast:
        """Its part of the batch's arrays, views. Offsets and indices count from the batch's start."""
        return self._core.batches[self.batch].ast[self.first_node:self.first_node + self.n_nodes]

    @property
    def root(self) -> Optional[Node]:
        """The File node; None where nothing was parsed."""
        return Node(self, self.first_node) if self.n_nodes else None

    def nodes(self) -> Iterator[Node]:
        """All nodes, in source order."""
        return (Node(self, index) for index in range(self.first_node, self.first_node + self.n_nodes))

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with it, by position."""
        first = self._raw.first_diag
        return self._core.diagnostics(first, first + self._raw.n_diags)

    def __repr__(self) -> str:
        return f"<rustg.File {self.path}: {self.n_toks} tokens, {self.n_nodes} nodes>"


class _Handle:
    """A rustg_result with what it borrows. Whatever looks into it keeps this object, never the other way round: numpy's
    arrays are not seen by the garbage collector, so that a ring through one would never be freed."""

    def __init__(self, address: int, kept: Any):
        self.address, self._kept = address, kept
        weakref.finalize(self, lib.rustg_result_free, address).atexit = False


class Core:
    """A result's handle and arrays, which its files, nodes and diagnostics share."""

    def __init__(self, handle: _Handle):
        self.handle = handle
        self.batches: Sequence[Batch] = [self._batch(i) for i in range(lib.rustg_result_n_batches(handle.address))]

    def file(self, index: int) -> _c.rustg_file:
        """What rustg_result_file tells."""
        raw = _c.rustg_file()
        lib.rustg_result_file(self.handle.address, index, raw)
        return raw

    def view(self, address: Optional[int], n: int, element: str) -> np.ndarray:
        """The result's memory as an array."""
        return Array.of_memory(address or 0, (n,), BY_NAME[element], owner=self.handle, readonly=True).numpy()

    def node_name(self, file: File, node: int) -> Optional[str]:
        """What rustg_ast_name tells."""
        tokens, ast, n_bytes = _c.rustg_tokens(), _c.rustg_ast(), ctypes.c_size_t()
        lib.rustg_result_tokens(self.handle.address, file.batch, tokens)
        lib.rustg_result_ast(self.handle.address, file.batch, ast)
        address = lib.rustg_ast_name(ast, tokens, node, file.bytes.ctypes.data, file.base, n_bytes)
        return ctypes.string_at(address, n_bytes.value).decode("utf-8", "replace") if address else None

    def _batch(self, index: int) -> Batch:
        tokens, ast = _c.rustg_tokens(), _c.rustg_ast()
        if lib.rustg_result_tokens(self.handle.address, index, tokens) == _c.RUSTG_ERR_DEVICE:
            return self._device_batch(index)
        lib.rustg_result_ast(self.handle.address, index, ast)
        return Batch(
            Tokens(*(self.view(getattr(tokens, name), tokens.n_toks, element) for name, element in Tokens.FIELDS)),
            Ast(*(self.view(getattr(ast, name), ast.n_nodes, element) for name, element in Ast.FIELDS)))

    def _device_batch(self, index: int) -> Batch:
        tokens, ast = _c.rustg_device_tokens(), _c.rustg_device_ast()
        lib.rustg_result_device_tokens(self.handle.address, index, tokens)
        lib.rustg_result_device_ast(self.handle.address, index, ast)

        def array(raw: Any, name: str, n: int, element: str) -> Array:
            return Array.of_memory(getattr(raw, "d_" + name), (n,), BY_NAME[element], owner=self.handle, readonly=True,
                                   device=("cuda", raw.device))
        return Batch(Tokens(*(array(tokens, name, tokens.n_toks, element) for name, element in Tokens.FIELDS)),
                     Ast(*(array(ast, name, ast.n_nodes, element) for name, element in Ast.FIELDS)))

    def diagnostics(self, first: int, end: int) -> list[Diagnostic]:
        """Rows of rustg_result_diagnostics."""
        raw = lib.rustg_result_diagnostics(self.handle.address, None)
        return [Diagnostic(self, raw[i]) for i in range(first, end)]


class Result:
    """What a compile found. Arrays taken from it keep its memory.

    Attributes:
        files: one for each source, in their order, then the files of `mod` that kernels asked for
        batches: the arrays; sources of up to 256 MiB share one batch
    """

    def __init__(self, address: int, kept: Any):
        self._core = Core(_Handle(address, kept))
        self.batches = self._core.batches
        self.files: Sequence[File] = [File(self._core, i) for i in range(lib.rustg_result_n_files(address))]

    @property
    def address(self) -> int:
        """The rustg_result."""
        return self._core.handle.address

    @property
    def success(self) -> bool:
        """True where there is no diagnostic."""
        return bool(lib.rustg_result_success(self.address))

    @property
    def message(self) -> str:
        """"no errors", or the first error as `path:line:column: message`."""
        return text_of(lib.rustg_result_message(self.address))

    @property
    def engine(self) -> str:
        """The engine that ran: "cpu" or "cuda"."""
        return next(name for name, value in _ENGINES.items() if value == lib.rustg_result_engine(self.address))

    @property
    def stats(self) -> dict[str, Union[int, float]]:
        """Counts and wall times (rustg/compile.h, rustg_stats)."""
        raw = _c.rustg_stats(struct_size=ctypes.sizeof(_c.rustg_stats))
        lib.rustg_result_stats(self.address, raw)
        return {name: getattr(raw, name) for name, _ in raw._fields_ if name != "struct_size"}

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the sources, by source and position."""
        n = ctypes.c_size_t()
        lib.rustg_result_diagnostics(self.address, n)
        return self._core.diagnostics(0, n.value)

    @property
    def warnings(self) -> list[Diagnostic]:
        """What rustc warns of in kernels, by place, if rustg.module was asked for it."""
        n = ctypes.c_size_t()
        raw = lib.rustg_result_warnings(self.address, n)
        return [Diagnostic(self._core, raw[i]) for i in range(n.value)]

    def _only(self) -> File:
        if len(self.files) != 1:
            raise ArgumentError(f"the result has {len(self.files)} files: take one of Result.files")
        return self.files[0]

    @property
    def tokens(self) -> Tokens:
        """The tokens of the only file."""
        return self._only().tokens

    @property
    def ast(self) -> Ast:
        """The tree of the only file."""
        return self._only().ast

    def arrow(self, table: str, batch: int = 0) -> ArrowTable:
        """A record batch for Apache Arrow, without a copy: pyarrow.record_batch(result.arrow("tokens")).

        Args:
            table: "tokens", "ast", or "files", which has one batch
            batch: index, as of batches
        """
        return ArrowTable(self._core, table, batch)

    def write_arrow(self, table: str, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write an Arrow IPC file with a record batch for each batch, which polars, DuckDB and pyarrow read.

        Args:
            table: "tokens", "ast" or "files"
            path: written anew

        Raises:
            Error: the file cannot be written
        """
        _arrow.write(self._core, table, path)

    def check(self) -> "Result":
        """Itself, where there are no diagnostics.

        Raises:
            SourceError: with all of them
        """
        if self.success:
            return self
        diagnostics = self.diagnostics
        raise SourceError(shown([one.rendered for one in diagnostics[:MOST_SHOWN]], len(diagnostics)), diagnostics)

    def __repr__(self) -> str:
        return f"<rustg.Result of {len(self.files)} files: {self.message}>"


def _sources(given: Any, path: Any, edition: Optional[int]) -> list[Source]:
    if isinstance(given, Source):
        return [given]
    if isinstance(given, os.PathLike):
        return [Source(None, given, edition)]
    if isinstance(given, (str, bytes, bytearray, memoryview)) or hasattr(given, "__array_interface__"):
        return [Source(given, path or Source.path, edition)]
    if isinstance(given, Iterable):
        return [source for one in given for source in _sources(one, path, edition)]
    raise ArgumentTypeError(f"a source is text, bytes, a path or rustg.Source, not {type(given).__name__}")


def raw_sources(sources: Sequence[Source]) -> tuple[Any, list[Any]]:
    """rustg_source[n], and what must live as long as the result: names and texts."""
    raw = (_c.rustg_source * len(sources))()
    kept: list[Any] = []
    for to, source in zip(raw, sources):
        to.name = name = os.fsencode(source.path)
        to.edition = source.edition or 0
        kept.append(name)
        if source.text is not None:
            text = source.text.encode() if isinstance(source.text, str) else source.text
            view = np.frombuffer(text, np.uint8) if len(text) else np.zeros(1, np.uint8)
            to.bytes, to.n_bytes = view.ctypes.data, len(text) and view.size
            kept.append(view)
    return raw, kept


def choice(name: str, given: str, choices: dict[str, int]) -> int:
    """The value of a word."""
    if given not in choices:
        raise ArgumentError(f"{name} is {given!r}; it is one of " + ", ".join(map(repr, choices)))
    return choices[given]


def compile_sources(sources: Sequence[Source], options: _c.rustg_compile_options,
                    progress: Optional[Callable[[int, int], Optional[bool]]] = None) -> Result:
    """rustg_compile. The library calls back between batches, so that Ctrl-C ends a compile."""
    raw, kept = raw_sources(sources)
    raised: list[BaseException] = []

    def told(_user: Any, n_done: int, n_all: int) -> int:
        try:
            return int(bool(progress(n_done, n_all)) if progress else False)
        except BaseException as error:  # pylint: disable=broad-exception-caught
            raised.append(error)
            return 1
    options.struct_size = ctypes.sizeof(options)
    options.progress = _c.rustg_progress_fn(told)
    try:
        return Result(made(ready().rustg_compile, raw, len(raw), options), (raw, kept))
    except Error:
        if raised:
            raise raised[0] from None
        raise


def compile(sources: Any, *, path: Union[str, "os.PathLike[str]", None] = None,  # pylint: disable=redefined-builtin
            edition: Optional[int] = None, engine: str = "auto", stage: str = "auto", n_threads: int = 0,
            devices: Optional[Sequence[int]] = None, leave_on_device: bool = False, batch_bytes: int = 0,
            progress: Optional[Callable[[int, int], Optional[bool]]] = None) -> Result:
    """Turn Rust sources into tokens, trees and diagnostics. Wrong sources raise nothing: see Result.check.

    Args:
        sources: Rust text (str, or UTF-8 bytes), a file (pathlib.Path), a rustg.Source, or any number of these
        path: what text is called in diagnostics
        edition: 2015, 2018, 2021 or 2024, which is the default
        engine: "auto", "cpu" or "cuda"
        stage: "tokens" stops before parsing; "ast" and "auto" parse
        n_threads: CPU threads; 0: all
        devices: CUDA ordinals that batches go to in turn
        leave_on_device: with "cuda", the arrays stay on the device, as rustg.Array
        batch_bytes: source bytes a batch; 0: 256 MiB
        progress: called with the bytes done and all bytes; True cancels

    Raises:
        Error: the machine failed, or the call was cancelled
        ArgumentError: a wrong option
    """
    options = _c.rustg_compile_options(engine=choice("engine", engine, _ENGINES), n_threads=n_threads,
                                       leave_on_device=leave_on_device, batch_bytes=batch_bytes,
                                       stop_after=choice("stage", stage, _STAGES))
    if devices:
        chosen = (ctypes.c_int32 * len(devices))(*devices)
        options.devices, options.n_devices = ctypes.addressof(chosen), len(devices)
    return compile_sources(_sources(sources, path, edition), options, progress)

"""rustg: Rust source as arrays.

    import rustg

    result = rustg.compile("fn main() { println!(\"hi\"); }")
    result.tokens.kind_names                # array(['KW_FN', 'IDENT', ...])

It is the library librustg.so by ctypes, and needs numpy and no compiler. RUSTG_LIBRARY names another librustg.so.
"""
from ._array import Array, array, empty, from_dlpack, zeros
from ._device import DeviceInfo, cuda_missing, devices, synchronize
from ._element import Element
from ._errors import (ArgumentError, ArgumentTypeError, CudaError, Error, OutOfMemoryError, PanicError, SourceError,
                      Status)
from ._library import __version__
from ._result import Diagnostic, File, Part, Result, Source, compile  # pylint: disable=redefined-builtin
from ._syntax import AST_KIND_NAMES, TOKEN_KIND_NAMES, Ast, AstKind, Batch, Node, TokenFlag, TokenKind, Tokens

__all__ = [
    "AST_KIND_NAMES", "ArgumentError", "ArgumentTypeError", "Array", "Ast", "AstKind", "Batch", "CudaError", "DeviceInfo",
    "Diagnostic", "Element", "Error", "File", "Node", "OutOfMemoryError", "PanicError", "Part",
    "Result", "Source", "SourceError", "Status", "TOKEN_KIND_NAMES", "TokenFlag", "TokenKind", "Tokens", "__version__",
    "array", "compile", "cuda_missing", "devices", "empty", "from_dlpack", "synchronize", "zeros",
]

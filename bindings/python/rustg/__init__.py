"""rustg: Rust source as arrays, and kernels written in Rust.

    import numpy as np, rustg

    result = rustg.compile("fn main() {}")
    result.tokens.kind_names                # array(['KW_FN', 'IDENT', ...])

    saxpy = rustg.kernel('''
    use rustg_std::prelude::*;

    #[kernel]
    pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
        let i = thread::index();
        if i < y.len() {
            y[i] = a * x[i] + y[i];
        }
    }
    ''')
    x, y = np.ones(1000, np.float32), np.zeros(1000, np.float32)
    saxpy(2.0, x, y)

It is the library librustg.so by ctypes, and needs numpy and no compiler. RUSTG_LIBRARY names another librustg.so.
"""
from ._array import Array, array, asarray, empty, from_dlpack, zeros
from ._arrow import ArrowTable
from ._device import DeviceInfo, cuda_missing, devices
from ._element import Element
from ._errors import (ArgumentError, ArgumentTypeError, CudaError, Error, OutOfMemoryError, PanicError, SourceError,
                      Status)
from ._kernel import Kernel, Module, Param, kernel, module
from ._library import __version__
from ._place import Stream, device, stream, synchronize
from ._printed import Printed, on_print
from ._result import Diagnostic, File, Part, Result, Source, compile  # pylint: disable=redefined-builtin
from ._syntax import AST_KIND_NAMES, TOKEN_KIND_NAMES, Ast, AstKind, Batch, Node, TokenFlag, TokenKind, Tokens

__all__ = [
    "AST_KIND_NAMES", "ArgumentError", "ArgumentTypeError", "Array", "ArrowTable", "Ast", "AstKind", "Batch",
    "CudaError", "DeviceInfo", "Diagnostic", "Element", "Error", "File", "Kernel", "Module", "Node",
    "OutOfMemoryError", "PanicError", "Param", "Part", "Printed", "Result", "Source", "SourceError", "Status",
    "Stream", "TOKEN_KIND_NAMES", "TokenFlag", "TokenKind", "Tokens", "__version__", "array", "asarray", "compile",
    "cuda_missing", "device", "devices", "empty", "from_dlpack", "kernel", "module", "on_print", "stream",
    "synchronize", "zeros",
]

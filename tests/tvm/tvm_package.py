"""tvm-ffi's own Python package, for tests: the installed one, or the one in RUSTG_TVM_FFI, a folder as PYTHONPATH has
them, where jax_tvm_ffi may be, too."""
import importlib
import os
import pathlib
import sys
import unittest

FOLDER = os.environ.get("RUSTG_TVM_FFI")
os.environ.setdefault("TVM_FFI_DISABLE_TORCH_C_DLPACK", "1")  # an importing tvm_ffi would compile C++ for an old torch


def find(name="tvm_ffi"):
    """The module of that name, or a skip in plain words."""
    if FOLDER and FOLDER not in sys.path:
        sys.path.insert(0, FOLDER)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        where = f"in RUSTG_TVM_FFI ({FOLDER})" if FOLDER else "here, and RUSTG_TVM_FFI names no folder with it"
        raise unittest.SkipTest(f"{name} is not {where}: {error}") from None


def library():
    """The package's libtvm_ffi.so, or None."""
    try:
        found = pathlib.Path(find().__file__).parent / "lib" / "libtvm_ffi.so"
    except unittest.SkipTest:
        return None
    return str(found) if found.is_file() else None


def snippet(start):
    """The program of docs/python.md that begins with these words."""
    page = pathlib.Path(__file__).parent.parent.parent.joinpath("docs", "python.md").read_text(encoding="utf-8")
    return start + page.split("```\n" + start)[1].split("```")[0]


def main():
    """Runs the tests of the program, says why those that were skipped were, and ends with 77 where all were."""
    result = unittest.main(exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test}: {why}")
    sys.exit(1 if not result.wasSuccessful() else 77 if result.testsRun <= len(result.skipped) else 0)

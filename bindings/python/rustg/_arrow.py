"""Apache Arrow: tables of a result by the PyCapsule interface, and as IPC files. docs/arrow.md has the columns."""
import ctypes
import os
import sys
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _c
from ._errors import ArgumentError
from ._library import call, lib

if TYPE_CHECKING:
    from ._result import Core

_TABLES = {"tokens": _c.RUSTG_ARROW_TOKENS, "ast": _c.RUSTG_ARROW_AST, "files": _c.RUSTG_ARROW_FILES}
_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))

# Capsules with the structs that they point to. A taker moves the struct out and leaves one without a release. Nothing
# of Python's may run where a capsule goes, which may be while an exception is under way: so the structs of those that
# nobody took are released by the next call.
_lent: list[tuple[Any, Any]] = []


def _capsule(struct: Any, name: bytes) -> Any:
    capsule = _new(ctypes.addressof(struct), name, None)
    _lent.append((capsule, struct))
    return capsule


def _sweep() -> None:
    kept = []
    while _lent:
        row = _lent.pop()
        if sys.getrefcount(row[0]) > 2:  # more than the row's and this call's
            kept.append(row)
        elif row[1].release:
            _Release(row[1].release)(ctypes.addressof(row[1]))
    _lent.extend(kept)


def _number(table: str) -> int:
    if table not in _TABLES:
        raise ArgumentError(f"{table!r} is no table; those are {', '.join(map(repr, _TABLES))}")
    return _TABLES[table]


class ArrowTable:
    """One table of a result as a record batch, for what takes the Arrow PyCapsule interface: pyarrow.record_batch,
    polars.DataFrame, duckdb and others. Numbers are not copied; the takers keep the result's memory."""

    def __init__(self, core: "Core", table: str, batch: int):
        self._core, self._table, self._batch = core, _number(table), batch
        self.__arrow_c_schema__()  # a wrong batch is told here

    def _export(self, with_array: bool) -> tuple[Any, Any]:
        _sweep()
        schema, array = _c.ArrowSchema(), _c.ArrowArray()
        call(lib.rustg_result_arrow, self._core.handle.address, self._table, self._batch, schema,
             array if with_array else None)
        return schema, array

    def __arrow_c_schema__(self) -> Any:
        """A capsule of the schema."""
        return _capsule(self._export(False)[0], b"arrow_schema")

    def __arrow_c_array__(self, requested_schema: Optional[Any] = None) -> tuple[Any, Any]:
        """Capsules of schema and array. Another schema than this one may be asked for, and is not given."""
        del requested_schema
        schema, array = self._export(True)
        return _capsule(schema, b"arrow_schema"), _capsule(array, b"arrow_array")


def write(core: "Core", table: str, path: Union[str, "os.PathLike[str]"]) -> None:
    """rustg_result_arrow_file."""
    call(lib.rustg_result_arrow_file, core.handle.address, _number(table), os.fsencode(path))

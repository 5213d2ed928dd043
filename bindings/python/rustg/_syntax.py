"""Tokens and trees: arrays of numbers, and names for them."""
import enum
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional

import numpy as np

from . import _c
from ._library import lib, text_of

if TYPE_CHECKING:
    from ._result import File

# For type checkers, which would want the names written out.
_numbers: Any = enum.IntEnum
_flags: Any = enum.IntFlag
Numbers = Any  # numpy.ndarray, or rustg.Array of what was left on a device


def _kinds(name: str, call: Callable[[int], bytes], doc: str) -> Any:
    names = (text_of(call(kind)) for kind in range(256))
    made = _numbers(name, [(one, kind) for kind, one in enumerate(names) if one != "?"], module=__package__)
    made.__doc__ = doc
    return made


TokenKind = _kinds("TokenKind", lib.rustg_token_kind_name, "Kinds of tokens, as the library names them: KW_FN, ...")
AstKind = _kinds("AstKind", lib.rustg_ast_kind_name, "Kinds of nodes, as the library names them: ItemFn, ...")
TokenFlag: Any = _flags("TokenFlag", {name: getattr(_c, f"RUSTG_TOKEN_{name}")
                                      for name in ("JOINT", "RAW", "SUFFIX", "INNER", "BLOCK")}, module=__package__)
TokenFlag.__doc__ = "Flag bits of a token (rustg/token.h)."

#: Names by number, so that TOKEN_KIND_NAMES[tokens.kind] is an array of names.
TOKEN_KIND_NAMES = np.array([kind.name for kind in TokenKind])
AST_KIND_NAMES = np.array([kind.name for kind in AstKind])


class _Columns:
    """Arrays of one length; slices are views."""
    FIELDS: tuple[tuple[str, str], ...] = ()

    def __init__(self, *columns: Numbers):
        for (name, _), column in zip(self.FIELDS, columns):
            setattr(self, name, column)

    def columns(self) -> dict[str, Numbers]:
        """All arrays by name."""
        return {name: getattr(self, name) for name, _ in self.FIELDS}

    def __len__(self) -> int:
        return len(getattr(self, self.FIELDS[0][0]))

    def __getitem__(self, part: slice) -> Any:
        return type(self)(*(column[part] for column in self.columns().values()))

    def __repr__(self) -> str:
        return f"<rustg.{type(self).__name__}: {len(self)} rows>"


class Tokens(_Columns):
    """Token arrays, read-only views: numpy's, or rustg.Array where they were left on a device.

    Attributes:
        kind: uint8, numbers of TokenKind
        flags: uint8, bits of TokenFlag
        start, end: uint32, bytes from the start of the batch
    """
    FIELDS = (("kind", "u8"), ("flags", "u8"), ("start", "u32"), ("end", "u32"))
    kind: Numbers
    flags: Numbers
    start: Numbers
    end: Numbers

    @property
    def kind_names(self) -> np.ndarray:
        """The kinds' names, an array of str."""
        return TOKEN_KIND_NAMES[np.asarray(self.kind)]


class Ast(_Columns):
    """The tree's arrays in preorder, read-only views: numpy's, or rustg.Array where they were left on a device.

    Attributes:
        kind: uint8, numbers of AstKind
        tok: uint32, the anchor: an index into the batch's tokens
        start, end: uint32, bytes from the start of the batch
        next: uint32, the first node of the batch behind the subtree
        parent: uint32, 0 for a File
    """
    FIELDS = (("kind", "u8"), ("tok", "u32"), ("start", "u32"), ("end", "u32"), ("next", "u32"), ("parent", "u32"))
    kind: Numbers
    tok: Numbers
    start: Numbers
    end: Numbers
    next: Numbers
    parent: Numbers

    @property
    def kind_names(self) -> np.ndarray:
        """The kinds' names, an array of str."""
        return AST_KIND_NAMES[np.asarray(self.kind)]


class Batch:
    """The arrays of one batch. Slot 0 of each is a sentinel; every file's tokens end with one of kind EOF.

    Attributes:
        tokens, ast: whole arrays, whose indices are those of Ast.tok, next and parent
    """

    def __init__(self, tokens: Tokens, ast: Ast):
        self.tokens, self.ast = tokens, ast

    def __repr__(self) -> str:
        return f"<rustg.Batch: {len(self.tokens)} tokens, {len(self.ast)} nodes>"


class Node:
    """One node of a file's tree, on the host.

    Attributes:
        file: whose it is
        index: in the batch's arrays
    """
    __slots__ = ("file", "index")

    def __init__(self, file: "File", index: int):
        self.file, self.index = file, index

    @property
    def _ast(self) -> Ast:
        return self.file._core.batches[self.file.batch].ast

    @property
    def kind(self) -> enum.IntEnum:
        """An AstKind."""
        return AstKind(int(self._ast.kind[self.index]))

    @property
    def start(self) -> int:
        """Its first byte in the file."""
        return int(self._ast.start[self.index]) - self.file.base

    @property
    def end(self) -> int:
        """The byte behind it in the file."""
        return int(self._ast.end[self.index]) - self.file.base

    @property
    def text(self) -> str:
        """Its source, attributes before it left out."""
        return self.file.bytes[self.start:self.end].tobytes().decode("utf-8", "replace")

    @property
    def name(self) -> Optional[str]:
        """What it declares or sets: the name of an item, a field, a binding, without `r#`; None where it has none."""
        return self.file._core.node_name(self.file, self.index)

    @property
    def anchor(self) -> int:
        """Its anchor's index in the batch's tokens; ast_kind.def tells what each kind's is."""
        return int(self._ast.tok[self.index])

    @property
    def parent(self) -> Optional["Node"]:
        """None for the File."""
        index = int(self._ast.parent[self.index])
        return Node(self.file, index) if index else None

    @property
    def children(self) -> Iterator["Node"]:
        """In source order."""
        index, end = self.index + 1, int(self._ast.next[self.index])
        while index < end:
            yield Node(self.file, index)
            index = int(self._ast.next[index])

    @property
    def next_sibling(self) -> Optional["Node"]:
        """Its parent's next child; None for the last."""
        parent, index = self.parent, int(self._ast.next[self.index])
        return Node(self.file, index) if parent and index < int(self._ast.next[parent.index]) else None

    def __repr__(self) -> str:
        return f"<rustg.Node {self.kind.name} {self.start}..{self.end}>"

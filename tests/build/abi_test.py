"""abi_test.py [RUSTGC] [--update]: what programs that were compiled against the headers depend on: the public functions with their types,
the types of callbacks, the size of each public struct with offset, size and type of its fields, on a 64-bit machine, and the values of the
enums that tests/compile/pinned_values.txt does not have. libclang reads the headers; the list is tests/build/abi.txt, and a difference is a
change of the ABI: RUSTG_ABI_VERSION tells it, where it is not an addition. Skipped without libclang, which RUSTG_LIBCLANG may name."""
import ctypes
import difflib
import glob
import os
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
LIST = Path(__file__).with_name("abi.txt")
TEXT = b"#include <rustg/arrow.h>\n#include <rustg/rustg.h>\n#include <rustg/typed.h>\n"
STRUCT, ENUM, FIELD, CONSTANT, FUNCTION, TYPEDEF = 2, 5, 6, 7, 8, 20  # CXCursorKind
PINNED = re.compile("RUSTG_(TOK|AST|DIAG|ELEMENT)_(?!CLASS_)|RUSTG_(OK|ERR_|N_)")  # in pinned_values.txt, and numbers of rows
NEXT = 1
TARGET = "x86_64-linux-gnu"


class String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


class Cursor(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("xdata", ctypes.c_int), ("data", ctypes.c_void_p * 3)]


class Type(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("data", ctypes.c_void_p * 2)]


class Unsaved(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p), ("n_bytes", ctypes.c_ulong)]


VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, ctypes.c_void_p)
FUNCTIONS = {
    "createIndex": (ctypes.c_void_p, [ctypes.c_int, ctypes.c_int]),
    "parseTranslationUnit": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int,
                                               ctypes.POINTER(Unsaved), ctypes.c_uint, ctypes.c_uint]),
    "getNumDiagnostics": (ctypes.c_uint, [ctypes.c_void_p]),
    "getTranslationUnitCursor": (Cursor, [ctypes.c_void_p]),
    "visitChildren": (ctypes.c_uint, [Cursor, VISITOR, ctypes.c_void_p]),
    "getCursorSpelling": (String, [Cursor]),
    "getCursorType": (Type, [Cursor]),
    "getTypeSpelling": (String, [Type]),
    "Type_getSizeOf": (ctypes.c_longlong, [Type]),
    "Type_getAlignOf": (ctypes.c_longlong, [Type]),
    "Cursor_getOffsetOfField": (ctypes.c_longlong, [Cursor]),
    "getEnumConstantDeclValue": (ctypes.c_longlong, [Cursor]),
    "getTypedefDeclUnderlyingType": (Type, [Cursor]),
    "isCursorDefinition": (ctypes.c_uint, [Cursor]),
    "getCString": (ctypes.c_char_p, [String]),
}


def open_libclang():
    named = os.environ.get("RUSTG_LIBCLANG")
    names = [named] if named else ["libclang.so.1", "libclang-14.so.1", *sorted(glob.glob("/usr/lib/llvm-*/lib/libclang*.so.1"))[::-1]]
    for name in names:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        for function, (result, arguments) in FUNCTIONS.items():
            found = getattr(library, f"clang_{function}")
            found.restype, found.argtypes = result, arguments
        return library
    return None


class Reader:
    def __init__(self, clang):
        self.clang, self.lines = clang, {}

    def text(self, string):
        return self.clang.clang_getCString(string).decode()

    def name(self, cursor):
        return self.text(self.clang.clang_getCursorSpelling(cursor))

    def type(self, cursor):
        return self.text(self.clang.clang_getTypeSpelling(self.clang.clang_getCursorType(cursor)))

    def children(self, cursor, see):
        self.clang.clang_visitChildren(cursor, VISITOR(lambda child, _parent, _user: see(child) or NEXT), None)

    def see(self, cursor):
        name = self.name(cursor)
        if cursor.kind == FUNCTION and name.startswith("rustg_"):
            self.lines["function " + name] = [f"function {name}: {self.type(cursor)}"]
        if cursor.kind == TYPEDEF and name.startswith("rustg_"):
            meant = self.text(self.clang.clang_getTypeSpelling(self.clang.clang_getTypedefDeclUnderlyingType(cursor)))
            if not meant.startswith(("struct ", "enum ")):
                self.lines["typedef " + name] = [f"typedef {name}: {meant}"]
        if cursor.kind == ENUM:
            constants = []

            def see_constant(constant):
                if not PINNED.match(self.name(constant)):
                    constants.append(f"constant {self.name(constant)}: {self.clang.clang_getEnumConstantDeclValue(constant)}")

            self.children(cursor, see_constant)
            constants = [line for line in constants if line.startswith("constant RUSTG_")]
            self.lines["constants " + "".join(constants[:1])] = constants
        if cursor.kind == STRUCT and re.match("rustg_|Arrow", name) and self.clang.clang_isCursorDefinition(cursor):
            kind = self.clang.clang_getCursorType(cursor)
            lines = [f"struct {name}: {self.clang.clang_Type_getSizeOf(kind)} bytes, aligned to {self.clang.clang_Type_getAlignOf(kind)}"]

            def see_field(field):
                if field.kind == FIELD:
                    size = self.clang.clang_Type_getSizeOf(self.clang.clang_getCursorType(field))
                    lines.append(f"    {self.clang.clang_Cursor_getOffsetOfField(field) // 8} +{size} {self.name(field)}: {self.type(field)}")

            self.children(cursor, see_field)
            self.lines["struct " + name] = lines


def listed(clang):
    words = [word.encode() for word in ("-xc", "-std=c11", f"--target={TARGET}", "-I", str(SOURCE / "include"))]
    unit = clang.clang_parseTranslationUnit(clang.clang_createIndex(0, 1), b"abi.c", (ctypes.c_char_p * len(words))(*words), len(words),
                                            ctypes.byref(Unsaved(b"abi.c", TEXT, len(TEXT))), 1, 0)
    assert unit and clang.clang_getNumDiagnostics(unit) == 0, "libclang does not take the headers"
    reader = Reader(clang)
    reader.children(clang.clang_getTranslationUnitCursor(unit), reader.see)
    return "".join(line + "\n" for name in sorted(reader.lines) for line in reader.lines[name])


def main():
    clang = open_libclang()
    if clang is None:
        print("skipped: there is no libclang here")
        return 77
    made = listed(clang)
    if "--update" in sys.argv:
        LIST.write_text(made)
        return 0
    kept = LIST.read_text()
    kinds = [sum(line.startswith(word) for line in made.splitlines()) for word in ("function ", "struct ", "typedef ", "constant ")]
    assert all(n > least for n, least in zip(kinds, (150, 40, 3, 80))), f"the headers were not read: {kinds}"
    sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), made.splitlines(True), "abi.txt", "the headers"))
    if made != kept:
        print("The ABI is another. Where that is meant: abi_test.py --update, and see RUSTG_ABI_VERSION in compile.h")
    return made != kept


sys.exit(main())

#!/usr/bin/env python3
"""Writes rustg/_c.py anew from include/rustg: generate.py [OUTPUT]

Needs a C compiler (CC, else cc) for its preprocessor. A test asks that the committed file is what this makes.
"""
import os
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
# The library names these kinds itself, so that Python has no list of them.
NAMED_BY_LIBRARY = ("rustg_token_kind", "rustg_ast_kind", "rustg_diagnostic_kind")
NUMBERS = {"int": "c_int", "size_t": "c_size_t", "double": "c_double", "char": "c_char"}
NUMBERS.update({f"{sign}int{bits}_t": f"c_{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)})


def preprocessed() -> str:
    """The declarations of include/rustg, their lists written out and comments gone."""
    command = [*os.environ.get("CC", "cc").split(), "-E", "-x", "c", "-I", str(INCLUDE), "-"]
    text = "#include <rustg/arrow.h>\n#include <rustg/rustg.h>\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    kept, ours = [], False
    for line in done.stdout.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            ours = str(INCLUDE) in marker.group(1)
        elif ours:
            kept.append(line)
    text = re.sub(r"\s+", " ", "\n".join(kept))
    # Arrow's structs have no other names.
    text = re.sub(r"(?<!typedef )struct (\w+) \{([^{}]*)\};", r"typedef struct \1 {\2} \1;", text)
    return re.sub(r"(?<!typedef )struct (\w+) (?=\*)", r"\1 ", text)


class Header:
    """What the headers declare, in their order."""

    def __init__(self, text: str) -> None:
        self.enums: dict[str, dict[str, int]] = {}
        self.structs: dict[str, list[tuple[str, str]]] = {}
        self.callbacks: dict[str, str] = {}
        self.functions: dict[str, str] = {}
        self.constants: dict[str, int] = {}
        self.order: list[str] = []
        body = r"(?:[^{}]*)"
        pattern = re.compile(
            rf"(?:typedef )?enum (?P<enum>\w+)? ?\{{(?P<rows>{body})\}} ?\w*;"
            rf"|typedef struct (?P<struct>\w+) \{{(?P<fields>{body})\}} \w+;"
            r"|typedef struct \w+ \w+;"
            r"|typedef (?P<result>[^;(]*?)\(\*(?P<callback>\w+)\)\((?P<taken>[^;]*)\);"
            r"|(?P<returned>(?:const )?\w+ \**)(?P<function>rustg_\w+)\((?P<params>[^;]*)\);")
        end = 0
        for found in pattern.finditer(text):
            if text[end:found.start()].strip():
                raise SystemExit(f"not understood: {text[end:found.start()].strip()[:200]}")
            end = found.end()
            if found["rows"]:
                self.read_enum(found["enum"] or "", found["rows"])
            elif found["struct"]:
                self.structs[found["struct"]] = list(self.fields(found["fields"]))
                self.order.append(found["struct"])
            elif found["callback"]:
                kinds = [self.result(found["result"]), *self.parameters(found["taken"])]
                self.callbacks[found["callback"]] = f"CFUNCTYPE({', '.join(kinds)})"
                self.order.append(found["callback"])
            elif found["function"]:
                params = ", ".join(self.parameters(found["params"]))
                self.functions[found["function"]] = f"({self.result(found['returned'])}, [{params}])"
        if text[end:].strip():
            raise SystemExit(f"not understood: {text[end:].strip()[:200]}")

    def read_enum(self, name: str, rows: str) -> None:
        value, read = -1, {}
        for row in filter(None, map(str.strip, rows.split(","))):
            word, _, given = row.partition(" = ")
            value = sum(int(part, 0) for part in given.split("+")) if given else value + 1
            read[word] = self.constants[word] = value
        self.enums[name or f"({', '.join(read)})"] = read

    def kind(self, text: str, is_result: bool = False) -> str:
        """The ctypes of a C type without a name. Memory that is read only is an address, for numpy to look at."""
        base = text.replace("const", "").replace("*", "").strip()
        stars = text.count("*")
        if stars == 0:
            if base in self.enums:
                return "c_uint"
            return NUMBERS.get(base) or base
        if base == "char" and text.startswith("const"):
            return "c_char_p" if stars == 1 else "POINTER(c_char_p)"
        if stars == 2:
            return "POINTER(c_void_p)"
        if base in self.structs:
            return f"POINTER({base})"
        if base in NUMBERS and not text.startswith("const") and not is_result and base != "char":
            return f"POINTER({NUMBERS[base]})"
        return "c_void_p"

    def result(self, text: str) -> str:
        return "None" if text.strip() == "void" else self.kind(text, True)

    def parameters(self, text: str) -> list[str]:
        kinds = []
        for param in text.split(","):
            if param.strip() == "void":
                continue
            found = re.fullmatch(r" ?(.*?)(\w+)(\[\w*\])?", param)
            if not found:
                raise SystemExit(f"not understood: {param}")
            kinds.append(self.kind(found[1] + ("*" if found[3] else "")))
        return kinds

    def fields(self, text: str):
        for declaration in filter(None, map(str.strip, text.split(";"))):
            pointer = re.match(r"[^(]*\(\*(\w+)\)", declaration)
            if pointer:
                yield pointer[1], "c_void_p"
                continue
            head = re.match(r"((?:const )?\w+ (?:\*const )?)(.*)", declaration)
            base, names = head.groups() if head else ("", "")
            for name in names.split(","):
                found = re.fullmatch(r" ?(\**)(\w+)(?:\[(\w+)\])?", name)
                if not found:
                    raise SystemExit(f"not understood: {declaration}")
                kind = self.kind(base + found[1])
                if found[3]:
                    kind += f" * {self.constants.get(found[3]) or int(found[3])}"
                yield found[2], kind


def written() -> str:
    header = Header(preprocessed())
    abi = re.findall(r"#define RUSTG_ABI_VERSION +(\d+)", (INCLUDE / "rustg" / "compile.h").read_text())[0]
    lines = ['"""The C interface as ctypes. Made by generate.py from include/rustg; not to be edited."""',
             "# pylint: skip-file", "", f"RUSTG_ABI_VERSION = {abi}"]
    for name, rows in header.enums.items():
        if name not in NAMED_BY_LIBRARY:
            lines += ["", f"# {name}", *(f"{word} = {value}" for word, value in rows.items())]
    for name in header.order:
        if name in header.callbacks:
            lines += ["", "", f"{name} = {header.callbacks[name]}"]
            continue
        lines += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
        lines += [f'        ("{field}", {kind}),' for field, kind in header.structs[name]]
        lines += ["    ]"]
    lines += ["", "", "# What each function returns and takes.", "FUNCTIONS = {"]
    for name, kinds in header.functions.items():
        lines += textwrap.wrap(f'"{name}": {kinds},', 118, initial_indent="    ", break_long_words=False,
                               subsequent_indent=" " * (len(name) + len('    "": (')))
    used = sorted(set(re.findall(r'(?<![\w"])(?:c_\w+|Structure|POINTER|CFUNCTYPE)\b', "\n".join(lines))))
    imports = textwrap.wrap(f"from ctypes import ({', '.join(used)})", 118, subsequent_indent=" " * 20)
    return "\n".join([*lines[:2], *imports, *lines[2:], "}", ""])


if __name__ == "__main__":
    pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "rustg" / "_c.py").write_text(written(), encoding="utf-8")

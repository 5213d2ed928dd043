#!/usr/bin/env python3
"""The committed ctypes of bindings/python are what generate.py makes of the headers, laid out as a C compiler does."""
import ctypes
import os
import subprocess
import tempfile
import unittest

from python_rig import BUILD, PACKAGE, SOURCE, main

import generate
from rustg import _c, _library

CC = os.environ.get("RUSTG_C_COMPILER", "cc")


class Headers(unittest.TestCase):
    def test_is_what_generate_makes(self):
        os.environ["CC"] = CC
        self.assertEqual((PACKAGE / "rustg" / "_c.py").read_text(), generate.written(),
                         "include/rustg has changed: run bindings/python/generate.py")

    def test_layout(self):
        """Size of each struct, offset and size of each field, value of each enumerator, as C has them."""
        structs = {name: kind for name, kind in vars(_c).items()
                   if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and
                   name.startswith(("rustg_", "Arrow"))}
        constants = {name: value for name, value in vars(_c).items() if name.startswith("RUSTG_")}
        self.assertGreater(len(structs), 30)
        lines, wanted = [], []
        for name, kind in structs.items():
            if name.startswith("Arrow"):
                lines.append(f"typedef struct {name} {name};")
            lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
            wanted.append(f"{name} {ctypes.sizeof(kind)}")
            for field, _ in kind._fields_:
                at = getattr(kind, field)
                place = f"offsetof({name}, {field}), sizeof((({name} *)0)->{field})"
                lines.append(f'printf("{name}.{field} %zu %zu\\n", {place});')
                wanted.append(f"{name}.{field} {at.offset} {at.size}")
        for name, value in constants.items():
            lines.append(f'printf("{name} %lld\\n", (long long){name});')
            wanted.append(f"{name} {value}")
        with tempfile.TemporaryDirectory(dir=BUILD) as work:
            program = os.path.join(work, "layout")
            headers = ("rustg/arrow.h", "rustg/rustg.h", "stddef.h", "stdio.h")
            text = "".join(f"#include <{header}>\n" for header in headers)
            text += "int main(void)\n{\n" + "\n".join(lines) + "\n}\n"
            subprocess.run([CC, "-x", "c", "-std=c11", f"-I{SOURCE / 'include'}", "-o", program, "-"], input=text,
                           text=True, check=True)
            said = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(said, wanted)

    def test_every_function_is_typed(self):
        """Each function of the table is in the library with these types."""
        for name, (returned, params) in _c.FUNCTIONS.items():
            found = getattr(_library.lib, name)
            self.assertEqual((found.restype, found.argtypes), (returned, params))

    def test_what_is_not_understood_is_told(self):
        with self.assertRaises(SystemExit):
            generate.Header("union rustg_odd { int a; float b; }; ")
        header = generate.Header("typedef struct s { const char *const *names; unsigned_like *at, n[3]; } s; "
                                 "int rustg_f(const s *a, void **b, uint32_t c[3]); ")
        self.assertEqual(header.structs["s"][0], ("names", "POINTER(c_char_p)"))
        self.assertEqual(header.functions["rustg_f"], "(c_int, [POINTER(s), POINTER(c_void_p), POINTER(c_uint32)])")


if __name__ == "__main__":
    main()

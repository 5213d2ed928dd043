#!/usr/bin/env python3
"""Python: sources become arrays without copies, nodes and diagnostics, which are those of rustgc."""
import gc
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from python_rig import SOURCE, main

import numpy as np

import rustg
from rustg import _library

RUSTGC = os.environ["RUSTGC"]
HISTOGRAM = SOURCE / "examples" / "histogram.rs"


class Arrays(unittest.TestCase):
    def test_are_those_of_rustgc(self):
        """Kinds, offsets and nodes, as `rustgc --format=tsv` prints them."""
        result = rustg.compile(HISTOGRAM, edition=2021).check()
        tokens, ast = result.tokens, result.ast
        rows = [line.split("\t") for line in self.rustgc("tokens")]
        mine = zip(tokens.start, tokens.end, tokens.kind_names)
        self.assertEqual([[*map(str, row)] for row in mine], [row[:3] for row in rows])
        rows = [line.split("\t")[1:4] for line in self.rustgc("ast")]
        self.assertEqual([[*map(str, row)] for row in zip(ast.kind_names, ast.start, ast.end)], rows)
        self.assertEqual(result.stats["n_files"], 1)
        self.assertEqual(result.engine, "cpu")

    def rustgc(self, emit):
        done = subprocess.run([RUSTGC, f"--emit={emit}", "--format=tsv", "--edition", "2021", HISTOGRAM],
                              capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    def test_are_views(self):
        result = rustg.compile("fn main() {}")
        whole = result.batches[0].tokens
        self.assertTrue(np.shares_memory(whole.kind, result.tokens.kind))
        self.assertTrue(np.shares_memory(whole.start, result.files[0].tokens.start))
        self.assertFalse(whole.kind.flags.writeable)
        self.assertFalse(whole.kind.flags.owndata)
        self.assertEqual((whole.kind.dtype, whole.start.dtype), (np.uint8, np.uint32))
        self.assertEqual(whole.kind[0], 0)  # the sentinel
        self.assertEqual(rustg.TokenKind(whole.kind[-1]).name, "EOF")

    def test_keep_the_memory(self):
        """The result is freed when the last array of it goes, and not before; no garbage collection is needed."""
        freed, free = [], _library.lib.rustg_result_free
        gc.disable()
        try:
            rustg._result.lib.rustg_result_free = lambda address: (freed.append(address), free(address))
            result = rustg.compile("fn main() { let zed = 1; }")
            names, part = result.tokens.kind_names, result.batches[0].ast.start[2:4]
            kinds = result.tokens.kind[1:3]
            del result
            self.assertEqual(freed, [])
            self.assertEqual(list(kinds), [rustg.TokenKind.IDENT, rustg.TokenKind.L_PAREN])
            self.assertEqual(list(names[1:3]), ["IDENT", "L_PAREN"])
            del kinds
            self.assertEqual(freed, [])
            self.assertEqual(list(part), [0, 10])
            del part
            self.assertEqual(len(freed), 1)
        finally:
            rustg._result.lib.rustg_result_free = free
            gc.enable()

    def test_text_is_not_copied(self):
        text = bytearray(b"fn f() {}")
        result = rustg.compile(text)
        bytes_ = result.files[0].bytes
        self.assertTrue(np.shares_memory(bytes_, np.frombuffer(text, np.uint8)))
        self.assertEqual(bytes_.tobytes(), bytes(text))

    def test_nothing_at_all(self):
        self.assertEqual(len(rustg.compile([]).files), 0)
        empty = rustg.compile("")
        self.assertEqual((len(empty.tokens), list(empty.ast.kind_names), empty.success), (0, ["File"], True))
        tokens_only = rustg.compile("fn f() {}", stage="tokens")
        self.assertEqual((len(tokens_only.tokens), len(tokens_only.ast)), (6, 0))
        self.assertIsNone(tokens_only.files[0].root)

    def test_many_sources(self):
        """Of all kinds, in small batches; each file's slices are its own."""
        with tempfile.TemporaryDirectory() as work:
            path = pathlib.Path(work, "a.rs")
            path.write_text("struct A;")
            source = rustg.Source("trait C {}", "c.rs", 2018)
            result = rustg.compile([path, "enum B {}", b"union", source], batch_bytes=16)
        self.assertGreater(len(result.batches), 1)
        firsts = [file.tokens.kind_names[0] for file in result.files]
        self.assertEqual(firsts, ["KW_STRUCT", "KW_ENUM", "WEAK_UNION", "KW_TRAIT"])
        self.assertEqual([file.path for file in result.files], [str(path), "<text>", "<text>", "c.rs"])
        self.assertEqual([file.edition for file in result.files], [2024, 2024, 2024, 2018])
        for file in result.files:
            start = file.tokens.start - file.base
            self.assertEqual(start[0], 0)
            self.assertLessEqual(file.tokens.end[-1] - file.base, len(file.bytes))
        with self.assertRaisesRegex(ValueError, "4 files"):
            result.tokens  # pylint: disable=pointless-statement

    def test_nodes(self):
        result = rustg.compile("#[a] fn f(x: u8) -> u8 { x + 1 }\nconst N: u8 = 2;")
        root = result.files[0].root
        self.assertEqual([node.kind.name for node in root.children], ["ItemFn", "ItemConst"])
        function, constant = root.children
        self.assertEqual(constant.text, "const N: u8 = 2;")
        self.assertEqual(function.parent.kind, rustg.AstKind.File)
        self.assertIsNone(root.parent)
        binary = [node for node in result.files[0].nodes() if node.kind == rustg.AstKind.ExprBinary]
        self.assertEqual([node.text for node in binary], ["x + 1"])
        self.assertEqual(rustg.TOKEN_KIND_NAMES[result.batches[0].tokens.kind[binary[0].anchor]], "PLUS")

    def test_names(self):
        result = rustg.compile([
            "use a::b; fn one<'l, T>(x: u8) {} struct S { r#type: u8 } impl S {} const _: u8 = 1; enum E { Å }", "fn two() {}"])
        names = [[node.name for node in file.nodes() if node.name] for file in result.files]
        self.assertEqual(names, [["one", "'l", "T", "x", "S", "type", "E", "Å"], ["two"]])
        items = list(result.files[0].root.children)
        self.assertEqual([item.name for item in items], [None, "one", "S", None, None, "E"])
        self.assertEqual([item.next_sibling and item.next_sibling.index for item in items], [item.index for item in items[1:]] + [None])
        self.assertIsNone(result.files[0].root.next_sibling)

    def test_flags(self):
        flags = rustg.compile("/*! in */ r#fn <<= 1u8").tokens.flags
        self.assertEqual(rustg.TokenFlag(int(flags[0])), rustg.TokenFlag.INNER | rustg.TokenFlag.BLOCK)
        self.assertEqual(rustg.TokenFlag(int(flags[1])), rustg.TokenFlag.RAW)
        self.assertEqual(rustg.TokenFlag(int(flags[-1])), rustg.TokenFlag.SUFFIX)
        self.assertEqual(rustg.TokenFlag(int(flags[2])), rustg.TokenFlag.JOINT)


class Diagnostics(unittest.TestCase):
    def test_as_data_and_as_rustc_prints_them(self):
        result = rustg.compile(["fn good() {}", rustg.Source("fn f( {\n  \"\n", "bad.rs")])
        self.assertFalse(result.success)
        self.assertTrue(result.message.startswith("bad.rs:"))
        first = result.diagnostics[0]
        self.assertEqual((first.kind, first.code, first.line, first.column, first.file),
                         ("UNTERMINATED_STR", "E0765", 2, 3, 1))
        self.assertEqual(str(first), "bad.rs:2:3: unterminated double quote string")
        self.assertIn("error[E0765]: unterminated double quote string\n --> bad.rs:2:3", first.rendered)
        self.assertEqual(json.loads(first.render("json"))["code"]["code"], "E0765")
        self.assertIn("\x1b[", first.render(color=True))
        self.assertEqual(result.files[0].diagnostics, [])
        self.assertEqual(len(result.files[1].diagnostics), len(result.diagnostics))
        with self.assertRaisesRegex(ValueError, "'html' is no format; those are human, short, json"):
            first.render("html")

    def test_parts(self):
        result = rustg.compile("fn f() { let x = 5 }")
        parts = [part for one in result.diagnostics for part in one.parts]
        self.assertTrue(any(part.kind.startswith("suggestion") or part.kind == "label" for part in parts), parts)
        self.assertTrue(all(part.start <= part.end for part in parts))

    def test_outlive_the_result(self):
        diagnostics = rustg.compile("'", path="late.rs").diagnostics
        gc.collect()
        self.assertIn("late.rs:1:1", diagnostics[0].rendered)

    def test_exception_has_all(self):
        with self.assertRaises(rustg.SourceError) as caught:
            rustg.compile(["fn f() { ' }"] * 70, path="many.rs").check()
        self.assertEqual([one.file for one in caught.exception.diagnostics], list(range(70)))
        self.assertRegex(str(caught.exception), r"(?s)many.rs:1:.*and 20 more$")
        self.assertEqual(caught.exception.status, rustg.Status.ERR_SOURCE)

    def test_unreadable_file(self):
        result = rustg.compile(pathlib.Path("/nonexistent/a.rs"))
        self.assertEqual(result.diagnostics[0].kind, "FILE_UNREADABLE")
        self.assertIn("/nonexistent/a.rs", result.diagnostics[0].rendered)


class Calls(unittest.TestCase):
    def test_wrong_options(self):
        with self.assertRaisesRegex(ValueError, "engine is 'vulkan'; it is one of 'auto', 'cpu', 'cuda'"):
            rustg.compile("", engine="vulkan")
        with self.assertRaisesRegex(TypeError, "not int"):
            rustg.compile(5)
        with self.assertRaises(rustg.ArgumentError):
            rustg.compile("", edition=1999)

    def test_progress_cancels(self):
        seen = []
        rustg.compile(["fn f() {}"] * 3, batch_bytes=1, progress=lambda done, all_: seen.append((done, all_)))
        self.assertEqual(seen[-1][0], seen[-1][1])
        with self.assertRaises(rustg.Error) as caught:
            rustg.compile(["fn f() {}"] * 3, batch_bytes=1, progress=lambda done, all_: True)
        self.assertEqual(caught.exception.status, rustg.Status.ERR_CANCELLED)

        def fail(_done, _all):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            rustg.compile("fn f() {}", progress=fail)

    def test_devices(self):
        cpu = rustg.devices()[0]
        self.assertEqual((cpu.name, cpu.compute_capability), ("cpu", (0, 0)))
        self.assertGreater(cpu.memory_total, 0)
        self.assertGreater(cpu.attributes["n_multiprocessors"], 0)

    def test_every_public_name_is_documented_and_typed(self):
        import inspect
        for name in rustg.__all__:
            thing = getattr(rustg, name)
            if not (inspect.isclass(thing) or inspect.isfunction(thing)):
                continue
            self.assertTrue(inspect.getdoc(thing), name)
            functions = [thing] if inspect.isfunction(thing) else [
                one for key, one in vars(thing).items() if inspect.isfunction(one) and not key.startswith("_")]
            for function in functions:
                self.assertTrue(inspect.getdoc(function), f"{name}.{function.__name__}")
                signature = inspect.signature(function)
                self.assertIsNot(signature.return_annotation, inspect.Signature.empty, f"{name}.{function.__name__}")
                for param in list(signature.parameters.values())[0 if function is thing else 1:]:
                    self.assertIsNot(param.annotation, inspect.Parameter.empty, f"{name}.{function.__name__}: {param}")


class Finding(unittest.TestCase):
    """The library is found by RUSTG_LIBRARY, beside the package, by the system; what is wrong with it is told."""

    def imported(self, library, path=None, **environment):
        path = path or str(SOURCE / "bindings" / "python")
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **environment}
        if library is not None:
            env["RUSTG_LIBRARY"] = library
        program = "import rustg; print(rustg._library.lib._name, rustg.__version__)"
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=False)

    def test_places(self):
        library = os.environ["RUSTG_LIBRARY"]
        self.assertEqual(self.imported(library).stdout.split()[0], library)
        folder = os.path.dirname(library)
        self.assertEqual(self.imported(folder).stdout.split()[0], os.path.join(folder, "librustg.so.1"))
        self.assertEqual(self.imported(None, LD_LIBRARY_PATH=folder).stdout.split()[0], "librustg.so.1")
        with tempfile.TemporaryDirectory() as work:
            package = pathlib.Path(work, "rustg")
            package.mkdir()
            for file in (SOURCE / "bindings" / "python" / "rustg").glob("*.py"):
                (package / file.name).symlink_to(file)
            (package / "_library.py").unlink()
            (package / "_library.py").write_text((SOURCE / "bindings" / "python" / "rustg" / "_library.py").read_text())
            (package / "librustg.so.1").symlink_to(library)
            self.assertEqual(self.imported(None, work).stdout.split()[0], str(package / "librustg.so.1"))

    def test_what_is_wrong(self):
        self.assertIn("set RUSTG_LIBRARY to the path of librustg.so", self.imported("/nonexistent/librustg.so").stderr)
        self.assertIn("it has no rustg_abi_version", self.imported("libm.so.6").stderr)


if __name__ == "__main__":
    main()

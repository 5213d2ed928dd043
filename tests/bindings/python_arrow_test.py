#!/usr/bin/env python3
"""Arrow: IPC files, read by npm's apache-arrow and by lines below, hold what the arrays hold; capsules lend them."""
import collections
import ctypes
import json
import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

from python_rig import BUILD, SOURCE, main

import numpy as np

import rustg
from rustg import _arrow, _c, _library

HISTOGRAM = SOURCE / "examples" / "histogram.rs"
TYPES = {"tokens": {"kind": "kind", "flags": "<u1", "start": "<u4", "end": "<u4"},
         "ast": {"kind": "kind", "token": "<u4", "start": "<u4", "end": "<u4", "next": "<u4", "parent": "<u4"},
         "files": {"path": "text", "n_bytes": "<u8",
                   **dict.fromkeys(("edition", "batch", "base", "first_token", "n_tokens", "first_node", "n_nodes",
                                    "n_diagnostics"), "<u4")}}


class Flat:
    """A table of a flatbuffer, as its format says: a place from which offsets go on."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        vtable = at - struct.unpack_from("<i", data, at)[0]
        n, self.size = struct.unpack_from("<HH", data, vtable)
        self.offsets = struct.unpack_from(f"<{(n - 4) // 2}H", data, vtable + 4)
        assert vtable % 2 == 0 and at % 4 == 0

    @classmethod
    def root(cls, data, at):
        return cls(data, at + struct.unpack_from("<I", data, at)[0])

    def place(self, field):
        offset = self.offsets[field] if field < len(self.offsets) else 0
        assert offset < max(self.size, 1)
        return self.at + offset if offset else None

    def number(self, field, form):
        place = self.place(field)
        assert place is None or place % struct.calcsize(form) == 0, "alignment"
        return 0 if place is None else struct.unpack_from(form, self.data, place)[0]

    def follow(self, field):
        place = self.place(field)
        return None if place is None else place + struct.unpack_from("<I", self.data, place)[0]

    def table(self, field):
        at = self.follow(field)
        return None if at is None else Flat(self.data, at)

    def text(self, field):
        at = self.follow(field)
        n = struct.unpack_from("<I", self.data, at)[0]
        assert self.data[at + 4 + n] == 0
        return bytes(self.data[at + 4:at + 4 + n]).decode()

    def vector(self, field):
        """Where the elements begin, and how many there are."""
        at = self.follow(field)
        return at + 4, struct.unpack_from("<I", self.data, at)[0]

    def tables(self, field):
        begin, n = self.vector(field)
        places = range(begin, begin + 4 * n, 4)
        return [Flat(self.data, at + struct.unpack_from("<I", self.data, at)[0]) for at in places]

    def structs(self, field, form):
        begin, n = self.vector(field)
        assert begin % 8 == 0
        size = struct.calcsize(form)
        return [struct.unpack_from(form, self.data, begin + i * size) for i in range(n)]


def message_at(data, offset, metadata_bytes, body_bytes, header):
    """The header table of a message and where its body begins."""
    mark, size = struct.unpack_from("<iI", data, offset)
    assert (mark, size + 8) == (-1, metadata_bytes) and offset % 8 == 0 and metadata_bytes % 8 == 0
    message = Flat.root(data, offset + 8)
    assert (message.number(0, "<h"), message.number(1, "<B"), message.number(3, "<q")) == (4, header, body_bytes)
    return message.table(2), offset + metadata_bytes


def batch_buffers(data, batch, body):
    """Rows of a RecordBatch, and its buffers as bytes."""
    n_rows = batch.number(0, "<q")
    assert all(node == (n_rows, 0) for node in batch.structs(1, "<qq"))
    assert all(offset % 64 == 0 for offset, _ in batch.structs(2, "<qq"))
    return n_rows, [data[body + offset:body + offset + n] for offset, n in batch.structs(2, "<qq")]


def texts(n_rows, buffers):
    starts = np.frombuffer(buffers[0], "<i4")
    return [bytes(buffers[1][starts[i]:starts[i + 1]]).decode() for i in range(n_rows)]


def read_file(path, table):
    """The columns of each record batch of an IPC file, checked against the expected schema on the way."""
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    assert data[:8] == b"ARROW1\0\0" and data[-6:] == b"ARROW1"
    n_footer = struct.unpack_from("<i", data, len(data) - 10)[0]
    footer = Flat.root(data, len(data) - 10 - n_footer)
    fields = footer.table(1).tables(1)
    assert [field.text(0) for field in fields] == list(TYPES[table])
    words = None
    for offset, n_metadata, padding, n_body in footer.structs(2, "<qiiq"):
        dictionary, body = message_at(data, offset, n_metadata, n_body, 2)
        n_rows, buffers = batch_buffers(data, dictionary.table(1), body)
        words, padding = np.array(texts(n_rows, buffers[1:])), padding
    made = []
    for offset, n_metadata, _, n_body in footer.structs(3, "<qiiq"):
        batch, body = message_at(data, offset, n_metadata, n_body, 3)
        n_rows, buffers = batch_buffers(data, batch, body)
        columns = {}
        for field, (name, kind) in zip(fields, TYPES[table].items()):
            is_text = kind in ("text", "kind")
            assert field.number(2, "<B") == (5 if is_text else 2) and field.vector(5)[1] == 0
            assert buffers.pop(0) == b"", "validity"
            if kind == "text":
                columns[name] = np.array(texts(n_rows, [buffers.pop(0), buffers.pop(0)]), dtype=object)
                continue
            number = field.table(4).table(1) if kind == "kind" else field.table(3)
            dtype = np.dtype("<u1" if kind == "kind" else kind)
            assert (number.number(0, "<i"), number.number(1, "<B")) == (8 * dtype.itemsize, 0)
            columns[name] = np.frombuffer(buffers.pop(0), dtype)
            columns[name] = words[columns[name]] if kind == "kind" else columns[name]
        assert not buffers
        made.append(columns)
    return made


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        kernels = sorted((SOURCE / "examples" / "kernels").glob("*.rs"))
        sources = [HISTOGRAM, *kernels[:8], rustg.Source("fn f( {", "\u00fc.rs")]
        cls.result = rustg.compile(sources, batch_bytes=4096, edition=2021)
        for table in TYPES:
            cls.result.write_arrow(table, cls.work / f"{table}.arrow")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def expected(self, table):
        """What the arrays of the result say."""
        if table == "files":
            files = self.result.files
            return [{"path": [file.path for file in files], "n_bytes": [len(file.bytes) for file in files],
                     "edition": [file.edition for file in files], "batch": [file.batch for file in files],
                     "base": [file.base for file in files], "first_token": [file.first_tok for file in files],
                     "n_tokens": [file.n_toks for file in files], "first_node": [file.first_node for file in files],
                     "n_nodes": [file.n_nodes for file in files],
                     "n_diagnostics": [len(file.diagnostics) for file in files]}]
        made = []
        for batch in self.result.batches:
            rows = getattr(batch, table)
            made.append({("token" if name == "tok" else name): rows.kind_names if name == "kind" else column
                         for name, column in rows.columns().items()})
        return made

    def test_read_here(self):
        self.assertGreater(len(self.result.batches), 3)
        for table in TYPES:
            batches, expected = read_file(self.work / f"{table}.arrow", table), self.expected(table)
            self.assertEqual(len(batches), len(expected))
            for batch, columns in zip(batches, expected):
                for name, column in columns.items():
                    self.assertEqual(batch[name].tolist(), list(column), (table, name))

    def test_read_by_apache_arrow(self):
        """npm's, in <build>/arrow-js or where NODE_PATH says."""
        place = os.environ.get("NODE_PATH", str(BUILD / "arrow-js" / "node_modules"))
        if not shutil.which("node") or not pathlib.Path(place, "apache-arrow").is_dir():
            self.skipTest("no node, or no apache-arrow from npm, here")
        types = {"kind": "Dictionary<Uint8, Utf8>", "text": "Utf8", "<u1": "Uint8", "<u4": "Uint32", "<u8": "Uint64"}
        for table in TYPES:
            command = ["node", SOURCE / "tests" / "bindings" / "arrow_read.js", self.work / f"{table}.arrow"]
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NODE_PATH": place},
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            said, expected = json.loads(done.stdout), self.expected(table)
            self.assertEqual(said["batches"], [len(next(iter(columns.values()))) for columns in expected])
            for column, (name, kind) in zip(said["columns"], TYPES[table].items()):
                self.assertEqual((column["name"], column["nullable"]), (name, False))
                self.assertEqual(column["type"], types[kind])
                self.assertEqual(column["rows"], [row if isinstance(row, str) else int(row)
                                                  for columns in expected for row in columns[name]], (table, name))

    def test_asked_by_duckdb_and_polars(self):
        """npm's @duckdb/duckdb-wasm and nodejs-polars, where NODE_PATH says: sums of numbers, counts of words."""
        place = pathlib.Path(os.environ.get("NODE_PATH", str(BUILD / "arrow-js" / "node_modules")))
        asked = [engine for engine, package in (("duckdb", "@duckdb/duckdb-wasm"), ("polars", "nodejs-polars"))
                 if shutil.which("node") and (place / package).is_dir()]
        if not asked:
            self.skipTest("neither @duckdb/duckdb-wasm nor nodejs-polars from npm is here")
        for engine, table in ((engine, table) for engine in asked for table in TYPES):
            command = ["node", SOURCE / "tests" / "bindings" / "arrow_query.js", engine, self.work / f"{table}.arrow"]
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NODE_PATH": str(place)},
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            said, columns = json.loads(done.stdout), {}
            for part in self.expected(table):
                for name, rows in part.items():
                    columns.setdefault(name, []).extend(row if isinstance(row, str) else int(row) for row in rows)
            self.assertEqual(said["rows"], len(next(iter(columns.values()))))
            self.assertEqual(said["columns"], {name: dict(collections.Counter(rows)) if isinstance(rows[0], str) else sum(rows)
                                               for name, rows in columns.items()}, (engine, table))

    def test_stream_part(self):
        """Before the footer the file is a stream: schema, dictionary, batches, end."""
        data = (self.work / "tokens.arrow").read_bytes()
        at, headers = 8, []
        while struct.unpack_from("<iI", data, at) != (0xFFFFFFFF - (1 << 32), 0):
            mark, size = struct.unpack_from("<iI", data, at)
            self.assertEqual((mark, at % 8), (-1, 0))
            message = Flat.root(data, at + 8)
            headers.append(message.number(1, "<B"))
            at += 8 + size + message.number(3, "<q")
        self.assertEqual(headers, [1, 2] + [3] * len(self.result.batches))

    def test_nothing_at_all(self):
        for table in TYPES:
            rustg.compile([]).write_arrow(table, self.work / "empty.arrow")
            self.assertEqual([len(batch["path"]) for batch in read_file(self.work / "empty.arrow", table)],
                             [0] if table == "files" else [])
        rustg.compile("fn f() {}", stage="tokens").write_arrow("ast", self.work / "none.arrow")
        self.assertEqual(len(read_file(self.work / "none.arrow", "ast")[0]["kind"]), 0)

    def test_wrong_calls(self):
        with self.assertRaisesRegex(rustg.Error, "/nonexistent/a.arrow: No such file"):
            self.result.write_arrow("ast", "/nonexistent/a.arrow")
        with self.assertRaisesRegex(ValueError, "'nodes' is no table; those are 'tokens', 'ast', 'files'"):
            self.result.write_arrow("nodes", self.work / "a.arrow")
        with self.assertRaisesRegex(ValueError, "batch is 99; the result has"):
            self.result.arrow("ast", 99)


class Capsules(unittest.TestCase):
    def test_lend_without_a_copy(self):
        result = rustg.compile("fn main() {}")
        schema, array = result.arrow("tokens").__arrow_c_array__()
        self.assertIn("arrow_schema", repr(schema))
        self.assertIn("arrow_array", repr(array))
        pointer = _arrow.ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
            ("PyCapsule_GetPointer", ctypes.pythonapi))
        taken = _c.ArrowArray.from_buffer_copy(_c.ArrowArray.from_address(pointer(array, b"arrow_array")))
        _c.ArrowArray.from_address(pointer(array, b"arrow_array")).release = None  # moved
        start = _c.ArrowArray.from_address(taken.children[2])
        self.assertEqual(start.buffers[1], result.batches[0].tokens.start.ctypes.data)
        expected = result.batches[0].tokens.start.tolist()
        del result, schema, array
        view = (ctypes.c_uint32 * start.length).from_address(start.buffers[1])
        self.assertEqual(list(view), expected)  # the taker keeps the memory
        _arrow._Release(taken.release)(ctypes.addressof(taken))
        self.assertFalse(taken.release)

    def test_what_nobody_takes(self):
        result = rustg.compile("fn main() {}")
        table = result.arrow("ast")
        capsules = [table.__arrow_c_array__(), table.__arrow_c_schema__()]
        _arrow._sweep()
        structs = [row[1] for row in _arrow._lent]
        self.assertEqual(len(structs), 3)
        self.assertTrue(all(struct_.release for struct_ in structs))
        del capsules
        _arrow._sweep()
        self.assertEqual(_arrow._lent, [])
        self.assertFalse(any(struct_.release for struct_ in structs))
        self.assertTrue(_library.lib.rustg_result_success(result.address))

    def test_pyarrow(self):
        """Where it is."""
        try:
            import pyarrow
        except ImportError:
            self.skipTest("no pyarrow here")
        result = rustg.compile("fn main() {}")
        batch = pyarrow.record_batch(result.arrow("tokens"))
        self.assertEqual(batch["kind"].to_pylist()[1:3], ["KW_FN", "IDENT"])


if __name__ == "__main__":
    main()

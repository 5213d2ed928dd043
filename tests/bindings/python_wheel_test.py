#!/usr/bin/env python3
"""The wheel: its format, its tag, the same bytes twice; unpacked or installed by pip, it runs with its own library."""
import base64
import csv
import hashlib
import io
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest
import zipfile

from python_rig import PACKAGE, SAXPY, main

import numpy

import make_wheel

LIBRARY = pathlib.Path(os.environ["RUSTG_LIBRARY"])
PROGRAM = f"""
import os, numpy, rustg
assert "RUSTG_LIBRARY" not in os.environ
x, y = numpy.ones(3, numpy.float32), numpy.zeros(3, numpy.float32)
rustg.kernel({SAXPY!r})(2.0, x, y)
names = rustg.compile("fn f").tokens.kind_names.tolist()
print(os.path.dirname(rustg.__file__), rustg._library.lib._name, names, y.tolist())
"""


WITHOUT = {name: value for name, value in os.environ.items() if name != "RUSTG_LIBRARY"}


def run_in(folder, program=PROGRAM, python=sys.executable, **environment):
    """The program, with the package in that folder alone."""
    env = {**WITHOUT, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [python, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd="/", check=False)
    return done.stdout + done.stderr


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        command = [sys.executable, PACKAGE / "make_wheel.py", LIBRARY, cls.work / "one"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        cls.wheel = pathlib.Path(done.stdout.strip())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_name_and_tag(self):
        machine = platform.machine()
        self.assertRegex(self.wheel.name, rf"^rustg-\d+\.\d+\.\d+-py3-none-(manylinux_2_\d+|linux)_{machine}\.whl$")
        with zipfile.ZipFile(self.wheel) as wheel:
            about = wheel.read(f"rustg-{make_wheel.version()}.dist-info/WHEEL").decode()
        self.assertIn(f"Tag: {self.wheel.stem.split('-', 2)[2]}\n", about)
        self.assertIn("Root-Is-Purelib: false\n", about)

    def test_tag_says_what_is_needed(self):
        """No library: any; one that needs more than a C library: no manylinux."""
        self.assertEqual(make_wheel.tag(None), "py3-none-any")
        with tempfile.TemporaryDirectory() as work:
            needy = pathlib.Path(work, "needy.so")
            cc = os.environ.get("RUSTG_C_COMPILER", "cc")
            command = [cc, "-shared", "-x", "c", "-", "-o", needy, "-Wl,--no-as-needed", f"-L{LIBRARY.parent}",
                       "-lrustg"]
            subprocess.run(command, input=b"int f(void) { return 0; }", check=True)
            self.assertEqual(make_wheel.tag(needy), f"py3-none-linux_{platform.machine()}")

    def test_record(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            self.assertIsNone(wheel.testzip())
            names = wheel.namelist()
            info = f"rustg-{make_wheel.version()}.dist-info"
            rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode()))}
            self.assertEqual(sorted(rows), sorted(names))
            self.assertEqual(rows.pop(f"{info}/RECORD"), ["", ""])
            for name, (digest, size) in rows.items():
                data = wheel.read(name)
                made = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), (f"sha256={made}", len(data)), name)
            metadata = wheel.read(f"{info}/METADATA").decode()
        for name in ("rustg/__init__.py", "rustg/_c.py", "rustg/py.typed", "rustg/librustg.so.1",
                     f"{info}/LICENSE-MIT"):
            self.assertIn(name, names)
        package = {f"rustg/{path.name}" for path in (PACKAGE / "rustg").glob("*.py")}
        self.assertLessEqual(package, set(names))
        self.assertIn(f"\nVersion: {make_wheel.version()}\n", metadata)

    def test_same_bytes(self):
        self.assertEqual(make_wheel.make(LIBRARY.resolve(), self.work / "two").read_bytes(), self.wheel.read_bytes())

    def test_unpacked(self):
        place = self.work / "unpacked"
        with zipfile.ZipFile(self.wheel) as wheel:
            wheel.extractall(place)
        self.assertEqual(run_in(place).strip(),
                         f"{place}/rustg {place}/rustg/librustg.so.1 ['KW_FN', 'IDENT'] [2.0, 2.0, 2.0]")

    def test_pip(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
            self.skipTest("no pip here")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-index",
               "--no-deps", "--no-cache-dir", "--no-build-isolation", "--no-compile", "-t"]
        venv = self.work / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
        python = venv / "bin" / "python"
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        place = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
        subprocess.run([*pip, place, self.wheel], check=True)
        beside = pathlib.Path(numpy.__file__).parent.parent  # maybe a virtual environment's, which has no heirs
        pathlib.Path(place, "numpy.pth").write_text(f"{beside}\n")
        said = run_in("/", python=python)
        self.assertIn(f"{place}/rustg/librustg.so.1", said)
        self.assertIn("[2.0, 2.0, 2.0]", said)
        plain = self.work / "plain"  # from the source, without a library
        subprocess.run([*pip, plain, PACKAGE], check=True, env=WITHOUT)
        said = run_in(plain, "import rustg; print(rustg.__file__)", RUSTG_LIBRARY=str(LIBRARY))
        self.assertEqual(said.strip(), f"{plain}/rustg/__init__.py")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes a wheel of the package with the library in it: make_wheel.py LIBRARY [FOLDER]

LIBRARY is a built librustg.so. Python's standard library and readelf do it; nothing is fetched. The tag is what the
library asks of the C library: manylinux_2_36_x86_64 and the like, or linux_x86_64 where it asks for more than a
manylinux system has. The same library makes the same bytes.

It is the build backend of pyproject.toml, too: `pip install bindings/python` makes a wheel with the library that
RUSTG_LIBRARY names, or one without, for a librustg.so that the system finds.
"""
import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import zipfile
from typing import Any, Iterator, Optional

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What PEP 600 lets a wheel take from any system, as far as a C library asks for it.
SYSTEM_LIBRARIES = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux.*)\.so\.\d+")
EPOCH = (1980, 1, 1, 0, 0, 0)


def define(name: str) -> str:
    """A number of include/rustg/compile.h."""
    found = re.search(rf"#define {name} +(\d+)", (ROOT / "include" / "rustg" / "compile.h").read_text())
    assert found
    return found[1]


def version() -> str:
    """The tree's."""
    return ".".join(define(f"RUSTG_VERSION_{part}") for part in ("MAJOR", "MINOR", "PATCH"))


def tag(library: Optional[pathlib.Path]) -> str:
    """The wheel's tag, by what the library needs."""
    if library is None:
        return "py3-none-any"
    machine = platform.machine()
    command = ["readelf", "-W", "-d", "-V", str(library)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", said)
    versions = set(re.findall(r"Name: (\w+?)_([\d.]+)", said))
    is_plain = all(SYSTEM_LIBRARIES.fullmatch(name) for name in needed)
    if not is_plain or {name for name, _ in versions} != {"GLIBC"}:
        return f"py3-none-linux_{machine}"
    major, minor = max(tuple(map(int, number.split(".")))[:2] for _, number in versions)
    return f"py3-none-manylinux_{major}_{minor}_{machine}"


def metadata() -> str:
    """METADATA, with docs/python.md as the description."""
    head = ["Metadata-Version: 2.1", "Name: rustg", f"Version: {version()}",
            "Summary: Rust source as arrays, and GPU kernels written in Rust", "License: MIT OR Apache-2.0",
            "License-File: LICENSE-MIT", "License-File: LICENSE-APACHE", "Requires-Python: >=3.9",
            "Requires-Dist: numpy>=1.23", "Description-Content-Type: text/markdown"]
    return "\n".join(head) + "\n\n" + (ROOT / "docs" / "python.md").read_text()


def files(library: Optional[pathlib.Path], name: str) -> Iterator[tuple[str, bytes]]:
    """What the wheel holds, but for RECORD."""
    for path in sorted((HERE / "rustg").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"rustg/{path.name}", path.read_bytes()
    if library is not None:
        yield f"rustg/librustg.so.{define('RUSTG_ABI_VERSION')}", library.read_bytes()
    info = f"rustg-{version()}.dist-info"
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        yield f"{info}/{licence}", (ROOT / licence).read_bytes()
    yield f"{info}/METADATA", metadata().encode()
    pure = "true" if library is None else "false"
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: rustg\nRoot-Is-Purelib: {pure}\nTag: {name}\n".encode()


def make(library: Optional[pathlib.Path], folder: pathlib.Path) -> pathlib.Path:
    """Writes the wheel into a folder."""
    name = tag(library)
    path, rows = folder / f"rustg-{version()}-{name}.whl", []
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(member: str, data: bytes) -> None:
            about = zipfile.ZipInfo(member, EPOCH)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (0o755 if ".so" in member else 0o644) << 16
            wheel.writestr(about, data)
        for member, data in files(library, name):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{member},sha256={digest},{len(data)}")
            add(member, data)
        record = f"rustg-{version()}.dist-info/RECORD"
        add(record, "\n".join([*rows, f"{record},,", ""]).encode())
    return path


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    """PEP 517's hook."""
    del config_settings, metadata_directory
    named = os.environ.get("RUSTG_LIBRARY")
    return make(pathlib.Path(named).resolve() if named else None, pathlib.Path(wheel_directory)).name


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    print(make(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")))

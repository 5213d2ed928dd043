"""input_limits_test.py RUSTGC: inputs without an end are told before memory is, and mods that cannot be read with the reason; errors
are as many as asked for; less address space, less nesting. And docs/limits.md is what the table makes."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parent.parent.parent))
KERNEL = """use rustg_std::prelude::*;
#[kernel]
pub fn k(mut y: GridMut<u32>) { let i = thread::index(); if i < y.len() { y[i] = VALUE; } }
"""


IS_SANITIZED = bool(os.environ.get("RUSTG_SANITIZE"))  # its shadow wants more address space than any limit


def run(rustgc, *arguments, most_bytes=None, **more):
    if IS_SANITIZED:
        most_bytes = None
    limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))) if most_bytes else None
    return subprocess.run([rustgc, *map(str, arguments)], capture_output=True, text=True, preexec_fn=limit,
                          env=dict(os.environ, RUSTG_CACHE="off"), timeout=300, **more)


def test_devices(rustgc, folder):
    for device in ("/dev/zero", "/dev/full"):
        answer = run(rustgc, device, most_bytes=1 << 30)
        assert answer.returncode == 3 and "More than is read" in answer.stderr, answer
    assert run(rustgc, "/dev/null").returncode == 0
    pipe = folder / "pipe.rs"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("fn f() {}\n"))
    writer.start()
    answer = run(rustgc, pipe)
    writer.join()
    assert answer.returncode == 0 and "10 bytes" in answer.stdout, answer
    answer = run(rustgc, "-", input="fn f() {}\n")
    assert answer.returncode == 0, answer
    for path in ("/dev/zero", str(pipe), str(folder)):
        root = folder / "root.rs"
        root.write_text(f'#[path = "{path}"]\nmod m;\n' + KERNEL.replace("VALUE", "1"))
        answer = run(rustgc, root, "--emit=ir", most_bytes=2 << 30)
        assert answer.returncode == 1 and f"couldn't read `{path}`" in answer.stderr, answer


def test_errors(rustgc, folder):
    many = folder / "many.rs"
    many.write_text("".join(f"fn f{i}() {{ x as usize < y; }}\n" for i in range(1500)))

    def shown(*options):
        answer = run(rustgc, many, *options)
        assert answer.returncode == 1 and "aborting due to 1500 previous errors" in answer.stderr
        return len(re.findall(r"many\.rs:\d+:\d+", answer.stderr)), answer.stderr

    n, text = shown("--error-format=short")
    assert n == 1000 and "only 1000 of them are shown; --error-limit=0 shows all" in text
    assert shown()[0] == 1000 and shown("--error-limit=7")[0] == 7
    assert "only 1 of them is shown" in shown("--error-limit=1")[1]
    n, text = shown("--error-limit", "0", "--error-format=short")
    assert n == 1500 and "are shown" not in text
    lines = [json.loads(line) for line in run(rustgc, many, "--error-format=json").stderr.splitlines() if line.startswith("{")]
    assert sum(bool(line.get("spans")) for line in lines) == 1500
    assert run(rustgc, many, "--error-limit=x").returncode == 2


def test_stack(rustgc, folder):
    """A process with room for less has fewer levels, and no less exact answers."""
    source = folder / "k.rs"
    limited = [] if IS_SANITIZED else [(1000, 200 << 20, 1)]
    for depth, most, want in [(1, 200 << 20, 0), (20, 200 << 20, 0), (1000, None, 0), (5000, None, 1), *limited]:
        source.write_text(KERNEL.replace("VALUE", "(" * depth + "1" + ")" * depth))
        answer = run(rustgc, source, "--emit=ir", "-o", folder / "out", most_bytes=most)
        assert answer.returncode == want, (depth, most, answer)
        assert want == 0 or "nests deeper" in answer.stderr, answer


def test_many_files(rustgc, folder):
    """The memory of a check is that of a part of the sources, however much they are. A sanitizer's build keeps what is freed."""
    many = folder / "many"
    many.mkdir()
    text = "fn f(a: u32, b: &[u8]) -> u32 { if a > 3 { return b[a as usize] as u32 + 1; } a * 2 }\n" * 400
    n_files = (128 << 20) // len(text)
    for i in range(n_files):
        (many / f"f{i}.rs").write_text(text)
    process = subprocess.Popen([rustgc, "--emit=check", "--threads=2", str(many)], stdout=subprocess.PIPE, text=True)
    shown = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0 and shown.startswith(f"{n_files} files,"), (process.returncode, shown)
    is_watched = re.search(rb"__asan_|__tsan_|__msan_", Path(rustgc).read_bytes())
    assert is_watched or used.ru_maxrss < 300 << 10, f"{used.ru_maxrss} KiB at the peak"


def test_mods(rustgc, folder):
    """What a `mod` names and cannot be read is told with the reason."""
    kernel = "#[rustg_std::kernel] pub fn k() {}\n"
    (folder / "folder.rs").mkdir()
    with open(folder / "large.rs", "wb") as file:
        file.truncate(3 << 30)
    for mod, why in (('#[path = "/dev/zero"] mod a;', "`/dev/zero`: it is no regular file"),
                     ("mod large;", "`large.rs`: it is larger than the 2048 MiB"),
                     ('#[path = "folder.rs"] mod a;', "`folder.rs`: Is a directory (os error 21)"),
                     ('#[path = "gone.rs"] mod a;', "`gone.rs`: No such file or directory (os error 2)"),
                     ("mod folder;", "file not found for module `folder`"), ("mod gone;", "file not found for module `gone`")):
        (folder / "mods.rs").write_text(mod + kernel)
        answer = run(rustgc, "mods.rs", cwd=folder)
        assert answer.returncode == 1 and why in answer.stderr, (why, answer)
    (folder / "large.rs").unlink()


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_devices, test_errors, test_stack, test_many_files, test_mods):
            test(os.path.abspath(sys.argv[1]), Path(folder))
    subprocess.run([sys.executable, SOURCE / "scripts/limits.py", "--check"], check=True)
    print("passed; not under less address space, for a sanitizer is in it" if IS_SANITIZED else "passed")


main()

"""watch_test.py RUSTGC: --watch runs again when a file that was named or a module of it changes, and not for others."""
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

from in_folders import run_each

KERNEL = """use rustg_std::prelude::*;
mod two;
#[kernel]
pub fn twice(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = two::two() * x[i];
    }
}
"""


class Watch:
    """A rustgc that watches; its lines, up to that of each run's end."""

    def __init__(self, rustgc, *words):
        self.process = subprocess.Popen([rustgc, "--watch", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.lines, self.more = [], threading.Condition()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            with self.more:
                self.lines.append(line)
                self.more.notify()

    def run(self, n_files, *words):
        """Waits for the end of a run, which says these words."""
        with self.more:
            def ended():
                return any(line.startswith("rustgc: watching") for line in self.lines)
            assert self.more.wait_for(ended, timeout=60), self.lines
            said, self.lines = "".join(self.lines), []
        assert f"watching {n_files} file" in said and said.count("rustgc: watching") == 1, said
        for word in words:
            assert word in said, (word, said)
        assert words or "error" not in said, said

    def is_quiet(self):
        time.sleep(0.4)
        with self.more:
            assert not self.lines, self.lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == -signal.SIGTERM
        self.reader.join()
        self.process.stderr.close()


def replace(path, text):
    """As editors write: a new file takes the old one's place."""
    Path("new~").write_text(text)
    os.replace("new~", path)


def test_file(rustgc):
    Path("a.rs").write_text("fn f() {}\n")
    with Watch(rustgc, "a.rs") as watch:
        watch.run(1)
        Path("a.rs").write_text("fn f( {}\n")
        watch.run(1, "unclosed delimiter")
        replace("a.rs", "fn f() { g( }\n")
        watch.run(1, "error")
        replace("a.rs", "fn f() {}\n")
        watch.run(1)
        Path("b.rs").write_text("fn\n")
        Path("a.rs.bak").write_text("fn\n")
        watch.is_quiet()


def test_modules(rustgc):
    os.mkdir("two")
    Path("k.rs").write_text(KERNEL)
    Path("two/mod.rs").write_text("pub fn two() -> f32 {\n    2.0\n}\n")
    for words in (["k.rs"], ["k.rs", "--emit=ir", "-o", "k.ir"]):
        with Watch(rustgc, *words) as watch:
            watch.run(2)
            Path("two/mod.rs").write_text("pub fn two() -> f32 {\n    2\n}\n")
            watch.run(2, "error[E0308]", "two/mod.rs:2:5")
            replace("two/mod.rs", "pub fn two() -> f32 {\n    3.0\n}\n")
            watch.run(2)
            Path("two/other.rs").write_text("")
            watch.is_quiet()
    assert "3" in Path("k.ir").read_text()


def test_missing_module(rustgc):
    Path("k.rs").write_text(KERNEL)
    with Watch(rustgc, "./k.rs") as watch:
        watch.run(1, "error[E0583]")
        Path("two.rs").write_text("pub fn two() -> f32 {\n    2.0\n}\n")
        watch.run(2)


def test_folder(rustgc):
    os.makedirs("src/inner")
    Path("src/a.rs").write_text("")
    Path("src/inner/b.rs").write_text("")
    with Watch(rustgc, "src") as watch:
        watch.run(2)
        Path("src/c.rs").write_text("fn\n")
        watch.run(3, "src/c.rs:1:1")
        Path("src/c.rs").unlink()
        watch.run(2)
        Path("src/inner/b.rs").write_text("fn\n")
        watch.run(2, "src/inner/b.rs:1:1")
        Path("src/inner/notes.txt").write_text("fn\n")
        watch.is_quiet()


def test_wrong_call(rustgc):
    answer = subprocess.run([rustgc, "--watch", "-"], capture_output=True, text=True, timeout=60, input="")
    assert answer.returncode == 2 and "--watch wants files" in answer.stderr, answer


run_each(globals())

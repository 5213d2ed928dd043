"""ptx_path_test.py RUSTGC: PTX with -g names files as they were given, and is the same from every folder. 77 without NVRTC."""
import os
import re
import subprocess
import sys
import tempfile

TEXT = """use rustg_std::prelude::*;
#[kernel]
pub fn k(mut o: GridMut<u32>) {
    let i = thread::index();
    if i < o.len() { o[i] = 1; }
}
"""


def ptx(rustgc, folder, name):
    run = subprocess.run([rustgc, "-g", "--emit=ptx", name], cwd=folder, capture_output=True, text=True)
    if "NVRTC" in run.stderr and run.returncode == 3:
        print("skipped: no NVRTC here")
        sys.exit(77)
    assert run.returncode == 0, run.stderr
    files = [re.sub(r"\\(\d{3})", lambda m: chr(int(m[1], 8)), line.split('"')[1]).encode("latin-1").decode() for line in run.stdout.splitlines() if line.startswith("\t.file")]
    assert "rustg-std/src/thread.rs" in files and name in files, (name, files)
    return run.stdout


def main():
    rustgc = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as top:
        folders = [os.path.join(top, name) for name in ("a", "a longer name", "näme", os.path.join("deep", "er"))]
        texts = {}
        for folder in folders:
            os.makedirs(folder)
            for place in (folder, os.path.dirname(folder)):
                with open(os.path.join(place, "k.rs"), "w", encoding="utf-8") as file:
                    file.write(TEXT)
            for name in ("k.rs", "./k.rs", "../k.rs"):
                texts.setdefault(name, set()).add(ptx(rustgc, folder, name))
            given = os.path.join(os.path.realpath(folder), "k.rs")
            ptx(rustgc, folder, given)  # what was given whole stays whole
        for name, made in texts.items():
            assert len(made) == 1, f"{name}: the PTX differs from folder to folder"
    print("passed")


main()

"""ptx_local_test.py RUSTGC: a kernel of examples/kernels has local memory in rustg's own PTX only where NVRTC's has it too, and tensor maps that are
parameters are used where the launch put them, unless they are `mut`. Exit code 77: no NVRTC here, and some kernel has local memory."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


MAPS = """use rustg_std::hopper::{Barrier, SharedAddress, TensorMap, copy_tile};
use rustg_std::prelude::*;

#[kernel(block = 32)]
pub unsafe fn bring(MUT maps: [TensorMap; 2], n: u32) {
    let barrier = Barrier::at(SharedAddress::of(Shared::<u64, 1>::new().as_ptr()));
    let to = SharedAddress::of(DynShared::<u128>::new().as_ptr());
    for i in 0..n {
        unsafe { copy_tile(to, &maps[i as usize % 2], barrier, i, i) };
    }
    CHANGE
}
"""


def text(path, backend):
    done = subprocess.run([sys.argv[1], path, "--emit=ptx", "--arch=sm_90a", f"--backend={backend}", "-o", "-"], capture_output=True, text=True,
                          env=os.environ | {"RUSTG_CACHE": "off"})
    return done.stdout, done.stderr


def main():
    failed = n = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "maps.rs"
        for word, change in ("", ""), ("mut", "maps[1] = maps[0];"):
            path.write_text(MAPS.replace("MUT", word).replace("CHANGE", change))
            for backend in "ptx", "nvrtc":
                made, words = text(path, backend)
                if not made and "NVRTC" in words:
                    continue
                in_place = "cvta.param" in made and not re.search(r"^\t\.local", made, re.M)
                if in_place == bool(word):
                    failed += 1
                    print(f"{backend}, {word} maps: {words or made}")
    for path in sorted(SOURCE.glob("examples/kernels/*.rs")):
        own, words = text(path, "ptx")
        if not own:
            failed += "has no form yet" not in words
            print(f"{path.name}: {words}")
            continue
        n += 1
        if not re.search(r"^\t\.local", own, re.M):
            continue
        other, words = text(path, "nvrtc")
        if not other and "NVRTC" in words:
            print(f"skipped: {words}")
            return 77
        if not re.search(r"^\t\.local", other, re.M):
            failed += 1
            print(f"{path.name}: local memory, where NVRTC's text has none")
    print(f"{n} files, {failed} wrong")
    return 1 if failed or n < 20 else 0


if __name__ == "__main__":
    sys.exit(main())

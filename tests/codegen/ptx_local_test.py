"""ptx_local_test.py RUSTGC: a kernel of examples/kernels has local memory in rustg's own PTX only where NVRTC's has it too. Exit code 77: no NVRTC
here, and some kernel has local memory."""
import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", "."))


def text(path, backend):
    done = subprocess.run([sys.argv[1], path, "--emit=ptx", "--arch=sm_90a", f"--backend={backend}", "-o", "-"], capture_output=True, text=True,
                          env=os.environ | {"RUSTG_CACHE": "off"})
    return done.stdout, done.stderr


def main():
    failed = n = 0
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

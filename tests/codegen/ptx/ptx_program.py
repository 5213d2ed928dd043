"""ptx_program.py: rustgc whose CUDA target is the PTX interpreter of this folder, for the tests that run kernels."""
import functools
import os
import subprocess
from pathlib import Path

SAXPY = Path(__file__).resolve().parents[3] / "examples" / "kernels" / "saxpy.rs"


def path():
    """Its path; None where it was not built."""
    folder = os.environ.get("RUSTG_TEST_PROGRAMS")
    program = Path(folder) / "rustgc_ptx" if folder else None
    return str(program) if program and program.exists() else None


@functools.cache
def find():
    """Its path; None, with a line that says why, where it was not built or there is no NVRTC."""
    program = path()
    if not program:
        print("engine ptx is left out: RUSTG_TEST_PROGRAMS has no rustgc_ptx")
        return None
    done = subprocess.run([program, str(SAXPY), "--emit=ptx", "-o", os.devnull], capture_output=True, text=True)
    if done.returncode == 3 and "NVRTC" in done.stderr:
        print(f"engine ptx is left out: {done.stderr.splitlines()[0]}")
        return None
    return program

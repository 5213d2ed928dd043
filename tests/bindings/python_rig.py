"""What the tests of bindings/python share: the package in front of the built library, and plain words for a skip."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("RUSTG_SOURCE_DIR", pathlib.Path(__file__).resolve().parent.parent.parent))
BUILD = pathlib.Path(os.environ.get("RUSTG_BUILD_DIR", SOURCE / "build" / "dev"))
PACKAGE = SOURCE / "bindings" / "python"
SKIPPED = 77


def skip(words):
    """Ends the test as one that could not run."""
    print("skipped:", words)
    sys.exit(SKIPPED)


try:
    import numpy

    assert numpy
except ImportError:
    skip("no numpy here (python3-numpy)")
if not os.environ.get("RUSTG_LIBRARY"):
    skip("this build has no librustg.so")
sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE))

SAXPY = """
use rustg_std::prelude::*;

#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}
"""


def main():
    """Runs the file's tests; CTest's own argument is not for unittest."""
    unittest.main(module="__main__", argv=[sys.argv[0], *(word for word in sys.argv[1:] if not os.path.exists(word))])

"""in_folders.py: runs the tests of a file, each function test_* in a folder of its own."""
import os
import sys
import tempfile


def run_each(names):
    """names: the file's globals(). The tests get the path of rustgc, the file's first argument."""
    rustgc = os.path.abspath(sys.argv[1])
    tests = [test for name, test in names.items() if name.startswith("test_")]
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            test(rustgc)
            os.chdir("/")
    print(f"{len(tests)} passed, 0 failed")

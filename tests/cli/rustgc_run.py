"""rustgc_run.py: what the tests of the command line share: runs rustgc, the file's first argument, and the tests of a file."""
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

RUSTGC = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "rustgc"
OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3


class Skip(Exception):
    """What a test needs and this machine does not have."""


def run(*args, data=b"", **keywords):
    env = dict(os.environ, TERM="xterm")
    env.pop("NO_COLOR", None)
    done = subprocess.run([RUSTGC, *map(str, args)], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=env, timeout=120, **keywords)
    return done.returncode, done.stdout, done.stderr.decode()


def expect(status, *args, **keywords):
    got, out, err = run(*args, **keywords)
    assert got == status, f"rustgc {args} gave {got}, not {status}\n{err}"
    return out, err


def write(path, content):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def rows(out):
    return [line.split("\t") for line in out.decode().splitlines()]


def run_tests(names):
    """names: the file's globals(). Each test_* in a folder of its own; arguments behind rustgc's name those that are wanted."""
    failed = skipped = 0
    wanted = [word for word in sys.argv[2:] if word != "--update"]
    tests = [(name, test) for name, test in names.items()
             if name.startswith("test_") and (not wanted or name in wanted)]
    start = os.getcwd()
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test()
            except Skip as reason:
                skipped += 1
                print(f"skipped {name}: there is no {reason} here")
            except Exception:
                failed += 1
                print(f"FAILED {name}")
                traceback.print_exc(file=sys.stdout)
            finally:
                os.chdir(start)
    print(f"{len(tests) - failed - skipped} of {len(tests)} tests passed")
    return 1 if failed or not tests else 0

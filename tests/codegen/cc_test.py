"""cc_test.py RUSTGC: how the C compiler is called and what its end means. Each way to fail has its status and its words; limits of time and
memory hold; what a killed compile leaves is deleted by the next one, what a living one uses is not. 77 without a C compiler."""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

KERNEL = """use rustg_std::prelude::*;
#[kernel]
pub fn NAME(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = y[i] * 2 + 10 / y[i];
    }
}
"""


class Machine:
    """A folder with k.rs, a TMPDIR and compilers that are scripts."""

    def __init__(self, rustgc, top):
        self.rustgc, self.top, self.temporary = rustgc, pathlib.Path(top), pathlib.Path(top) / "tmp"
        self.temporary.mkdir()
        self.write("k.rs", KERNEL.replace("NAME", "twice"))

    def write(self, name, text):
        path = self.top / name
        path.write_text(text)
        path.chmod(0o700)
        return path

    def script(self, text):
        return str(self.write("own-cc", "#!/bin/sh\n" + text + "\n"))

    def environment(self, cc):
        own = {name: value for name, value in os.environ.items() if name != "CC"}
        own |= {"RUSTG_CACHE": "off", "TMPDIR": str(self.temporary)}
        return own | ({"CC": cc} if cc is not None else {})

    def begin(self, *options, cc=None, name="k.rs", **more):
        command = [self.rustgc, name, "--emit=obj", "-o", "k.o", *options]
        return subprocess.Popen(command, cwd=self.top, env=self.environment(cc) | more.pop("variables", {}), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, errors="surrogateescape", **more)

    def run(self, *options, **more):
        process = self.begin(*options, **more)
        _, said = process.communicate()
        assert not list(self.temporary.iterdir()), list(self.temporary.iterdir())
        return process.returncode, said

    def fails(self, *words, **more):
        code, said = self.run(*more.pop("options", ()), **more)
        assert code == 3, (code, said)
        for word in words:
            assert word in said, (word, said)
        return said


def test_words(m):
    assert m.run() == (0, "")
    assert m.run(cc="cc") == (0, "")
    many = "cc " + " ".join(f"-DA{i}=1" for i in range(3000))
    script = m.script('[ "$#" -gt 3000 ] && [ "$3000" = -DA3000=1 ]; exec "$@"'.replace("$3000", "${3001}"))
    assert m.run(cc=f"{script} {many} -DA3000=1") == (0, "")
    assert m.run(cc="\t cc\n -O1 ") == (0, "")


def test_missing(m):
    m.fails("`nonesuch`, was not found", "set CC", cc="nonesuch -O2")
    m.fails("/k.rs", "cannot be run", cc=str(m.write("plain", "").parent / "k.rs"), variables={})
    m.fails("cc, gcc and clang were not found", variables={"PATH": "/nonexistent"})
    code, said = m.run(cc="  ")
    assert code == 0, said  # only spaces are no name


def test_failing(m):
    for cc, words in [("false", "`false` failed (exit 1)"), ("cc --bogus", "--bogus"), ("cc -include /none.h", "/none.h")]:
        said = m.fails(words, cc=cc)
        assert "bug of rustg" not in said, said
    m.fails("kernel.c:7:1: error: no", "bug of rustg", cc=m.script("echo \"$TMPDIR/kernel.c:7:1: error: no\"; exit 1"))
    m.fails("ran out of memory", "out of memory allocating", cc=m.script("echo 'cc1: out of memory allocating 65536 bytes' >&2; exit 1"))
    m.fails("ran out of memory", cc=m.script("kill -9 $$"))
    m.fails("No space left", cc=m.script("echo 'as: k.o: No space left on device' >&2; exit 1"))
    m.fails("signal 11", cc=m.script("kill -11 $$"))
    m.fails("output could not be read", cc="true")
    m.fails("failed (exit 7)", cc=m.script("head -c 3000000 /dev/zero; exit 7"))


def test_limits(m):
    began = time.monotonic()
    script = m.script("sleep 300 & echo $! > sleeper; sleep 300")
    m.fails("longer than 1 seconds", "--cc-seconds", cc=script, options=["--cc-seconds=1"])
    assert time.monotonic() - began < 60
    sleeper = int((m.top / "sleeper").read_text())
    for _ in range(100):
        if not alive(sleeper):
            break
        time.sleep(0.05)
    assert not alive(sleeper)  # what the compiler had started ends with it
    m.fails("longer than 1 seconds", cc=m.script("while :; do :; done"), options=["--cc-seconds=1"])
    for option, limit in [("--cc-memory=64", "65536"), ("--cc-memory=0", None), (None, str(8192 * 1024))]:
        code, said = m.run(*[option] if option else [], cc=m.script(f'echo "$(ulimit -v)" > limit; exec cc "$@"'))
        found = (m.top / "limit").read_text().strip()
        assert found == limit or (limit is None and found == "unlimited"), (option, found, said)


def test_little_memory(m):
    """However little a compiler gets, it is said that it was too little."""
    for mebibytes in range(2, 60, 3):
        code, said = m.run(f"--cc-memory={mebibytes}")
        assert code == 0 or ("ran out of memory" in said and "--cc-memory" in said), (mebibytes, said)
    m.fails("signal 11", cc=m.script("kill -11 $$"), options=["--cc-memory=300"])


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_descriptors(m):
    """Whatever the limit, the compile is done or says what is missing."""
    n_failed = 0
    for n in range(3, 12):
        process = m.begin("-j1", preexec_fn=lambda n=n: resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)))
        _, said = process.communicate()
        assert process.returncode == 0 or (process.returncode == 3 and "Too many open files" in said) or n == 3, (n, said)
        n_failed += "ulimit -n" in said
    assert n_failed
    for entry in m.temporary.iterdir():
        raise AssertionError(entry)
    m.fails("/nonexistent: No such file", "TMPDIR", variables={"TMPDIR": "/nonexistent"})


def test_killed(m):
    """A killed compile's folder goes with the next compile; one that is in use stays."""
    script = m.script("echo here > started; sleep 300")

    def start():
        (m.top / "started").unlink(missing_ok=True)
        process = m.begin(cc=script)
        while not (m.top / "started").exists():
            assert process.poll() is None
            time.sleep(0.01)
        return process

    killed = start()
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    left = set(m.temporary.iterdir())
    assert len(left) == 1
    living = start()  # its own beginning sweeps
    assert left.isdisjoint(m.temporary.iterdir())
    used = set(m.temporary.iterdir())
    assert len(used) == 1
    process = m.begin()
    assert process.wait() == 0
    assert set(m.temporary.iterdir()) == used
    stranger = m.temporary / "rustg-cc-link"
    stranger.symlink_to(m.top)
    assert m.begin().wait() == 0 and stranger.is_symlink() and (m.top / "k.rs").exists()
    stranger.unlink()
    os.kill(living.pid, signal.SIGKILL)
    living.communicate()
    assert m.run()[0] == 0  # and nothing is left


def test_many(m):
    """Processes that begin at once do not sweep each other's folders."""
    script = m.script(": > k.o")
    for _ in range(6):
        processes = [m.begin(cc=script) for _ in range(12)]
        for process in processes:
            said = process.communicate()[1]
            assert "temporary folder" not in said, said


def test_signals(m):
    """A compile that is interrupted, told to end or killed does so at once, and its compiler, children of that included, with it."""
    script = m.script("sleep 300 & echo $$ $! > started; wait")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        (m.top / "started").unlink(missing_ok=True)
        process = m.begin(cc=script)
        while not (m.top / "started").exists() or not (m.top / "started").read_text().endswith("\n"):
            assert process.poll() is None
            time.sleep(0.01)
        pids = [int(word) for word in (m.top / "started").read_text().split()]
        os.kill(process.pid, number)
        assert process.wait(20) == -number
        end = time.monotonic() + 20
        while any(alive(pid) for pid in pids):
            assert time.monotonic() < end, (number, pids)
            time.sleep(0.01)
        assert not (m.top / "k.o").exists()
        assert m.run()[0] == 0  # which deletes what was left
        (m.top / "k.o").unlink()


def test_left_running(m):
    """What a compiler leaves running when it has ended well, as a server of a compiler's cache, is not ended with the compile."""
    assert m.run(cc=m.script('sleep 300 & echo $! > server; exec cc "$@"')) == (0, "")
    server = int((m.top / "server").read_text())
    time.sleep(0.2)
    assert alive(server)
    os.kill(server, signal.SIGKILL)


def test_names(m):
    """An entry's name may be long; a file's may be any bytes."""
    array = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + b"{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }".ljust(117) + b"\n"
    (m.top / "y.npy").write_bytes(array + bytes([1, 0, 0, 0, 5, 0, 0, 0]))
    for n in (470, 489, 490, 491, 495, 496, 497, 511, 512, 513, 5000):
        name = "k" * n
        m.write("long.rs", KERNEL.replace("NAME", name))
        command = [m.rustgc, "long.rs", "--engine=cpu", "--run", name, "--for=2", "--arg=y.npy", "--out=0=z.npy"]
        run = subprocess.run(command, cwd=m.top, env=m.environment(None), capture_output=True, text=True)
        assert run.returncode == 0, (n, run.stderr[-300:])
        assert (m.top / "z.npy").read_bytes()[-8:] == bytes([12, 0, 0, 0, 12, 0, 0, 0])
    odd = os.fsencode(m.top) + b"/k\xff\xfe\xc3.rs"
    shutil.copy(m.top / "k.rs", odd)
    for emit in ("c", "so", "obj", "ptx", "cubin"):
        command = [os.fsencode(m.rustgc), odd, b"-g", b"--emit=" + emit.encode(), b"-o", os.fsencode(m.top / "odd")]
        run = subprocess.run(command, env=m.environment(None), capture_output=True)
        if b"NVRTC" in run.stderr and b"not found" in run.stderr:
            continue
        assert run.returncode == 0, (emit, run.stderr)
        made = (m.top / "odd").read_bytes().replace(b"\\357\\277\\275", b"\xef\xbf\xbd")
        assert emit == "cubin" or b"k" + 3 * b"\xef\xbf\xbd" + b".rs" in made, emit


def test_cache_info(m):
    (m.top / "file").write_text("")
    for folder, word in [(m.top / "file", "Not a directory"), (m.top / "file/below", "Not a directory")]:
        for form in ([], ["--format=json"]):
            variables = m.environment(None) | {"RUSTG_CACHE_DIR": str(folder), "RUSTG_CACHE": "on"}
            run = subprocess.run([m.rustgc, "--cache-info", *form], env=variables, capture_output=True, text=True)
            assert run.returncode == 0 and "nothing can be written" in run.stdout and word in run.stdout, run
    variables |= {"RUSTG_CACHE_DIR": str(m.top / "new/cache")}
    run = subprocess.run([m.rustgc, "--cache-info"], env=variables, capture_output=True, text=True)
    assert run.returncode == 0 and "problem" not in run.stdout and not (m.top / "new").exists(), run


def main():
    if not shutil.which("cc"):
        print("skipped: no C compiler here")
        return 77
    for test in [found for name, found in globals().items() if name.startswith("test_")]:
        with tempfile.TemporaryDirectory() as top:
            test(Machine(os.path.abspath(sys.argv[1]), top))
    return 0


sys.exit(main())

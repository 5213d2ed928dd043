#!/usr/bin/env python3
"""The cache as processes see it: two hundred on one key, processes killed at any time, folders that cannot be written, a full
disk, damage, and rustgc's commands. Usage: cache_process_test.py RUSTGC"""
import json
import os
import random
import shutil
import subprocess
import sys
import time

RUSTGC = os.path.abspath(sys.argv[1])
WORK = os.path.join(os.environ.get("RUSTG_BUILD_DIR", "."), "cache-tests", "processes")
CACHE = os.path.join(WORK, "cache")
KERNEL = """use rustg_std::prelude::*;

#[kernel]
pub fn blend(a: f32, x: &[f32], y: &[f32], mut out: GridMut<f32>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = a * x[i] + (1.0 - a) * y[i];
    }
}
"""


def environment(**more):
    env = {name: value for name, value in os.environ.items() if not name.startswith("RUSTG_CACHE")}
    env["RUSTG_CACHE_DIR"] = CACHE
    env.update(more)
    return env


def compile_text(text, env=None, **options):
    done = subprocess.run([RUSTGC, "--emit=cuda", "-"], input=text.encode(), capture_output=True, env=env or environment(),
                          **options)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout, done.stderr.decode()


def info(env=None):
    done = subprocess.run([RUSTGC, "--cache-info", "--format=json"], capture_output=True, env=env or environment(), check=True)
    return json.loads(done.stdout)


def entries():
    return sorted(name for name in os.listdir(CACHE) if name.endswith(".entry"))


def begin():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)


def test_commands():
    begin()
    assert info()["entries"] == 0 and not os.path.exists(CACHE)
    plain, _ = compile_text(KERNEL, environment(RUSTG_CACHE="off"))
    assert not os.path.exists(CACHE)
    first, words = compile_text(KERNEL)
    again, _ = compile_text(KERNEL)
    assert plain == first == again and words == ""
    about = info()
    assert about["entries"] == 1 and about["folder"] == CACHE and about["enabled"] and about["problem"] == ""
    assert about["bytes"] == os.path.getsize(os.path.join(CACHE, entries()[0])) and about["limit_bytes"] == 1 << 30
    assert not info(environment(RUSTG_CACHE="off"))["enabled"]
    table = subprocess.run([RUSTGC, "--cache-info"], capture_output=True, env=environment(), check=True).stdout.decode()
    assert "entries  1\n" in table and CACHE in table
    assert oct(os.stat(CACHE).st_mode & 0o777) == "0o700"
    open(os.path.join(CACHE, "mine"), "w").close()
    cleared = subprocess.run([RUSTGC, "--cache-clear"], capture_output=True, env=environment(), check=True).stdout
    assert cleared == b"1 entries removed\n" and os.listdir(CACHE) == ["mine"]
    cleared = subprocess.run([RUSTGC, "--cache-clear", "--format=json"], capture_output=True, env=environment(), check=True).stdout
    assert json.loads(cleared) == {"removed": 0}
    wrong = subprocess.run([RUSTGC, "--cache-info", "--format=tsv"], capture_output=True, env=environment())
    assert wrong.returncode == 2 and b"text or json" in wrong.stderr


def test_damage():
    begin()
    good, _ = compile_text(KERNEL)
    path = os.path.join(CACHE, entries()[0])
    content = bytearray(open(path, "rb").read())
    content[len(content) // 2] ^= 1
    open(path, "wb").write(content)
    mended, words = compile_text(KERNEL)
    assert mended == good and words.count("damaged") == 1 and words.startswith("rustgc: warning: ")
    again, words = compile_text(KERNEL)
    assert again == good and words == "" and len(entries()) == 1


def test_two_hundred():
    """All have started and wait for their source; then they get it at once. Fewer under a sanitizer, which takes ten times the memory."""
    begin()
    with open(RUSTGC, "rb") as program:
        n_processes = 30 if b"__asan_init" in program.read() else 200
    plain, _ = compile_text(KERNEL, environment(RUSTG_CACHE="off"))
    running = [subprocess.Popen([RUSTGC, "-j1", "--emit=cuda", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=environment()) for _ in range(n_processes)]
    for process in running:
        process.stdin.write(KERNEL.encode())
        process.stdin.flush()
    for process in running:
        process.stdin.close()
    for process in running:
        output, words = process.stdout.read(), process.stderr.read()
        process.stdout.close()
        process.stderr.close()
        assert process.wait() == 0 and output == plain and words == b"", words.decode()
    assert len(entries()) == 1 and not [name for name in os.listdir(CACHE) if name.startswith("rustg-tmp-")]
    again, words = compile_text(KERNEL)
    assert again == plain and words == ""


def test_killed():
    """Whatever a process was doing when it died, the next one compiles right and finds nothing damaged."""
    begin()
    chance = random.Random(20261121)
    texts = [KERNEL + f"// {i}\n" for i in range(4)]
    plain = [compile_text(text, environment(RUSTG_CACHE="off"))[0] for text in texts]
    began = time.monotonic()
    compile_text(texts[0])
    usual = time.monotonic() - began
    for i in range(60):
        process = subprocess.Popen([RUSTGC, "--emit=cuda", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=environment())
        process.stdin.write((KERNEL + f"// {i % 4}\n").encode())
        process.stdin.close()
        time.sleep(chance.random() * usual)
        process.kill()
        process.wait()
        if i % 8 == 7:
            shutil.rmtree(CACHE, ignore_errors=True)
    for text, wanted in zip(texts, plain):
        assert compile_text(text) == (wanted, "")


def run_as_nobody(env):
    """Root may write to any folder: the test is another user's then."""
    options = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    return subprocess.run([RUSTGC, "--emit=cuda", "-"], input=KERNEL.encode(), capture_output=True, env=env, **options)


def test_read_only():
    begin()
    plain, _ = compile_text(KERNEL)
    os.chmod(WORK, 0o755)
    os.chmod(CACHE, 0o555)
    for name in os.listdir(CACHE):
        os.chmod(os.path.join(CACHE, name), 0o444)
    try:
        done = run_as_nobody(environment())
    except (PermissionError, FileNotFoundError):
        print("a read-only folder is not tried: another user cannot run rustgc here")
        return
    if done.returncode == 126 or b"Permission denied" in done.stderr:
        print("a read-only folder is not tried: another user cannot run rustgc here")
        return
    assert done.returncode == 0 and done.stdout == plain and done.stderr == b""
    os.chmod(CACHE, 0o755)
    for name in entries():
        os.remove(os.path.join(CACHE, name))
    os.chmod(CACHE, 0o555)
    done = run_as_nobody(environment())
    assert done.returncode == 0 and done.stdout == plain and done.stderr == b"" and entries() == []
    os.chmod(CACHE, 0o700)


def test_no_folder():
    begin()
    plain, _ = compile_text(KERNEL, environment(RUSTG_CACHE="off"))
    taken = os.path.join(WORK, "file")
    open(taken, "w").close()
    for place in (taken, os.path.join(taken, "below"), "/proc/rustg", "/dev/full"):
        assert compile_text(KERNEL, environment(RUSTG_CACHE_DIR=place)) == (plain, "")
        assert info(environment(RUSTG_CACHE_DIR=place))["entries"] == 0


def test_full_disk():
    """A file system of 16 KiB in a namespace of its own."""
    begin()
    plain, _ = compile_text(KERNEL, environment(RUSTG_CACHE="off"))
    os.makedirs(CACHE)
    source = os.path.join(WORK, "k.rs")
    open(source, "w").write(KERNEL)
    script = (f"mount -t tmpfs -o size=16k tmpfs '{CACHE}' || exit 77; head -c 12288 /dev/zero > '{CACHE}/filler'\n"
              f"for i in 1 2 3; do '{RUSTGC}' --emit=cuda - < '{source}' || exit 1; done; ls '{CACHE}' >&2")
    try:
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, env=environment())
    except FileNotFoundError:
        done = None
    if done is None or b"unshare" in done.stderr or done.returncode == 77:
        print("a full disk is not tried: no file system can be mounted here")
        return
    assert done.returncode == 0 and done.stdout == 3 * plain, done.stderr.decode()
    left = done.stderr.decode().split()
    assert not [name for name in left if name.endswith(".entry") or name.startswith("rustg-tmp-")], left


def main():
    for test in (test_commands, test_damage, test_two_hundred, test_killed, test_read_only, test_no_folder, test_full_disk):
        began = time.monotonic()
        test()
        print(f"{test.__name__}: {time.monotonic() - began:.1f} s")


main()

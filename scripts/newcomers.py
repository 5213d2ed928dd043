#!/usr/bin/env python3
"""Plays newcomers in a bare Debian 12: how many commands and minutes there are from nothing to the first result, for each.

    newcomers.py [--root DIR] [--mirror URL] [WHO...]

WHO is any of shell, archive, c, rust-installed, rust-source, python and tests; all by default. Needs root, debootstrap, unshare, git, cmake and
the network; the exit status is 77 where one is not here. rustc 1.95 is bound in where this machine has it (Debian's is older), and else the
two of Rust are left out. What HEAD holds is what a newcomer clones, or unpacks from the sources' archive. DIR (build/newcomers) keeps the
bare system for the next time, which comes from URL or else from where debootstrap takes it; each newcomer works in a copy, which is deleted
afterwards. Then it prints what the built rustgc says to the first mistakes of tests/sema/first_mistakes_test.py. The exit status is 1 where
a result is not as it must be.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

TREE = pathlib.Path(__file__).resolve().parent.parent
APT = "apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends"
CLONE = [f"apt-get -qq update && {APT} git ca-certificates", "git clone -q /newcomer/rustg.bundle rustg"]
QUICKSTART = "cd rustg && sh scripts/quickstart.sh"
INSTALL = "cmake --install rustg/build/release"
PYTHON = "import numpy as np, rustg; x, y = np.arange(4, dtype=np.float32), np.ones(4, np.float32); " \
    "rustg.kernel(open('rustg/examples/kernels/saxpy.rs').read())(2.0, x, y); print(y)"
# Each command is one that the README or docs have; "write saxpy" stands for the files of a complete project. The last one's output has
# the result.
PLAYS = {
    "shell": [*CLONE, QUICKSTART],
    "archive": ["tar -xzf /newcomer/rustg.tar.gz", "cd rustg-*.*.* && sh scripts/quickstart.sh"],
    "c": [*CLONE, QUICKSTART, INSTALL, f"{APT} pkg-config",
          "cc rustg/examples/launch.c -o launch $(pkg-config --cflags --libs rustg_core)", "./launch"],
    "rust-installed": [*CLONE, QUICKSTART, INSTALL, "write saxpy", "cd saxpy && RUSTG_DIR=/usr/local cargo run --quiet"],
    "rust-source": [*CLONE, f"{APT} gcc libc6-dev cmake ninja-build", "write saxpy", "cd saxpy && cargo run --quiet"],
    "python": [*CLONE, QUICKSTART, f"{APT} python3-numpy",
               f'RUSTG_LIBRARY=rustg/build/release PYTHONPATH=rustg/bindings/python python3 -c "{PYTHON}"'],
    "tests": [*CLONE, "cd rustg && sh scripts/test.sh"],
}
SAXPY = "y: [f32; 1000000] = [1, 3, 5, 7,"
RESULTS = {"shell": SAXPY, "archive": SAXPY, "c": "1 3 5 .. 1999", "rust-installed": "[12.0, 14.0, 16.0]",
           "rust-source": "[12.0, 14.0, 16.0]", "python": "[1. 3. 5. 7.]", "tests": "100% tests passed"}


def skip(what):
    print(f"skipped: newcomers.py needs {what}")
    sys.exit(77)


def bare_system(root, mirror):
    """Makes DIR/bare once, and what newcomers clone."""
    bare = root / "bare"
    if not (bare / "usr/bin/apt-get").exists():
        print(f"debootstrap into {bare}", flush=True)
        words = ["unshare", "--mount", "debootstrap", "--variant=minbase", "bookworm", bare, *([mirror] if mirror else [])]
        if subprocess.run(words, stdout=subprocess.DEVNULL).returncode != 0:
            shutil.rmtree(bare, ignore_errors=True)
            skip("what debootstrap fetches")
    (bare / "newcomer").mkdir(exist_ok=True)
    subprocess.run(["git", "-C", TREE, "bundle", "create", "-q", bare / "newcomer/rustg.bundle", "HEAD"], check=True)
    with tempfile.TemporaryDirectory(dir=root) as folder:
        tree, build = pathlib.Path(folder, "tree"), pathlib.Path(folder, "build")
        for words in (["git", "-c", "advice.detachedHead=false", "clone", "-q", bare / "newcomer/rustg.bundle", tree],
                      ["cmake", "-S", tree, "-B", build, "-DRUSTG_CUDA=OFF"],
                      ["cpack", "--config", build / "CPackSourceConfig.cmake", "-B", folder]):
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        shutil.copy(next(pathlib.Path(folder).glob("rustg-*.tar.gz")), bare / "newcomer/rustg.tar.gz")
    return bare


def rust_folder():
    """The folder of a rustc that is new enough; None: there is none here."""
    try:
        version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout
        folder = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    release = re.match(r"rustc 1\.(\d+)", version)
    return folder if release and int(release[1]) >= 95 else None


def write_project(root):
    """The complete project of the crates' README: each block of code goes into the file that the line before it names."""
    text = (TREE / "bindings/rust/README.md").read_text()
    text = text[text.index("## A complete project"):text.index("## In editors")]
    for name, contents in re.findall(r"^`([^`]+)`:\n\n```\w+\n(.*?)^```$", text, re.M | re.S):
        path = root / "root/saxpy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents)


def enter(root, rust, command):
    """Runs a command as the newcomer does, at home in the root; nothing is mounted any longer when it has ended."""
    inside = ["mount -t proc proc $1/proc", "mount --rbind /dev $1/dev", "cp -L /etc/resolv.conf $1/etc/resolv.conf"]
    if rust:
        inside += ["mkdir -p $1/opt/rust", "mount --bind $3 $1/opt/rust"]
    path = "/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    inside.append(f'exec env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH={path} chroot $1 sh -c "cd && $2"')
    words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", "; ".join(inside), "sh", root, command, rust or ""]
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")


def play(who, bare, rust):
    """Returns seconds and commands to the result; prints each. Seconds None: something failed."""
    with tempfile.TemporaryDirectory(dir=bare.parent, prefix=who + "-") as folder:
        root = pathlib.Path(folder, "root")
        subprocess.run(["cp", "-a", "--reflink=auto", bare, root], check=True)
        total, output, status = 0.0, "", 0
        for command in PLAYS[who]:
            began = time.monotonic()
            if command == "write saxpy":
                write_project(root)
                status = 0
            else:
                answer = enter(root, rust if who.startswith("rust") else None, command)
                output, status = answer.stdout, answer.returncode
            seconds = time.monotonic() - began
            total += seconds
            print(f"  {seconds:6.1f} s  {command}", flush=True)
            if status != 0:
                break
        if status != 0 or RESULTS[who] not in output:
            print(output)
            return None, len(PLAYS[who])
        if who == "shell":
            shutil.copy(root / "root/rustg/build/release/rustgc", bare.parent / "rustgc")
        print("            " + next(line for line in output.splitlines() if RESULTS[who] in line))
        return total, len(PLAYS[who])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=TREE / "build/newcomers", metavar="DIR")
    parser.add_argument("--mirror", metavar="URL")
    parser.add_argument("who", nargs="*", metavar="WHO", choices=[*PLAYS, []])
    options = parser.parse_args()
    missing = [name for name in ("debootstrap", "unshare", "chroot", "git", "cmake", "cpack") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        skip(", ".join(missing) or "to be root")
    root = options.root.resolve()
    root.mkdir(parents=True, exist_ok=True)
    (root / "rustgc").unlink(missing_ok=True)
    bare, rust, rows = bare_system(root, options.mirror), rust_folder(), []
    for who in options.who or PLAYS:
        if who.startswith("rust") and not rust:
            print(f"{who}: left out, there is no rustc 1.95 here")
            continue
        print(f"{who}:", flush=True)
        rows.append((who, *play(who, bare, rust)))
    print(f"\n{'newcomer':<16} {'minutes':>8} {'commands':>9}")
    for who, seconds, n_commands in rows:
        print(f"{who:<16} {'failed' if seconds is None else format(seconds / 60, '.1f'):>8} {n_commands:>9}")
    if (root / "rustgc").exists():
        print("\nThe first mistakes:")
        sys.stdout.flush()
        subprocess.run([sys.executable, TREE / "tests/sema/first_mistakes_test.py", root / "rustgc", "--show"], check=True)
    sys.exit(any(seconds is None for _, seconds, _ in rows))


main()

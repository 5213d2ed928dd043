"""guide_test.py RUSTGC: the programs and commands of docs/guide and of README.md, run as they are printed against an installed
tree.

A block that names a file (```rust saxpy.rs) is written; Rust is checked, and must have errors where the block says `rust,error`. In a
```console block each line behind `$ ` is run by bash, and what follows is its output, errors last: `[..]` stands for anything in a
line, a line `...` for any lines."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("RUSTG_SOURCE_DIR", Path(__file__).resolve().parent.parent.parent))
BUILD = Path(os.environ.get("RUSTG_BUILD_DIR", Path(sys.argv[1]).resolve().parent))


def blocks(text):
    for head, body in re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield head.split(), body


def pattern(wanted):
    lines = [r"(?:[^\n]*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("[..]"))) + r"\n" for line in wanted]
    return re.compile("".join(lines))


def run_commands(body, env):
    commands = []
    for line in body.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    for command, wanted in commands:
        answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, timeout=120)
        said = answer.stdout + re.sub(r"^==\d+==WARNING: ASan doesn't fully support makecontext.*\n", "", answer.stderr, flags=re.MULTILINE)
        assert pattern(wanted).fullmatch(said), f"$ {command}\n{said}\nbut the guide says\n" + "\n".join(wanted)
    return len(commands)


def run_page(path, env):
    n_files = n_commands = 0
    for head, body in blocks(path.read_text()):
        if head == ["console"]:
            n_commands += run_commands(body, env)
        elif len(head) == 2:
            n_files += 1
            Path(head[1]).write_text(body)
            if head[0].startswith("rust"):
                answer = subprocess.run(["rustgc", head[1]], capture_output=True, text=True, env=env, timeout=120)
                assert (answer.returncode == 1) == (head[0] == "rust,error"), (path.name, head[1], answer)
    return n_files, n_commands


def main():
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder, "prefix")
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(prefix)], check=True, capture_output=True)
        config = next(prefix.rglob("rustg_core.pc")).parent
        env = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "PKG_CONFIG_PATH": str(config), "RUSTG_CACHE": "off",
               "LC_ALL": "C"}
        sanitizers = os.environ.get("RUSTG_SANITIZE")
        if sanitizers:  # which a program that links the library must have too
            wrapper = prefix / "bin" / "cc"
            wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("cc")} -fsanitize={sanitizers} "$@"\n')
            wrapper.chmod(0o755)
        pages = sorted((SOURCE / "docs" / "guide").glob("*.md"))
        told = (SOURCE / "docs" / "guide" / "README.md").read_text()
        for page in pages:
            assert page.name == "README.md" or f"({page.name})" in told, f"{page.name} is not in the guide's table"
            if page.name == "c.md" and not (shutil.which("pkg-config") and shutil.which("cc")):
                print("skipped: c.md, for pkg-config or cc is not here")
                continue
            work = Path(folder, page.stem)
            work.mkdir()
            os.chdir(work)
            n_files, n_commands = run_page(page, env)
            print(f"{page.name}: {n_files} programs, {n_commands} commands")
        os.chdir(SOURCE)
        for head, body in blocks((SOURCE / "README.md").read_text()):
            if head == ["console"]:
                print(f"README.md of the tree: {run_commands(body, env)} commands")
        os.chdir("/")
    assert (SOURCE / "examples" / "launch.c").read_text() in (SOURCE / "docs" / "guide" / "c.md").read_text(), "launch.c in c.md"
    print(f"{len(pages)} passed, 0 failed")


main()

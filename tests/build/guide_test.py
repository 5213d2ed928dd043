"""guide_test.py RUSTGC [PAGE]: the programs and commands of docs/guide and of README.md, run as they are printed against an installed
tree. rust.md is left out, unless it is the page that is named, as rust_project_test does for what cargo needs.

A block that names a file (```rust saxpy.rs) is written; Rust is checked, and must have errors where the block says `rust,error`. In a
```console block each line behind `$ ` is run by bash, and what follows is its output, errors last: `[..]` stands for anything in a
line, a line `...` for any lines. Lines of ```sh blocks, and of what stands within a line, that call rustgc must succeed, or
lack a GPU, NVRTC or libclang."""
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


def run_line(line, env):
    """A line of a page without its output, which may want what is not here."""
    answer = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env, timeout=120)
    lacks = answer.returncode == 3 and re.search("NVRTC|CUDA|libcuda|libclang|nvJitLink", answer.stderr)
    assert (answer.returncode == 0 and (answer.stdout or "-o" in line or "out" in line)) or lacks, (line, answer)
    return answer.returncode == 0


def inline_commands(text):
    """What stands within lines and is a whole command: it names a file that is here, or asks rustgc about itself."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for line in re.findall(r"`(rustgc [^`]+)`", prose):
        has_file = any(Path(word).is_file() for word in line.split())
        if (has_file or re.match("rustgc --(devices|cache-|help|explain [A-Z]+[0-9])", line)) and "--run 'scale::" not in line:
            yield line


def run_page(path, env):
    n_files = n_commands = 0
    for head, body in blocks(path.read_text()):
        if head == ["console"]:
            n_commands += run_commands(body, env)
        elif len(head) == 2:
            n_files += 1
            Path(head[1]).parent.mkdir(parents=True, exist_ok=True)
            Path(head[1]).write_text(body.replace('"../rustg/', f'"{SOURCE}/'))
            if path.name != "rust.md" and head[0].startswith("rust"):
                answer = subprocess.run(["rustgc", head[1]], capture_output=True, text=True, env=env, timeout=120)
                assert (answer.returncode == 1) == (head[0] == "rust,error"), (path.name, head[1], answer)
        else:
            assert head in (["sh"], ["cmake"], ["json"]), f"{path.name} has a block that nothing tries: {head}"
        if head == ["sh"]:
            n_commands += len([run_line(line, env) for line in body.splitlines() if line.startswith("rustgc ")])
    if path.name == "c.md":
        shutil.copytree(SOURCE / "examples" / "embedded" / "kernels", ".", dirs_exist_ok=True)
    n_commands += len([run_line(line, env) for line in inline_commands(path.read_text())])
    return n_files, n_commands


def run_readme(env):
    """The commands of README.md: those in console blocks from the tree's root, and in a folder with a kernel, files and arrays all lines that
    call rustgc, which may lack a GPU or NVRTC. Its kernel is checked, and its program in C compiled and run with the lines that walk the tree."""
    found = list(blocks((SOURCE / "README.md").read_text()))
    n_commands = sum(run_commands(body, env) for head, body in found if head == ["console"])
    kernel, = [body for head, body in found if head == ["rust"]]
    program, walk = [body for head, body in found if head == ["c"]]
    end = "    rustg_result_free(result);\n"
    assert program.count(end) == 1, "where README.md's program frees its result"
    program = program.replace(end, walk + end)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("kernels.rs", kernel), ("a.rs", "pub fn f() {}\n"), ("src/lib.rs", "mod a;\n"), ("out/none", ""), ("readme.c", program)):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text)
        for name in "xy":
            subprocess.run(["rustgc", "kernels.rs", "--run=saxpy", "--for=9", "--arg=2", "--arg=0..1000", "--arg=[1; 1000]",
                            f"--out=2={name}.npy"], check=True, env=env)
        for line in (line for head, body in found if head == ["sh"] for line in body.splitlines() if line.startswith("rustgc ")):
            run_line(line, env)
            n_commands += 1
        if shutil.which("pkg-config") and shutil.which("cc"):
            answer = subprocess.run(["bash", "-c", "cc readme.c -o readme $(pkg-config --cflags --libs rustg_core) && ./readme"],
                                    capture_output=True, text=True, env=env, timeout=120)
            assert answer.returncode == 0 and answer.stdout.startswith("0..3 KW_PUB\n4..6 KW_FN\n"), answer
            assert re.search(r"^\d+ ItemFn$", answer.stdout, re.MULTILINE), answer
        os.chdir("/")
    print(f"README.md of the tree: {n_commands} commands")


def check_table(env):
    """What cuda.md says to write for words of CUDA C++ is in guide_rows.rs, which compiles."""
    rows = SOURCE / "tests" / "build" / "guide_rows.rs"
    table = [line.split("|")[2] for line in (SOURCE / "docs" / "guide" / "cuda.md").read_text().splitlines() if line.startswith("| `")]
    words = [word for cell in table for word in re.findall("`([^`]+)`", cell) if not word.startswith("--")]
    for word in words:
        wanted = re.escape(word).replace(re.escape("..."), ".*").replace("expression", ".*")
        assert re.search(wanted, rows.read_text()), f"{word} of cuda.md is not in {rows.name}"
    answer = subprocess.run(["rustgc", rows], capture_output=True, text=True, env=env, timeout=120)
    assert answer.returncode == 0 and len(words) > 30, answer


def check_cmake(env):
    """The lines of c.md for CMake, with the program and the kernel of examples/embedded."""
    lines, = [body for head, body in blocks((SOURCE / "docs" / "guide" / "c.md").read_text()) if head == ["cmake"]]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SOURCE / "examples" / "embedded" / "embedded.c", folder)
        shutil.copytree(SOURCE / "examples" / "embedded" / "kernels", folder, dirs_exist_ok=True)
        find, rest = lines.split("\n", 1)
        Path(folder, "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.24)\nproject(program LANGUAGES C)\n{find}\nadd_executable(program embedded.c)\n{rest}")
        generator = [] if shutil.which("make") else ["-G", "Ninja"]  # by itself CMake looks for make alone
        for words in (["-S", folder, "-B", f"{folder}/build", *generator], ["--build", f"{folder}/build"]):
            answer = subprocess.run(["cmake", *words], capture_output=True, text=True, env=env, timeout=300)
            assert answer.returncode == 0, answer
        answer = subprocess.run([f"{folder}/build/program"], capture_output=True, text=True, env=env, timeout=120)
        assert answer.stdout == "2.5 4.5 6.5 8.5\n", answer
    print("c.md: a program by CMake")


def run_page_of_rust():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        n_files, n_commands = run_page(SOURCE / "docs" / "guide" / "rust.md", {**os.environ, "RUSTG_CACHE": "off"})
        print(f"rust.md: {n_files} programs, {n_commands} commands")
        os.chdir("/")


def main():
    if sys.argv[2:] == ["rust.md"]:
        run_page_of_rust()
        return
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder, "prefix")
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(prefix)], check=True, capture_output=True)
        config = next(prefix.rglob("rustg_core.pc")).parent
        env = {**os.environ, "CMAKE_PREFIX_PATH": str(prefix), "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "PKG_CONFIG_PATH": str(config), "RUSTG_CACHE": "off",
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
            if page.name == "rust.md":
                continue
            if page.name == "c.md" and not (shutil.which("pkg-config") and shutil.which("cc")):
                print("skipped: c.md, for pkg-config or cc is not here")
                continue
            work = Path(folder, page.stem)
            work.mkdir()
            os.chdir(work)
            n_files, n_commands = run_page(page, env)
            print(f"{page.name}: {n_files} programs, {n_commands} commands")
        os.chdir(SOURCE)
        check_table(env)
        if shutil.which("cc"):
            check_cmake(env)
        run_readme(env)
        os.chdir("/")
    programs = [(SOURCE / "examples" / name).read_text() for name in ("run.c", "launch.c")]
    assert all(text in (SOURCE / "docs" / "guide" / "c.md").read_text() for text in programs), "run.c and launch.c in c.md"
    assert programs[0].count("\n") <= 30, "run.c is to run a kernel in 30 lines"
    print(f"{len(pages)} passed, 0 failed")


main()

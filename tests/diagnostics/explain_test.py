#!/usr/bin/env python3
"""The explanations of `rustgc --explain`: each code of the lists has one, the wrong program has that error first, the right one has none.

explain_test.py RUSTGC [CODE...]: without codes all. Where rustc 1.95 is installed it must give the same code for wrong programs, and none
for right ones, that do without rustg-std. A program may be marked as not tried, with the reason; few may.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("RUSTG_SOURCE_DIR", pathlib.Path(__file__).resolve().parent.parent.parent))
RUSTGC = pathlib.Path(sys.argv[1]).resolve()
TEXTS = sorted((ROOT / "src/diagnostics/explain").glob("*.txt"))
MOST_NOT_TRIED = 5
RUSTC = "1.95"
WRONG_CALL, MACHINE = 2, 3


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


def explanations():
    """What the texts say: for each code its meaning and the two programs with what stands behind `wrong` and `right`."""
    found = {}
    for path in TEXTS:
        for part in re.split(r"^=== ", path.read_text(), flags=re.MULTILINE)[1:]:
            form = re.fullmatch(r"((?:E|RUSTG)\d{4})\n(.*)\n--- wrong(.*?)\n(.*)\n--- right(.*?)\n(.*)", part, re.DOTALL)
            assert form, f"{path.name}: this is no explanation:\n{part}"
            code, meaning, wrong_mark, wrong, right_mark, right = form.groups()
            assert code not in found, f"{code} is explained twice"
            found[code] = meaning, {"wrong": (wrong_mark, wrong.strip("\n") + "\n"), "right": (right_mark, right.strip("\n") + "\n")}
    return found


def codes_of_lists():
    rows = "".join(path.read_text() for path in (ROOT / "include/rustg").glob("diagnostic_*.def"))
    for value, own in re.findall(r'^DIAG\w*\(\s*(\d+),\s*\w+,\s*"RUSTG(\d{4})"', rows, re.MULTILINE):
        assert int(value) == int(own), f"the code RUSTG{own} has the value {value}"
    return set(re.findall(r'^DIAG\w*\(\s*\d+,\s*\w+,\s*"((?:E|RUSTG)\d{4})"', rows, re.MULTILINE))


def find_rustc():
    """rustc itself, without rustup's detour, and None or why it is not asked."""
    if not shutil.which("rustc"):
        return None, "rustc is not installed"
    version = run("rustc", "--version").stdout
    if f" {RUSTC}." not in version:
        return None, f"{version.strip()} is not {RUSTC}"
    return pathlib.Path(run("rustc", "--print", "sysroot").stdout.strip()) / "bin" / "rustc", None


def first_code(errors):
    """The code of the first error, "" for an error without one and None where there is no error."""
    found = re.search(r"^(?:\S+: )?error(?:\[(\w+)\])?:", errors, re.MULTILINE)
    return (found.group(1) or "") if found else None


def compile_with(rustc, path, mark=""):
    """What rustg says of a file, and what rustc says where it is named."""
    edition, arch = re.fullmatch(r": edition (\d+)", mark), re.fullmatch(r": arch (sm_\w+)", mark)
    words = ["--edition=" + (edition.group(1) if edition else "2024"), "--error-format=short"]
    text = path.read_text()
    # without a kernel there is no IR
    output = ["--emit=ptx", "--arch", arch.group(1)] if arch else ["--emit=ir" if "#[kernel" in text else "--emit=thir"]
    compilers = [("rustg", [RUSTGC, path, *output, "-o", path.with_suffix(".out")])]
    if rustc and "rustg_std" not in text:
        compilers.append(("rustc", [rustc, path, "--crate-type=lib", "--emit=metadata", "-o", path.with_suffix(".rmeta")]))
    return [(name, run(*command, *words, cwd=path.parent)) for name, command in compilers]


def try_program(folder, rustc, code, which, mark, program):
    """What is wrong with a program, as lines."""
    path = folder / f"{code.lower()}_{which}.rs"
    path.write_text(program)
    wanted = code if which == "wrong" else None
    may_lack_nvrtc = wanted is None and mark.startswith(": arch ") # which is asked where rustg has found no error
    return [f"{code}, {which}: {name} says {done.stderr.strip() or 'nothing'}" for name, done in compile_with(rustc, path, mark)
            if (first_code(done.stderr) != wanted or (done.returncode == 0) != (wanted is None))
            and not (may_lack_nvrtc and done.returncode == MACHINE and "NVRTC" in done.stderr)]


def are_right_together(folder, rustc, jobs):
    """Whether right programs compile as the modules of one file, those without rustg-std and those with it: a run for many."""
    for name, is_kernel in (("plain", False), ("kernels", True)):
        modules = [f"pub mod {job[2].lower()} {{\n{job[5]}}}\n" for job in jobs if ("rustg_std" in job[5]) == is_kernel]
        path = folder / f"{name}.rs"
        path.write_text("".join(modules))
        if any(done.returncode for _, done in compile_with(rustc, path)):
            return False
    return True


def test_programs(known, folder):
    rustc, why_not = find_rustc()
    if why_not:
        print(f"SKIP what rustc says of the programs: {why_not}")
    not_tried, jobs = [], []
    for code, (_, programs) in known.items():
        for which, (mark, program) in programs.items():
            if mark.startswith(": not tried, "):
                not_tried.append(f"{code}, {which}")
            else:
                jobs.append((folder, rustc, code, which, mark, program))
    assert len(not_tried) <= MOST_NOT_TRIED, f"too many programs are not tried: {not_tried}"
    together = [job for job in jobs if job[3] == "right" and not job[4]]
    alone = [job for job in jobs if job not in together] if are_right_together(folder, rustc, together) else jobs
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        problems = [line for lines in pool.map(lambda job: try_program(*job), alone) for line in lines]
    assert not problems, "\n".join(problems)
    print(f"{len(jobs)} programs of {len(known)} codes, {len(alone)} of them alone; not tried: {', '.join(not_tried) or 'none'}")


def test_meanings(known):
    for code, (meaning, _) in known.items():
        n_sentences = len(re.findall(r"[.!?](?=\s|$)", re.sub(r"`[^`]*`", "x", meaning)))
        assert 2 <= n_sentences <= 5, f"{code}: {n_sentences} sentences"


def test_command_line(known):
    for code in ("E0502", "E0004", "E0805", "RUSTG0323"):
        shown = run(RUSTGC, "--explain", code)
        meaning, programs = known[code]
        assert shown.returncode == 0 and not shown.stderr and shown.stdout.startswith(code + "\n\n" + meaning), shown
        for _, program in programs.values():
            lines = ["    " + line if line else "" for line in program.splitlines()]
            assert "\n".join(lines) in shown.stdout, shown.stdout
        assert max(map(len, shown.stdout.splitlines())) <= 80
        for word in (code.lower(), code.replace("0", "", 1), code.removeprefix("E"), code.lstrip("E0")):
            assert run(RUSTGC, f"--explain={word}").stdout == shown.stdout, word
    for word, said in (("E0501", "rustg gives no error E0501\nrustgc: hint: the nearest one that it gives is E0502\n"),
                       ("9999", "rustg gives no error E9999\nrustgc: hint: the nearest one that it gives is E0805\n"),
                       ("RUSTG0300", "rustg gives no error RUSTG0300\nrustgc: hint: the nearest one that it gives is RUSTG0302\n"),
                       ("borrow", "`borrow` is no code of an error; a code is E0502, 502 or RUSTG0323\n"),
                       ("E00502", "`E00502` is no code of an error; a code is E0502, 502 or RUSTG0323\n"),
                       ("RUSTGE502", "`RUSTGE502` is no code of an error; a code is E0502, 502 or RUSTG0323\n"),
                       ("", "`` is no code of an error; a code is E0502, 502 or RUSTG0323\n")):
        done = run(RUSTGC, "--explain", word)
        assert done.returncode == WRONG_CALL and not done.stdout and done.stderr == "rustgc: error: " + said, done


def test_build_refuses(folder):
    """gen_explain, which the build runs, with texts that are changed in one place."""
    text = TEXTS[0].read_text()
    behind = text.index("=== E0005")
    first = text[text.index("=== E0004"):behind]
    for changed, said in ((text, None), (text.replace(first, ""), "E0004 has no explanation"),
                          (text.replace("=== E0004", "=== E0003"), "no list of include/rustg has this code"),
                          (text[:behind] + first + text[behind:], "ascending order, each once"),
                          (text.replace("\n--- right", "\n--- fixed", 1), "`--- wrong` and then `--- right`"),
                          (text.replace("--- wrong\n", "--- wrong: slow\n", 1), "behind `wrong` or `right`"),
                          (text.replace("--- wrong\n", "--- wrong\n--- right\n", 1), "the part above is empty"),
                          (text.replace("=== E0005\n", "=== E0005\n" + "x" * 81 + "\n"), "longer than 80 bytes"),
                          (text.replace("=== E0005\n", "=== E0005\n\u00e9\n"), "ASCII")):
        path = folder / TEXTS[0].name
        path.write_text(changed)
        done = run(RUSTGC.parent / "gen_explain", folder / "table.inc", path, *TEXTS[1:])
        assert (done.returncode == 0) == (said is None) and (said or "") in done.stderr, (said, done.stderr)


def main():
    known = explanations()
    codes = codes_of_lists()
    assert codes == set(known), f"without explanation: {sorted(codes - set(known))}; of no list: {sorted(set(known) - codes)}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if len(sys.argv) > 2:
            test_programs({code: known[code] for code in sys.argv[2:]}, folder)
            return
        test_meanings(known)
        test_command_line(known)
        test_build_refuses(folder)
        test_programs(known, folder)


if __name__ == "__main__":
    main()

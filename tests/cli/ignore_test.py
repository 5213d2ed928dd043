"""ignore_test.py RUSTGC: which files of a folder are read: those that `git ls-files --cached --others --exclude-standard`
lists, over random folders and rules; what --no-ignore, --include and --exclude change. Without git the comparison is skipped."""
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ["a", "b", "ab", "abc", "b.rs", "a.rs", "ab.rs", "x y.rs", "a[b].rs", "z", "B1", "1.rs", "a-.rs", "B.rs", "a\\.rs"]
PIECES = ["*", "?", "a", "b", "ab", ".rs", "[ab]", "[!a]", "[a-c]", "**", "/", "\\[", "x y", "c", "[]b]", "[^b-z]", "\\*", "***", "\\/", "\\",
          "[[:alpha:]]", "[[:digit:]b]", "[![:upper:]]", "[[:no:]]", "[[:", "[a/b]", "[a-", "[\\]b]", "[a-\\c]", "[--b]", "[a-c-]", "[[:punct:]]", "**/", "/**"]


def read(rustgc, *words, env=None):
    answer = subprocess.run([rustgc, "--format=tsv", *map(str, words)], capture_output=True, text=True, timeout=120, env=env)
    assert answer.returncode == 0, (words, answer)
    return [line.split("\t")[0].removeprefix("./") for line in answer.stdout.splitlines()]


def git(*words, env=None):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, env=env).stdout


def make_tree(rng, folder, depth):
    for name in rng.sample(NAMES, rng.randint(2, 6)):
        path = folder / name
        if depth > 0 and not name.endswith(".rs"):
            path.mkdir()
            make_tree(rng, path, depth - 1)
        elif name.endswith(".rs"):
            path.write_text("")


def random_rules(rng):
    lines = []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5: # of words that are there
            pattern = "/".join(rng.choice(NAMES + ["*", "**", "*.rs", "a*"]) for _ in range(rng.randint(1, 3)))
            pattern = rng.choice(["", "", "/", "**/"]) + pattern + rng.choice(["", "", "/", "/**", "/*"])
        else:
            pattern = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 5)))
        lines.append(rng.choice(["", "", "", "!", "# "]) + pattern + rng.choice(["", "", "  ", "\r", "\\ ", "\\\\  ", "\t"]))
    return rng.choice([""] * 4 + ["\ufeff"]) + "\n".join(lines) + rng.choice(["", "\n"])


def compare(rustgc, seed, env):
    rng = random.Random(seed)
    root = Path(f"r{seed}").resolve()
    root.mkdir()
    make_tree(rng, root, 3)
    os.chdir(root)
    git("init", "-q", ".", env=env)
    for rules in rng.sample(sorted(root.rglob("*/")) + [root], k=min(3, 1 + len(list(root.rglob("*/"))))):
        if rules.is_dir() and ".git" not in rules.parts:
            (rules / ".gitignore").write_text(random_rules(rng))
            if rng.random() < 0.1: # a link, which git does not follow
                (rules / ".gitignore").rename(rules / "rules")
                (rules / ".gitignore").symlink_to("rules")
    if rng.random() < 0.5:
        Path(".git/info/exclude").write_text(random_rules(rng))
    if rng.random() < 0.5:
        Path(env["HOME"], "rules").write_text(random_rules(rng))
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*.rs") if path.is_file())
    git("config", "index.version", str(rng.choice([2, 4])), env=env)
    if files:
        git("add", "-f", "--", *rng.sample(files, rng.randint(0, len(files))), env=env)
        if rng.random() < 0.3: # an index of version 3
            git("add", "-N", "-f", "--", rng.choice(files), env=env)
    folders = [".", *(str(path.relative_to(root)) for path in root.rglob("*/") if path.is_dir() and ".git" not in path.parts)]
    for folder in rng.sample(folders, min(3, len(folders))):
        listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", f"./{folder}", env=env).split("\0")
        wanted = {path for path in listed if path.endswith(".rs") and os.path.exists(path)}
        # git leaves a folder out as a whole where a rule above it names it; named to rustgc it is read
        if folder != "." and subprocess.run(["git", "check-ignore", "-q", "--no-index", folder], env=env, capture_output=True).returncode == 0:
            continue
        assert set(read(rustgc, folder, env=env)) == wanted, (seed, folder)
    os.chdir(root.parent)
    shutil.rmtree(root)


def test_against_git(rustgc):
    home = Path("home").resolve()
    home.mkdir()
    env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "none"), "GIT_CONFIG_NOSYSTEM": "1"}
    forms = ["[core]\n\texcludesFile = ~/rules\n", "[core] excludesfile = ~/rules ; in the home\n", f'[CORE]\r\n  EXCLUDESFILE="{home}/ru"les # x\r\n',
             '[core "x"]\nexcludesFile = ~/none\n[core]\nexcludesFileOf = ~/none\nexcludesFile = ~/none\nexcludesFile=~/\\"rules\\"\n']
    for seed in range(int(os.environ.get("RUSTG_RANDOM_N", "60"))):
        (home / ".gitconfig").write_text("[user]\nname = a\nemail = a\n" + forms[seed % len(forms)])
        (home / '"rules"').unlink(missing_ok=True)
        if seed % len(forms) == 3:
            (home / '"rules"').symlink_to("rules")
        compare(rustgc, seed, env)
    (home / ".gitconfig").write_text("[user]\nname = a\nemail = a\n" + forms[0])
    # A repository in the folder is read too, by the rules of its files.
    Path("outer/vendor").mkdir(parents=True)
    for folder in ("outer", "outer/vendor"):
        git("init", "-q", folder, env=env)
        Path(folder, "a.rs").write_text("")
        Path(folder, "b.rs").write_text("")
    Path("outer/vendor/.gitignore").write_text("b.rs\n")
    (home / "rules").write_text("")
    assert read(rustgc, "outer", env=env) == ["outer/a.rs", "outer/b.rs", "outer/vendor/a.rs"]
    # A worktree, whose .git is a file.
    (home / "rules").write_text("e.rs\n")
    Path("w").mkdir()
    os.chdir("w")
    git("init", "-q", ".", env=env)
    Path("a.rs").write_text("")
    Path("b.rs").write_text("")
    Path(".gitignore").write_text("*.rs\n")
    git("add", "-f", "a.rs", env=env)
    git("commit", "-qm", "a", env=env)
    git("worktree", "add", "-q", "../w2", env=env)
    for name in "cde":
        Path(f"../w2/{name}.rs").write_text("")
    Path(".git/info/exclude").write_text("d.rs\n")
    assert read(rustgc, ".", env=env) == ["a.rs"] and read(rustgc, "../w2", env=env) == ["../w2/a.rs", "../w2/c.rs"]
    Path(".git/index").write_bytes(Path(".git/index").read_bytes()[:70])
    assert read(rustgc, ".", env=env) == [], "of a torn index nothing is tracked"


def test_defaults(rustgc):
    for name in ("a.rs", ".hidden.rs", ".cache/a.rs", "target/a.rs", "crate/target/a.rs", "crate/src/target/a.rs", "built/target/a.rs",
                 "ignored/a.rs", "skip.rs", "gen/a.rs", "gen/keep.rs", "b.rs.in"):
        Path("d", name).parent.mkdir(parents=True, exist_ok=True)
        Path("d", name).write_text("use x;")
    Path("d/crate/Cargo.toml").write_text('[package]\nname = "c"\nedition = "2021"\n')
    Path("d/built/target/CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")
    Path("d/.gitignore").write_text("ignored/\nskip.rs\n/gen/*\n!keep.rs\n")
    plain = ["d/a.rs", "d/crate/src/target/a.rs", "d/gen/keep.rs", "d/target/a.rs"]
    assert read(rustgc, "d") == plain, "rules count without a repository, too"
    assert read(rustgc, "d/") == plain and read(rustgc, ".") == plain
    every = sorted(str(path) for path in Path("d").rglob("*.rs"))
    assert sorted(read(rustgc, "d", "--no-ignore")) == every
    assert read(rustgc, "d/.cache", "d/ignored", "d/skip.rs") == ["d/.cache/a.rs", "d/ignored/a.rs", "d/skip.rs"], "what is named is read"
    assert read(rustgc, "d", "--exclude", "target") == ["d/a.rs", "d/gen/keep.rs"]
    assert read(rustgc, "d", "--exclude=crate/**", "--exclude", "/gen/") == ["d/a.rs", "d/target/a.rs"]
    assert read(rustgc, "d", "--include", "*.in", "--include=keep.*") == ["d/b.rs.in", "d/gen/keep.rs"]
    assert read(rustgc, "d", "--include", "crate/**/*.rs") == ["d/crate/src/target/a.rs"]
    assert read(rustgc, "d/a.rs", "--exclude=*") == ["d/a.rs"], "patterns are of files in folders"


def test_patterns_take_linear_time(rustgc):
    Path("e").mkdir()
    Path("e", "a" * 200 + ".rs").write_text("")
    Path("e/.gitignore").write_text("*a" * 200 + "b\n" + "**/" * 200 + "b\n" + "[" * 10 + "\n")
    assert len(read(rustgc, "e")) == 1


def main():
    rustgc = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        test_defaults(rustgc)
        test_patterns_take_linear_time(rustgc)
        if shutil.which("git"):
            test_against_git(rustgc)
        os.chdir("/")
    print("3 passed, 0 failed" if shutil.which("git") else "2 passed, 0 failed; not compared with git, which is not here")


main()

#!/usr/bin/env python3
"""The recipes of docs/adding.md, used and with each step left out: recipes_test.py RUSTGC [all | NAME... | --update]

Each recipe (recipes.py) is applied to a copy of the tree, which is built, and the new thing is used. Then each step is
left out in turn, in each of its files: the build or a check must fail, with words that name what is missing. Without names only the recipe
that needs no new library is done; all of them take long. The table at the end of docs/adding.md is made of the recipes
(--update), and what it says is what the runs find."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from recipes import RECIPES, SOURCES, is_here  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUSTGC = pathlib.Path(sys.argv[1]).resolve()
CC = os.environ.get("RUSTG_C_COMPILER", "cc")


def edited(text, edit):
    """The text after the edit."""
    found = list(re.finditer(edit.pattern, text, re.MULTILINE))
    assert found, f"{edit.path}: nothing matches {edit.pattern}"
    if edit.kind == "swap":
        return text[:found[0].start()] + edit.text + text[found[0].end():]
    if edit.kind == "before":
        return text[:found[0].start()] + edit.text + text[found[0].start():]
    if edit.kind == "behind":
        line_end = text.index("\n", found[-1].end()) + 1
        return text[:line_end] + edit.text + text[line_end:]
    assert edit.kind == "again"
    for match in reversed(found):
        text = text[:match.end()] + match[0].replace(edit.old, edit.text) + text[match.end():]
    return text


class Copy:
    """A copy of the tree and its build. Files keep their times where their text does not change."""

    def __init__(self, folder, env):
        self.folder, self.env, self.changed = folder, env, {}
        self.build = folder / "build"
        shutil.copytree(ROOT, folder, symlinks=True, ignore=lambda at, names: {
            name for name in names if name in (".git", "target") or (name == "build" and pathlib.Path(at) == ROOT)})
        for name, text in SOURCES.items():
            (folder / name).write_text(text)

    def put(self, path, text):
        file = self.folder / path
        if text is None:
            file.unlink(missing_ok=True)
        elif not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def apply(self, edits):
        """The tree as it was, with these edits alone."""
        new = {}
        commands = [edit for edit in edits if edit.kind in ("made", "remade")]
        for edit in edits:
            if edit in commands:
                continue
            if edit.kind == "create":
                new[edit.path] = edit.text
                continue
            paths = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(edit.path))]
            paths = [path for path in paths if re.search(edit.pattern, (ROOT / path).read_text(), re.MULTILINE)]
            assert paths, f"{edit.path}: nothing matches {edit.pattern}"
            for path in paths if "*" in edit.path else paths[:1]:
                new[path] = edited(new.get(path) or (ROOT / path).read_text(), edit)
        for path in {*self.changed, *new}:
            original = ROOT / path
            self.put(path, new.get(path) or (original.read_text() if original.exists() else None))
        for edit in commands:
            written = self.folder / ("made" if edit.kind == "made" else edit.path)
            status, told = self.run([*edit.text, str(written)] if edit.kind == "made" else edit.text)
            assert status == 0, told
            new[edit.path] = written.read_text()
            self.put(edit.path, new[edit.path])
        self.changed = new

    def run(self, command):
        done = subprocess.run(command, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=1800)
        return done.returncode, done.stdout.decode(errors="replace").replace("\u2018", "'").replace("\u2019", "'")

    def make(self, recipe):
        if recipe.only_cli:
            self.build.mkdir(exist_ok=True)
            sources = sorted(str(path) for path in self.folder.glob("src/cli/*.c"))
            return self.run([CC, "-std=gnu11", "-O0", "-Werror=switch", "-Isrc", "-Iinclude", "-o", "build/rustgc",
                             *sources, str(RUSTGC.parent / "librustg_core.a"), "-lm", "-lpthread", "-ldl"])
        if not (self.build / "build.ninja").exists():
            status, told = self.run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                                     "-DCMAKE_C_FLAGS_DEBUG=-O0", f"-DCMAKE_C_COMPILER={CC}", "-DRUSTG_BUILD_TESTS=ON",
                                     "-DRUSTG_CUDA=OFF", "-DRUSTG_WERROR=ON"])
            if status:
                return status, told
        return self.run(["ninja", "-C", "build", *recipe.targets])

    def fails(self, recipe):
        """None and nothing where the build and all checks are well, else who notices and says what."""
        status, told = self.make(recipe)
        if status:
            return "the build", told
        for check in recipe.checks:
            if not is_here(check.name):
                continue
            command = [word.replace("RUSTGC", str(self.build / "rustgc")) for word in check.command]
            command = [word.replace("=LIBRARY", f"={RUSTGC.parent / 'librustg.so'}") for word in command]
            if command[0].startswith("tests/"):
                command[0] = str(self.build / command[0])
            status, told = self.run(command)
            if status != check.ok or not re.search(check.says, told):
                return check.name, f"{' '.join(check.command)} gives {status}, not {check.ok} and `{check.says}`:\n{told}"
        return None, ""


def short(told):
    """The lines that say what is wrong, or the last ones."""
    lines = told.splitlines()
    return "\n".join([line for line in lines if re.search(r"error|FAIL", line)][:8] + lines[-4:])


def steps_here(recipe):
    return [step for step in recipe.steps if is_here(step.by)]


def run_recipe(copy, recipe):
    failures = []
    steps = steps_here(recipe)
    copy.apply([edit for step in steps for edit in step.edits])
    files = sorted(copy.changed)
    by, told = copy.fails(recipe)
    if by:
        return [f"{recipe.name} does not work:\n{short(told)}"], files
    for step, name, left_out in [(step, *part) for step in steps for part in step.parts()]:
        copy.apply([edit for other in steps for edit in other.edits if edit not in left_out])
        by, told = copy.fails(recipe)
        print(f"  without {name}: {by}", flush=True)
        if by is None:
            failures.append(f"{recipe.name} without `{name}`: nothing fails")
        elif not re.search(step.without, told):
            failures.append(f"{recipe.name} without `{name}`: no `{step.without}` in\n{short(told)}")
        elif by != step.by:
            failures.append(f"{recipe.name} without `{name}`: noticed by {by}, not by {step.by}")
    return failures, files


# The changes of the table, and what a newcomer calls them.
NEWCOMER = {"option": "a flag of rustgc", "syntax_error": "a syntax error", "intrinsic": "an intrinsic",
            "contextual_keyword": "a contextual keyword"}
TABLE = "| change | files | forgotten step | noticed by |\n|---|---|---|---|\n"


def files_of(recipe):
    """What its edits change; an edit that finds no place in today's tree ends the program."""
    paths = set()
    for edit in (edit for step in recipe.steps for edit in step.edits):
        found = [path.relative_to(ROOT).as_posix() for path in ROOT.glob(edit.path)] if edit.kind != "create" else [edit.path]
        matching = [path for path in found if re.search(edit.pattern, (ROOT / path).read_text(), re.MULTILINE)] if edit.pattern else found
        assert matching, f"{recipe.name}: {edit.path}: nothing matches {edit.pattern}"
        paths.update(matching if "*" in edit.path else matching[:1])
    return paths


def table():
    rows = TABLE
    for recipe in RECIPES:
        change, n = NEWCOMER.get(recipe.name), str(len(files_of(recipe)))
        for step in recipe.steps if change else []:
            rows += f"| {change} | {n} | {step.name} | {step.by.replace('using it', 'the first use')} |\n"
            change = n = ""
    return rows


def check_table(guide):
    """The guide with the table of today; nothing but the table is made."""
    found = re.search(re.escape(TABLE) + r"(?:\|.*\n)*", guide)
    assert found, "docs/adding.md has no table of changes"
    return guide.replace(found[0], table())


def main():
    names = [name for name in sys.argv[2:] if name != "--update"]
    document = ROOT / "docs" / "adding.md"
    if "--update" in sys.argv:
        document.write_text(check_table(document.read_text()))
        return 0
    chosen = [recipe for recipe in RECIPES
              if recipe.name in names or names == ["all"] or (not names and recipe.only_cli)]
    assert chosen, f"no recipe of {names}"
    guide = document.read_text()
    n_passed, n_failed, not_here = 0, 0, []
    if check_table(guide) != guide:
        n_failed += 1
        print("docs/adding.md: the table of changes is not that of the recipes; --update writes it")
    for recipe in RECIPES:
        for path in sorted(files_of(recipe)):
            if path not in guide and not path.startswith("kernels/library/"):
                n_failed += 1
                print(f"docs/adding.md does not name {path}, a file of the recipe {recipe.name}")
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, RUSTG_CACHE="off", RUSTG_SOURCE_DIR=folder + "/tree", RUSTG_BUILD_DIR=folder + "/tree/build",
                   CCACHE_BASEDIR=folder)
        env.pop("RUSTG_ORACLE_DIR", None)  # rustc's parser does not know what is new
        copy = Copy(pathlib.Path(folder) / "tree", env)
        for recipe in chosen:
            failures, files = run_recipe(copy, recipe)
            n_steps = sum(len(step.parts()) for step in steps_here(recipe))
            n_passed += n_steps + 1 - min(len(failures), n_steps + 1)
            n_failed += len(failures)
            not_here += [f"{recipe.name} ({step.name})" for step in recipe.steps if step not in steps_here(recipe)]
            print(f"{recipe.name}: {len(files)} files, {n_steps} steps", *failures, sep="\n  ", flush=True)
    skipped = f"; skipped: {len(not_here)} steps, for want of bindgen, rustfmt, cargo or numpy: {', '.join(not_here)}"
    print(f"{n_passed} passed, {n_failed} failed{skipped if not_here else ''}")
    return n_failed != 0


if __name__ == "__main__":
    if os.environ.get("RUSTG_SANITIZE"):
        print("skipped: the copies are built without sanitizers, and linked with this build's library")
        sys.exit(77)
    sys.exit(main())

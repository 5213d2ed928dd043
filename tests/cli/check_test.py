"""check_test.py RUSTGC: what `rustgc FILE` checks: the kernels of files that are named, the editions of the nearest Cargo.toml;
and what is said where there is nothing to make."""
import json
import subprocess
from pathlib import Path

from in_folders import run_each

OK, SOURCE, CALL, MACHINE = 0, 1, 2, 3
HEAD = "use rustg_std::prelude::*;\n"
KERNEL = HEAD + """#[kernel]
pub fn twice(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = 2.0 * x[i];
    }
}
"""
WRONG = KERNEL.replace("2.0", "two")


def run(rustgc, status, *words, data="", **more):
    answer = subprocess.run([rustgc, *map(str, words)], input=data, capture_output=True, text=True, timeout=120, **more)
    assert answer.returncode == status, (words, answer)
    return answer.stdout, answer.stderr


def test_kernels_are_checked(rustgc):
    Path("good.rs").write_text(KERNEL)
    Path("wrong.rs").write_text(WRONG)
    assert run(rustgc, OK, "good.rs")[0].endswith(": no errors\n")
    out, err = run(rustgc, SOURCE, "wrong.rs", "good.rs", "--error-format=short")
    assert "wrong.rs:6:16: error[E0425]: cannot find value `two`" in err and out.endswith(": 1 error in 1 file\n")
    table = [line.split("\t") for line in run(rustgc, SOURCE, "good.rs", "wrong.rs", "--format=tsv")[0].splitlines()]
    assert [row[:2] for row in table] == [["good.rs", "ok"], ["wrong.rs", "error"]] and table[1][3] == "6:16"
    files = json.loads(run(rustgc, SOURCE, "wrong.rs", "--format=json")[0])["files"]
    assert [error["code"] for error in files[0]["errors"]] == ["E0425"] and files[0]["n_nodes"] > 10
    assert "E0425" in run(rustgc, SOURCE, "-", data=WRONG)[1]
    assert run(rustgc, OK, "--syntax-only", "wrong.rs")[1] == ""
    assert "E0425" not in run(rustgc, OK, "--emit=ast", "wrong.rs")[1]
    for attribute in ("#[kernel(block = 64)]", "#[ kernel ]", "#[rustg_std::kernel]"):
        Path("form.rs").write_text(WRONG.replace("#[kernel]", attribute))
        assert "E0425" in run(rustgc, SOURCE, "form.rs")[1], attribute
    for text in ("fn kernel() { two }", "#[kernel_of(a)] fn f() { two }", "struct S { #[kernel] a: Two }", "// #[kernel]\nfn f() { two }"):
        Path("other.rs").write_text(text)
        assert run(rustgc, OK, "other.rs")[1] == "", text
    Path("syntax.rs").write_text(WRONG + "fn {")
    assert "E0425" not in run(rustgc, SOURCE, "syntax.rs")[1], "what does not parse is not checked further"


def test_marks_of_kernels(rustgc):
    """A kernel is found by whatever writes its mark, and where that is misspelled by what only kernels name; hosts' files are not taken
    for kernels."""
    body = "fn k(mut y: GridMut<f32>) {\n    y[thread::index()] = two;\n}\n"
    made = "macro_rules! make {\n    ($n:ident) => {\n        #[kernel]\n        /// Doc.\n        pub fn $n(mut y: GridMut<f32>) {\n            y[thread::index()] = two;\n        }\n    };\n}\nmake!(k);\n"
    for text in (HEAD + made, HEAD + made.replace("pub", "#[inline] $v").replace("$n:ident", "$v:vis, $n:ident").replace("!(k", "!(pub, k"),
                 HEAD + "#[cfg_attr(all(), kernel)]\npub " + body, HEAD + "#[cfg_attr(all(), inline, kernel(block = 64))]\npub " + body,
                 "use rustg_std::{GridMut, thread};\n#[::rustg_std::kernel]\n" + body, HEAD + '#[kernel]\n#[inline(always)]\npub(crate) unsafe ' + body,
                 HEAD + "fn k() {\n    two\n}\n", "extern crate rustg_std;\nfn k() {\n    two\n}\n",
                 "fn k(x: rustg_std::GridMut<f32>) {\n    two\n}\n", "use rustg_std::{thread::index, bf16};\nfn k() {\n    two\n}\n"):
        Path("k.rs").write_text(text)
        assert "E0425" in run(rustgc, SOURCE, "k.rs")[1], text
    Path("k.rs").write_text(HEAD + "#[kernal]\npub " + body)
    err = run(rustgc, SOURCE, "k.rs")[1]
    assert "an attribute macro with a similar name exists" in err and "+ #[kernel]\n" in err, err
    for text in (HEAD + "fn main() {\n    two\n}\n", HEAD + "use rustg_std::cpu::launch;\nfn k() {\n    two\n}\n",
                 HEAD + "use std::fs;\nfn k() {\n    two\n}\n", HEAD + "use crate::two;\nfn k() {\n    two\n}\n",
                 "use rustg_std::{bf16, f16};\nfn k() {\n    two\n}\n", "/// use rustg_std::prelude::*;\nfn k() {\n    two\n}\n",
                 'fn k() {\n    "#[kernel] fn a() {} use rustg_std::prelude::*;"; two\n}\n', "#[cfg_attr(all(a, kernel), inline)] fn k() { two }",
                 "#[cfg(kernel)] fn k() { two }", "macro_rules! m { () => { #[kernel] struct S; } }\nfn k() { two }", "kernel! { #[kernel] a: 1 }"):
        Path("k.rs").write_text(text)
        assert run(rustgc, OK, "k.rs")[1] == "", text


def test_modules(rustgc):
    """Errors in a module of the file, and cfgs."""
    Path("m.rs").write_text("#[cfg(zed)]\nconst A: u32 = 1u8;\npub fn f() -> f32 {\n    1u8\n}\n")
    Path("root.rs").write_text("mod m;\n" + KERNEL.replace("2.0", "m::f()"))
    out, err = run(rustgc, SOURCE, "root.rs", "--format=tsv", "--error-format=short")
    assert "m.rs:4:5: error[E0308]" in err and "m.rs:2:" not in err
    table = [line.split("\t")[:2] for line in out.splitlines()]
    assert table == [["root.rs", "ok"], ["m.rs", "error"]]
    assert "m.rs:2:16: error[E0308]" in run(rustgc, SOURCE, "root.rs", "--cfg=zed", "--error-format=short")[1]


def test_kernels_of_modules(rustgc):
    """A root without kernels of its own is checked where a module in a file of its own has some, as deep as they lie."""
    Path("k/a").mkdir(parents=True)
    Path("k/root.rs").write_text("mod a;\nmod inline {\n    pub mod b {}\n}\n")
    Path("k/a.rs").write_text("mod none;\nmod b;\n")
    Path("k/a/none.rs").write_text("")
    Path("k/a/b.rs").write_text(WRONG)
    assert "k/a/b.rs:6:16: error[E0425]" in run(rustgc, SOURCE, "k/root.rs", "--error-format=short")[1]
    assert "b.rs:6:16: error[E0425]" in run(rustgc, SOURCE, "root.rs", "--error-format=short", cwd="k")[1]
    run(rustgc, OK, "k/root.rs", "--syntax-only")
    Path("k/a/b").mkdir()
    Path("k/a/b.rs").rename("k/a/b/mod.rs")
    assert "k/a/b/mod.rs:6:16: error[E0425]" in run(rustgc, SOURCE, "k/root.rs", "--error-format=short")[1]
    Path("k/a/b/mod.rs").write_text("pub fn f() -> u32 {\n    1.0\n}\n")
    assert run(rustgc, OK, "k/root.rs")[1] == "", "there is no kernel now"
    for name, other in (("x", "y"), ("y", "x")): # each other's module, by way of a link
        Path("k", f"{name}.rs").write_text(f"mod {other};\n")
        Path("k", name).symlink_to(".")
    assert run(rustgc, OK, "k/x.rs")[1] == ""


def test_folders_are_not_checked(rustgc):
    """A file in a folder may be a module of another one: its syntax alone is checked, and that is told."""
    Path("d").mkdir()
    for i in range(2):
        Path(f"d/{i}.rs").write_text(WRONG)
        _, err = run(rustgc, OK, "d")
        assert err == (f"rustgc: hint: of {i + 1} file{'s' * i} with kernels only the syntax was checked; name "
                       f"{'them' if i else 'it'} to check the kernels too\n")
    assert run(rustgc, OK, "d", "--format=tsv")[1] == "" and run(rustgc, OK, "d", "--syntax-only")[1] == ""


def test_no_kernel(rustgc):
    Path("none.rs").write_text(HEAD + "pub fn f() {}\n")
    for emit in ("cuda", "c", "so", "ir", "ir-opt", "adjoint", "launch-h"):
        out, err = run(rustgc, SOURCE, "none.rs", f"--emit={emit}")
        assert out == "" and "there is no kernel in `none.rs`" in err and "#[kernel]" in err and "public" not in err
    Path("private.rs").write_text(KERNEL.replace("pub fn", "fn"))
    assert "twice" in run(rustgc, OK, "private.rs", "--emit=c")[0], "a kernel may be private"
    assert json.loads(run(rustgc, OK, "none.rs", "--emit=kernels")[0])["kernels"] == []
    assert "there is no kernel" in run(rustgc, SOURCE, "none.rs", "--dump-after=gvn")[1]
    assert "body f " in run(rustgc, OK, "none.rs", "--emit=thir")[0], "functions that no kernel calls have bodies, too"
    out, err = run(rustgc, SOURCE, "private.rs", "--emit=adjoint")
    assert out == "" and "no kernel in `private.rs` has a gradient" in err and "#[kernel(adjoint)]" in err
    err = run(rustgc, SOURCE, "private.rs", "--emit=adjoint,ir", "--out-dir=none")[1]
    assert "has a gradient" in err and not Path("none").exists(), "nor is the IR written"


def test_endings(rustgc):
    Path("k.rs").write_text(KERNEL)
    for name, meant in (("k.ptxx", "`.ptx`"), ("k.cubim", "`.cubin`"), ("a.d/k.html", None)):
        err = run(rustgc, CALL, "k.rs", "-o", name)[1]
        assert "does not say what to write" in err and ("did you mean" in err) == bool(meant) and (meant or "") in err, err
        assert not Path(name).exists()
    for words in (["--emit=check"], ["--format=tsv"]):
        run(rustgc, OK, "k.rs", "-o", "k.text", *words)
    for name in ("verdict", "a.d/k", "k."):
        err = run(rustgc, CALL, "k.rs", "-o", name)[1]
        assert f"`{name}` after -o does not say what to write: it has no ending" in err and "hint: --emit says" in err, err
        assert not Path(name).exists()
    run(rustgc, OK, "k.rs", "-o", "/dev/null")
    assert "no errors" in run(rustgc, OK, "k.rs", "-o", "-")[0]
    run(rustgc, OK, "k.rs", "-o", "verdict", "--emit=check")
    assert "no errors" in Path("verdict").read_text()
    run(rustgc, OK, "k.rs", "-o", "k.cu")
    assert "__global__" in Path("k.cu").read_text()


def test_edition_of_the_package(rustgc):
    Path("p/src").mkdir(parents=True)
    Path("p/Cargo.toml").write_text('[package]\nname = "p"\nedition = "2021"\n')
    Path("p/src/lib.rs").write_text("pub fn gen() {}\n")
    Path("p/src/k.rs").write_text(KERNEL + "pub fn gen() {}\n")
    run(rustgc, OK, "p/src/lib.rs", "p/src/k.rs")
    run(rustgc, OK, "p")
    run(rustgc, OK, "p/src/k.rs", "--emit=cuda")
    run(rustgc, SOURCE, "p", "--edition=2024")
    Path("p/Cargo.toml").unlink()
    run(rustgc, SOURCE, "p/src/lib.rs")


def test_literals(rustgc):
    """As rustc, `.0` is offered behind an integer that has no suffix alone."""
    for literal, is_offered in (("1", True), ("1u8", False), ("2usize", False)):
        Path("k.rs").write_text(KERNEL.replace("2.0 * x[i]", f"x[i] * {literal}"))
        assert ("writing it with `.0`" in run(rustgc, SOURCE, "k.rs")[1]) == is_offered, literal


run_each(globals())

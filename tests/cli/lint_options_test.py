"""lint_options_test.py RUSTGC: --allow, --warn, --deny, --forbid and --cap-lints, and what they say of levels, in rustc's words."""
import sys

from rustgc_run import CALL, OK, SOURCE, expect, run_tests, write

NAMED = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n    let Half = 0.5;\n    y[thread::index()] = Half;\n}\n"
ALLOWED = NAMED.replace("#[kernel]", "#[allow(non_snake_case)]\n#[kernel]")
TOLD = "variable `Half` should have a snake case name"


def test_levels():
    write("k.rs", NAMED)
    write("allowed.rs", ALLOWED)
    for words, status, told in (([], OK, "warning: " + TOLD), (["--allow=non_snake_case"], OK, ""), (["-A", "non-snake-case"], OK, ""),
                                (["--allow=nonstandard_style"], OK, ""), (["-Awarnings"], OK, ""), (["--cap-lints=allow"], OK, ""),
                                (["--deny=non_snake_case"], SOURCE, "error: " + TOLD), (["--forbid", "non_snake_case"], SOURCE, "error: " + TOLD),
                                (["-F", "nonstandard_style"], SOURCE, "error: " + TOLD), (["--deny=warnings"], SOURCE, "error: " + TOLD),
                                (["--deny=warnings", "--cap-lints=allow"], OK, ""), (["--deny=warnings", "--cap-lints=forbid"], SOURCE, "error: " + TOLD),
                                (["--deny=non_snake_case", "--warn=non_snake_case"], OK, "warning: " + TOLD),
                                (["-Awarnings", "-W", "non_snake_case"], OK, "")):
        for emit in ("check", "c"):
            err = expect(status, *words, "k.rs", f"--emit={emit}", "-o", "-")[1]
            assert (told in err) if told else err == "", (words, err)
        if words != ["--forbid", "non_snake_case"]:
            assert TOLD not in expect(OK, *words, "allowed.rs", "--emit=c", "-o", "-")[1], words
    for flag in ("--forbid=non_snake_case", "-Fnon-snake-case"):
        err = expect(SOURCE, flag, "allowed.rs", "--emit=c", "-o", "-")[1]
        assert "error[E0453]" in err and "on command line (`-F non_snake_case`)" in err, err


def test_mod_files():
    """What is forbidden is looked for in the files around, of which the root may stand in for itself where macros are called."""
    write("root.rs", "use rustg_std::prelude::*;\nmod part;\n#[forbid(dead_code)]\npub fn a() {}\nmacro_rules! m { () => {} }\nm!();\n"
                     "#[allow(dead_code)]\nfn b() {}\n#[kernel]\npub fn k(mut o: GridMut<u32>) { part::f(); o[thread::index()] = 1; }\n")
    write("part.rs", "pub fn f() {}\n#[allow(dead_code)]\nfn g() {}\n")
    expect(OK, "root.rs", "--emit=c", "-o", "-")
    write("forbids.rs", "#![forbid(dead_code)]\nmod part;\n")
    assert "part.rs:2:9" in expect(SOURCE, "forbids.rs", "--emit=kernels")[1]


def test_what_sets_a_level():
    write("k.rs", NAMED)
    for words, note in ((["--deny=non_snake_case"], "= note: requested on the command line with `-D non-snake-case`"),
                        (["--forbid=nonstandard_style"], "= note: `-F non-snake-case` implied by `-F nonstandard-style`"),
                        (["--deny=warnings"], "= note: `-D non-snake-case` implied by `-D warnings`\n"
                                              "  = help: to override `-D warnings` add `#[allow(non_snake_case)]`"),
                        ([], "= note: `#[warn(non_snake_case)]` (part of `#[warn(nonstandard_style)]`) on by default")):
        assert note in expect(SOURCE if words else OK, *words, "k.rs", "--emit=c", "-o", "-")[1], words


def test_wrong_calls():
    write("k.rs", NAMED)
    for words in (["--cap-lints=maybe"], ["--allow="], ["--warn"], ["-Wall"], ["-Wno-unused"], ["-Werror"]):
        expect(CALL, "k.rs", *words)


def test_counts():
    write("k.rs", NAMED + "pub fn Second() {}\n")
    assert expect(OK, "k.rs")[1].endswith("warning: 2 warnings emitted\n\n")
    err = expect(SOURCE, "--deny=non_snake_case", "k.rs")[1]
    assert "error: aborting due to 2 previous errors\n" in err and "--explain" not in err, err
    write("k.rs", NAMED + "#[deny(non_snake_case)]\npub fn Second() {}\n")
    assert "error: aborting due to 1 previous error; 1 warning emitted\n" in expect(SOURCE, "k.rs")[1]
    assert expect(OK, "--allow=warnings", "--cap-lints=allow", "k.rs", "--error-format=json")[1] == ""


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

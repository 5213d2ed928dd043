"""run_kernels_test.py RUSTGC [TEST...]: kernels that rustgc runs: their arguments, instances and profile, what they print, and what the interpreter finds."""
import json
import pathlib
import re
import sys

import rustgc_run
from rustgc_run import CALL, MACHINE, OK, SOURCE, run_tests, write


def expect(status, *args, **keywords):
    """Of programs that rustc would warn of, and of whose standard error all counts here."""
    return rustgc_run.expect(status, "--cap-lints=allow", *args, **keywords)


def test_interpreter_finds():
    """The interpreter is given what was written: at -O3 nothing of `p` would be left."""
    write("k.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub unsafe fn gone(mut y: GridMut<u32>) {\n    let p;\n"
                  b"    {\n        let x = 5u32;\n        p = &raw const x;\n    }\n    y[thread::index()] = unsafe { *p };\n}\n")
    launch = ["k.rs", "--run=gone", "--for=1", "--arg=[0]", "--engine=interpreter"]
    assert "k.rs:9: a read of 4 bytes in a local that is gone" in expect(SOURCE, *launch)[1]
    expect(OK, *launch, "-O3")


def test_kernels_print():
    write("says.rs", "use rustg_std::prelude::*;\n#[kernel]\npub fn k(n: u32) {\n    for i in 0..n {\n"
                     "        println!(\"{i:>4}\");\n    }\n    dbg!(n * 2);\n}\n")
    for engine in "cpu", "interpreter":
        how = f"--engine={engine}", "--run=k", "--for=1"
        out, err = expect(OK, *how, "--arg=2", "says.rs")
        assert (out, err) == (b"   0\n   1\n", "[says.rs:7:5] n * 2 = 4\n"), (out, err)
        out, err = expect(OK, *how, "--arg=4097", "says.rs")
        assert out.count(b"\n") == 4096 and "2 messages of the kernel were lost" in err, err


def test_debug_shows_tokens():
    """dbg! shows what stringify! makes of its argument: all but white space and comments as it stands."""
    for text, shown in (("1+2 * 3", "1+2 * 3"), ("[ n , !n ] . len( ) as u32", "[n, !n].len() as u32"), ("P{n:1}.n", "P{n:1}.n"),
                        ("P {\n n: 4,  // four\n }.n", "P { n: 4, }.n"), (r'"{}\\".len() as u32', r'"{}\\".len() as u32')):
        write("says.rs", "use rustg_std::prelude::*;\npub struct P {\n    n: u32,\n}\n#[kernel]\npub fn k(n: u32) {\n"
                         f"    let _: u32 = dbg!({text});\n    let _ = n;\n}}\n")
        _, err = expect(OK, "says.rs", "--run=k", "--for=1", "--arg=3", "--engine=interpreter")
        assert err.startswith(f"[says.rs:7:18] {shown} = "), err


def test_debug_counts_values():
    """dbg! of none says where it is, and of several it is a tuple of them."""
    write("says.rs", "use rustg_std::prelude::*;\n#[kernel]\npub fn k(n: u32) {\n    let _: () = dbg!();\n    let _: (u32,) = (dbg!(n,),);\n"
                     "    let (a, b): (u32, &str) = dbg!(n + 1, \"x\",);\n    dbg!(a, [b], dbg!());\n}\n")
    for engine in "cpu", "interpreter":
        _, err = expect(OK, "says.rs", "--run=k", "--for=1", "--arg=3", f"--engine={engine}")
        assert err == ("[says.rs:4:17]\n[says.rs:5:22] n = 3\n[says.rs:6:31] n + 1 = 4\n[says.rs:6:31] \"x\" = \"x\"\n[says.rs:7:5] a = 4\n"
                       "[says.rs:7:5] [b] = [\n    \"x\",\n]\n[says.rs:7:18]\n[says.rs:7:5] dbg!() = ()\n"), err


def test_generic_kernels():
    write("generic.rs", "use rustg_std::prelude::*;\npub mod m {\n    use rustg_std::prelude::*;\n    #[kernel]\n"
                        "    pub fn fill<T: Copy>(v: T, mut y: GridMut<T>) {\n        let i = thread::index();\n"
                        "        if i < y.len() {\n            y[i] = v;\n        }\n    }\n}\nfn plain() {}\npub use m::fill as again;\n")
    for engine in "cpu", "interpreter":
        out, _ = expect(OK, f"--engine={engine}", "--run=m::fill::< f32 >", "--for=2", "--arg=1.5", "--arg=[0; 2]", "--out=1",
                        "generic.rs")
        assert out == b"y: [f32; 2] = [1.5, 1.5]\n", out
    kernels = json.loads(expect(OK, "--emit=kernels", "-o", "-", "--instance=m::fill::<[u8; 2]>", "--instance", "m::fill::<i32>",
                                "--instance=m::fill::<i32>", "generic.rs")[0])["kernels"]
    assert [k["name"] for k in kernels] == ["m__fill__u8__2", "m__fill__i32"], kernels
    assert json.loads(expect(OK, "--emit=kernels", "-o", "-", "generic.rs")[0])["kernels"] == []
    for instance, words in (("m::fill", "type annotations needed"), ("m::fill::<str>", "`str` cannot be known"),
                            ("m::drop::<u8>", "names no generic kernel"), ("m::fill::<u8, u8>", "1 generic argument"),
                            ("x;", "is no instance of a kernel"), ("plain", "names no generic kernel"),
                            ("m::fill::<&u8>", "cannot be `&u8`"),
                            ("m::fill::<*const u8>", "a raw pointer can be a parameter of an `unsafe` kernel only")):
        _, err = expect(SOURCE, "--emit=kernels", "-o", "-", f"--instance={instance}", "generic.rs")
        assert words in err, (instance, err)
        assert instance not in ("m::fill", "m::fill::<str>") or "generic.rs:5:12" in err, err
    for asked, name in ("again::<u8>", "again__u8"), ("m::fill::<()>", "m__fill"):
        kernels = json.loads(expect(OK, "--emit=kernels", "-o", "-", f"--instance={asked}", "generic.rs")[0])["kernels"]
        assert [k["name"] for k in kernels] == [name], kernels
    expect(OK, "--run=again::<u8>", "--for=2", "--arg=1", "--arg=[0; 2]", "generic.rs")


def test_profile():
    header = b"{'descr': '<u4', 'fortran_order': False, 'shape': (100,), }"
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    pathlib.Path("y.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(400))
    write("k.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn twice(mut y: GridMut<u32>) {\n"
                  b"    let i = thread::index();\n    if i < y.len() {\n        y[i] *= 2;\n    }\n}\n")
    launch = ["k.rs", "--run=twice", "--for=100", "--arg=y.npy"]
    for engine in ("cpu", "interpreter"):
        out, err = expect(OK, *launch, f"--engine={engine}", "--profile=trace.json")
        assert out == b"" and err.startswith("profile of the CPU device\nkind ")
        assert re.search(r"^kernel +twice +1 +[0-9.]+ ", err, re.M), err
        events = json.loads(pathlib.Path("trace.json").read_text())["traceEvents"]
        kernels = [event for event in events if event.get("cat") == "kernel"]
        assert len(kernels) == 1 and kernels[0]["name"] == "twice" and kernels[0]["args"] == {"bytes": 400}
        assert kernels[0]["ph"] == "X" and kernels[0]["ts"] > 0 and kernels[0]["dur"] > 0
        names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
        assert names == {0: "host", 1: "the CPU device"}
    assert expect(OK, *launch, "--engine=cpu", "--profile")[1].startswith("profile of the CPU device\n")
    assert expect(OK, *launch, "--engine=cpu")[1] == ""
    long = pathlib.Path("a_folder_with_a_long_name", "and_one_more_in_it", "k.rs")
    write(long, pathlib.Path("k.rs").read_bytes())
    table = expect(OK, long, *launch[1:], "--engine=interpreter", "--profile")[1].splitlines()
    at = table[1].index(" n ")
    assert any(str(long) in line for line in table) and {line[at:at + 3] for line in table[2:]} == {" 1 "}, table
    expect(CALL, "--profile", "k.rs")
    expect(CALL, "--profile=", *launch)
    expect(MACHINE, *launch, "--engine=cpu", "--profile=no/such/folder")


def test_run_arguments():
    """Headers of .npy files that end early or name types that are none, and grids that no launch has."""
    write("k.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn twice(mut y: GridMut<f32>) {\n"
                  b"    let i = thread::index();\n    if i < y.len() {\n        y[i] *= 2.0;\n    }\n}\n")
    launch = ["k.rs", "--run=twice", "--engine=interpreter", "--arg=y.npy"]

    def array(header, data=bytes(400)):
        pathlib.Path("y.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data)

    rest = b"', 'fortran_order': False, 'shape': (100,), }"
    array(b"{'descr': '<f4" + rest)
    expect(OK, *launch, "--for=100")
    wrong = [b"{'descr': '" + descr + rest for descr in (b"<f4294967300", b"<f-4294967292", b"<f18446744073709551620", b"<f", b"<f 4", b"<", b"", b"f4", b">f4")]
    front = b"{'fortran_order': False, 'shape': (100,), 'descr': '"
    wrong += [front + descr for descr in (b"", b"<", b"<f", b"<f4")]
    wrong += [b"{'descr': '<f4', 'fortran_order': False, 'shape': " + shape for shape in (b"(-1,), }", b"(99999999999999999999,), }", b"(100", b"(", b"(10 10), }", b"(100), }", b"(,100), }", b"(100,,), }")]
    wrong += [b"{'descr': '<f4', 'shape': (100,), 'fortran_order': " + order for order in (b"Falsey, }", b"0, }", b"", b"Truth}")]
    for order in (b"False}", b"True, }"):
        array(b"{'descr': '<f4', 'shape': ( 100 , ), 'fortran_order': " + order)
        expect(OK, *launch, "--for=100")
    for header in wrong:
        array(header)
        assert "cannot read `y.npy`" in expect(CALL, *launch, "--for=100")[1], header
    array(b"{'descr': '<f4" + rest)
    for shape in (["--for=4294967301", "--block=1"], ["--for=1099511627776"], ["--for=2147483648", "--block=1"]):
        assert "more than 2147483647" in expect(CALL, *launch, *shape)[1], shape


def test_hints_of_launches():
    """What is wrong with a launch is told with what to do."""
    write("k.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn one(x: &[f32], mut y: GridMut<f32>) {\n"
                  b"    let i = thread::index();\n    if i < y.len() && i < x.len() {\n        y[i] = x[i];\n    }\n}\n"
                  b"#[kernel]\npub fn none() {}\n#[kernel(max_threads = 64)]\npub fn few() {}\n")
    arrays = ["--arg=[1.0]", "--arg=[0.0]"]
    for words, hints in ((["--run=one", *arrays, "--grid=1", "--block=2048"], ["take more blocks of fewer threads"]),
                         (["--run=one", *arrays, "--grid=1,70000", "--block=8"], ["take larger blocks"]),
                         (["--run=few", "--grid=1", "--block=128"], ["take smaller blocks", "#[kernel(max_threads"]),
                         (["--run=one", *arrays, "--grid=1"], ["add --block=256", "--for N"]),
                         (["--run=one", *arrays, "--arg=1", "--for=1"], ["argument 0 is `x: &[f32]`", "argument 1 is `y: GridMut<f32>`"]),
                         (["--run=none", "--arg=1", "--for=1"], ["leave out --arg"])):
        for engine in "cpu", "interpreter":
            err = expect(CALL, "k.rs", f"--engine={engine}", *words)[1]
            assert all(hint in err[err.index("hint: "):] for hint in hints), (words, err)
    err = expect(MACHINE, "k.rs", "--emit=cuda", "-o", "no/folder/x.cu")[1]
    assert "cannot write to `no/folder/x.cu`" in err and "hint: there is no directory `no/folder`" in err, err
    pathlib.Path("dangling").symlink_to("nowhere/x.cu")
    err = expect(MACHINE, "k.rs", "--emit=cuda", "-o", "./dangling")[1]
    assert "cannot write to `./dangling`" in err and "there is no directory" not in err, err
    expect(OK, "k.rs", "--emit=cuda", "--out-dir=no/folder")


def test_names_of_kernels():
    """A kernel that is not there: the one whose name is similar, or how an instance is launched, or all that there are."""
    write("k.rs", b"mod inner;\nuse rustg_std::prelude::*;\n#[kernel]\npub fn subtract() {}\n#[kernel]\npub fn zero() {}\n"
                  b"#[kernel]\npub fn scale<T: Copy>(a: T, mut y: GridMut<T>) {\n    let i = thread::index();\n"
                  b"    if i < y.len() {\n        y[i] = a;\n    }\n}\n"
                  b"#[cfg_attr(all(), kernel)]\n#[inline]\npub fn sum<T, U: Into<T>>() {}\n"
                  b"pub fn plain<T>() {}\npub struct T;\nimpl T {\n    pub fn of<U>() {}\n}\n")
    write("inner.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn many<const N: usize>() {}\nfn hidden<T>() {}\n")
    for name, hint in (("substract", "did you mean `subtract`?"), ("zerro", "did you mean `zero`?"),
                       ("scale", "`scale` is generic, and an instance of it is launched, as by --run 'scale::<f32>'"),
                       ("inner::many", "`inner::many` is generic"), ("sum", "`sum` is generic"),
                       *((name, "there is `subtract`\nrustgc: hint: there is `zero`")
                         for name in ("something", "plain", "inner::hidden", "std::mem::swap", "T::of", "inner"))):
        err = expect(CALL, "k.rs", f"--run={name}", "--for=1")[1]
        assert err.startswith(f"rustgc: error: there is no kernel `{name}`\nrustgc: hint: {hint}"), err
    write("one.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn one<T>() {}\n")
    assert "`one` is generic" in expect(CALL, "one.rs", "--run=one", "--for=1")[1]


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

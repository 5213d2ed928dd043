#!/usr/bin/env python3
"""Tests of rustgc's command line: cli_test.py RUSTGC [--update] [TEST...]

Runs the program in a scratch folder and compares exit status, standard output and standard error with what rustgc.1
promises. --update rewrites the golden files beside this one."""
import ast
import json
import os
import pathlib
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import threading
import time
import unittest.mock

from rustgc_run import CALL, MACHINE, OK, RUSTGC, SOURCE, Skip, expect, rows, run, run_tests, write

HERE = pathlib.Path(__file__).resolve().parent
UPDATE = "--update" in sys.argv[2:]
GOOD = "use x;"  # 3 tokens; 3 nodes: File, ItemUse, UseTree


def golden(name, out):
    path = HERE / name
    if UPDATE:
        path.write_bytes(out)
    assert out == path.read_bytes(), f"{name} differs:\n{out.decode()}"


def test_golden_tokens():
    sample = (HERE / "sample.rs").read_bytes()
    write("sample.rs", sample)
    for form, name in (("tsv", "sample.tokens.tsv"), ("text", "sample.tokens.txt"), ("json", "sample.tokens.json")):
        out, err = expect(OK, "--emit=tokens", f"--format={form}", "sample.rs")
        golden(name, out)
        assert err == ""
    kinds = {"IDENT", "LIFETIME", "INT", "FLOAT", "BYTE_STR", "RAW_STR", "CHAR", "DOC_COMMENT", "KW_FN", "GT"}
    table = rows((HERE / "sample.tokens.tsv").read_bytes())
    assert kinds <= {row[2] for row in table}
    for start, end, kind, flags in table:
        text = sample[int(start):int(end)]
        assert text and not text.isspace()
        if kind == "DOC_COMMENT":
            wanted = {b"//!": "inner,line", b"///": "outer,line", b"/**": "outer,block", b"/*!": "inner,block"}
            assert flags == wanted[text[:3]]
        match = re.search(r"suffix=(\d+)", flags)
        if match:
            assert sample[int(match[1]):int(end)] in (b"u8", b"_u8", b"i64", b"_i64", b"f32"), text
    assert sum("suffix=" in row[3] for row in table) == 3
    assert [row[3] for row in table if sample[int(row[0]):int(row[1])] == b"r#match"] == ["raw"]


# Kinds that no source gives: slot 0; what only rustc's own macros make. Error: see test_ast_of_bad_source.
KINDS_NOT_IN_GOOD_SOURCE = {"None", "Error", "ItemGlobalAsm", "ExprInlineAsm", "TyPat", "TyFieldOf"}


def test_golden_ast():
    source = (HERE / "ast.rs").read_bytes()
    write("ast.rs", source)
    for form, name in (("tsv", "ast.ast.tsv"), ("text", "ast.ast.txt"), ("json", "ast.ast.json")):
        out, err = expect(OK, "--emit=ast", f"--format={form}", "ast.rs")
        golden(name, out)
        assert err == ""
    table = rows((HERE / "ast.ast.tsv").read_bytes())
    expect(OK, "--emit=ast", "--format=npy", "-o", "t", "ast.rs")
    kinds = set(json.loads(pathlib.Path("t.files.json").read_bytes())["kinds"])
    assert kinds - {row[1] for row in table} == KINDS_NOT_IN_GOOD_SOURCE
    texts = {}
    for row in table:
        texts.setdefault(row[1], set()).add(source[int(row[2]):int(row[3])].decode())
    assert "fn area(&self, _: u8) -> Option<Self::Output<'_>>;" in texts["AssocItemFn"]
    assert {"-b[1] + !0x_f_u8 << 2 >> 1", "-b[1] + !0x_f_u8", "*r > 0"} <= texts["ExprBinary"]
    assert {"a = -b[1] + !0x_f_u8 << 2 >> 1"} <= texts["ExprAssign"]
    assert {"&'a u8", "'a u8"} & texts["TyRef"] == {"&'a u8"}
    assert texts["StmtEmpty"] == {";"} and "struct Local;" in texts["StmtItem"]


def test_ast_formats_agree():
    write("a.rs", (HERE / "ast.rs").read_bytes())
    write("b.rs", "")
    write("c.rs", "\ufefffn f(a: u8) -> u8 { a + 1 }\r\n")
    names = ["a.rs", "b.rs", "c.rs"]
    tables = []
    lines = rows(expect(OK, "--emit=ast", "--format=tsv", *names)[0])
    assert sorted({line[5] for line in lines}) == names
    for name in names:
        tables.append([line[:4] for line in lines if line[5] == name])
    given = {(line[5], line[2], line[3]): line[4] for line in lines if line[4]}
    assert tables[1] == [["0", "File", "0", "0"]]
    document = json.loads(expect(OK, "--emit=ast", "--format=json", *names)[0])
    tokens = json.loads(expect(OK, "--emit=tokens", "--format=json", *names)[0])
    assert document["emit"] == "ast" and [f["path"] for f in document["files"]] == names
    texts = expect(OK, "--emit=ast", *names)[0].decode().split("# ")[1:]
    checked = rows(expect(OK, "--format=tsv", *names)[0])
    expect(OK, "--emit=ast", "--format=npy", "-o", "t", *names)
    about = json.loads(pathlib.Path("t.files.json").read_bytes())
    assert [f["path"] for f in about["files"]] == names and "flags" not in about
    array = {name: read_npy(f"t.{name}.npy")[0] for name in ("kind", "tok", "start", "end", "next", "parent",
                                                            "file_node")}
    assert array["file_node"][0] == 0 and array["file_node"][-1] == len(array["kind"]) == sum(map(len, tables))
    for i, table in enumerate(tables):
        file, toks = document["files"][i], tokens["files"][i]["tokens"]
        assert file["n_nodes"] == len(table) == int(checked[i][5]) and file["ok"]
        assert [[str(n["depth"]), n["kind"], str(n["start"]), str(n["end"])] for n in file["nodes"]] == table
        assert {(str(n["start"]), str(n["end"])): n["name"] for n in file["nodes"] if "name" in n} == {
            key[1:]: name for key, name in given.items() if key[0] == names[i]}
        first, end = array["file_node"][i:i + 2]
        kind, tok, start, stop, after, parent = (array[name][first:end] for name in (
            "kind", "tok", "start", "end", "next", "parent"))
        assert [[about["kinds"][k], str(a), str(b)] for k, a, b in zip(kind, start, stop)] == [r[1:] for r in table]
        assert tok == [node["token"] for node in file["nodes"]]
        assert parent == [node["parent"] or 0 for node in file["nodes"]] and file["nodes"][0]["parent"] is None
        above = []  # ancestors, by the tsv's depth alone
        for node, row in enumerate(table):
            del above[int(row[0]):]
            assert len(above) == int(row[0]) and parent[node] == (above[-1] if above else 0)
            above.append(node)
            behind = [later for later in range(node + 1, len(table)) if int(table[later][0]) <= int(row[0])]
            assert after[node] == (behind[0] if behind else len(table))
            anchor = toks[tok[node]] if tok[node] < len(toks) else {"start": file["bytes"], "kind": "EOF"}
            if row[1] in ("ItemFn", "ItemStruct"):
                assert anchor["kind"] == {"ItemFn": "KW_FN", "ItemStruct": "KW_STRUCT"}[row[1]]
            if row[1] == "Block":  # its span may begin at `unsafe` or a label
                assert anchor["kind"] == "L_BRACE"
            if row[1] in ("ExprLit", "DocComment"):
                assert anchor["start"] == int(row[2])
        lines = [line for line in texts[i].splitlines()[1:] if line]
        for line, row in zip(lines, table, strict=True):
            assert line.strip().startswith(f"{row[1]} {row[2]}..{row[3]}")
            assert len(line) - len(line.lstrip()) == 2 * int(row[0])
            assert ("`" in line) <= (int(row[2]) < int(row[3]))


def test_ast_text_is_capped():
    write("deep.rs", "const A: u8 = " + "(" * 500 + "1" + ")" * 500 + ";")
    lines = expect(OK, "--emit=ast", "deep.rs")[0].decode().splitlines()
    table = rows(expect(OK, "--emit=ast", "--format=tsv", "deep.rs")[0])
    assert len(lines) == len(table) == 504 and max(map(len, lines)) < 100
    for line, (depth, kind, start, end, name) in zip(lines, table):
        mark = f"({depth}) " if int(depth) > 32 else ""
        leaf = {"ExprLit": " `1`", "TyPath": " `u8`"}.get(kind, "")
        shown = f" {name}" if name and not leaf else ""
        assert line == "  " * min(int(depth), 32) + f"{mark}{kind} {start}..{end}{shown}{leaf}"
    write("leaf.rs", "m! { " + "\u00e9" * 60 + "\n\t }")
    last = expect(OK, "--emit=ast", "leaf.rs")[0].decode().splitlines()[-1]
    assert re.fullmatch(r" +TokenTree 3\.\.\d+ `\{ \u00e9{23}`\.\.\.", last), last
    write("leaf.rs", "m! { a\n\tb }")
    assert expect(OK, "--emit=ast", "leaf.rs")[0].decode().endswith(" `{ a\\n\\tb }`\n")


def test_ast_of_deep_source():
    """Depth costs no stack, and time stays linear in all formats."""
    write("deep.rs", "const A: u8 = " + "!" * 300000 + "1;")
    out = expect(OK, "--emit=ast", "--format=tsv", "deep.rs")[0].decode().splitlines()
    assert len(out) == 300004 and out[-1] == "300002\tExprLit\t300014\t300015\t"
    assert len(expect(OK, "--emit=ast", "deep.rs")[0]) < 130 * 300004
    nodes = json.loads(expect(OK, "--emit=ast", "--format=json", "deep.rs")[0])["files"][0]["nodes"]
    assert nodes[-1]["depth"] == 300002 and nodes[-1]["parent"] == 300002


def test_ast_of_bad_source():
    write("bad.rs", "fn a() {} +++ fn b() { let x = ; }\n")
    write("good.rs", GOOD)
    out, err = expect(SOURCE, "--emit=ast", "--format=tsv", "--error-format=short", "bad.rs", "good.rs")
    kinds = [row[1] for row in rows(out) if row[5] == "bad.rs"]
    assert kinds == ["File", "ItemFn", "Block", "Error"]
    assert [row for row in rows(out) if row[5] == "good.rs"] == [
        ["0", "File", "0", "6", "", "good.rs"], ["1", "ItemUse", "0", "6", "", "good.rs"], ["2", "UseTree", "4", "5", "", "good.rs"]]
    assert "bad.rs:1:11: error: expected item, found `+`" in err and "good.rs" not in err
    table = rows(expect(SOURCE, "--emit=check", "--format=tsv", "bad.rs", "good.rs")[0])
    assert table[0][:2] == ["bad.rs", "error"] and table[0][3] == "1:11" and int(table[0][5]) == len(kinds)
    assert table[1] == ["good.rs", "ok", "3", "", "", "3"]
    out, err = expect(OK, "--emit=tokens", "--format=tsv", "bad.rs")
    assert err == "", "tokens are not parsed"


def test_golden_errors():
    write("bad.rs", (HERE / "bad.rs").read_bytes())
    for form, name in (("tsv", "bad.check.tsv"), ("json", "bad.check.json"), ("text", "bad.check.txt")):
        out, err = expect(SOURCE, "--emit=check", f"--format={form}", "bad.rs")
        golden(name, out)
    for form in ("human", "short", "json"):
        out, err = expect(SOURCE, f"--error-format={form}", "bad.rs")
        golden(f"bad.{form}.stderr", err.encode())
    path, verdict, tokens, place, message, nodes = rows((HERE / "bad.check.tsv").read_bytes())[0]
    assert (path, verdict, place) == ("bad.rs", "error", "1:24") and "base 2" in message
    check = json.loads((HERE / "bad.check.json").read_bytes())["files"][0]
    assert not check["ok"] and check["n_tokens"] == int(tokens) and len(check["errors"]) == 3
    assert check["n_nodes"] == int(nodes) > 0
    rendered = [json.loads(line) for line in (HERE / "bad.json.stderr").read_text().splitlines()]
    assert all(row["$message_type"] == "diagnostic" for row in rendered)
    for row, error in zip(rendered, check["errors"]):
        span = row["spans"][0]
        assert (span["line_start"], span["column_start"]) == (error["line"], error["column"])
        assert row["message"] == error["message"]
        assert (row["code"] or {}).get("code") == error["code"]
    levels = [row["level"] for row in rendered]
    assert levels[:4] == ["error"] * 4 and set(levels[4:]) <= {"failure-note"}


def test_default_is_check():
    write("a.rs", "fn a() {}\n")
    out, err = expect(OK, "a.rs")
    assert out == b"1 file, 10 bytes, 6 tokens, 3 nodes: no errors\n" and err == ""
    write("b.rs", "\n")
    assert expect(OK, "b.rs")[0] == b"1 file, 1 byte, 0 tokens, 1 node: no errors\n"
    assert expect(OK, "--emit", "check", "--format", "tsv", "a.rs")[0] == b"a.rs\tok\t6\t\t\t3\n"


def test_several_inputs_and_stdin():
    write("a.rs", "a")
    write("b.rs", "b+=")
    out, _ = expect(OK, "--emit=tokens", "--format=tsv", "a.rs", "-", "b.rs", data=b"\xef\xbb\xbfx")
    assert out == (b"0\t1\tIDENT\t-\ta.rs\n3\t4\tIDENT\t-\t<stdin>\n"
                   b"0\t1\tIDENT\t-\tb.rs\n1\t2\tPLUS\tjoint\tb.rs\n2\t3\tEQ\t-\tb.rs\n")
    assert expect(OK, "--emit=tokens", "--format=tsv", "-", data=b"x")[0] == b"0\t1\tIDENT\t-\n"
    assert expect(OK, "--emit=tokens", "--format=tsv", "-")[0] == b""
    assert expect(OK, "--format=tsv", "-")[0] == b"<stdin>\tok\t0\t\t\t1\n"
    big = b"fn f() { 1 }\n" * 20000
    assert expect(OK, "--format=tsv", "-", data=big)[0] == b"<stdin>\tok\t140000\t\t\t80001\n"
    expect(CALL, "-", "-")


def test_folders():
    for name in ("d/b.rs", "d/a/z.rs", "d/a.rs", "d/c/deep/er/x.rs", "d/no.txt", "d/.rs", "d/folder.rs/in.rs"):
        write(name, GOOD)
    os.symlink("..", "d/c/loop")
    os.symlink("b.rs", "d/link.rs")
    os.mkfifo("d/pipe.rs")
    out, err = expect(OK, "--format=tsv", "d")
    wanted = ["d/a/z.rs", "d/a.rs", "d/b.rs", "d/c/deep/er/x.rs", "d/folder.rs/in.rs", "d/link.rs"]
    assert [row[0] for row in rows(out)] == wanted and err == ""
    assert [row[0] for row in rows(expect(OK, "--format=tsv", "d/c/", "d/b.rs")[0])] == ["d/c/deep/er/x.rs", "d/b.rs"]
    out, _ = expect(OK, "--emit=tokens", "--format=tsv", "d/c")
    assert out.endswith(b"\td/c/deep/er/x.rs\n"), "a folder counts as several inputs"
    pathlib.Path("empty").mkdir()
    assert expect(OK, "--format=tsv", "empty")[0] == b""
    assert json.loads(expect(OK, "--format=json", "empty")[0])["files"] == []


def test_many_files_agree_with_single_calls():
    names = [str(write(f"m/{i:03}.rs", f"fn f{i}() {{ {i}_u8 + '{i % 10}' }} " * (i + 1))) for i in range(200)]
    joined = expect(OK, "--emit=tokens", "--format=tsv", "m")[0]
    for emit in ("tokens", "ast"):
        joined = rows(expect(OK, f"--emit={emit}", "--format=tsv", "m")[0])
        assert [row[-1] for row in joined if row[0] == "0"][:1] == ["m/000.rs"] and len({row[-1] for row in joined}) == 200
        for i in (0, 1, 77, 199):
            single = rows(expect(OK, f"--emit={emit}", "--format=tsv", names[i])[0])
            assert [row[:-1] for row in joined if row[-1] == names[i]] == single


def test_json_of_a_line_removed():
    """A patch that takes away all of a line takes its end away, too, as in rustc's JSON."""
    for text, start, end in (("trait A {}\n;\nfn f() {}\n", 11, 13), ("trait A {}\r\n;\r\n", 12, 15), ("trait A {}\n;", 11, 12),
                             ("trait A {}\n ;\n", 12, 13)):
        write("r.rs", text)
        error = json.loads(expect(SOURCE, "--error-format=json", "r.rs")[1].splitlines()[0])
        span = error["children"][-1]["spans"][0]
        assert (span["byte_start"], span["byte_end"], span["suggested_replacement"]) == (start, end, ""), (text, span)


def test_json_equals_tsv():
    write("j.rs", (HERE / "sample.rs").read_bytes())
    write('j"\n\t.rs', "fn x() { 'a: loop {} }")
    document = json.loads(expect(OK, "--emit=tokens", "--format=json", "j.rs", 'j"\n\t.rs')[0])
    assert [f["path"] for f in document["files"]] == ["j.rs", 'j"\n\t.rs']
    text = ""
    for file in document["files"]:
        path = file["path"].replace("\n", "\\n").replace("\t", "\\t")
        assert file["n_tokens"] == len(file["tokens"]) and file["ok"] and file["edition"] == 2024
        for tok in file["tokens"]:
            flags = tok["flags"] + ([f"suffix={tok['suffix']}"] if "suffix" in tok else [])
            text += f"{tok['start']}\t{tok['end']}\t{tok['kind']}\t{','.join(flags) or '-'}\t{path}\n"
    assert expect(OK, "--emit=tokens", "--format=tsv", "j.rs", 'j"\n\t.rs')[0] == text.encode()
    os.rename("j.rs", b"j\xff.rs")
    assert json.loads(expect(OK, "--emit=tokens", "--format=json", ".")[0])["files"][1]["path"] == "./j\ufffd.rs"
    pathlib.Path(os.fsdecode(b"k\xff.rs")).write_text("use rustg_std::prelude::*;\n#[kernel] pub fn k(x: u32, mut y: GridMut<u32>) "
                                                     "{ let i = thread::index(); y[i] = 7 / x; }\n")
    assert "k\ufffd.rs" in json.loads(expect(OK, "--emit=kernels", os.fsdecode(b"k\xff.rs"))[0])["panic_sites"][0]["path"]


def read_npy(path):
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0 and data[9 + length:10 + length] == b"\n"
    header = ast.literal_eval(data[10:10 + length].decode())
    assert header["fortran_order"] is False and len(header["shape"]) == 1
    code = {"|u1": "=B", "<u4": "<I", ">u4": ">I", "<u8": "<Q", ">u8": ">Q"}[header["descr"]]
    body = data[10 + length:]
    assert len(body) == struct.calcsize(code) * header["shape"][0], (path, len(body), header)
    return [value for value, in struct.iter_unpack(code, body)], header["descr"]


def test_npy():
    write("n/a.rs", (HERE / "sample.rs").read_bytes())
    write("n/b.rs", "")
    write("n/c.rs", "x " * 100000)
    out, err = expect(OK, "--emit=tokens", "--format=npy", "-o", "t", "n")
    assert out == b"" and err == ""
    kind, kind_type = read_npy("t.kind.npy")
    flags, _ = read_npy("t.flags.npy")
    start, start_type = read_npy("t.start.npy")
    end, _ = read_npy("t.end.npy")
    file_tok, tok_type = read_npy("t.file_tok.npy")
    assert kind_type == "|u1" and start_type[1:] == "u4" and tok_type[1:] == "u8"
    about = json.loads(pathlib.Path("t.files.json").read_bytes())
    assert [f["path"] for f in about["files"]] == ["n/a.rs", "n/b.rs", "n/c.rs"]
    assert len(file_tok) == 4 and file_tok[0] == 0 and file_tok[-1] == len(kind) == len(flags) == len(end)
    assert file_tok[2] - file_tok[1] == 0 and file_tok[3] - file_tok[2] == 100000
    lines = rows(expect(OK, "--emit=tokens", "--format=tsv", "n")[0])
    got = [(str(s), str(e), about["kinds"][k]) for s, e, k in zip(start, end, kind)]
    assert got == [tuple(row[:3]) for row in lines]
    bits = about["flags"]
    for row, value in zip(lines, flags):
        names = row[3].split(",")
        assert bool(value & bits["joint"]) == ("joint" in names) and bool(value & bits["raw"]) == ("raw" in names)
        assert bool(value & bits["inner"]) == ("inner" in names) and bool(value & bits["block"]) == ("block" in names)
        assert bool(value & bits["suffix"]) == any(name.startswith("suffix=") for name in names)
    expect(MACHINE, "--emit=tokens", "--format=npy", "-o", "nowhere/t", "n")


def edition_of(path, **keywords):
    return json.loads(expect(OK, "--format=json", "--edition=auto", path, **keywords)[0])["files"][0]["edition"]


def test_editions():
    write("e.rs", "async gen k#x\n")
    kinds = {}
    for edition in (2015, 2018, 2021, 2024):
        status, out, _ = run("--emit=tokens", "--format=tsv", f"--edition={edition}", "e.rs")
        kinds[edition] = [row[2] for row in rows(out)][:2]
        assert status == (OK if edition < 2021 else SOURCE), edition
    assert kinds == {2015: ["IDENT", "IDENT"], 2018: ["KW_ASYNC", "IDENT"], 2021: ["KW_ASYNC", "IDENT"],
                     2024: ["KW_ASYNC", "KW_GEN"]}
    assert json.loads(run("--format=json", "e.rs")[1])["files"][0]["edition"] == 2024


def test_edition_auto():
    cases = {
        "plain": ('[package]\nname = "x" # edition = "2015"\nedition = "2018"\n', 2018),
        "missing": ('[package]\nname = "x"\n[dependencies]\nedition = "2021"\n', 2015),
        "spaced": ('  [ package ]\n\t"edition"=\'2021\' # why\n', 2021),
        "dotted": ('package.edition = "2018"\n', 2018),
        "inline": ('package = { name = "x", edition = "2021" }\n', 2021),
        "string": ('[package]\ndescription = """\nedition = "2015"\n[lib]\n"""\nedition = "2021"\n', 2021),
        "array": ('[package]\nkeywords = ["a", # ]\n  "]", {edition = "2015"}]\nedition = "2018"\r\n', 2018),
        "target": ('[lib]\nedition = "2015"\n[[bin]]\nedition = "2015"\n[package]\nedition = "2021"\n', 2021),
        "own_root": ('[workspace.package]\nedition = "2018"\n[package]\nedition.workspace = true\n', 2018),
        "virtual": ('[workspace]\nmembers = []\n[workspace.package]\nedition = "2021"\n', 2021),
    }
    for name, (manifest, edition) in cases.items():
        write(f"p/{name}/Cargo.toml", manifest)
        write(f"p/{name}/src/deep/x.rs", GOOD)
        assert edition_of(f"p/{name}/src/deep/x.rs") == edition, name
    documents = json.loads(expect(OK, "--format=json", "--edition=auto", "p")[0])["files"]
    assert {f["path"].split("/")[1]: f["edition"] for f in documents} == {n: c[1] for n, c in cases.items()}

    write("w/Cargo.toml", '[workspace]\nmembers = ["in/*"]\n[workspace.package]\nedition = "2021"\n')
    for name, inherit in (("a", "edition.workspace = true"), ("b", "edition = { workspace = true }"),
                          ("c", "[package.edition]\nworkspace = true")):
        write(f"w/in/{name}/Cargo.toml", f'[package]\nname = "x"\n{inherit}\n')
        write(f"w/in/{name}/x.rs", GOOD)
        assert edition_of(f"w/in/{name}/x.rs") == 2021, name
    write("far/Cargo.toml", '[package]\nworkspace = "../w"\nedition.workspace = true\n')
    write("far/x.rs", GOOD)
    assert edition_of("far/x.rs") == 2021
    assert edition_of("x.rs", cwd="far") == edition_of("-", cwd="far") == 2021
    write("alone/x.rs", GOOD)
    assert edition_of("alone/x.rs") == 2024, "no Cargo.toml"
    for manifest in ('[package]\nedition = "2077"\n', "[package]\nedition.workspace = true\n"):
        write("odd/Cargo.toml", manifest)
        write("odd/x.rs", GOOD)
        out, err = expect(OK, "--format=json", "--edition=auto", "odd/x.rs")
        assert json.loads(out)["files"][0]["edition"] == 2024 and "warning" in err
    write("torn/Cargo.toml", b'[package\n= = {{{ [\n"""')
    write("torn/x.rs", GOOD)
    assert edition_of("torn/x.rs") in (2015, 2024)
    head = '[package]\nname = "x"\nedition = "2021"\n'
    for line, manifest in ((1, '[package\n' + head), (4, head + "key\n"), (4, head + "key =\n"), (5, head + '# "\nkey = "a\n'), (4, head + "key = [1,\n2\n"),
                           (4, head + "key = { a = 1, b }\n"), (4, head + '[dependencies\n'), (4, head + "= 1\n"), (4, head + 'key = """\na\n'),
                           (2, '[package]\nedition 2018\n')):
        write("torn/Cargo.toml", manifest)
        err = expect(OK, "torn/x.rs")[1]
        assert "warning: `" in err and f"torn/Cargo.toml`: line {line} is no TOML, and is passed over" in err, (manifest, err)
    for manifest in (head, head + "key = 1979-05-27 07:32:00Z\n", head + 'a.b = [ # x ]\n "]", \'#\', ]\n[[bin]]\nc = {}\n', head + 'd = """\n"a""""\n',
                     head + "'quoted key' = QQQ\na\nQQQ\r\n\n".replace("Q", "\'"), "\ufeff" + head):
        write("torn/Cargo.toml", manifest)
        assert expect(OK, "torn/x.rs")[1] == "" and edition_of("torn/x.rs") == 2021, manifest


def test_wrong_calls():
    write("a.rs", GOOD)
    wrong = [[], ["--nope", "a.rs"], ["-x", "a.rs"], ["--emit=tree", "a.rs"], ["--emit=", "a.rs"], ["--emit"],
             ["--format=xml", "a.rs"], ["--engine=gpu", "a.rs"], ["--device=-1", "a.rs"], ["--device=1x", "a.rs"],
             ["--device=0,", "a.rs"], ["--device=", "a.rs"], ["--device=al", "a.rs"], ["--device=" + ",".join(["0"] * 65), "a.rs"],
             ["--device=99999999999999999999", "a.rs"], ["--edition=2020", "a.rs"], ["--error-format=x", "a.rs"],
             ["--color=red", "a.rs"], ["-j", "many", "a.rs"], ["-j"], ["-o"], ["--timings=yes", "a.rs"],
             ["--format=npy", "a.rs"], ["--emit=tokens", "--format=npy", "a.rs"],
             ["--emit=ast", "--format=npy", "a.rs"], ["--emit=check", "--format=npy", "-o", "t", "a.rs"],
             ["--devices", "--format=tsv"], ["--emit=tokens|ast|check", "a.rs"], ["-o", "", "a.rs"],
             ["-o", "a.rs", "a.rs"], ["-o", "./a.rs", "."]]
    for args in wrong:
        out, err = expect(CALL, *args)
        assert out == b"" and err.startswith("rustgc: error: "), (args, err)
        assert "--help" in err or "both an input and the output" in err
    assert pathlib.Path("a.rs").read_text() == GOOD, "an input was overwritten"
    for args in (["--emit", "check"], ["--emit=check"], ["-j2"], ["-j", "2"], ["--threads=1"], ["--engine=cpu"],
                 ["--color", "always"], ["--device", "0"], ["--device=2,0"], ["--device", "all"], ["--"]):
        expect(OK, *args, "a.rs")
    write("-dash.rs", GOOD)
    assert expect(OK, "--format=tsv", "--", "-dash.rs")[0] == b"-dash.rs\tok\t3\t\t\t3\n"


def test_unreadable_inputs():
    write("a.rs", GOOD)
    os.symlink("gone", "dangling.rs")
    out, err = expect(MACHINE, "--format=tsv", "nope.rs", "a.rs", "dangling.rs")
    table = rows(out)
    assert [row[:3] for row in table] == [["nope.rs", "error", "0"], ["a.rs", "ok", "3"], ["dangling.rs", "error", "0"]]
    assert table[0][3] == "" and "No such file" in table[0][4]
    assert [row[5] for row in table] == ["1", "3", "1"]
    assert "couldn't read `nope.rs`" in err and "aborting due to 2 previous errors" in err
    out, _ = expect(MACHINE, "--emit=tokens", "--format=tsv", "nope.rs", "a.rs")
    assert [row[2:] for row in rows(out)] == [["KW_USE", "-", "a.rs"], ["IDENT", "-", "a.rs"], ["SEMI", "-", "a.rs"]]
    out, _ = expect(MACHINE, "--emit=ast", "--format=tsv", "nope.rs", "a.rs")
    assert [row[1:] for row in rows(out)] == [["File", "0", "0", "", "nope.rs"], ["File", "0", "6", "", "a.rs"], ["ItemUse", "0", "6", "", "a.rs"],
                                              ["UseTree", "4", "5", "", "a.rs"]]
    assert [row[0] for row in rows(expect(MACHINE, "--format=tsv", ".")[0])] == ["./a.rs", "./dangling.rs"]
    write("bad.rs", "\"")
    expect(MACHINE, "bad.rs", "nope.rs")
    if os.geteuid() != 0:
        os.mkdir("shut", 0)
        assert "cannot read directory `shut`" in expect(MACHINE, "shut", "a.rs")[1]
        os.chmod("shut", 0o700)


def test_bad_source():
    write("u.rs", b"fn \xff() {}")
    out, err = expect(SOURCE, "--format=tsv", "u.rs")
    assert rows(out)[0][1] == "error" and "UTF-8" in rows(out)[0][4] and "UTF-8" in err
    write("nul.rs", b"\0")
    expect(SOURCE, "nul.rs")
    write("quoted.rs", b'fn f() { 1 "a\0b" }\nfn g() { 1 r"\0\0c" }')
    err = expect(SOURCE, "--error-format=json", "quoted.rs")[1]
    said = [json.loads(line)["message"] for line in err.splitlines() if line.startswith("{")]
    wanted = "expected one of `.`, `;`, `?`, `}`, or an operator, found `%s`"
    assert said[:2] == [wanted % '"a\0b"', wanted % 'r"\0\0c"'], said
    err = expect(SOURCE, "--error-format=short", "quoted.rs")[1]
    assert ("1:12: error: " + wanted) % '"a\u2400b"' in err and ("2:12: error: " + wanted) % 'r"\u2400\u2400c"' in err
    write("empty.rs", b"")
    assert expect(OK, "--format=tsv", "empty.rs")[0] == b"empty.rs\tok\t0\t\t\t1\n"
    write("many.rs", b"const A: [char; 3000] = [" + b"'ab', " * 3000 + b"];")
    err = expect(SOURCE, "--error-format=short", "--error-limit=0", "many.rs")[1]
    assert err.splitlines()[-1] == "error: aborting due to 3000 previous errors" and len(err.splitlines()) == 3001


def test_closing_lines():
    write("one.rs", '"')
    write("two.rs", "/*")
    write("none.rs", "const A: char = 'ab';")
    err = expect(SOURCE, "one.rs")[1]
    assert err.endswith("\n\nerror: aborting due to 1 previous error\n\n"
                        "For more information about this error, try `rustgc --explain E0765`.\n"), err
    err = expect(SOURCE, "one.rs", "two.rs")[1]
    assert err.endswith("\n\nerror: aborting due to 2 previous errors\n\n"
                        "Some errors have detailed explanations: E0758, E0765.\n"
                        "For more information about an error, try `rustgc --explain E0758`.\n"), err
    assert expect(SOURCE, "none.rs")[1].endswith("\n\nerror: aborting due to 1 previous error\n\n")
    assert expect(SOURCE, "--error-format=short", "one.rs")[1] == (
        "one.rs:1:1: error[E0765]: unterminated double quote string\nerror: aborting due to 1 previous error\n")


def test_color():
    write("one.rs", '"')
    assert "\x1b[" not in expect(SOURCE, "one.rs")[1]
    assert "\x1b[" in expect(SOURCE, "--color=always", "one.rs")[1]
    assert "\x1b[" not in expect(SOURCE, "--color=never", "one.rs")[1]
    for line in expect(SOURCE, "--color=always", "--error-format=json", "one.rs")[1].splitlines():
        assert "\x1b[" in json.loads(line)["rendered"]
    for variable, term, colored in (("", "xterm", True), ("1", "xterm", False), ("", "dumb", False)):
        status, text = run_on_terminal("one.rs", NO_COLOR=variable, TERM=term)
        assert status == SOURCE and (b"\x1b[" in text) == colored, text


def run_on_terminal(*args, **variables):
    """Exit status, and standard error as a terminal got it: a few hundred bytes at most."""
    try:
        master, slave = pty.openpty()
    except OSError:
        raise Skip("pseudo-terminal") from None
    done = subprocess.run([RUSTGC, *args], stdout=subprocess.DEVNULL, stderr=slave, timeout=120,
                          env=dict(os.environ, **variables))
    os.set_blocking(master, False)
    try:
        text = os.read(master, 65536)
    except BlockingIOError:
        text = b""
    os.close(slave)
    os.close(master)
    return done.returncode, text


def test_machine_without_terminals():
    with unittest.mock.patch("pty.openpty", side_effect=OSError("out of pty devices")):
        try:
            run_on_terminal("one.rs")
        except Skip as reason:
            assert str(reason) == "pseudo-terminal"
        else:
            raise AssertionError("nothing skipped")


def test_progress():
    write("quick.rs", GOOD)
    assert run_on_terminal("quick.rs", TERM="xterm") == (OK, b"")
    os.mkfifo("slow.rs")

    def feed():
        with open("slow.rs", "wb") as pipe:
            time.sleep(0.9)
            pipe.write(b"fn f() {}\n")

    for term, shown in (("xterm", True), ("dumb", False)):
        feeder = threading.Thread(target=feed)
        feeder.start()
        status, text = run_on_terminal("slow.rs", TERM=term)
        feeder.join()
        assert status == OK and (b"MiB" in text) == shown, text
        assert not shown or (text.startswith(b"\r\x1b[Krustgc: ") and text.endswith(b"\r\x1b[K")), text


def test_output():
    write("a.rs", "x")
    plain = expect(OK, "--emit=tokens", "--format=tsv", "a.rs")[0]
    for args in (["-o", "o.tsv"], ["-oo2.tsv"], ["--output=o3.tsv"]):
        assert expect(OK, "--emit=tokens", "--format=tsv", *args, "a.rs")[0] == b""
    for name in ("o.tsv", "o2.tsv", "o3.tsv"):
        assert pathlib.Path(name).read_bytes() == plain
    assert expect(OK, "--emit=tokens", "--format=tsv", "-o", "-", "a.rs")[0] == plain
    assert "nowhere/o" in expect(MACHINE, "--emit=check", "-o", "nowhere/o", "a.rs")[1]


def test_write_errors():
    write("a.rs", GOOD * 150000)
    for form in ("tsv", "text", "json"):
        for emit in ("tokens", "ast", "check"):
            if os.path.exists("/dev/full"):
                err = expect(MACHINE, f"--emit={emit}", f"--format={form}", "-o", "/dev/full", "a.rs")[1]
                assert "cannot write to `/dev/full`" in err
        closed = subprocess.run(["sh", "-c", f'exec "$0" --emit=tokens --format={form} a.rs >&-', RUSTGC],
                                stderr=subprocess.PIPE)
        assert closed.returncode == MACHINE, "standard output was closed"
    assert pathlib.Path("a.rs").stat().st_size == 150000 * len(GOOD)
    child = subprocess.Popen([RUSTGC, "--emit=tokens", "--format=tsv", "a.rs"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    child.stdout.read(10)
    child.stdout.close()
    err = child.stderr.read()
    child.stderr.close()
    assert child.wait() == -signal.SIGPIPE and err == b"", "as all programs before `| head`"
    if os.path.exists("/dev/full"):
        for args in ("--help", "--version", "--devices"):
            with open("/dev/full", "wb") as full:
                assert subprocess.run([RUSTGC, args], stdout=full, stderr=subprocess.DEVNULL).returncode == MACHINE


def test_information():
    out, err = expect(OK, "--version")
    assert re.fullmatch(rb"rustgc \d+\.\d+\.\d+\n", out) and expect(OK, "-V")[0] == out
    text = expect(OK, "--help")[0].decode()
    assert text.startswith("Usage: rustgc ") and expect(OK, "-h", "nope.rs")[0].decode() == text
    assert max(map(len, text.splitlines())) <= 120
    manual = (HERE.parent.parent / "docs" / "rustgc.1").read_text().replace("\\-", "-")
    assert f'"rustg {out.split()[1].decode()}"' in manual
    for option in re.findall(r"--[a-z-]+", text):
        assert option in manual, f"{option} is not in the manual page"
    document = json.loads(expect(OK, "--devices", "--format=json")[0])
    assert document["devices"][0]["backend"] == "cpu" and document["devices"][0]["usable"]
    assert document["devices"][0]["multiprocessors"] >= 1
    assert document["devices"][0]["warp_size"] == 32 and document["devices"][0]["peers"] == []
    assert [known["name"] for known in document["unsupported"]] == ["Vulkan", "Metal", "WebGPU", "ROCm", "OpenCL", "OpenGL",
                                                                     "OpenGL ES", "WebGL2"]
    cuda = [device for device in document["devices"] if device["backend"] == "cuda"]
    assert bool(document["cuda_missing"]) == (not any(device["usable"] for device in cuda))
    table = expect(OK, "--devices")[0].decode().splitlines()
    assert table[0].split()[0] == "device" and table[1].split()[0] == "cpu"
    write("a.rs", GOOD)
    out, err = expect(OK, "--timings", "a.rs")
    for word in ("engine", "files", "bytes", "n_tokens", "n_nodes", "read", "tokens", "tree", "write", "all"):
        assert re.search(rf"^{word}\b", err, re.M), word
    assert not re.search(r"^check\b", err, re.M), "no kernels are compiled"
    if document["cuda_missing"]:
        out, err = expect(MACHINE, "--engine=cuda", "a.rs")
        assert err.startswith("rustgc: error: ") and "cuda" in err.lower()
    else:
        assert expect(OK, "--engine=cuda", "--emit=tokens", "--format=tsv", "a.rs")[0].startswith(b"0\t3\tKW_USE\t-\n")
        expect(MACHINE, "--engine=cuda", "--device=1000", "a.rs")


STAGES = ["tokens", "tree", "check", "lint", "lower", "verify", "optimize", "emit", "toolchain", "load"]
ROWS = re.findall(r'^OPT_PASS\(\w+, "([\w-]+)",[^"]*"([^"]*)"', (HERE.parent.parent / "src/opt/opt_pass.def").read_text(), re.MULTILINE)
PASSES = [name for name, _ in ROWS]


def test_stages():
    """The pipeline's stages and the optimizer's passes under one set of names: --timings, --emit, --dump-after."""
    write("k.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn sum(x: &[u32], mut y: GridMut<u32>) {\n"
                  b"    let i = thread::index();\n    let mut all = 0u32;\n    for k in 0..=9usize {\n"
                  b"        all += x[k];\n    }\n    if i < y.len() {\n        y[i] = all + x[10] + x[11];\n    }\n}\n")
    with unittest.mock.patch.dict(os.environ, RUSTG_CACHE="off"):
        out, err = expect(OK, "k.rs", "--emit=cuda", "--timings")
    rows = re.findall(r"^(\w+) +([0-9.]+) ms", err, re.M)
    assert [name for name, _ in rows if name in STAGES] == STAGES
    times = {name: float(time) for name, time in rows}
    assert times["check"] > 0 and times["optimize"] > 0 and times["emit"] > 0 and times["toolchain"] == 0
    assert sum(times[stage] for stage in STAGES) <= times["compile"] <= times["all"]

    shows = {"tokens": "tokens", "tree": "ast", "check": "thir", "lint": "thir", "lower": "ir", "verify": "ir",
             "optimize": "ir-opt", "emit": "cuda"}
    made = {}
    for stage, emit in shows.items():
        made[emit] = expect(OK, "k.rs", f"--emit={emit}")[0]
        assert made[emit] and made[emit] == expect(OK, "k.rs", f"--dump-after={stage}")[0], stage
    assert made["cuda"] == out
    assert b"body sum " in made["thir"] and b"GridMut<'_, u32>" in made["thir"]
    assert made["ir"].startswith(b"rustg ir 1\n") and b'call "' in made["ir"]
    assert made["ir-opt"].startswith(b"rustg ir 1\n") and b'kernel "sum"' in made["ir-opt"]
    kernel = made["ir-opt"].split(b'\nkernel "sum"')[1].split(b"\n}\n")[0]
    assert b"call " not in kernel, "iterators are within the kernel"
    assert expect(OK, "k.rs", "--emit=ir-opt", "-g")[0] == expect(OK, "k.rs", "--emit=ir", "-g")[0], "lines stay"

    for name, about in ROWS:
        backend = ["--backend=ptx"] if "for own PTX" in about else []
        dump = expect(OK, "k.rs", f"--dump-after={name}", *backend)[0].decode()
        heads = re.findall(r"^// after (.*)$", dump, re.M)
        assert heads and set(heads) == {name}, name
        if backend:
            assert not re.search("^// after", expect(OK, "k.rs", f"--dump-after={name}")[0].decode(), re.M), name
        assert len(heads) == len(re.findall(r'^(?:kernel|fn) "', dump, re.M)) and 'kernel "sum"' in dump
    apart, merged = (expect(OK, "k.rs", f"--dump-after={name}")[0].count(b"    check %")
                     for name in ("strip-mine", "merge-checks"))
    assert merged < apart, "checks in a row are one branch"
    assert expect(OK, "k.rs", "--emit=cuda", "--verify-passes")[0] == out
    for name in ("load", "nothing", "", "GVN"):
        _, err = expect(CALL, "k.rs", f"--dump-after={name}")
        assert all(word in err for word in STAGES[:-1] + PASSES), name
    _, err = expect(CALL, "k.rs", "--dump-after=gvn", "--run=sum", "--for=1")
    assert "--run and --emit" in err


def manual_heads():
    """The first lines of the manual page's entries, without roff; and all its text."""
    heads, lines = [], []
    after_tp = False
    for line in (HERE.parent.parent / "docs" / "rustgc.1").read_text().splitlines():
        macro = re.match(r"\.(B|I|BR|RB|BI|IB|RI|IR)\b", line)
        plain = re.sub(r"\\f[BIRP]", "", line.replace("\\-", "-").replace("\\(dq", "\x01"))
        if macro:
            words = [word[1:-1] if word[0] == '"' else word for word in re.findall(r'"[^"]*"|\S+', plain)[1:]]
            plain = (" " if len(macro[1]) == 1 else "").join(words)
        plain = plain.replace("\x01", '"')
        lines.append(plain)
        if after_tp:
            heads.append(plain)
        after_tp = line == ".TP"
    return heads, "\n".join(lines)


def test_manual_has_the_lists():
    """docs/rustgc.1 against --help, which is made from cli_option.def, and against output.def."""
    heads, manual = manual_heads()
    entries = {entry.partition("=")[0]: entry for head in heads for entry in re.split(r", (?=-)", head)}
    options = re.findall(r"^ .{5}--([a-z-]+)(\S*)", expect(OK, "--help")[0].decode(), re.MULTILINE)
    assert len(options) > 30
    for name, value in options:
        entry = entries.get("--" + name) or entries.get(f"--{name} [", "")
        assert entry or any(head.startswith("--" + name) for head in heads), f"--{name} has no entry in rustgc.1"
        if "|" in value:
            assert entry == f"--{name}{value}", f"rustgc.1 says `{entry}`, --help `--{name}{value}`"
    rows = re.findall(r'^OUTPUT\(\w+, "(\w+)", "([.\w]*)"',
                      (HERE.parent.parent / "include" / "rustg" / "output.def").read_text(), re.MULTILINE)
    endings = "(" + ", ".join(ending for _, ending in rows if ending) + "),"
    assert endings in manual, f"rustgc.1 does not say which names -o may end in: {endings}"
    told = {word for head in heads for word in head.split(", ")}
    for word, _ in rows:
        assert word in told, f"KERNELS of rustgc.1 does not tell what --emit={word} makes"
    told = (HERE.parent.parent / "docs" / "ir.md").read_text()
    passes = re.findall(r"[\w-]+", re.search(r"behind each run of it(.*?)--verify-passes", manual, re.DOTALL)[1])
    for name in PASSES:
        assert name in passes, f"--dump-after of rustgc.1 does not name the pass {name}"
        assert f"\n| `{name}` | " in told, f"docs/ir.md does not tell what the pass {name} does"
    written = " ".join(re.findall(r"`[^`]*`", told[told.index("| written | meaning |"):told.index("## Interpreter")]))
    operations = re.findall(r'IR_(?:OP|SIGN)\(\w+, (?:-?\d, \d, )?"(\w+)"', (HERE.parent.parent / "src" / "ir" / "ir_op.def").read_text())
    assert len(operations) > 50
    for name in operations:  # an intrinsic is written by its own name
        assert name == "intrinsic" or re.search(rf"\b{name}\b", written), f"docs/ir.md does not tell how the operation {name} is written"


def manual_section(name):
    text = (HERE.parent.parent / "docs" / "rustgc.1").read_text().replace("\\-", "-")
    return re.search(rf"^\.SH {name}\n(.*?)(?=^\.SH |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def test_manual_has_what_is_read():
    """Each variable that the sources ask for has an entry, and each action of --help a line of the synopsis."""
    told = manual_section("ENVIRONMENT")
    heads = re.findall(r"[A-Z0-9_]{2,}", "\n".join(re.findall(r"^\.TP\n\.\w+ (.*)$", told, re.MULTILINE)))
    asked = set()
    for path in (HERE.parent.parent / "src").rglob("*.c"):
        asked |= set(re.findall(r'getenv\("(\w+)"\)', path.read_text()))
    assert len(asked) > 12 and asked == set(heads), (asked ^ set(heads))
    synopsis = manual_section("SYNOPSIS")
    for name in ("devices", "cache-info", "cache-clear", "explain", "completions", "version", "help"):
        assert "--" + name in synopsis, name
    assert all(name in manual_section("FILES") for name in ("Cargo.toml", ".gitignore", ".cache/rustg"))


def test_manual_examples():
    """What EXAMPLES shows of kernels runs."""
    examples = [line for line in manual_section("EXAMPLES").splitlines() if "saxpy" in line]
    write("saxpy.rs", b"use rustg_std::prelude::*;\n#[kernel]\npub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {\n    let i = thread::index();\n"
                      b"    if i < y.len() {\n        y[i] = a * x[i] + y[i];\n    }\n}\n")
    outs = [expect(OK, *shlex.split(line, comments=True)[1:])[0] for line in examples]
    assert len(outs) == 4 and b"y: [f32; 4] = [2, 4, 6, 8]\n" in outs, outs
    assert pathlib.Path("saxpy.ptx").exists() and pathlib.Path("out/saxpy.c").exists()


def test_kernel_options():
    write("k.rs", b"use rustg_std::prelude::*;\n#[cfg(zed)]\nconst N: f32 = 1.0;\n#[cfg(not(zed))]\nconst N: f32 = 2.0;\n"
                  b"#[kernel]\npub fn k(p: usize, x: &[f32], mut y: GridMut<f32>) {\n    let i = thread::index();\n"
                  b"    if i < y.len() {\n        y[i] = x[p].sin() + N + DynShared::<u32>::new().len() as f32;\n    }\n}\n")
    plain = expect(OK, "k.rs", "--emit=cuda")[0]
    assert b"rustg_fail(kernel, 1u" in plain and b"rustg_fail(kernel, 1u" not in expect(OK, "k.rs", "--emit=cuda", "--checks=off")[0]
    assert b"2.0f" in plain and b"2.0f" not in expect(OK, "k.rs", "--emit=cuda", "--cfg", "zed")[0]
    assert b"__sinf(" not in plain and b"__sinf(" in expect(OK, "k.rs", "--emit=cuda", "--fast-math")[0]
    large = HERE.parent.parent / "examples/kernels/sha256.rs"
    many, few = (re.search(rb'"registers": (\d+)', expect(OK, large, "--emit=kernels", *limit)[0])
                 for limit in ([], ["--maxrregcount=32"]))
    if many:  # where NVRTC is
        assert int(few[1]) <= 32 < int(many[1]), (few[1], many[1])
    write("n.cu", b'extern "C" __global__ void k(int *p)\n{\n    *p = N;\n}\n')
    status, out, err = run("n.cu", "--emit=ptx", "--define=N=4711")
    assert status == MACHINE and "NVRTC" in err if not many else b"4711" in out, err
    assert "--maxrregcount" in expect(CALL, "k.rs", "--emit=kernels", "--maxrregcount=many")[1]
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n"
    pathlib.Path("y.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(4))
    expect(OK, "k.rs", "--run=k", "--for=1", "--arg=0", "--arg=y.npy", "--arg=y.npy", "--shared=40", "--engine=interpreter", "--out=2=out.npy")
    assert struct.unpack("<f", pathlib.Path("out.npy").read_bytes()[-4:]) == (12.0,)
    assert "opt-level" in expect(CALL, "k.rs", "--emit=cuda", "-O4")[1]
    ptx = expect(OK, large, "--emit=ptx", "--backend=ptx", "--arch=90", "--maxrregcount=32")[0]
    assert re.search(rb"\.target sm_90\n(.|\n)*\.entry sha256\(.*\.maxnreg 32\n", ptx), ptx[:300]
    assert "sm_60" in expect(CALL, large, "--emit=ptx", "--backend=ptx", "--arch=60")[1]
    status, cubin, err = run(large, "--emit=cubin", "--backend=ptx", "--arch=90", "-o", "s.cubin")
    assert status == OK and pathlib.Path("s.cubin").read_bytes()[:4] == b"\x7fELF" or status == MACHINE and "nvJitLink" in err, err
    for level in "0123":
        expect(OK, "k.rs", "--emit=cuda", f"--opt-level={level}")


def test_options_are_tested():
    """Each option of --help and each value of --emit is given in some test."""
    texts = "".join(path.read_text() for path in HERE.parent.rglob("*_test.*")
                    if path.suffix in (".py", ".sh") and path.name != "append_test.py")  # whose rows are of no tree
    texts = re.sub(r".*\bcargo\b.*|.*--test-threads.*", "", texts)
    own = (HERE / "cli_test.py").read_text()
    for letter, name in re.findall(r"^ {2}(?:-(\w), | {4})--([a-z-]+)", expect(OK, "--help")[0].decode(), re.MULTILINE):
        assert "--" + name in texts or letter and f'"-{letter}' in own, f"--{name} is given in no test"
    for path, row in (("src/cli/cli_emit.def", "EMIT"), ("include/rustg/output.def", "OUTPUT")):
        lists = (HERE.parent.parent / path).read_text()
        for word in re.findall(rf'^{row}\((?:\w+, )?"([\w-]+)"', lists, re.MULTILINE):
            assert re.search(rf"""--emit[=", ']+(?:[\w-]+,)*{word}\b""", texts), f"--emit={word} is given in no test"


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

#!/usr/bin/env python3
"""Rows appended to the public lists, in a copy of the sources: append_test.py RUSTGC [PART OF A NAME]

Each case appends a row to a .def file of a copy and compiles what expands it, without the build's other objects. Either
a probe that uses the row runs and says what is expected, or the compiler stops with words that say what is missing."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GENERATED = pathlib.Path(sys.argv[1]).resolve().parent / "generated"
CC = os.environ.get("RUSTG_C_COMPILER", "cc")
FLAGS = ["-std=gnu11", "-O0", "-Werror=switch"]
LEXER = ["src/lexer/cpu/lex_scalar.c", "src/lexer/lex_prologue.c", "src/lexer/lex_frontmatter.c", "src/lexer/token.c",
         "src/lexer/diagnose/*.c", "src/lexer/lex_literal.c", "src/base/diagnostic_list.c", "src/base/diag_text.c",
         "src/base/arena.c", "src/base/global_lock.c"]
IR = ["src/ir/*.c", "src/base/arena.c", "src/base/c_number.c", "src/base/global_lock.c", "src/base/hash.c"]
assert "-Werror=switch" in (ROOT / "cmake" / "RustgFlags.cmake").read_text(), "the build itself must stop there"

TOKEN_PROBE = r"""
#include "parser/parser.h"
int main(void)
{
    static const char text[64 + 16] = "fn f() { let zed = zed; }";
    uint8_t kind[128], flags[128];
    uint32_t start[128], end[128], n = (uint32_t)strlen(text);
    size_t n_toks = lex_scalar_file((const uint8_t *)text, n, 2024, 0, (lex_tokens){kind, flags, start, end});
    parse_file file = {(const uint8_t *)text, n, 0, 2024, kind, flags, start, end, (uint32_t)n_toks - 1};
    parse_scratch scratch = {0};
    parse_verdict verdict = parse_groups(&file, &scratch);
    if (verdict == PARSE_GOOD)
        verdict = parse_cpu_file(&file, &scratch);
    printf("%s %d", rustg_token_kind_name(kind[6]), (int)verdict);
}
"""

IR_PROBE = r"""
#include "ir/ir_interp.h"
int main(void)
{
    ir_module m;
    arena memory = {0};
    ir_begin(&m, &memory);
    ir_type types[1] = {IR_F64};
    ir_function_id f = ir_declare(&m, "f", types, 1, IR_F64);
    ir_builder b = {.m = &m, .f = f};
    ir_value x = 1;
    ir_return(&b, ir_intrinsic_call(&b, IR_IN_ZED, IR_F64, &x, 1, 0));
    const char *wrong = ir_verify(&m);
    double in = 1000, out = 0;
    const void *bytes[1] = {&in};
    int outcome = wrong ? -1 : (int)ir_run_function(&m, f, &(ir_launch){.max_steps = 1000}, bytes, &out, NULL);
    printf("%s %d %g %s", wrong ? wrong : "good", outcome, out, strstr(ir_print(&m), "zed") ? "printed" : "");
}
"""


class Tree:
    """A copy of include and src whose headers and sources can be compiled one by one."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        shutil.copytree(ROOT / "include", self.folder / "include")
        shutil.copytree(ROOT / "src", self.folder / "src")

    appended = set()  # by any case

    def append(self, path, row, behind=None):
        """The row behind the last line that matches `behind`; without: behind the last row."""
        text = (self.folder / path).read_text()
        self.appended.add(path)
        last = list(re.finditer(behind or r"^[A-Z_]+\(.*\).*$", text, re.MULTILINE))[-1]
        (self.folder / path).write_text(text[:last.end()] + "\n" + row + text[last.end():])

    def command(self, sources, *flags, libraries=()):
        files = [str(file) for source in sources for file in sorted(self.folder.glob(source))]
        assert len(files) >= len(sources), sources
        return [CC, *FLAGS, "-I" + str(self.folder / "src"), "-I" + str(self.folder / "include"),
                "-I" + str(self.folder / "generated"), "-I" + str(GENERATED), *flags, *files, *libraries]

    def keywords(self):
        """generated/lexer, made anew."""
        (self.folder / "generated" / "lexer").mkdir(parents=True)
        tool = self.folder / "gen_keywords"
        subprocess.run(self.command(["src/lexer/gen/gen_keywords.c"], "-o", str(tool)), check=True)
        subprocess.run([tool, self.folder / "generated/lexer/lex_keyword_table.h"], check=True)

    def says(self, sources, probe, *flags):
        """What the probe, linked with the sources, prints."""
        (self.folder / "probe.c").write_text("#include <stdio.h>\n#include <string.h>\n" + probe)
        program = self.folder / "probe"
        command = self.command([*sources, "probe.c"], *flags, "-o", str(program), libraries=("-lm", "-lpthread"))
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stderr[-3000:]
        return subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def stops(self, source, words):
        """The compiler stops at the source with these words."""
        done = subprocess.run(self.command([source], "-fsyntax-only"), stderr=subprocess.PIPE, text=True)
        assert done.returncode != 0, f"{source} compiles"
        told = done.stderr.replace("\u2018", "'").replace("\u2019", "'")
        assert words in told, f"{source} stops without the words `{words}`:\n{told[:2000]}"


def parser_says(tree):
    tree.keywords()
    return tree.says([*LEXER, "src/base/heap.c", "src/parser/cpu/parse_groups.c", "src/parser/cpu/parse_cpu.c"], TOKEN_PROBE)


def test_contextual_keyword(tree):
    """Behind the last row of its class it is an identifier where identifiers may stand."""
    tree.append("include/rustg/token_kind.def", 'TOK(WEAK_ZED, "zed", WEAK)', r"^TOK\(WEAK_.*$")
    assert parser_says(tree) == "WEAK_ZED 0"


def test_keyword(tree):
    tree.append("include/rustg/token_kind.def", 'KW(KW_ZED, "zed", 2021)', r"^KW\(.*$")
    assert parser_says(tree) == "KW_ZED 1"


def test_keyword_elsewhere(tree):
    tree.append("include/rustg/token_kind.def", 'TOK(WEAK_ZED, "zed", WEAK)', r"^KW\(.*$")
    tree.stops("src/lexer/token.c", "the row WEAK_ZED (or one before it) does not stand among the rows of its class, "
               "WEAK: move it there")


def test_keyword_last_of_all(tree):
    tree.append("include/rustg/token_kind.def", 'TOK(WEAK_ZED, "zed", WEAK)')
    tree.stops("src/lexer/token.c", "the row WEAK_ZED (or one before it) does not stand among the rows of its class")


def test_literal(tree):
    """Each place that reads literals by their kinds names the new one."""
    tree.append("include/rustg/token_kind.def", 'TOK(ZED_STR, "", LITERAL)', r"^TOK\(GUARDED_STR.*$")
    for source in ("src/lexer/token.c", "src/lexer/lex_literal.c", "src/sema/syntax/syntax_literal.c"):
        tree.stops(source, "enumeration value 'RUSTG_TOK_ZED_STR' not handled in switch")
    tree.stops("src/lexer/cpu/lex_cpu_doubt.c", "let lex_doubt_token say when the new literal may be wrong")


def test_delimiter(tree):
    tree.append("include/rustg/token_kind.def", 'TOK(L_ZED, "<<", OPEN)', r"^TOK\(R_BRACE.*$")
    tree.stops("src/lexer/token.c", "token_kind.def: behind each OPEN row comes its CLOSE row")


def test_punctuation(tree):
    """No table of a lexer has its byte, as punct_test says."""
    tree.append("include/rustg/token_kind.def", 'TOK(ZED, "`", PUNCT)')
    tree.keywords()
    told = tree.says([*LEXER, "src/lexer/cpu/lex_cpu_class.c"], (ROOT / "tests/lexer/punct_test.c").read_text())
    assert told == ("token_kind.def: lex_scan.h does not read ``` as ZED\n"
                    "token_kind.def: lex_cpu_class.c does not know ``` as ZED\n"), told


def test_glued(tree):
    """Two characters work behind the last row; three stop the build there."""
    tree.append("src/parser/grammar/parse_glued.def", 'GLUED(ZED, "@@", AT, AT, NONE)')
    probe = '#include "parser/grammar/parse_kind.h"\nint main(void) { printf("%u %u %u", parse_kind_toks(T_ZED), '
    probe += 'parse_kind_toks(T_SHL_EQ), parse_kind_toks(T_AT)); }'
    assert tree.says([], probe) == "2 3 1"
    tree.append("src/parser/grammar/parse_glued.def", 'GLUED(ZED3, "@@@", AT, AT, AT)')
    tree.stops("src/parser/cpu/parse_groups.c", "rows of three characters come before rows of two")


def test_sorted_rows(tree):
    """Tables that are searched by halves stop the build at a row out of order, and at a look of no ASCII character."""
    tree.append("src/lexer/diagnose/confusable.def", 'CONFUSABLE(0x2FFFF, "Zed", PERCENT)', r"^CONFUSABLE\(.*$")
    tree.stops("src/lexer/diagnose/lex_confusable.c", "ASCII_PERCENT")
    tree.append("src/lexer/diagnose/confusable.def", 'CONFUSABLE(0x0061, "Zed", PLUS)', r"^CONFUSABLE\(.*$")
    tree.stops("src/lexer/diagnose/lex_confusable.c", "a row does not stand in the order of the code points")
    tree.append("src/ir/char_escaped.def", "ESCAPED(0x61, 0x61)", r"^ESCAPED\(.*$")
    tree.stops("src/ir/char_escape.c", "a row does not stand behind those of lower code points")
    for name in ("ZERO_WIDTH", "WIDE", "MARK"):
        tree.append("src/base/char_ranges.def", f"{name}(0x61, 0x61)", rf"^{name}\(.*$")
        tree.stops("src/base/diag_text.c", f"a row of {name} does not stand behind those of lower code points")


def test_node(tree):
    tree.append("include/rustg/ast_kind.def", 'NODE(ExprZed, EXPR, "`zed`", NO, "Expr")')
    probe = '#include "rustg/ast.h"\nint main(void) { printf("%s %d", rustg_ast_kind_name(RUSTG_AST_ExprZed), '
    probe += 'rustg_ast_kind_class(RUSTG_AST_ExprZed) == RUSTG_AST_CLASS_EXPR); }'
    assert tree.says(["src/parser/ast.c"], probe) == "ExprZed 1"


def test_diagnostics(tree):
    """Texts are there at once; that no source of a test has the error is for the tests of each kind to say."""
    names = []
    files = ("diagnostic_kind", "diagnostic_syntax", "diagnostic_sema")
    rows = "".join((tree.folder / f"include/rustg/{file}.def").read_text() for file in files)
    value = 1 + max(int(number) for number in re.findall(r"^DIAG\w*\((\d+),", rows, re.MULTILINE))
    for file in files:
        names.append("ZED_" + file.upper())
        text = (tree.folder / f"include/rustg/{file}.def").read_text()
        rows = re.findall(r"^DIAG\(\d+, \w+(,[^;]*?\))$", text, re.MULTILINE)
        tree.append(f"include/rustg/{file}.def", f"DIAG({value}, {names[-1]}{rows[-1]}", r"^DIAG\(\d+, \w+,[^;]*?\)$")
        value += 1
    probe = '#include "rustg/diagnostic.h"\n#include "rustg/diagnostic_kind.h"\nint main(void) {'
    probe += "".join(f'printf("%s ", rustg_diagnostic_kind_name(RUSTG_DIAG_{name}));' for name in names) + "}"
    told = tree.says(["src/diagnostics/diag_message.c"], probe, "-no-pie", "-Wl,--unresolved-symbols=ignore-all")
    assert told.split() == names, told


def test_math_intrinsic(tree):
    """exp10, which C's library has too, is known everywhere by its row."""
    tree.append("src/ir/ir_intrinsic.def", 'IR_MATH(ZED, 1, MATH, log10, "", "", "zed")', r"^IR_MATH\(.*$")
    assert tree.says(IR, IR_PROBE) == "good 0 3 printed"


def test_intrinsic(tree):
    tree.append("src/ir/ir_intrinsic.def", 'IR_INTRINSIC(ZED, 1, IR_HAS_RESULT, INTEGER, "zed")', r"^IR_INTRINSIC\(.*$")
    for source in ("src/ir/ir_interp_intrinsic.c", "src/ir/ir_verify_op.c", "src/codegen/common/emit_intrinsic.c",
                   "src/codegen/rust/emit_rust_value.c"):
        tree.stops(source, "enumeration value 'IR_IN_ZED' not handled in switch")


def test_float_intrinsic(tree):
    tree.append("src/ir/ir_intrinsic.def", 'IR_FLOAT(ZED, 2, EXACT, "zed")', r"^IR_FLOAT\(.*$")
    for source in ("src/ir/ir_interp_intrinsic.c", "src/codegen/common/emit_intrinsic.c"):
        tree.stops(source, "enumeration value 'IR_IN_ZED' not handled in switch")


def test_atomic_and_warp(tree):
    tree.append("src/ir/ir_intrinsic.def", 'IR_ATOMIC(ATOMIC_ZED, 2, IR_HAS_RESULT | IR_TOUCHES_MEMORY, "atomic_zed")\n'
                'IR_WARP(WARP_ZED, 1, IR_MEETS_WARP | IR_HAS_RESULT, "warp_zed")', r"^IR_ATOMIC\(.*$")
    tree.stops("src/ir/ir_interp_intrinsic.c", "enumeration value 'IR_IN_ATOMIC_ZED' not handled in switch")
    tree.stops("src/codegen/common/emit_intrinsic.c", "ATOMIC_ZED")
    for source in ("src/codegen/c/emit_c_intrinsic.c", "src/codegen/cuda/emit_cuda_atomic.c"):
        tree.stops(source, "enumeration value 'IR_IN_ATOMIC_ZED' not handled in switch")
    tree.stops("src/ir/ir_interp_warp.c", "enumeration value 'IR_IN_WARP_ZED' not handled in switch")


def test_operation(tree):
    tree.append("src/ir/ir_op.def", 'IR_OP(ZED, 1, 1, "zed")', r"^IR_OP\(CHECK.*$")
    for source in ("src/ir/ir_verify_op.c", "src/ir/ir_interp_decode.c", "src/codegen/common/emit_expression.c",
                   "src/codegen/common/emit_function.c", "src/codegen/rust/emit_rust_value.c", "src/opt/opt_coarsen.c",
                   "src/opt/opt_thread_range.c"):
        tree.stops(source, "enumeration value 'IR_ZED' not handled in switch")


def test_option(tree):
    tree.append("src/cli/cli_option.def", 'OPTION(ZED, "zed", 0, NULL, 0, "zed")')
    tree.stops("src/cli/cli_options.c", "enumeration value 'OPTION_ZED' not handled in switch")


def test_helper(tree):
    tree.append("src/codegen/common/emit_helper.def", 'HELPER(ZED, OWN, "", "")', r"come first\. \*/$")
    tree.stops("src/codegen/common/emit_helper.c", "emit_helper.def: ZED uses BITS_TO and BITS_OF, so it comes behind them")


def test_output(tree):
    """--emit, endings and help have it at once; what makes it is missing."""
    tree.append("include/rustg/output.def", 'OUTPUT(ZED, "zed", ".zed", 0, 1, "zed")')
    probe = '#include "cli/cli.h"\nvoid cli_error(const char *f, ...) {} void cli_hint(const char *f, ...) {}\n'
    probe += 'void writer_string(cli_writer *o, const char *t) {}\n'
    probe += 'bool cli_dump_after(const char *n, const char **e) { return false; }\n'
    probe += 'void writer_format(cli_writer *o, const char *f, ...) {}\n'
    probe += 'bool cli_other_word(cli_other k, const char *w, size_t n) { return false; }\n'
    probe += 'bool cli_is_cuda(const char *p) { return false; }\n'
    probe += 'bool cli_is_command(const char *w) { return false; }\n'
    probe += 'bool cli_outputs_are_several(const cli_options *o) { return false; }\n'
    probe += 'void cli_similar_add(cli_similar *s, const char *w, size_t n, const char *c) {}\n'
    probe += 'const rustg_gpu_interface *rustg_gpu_interface_at(size_t i) { return NULL; }\n'
    probe += 'const char *rustg_driver_missing(void) { return ""; }\n'
    probe += 'rustg_status rustg_device_info_get(size_t i, rustg_device_info *o, rustg_error *e) { return RUSTG_OK; }\n'
    probe += 'int main(void) { cli_options o; char *a[] = {"--emit=zed", "a"}, *b[] = {"-o", "a.zed", "a"};\n'
    probe += 'const cli_args one = {.at = a, .n = 2}, two = {.at = b, .n = 3};\n'
    probe += 'printf("%d ", cli_options_read(&one, &o) && o.kernels.outputs == 1u << RUSTG_OUTPUT_ZED);'
    probe += 'printf("%d", cli_options_read(&two, &o) && o.kernels.outputs == 1u << RUSTG_OUTPUT_ZED); }'
    assert tree.says(["src/cli/cli_options.c", "src/cli/cli_combination.c"], probe) == "1 1"
    tree.stops("src/compile/compile_output.c", "enumeration value 'RUSTG_OUTPUT_ZED' not handled in switch")


def test_element(tree):
    tree.append("include/rustg/element.def", "ELEMENT(ZED, 20, \"zed\", 3, 3, 'V')")
    probe = '#include "rustg/kernel.h"\nint main(void) { printf("%s %u %c", rustg_element_name(RUSTG_ELEMENT_ZED), '
    probe += 'rustg_element_size(RUSTG_ELEMENT_ZED), rustg_element_numpy(RUSTG_ELEMENT_ZED)); }'
    assert tree.says(["src/base/element.c"], probe) == "zed 3 V"
    tree.stops("src/cli/cli_run.c", "enumeration value 'RUSTG_ELEMENT_ZED' not handled in switch")


def test_status(tree):
    tree.append("include/rustg/status.def", 'STATUS(ERR_ZED, 20, "zed", "do")')
    probe = '#include "rustg/status.h"\nint main(void) { printf("%s", rustg_status_string(RUSTG_ERR_ZED)); }'
    assert tree.says(["src/base/status.c"], probe) == "zed"
    tree.stops("src/runtime/error_note.c", "enumeration value 'RUSTG_ERR_ZED' not handled in switch")


def test_limit(tree):
    """The code has it as a constant at once; the page that is made of the list is missing."""
    tree.append("include/rustg/limits.def", 'LIMIT(ZED, 7, SIZE, "7", "", "zed")', r"^LIMIT\(DEVICE_KIB.*$")
    assert tree.says([], '#include "base/limits.h"\nint main(void) { printf("%d", LIMIT_ZED); }') == "7"
    for path in ("scripts/limits.py", "docs/limits.md"):
        (tree.folder / path).parent.mkdir()
        shutil.copy(ROOT / path, tree.folder / path)
    check = [sys.executable, tree.folder / "scripts/limits.py", "--check"]
    done = subprocess.run(check, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1, "the page has it"
    assert "docs/limits.md is not what scripts/limits.py makes: run it" in done.stderr, done.stderr


def test_stage(tree):
    """--dump-after has it at once; the field that holds its time is missing."""
    tree.append("include/rustg/pipeline.def", 'PIPELINE_STAGE(ZED, "zed", seconds_zed, "ir", "IR to zed")')
    probe = '#include "cli/cli.h"\nvoid cli_error(const char *f, ...) {}\n'
    probe += 'const char *rustg_pass_name(uint32_t i) { return NULL; }\n'
    probe += 'void cli_similar_add(cli_similar *s, const char *w, size_t n, const char *c) {}\n'
    probe += 'bool cli_wrong_call(const cli_similar *s) { return false; }\n'
    probe += 'int main(void) { const char *emit; if (cli_dump_after("zed", &emit)) printf("%s", emit); }'
    assert tree.says(["src/cli/cli_dump.c"], probe) == "ir"
    for source in ("src/compile/compile_kernels.c", "src/cli/cli_report.c"):
        tree.stops(source, "no member named 'seconds_zed'")


def test_device_attribute(tree):
    """Devices are asked for it, and --devices shows it, by the row alone."""
    tree.append("include/rustg/device_attribute.def", 'ATTRIBUTE(zed, ZED, 999, "zed")')
    probe = '#include "cli/cli_devices.c"\nint main(void) { cli_writer out; writer_open(&out, NULL);\n'
    probe += 'cli_json_more(&out, &(rustg_device_info){.zed = 7}); writer_flush(&out); }'
    told = tree.says(["src/cli/cli_writer.c"], probe, "-no-pie", "-Wl,--unresolved-symbols=ignore-all")
    assert told.endswith(',"zed":7'), told


def test_lint(tree):
    """The lints whose notes were made are bits of a number, which the compiler finds too small for more."""
    rows = "\n".join(f'LINT(ZED_{i}, "zed_{i}", "")' for i in range(33))
    tree.append("src/sema/lints/lint.def", rows)
    tree.stops("src/sema/lints/lint_level.c", "a bit of sema's lints_noted for each row of lint.def")


def main():
    tests = [(name, test) for name, test in globals().items()
             if name.startswith("test_") and (len(sys.argv) < 3 or sys.argv[2] in name)]
    failed = 0
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Tree(folder))
            except AssertionError as error:
                failed += 1
                print(f"FAILED {name}: {error}")
    missed = {f"include/rustg/{path.name}" for path in ROOT.glob("include/rustg/*.def")} - Tree.appended
    if len(sys.argv) < 3 and missed:
        failed += 1
        print("FAILED: no case appends a row to", *sorted(missed))
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())

"""The recipes of docs/adding.md as edits of a copy of the tree, each with what uses the new thing.

A step is edits, and what the build or a check says without it. An edit finds its place by a pattern, not by a line, so it
stays right while the file around it changes:
  behind(path, pattern, text)      text behind the last match's line     before(...)    before the first match's line
  again(path, pattern, old, new)   each matching line once more, with old replaced; path may be a glob
  swap(path, pattern, new)         the first match replaced              create(path, text)   a new file
A check is a command in the copy: RUSTGC, the programs that targets name, and {folder} of the copy are filled in; ok is
its exit status and says a pattern of its output."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Edit:
    def __init__(self, kind, path, pattern="", text="", old=""):
        self.kind, self.path, self.pattern, self.text, self.old = kind, path, pattern, text, old


def behind(path, pattern, text):
    return Edit("behind", path, pattern, text)


def before(path, pattern, text):
    return Edit("before", path, pattern, text)


def again(path, pattern, old, new):
    return Edit("again", path, pattern, new, old)


def diagnostic(file, like, name):
    """A row like another one, with the number of rows so far as its value."""
    rows = "".join((ROOT / f"include/rustg/diagnostic_{kind}.def").read_text() for kind in ("kind", "syntax", "sema"))
    path, value = f"include/rustg/diagnostic_{file}.def", max(int(n) for n in re.findall(r"^DIAG\w*\((\d+),", rows, re.MULTILINE)) + 1
    old = re.search(r"^DIAG(?:_FOUND)?\((\d+, %s),(?:.|\n)*?\"\)\n" % like, (ROOT / path).read_text(), re.MULTILINE)
    return again(path, re.escape(old[0]), old[1], f"{value}, {name}")


def swap(path, pattern, new):
    return Edit("swap", path, pattern, new)


def create(path, text):
    return Edit("create", path, text=text)


class Step:
    def __init__(self, name, edits, without):
        self.name, self.edits, self.without = name, edits, without


class Check:
    def __init__(self, command, ok=0, says=""):
        self.command, self.ok, self.says = command, ok, says


class Recipe:
    """only_cli: rustgc is linked anew with the library of the build that runs the test. targets: programs to build."""

    def __init__(self, name, steps, checks, only_cli=False, targets=("rustgc",)):
        self.name, self.steps, self.checks, self.only_cli, self.targets = name, steps, checks, only_cli, targets


def kernel(body, signature="a: u32"):
    return f'use rustg_std::prelude::*;\n#[kernel]\nfn k({signature}) {{\n    {body}\n}}\n'


RUN = ["RUSTGC", "--run=k", "--for=1"]

RECIPES = [
    Recipe("option", [
        Step("a row of cli_option.def", [
            before("src/cli/cli_option.def", r"^OPTION\(DEVICES,",
                   'OPTION(QUIET, "quiet", \'q\', NULL, 0, "print no closing lines behind errors")\n')],
            r"OPTION_QUIET"),
        Step("a field of cli_options", [behind("src/cli/cli.h", r"^    bool timings;", "    bool quiet;\n")], r"quiet"),
        Step("what it sets", [
            before("src/cli/cli_options.c", r"^    case OPTION_TIMINGS:",
                   "    case OPTION_QUIET: options->quiet = true; break;\n")],
            r"OPTION_QUIET.? not handled in switch"),
        Step("what it does", [
            swap("src/cli/cli_report.c", r"if \(report->n_errors == 0\)",
                 "if (report->n_errors == 0 || report->options->quiet)")],
            r"aborting due to"),
        Step("the manual page", [
            before("docs/rustgc.1", r'^\.TP\n\.B \\-\\-timings',
                   '.TP\n.BR \\-q ", " \\-\\-quiet\nPrint no closing lines behind errors.\n')],
            r"--quiet has no entry in rustgc.1"),
    ], [
        Check(["sh", "-c", "echo 'fn f( {' | RUSTGC -q - 2>&1 | { ! grep 'aborting due to'; }"]),
        Check(["python3", "tests/cli/cli_test.py", "RUSTGC", "test_manual_has_the_lists"]),
    ], only_cli=True),

    Recipe("library_function", [
        Step("the method", [
            again("kernels/library/**/*.rs", r"^ *pub fn cbrt\(self\) -> .*\n", "fn cbrt", "fn third_root")],
            r"no method named `third_root`"),
    ], [
        Check([*RUN, "--arg=8.0", "--engine=interpreter", "third_root.rs"]),
        Check([*RUN, "--arg=8.0", "--engine=cpu", "third_root.rs"]),
    ]),

    Recipe("intrinsic", [
        Step("a row of ir_intrinsic.def", [
            behind("src/ir/ir_intrinsic.def", r"^IR_MATH\(CBRT,", 'IR_MATH(ERF, 1, MATH, erf, "", "erf")\n')],
            r"IR_IN_ERF"),
        Step("a row of lower_intrinsic.def", [
            behind("src/lower/lower_intrinsic.def", r"^LOWER\(hypot,", 'LOWER(erf, IR, ERF, 0, "")\n')],
            r"the intrinsic `erf`"),
        Step("its declaration in the library", [
            again("kernels/library/intrinsics.rs", r"^    pub fn cbrt<F>.*\n", "cbrt", "erf")],
            r"erf"),
        Step("the library's method", [
            again("kernels/library/**/*.rs", r"^ *pub fn cbrt\(self\) -> .*\n", "cbrt", "erf")],
            r"no method named `erf`"),
    ], [
        Check(["sh", "-c", "RUSTGC --emit=cuda -o - erf.rs 2>&1"], says=r"erff\("),
        Check([*RUN, "--arg=0.5", "--engine=interpreter", "erf.rs"]),
        Check([*RUN, "--arg=0.5", "--engine=cpu", "erf.rs"]),
        Check(["RUSTGC", "--run=k", "--for=1", "--arg=2", "--engine=interpreter", "erf.rs"], ok=1, says="wrong"),
    ]),

    Recipe("contextual_keyword", [
        Step("a row of token_kind.def", [
            behind("include/rustg/token_kind.def", r"^TOK\(WEAK_", 'TOK(WEAK_ZED, "zed", WEAK)\n')],
            r"T_WEAK_ZED"),
        Step("where the grammar takes it", [
            swap("src/parser/grammar/rules_primary.h", r"PEEK\(1\) == T_WEAK_YEET",
                 "PEEK(1) == T_WEAK_YEET || PEEK(1) == T_WEAK_ZED")],
            r"expected"),
    ], [
        Check(["sh", "-c", "echo 'fn f() { let zed = 1; do zed zed; }' | RUSTGC --emit=ast - 2>&1"], says="ExprYeet"),
    ]),

    Recipe("operation", [
        Step("a row of ir_op.def", [
            behind("src/ir/ir_op.def", r"^IR_OP\(AND,", 'IR_OP(AND_NOT, 2, 1, "and_not")\n')], r"IR_AND_NOT"),
        Step("what the verifier wants", [
            before("src/ir/ir_verify_op.c", r"^    case IR_AND:\n    case IR_OR:\n    case IR_XOR: return check_ar",
                   "    case IR_AND_NOT:\n")],
            r"IR_AND_NOT.? not handled in switch"),
        Step("the interpreter's code", [
            before("src/ir/ir_interp_decode.c", r"^    case IR_OR:", "    case IR_AND_NOT:\n")],
            r"IR_AND_NOT.? not handled in switch"),
        Step("what the interpreter does", [
            before("src/ir/ir_interp_run.c", r"^    TYPED\(OR, KIND\)",
                   "    TYPED(AND_NOT, KIND) : D(t) = (at_##t)(A(t) & ~B(t)); \\\n    op++; \\\n    continue; \\\n")],
            r"error"),
        Step("its text", [
            before("src/codegen/common/emit_expression.c", r"^    case IR_NEG:\n    case IR_NOT: return unary",
                   "    case IR_AND_NOT:\n        return emit_value_of(e,\n"
                   '                             emit_print(e, "((%s)(%s & ~%s))", emit_type_name(e, i->type),\n'
                   "                                        emit_operand(e, emit_arg(e, i, 0)),\n"
                   "                                        emit_operand(e, emit_arg(e, i, 1))),\n"
                   "                             true);\n")],
            r"IR_AND_NOT.? not handled in switch"),
        Step("that it is a value", [
            before("src/codegen/common/emit_function.c", r"^    case IR_OR:", "    case IR_AND_NOT:\n")],
            r"IR_AND_NOT.? not handled in switch"),
        Step("whether coarse entries may have it", [
            before("src/opt/opt_coarsen.c", r"^    case IR_OR:", "    case IR_AND_NOT:\n")],
            r"IR_AND_NOT.? not handled in switch"),
        Step("a row of lower_intrinsic.def", [
            behind("src/lower/lower_intrinsic.def", r"^LOWER\(wrapping_sub,",
                   'LOWER(and_not, BINARY, AND_NOT, 0, "")\n')],
            r"the intrinsic `and_not`"),
        Step("its declaration in the library", [
            again("kernels/library/intrinsics.rs", r"^ *pub const fn wrapping_sub<T>.*\n", "wrapping_sub", "and_not")],
            r"and_not"),
        Step("the library's method", [
            again("kernels/library/**/*.rs", r"^ *pub const fn wrapping_sub\(self.*\n", "wrapping_sub", "and_not")],
            r"no method named `and_not`"),
    ], [
        Check([*RUN, "--arg=7", "--engine=interpreter", "and_not.rs"]),
        Check([*RUN, "--arg=7", "--engine=cpu", "and_not.rs"]),
        Check(["sh", "-c", "RUSTGC --emit=cuda -o - and_not.rs 2>&1"], says=r"& ~"),
    ]),

    Recipe("sema_diagnostic", [
        Step("a row of diagnostic_sema.def", [
            diagnostic("sema", "CHAR_OF_LARGE_LITERAL", "FN_ZED")],
            r"RUSTG_DIAG_FN_ZED"),
        Step("where it is reported", [
            swap("src/sema/items/def_check.c", r"    case DEF_FN: check_fn\(s, d\); break;",
                 '    case DEF_FN:\n        if (strcmp(sema_text(s, def_get(s, d)->name), "zed") == 0)\n'
                 "            sema_error(s, RUSTG_DIAG_FN_ZED, def_span(s, d));\n        check_fn(s, d);\n        break;")],
            r"no program of tests/sema/reject has the error FN_ZED"),
        Step("a program that has it", [create("tests/sema/reject/names/fn_zed.rs", "fn zed() {}\n")],
             r"no program of tests/sema/reject has the error FN_ZED"),
    ], [
        Check(["tests/rows_test"]),
        Check(["sh", "-c", "RUSTGC --emit=kernels tests/sema/reject/names/fn_zed.rs 2>&1"], ok=1, says="error"),
    ], targets=("rustgc", "rows_test")),

    Recipe("syntax_error", [
        Step("a row of diagnostic_syntax.def", [
            diagnostic("syntax", "AFTER_UNION_NAME", "AT_BEHIND_STRUCT_NAME")],
            r"AT_BEHIND_STRUCT_NAME"),
        Step("where the grammar says so", [
            before("src/parser/grammar/rules_adt.h", r"^    ERROR\(AFTER_STRUCT_NAME,",
                   "    if (k == T_AT)\n        ERROR(AT_BEHIND_STRUCT_NAME, pos, pos + 1);\n")],
            r"after struct name"),
        Step("a source that has it", [
            before("tests/parser/diagnose/fail_items.rs", r"\A",
                   "//@ 2021\nstruct A @\n//~ 1:10 expected `where` or `{` after union name, found `@`\n\n")],
            r"AT_BEHIND_STRUCT_NAME: in no row"),
    ], [
        Check(["sh", "-c", "echo 'struct A @' | RUSTGC - 2>&1"], ok=1, says="after union name, found `@`"),
        Check(["tests/parse_diagnose_test"]),
    ], targets=("rustgc", "parse_diagnose_test")),
]

# What the checks compile.
SOURCES = {
    "erf.rs": kernel('if (a.erf() - 0.5204999).abs() > 0.00001 { panic!("wrong") }', "a: f32"),
    "and_not.rs": kernel('if a.and_not(3) != 4 { panic!("wrong") }'),
    "third_root.rs": kernel('if a.third_root() != 2.0 { panic!("wrong") }', "a: f32"),
}

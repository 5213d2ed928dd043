"""The recipes of docs/adding.md as edits of a copy of the tree, each with what uses the new thing.

A step is edits, and what the build or a check says without it. An edit finds its place by a pattern, not by a line, so it
stays right while the file around it changes:
  behind(path, pattern, text)      text behind the last match's line     before(...)    before the first match's line
  again(path, pattern, old, new)   each matching line once more, with old replaced; path may be a glob
  swap(path, pattern, new)         the first match replaced              create(path, text)   a whole file
  made(path, command)              what the command, run in the copy behind all other edits, writes into the file that it is given
  remade(path, command)            the same, of a command that writes the file in its place
A step says what notices that it was forgotten (by: "the build", "using it", or a test's name) and with which words; a step of several
files is left out in each of them in turn. A check is a command in the copy, in which RUSTGC, LIBRARY (librustg.so of the build that runs
the test) and programs of tests/ are found; ok is its exit status and says a pattern of its output."""
import pathlib
import re
import shutil
import subprocess
import sys

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


def next_diagnostic():
    """The value of a diagnostic's new row."""
    rows = "".join((ROOT / f"include/rustg/diagnostic_{kind}.def").read_text() for kind in ("kind", "syntax", "sema"))
    return max(int(n) for n in re.findall(r"^DIAG\w*\((\d+),", rows, re.MULTILINE)) + 1


def diagnostic(file, like, name, code=None):
    """A row like another one, which has the other's code unless one is given."""
    path = f"include/rustg/diagnostic_{file}.def"
    old = re.search(r"^DIAG\w*\((\d+, %s, (\"\w*\")),(?:.|\n)*?(?:\"|, [A-Z_]+)\)\n" % like, (ROOT / path).read_text(), re.MULTILINE)
    return again(path, re.escape(old[0]), old[1], f'{next_diagnostic()}, {name}, {old[2] if code is None else chr(34) + code + chr(34)}')


def pinned(kind, name, behind=None):
    """tests/compile/pinned_values.txt with a row behind another one, or behind the last one of its list; those behind it move."""
    lines = (ROOT / PINNED).read_text().splitlines()
    rows = [line for line in lines if line.startswith(kind + " ")]
    at = lines.index(next(line for line in rows if line.split()[1] == behind) if behind else rows[-1])
    value = max(int(line.split()[2]) for line in rows) + 1 if behind is None else int(lines[at].split()[2]) + 1
    moved = [f"{kind} {line.split()[1]} {int(line.split()[2]) + 1}" if line.startswith(kind + " ") else line for line in lines[at + 1:]]
    return create(PINNED, "\n".join([*lines[:at + 1], f"{kind} {name} {value}", *moved]) + "\n")


def made(path, command):
    return Edit("made", path, text=command)


def remade(path, command):
    return Edit("remade", path, text=command)


def like(path, *renamed):
    """The text of a file with other names."""
    text = (ROOT / path).read_text()
    for old, new in renamed:
        assert old in text, f"{path}: no {old}"
        text = text.replace(old, new)
    return text


def swap(path, pattern, new):
    return Edit("swap", path, pattern, new)


def create(path, text):
    return Edit("create", path, text=text)


def is_here(noticed_by):
    """Whether this machine has what a test needs."""
    return NEEDED.get(noticed_by, True)


class Step:
    def __init__(self, name, edits, without, by="the build"):
        self.name, self.edits, self.without, self.by = name, edits, without, by

    def parts(self):
        """What is left out in turn: a name, and the edits of one file."""
        paths = list(dict.fromkeys(edit.path for edit in self.edits))
        return [(f"{self.name} ({path})" if len(paths) > 1 else self.name, [edit for edit in self.edits if edit.path == path]) for path in paths]


class Check:
    """name: of the test that it runs, or "using it"."""

    def __init__(self, command, ok=0, says="", name=None):
        self.command, self.ok, self.says = command, ok, says
        test = re.search(r"\w+_test\b", command[1] if command[0] in ("python3", "sh") else command[0])
        self.name = name or (test[0] if test else "using it")


class Recipe:
    """only_cli: rustgc is linked anew with the library of the build that runs the test. targets: programs to build."""

    def __init__(self, name, steps, checks, only_cli=False, targets=("rustgc",)):
        self.name, self.steps, self.checks, self.only_cli, self.targets = name, steps, checks, only_cli, targets


def kernel(body, signature="a: u32"):
    return f'use rustg_std::prelude::*;\n#[kernel]\nfn k({signature}) {{\n    {body}\n}}\n'


def program(about, expect, body):
    """A program of tests/pipeline/run: out[t] of each of four threads, and what it is."""
    return (f"// {about}\n// threads: 4\n// expect: {expect}\nuse rustg_std::prelude::*;\n\n#[kernel]\npub fn test(mut out: GridMut<u64>) {{\n"
            f"    let t = thread::index();\n    out[t] = {body};\n}}\n")


def programs(path):
    """What runs a program of tests/pipeline/run, and what asks rustc what it comes to."""
    return [Check(["tests/run_programs_test", "interpreter", "cpu", path]), Check(["python3", "tests/pipeline/rustc_test.py", "RUSTGC", path])]


PINNED = "tests/compile/pinned_values.txt"
BINDINGS = "bindings/rust/rustg-sys/src/bindings.rs"
HAS_BINDGEN = all(shutil.which(program) for program in ("bindgen", "rustfmt"))
NUMPY = [python for python in (sys.executable, "/usr/bin/python3")
         if subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False).returncode == 0]
NEEDED = {"bindgen_test": HAS_BINDGEN, "abi_test": HAS_BINDGEN, "rustc_test": all(shutil.which(program) for program in ("cargo", "rustc")),
          "python_header_test": bool(NUMPY)}
CLI_LISTS = Check(["python3", "tests/cli/cli_test.py", "RUSTGC", "test_manual_has_the_lists"])
PINNED_VALUES, BINDGEN = Check(["tests/pinned_values_test"]), Check(["sh", "tests/bindings/bindgen_test.sh"])
KINDS = Check(["python3", "bindings/rust/rustg/kinds.py", "--check"], name="rust_workspace_test")


def public(kind, name, behind=None):
    """The steps that every row of a public list has."""
    kinds = Step("its name for Rust", [remade("bindings/rust/rustg/src/kinds.rs", ["python3", "bindings/rust/rustg/kinds.py"])],
                 r"run bindings/rust/rustg/kinds.py", "rust_workspace_test")
    return [Step("its pinned value", [pinned(kind, name, behind)], rf"{kind} {name} is new", "pinned_values_test"), bindings(),
            *([kinds] if kind in ("token", "node") else [])]


def bindings():
    return Step("the bindings for Rust", [made(BINDINGS, ["sh", "bindings/rust/rustg-sys/regenerate.sh"])],
                "include/rustg has changed", "bindgen_test")


RUN = ["RUSTGC", "--run=k", "--for=1"]
GRID_LAST, ERF = "tests/pipeline/run/kernels/grid_last.rs", "tests/pipeline/run/floats/erf.rs"
WHILE_TRUE = "tests/sema/warn/loops/while_true.rs"

AND_NOT_MISSING = r"IR_AND_NOT.? not handled in switch"


def beside(path, label="XOR"):
    """IR_AND_NOT in each switch of a file, where another operation stands."""
    return again(path, rf"\bcase IR_{label}:", f"IR_{label}", "IR_AND_NOT")


ZED_TREE = """File 18..38
  ItemConst 18..37 N
    TyPath 27..30 `u32`
    ExprZed 33..36
      ExprLit 35..36 `1`
"""
OPT_DOUBLE = """/* opt_double.c: x * 2 of u16 becomes x + x. Requires nothing. Breaks nothing. */
#include "opt/opt_tree.h"

static bool opt_double_in(opt_list *list, const opt_index *index)
{
    bool changed = false;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const opt_node *by = node->i.op == IR_MUL && node->i.type == IR_U16 ? opt_definition(index, node->args[1]) : NULL;
        if (by && by->i.op == IR_CONST && by->i.imm == 2) {
            node->i.op = IR_ADD;
            node->args[1] = node->args[0];
            changed = true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            changed |= opt_double_in(&node->arms[arm].list, index);
    }
    return changed;
}

bool opt_double(opt_tree *t)
{
    const opt_index index = opt_tree_index(t);
    return opt_double_in(&t->body, &index);
}
"""
LINT_WHILE = """/* lint_while.c: is the lint while_true: it reports a `while` whose condition is written `true`. */
#include "sema/lints/lint.h"
#include "sema/macros/macro.h"
#include "sema/syntax/syntax.h"
#include "sema/warnings/lint_statement.h"

static void while_check(sema *s, sema_def owner, sema_node n)
{
    const sema_node condition = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0), lit = lint_without_parens(s, condition);
    const sema_symbol label = syntax_label(s, n);
    sema_span at = sema_node_span(s, n);
    lint_told told;
    if (syntax_kind(s, lit) != RUSTG_AST_ExprLit || macro_place_of(s, at).mark != 0)
        return;
    const syntax_lit value = syntax_literal(s, lit);
    at.end = sema_node_span(s, condition).end;
    if (value.kind != LIT_BOOL || !value.bits ||
        !lint_begin(s, &told, LINT_WHILE_TRUE, owner, at, "denote infinite loops with `loop { ... }`"))
        return;
    const char *with = label ? arena_format(s->memory, "'%s: loop", sema_text(s, label)) : "loop";
    sema_suggest_marked(&told.report, at, with, "use `loop`");
    sema_suggest_is(&told.report, "MachineApplicable");
    lint_end(&told);
}

void lint_while_true(sema *s, const thir_body *body)
{
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        if (body->exprs.at[i].op != THIR_LOOP || sema_is_derived(s, body->exprs.at[i].span.file))
            continue;
        const sema_node n = syntax_innermost(s, body->exprs.at[i].span);
        if (syntax_kind(s, n) == RUSTG_AST_ExprWhile)
            while_check(s, body->owner, n);
    }
}
"""
WHILE_TRUE_PROGRAM = """//! `while true`, for which there is `loop`.
#![allow(unused_parens)]
use rustg_std::prelude::*;

macro_rules! forever {
    ($body:block) => {
        while true $body
    };
}

#[kernel]
pub fn kernel(mut out: GridMut<u32>) {
    let t = thread::index();
    let mut n = 0;
    while true { //~ while_true denote infinite loops with `loop { ... }`
        n += 1;
        if n > 3 {
            break;
        }
    }
    forever!({ break });
    while n > 5 {
        n -= 1;
    }
    out[t] = n;
}
pub fn labeled() {
    'outer: while ((true)) { //~ while_true denote infinite loops
        let inner = || while true {}; //~ while_true denote infinite loops
        inner();
        break 'outer;
    }
}
pub const LAST: u32 = {
    while true { //~ while_true denote infinite loops
        break;
    }
    7
};
#[allow(while_true)]
pub fn allowed() {
    while true {}
}
#[deny(while_true)]
pub fn denied() {
    while true {} //~ while_true denote infinite loops
}
"""
COMPILE_ZED = """static rustg_status emit_zed(pipeline *p)
{
    compile_emit(p);
    KEEP(p->kernels, RUSTG_OUTPUT_ZED, p->text.text, p->text.n);
    return RUSTG_OK;
}

void compile_for_zed(pipeline *p)
{
    const codegen_options how = compile_codegen_options(p->kernels);
    compile_for_target(p, &codegen_target_zed, &p->kernels->module, &how);
    p->verify = NULL;
    p->emit = emit_zed;
    p->toolchain = NULL;
    if (!(p->kernels->options.outputs & 1u << RUSTG_OUTPUT_ZED))
        p->optimize = p->emit = NULL;
}

""".replace("KEEP", re.search(r"^(?:static )?void (\w*keep_text)\(", (ROOT / "src/compile/compile_output.c").read_text(), re.MULTILINE)[1])

FN_ZED_CODE = f"RUSTG{next_diagnostic():04}"

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
            r"aborting due to", "using it"),
        Step("the manual page", [
            before("docs/rustgc.1", r'^\.TP\n\.B \\-\\-timings',
                   '.TP\n.BR \\-q ", " \\-\\-quiet\nPrint no closing lines behind errors.\n')],
            r"--quiet has no entry in rustgc.1", "cli_test"),
        Step("a test", [
            before("tests/cli/cli_test.py", r"^def test_color",
                   'def test_quiet():\n    assert "aborting" not in expect(SOURCE, "--quiet", "-", data=b"fn f(")[1]\n\n\n')],
            r"--quiet is given in no test", "cli_test"),
    ], [
        Check(["sh", "-c", "echo 'fn f( {' | RUSTGC -q - 2>&1 | { ! grep 'aborting due to'; }"]),
        CLI_LISTS,
        Check(["python3", "tests/cli/cli_test.py", "RUSTGC", "test_options_are_tested", "test_quiet"]),
    ], only_cli=True),

    Recipe("library_function", [
        Step("the function", [
            before("kernels/library/rustg_std/grid.rs", r"^    pub fn as_mut_ptr",
                   "    pub fn is_last(&self, tid: Tid) -> bool { tid.get() + 1 == self.len }\n")],
            r"no method named `is_last`", "using it"),
        Step("the same for rustc", [
            before("bindings/rust/rustg-std/src/grid.rs", r"^    /// Where the elements are\.",
                   "    /// Whether the thread's own element is the last one.\n    pub fn is_last(&self, tid: Tid) -> bool {\n"
                   "        tid.get() + 1 == self.len\n    }\n\n")],
            r"no method named `is_last`", "rustc_test"),
        Step("a program that calls it", [
            create(GRID_LAST, program("GridMut::is_last", "0 0 0 1", "out.is_last(t) as u64"))],
            r"no program of tests/pipeline/run calls is_last", "library_calls_test"),
    ], [
        Check([*RUN, "--arg=[0; 1]", "--engine=interpreter", "grid_last.rs"]),
        Check(["python3", "tests/kernels/library_calls_test.py"]),
        *programs(GRID_LAST),
    ], targets=("rustgc", "run_programs_test")),

    Recipe("intrinsic", [
        Step("a row of ir_intrinsic.def", [
            behind("src/ir/ir_intrinsic.def", r"^IR_MATH\(CBRT,", 'IR_MATH(ERF, 1, MATH, erf, "", "", "erf")\n')],
            r"IR_IN_ERF"),
        Step("a row of adjoint_rule.def", [
            behind("src/adjoint/adjoint_rule.def", r"^ADJOINT_IN\(CBRT,", 'ADJOINT_IN(ERF, REFUSED, "has no formula yet")\n')],
            r"adjoint_rule.def: an intrinsic has no row"),
        Step("a row of lower_intrinsic.def", [
            behind("src/lower/lower_intrinsic.def", r"^LOWER\(hypot,", 'LOWER(erf, IR, ERF, 0, "")\n')],
            r"the intrinsic `erf`", "using it"),
        Step("its declaration in the library", [
            swap("kernels/library/intrinsics.rs", r"ln_1p cbrt$", "ln_1p cbrt erf")],
            r"erf", "using it"),
        Step("the library's function", [
            before("bindings/rust/rustg-std/src/fast.rs", r"^/// x over y\.",
                   "/// The error function.\npub fn erf(x: f32) -> f32 {\n    unsafe { i::erf(x) }\n}\n\n")],
            r"cannot find function `erf`", "using it"),
        Step("its body for rustc", [
            before("bindings/rust/rustg-std/src/intrinsics.rs", r"^pub unsafe fn f32_to_f16",
                   "pub unsafe fn erf(x: f32) -> f32 {\n    unsafe extern \"C\" {\n        fn erff(x: f32) -> f32;\n    }\n"
                   "    unsafe { erff(x) }\n}\n\n")],
            r"cannot find function `erf` in module `i`", "rustc_test"),
        Step("a program that has it", [
            create(ERF, program("the error function", "0 28 52 71", "(fast::erf(t.get() as f32 * 0.25) * 100.0).round() as u64"))],
            r"no program of tests/pipeline/run has the intrinsic erf", "intrinsics_test"),
        Step("a value of ir_interp_test", [
            swap("tests/ir/ir_interp_test.c", r'\{"cbrt", 1, cbrt, cbrtf, 0\.7\},', '{"cbrt", 1, cbrt, cbrtf, 0.7}, {"erf", 1, erf, erff, 0.7},')],
            r"erf: in no row", "ir_interp_test"),
    ], [
        Check(["sh", "-c", "RUSTGC --emit=cuda -o - erf.rs 2>&1"], says=r"erff\("),
        Check([*RUN, "--arg=0.5", "--engine=interpreter", "erf.rs"]),
        Check([*RUN, "--arg=0.5", "--engine=cpu", "erf.rs"]),
        Check(["RUSTGC", "--run=k", "--for=1", "--arg=2", "--engine=interpreter", "erf.rs"], ok=1, says="wrong"),
        Check(["tests/ir_interp_test"]),
        Check(["python3", "tests/pipeline/intrinsics_test.py", "RUSTGC"]),
        *programs(ERF),
    ], targets=("rustgc", "ir_interp_test", "run_programs_test")),

    Recipe("token", [
        Step("a row of token_kind.def", [behind("include/rustg/token_kind.def", r"^TOK\(PERCENT", 'TOK(ZED, "`", PUNCT)\n')],
             r"RUSTG_TOK_ZED"),
        Step("its character in lex_scan.h", [
            before("src/lexer/lex_scan.h", r"^    case '%': return RUSTG_TOK_PERCENT;", "    case '`': return RUSTG_TOK_ZED;\n")],
            r"lex_scan.h does not read ``` as ZED", "punct_test"),
        Step("its class in lex_cpu_class.c", [swap("src/lexer/cpu/lex_cpu_class.c", r"^    O, L, L", "    P, L, L")],
             r"lex_cpu_class.c does not know ``` as ZED", "punct_test"),
        Step("its kind in lex_cpu_class.c", [
            swap("src/lexer/cpu/lex_cpu_class.c", r"K\(CARET\), +I,\n    N,", "K(CARET), I, K(ZED),")],
            r"lex_cpu_class.c does not know ``` as ZED", "punct_test"),
        *public("token", "ZED", "PERCENT"),
    ], [
        Check(["tests/punct_test"]),  # first, for on some processors the lexer sees what lex_scan.h does not read
        Check(["sh", "-c", "echo 'm! { a ` b }' | RUSTGC --emit=tokens - 2>&1"], says="ZED|`"),
        PINNED_VALUES,
        BINDGEN,
        KINDS,
    ], targets=("rustgc", "punct_test", "pinned_values_test")),

    Recipe("operator", [
        Step("a row of parse_glued.def", [behind("src/parser/grammar/parse_glued.def", r"^GLUED\(", 'GLUED(ZED, "@@", AT, AT, NONE)\n')],
             r"T_ZED"),
        Step("its precedence", [
            swap("src/parser/grammar/parse_operator.h", r"\(k\) == T_PERCENT +\? PARSE_PREC_PRODUCT",
                 "(k) == T_PERCENT || (k) == T_ZED ? PARSE_PREC_PRODUCT")],
            r"found `@@`", "using it"),
    ], [
        Check(["sh", "-c", "echo 'fn f() { let a = 1 + 2 @@ 3; }' | RUSTGC --emit=ast - 2>&1"],
              says=r"`1`\n +ExprBinary 21\.\.27"),
    ]),

    Recipe("contextual_keyword", [
        Step("a row of token_kind.def", [
            behind("include/rustg/token_kind.def", r"^TOK\(WEAK_", 'TOK(WEAK_ZED, "zed", WEAK)\n')],
            r"T_WEAK_ZED"),
        Step("where the grammar takes it", [
            swap("src/parser/grammar/rules_primary.h", r"PEEK\(1\) == T_WEAK_YEET",
                 "PEEK(1) == T_WEAK_YEET || PEEK(1) == T_WEAK_ZED")],
            r"expected", "using it"),
        *public("token", "WEAK_ZED", "WEAK_YEET"),
    ], [
        Check(["sh", "-c", "echo 'fn f() { let zed = 1; do zed zed; }' | RUSTGC --emit=ast - 2>&1"], says="ExprYeet"),
        PINNED_VALUES,
        BINDGEN,
        KINDS,
    ], targets=("rustgc", "pinned_values_test")),

    Recipe("grammar_rule_and_node", [
        Step("a row of ast_kind.def", [
            behind("include/rustg/ast_kind.def", r"^NODE\(", 'NODE(ExprZed, EXPR, "`@`", NO, "Expr")\n')],
            r"RUSTG_AST_ExprZed"),
        Step("a state of the grammar, which emits it", [
            before("src/parser/grammar/rules_primary.h", r"^STATE\(expr_yeet_end\)",
                   "STATE(expr_zed_end)\n    EMIT_AT(ExprZed, start, start, pos, mark);\n    ret = PARSE_EXPR_PLAIN;\n"
                   "    GOTO(expr_postfix);\n")],
            r"expr_zed_end"),
        Step("where the grammar goes there", [
            before("src/parser/grammar/rules_primary.h", r"^    case T_KW_AWAIT:",
                   "    case T_AT:\n        BUMP_ONE();\n        CALL_WITH(expr, expr_zed_end, 0, 0);\n")],
            r"found `@`", "using it"),
        Step("a source and its tree", [
            create("tests/parser/grammar/accepted_expressions/zed.rs", "//@ edition: 2021\nconst N: u32 = @ 1;\n"),
            create("tests/parser/grammar/accepted_expressions/zed.ast", ZED_TREE)],
            r"ExprZed: no golden shows it|no zed.ast", "grammar_test"),
        Step("what sema says of it", [
            before("src/sema/bodies/check_expr.c", r"^    case RUSTG_AST_ExprYield:",
                   '    case RUSTG_AST_ExprZed: return check_not_yet(c, n, "a zed expression", "write what follows `@`");\n')],
            r"this expression", "using it"),
        *public("node", "ExprZed"),
    ], [
        Check(["sh", "-c", "echo 'fn f() { let a = @ 1; }' | RUSTGC --emit=ast - 2>&1"], says="ExprZed"),
        Check(["RUSTGC", "--emit=kernels", "zed.rs"], ok=1, says="a zed expression"),
        Check(["python3", "tests/parser/grammar_test.py", "RUSTGC"]),
        PINNED_VALUES,
        BINDGEN,
        KINDS,
    ], targets=("rustgc", "pinned_values_test")),

    Recipe("operation", [
        Step("a row of ir_op.def", [
            behind("src/ir/ir_op.def", r"^IR_SIGN\(AND,", 'IR_OP(AND_NOT, 2, 1, "and_not")\n')], r"IR_AND_NOT"),
        Step("its class, for switches that ask for no more", [
            swap("src/ir/ir.h", r"(?<=^#define IR_CASES_BITS )IR_AND:", "IR_AND: case IR_AND_NOT:")], AND_NOT_MISSING),
        Step("what the verifier wants", [beside("src/ir/ir_verify_op.c")], AND_NOT_MISSING),
        Step("the interpreter's code", [beside("src/ir/ir_interp_decode.c")], AND_NOT_MISSING),
        Step("what the interpreter does", [
            before("src/ir/ir_interp_run.c", r"^    TYPED\(OR, KIND\)",
                   "    TYPED(AND_NOT, KIND) : D(t) = (at_##t)(A(t) & ~B(t)); \\\n    op++; \\\n    continue; \\\n")],
            r"error|gives", "using it"),
        Step("its text", [
            swap("src/codegen/common/emit_expression.c", r"\bcase IR_XOR:", "case IR_XOR:\n    case IR_AND_NOT:"),
            before("src/codegen/common/emit_expression.c", r"^    case IR_NEG:\n    case IR_NOT: return",
                   "    case IR_AND_NOT:\n        return emit_value_of(e,\n"
                   '                             emit_print(e, "((%s)(%s & ~%s))", emit_type_name(e, i->type),\n'
                   "                                        emit_operand(e, emit_arg(e, i, 0)),\n"
                   "                                        emit_operand(e, emit_arg(e, i, 1))),\n"
                   "                             true);\n"),
            before("src/codegen/rust/emit_rust_value.c", r"^    case IR_NEG:$",
                   "    case IR_AND_NOT: {\n"
                   "        const char *a = emit_rust_operand(r, i, 0, reads), *b = emit_rust_operand(r, i, 1, reads);\n"
                   "        *is_open = true;\n"
                   '        return arena_format(r->a, "%s & !%s", a, b);\n'
                   "    }\n"),
            before("src/codegen/ptx/emit_ptx_number.c", r'^    case IR_XOR: return "xor";', '    case IR_AND_NOT: return "and";\n'),
            before("src/codegen/ptx/emit_ptx_number.c", r"^    const bool is_bits = ",
                   "    if (i->op == IR_AND_NOT) {\n"
                   "        const unsigned width = emit_ptx_width(e, i->type);\n"
                   "        const char *turned = emit_ptx_register(e, emit_ptx_new_of(e, i->type));\n"
                   "        const emit_ptx_value both = emit_ptx_new_of(e, i->type);\n"
                   '        EMIT_PTX_LINE(e, "not.b%u %s, %s", width, turned, emit_ptx_register(e, emit_ptx_arg(e, i, 1)));\n'
                   '        EMIT_PTX_LINE(e, "and.b%u %s, %s, %s", width, emit_ptx_register(e, both),\n'
                   "                      emit_ptx_register(e, emit_ptx_arg(e, i, 0)), turned);\n"
                   "        return both;\n"
                   "    }\n")],
            AND_NOT_MISSING),
        Step("whether a loop may count by it", [beside("src/codegen/cuda/emit_motion.c")], AND_NOT_MISSING),
        Step("what the passes make of it", [
            beside("src/opt/opt_gvn.c", "SELECT"),
            again("src/opt/opt_launch_proof.c", r"^    case IR_XOR:$", "IR_XOR", "IR_AND_NOT"),
            beside("src/opt/opt_launch_proof.c", "CASES_UNARY"),
            before("src/opt/ptx/opt_fold.c", r"^    case IR_OR: \*out = a\.bits", "    case IR_AND_NOT: *out = a.bits & ~b.bits; return true;\n"),
            beside("src/opt/ptx/opt_reassociate.c"),
            *(beside(f"src/opt/opt_{name}.c") for name in ("coarsen", "loop", "loop_versioning", "monotone", "range")),
            beside("src/opt/unroll/opt_unroll_rounds.c")],
            AND_NOT_MISSING),
        Step("which threads agree on it", [beside("src/lower/lower_uniform.c")], AND_NOT_MISSING),
        Step("a row of adjoint_rule.def", [
            behind("src/adjoint/adjoint_rule.def", r"^ADJOINT_OP\(XOR,", 'ADJOINT_OP(AND_NOT, ZERO, "is of integers")\n')],
            r"adjoint_rule.def: an operation has no row"),
        Step("what it is of 128 bits", [beside("src/lower/lower_wide.c")], AND_NOT_MISSING),
        Step("a row of lower_intrinsic.def", [
            behind("src/lower/lower_intrinsic.def", r"^LOWER\(wrapping_sub,",
                   'LOWER(and_not, BINARY, AND_NOT, 0, "")\n')],
            r"the intrinsic `and_not`", "using it"),
        Step("its declaration in the library", [
            swap("kernels/library/intrinsics.rs", r"wrapping_sub wrapping_mul", "wrapping_sub and_not wrapping_mul")],
            r"and_not", "using it"),
        Step("the library's method", [
            swap("kernels/library/num/int.rs", r"wrapping_add wrapping_sub wrapping_mul saturating_add",
                 "wrapping_add wrapping_sub and_not wrapping_mul saturating_add")],
            r"no method named `and_not`", "using it"),
        Step("a value of ir_interp_test", [
            before("tests/ir/ir_interp_test.c", r'^ *\{"and", IR_U8, IR_U8,', '        {"and_not", IR_U8, IR_U8, 0xF0, 0x3C, 0xC0},\n')],
            r"and_not: in no row", "ir_interp_test"),
        Step("its place in ir_random_test", [
            swap("tests/ir/ir_random_test.c", r"IR_DIV, IR_REM\}", "IR_DIV, IR_REM, IR_AND_NOT}")],
            r"and_not: in no random function", "ir_random_test"),
        Step("its place in docs/ir.md", [swap("docs/ir.md", r"`and`, `or`", "`and`, `and_not`, `or`")],
             r"docs/ir.md does not tell how the operation and_not is written", "cli_test"),
    ], [
        Check([*RUN, "--arg=7", "--engine=interpreter", "and_not.rs"]),
        Check([*RUN, "--arg=7", "--engine=cpu", "and_not.rs"]),
        Check(["sh", "-c", "RUSTGC --emit=cuda -o - and_not.rs 2>&1"], says=r"& ~"),
        Check(["sh", "-c", "RUSTGC --emit=ptx --backend=ptx -o - and_not.rs 2>&1"], says=r"not\.b32"),
        Check(["tests/ir_interp_test"]),
        Check(["tests/ir_random_test"]),
        CLI_LISTS,
    ], targets=("rustgc", "ir_interp_test", "ir_random_test")),

    Recipe("pass", [
        Step("a row of opt_pass.def", [
            before("src/opt/opt_pass.def", r"^OPT_PASS\(STRIP_MINE,", 'OPT_PASS(DOUBLE, "double", opt_double, 0, 0, 0, "x * 2 of u16 becomes x + x")\n')],
            r"OPT_DOUBLE"),
        Step("its function, in a file of its own", [create("src/opt/opt_double.c", OPT_DOUBLE)], r"opt_double"),
        Step("its declaration", [
            behind("src/opt/opt_tree.h", r"^bool opt_merge_checks\(", "bool opt_double(opt_tree *t);\n")], r"opt_double"),
        Step("its place among the passes", [
            before("src/opt/opt.c", r"^    opt_run\(t, OPT_SHARED_RELAX\);", "    opt_run(t, OPT_DOUBLE);\n")],
            r"double.rs: no|the pass double", "optimized_text_test"),
        Step("a case of optimized_text_test", [
            create("tests/opt/text/cuda/double.rs",
                   "// a * 2 is a + a.\n// has: (u32)a_p1 + (u32)a_p1\n// lacks: a_p1 *\nuse rustg_std::prelude::*;\n"
                   "#[kernel] pub fn k(a: u16, mut y: GridMut<u16>) {\n"
                   "    let i = thread::index();\n    if i < y.len() { y[i] = a.wrapping_mul(2); }\n}\n")],
            r"no case shows what the pass double does", "optimized_text_test"),
        Step("the manual page", [
            before("docs/rustgc.1", r"^\.BR loop-versioning", ".BR double ,\n")],
            r"rustgc.1 does not name the pass double", "cli_test"),
        Step("a row of docs/ir.md", [
            before("docs/ir.md", r"^\| `strip-mine` \|", "| `double` | `x * 2` of u16 becomes `x + x`. |\n")],
            r"docs/ir.md does not tell what the pass double does", "cli_test"),
    ], [
        Check(["tests/optimized_text_test"]),
        Check(["RUSTGC", "--emit=cuda", "--verify-passes", "-o", "-", "double.rs"], says=r"\(u32\)a_p1 \+ \(u32\)a_p1"),
        CLI_LISTS,
    ], targets=("rustgc", "optimized_text_test")),

    Recipe("target", [
        Step("its table, in a folder of its own", [
            create("src/codegen/zed/emit_zed.c", like("src/codegen/c/emit_c.c", ("A kernel compiled by rustg, as C", "A kernel for zed"),
                                                      ('.name = "c"', '.name = "zed"'), ("codegen_target_c ", "codegen_target_zed ")))],
            r"codegen_target_zed"),
        Step("its declaration", [
            behind("src/codegen/codegen.h", r"^extern const codegen_target codegen_target_c;", "extern const codegen_target codegen_target_zed;\n")],
            r"codegen_target_zed"),
        Step("a row of output.def", [
            behind("include/rustg/output.def", r"^OUTPUT\(", 'OUTPUT(ZED, "zed", ".zed", 0, 1, "text for zed")\n')],
            r"RUSTG_OUTPUT_ZED"),
        Step("that it is made", [
            before("src/compile/compile_output.c", r"^    case RUSTG_OUTPUT_C:", "    case RUSTG_OUTPUT_ZED:\n")],
            r"RUSTG_OUTPUT_ZED.? not handled in switch"),
        Step("its stages", [
            before("src/compile/compile_output.c", r"^/\* What no target makes", COMPILE_ZED)], r"compile_for_zed"),
        Step("their declaration", [
            behind("src/compile/pipeline.h", r"^void compile_for_c\(", "void compile_for_zed(pipeline *p);\n")], r"compile_for_zed"),
        Step("their place in the pipeline", [
            before("src/compile/pipeline.c", r"^    pipeline_run\(p, PIPELINE_EMIT, compile_emit_list\)",
                   "    compile_for_zed(p);\n    pipeline_target(p);\n")],
            r"nothing makes output", "using it"),
        Step("the manual page", [
            swap("docs/rustgc.1", r"(?<=ir-opt \| )adjoint$", "adjoint | zed"),
            swap("docs/rustgc.1", r"^\.B ir-opt\n(?=The inter)", ".B zed\nText for zed.\n.TP\n.B ir-opt\n"),
            swap("docs/rustgc.1", r'" \.ir \),', '" .ir ", " .zed ),')],
            r"rustgc.1 says|rustgc.1 does not", "cli_test"),
        Step("a test", [
            before("tests/cli/cli_test.py", r"^def test_color",
                   'def test_zed():\n    write("z.rs", b"use rustg_std::prelude::*;\\n#[kernel]\\npub fn k(a: u32) {}\\n")\n'
                   '    assert b"A kernel for zed" in expect(OK, "z.rs", "--emit=zed", "-o", "-")[0]\n\n\n')],
            r"--emit=zed is given in no test", "cli_test"),
        bindings(),
        Step("the ABI's list", [remade("tests/build/abi.txt", ["python3", "tests/build/abi_test.py", "--update"])], r"The ABI is another", "abi_test"),
        Step("the bindings for Python", [made("bindings/python/rustg/_c.py", ["python3", "bindings/python/generate.py"])],
             r"run bindings/python/generate.py", "python_header_test"),
    ], [
        Check(["RUSTGC", "--emit=zed", "-o", "-", "double.rs"], says="A kernel for zed(?:.|\n)*rustg_cpu_k"),
        CLI_LISTS,
        Check(["python3", "tests/cli/cli_test.py", "RUSTGC", "test_options_are_tested", "test_zed"]),
        BINDGEN,
        Check(["python3", "tests/build/abi_test.py"]),
        Check(["env", "RUSTG_LIBRARY=LIBRARY", *NUMPY[:1], "tests/bindings/python_header_test.py", "Headers.test_is_what_generate_makes"],
              name="python_header_test"),
    ]),

    Recipe("lexical_error", [
        Step("a row of diagnostic_kind.def", [diagnostic("kind", "UNDERSCORE_SUFFIX", "ZED_SUFFIX")], r"RUSTG_DIAG_ZED_SUFFIX"),
        Step("where it is reported", [
            before("src/lexer/lex_literal.c", r"^    if \(end - start == 1 && report->text.bytes\[start\] == '_'\)",
                   "    if (end - start == 3 && report->text.bytes[start] == 'z')\n"
                   "        lex_add(report, RUSTG_DIAG_ZED_SUFFIX, start, end);\n")],
            r"gives 0, not 1", "using it"),
        Step("a source that has it", [
            before("tests/lexer/diagnose_test.c", r"^    \{2021, TEXT\(\"0b1_u8", "    {2021, TEXT(\"'a'zed\"), \"ZED_SUFFIX 3 6\"},\n")],
            r"ZED_SUFFIX: in no row", "diagnose_test"),
        *public("diagnostic", "ZED_SUFFIX"),
    ], [
        Check(["sh", "-c", "echo \"m! { 'a'zed }\" | RUSTGC - 2>&1"], ok=1, says="suffix"),
        Check(["tests/diagnose_test"]),
        PINNED_VALUES,
        BINDGEN,
    ], targets=("rustgc", "diagnose_test", "pinned_values_test")),

    Recipe("sema_diagnostic", [
        Step("a row of diagnostic_sema.def", [
            diagnostic("sema", "CHAR_OF_LARGE_LITERAL", "FN_ZED", FN_ZED_CODE)],
            r"RUSTG_DIAG_FN_ZED|no list of include/rustg has this code"),
        Step("the explanation of its code", [
            behind("src/diagnostics/explain/rustg.txt", r"^\}$",
                   f"\n=== {FN_ZED_CODE}\nA function is named `zed`. No function of a kernel may have that name.\nGive it another one.\n"
                   "--- wrong\nuse rustg_std::prelude::*;\n\npub fn zed() {}\n--- right\nuse rustg_std::prelude::*;\n\npub fn zee() {}\n")],
            FN_ZED_CODE),
        Step("where it is reported", [
            before("src/sema/items/def_check.c", r"^    case DEF_FN: \w+\(s, d\); break;\n    case DEF_STRUCT:",
                   "    case DEF_FN:\n        if (strcmp(sema_text(s, def_get(s, d)->name), \"zed\") == 0)\n"
                   "            sema_error(s, RUSTG_DIAG_FN_ZED, def_span(s, d));\n"),
            swap("src/sema/items/def_check.c", r"^    case DEF_FN: (?=\w+\(s, d\); break;\n    case DEF_STRUCT:)", "        ")],
            r"no program of tests/sema has the error or warning FN_ZED", "rows_test"),
        Step("a program that has it", [create("tests/sema/reject/names/fn_zed.rs", "fn zed() {}\n")],
             r"no program of tests/sema has the error or warning FN_ZED", "rows_test"),
        *public("diagnostic", "FN_ZED"),
    ], [
        Check(["tests/rows_test"]),
        Check(["sh", "-c", "RUSTGC --emit=kernels tests/sema/reject/names/fn_zed.rs 2>&1"], ok=1, says=rf"error\[{FN_ZED_CODE}\]"),
        Check(["python3", "tests/diagnostics/explain_test.py", "RUSTGC", FN_ZED_CODE]),
        PINNED_VALUES,
        BINDGEN,
    ], targets=("rustgc", "rows_test", "pinned_values_test")),

    Recipe("lint_that_warns", [
        Step("a row of lint.def", [
            behind("src/sema/lints/lint.def", r"^LINT_WARNS\(", 'LINT_WARNS(WHILE_TRUE, "while_true", "")\n')],
            r"LINT_WHILE_TRUE"),
        Step("a row of diagnostic_sema.def", [diagnostic("sema", "PATH_STATEMENTS", "WHILE_TRUE", "while_true")],
             r"RUSTG_DIAG_WHILE_TRUE"),
        Step("its function, in a file of its own", [create("src/sema/warnings/lint_while.c", LINT_WHILE)],
             r"lint_while_true"),
        Step("its declaration", [
            behind("src/sema/warnings/lint_warn.h", r"^void lint_unreachable\(",
                   "/* Runs while_true over one body (lint_while.c). */\n"
                   "void lint_while_true(sema *s, const thir_body *body);\n")],
            r"lint_while_true"),
        Step("its place among the lints that warn", [
            behind("src/sema/warnings/lint_warn.c", r"^    lint_unreachable\(s, body\);",
                   "    lint_while_true(s, body);\n")],
            r"gives 0, not 0 and `warning: denote infinite loops", "using it"),
        Step("a program that it warns of", [create(WHILE_TRUE, WHILE_TRUE_PROGRAM)],
             r"no program of tests/sema has the error or warning WHILE_TRUE", "rows_test"),
        *public("diagnostic", "WHILE_TRUE"),
    ], [
        Check(["sh", "-c", "RUSTGC --emit=kernels while.rs 2>&1"], says="warning: denote infinite loops with `loop"),
        Check(["sh", "-c", "RUSTGC --emit=kernels --deny=while_true while.rs 2>&1"], ok=1,
              says="error: denote infinite loops"),
        Check(["sh", "-c", "RUSTGC --emit=kernels --allow=while_true while.rs 2>&1 | { ! grep infinite; }"]),
        Check(["tests/rows_test"]),
        Check(["python3", "tests/sema/warn_test.py", "RUSTGC", WHILE_TRUE]),
        PINNED_VALUES,
        BINDGEN,
    ], targets=("rustgc", "rows_test", "pinned_values_test")),

    Recipe("syntax_error", [
        Step("a row of diagnostic_syntax.def", [
            diagnostic("syntax", "AFTER_UNION_NAME", "AT_BEHIND_STRUCT_NAME")],
            r"AT_BEHIND_STRUCT_NAME"),
        Step("where the grammar says so", [
            before("src/parser/grammar/rules_adt.h", r"^    ERROR\(AFTER_STRUCT_NAME,",
                   "    if (k == T_AT)\n        ERROR(AT_BEHIND_STRUCT_NAME, pos, pos + 1);\n")],
            r"after struct name", "using it"),
        Step("a source that has it", [
            before("tests/parser/diagnose/fail_items.rs", r"\A",
                   "//@ 2021\nstruct A @\n//~ 1:10 expected `where` or `{` after union name, found `@`\n\n")],
            r"AT_BEHIND_STRUCT_NAME: in no case", "parse_diagnose_test"),
        *public("diagnostic", "AT_BEHIND_STRUCT_NAME"),
    ], [
        Check(["sh", "-c", "echo 'struct A @' | RUSTGC - 2>&1"], ok=1, says="after union name, found `@`"),
        Check(["tests/parse_diagnose_test"]),
        PINNED_VALUES,
        BINDGEN,
    ], targets=("rustgc", "parse_diagnose_test", "pinned_values_test")),
]

# What the checks compile.
SOURCES = {
    "zed.rs": kernel("let _ = @ 1;"),
    "double.rs": kernel("let i = thread::index();\n    if i < y.len() { y[i] = a.wrapping_mul(2); }", "a: u16, mut y: GridMut<u16>"),
    "erf.rs": kernel('if (fast::erf(a) - 0.5204999).abs() > 0.00001 { panic!("wrong") }', "a: f32"),
    "and_not.rs": kernel('if a.and_not(3) != 4 { panic!("wrong") }'),
    "while.rs": kernel("while true {\n        if a > 3 {\n            break;\n        }\n    }"),
    "grid_last.rs": kernel('let i = thread::index();\n    if !y.is_last(i) { panic!("wrong") }', "y: GridMut<f32>"),
}

/* lint_flow.c: is the lint unreachable_code: it walks through what is written in a body as rustc's typeck does,
 * and reports what stands behind an expression that control does not leave. */
#include "sema/warnings/lint_statement.h"
#include "sema/macros/macro.h"
#include "sema/syntax/syntax.h"
#include "sema/warnings/lint_warn.h"

/* Whether control gets to a place: it does not behind what is at `at`, and with TOLD that has been reported. */
typedef enum flow_kind { FLOW_GOES_ON, FLOW_ENDS, FLOW_TOLD } flow_kind;
_Static_assert(FLOW_GOES_ON < FLOW_ENDS && FLOW_ENDS < FLOW_TOLD, "flow_either takes the later one");
typedef struct flow {
    uint8_t kind;
    bool is_match; /* all arms of the `match` there end it */
    sema_span at;
} flow;

typedef struct flow_label {
    sema_symbol name;
    bool is_block, is_left; /* is_left: some break that is reached leaves it */
} flow_label;

typedef struct flow_ctx {
    sema *s;
    const thir_body *body;
    flow now;
    VEC(flow_label) labels; /* of loops and blocks around, the innermost last */
    arena_map ends;         /* calls of type `!`, by their places */
} flow_ctx;

static void flow_expr(flow_ctx *c, sema_node n);

static int flow_compare(flow a, flow b)
{
    if (a.kind != b.kind || a.kind != FLOW_ENDS)
        return (int)a.kind - (int)b.kind;
    if (a.at.start != b.at.start)
        return a.at.start < b.at.start ? -1 : 1;
    if (a.at.end != b.at.end)
        return a.at.end < b.at.end ? -1 : 1;
    return (int)a.is_match - (int)b.is_match;
}

/* As rustc joins what ends first or second: of two places that are not told yet it takes the one that is later. */
static flow flow_either(flow a, flow b)
{
    return flow_compare(a, b) < 0 ? b : a;
}

static flow flow_both(flow a, flow b)
{
    return flow_compare(a, b) < 0 ? a : b;
}

static const flow flow_goes_on = {.kind = FLOW_GOES_ON};

static void flow_end(flow_ctx *c, sema_span at)
{
    c->now = flow_either(c->now, (flow){.kind = FLOW_ENDS, .at = at});
}

static void flow_warn(flow_ctx *c, sema_span at, const char *what)
{
    const flow by = c->now;
    lint_told told;
    if (by.kind != FLOW_ENDS)
        return;
    c->now.kind = FLOW_TOLD;
    if (!lint_begin(c->s, &told, LINT_UNREACHABLE_CODE, c->body->owner, at, "unreachable %s", what))
        return;
    sema_primary_label(&told.report, "unreachable %s", what);
    sema_label(&told.report, by.at, "%s",
               by.is_match ? "any code following this `match` expression is unreachable, as all arms diverge"
                           : "any code following this expression is unreachable");
    lint_end(&told);
}

/* ---- Blocks ---- */

/* The place of an expression as rustc has it: with the parentheses around it, unless a macro stands in them. */
static sema_span flow_span(const sema *s, sema_node n)
{
    n = lint_real(s, n);
    const sema_node inner = lint_without_parens(s, n);
    const sema_span whole = sema_node_span(s, n), own = sema_node_span(s, inner);
    const bool is_macro =
        syntax_kind(s, inner) == RUSTG_AST_ExprMacCall || macro_place_of(s, own).mark != macro_place_of(s, whole).mark;
    return is_macro ? own : whole;
}

static bool flow_is_there(sema *s, sema_node stmt)
{
    const sema_node inner = syntax_first_real(s, stmt);
    return rustg_ast_kind_class(syntax_kind(s, stmt)) == RUSTG_AST_CLASS_STMT && def_cfg_holds(s, stmt) &&
           (!syntax_is(inner) || def_cfg_holds(s, inner));
}

/* What macros become does not have the semicolon behind their calls. */
static sema_span flow_stmt_span(const sema *s, sema_node stmt)
{
    sema_span at = sema_node_span(s, stmt);
    const sema_node value = syntax_first_real(s, stmt);
    if (syntax_kind(s, stmt) == RUSTG_AST_StmtSemi &&
        sema_mark_of(s, (sema_span){at.file, at.end - 1, at.end}) != macro_place_of(s, sema_node_span(s, value)).mark)
        return flow_span(s, value);
    if (syntax_kind(s, stmt) == RUSTG_AST_StmtMacCall && syntax_ends_with_semicolon(s, stmt))
        at.end = syntax_tok_span(s, stmt.file, syntax_last_tok(s, stmt) - 1).end;
    return at;
}

static bool flow_ends_by_name(const sema *s, sema_node call)
{
    static const char *const names[] = {"panic", "unreachable", "todo", "unimplemented", NULL};
    const syntax_path path = syntax_path_of((sema *)s, call);
    return path.n_segments && syntax_is_one_of(sema_text(s, path.segments[path.n_segments - 1].name), names);
}

static void flow_block(flow_ctx *c, sema_node block);

static void flow_macro(flow_ctx *c, sema_node call, sema_span at)
{
    if (flow_ends_by_name(c->s, call))
        flow_end(c, at);
}

static void flow_let(flow_ctx *c, sema_node let)
{
    sema *s = c->s;
    const sema_node value = syntax_child_in(s, let, RUSTG_AST_CLASS_EXPR, 0),
                    otherwise = syntax_child_of(s, let, RUSTG_AST_Block);
    if (syntax_is(value))
        flow_expr(c, value);
    if (!syntax_is(otherwise))
        return;
    const flow before = c->now;
    c->now = flow_goes_on;
    flow_block(c, otherwise);
    c->now = before;
}

static void flow_stmt(flow_ctx *c, sema_node stmt)
{
    sema *s = c->s;
    const uint8_t kind = syntax_kind(s, stmt);
    if (kind == RUSTG_AST_StmtItem || kind == RUSTG_AST_StmtEmpty)
        return;
    flow_warn(c, flow_stmt_span(s, stmt), "statement");
    const flow before = c->now;
    c->now = flow_goes_on;
    if (kind == RUSTG_AST_StmtLet)
        flow_let(c, stmt);
    else if (kind == RUSTG_AST_StmtMacCall)
        flow_macro(c, stmt, flow_stmt_span(s, stmt));
    else
        flow_expr(c, syntax_child_in(s, stmt, RUSTG_AST_CLASS_EXPR, 0));
    c->now = flow_either(c->now, before);
}

static bool flow_is_tail(sema *s, sema_node stmt, sema_node last)
{
    const uint8_t kind = syntax_kind(s, stmt);
    return stmt.node == last.node &&
           (kind == RUSTG_AST_StmtExpr || (kind == RUSTG_AST_StmtMacCall && !syntax_ends_with_semicolon(s, stmt)));
}

static void flow_block(flow_ctx *c, sema_node block)
{
    sema *s = c->s;
    sema_node last = {0, 0};
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at))
        if (flow_is_there(s, at))
            last = at;
    for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at)) {
        if (!flow_is_there(s, at))
            continue;
        if (!flow_is_tail(s, at, last)) {
            flow_stmt(c, at);
        } else if (syntax_kind(s, at) == RUSTG_AST_StmtMacCall) {
            flow_warn(c, sema_node_span(s, at), "expression");
            flow_macro(c, at, sema_node_span(s, at));
        } else {
            flow_expr(c, syntax_child_in(s, at, RUSTG_AST_CLASS_EXPR, 0));
        }
    }
}

/* A block as an expression of its own. */
static void flow_branch(flow_ctx *c, sema_node block)
{
    flow_warn(c, sema_node_span(c->s, block), "expression");
    const flow before = c->now;
    c->now = flow_goes_on;
    flow_block(c, block);
    c->now = flow_either(c->now, before);
}

/* ---- Loops, branches ---- */

static void flow_enter(flow_ctx *c, sema_node n, bool is_block)
{
    vec_push(c->s->memory, &c->labels, (flow_label){syntax_label(c->s, n), is_block, false});
}

static bool flow_leave(flow_ctx *c)
{
    return c->labels.at[--c->labels.n].is_left;
}

static void flow_break(flow_ctx *c, sema_node n)
{
    const sema_symbol name = syntax_label(c->s, n);
    for (uint32_t i = c->labels.n; i-- > 0 && c->now.kind == FLOW_GOES_ON;) {
        flow_label *label = &c->labels.at[i];
        if (name ? label->name == name : !label->is_block) {
            label->is_left = true;
            return;
        }
    }
}

static void flow_loop(flow_ctx *c, sema_node n)
{
    flow_enter(c, n, false);
    flow_block(c, syntax_child_of(c->s, n, RUSTG_AST_Block));
    if (flow_leave(c))
        c->now = flow_goes_on;
    else
        flow_end(c, sema_node_span(c->s, n));
}

static void flow_if(flow_ctx *c, sema_node n, bool is_loop)
{
    sema *s = c->s;
    const sema_node condition = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0),
                    otherwise = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1),
                    block = syntax_child_of(s, n, RUSTG_AST_Block);
    flow_expr(c, condition);
    flow_warn(c, sema_node_span(s, block), "block in `if` or `while` expression");
    const flow first = c->now;
    c->now = flow_goes_on;
    flow_branch(c, block);
    const flow then = c->now;
    c->now = flow_goes_on;
    if (is_loop)
        return;
    if (syntax_is(otherwise))
        flow_expr(c, otherwise);
    c->now = flow_either(first, flow_both(then, c->now));
}

static void flow_match(flow_ctx *c, sema_node n, sema_span at)
{
    sema *s = c->s;
    flow all = {.kind = FLOW_TOLD};
    uint32_t n_arms = 0;
    flow_expr(c, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0));
    const flow first = c->now;
    for (sema_node arm = syntax_first_real(s, n); syntax_is(arm); arm = syntax_next_real(s, arm)) {
        if (syntax_kind(s, arm) != RUSTG_AST_Arm || !def_cfg_holds(s, arm))
            continue;
        const sema_node pat = syntax_child_in(s, arm, RUSTG_AST_CLASS_PAT, 0),
                        one = syntax_child_in(s, arm, RUSTG_AST_CLASS_EXPR, 0),
                        two = syntax_child_in(s, arm, RUSTG_AST_CLASS_EXPR, 1);
        const bool is_guarded = syntax_tok_kind(s, arm.file, syntax_last_tok(s, pat) + 1) == RUSTG_TOK_KW_IF;
        const sema_node body = is_guarded ? two : one;
        c->now = n_arms++ ? flow_goes_on : first;
        flow_warn(c, flow_span(s, body), "arm");
        c->now = flow_goes_on;
        if (is_guarded)
            flow_expr(c, one);
        flow_expr(c, body);
        all = flow_both(all, c->now);
    }
    c->now = first;
    if (!n_arms) {
        flow_end(c, at);
        return;
    }
    if (first.kind == FLOW_ENDS)
        c->now.kind = FLOW_TOLD;
    if (all.kind == FLOW_ENDS)
        all = (flow){.kind = FLOW_ENDS, .is_match = true, .at = at};
    c->now = flow_either(c->now, all);
}

static void flow_for(flow_ctx *c, sema_node n)
{
    sema *s = c->s;
    flow_expr(c, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0));
    const flow before = c->now;
    c->now = flow_goes_on;
    flow_enter(c, n, false);
    flow_branch(c, syntax_child_of(s, n, RUSTG_AST_Block));
    flow_leave(c);
    c->now = before;
}

static void flow_while(flow_ctx *c, sema_node n)
{
    flow_enter(c, n, false);
    flow_if(c, n, true);
    flow_leave(c);
}

static void flow_block_expr(flow_ctx *c, sema_node n)
{
    const bool is_labelled = syntax_label(c->s, n) != 0;
    if (is_labelled)
        flow_enter(c, n, true);
    flow_block(c, syntax_child_of(c->s, n, RUSTG_AST_Block));
    if (is_labelled && flow_leave(c))
        c->now = flow_goes_on;
}

/* ---- Calls ---- */

/* Arguments that are closures are looked at behind all others. */
static void flow_args(flow_ctx *c, sema_node first)
{
    sema *s = c->s;
    for (int closures = 0; closures < 2; closures++)
        for (sema_node arg = first; syntax_is(arg); arg = syntax_next_real(s, arg)) {
            if (!def_is_expr(syntax_kind(s, arg)))
                continue;
            if (!closures)
                flow_warn(c, flow_span(s, arg), "expression");
            if ((syntax_kind(s, lint_without_parens(s, arg)) == RUSTG_AST_ExprClosure) == (closures != 0))
                flow_expr(c, arg);
        }
}

static void flow_call(flow_ctx *c, sema_node n)
{
    const sema_node callee = syntax_first_real(c->s, n);
    flow_expr(c, callee);
    flow_args(c, syntax_next_real(c->s, callee));
    const bool is_method = syntax_kind(c->s, n) == RUSTG_AST_ExprMethodCall;
    flow_warn(c, is_method ? syntax_name_span(c->s, n) : flow_span(c->s, callee), "call");
}

/* ---- All expressions ---- */

static void flow_children(flow_ctx *c, sema_node n)
{
    sema *s = c->s;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (def_is_expr(syntax_kind(s, at)))
            flow_expr(c, at);
        else if (syntax_kind(s, at) == RUSTG_AST_FieldInit)
            flow_children(c, at);
        if (syntax_kind(s, n) == RUSTG_AST_ExprRepeat)
            return;
    }
}

static void flow_lazy(flow_ctx *c, sema_node n)
{
    const sema_node left = syntax_first_real(c->s, n);
    flow_expr(c, left);
    const flow first = c->now;
    flow_expr(c, syntax_next_real(c->s, left));
    c->now = first;
}

static bool flow_is_pattern(sema *s, sema_node left)
{
    const uint8_t kind = syntax_kind(s, lint_without_parens(s, left));
    return kind == RUSTG_AST_ExprTup || kind == RUSTG_AST_ExprArray || kind == RUSTG_AST_ExprStruct ||
           kind == RUSTG_AST_ExprUnderscore || kind == RUSTG_AST_ExprCall;
}

/* The parts of an expression in their order, and what stands behind those that end. at, whole: its place, and that of
 * its value in the typed body. */
static void flow_parts(flow_ctx *c, sema_node n, sema_span at, sema_span whole)
{
    sema *s = c->s;
    const syntax_op op = syntax_kind(s, n) == RUSTG_AST_ExprBinary ? syntax_operator(s, n) : OP_NONE;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprBlock: flow_block_expr(c, n); return;
    case RUSTG_AST_ExprIf: flow_if(c, n, false); return;
    case RUSTG_AST_ExprLet:
        flow_warn(c, flow_span(s, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0)), "block in `let` expression");
        flow_children(c, n);
        return;
    case RUSTG_AST_ExprLoop: flow_loop(c, n); return;
    case RUSTG_AST_ExprWhile: flow_while(c, n); return;
    case RUSTG_AST_ExprForLoop: flow_for(c, n); return;
    case RUSTG_AST_ExprMatch: flow_match(c, n, at); return;
    case RUSTG_AST_ExprCast:
    case RUSTG_AST_ExprTry: flow_children(c, n); return;
    case RUSTG_AST_ExprClosure:
    case RUSTG_AST_ExprConstBlock: return;
    case RUSTG_AST_ExprMacCall: flow_macro(c, n, at); return;
    case RUSTG_AST_ExprCall:
    case RUSTG_AST_ExprMethodCall:
        flow_call(c, n);
        if (*arena_map_at(s->memory, &c->ends, sema_span_key(whole), 1))
            flow_end(c, at);
        return;
    case RUSTG_AST_ExprRet:
    case RUSTG_AST_ExprBreak:
    case RUSTG_AST_ExprContinue:
        flow_children(c, n);
        if (syntax_kind(s, n) == RUSTG_AST_ExprBreak)
            flow_break(c, n);
        flow_warn(c, at, "expression");
        flow_end(c, at);
        return;
    case RUSTG_AST_ExprAssign:
        if (flow_is_pattern(s, syntax_first_real(s, n))) {
            flow_expr(c, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1));
            return;
        }
        break;
    case RUSTG_AST_ExprRange:
        flow_children(c, n);
        flow_warn(c, at,
                  syntax_inclusive(s, n) && syntax_is(syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 1)) ? "call"
                                                                                                      : "expression");
        return;
    default: break;
    }
    if (op == OP_AND || op == OP_OR)
        flow_lazy(c, n);
    else
        flow_children(c, n);
    flow_warn(c, at, "expression");
}

static void flow_expr(flow_ctx *c, sema_node n)
{
    sema *s = c->s;
    const sema_span whole = sema_node_span(s, n), at = flow_span(s, n);
    if (!syntax_is(n) || !sema_enter(s, whole))
        return;
    flow_warn(c, at, "expression");
    const flow before = c->now;
    c->now = flow_goes_on;
    flow_parts(c, lint_without_parens(s, n), at, whole);
    c->now = flow_either(c->now, before);
    sema_leave(s);
}

static sema_node flow_root(sema *s, sema_def owner)
{
    const sema_node node = def_get(s, owner)->node;
    const sema_node block = syntax_is(node) && def_kind_of(s, owner) == DEF_FN
                                ? syntax_child_of(s, node, RUSTG_AST_Block)
                                : (sema_node){0, 0};
    return syntax_is(block) || !syntax_is(node) ? block : syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0);
}

void lint_unreachable(sema *s, const thir_body *body)
{
    flow_ctx c = {.s = s, .body = body};
    bool ends = false;
    for (uint32_t e = 1; e < body->exprs.n; e++) {
        const thir_node *n = &body->exprs.at[e];
        if (n->op == THIR_CALL && n->ty == TY_NEVER)
            *arena_map_at(s->memory, &c.ends, sema_span_key(n->span), 1) = 1;
        ends |= n->ty == TY_NEVER || n->op == THIR_LOOP || (n->op == THIR_MATCH && !n->n);
    }
    const sema_node root = flow_root(s, body->owner);
    if (!ends || !syntax_is(root) || sema_is_derived(s, root.file))
        return;
    if (syntax_kind(s, root) == RUSTG_AST_Block)
        flow_block(&c, root);
    else
        flow_expr(&c, root);
}

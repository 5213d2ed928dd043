/* macro_select.c: `cfg_select! { predicate => { .. } predicate => expression, _ => .. }`: which arm's tokens stand for
 * a call. They keep their places and names, as rustc's do. */
#include "sema/macros/macro.h"

/* One arm: its predicate, then what stands for the call. Tokens. */
typedef struct select_arm {
    uint32_t first, arrow, body, end, next;
} select_arm;

bool macro_is_select(sema *s, sema_node call)
{
    const syntax_path path = syntax_path_of(s, call);
    const char *name = path.n_segments ? sema_text(s, path.segments[path.n_segments - 1].name) : "";
    const char *from = path.n_segments == 2 ? sema_text(s, path.segments[0].name) : "";
    return strcmp(name, "cfg_select") == 0 &&
           (path.n_segments == 1 || strcmp(from, "std") == 0 || strcmp(from, "core") == 0);
}

static bool macro_select_expected(sema *s, uint32_t file, uint32_t tok, const char *wanted)
{
    const sema_span at = syntax_tok_span(s, file, tok);
    macro_report(s, at, "expected %s, found `%s`", wanted, source_text(s, at));
    return false;
}

/* `if a {} else {}` and its like need no comma. */
static bool macro_select_ends_alone(const macro_view *v, const select_arm *arm)
{
    static const uint8_t words[] = {T_KW_IF, T_KW_MATCH, T_KW_LOOP, T_KW_WHILE, T_KW_FOR, T_KW_UNSAFE, T_KW_CONST};
    return v->kinds[arm->end - 1] == T_R_BRACE && memchr(words, v->kinds[arm->body], sizeof words);
}

/* Reads the arm that begins at tok. False: reported. */
static bool macro_select_read(sema *s, const macro_view *v, uint32_t tok, uint32_t last, select_arm *arm)
{
    *arm = (select_arm){.first = tok, .arrow = tok};
    while (arm->arrow < last && v->kinds[arm->arrow] != T_FAT_ARROW) {
        const bool opens = PARSE_IS_OPEN(v->kinds[arm->arrow]) && v->partner[arm->arrow] > arm->arrow;
        arm->arrow = opens ? v->partner[arm->arrow] + 1 : arm->arrow + 1;
    }
    if (arm->arrow == tok || (PARSE_IS_OPEN(v->kinds[tok]) && arm->arrow > tok + 1))
        return macro_select_expected(s, v->file, tok, "a literal (`1u8`, `1.0f32`, `\"string\"`, etc.) here");
    if (arm->arrow >= last)
        return macro_select_expected(s, v->file, last, "one of `(`, `::`, `=>`, or `=`");
    const uint8_t second = v->kinds[tok + 1];
    if (arm->arrow > tok + 1 && second != T_L_PAREN && second != T_PATH_SEP && second != T_EQ)
        return macro_select_expected(s, v->file, tok + 1, "one of `(`, `::`, `=>`, or `=`");
    arm->body = arm->arrow + 2;
    if (arm->body >= last)
        return macro_select_expected(s, v->file, last, "expression");
    if (v->kinds[arm->body] == T_L_BRACE) {
        arm->end = v->partner[arm->body];
        arm->body++;
        arm->next = arm->end + 1;
    } else {
        if (!macro_read_fragment(s, v, FRAGMENT_EXPR, arm->body, last, &arm->end))
            return false;
        arm->next = arm->end;
        if (arm->next < last && v->kinds[arm->next] != T_COMMA && !macro_select_ends_alone(v, arm))
            return macro_select_expected(s, v->file, arm->next, "one of `,`, `.`, `?`, or an operator");
    }
    arm->next += arm->next < last && v->kinds[arm->next] == T_COMMA;
    return true;
}

/* *failed: the predicate is none, which was reported. */
static bool macro_select_holds(sema *s, uint32_t file, const select_arm *arm, bool *failed)
{
    const uint32_t before = s->diags.n;
    uint32_t n;
    if (arm->arrow == arm->first + 1 && strcmp(source_text(s, syntax_tok_span(s, file, arm->first)), "_") == 0)
        return true;
    const bool holds = def_cfg_tokens_hold(s, file, arm->first, arm->arrow, &n) && n == 1;
    *failed = s->diags.n > before;
    return holds;
}

bool macro_select(sema *s, sema_node call, sema_span *tokens)
{
    const sema_node tree = syntax_child_of(s, call, RUSTG_AST_TokenTree);
    uint32_t first, last;
    bool is_found = false, failed = false;
    if (!syntax_group(s, tree, &first, &last))
        return false;
    const macro_view v = *macro_view_of(s, tree.file);
    *tokens = syntax_tok_span(s, tree.file, last);
    tokens->end = tokens->start;
    for (select_arm arm = {.next = first}; arm.next < last;) {
        if (!macro_select_read(s, &v, arm.next, last, &arm))
            return false;
        if (is_found || !macro_select_holds(s, tree.file, &arm, &failed)) {
            if (failed)
                return false;
            continue;
        }
        is_found = true;
        if (arm.body < arm.end) {
            *tokens = syntax_tok_span(s, tree.file, arm.body);
            tokens->end = syntax_tok_span(s, tree.file, arm.end - 1).end;
        }
    }
    if (!is_found) {
        sema_span whole = sema_node_span(s, call);
        whole.end = sema_node_span(s, tree).end;
        macro_report(s, whole, "none of the predicates in this `cfg_select` evaluated to true");
    }
    return is_found;
}

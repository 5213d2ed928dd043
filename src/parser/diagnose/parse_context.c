/* parse_context.c: see parse_context.h.
 * source: rustc 1.95's rustc_parse, the calls of map_err and of recover_stmt. */
#include "parser/diagnose/parse_context.h"

#include "parser/diagnose/parse_untyped.h"

#include "rustg/diagnostic_kind.h"

#include <string.h>

enum { MAX_TURBOFISH_TOKS = 1000 };

/* A rule that an error leaves.
 *   state        where it would have gone on, or for the innermost where it stopped
 *   frame        its registers
 *   pos          where it called the rule that the error comes from; of the innermost: the error's token
 *   group        of the call (recover_call)
 *   is_innermost the error was found by the rule itself */
typedef struct left_rule {
    uint32_t state, pos, group;
    parse_frame frame;
    bool is_innermost;
} left_rule;

static void context_label(const parse_context *way, uint32_t from, uint32_t to, const char *text)
{
    const parse_input *in = way->report->in;
    if (way->row == CONTEXT_NO_ROW || way->report->list->failed || from >= to || from >= in->eof_tok)
        return;
    rustg_diagnostic_part part = {
        RUSTG_PART_LABEL, way->report->index, in->tok_start[from] - in->base, in->tok_end[to - 1] - in->base, text, ""};
    diag_add_part(way->report->list, way->row, part);
}

void context_child(const parse_context *way, rustg_part_kind kind, const char *text)
{
    rustg_diagnostic_part part = {(uint32_t)kind, way->report->index, 0, 0, text, ""};
    if (way->row != CONTEXT_NO_ROW && !way->report->list->failed)
        diag_add_part(way->report->list, way->row, part);
}

/* Where the glued token begins that ends before pos. */
static uint32_t context_token_before(const parse_input *in, uint32_t pos)
{
    uint32_t n = pos - in->first_tok;
    if (n >= 3 && parse_kind_toks(in->kinds[pos - 3]) == 3)
        return pos - 3;
    return n >= 2 && parse_kind_toks(in->kinds[pos - 2]) == 2 ? pos - 2 : pos - 1;
}

/* "while parsing the type for `x`", of a `let` with a colon in front of pos; x is a name alone. */
static void context_let_type(const parse_context *way, uint32_t let_tok, uint32_t pos)
{
    const parse_input *in = way->report->in;
    diag_list *list = way->report->list;
    uint32_t colon = let_tok + 1, name = let_tok + 1;
    while (colon < pos && in->kinds[colon] != T_COLON)
        colon = PARSE_IS_OPEN(in->kinds[colon]) ? in->partner[colon] + 1 : colon + parse_kind_toks(in->kinds[colon]);
    if (colon >= pos || way->row == CONTEXT_NO_ROW || list->failed)
        return;
    if (in->kinds[name] == T_KW_REF || in->kinds[name] == T_KW_MUT)
        name += in->kinds[name] == T_KW_REF && in->kinds[name + 1] == T_KW_MUT ? 2 : 1;
    const char *text = "while parsing the type for the binding";
    if (name + 1 == colon || in->kinds[let_tok + 1] == T_AND) {
        diag_text *told = diag_begin(list);
        text_string(told, "while parsing the type for `");
        uint32_t from = name + 1 == colon && PARSE_IS_IDENT(in->kinds[name]) ? name : let_tok + 1;
        text_source(told, in->source + (in->tok_start[from] - in->base), in->tok_end[colon - 1] - in->tok_start[from]);
        text_string(told, "`");
        text = diag_keep(list);
    }
    context_label(way, colon, colon + 1, text);
}

static void context_suggest_gt(const parse_context *way, const parse_node *node)
{
    const parse_input *in = way->report->in;
    uint32_t at = in->tok_end[node->end - 1] - in->base;
    rustg_diagnostic_part part = {
        RUSTG_PART_SUGGESTION, way->report->index, at, at, "you might have meant to end the type parameters here", ">"};
    if (way->row != CONTEXT_NO_ROW && !way->report->list->failed)
        diag_add_part(way->report->list, way->row, part);
}

/* Suggests the `>` that is missing behind generic arguments: it may have been meant behind the last argument that
 * belongs to them. */
static void context_end_args(const parse_context *way)
{
    uint32_t n = (uint32_t)way->scratch->n_nodes, mark = way->now.mark;
    while (n > mark && way->scratch->nodes[n - 1].kind == RUSTG_AST_AssocArg)
        n = way->scratch->nodes[n - 1].mark;
    if (n > mark)
        context_suggest_gt(way, &way->scratch->nodes[n - 1]);
}

/* Does the same for generic parameters, where it may have been meant behind the last bound of the last one. */
static void context_end_params(const parse_context *way)
{
    const parse_node *nodes = way->scratch->nodes;
    uint32_t n = (uint32_t)way->scratch->n_nodes;
    if (n == way->now.mark || (nodes[n - 1].kind != RUSTG_AST_GenericParamType))
        return;
    uint32_t mark = nodes[n - 1].mark;
    n--;
    while (n > mark && nodes[n - 1].kind != RUSTG_AST_Bound)
        n = nodes[n - 1].mark;
    if (n > mark)
        context_suggest_gt(way, &nodes[n - 1]);
}

void context_suggest(const parse_context *way, uint32_t start, uint32_t end, const char *text, const char *patch)
{
    rustg_diagnostic_part part = {RUSTG_PART_SUGGESTION, way->report->index, start, end, text, patch};
    if (way->row != CONTEXT_NO_ROW && !way->report->list->failed)
        diag_add_part(way->report->list, way->row, part);
}

/* In `a b;` and `f() g()` a dot between the two may be missing, unless a misspelled keyword has been told. */
static void context_missing_dot(const parse_context *way)
{
    const parse_input *in = way->report->in;
    const rustg_diagnostic *row = way->row == CONTEXT_NO_ROW ? NULL : &way->report->list->data[way->row];
    uint32_t k = in->kinds[way->pos], before = way->pos > in->first_tok ? in->kinds[way->pos - 1] : T_NONE;
    if (!row || row->kind != RUSTG_DIAG_UNEXPECTED_TOKEN || !(PARSE_IS_IDENT(k) || k == T_KW_AWAIT) || k == T_EOF)
        return;
    uint8_t first = in->source[in->tok_start[way->pos] - in->base];
    if ((uint8_t)(first - 'A') < 26 ||
        !(before == T_KW_AWAIT || PARSE_IS_IDENT(before) || before == T_QUESTION || before == T_R_PAREN))
        return;
    for (uint32_t i = 0; i < row->n_parts; i++)
        if (row->parts[i].kind == RUSTG_PART_SUGGESTION && strstr(row->parts[i].text, "keyword"))
            return;
    uint32_t start = in->tok_end[way->pos - 1] - in->base, end = in->tok_start[way->pos] - in->base;
    uint32_t next = in->kinds[way->pos + 1];
    if (next == T_SEMI || next == T_QUESTION || next == T_DOT)
        context_suggest(way, start, end, "you might have meant to write a field access", ".");
    if (next == T_L_PAREN)
        context_suggest(way, start, end, "you might have meant to write a method call", ".");
}

static const char turbofish_help[] = "use `::<...>` instead of `<...>` to specify lifetime, type, or const arguments";

/* Of the outer operator of `f<a>(b)` and `f<a<b>>::c`: whether generic arguments were meant, as what follows shows. */
static bool context_is_turbofish(const parse_input *in, uint32_t outer)
{
    uint32_t at = outer + parse_kind_toks(in->kinds[outer]), n_open = in->kinds[outer] == T_LT ? 1 : 0;
    for (uint32_t n = 0; n_open > 0 && n < MAX_TURBOFISH_TOKS && in->kinds[at] != T_EOF; n++) {
        const uint32_t k = in->kinds[at], n_closed = k == T_GT ? 1 : k == T_SHR ? 2 : 0;
        n_open = n_open + (k == T_LT ? 1 : 0) - (n_closed < n_open ? n_closed : n_open);
        at += parse_kind_toks(k);
    }
    return n_open == 0 && (in->kinds[at] == T_L_PAREN || in->kinds[at] == T_PATH_SEP);
}

/* `a < b < c` may have been meant as `a < b && b < c`, and `a < b == c` as `(a < b) == c`. */
static void context_split_comparison(const parse_context *way, const parse_node *left, const parse_node *right,
                                     uint32_t inner, uint32_t outer)
{
    const parse_input *in = way->report->in;
    const uint32_t left_start = in->tok_start[left->start] - in->base, start = in->tok_start[right->start] - in->base;
    const uint32_t end = in->tok_end[right->end - 1] - in->base, next = way->pos + parse_kind_toks(outer);
    const bool goes_up = inner == T_LT || inner == T_LE, goes_down = inner == T_GT || inner == T_GE;
    if (left->kind == RUSTG_AST_ExprField && !PARSE_IS_LITERAL(in->kinds[left->end - 1]) &&
        right->kind != RUSTG_AST_ExprLit)
        return;
    if ((goes_up && (outer == T_LT || outer == T_LE)) || (goes_down && (outer == T_GT || outer == T_GE)) ||
        (inner == T_EQ_EQ && outer == T_EQ_EQ)) {
        diag_text *text = diag_begin(way->report->list);
        text_string(text, " && ");
        text_source(text, in->source + start, end - start);
        context_suggest(way, end, end, "split the comparison into two", diag_keep(way->report->list));
    } else if ((goes_up || goes_down) && outer == T_EQ_EQ && parse_begins_expr(in->kinds[next])) {
        context_suggest(way, left_start, left_start, "parenthesize the comparison", "(");
        context_suggest(way, end, end, "", ")");
    }
}

/* In `a < b < c` both operators are the error's place. The left operand is the node that was finished last, and its own
 * operands are the nodes that were finished before it. */
static void context_chained(const parse_context *way)
{
    const parse_input *in = way->report->in;
    const size_t n = way->scratch->n_nodes;
    if (way->row == CONTEXT_NO_ROW || way->report->list->failed || n < 3)
        return;
    rustg_diagnostic *row = &way->report->list->data[way->row];
    if (row->kind != RUSTG_DIAG_CHAINED_COMPARISON)
        return;
    const parse_node *right = &way->scratch->nodes[n - 2], *left = &way->scratch->nodes[right->mark - 1];
    const uint32_t first = way->scratch->nodes[n - 1].anchor, outer = in->kinds[way->pos], inner = in->kinds[first];
    rustg_diagnostic_part second = {RUSTG_PART_PRIMARY, way->report->index, row->start, row->end, "", ""};
    uint32_t last = first + parse_kind_toks(inner) - 1;
    row->start = in->tok_start[first] - in->base;
    row->end = in->tok_end[last] - in->base;
    rustg_diagnostic_part own = {RUSTG_PART_PRIMARY, way->report->index, row->start, row->end, "", ""};
    diag_add_part(way->report->list, way->row, own);
    diag_add_part(way->report->list, way->row, second);
    if ((inner == T_LT && outer == T_LT) || outer == T_GT) {
        const bool is_turbofish = context_is_turbofish(in, way->pos);
        if (is_turbofish && inner == T_LT) {
            const uint32_t at = in->tok_start[first] - in->base;
            context_suggest(way, at, at, turbofish_help, "::");
            return;
        }
        if (is_turbofish || (left->kind != RUSTG_AST_ExprLit && right->kind != RUSTG_AST_ExprLit)) {
            context_child(way, RUSTG_PART_HELP, turbofish_help);
            context_child(way, RUSTG_PART_HELP, "or use `(...)` if you meant to specify fn arguments");
        }
        if (is_turbofish)
            return;
    }
    context_split_comparison(way, left, right, inner, outer);
}

/* `S<f32, 4>::new()`: the comma behind the comparison that `S<f32` is read as. */
static void context_turbofish_list(const parse_context *way)
{
    const parse_input *in = way->report->in;
    const size_t n = way->scratch->n_nodes;
    const parse_node *node = n > 0 ? &way->scratch->nodes[n - 1] : NULL;
    if (way->row == CONTEXT_NO_ROW || in->kinds[way->pos] != T_COMMA || !node || node->kind != RUSTG_AST_ExprBinary ||
        node->end != way->pos || in->kinds[node->anchor] != T_LT)
        return;
    uint32_t n_open = 1, at = way->pos;
    for (uint32_t i = 0; n_open > 0 && i < MAX_TURBOFISH_TOKS; i++) {
        const uint32_t k = in->kinds[at], n_closed = k == T_GT ? 1 : k == T_SHR ? 2 : 0;
        if (k == T_EOF || k == T_SEMI || PARSE_IS_CLOSE(k))
            return;
        n_open = n_open + (k == T_LT ? 1 : 0) - (n_closed < n_open ? n_closed : n_open);
        at = PARSE_IS_OPEN(k) ? in->partner[at] + 1 : at + parse_kind_toks(k);
    }
    const uint32_t less = in->tok_start[node->anchor] - in->base;
    if (n_open == 0)
        context_suggest(way, less, less, turbofish_help, "::");
}

/* The token behind a path that begins at a token, as it is read in an expression; the same token where none does. */
static uint32_t context_path_end(const parse_input *in, uint32_t at)
{
    uint32_t end = at;
    if (in->kinds[at] == T_PATH_SEP)
        at += parse_kind_toks(T_PATH_SEP);
    while (PARSE_IS_PATH_SEGMENT(in->kinds[at])) {
        end = ++at;
        if (in->kinds[at] != T_PATH_SEP)
            break;
        at += parse_kind_toks(T_PATH_SEP);
    }
    return end;
}

/* Whether the error became one behind which rustc reads on, so that nothing further out speaks of it. */
static bool context_is_settled(const parse_context *way)
{
    if (way->row == CONTEXT_NO_ROW || way->report->list->failed)
        return false;
    const uint32_t kind = way->report->list->data[way->row].kind;
    return kind == RUSTG_DIAG_COMPARISON_AS_GENERIC || kind == RUSTG_DIAG_SHIFT_AS_GENERIC;
}

/* `x as usize < y`: whatever is wrong in what began as generic arguments, rustc tells that they began. */
static void context_cast(const parse_context *way, const left_rule *rule)
{
    const parse_input *in = way->report->in;
    diag_list *list = way->report->list;
    const uint32_t type = rule->pos, at = context_path_end(in, type), k = in->kinds[at];
    if (rule->is_innermost || way->row == CONTEXT_NO_ROW || list->failed || at == type || (k != T_LT && k != T_SHL))
        return;
    const bool compares = k == T_LT;
    const uint32_t behind = at + parse_kind_toks(k), end = way->pos + parse_kind_toks(in->kinds[way->pos]);
    const uint32_t type_start = in->tok_start[type] - in->base, type_end = in->tok_end[at - 1] - in->base;
    const uint32_t left = in->tok_start[rule->frame.start] - in->base;
    rustg_diagnostic *row = &list->data[way->row];
    row->kind = compares ? RUSTG_DIAG_COMPARISON_AS_GENERIC : RUSTG_DIAG_SHIFT_AS_GENERIC;
    row->start = in->tok_start[at] - in->base;
    row->end = in->tok_end[behind - 1] - in->base;
    row->n_parts = 0;
    const char *name = diag_format(list, "%.*s", (int)(type_end - type_start), (const char *)in->source + type_start);
    if (list->failed)
        return;
    context_child(way, RUSTG_PART_TEXT, name);
    context_label(way, behind, end, "interpreted as generic arguments");
    context_suggest(way, left, left, compares ? "try comparing the cast value" : "try shifting the cast value", "(");
    context_suggest(way, type_end, type_end, "", ")");
    context_child(way, RUSTG_PART_APPLICABILITY, "MachineApplicable");
}

/* Labels of rules that an error leaves and that rustc does not stop it at. */
static void context_pass(const parse_context *way, const left_rule *rule)
{
    const parse_input *in = way->report->in;
    uint32_t start = rule->frame.start, anchor = rule->frame.anchor;
    switch (rule->state) {
    case S_expr_match_arms: context_label(way, start, start + 1, "while parsing this `match` expression"); break;
    case S_match_arm_end:
        if (!rule->is_innermost) {
            uint32_t arrow = context_token_before(in, rule->pos);
            context_label(way, arrow, rule->pos, "while parsing the `match` arm starting here");
        } else if (in->kinds[rule->pos] != T_FAT_ARROW && in->kinds[rule->pos] != T_SEMI) {
            uint32_t arrow = anchor;
            while (arrow < rule->pos && in->kinds[arrow] != T_FAT_ARROW)
                arrow = PARSE_IS_OPEN(in->kinds[arrow]) ? in->partner[arrow] + 1
                                                        : arrow + parse_kind_toks(in->kinds[arrow]);
            if (arrow < rule->pos)
                context_label(way, arrow, arrow + 2, "while parsing the `match` arm starting here");
        }
        break;
    case S_pat_alternative_end:
        if ((rule->frame.aux & PARSE_PAT_HAS_VERT) && !rule->is_innermost) {
            uint32_t end = in->kinds[start] == T_OR || in->kinds[start] == T_OR_OR
                               ? start + parse_kind_toks(in->kinds[start])
                               : anchor;
            context_label(way, start, end, "while parsing this or-pattern starting here");
        }
        break;
    case S_stmt_let_init: context_let_type(way, anchor, rule->pos); break;
    case S_expr_while_block: {
        uint32_t at = PARSE_LOOP_TOK(start, rule->frame.aux);
        if (!rule->is_innermost) {
            context_label(way, at, at + 1, "while parsing the condition of this `while` expression");
        } else {
            context_label(way, at, at + 1, "while parsing the body of this `while` expression");
            context_label(way, at + 1, rule->pos, "this `while` condition successfully parsed");
        }
        break;
    }
    case S_stmt_expr_end:
    case S_stmt_let_else:
        if (rule->is_innermost) {
            context_missing_dot(way);
            context_turbofish_list(way);
        }
        break;
    case S_expr_operators:
        if (rule->is_innermost)
            context_chained(way);
        break;
    case S_expr_cast_end: context_cast(way, rule); break;
    case S_fn_param_colon:
        if (rule->is_innermost && way->row != CONTEXT_NO_ROW &&
            way->report->list->data[way->row].kind == RUSTG_DIAG_UNEXPECTED_TOKEN)
            untyped_suggest(way);
        break;
    case S_attr:
        if (rule->is_innermost && rule->pos == anchor + 2 && in->tok_end[anchor] == in->tok_start[anchor + 1]) {
            context_child(way, RUSTG_PART_NOTE,
                          "the token sequence `#!` here looks like the start of a shebang interpreter directive but it "
                          "is not");
            context_child(way, RUSTG_PART_HELP,
                          "if you meant this to be a shebang interpreter directive, move it to the very start of the "
                          "file");
        }
        break;
    case S_item_use:
        if (rule->is_innermost && in->kinds[rule->pos - 1] == T_STAR)
            context_child(way, RUSTG_PART_NOTE, "the wildcard token must be last on the path");
        else if (rule->is_innermost && in->kinds[rule->pos - 1] == T_R_BRACE)
            context_child(way, RUSTG_PART_NOTE, "glob-like brace syntax must be last on the path");
        break;
    case S_if_no_block:
        if (rule->is_innermost && way->row != CONTEXT_NO_ROW && rule->pos > start + 1 &&
            way->report->list->data[way->row].kind == RUSTG_DIAG_EXPECTED_BLOCK) {
            rustg_diagnostic_part note = {RUSTG_PART_NOTE_AT,
                                          way->report->index,
                                          in->tok_start[start + 1] - in->base,
                                          in->tok_end[rule->pos - 1] - in->base,
                                          "the `if` expression is missing a block after this condition",
                                          ""};
            diag_add_part(way->report->list, way->row, note);
        }
        break;
    case S_generic_arg:
    case S_generic_close:
        if (rule->is_innermost)
            context_end_args(way);
        break;
    case S_generic_params_close:
        if (rule->is_innermost)
            context_end_params(way);
        break;
    case S_expr_loop:
    case S_expr_loop_end:
        if (rule->is_innermost && !(rule->frame.aux & PARSE_LHS_HAS_LABEL))
            context_label(way, start, start + 1, "while parsing this `loop` expression");
        break;
    case S_expr_primary:
        if (rule->is_innermost && rule->pos > start && in->kinds[rule->pos - 1] == T_KW_UNSAFE)
            context_label(way, rule->pos - 1, rule->pos, "while parsing this `unsafe` expression");
        break;
    case S_const_arg_end:
        context_label(way, start, start, "while parsing a const generic argument starting here");
        break;
    default: break;
    }
}

static const char variant_help[] = "enum variants can be `Variant`, `Variant = <integer>`, `Variant(Type, ..., TypeN)` "
                                   "or `Variant { fields: Types }`";

/* Does rustc go on behind the group that a rule has called? */
static bool context_stops(const parse_context *way, const recover_call *call, uint32_t state)
{
    switch (call->group) {
    case S_block:
    case S_block_expr:
    case S_match_arms:
    case S_expr_args:
    case S_expr_parens:
    case S_struct_fields:
    case S_pat_fields:
    case S_fields_named: return true;
    case S_fn_params: return call != &way->stack->calls[way->stack->n - 1] || way->state != S_fn_params_after;
    case S_fields_tuple: return state == S_variant_value && way->report->in->kinds[way->pos] != T_COLON;
    case S_item_list: return state != S_item_mod_end;
    default: return false;
    }
}

static void context_fields(const parse_context *way, uint32_t name, bool is_union)
{
    context_label(way, name, name + 1, is_union ? "while parsing this union" : "while parsing this struct");
    if (way->row != CONTEXT_NO_ROW && way->report->list->data[way->row].kind == RUSTG_DIAG_FIELDS_WITH_SEMI)
        context_child(way, RUSTG_PART_TEXT, is_union ? "union" : "struct");
}

/* Whether a name is the beginning of a longer expression, as what follows it shows. */
static bool context_is_value(uint32_t next)
{
    return PARSE_PREC_OF(next) != 0 || next == T_L_PAREN || next == T_L_BRACKET || next == T_L_BRACE || next == T_DOT;
}

/* In the fields of `S { a: 1 b, f(c) }` a comma may be missing behind one with a name, or the name before a value.
 * is_between: the error was found by the rule that reads them all. */
static void context_field_init(const parse_context *way, bool is_between)
{
    const parse_input *in = way->report->in;
    diag_list *list = way->report->list;
    const size_t n = way->scratch->n_nodes;
    const parse_node *field = n > 0 ? &way->scratch->nodes[n - 1] : NULL;
    if (way->row == CONTEXT_NO_ROW || list->failed)
        return;
    if (is_between && way->state == S_struct_field_end) {
        const uint32_t at = in->tok_end[way->pos - 1] - in->base;
        const uint32_t before = in->kinds[field->start - 1];
        if (PARSE_IS_IDENT(in->kinds[field->start]) && in->kinds[field->start + 1] == T_COLON &&
            (before == T_L_BRACE || before == T_COMMA)) {
            rustg_diagnostic_part part = {
                RUSTG_PART_SUGGESTION_BESIDE, way->report->index, at, at, "try adding a comma", ","};
            diag_add_part(list, way->row, part);
            context_child(way, RUSTG_PART_APPLICABILITY, "MachineApplicable");
        }
    } else if (!is_between && PARSE_IS_IDENT(in->kinds[way->pos]) && way->pos < in->eof_tok &&
               context_is_value(in->kinds[way->pos + 1])) {
        const uint32_t start = in->tok_start[way->pos] - in->base, end = in->tok_end[way->pos] - in->base;
        diag_text *text = diag_begin(list);
        text_source(text, in->source + start, end - start);
        text_string(text, ": ");
        context_suggest(way, start, start, "try naming a field", diag_keep(list));
    }
}

/* Labels of a rule that has called a group which the error leaves. */
static void context_group(const parse_context *way, size_t i, const left_rule *rule)
{
    const parse_input *in = way->report->in;
    const recover_stack *stack = way->stack;
    uint32_t anchor = rule->frame.anchor, close = in->partner[rule->pos];
    switch (rule->group) {
    case S_struct_fields:
        if ((i + 1 == stack->n ? way->state : stack->frames[i + 1].state) == S_struct_base)
            break;
        context_label(way, rule->frame.start, rule->pos, "while parsing this struct");
        context_field_init(way, i + 1 == stack->n);
        break;
    case S_pat_fields:
        context_label(way, rule->frame.start, rule->pos, "while parsing the fields for this pattern");
        break;
    case S_fields_named:
        context_fields(way, rule->state == S_variant_value ? anchor : anchor + 1, rule->state == S_item_union_end);
        break;
    case S_fields_tuple:
        if (rule->state != S_variant_value || in->kinds[way->pos] == T_COLON)
            break;
        if (i > 0) {
            uint32_t name = stack->frames[i - 1].anchor + 1;
            context_label(way, name, name + 1, "while parsing this enum");
        }
        context_child(way, RUSTG_PART_HELP, variant_help);
        break;
    case S_variants:
        if (i + 1 < stack->n || way->state != S_variants_after)
            context_child(way, RUSTG_PART_HELP, variant_help);
        context_label(way, anchor + 1, anchor + 2, "while parsing this enum");
        break;
    case S_item_list:
        if (rule->state == S_item_mod_end || way->row == CONTEXT_NO_ROW || way->report->list->failed)
            break;
        if (way->report->list->data[way->row].kind == RUSTG_DIAG_NON_ITEM_IN_LIST) {
            context_label(way, rule->pos, rule->pos + 1, "item list starts here");
            context_label(way, way->pos, way->pos + parse_kind_toks(in->kinds[way->pos]), "non-item starts here");
            context_label(way, close, close + 1, "item list ends here");
        } else {
            context_label(way, rule->pos, rule->pos + 1, "while parsing this item list starting here");
            context_label(way, close, close + 1, "the item list ends here");
        }
        break;
    default: break;
    }
}

size_t parse_context_find(const parse_context *context)
{
    size_t i = context->stack->n;
    while (i > 0 && (context->stack->calls[i - 1].group == RECOVER_NO_GROUP ||
                     !context_stops(context, &context->stack->calls[i - 1], context->stack->frames[i - 1].state)))
        i--;
    return i;
}

uint32_t parse_context_leave(const parse_context *context)
{
    const recover_stack *stack = context->stack;
    size_t end = parse_context_find(context);
    left_rule rule = {context->state, context->pos, RECOVER_NO_GROUP, context->now, true};
    context_pass(context, &rule);
    for (size_t i = stack->n; i > 0 && i >= end && !context_is_settled(context); i--) {
        const recover_call *call = &stack->calls[i - 1];
        rule = (left_rule){stack->frames[i - 1].state, call->pos, call->group, stack->frames[i - 1], false};
        if (call->group == RECOVER_NO_GROUP)
            context_pass(context, &rule);
        else
            context_group(context, i - 1, &rule);
    }
    if (end == 0)
        return UINT32_MAX;
    const recover_call *last = &stack->calls[end - 1];
    const uint32_t comma = recover_comma(context->report->in, stack, end, context->pos, context->state);
    return last->group == S_fn_params ? 0 : comma > 0 ? comma : context->report->in->partner[last->pos];
}

uint32_t parse_context_pattern(const recover_stack *stack)
{
    size_t i = stack->n;
    while (i > 0 && stack->frames[i - 1].state == S_pat_ref_end)
        i--;
    uint32_t state = i > 0 ? stack->frames[i - 1].state : S_file;
    bool is_param = state == S_fn_param_colon || state == S_closure_param_type;
    return is_param ? RUSTG_DIAG_EXPECTED_PARAM_NAME : RUSTG_DIAG_EXPECTED_PATTERN;
}

/* parse_recover.c: see parse_recover.h. */
#include "parser/diagnose/parse_recover.h"

#include "parser/grammar/parse_item_ahead.h"

/* The state of a rule that reads the next item of a file or module, or ends it; PARSE_N_STATES for other rules. In
 * other lists of items rustc skips the rest. */
static uint32_t parse_item_list_state(uint32_t rule, uint32_t aux)
{
    if (rule == RECOVER_NO_GROUP)
        return S_file_next;
    return rule == S_item_list && aux == PARSE_ITEM_IN_MODULE ? S_item_list_next : PARSE_N_STATES;
}

/* Whether it stands by itself in a group and is worth keeping when what is behind it is wrong. */
static bool parse_is_element(const parse_input *in, const parse_node *node)
{
    switch (node->kind) {
    case RUSTG_AST_Attr: return in->kinds[node->start + 1] == T_BANG;
    case RUSTG_AST_DocComment: return in->kinds[node->start] == T_INNER_DOC;
    case RUSTG_AST_Error:
    case RUSTG_AST_Arm:
    case RUSTG_AST_FieldDef:
    case RUSTG_AST_FieldInit:
    case RUSTG_AST_FieldPat:
    case RUSTG_AST_Param:
    case RUSTG_AST_UseTree:
    case RUSTG_AST_Variant: return true;
    default: break;
    }
    switch (rustg_ast_kind_class(node->kind)) {
    case RUSTG_AST_CLASS_ITEM:
    case RUSTG_AST_CLASS_FOREIGN_ITEM:
    case RUSTG_AST_CLASS_ASSOC_ITEM:
    case RUSTG_AST_CLASS_STMT: return true;
    case RUSTG_AST_CLASS_NONE:
    case RUSTG_AST_CLASS_EXPR:
    case RUSTG_AST_CLASS_PAT:
    case RUSTG_AST_CLASS_TY:
    case RUSTG_AST_CLASS_BLOCK: return false;
    }
    return false;
}

/* Makes the Error node over what stands behind the last whole element from base on, up to token end. */
static void parse_recover_cover(const parse_input *in, const parse_scratch *scratch, uint32_t base, uint32_t first_tok,
                                uint32_t end, recover_plan *plan)
{
    uint32_t mark = (uint32_t)scratch->n_nodes, start = first_tok;
    while (mark > base && !parse_is_element(in, &scratch->nodes[mark - 1]))
        mark = scratch->nodes[mark - 1].mark;
    if (mark > base && scratch->nodes[mark - 1].end > start)
        start = scratch->nodes[mark - 1].end;
    if (start < end && (in->kinds[start] == T_COMMA || in->kinds[start] == T_SEMI))
        start++;
    plan->has_error = start < end;
    plan->error.start = start;
    plan->error.end = end;
    plan->error.mark = mark;
}

static void parse_leave_group(const parse_input *in, const recover_stack *stack, const parse_scratch *scratch,
                              recover_plan *plan)
{
    const recover_call *call = &stack->calls[plan->n_frames - 1];
    uint32_t close = in->partner[call->pos];
    parse_recover_cover(in, scratch, call->n_nodes, call->pos + 1, close, plan);
    plan->resume = close + 1;
    plan->has_parent = call->group == S_block;
    if (!plan->has_parent && plan->error.mark == call->n_nodes) { /* nothing of the group is left */
        plan->has_error = true;
        plan->error.start = call->pos;
        plan->error.end = close + 1;
    }
    plan->parent.kind = RUSTG_AST_Block;
    plan->parent.anchor = call->pos;
    plan->parent.start = plan->n_frames < stack->n ? stack->frames[plan->n_frames].start : call->pos;
    plan->parent.end = close + 1;
    plan->parent.mark = call->n_nodes;
}

static bool parse_is_first_on_line(const parse_input *in, uint32_t tok)
{
    uint32_t at = in->tok_end[tok - 1] - in->base, end = in->tok_start[tok] - in->base;
    while (at < end && in->source[at] != '\n')
        at++;
    return at < end;
}

/* The first token from pos on, but behind `began`, at which an item seems to begin; at most `end`. Closing delimiters
 * on the way belong to what was being read. */
static uint32_t parse_next_item(const parse_input *in, uint32_t began, uint32_t pos, uint32_t end)
{
    bool is_behind_item = false;
    while (pos < end) {
        uint32_t k = in->kinds[pos];
        if (pos > began && parse_begins_item(k) && (is_behind_item || parse_is_first_on_line(in, pos)))
            return pos;
        if (pos > began && is_behind_item && PARSE_IS_IDENT(k) && in->kinds[pos + 1] == T_BANG)
            return pos;
        is_behind_item = k == T_SEMI || k == T_L_BRACE || k == T_R_BRACE;
        pos = PARSE_IS_OPEN(k) ? in->partner[pos] + 1 : pos + 1;
    }
    return end;
}

/* Goes on in a list of items, which is that of a file or of a module between braces. */
static void parse_next_in_list(const parse_input *in, const recover_stack *stack, const parse_scratch *scratch,
                               uint32_t pos, recover_plan *plan)
{
    const recover_call *call = &stack->calls[plan->n_frames - 1];
    bool is_file = call->group == RECOVER_NO_GROUP, is_inside = plan->n_frames < stack->n;
    uint32_t began = is_inside ? stack->calls[plan->n_frames].pos : pos;
    uint32_t end = is_file ? in->eof_tok : in->partner[call->pos];
    plan->resume = parse_next_item(in, began, pos, end);
    parse_recover_cover(in, scratch, call->n_nodes, is_file ? in->first_tok : call->pos + 1, plan->resume, plan);
}

/* A parameter: the next is read behind the next comma from its start on, as rustc does, in generic arguments too. */
static void parse_next_param(const parse_input *in, parse_frame params, recover_plan *plan)
{
    uint32_t tok = params.start;
    while (in->kinds[tok] != T_COMMA && !PARSE_IS_CLOSE(in->kinds[tok]))
        tok = PARSE_IS_OPEN(in->kinds[tok]) ? in->partner[tok] + 1 : tok + 1;
    plan->resume = tok;
    plan->stay = true;
    plan->state = S_fn_params_after;
    plan->drops_nodes = true;
    plan->has_error = params.start < tok;
    plan->error.start = params.start;
    plan->error.end = tok;
    plan->error.mark = params.mark;
}

/* Goes on with the field behind a comma. */
static void parse_next_field(const parse_input *in, const recover_stack *stack, const parse_scratch *scratch,
                             uint32_t comma, recover_plan *plan)
{
    const recover_call *call = &stack->calls[plan->n_frames - 1];
    plan->resume = comma;
    plan->stay = true;
    plan->state = S_struct_field_end;
    parse_recover_cover(in, scratch, call->n_nodes, call->pos + 1, comma, plan);
}

/* Whether a call is part of the guard of a match arm, where rustc leaves what a field has. */
static bool parse_is_in_guard(const parse_input *in, const recover_stack *stack, size_t n_frames)
{
    for (size_t i = n_frames; i-- > 0;) {
        const recover_call *call = &stack->calls[i];
        if (stack->frames[i].state == S_match_arm_arrow && in->kinds[call->pos - 1] == T_KW_IF)
            return true;
        if (i + 1 < n_frames && call->group != RECOVER_NO_GROUP && call->group != S_expr_args &&
            call->group != S_expr_parens)
            return false;
    }
    return false;
}

uint32_t recover_comma(const parse_input *in, const recover_stack *stack, size_t n_frames, uint32_t pos, uint32_t state)
{
    const recover_call *call = &stack->calls[n_frames - 1];
    const uint32_t inner = n_frames < stack->n ? stack->frames[n_frames].state : state;
    const bool is_between = n_frames == stack->n && state == S_struct_field_end;
    uint32_t n_braces = 0, n_brackets = 0;
    if (call->group != S_struct_fields || inner == S_struct_base ||
        (!is_between && parse_is_in_guard(in, stack, n_frames)))
        return 0;
    for (uint32_t tok = pos; tok < in->partner[call->pos]; tok++) {
        const uint32_t k = in->kinds[tok];
        if (k == T_COMMA && n_braces == 0 && n_brackets == 0)
            return tok;
        if (k == T_R_BRACE && n_braces == 0)
            return 0;
        n_braces += k == T_L_BRACE ? 1 : 0;
        n_braces -= k == T_R_BRACE ? 1 : 0;
        n_brackets += k == T_L_BRACKET ? 1 : 0;
        n_brackets -= k == T_R_BRACKET && n_brackets > 0 ? 1 : 0;
    }
    return 0;
}

recover_plan recover_find(const parse_input *in, const recover_stack *stack, const parse_scratch *scratch, uint32_t pos,
                          uint32_t state, parse_frame now)
{
    recover_plan plan = {0};
    uint32_t aux = now.aux, comma;
    plan.n_frames = stack->n;
    while (plan.n_frames > 1 && stack->calls[plan.n_frames - 1].group == RECOVER_NO_GROUP)
        plan.n_frames--;
    if (plan.n_frames < stack->n)
        aux = stack->frames[plan.n_frames].aux;
    plan.state = parse_item_list_state(stack->calls[plan.n_frames - 1].group, aux);
    plan.stay = plan.state != PARSE_N_STATES;
    bool is_inside = plan.n_frames < stack->n;
    if (stack->calls[plan.n_frames - 1].group == S_fn_params && (is_inside || state != S_fn_params_after))
        parse_next_param(in, is_inside ? stack->frames[plan.n_frames] : now, &plan);
    else if ((comma = recover_comma(in, stack, plan.n_frames, pos, state)) > 0)
        parse_next_field(in, stack, scratch, comma, &plan);
    else if (plan.stay)
        parse_next_in_list(in, stack, scratch, pos, &plan);
    else
        parse_leave_group(in, stack, scratch, &plan);
    plan.error.anchor = plan.error.start;
    plan.error.kind = RUSTG_AST_Error;
    return plan;
}

/* thir.c: what expressions of a body are. */
#include "sema/thir.h"

const thir_shown_trait *thir_shown_trait_of(char letter)
{
    static const thir_shown_trait traits[] = {
        {'?', false, LANG_DEBUG, "Debug"},        {'x', true, LANG_LOWER_HEX, "LowerHex"},
        {'X', true, LANG_UPPER_HEX, "UpperHex"},  {'o', true, LANG_OCTAL, "Octal"},
        {'b', true, LANG_BINARY, "Binary"},       {'e', false, LANG_LOWER_EXP, "LowerExp"},
        {'E', false, LANG_UPPER_EXP, "UpperExp"}, {'p', false, LANG_POINTER, "std::fmt::Pointer"},
        {0, false, LANG_DISPLAY, "Display"},
    };
    const thir_shown_trait *row = traits;
    while (row->letter && row->letter != letter)
        row++;
    return row;
}

thir_expr thir_only_value(const thir_body *body, thir_expr e)
{
    for (;;) {
        const thir_node *node = &body->exprs.at[e];
        if (node->op == THIR_USE && node->sub != USE_CONST_BLOCK && !node->is_place) {
            e = node->a;
            continue;
        }
        if (node->op != THIR_BLOCK)
            return e;
        const bool has_tail =
            node->a && body->exprs.at[node->a].op != THIR_NEVER && body->exprs.at[node->a].op != THIR_BREAK;
        thir_expr only = has_tail ? node->a : THIR_NONE;
        for (thir_expr i = 1; node->index && i < body->exprs.n; i++) {
            const thir_node *leave = &body->exprs.at[i];
            if (leave->op != THIR_BREAK || leave->index != node->index)
                continue;
            if (only || !leave->a)
                return THIR_NONE;
            only = leave->a;
        }
        if (!only)
            return THIR_NONE;
        e = only;
    }
}

/* parse_untyped.c: see parse_untyped.h.
 * source: rustc 1.95's rustc_parse, parameter_without_type; rustc_ast, Pat::to_ty. */
#include "parser/diagnose/parse_untyped.h"

#include <string.h>

/* The node that a node of one child has. */
static const parse_node *untyped_child(const parse_node *node)
{
    return node - 1;
}

/* Whether what was read as a pattern is a type, too. */
static bool untyped_is_type(const parse_scratch *scratch, const parse_node *node)
{
    switch (node->kind) {
    case RUSTG_AST_PatWild:
    case RUSTG_AST_PatPath:
    case RUSTG_AST_PatMacCall: return true;
    case RUSTG_AST_PatIdent: return node->end == node->start + 1;
    case RUSTG_AST_PatRef: return untyped_is_type(scratch, untyped_child(node));
    case RUSTG_AST_PatSlice:
    case RUSTG_AST_PatTuple: {
        uint32_t n = (uint32_t)(node - scratch->nodes), n_elements = 0;
        for (; n > node->mark; n = scratch->nodes[n - 1].mark, n_elements++)
            if (!untyped_is_type(scratch, &scratch->nodes[n - 1]))
                return false;
        return node->kind == RUSTG_AST_PatTuple || n_elements == 1;
    }
    default: return false;
    }
}

/* The innermost reference of `&&self`; NULL where there is one reference only, or none to self. */
static const parse_node *untyped_self(const parse_input *in, const parse_node *pattern)
{
    const parse_node *inner = pattern, *last = NULL;
    for (; inner->kind == RUSTG_AST_PatRef; inner = untyped_child(inner))
        last = inner;
    const bool is_self = inner->kind == RUSTG_AST_PatPath && in->kinds[inner->start] == T_KW_SELF;
    return last && last != pattern && is_self ? last : NULL;
}

/* `NAME: &mut TypeName` for `&mut NAME`. */
static const char *untyped_swapped(const parse_context *way, const parse_node *reference, const parse_node *name)
{
    const parse_input *in = way->report->in;
    const uint32_t behind = reference->start + 1;
    const uint8_t *bytes = in->source - in->base;
    diag_text *text = diag_begin(way->report->list);
    text_source(text, bytes + in->tok_start[name->anchor], in->tok_end[name->anchor] - in->tok_start[name->anchor]);
    text_string(text, ": &");
    for (uint32_t tok = behind; tok < name->start && in->kinds[tok] != T_L_PAREN; tok++) {
        text_source(text, bytes + in->tok_start[tok], in->tok_end[tok] - in->tok_start[tok]);
        text_string(text, " ");
    }
    text_string(text, "TypeName");
    return diag_keep(way->report->list);
}

/* 2018 and later: names are optional in traits of 2015 alone. */
static void untyped_note(const parse_context *way, uint32_t item)
{
    if (item == PARSE_ITEM_IN_TRAIT)
        context_child(way, RUSTG_PART_NOTE, "anonymous parameters are removed in the 2018 edition (see RFC 1685)");
}

void untyped_suggest(const parse_context *way)
{
    const parse_input *in = way->report->in;
    const parse_scratch *scratch = way->scratch;
    const parse_node *pattern = scratch->n_nodes > 0 ? &scratch->nodes[scratch->n_nodes - 1] : NULL;
    const uint32_t k = in->kinds[way->pos];
    if (!pattern || pattern->end != way->pos || way->stack->n == 0 || way->now.aux != PARSE_PARAMS_NAMED ||
        (k != T_COMMA && k != T_LT && k != T_R_PAREN))
        return;
    const uint32_t start = in->tok_start[pattern->start] - in->base, end = in->tok_end[pattern->end - 1] - in->base;
    const uint32_t item = way->stack->frames[way->stack->n - 1].aux;
    const parse_node *self = untyped_self(in, pattern), *name = pattern;
    if (self) {
        context_suggest(way, start, in->tok_start[self->start] - in->base,
                        "`self` should be `self`, `&self` or `&mut self`, consider removing extra references", "");
        context_child(way, RUSTG_PART_APPLICABILITY, "MachineApplicable");
        return;
    }
    if (pattern->kind == RUSTG_AST_PatRef)
        name = untyped_child(pattern);
    if (name->kind != RUSTG_AST_PatIdent) {
        if (untyped_is_type(scratch, pattern)) {
            context_suggest(way, start, start, "explicitly ignore the parameter name", "_: ");
            context_child(way, RUSTG_PART_APPLICABILITY, "MachineApplicable");
            untyped_note(way, item);
        }
        return;
    }
    if (way->now.flags != PARSE_BEHIND_FIRST_PARAM && (item == PARSE_ITEM_IN_TRAIT || item == PARSE_ITEM_IN_IMPL))
        context_suggest(way, start, start, "if this is a `self` type, give it a parameter name", "self: ");
    if (k != T_LT) {
        if (name == pattern)
            context_suggest(way, end, end, "if this is a parameter name, give it a type", ": TypeName");
        else
            context_suggest(way, start, end, "if this is a parameter name, give it a type",
                            untyped_swapped(way, pattern, name));
        context_child(way, RUSTG_PART_APPLICABILITY, "HasPlaceholders");
    }
    context_suggest(way, start, start, "if this is a type, explicitly ignore the parameter name", "_: ");
    context_child(way, RUSTG_PART_APPLICABILITY, "MachineApplicable");
    untyped_note(way, item);
}

/* lint_parens_type.c: finds the parentheses around types and bounds that the lint unused_parens reports. */
#include "sema/warnings/lint_parens.h"
#include "sema/syntax/syntax.h"

/* How many bounds a type may have where it stands without parentheses. */
typedef enum parens_room { ROOM_ANY, ROOM_ONE, ROOM_NONE } parens_room;

static bool type_has_bounds(const sema *s, sema_node type)
{
    return syntax_kind(s, type) == RUSTG_AST_TyTraitObject || syntax_kind(s, type) == RUSTG_AST_TyImplTrait;
}

static bool type_is_bound(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_Bound || kind == RUSTG_AST_BoundLifetime || kind == RUSTG_AST_BoundUse;
}

static uint32_t type_n_bounds(const sema *s, sema_node type)
{
    uint32_t n = 0;
    for (sema_node at = syntax_first_real(s, type); syntax_is(at); at = syntax_next_real(s, at))
        n += type_is_bound(s, at);
    return n;
}

static bool type_is_last_bound(const sema *s, sema_node bound)
{
    const sema_node next = syntax_next_real(s, bound);
    return !syntax_is(next) || !type_is_bound(s, next);
}

/* The type behind `->` of the last segment of a bound `Fn(A) -> R`, or none. */
static sema_node type_result_of(sema *s, sema_node bound)
{
    sema_node args = {0, 0}, last = {0, 0};
    for (sema_node at = syntax_first_real(s, bound); syntax_is(at); at = syntax_next_real(s, at))
        if (syntax_kind(s, at) == RUSTG_AST_GenericArgs)
            args = at;
    for (sema_node at = syntax_first_real(s, args); syntax_is(at); at = syntax_next_real(s, at))
        last = at;
    if (!syntax_is(last) || !def_is_type(syntax_kind(s, last)))
        return (sema_node){0, 0};
    const uint32_t before = syntax_first_tok(s, last) - 1;
    const bool is_result = syntax_tok_kind(s, last.file, before) == RUSTG_TOK_GT &&
                           syntax_tok_kind(s, last.file, before - 1) == RUSTG_TOK_MINUS;
    return is_result ? last : (sema_node){0, 0};
}

static parens_room type_room(sema *s, sema_node type)
{
    bool is_behind = false; /* a reference or pointer to it stands around */
    for (;;) {
        const sema_node around = syntax_parent(s, type);
        const uint8_t kind = syntax_kind(s, around);
        if (kind == RUSTG_AST_TyRef || kind == RUSTG_AST_TyPtr) {
            is_behind = true;
            type = around;
            continue;
        }
        const sema_node bound = kind == RUSTG_AST_GenericArgs ? syntax_parent(s, around) : around;
        if (syntax_kind(s, bound) == RUSTG_AST_Bound && type_has_bounds(s, syntax_parent(s, bound)) &&
            type_result_of(s, bound).node == type.node)
            return type_is_last_bound(s, bound) ? ROOM_ONE : ROOM_NONE;
        return is_behind ? ROOM_ONE : ROOM_ANY;
    }
}

/* `1 as (i32) < 2`: what follows would begin generic arguments. */
static bool type_is_before_less(const sema *s, sema_node paren)
{
    sema_node n = syntax_parent(s, paren);
    if (syntax_kind(s, n) != RUSTG_AST_ExprCast)
        return false;
    for (;;) {
        const sema_node around = syntax_parent(s, n);
        if (syntax_kind(s, around) != RUSTG_AST_ExprBinary)
            return false;
        const syntax_op op = syntax_operator(s, around);
        if (syntax_first_real(s, around).node == n.node)
            return op == OP_LT || op == OP_SHL;
        n = around;
    }
}

/* `where (for<'a> fn(&'a T)): Trait`: the lifetimes would be those of the predicate. */
static bool type_has_own_lifetimes(const sema *s, sema_node paren, sema_node inner)
{
    const sema_node around = syntax_parent(s, paren);
    return syntax_kind(s, around) == RUSTG_AST_WherePredicate && syntax_first_real(s, around).node == paren.node &&
           syntax_kind(s, inner) == RUSTG_AST_TyFnPtr &&
           syntax_is(syntax_child_of(s, inner, RUSTG_AST_GenericParamLifetime));
}

void lint_parens_of_type(sema *s, sema_node paren)
{
    const sema_node inner = syntax_first_real(s, paren);
    if (type_is_before_less(s, paren) || type_has_own_lifetimes(s, paren, inner))
        return;
    const parens_room room = type_has_bounds(s, inner) ? type_room(s, paren) : ROOM_ANY;
    if (room == ROOM_NONE || (room == ROOM_ONE && type_n_bounds(s, inner) > 1))
        return;
    lint_parens_report(s, paren, sema_place(s, sema_node_span(s, inner)), "type", false, false);
}

void lint_parens_of_bound(sema *s, sema_node bound)
{
    const sema_node type = syntax_parent(s, bound);
    const uint32_t first = syntax_first_tok(s, bound);
    if (!type_has_bounds(s, type) || syntax_tok_kind(s, bound.file, first) != RUSTG_TOK_L_PAREN)
        return;
    if (!type_is_last_bound(s, bound) && syntax_is(type_result_of(s, bound)))
        return;
    const bool is_first = syntax_child_of(s, type, RUSTG_AST_Bound).node == bound.node;
    if (s->files.at[bound.file]->edition == 2015 && syntax_kind(s, type) == RUSTG_AST_TyTraitObject && is_first &&
        syntax_tok_kind(s, bound.file, first + 1) == RUSTG_TOK_COLON)
        return;
    sema_span inner = sema_origin(s, sema_node_span(s, bound));
    inner.start++;
    inner.end--;
    lint_parens_report(s, bound, inner, "type", false, false);
}

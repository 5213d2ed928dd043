/* parse_item_ahead.h: where an item begins, as rustc decides it before it reads one. */
#ifndef RUSTG_PARSE_ITEM_AHEAD_H
#define RUSTG_PARSE_ITEM_AHEAD_H

#include "parser/grammar/parse_input.h"

/* What aux says to the rule item: where the item stands. */
enum { PARSE_ITEM_IN_MODULE, PARSE_ITEM_IN_BLOCK, PARSE_ITEM_IN_TRAIT, PARSE_ITEM_IN_IMPL, PARSE_ITEM_IN_FOREIGN };

/* What aux says to the rule fn_params: whether a parameter must have a name. Those of pointers need none, nor do those
 * of a trait's functions in 2015. */
enum { PARSE_PARAMS_NAMED, PARSE_PARAMS_POINTER, PARSE_PARAMS_TRAIT_2015 };

/* A flag of the rule attr, which makes no nodes then. */
enum { PARSE_ATTR_DROPPED = 1 };

/* `async` and `gen` are plain names in editions before they became keywords, but rustc looks for their letters. */
RUSTG_HD bool parse_is_async(const parse_input *in, uint32_t pos)
{
    return in->kinds[pos] == T_KW_ASYNC || (in->kinds[pos] == T_IDENT && parse_text_is(in, pos, "async", 5));
}

RUSTG_HD bool parse_is_gen(const parse_input *in, uint32_t pos)
{
    return in->kinds[pos] == T_KW_GEN || (in->kinds[pos] == T_IDENT && parse_text_is(in, pos, "gen", 3));
}

/* Whether `unsafe extern "C"? {` stands here. */
RUSTG_HD bool parse_unsafe_foreign_ahead(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] != T_KW_UNSAFE || in->kinds[pos + 1] != T_KW_EXTERN)
        return false;
    return in->kinds[pos + 2 + (PARSE_IS_LITERAL(in->kinds[pos + 2]) ? 1 : 0)] == T_L_BRACE;
}

/* Whether `async gen {`, `async gen move {` or `async gen use {` stands here. */
RUSTG_HD bool parse_async_gen_block_ahead(const parse_input *in, uint32_t pos)
{
    if (!parse_is_async(in, pos) || !parse_is_gen(in, pos + 1))
        return false;
    uint32_t third = in->kinds[pos + 2];
    return third == T_L_BRACE || ((third == T_KW_MOVE || third == T_KW_USE) && in->kinds[pos + 3] == T_L_BRACE);
}

/* Answers as rustc's check_fn_front_matter: whether `fn`, a qualifier and `fn`, or two qualifiers stand here. */
RUSTG_HD bool parse_fn_front_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos];
    if (k == T_KW_FN)
        return true;
    if (k != T_KW_CONST && k != T_KW_UNSAFE && k != T_WEAK_SAFE && k != T_KW_EXTERN && !parse_is_async(in, pos) &&
        !parse_is_gen(in, pos))
        return false;
    uint32_t next = in->kinds[pos + 1];
    if (next == T_KW_FN)
        return true;
    if ((next == T_KW_CONST || next == T_KW_ASYNC || next == T_KW_UNSAFE || next == T_KW_EXTERN || next == T_KW_GEN ||
         next == T_KW_PUB) &&
        in->kinds[pos + 2] != T_KW_TRAIT && in->kinds[pos + 2] != T_WEAK_AUTO && !parse_unsafe_foreign_ahead(in, pos) &&
        !parse_async_gen_block_ahead(in, pos))
        return true;
    if (k != T_KW_EXTERN || !PARSE_IS_LITERAL(next))
        return false;
    uint32_t third = in->kinds[pos + 2];
    if (third == T_KW_FN)
        return true;
    return (third == T_KW_PUB || third == T_KW_CONST || third == T_KW_UNSAFE || third == T_WEAK_SAFE ||
            third == T_KW_EXTERN || parse_is_async(in, pos + 2) || parse_is_gen(in, pos + 2)) &&
           in->kinds[pos + 3] == T_KW_FN;
}

/* Whether `auto trait`, `unsafe auto? trait` or `const unsafe? auto? trait` stands here; `trait` alone is not asked
 * for. */
RUSTG_HD bool parse_trait_front_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos];
    if (k != T_WEAK_AUTO && k != T_KW_UNSAFE && k != T_KW_CONST)
        return false;
    uint32_t next = in->kinds[pos + 1];
    if (next == T_KW_TRAIT)
        return true;
    if (k == T_KW_UNSAFE)
        return next == T_WEAK_AUTO;
    if (k == T_KW_CONST && next == T_WEAK_AUTO)
        return in->kinds[pos + 2] == T_KW_TRAIT;
    return k == T_KW_CONST && next == T_KW_UNSAFE &&
           (in->kinds[pos + 2] == T_KW_TRAIT || in->kinds[pos + 2] == T_WEAK_AUTO);
}

/* Does rustc's check_impl_frontmatter n_ahead tokens on. The third token that it looks at does not depend on n_ahead.
 */
RUSTG_HD bool parse_impl_front_ahead(const parse_input *in, uint32_t pos, uint32_t n_ahead)
{
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t k = in->kinds[pos + n_ahead + i];
        if (k == T_KW_IMPL)
            return true;
        if (k != T_KW_CONST && k != T_KW_UNSAFE)
            return false;
    }
    return in->kinds[pos + 2] == T_KW_IMPL;
}

/* Whether `static` that begins no closure, `unsafe static` or `safe static` stands here. */
RUSTG_HD bool parse_static_front_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t next = in->kinds[pos + 1];
    if (in->kinds[pos] == T_KW_STATIC)
        return next != T_KW_MOVE && next != T_KW_USE && next != T_OR && next != T_OR_OR;
    return (in->kinds[pos] == T_KW_UNSAFE || in->kinds[pos] == T_WEAK_SAFE) && next == T_KW_STATIC;
}

/* Flags of a list of parameters, and bits of what stands between the `&` and the `self` of a first one. */
enum { PARSE_BEHIND_FIRST_PARAM = 1 };
enum { PARSE_SELF_LIFETIME = 1, PARSE_SELF_PIN = 2 };

/* What `reuse` at pos begins, or 0. */
enum { PARSE_REUSE_PATH = 1, PARSE_REUSE_IMPL = 2 };
RUSTG_HD uint32_t parse_reuse_ahead(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] != T_WEAK_REUSE)
        return 0;
    uint32_t next = in->kinds[pos + 1];
    if (PARSE_IS_PATH_SEGMENT(next) || next == T_LT || next == T_SHL)
        return PARSE_REUSE_PATH;
    return parse_impl_front_ahead(in, pos, 1) ? PARSE_REUSE_IMPL : 0;
}

/* Whether `macro_rules! name` begins here, or the same with the `!` forgotten. */
RUSTG_HD bool parse_macro_rules_ahead(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] != T_WEAK_MACRO_RULES)
        return false;
    uint32_t next = in->kinds[pos + 1];
    return PARSE_IS_WORD(next) || (next == T_BANG && PARSE_IS_WORD(in->kinds[pos + 2]));
}

/* Whether `default` stands before another word, and so is a qualifier. */
RUSTG_HD bool parse_default_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t next = in->kinds[pos + 1];
    return in->kinds[pos] == T_WEAK_DEFAULT && PARSE_IS_WORD(next) && next != T_KW_AS &&
           !(in->tok_flags[pos + 1] & RUSTG_TOKEN_RAW);
}

/* Whether `use` begins a closure here. */
RUSTG_HD bool parse_use_closure_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t dist = in->kinds[pos + 1] == T_KW_MOVE || parse_is_async(in, pos + 1) ? 2 : 1;
    return in->kinds[pos + dist] == T_OR || in->kinds[pos + dist] == T_OR_OR;
}

/* Whether rustc's parse_item_common would take what stands here for an item, right or wrong. In a block the questions
 * are in its order, where a path comes before an item. */
RUSTG_HD bool parse_item_ahead(const parse_input *in, uint32_t pos, uint32_t context)
{
    uint32_t k = in->kinds[pos], next;
    switch (k) {
    case T_KW_PUB:
    case T_KW_FINAL:
    case T_KW_FN:
    case T_KW_EXTERN:
    case T_KW_TRAIT:
    case T_KW_IMPL:
    case T_KW_MOD:
    case T_KW_TYPE:
    case T_KW_ENUM:
    case T_KW_STRUCT:
    case T_KW_MACRO: return true;
    case T_KW_USE: return !parse_use_closure_ahead(in, pos);
    case T_KW_STATIC: return parse_static_front_ahead(in, pos);
    case T_KW_CONST:
        next = in->kinds[pos + 1];
        if (next == T_L_BRACE)
            return context != PARSE_ITEM_IN_BLOCK;
        if (next == T_KW_STATIC || next == T_KW_MOVE || next == T_KW_USE || next == T_OR || next == T_OR_OR)
            return false;
        return true;
    case T_KW_UNSAFE:
        next = in->kinds[pos + 1];
        return next == T_KW_MOD || parse_fn_front_ahead(in, pos) || parse_unsafe_foreign_ahead(in, pos) ||
               parse_static_front_ahead(in, pos) || parse_trait_front_ahead(in, pos) ||
               parse_impl_front_ahead(in, pos, 0);
    case T_KW_ASYNC:
    case T_KW_GEN: return parse_fn_front_ahead(in, pos);
    case T_WEAK_UNION:
        next = in->kinds[pos + 1];
        if (PARSE_IS_IDENT(next))
            return true;
        break;
    case T_WEAK_REUSE:
        if (parse_reuse_ahead(in, pos))
            return true;
        break;
    case T_WEAK_AUTO:
        if (in->kinds[pos + 1] == T_KW_TRAIT)
            return true;
        break;
    case T_WEAK_MACRO_RULES:
        if (parse_macro_rules_ahead(in, pos))
            return true;
        break;
    case T_WEAK_BUILTIN:
        if (in->kinds[pos + 1] == T_POUND)
            return false;
        break;
    case T_IDENT:
        if (context == PARSE_ITEM_IN_BLOCK && in->kinds[pos + 1] == T_KW_FN)
            return parse_text_is(in, pos, "async", 5);
        break;
    default: break;
    }
    if (context == PARSE_ITEM_IN_BLOCK)
        return false;
    return PARSE_IS_PATH_SEGMENT(k) || k == T_PATH_SEP || k == T_LT || k == T_SHL;
}

#endif

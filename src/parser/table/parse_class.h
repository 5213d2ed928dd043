/* parse_class.h: what the table of the grammar (parse_table.h) sees of a token: its class.
 *
 * A class holds every answer that the rules may read while the token is at hand. Most of it follows from the token's
 * kind and the kind behind it; for some kinds the rules look further, and the facts below hold that. The generator runs
 * the rules on tokens that are only asked for, this header with them: where a rule's outcome depends on what neither
 * the two kinds nor the facts tell, the table has no row, and a file that comes there is left to parse_cpu.c.
 *
 * A class depends on tokens close by, partners and the text of a token, never on the grammar's state, so all classes of
 * a batch can be found side by side. */
#ifndef RUSTG_PARSE_CLASS_H
#define RUSTG_PARSE_CLASS_H

#include "parser/grammar/parse_machine.h"

enum {
    PARSE_N_FACTS = 16,
    PARSE_FACTS_LEAVE = PARSE_N_FACTS, /* the token has no class, and the table leaves the file where it is read */
    PARSE_MAX_CLASSES = 256
};

/* The kind before a token. */
RUSTG_HD uint32_t parse_kind_before(const parse_input *in, uint32_t pos)
{
    return pos > in->first_tok ? (uint32_t)in->kinds[pos - 1] : (uint32_t)T_NONE;
}

/* The kind that the table knows a token by. A word that is a keyword in its place alone is a name elsewhere; before
 * `::` the keywords that a path begins with are alike. */
RUSTG_HD uint32_t parse_kind_seen(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos];
    switch (k) {
    case T_WEAK_AUTO: return in->kinds[pos + 1] == T_KW_TRAIT ? T_WEAK_AUTO : T_IDENT;
    case T_WEAK_BUILTIN: return in->kinds[pos + 1] == T_POUND ? T_WEAK_BUILTIN : T_IDENT;
    case T_WEAK_DEFAULT:
        return in->kinds[pos + 1] != T_KW_FOR && in->kinds[pos + 1] != T_KW_IF && in->kinds[pos + 1] != T_KW_IN &&
                       in->kinds[pos + 1] != T_KW_WHERE && parse_default_ahead(in, pos)
                   ? T_WEAK_DEFAULT
                   : T_IDENT;
    case T_WEAK_MACRO_RULES:
        return in->kinds[pos + 1] == T_BANG && parse_macro_rules_ahead(in, pos) ? T_WEAK_MACRO_RULES : T_IDENT;
    case T_WEAK_RAW: return in->kinds[pos + 1] == T_KW_MUT || in->kinds[pos + 1] == T_KW_CONST ? T_WEAK_RAW : T_IDENT;
    case T_WEAK_REUSE: return T_IDENT; /* the table leaves a file with a delegation */
    case T_WEAK_SAFE: return in->kinds[pos + 1] == T_KW_STATIC || parse_fn_front_ahead(in, pos) ? T_WEAK_SAFE : T_IDENT;
    case T_WEAK_UNION: return PARSE_IS_IDENT(in->kinds[pos + 1]) ? T_WEAK_UNION : T_IDENT;
    case T_WEAK_YEET: return T_IDENT; /* behind `do` the rules read both at once */
    case T_KW_SELF: return in->kinds[pos + 1] == T_PATH_SEP ? T_KW_SELF_TYPE : T_KW_SELF;
    case T_KW_SUPER: return in->kinds[pos + 1] == T_PATH_SEP ? T_KW_SELF_TYPE : T_KW_SUPER;
    case T_KW_CRATE: return in->kinds[pos + 1] == T_PATH_SEP ? T_KW_SELF_TYPE : T_KW_CRATE;
    default: break;
    }
    return k;
}

/* Does `<` behind `impl`, `where` or `for` open generic parameters? */
RUSTG_HD bool parse_opens_generics(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] != T_LT)
        return false;
    if (in->kinds[pos + 1] == T_POUND || in->kinds[pos + 1] == T_GT || in->kinds[pos + 1] == T_KW_CONST)
        return true;
    return (in->kinds[pos + 1] == T_LIFETIME || PARSE_IS_WORD(in->kinds[pos + 1])) &&
           (in->kinds[pos + 2] == T_GT || in->kinds[pos + 2] == T_COMMA || in->kinds[pos + 2] == T_COLON ||
            in->kinds[pos + 2] == T_EQ || in->kinds[pos + 2] == T_QUESTION);
}

/* Is an opening parenthesis that of `pub(crate)` and the like, or of `(self)`? */
RUSTG_HD bool parse_holds_one_keyword(const parse_input *in, uint32_t pos)
{
    return (in->kinds[pos + 1] == T_KW_CRATE || in->kinds[pos + 1] == T_KW_SUPER || in->kinds[pos + 1] == T_KW_SELF) &&
           in->kinds[pos + 2] == T_R_PAREN;
}

#ifndef parse_bang_fact /* the generator defines one of its own */
/* Does the path at pos end with the `!` of a macro call? Each of its tokens asks, so a path that goes on for more
 * segments than any program has is left. */
RUSTG_HD uint32_t parse_bang_fact(const parse_input *in, uint32_t pos)
{
    enum { MOST_SEGMENTS = 256 };
    if (in->kinds[pos] == T_PATH_SEP)
        pos += 2;
    for (uint32_t n = 0; PARSE_IS_PATH_SEGMENT(in->kinds[pos]); n++, pos += 3) {
        if (in->kinds[pos + 1] == T_BANG)
            return 1;
        if (in->kinds[pos + 1] != T_PATH_SEP)
            return 0;
        if (n == MOST_SEGMENTS)
            return PARSE_FACTS_LEAVE;
    }
    return 0;
}
#endif

/* The facts about a token that its kind and the next do not tell, below PARSE_N_FACTS, or PARSE_FACTS_LEAVE where no
 * file without an error has such a token but in a macro, or hardly one.
 * k: parse_kind_seen; is_unit: an opening delimiter whose group is left to another walk */
RUSTG_HD uint32_t parse_facts(const parse_input *in, uint32_t pos, uint32_t k, bool is_unit)
{
    if (PARSE_IS_RESERVED(k) && k != T_KW_SELF && k != T_KW_SELF_TYPE && k != T_UNDERSCORE &&
        in->kinds[pos + 1] == T_COLON)
        return PARSE_FACTS_LEAVE;
    switch (k) {
    case T_IDENT:
        if (PARSE_IS_IDENT(in->kinds[pos + 1]) || in->kinds[pos + 1] == T_KW_CONST || in->kinds[pos + 1] == T_KW_MUT ||
            in->kinds[pos + 1] == T_KW_FN || in->kinds[pos + 1] == T_KW_ASYNC || in->kinds[pos + 1] == T_KW_EXTERN ||
            in->kinds[pos + 1] == T_KW_GEN || in->kinds[pos + 1] == T_KW_PUB || in->kinds[pos + 1] == T_KW_UNSAFE)
            return parse_old_dyn_ahead(in, pos) ? 2 : PARSE_FACTS_LEAVE;
        if (in->edition < 2018 && parse_text_is(in, pos, "dyn", 3))
            return parse_old_dyn_ahead(in, pos) ? 2 : PARSE_FACTS_LEAVE;
        if (in->kinds[pos + 1] == T_PATH_SEP)
            return parse_bang_fact(in, pos);
        return in->kinds[pos + 1] == T_KW_FOR && in->edition >= 2018;
    case T_KW_SELF:
    case T_KW_SELF_TYPE:
        if (PARSE_IS_IDENT(in->kinds[pos + 1]) || in->kinds[pos + 1] == T_BANG)
            return PARSE_FACTS_LEAVE;
        if (in->kinds[pos + 1] == T_KW_FOR)
            return in->edition >= 2018;
        return in->kinds[pos + 1] == T_PATH_SEP ? parse_bang_fact(in, pos) : 0;
    case T_KW_CRATE:
        return PARSE_IS_IDENT(in->kinds[pos + 1]) || in->kinds[pos + 1] == T_KW_SELF ||
                       in->kinds[pos + 1] == T_R_PAREN || in->kinds[pos + 1] == T_KW_AS
                   ? 0
                   : PARSE_FACTS_LEAVE;
    case T_KW_SUPER: return in->kinds[pos + 1] == T_KW_LET || in->kinds[pos + 1] == T_R_PAREN ? 0 : PARSE_FACTS_LEAVE;
    case T_PATH_SEP: return parse_bang_fact(in, pos);
    case T_LT: return parse_opens_generics(in, pos);
    case T_KW_FOR: return parse_opens_generics(in, pos + 1) && in->kinds[pos + 3] != T_QUESTION;
    case T_STAR: return parse_self_ahead(in, pos);
    case T_L_PAREN:
        if (is_unit)
            return PARSE_IS_PLUS(in->kinds[in->partner[pos] + 1]) ? 7 : in->edition < 2018 ? 6 : 5;
        if (parse_holds_one_keyword(in, pos))
            return in->edition < 2018 ? 2 : 1;
        if (in->kinds[pos + 1] == T_KW_IN || in->kinds[pos + 1] == T_DOT_DOT)
            return 0;
        if (PARSE_IS_PLUS(in->kinds[in->partner[pos] + 1]))
            return 4;
        return in->edition < 2018 && in->kinds[pos + 1] != T_R_PAREN ? 3 : 0;
    case T_L_BRACE:
        return (is_unit ? 2 : 0) + ((PARSE_IS_IDENT(in->kinds[pos + 1]) || PARSE_IS_RESERVED(in->kinds[pos + 1])) &&
                                    (in->kinds[pos + 2] == T_COMMA || in->kinds[pos + 2] == T_COLON));
    case T_L_BRACKET:
        if (is_unit)
            return 2;
        return in->kinds[pos + 1] == T_KW_CONST && in->kinds[pos + 2] == T_R_BRACKET;
    case T_KW_ELSE: return parse_kind_before(in, pos) == T_R_BRACE;
    case T_KW_IF:
    case T_KW_WHILE: return in->edition >= 2024;
    case T_LIFETIME: return parse_lifetime_is_reserved(in, pos) ? PARSE_FACTS_LEAVE : parse_label_is_reserved(in, pos);
    case T_INT:
        if (!(in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))
            return 0;
        return parse_number_is_name(in, pos) ? PARSE_FACTS_LEAVE : 1;
    case T_FLOAT: /* behind `.`, but not behind `..` */
        if (parse_kind_before(in, pos) == T_DOT && parse_kind_before(in, pos - 1) != T_DOT_DOT) {
            if (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX)
                return PARSE_FACTS_LEAVE;
            uint32_t form = parse_float_form(in, pos);
            return form == PARSE_FLOAT_BAD ? PARSE_FACTS_LEAVE : 1 + form;
        }
        return parse_number_is_name(in, pos) ? PARSE_FACTS_LEAVE : 0;
    case T_STR:
    case T_RAW_STR: return (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX) != 0 ? PARSE_FACTS_LEAVE : 0;
    case T_AND:
        if (parse_self_ahead(in, pos))
            return 2;
        return parse_param_is_named(in, pos);
    case T_AND_AND: return parse_param_is_named(in, pos);
    case T_KW_MUT:
        if (parse_self_ahead(in, pos))
            return 2;
        return parse_param_is_named(in, pos);
    case T_SHR:
    case T_SHR_EQ: return parse_kind_before(in, pos) == T_SHR;
    case T_EQ_EQ:
    case T_FAT_ARROW: return parse_kind_before(in, pos) == T_GE ? PARSE_FACTS_LEAVE : 0;
    case T_KW_CONST:
        if (parse_fn_front_ahead(in, pos))
            return 1;
        if (parse_trait_front_ahead(in, pos))
            return 2;
        return parse_impl_front_ahead(in, pos, 0) ? 3 : 0;
    case T_KW_UNSAFE:
        if (parse_fn_front_ahead(in, pos))
            return 1;
        if (parse_trait_front_ahead(in, pos))
            return 2;
        if (parse_impl_front_ahead(in, pos, 0))
            return 3;
        return parse_unsafe_foreign_ahead(in, pos) ? 4 : 0;
    case T_KW_EXTERN: return parse_fn_front_ahead(in, pos);
    case T_KW_ASYNC:
    case T_KW_GEN:
        if (parse_fn_front_ahead(in, pos))
            return 1;
        return (in->kinds[pos + 1] == T_KW_MOVE || in->kinds[pos + 1] == T_KW_USE) && in->kinds[pos + 2] == T_L_BRACE
                   ? 2
                   : 0;
    case T_KW_USE: return parse_use_closure_ahead(in, pos);
    default: return 0;
    }
}

#endif

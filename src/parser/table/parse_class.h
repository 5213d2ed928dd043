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

enum { PARSE_N_FACTS = 16, PARSE_MAX_CLASSES = 1024 };

/* Does `<` behind `impl`, `where` or `for` open generic parameters? */
RUSTG_HD_CALL bool parse_opens_generics(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] != T_LT)
        return false;
    if (in->kinds[pos + 1] == T_POUND || in->kinds[pos + 1] == T_GT || in->kinds[pos + 1] == T_KW_CONST)
        return true;
    return (in->kinds[pos + 1] == T_LIFETIME || PARSE_IS_WORD(in->kinds[pos + 1])) &&
           (in->kinds[pos + 2] == T_GT || in->kinds[pos + 2] == T_COMMA || in->kinds[pos + 2] == T_COLON ||
            in->kinds[pos + 2] == T_EQ || in->kinds[pos + 2] == T_QUESTION);
}

/* The facts about a token that its kind and the next do not tell, below PARSE_N_FACTS; k: its kind.
 * is_unit: an opening delimiter whose group is left to another walk */
RUSTG_HD_CALL uint32_t parse_facts(const parse_input *in, uint32_t pos, uint32_t k, bool is_unit)
{
    switch (k) {
    case T_IDENT:
        if (in->edition < 2018 && parse_text_is(in, pos, "dyn", 3))
            return 2 + (in->kinds[pos + 1] == T_PATH_SEP && parse_macro_bang(in, pos) != 0);
        if (in->kinds[pos + 1] == T_PATH_SEP)
            return parse_macro_bang(in, pos) != 0;
        return in->kinds[pos + 1] == T_KW_FOR && in->edition >= 2018;
    case T_WEAK_MACRO_RULES:
        if (in->kinds[pos + 1] == T_BANG)
            return parse_macro_rules_ahead(in, pos);
        return in->kinds[pos + 1] == T_PATH_SEP && parse_macro_bang(in, pos) != 0;
    case T_WEAK_DEFAULT:
        if (PARSE_IS_WORD(in->kinds[pos + 1]))
            return parse_default_ahead(in, pos);
        return in->kinds[pos + 1] == T_PATH_SEP && parse_macro_bang(in, pos) != 0;
    case T_WEAK_SAFE:
        if (in->kinds[pos + 1] == T_KW_FN || in->kinds[pos + 1] == T_KW_EXTERN || in->kinds[pos + 1] == T_KW_STATIC ||
            in->kinds[pos + 1] == T_KW_UNSAFE)
            return parse_fn_front_ahead(in, pos);
        return in->kinds[pos + 1] == T_PATH_SEP && parse_macro_bang(in, pos) != 0;
    case T_WEAK_AUTO:
    case T_WEAK_BUILTIN:
    case T_WEAK_RAW:
    case T_WEAK_REUSE:
    case T_WEAK_UNION:
    case T_WEAK_YEET:
    case T_KW_SELF:
    case T_KW_SELF_TYPE:
    case T_KW_SUPER:
    case T_KW_CRATE:
        if (in->kinds[pos + 1] == T_KW_FOR)
            return in->edition >= 2018;
        return in->kinds[pos + 1] == T_PATH_SEP && parse_macro_bang(in, pos) != 0;
    case T_PATH_SEP: return parse_macro_bang(in, pos) != 0;
    case T_LT: return parse_opens_generics(in, pos);
    case T_KW_FOR: return parse_opens_generics(in, pos + 1) && in->kinds[pos + 3] != T_QUESTION;
    case T_STAR: return parse_self_ahead(in, pos);
    case T_L_PAREN:
        return (in->kinds[pos + 2] == T_R_PAREN) + (in->edition < 2018 ? 2 : 0) +
               (PARSE_IS_PLUS(in->kinds[in->partner[pos] + 1]) ? 4 : 0) + (is_unit ? 8 : 0);
    case T_L_BRACE:
        if (is_unit)
            return 2;
        return (PARSE_IS_IDENT(in->kinds[pos + 1]) || PARSE_IS_RESERVED(in->kinds[pos + 1])) &&
               (in->kinds[pos + 2] == T_COMMA || in->kinds[pos + 2] == T_COLON);
    case T_L_BRACKET:
        if (is_unit)
            return 2;
        return in->kinds[pos + 1] == T_KW_CONST && in->kinds[pos + 2] == T_R_BRACKET;
    case T_KW_ELSE: return in->kinds[pos - 1] == T_R_BRACE;
    case T_KW_IF:
    case T_KW_WHILE: return in->edition >= 2024;
    case T_LIFETIME:
        if (parse_lifetime_is_reserved(in, pos))
            return 2;
        return parse_label_is_reserved(in, pos);
    case T_INT:
        if (!(in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))
            return 0;
        return 1 + parse_number_is_name(in, pos);
    case T_FLOAT:
        if (in->kinds[pos - 1] == T_DOT)
            return (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX) ? 7 : 3 + parse_float_form(in, pos);
        if (!(in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX))
            return 0;
        return 1 + parse_number_is_name(in, pos);
    case T_STR:
    case T_RAW_STR: return (in->tok_flags[pos] & RUSTG_TOKEN_SUFFIX) != 0;
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
    case T_SHR_EQ: return in->kinds[pos - 1] == T_SHR;
    case T_EQ_EQ:
    case T_FAT_ARROW: return in->kinds[pos - 1] == T_GE;
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

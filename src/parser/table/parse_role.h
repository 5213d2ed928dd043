/* parse_role.h: what a token may be to the list that it lies in, as far as its class tells. Cutting the list
 * (kernels/parser/parse_cut.cuh) asks no more. parse_list_ahead() says why each role matters. */
#ifndef RUSTG_PARSE_ROLE_H
#define RUSTG_PARSE_ROLE_H

#include "base/hd.h"
#include "parser/grammar/parse_kind.h"

/* A role has in bits 0-3 one of the first values below. A `}` on the list's own level also has the PARSE_ROLE_ENDS_
 * bits of the lists that may be cut behind it. Where a line begins, the role is PARSE_ROLE_EDGE with the line's list
 * (PARSE_LIST_) in bits 0-3. A delimiter is far where its group is long and no unit; tokens inside of smaller groups
 * have no role. */
enum {
    PARSE_ROLE_NONE,
    PARSE_ROLE_SEMI,
    PARSE_ROLE_COMMA,
    PARSE_ROLE_LT,
    PARSE_ROLE_LT_OPERAND, /* behind an operand */
    PARSE_ROLE_GT,
    PARSE_ROLE_SHR,
    PARSE_ROLE_OR,
    PARSE_ROLE_OR_OPERAND, /* behind an operand */
    PARSE_ROLE_FAT_ARROW,
    PARSE_ROLE_IF,
    PARSE_ROLE_OPEN,  /* that is far */
    PARSE_ROLE_CLOSE, /* that is far */
    PARSE_ROLE_END,   /* of a unit or a file */
    PARSE_N_ROLES,
    PARSE_ROLE_MASK = 15,
    PARSE_ROLE_ENDS_STMT = 16,
    PARSE_ROLE_ENDS_ITEM = 32,
    PARSE_ROLE_ENDS_ARM = 64,
    PARSE_ROLE_EDGE = 128
};

/* parse_role_of_kind answers with the role that a kind has where no other token matters. Its PARSE_ROLE_ENDS_ bits say
 * which lists may be cut before it, where a `}` precedes it.
 *   IS_OPERAND   an operand ends there
 *   COVERS       several tokens make up the kind, as `>` and `>` make `>>`: the second one has no role of its own
 *   IS_BRACE     it is `{` or `}`
 *   HAS_KIN      1 more is its role behind an operand */
enum {
    PARSE_ROLE_IS_OPERAND = 128,
    PARSE_ROLE_COVERS = 256,
    PARSE_ROLE_IS_OPEN = 512,
    PARSE_ROLE_IS_CLOSE = 1024,
    PARSE_ROLE_IS_BRACE = 2048,
    PARSE_ROLE_HAS_KIN = 4096,
    /* That of class 0, which the end of a unit has in the line around it, whatever its delimiter is. */
    PARSE_ROLE_OF_NO_CLASS = PARSE_ROLE_ENDS_ARM | PARSE_ROLE_IS_OPERAND | PARSE_ROLE_IS_BRACE
};
HD_STATIC_ASSERT(PARSE_ROLE_LT_OPERAND == PARSE_ROLE_LT + 1 && PARSE_ROLE_OR_OPERAND == PARSE_ROLE_OR + 1,
                 "a role behind an operand is 1 more");

RUSTG_HD bool parse_ends_operand(uint32_t k)
{
    return PARSE_IS_IDENT(k) || PARSE_IS_LITERAL(k) || PARSE_IS_CLOSE(k);
}

/* Whether a token begins a statement where a block stands before it. */
RUSTG_HD bool parse_begins_stmt(uint32_t k)
{
    switch (k) {
    case T_KW_AS:
    case T_KW_ELSE:
    case T_KW_IN:
    case T_KW_WHERE: return false;
    case T_POUND:
    case T_DOC_COMMENT: return true;
    default: break;
    }
    return PARSE_IS_IDENT(k) || PARSE_IS_LITERAL(k) || PARSE_IS_RESERVED(k);
}

RUSTG_HD uint32_t parse_role_of_kind(uint32_t kind)
{
    uint32_t role = TOKEN_IS_NONE(kind) ? PARSE_ROLE_END : PARSE_ROLE_NONE;
    switch (kind) {
    case T_SEMI: role = PARSE_ROLE_SEMI; break;
    case T_COMMA: role = PARSE_ROLE_COMMA; break;
    case T_LT: role = PARSE_ROLE_LT | PARSE_ROLE_HAS_KIN; break;
    case T_GT: role = PARSE_ROLE_GT; break;
    case T_SHR: role = PARSE_ROLE_SHR | PARSE_ROLE_COVERS; break;
    case T_OR: role = PARSE_ROLE_OR | PARSE_ROLE_HAS_KIN; break;
    case T_KW_IF: role = PARSE_ROLE_IF; break;
    case T_FAT_ARROW: role = PARSE_ROLE_FAT_ARROW | PARSE_ROLE_COVERS; break;
    case T_R_ARROW:
    case T_OR_OR:
    case T_SHL:
    case T_SHL_EQ:
    case T_SHR_EQ: role = PARSE_ROLE_COVERS; break;
    default: break;
    }
    return role | (parse_begins_stmt(kind) ? PARSE_ROLE_ENDS_STMT : 0) |
           (parse_begins_item(kind) || PARSE_IS_IDENT(kind) ? PARSE_ROLE_ENDS_ITEM : 0) |
           (kind != T_COMMA && kind != T_DOT && kind != T_QUESTION ? PARSE_ROLE_ENDS_ARM : 0) |
           (parse_ends_operand(kind) ? PARSE_ROLE_IS_OPERAND : 0) | (PARSE_IS_OPEN(kind) ? PARSE_ROLE_IS_OPEN : 0) |
           (PARSE_IS_CLOSE(kind) ? PARSE_ROLE_IS_CLOSE : 0) |
           (kind == T_L_BRACE || kind == T_R_BRACE ? PARSE_ROLE_IS_BRACE : 0);
}

#endif

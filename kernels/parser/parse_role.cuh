/* parse_role.cuh: gives each entry of a line its role in the list that it lies in. The role is all that cutting the
 * list (parse_cut.cuh) asks of an entry, and follows from its token and those beside it. parse_list_ahead() says why
 * each role matters. */
#pragma once

#include "parse_guess.cuh"

/* A role has in bits 0-3 one of the first values below. A `}` on the list's own level also has the PARSE_ROLE_ENDS_
 * bits of the lists that may be cut behind it. Where a line begins, the role is PARSE_ROLE_EDGE with the line's list
 * (PARSE_LIST_) in bits 0-2. A delimiter is far where its group has more than inline_toks tokens and is no unit; tokens
 * inside of smaller groups have no role. */
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
    PARSE_ROLE_MASK = 15,
    PARSE_ROLE_ENDS_STMT = 16,
    PARSE_ROLE_ENDS_ITEM = 32,
    PARSE_ROLE_ENDS_ARM = 64,
    PARSE_ROLE_EDGE = 128
};
HD_STATIC_ASSERT(PARSE_LIST_FIELD_DEFS < 8, "a list has 3 bits");
HD_STATIC_ASSERT(PARSE_ROLE_LT_OPERAND == PARSE_ROLE_LT + 1 && PARSE_ROLE_OR_OPERAND == PARSE_ROLE_OR + 1,
                 "role_of adds 1 behind an operand");

/* role_of_kind answers with the role that a kind has where no other token matters. Its PARSE_ROLE_ENDS_ bits say which
 * lists may be cut before it, where a `}` precedes it.
 * ROLE_COVERS   several tokens make up the kind, as `>` and `>` make `>>`: the second one has no role of its own */
enum { ROLE_IS_OPERAND = PARSE_ROLE_EDGE, ROLE_COVERS = 256 };

RUSTG_D uint32_t role_of_kind(uint32_t kind)
{
    uint32_t role = PARSE_ROLE_NONE;
    switch (kind) {
    case T_SEMI: role = PARSE_ROLE_SEMI; break;
    case T_COMMA: role = PARSE_ROLE_COMMA; break;
    case T_LT: role = PARSE_ROLE_LT; break;
    case T_GT: role = PARSE_ROLE_GT; break;
    case T_SHR: role = PARSE_ROLE_SHR | ROLE_COVERS; break;
    case T_OR: role = PARSE_ROLE_OR; break;
    case T_KW_IF: role = PARSE_ROLE_IF; break;
    case T_FAT_ARROW: role = PARSE_ROLE_FAT_ARROW | ROLE_COVERS; break;
    case T_R_ARROW:
    case T_OR_OR:
    case T_SHL:
    case T_SHL_EQ:
    case T_SHR_EQ: role = ROLE_COVERS; break;
    default: role = TOKEN_IS_NONE(kind) ? PARSE_ROLE_END : PARSE_ROLE_NONE;
    }
    return role | (parse_begins_stmt(kind) ? PARSE_ROLE_ENDS_STMT : 0) |
           (parse_begins_item(kind) || PARSE_IS_IDENT(kind) ? PARSE_ROLE_ENDS_ITEM : 0) |
           (kind != T_COMMA && kind != T_DOT && kind != T_QUESTION ? PARSE_ROLE_ENDS_ARM : 0) |
           (parse_ends_operand(kind) ? ROLE_IS_OPERAND : 0);
}

/* The values of the warp's lanes, as bits that any has. */
RUSTG_D uint32_t role_warp_or(uint32_t value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_or_sync(~0u, value);
#else
    for (int d = 1; d < 32; d *= 2)
        value |= __shfl_sync(~0u, value, (int)(threadIdx.x & 31) ^ d);
    return value;
#endif
}

/* The largest value of the warp's lanes. */
RUSTG_D uint32_t role_warp_max(uint32_t value)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_max_sync(~0u, value);
#else
    for (int d = 1; d < 32; d *= 2)
        value = max(value, __shfl_sync(~0u, value, (int)(threadIdx.x & 31) ^ d));
    return value;
#endif
}

/* The tokens of a word that are covered by the one before them, as bits.
 * covers     those that cover the next one, unless they are covered themselves
 * is_first   the token before the word covers its first */
RUSTG_D uint32_t role_covered(uint32_t covers, bool is_first)
{
    uint32_t covered = covers << 1 | (is_first ? 1u : 0);
    if ((covers & covered) == 0)
        return covered;
    covered = is_first ? 1u : 0; /* as in `>>>` */
    for (uint32_t rest = covers; rest; rest &= rest - 1)
        covered |= (rest & (0 - rest) & ~covered) << 1;
    return covered;
}

/* What a lane's token is as a delimiter. The kinds from T_L_PAREN on are opening and closing delimiters by turns
 * (token_class.h).
 * is_one     it is a delimiter
 * distance   in tokens, to its partner */
struct role_delimiter {
    bool is_one, is_open;
    uint32_t distance;
};

RUSTG_D role_delimiter role_delimiter_of(uint32_t kind, uint32_t tok, uint32_t partner)
{
    const uint32_t delimiter = kind - T_L_PAREN;
    const bool is_open = !(delimiter & 1);
    return {delimiter < TOKEN_N_DELIMITERS, is_open, is_open ? partner - tok : tok - partner};
}

/* Does the lane's token open a group that is read where it stands? */
RUSTG_D bool role_opens_inline(const parse_batch_view &v, const role_delimiter &d)
{
    return d.is_one && d.is_open && d.distance <= v.inline_toks;
}

/* Such groups that begin before the token: the last one's end, 0: there are none. By a warp. */
RUSTG_D uint32_t role_end_before(const parse_batch_view &v, uint32_t tok)
{
    uint32_t end = 0;
    for (uint32_t first = tok - min(tok, (v.inline_toks + 31) / 32 * 32); first < tok; first += 32) {
        const uint32_t t = first + (threadIdx.x & 31), kind = t < tok ? v.d_kinds[t] : 0;
        if (PARSE_IS_OPEN(kind) && role_opens_inline(v, role_delimiter_of(kind, t, v.d_partner[t])))
            end = max(end, v.d_partner[t]);
    }
    return role_warp_max(end);
}

/* The tokens of the word that lie in such groups, as bits. *end: of those before the word, and then of those before the
 * next one */
RUSTG_D uint32_t role_inside(const parse_batch_view &v, const role_delimiter &d, uint32_t first_tok, uint32_t *end)
{
    const uint32_t lane = threadIdx.x & 31, close = lane + d.distance;
    const bool opens = role_opens_inline(v, d);
    const uint32_t own = (~1u << lane) & (close < 32 ? (1u << (close & 31)) - 1 : ~0u);
    const uint32_t n_before = *end > first_tok ? min(*end - first_tok, 32u) : 0;
    const uint32_t before = n_before < 32 ? (1u << n_before) - 1 : ~0u;
    *end = max(*end, role_warp_max(opens && close >= 32 ? first_tok + close : 0));
    return before | role_warp_or(opens ? own : 0);
}

/* What may be cut behind a `}`; next: role_of_kind of the token behind it. */
RUSTG_D uint32_t role_of_brace(const parse_batch_view &v, uint32_t open, uint32_t next)
{
    const bool is_arm = next & PARSE_ROLE_ENDS_ARM && open >= 2 && v.d_kinds[open - 2] == T_FAT_ARROW;
    return (next & (PARSE_ROLE_ENDS_STMT | PARSE_ROLE_ENDS_ITEM)) | (is_arm ? (uint32_t)PARSE_ROLE_ENDS_ARM : 0);
}

/* What a word knows of the tokens beside it.
 * last, next   role_of_kind of the last kind before the word, and of the first behind it
 * end          of the groups before the word that are read where they stand (role_inside)
 * is_covered   the token before the word covers its first */
struct role_beside {
    uint32_t last, next, end;
    bool is_covered;
};

/* A whole warp calls this for a word, and each lane gets the role of its token in the list around it. Most words have
 * delimiters but most lanes have none, so all lanes do what needs no branch.
 * own       role_of_kind of the token's kind
 * is_unit   the token is a delimiter of a unit
 * beside    its is_covered and end become those of the next word */
RUSTG_D uint32_t role_of(const parse_batch_view &v, role_beside *beside, uint32_t first_tok, uint32_t own,
                         uint32_t kind, uint32_t partner, const role_delimiter &d, bool is_unit)
{
    const uint32_t lane = threadIdx.x & 31;
    const uint32_t covers = __ballot_sync(~0u, (own & ROLE_COVERS) != 0);
    uint32_t last = __shfl_up_sync(~0u, own, 1), next = __shfl_down_sync(~0u, own, 1);
    last = lane == 0 ? beside->last : last;
    next = lane == 31 ? beside->next : next;
    const uint32_t covered = role_covered(covers, beside->is_covered);
    beside->is_covered = (covers & ~covered) >> 31;
    const uint32_t inside = role_inside(v, d, first_tok, &beside->end);
    uint32_t role = own & PARSE_ROLE_MASK;
    const bool has_kin = role == PARSE_ROLE_LT || role == PARSE_ROLE_OR;
    role += last & ROLE_IS_OPERAND && has_kin ? 1 : 0;
    const uint32_t far = d.is_open ? PARSE_ROLE_OPEN : PARSE_ROLE_CLOSE;
    role = !d.is_one ? role : !is_unit && d.distance > v.inline_toks ? far : (uint32_t)PARSE_ROLE_NONE;
    if (kind == T_R_BRACE)
        role |= role_of_brace(v, partner, next);
    return (inside | covered) >> lane & 1 ? (uint32_t)PARSE_ROLE_NONE : role;
}

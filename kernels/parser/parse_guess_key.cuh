/* parse_guess_key.cuh: looks back from groups for what their guesses depend on (parse_units.h). Most looks end after a
 * few tokens, and a lane makes them; where a warp has few groups, each of the others is made by the whole warp, 32
 * tokens at a time, for a lane alone waits for each token.
 * in    d_kinds, d_partner
 * cost  O(1) work a group
 * ref   parse_guess_key(), parse_guess_around() */
#pragma once

#include "parser/table/parse_units.h"
#include "parse_class.cuh"
#include "parse_nearest.cuh"

enum { GUESS_ALONE_TOKS = 12 };

/* What the lanes of a warp see of the 32 tokens before `at` of a file, lane 0 of the nearest one. Tokens in groups that
 * end there are of another level, and a lane before the file's first token has none:
 *   kind    of the lane's token, next that of the one behind it on its level
 *   own     lanes whose tokens are of the level of `at`
 *   front   where the look goes on */
struct guess_view {
    uint32_t kind, next, own, front;
};

RUSTG_D guess_view guess_view_of(const parse_input &in, uint32_t at, uint32_t next)
{
    const uint32_t lane = threadIdx.x & 31, n = min(at - in.first_tok, 32u), tok = at - 1 - lane;
    const bool is_one = lane < n;
    guess_view view;
    view.kind = is_one ? in.kinds[tok] : 0;
    uint32_t opener = is_one && PARSE_IS_CLOSE(view.kind) ? in.partner[tok] : (uint32_t)PARSE_NO_TOK;
    for (int d = 1; d < 32; d *= 2) {
        const uint32_t behind = __shfl_up_sync(~0u, opener, (uint32_t)d);
        opener = lane >= (uint32_t)d ? min(opener, behind) : opener;
    }
    const uint32_t behind = __shfl_up_sync(~0u, opener, 1);
    view.own = __ballot_sync(~0u, is_one && (lane == 0 || behind > tok));
    view.front = min(at - n, __shfl_sync(~0u, opener, 31));
    const uint32_t nearer = view.own & ((1u << lane) - 1);
    const uint32_t its = __shfl_sync(~0u, view.kind, nearer ? parse_last_bit(nearer) : 0);
    view.next = nearer ? its : next;
    return view;
}

/* As parse_guess_go_on() to the end, by all lanes, whose `look` is one. */
RUSTG_D void guess_go_on_together(const parse_input &in, parse_guess_look *look)
{
    const uint32_t lane = threadIdx.x & 31;
    while (look->looked < PARSE_GUESS_TOKS && look->at > in.first_tok && look->n < PARSE_GUESS_KEYWORDS) {
        const guess_view view = guess_view_of(in, look->at, look->next);
        const uint32_t tok = look->at - 1 - lane;
        const uint32_t last = view.own >> lane & 1 && tok > in.first_tok ? in.kinds[tok - 1] : 0;
        const uint32_t ends = __ballot_sync(~0u, view.own >> lane & 1 && parse_guess_ends(view.kind, view.next));
        const uint32_t before = view.own & ((ends & (0 - ends)) - 1); /* all, where none ends it */
        const bool is_looked =
            before >> lane & 1 && look->looked + (uint32_t)__popc(before & ((1u << lane) - 1)) < PARSE_GUESS_TOKS;
        const bool leads = is_looked && !PARSE_IS_CLOSE(view.kind) && parse_guess_leads(view.kind) &&
                           !parse_guess_is_in_type(view.kind, last, view.next);
        for (uint32_t left = __ballot_sync(~0u, leads); left && look->n < PARSE_GUESS_KEYWORDS; left &= left - 1) {
            look->h = parse_guess_mix(look->h, __shfl_sync(~0u, view.kind, __ffs((int)left) - 1));
            look->n++;
        }
        if (ends)
            break;
        look->looked += (uint32_t)__popc(before);
        look->next = __shfl_sync(~0u, view.kind, parse_last_bit(view.own));
        look->at = view.front;
    }
}

/* The input of lane from's file, as far as looking back asks for it. */
RUSTG_D parse_input guess_input_of(const parse_input &in, int from)
{
    parse_input its = in;
    its.first_tok = __shfl_sync(~0u, in.first_tok, from);
    return its;
}

/* As parse_guess_key(), by all lanes of the warp, each of its own group; 0 where is_one is false. are_few: groups */
RUSTG_D uint32_t guess_key(const parse_input &in, uint32_t open, bool is_one, bool are_few)
{
    parse_guess_look look = {};
    const bool is_unit = is_one && parse_guess_begin_key(&in, open, &look);
    if (is_unit)
        parse_guess_go_on(&in, &look, are_few ? (uint32_t)GUESS_ALONE_TOKS : (uint32_t)PARSE_GUESS_TOKS);
    for (uint32_t left = __ballot_sync(~0u, are_few && is_unit && !look.is_over); left; left &= left - 1) {
        const int from = __ffs((int)left) - 1;
        const parse_input its = guess_input_of(in, from);
        parse_guess_look one = {};
        one.at = __shfl_sync(~0u, look.at, from);
        one.next = __shfl_sync(~0u, look.next, from);
        one.looked = GUESS_ALONE_TOKS;
        one.h = __shfl_sync(~0u, look.h, from);
        one.n = __shfl_sync(~0u, look.n, from);
        guess_go_on_together(its, &one);
        if ((threadIdx.x & 31) == (uint32_t)from) {
            look.h = one.h;
            look.n = one.n;
        }
    }
    return is_unit ? parse_guess_mix(look.h, look.n) : 0;
}

/* As parse_guess_around() behind parse_guess_begin(), by all lanes, whose `at` is one. */
RUSTG_D uint32_t guess_around_together(const parse_input &in, uint32_t at)
{
    const uint32_t lane = threadIdx.x & 31;
    for (uint32_t looked = 0; looked < PARSE_GUESS_FAR && at > in.first_tok;) {
        const guess_view view = guess_view_of(in, at, 0);
        const uint32_t opens = __ballot_sync(~0u, view.own >> lane & 1 && PARSE_IS_OPEN(view.kind));
        if (opens) {
            const uint32_t first = (uint32_t)__ffs((int)opens) - 1;
            looked += (uint32_t)__popc(view.own & ((1u << first) - 1));
            return looked < PARSE_GUESS_FAR && at - 1 - first > in.first_tok ? at - 1 - first : 0;
        }
        looked += (uint32_t)__popc(view.own);
        at = view.front;
    }
    return 0;
}

/* As parse_guess_around(), by all lanes of the warp, each of its own group; 0 where is_one is false. are_few: groups */
RUSTG_D uint32_t guess_around(const parse_input &in, uint32_t open, bool is_one, bool are_few)
{
    uint32_t around = 0;
    if (!are_few)
        return is_one ? parse_guess_around(&in, open) : 0;
    const uint32_t at = is_one ? parse_guess_begin(&in, open) : 0;
    for (uint32_t left = __ballot_sync(~0u, is_one); left; left &= left - 1) {
        const int from = __ffs((int)left) - 1;
        const uint32_t found = guess_around_together(guess_input_of(in, from), __shfl_sync(~0u, at, from));
        around = (threadIdx.x & 31) == (uint32_t)from ? found : around;
    }
    return around;
}

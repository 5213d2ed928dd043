/* parse_step.h: outcomes of the grammar's table as parse_walk.cuh takes them: unpacked. */
#ifndef RUSTG_PARSE_STEP_H
#define RUSTG_PARSE_STEP_H

#include "base/hd.h"
#include "parser/table/parse_table_form.h"

/* Two places, of which the first is in bits 0-15 of what they make. Bits 0-15: what they count from, as a selector of
 * __byte_perm, whose first word is the registers' start and anchor and whose second is the token at hand and a
 * partner. Then two bytes with sign: how far on they are. */
typedef uint32_t parse_step_places;

/* What a step does.
 *   next_and_push  next, pushed[0]      push_and_does  pushed[1], the node's kind, does
 *   node, anchor   start and end of the node; its anchor, and 0
 *   push, at       start and anchor of each frame, and of the registers
 *   marks          four bits each of the node, the registers and both frames; PARSE_STEP_SPLIT and the bits behind
 *                  it */
typedef struct parse_step {
    uint32_t next_and_push, push_and_does;
    parse_step_places node, anchor, push[2], at;
    uint32_t marks;
} parse_step;
enum {
    PARSE_STEP_MARK = 0,
    PARSE_STEP_MARK_AT = 4,
    PARSE_STEP_MARK_PUSH = 8, /* frame i has its mark 4 * i bits further on */
    PARSE_STEP_SPLIT_SHIFT = 16,
    PARSE_STEP_SPLIT = 1 << PARSE_STEP_SPLIT_SHIFT,
    PARSE_STEP_ASKS_PARTNER_BEFORE = 1 << 17, /* a place counts from the partner of the token before */
    PARSE_STEP_ASKS_PARTNER = 1 << 18,        /* from that of the token at hand; no outcome does both */
    PARSE_STEP_ADDS = 1 << 19                 /* it finishes a node, goes on by a token and does nothing else */
};

/* A place of an outcome, in the lower half of each field; is_used: asks for its partner. */
RUSTG_HD uint32_t parse_step_place(const parse_outcome *o, const uint8_t *places, int bit, uint32_t is_used,
                                   uint32_t *marks)
{
    const uint32_t packed = places[o->where >> bit & (PARSE_MOST_PLACES - 1)], from = packed >> PARSE_FROM_SHIFT;
    const uint32_t half = from > PARSE_FROM_POS ? 3 : from;
    if (is_used && from == PARSE_FROM_PARTNER_BEFORE)
        *marks |= PARSE_STEP_ASKS_PARTNER_BEFORE;
    if (is_used && from == PARSE_FROM_PARTNER)
        *marks |= PARSE_STEP_ASKS_PARTNER;
    return (2 * half | (2 * half + 1) << 4) | (((packed & 31) - PARSE_FROM_MIDDLE) & 255) << 16;
}

RUSTG_HD parse_step_places parse_step_pair(const parse_outcome *o, const uint8_t *places, int low, int high,
                                           uint32_t is_used, uint32_t *marks)
{
    return parse_step_place(o, places, low, is_used, marks) | parse_step_place(o, places, high, is_used, marks) << 8;
}

RUSTG_HD parse_step parse_step_of(const parse_outcome *o, const uint8_t *places)
{
    const uint32_t n_pushed = o->does >> PARSE_DOES_PUSH_SHIFT & 3;
    parse_step out;
    uint32_t marks = (uint32_t)(o->where >> PARSE_AT_NODE_MARK & 15) << PARSE_STEP_MARK |
                     (uint32_t)(o->where >> PARSE_AT_MARK & 15) << PARSE_STEP_MARK_AT |
                     (uint32_t)(o->where >> PARSE_AT_PUSH_MARK & 255) << PARSE_STEP_MARK_PUSH |
                     (o->where >> PARSE_AT_SPLIT & 1 ? PARSE_STEP_SPLIT : 0);
    out.next_and_push = o->next | (uint32_t)o->pushed[0] << 16;
    out.push_and_does = o->pushed[1] | (uint32_t)o->kind << 16 | (uint32_t)o->does << 24;
    out.node = parse_step_pair(o, places, PARSE_AT_NODE_START, PARSE_AT_NODE_END, o->kind != 0, &marks);
    out.anchor = parse_step_place(o, places, PARSE_AT_NODE_ANCHOR, o->kind != 0, &marks);
    for (uint32_t i = 0; i < 2; i++)
        out.push[i] = parse_step_pair(o, places, PARSE_AT_PUSH_START + 10 * (int)i, PARSE_AT_PUSH_ANCHOR + 10 * (int)i,
                                      n_pushed > i, &marks);
    out.at = parse_step_pair(o, places, PARSE_AT_START, PARSE_AT_ANCHOR, !(o->does & PARSE_DOES_POP), &marks);
    const uint32_t stays = 0x3210; /* start and anchor as they are */
    if (o->kind && o->does == 1 && out.at == stays && !(marks >> PARSE_STEP_MARK_AT & 15) &&
        !(marks & (PARSE_STEP_ASKS_PARTNER | PARSE_STEP_ASKS_PARTNER_BEFORE)))
        marks |= PARSE_STEP_ADDS;
    out.marks = marks;
    return out;
}

#endif

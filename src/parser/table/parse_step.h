/* parse_step.h: outcomes of the grammar's table as parse_walk.cuh takes them: unpacked. */
#ifndef RUSTG_PARSE_STEP_H
#define RUSTG_PARSE_STEP_H

#include "base/hd.h"
#include "parser/table/parse_table_form.h"

/* What a step does. A byte is a place: bits 5 and 6 what it counts from, 0-4 how far on, PARSE_FROM_MIDDLE added.
 *   x  next, pushed[0]              y  pushed[1], node's kind, does
 *   z  node's start, end, anchor; marks of the node and of the registers
 *   w  start and anchor of the first frame and of the second
 *   v  start and anchor of the registers; marks of the frames; PARSE_STEP_SPLIT and the bits behind it */
typedef struct parse_step {
    uint32_t x, y, z, w, v;
} parse_step;
enum {
    PARSE_STEP_SPLIT = 1 << 24,
    PARSE_STEP_ASKS_PARTNER_BEFORE = 1 << 25, /* a place counts from the partner of the token before */
    PARSE_STEP_ASKS_PARTNER = 1 << 26         /* from that of the token at hand; no outcome does both */
};
/* What places count from: start; anchor (odd); the token at hand (late); a partner (both). */
enum { PARSE_STEP_ODD = 1 << 5, PARSE_STEP_LATE = 1 << 6 };

RUSTG_HD parse_step parse_step_of(const parse_outcome *o, const uint8_t *places)
{
    const uint32_t n_pushed = o->does >> PARSE_DOES_PUSH_SHIFT & 3;
    const uint32_t used = (o->kind ? 7u : 0) | (n_pushed > 0 ? 3u << 3 : 0) | (n_pushed > 1 ? 3u << 5 : 0) |
                          (o->does & PARSE_DOES_POP ? 0 : 3u << 7);
    uint32_t place[9], asks = 0;
    for (int i = 0; i < 9; i++) {
        const int bit = i < 3   ? PARSE_AT_NODE_START + 5 * i
                        : i < 7 ? PARSE_AT_PUSH_START + 5 * (i - 3)
                                : PARSE_AT_START + 5 * (i - 7);
        const uint32_t packed = places[o->where >> bit & (PARSE_MOST_PLACES - 1)], from = packed >> PARSE_FROM_SHIFT;
        const uint32_t is_used = used >> i & 1;
        asks |= (from == PARSE_FROM_PARTNER_BEFORE ? is_used : 0) | (from == PARSE_FROM_PARTNER ? is_used << 1 : 0);
        place[i] = (packed & 31) | (from == PARSE_FROM_ANCHOR || from > PARSE_FROM_POS ? PARSE_STEP_ODD : 0) |
                   (from >= PARSE_FROM_POS ? PARSE_STEP_LATE : 0);
    }
    parse_step out;
    out.x = o->next | (uint32_t)o->pushed[0] << 16;
    out.y = o->pushed[1] | (uint32_t)o->kind << 16 | (uint32_t)o->does << 24;
    out.z = place[0] | place[1] << 8 | place[2] << 16 | (uint32_t)(o->where >> PARSE_AT_NODE_MARK & 15) << 24 |
            (uint32_t)(o->where >> PARSE_AT_MARK & 15) << 28;
    out.w = place[3] | place[4] << 8 | place[5] << 16 | place[6] << 24;
    out.v = place[7] | place[8] << 8 | (uint32_t)(o->where >> PARSE_AT_PUSH_MARK & 255) << 16 |
            (o->where >> PARSE_AT_SPLIT & 1 ? PARSE_STEP_SPLIT : 0) | asks << 25;
    return out;
}

#endif

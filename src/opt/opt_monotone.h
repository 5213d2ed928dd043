/* opt_monotone.h: conditions that hold for all numbers of a stretch if they hold for its first and its last number;
 * inner header of opt_thread_loop.c.
 *
 * Sums, products and conversions of a counter grow with it as long as none overflows. So what is compared with them is
 * decided by the ends of the stretch. */
#ifndef RUSTG_OPT_MONOTONE_H
#define RUSTG_OPT_MONOTONE_H

#include "opt/opt_tree.h"

/* How a value changes as the counter grows. */
typedef enum opt_trend { OPT_TREND_UNSEEN, OPT_TREND_UNKNOWN, OPT_TREND_FIXED, OPT_TREND_UP, OPT_TREND_DOWN } opt_trend;

/* t, index, count, trends     set before the first call; trends is by value, all OPT_TREND_UNSEEN but what the caller
 *                             knows, as count
 * first, last                 the counter at the ends of the stretch: values that are there before it
 * ahead, all                  what is computed before the stretch, and whether all holds that was required; 0: nothing
 *                             was */
typedef struct opt_monotone {
    opt_tree *t;
    opt_index index;
    ir_value count;
    uint8_t *trends;   /* by value: opt_trend */
    uint8_t *is_sound; /* by value: whether the ends of the stretch bound it */
    ir_value first, last, all;
    ir_value *at_first, *at_last; /* by value: what it is at an end; 0: not computed yet */
    opt_list ahead;
    bool takes_one_side; /* an AND is told to be false by the first of its sides that the ends tell, an OR to be true */
} opt_monotone;

void opt_monotone_begin(opt_monotone *p, opt_tree *t, ir_value count);
opt_trend opt_monotone_trend(opt_monotone *p, ir_value v);
/* Whether the ends of a stretch tell if the condition is `wanted` throughout. */
bool opt_monotone_tells(opt_monotone *p, ir_value condition, bool wanted);
/* Requires that it is. The ends tell. */
void opt_monotone_require(opt_monotone *p, ir_value condition, bool wanted);

#endif

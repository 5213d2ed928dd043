/* opt_range.h: what is known of integers where they stand; inner header of opt_gvn.c and opt_range.c.
 *
 * The bits of each value, read as an unsigned number, lie between low and high, both included; those of a signed type,
 * read as a signed number, between least and greatest too. Orders relate the unsigned numbers of two values. What is
 * learned in a list holds from there to the end of the list. Since a value is defined once, another round of a loop
 * does not change it. */
#ifndef RUSTG_OPT_RANGE_H
#define RUSTG_OPT_RANGE_H

#include "opt/opt_tree.h"

typedef struct opt_gvn_entry { /* a computation that later equal ones are replaced by */
    const opt_node *node;
    uint32_t bucket, before;
} opt_gvn_entry;
typedef struct opt_range_order {
    ir_value less, more;
    bool strictly;
    uint32_t before; /* 1 + index of the order before with the same `less`; 0: there is none */
} opt_range_order;
typedef struct opt_range_undo {
    ir_value v;
    uint64_t low, high;
    int64_t least, greatest;
} opt_range_undo;
typedef struct opt_range_choice { /* what a local holds behind an IF that sets it in both arms */
    ir_value of[2];
    bool below; /* the second value is at most the first */
    uint64_t low, high;
    int64_t least, greatest;
} opt_range_choice;

typedef struct opt_ranges {
    opt_tree *t;
    opt_index index;
    uint32_t n_values;
    uint64_t *low, *high;
    int64_t *least, *greatest;
    ir_value *instead;
    uint8_t *visible; /* by value: defined in this list or in one around it */
    VEC(opt_range_undo) undone;
    VEC(opt_range_order) orders;
    uint32_t *newest_order; /* by value that is less: 1 + index in orders; at 0 of those made since the walk began */
    VEC(opt_gvn_entry) made;
    uint32_t *buckets, bucket_mask; /* 1 + index in made */
    opt_range_choice *choices;      /* of locals */
    ir_value *last_sets;            /* of locals, while a list is looked at; else all 0 */
    /* Lanes come to each warp operation together; looked at where one is met. */
    enum { OPT_TOGETHER_UNKNOWN, OPT_TOGETHER, OPT_TOGETHER_NOT } together;
    bool has_shape; /* no check asks the block's shape: it is taken to be as the kernel says */
    bool changed;
} opt_ranges;

static inline uint64_t opt_range_most(const opt_ranges *p, ir_type type)
{
    uint64_t size = type == IR_BOOL ? 0 : ir_size(p->t->m, type);
    return type == IR_BOOL ? 1 : size < 8 ? (UINT64_C(1) << (8 * size)) - 1 : UINT64_MAX;
}

static inline bool opt_range_is_known(const opt_ranges *p, ir_value v)
{
    return v < p->n_values && opt_is_integer_or_bool(p->t->f->values.at[v]);
}

static inline uint64_t opt_range_low(const opt_ranges *p, ir_value v)
{
    return opt_range_is_known(p, v) ? p->low[v] : 0;
}

static inline uint64_t opt_range_high(const opt_ranges *p, ir_value v)
{
    return opt_range_is_known(p, v) ? p->high[v] : UINT64_MAX;
}

/* Of signed types. */
static inline int64_t opt_range_least(const opt_ranges *p, ir_value v)
{
    return opt_range_is_known(p, v) ? p->least[v] : INT64_MIN;
}

static inline int64_t opt_range_greatest(const opt_ranges *p, ir_value v)
{
    return opt_range_is_known(p, v) ? p->greatest[v] : INT64_MAX;
}

/* Whether the value is the same read as a signed and as an unsigned number. */
static inline bool opt_range_is_natural(const opt_ranges *p, ir_value v)
{
    ir_type type = p->t->f->values.at[v];
    return opt_is_integer_or_bool(type) &&
           (!opt_is_signed(type) || opt_range_high(p, v) <= opt_range_most(p, type) >> 1);
}

/* opt_range.c */
void opt_range_begin(opt_ranges *p); /* all that the types tell */
void opt_range_narrow(opt_ranges *p, ir_value v, uint64_t low, uint64_t high);
void opt_range_narrow_signed(opt_ranges *p, ir_value v, int64_t least, int64_t greatest);
bool opt_range_is_less(const opt_ranges *p, ir_value a, ir_value b, bool strictly);
void opt_range_put_order(opt_ranges *p, ir_value less, ir_value more, bool strictly);
void opt_range_drop_orders(opt_ranges *p, uint32_t n_left);
void opt_range_assume(opt_ranges *p, ir_value condition, bool holds);
void opt_range_of(opt_ranges *p, const opt_node *node); /* learns the range of the result */
/* opt_range_signed.c: the same for signed results, beside opt_range_of; and what a comparison or IR_OVERFLOWS of signed
 * numbers teaches, and is. */
void opt_range_of_signed(opt_ranges *p, const opt_node *node);
void opt_range_assume_less(opt_ranges *p, ir_value less, ir_value more, bool strictly);
int opt_range_decide_less(const opt_ranges *p, ir_value less, ir_value more, bool strictly);
bool opt_range_fits(const opt_ranges *p, ir_op op, ir_value a, ir_value b, int64_t *least, int64_t *greatest);
/* What a condition is: 0 or 1; -1: that is not known. */
int opt_range_decide(const opt_ranges *p, const opt_node *node);
/* Whether the node asks if x * c + d overflows, for constants c and d, where x * c does not: it does if x > *limit. */
bool opt_range_compares_factor(const opt_ranges *p, const opt_node *node, uint64_t *limit);

#endif

/* opt_range.h: what is known of integers where they stand; inner header of opt_gvn.c and opt_range.c.
 *
 * A value's bits, read as an unsigned number, are between low and high; orders are of these numbers. Facts hold from
 * where they are learned to the end of the list; values are defined once, so loops do not change them. */
#ifndef RUSTG_IR_FACT_H
#define RUSTG_IR_FACT_H

#include "opt/opt_tree.h"

enum { FACT_BUCKETS = 512 };

typedef struct fact_entry { /* a computation that has been made */
    const ir_node *node;
    uint32_t bucket, before;
} fact_entry;
typedef struct fact_order {
    ir_value less, more;
    bool strictly;
} fact_order;
typedef struct fact_undo {
    ir_value v;
    uint64_t low, high;
} fact_undo;
typedef struct fact_choice { /* what a local is after an IF */
    ir_value of[2];
    bool below; /* the second is not more than the first */
    uint64_t low, high;
} fact_choice;

typedef struct facts {
    ir_tree *t;
    ir_index index;
    uint32_t n_values;
    uint64_t *low, *high;
    ir_value *instead;
    uint8_t *visible; /* defined in this list or one around it */
    VEC(fact_undo) undone;
    VEC(fact_order) orders;
    VEC(fact_entry) made;
    uint32_t buckets[FACT_BUCKETS]; /* 1 + index in made */
    fact_choice *choices;           /* of locals */
    bool has_shape;                 /* without checks, a block is taken to be as the kernel says */
    bool changed;
} facts;

static inline uint64_t fact_most(const facts *p, ir_type type)
{
    uint64_t size = type == IR_BOOL ? 0 : ir_size(p->t->m, type);
    return type == IR_BOOL ? 1 : size < 8 ? (UINT64_C(1) << (8 * size)) - 1 : UINT64_MAX;
}

static inline bool fact_is_number(ir_type type)
{
    return type >= IR_BOOL && type <= IR_U64;
}

static inline bool fact_is_signed(ir_type type)
{
    return type >= IR_I8 && type <= IR_I64;
}

static inline bool fact_is_known(const facts *p, ir_value v)
{
    return v < p->n_values && fact_is_number(p->t->f->values.at[v]);
}

static inline uint64_t fact_low(const facts *p, ir_value v)
{
    return fact_is_known(p, v) ? p->low[v] : 0;
}

static inline uint64_t fact_high(const facts *p, ir_value v)
{
    return fact_is_known(p, v) ? p->high[v] : UINT64_MAX;
}

/* Both orders, of signed and unsigned numbers, agree. */
static inline bool fact_is_natural(const facts *p, ir_value v)
{
    ir_type type = p->t->f->values.at[v];
    return fact_is_number(type) && (!fact_is_signed(type) || fact_high(p, v) <= fact_most(p, type) >> 1);
}

/* opt_range.c */
void fact_narrow(facts *p, ir_value v, uint64_t least, uint64_t most);
bool fact_is_less(const facts *p, ir_value a, ir_value b, bool strictly);
void fact_assume(facts *p, ir_value condition, bool holds);
void fact_range(facts *p, const ir_node *node); /* of the result */
/* A condition: 0, 1, or -1: not decided. */
int fact_decide(const facts *p, const ir_node *node);
/* x * c + d overflows, where x * c does not, if x > limit. False: it is not that. */
bool fact_compares_factor(const facts *p, const ir_node *node, uint64_t *limit);

#endif

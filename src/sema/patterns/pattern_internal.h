/* pattern_internal.h: shared by pattern_*.c: patterns taken apart into constructors and fields.
 *
 *   pattern_check.c   which patterns of a body must cover what; E0004, E0005
 *   pattern_lower.c   THIR's patterns into constructors, constructors of types
 *   pattern_cover.c   what a matrix of patterns leaves uncovered (Maranget's algorithm, split as rustc does)
 *   pattern_print.c   uncovered patterns in words
 *   pattern_useful.c  which arms and alternatives no value gets to (the same algorithm, asked the other way round)
 *   pattern_warn.c    the lint unreachable_patterns */
#ifndef RUSTG_PATTERN_INTERNAL_H
#define RUSTG_PATTERN_INTERNAL_H

#include "sema/thir.h"

typedef enum pattern_ctor {
    CTOR_WILD,
    CTOR_SINGLE,  /* struct, tuple, reference */
    CTOR_VARIANT, /* index */
    CTOR_RANGE,   /* lo..=hi, in an order that makes them compare as unsigned: integers, bool, char */
    CTOR_SLICE,   /* prefix, suffix fields; open: and any number between */
    CTOR_OPAQUE,  /* floats and strings: equal ones only */
    CTOR_OR       /* fields are the alternatives */
} pattern_ctor;

typedef struct pattern {
    uint8_t ctor;
    bool open, text_is_str;
    sema_ty ty;
    uint32_t index, prefix, suffix, n;
    wide_u128 lo, hi;
    struct pattern **fields;
    const char *text;
    uint32_t n_text;
    thir_pat of;             /* what it was made of, where pattern_ctx.keeps_places is set */
    struct pattern_use *use; /* of an arm or an alternative that was asked about; else NULL */
} pattern;

typedef VEC(pattern *) pattern_list;

typedef struct pattern_ctx {
    sema *s;
    const thir_body *body;
    infer_ctx *infer; /* NULL until a field's type is asked for */
    pattern *wild;
    uint64_t steps, most_steps; /* of one question */
    bool gave_up;
    bool keeps_places; /* each written pattern has one of its own */
} pattern_ctx;

enum { PATTERN_MAX_STEPS = 200000 }; /* and a few for each row */

/* ---- pattern_lower.c ---- */
pattern *pattern_of(pattern_ctx *c, thir_pat pat);                                      /* NULL: it holds an error */
bool pattern_is_irrefutable(const thir_body *body, thir_pat pat);                       /* quick: false means maybe */
pattern *pattern_new(pattern_ctx *c, pattern_ctor ctor, sema_ty ty, uint32_t n_fields); /* fields are wild */
/* Types of the fields that a constructor of ty has; arena memory. */
const sema_ty *pattern_field_types(pattern_ctx *c, const pattern *ctor, sema_ty ty, uint32_t *n);
bool pattern_is_empty(pattern_ctx *c, sema_ty ty); /* no value exists */
/* The values of an integer type, bool or char as ranges in order. Returns their number, which is 0 for other types. */
uint32_t pattern_domain(const sema *s, sema_ty ty, wide_u128 lo[2], wide_u128 hi[2]);
bool pattern_has_beyond(const sema *s, sema_ty ty); /* the domain's ends stand for values outside of 64 bits */
bool pattern_array_length(const sema *s, sema_ty array, uint64_t *n);

/* ---- pattern_cover.c ---- */
/* Uncovered patterns of type ty; rows may be guarded. */
typedef struct pattern_row {
    pattern **columns;
    bool guarded;
} pattern_row;
pattern_list pattern_uncovered(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty);
/* All constructors of a type, cut so that the head of each row covers one wholly or not at all. If listable is false
 * there are always more than these. */
pattern_list pattern_split(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty, bool *listable);
typedef VEC(uint32_t) row_numbers;
/* Which rows name each constructor, in their order; which name none stands behind the last. */
row_numbers *pattern_rows_by_ctor(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, const pattern_list *ctors);
row_numbers pattern_merge_rows(pattern_ctx *c, const row_numbers *a, const row_numbers *b);
bool pattern_ctor_is_empty(pattern_ctx *c, const pattern *ctor, sema_ty ty);
/* The fields of a row's head as columns of a constructor that it covers. */
void pattern_spread(pattern_ctx *c, const pattern *head, uint32_t n_fields, pattern **columns);

/* ---- pattern_useful.c ---- */
/* Whether some value gets to it, and if none does, the patterns before it that take them. */
typedef struct pattern_use {
    bool is_useful;
    pattern_list covered_by;
} pattern_use;
/* Asks about rows of one column that are exhaustive. is_valid: the place surely holds a value. False: it gave up. */
bool pattern_find_useful(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty, bool is_valid);

/* ---- pattern_print.c ---- */
const char *pattern_print(pattern_ctx *c, const pattern *p);
const char *pattern_print_list(pattern_ctx *c, const pattern_list *list); /* `A`, `B` and `C` */

#endif

/* resolve_near.h: the search for the name that is nearest to a misspelled one. */
#ifndef RUSTG_RESOLVE_NEAR_H
#define RUSTG_RESOLVE_NEAR_H

#include "sema/names/resolve.h"

/* Names in an order in which many searches take little time. */
typedef struct near_index near_index;

typedef struct near_name {
    similar_name name;
    const char *text;
    uint32_t rank; /* 0 is nearest; UINT32_MAX: there is none */
} near_name;

/* Of equal names the first one counts. It lies in the memory of s. */
const near_index *near_make_index(sema *s, const similar_name *names, uint32_t n);
near_name near_in_index(const sema *s, sema_symbol name, const near_index *index);
near_name near_in_list(const sema *s, sema_symbol name, const similar_name *names, uint32_t n_names);
near_name near_better(near_name a, near_name b); /* a where both are equal */

#endif

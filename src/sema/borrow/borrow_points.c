/* borrow_points.c: sets of points of a body as the spans that they are made of: a body has as many regions as
 * statements, and most regions last for a few of them. */
#include "sema/borrow/borrow_internal.h"

#include <stdlib.h>

/* The first span that ends behind the point; set->n where none does. */
static uint32_t borrow_span_at(const point_set *set, uint32_t point)
{
    uint32_t low = 0, high = set->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->at[middle].end <= point)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool point_set_has(const point_set *set, uint32_t point)
{
    uint32_t i = borrow_span_at(set, point);
    return i < set->n && set->at[i].first <= point;
}

bool point_set_has_all(const point_set *set, const point_set *other)
{
    if (other->n > set->n / 8) {
        for (uint32_t i = 0, k = 0; i < other->n; i++) {
            while (k < set->n && set->at[k].end < other->at[i].end)
                k++;
            if (k == set->n || set->at[k].first > other->at[i].first)
                return false;
        }
        return true;
    }
    for (uint32_t i = 0; i < other->n; i++) {
        uint32_t k = borrow_span_at(set, other->at[i].first);
        if (k == set->n || set->at[k].first > other->at[i].first || set->at[k].end < other->at[i].end)
            return false;
    }
    return true;
}

bool point_set_add(arena *memory, point_set *to, const point_set *from)
{
    if (point_set_has_all(to, from))
        return false;
    const uint32_t n_to = to->n, n_all = n_to + from->n;
    point_span *old = to->at;
    if (n_all > to->capacity) {
        to->capacity = n_all + n_all / 2;
        to->at = ARENA_ARRAY(memory, point_span, to->capacity);
    }
    if (n_to) /* behind what is written: merging never reaches what it has not read */
        memmove(to->at + from->n, old, n_to * sizeof *old);
    const point_span *own = to->at + from->n;
    uint32_t n = 0;
    for (uint32_t i = 0, k = 0; i < n_to || k < from->n;) {
        point_span next = k == from->n || (i < n_to && own[i].first < from->at[k].first) ? own[i++] : from->at[k++];
        if (n && next.first <= to->at[n - 1].end)
            to->at[n - 1].end = next.end > to->at[n - 1].end ? next.end : to->at[n - 1].end;
        else
            to->at[n++] = next;
    }
    to->n = n;
    return true;
}

static int borrow_compare_spans(const void *a, const void *b)
{
    const point_span *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

void point_set_order(point_set *set)
{
    uint32_t n = 0;
    if (set->n > 1)
        qsort(set->at, set->n, sizeof *set->at, borrow_compare_spans);
    for (uint32_t i = 0; i < set->n; i++) {
        if (n && set->at[i].first <= set->at[n - 1].end)
            set->at[n - 1].end = set->at[i].end > set->at[n - 1].end ? set->at[i].end : set->at[n - 1].end;
        else
            set->at[n++] = set->at[i];
    }
    set->n = n;
}

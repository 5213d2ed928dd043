/* pattern_cover.c: finds what a matrix of patterns leaves uncovered. It goes one column at a time; for each
 * constructor of the column's type it looks at the rows that match it. Constructors that no row names are looked at
 * once, together. */
#include "sema/patterns/pattern_internal.h"

#include <stdlib.h>

/* Uncovered rows; each has as many columns as the matrix. */
typedef VEC(pattern **) witness_list;
typedef VEC(pattern_row) row_list;
typedef struct column {
    sema_ty ty;
    bool valid; /* not behind a reference: an empty type's patterns may be left out */
} column;

static witness_list pattern_cover_cover(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, const column *columns,
                                        uint32_t n, bool top);

/* Or-patterns in the first column become rows. */
static void pattern_push_row(pattern_ctx *c, row_list *out, pattern_row row, uint32_t n)
{
    if (!n || row.columns[0]->ctor != CTOR_OR) {
        vec_push(c->s->memory, out, row);
        return;
    }
    const pattern *alternatives = row.columns[0];
    for (uint32_t i = 0; i < alternatives->n; i++) {
        pattern **columns = ARENA_ARRAY(c->s->memory, pattern *, n);
        memcpy(columns, row.columns, n * sizeof *columns);
        columns[0] = alternatives->fields[i];
        pattern_push_row(c, out, (pattern_row){columns, row.guarded}, n);
    }
}

static bool pattern_same_opaque(const pattern *a, const pattern *b)
{
    if (a->text_is_str || b->text_is_str)
        return a->text_is_str && b->text_is_str && a->n_text == b->n_text &&
               (a->n_text == 0 || memcmp(a->text, b->text, a->n_text) == 0);
    return a->lo == b->lo && a->hi == b->hi && a->open == b->open;
}

static bool pattern_covers(const pattern *head, const pattern *ctor)
{
    if (head->ctor == CTOR_WILD)
        return true;
    if (head->ctor != ctor->ctor)
        return false;
    switch ((pattern_ctor)head->ctor) {
    case CTOR_VARIANT: return head->index == ctor->index;
    case CTOR_RANGE: return head->lo <= ctor->lo && ctor->hi <= head->hi;
    case CTOR_SLICE:
        if (ctor->open)
            return head->open && head->prefix <= ctor->prefix && head->suffix <= ctor->suffix;
        return head->open ? head->prefix + head->suffix <= ctor->prefix + ctor->suffix
                          : head->prefix + head->suffix == ctor->prefix + ctor->suffix;
    case CTOR_OPAQUE: return pattern_same_opaque(head, ctor);
    case CTOR_WILD:
    case CTOR_SINGLE:
    case CTOR_OR: break;
    }
    return true;
}

void pattern_spread(pattern_ctx *c, const pattern *head, uint32_t n_fields, pattern **columns)
{
    for (uint32_t i = 0; i < n_fields; i++) {
        columns[i] = c->wild;
        if (head->ctor == CTOR_WILD)
            continue;
        if (head->ctor != CTOR_SLICE)
            columns[i] = i < head->n ? head->fields[i] : c->wild;
        else if (i < head->prefix)
            columns[i] = head->fields[i];
        else if (i >= n_fields - head->suffix)
            columns[i] = head->fields[head->prefix + i - (n_fields - head->suffix)];
    }
}

/* These rows, which match the constructor, with its fields in place of the first column. */
static row_list pattern_specialize(pattern_ctx *c, const pattern_row *rows, const row_numbers *which, uint32_t n_fields,
                                   uint32_t n)
{
    row_list out = {0};
    for (uint32_t k = 0; k < which->n; k++) {
        const pattern_row *row = &rows[which->at[k]];
        const pattern *head = row->columns[0];
        pattern **columns = ARENA_ARRAY(c->s->memory, pattern *, n_fields + n - 1);
        pattern_spread(c, head, n_fields, columns);
        if (n > 1)
            memcpy(columns + n_fields, row->columns + 1, (n - 1) * sizeof *columns);
        pattern_push_row(c, &out, (pattern_row){columns, row->guarded}, n_fields + n - 1);
    }
    return out;
}

/* The first of the constructors that a head covers, if they are variants or ranges: these stand in order. */
static uint32_t pattern_first_covered(const pattern_list *ctors, const pattern *head)
{
    if (head->ctor == CTOR_VARIANT)
        return head->index;
    uint32_t from = 0, to = ctors->n;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (ctors->at[middle]->lo < head->lo)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

row_numbers *pattern_rows_by_ctor(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, const pattern_list *ctors)
{
    row_numbers *out = ARENA_ARRAY(c->s->memory, row_numbers, ctors->n + 1);
    for (uint32_t r = 0; r < n_rows; r++) {
        const pattern *head = rows[r].columns[0];
        if (head->ctor == CTOR_WILD) {
            vec_push(c->s->memory, &out[ctors->n], r);
            continue;
        }
        const bool in_order =
            head->ctor == CTOR_VARIANT || (head->ctor == CTOR_RANGE && ty_kind_of(c->s, head->ty) != TY_BOOL);
        for (uint32_t i = in_order ? pattern_first_covered(ctors, head) : 0; i < ctors->n; i++) {
            if (pattern_covers(head, ctors->at[i]))
                vec_push(c->s->memory, &out[i], r);
            else if (in_order)
                break;
        }
    }
    return out;
}

/* Two lists of rows as one, in the order of the rows. */
row_numbers pattern_merge_rows(pattern_ctx *c, const row_numbers *a, const row_numbers *b)
{
    row_numbers out = {0};
    uint32_t i = 0, k = 0;
    while (i < a->n || k < b->n) {
        const bool from_a = k == b->n || (i < a->n && a->at[i] < b->at[k]);
        vec_push(c->s->memory, &out, from_a ? a->at[i] : b->at[k]);
        i += from_a;
        k += !from_a;
    }
    return out;
}

static int pattern_compare_starts(const void *a, const void *b)
{
    wide_u128 x = *(const wide_u128 *)a, y = *(const wide_u128 *)b;
    return x < y ? -1 : x > y;
}

/* Each length below the largest that a head tells from others stands alone, and one constructor with a rest stands for
 * all above; of an array of known length that is the only one. As in rustc the length 0 is always told from others. */
static void pattern_split_slice(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty, pattern_list *out)
{
    uint32_t max_prefix = 0, max_suffix = 0, bound = 1;
    uint64_t length = 0;
    const bool is_array = ty_kind_of(c->s, ty) == TY_ARRAY && pattern_array_length(c->s, ty, &length);
    for (uint32_t r = 0; r < n_rows; r++) {
        const pattern *head = rows[r].columns[0];
        if (head->ctor != CTOR_SLICE)
            continue;
        if (head->open) {
            max_prefix = head->prefix > max_prefix ? head->prefix : max_prefix;
            max_suffix = head->suffix > max_suffix ? head->suffix : max_suffix;
        } else {
            bound = head->n + 1 > bound ? head->n + 1 : bound;
        }
    }
    if (bound > max_prefix + max_suffix)
        max_prefix = bound - max_suffix;
    const uint32_t n_open = max_prefix + max_suffix;
    const bool is_whole = is_array && n_open >= length;
    for (uint32_t n = is_whole ? (uint32_t)length : is_array ? n_open : 0; n <= n_open; n++) {
        pattern *p = pattern_new(c, CTOR_SLICE, ty, n);
        p->open = !is_whole && n == n_open;
        p->prefix = p->open ? max_prefix : n;
        p->suffix = p->open ? max_suffix : 0;
        vec_push(c->s->memory, out, p);
        if (is_whole)
            break;
    }
}

pattern_list pattern_split(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty, bool *listable)
{
    sema *s = c->s;
    arena *memory = s->memory;
    pattern_list out = {0};
    wide_u128 lo[2], hi[2];
    const bool is_bool = ty_kind_of(s, ty) == TY_BOOL;
    *listable = true;
    uint32_t n_ranges = pattern_domain(s, ty, lo, hi);
    for (uint32_t d = 0; d < n_ranges; d++) {
        VEC(wide_u128) starts = {0};
        vec_push(memory, &starts, lo[d]);
        if (is_bool)
            vec_push(memory, &starts, hi[d]);
        for (uint32_t r = 0; r < n_rows; r++) {
            const pattern *head = rows[r].columns[0];
            if (head->ctor != CTOR_RANGE)
                continue;
            if (head->lo > lo[d] && head->lo <= hi[d])
                vec_push(memory, &starts, head->lo);
            if (head->hi >= lo[d] && head->hi < hi[d])
                vec_push(memory, &starts, head->hi + 1);
        }
        qsort(starts.at, starts.n, sizeof *starts.at, pattern_compare_starts);
        for (uint32_t i = 0; i < starts.n; i++) {
            if (i + 1 < starts.n && starts.at[i + 1] == starts.at[i])
                continue;
            pattern *p = pattern_new(c, CTOR_RANGE, ty, 0);
            p->lo = starts.at[i];
            p->hi = i + 1 < starts.n ? starts.at[i + 1] - 1 : hi[d];
            vec_push(memory, &out, p);
        }
    }
    if (is_bool) { /* rustc has true first */
        pattern *no = out.at[0];
        out.at[0] = out.at[1];
        out.at[1] = no;
    }
    if (n_ranges)
        return out;
    ty_info info = *ty_get(s, ty);
    switch ((ty_kind)info.kind) {
    case TY_NEVER: return out;
    case TY_TUPLE:
    case TY_REF:
        vec_push(memory, &out, pattern_new(c, CTOR_SINGLE, ty, info.kind == TY_REF ? 1 : info.n_args));
        return out;
    case TY_ADT: {
        uint32_t n_variants, n_fields;
        if (def_kind_of(s, info.def) == DEF_UNION)
            break;
        const sema_def *variants = def_variants(s, info.def, &n_variants);
        bool is_enum = def_kind_of(s, info.def) == DEF_ENUM;
        for (uint32_t v = 0; v < n_variants; v++) {
            def_fields(s, variants[v], &n_fields);
            pattern *p = pattern_new(c, is_enum ? CTOR_VARIANT : CTOR_SINGLE, ty, n_fields);
            p->index = v;
            vec_push(memory, &out, p);
        }
        return out;
    }
    case TY_ARRAY:
    case TY_SLICE: pattern_split_slice(c, rows, n_rows, ty, &out); return out;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_STR:
    case TY_DYN:
    case TY_PTR:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    *listable = false;
    for (uint32_t r = 0; r < n_rows; r++) {
        pattern *head = rows[r].columns[0];
        uint32_t i = 0;
        while (i < out.n && !pattern_same_opaque(out.at[i], head))
            i++;
        if (head->ctor == CTOR_OPAQUE && i == out.n)
            vec_push(memory, &out, head);
    }
    return out;
}

bool pattern_ctor_is_empty(pattern_ctx *c, const pattern *ctor, sema_ty ty)
{
    if (ctor->ctor != CTOR_VARIANT && ctor->ctor != CTOR_SINGLE)
        return false;
    if (ty_kind_of(c->s, ty) == TY_REF)
        return false;
    uint32_t n;
    if (ctor->n == 0)
        return false;
    const sema_ty *types = pattern_field_types(c, ctor, ty, &n);
    for (uint32_t i = 0; i < n; i++)
        if (pattern_is_empty(c, types[i]))
            return true;
    return false;
}

/* Folds back the witnesses of the specialized matrix: their first n_fields columns become the constructor's fields. */
static void pattern_fold_back(pattern_ctx *c, witness_list *out, const witness_list *inner, const pattern *ctor,
                              uint32_t n_fields, uint32_t n)
{
    for (uint32_t w = 0; w < inner->n; w++) {
        pattern *p = c->wild;
        if (ctor) {
            p = ARENA_NEW(c->s->memory, pattern);
            *p = *ctor;
            p->n = n_fields;
            p->fields = inner->at[w];
        }
        pattern **columns = ARENA_ARRAY(c->s->memory, pattern *, n);
        columns[0] = p;
        if (n > 1)
            memcpy(columns + 1, inner->at[w] + n_fields, (n - 1) * sizeof *columns);
        vec_push(c->s->memory, out, columns);
    }
}

/* wild: the rows that name no constructor. */
static void cover_missing(pattern_ctx *c, witness_list *out, const pattern_row *rows, const row_numbers *wild,
                          const column *columns, uint32_t n, const pattern_list *missing, bool by_name)
{
    row_list left = pattern_specialize(c, rows, wild, 0, n);
    witness_list inner = pattern_cover_cover(c, left.at, left.n, columns + 1, n - 1, false);
    if (!inner.n)
        return;
    if (!by_name || !missing->n) {
        pattern_fold_back(c, out, &inner, NULL, 0, n);
        return;
    }
    for (uint32_t i = 0; i < missing->n; i++)
        for (uint32_t w = 0; w < inner.n; w++) {
            pattern **all = ARENA_ARRAY(c->s->memory, pattern *, n);
            pattern *p = ARENA_NEW(c->s->memory, pattern);
            *p = *missing->at[i];
            all[0] = p;
            if (n > 1)
                memcpy(all + 1, inner.at[w], (n - 1) * sizeof *all);
            vec_push(c->s->memory, out, all);
        }
}

static witness_list pattern_cover_cover(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, const column *columns,
                                        uint32_t n, bool top)
{
    witness_list out = {0};
    arena *memory = c->s->memory;
    if (c->gave_up || (c->steps += 1 + n_rows) > c->most_steps) {
        c->gave_up = true;
        return out;
    }
    if (n == 0) {
        for (uint32_t r = 0; r < n_rows; r++)
            if (!rows[r].guarded)
                return out;
        vec_push(memory, &out, ARENA_ARRAY(memory, pattern *, 1));
        return out;
    }
    sema_ty ty = columns[0].ty;
    bool any_named = false, listable = true;
    for (uint32_t r = 0; r < n_rows; r++)
        any_named |= rows[r].columns[0]->ctor != CTOR_WILD;
    pattern_list missing = {0};
    if (!any_named && !top && ty_kind_of(c->s, ty) != TY_REF && !pattern_is_empty(c, ty)) {
        cover_missing(c, &out, rows, pattern_rows_by_ctor(c, rows, n_rows, &missing), columns, n, &missing, false);
        return out;
    }
    pattern_list ctors = pattern_split(c, rows, n_rows, ty, &listable);
    const row_numbers *by_ctor = pattern_rows_by_ctor(c, rows, n_rows, &ctors), *wild = &by_ctor[ctors.n];
    bool all_missing = true;
    for (uint32_t i = 0; i < ctors.n; i++) {
        const pattern *ctor = ctors.at[i];
        if (!by_ctor[i].n) {
            bool skip_empty = columns[0].valid || (top && n_rows == 0);
            if (!(skip_empty && pattern_ctor_is_empty(c, ctor, ty)))
                vec_push(memory, &missing, ctors.at[i]);
            continue;
        }
        all_missing = false;
        uint32_t n_fields = 0;
        const sema_ty *types =
            ctor->ctor == CTOR_RANGE || ctor->ctor == CTOR_OPAQUE ? NULL : pattern_field_types(c, ctor, ty, &n_fields);
        const row_numbers which = pattern_merge_rows(c, &by_ctor[i], wild);
        row_list left = pattern_specialize(c, rows, &which, n_fields, n);
        column *inner_columns = ARENA_ARRAY(memory, column, n_fields + n - 1);
        bool valid = columns[0].valid && ty_kind_of(c->s, ty) != TY_REF;
        for (uint32_t f = 0; f < n_fields; f++)
            inner_columns[f] = (column){types[f], valid};
        if (n > 1)
            memcpy(inner_columns + n_fields, columns + 1, (n - 1) * sizeof *columns);
        witness_list inner = pattern_cover_cover(c, left.at, left.n, inner_columns, n_fields + n - 1, false);
        pattern_fold_back(c, &out, &inner, ctor, n_fields, n);
    }
    if (missing.n || !listable) {
        /* As in rustc, only what is missing as a whole is told: rows that cover it cover the named ones too. */
        witness_list alone = {0};
        cover_missing(c, &alone, rows, wild, columns, n, &missing, listable && (top || !all_missing));
        return alone;
    }
    if (ctors.n == 0 && ty_kind_of(c->s, ty) == TY_NEVER && !columns[0].valid && !top)
        cover_missing(c, &out, rows, wild, columns, n, &missing, false);
    return out;
}

pattern_list pattern_uncovered(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty)
{
    row_list expanded = {0};
    for (uint32_t r = 0; r < n_rows; r++)
        pattern_push_row(c, &expanded, rows[r], 1);
    column first = {ty, true};
    c->most_steps = PATTERN_MAX_STEPS + 8 * (uint64_t)expanded.n;
    witness_list found = pattern_cover_cover(c, expanded.at, expanded.n, &first, 1, true);
    pattern_list out = {0};
    for (uint32_t i = 0; i < found.n; i++)
        vec_push(c->s->memory, &out, found.at[i][0]);
    return out;
}

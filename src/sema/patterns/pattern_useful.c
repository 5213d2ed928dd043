/* pattern_useful.c: finds which arms and alternatives no value gets to, and which patterns before them take the values
 * that they match. It is the algorithm of rustc's compute_exhaustiveness_and_usefulness, with its notion of relevance,
 * which decides how many of the patterns that cover another one are told. */
#include "sema/patterns/pattern_internal.h"

enum { MOST_ROWS = 1024, MOST_STEPS = 50000 };

/* meets: a bit for each row above that some value matches, too. */
typedef struct useful_row {
    pattern **columns;
    bool guarded, useful, relevant, is_branch;
    uint32_t parent;
    uint64_t *meets;
} useful_row;

typedef struct useful_column {
    sema_ty ty;
    bool valid, is_top;
} useful_column;

typedef struct useful_matrix {
    VEC(useful_row) rows;
    const useful_column *columns;
    uint32_t n_columns;
    bool wild_is_relevant; /* that some value may match no row would be told here */
} useful_matrix;

static void useful_compute(pattern_ctx *c, useful_matrix *m);

static void useful_push(pattern_ctx *c, useful_matrix *m, useful_row row)
{
    const uint32_t n_words = m->rows.n / 64 + 1;
    row.useful = false;
    row.meets = ARENA_ARRAY(c->s->memory, uint64_t, n_words);
    memset(row.meets, 0, n_words * sizeof *row.meets);
    vec_push(c->s->memory, &m->rows, row);
}

static void useful_meet(useful_row *row, uint32_t other)
{
    row->meets[other / 64] |= (uint64_t)1 << other % 64;
}

static bool useful_meets(const useful_row *row, uint32_t other)
{
    return row->meets[other / 64] >> other % 64 & 1;
}

/* What was found of the rows that a matrix was made of for one constructor becomes true of its own. */
static void useful_take_back(useful_matrix *m, const useful_matrix *inner)
{
    for (uint32_t i = 0; i < inner->rows.n; i++) {
        const useful_row *row = &inner->rows.at[i];
        useful_row *parent = &m->rows.at[row->parent];
        parent->useful |= row->useful;
        for (uint32_t k = 0; k < i; k++)
            if (useful_meets(row, k) && inner->rows.at[k].parent != row->parent)
                useful_meet(parent, inner->rows.at[k].parent);
    }
}

/* ---- Alternatives become rows ---- */

static void useful_push_alternatives(pattern_ctx *c, useful_matrix *out, useful_row row, uint32_t n)
{
    const pattern *head = row.columns[0];
    if (head->ctor != CTOR_OR) {
        useful_push(c, out, row);
        return;
    }
    for (uint32_t i = 0; i < head->n; i++) {
        pattern **columns = ARENA_ARRAY(c->s->memory, pattern *, n);
        memcpy(columns, row.columns, n * sizeof *columns);
        columns[0] = head->fields[i];
        row.columns = columns;
        row.is_branch = true;
        useful_push_alternatives(c, out, row, n);
    }
}

static void useful_expand(pattern_ctx *c, useful_matrix *m)
{
    useful_matrix inner = {.columns = m->columns, .n_columns = m->n_columns, .wild_is_relevant = m->wild_is_relevant};
    for (uint32_t i = 0; i < m->rows.n; i++) {
        useful_row row = m->rows.at[i];
        row.parent = i;
        row.is_branch = false;
        useful_push_alternatives(c, &inner, row, m->n_columns);
    }
    useful_compute(c, &inner);
    useful_take_back(m, &inner);
}

/* ---- Constructors ---- */

/* These rows, which match the constructor, with its fields in place of the first column; ctor NULL: one that no row
 * names. */
static void useful_specialize(pattern_ctx *c, useful_matrix *m, const row_numbers *which, const pattern *ctor,
                              bool is_relevant)
{
    arena *memory = c->s->memory;
    const useful_column *head = &m->columns[0];
    uint32_t n_fields = 0;
    const sema_ty *types = !ctor || ctor->ctor == CTOR_RANGE || ctor->ctor == CTOR_OPAQUE
                               ? NULL
                               : pattern_field_types(c, ctor, head->ty, &n_fields);
    const uint32_t n = n_fields + m->n_columns - 1;
    useful_column *columns = ARENA_ARRAY(memory, useful_column, n + 1);
    for (uint32_t f = 0; f < n_fields; f++)
        columns[f] = (useful_column){.ty = types[f], .valid = head->valid && ty_kind_of(c->s, head->ty) != TY_REF};
    memcpy(columns + n_fields, m->columns + 1, (m->n_columns - 1) * sizeof *columns);
    useful_matrix inner = {.columns = columns, .n_columns = n, .wild_is_relevant = m->wild_is_relevant && is_relevant};
    for (uint32_t i = 0; i < which->n; i++) {
        useful_row row = m->rows.at[which->at[i]];
        pattern *const *own = row.columns;
        row.parent = which->at[i];
        row.is_branch = false;
        row.relevant &= own[0]->ctor != CTOR_WILD || is_relevant;
        row.columns = ARENA_ARRAY(memory, pattern *, n + 1);
        pattern_spread(c, own[0], n_fields, row.columns);
        memcpy(row.columns + n_fields, own + 1, (m->n_columns - 1) * sizeof *row.columns);
        useful_push(c, &inner, row);
    }
    useful_compute(c, &inner);
    useful_take_back(m, &inner);
}

static bool useful_is_empty(pattern_ctx *c, const pattern *ctor, sema_ty ty)
{
    if (ctor->ctor == CTOR_SLICE)
        return (ctor->n || ctor->open) && pattern_is_empty(c, ty_arg(c->s, ty, 0));
    return pattern_ctor_is_empty(c, ctor, ty);
}

static void useful_by_constructors(pattern_ctx *c, useful_matrix *m)
{
    const useful_column *head = &m->columns[0];
    pattern_row *rows = ARENA_ARRAY(c->s->memory, pattern_row, m->rows.n);
    for (uint32_t i = 0; i < m->rows.n; i++)
        rows[i] = (pattern_row){m->rows.at[i].columns, m->rows.at[i].guarded};
    bool listable = true;
    const pattern_list ctors = pattern_split(c, rows, m->rows.n, head->ty, &listable);
    const row_numbers *by_ctor = pattern_rows_by_ctor(c, rows, m->rows.n, &ctors), *wild = &by_ctor[ctors.n];
    const bool has_none = ctors.n == 0 && listable; /* `!` and enums without variants */
    const bool is_omitted = head->valid || (head->is_top && has_none);
    bool is_missing = !listable, is_missing_empty = has_none;
    for (uint32_t i = 0; i < ctors.n; i++)
        if (!by_ctor[i].n) {
            const bool is_empty = useful_is_empty(c, ctors.at[i], head->ty);
            is_missing |= !is_empty;
            is_missing_empty |= is_empty;
        }
    const bool is_relevant = !is_missing && (is_omitted || !is_missing_empty);
    for (uint32_t i = 0; i < ctors.n; i++) {
        if (!by_ctor[i].n)
            continue;
        const row_numbers which = pattern_merge_rows(c, &by_ctor[i], wild);
        useful_specialize(c, m, &which, ctors.at[i], is_relevant);
    }
    const bool is_left_out = head->valid && head->is_top && has_none;
    if (is_missing || (is_missing_empty && !is_left_out))
        useful_specialize(c, m, wild, NULL, true);
}

/* ---- Answers ---- */

static void useful_note(pattern_ctx *c, const useful_matrix *m, uint32_t r)
{
    arena *memory = c->s->memory;
    pattern *p = m->rows.at[r].columns[0];
    if (!p->of)
        return;
    if (!p->use)
        p->use = ARENA_NEW(memory, pattern_use);
    p->use->is_useful |= m->rows.at[r].useful;
    for (uint32_t i = 0; i < r; i++) {
        const useful_row *row = &m->rows.at[i];
        if (!useful_meets(&m->rows.at[r], i) || !row->useful || row->guarded || !row->columns[0]->of)
            continue;
        bool is_known = false;
        for (uint32_t k = 0; k < p->use->covered_by.n; k++)
            is_known |= p->use->covered_by.at[k] == row->columns[0];
        if (!is_known)
            vec_push(memory, &p->use->covered_by, row->columns[0]);
    }
}

static void useful_of_nothing(useful_matrix *m)
{
    bool useful = true;
    for (uint32_t i = 0; i < m->rows.n; i++) {
        useful_row *row = &m->rows.at[i];
        row->useful = useful;
        for (uint32_t k = 0; k < i; k++)
            useful_meet(row, k);
        useful &= row->guarded;
    }
}

static void useful_compute(pattern_ctx *c, useful_matrix *m)
{
    const sema_span nowhere = {0, 0, 0};
    bool any_relevant = m->wild_is_relevant, any_or = false;
    for (uint32_t i = 0; i < m->rows.n; i++) {
        any_relevant |= m->rows.at[i].relevant;
        any_or |= m->n_columns && m->rows.at[i].columns[0]->ctor == CTOR_OR;
    }
    c->gave_up |= (c->steps += 1 + m->rows.n) > c->most_steps || m->rows.n > MOST_ROWS;
    if (!any_relevant || c->gave_up)
        return;
    if (!m->n_columns) {
        useful_of_nothing(m);
        return;
    }
    if (!sema_enter(c->s, nowhere)) {
        c->gave_up = true;
        return;
    }
    if (any_or)
        useful_expand(c, m);
    else
        useful_by_constructors(c, m);
    sema_leave(c->s);
    for (uint32_t i = 0; i < m->rows.n; i++)
        if (m->rows.at[i].is_branch)
            useful_note(c, m, i);
}

bool pattern_find_useful(pattern_ctx *c, const pattern_row *rows, uint32_t n_rows, sema_ty ty, bool is_valid)
{
    const useful_column column = {.ty = ty, .valid = is_valid, .is_top = true};
    useful_matrix m = {.columns = &column, .n_columns = 1, .wild_is_relevant = true};
    c->steps = 0;
    c->most_steps = MOST_STEPS;
    c->gave_up = n_rows > MOST_ROWS;
    for (uint32_t i = 0; i < n_rows && !c->gave_up; i++)
        useful_push(
            c, &m,
            (useful_row){.columns = rows[i].columns, .guarded = rows[i].guarded, .relevant = true, .is_branch = true});
    if (!c->gave_up)
        useful_compute(c, &m);
    return !c->gave_up;
}

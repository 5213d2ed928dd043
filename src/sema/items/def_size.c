/* def_size.c: which structs, enums and unions hold themselves by value, as rustc's representability.rs tells: of the
 * definitions as they are written, so that arguments that grow without end are never made. */
#include "sema/items/def_table.h"

enum { DEF_SIZE_MOST_DEPTH = 1000 };

/* A walk over what is held: Tarjan's strongly connected components. in_repr: of each generic parameter whether a value
 * of it lies in a value of the type. component: its first one's place. */
typedef struct def_size {
    sema_def adt;
    uint32_t low, component;
    bool is_open, is_infinite;
    uint32_t step; /* its number in the path that def_infinite_cycle went; 0: not yet in one */
    uint8_t *in_repr;
} def_size;

struct def_sizes {
    VEC(def_size) all; /* [0] none */
    VEC(uint32_t) open;
    arena_map of; /* adt: its place in all */
    uint32_t depth;
};

typedef struct def_size_walk {
    struct def_sizes *sizes;
    uint32_t own;
    def_generics_list generics;
    arena_map seen;
} def_size_walk;

static uint32_t def_size_visit(sema *s, struct def_sizes *sizes, sema_def adt);

static void def_size_hold(sema *s, def_size_walk *w, sema_ty t)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM) {
        for (uint32_t i = 0; i < w->generics.n_params; i++)
            if (w->generics.params[i] == info.def)
                w->sizes->all.at[w->own].in_repr[i] = 1;
        return;
    }
    if (info.kind != TY_TUPLE && info.kind != TY_ARRAY && info.kind != TY_ADT)
        return;
    uint32_t *seen = arena_map_at(s->memory, &w->seen, t, 1);
    if (*seen)
        return;
    *seen = 1;
    const uint8_t *in_repr = NULL;
    if (info.kind == TY_ADT) {
        const uint32_t held = def_size_visit(s, w->sizes, info.def);
        def_size *own = &w->sizes->all.at[w->own];
        const def_size *other = &w->sizes->all.at[held];
        own->is_infinite |= held == w->own;
        if (!held)
            return;
        if (other->is_open && other->low < own->low)
            own->low = other->low;
        in_repr = other->in_repr;
    }
    for (uint32_t i = 0; i < (info.kind == TY_ARRAY ? 1 : info.n_args); i++)
        if (!in_repr || in_repr[i])
            def_size_hold(s, w, ty_arg(s, t, i));
}

static void def_size_end_component(struct def_sizes *sizes, uint32_t first)
{
    const bool is_cycle = sizes->open.at[sizes->open.n - 1] != first;
    uint32_t one;
    do {
        one = sizes->open.at[--sizes->open.n];
        sizes->all.at[one].is_open = false;
        sizes->all.at[one].component = first;
        sizes->all.at[one].is_infinite |= is_cycle;
    } while (one != first);
}

/* Its place in sizes->all; 0: too deep. */
static uint32_t def_size_visit(sema *s, struct def_sizes *sizes, sema_def adt)
{
    uint32_t n_variants, n_fields, *of = arena_map_at(s->memory, &sizes->of, adt, 1);
    if (*of)
        return *of;
    if (sizes->depth >= DEF_SIZE_MOST_DEPTH)
        return 0;
    const uint32_t own = *of = sizes->all.n;
    def_size_walk w = {.sizes = sizes, .own = own, .generics = def_generics(s, adt)};
    def_size about = {.adt = adt, .low = own, .is_open = true};
    about.in_repr = ARENA_ARRAY(s->memory, uint8_t, w.generics.n_params);
    vec_push(s->memory, &sizes->all, about);
    vec_push(s->memory, &sizes->open, own);
    sizes->depth++;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            def_size_hold(s, &w, def_type(s, fields[k]));
    }
    sizes->depth--;
    if (sizes->all.at[own].low == own)
        def_size_end_component(sizes, own);
    return own;
}

/* The visit may move the array, so its place is looked up behind it. */
static const def_size *def_size_of(sema *s, struct def_sizes *sizes, sema_def adt)
{
    const uint32_t place = def_size_visit(s, sizes, adt);
    return &sizes->all.at[place];
}

static struct def_sizes *def_size_sizes_of(sema *s)
{
    def_table *table = def_tab(s);
    if (!table->sizes) {
        table->sizes = ARENA_NEW(s->memory, struct def_sizes);
        vec_push(s->memory, &table->sizes->all, (def_size){0});
    }
    return table->sizes;
}

bool def_is_infinite(sema *s, sema_def adt)
{
    struct def_sizes *sizes = def_size_sizes_of(s);
    return def_size_of(s, sizes, adt)->is_infinite;
}

/* Which of the crate's types with that component a value of t has in it; 0: none. */
static sema_def def_size_next(sema *s, struct def_sizes *sizes, sema_ty t, uint32_t component)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind != TY_TUPLE && info.kind != TY_ARRAY && info.kind != TY_ADT)
        return 0;
    const uint8_t *in_repr = NULL;
    if (info.kind == TY_ADT) {
        const def_size *size = def_size_of(s, sizes, info.def);
        if (size->is_infinite && size->component == component)
            return info.def;
        in_repr = size->in_repr;
        if (!in_repr)
            return 0;
    }
    for (uint32_t i = 0; i < (info.kind == TY_ARRAY ? 1 : info.n_args); i++) {
        const sema_def next = !in_repr || in_repr[i] ? def_size_next(s, sizes, ty_arg(s, t, i), component) : 0;
        if (next)
            return next;
    }
    return 0;
}

/* The step from an infinite type to the first that it holds and that holds it in turn. */
static def_size_step def_size_step_from(sema *s, struct def_sizes *sizes, uint32_t place)
{
    const def_size size = sizes->all.at[place];
    uint32_t n_variants, n_fields;
    const sema_def *variants = def_variants(s, size.adt, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            const sema_def next = def_size_next(s, sizes, def_type(s, fields[k]), size.component);
            if (next)
                return (def_size_step){size.adt, fields[k], next};
        }
    }
    return (def_size_step){0, 0, 0};
}

const def_size_step *def_infinite_cycle(sema *s, sema_def adt, uint32_t *n)
{
    struct def_sizes *sizes = def_size_sizes_of(s);
    VEC(def_size_step) path = {0};
    uint32_t place = def_size_visit(s, sizes, adt), first;
    *n = 0;
    while (sizes->all.at[place].is_infinite && !sizes->all.at[place].step) {
        const def_size_step step = def_size_step_from(s, sizes, place);
        if (!step.field)
            return NULL;
        vec_push(s->memory, &path, step);
        sizes->all.at[place].step = path.n;
        place = def_size_visit(s, sizes, step.next);
    }
    first = sizes->all.at[place].step;
    if (!path.n || first > path.n || path.at[first - 1].adt != sizes->all.at[place].adt)
        return NULL; /* told before */
    *n = path.n - (first - 1);
    return path.at + (first - 1);
}

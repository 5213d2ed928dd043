/* borrow_place.c: interns places as a tree below each local, and tells their types and the names that messages give
 * them. */
#include "sema/borrow/borrow_internal.h"
#include "base/hash.h"

static const sema_span borrow_nowhere = {0, 0, 0};

uint32_t borrow_new_local(borrow_ctx *c, sema_ty rich, sema_symbol name, sema_span span)
{
    place_node root = {.elem = ELEM_LOCAL, .local = c->locals.n, .ty = rich};
    borrow_local local = {.name = name, .ty = rich, .span = span, .place = c->places.n};
    vec_push(&c->s->scratch, &c->places, root);
    vec_push(&c->s->scratch, &c->locals, local);
    return c->locals.n - 1;
}

static sema_ty borrow_elem_type(borrow_ctx *c, const place_node *p)
{
    sema *s = c->s;
    sema_ty base = c->places.at[p->parent].ty;
    ty_info info = *ty_get(s, base);
    switch ((place_elem)p->elem) {
    case ELEM_DEREF:
        return info.kind == TY_REF ? ty_arg(s, base, 1) : info.kind == TY_PTR ? ty_arg(s, base, 0) : (sema_ty)TY_ERROR;
    case ELEM_INDEX:
    case ELEM_CONST_INDEX: return info.n_args ? ty_arg(s, base, 0) : (sema_ty)TY_ERROR;
    case ELEM_SUBSLICE: return base;
    case ELEM_FIELD: break;
    case ELEM_LOCAL: return TY_ERROR;
    }
    if (info.kind == TY_TUPLE)
        return p->index < info.n_args ? ty_arg(s, base, p->index) : (sema_ty)TY_ERROR;
    if (info.kind != TY_ADT)
        return TY_ERROR;
    uint32_t n, n_args;
    const sema_def *fields = def_fields(s, p->variant ? p->variant : info.def, &n);
    if (p->index >= n)
        return TY_ERROR;
    const sema_ty *args = ty_args(s, base, &n_args);
    return borrow_normalize(c, borrow_subst(c, def_type(s, fields[p->index]), info.def, args, n_args, NULL));
}

static bool borrow_is_same_elem(const place_node *a, const place_node *b)
{
    return a->elem == b->elem && a->index == b->index && a->variant == b->variant && a->skipped == b->skipped &&
           a->from_end == b->from_end;
}

/* Where the child is, or will be, of a parent that has many; 0: there is none yet. */
static uint32_t *borrow_child_of_many(borrow_ctx *c, const place_node *wanted)
{
    uint64_t key =
        hash_mix((uint64_t)wanted->parent << 32 | wanted->variant, (uint64_t)wanted->index << 32 | wanted->skipped);
    key = hash_mix(key, (uint64_t)wanted->elem << 1 | wanted->from_end) | 1;
    for (;; key += 2) {
        uint32_t *at = arena_map_at(&c->s->scratch, &c->children, key, 1);
        const place_node *found = &c->places.at[*at];
        if (!*at || (found->parent == wanted->parent && borrow_is_same_elem(found, wanted)))
            return at;
    }
}

static borrow_place borrow_child(borrow_ctx *c, place_node wanted)
{
    enum { MANY_CHILDREN = 32 };
    const borrow_place first = c->places.at[wanted.parent].first_child;
    if (c->places.at[wanted.parent].has_many) {
        const borrow_place known = *borrow_child_of_many(c, &wanted);
        if (known)
            return known;
    } else {
        uint32_t n = 0;
        for (borrow_place at = first; at; at = c->places.at[at].next_sibling, n++)
            if (borrow_is_same_elem(&c->places.at[at], &wanted))
                return at;
        for (borrow_place at = n < MANY_CHILDREN ? 0 : first; at; at = c->places.at[at].next_sibling)
            *borrow_child_of_many(c, &c->places.at[at]) = at;
        c->places.at[wanted.parent].has_many = n >= MANY_CHILDREN;
    }
    wanted.ty = borrow_elem_type(c, &wanted);
    wanted.local = c->places.at[wanted.parent].local;
    wanted.next_sibling = c->places.at[wanted.parent].first_child;
    vec_push(&c->s->scratch, &c->places, wanted);
    const borrow_place made = c->places.n - 1;
    c->places.at[wanted.parent].first_child = made;
    if (c->places.at[wanted.parent].has_many)
        *borrow_child_of_many(c, &wanted) = made;
    return made;
}

borrow_place borrow_elem(borrow_ctx *c, borrow_place parent, place_elem elem, uint32_t index, sema_def variant)
{
    place_node p = {.parent = parent, .elem = (uint8_t)elem, .index = index, .variant = variant};
    return borrow_child(c, p);
}

borrow_place borrow_slice_elem(borrow_ctx *c, borrow_place parent, place_elem elem, uint32_t index, uint32_t skipped,
                               bool from_end)
{
    place_node p = {.parent = parent, .elem = (uint8_t)elem, .index = index, .skipped = skipped, .from_end = from_end};
    return borrow_child(c, p);
}

bool borrow_is_copy(borrow_ctx *c, sema_ty rich)
{
    sema *s = c->s;
    if (ty_is_scalar(s, rich))
        return true;
    sema_ty t = ty_erase_regions(s, rich);
    switch (ty_kind_of(s, t)) {
    case TY_REF: return !ty_get(s, t)->mutable;
    case TY_ERROR:
    case TY_NEVER:
    case TY_PTR:
    case TY_FN_DEF:
    case TY_FN_PTR: return true;
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_ADT:
    case TY_CLOSURE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    const uint32_t *known = arena_map_at(&s->scratch, &c->copies, t, 0);
    if (known)
        return *known == SEMA_ANSWER_YES;
    bool copy = infer_is_copy(c->infer, t);
    *arena_map_at(&s->scratch, &c->copies, t, 1) = copy ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return copy;
}

/* One of the library that has parameters only passes on what those do. */
bool borrow_has_own_destructor(borrow_ctx *c, sema_def adt)
{
    if (!def_destructor(c->s, adt))
        return false;
    const def_generics_list generics = def_generics(c->s, adt);
    for (uint32_t i = 0; i < generics.n_params && def_get(c->s, adt)->is_library; i++)
        if (def_kind_of(c->s, generics.params[i]) == DEF_TYPE_PARAM)
            return false;
    return true;
}

static bool borrow_fields_need_drop(borrow_ctx *c, sema_ty adt)
{
    sema *s = c->s;
    uint32_t n_variants, n_fields, n_args;
    sema_def def = ty_get(s, adt)->def;
    const sema_ty *args = ty_args(s, adt, &n_args);
    const sema_def *variants = def_variants(s, def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t j = 0; j < n_fields; j++) {
            sema_ty t = borrow_subst(c, def_type(s, fields[j]), def, args, n_args, NULL);
            if (borrow_needs_drop(c, borrow_normalize(c, t)))
                return true;
        }
    }
    return false;
}

static bool borrow_captures_need_drop(borrow_ctx *c, sema_def closure)
{
    const thir_body *body = borrow_closure_body(c->s, closure);
    for (uint32_t i = 0; body && i < body->captures.n; i++)
        if (body->captures.at[i].mode == CAPTURE_VALUE && borrow_needs_drop(c, body->captures.at[i].ty))
            return true;
    return false;
}

bool borrow_needs_drop(borrow_ctx *c, sema_ty rich)
{
    sema *s = c->s;
    if (borrow_is_copy(c, rich))
        return false;
    ty_info info = *ty_get(s, rich);
    switch ((ty_kind)info.kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE: return true;
    case TY_TUPLE:
    case TY_ARRAY:
        for (uint32_t i = 0; i < info.n_args && !borrow_is_empty(c, rich); i++)
            if (ty_kind_of(s, ty_arg(s, rich, i)) != TY_CONST && borrow_needs_drop(c, ty_arg(s, rich, i)))
                return true;
        return false;
    case TY_CLOSURE: return borrow_captures_need_drop(c, info.def);
    case TY_ADT: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_SLICE:
    case TY_CASES_POINTER:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_INFER:
    case TY_CASES_NO_TYPE: return false;
    }
    if (info.def == def_lang(s, LANG_MANUALLY_DROP))
        return false;
    if (def_is_infinite(s, info.def)) /* its arguments may grow for ever */
        return false;
    if (borrow_has_own_destructor(c, info.def))
        return true;
    if (def_destructor(s, info.def)) { /* of the library, which drops values of its parameters */
        uint32_t n_args;
        const sema_ty *args = ty_args(s, rich, &n_args);
        for (uint32_t i = 0; i < n_args; i++)
            if (ty_kind_of(s, args[i]) != TY_CONST && borrow_needs_drop(c, args[i]))
                return true;
    }
    uint32_t *known = arena_map_at(&s->scratch, &c->drops, ty_erase_regions(s, rich), 1);
    if (*known)
        return *known == SEMA_ANSWER_YES;
    *known = SEMA_ANSWER_NO; /* for a type inside itself, until its fields are known */
    if (!sema_enter(s, borrow_nowhere))
        return false;
    bool needs = borrow_fields_need_drop(c, rich);
    sema_leave(s);
    if (needs)
        *arena_map_at(&s->scratch, &c->drops, ty_erase_regions(s, rich), 1) = SEMA_ANSWER_YES;
    return needs;
}

static bool borrow_fields_have_cell(borrow_ctx *c, sema_ty adt)
{
    sema *s = c->s;
    uint32_t n_variants, n_fields, n_args;
    const sema_def def = ty_get(s, adt)->def;
    const sema_ty *args = ty_args(s, adt, &n_args);
    const ty_subst subst = {def, args, n_args};
    const sema_def *variants = def_variants(s, def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            if (borrow_has_cell(c, borrow_normalize(c, ty_substitute(s, def_type(s, fields[k]), &subst))))
                return true;
    }
    return false;
}

bool borrow_has_cell(borrow_ctx *c, sema_ty t)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM || info.kind == TY_PROJECTION || info.kind == TY_OPAQUE)
        return true;
    if (info.kind == TY_TUPLE || info.kind == TY_ARRAY) {
        for (uint32_t i = 0; i < info.n_args; i++)
            if (ty_kind_of(s, ty_arg(s, t, i)) != TY_CONST && borrow_has_cell(c, ty_arg(s, t, i)))
                return true;
        return false;
    }
    if (info.kind != TY_ADT)
        return false;
    if (info.def == def_lang(s, LANG_ATOMIC) ||
        (def_get(s, info.def)->is_library && strcmp(sema_text(s, def_get(s, info.def)->name), "UnsafeCell") == 0))
        return true;
    if (def_is_infinite(s, info.def)) /* its arguments may grow for ever */
        return false;
    uint32_t *known = arena_map_at(&s->scratch, &c->cells, ty_erase_regions(s, t), 1);
    if (*known)
        return *known == SEMA_ANSWER_YES;
    *known = SEMA_ANSWER_NO; /* for a type inside itself, until its fields are known */
    if (!sema_enter(s, borrow_nowhere))
        return false;
    const bool has = borrow_fields_have_cell(c, t);
    sema_leave(s);
    if (has)
        *arena_map_at(&s->scratch, &c->cells, ty_erase_regions(s, t), 1) = SEMA_ANSWER_YES;
    return has;
}

const char *borrow_place_name(borrow_ctx *c, borrow_place place)
{
    sema *s = c->s;
    const place_node *p = &c->places.at[place];
    arena *memory = s->memory;
    if (p->elem == ELEM_LOCAL) {
        const borrow_local *local = &c->locals.at[p->local];
        return local->name ? sema_text(s, local->name) : NULL;
    }
    const place_node *parent = &c->places.at[p->parent];
    const char *base = borrow_place_name(c, p->parent);
    if (!base)
        return NULL;
    switch ((place_elem)p->elem) {
    case ELEM_DEREF: return arena_format(memory, "*%s", base);
    case ELEM_INDEX:
    case ELEM_CONST_INDEX:
    case ELEM_SUBSLICE:
        while (*base == '*')
            base++;
        return arena_format(memory, p->elem == ELEM_INDEX ? "%s[_]" : "%s[..]", base);
    case ELEM_LOCAL:
    case ELEM_FIELD: break;
    }
    /* Fields are reached through references without a written `*`. */
    while (*base == '*')
        base++;
    sema_ty t = parent->ty;
    if (ty_kind_of(s, t) != TY_ADT)
        return arena_format(memory, "%s.%u", base, (unsigned)p->index);
    uint32_t n;
    const sema_def *fields = def_fields(s, p->variant ? p->variant : ty_get(s, t)->def, &n);
    if (p->index >= n)
        return NULL;
    return arena_format(memory, "%s.%s", base, sema_text(s, def_get(s, fields[p->index])->name));
}

const char *borrow_describe(borrow_ctx *c, borrow_place place)
{
    const char *name = borrow_place_name(c, place);
    return name ? arena_format(c->s->memory, "`%s`", name) : "value";
}

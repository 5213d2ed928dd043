/* lower_layout.c: places fields and tags by rustc's rules (rustc_abi's layout.rs), for types that are not repr(C).
 *
 * Fields are sorted so that there is little padding, and so that the largest niche (values that a field never has)
 * lies at an end. An enum holds its tag in the niche of its largest variant if the other variants fit beside it, else
 * in front. Sizes and niches are rustc's. An enum with its tag in front has the form {tag, union} in the IR if that
 * is as large. */
#include "lower/lower_internal.h"

/* What precedes the fields. The last field of a tuple stays last, because in another tuple it may have no known size;
 * so does a struct's whose size some arguments make unknown. */
typedef struct front {
    uint64_t size;
    uint32_t align;
    bool last_stays;
} front;
typedef enum bias { BIAS_START, BIAS_END } bias;

/* Lays out the fields of a struct or variant as rustc does. */
typedef struct row {
    const lower_layout *const *fields;
    uint32_t n;
    uint32_t *order; /* by offset */
    uint64_t *offsets;
    uint64_t size;
    uint32_t align;
    lower_niche niche;
} row;

static const front no_front = {0, 1, false};

static uint32_t lower_align_in(const lower_layout *field, uint32_t packed)
{
    return packed && packed < field->align ? packed : field->align;
}

static uint64_t lower_most_of(uint32_t size)
{
    return UINT64_MAX >> (64 - 8 * size);
}

/* How many values the niche has. */
static uint64_t lower_available(const lower_niche *n)
{
    return n->size ? (n->start - n->end - 1) & lower_most_of(n->size) : 0;
}

static lower_niche lower_with_range(uint64_t offset, uint32_t size, uint64_t start, uint64_t end)
{
    lower_niche niche = {offset, start & lower_most_of(size), end & lower_most_of(size), size};
    return lower_available(&niche) ? niche : (lower_niche){0};
}

/* Takes count values; the first in *first. */
static bool lower_reserve(lower_niche *n, uint64_t count, uint64_t *first)
{
    const uint64_t most = lower_most_of(n->size), end = (n->end + count) & most;
    bool from_start = false;
    if (count > lower_available(n))
        return false;
    if (n->start <= n->end)
        from_start = n->start <= most - n->end ? count <= n->start : end >= 1 && end <= n->end;
    if (from_start) {
        *first = n->start = (n->start - count) & most;
    } else {
        *first = (n->end + 1) & most;
        n->end = end;
    }
    return true;
}

static uint64_t lower_layout_size_of(const lower *l, const lower_layout *layout)
{
    return layout->ir ? ir_size(l->m, layout->ir) : 0;
}

static uint32_t lower_zeros(uint64_t n)
{
    return n ? (uint32_t)__builtin_ctzll(n) : 64;
}

typedef struct sort_key {
    uint32_t group;
    uint64_t niche, inner;
} sort_key;

static bool lower_is_before(const sort_key *a, const sort_key *b)
{
    if (a->group != b->group)
        return a->group < b->group;
    return a->niche != b->niche ? a->niche < b->niche : a->inner < b->inner;
}

static void lower_sort(const lower *l, row *r, uint32_t n, bool is_prefixed, uint32_t packed, bias to)
{
    uint32_t most_align = 1;
    uint64_t most_niche = 0;
    sort_key *keys = ARENA_ARRAY(l->s->memory, sort_key, n);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t niche = lower_available(&r->fields[i]->niche);
        most_align = r->fields[i]->align > most_align ? r->fields[i]->align : most_align;
        most_niche = niche > most_niche ? niche : most_niche;
    }
    for (uint32_t i = 0; i < n; i++) {
        const lower_layout *f = r->fields[i];
        uint64_t size = lower_layout_size_of(l, f), niche = lower_available(&f->niche);
        uint32_t group = lower_zeros(size > f->align ? size : f->align), most = lower_zeros(most_align);
        if (packed)
            group = lower_zeros(lower_align_in(f, packed));
        else if (most_niche && to == BIAS_START)
            group = group < most ? group : most;
        else if (most_niche && niche == most_niche)
            group = lower_zeros(f->align);
        if (is_prefixed)
            keys[i] = (sort_key){group, niche, 0};
        else if (to == BIAS_START)
            keys[i] = (sort_key){64 - group, ~niche, f->niche.offset};
        else
            keys[i] = (sort_key){64 - group, niche, niche ? ~(size - f->niche.size - f->niche.offset) : 0};
    }
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && lower_is_before(&keys[r->order[k]], &keys[r->order[k - 1]]); k--) {
            uint32_t other = r->order[k];
            r->order[k] = r->order[k - 1];
            r->order[k - 1] = other;
        }
}

static row lower_lay_row_to(const lower *l, const lower_layout *const *fields, uint32_t n, def_repr repr, front before,
                            bias to)
{
    arena *a = l->s->memory;
    row r = {.fields = fields,
             .n = n,
             .align = before.align,
             .order = ARENA_ARRAY(a, uint32_t, n),
             .offsets = ARENA_ARRAY(a, uint64_t, n)};
    uint64_t at = ir_round_up(before.size, before.align), most = 0;
    for (uint32_t i = 0; i < n; i++)
        r.order[i] = i;
    if (!repr.c && repr.tag == (sema_ty)TY_NONE && n > 1)
        lower_sort(l, &r, n - before.last_stays, before.size != 0, repr.packed, to);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = r.order[k];
        uint64_t niche = lower_available(&fields[i]->niche);
        const uint32_t align = lower_align_in(fields[i], repr.packed);
        at = ir_round_up(at, align);
        r.align = align > r.align ? align : r.align;
        r.offsets[i] = at;
        if (niche && (to == BIAS_START ? niche > most : niche >= most)) {
            most = niche;
            r.niche = fields[i]->niche;
            r.niche.offset += at;
        }
        at += lower_layout_size_of(l, fields[i]);
    }
    r.align = repr.align > r.align ? repr.align : r.align;
    r.size = ir_round_up(at, r.align);
    return r;
}

static row lower_lay_row(const lower *l, const lower_layout *const *fields, uint32_t n, def_repr repr, front before)
{
    row r = lower_lay_row_to(l, fields, n, repr, before, BIAS_START);
    if (!r.niche.size || n < 2 || before.last_stays)
        return r;
    uint64_t head = r.niche.offset, tail = r.size - head - r.niche.size;
    if (!head || !tail)
        return r;
    row other = lower_lay_row_to(l, fields, n, repr, before, BIAS_END);
    return other.niche.offset > head && other.niche.offset > tail ? other : r;
}

static const lower_layout **lower_layouts_of(lower *l, const lower_variant *v, sema_span at)
{
    const lower_layout **fields = ARENA_ARRAY(l->s->memory, const lower_layout *, v->n_fields);
    for (uint32_t i = 0; i < v->n_fields; i++)
        fields[i] = lower_layout_of(l, v->fields[i], at);
    return fields;
}

/* Makes the IR struct of a row from the byte `from` on. Where C's rules would leave no gap, a field of bytes makes
 * one. A packed field that wants more than it gets is bytes, too. */
static void lower_make_struct(lower *l, lower_variant *v, const row *r, uint64_t from, uint32_t min_align,
                              uint32_t packed, const char *name)
{
    arena *a = l->s->memory;
    ir_type *types = ARENA_ARRAY(a, ir_type, 2 * r->n + 1);
    uint32_t *slots = ARENA_ARRAY(a, uint32_t, r->n), n = 0;
    uint32_t natural = 1;
    bool any = false;
    uint64_t at = from;
    for (uint32_t k = 0; k < r->n; k++) {
        const lower_layout *field = r->fields[r->order[k]];
        const uint64_t offset = r->offsets[r->order[k]];
        slots[r->order[k]] = LOWER_NO_SLOT;
        if (!field->ir)
            continue;
        const bool is_loose = packed && packed < field->align;
        const uint32_t align = is_loose ? 1 : field->align;
        if (ir_round_up(at - from, align) != offset - from)
            types[n++] = ir_array(l->m, IR_U8, offset - at);
        slots[r->order[k]] = n;
        at = offset + ir_size(l->m, field->ir);
        types[n++] = is_loose ? ir_array(l->m, IR_U8, at - offset) : field->ir;
        natural = align > natural ? align : natural;
        any = true;
    }
    v->slots = slots;
    v->ir = any ? ir_struct(l->m, types, n, min_align > natural ? min_align : 0, name) : 0;
}

void lower_lay_out_struct(lower *l, lower_layout *out, lower_variant *v, def_repr repr, const char *name, sema_span at)
{
    const ty_kind kind = ty_kind_of(l->s, out->ty);
    const bool is_unsized = v->n_fields && lower_is_unsized(l, v->fields[v->n_fields - 1]);
    const bool last_stays =
        is_unsized || kind == TY_TUPLE || (kind == TY_ADT && v->n_fields > 1 && lower_may_lose_size(l, v->def));
    row r = lower_lay_row(l, lower_layouts_of(l, v, at), v->n_fields, repr, (front){0, 1, last_stays});
    for (uint32_t i = 0; i < v->n_fields; i++)
        out->is_empty |= r.fields[i]->is_empty;
    lower_make_struct(l, v, &r, 0, is_unsized ? 0 : r.align, repr.packed, name);
    v->packed = repr.packed;
    out->shape = SHAPE_STRUCT;
    out->variants = v;
    out->n_variants = 1;
    out->align = r.align;
    if (is_unsized) {
        out->shape = SHAPE_TAIL;
        out->tail_at = r.offsets[v->n_fields - 1];
        return;
    }
    out->niche = r.niche;
    out->ir = v->ir;
}

/* ---- enums ---- */

typedef struct choice {
    lower *l;
    lower_layout *out;
    lower_variant *variants;
    const lower_layout *const **fields;
    uint32_t n;
    def_repr repr;
    const char *name;
} choice;

/* One way to lay out an enum. */
typedef struct plan {
    bool exists;
    row *rows;
    uint64_t size;
    uint32_t align;
    lower_niche niche; /* that is left */
    uint64_t code_at, code_start, first, count, other;
    uint32_t code_size;
    int64_t least, most; /* discriminants, of a tag in front */
} plan;

static bool lower_has_empty_field(const choice *c, uint32_t i)
{
    for (uint32_t k = 0; k < c->variants[i].n_fields; k++)
        if (c->fields[i][k]->is_empty)
            return true;
    return false;
}

/* Takes no room, not even in the tag. */
static bool lower_is_absent(const choice *c, uint32_t i)
{
    for (uint32_t k = 0; k < c->variants[i].n_fields; k++)
        if (c->fields[i][k]->ir)
            return false;
    return lower_has_empty_field(c, i);
}

static bool lower_layout_has_room(const row *r, const plan *p, uint64_t *from)
{
    *from = 0;
    if (r->size <= p->code_at)
        return true;
    *from = ir_round_up(p->code_at + p->code_size, r->align);
    return *from + r->size <= p->size;
}

/* In the niche of the largest variant. */
static plan lower_plan_niche(const choice *c)
{
    plan p = {.rows = ARENA_ARRAY(c->l->s->memory, row, c->n), .align = 1, .count = 0};
    uint32_t largest = 0, last = 0;
    bool any = false;
    for (uint32_t i = 0; i < c->n; i++) {
        p.rows[i] = lower_lay_row(c->l, c->fields[i], c->variants[i].n_fields, c->repr, no_front);
        p.align = p.rows[i].align > p.align ? p.rows[i].align : p.align;
        if (p.rows[i].size >= p.rows[largest].size)
            largest = i;
    }
    for (uint32_t i = 0; i < c->n; i++)
        if (i != largest && !lower_is_absent(c, i)) {
            p.first = any ? p.first : i;
            last = i;
            any = true;
        }
    p.niche = p.rows[largest].niche;
    p.count = last - p.first + 1;
    p.other = largest;
    p.code_at = p.niche.offset;
    p.code_size = p.niche.size;
    p.size = ir_round_up(p.rows[largest].size, p.align);
    if (!p.niche.size || !lower_reserve(&p.niche, p.count, &p.code_start))
        return p;
    if (!lower_available(&p.niche))
        p.niche = (lower_niche){0};
    for (uint32_t i = 0; i < c->n; i++) {
        uint64_t from = 0;
        if (i != largest && !lower_layout_has_room(&p.rows[i], &p, &from))
            return p;
        for (uint32_t k = 0; k < p.rows[i].n; k++)
            p.rows[i].offsets[k] += c->fields[i][k]->ir ? from : 0;
    }
    p.exists = true;
    return p;
}

static uint32_t lower_width_for(int64_t least, int64_t most)
{
    for (uint32_t size = 1; size < 8; size *= 2) {
        int64_t limit = INT64_C(1) << (8 * size - (least < 0));
        if (most < limit && (least >= 0 || least >= -limit))
            return size;
    }
    return 8;
}

static plan lower_plan_tag(const choice *c)
{
    plan p = {.exists = true, .rows = ARENA_ARRAY(c->l->s->memory, row, c->n), .least = INT64_MAX, .most = INT64_MIN};
    const bool is_free = !c->repr.c && c->repr.tag == (sema_ty)TY_NONE;
    uint32_t start_align = 256;
    for (uint32_t i = 0; i < c->n; i++) {
        int64_t d = (int64_t)c->variants[i].discriminant;
        if (lower_has_empty_field(c, i))
            continue;
        p.least = d < p.least ? d : p.least;
        p.most = d > p.most ? d : p.most;
    }
    if (p.least > p.most)
        p.least = p.most = 0;
    uint32_t width = lower_width_for(p.least, p.most);
    if (c->repr.tag != (sema_ty)TY_NONE)
        width = (uint32_t)ir_size(c->l->m, lower_ir_type(c->l, c->repr.tag, (sema_span){0}));
    else if (c->repr.c && width < 4)
        width = 4;
    uint32_t prefix_align = width;
    if (c->repr.c)
        for (uint32_t i = 0; i < c->n; i++)
            for (uint32_t k = 0; k < c->variants[i].n_fields; k++)
                prefix_align = c->fields[i][k]->align > prefix_align ? c->fields[i][k]->align : prefix_align;
    p.align = width;
    for (uint32_t i = 0; i < c->n; i++) {
        row *r = &p.rows[i];
        *r = lower_lay_row(c->l, c->fields[i], c->variants[i].n_fields, c->repr, (front){width, prefix_align, false});
        for (uint32_t k = 0; k < r->n; k++) {
            const lower_layout *field = r->fields[r->order[k]];
            if (field->ir || field->align != 1) {
                start_align = field->align < start_align ? field->align : start_align;
                break;
            }
        }
        p.size = r->size > p.size ? r->size : p.size;
        p.align = r->align > p.align ? r->align : p.align;
    }
    p.size = ir_round_up(p.size, p.align);
    if (is_free && start_align > width && start_align <= 8)
        width = start_align;
    p.code_size = width;
    p.niche = lower_with_range(0, width, (uint64_t)p.least, (uint64_t)p.most);
    return p;
}

static ir_type lower_tag_type(const plan *p, uint32_t size)
{
    const bool is_signed = p->least < 0 || (size == 4 && p->most <= INT32_MAX);
    return (is_signed ? IR_I8 : IR_U8) + lower_zeros(size);
}

/* Makes the variants' structs and their union, from a byte on; *align gets the union's alignment. 0: no variant has a
 * field. */
static ir_type lower_make_union(const choice *c, const plan *p, uint64_t from)
{
    ir_type *members = ARENA_ARRAY(c->l->s->memory, ir_type, c->n);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        lower_variant *v = &c->variants[i];
        lower_make_struct(c->l, v, &p->rows[i], from, 0, 0, NULL);
        if (!v->ir)
            continue;
        /* Variants of one type share a member: a C compiler does work for each member of a union, and unions nest. */
        v->slot = 0;
        while (v->slot < n && members[v->slot] != v->ir)
            v->slot++;
        if (v->slot == n)
            members[n++] = v->ir;
    }
    return n ? ir_union(c->l->m, members, n, 0) : 0;
}

static ir_type lower_code_type(uint32_t size)
{
    return IR_U8 + lower_zeros(size);
}

static void lower_layout_make_coded(const choice *c, const plan *p, const ir_coding *coding)
{
    ir_type content = lower_make_union(c, p, 0);
    c->out->tag = p->least < INT32_MIN || p->most > INT32_MAX ? IR_I64 : IR_I32;
    c->out->ir =
        ir_coded(c->l->m, c->out->tag, content, coding, p->align > ir_align(c->l->m, content) ? p->align : 0, c->name);
}

/* Makes {tag, union} if C's rules lead to the same size. */
static bool lower_make_pair(const choice *c, const plan *p)
{
    ir_module *m = c->l->m;
    const bool is_free = !c->repr.c && c->repr.tag == (sema_ty)TY_NONE;
    uint64_t start = 0;
    uint32_t align = 1;
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < p->rows[i].n; k++)
            if (c->fields[i][k]->ir && c->fields[i][k]->align > align)
                align = c->fields[i][k]->align;
    const uint32_t width = is_free && p->code_size > 4 && lower_width_for(p->least, p->most) <= 4 ? 4 : p->code_size;
    start = ir_round_up(width, align);
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < p->rows[i].n; k++)
            if (c->fields[i][k]->ir && p->rows[i].offsets[k] < start)
                return false;
    ir_type content = lower_make_union(c, p, start);
    c->out->tag = lower_tag_type(p, width);
    if (!content && p->size == width) {
        c->out->shape = SHAPE_TAG;
        c->out->ir = c->out->tag;
        return true;
    }
    if (!content) {
        ir_type byte = IR_U8;
        content = ir_union(m, &byte, 1, 0);
    }
    const uint64_t natural = ir_align(m, content) > width ? ir_align(m, content) : width;
    c->out->ir = ir_struct(m, (ir_type[]){c->out->tag, content}, 2, p->align > natural ? p->align : 0, c->name);
    return ir_size(m, c->out->ir) == p->size;
}

static void lower_make_only(const choice *c, uint32_t present)
{
    row r = {0};
    for (uint32_t i = 0; i < c->n; i++) {
        row one = lower_lay_row(c->l, c->fields[i], c->variants[i].n_fields, c->repr, no_front);
        lower_make_struct(c->l, &c->variants[i], &one, 0, one.align, 0, i == present ? c->name : NULL);
        r = i == present ? one : r;
    }
    c->out->shape = SHAPE_STRUCT;
    c->out->tag = IR_I32;
    c->out->present = present;
    c->out->niche = r.niche;
    c->out->align = r.align;
    c->out->ir = c->variants[present].ir;
}

void lower_lay_out_enum(lower *l, lower_layout *out, lower_variant *variants, uint32_t n, def_repr repr,
                        const char *name, sema_span at)
{
    choice c = {l, out, variants, ARENA_ARRAY(l->s->memory, const lower_layout *const *, n), n, repr, name};
    uint32_t n_present = 0, present = 0;
    out->variants = variants;
    out->n_variants = n;
    out->shape = SHAPE_STRUCT;
    out->is_empty = true;
    for (uint32_t i = 0; i < n; i++)
        c.fields[i] = lower_layouts_of(l, &variants[i], at);
    for (uint32_t i = n; i-- > 0;) {
        out->is_empty &= lower_has_empty_field(&c, i);
        if (!lower_is_absent(&c, i)) {
            present = i;
            n_present++;
        }
    }
    const bool is_free = !repr.c && repr.tag == (sema_ty)TY_NONE;
    if (n == 0)
        return;
    if (n_present == 0 || (n_present == 1 && is_free)) {
        lower_make_only(&c, present);
        out->align = n_present ? out->align : 1;
        return;
    }
    out->shape = SHAPE_ENUM;
    plan tag = lower_plan_tag(&c), niche = is_free ? lower_plan_niche(&c) : (plan){0};
    if (niche.exists && (niche.size < tag.size ||
                         (niche.size == tag.size && lower_available(&tag.niche) < lower_available(&niche.niche)))) {
        const ir_coding coding = {lower_code_type(niche.code_size),
                                  (uint32_t)niche.count,
                                  niche.code_at,
                                  niche.code_start,
                                  niche.first,
                                  niche.other,
                                  false};
        if (niche.code_at % niche.code_size || niche.align < niche.code_size)
            lower_not_yet(l, at, "an enum that is told by a packed field", "give the enum a `repr`");
        lower_layout_make_coded(&c, &niche, &coding);
        out->niche = niche.niche;
        return;
    }
    out->niche = tag.niche;
    if (!lower_make_pair(&c, &tag)) {
        const ir_coding coding = {lower_code_type(tag.code_size),
                                  0,
                                  0,
                                  (uint64_t)tag.least & lower_most_of(tag.code_size),
                                  (uint64_t)tag.least,
                                  0,
                                  true};
        lower_layout_make_coded(&c, &tag, &coding);
    }
}

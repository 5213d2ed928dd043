/* opt_mem2reg_value.c: values of several scalars, taken apart and put together. */
#include "opt/ptx/opt_mem2reg.h"

enum { MOST_SCALARS = 128, MOST_TOGETHER = 16 };

typedef VEC(mem2reg_scalar) scalar_list;

static uint64_t opt_mem2reg_size(const mem2reg *p, ir_type type)
{
    return ir_size(p->t->m, type);
}

/* Whether the bits of one are a value of the other. */
static bool opt_mem2reg_is_alike(const mem2reg *p, ir_type a, ir_type b)
{
    return a == b || (a > IR_BOOL && a <= IR_F64 && b > IR_BOOL && b <= IR_F64 &&
                      opt_mem2reg_size(p, a) == opt_mem2reg_size(p, b));
}

bool opt_mem2reg_is_whole(const mem2reg *p, ir_type type)
{
    return p->t->m->types.at[type].kind >= IR_ARRAY;
}

static ir_type opt_mem2reg_field_type(const mem2reg *p, ir_type type, uint32_t field)
{
    const ir_type_info *about = &p->t->m->types.at[type];
    return about->kind == IR_ARRAY ? about->element : p->t->m->fields.at[about->first_field + field];
}

/* ---- layouts ---- */

static bool opt_mem2reg_add_scalar(mem2reg *p, scalar_list *list, ir_type type, uint64_t offset)
{
    const uint64_t end = offset + opt_mem2reg_size(p, type);
    uint32_t k = list->n;
    while (k > 0 && list->at[k - 1].offset >= end)
        k--;
    const mem2reg_scalar *before = k ? &list->at[k - 1] : NULL;
    if (before && before->offset + opt_mem2reg_size(p, before->type) > offset)
        return before->offset == offset && opt_mem2reg_is_alike(p, before->type, type);
    vec_push(p->t->m->memory, list, (mem2reg_scalar){type, offset});
    memmove(list->at + k + 1, list->at + k, (list->n - 1 - k) * sizeof *list->at);
    list->at[k] = (mem2reg_scalar){type, offset};
    return list->n <= MOST_SCALARS;
}

/* How many of the bytes between are in scalars. */
static uint64_t opt_mem2reg_n_bytes(const mem2reg *p, const scalar_list *list, uint64_t offset, uint64_t end)
{
    uint64_t n = 0;
    for (uint32_t k = 0; k < list->n; k++)
        n += list->at[k].offset >= offset && list->at[k].offset < end ? opt_mem2reg_size(p, list->at[k].type) : 0;
    return n;
}

static bool opt_mem2reg_flatten(mem2reg *p, scalar_list *list, ir_type type, uint64_t offset, bool *is_mixed)
{
    const ir_type_info *about = &p->t->m->types.at[type];
    if (about->size == 0)
        return true;
    if (about->kind < IR_ARRAY)
        return opt_mem2reg_add_scalar(p, list, type, offset);
    if (about->kind == IR_CODED || (about->kind == IR_ARRAY && about->n > MOST_SCALARS))
        return false;
    const bool is_union = about->kind == IR_UNION;
    *is_mixed |= is_union;
    const uint32_t n = about->kind == IR_ARRAY ? (uint32_t)about->n : about->n_fields;
    for (uint32_t k = 0; k < n; k++)
        if (!opt_mem2reg_flatten(p, list, opt_mem2reg_field_type(p, type, k),
                                 offset + ir_field_offset(p->t->m, type, k), is_mixed))
            return false;
    return !is_union || opt_mem2reg_n_bytes(p, list, offset, offset + about->size) == about->size;
}

const mem2reg_layout *opt_mem2reg_layout(mem2reg *p, ir_type type)
{
    mem2reg_layout *of = &p->layouts[type];
    if (!of->is_known) {
        scalar_list list = {0};
        bool is_mixed = false;
        const bool fits = opt_mem2reg_flatten(p, &list, type, 0, &is_mixed);
        *of = (mem2reg_layout){list.at, fits ? list.n : 0, true, fits, is_mixed};
    }
    return of;
}

bool opt_mem2reg_is_apart(const mem2reg_layout *of)
{
    return of->fits && (of->is_mixed || of->n > MOST_TOGETHER);
}

/* The scalar at the offset, or that which the offset is in; n: there is none. */
static uint32_t opt_mem2reg_scalar_at(const mem2reg *p, const mem2reg_layout *of, uint64_t offset)
{
    uint32_t k = 0;
    while (k < of->n && of->at[k].offset + opt_mem2reg_size(p, of->at[k].type) <= offset)
        k++;
    return k < of->n && of->at[k].offset <= offset ? k : of->n;
}

bool opt_mem2reg_is_readable(const mem2reg *p, const mem2reg_layout *whole, uint64_t offset, ir_type type)
{
    const uint32_t k = opt_mem2reg_scalar_at(p, whole, offset);
    const uint64_t end = offset + opt_mem2reg_size(p, type);
    if (k == whole->n)
        return false;
    if (whole->at[k].offset == offset && opt_mem2reg_is_alike(p, whole->at[k].type, type))
        return true;
    if (!ir_is_int(p->t->m, type))
        return false;
    if (whole->at[k].offset + opt_mem2reg_size(p, whole->at[k].type) >= end)
        return ir_is_int(p->t->m, whole->at[k].type);
    for (uint32_t j = k; offset < end; j++) {
        if (j == whole->n || whole->at[j].offset != offset || !ir_is_int(p->t->m, whole->at[j].type))
            return false;
        offset += opt_mem2reg_size(p, whole->at[j].type);
    }
    return offset == end;
}

/* ---- scalars ---- */

opt_node *opt_mem2reg_add(mem2reg *p, opt_list *out, ir_op op, ir_type type, const ir_value *args, uint32_t n,
                          uint64_t imm)
{
    opt_node *node = opt_tree_node(p->t, op, type, args, n, imm);
    vec_push(p->t->m->memory, out, node);
    return node;
}

static ir_value opt_mem2reg_compute(mem2reg *p, opt_list *out, ir_op op, ir_type type, ir_value a, ir_value b)
{
    return opt_mem2reg_add(p, out, op, type, (ir_value[]){a, b}, 2, 0)->i.result;
}

ir_value opt_mem2reg_constant(mem2reg *p, opt_list *out, ir_type type, uint64_t bits)
{
    return opt_mem2reg_add(p, out, IR_CONST, type, NULL, 0, bits)->i.result;
}

ir_value opt_mem2reg_address(mem2reg *p, opt_list *out, ir_value base, uint64_t offset)
{
    if (!offset)
        return base;
    const ir_value by = opt_mem2reg_constant(p, out, IR_U64, offset);
    return opt_mem2reg_add(p, out, IR_ELEMENT_ADDR, p->t->f->values.at[base], (ir_value[]){base, by}, 2, IR_U8)
        ->i.result;
}

/* The value as one of a type that is alike; of integers also of another size, zeros in front if it is unsigned. */
static ir_value opt_mem2reg_cast(mem2reg *p, opt_list *out, ir_value v, ir_type type)
{
    const ir_type from = p->t->f->values.at[v];
    if (from == type)
        return v;
    const ir_op op = ir_is_int(p->t->m, from) && ir_is_int(p->t->m, type) ? IR_CONVERT : IR_BITCAST;
    return opt_mem2reg_add(p, out, op, type, &v, 1, 0)->i.result;
}

static ir_type opt_mem2reg_unsigned(const mem2reg *p, ir_type type)
{
    const uint64_t size = opt_mem2reg_size(p, type);
    return size == 1 ? IR_U8 : size == 2 ? IR_U16 : size == 4 ? IR_U32 : IR_U64;
}

static ir_value opt_mem2reg_shift(mem2reg *p, opt_list *out, ir_op op, ir_value v, uint64_t n_bytes)
{
    if (!n_bytes)
        return v;
    const ir_value by = opt_mem2reg_constant(p, out, IR_U32, 8 * n_bytes);
    return opt_mem2reg_compute(p, out, op, p->t->f->values.at[v], v, by);
}

/* The scalar k of a local that is split, as a number without a sign. */
static ir_value opt_mem2reg_bits(mem2reg *p, opt_list *out, ir_local local, const mem2reg_layout *of, uint32_t k)
{
    const ir_value v = opt_mem2reg_add(p, out, IR_GET, of->at[k].type, NULL, 0, p->first[local] + k)->i.result;
    return opt_mem2reg_cast(p, out, v, opt_mem2reg_unsigned(p, of->at[k].type));
}

static void opt_mem2reg_set(mem2reg *p, opt_list *out, ir_local local, const mem2reg_layout *of, uint32_t k, ir_value v)
{
    const ir_value as = opt_mem2reg_cast(p, out, v, of->at[k].type);
    vec_push(p->t->m->memory, out, opt_tree_set(p->t, p->first[local] + k, as));
}

ir_value opt_mem2reg_read(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_type type)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    uint32_t k = opt_mem2reg_scalar_at(p, of, offset);
    const uint64_t size = opt_mem2reg_size(p, type), of_first = opt_mem2reg_size(p, of->at[k].type);
    if (of->at[k].offset == offset && opt_mem2reg_is_alike(p, of->at[k].type, type)) {
        const ir_value v = opt_mem2reg_add(p, out, IR_GET, of->at[k].type, NULL, 0, p->first[local] + k)->i.result;
        return opt_mem2reg_cast(p, out, v, type);
    }
    ir_value all = opt_mem2reg_bits(p, out, local, of, k);
    if (of_first >= size) {
        all = opt_mem2reg_shift(p, out, IR_SHR, all, offset - of->at[k].offset);
        return opt_mem2reg_cast(p, out, all, type);
    }
    const ir_type wide = opt_mem2reg_unsigned(p, type);
    all = opt_mem2reg_cast(p, out, all, wide);
    for (uint64_t at = of_first; at < size; at += opt_mem2reg_size(p, of->at[k].type)) {
        k++;
        ir_value next = opt_mem2reg_cast(p, out, opt_mem2reg_bits(p, out, local, of, k), wide);
        next = opt_mem2reg_shift(p, out, IR_SHL, next, at);
        all = opt_mem2reg_compute(p, out, IR_OR, wide, all, next);
    }
    return opt_mem2reg_cast(p, out, all, type);
}

void opt_mem2reg_write(mem2reg *p, opt_list *out, ir_local local, uint64_t offset, ir_type type, ir_value v)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->locals.at[local].type);
    uint32_t k = opt_mem2reg_scalar_at(p, of, offset);
    const uint64_t size = opt_mem2reg_size(p, type), of_first = opt_mem2reg_size(p, of->at[k].type);
    if (of->at[k].offset == offset && opt_mem2reg_is_alike(p, of->at[k].type, type)) {
        opt_mem2reg_set(p, out, local, of, k, v);
        return;
    }
    v = opt_mem2reg_cast(p, out, v, opt_mem2reg_unsigned(p, type));
    if (of_first < size) {
        for (uint64_t at = 0; at < size; at += opt_mem2reg_size(p, of->at[k++].type))
            opt_mem2reg_set(p, out, local, of, k, opt_mem2reg_shift(p, out, IR_SHR, v, at));
        return;
    }
    const uint64_t by = offset - of->at[k].offset, ones = ir_low_bits(UINT64_MAX, size) << 8 * by;
    const ir_type wide = opt_mem2reg_unsigned(p, of->at[k].type);
    const ir_value rest = opt_mem2reg_bits(p, out, local, of, k),
                   mask = opt_mem2reg_constant(p, out, wide, ir_low_bits(~ones, of_first)),
                   kept = opt_mem2reg_compute(p, out, IR_AND, wide, rest, mask),
                   in = opt_mem2reg_shift(p, out, IR_SHL, opt_mem2reg_cast(p, out, v, wide), by);
    opt_mem2reg_set(p, out, local, of, k, opt_mem2reg_compute(p, out, IR_OR, wide, kept, in));
}

/* ---- values ---- */

const ir_value *opt_mem2reg_known(const mem2reg *p, ir_value v)
{
    return v < p->index.n_values ? p->parts[v] : NULL;
}

bool opt_mem2reg_is_made(const mem2reg *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    return opt_mem2reg_known(p, v) &&
           !(node && (node->i.op == IR_CONST || node->i.op == IR_ZERO || node->i.op == IR_UNDEF));
}

static void opt_mem2reg_take_apart(mem2reg *p, opt_list *out, const mem2reg_layout *of, uint64_t offset, ir_value v,
                                   ir_value *parts)
{
    const ir_type type = p->t->f->values.at[v];
    const ir_type_info *about = &p->t->m->types.at[type];
    if (about->size == 0)
        return;
    const uint32_t at = opt_mem2reg_scalar_at(p, of, offset);
    if (about->kind < IR_ARRAY) {
        if (!parts[at])
            parts[at] = opt_mem2reg_cast(p, out, v, of->at[at].type);
        return;
    }
    const uint32_t n = about->kind == IR_ARRAY ? (uint32_t)about->n : about->n_fields;
    for (uint32_t k = 0; k < n; k++) {
        opt_node *field = opt_mem2reg_add(p, out, IR_FIELD, opt_mem2reg_field_type(p, type, k), &v, 1, k);
        opt_mem2reg_take_apart(p, out, of, offset + ir_field_offset(p->t->m, type, k), field->i.result, parts);
    }
}

const ir_value *opt_mem2reg_parts(mem2reg *p, opt_list *out, ir_value v)
{
    const ir_type type = p->t->f->values.at[v];
    if (opt_mem2reg_known(p, v))
        return opt_mem2reg_known(p, v);
    if (!opt_mem2reg_is_whole(p, type))
        return arena_copy(p->t->m->memory, &v, sizeof v);
    const mem2reg_layout *of = opt_mem2reg_layout(p, type);
    ir_value *parts = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
    opt_mem2reg_take_apart(p, out, of, 0, v, parts);
    return parts;
}

ir_value *opt_mem2reg_field(mem2reg *p, opt_list *out, const opt_node *node)
{
    const ir_type type = p->t->f->values.at[node->args[0]];
    const mem2reg_layout *whole = opt_mem2reg_layout(p, type), *of = opt_mem2reg_layout(p, node->i.type);
    const uint64_t offset = ir_field_offset(p->t->m, type, (uint32_t)node->i.imm);
    const ir_value *from = opt_mem2reg_known(p, node->args[0]);
    ir_value *parts = ARENA_ARRAY(p->t->m->memory, ir_value, of->n);
    for (uint32_t k = 0; k < of->n; k++) {
        const ir_value v = from[opt_mem2reg_scalar_at(p, whole, offset + of->at[k].offset)];
        parts[k] = v ? opt_mem2reg_cast(p, out, v, of->at[k].type) : 0;
    }
    return parts;
}

ir_value *opt_mem2reg_make(mem2reg *p, opt_list *out, const opt_node *node)
{
    const mem2reg_layout *whole = opt_mem2reg_layout(p, node->i.type);
    const bool is_union = p->t->m->types.at[node->i.type].kind == IR_UNION;
    ir_value *parts = ARENA_ARRAY(p->t->m->memory, ir_value, whole->n);
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        const uint64_t offset = ir_field_offset(p->t->m, node->i.type, is_union ? (uint32_t)node->i.imm : k);
        const mem2reg_layout *of = opt_mem2reg_layout(p, p->t->f->values.at[node->args[k]]);
        const ir_value *from = of->n ? opt_mem2reg_parts(p, out, node->args[k]) : NULL;
        for (uint32_t j = 0; j < of->n; j++) {
            const uint32_t at = opt_mem2reg_scalar_at(p, whole, offset + of->at[j].offset);
            parts[at] = from[j] ? opt_mem2reg_cast(p, out, from[j], whole->at[at].type) : 0;
        }
    }
    return parts;
}

void opt_mem2reg_store_parts(mem2reg *p, opt_list *out, ir_value at, ir_type type, const ir_value *parts)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, type);
    for (uint32_t k = 0; k < of->n; k++)
        if (parts[k]) {
            const ir_value to = opt_mem2reg_address(p, out, at, of->at[k].offset);
            opt_mem2reg_add(p, out, IR_STORE, 0, (ir_value[]){to, parts[k]}, 2, 0)->i.type = of->at[k].type;
        }
}

/* Whether all scalars of a union that are defined, which begins at the offset of the whole, are the member's. */
static bool opt_mem2reg_is_member(mem2reg *p, const mem2reg_layout *whole, const ir_value *parts, uint64_t offset,
                                  ir_type of_union, ir_type member)
{
    const mem2reg_layout *of = opt_mem2reg_layout(p, member);
    const uint64_t end = offset + opt_mem2reg_size(p, of_union);
    for (uint32_t k = 0; k < whole->n; k++)
        if (parts[k] && whole->at[k].offset >= offset && whole->at[k].offset < end &&
            opt_mem2reg_scalar_at(p, of, whole->at[k].offset - offset) == of->n)
            return false;
    return true;
}

/* 0: a union in it has scalars of several members. */
static ir_value opt_mem2reg_join(mem2reg *p, opt_list *out, const mem2reg_layout *whole, const ir_value *parts,
                                 uint64_t offset, ir_type type)
{
    const ir_type_info about = p->t->m->types.at[type];
    if (about.kind < IR_ARRAY && about.size) {
        const ir_value v = parts[opt_mem2reg_scalar_at(p, whole, offset)];
        return v ? opt_mem2reg_cast(p, out, v, type) : opt_mem2reg_add(p, out, IR_UNDEF, type, NULL, 0, 0)->i.result;
    }
    if (!about.size)
        return opt_mem2reg_add(p, out, IR_UNDEF, type, NULL, 0, 0)->i.result;
    const uint32_t n = about.kind == IR_ARRAY ? (uint32_t)about.n : about.n_fields;
    ir_value *args = ARENA_ARRAY(p->t->m->memory, ir_value, n);
    for (uint32_t k = 0; k < n; k++) {
        const ir_type part = opt_mem2reg_field_type(p, type, k);
        if (about.kind == IR_UNION && !opt_mem2reg_is_member(p, whole, parts, offset, type, part))
            continue;
        args[k] = opt_mem2reg_join(p, out, whole, parts, offset + ir_field_offset(p->t->m, type, k), part);
        if (about.kind == IR_UNION && args[k])
            return opt_mem2reg_add(p, out, IR_MAKE, type, &args[k], 1, k)->i.result;
        if (!args[k])
            return 0;
    }
    return about.kind == IR_UNION ? 0 : opt_mem2reg_add(p, out, IR_MAKE, type, args, n, 0)->i.result;
}

ir_value opt_mem2reg_put_together(mem2reg *p, opt_list *out, ir_value v)
{
    if (!opt_mem2reg_is_made(p, v))
        return v;
    const ir_value *parts = opt_mem2reg_known(p, v);
    const ir_type type = p->t->f->values.at[v];
    const ir_value whole = opt_mem2reg_join(p, out, opt_mem2reg_layout(p, type), parts, 0, type);
    if (whole)
        return whole;
    const ir_local room = opt_tree_local(p->t, type);
    const ir_value at = opt_mem2reg_add(p, out, IR_LOCAL_ADDR, p->pointer, NULL, 0, room)->i.result;
    opt_mem2reg_store_parts(p, out, at, type, parts);
    return opt_mem2reg_add(p, out, IR_GET, type, NULL, 0, room)->i.result;
}

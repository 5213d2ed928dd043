/* ir_layout.c: interns types and lays them out by C's rules, which are the same on the GPU and on x86-64. */
#include "ir/ir.h"

#include "base/hash.h"

static const uint8_t scalar_size[] = {
    [IR_VOID] = 0, [IR_BOOL] = 1, [IR_I8] = 1,  [IR_I16] = 2, [IR_I32] = 4, [IR_I64] = 8, [IR_U8] = 1,
    [IR_U16] = 2,  [IR_U32] = 4,  [IR_U64] = 8, [IR_F32] = 4, [IR_F64] = 8, [IR_PTR] = 8,
};

static uint64_t ir_layout_hash_type(const ir_type_info *t, const ir_type *fields)
{
    uint64_t hash = hash_mix(1, t->kind | (uint64_t)t->space << 8 | (uint64_t)t->min_align << 16);
    hash = hash_mix(hash_mix(hash_mix(hash, t->element), t->n), t->n_fields);
    const ir_coding *c = &t->coding;
    if (t->kind == IR_CODED)
        hash = hash_mix(hash_mix(hash_mix(hash_mix(hash_mix(hash, c->type), c->offset), c->start), c->first), c->count);
    for (uint32_t i = 0; i < t->n_fields; i++)
        hash = hash_mix(hash, fields[i]);
    return hash;
}

static bool ir_layout_same_type(const ir_module *m, const ir_type_info *a, const ir_type_info *b, const ir_type *fields)
{
    if (a->kind != b->kind || a->space != b->space || a->element != b->element || a->n != b->n ||
        a->n_fields != b->n_fields || a->min_align != b->min_align)
        return false;
    const ir_coding *x = &a->coding, *y = &b->coding;
    if (x->type != y->type || x->count != y->count || x->offset != y->offset || x->start != y->start ||
        x->first != y->first || x->other != y->other || x->is_all != y->is_all)
        return false;
    return a->n_fields == 0 || memcmp(m->fields.at + a->first_field, fields, a->n_fields * sizeof *fields) == 0;
}

/* A size that no type may have is told from others as one more than the most. */
static uint64_t ir_layout_most(uint64_t size)
{
    return size > IR_MOST_BYTES ? IR_MOST_BYTES + 1 : size;
}

static void ir_layout_lay_out(const ir_module *m, ir_type_info *t, const ir_type *fields)
{
    t->size = 0;
    t->align = 1;
    if (t->kind == IR_ARRAY) {
        const uint64_t size = m->types.at[t->element].size;
        t->size = size && t->n > IR_MOST_BYTES / size ? IR_MOST_BYTES + 1 : size * t->n;
        t->align = m->types.at[t->element].align;
    } else if (t->kind == IR_STRUCT || t->kind == IR_UNION || t->kind == IR_CODED) {
        for (uint32_t i = t->kind == IR_CODED; i < t->n_fields; i++) {
            const ir_type_info *field = &m->types.at[fields[i]];
            if (field->align > t->align)
                t->align = field->align;
            if (t->kind == IR_STRUCT)
                t->size = ir_layout_most(ir_round_up(t->size, field->align) + field->size);
            else if (field->size > t->size)
                t->size = field->size;
        }
        if (t->min_align > t->align)
            t->align = t->min_align;
        t->size = ir_round_up(t->size, t->align);
    } else if (t->kind < sizeof scalar_size) {
        t->size = scalar_size[t->kind];
        t->align = t->size ? (uint32_t)t->size : 1;
    }
}

static ir_type ir_intern(ir_module *m, ir_type_info about, const ir_type *fields)
{
    uint64_t key = ir_layout_hash_type(&about, fields);
    for (;; key++) {
        if (key == 0)
            continue;
        uint32_t *at = arena_map_at(m->memory, &m->type_map, key, 1);
        if (*at == 0) {
            *at = m->types.n;
            break;
        }
        if (*at < m->types.n && ir_layout_same_type(m, &m->types.at[*at], &about, fields)) {
            ir_type_info *known = &m->types.at[*at];
            if (!known->name)
                known->name = about.name;
            return *at;
        }
    }
    ir_layout_lay_out(m, &about, fields);
    about.first_field = m->fields.n;
    for (uint32_t i = 0; i < about.n_fields; i++)
        vec_push(m->memory, &m->fields, fields[i]);
    vec_push(m->memory, &m->types, about);
    return m->types.n - 1;
}

void ir_begin(ir_module *m, arena *memory)
{
    memset(m, 0, sizeof *m);
    m->memory = memory;
    for (uint8_t kind = IR_VOID; kind <= IR_F64; kind++) {
        ir_type_info scalar = {.kind = kind};
        ir_layout_lay_out(m, &scalar, NULL);
        vec_push(memory, &m->types, scalar);
    }
    vec_push(memory, &m->functions, (ir_function){.name = ""});
    vec_push(memory, &m->globals, (ir_global){.name = ""});
    vec_push(memory, &m->sites, (ir_site){.message = "", .file = ""});
}

ir_type ir_ptr(ir_module *m, ir_space space)
{
    return ir_intern(m, (ir_type_info){.kind = IR_PTR, .space = (uint8_t)space}, NULL);
}

ir_type ir_array(ir_module *m, ir_type element, uint64_t n)
{
    return ir_intern(m, (ir_type_info){.kind = IR_ARRAY, .element = element, .n = n}, NULL);
}

ir_type ir_struct(ir_module *m, const ir_type *fields, uint32_t n, uint32_t min_align, const char *name)
{
    return ir_intern(
        m, (ir_type_info){.kind = IR_STRUCT, .n_fields = n, .min_align = min_align > 1 ? min_align : 0, .name = name},
        fields);
}

ir_type ir_union(ir_module *m, const ir_type *fields, uint32_t n, uint32_t min_align)
{
    return ir_intern(m, (ir_type_info){.kind = IR_UNION, .n_fields = n, .min_align = min_align > 1 ? min_align : 0},
                     fields);
}

ir_type ir_coded(ir_module *m, ir_type tag, ir_type content, const ir_coding *coding, uint32_t min_align,
                 const char *name)
{
    const ir_type fields[] = {tag, content};
    ir_type_info about = {
        .kind = IR_CODED, .n_fields = 2, .coding = *coding, .min_align = min_align > 1 ? min_align : 0, .name = name};
    return ir_intern(m, about, fields);
}

uint64_t ir_size(const ir_module *m, ir_type t)
{
    return m->types.at[t].size;
}

uint32_t ir_align(const ir_module *m, ir_type t)
{
    return m->types.at[t].align;
}

uint64_t ir_field_offset(const ir_module *m, ir_type t, uint32_t field)
{
    const ir_type_info *about = &m->types.at[t];
    if (about->kind == IR_ARRAY)
        return field * m->types.at[about->element].size;
    if (about->kind != IR_STRUCT)
        return 0;
    uint64_t offset = 0;
    for (uint32_t i = 0;; i++) {
        const ir_type_info *one = &m->types.at[m->fields.at[about->first_field + i]];
        offset = ir_round_up(offset, one->align);
        if (i == field)
            return offset;
        offset += one->size;
    }
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the low bytes of a value are its first, as on the GPU");

uint64_t ir_load_bits(const uint8_t *from, uint64_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, from, size);
    return bits;
}

void ir_store_bits(uint8_t *to, uint64_t bits, uint64_t size)
{
    memcpy(to, &bits, size);
}

uint64_t ir_tag_of_coding(const ir_module *m, ir_type t, uint64_t bits)
{
    const ir_coding *c = &m->types.at[t].coding;
    const uint64_t k = (bits - c->start) & (UINT64_MAX >> (64 - 8 * ir_size(m, c->type)));
    return k < c->count || c->is_all ? c->first + k : c->other;
}

uint64_t ir_coded_tag(const ir_module *m, ir_type t, const uint8_t *bytes)
{
    const ir_coding *c = &m->types.at[t].coding;
    return ir_tag_of_coding(m, t, ir_load_bits(bytes + c->offset, ir_size(m, c->type)));
}

bool ir_code_tag(const ir_module *m, ir_type t, uint64_t tag, uint8_t *bytes)
{
    const ir_type_info *about = &m->types.at[t];
    const ir_coding *c = &about->coding;
    const uint64_t mask = UINT64_MAX >> (64 - 8 * ir_size(m, m->fields.at[about->first_field]));
    const bool is_coded = c->is_all || (tag & mask) != (c->other & mask);
    if (is_coded)
        ir_store_bits(bytes + c->offset, tag - c->first + c->start, ir_size(m, c->type));
    return is_coded;
}

bool ir_is_int(const ir_module *m, ir_type t)
{
    return m->types.at[t].kind >= IR_I8 && m->types.at[t].kind <= IR_U64;
}

bool ir_is_signed(const ir_module *m, ir_type t)
{
    return m->types.at[t].kind >= IR_I8 && m->types.at[t].kind <= IR_I64;
}

bool ir_is_float(const ir_module *m, ir_type t)
{
    return m->types.at[t].kind == IR_F32 || m->types.at[t].kind == IR_F64;
}

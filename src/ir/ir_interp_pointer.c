/* ir_interp_pointer.c: keeps what the pointers of a constant belong to, as rustc does: in operands, and byte by byte in
 * memory. */
#include "ir/ir_interp.h"

#include "base/limits.h"

_Static_assert((int)INTERP_MOST_PARTED == (int)LIMIT_PARTED_POINTERS, "the shadow bytes tell as many apart");

/* ---- as operands ---- */

/* An address that only an INTERP_IS_FAR has. */
static bool ir_far_address(interp *in, const interp_op *op, interp_pointee p, uint64_t *address)
{
    const uint64_t far = p.at >> INTERP_REGION, key = (uint64_t)p.of << (64 - INTERP_REGION) | far;
    uint32_t *kept = arena_map_at(&in->memory, &in->far_at, key, 1);
    if (!*kept) {
        if (op && in->n_far >= LIMIT_FAR_POINTERS)
            return interp_fail(in, op, "it makes pointers to more than %d distant places, a limit of rustg",
                               LIMIT_FAR_POINTERS);
        if (in->allocations.n == INTERP_MOST_ALLOCATIONS)
            longjmp(in->out_of_memory, 1);
        in->n_far++;
        const uint64_t start = interp_region_of(in->allocations.n);
        const interp_allocation about = {
            .start = start, .kind = INTERP_IS_FAR, .what = p.of, .far = far << INTERP_REGION, .is_read_only = true};
        vec_push(&in->memory, &in->allocations, about);
        *kept = in->allocations.n;
    }
    *address = interp_region_of(*kept - 1) | (p.at & INTERP_INSIDE);
    return true;
}

static bool ir_address_of(interp *in, const interp_op *op, interp_pointee p, uint64_t *address)
{
    if (p.of ? p.at > INTERP_INSIDE
             : ((p.at & ~INTERP_SHARED) >> INTERP_REGION) - INTERP_FIRST_REGION < INTERP_MOST_ALLOCATIONS)
        return ir_far_address(in, op, p, address);
    *address = p.of ? interp_region_of(p.of - 1) | p.at : p.at;
    return true;
}

bool interp_from_number(interp *in, const interp_op *op, uint64_t *number)
{
    return ir_address_of(in, op, (interp_pointee){0, *number}, number);
}

bool interp_move_far(interp *in, const interp_op *op, uint64_t *address, uint64_t by)
{
    interp_pointee p = interp_pointee_of(in, *address);
    const uint64_t shared = p.of ? *address & INTERP_SHARED : 0;
    p.at += by;
    const bool is_made = ir_address_of(in, op, p, address);
    *address |= shared;
    return is_made;
}

uint64_t interp_compared(const interp *in, uint64_t address)
{
    const interp_pointee p = interp_pointee_of(in, address);
    return p.of ? interp_region_of(p.of - 1) + p.at : p.at;
}

/* The end of one buffer may be the start of the next. */
static bool ir_are_of_one_in_kernel(interp *in, const interp_op *op, uint64_t a, uint64_t b)
{
    const interp_allocation *both[] = {interp_told_by(in, a), interp_told_by(in, b)};
    for (uint32_t i = 0; i < 2; i++)
        if (a == b || both[i]->is_gone || both[i]->is_again || both[i] == &in->anything ||
            (a - both[i]->start <= both[i]->extent && b - both[i]->start <= both[i]->extent))
            return true; /* of what is gone, and of what nobody described, too little is known */
    return interp_fail(in, op, "`offset_from` of pointers into two places: %s and %s", interp_name_of(in, both[0]).text,
                       interp_name_of(in, both[1]).text);
}

bool interp_are_of_one(interp *in, const interp_op *op, uint64_t a, uint64_t b)
{
    if (!in->is_constant)
        return ir_are_of_one_in_kernel(in, op, a, b);
    const interp_pointee x = interp_pointee_of(in, a), y = interp_pointee_of(in, b);
    const char *start = "`ptr_offset_from` called on two different pointers";
    if (x.of != y.of || (!x.of && x.at != y.at))
        return interp_fail(in, op, "%s that are not both derived from the same allocation", start);
    uint64_t first, second;
    const interp_allocation *one = interp_belongs_to(in, a, &first);
    interp_belongs_to(in, b, &second);
    if (first != second && !one->is_gone && (first > one->extent || second > one->extent))
        return interp_fail(in, op, "%s where the memory range between them is not in-bounds of an allocation", start);
    return true;
}

/* ---- in memory ---- */

static bool ir_is_whole(uint8_t what)
{
    return what >= INTERP_WHOLE && what < INTERP_PARTED;
}

/* Makes n bytes, of which the first is the index-th of a pointer, such that have been taken out of it. */
static bool ir_part(interp *in, const interp_op *op, uint64_t pointer, uint32_t index, uint8_t *bytes, uint8_t *set,
                    uint64_t n)
{
    uint32_t *kept = arena_map_at(&in->memory, &in->parted_at, pointer, 1);
    if (!*kept) {
        if (in->parted.n == INTERP_MOST_PARTED)
            return interp_fail(in, op, "it takes more than %d pointers apart, a limit of rustg", INTERP_MOST_PARTED);
        vec_push(&in->memory, &in->parted, pointer);
        *kept = in->parted.n;
    }
    const uint32_t number = *kept - 1;
    for (uint64_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)number;
        set[i] = (uint8_t)(INTERP_PARTED + 8 * (number >> 8) + index + i);
    }
    return true;
}

uint64_t interp_parted(const interp *in, uint8_t byte, uint8_t set)
{
    const uint32_t number = set < INTERP_PARTED ? UINT32_MAX : (uint32_t)(set - INTERP_PARTED) / 8 << 8 | byte;
    return number < in->parted.n ? in->parted.at[number] : 0;
}

bool interp_find_pointer(const interp *in, const uint8_t *bytes, const uint8_t *set, uint64_t n, uint64_t *pointer)
{
    if (n < sizeof *pointer || (set[0] != INTERP_WHOLE && (set[0] < INTERP_PARTED || (set[0] - INTERP_PARTED) % 8)))
        return false;
    memcpy(pointer, bytes, sizeof *pointer);
    if (set[0] == INTERP_WHOLE)
        return true;
    for (uint32_t i = 1; i < sizeof *pointer; i++)
        if (bytes[i] != bytes[0] || set[i] != set[0] + i)
            return false;
    *pointer = interp_parted(in, bytes[0], set[0]);
    return true;
}

/* Says what is wrong of a pointer so far from an allocation; a NULL: it is not known of which. */
static bool ir_fail_at(interp *in, const interp_op *op, const char *text, const interp_allocation *a, uint64_t offset)
{
    const unsigned number = a ? (unsigned)(a - in->allocations.at) + 1 : 0;
    return offset ? interp_fail(in, op, "%s alloc%u+0x%llx", text, number, (unsigned long long)offset)
                  : interp_fail(in, op, "%s alloc%u", text, number);
}

bool interp_join(interp *in, const interp_op *op, uint64_t address, const uint8_t *bytes, const uint8_t *set,
                 uint64_t *pointer)
{
    const interp_allocation *a = interp_find(in, address);
    if (memchr(set, INTERP_UNSET, sizeof *pointer))
        return interp_unset(in, op, address, set, sizeof *pointer);
    if (interp_find_pointer(in, bytes, set, sizeof *pointer, pointer))
        return true;
    return ir_fail_at(in, op, "unable to read parts of a pointer from memory at", a,
                      a ? interp_bare(in, address) - a->start : 0);
}

bool interp_may_be_null(const interp *in, uint64_t address)
{
    uint64_t offset;
    const interp_allocation *a = interp_belongs_to(in, address, &offset);
    if (!a)
        return !offset;
    return offset > a->extent && offset % (a->align ? a->align : 1) == 0;
}

/* Whether a pointer may lie at that offset of a value. */
static bool ir_points_at(const ir_module *m, ir_type t, uint64_t offset)
{
    const ir_type_info *about = &m->types.at[t];
    if (about->kind == IR_PTR)
        return offset == 0;
    if (about->kind == IR_ARRAY) {
        const uint64_t each = ir_size(m, about->element);
        return each && offset / each < about->n && ir_points_at(m, about->element, offset % each);
    }
    for (uint32_t i = 0; i < about->n_fields; i++) {
        const uint64_t first = ir_field_offset(m, t, i);
        const ir_type field = m->fields.at[about->first_field + i];
        if (offset >= first && offset - first < ir_size(m, field) && ir_points_at(m, field, offset - first))
            return true;
    }
    return false;
}

static bool ir_get_pointer_coding(interp *in, const interp_op *op, ir_type coded, const uint8_t *bytes,
                                  const uint8_t *set, uint64_t *bits)
{
    const ir_coding *c = &in->m->types.at[coded].coding;
    uint64_t offset;
    if (!ir_points_at(in->m, coded, c->offset))
        return interp_unset(in, op, 0, set, sizeof *bits);
    if (!interp_get_pointer(in, op, 0, bytes, set, bits))
        return false;
    const interp_allocation *a = interp_belongs_to(in, *bits, &offset);
    if (!a || (!c->is_all && c->start == 0 && c->count == 1 && !interp_may_be_null(in, *bits)))
        return true;
    return ir_fail_at(in, op, "enum value has invalid tag: pointer to", a, offset);
}

bool interp_get_coding(interp *in, const interp_op *op, ir_type coded, const uint8_t *bytes, const uint8_t *set,
                       uint64_t *bits)
{
    const uint64_t n = ir_size(in->m, in->m->types.at[coded].coding.type);
    for (uint64_t i = 0; i < n; i++)
        if (set[i] >= INTERP_WHOLE)
            return n == 8 ? ir_get_pointer_coding(in, op, coded, bytes, set, bits)
                          : interp_unset(in, op, 0, set + i, 1);
    return true;
}

bool interp_has_scalars(interp *in, const interp_op *op, uint64_t address, ir_scalars s)
{
    uint8_t *set;
    const uint8_t *bytes = interp_reach(in, op, address, (uint64_t)s.sizes[0] + s.sizes[1], s.align, false, &set);
    if (!bytes || !set)
        return bytes != NULL;
    for (uint32_t i = 0, at = 0; i < 2; at += s.sizes[i++]) {
        uint64_t pointer;
        if (s.are_pointers[i] && !interp_get_pointer(in, op, address + at, bytes + at, set + at, &pointer))
            return false;
        for (uint32_t k = 0; k < s.sizes[i] && !s.are_pointers[i]; k++)
            if (set[at + k] != INTERP_SET)
                return interp_unset(in, op, address + at, set + at, s.sizes[i]);
    }
    return true;
}

void interp_put_pointer(const interp *in, uint64_t pointer, uint8_t *bytes, uint8_t *set)
{
    static const uint64_t whole = INTERP_ALL_WHOLE, plain = INTERP_ALL_SET;
    const interp_pointee p = interp_pointee_of(in, pointer);
    memcpy(bytes, p.of ? &pointer : &p.at, 8);
    memcpy(set, p.of ? &whole : &plain, 8);
}

/* The pointers at the ends of n bytes that reach beyond them. */
typedef struct ir_cuts {
    uint64_t first, last; /* those pointers */
    uint32_t n_before,
        n_inside; /* the bytes of the first that lie before, and of the last that do not lie behind; 0: there is none */
} ir_cuts;

static ir_cuts ir_cuts_of(const uint8_t *bytes, const uint8_t *set, uint64_t n)
{
    ir_cuts c = {0};
    if (set && ir_is_whole(set[0]) && set[0] > INTERP_WHOLE) {
        c.n_before = (uint32_t)(set[0] - INTERP_WHOLE);
        memcpy(&c.first, bytes - c.n_before, sizeof c.first);
    }
    if (set && ir_is_whole(set[n - 1]) && set[n - 1] < INTERP_PARTED - 1) {
        c.n_inside = (uint32_t)(set[n - 1] - INTERP_WHOLE) + 1;
        memcpy(&c.last, bytes + n - c.n_inside, sizeof c.last);
    }
    return c;
}

static bool ir_part_beyond(interp *in, const interp_op *op, const ir_cuts *c, uint8_t *bytes, uint8_t *set, uint64_t n)
{
    return (!c->n_before || ir_part(in, op, c->first, 0, bytes - c->n_before, set - c->n_before, c->n_before)) &&
           (!c->n_inside || ir_part(in, op, c->last, c->n_inside, bytes + n, set + n, 8 - c->n_inside));
}

static bool ir_part_inside(interp *in, const interp_op *op, const ir_cuts *c, uint8_t *bytes, uint8_t *set, uint64_t n)
{
    const uint64_t n_first = 8 - c->n_before < n ? 8 - c->n_before : n;
    if (c->n_before && !ir_part(in, op, c->first, c->n_before, bytes, set, n_first))
        return false;
    return !c->n_inside || c->n_inside > n ||
           ir_part(in, op, c->last, 0, bytes + n - c->n_inside, set + n - c->n_inside, c->n_inside);
}

bool interp_overwrite(interp *in, const interp_op *op, uint8_t *bytes, uint8_t *set, uint64_t n)
{
    const ir_cuts c = ir_cuts_of(bytes, set, n);
    return ir_part_beyond(in, op, &c, bytes, set, n);
}

bool interp_copy(interp *in, const interp_op *op, uint8_t *to, uint8_t *to_set, const uint8_t *from,
                 const uint8_t *from_set, uint64_t n, bool is_fresh)
{
    const ir_cuts inside = ir_cuts_of(from, from_set, n), beyond = ir_cuts_of(to, is_fresh ? NULL : to_set, n);
    memmove(to, from, n);
    if (from_set)
        memmove(to_set, from_set, n);
    else
        memset(to_set, INTERP_SET, n);
    return ir_part_inside(in, op, &inside, to, to_set, n) && ir_part_beyond(in, op, &beyond, to, to_set, n);
}

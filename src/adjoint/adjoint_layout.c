/* adjoint_layout.c: which bytes of a type are of floats, and what else may share their place. */
#include "adjoint/adjoint_work.h"

enum { MOST_OVERLAPPED = 256 };

/* What scalar each byte of the type is of, by its kind; 0: none. A union's are those of the last field that has one. */
static void adjoint_map_bytes(const ir_module *m, ir_type type, uint8_t *kinds)
{
    const ir_type_info *about = &m->types.at[type];
    if (about->kind < IR_ARRAY)
        memset(kinds, about->kind, ir_size(m, type));
    for (uint64_t k = 0; about->kind == IR_ARRAY && k < about->n; k++)
        adjoint_map_bytes(m, about->element, kinds + k * ir_size(m, about->element));
    for (uint32_t k = 0; about->kind > IR_ARRAY && k < about->n_fields; k++)
        adjoint_map_bytes(m, m->fields.at[about->first_field + k],
                          kinds + (about->kind == IR_STRUCT ? ir_field_offset(m, type, k) : 0));
}

static bool adjoint_is_float_byte(uint8_t kind)
{
    return kind == IR_F32 || kind == IR_F64;
}

/* Whether one byte cannot be of both: integers of any types can share their place. */
static bool adjoint_bytes_differ(uint8_t first, uint8_t second)
{
    const bool matters =
        adjoint_is_float_byte(first) || adjoint_is_float_byte(second) || first == IR_PTR || second == IR_PTR;
    return first && second && first != second && matters;
}

/* Whether the types have scalars of the same kinds at the same places. */
static bool adjoint_is_alike(const ir_module *m, ir_type x, ir_type y)
{
    uint8_t of_x[MOST_OVERLAPPED] = {0}, of_y[MOST_OVERLAPPED] = {0};
    if (x == y || ir_size(m, x) != ir_size(m, y) || ir_size(m, x) > MOST_OVERLAPPED)
        return x == y;
    adjoint_map_bytes(m, x, of_x);
    adjoint_map_bytes(m, y, of_y);
    return memcmp(of_x, of_y, sizeof of_x) == 0;
}

bool adjoint_is_part(const ir_module *m, ir_type part, ir_type of)
{
    const ir_type_info *about = &m->types.at[of];
    bool is_part =
        adjoint_is_alike(m, part, of) || (about->kind == IR_ARRAY && adjoint_is_part(m, part, about->element));
    for (uint32_t k = 0; k < about->n_fields && !is_part; k++)
        is_part = adjoint_is_part(m, part, m->fields.at[about->first_field + k]);
    return is_part;
}

bool adjoint_has_at(const ir_module *m, ir_type of, uint64_t offset, ir_type scalar)
{
    const uint8_t kind = m->types.at[scalar].kind;
    uint8_t kinds[MOST_OVERLAPPED] = {0};
    while (m->types.at[of].kind == IR_ARRAY && ir_size(m, of) > MOST_OVERLAPPED) {
        of = m->types.at[of].element;
        offset %= ir_size(m, of);
    }
    if (kind >= IR_PTR || ir_size(m, of) > MOST_OVERLAPPED || offset > ir_size(m, of) ||
        offset + ir_size(m, scalar) > ir_size(m, of))
        return offset == 0 && of == scalar;
    adjoint_map_bytes(m, of, kinds);
    for (uint64_t at = offset; at < offset + ir_size(m, scalar); at++)
        if (adjoint_is_float_byte(kind) ? kinds[at] != kind : kinds[at] == IR_PTR || adjoint_is_float_byte(kinds[at]))
            return false;
    return true;
}

/* How many bytes of floats a union's field has; 0, too, if another field has a float where it has none. */
static uint32_t adjoint_float_bytes(const ir_module *m, ir_type type, uint32_t field)
{
    const ir_type_info *about = &m->types.at[type];
    uint8_t all[MOST_OVERLAPPED] = {0}, own[MOST_OVERLAPPED] = {0};
    uint32_t n = 0;
    if (ir_size(m, type) > MOST_OVERLAPPED)
        return 0;
    adjoint_map_bytes(m, type, all);
    adjoint_map_bytes(m, m->fields.at[about->first_field + field], own);
    for (uint64_t at = 0; at < ir_size(m, type); at++) {
        if (adjoint_is_float_byte(all[at]) && own[at] != all[at])
            return 0;
        n += adjoint_is_float_byte(own[at]);
    }
    return n;
}

uint32_t adjoint_field_of_floats(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    uint32_t field = 0;
    while (field < about->n_fields && !adjoint_float_bytes(m, type, field))
        field++;
    return field;
}

const char *adjoint_overlaps(const ir_module *m, ir_type type)
{
    static const char *const mixed = "a union or enum in which a float and another value share their place";
    const ir_type_info *about = &m->types.at[type];
    const char *why = NULL;
    if (!adjoint_has_floats(m, type) || about->kind < IR_ARRAY)
        return NULL;
    if (about->kind == IR_ARRAY)
        return adjoint_overlaps(m, about->element);
    for (uint32_t k = 0; k < about->n_fields && !why; k++)
        why = adjoint_overlaps(m, m->fields.at[about->first_field + k]);
    if (why || about->kind == IR_STRUCT)
        return why;
    if (about->kind == IR_CODED || ir_size(m, type) > MOST_OVERLAPPED) /* a coded tag is in the content */
        return mixed;
    for (uint32_t k = 0; k < about->n_fields; k++)
        for (uint32_t other = 0; other < k; other++) {
            uint8_t first[MOST_OVERLAPPED] = {0}, second[MOST_OVERLAPPED] = {0};
            adjoint_map_bytes(m, m->fields.at[about->first_field + k], first);
            adjoint_map_bytes(m, m->fields.at[about->first_field + other], second);
            for (uint64_t at = 0; at < ir_size(m, type); at++)
                if (adjoint_bytes_differ(first[at], second[at]))
                    return mixed;
        }
    return adjoint_field_of_floats(m, type) == about->n_fields
               ? "a union or enum of which no variant has a float wherever another has one"
               : NULL;
}

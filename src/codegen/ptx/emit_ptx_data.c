/* emit_ptx_data.c: statics, constant data and shared arrays. */
#include <stdlib.h>

#include "codegen/ptx/emit_ptx.h"

typedef struct emit_ptx_data {
    emit *e;
    uint8_t *state; /* of each global: 0, ACTIVE while what it refers to is written, DONE */
} emit_ptx_data;
enum { ACTIVE = 1, DONE = 2 };

static void emit_ptx_define(emit_ptx_data *of, ir_global_id id);

static const char *emit_ptx_pointee(emit *e, const ir_relocation *r)
{
    if (r->function)
        return arena_format(e->a, "$f%u", r->function);
    return r->addend ? arena_format(e->a, "generic($g%u)+%lld", r->global, (long long)r->addend)
                     : arena_format(e->a, "generic($g%u)", r->global);
}

/* As words of 8 bytes, so that an address is one of them, or, where one is not, as bytes of which it is eight. */
static void emit_ptx_define_addresses(emit_ptx_data *of, ir_global_id id)
{
    emit *e = of->e;
    const ir_global *g = &e->m->globals.at[id];
    const uint64_t size = ir_size(e->m, g->type);
    uint32_t width = size % 8 ? 1 : 8, align = ir_align(e->m, g->type);
    for (uint32_t k = 0; k < g->n_relocations; k++) {
        if (g->relocations[k].offset % 8)
            width = 1;
        if (g->relocations[k].global)
            emit_ptx_define(of, g->relocations[k].global);
    }
    align = align < width ? width : align;
    emit_format(e, ".global .align %u .u%u $g%u[%llu] = {", align, 8 * width, id, (unsigned long long)(size / width));
    const ir_relocation *next = g->relocations, *const end = next + g->n_relocations;
    for (uint64_t at = 0; at < size;) {
        const ir_relocation *r = next < end && next->offset == at ? next++ : NULL;
        const char *comma = at ? ", " : "";
        uint64_t bits = g->bytes && !r ? ir_load_bits(g->bytes + at, width) : 0;
        const bool is_number = !r || (!r->function && emit_is_nothing(e, e->m->globals.at[r->global].type));
        if (r && is_number)
            bits = ir_align(e->m, e->m->globals.at[r->global].type);
        const uint32_t n = r ? 8 / width : 1;
        for (uint32_t i = 0; i < n; i++, comma = ", ") {
            if (is_number)
                emit_format(e, "%s%llu", comma, (unsigned long long)(width == 8 ? bits : bits >> 8 * i & 0xFF));
            else if (width == 8)
                emit_format(e, "%s%s", comma, emit_ptx_pointee(e, r));
            else
                emit_format(e, "%s0xFF%.*s(%s)", comma, (int)(2 * i), "00000000000000", emit_ptx_pointee(e, r));
        }
        at += (uint64_t)n * width;
    }
    emit_add(e, "};\n");
}

static void emit_ptx_define(emit_ptx_data *of, ir_global_id id)
{
    emit *e = of->e;
    const ir_global *g = &e->m->globals.at[id];
    if (of->state[id] == ACTIVE)
        emit_ptx_refuse(e, "a static that refers to itself");
    if (!e->global_reached[id] || of->state[id] || g->dynamic || emit_is_nothing(e, g->type))
        return;
    of->state[id] = ACTIVE;
    uint64_t size = ir_size(e->m, g->type);
    uint32_t align = ir_align(e->m, g->type), width = align > 8 ? 8 : align;
    if (g->space == IR_SPACE_SHARED) {
        emit_format(e, ".shared .align %u .b8 $g%u[%llu];\n", align, id, (unsigned long long)size);
    } else if (g->n_relocations) {
        emit_ptx_define_addresses(of, id);
    } else {
        while (size % width)
            width /= 2;
        uint64_t room = size;
        if (e->has_narrow_atomics && g->space == IR_SPACE_GLOBAL) {
            align = align < 4 ? 4 : align;
            room = (size + 3) / 4 * 4;
        }
        emit_format(e, ".global .align %u .u%u $g%u[%llu]", align, 8 * width, id, (unsigned long long)(room / width));
        for (uint64_t at = 0; g->bytes && at < size; at += width)
            emit_format(e, "%s%llu", at ? at % (16 * width) ? ", " : ",\n\t" : " = {",
                        (unsigned long long)ir_load_bits(g->bytes + at, width));
        emit_add(e, g->bytes && size ? "};\n" : ";\n");
    }
    of->state[id] = DONE;
}

void emit_ptx_globals(emit *e)
{
    emit_ptx_data of = {e, ARENA_ARRAY(e->a, uint8_t, e->m->globals.n + 1)};
    for (ir_global_id id = 1; id < e->m->globals.n; id++)
        emit_ptx_define(&of, id);
}

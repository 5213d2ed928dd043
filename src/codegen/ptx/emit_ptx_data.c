/* emit_ptx_data.c: statics, constant data and shared arrays. */
#include <stdlib.h>

#include "codegen/ptx/emit_ptx.h"

typedef struct emit_ptx_data {
    emit *e;
    uint8_t *state; /* of each global: 0, ACTIVE while what it refers to is written, DONE */
} emit_ptx_data;
enum { ACTIVE = 1, DONE = 2 };

static void emit_ptx_define(emit_ptx_data *of, ir_global_id id);

static const ir_relocation *emit_ptx_relocation_at(const ir_global *g, uint64_t offset)
{
    for (uint32_t k = 0; k < g->n_relocations; k++)
        if (g->relocations[k].offset == offset)
            return &g->relocations[k];
    return NULL;
}

/* As words of 8 bytes, so that an address is one of them. */
static void emit_ptx_define_addresses(emit_ptx_data *of, ir_global_id id)
{
    emit *e = of->e;
    const ir_global *g = &e->m->globals.at[id];
    const uint64_t size = ir_size(e->m, g->type);
    for (uint32_t k = 0; k < g->n_relocations; k++) {
        if (g->relocations[k].offset % 8 || size % 8)
            emit_ptx_refuse(e, "a static with an address at no multiple of 8 bytes");
        if (g->relocations[k].global)
            emit_ptx_define(of, g->relocations[k].global);
    }
    const uint32_t align = ir_align(e->m, g->type);
    emit_format(e, ".global .align %u .u64 $g%u[%llu] = {", align < 8 ? 8 : align, id, (unsigned long long)(size / 8));
    for (uint64_t at = 0; at + 8 <= size; at += 8) {
        const ir_relocation *r = emit_ptx_relocation_at(g, at);
        emit_add(e, at ? ", " : "");
        if (r && r->function)
            emit_format(e, "$f%u", r->function);
        else if (r && emit_is_nothing(e, e->m->globals.at[r->global].type))
            emit_format(e, "%u", ir_align(e->m, e->m->globals.at[r->global].type));
        else if (r && r->addend)
            emit_format(e, "generic($g%u)+%lld", r->global, (long long)r->addend);
        else if (r)
            emit_format(e, "generic($g%u)", r->global);
        else
            emit_format(e, "%llu", (unsigned long long)(g->bytes ? ir_load_bits(g->bytes + at, 8) : 0));
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

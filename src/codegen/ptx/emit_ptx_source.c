/* emit_ptx_source.c: PTX of the source, with registers for its operands. */
#include <stdlib.h>
#include <string.h>

#include "codegen/ptx/emit_ptx.h"
#include "codegen/toolchain/tool_internal.h"

/* A template knows small integers in registers of 16 bits, and bools as numbers. */
static emit_ptx_value emit_ptx_as_operand(emit *e, ir_type t, emit_ptx_value v)
{
    if (emit_ptx_kind(e, t) == IR_BOOL)
        return emit_ptx_convert(e, v, IR_BOOL, IR_U32);
    if (ir_size(e->m, t) >= 4)
        return v;
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_16);
    EMIT_PTX_LINE(e, "cvt.u16.u32 %s, %s", emit_ptx_register(e, to), emit_ptx_register(e, v));
    return to;
}

static emit_ptx_value emit_ptx_of_operand(emit *e, ir_type t, emit_ptx_value v)
{
    if (emit_ptx_kind(e, t) == IR_BOOL)
        return emit_ptx_convert(e, v, IR_U32, IR_BOOL);
    if (ir_size(e->m, t) >= 4)
        return v;
    emit_ptx_value to = emit_ptx_new(e, EMIT_PTX_32);
    EMIT_PTX_LINE(e, "cvt.u32.u16 %s, %s", emit_ptx_register(e, to), emit_ptx_register(e, v));
    return emit_ptx_wrap(e, t, to);
}

static emit_ptx_value emit_ptx_operand_room(emit *e, ir_type t)
{
    return emit_ptx_new(e, emit_ptx_kind(e, t) == IR_BOOL ? EMIT_PTX_32
                           : ir_size(e->m, t) < 4         ? EMIT_PTX_16
                                                          : emit_ptx_class_of(e, t));
}

static void emit_ptx_template(emit *e, const char *form, const char *const *operands, uint32_t n_operands,
                              const char *const *outs, uint32_t n_outs)
{
    for (const char *at = form; *at; at++) {
        const bool is_out = strncmp(at, "{out.", 5) == 0;
        const char *digits = at + (is_out ? 5 : 1);
        const size_t n = *at == '{' ? strspn(digits, "0123456789") : 0;
        if (n && digits[n] == '}') {
            const unsigned long k = strtoul(digits, NULL, 10);
            if (k < (is_out ? n_outs : n_operands))
                emit_add(e, is_out ? outs[k] : operands[k]);
            at = digits + n;
        } else {
            emit_format(e, "%c", *at);
        }
    }
}

/* The scalars of the last `flags` fields of the local are inputs too. */
static uint32_t emit_ptx_first_tied(emit *e, const ir_instr *i, ir_type t, const emit_ptx_leaves *of)
{
    const ir_type_info *about = &e->m->types.at[t];
    uint32_t k = 0;
    if (!i->flags)
        return of->n;
    if (about->kind != IR_STRUCT)
        return 0;
    const uint64_t from = ir_field_offset(e->m, t, about->n_fields - i->flags);
    while (k < of->n && of->at[k].offset < from)
        k++;
    return k;
}

void emit_ptx_source(emit *e, const ir_instr *i)
{
    const ir_type t = i->aux ? e->f->locals.at[i->aux].type : IR_VOID;
    if (!i->aux && !*e->m->files.at[i->imm])
        return;
    const emit_ptx_leaves none = {0}, of = i->aux && !emit_is_nothing(e, t) ? emit_ptx_leaves_of(e, t) : none;
    if (of.is_memory) {
        emit_ptx_refuse(e, "ptx! with more than 16 results");
        return;
    }
    const emit_ptx_value local = i->aux ? emit_ptx_of(e)->locals[i->aux] : (emit_ptx_value){0};
    emit_ptx_value now = {0};
    const uint32_t first_tied = of.n ? emit_ptx_first_tied(e, i, t, &of) : 0;
    const char **operands = ARENA_ARRAY(e->a, const char *, i->n_args + 1),
               **outs = ARENA_ARRAY(e->a, const char *, of.n + 1);
    emit_ptx_value *rooms = ARENA_ARRAY(e->a, emit_ptx_value, of.n + 1);
    if (of.n && first_tied < of.n)
        now = local.form == EMIT_PTX_PLACE ? emit_ptx_load(e, t, emit_ptx_address(e, local), "", false)
                                           : emit_ptx_loose(e, t, local);
    for (uint32_t k = 0; k < of.n; k++) {
        rooms[k] = emit_ptx_operand_room(e, of.at[k].type);
        outs[k] = emit_ptx_register(e, rooms[k]);
        if (k < first_tied)
            continue;
        const emit_ptx_value in =
            emit_ptx_as_operand(e, of.at[k].type, now.form == EMIT_PTX_PARTS ? now.parts[k] : now);
        EMIT_PTX_LINE(e, "mov.b%u %s, %s",
                      rooms[k].class == EMIT_PTX_16   ? 16
                      : rooms[k].class == EMIT_PTX_32 ? 32
                                                      : 64,
                      outs[k], emit_ptx_register(e, in));
    }
    for (uint32_t k = 0; k < i->n_args; k++)
        operands[k] =
            emit_ptx_register(e, emit_ptx_as_operand(e, emit_type_of(e, emit_arg(e, i, k)), emit_ptx_arg(e, i, k)));
    emit_add(e, "\t{ " TOOL_PTX_MARK "\n\t");
    emit_ptx_template(e, e->m->files.at[i->imm], operands, i->n_args, outs, of.n);
    emit_add(e, "\n\t}\n");
    if (!of.n)
        return;
    emit_ptx_value made = {.form = EMIT_PTX_PARTS, .parts = ARENA_ARRAY(e->a, emit_ptx_value, of.n)};
    for (uint32_t k = 0; k < of.n; k++)
        made.parts[k] = emit_ptx_of_operand(e, of.at[k].type, rooms[k]);
    const bool is_whole = emit_ptx_kind(e, t) == IR_STRUCT || emit_ptx_kind(e, t) == IR_ARRAY;
    emit_ptx_assign(e, t, local, is_whole ? made : made.parts[0]);
}

/* emit_cuda_ptx.c: PTX of the source as inline assembly. */
#include <stdlib.h>
#include <string.h>

#include "codegen/cuda/emit_cuda.h"
#include "codegen/toolchain/tool_internal.h"

static const char letters[] = {
    [IR_BOOL] = 'r', [IR_I8] = 'h',  [IR_I16] = 'h', [IR_I32] = 'r', [IR_I64] = 'l', [IR_U8] = 'h',
    [IR_U16] = 'h',  [IR_U32] = 'r', [IR_U64] = 'l', [IR_F32] = 'f', [IR_F64] = 'd', [IR_PTR] = 'l',
};

/* A scalar of the local that the text writes. */
typedef struct emit_ptx_out {
    const char *place;
    ir_type type;
    bool is_tied;
} emit_ptx_out;

typedef struct emit_ptx_outs {
    VEC(emit_ptx_out) list;
} emit_ptx_outs;

static void emit_cuda_ptx_place(emit *e, emit_ptx_outs *outs, const char *place, ir_type type, uint32_t n_tied)
{
    const ir_type_info *about = &e->m->types.at[type];
    if (about->kind == IR_STRUCT || about->kind == IR_ARRAY) {
        const bool array = about->kind == IR_ARRAY;
        const uint64_t n = array ? about->n : about->n_fields;
        for (uint64_t i = 0; i < n; i++) {
            const ir_type part = array ? about->element : e->m->fields.at[about->first_field + i];
            const bool is_tied = n_tied > 0 && i + n_tied >= n;
            if (!emit_is_nothing(e, part))
                emit_cuda_ptx_place(e, outs,
                                    emit_print(e, array ? "%s.at[%llu]" : "%s.f%llu", place, (unsigned long long)i),
                                    part, is_tied ? UINT32_MAX : 0);
        }
    } else if (about->kind != IR_VOID) {
        vec_push(e->a, &outs->list, (emit_ptx_out){place, type, n_tied > 0});
    }
}

/* {2} is operand 2, {out.2} scalar 2 of the local; other braces are PTX's. */
static const char *emit_cuda_ptx_template(emit *e, const char *form, uint32_t n_outs)
{
    emit part = {.a = e->a};
    for (const char *at = form; *at; at++) {
        const bool is_out = strncmp(at, "{out.", 5) == 0;
        const char *digits = at + (is_out ? 5 : 1);
        const size_t n = *at == '{' ? strspn(digits, "0123456789") : 0;
        if (n && digits[n] == '}') {
            emit_format(&part, "%%%lu", strtoul(digits, NULL, 10) + (is_out ? 0 : n_outs));
            at = digits + n;
        } else {
            emit_format(&part, *at == '%' ? "%%%%" : "%c", *at);
        }
    }
    vec_push(part.a, &part.text, 0);
    return part.text.at;
}

/* Assembly has no registers of 8 bits. What is read or written there goes through a wider one. */
static const char *emit_cuda_ptx_wide(const emit *e, ir_type t)
{
    const ir_kind kind = (ir_kind)e->m->types.at[t].kind;
    return kind == IR_BOOL ? "u32" : kind == IR_I8 || kind == IR_U8 ? "u16" : kind == IR_PTR ? "u64" : NULL;
}

static char emit_cuda_ptx_letter(const emit *e, ir_type t)
{
    return letters[e->m->types.at[t].kind];
}

void emit_cuda_ptx(emit *e, const ir_instr *i)
{
    emit_ptx_outs outs = {0};
    const ir_type type = i->aux ? e->f->locals.at[i->aux].type : IR_VOID;
    if (i->aux && !emit_is_nothing(e, type))
        emit_cuda_ptx_place(e, &outs, emit_local_name(e, i->aux), type, i->flags);
    emit_add(e, "{");
    for (uint32_t k = 0; k < outs.list.n; k++) {
        const emit_ptx_out *out = &outs.list.at[k];
        const char *wide = emit_cuda_ptx_wide(e, out->type);
        if (wide && out->is_tied)
            emit_format(e, " %s rustg_out%u = (%s)%s;", wide, k, wide, out->place);
        else if (wide)
            emit_format(e, " %s rustg_out%u;", wide, k);
    }
    emit_add(e, *e->m->files.at[i->imm] ? " " TOOL_PTX_MARK " asm volatile(" : " asm volatile(");
    emit_quoted(e, emit_cuda_ptx_template(e, e->m->files.at[i->imm], outs.list.n));
    emit_add(e, " : ");
    for (uint32_t k = 0; k < outs.list.n; k++) {
        const emit_ptx_out *out = &outs.list.at[k];
        const char *place = emit_cuda_ptx_wide(e, out->type) ? emit_print(e, "rustg_out%u", k) : out->place;
        emit_format(e, "%s\"%c%c\"(%s)", k ? ", " : "", out->is_tied ? '+' : '=', emit_cuda_ptx_letter(e, out->type),
                    place);
    }
    emit_add(e, " : ");
    for (uint32_t k = 0; k < i->n_args; k++) {
        const ir_value v = emit_arg(e, i, k);
        const char *wide = emit_cuda_ptx_wide(e, emit_type_of(e, v));
        emit_format(e, "%s\"%c\"(%s%s%s%s)", k ? ", " : "", emit_cuda_ptx_letter(e, emit_type_of(e, v)),
                    wide ? "(" : "", wide ? wide : "", wide ? ")" : "", emit_operand(e, v));
    }
    emit_add(e, " : \"memory\");");
    for (uint32_t k = 0; k < outs.list.n; k++) {
        const emit_ptx_out *out = &outs.list.at[k];
        if (emit_cuda_ptx_wide(e, out->type))
            emit_format(e, " %s = (%s)rustg_out%u;", out->place, emit_type_name(e, out->type), k);
    }
    emit_add(e, " }");
}

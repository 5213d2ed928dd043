/* emit_cuda_atomic.c: emits atomics. Relaxed ones call the toolkit's functions, which know shared from global memory;
 * the others are PTX. Those of 8 and 16 bits exchange the 32 bits around. */
#include "codegen/cuda/emit_cuda.h"

static const char *const toolkit_scopes[IR_N_SCOPES] = {
    [IR_SCOPE_BLOCK] = "_block", [IR_SCOPE_DEVICE] = "", [IR_SCOPE_SYSTEM] = "_system"};

static const char *emit_cuda_relaxed(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    const char *word = emit_atomic_names[i->aux].cuda, *suffix = toolkit_scopes[ir_scope_of(i->imm)];
    const char *u = emit_unsigned_of(t);
    if (i->aux == IR_IN_ATOMIC_LOAD)
        return emit_print(e, "*(volatile %s *)%s", emit_type_name(e, t), p);
    if (i->aux == IR_IN_ATOMIC_STORE)
        return emit_print(e, "*(volatile %s *)%s = %s", emit_type_name(e, t), p, x);
    if (i->aux == IR_IN_ATOMIC_COMPARE_EXCHANGE)
        return emit_of_bits(
            e, t,
            emit_print(e, "atomicCAS%s((%s *)%s, %s, %s)", suffix, u, p, emit_to_bits(e, t, x), emit_to_bits(e, t, y)));
    if (i->aux == IR_IN_ATOMIC_MIN || i->aux == IR_IN_ATOMIC_MAX)
        return emit_print(e, "atomic%s%s((%s *)%s, %s)", word, suffix, emit_cuda_number(e, t), p, x);
    if (ir_is_float(e->m, t) && i->aux != IR_IN_ATOMIC_EXCHANGE)
        return emit_print(e, "atomic%s%s((%s *)%s, %s%s)", word, suffix, emit_type_name(e, t), p,
                          i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
    const char *operand = emit_to_bits(e, t, x);
    if (i->aux == IR_IN_ATOMIC_SUB)
        operand = emit_print(e, "(%s)0 - %s", u, operand);
    return emit_of_bits(e, t, emit_print(e, "atomic%s%s((%s *)%s, %s)", word, suffix, u, p, operand));
}

/* Statements that set the result, rustg_v<N>. */
static void emit_cuda_ordered(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    const ir_ordering ordering = ir_ordering_of(i->imm);
    unsigned width = (unsigned)ir_size(e->m, t) * 8;
    const char *scope = emit_ptx_scopes[ir_scope_of(i->imm)], *u = emit_unsigned_of(t);
    char letter = width <= 16 ? 'h' : width == 32 ? 'r' : 'l', kind = 'b';
    bool sum = i->aux == IR_IN_ATOMIC_ADD || i->aux == IR_IN_ATOMIC_SUB;
    const char *holder = width == 8 ? "u16" : u;
    if (ordering == IR_SEQ_CST)
        emit_format(e, "asm volatile(\"fence.sc.%s;\" ::: \"memory\"); ", scope);
    if (i->aux == IR_IN_ATOMIC_LOAD) {
        emit_format(
            e,
            "%s rustg_a; asm volatile(\"ld.acquire.%s.b%u %%0, [%%1];\" : \"=%c\"(rustg_a) : \"l\"(%s) : \"memory\"); ",
            holder, scope, width, letter, p);
    } else if (i->aux == IR_IN_ATOMIC_STORE) {
        emit_format(e, "asm volatile(\"st.release.%s.b%u [%%0], %%1;\" :: \"l\"(%s), \"%c\"((%s)%s) : \"memory\"); ",
                    scope, width, p, letter, holder, emit_to_bits(e, t, x));
        return;
    } else {
        const char *operand = emit_to_bits(e, t, x);
        if (i->aux == IR_IN_ATOMIC_SUB)
            operand = ir_is_float(e->m, t) ? emit_to_bits(e, t, emit_print(e, "-%s", x))
                                           : emit_print(e, "(%s)0 - %s", u, operand);
        if (i->aux == IR_IN_ATOMIC_MIN || i->aux == IR_IN_ATOMIC_MAX)
            kind = ir_is_signed(e->m, t) ? 's' : 'u';
        else if (sum)
            kind = ir_is_float(e->m, t) ? 'f' : 'u';
        char in = kind == 'f' ? (width == 32 ? 'f' : 'd') : letter;
        if (kind == 'f') {
            operand = emit_print(e, "%s%s", i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
            holder = emit_type_name(e, t);
        }
        const char *second = y ? emit_print(e, ", \"%c\"(%s)", letter, emit_to_bits(e, t, y)) : "";
        emit_format(e,
                    "%s rustg_a; asm volatile(\"atom.%s.%s.%s.%c%u %%0, [%%1], %%2%s;\" : \"=%c\"(rustg_a) : "
                    "\"l\"(%s), \"%c\"(%s)%s : \"memory\"); ",
                    holder, emit_ptx_orders[ordering], scope, emit_atomic_names[i->aux].ptx, kind, width,
                    y ? ", %3" : "", in, p, in, operand, second);
    }
    const char *bits = width == 8 ? "(u8)rustg_a" : "rustg_a";
    emit_format(e, "rustg_v%u = %s; ", i->result, kind == 'f' ? bits : emit_of_bits(e, t, bits));
}

/* The new value of plain memory that holds rustg_v<N>. */
static const char *emit_cuda_plain_atomic(emit *e, const ir_instr *i, ir_type t, const char *x, const char *y)
{
    const char *type = emit_type_name(e, t), *old = emit_print(e, "rustg_v%u", i->result),
               *sign = emit_atomic_names[i->aux].sign;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_ATOMIC_EXCHANGE:
    case IR_IN_ATOMIC_STORE: return x;
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
        return emit_print(e, "%s == %s ? %s : %s", emit_to_bits(e, t, old), emit_to_bits(e, t, x), y, old);
    case IR_IN_ATOMIC_MIN: return emit_print(e, "%s < %s ? %s : %s", old, x, old, x);
    case IR_IN_ATOMIC_MAX: return emit_print(e, "%s > %s ? %s : %s", old, x, old, x);
    case IR_IN_ATOMIC_ADD:
    case IR_IN_ATOMIC_SUB:
    case IR_IN_ATOMIC_AND:
    case IR_IN_ATOMIC_OR:
    case IR_IN_ATOMIC_XOR: break; /* by sign */
    case IR_IN_ATOMIC_LOAD:       /* stores nothing */
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_ATOMIC(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* no atomics */
    }
    if (ir_is_float(e->m, t))
        return emit_print(e, "%s %s %s", old, sign, x);
    return emit_print(e, "(%s)(%s %s %s)", type, emit_to_bits(e, t, old), sign, emit_to_bits(e, t, x));
}

/* Statements that set rustg_v<N> and exchange the 32 bits around p until nobody came between. */
static void emit_cuda_narrow(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    const ir_ordering ordering = ir_ordering_of(i->imm);
    const char *scope = emit_ptx_scopes[ir_scope_of(i->imm)], *u = emit_unsigned_of(t);
    if (ordering == IR_SEQ_CST)
        emit_format(e, "asm volatile(\"fence.sc.%s;\" ::: \"memory\"); ", scope);
    emit_format(e,
                "u32 *const rustg_at = (u32 *)((u64)%s & ~3ull); const u32 rustg_by = (u32)((u64)%s & 3ull) * 8u; "
                "u32 rustg_was, rustg_now = *(volatile u32 *)rustg_at; do { rustg_was = rustg_now; "
                "rustg_v%u = (%s)(%s)(rustg_was >> rustg_by); "
                "const u32 rustg_new = (rustg_was & ~((u32)(%s)-1 << rustg_by)) | (u32)(%s)(%s) << rustg_by; ",
                p, p, i->result, emit_type_name(e, t), u, u, u, emit_cuda_plain_atomic(e, i, t, x, y));
    if (ordering == IR_RELAXED)
        emit_format(e, "rustg_now = atomicCAS%s(rustg_at, rustg_was, rustg_new); ",
                    toolkit_scopes[ir_scope_of(i->imm)]);
    else
        emit_format(e,
                    "asm volatile(\"atom.%s.%s.cas.b32 %%0, [%%1], %%2, %%3;\" : \"=r\"(rustg_now) : "
                    "\"l\"(rustg_at), \"r\"(rustg_was), \"r\"(rustg_new) : \"memory\"); ",
                    emit_ptx_orders[ordering], scope);
    emit_add(e, "} while (rustg_now != rustg_was); ");
}

/* GPUs have no atomics on a thread's own memory, and NVVM makes a trap of one. Nobody else sees that memory, so a
 * plain access does. Which memory it is, is nearly always known when compiling. */
const char *emit_cuda_atomic(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    bool load = i->aux == IR_IN_ATOMIC_LOAD, store = i->aux == IR_IN_ATOMIC_STORE,
         is_relaxed = ir_ordering_of(i->imm) == IR_RELAXED;
    const char *type = emit_type_name(e, t);
    if (is_relaxed && (load || store))
        return emit_cuda_relaxed(e, i, t, p, x, y);
    if (!store)
        emit_format(e, "%s rustg_v%u; ", type, i->result);
    emit_format(e, "if (__isLocal(%s)) { ", p);
    if (!store)
        emit_format(e, "rustg_v%u = *(%s *)%s; ", i->result, type, p);
    if (!load)
        emit_format(e, "*(%s *)%s = %s; ", type, p, emit_cuda_plain_atomic(e, i, t, x, y));
    emit_add(e, "} else { ");
    if (!load && !store && ir_size(e->m, t) < 4)
        emit_cuda_narrow(e, i, t, p, x, y);
    else if (is_relaxed)
        emit_format(e, "rustg_v%u = %s; ", i->result, emit_cuda_relaxed(e, i, t, p, x, y));
    else
        emit_cuda_ordered(e, i, t, p, x, y);
    emit_add(e, "} ");
    return store ? "(void)0" : emit_print(e, "rustg_v%u", i->result);
}

/* emit_ptx_atomic.c: atomics. GPUs have none on a thread's own memory, and nobody else sees that: a plain access does
 * there. Those of 8 and 16 bits exchange the 32 bits around. Source: PTX ISA, "atom" and "Memory Consistency Model". */
#include "codegen/ptx/emit_ptx.h"

/* One atomic: what it works on, and its parts in PTX. */
typedef struct emit_ptx_atom {
    const ir_instr *i;
    ir_type type;
    emit_ptx_value address, x, y;
    const char *word;
    char letter;
    uint32_t bits;
} emit_ptx_atom;

static char emit_ptx_atom_letter(const emit *e, const emit_ptx_atom *a)
{
    switch ((ir_intrinsic)a->i->aux) {
    case IR_IN_ATOMIC_ADD:
    case IR_IN_ATOMIC_SUB: return ir_is_float(e->m, a->type) ? 'f' : 'u';
    case IR_IN_ATOMIC_MIN:
    case IR_IN_ATOMIC_MAX: return ir_is_signed(e->m, a->type) ? 's' : 'u';
    case IR_IN_ATOMIC_LOAD:
    case IR_IN_ATOMIC_STORE:
    case IR_IN_ATOMIC_EXCHANGE:
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
    case IR_IN_ATOMIC_AND:
    case IR_IN_ATOMIC_OR:
    case IR_IN_ATOMIC_XOR: return 'b';
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_ATOMIC(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* no atomics */
    }
    return 'b';
}

static emit_ptx_value emit_ptx_negated(emit *e, ir_type t, emit_ptx_value v)
{
    emit_ptx_value to = emit_ptx_new_of(e, t);
    EMIT_PTX_LINE(e, "neg.%c%u %s, %s", ir_is_float(e->m, t) ? 'f' : 's', emit_ptx_width(e, t),
                  emit_ptx_register(e, to), emit_ptx_register(e, v));
    return to;
}

/* What plain memory that holds `old` is to hold. */
static emit_ptx_value emit_ptx_new_content(emit *e, const emit_ptx_atom *a, emit_ptx_value old)
{
    const uint32_t width = emit_ptx_width(e, a->type);
    const char *x = emit_ptx_register(e, a->x), *was = emit_ptx_register(e, old);
    emit_ptx_value to = emit_ptx_new_of(e, a->type), is = {0};
    const char *name = emit_ptx_register(e, to);
    switch ((ir_intrinsic)a->i->aux) {
    case IR_IN_ATOMIC_EXCHANGE:
    case IR_IN_ATOMIC_STORE: return a->x;
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
        is = emit_ptx_new(e, EMIT_PTX_PREDICATE);
        EMIT_PTX_LINE(e, "setp.eq.b%u %s, %s, %s", width, emit_ptx_register(e, is), was, x);
        return emit_ptx_select(e, is, a->y, old);
    case IR_IN_ATOMIC_MIN:
    case IR_IN_ATOMIC_MAX: EMIT_PTX_LINE(e, "%s.%c%u %s, %s, %s", a->word, a->letter, width, name, was, x); return to;
    case IR_IN_ATOMIC_ADD:
    case IR_IN_ATOMIC_SUB:
        if (ir_is_float(e->m, a->type))
            EMIT_PTX_LINE(e, "add.rn.f%u %s, %s, %s", width, name, was, x);
        else
            EMIT_PTX_LINE(e, "add.u%u %s, %s, %s", width, name, was, x);
        return emit_ptx_wrap(e, a->type, to);
    case IR_IN_ATOMIC_AND:
    case IR_IN_ATOMIC_OR:
    case IR_IN_ATOMIC_XOR: EMIT_PTX_LINE(e, "%s.b%u %s, %s, %s", a->word, width, name, was, x); return to;
    case IR_IN_ATOMIC_LOAD: /* stores nothing */
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_ATOMIC(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* no atomics */
    }
    return old;
}

static void emit_ptx_atom_at(emit *e, const emit_ptx_atom *a, emit_ptx_value to)
{
    const ir_ordering ordering = ir_ordering_of(a->i->imm);
    const char *scope = emit_ptx_scopes[ir_scope_of(a->i->imm)], *space = emit_ptx_space(a->address);
    const char *place = emit_ptx_place(e, a->address, 0), *x = emit_ptx_register(e, a->x);
    if (a->i->aux == IR_IN_ATOMIC_STORE) {
        EMIT_PTX_LINE(e, "st.%s.%s%s.%s [%s], %s", ordering == IR_RELAXED ? "relaxed" : "release", scope, space,
                      emit_ptx_memory_type(e, a->type), place, x);
        return;
    }
    EMIT_PTX_LINE(e, "atom.%s.%s%s.%s.%c%u %s, [%s], %s%s%s", emit_ptx_orders[ordering], scope, space, a->word,
                  a->letter, a->bits, emit_ptx_register(e, to), place, x,
                  a->i->aux == IR_IN_ATOMIC_COMPARE_EXCHANGE ? ", " : "",
                  a->i->aux == IR_IN_ATOMIC_COMPARE_EXCHANGE ? emit_ptx_register(e, a->y) : "");
}

/* The 32 bits around are exchanged until nobody came between. */
static void emit_ptx_narrow(emit *e, const emit_ptx_atom *a, emit_ptx_value to)
{
    const uint32_t again = emit_ptx_new_label(e), mask = a->bits == 8 ? 0xFF : 0xFFFF;
    const char *at = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_64)),
               *by = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *now = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *was = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *field = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *keep = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *next = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_32)),
               *is = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_PREDICATE)),
               *whole = emit_ptx_register(e, a->address);
    EMIT_PTX_LINE(e, "cvt.u32.u64 %s, %s", by, whole);
    EMIT_PTX_LINE(e, "and.b32 %s, %s, 3", by, by);
    EMIT_PTX_LINE(e, "shl.b32 %s, %s, 3", by, by);
    EMIT_PTX_LINE(e, "and.b64 %s, %s, -4", at, whole);
    EMIT_PTX_LINE(e, "mov.u32 %s, %u", keep, mask);
    EMIT_PTX_LINE(e, "shl.b32 %s, %s, %s", keep, keep, by);
    EMIT_PTX_LINE(e, "not.b32 %s, %s", keep, keep);
    EMIT_PTX_LINE(e, "ld.volatile.u32 %s, [%s]", now, at);
    emit_format(e, "$L%u:\n", again);
    EMIT_PTX_LINE(e, "mov.b32 %s, %s", was, now);
    EMIT_PTX_LINE(e, "shr.u32 %s, %s, %s", field, was, by);
    if (ir_is_signed(e->m, a->type))
        EMIT_PTX_LINE(e, "cvt.s32.s%u %s, %s", a->bits, emit_ptx_register(e, to), field);
    else
        EMIT_PTX_LINE(e, "and.b32 %s, %s, %u", emit_ptx_register(e, to), field, mask);
    const char *content = emit_ptx_register(e, emit_ptx_new_content(e, a, to));
    EMIT_PTX_LINE(e, "and.b32 %s, %s, %u", field, content, mask);
    EMIT_PTX_LINE(e, "shl.b32 %s, %s, %s", field, field, by);
    EMIT_PTX_LINE(e, "and.b32 %s, %s, %s", next, was, keep);
    EMIT_PTX_LINE(e, "or.b32 %s, %s, %s", next, next, field);
    EMIT_PTX_LINE(e, "atom.%s.%s.cas.b32 %s, [%s], %s, %s", emit_ptx_orders[ir_ordering_of(a->i->imm)],
                  emit_ptx_scopes[ir_scope_of(a->i->imm)], now, at, was, next);
    EMIT_PTX_LINE(e, "setp.ne.u32 %s, %s, %s", is, now, was);
    EMIT_PTX_LINE(e, "@%s bra $L%u", is, again);
}

/* Asks whether an address is in the thread's own memory. The code goes on if it is; if not, it jumps to the label
 * that is returned. */
static uint32_t emit_ptx_ask_local(emit *e, emit_ptx_value address)
{
    const uint32_t elsewhere = emit_ptx_new_label(e);
    const char *is = emit_ptx_register(e, emit_ptx_new(e, EMIT_PTX_PREDICATE));
    EMIT_PTX_LINE(e, "isspacep.local %s, %s", is, emit_ptx_register(e, address));
    EMIT_PTX_LINE(e, "@!%s bra $L%u", is, elsewhere);
    return elsewhere;
}

static emit_ptx_value emit_ptx_atomic_load(emit *e, const ir_instr *i)
{
    const emit_ptx_value address = emit_ptx_address(e, emit_ptx_arg(e, i, 0));
    const bool is_relaxed = ir_ordering_of(i->imm) == IR_RELAXED;
    const char *scope = emit_ptx_scopes[ir_scope_of(i->imm)];
    if (ir_ordering_of(i->imm) == IR_SEQ_CST)
        EMIT_PTX_LINE(e, "fence.sc.%s", scope);
    if (address.space == IR_SPACE_LOCAL)
        return emit_ptx_load(e, i->type, address, "", false);
    const char *how = emit_print(e, ".%s.%s", is_relaxed ? "relaxed" : "acquire", scope);
    if (address.space != IR_SPACE_GENERIC)
        return emit_ptx_load(e, i->type, address, how, false);
    const emit_ptx_value to = emit_ptx_fresh(e, i->type);
    const uint32_t elsewhere = emit_ptx_ask_local(e, address), end = emit_ptx_new_label(e);
    emit_ptx_assign(e, i->type, to, emit_ptx_load(e, i->type, address, "", false));
    EMIT_PTX_LINE(e, "bra $L%u", end);
    emit_format(e, "$L%u:\n", elsewhere);
    emit_ptx_assign(e, i->type, to, emit_ptx_load(e, i->type, address, how, false));
    emit_format(e, "$L%u:\n", end);
    return to;
}

emit_ptx_value emit_ptx_atomic(emit *e, const ir_instr *i)
{
    if (i->aux == IR_IN_ATOMIC_LOAD)
        return emit_ptx_atomic_load(e, i);
    const ir_type t = emit_type_of(e, emit_arg(e, i, 1));
    const bool is_store = i->aux == IR_IN_ATOMIC_STORE, is_bool = emit_ptx_kind(e, t) == IR_BOOL;
    emit_ptx_atom a = {.i = i,
                       .type = is_bool ? IR_U8 : t,
                       .address = emit_ptx_address(e, emit_ptx_arg(e, i, 0)),
                       .x = emit_ptx_arg(e, i, 1),
                       .word = emit_atomic_names[i->aux].ptx};
    a.bits = 8 * (uint32_t)ir_size(e->m, t);
    if (i->n_args > 2)
        a.y = emit_ptx_arg(e, i, 2);
    if (is_bool) {
        a.x = emit_ptx_convert(e, a.x, IR_BOOL, IR_U8);
        a.y = i->n_args > 2 ? emit_ptx_convert(e, a.y, IR_BOOL, IR_U8) : a.y;
    }
    if (i->aux == IR_IN_ATOMIC_SUB)
        a.x = emit_ptx_negated(e, a.type, a.x);
    a.letter = emit_ptx_atom_letter(e, &a);
    emit_ptx_value to = is_store ? (emit_ptx_value){0} : emit_ptx_new_of(e, a.type);
    const bool is_local = a.address.space == IR_SPACE_LOCAL, is_unknown = a.address.space == IR_SPACE_GENERIC;
    const uint32_t elsewhere = is_unknown ? emit_ptx_ask_local(e, a.address) : 0,
                   end = is_unknown ? emit_ptx_new_label(e) : 0;
    if (is_local || is_unknown) {
        emit_ptx_value old = is_store ? (emit_ptx_value){0} : emit_ptx_load(e, a.type, a.address, "", false);
        emit_ptx_store(e, a.type, a.address, emit_ptx_new_content(e, &a, is_store ? a.x : old), "");
        if (!is_store)
            emit_ptx_assign(e, a.type, to, old);
    }
    if (is_unknown) {
        EMIT_PTX_LINE(e, "bra $L%u", end);
        emit_format(e, "$L%u:\n", elsewhere);
    }
    if (!is_local) {
        if (ir_ordering_of(i->imm) == IR_SEQ_CST)
            EMIT_PTX_LINE(e, "fence.sc.%s", emit_ptx_scopes[ir_scope_of(i->imm)]);
        if (!is_store && a.bits < 32)
            emit_ptx_narrow(e, &a, to);
        else
            emit_ptx_atom_at(e, &a, to);
    }
    if (is_unknown)
        emit_format(e, "$L%u:\n", end);
    if (is_store)
        return to;
    return is_bool ? emit_ptx_convert(e, to, IR_U8, IR_BOOL) : to;
}

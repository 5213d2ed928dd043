/* emit_atomic.c: atomics. In CUDA relaxed ones are the toolkit's functions, which know shared from global memory; the
 * others are PTX. */
#include "codegen/common/emit.h"

static const char *const unsigned_names[] = {"",   "u8",  "u8",  "u16", "u32", "u64",
                                             "u8", "u16", "u32", "u64", "u32", "u64"};

static bool is_float(ir_type t)
{
    return t == IR_F32 || t == IR_F64;
}

static const char *to_bits(emit *e, ir_type t, const char *text)
{
    if (is_float(t))
        return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_BITS_OF, t), text);
    return t > IR_F64 ? emit_print(e, "(u64)%s", text) : emit_print(e, "(%s)%s", unsigned_names[t], text);
}

static const char *of_bits(emit *e, ir_type t, const char *text)
{
    if (is_float(t))
        return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_BITS_TO, t), text);
    return emit_print(e, "(%s)%s", emit_type_name(e, t), text);
}

/* How each read-modify-write is called: in C's built-in functions, in CUDA's, in PTX, and as C's operator. A row
 * without its ATOMIC_..._NAMES here does not compile. */
typedef struct atomic_names {
    const char *c, *cuda, *ptx, *sign;
} atomic_names;
#define ATOMIC_LOAD_NAMES                                                                                              \
    {                                                                                                                  \
        "", "", "", ""                                                                                                 \
    }
#define ATOMIC_STORE_NAMES                                                                                             \
    {                                                                                                                  \
        "", "", "", ""                                                                                                 \
    }
#define ATOMIC_EXCHANGE_NAMES                                                                                          \
    {                                                                                                                  \
        "", "Exch", "exch", ""                                                                                         \
    }
#define ATOMIC_COMPARE_EXCHANGE_NAMES                                                                                  \
    {                                                                                                                  \
        "", "CAS", "cas", ""                                                                                           \
    }
#define ATOMIC_ADD_NAMES                                                                                               \
    {                                                                                                                  \
        "add", "Add", "add", "+"                                                                                       \
    }
#define ATOMIC_SUB_NAMES                                                                                               \
    {                                                                                                                  \
        "sub", "Add", "add", "-"                                                                                       \
    }
#define ATOMIC_AND_NAMES                                                                                               \
    {                                                                                                                  \
        "and", "And", "and", "&"                                                                                       \
    }
#define ATOMIC_OR_NAMES                                                                                                \
    {                                                                                                                  \
        "or", "Or", "or", "|"                                                                                          \
    }
#define ATOMIC_XOR_NAMES                                                                                               \
    {                                                                                                                  \
        "xor", "Xor", "xor", "^"                                                                                       \
    }
#define ATOMIC_MIN_NAMES                                                                                               \
    {                                                                                                                  \
        "", "Min", "min", ""                                                                                           \
    }
#define ATOMIC_MAX_NAMES                                                                                               \
    {                                                                                                                  \
        "", "Max", "max", ""                                                                                           \
    }
static const atomic_names names_of[] = {
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_ATOMIC(name, ...) [IR_IN_##name] = name##_NAMES,
#include "ir/ir_intrinsic.def"
};

static const char *in_c(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    static const unsigned orders[] = {0, 2, 3, 4, 5, 5, 5, 5};
    const char *u = t > IR_F64 ? "u64" : unsigned_names[t];
    unsigned order = orders[i->imm & 7];
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_ATOMIC_LOAD:
        return of_bits(e, t, emit_print(e, "__atomic_load_n((%s *)%s, %u)", u, p, order == 0 ? 0 : order == 5 ? 5 : 2));
    case IR_IN_ATOMIC_STORE:
        return emit_print(e, "__atomic_store_n((%s *)%s, %s, %u)", u, p, to_bits(e, t, x),
                          order == 0   ? 0
                          : order == 5 ? 5
                                       : 3);
    case IR_IN_ATOMIC_EXCHANGE:
        return of_bits(e, t, emit_print(e, "__atomic_exchange_n((%s *)%s, %s, 5)", u, p, to_bits(e, t, x)));
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
        return of_bits(
            e, t,
            emit_print(e, "__sync_val_compare_and_swap((%s *)%s, %s, %s)", u, p, to_bits(e, t, x), to_bits(e, t, y)));
    case IR_IN_ATOMIC_MIN:
    case IR_IN_ATOMIC_MAX:
        return emit_print(
            e, "%s((%s *)%s, %s)",
            emit_helper_name(e, i->aux == IR_IN_ATOMIC_MIN ? EMIT_HELPER_ATOMIC_MIN : EMIT_HELPER_ATOMIC_MAX, t),
            emit_type_name(e, t), p, x);
    default: break; /* by name */
    }
    if (is_float(t))
        return emit_print(e, "%s((%s *)%s, %s%s)", emit_helper_name(e, EMIT_HELPER_ATOMIC_ADD, t), emit_type_name(e, t),
                          p, i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
    return of_bits(e, t,
                   emit_print(e, "__atomic_fetch_%s((%s *)%s, %s, 5)", names_of[i->aux].c, u, p, to_bits(e, t, x)));
}

static const char *relaxed(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    static const char *const suffixes[] = {"_block", "", "_system", "_system"};
    const char *word = names_of[i->aux].cuda, *suffix = suffixes[i->imm >> 8 & 3];
    const char *u = t > IR_F64 ? "u64" : unsigned_names[t];
    if (i->aux == IR_IN_ATOMIC_LOAD)
        return emit_print(e, "*(volatile %s *)%s", emit_type_name(e, t), p);
    if (i->aux == IR_IN_ATOMIC_STORE)
        return emit_print(e, "*(volatile %s *)%s = %s", emit_type_name(e, t), p, x);
    if (i->aux == IR_IN_ATOMIC_COMPARE_EXCHANGE)
        return of_bits(
            e, t, emit_print(e, "atomicCAS%s((%s *)%s, %s, %s)", suffix, u, p, to_bits(e, t, x), to_bits(e, t, y)));
    if (i->aux == IR_IN_ATOMIC_MIN || i->aux == IR_IN_ATOMIC_MAX) {
        const char *own = t == IR_I64 ? "long long" : emit_type_name(e, t);
        return emit_print(e, "atomic%s%s((%s *)%s, %s)", word, suffix, own, p, x);
    }
    if (is_float(t) && i->aux != IR_IN_ATOMIC_EXCHANGE)
        return emit_print(e, "atomic%s%s((%s *)%s, %s%s)", word, suffix, emit_type_name(e, t), p,
                          i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
    const char *operand = to_bits(e, t, x);
    if (i->aux == IR_IN_ATOMIC_SUB)
        operand = emit_print(e, "(%s)0 - %s", u, operand);
    return of_bits(e, t, emit_print(e, "atomic%s%s((%s *)%s, %s)", word, suffix, u, p, operand));
}

/* Statements that set the result, rustg_v<N>. */
static void ordered(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    static const char *const scopes[] = {"cta", "gpu", "sys", "sys"};
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "acq_rel"};
    unsigned order = i->imm & 7, width = (unsigned)ir_size(e->m, t) * 8;
    const char *scope = scopes[i->imm >> 8 & 3], *u = t > IR_F64 ? "u64" : unsigned_names[t];
    char letter = width <= 16 ? 'h' : width == 32 ? 'r' : 'l', kind = 'b';
    bool sum = i->aux == IR_IN_ATOMIC_ADD || i->aux == IR_IN_ATOMIC_SUB;
    const char *holder = width == 8 ? "u16" : u;
    if (order == 4)
        emit_format(e, "asm volatile(\"fence.sc.%s;\" ::: \"memory\"); ", scope);
    if (i->aux == IR_IN_ATOMIC_LOAD) {
        emit_format(
            e,
            "%s rustg_a; asm volatile(\"ld.acquire.%s.b%u %%0, [%%1];\" : \"=%c\"(rustg_a) : \"l\"(%s) : \"memory\"); ",
            holder, scope, width, letter, p);
    } else if (i->aux == IR_IN_ATOMIC_STORE) {
        emit_format(e, "asm volatile(\"st.release.%s.b%u [%%0], %%1;\" :: \"l\"(%s), \"%c\"((%s)%s) : \"memory\"); ",
                    scope, width, p, letter, holder, to_bits(e, t, x));
        return;
    } else {
        const char *operand = to_bits(e, t, x);
        if (i->aux == IR_IN_ATOMIC_SUB)
            operand = is_float(t) ? to_bits(e, t, emit_print(e, "-%s", x)) : emit_print(e, "(%s)0 - %s", u, operand);
        if (i->aux == IR_IN_ATOMIC_MIN || i->aux == IR_IN_ATOMIC_MAX)
            kind = ir_is_signed(e->m, t) ? 's' : 'u';
        else if (sum)
            kind = is_float(t) ? 'f' : 'u';
        char in = kind == 'f' ? (width == 32 ? 'f' : 'd') : letter;
        if (kind == 'f') {
            operand = emit_print(e, "%s%s", i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
            holder = emit_type_name(e, t);
        }
        const char *second = y ? emit_print(e, ", \"%c\"(%s)", letter, to_bits(e, t, y)) : "";
        emit_format(e,
                    "%s rustg_a; asm volatile(\"atom.%s.%s.%s.%c%u %%0, [%%1], %%2%s;\" : \"=%c\"(rustg_a) : "
                    "\"l\"(%s), \"%c\"(%s)%s : \"memory\"); ",
                    holder, orders[order > 4 ? 4 : order], scope, names_of[i->aux].ptx, kind, width, y ? ", %3" : "",
                    in, p, in, operand, second);
    }
    const char *bits = width == 8 ? "(u8)rustg_a" : "rustg_a";
    emit_format(e, "rustg_v%u = %s; ", i->result, kind == 'f' ? bits : of_bits(e, t, bits));
}

/* The new value of plain memory that holds rustg_v<N>. */
static const char *plain(emit *e, const ir_instr *i, ir_type t, const char *x, const char *y)
{
    const char *type = emit_type_name(e, t), *old = emit_print(e, "rustg_v%u", i->result),
               *sign = names_of[i->aux].sign;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_ATOMIC_EXCHANGE:
    case IR_IN_ATOMIC_STORE: return x;
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
        return emit_print(e, "%s == %s ? %s : %s", to_bits(e, t, old), to_bits(e, t, x), y, old);
    case IR_IN_ATOMIC_MIN: return emit_print(e, "%s < %s ? %s : %s", old, x, old, x);
    case IR_IN_ATOMIC_MAX: return emit_print(e, "%s > %s ? %s : %s", old, x, old, x);
    default: break; /* by sign */
    }
    if (is_float(t))
        return emit_print(e, "%s %s %s", old, sign, x);
    return emit_print(e, "(%s)(%s %s %s)", type, to_bits(e, t, old), sign, to_bits(e, t, x));
}

/* GPUs have no atomics on a thread's own memory, where nobody else looks; NVVM makes a trap of one. There plain memory
 * does. It is nearly always known when compiling which memory it is. */
static const char *in_cuda(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    bool load = i->aux == IR_IN_ATOMIC_LOAD, store = i->aux == IR_IN_ATOMIC_STORE, is_relaxed = (i->imm & 255) == 0;
    const char *type = emit_type_name(e, t);
    if (is_relaxed && (load || store))
        return relaxed(e, i, t, p, x, y);
    if (!store)
        emit_format(e, "%s rustg_v%u; ", type, i->result);
    emit_format(e, "if (__isLocal(%s)) { ", p);
    if (!store)
        emit_format(e, "rustg_v%u = *(%s *)%s; ", i->result, type, p);
    if (!load)
        emit_format(e, "*(%s *)%s = %s; ", type, p, plain(e, i, t, x, y));
    emit_add(e, "} else { ");
    if (is_relaxed)
        emit_format(e, "rustg_v%u = %s; ", i->result, relaxed(e, i, t, p, x, y));
    else
        ordered(e, i, t, p, x, y);
    emit_add(e, "} ");
    return store ? "(void)0" : emit_print(e, "rustg_v%u", i->result);
}

const char *emit_atomic(emit *e, const ir_instr *i)
{
    bool store = i->aux == IR_IN_ATOMIC_STORE;
    ir_type t = store || !i->type ? emit_type_of(e, emit_arg(e, i, 1)) : i->type;
    const char *p = emit_operand(e, emit_arg(e, i, 0));
    const char *x = i->n_args > 1 ? emit_operand(e, emit_arg(e, i, 1)) : NULL,
               *y = i->n_args > 2 ? emit_operand(e, emit_arg(e, i, 2)) : NULL;
    uint8_t kind = e->m->types.at[t].kind;
    if (kind >= IR_ARRAY) {
        const char *at = emit_print(e, "*(%s *)%s", emit_type_name(e, t), p);
        return store ? emit_print(e, "%s = %s", at, x) : at;
    }
    return e->cuda ? in_cuda(e, i, t, p, x, y) : in_c(e, i, t, p, x, y);
}

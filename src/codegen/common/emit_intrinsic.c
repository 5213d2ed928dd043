/* emit_intrinsic.c: emits the intrinsics that are a function or a helper in every target. Each target emits the
 * others itself. */
#include "codegen/common/emit.h"

static const char *const math_functions[IR_N_INTRINSICS] = {
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, n_args, group, function, fast, rust, text) [IR_IN_##name] = #function,
#include "ir/ir_intrinsic.def"
};

const char *emit_fill_args(emit *e, const ir_instr *i, const char *form, const char *extra)
{
    const char *values[5] = {"", "", "", emit_is_nothing(e, i->type) ? "" : emit_type_name(e, i->type), extra};
    for (uint32_t k = 0; k < 3 && k < i->n_args; k++)
        values[k] = emit_operand(e, emit_arg(e, i, k));
    return emit_fill(e, form, "012TX", values);
}

const char *emit_message(emit *e, const ir_instr *i, const char *open)
{
    if (!i->n_args)
        return emit_print(e, "%s%lluu, 0u, 0)", open, (unsigned long long)i->imm);
    emit_add(e, "{ const u64 rustg_shown[] = {");
    for (uint32_t n = 0; n < i->n_args; n++)
        emit_format(e, "%s(u64)%s", n ? ", " : "", emit_operand(e, emit_arg(e, i, n)));
    emit_format(e, "}; %s%lluu, %uu, rustg_shown); } ", open, (unsigned long long)i->imm, (unsigned)i->n_args);
    return "(void)0";
}

static const char *emit_intrinsic_math(emit *e, const ir_instr *i)
{
    const char *name = e->target->fast_function ? e->target->fast_function(e, i) : NULL;
    if (!name)
        name = emit_print(e, "%s%s%s", e->target->builtin, math_functions[i->aux], i->type == IR_F32 ? "f" : "");
    const char *a = emit_plain(e, emit_arg(e, i, 0));
    if (i->n_args == 1)
        return emit_print(e, "%s(%s)", name, a);
    const char *b = emit_plain(e, emit_arg(e, i, 1));
    if (i->n_args == 2)
        return emit_print(e, "%s(%s, %s)", name, a, b);
    return emit_print(e, "%s(%s, %s, %s)", name, a, b, emit_plain(e, emit_arg(e, i, 2)));
}

static const char *emit_of_helper(emit *e, const ir_instr *i, emit_helper h, ir_type kind)
{
    const char *name = emit_helper_name(e, h, kind), *a = emit_plain(e, emit_arg(e, i, 0));
    if (i->n_args == 1)
        return emit_print(e, "%s(%s)", name, a);
    return emit_print(e, "%s(%s, %s)", name, a, emit_plain(e, emit_arg(e, i, 1)));
}

/* The names of each read-modify-write: in C's built-in functions, in CUDA's, in PTX, and as C's operator. A row
 * without its ATOMIC_..._NAMES here does not compile. */
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
const char *const emit_ptx_scopes[IR_N_SCOPES] = {
    [IR_SCOPE_BLOCK] = "cta", [IR_SCOPE_DEVICE] = "gpu", [IR_SCOPE_SYSTEM] = "sys"};
const char *const emit_ptx_orders[IR_N_ORDERINGS] = {
    [IR_RELAXED] = "relaxed", [IR_ACQUIRE] = "acquire", [IR_RELEASE] = "release",
    [IR_ACQ_REL] = "acq_rel", [IR_SEQ_CST] = "acq_rel", /* behind a fence */
};

const emit_atomic_row emit_atomic_names[] = {
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_ATOMIC(name, ...) [IR_IN_##name] = name##_NAMES,
#include "ir/ir_intrinsic.def"
};

/* Turns a scalar into the unsigned number of its width, and back. */
const char *emit_to_bits(emit *e, ir_type t, const char *text)
{
    if (ir_is_float(e->m, t))
        return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_BITS_OF, t), text);
    return t > IR_F64 ? emit_print(e, "(u64)%s", text) : emit_print(e, "(%s)%s", emit_unsigned_of(t), text);
}

const char *emit_of_bits(emit *e, ir_type t, const char *text)
{
    if (ir_is_float(e->m, t))
        return emit_print(e, "%s(%s)", emit_helper_name(e, EMIT_HELPER_BITS_TO, t), text);
    return emit_print(e, "(%s)%s", emit_type_name(e, t), text);
}

static const char *emit_intrinsic_atomic(emit *e, const ir_instr *i)
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
    return e->target->atomic(e, i, t, p, x, y);
}

/* The f16 that the f32 was made of, or that it is as a constant; NULL: none, or no text that may be repeated. */
static const char *emit_intrinsic_as_f16(emit *e, ir_value v)
{
    const ir_instr *i = emit_definition(e, v);
    if (i && i->op == IR_CONST) {
        const uint64_t bits = ir_half_bits(IR_IN_F32_TO_F16, i->imm);
        return ir_half_bits(IR_IN_F16_TO_F32, bits) == (uint32_t)i->imm ? emit_print(e, "%uu", (unsigned)bits) : NULL;
    }
    if (!i || i->op != IR_INTRINSIC || i->aux != IR_IN_F16_TO_F32)
        return NULL;
    const ir_value from = emit_arg(e, i, 0);
    return e->how[v] == EMIT_INLINE || e->how[from] != EMIT_INLINE ? emit_plain(e, from) : NULL;
}

/* An f32 holds the exact product of two f16, and of their sum or difference so many digits that rounding twice gives
 * what rounding once does. So a GPU may compute with the f16 themselves. NULL: the number is none of these. */
static const char *emit_intrinsic_f16(emit *e, const ir_instr *i)
{
    const ir_value v = emit_arg(e, i, 0);
    const ir_instr *of = emit_definition(e, v);
    if (!of || e->target->is_for_cpu || e->how[v] != EMIT_INLINE ||
        (of->op != IR_ADD && of->op != IR_SUB && of->op != IR_MUL))
        return NULL;
    const char *a = emit_intrinsic_as_f16(e, emit_arg(e, of, 0)), *b = emit_intrinsic_as_f16(e, emit_arg(e, of, 1));
    const emit_helper h = of->op == IR_ADD   ? EMIT_HELPER_F16_ADD
                          : of->op == IR_SUB ? EMIT_HELPER_F16_SUB
                                             : EMIT_HELPER_F16_MUL;
    return a && b ? emit_print(e, "%s(%s, %s)", emit_helper_name(e, h, IR_VOID), a, b) : NULL;
}

const char *emit_intrinsic_text(emit *e, const ir_instr *i)
{
    const char *text;
    ir_type of = i->n_args ? emit_type_of(e, emit_arg(e, i, 0)) : IR_VOID;
    switch ((ir_intrinsic)i->aux) {
#define EMIT_TARGET(name) case IR_IN_##name:
#define EMIT_COMMON(name)
#include "codegen/common/emit_intrinsic_case.def"
        return e->target->intrinsic(e, i);
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_FLOAT(name, ...)
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return emit_intrinsic_atomic(e, i);
    case IR_IN_COUNT_ONES: return emit_of_helper(e, i, EMIT_HELPER_COUNT_ONES, of);
    case IR_IN_LEADING_ZEROS: return emit_of_helper(e, i, EMIT_HELPER_LEADING_ZEROS, of);
    case IR_IN_TRAILING_ZEROS: return emit_of_helper(e, i, EMIT_HELPER_TRAILING_ZEROS, of);
    case IR_IN_SWAP_BYTES: return emit_of_helper(e, i, EMIT_HELPER_SWAP_BYTES, of);
    case IR_IN_REVERSE_BITS: return emit_of_helper(e, i, EMIT_HELPER_REVERSE_BITS, of);
    case IR_IN_MUL_HIGH: return emit_of_helper(e, i, EMIT_HELPER_MUL_HIGH, of);
    case IR_IN_FMIN: return emit_of_helper(e, i, EMIT_HELPER_FMIN, of);
    case IR_IN_FMAX: return emit_of_helper(e, i, EMIT_HELPER_FMAX, of);
    case IR_IN_F16_TO_F32: return emit_of_helper(e, i, EMIT_HELPER_F16_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F16:
        text = emit_intrinsic_f16(e, i);
        return text ? text : emit_of_helper(e, i, EMIT_HELPER_F32_TO_F16, IR_VOID);
    case IR_IN_BF16_TO_F32: return emit_of_helper(e, i, EMIT_HELPER_BF16_TO_F32, IR_VOID);
    case IR_IN_F32_TO_BF16: return emit_of_helper(e, i, EMIT_HELPER_F32_TO_BF16, IR_VOID);
    case IR_IN_F8E4M3_TO_F32: return emit_of_helper(e, i, EMIT_HELPER_F8E4M3_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F8E4M3: return emit_of_helper(e, i, EMIT_HELPER_F32_TO_F8E4M3, IR_VOID);
    case IR_IN_F8E5M2_TO_F32: return emit_of_helper(e, i, EMIT_HELPER_F8E5M2_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F8E5M2: return emit_of_helper(e, i, EMIT_HELPER_F32_TO_F8E5M2, IR_VOID);
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return emit_intrinsic_math(e, i);
    case IR_N_INTRINSICS: break;
    }
    return "";
}

/* emit_rust_value.c: what computes a value, as an expression, and whether that stands by itself. */
#include "codegen/rust/emit_rust.h"

#include <string.h>

enum { LONGEST_PART = 56 };

/* ---- where values stand ---- */

static void emit_rust_take(emit_rust *r, ir_value v)
{
    r->values[v].is_pending = false;
}

const char *emit_rust_use(emit_rust *r, ir_value v)
{
    const rust_value *about = &r->values[v];
    if (about->place.kind != RUST_PLACE_NONE)
        return emit_rust_address(r, v);
    emit_rust_take(r, v);
    return about->is_open ? arena_format(r->a, "(%s)", about->text) : about->text;
}

const char *emit_rust_whole(emit_rust *r, ir_value v)
{
    if (r->values[v].place.kind != RUST_PLACE_NONE)
        return emit_rust_address(r, v);
    emit_rust_take(r, v);
    return r->values[v].text;
}

/* Makes it a `let`, if it is none. */
static void emit_rust_pin(emit_rust *r, ir_value v)
{
    rust_value *about = &r->values[v];
    if (!about->is_pending)
        return;
    emit_rust_line(r, "let v%u = %s;", v, about->text);
    *about = (rust_value){.text = arena_format(r->a, "v%u", v)};
}

void emit_rust_flush(emit_rust *r)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < r->pending.n; k++) {
        const ir_value v = r->pending.at[k];
        if (r->values[v].reads)
            emit_rust_pin(r, v);
        else if (r->values[v].is_pending)
            r->pending.at[n++] = v;
    }
    r->pending.n = n;
}

const char *emit_rust_index(emit_rust *r, ir_value v)
{
    emit_rust_pin(r, v);
    const rust_value *about = &r->values[v];
    const size_t n = strspn(about->text, "0123456789");
    if (n && about->text[n] == '_')
        return arena_format(r->a, "%.*s", (int)n, about->text);
    return arena_format(r->a, "%s as usize", emit_rust_use(r, v));
}

/* Whether the intrinsics of the group compute from their operands alone, so that they may stand anywhere. */
static bool emit_rust_is_of_values(ir_group group)
{
    switch (group) {
    case IR_GROUP_PLACE:
    case IR_GROUP_THREAD:
    case IR_GROUP_SYNC:
    case IR_GROUP_WARP:
    case IR_GROUP_ATOMIC:
    case IR_GROUP_MEMORY: return false;
    case IR_GROUP_INTEGER:
    case IR_GROUP_EXACT:
    case IR_GROUP_MATH:
    case IR_GROUP_FAST:
    case IR_GROUP_HALF:
    case IR_GROUP_FP8: return true;
    }
    return false;
}

void emit_rust_result(emit_rust *r, const ir_instr *i)
{
    rust_value *v = &r->values[i->result];
    bool is_open = false, reads = false;
    if (i->op == IR_CONST) {
        v->text = emit_rust_number(r, i->type, i->imm);
        v->is_open = *v->text == '-' || r->m->types.at[i->type].kind == IR_PTR;
        return;
    }
    if (i->op == IR_LOCAL_ADDR || i->op == IR_GLOBAL_ADDR || i->op == IR_FIELD_ADDR || i->op == IR_ELEMENT_ADDR) {
        v->place = emit_rust_place_of(r, i);
        if (v->place.kind != RUST_PLACE_NONE)
            return;
    }
    if (!r->n_uses[i->result] && i->op != IR_CALL && i->op != IR_INTRINSIC)
        return;
    const char *text = emit_rust_expression(r, i, &is_open, &reads);
    const bool is_part = r->n_uses[i->result] == 1 && strlen(text) <= LONGEST_PART && i->op != IR_CALL &&
                         (i->op != IR_INTRINSIC || emit_rust_is_of_values(ir_group_of(i->aux)));
    if (!r->n_uses[i->result]) {
        emit_rust_flush(r);
        emit_rust_line(r, "%s;", text);
    } else if (is_part) {
        *v = (rust_value){.text = text, .is_open = is_open, .is_pending = true, .reads = reads};
        vec_push(r->a, &r->pending, i->result);
    } else {
        if (i->op == IR_CALL || i->op == IR_INTRINSIC)
            emit_rust_flush(r);
        emit_rust_line(r, "let v%u: %s = %s;", i->result, emit_rust_type(r, i->type), text);
        *v = (rust_value){.text = arena_format(r->a, "v%u", i->result)};
    }
}

/* ---- expressions ---- */

static const char *emit_rust_operand(emit_rust *r, const ir_instr *i, uint32_t k, bool *reads)
{
    const ir_value v = emit_rust_arg(r, i, k);
    *reads |= r->values[v].is_pending && r->values[v].reads;
    return emit_rust_use(r, v);
}

static const char *emit_rust_binary(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads)
{
    const char *a = emit_rust_operand(r, i, 0, reads), *b = emit_rust_operand(r, i, 1, reads);
    const char *wraps = i->op == IR_ADD ? "add" : i->op == IR_SUB ? "sub" : i->op == IR_MUL ? "mul" : NULL;
    if (wraps && ir_is_int(r->m, i->type))
        return arena_format(r->a, "%s.wrapping_%s(%s)", a, wraps, b);
    if (i->op == IR_SHL || i->op == IR_SHR)
        return arena_format(r->a, "%s.wrapping_sh%c(%s as u32)", a, i->op == IR_SHL ? 'l' : 'r', b);
    *is_open = true;
    return arena_format(r->a, "%s %s %s", a, codegen_sign((ir_op)i->op), b);
}

static const char *emit_rust_bitcast(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads)
{
    const ir_type from = emit_rust_type_of(r, emit_rust_arg(r, i, 0));
    const char *x = emit_rust_operand(r, i, 0, reads), *type = emit_rust_type(r, i->type);
    *is_open = true;
    if (ir_is_float(r->m, from)) {
        *is_open = ir_is_signed(r->m, i->type);
        return arena_format(r->a, "%s.to_bits()%s%s", x, *is_open ? " as " : "", *is_open ? type : "");
    }
    if (ir_is_float(r->m, i->type)) {
        *is_open = false;
        return arena_format(r->a, "%s::from_bits(%s as u%llu)", type, x,
                            (unsigned long long)(8 * ir_size(r->m, i->type)));
    }
    if (r->m->types.at[i->type].kind == IR_PTR)
        return arena_format(r->a, "%s as usize as *mut u8", x);
    return arena_format(r->a, "%s as %s", x, type);
}

static const char *emit_rust_part_of(emit_rust *r, const ir_instr *i, bool *reads)
{
    const ir_type_info *about = &r->m->types.at[emit_rust_type_of(r, emit_rust_arg(r, i, 0))];
    const char *x = emit_rust_operand(r, i, 0, reads);
    return arena_format(r->a, about->kind == IR_ARRAY ? "%s[%u]" : "%s.f%u", x, (unsigned)i->imm);
}

static const char *emit_rust_make(emit_rust *r, const ir_instr *i, bool *reads)
{
    const bool is_array = r->m->types.at[i->type].kind == IR_ARRAY;
    const char *text = is_array ? "[" : arena_format(r->a, "%s { ", emit_rust_type(r, i->type));
    if (!is_array && r->m->types.at[i->type].kind != IR_STRUCT)
        emit_rust_refuse(r, "it has an enum or union");
    for (uint32_t k = 0; k < i->n_args; k++) {
        const char *x = emit_rust_operand(r, i, k, reads);
        text = is_array ? arena_format(r->a, "%s%s%s", text, k ? ", " : "", x)
                        : arena_format(r->a, "%s%sf%u: %s", text, k ? ", " : "", k, x);
    }
    return arena_format(r->a, "%s%s", text, is_array ? "]" : " }");
}

#define CALLED(name, n_args, group, function, fast, rust, text)                                                        \
    case IR_IN_##name: {                                                                                               \
        return *(rust) ? (rust) : NULL;                                                                                \
    }

/* The method of its first operand that an intrinsic is; with :: a function; NULL: neither. */
static const char *emit_rust_intrinsic_name(ir_intrinsic what)
{
    switch (what) {
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH CALLED
#include "ir/ir_intrinsic.def"
    case IR_IN_THREAD_IDX: return "thread::idx";
    case IR_IN_BLOCK_IDX: return "thread::block_idx";
    case IR_IN_BLOCK_DIM: return "thread::block_dim";
    case IR_IN_GRID_DIM: return "thread::grid_dim";
    case IR_IN_THREAD_INDEX: return "thread::index";
    case IR_IN_FMIN: return "min";
    case IR_IN_FMAX: return "max";
    case IR_IN_COUNT_ONES: return "count_ones";
    case IR_IN_SWAP_BYTES: return "swap_bytes";
    case IR_IN_REVERSE_BITS: return "reverse_bits";
    case IR_IN_LEADING_ZEROS: return "leading_zeros";
    case IR_IN_TRAILING_ZEROS: return "trailing_zeros";
    case IR_IN_FAST_DIV: return "fast::div";
    case IR_IN_RSQRT: return "fast::rsqrt";
    case IR_IN_LANE: return "warp::lane";
    case IR_IN_BARRIER: return "block::sync";
    case IR_IN_WARP_SYNC: return "warp::sync";
    case IR_IN_SHUFFLE: return "warp::shuffle";
    case IR_IN_SHUFFLE_XOR: return "warp::shuffle_xor";
    case IR_IN_SHUFFLE_DOWN: return "warp::shuffle_down";
    case IR_IN_SHUFFLE_UP: return "warp::shuffle_up";
    case IR_IN_BALLOT: return "warp::ballot";
    case IR_IN_ANY: return "warp::any";
    case IR_IN_ALL: return "warp::all";
    case IR_IN_ATOMIC_LOAD: return "load";
    case IR_IN_ATOMIC_STORE: return "store";
    case IR_IN_ATOMIC_EXCHANGE: return "swap";
    case IR_IN_ATOMIC_ADD: return "fetch_add";
    case IR_IN_ATOMIC_SUB: return "fetch_sub";
    case IR_IN_ATOMIC_AND: return "fetch_and";
    case IR_IN_ATOMIC_OR: return "fetch_or";
    case IR_IN_ATOMIC_XOR: return "fetch_xor";
    case IR_IN_ATOMIC_MIN: return "fetch_min";
    case IR_IN_ATOMIC_MAX: return "fetch_max";
    case IR_IN_RANGE_FIRST:
    case IR_IN_RANGE_END:
    case IR_IN_RANGE_AT:
    case IR_IN_PREFETCH:
    case IR_IN_DYN_SHARED:
    case IR_IN_DYN_SHARED_BYTES:
    case IR_IN_FENCE:
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
    case IR_IN_MEMCPY:
    case IR_IN_LOCAL_GONE:
    case IR_IN_ALIGNED_AROUND:
    case IR_IN_OF_ONE_ALLOCATION:
    case IR_IN_SCALARS_AT:
    case IR_IN_UNDEFINED_UNLESS:
    case IR_IN_PRINT:
    case IR_IN_MUL_HIGH:
    case IR_IN_F16_TO_F32:
    case IR_IN_F32_TO_F16:
    case IR_IN_BF16_TO_F32:
    case IR_IN_F32_TO_BF16:
    case IR_IN_F8E4M3_TO_F32:
    case IR_IN_F32_TO_F8E4M3:
    case IR_IN_F8E5M2_TO_F32:
    case IR_IN_F32_TO_F8E5M2:
    case IR_N_INTRINSICS: break;
    }
    return NULL;
}

static const char *emit_rust_arguments(emit_rust *r, const ir_instr *i, uint32_t first)
{
    const char *text = "";
    for (uint32_t k = first; k < i->n_args; k++)
        text = arena_format(r->a, "%s%s%s", text, k > first ? ", " : "", emit_rust_whole(r, emit_rust_arg(r, i, k)));
    return text;
}

static const char *emit_rust_atomic(emit_rust *r, const ir_instr *i)
{
    const char *name = emit_rust_intrinsic_name((ir_intrinsic)i->aux);
    const ir_type t = i->n_args > 1 ? emit_rust_type_of(r, emit_rust_arg(r, i, 1)) : i->type;
    if (!name || ir_ordering_of(i->imm) != IR_RELAXED) {
        emit_rust_refuse(r, "it has an atomic operation that orders threads");
        return "()";
    }
    const char *at = emit_rust_atomic_at(r, emit_rust_arg(r, i, 0), t), *args = emit_rust_arguments(r, i, 1);
    return arena_format(r->a, "%s.%s(%s%sRelaxed)", at, name, args, *args ? ", " : "");
}

static const char *emit_rust_intrinsic(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads)
{
    const ir_intrinsic what = (ir_intrinsic)i->aux;
    const char *name = emit_rust_intrinsic_name(what);
    if (what == IR_IN_THREAD_INDEX) {
        *is_open = true;
        return arena_format(r->a, "%s().get() as u64", name);
    }
    if (ir_group_of(i->aux) == IR_GROUP_ATOMIC)
        return emit_rust_atomic(r, i);
    for (uint32_t k = 0; k < i->n_args; k++)
        *reads |= r->values[emit_rust_arg(r, i, k)].is_pending && r->values[emit_rust_arg(r, i, k)].reads;
    if (!name) {
        emit_rust_refuse(r, what == IR_IN_MEMCPY ? "it copies bytes"
                                                 : "it has an operation that no function of rustg_std is");
        return "()";
    }
    if (ir_group_of(i->aux) == IR_GROUP_PLACE)
        return arena_format(r->a, "%s_%c()", name, "xyz"[i->imm]);
    if (strstr(name, "::"))
        return arena_format(r->a, "%s(%s)", name, emit_rust_arguments(r, i, 0));
    const char *x = emit_rust_use(r, emit_rust_arg(r, i, 0));
    return arena_format(r->a, "%s.%s(%s)", x, name, emit_rust_arguments(r, i, 1));
}

static const char *emit_rust_call(emit_rust *r, const ir_instr *i)
{
    const uint16_t math = r->request->math_of(r->request->user, (ir_function_id)i->imm);
    const char *method = math && math <= IR_N_INTRINSICS ? emit_rust_intrinsic_name((ir_intrinsic)(math - 1)) : NULL;
    if (!method)
        return arena_format(r->a, "%s(%s)", emit_rust_callee(r, (ir_function_id)i->imm), emit_rust_arguments(r, i, 0));
    const char *x = emit_rust_use(r, emit_rust_arg(r, i, 0));
    return arena_format(r->a, "%s.%s(%s)", x, method, emit_rust_arguments(r, i, 1));
}

/* Of a pointer that is no place. */
static const char *emit_rust_moved(emit_rust *r, const ir_instr *i, bool *reads)
{
    const char *x = emit_rust_operand(r, i, 0, reads);
    if (i->op == IR_FIELD_ADDR)
        return arena_format(r->a, "%s.wrapping_add(%llu)", x,
                            (unsigned long long)ir_field_offset(r->m, (ir_type)(i->imm >> 32), (uint32_t)i->imm));
    const char *index = emit_rust_operand(r, i, 1, reads);
    return arena_format(r->a, "%s.wrapping_offset((%s as isize).wrapping_mul(%llu))", x, index,
                        (unsigned long long)ir_size(r->m, (ir_type)i->imm));
}

const char *emit_rust_expression(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads)
{
    switch ((ir_op)i->op) {
    case IR_CONST: return emit_rust_number(r, i->type, i->imm);
    case IR_ZERO:
    case IR_UNDEF: return emit_rust_zero(r, i->type);
#define IR_OP(name, ...)
#define IR_SIGN(name, text, sign) case IR_##name:
#include "ir/ir_op.def"
        return emit_rust_binary(r, i, is_open, reads);
    case IR_NEG:
        if (ir_is_int(r->m, i->type))
            return arena_format(r->a, "%s.wrapping_neg()", emit_rust_operand(r, i, 0, reads));
        *is_open = true;
        return arena_format(r->a, "-%s", emit_rust_operand(r, i, 0, reads));
    case IR_NOT: *is_open = true; return arena_format(r->a, "!%s", emit_rust_operand(r, i, 0, reads));
    case IR_OVERFLOWS: {
        const char *x = emit_rust_operand(r, i, 0, reads), *y = emit_rust_operand(r, i, 1, reads);
        return arena_format(r->a, "%s.checked_%s(%s).is_none()", x,
                            i->aux == IR_ADD   ? "add"
                            : i->aux == IR_SUB ? "sub"
                                               : "mul",
                            y);
    }
    case IR_CONVERT:
        *is_open = true;
        return arena_format(r->a, "%s as %s", emit_rust_operand(r, i, 0, reads), emit_rust_type(r, i->type));
    case IR_BITCAST: return emit_rust_bitcast(r, i, is_open, reads);
    case IR_SELECT: {
        const char *c = emit_rust_operand(r, i, 0, reads), *x = emit_rust_operand(r, i, 1, reads);
        *is_open = true;
        return arena_format(r->a, "if %s { %s } else { %s }", c, x, emit_rust_operand(r, i, 2, reads));
    }
    case IR_GET: *reads = true; return emit_rust_local(r, (ir_local)i->imm);
    case IR_LOAD: {
        const char *text = emit_rust_load(r, i);
        *reads = true;
        *is_open = *text == '*';
        return text;
    }
    case IR_FIELD: return emit_rust_part_of(r, i, reads);
    case IR_MAKE: return emit_rust_make(r, i, reads);
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR: return emit_rust_moved(r, i, reads);
    case IR_CALL: return emit_rust_call(r, i);
    case IR_INTRINSIC: return emit_rust_intrinsic(r, i, is_open, reads);
    case IR_CALL_PTR:
    case IR_FUNCTION_ADDR: emit_rust_refuse(r, "it calls through a pointer"); break;
    case IR_PTX: break;
    case IR_LOCAL_ADDR:
    case IR_GLOBAL_ADDR: emit_rust_refuse(r, "it has memory that has no name here"); break;
    case IR_SET:
    case IR_STORE:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return "()";
}

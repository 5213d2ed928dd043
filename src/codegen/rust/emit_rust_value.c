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

void emit_rust_pin(emit_rust *r, ir_value v)
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

static const char *emit_rust_method(ir_intrinsic what)
{
    static const struct {
        uint8_t what;
        const char *name;
    } names[] = {{IR_IN_FMA, "mul_add"},
                 {IR_IN_SQRT, "sqrt"},
                 {IR_IN_FABS, "abs"},
                 {IR_IN_COPYSIGN, "copysign"},
                 {IR_IN_FLOOR, "floor"},
                 {IR_IN_CEIL, "ceil"},
                 {IR_IN_TRUNC, "trunc"},
                 {IR_IN_ROUND, "round"},
                 {IR_IN_ROUND_EVEN, "round_ties_even"},
                 {IR_IN_FMIN, "min"},
                 {IR_IN_FMAX, "max"},
                 {IR_IN_SIN, "sin"},
                 {IR_IN_COS, "cos"},
                 {IR_IN_TAN, "tan"},
                 {IR_IN_ASIN, "asin"},
                 {IR_IN_ACOS, "acos"},
                 {IR_IN_ATAN, "atan"},
                 {IR_IN_ATAN2, "atan2"},
                 {IR_IN_SINH, "sinh"},
                 {IR_IN_COSH, "cosh"},
                 {IR_IN_TANH, "tanh"},
                 {IR_IN_ASINH, "asinh"},
                 {IR_IN_ACOSH, "acosh"},
                 {IR_IN_ATANH, "atanh"},
                 {IR_IN_EXP, "exp"},
                 {IR_IN_EXP2, "exp2"},
                 {IR_IN_EXPM1, "exp_m1"},
                 {IR_IN_LN, "ln"},
                 {IR_IN_LOG2, "log2"},
                 {IR_IN_LOG10, "log10"},
                 {IR_IN_LN_1P, "ln_1p"},
                 {IR_IN_POW, "powf"},
                 {IR_IN_CBRT, "cbrt"},
                 {IR_IN_HYPOT, "hypot"},
                 {IR_IN_COUNT_ONES, "count_ones"},
                 {IR_IN_SWAP_BYTES, "swap_bytes"},
                 {IR_IN_REVERSE_BITS, "reverse_bits"},
                 {IR_IN_LEADING_ZEROS, "leading_zeros"},
                 {IR_IN_TRAILING_ZEROS, "trailing_zeros"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (names[k].what == what)
            return names[k].name;
    return NULL;
}

static const char *emit_rust_function(ir_intrinsic what)
{
    static const struct {
        uint8_t what;
        const char *name;
    } names[] = {{IR_IN_FAST_SIN, "fast::sin"},
                 {IR_IN_FAST_COS, "fast::cos"},
                 {IR_IN_FAST_EXP, "fast::exp"},
                 {IR_IN_FAST_LN, "fast::ln"},
                 {IR_IN_FAST_DIV, "fast::div"},
                 {IR_IN_RSQRT, "fast::rsqrt"},
                 {IR_IN_LANE, "warp::lane"},
                 {IR_IN_BARRIER, "block::sync"},
                 {IR_IN_WARP_SYNC, "warp::sync"},
                 {IR_IN_SHUFFLE, "warp::shuffle"},
                 {IR_IN_SHUFFLE_XOR, "warp::shuffle_xor"},
                 {IR_IN_SHUFFLE_DOWN, "warp::shuffle_down"},
                 {IR_IN_SHUFFLE_UP, "warp::shuffle_up"},
                 {IR_IN_BALLOT, "warp::ballot"},
                 {IR_IN_ANY, "warp::any"},
                 {IR_IN_ALL, "warp::all"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (names[k].what == what)
            return names[k].name;
    return NULL;
}

static const char *emit_rust_arguments(emit_rust *r, const ir_instr *i, uint32_t first)
{
    const char *text = "";
    for (uint32_t k = first; k < i->n_args; k++)
        text = arena_format(r->a, "%s%s%s", text, k > first ? ", " : "", emit_rust_whole(r, emit_rust_arg(r, i, k)));
    return text;
}

static const char *emit_rust_intrinsic(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads)
{
    static const char *const places[] = {[IR_IN_THREAD_IDX] = "idx",
                                         [IR_IN_BLOCK_IDX] = "block_idx",
                                         [IR_IN_BLOCK_DIM] = "block_dim",
                                         [IR_IN_GRID_DIM] = "grid_dim"};
    const ir_intrinsic what = (ir_intrinsic)i->aux;
    const char *method = emit_rust_method(what), *function = emit_rust_function(what);
    if (what == IR_IN_THREAD_INDEX) {
        *is_open = true;
        return "thread::index().get() as u64";
    }
    if (ir_group_of(i->aux) == IR_GROUP_PLACE)
        return arena_format(r->a, "thread::%s_%c()", places[i->aux], "xyz"[i->imm]);
    if (ir_group_of(i->aux) == IR_GROUP_ATOMIC)
        return emit_rust_atomic(r, i);
    for (uint32_t k = 0; k < i->n_args; k++)
        *reads |= r->values[emit_rust_arg(r, i, k)].is_pending && r->values[emit_rust_arg(r, i, k)].reads;
    if (method) {
        const char *x = emit_rust_use(r, emit_rust_arg(r, i, 0));
        return arena_format(r->a, "%s.%s(%s)", x, method, emit_rust_arguments(r, i, 1));
    }
    if (function)
        return arena_format(r->a, "%s(%s)", function, emit_rust_arguments(r, i, 0));
    emit_rust_refuse(r,
                     what == IR_IN_MEMCPY ? "it copies bytes" : "it has an operation that no function of rustg_std is");
    return "()";
}

const char *emit_rust_atomic(emit_rust *r, const ir_instr *i)
{
    static const char *const names[IR_N_INTRINSICS] = {
        [IR_IN_ATOMIC_LOAD] = "load",     [IR_IN_ATOMIC_STORE] = "store",   [IR_IN_ATOMIC_EXCHANGE] = "swap",
        [IR_IN_ATOMIC_ADD] = "fetch_add", [IR_IN_ATOMIC_SUB] = "fetch_sub", [IR_IN_ATOMIC_AND] = "fetch_and",
        [IR_IN_ATOMIC_OR] = "fetch_or",   [IR_IN_ATOMIC_XOR] = "fetch_xor", [IR_IN_ATOMIC_MIN] = "fetch_min",
        [IR_IN_ATOMIC_MAX] = "fetch_max"};
    const ir_type t = i->n_args > 1 ? emit_rust_type_of(r, emit_rust_arg(r, i, 1)) : i->type;
    if (!names[i->aux] || ir_ordering_of(i->imm) != IR_RELAXED) {
        emit_rust_refuse(r, "it has an atomic operation that orders threads");
        return "()";
    }
    const char *at = emit_rust_atomic_at(r, emit_rust_arg(r, i, 0), t), *args = emit_rust_arguments(r, i, 1);
    return arena_format(r->a, "%s.%s(%s%sRelaxed)", at, names[i->aux], args, *args ? ", " : "");
}

static const char *emit_rust_call(emit_rust *r, const ir_instr *i)
{
    const uint16_t math = r->request->math_of(r->request->user, (ir_function_id)i->imm);
    const char *method = math && math <= IR_N_INTRINSICS ? emit_rust_method((ir_intrinsic)(math - 1)) : NULL;
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
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_COMPARISON: return emit_rust_binary(r, i, is_open, reads);
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

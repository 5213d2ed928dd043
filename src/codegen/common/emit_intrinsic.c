/* emit_intrinsic.c: intrinsics on both targets. */
#include "codegen/common/emit.h"
#include "codegen/toolchain/tool_internal.h"

typedef struct math_row {
    const char *function, *fast;
} math_row;
static const math_row math_rows[IR_N_INTRINSICS] = {
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, n_args, group, function, fast, text) [IR_IN_##name] = {#function, fast},
#include "ir/ir_intrinsic.def"
};

static const char *fill(emit *e, const ir_instr *i, const char *form, const char *extra)
{
    const char *values[5] = {"", "", "", emit_is_nothing(e, i->type) ? "" : emit_type_name(e, i->type), extra};
    for (uint32_t k = 0; k < 3 && k < i->n_args; k++)
        values[k] = emit_operand(e, emit_arg(e, i, k));
    return emit_fill(e, form, "012TX", values);
}

static const char *bits_helper(emit *e, bool to, ir_type t)
{
    return emit_helper_name(e, to ? EMIT_HELPER_BITS_TO : EMIT_HELPER_BITS_OF, t);
}

/* A scalar as u64 bits, and back. */
static const char *as_bits(emit *e, ir_type t, const char *text)
{
    if (t == IR_F32 || t == IR_F64)
        return emit_print(e, "(u64)%s(%s)", bits_helper(e, false, t), text);
    static const char *const unsigned_names[] = {[IR_I8] = "u8", [IR_I16] = "u16", [IR_I32] = "u32"};
    if (t == IR_I8 || t == IR_I16 || t == IR_I32)
        return emit_print(e, "(u64)(%s)%s", unsigned_names[t], text);
    return emit_print(e, "(u64)%s", text);
}

static const char *from_bits(emit *e, ir_type t, const char *text)
{
    if (t == IR_F32 || t == IR_F64)
        return emit_print(e, "%s(%s%s)", bits_helper(e, true, t), t == IR_F32 ? "(u32)" : "", text);
    return emit_print(e, "(%s)%s", emit_type_name(e, t), text);
}

static const char *shuffle_in_cuda(emit *e, const ir_instr *i, const char *function, const char *value,
                                   const char *lane, const char *from)
{
    static const uint8_t through[] = {0,      IR_U32, IR_U32, IR_U32, IR_I32, IR_I64,
                                      IR_U32, IR_U32, IR_U32, IR_U64, IR_F32, IR_F64};
    ir_type as = i->type <= IR_F64 ? through[i->type] : IR_U64;
    const char *own = as == i->type ? value : emit_print(e, "(%s)%s", emit_type_name(e, as), value);
    const char *got = emit_print(e, "%s(0xFFFFFFFFu, %s, (i32)(%s & 31u))", function, own, lane);
    const char *result =
        emit_has_full_warps(e, i)
            ? got
            : emit_print(e, "%s(%s, %s, %s)", emit_helper_name(e, EMIT_HELPER_THERE, as), own, got, from);
    return as == i->type ? result : emit_print(e, "(%s)%s", emit_type_name(e, i->type), result);
}

static const char *shuffle(emit *e, const ir_instr *i)
{
    static const struct {
        const char *cuda, *lane;
    } forms[] = {
        [IR_IN_SHUFFLE] = {"__shfl_sync", "$B & 31u"},
        [IR_IN_SHUFFLE_XOR] = {"__shfl_xor_sync", "$L ^ ($B & 31u)"},
        [IR_IN_SHUFFLE_DOWN] = {"__shfl_down_sync", "$L + ($B & 31u)"},
        [IR_IN_SHUFFLE_UP] = {"__shfl_up_sync", "$L - ($B & 31u)"},
    };
    const char *value = emit_operand(e, emit_arg(e, i, 0)), *lane = emit_operand(e, emit_arg(e, i, 1));
    const char *self = e->cuda && emit_has_full_warps(e, i) ? ""
                       : e->cuda ? emit_print(e, "%s()", emit_helper_name(e, EMIT_HELPER_LANE, IR_VOID))
                                 : "t->lane";
    const char *from = emit_fill(e, forms[i->aux].lane, "LB", (const char *const[]){self, lane});
    if (e->cuda)
        return shuffle_in_cuda(e, i, forms[i->aux].cuda, value, lane, from);
    return from_bits(e, i->type,
                     emit_print(e, "%s(t, %s, %s)", emit_helper_name(e, EMIT_HELPER_SHUFFLE, IR_VOID),
                                as_bits(e, i->type, value), from));
}

static const char *ballot(emit *e, const ir_instr *i, const char *cuda, unsigned what)
{
    const ir_instr *of = e->cuda && what == 0 && i->n_args ? emit_definition(e, emit_arg(e, i, 0)) : NULL;
    if (of && of->op == IR_CONST && of->imm && emit_has_full_warps(e, i))
        return "4294967295u";
    if (e->cuda)
        return fill(e, i, "$X(0xFFFFFFFFu, $0)", cuda);
    return emit_print(e, "%s%s(t, %s, %uu)", what ? "(_Bool)" : "", emit_helper_name(e, EMIT_HELPER_BALLOT, IR_VOID),
                      i->n_args ? emit_plain(e, emit_arg(e, i, 0)) : "0", what);
}

static const char *const scopes[] = {"cta", "gpu", "sys", "sys"};

static const char *fence(emit *e, const ir_instr *i)
{
    unsigned order = i->imm & 255, scope = i->imm >> 8 & 3;
    if (!order)
        return NULL;
    if (!e->cuda)
        return "__atomic_thread_fence(5)";
    return emit_print(e, "asm volatile(\"fence.%s.%s;\" ::: \"memory\")", order == 4 ? "sc" : "acq_rel", scopes[scope]);
}

static const char *place(emit *e, const ir_instr *i)
{
    static const char letters[] = "xyz";
    static const struct {
        const char *cuda, *c;
    } names[] = {
        [IR_IN_THREAD_IDX] = {"threadIdx", "thread"},
        [IR_IN_BLOCK_IDX] = {"blockIdx", "block"},
        [IR_IN_BLOCK_DIM] = {"blockDim", "block_dim"},
        [IR_IN_GRID_DIM] = {"gridDim", "grid_dim"},
    };
    uint32_t axis = i->imm < 3 ? (uint32_t)i->imm : 2;
    if (e->cuda)
        return emit_print(e, "%s.%c", names[i->aux].cuda, letters[axis]);
    return emit_print(e, "t->%s[%u]", names[i->aux].c, axis);
}

static bool is_fast(const emit *e, const ir_instr *i)
{
    return e->cuda && i->type == IR_F32 && math_rows[i->aux].fast[0] &&
           (e->f->fast_math || e->o->fast_math || ir_group_of(i->aux) == IR_GROUP_FAST);
}

/* The sine's cosine, or the cosine's sine, further on in the list; NULL: there is none. */
static const ir_instr *partner_of(const emit *e, const ir_instr *i)
{
    const ir_instr *end = e->f->code.at + e->f->code.n;
    const uint16_t other = i->aux == IR_IN_SIN ? IR_IN_COS : IR_IN_SIN;
    uint32_t depth = 0;
    for (const ir_instr *at = i + 1; at < end; at++) {
        switch ((ir_op)at->op) {
        case IR_IF:
        case IR_LOOP:
        case IR_BLOCK:
        case IR_SWITCH:
        case IR_PTX: depth++; break;
        case IR_ELSE:
        case IR_CASE:
        case IR_DEFAULT:
            if (depth == 0)
                return NULL;
            break;
        case IR_END:
            if (depth-- == 0)
                return NULL;
            break;
        case IR_INTRINSIC:
            if (depth == 0 && at->aux == other && emit_arg(e, at, 0) == emit_arg(e, i, 0) &&
                e->how[at->result] != EMIT_UNUSED)
                return at;
            break;
        default: break;
        }
    }
    return NULL;
}

bool emit_sincos(emit *e, const ir_instr *i)
{
    if (!e->cuda || (i->aux != IR_IN_SIN && i->aux != IR_IN_COS) || is_fast(e, i))
        return false;
    if (e->values[i->result].text) /* the other one has made it */
        return true;
    const ir_instr *partner = partner_of(e, i);
    if (!partner)
        return false;
    const bool is_sin = i->aux == IR_IN_SIN;
    const char *type = emit_type_name(e, i->type), *argument = emit_plain(e, emit_arg(e, i, 0));
    emit_new_line(e);
    emit_format(e, "%s v%u, v%u; sincos%s(%s, &v%u, &v%u);", type, i->result, partner->result,
                i->type == IR_F32 ? "f" : "", argument, is_sin ? i->result : partner->result,
                is_sin ? partner->result : i->result);
    e->values[i->result] = emit_value_of(e, emit_print(e, "v%u", i->result), true);
    e->values[partner->result] = emit_value_of(e, emit_print(e, "v%u", partner->result), true);
    return true;
}

static const char *math(emit *e, const ir_instr *i)
{
    const math_row *row = &math_rows[i->aux];
    const char *suffix = i->type == IR_F32 ? "f" : "", *name = row->function;
    name = is_fast(e, i) ? row->fast : emit_print(e, "%s%s%s", e->cuda ? "" : "__builtin_", row->function, suffix);
    const char *a = emit_plain(e, emit_arg(e, i, 0));
    if (i->n_args == 1)
        return emit_print(e, "%s(%s)", name, a);
    const char *b = emit_plain(e, emit_arg(e, i, 1));
    if (i->n_args == 2)
        return emit_print(e, "%s(%s, %s)", name, a, b);
    return emit_print(e, "%s(%s, %s, %s)", name, a, b, emit_plain(e, emit_arg(e, i, 2)));
}

static const char *of_helper(emit *e, const ir_instr *i, emit_helper h, ir_type kind)
{
    const char *name = emit_helper_name(e, h, kind), *a = emit_plain(e, emit_arg(e, i, 0));
    if (i->n_args == 1)
        return emit_print(e, "%s(%s)", name, a);
    return emit_print(e, "%s(%s, %s)", name, a, emit_plain(e, emit_arg(e, i, 1)));
}

/* A few bytes go through a variable, which an optimizer sees through; a loop over bytes keeps arrays in memory. */
static const char *move(emit *e, const ir_instr *i)
{
    const ir_instr *n = emit_definition(e, emit_arg(e, i, 2));
    if (e->cuda && n && n->op == IR_CONST && n->imm > 0 && n->imm <= 256) {
        const unsigned long long n_bytes = n->imm;
        const char *to = emit_operand(e, emit_arg(e, i, 0)), *from = emit_operand(e, emit_arg(e, i, 1));
        emit_format(e, "{ struct { u8 at[%llu]; } rustg_m; memcpy(&rustg_m, %s, %llu); memcpy(%s, &rustg_m, %llu); } ",
                    n_bytes, from, n_bytes, to, n_bytes);
        return "(void)0";
    }
    return fill(e, i, "$X($0, $1, $2)", emit_helper_name(e, EMIT_HELPER_MOVE, IR_VOID));
}

const char *emit_intrinsic_text(emit *e, const ir_instr *i)
{
    ir_type of = i->n_args ? emit_type_of(e, emit_arg(e, i, 0)) : IR_VOID;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_THREAD_IDX:
    case IR_IN_BLOCK_IDX:
    case IR_IN_BLOCK_DIM:
    case IR_IN_GRID_DIM: return place(e, i);
    case IR_IN_THREAD_INDEX:
        return emit_print(e, e->cuda ? "%s()" : "%s(t)", emit_helper_name(e, EMIT_HELPER_THREAD_INDEX, IR_VOID));
    case IR_IN_LANE: return e->cuda ? emit_print(e, "%s()", emit_helper_name(e, EMIT_HELPER_LANE, IR_VOID)) : "t->lane";
    case IR_IN_DYN_SHARED: return e->cuda ? emit_helper_name(e, EMIT_HELPER_DYN_SHARED, IR_VOID) : "t->dyn_shared";
    case IR_IN_DYN_SHARED_BYTES:
        return e->cuda ? emit_print(e, "%s()", emit_helper_name(e, EMIT_HELPER_DYN_SHARED_BYTES, IR_VOID))
                       : "t->dyn_shared_bytes";
    case IR_IN_BARRIER: return e->cuda ? "__syncthreads()" : "t->barrier(t)";
    case IR_IN_FENCE: return fence(e, i);
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP: return shuffle(e, i);
    case IR_IN_BALLOT: return ballot(e, i, "__ballot_sync", 0);
    case IR_IN_ANY: return ballot(e, i, "(bool)__any_sync", 1);
    case IR_IN_ALL: return ballot(e, i, "(bool)__all_sync", 2);
    case IR_IN_WARP_SYNC: return e->cuda ? "__syncwarp()" : ballot(e, i, "", 0);
#define IR_INTRINSIC(name, ...)
#define IR_MATH(name, ...)
#define IR_FLOAT(name, ...)
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return emit_atomic(e, i);
    case IR_IN_MEMCPY: return move(e, i);
    case IR_IN_COUNT_ONES: return of_helper(e, i, EMIT_HELPER_COUNT_ONES, of);
    case IR_IN_LEADING_ZEROS: return of_helper(e, i, EMIT_HELPER_LEADING_ZEROS, of);
    case IR_IN_TRAILING_ZEROS: return of_helper(e, i, EMIT_HELPER_TRAILING_ZEROS, of);
    case IR_IN_SWAP_BYTES: return of_helper(e, i, EMIT_HELPER_SWAP_BYTES, of);
    case IR_IN_REVERSE_BITS: return of_helper(e, i, EMIT_HELPER_REVERSE_BITS, of);
    case IR_IN_MUL_HIGH: return of_helper(e, i, EMIT_HELPER_MUL_HIGH, of);
    case IR_IN_FMIN: return of_helper(e, i, EMIT_HELPER_FMIN, of);
    case IR_IN_FMAX: return of_helper(e, i, EMIT_HELPER_FMAX, of);
    case IR_IN_FAST_DIV:
        return e->cuda && of == IR_F32 ? fill(e, i, "__fdividef($0, $1)", "") : fill(e, i, "($0 / $1)", "");
    case IR_IN_RSQRT:
        if (e->cuda)
            return fill(e, i, of == IR_F32 ? "rsqrtf($0)" : "rsqrt($0)", "");
        return fill(e, i, of == IR_F32 ? "(1.0f / __builtin_sqrtf($0))" : "(1.0 / __builtin_sqrt($0))", "");
    case IR_IN_F16_TO_F32: return of_helper(e, i, EMIT_HELPER_F16_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F16: return of_helper(e, i, EMIT_HELPER_F32_TO_F16, IR_VOID);
    case IR_IN_BF16_TO_F32: return of_helper(e, i, EMIT_HELPER_BF16_TO_F32, IR_VOID);
    case IR_IN_F32_TO_BF16: return of_helper(e, i, EMIT_HELPER_F32_TO_BF16, IR_VOID);
    case IR_IN_F8E4M3_TO_F32: return of_helper(e, i, EMIT_HELPER_F8E4M3_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F8E4M3: return of_helper(e, i, EMIT_HELPER_F32_TO_F8E4M3, IR_VOID);
    case IR_IN_F8E5M2_TO_F32: return of_helper(e, i, EMIT_HELPER_F8E5M2_TO_F32, IR_VOID);
    case IR_IN_F32_TO_F8E5M2: return of_helper(e, i, EMIT_HELPER_F32_TO_F8E5M2, IR_VOID);
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
        return math(e, i);
    case IR_N_INTRINSICS: break;
    }
    return "";
}

static void ptx_number(emit *e, const char *digits, size_t n, bool has_out)
{
    uint32_t number = 0;
    for (size_t i = 0; i < n && number < 1000; i++)
        number = number * 10 + (uint32_t)(digits[i] - '0');
    emit_format(e, "%%%u", number + has_out);
}

/* {out} is the result, {N} operand N; other braces are PTX's. */
static const char *ptx_template(emit *e, const char *form, bool has_out)
{
    emit part = {.a = e->a};
    for (const char *at = form; *at; at++) {
        size_t n = strspn(at + 1, "0123456789");
        if (*at == '{' && n && at[n + 1] == '}') {
            ptx_number(&part, at + 1, n, has_out);
            at += n + 1;
        } else if (has_out && strncmp(at, "{out}", 5) == 0) {
            emit_add(&part, "%0");
            at += 4;
        } else {
            emit_format(&part, *at == '%' ? "%%%%" : "%c", *at);
        }
    }
    vec_push(part.a, &part.text, 0);
    return part.text.at;
}

void emit_ptx(emit *e, const ir_instr *i)
{
    static const char letters[] = {0, 'r', 'h', 'h', 'r', 'l', 'h', 'h', 'r', 'l', 'f', 'd'};
    ir_type out = i->aux ? e->f->locals.at[i->aux].type : IR_VOID;
    const char *form = ptx_template(e, e->m->files.at[i->imm], out != IR_VOID);
    bool small = out == IR_BOOL || out == IR_I8 || out == IR_U8;
    if (small) {
        emit_format(e, "{ %s rustg_out;", out == IR_BOOL ? "u32" : "u16");
        emit_add(e, " " TOOL_PTX_MARK " asm volatile(");
    } else {
        emit_add(e, TOOL_PTX_MARK " asm volatile(");
    }
    emit_quoted(e, form);
    emit_add(e, " : ");
    if (out)
        emit_format(e, "\"=%c\"(%s)", out <= IR_F64 ? letters[out] : 'l',
                    small ? "rustg_out" : emit_local_name(e, i->aux));
    emit_add(e, " : ");
    for (uint32_t k = 0; k < i->n_args; k++) {
        ir_value v = emit_arg(e, i, k);
        ir_type t = emit_type_of(e, v);
        const char *cast = t == IR_BOOL ? "(u32)" : t == IR_I8 || t == IR_U8 ? "(u16)" : t > IR_F64 ? "(u64)" : "";
        emit_format(e, "%s\"%c\"(%s%s)", k ? ", " : "", t <= IR_F64 ? letters[t] : 'l', cast, emit_operand(e, v));
    }
    emit_add(e, " : \"memory\");");
    if (small)
        emit_format(e, " %s = (%s)rustg_out; }", emit_local_name(e, i->aux), emit_type_name(e, out));
}

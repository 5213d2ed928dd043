/* emit_cuda_intrinsic.c: emits intrinsics of threads and warps, fences, the toolkit's functions, and PTX. */
#include "codegen/cuda/emit_cuda.h"

static const char *emit_cuda_shuffle_of(emit *e, const ir_instr *i, const char *function, const char *value,
                                        const char *lane, const char *from)
{
    static const uint8_t through[] = {
        [IR_BOOL] = IR_U32, [IR_I8] = IR_U32,  [IR_I16] = IR_U32, [IR_I32] = IR_I32,
        [IR_I64] = IR_I64,  [IR_U8] = IR_U32,  [IR_U16] = IR_U32, [IR_U32] = IR_U32,
        [IR_U64] = IR_U64,  [IR_F32] = IR_F32, [IR_F64] = IR_F64,
    };
    ir_type as = i->type <= IR_F64 ? through[i->type] : IR_U64;
    const char *own = as == i->type ? value : emit_print(e, "(%s)%s", emit_type_name(e, as), value);
    const char *got = emit_print(e, "%s(0xFFFFFFFFu, %s, (i32)(%s & 31u))", function, own, lane);
    const char *result =
        emit_has_full_warps(e, i)
            ? got
            : emit_print(e, "%s(%s, %s, %s)", emit_helper_name(e, EMIT_HELPER_THERE, as), own, got, from);
    return as == i->type ? result : emit_print(e, "(%s)%s", emit_type_name(e, i->type), result);
}

static const char *emit_cuda_shuffle(emit *e, const ir_instr *i)
{
    static const struct {
        const char *name, *lane;
    } forms[] = {
        [IR_IN_SHUFFLE] = {"__shfl_sync", "$B & 31u"},
        [IR_IN_SHUFFLE_XOR] = {"__shfl_xor_sync", "$L ^ ($B & 31u)"},
        [IR_IN_SHUFFLE_DOWN] = {"__shfl_down_sync", "$L + ($B & 31u)"},
        [IR_IN_SHUFFLE_UP] = {"__shfl_up_sync", "$L - ($B & 31u)"},
    };
    const char *value = emit_operand(e, emit_arg(e, i, 0)), *lane = emit_operand(e, emit_arg(e, i, 1));
    const char *self =
        emit_has_full_warps(e, i) ? "" : emit_print(e, "%s()", emit_helper_name(e, EMIT_HELPER_LANE, IR_VOID));
    const char *from = emit_fill(e, forms[i->aux].lane, "LB", (const char *const[]){self, lane});
    return emit_cuda_shuffle_of(e, i, forms[i->aux].name, value, lane, from);
}

static const char *emit_cuda_ballot(emit *e, const ir_instr *i)
{
    const ir_instr *of = emit_definition(e, emit_arg(e, i, 0));
    if (of && of->op == IR_CONST && of->imm && emit_has_full_warps(e, i))
        return "4294967295u";
    return emit_fill_args(e, i, "__ballot_sync(0xFFFFFFFFu, $0)", "");
}

static const char *emit_cuda_fence(emit *e, const ir_instr *i)
{
    const ir_ordering ordering = ir_ordering_of(i->imm);
    if (ordering == IR_RELAXED)
        return NULL;
    return emit_print(e, "asm volatile(\"fence.%s.%s;\" ::: \"memory\")", ordering == IR_SEQ_CST ? "sc" : "acq_rel",
                      emit_ptx_scopes[ir_scope_of(i->imm)]);
}

static const char *emit_cuda_place(emit *e, const ir_instr *i, const char *name)
{
    return emit_print(e, "%s.%c", name, "xyz"[i->imm < 3 ? i->imm : 2]);
}

static const char *const emit_cuda_fast_functions[IR_N_INTRINSICS] = {
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, n_args, group, function, fast, rust, text) [IR_IN_##name] = fast,
#include "ir/ir_intrinsic.def"
};

static bool emit_cuda_is_fast(const emit *e, const ir_instr *i)
{
    return i->type == IR_F32 && emit_cuda_fast_functions[i->aux][0] &&
           (e->f->fast_math || e->o->fast_math || ir_group_of(i->aux) == IR_GROUP_FAST);
}

const char *emit_cuda_fast_function(const emit *e, const ir_instr *i)
{
    return emit_cuda_is_fast(e, i) ? emit_cuda_fast_functions[i->aux] : NULL;
}

/* A few bytes are copied through a variable, which an optimizer sees through; a loop over bytes would keep arrays in
 * memory. */
static const char *emit_cuda_move(emit *e, const ir_instr *i)
{
    const ir_instr *n = emit_definition(e, emit_arg(e, i, 2));
    if (n && n->op == IR_CONST && n->imm > 0 && n->imm <= 256) {
        const unsigned long long n_bytes = n->imm;
        const char *to = emit_operand(e, emit_arg(e, i, 0)), *from = emit_operand(e, emit_arg(e, i, 1));
        emit_format(e, "{ struct { u8 at[%llu]; } rustg_m; memcpy(&rustg_m, %s, %llu); memcpy(%s, &rustg_m, %llu); } ",
                    n_bytes, from, n_bytes, to, n_bytes);
        return "(void)0";
    }
    return emit_fill_args(e, i, "$X($0, $1, $2)", emit_helper_name(e, EMIT_HELPER_MOVE, IR_VOID));
}

const char *emit_cuda_dyn_shared(emit *e)
{
    return emit_helper_name(e, EMIT_HELPER_DYN_SHARED, IR_VOID);
}

static const char *emit_cuda_helper_call(emit *e, emit_helper h)
{
    return emit_print(e, "%s()", emit_helper_name(e, h, IR_VOID));
}

static const char *emit_cuda_range_number(emit *e, const ir_instr *i)
{
    return i->imm == IR_RANGE_GRID ? emit_cuda_helper_call(e, EMIT_HELPER_THREAD_INDEX) : "(u64)threadIdx.x";
}

const char *emit_cuda_intrinsic(emit *e, const ir_instr *i)
{
    const bool is_f32 = i->type == IR_F32;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_THREAD_IDX: return emit_cuda_place(e, i, "threadIdx");
    case IR_IN_BLOCK_IDX: return emit_cuda_place(e, i, "blockIdx");
    case IR_IN_BLOCK_DIM: return emit_cuda_place(e, i, "blockDim");
    case IR_IN_GRID_DIM: return emit_cuda_place(e, i, "gridDim");
    case IR_IN_THREAD_INDEX: return emit_cuda_helper_call(e, EMIT_HELPER_THREAD_INDEX);
    case IR_IN_RANGE_FIRST: return emit_cuda_range_number(e, i);
    case IR_IN_RANGE_END: return emit_print(e, "(%s + 1u)", emit_cuda_range_number(e, i));
    case IR_IN_RANGE_AT:
    case IR_IN_PREFETCH: return NULL;
    case IR_IN_DYN_SHARED: return emit_cuda_dyn_shared(e);
    case IR_IN_LANE: return emit_cuda_helper_call(e, EMIT_HELPER_LANE);
    case IR_IN_DYN_SHARED_BYTES: return emit_cuda_helper_call(e, EMIT_HELPER_DYN_SHARED_BYTES);
    case IR_IN_BARRIER: return "__syncthreads()";
    case IR_IN_FENCE: return emit_cuda_fence(e, i);
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP: return emit_cuda_shuffle(e, i);
    case IR_IN_BALLOT: return emit_cuda_ballot(e, i);
    case IR_IN_ANY: return emit_fill_args(e, i, "(bool)__any_sync(0xFFFFFFFFu, $0)", "");
    case IR_IN_ALL: return emit_fill_args(e, i, "(bool)__all_sync(0xFFFFFFFFu, $0)", "");
    case IR_IN_WARP_SYNC: return "__syncwarp()";
    case IR_IN_MEMCPY: return emit_cuda_move(e, i);
    case IR_IN_PRINT: return emit_message(e, i, emit_print(e, "%s(", emit_helper_name(e, EMIT_HELPER_PRINT, IR_VOID)));
    case IR_IN_LOCAL_GONE:
    case IR_IN_ALIGNED_AROUND:
    case IR_IN_OF_ONE_ALLOCATION:
    case IR_IN_SCALARS_AT:
    case IR_IN_UNDEFINED_UNLESS: return NULL;
    case IR_IN_FAST_DIV: return emit_fill_args(e, i, is_f32 ? "__fdividef($0, $1)" : "($0 / $1)", "");
    case IR_IN_RSQRT: return emit_fill_args(e, i, is_f32 ? "rsqrtf($0)" : "rsqrt($0)", "");
#define EMIT_TARGET(name)
#define EMIT_COMMON(name) case IR_IN_##name:
#include "codegen/common/emit_intrinsic_case.def"
#define IR_INTRINSIC(name, ...)
#define IR_FLOAT(name, ...)
#define IR_MATH(name, ...)   case IR_IN_##name:
#define IR_ATOMIC(name, ...) case IR_IN_##name:
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* emit_intrinsic.c asks for none of these */
    }
    return "";
}

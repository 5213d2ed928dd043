/* emit_c_intrinsic.c: emits a thread's place, barriers and atomics in C, through the runner that rustg_cpu_thread
 * names. */
#include "codegen/c/emit_c.h"

static const char *emit_c_bits_helper(emit *e, bool to, ir_type t)
{
    return emit_helper_name(e, to ? EMIT_HELPER_BITS_TO : EMIT_HELPER_BITS_OF, t);
}

/* A scalar as u64 bits, and back. */
static const char *emit_c_as_bits(emit *e, ir_type t, const char *text)
{
    if (t == IR_F32 || t == IR_F64)
        return emit_print(e, "(u64)%s(%s)", emit_c_bits_helper(e, false, t), text);
    static const char *const unsigned_names[] = {[IR_I8] = "u8", [IR_I16] = "u16", [IR_I32] = "u32"};
    if (t == IR_I8 || t == IR_I16 || t == IR_I32)
        return emit_print(e, "(u64)(%s)%s", unsigned_names[t], text);
    return emit_print(e, "(u64)%s", text);
}

static const char *emit_c_from_bits(emit *e, ir_type t, const char *text)
{
    if (t == IR_F32 || t == IR_F64)
        return emit_print(e, "%s(%s%s)", emit_c_bits_helper(e, true, t), t == IR_F32 ? "(u32)" : "", text);
    return emit_print(e, "(%s)%s", emit_type_name(e, t), text);
}

static const char *emit_c_shuffle(emit *e, const ir_instr *i)
{
    static const char *const lanes[] = {
        [IR_IN_SHUFFLE] = "$B & 31u",
        [IR_IN_SHUFFLE_XOR] = "t->lane ^ ($B & 31u)",
        [IR_IN_SHUFFLE_DOWN] = "t->lane + ($B & 31u)",
        [IR_IN_SHUFFLE_UP] = "t->lane - ($B & 31u)",
    };
    const char *value = emit_operand(e, emit_arg(e, i, 0)), *lane = emit_operand(e, emit_arg(e, i, 1));
    const char *from = emit_fill(e, lanes[i->aux], "B", &lane);
    return emit_c_from_bits(e, i->type,
                            emit_print(e, "%s(t, %s, %s)", emit_helper_name(e, EMIT_HELPER_SHUFFLE, IR_VOID),
                                       emit_c_as_bits(e, i->type, value), from));
}

/* What the helper for ballots tells of the lanes whose value is true, which its text has as a number: which they are,
 * whether there is one, and whether they are all. */
typedef enum ballot_answer { BALLOT_LANES, BALLOT_ANY, BALLOT_ALL } ballot_answer;

static const char *emit_c_ballot(emit *e, const ir_instr *i, ballot_answer answer)
{
    return emit_print(e, "%s%s(t, %s, %uu)", answer != BALLOT_LANES ? "(_Bool)" : "",
                      emit_helper_name(e, EMIT_HELPER_BALLOT, IR_VOID),
                      i->n_args ? emit_plain(e, emit_arg(e, i, 0)) : "0", (unsigned)answer);
}

static const char *emit_c_place(emit *e, const ir_instr *i, const char *field)
{
    return emit_print(e, "t->%s[%u]", field, i->imm < 3 ? (uint32_t)i->imm : 2);
}

/* The functions that the kernel calls find a thread's place where it always is, and so does who is told of a panic. */
static const char *emit_c_range_at(emit *e, const ir_instr *i)
{
    const char *number = emit_operand(e, emit_arg(e, i, 0));
    return i->imm != IR_RANGE_ROW ? emit_print(e, "((rustg_cpu_thread *)t)->range_at = %s", number)
                                  : emit_print(e, "((rustg_cpu_thread *)t)->thread[0] = (u32)%s", number);
}

const char *emit_c_dyn_shared(emit *e)
{
    (void)e;
    return "t->dyn_shared";
}

const char *emit_c_intrinsic(emit *e, const ir_instr *i)
{
    const bool is_f32 = i->type == IR_F32;
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_THREAD_IDX: return emit_c_place(e, i, "thread");
    case IR_IN_BLOCK_IDX: return emit_c_place(e, i, "block");
    case IR_IN_BLOCK_DIM: return emit_c_place(e, i, "block_dim");
    case IR_IN_GRID_DIM: return emit_c_place(e, i, "grid_dim");
    case IR_IN_THREAD_INDEX: return emit_print(e, "%s(t)", emit_helper_name(e, EMIT_HELPER_THREAD_INDEX, IR_VOID));
    case IR_IN_RANGE_FIRST: return "t->range_first";
    case IR_IN_RANGE_END: return "t->range_end";
    case IR_IN_RANGE_AT: return emit_c_range_at(e, i);
    case IR_IN_PREFETCH:
        return emit_fill_args(e, i, "({ for (u64 k = 0; k < $1; k += 64) __builtin_prefetch((const u8 *)$0 + k); })",
                              "");
    case IR_IN_DYN_SHARED: return emit_c_dyn_shared(e);
    case IR_IN_LANE: return "t->lane";
    case IR_IN_DYN_SHARED_BYTES: return "t->dyn_shared_bytes";
    case IR_IN_BARRIER: return "t->barrier(t)";
    case IR_IN_FENCE: return ir_ordering_of(i->imm) == IR_RELAXED ? NULL : "__atomic_thread_fence(5)";
    case IR_IN_SHUFFLE:
    case IR_IN_SHUFFLE_XOR:
    case IR_IN_SHUFFLE_DOWN:
    case IR_IN_SHUFFLE_UP: return emit_c_shuffle(e, i);
    case IR_IN_BALLOT:
    case IR_IN_WARP_SYNC: return emit_c_ballot(e, i, BALLOT_LANES);
    case IR_IN_ANY: return emit_c_ballot(e, i, BALLOT_ANY);
    case IR_IN_ALL: return emit_c_ballot(e, i, BALLOT_ALL);
    case IR_IN_MEMCPY: return emit_fill_args(e, i, "$X($0, $1, $2)", emit_helper_name(e, EMIT_HELPER_MOVE, IR_VOID));
    case IR_IN_PRINT: return emit_message(e, i, "t->print(t, ");
    case IR_IN_LOCAL_GONE:
    case IR_IN_ALIGNED_AROUND:
    case IR_IN_OF_ONE_ALLOCATION:
    case IR_IN_SCALARS_AT:
    case IR_IN_UNDEFINED_UNLESS: return NULL;
    case IR_IN_FAST_DIV: return emit_fill_args(e, i, "($0 / $1)", "");
    case IR_IN_RSQRT:
        return emit_fill_args(e, i, is_f32 ? "(1.0f / __builtin_sqrtf($0))" : "(1.0 / __builtin_sqrt($0))", "");
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

/* Whether a pointer leads into the block's shared memory, which one thread of the system works on at a time. */
static bool emit_c_is_shared(emit *e, ir_value pointer)
{
    const ir_instr *of = emit_definition(e, pointer);
    while (of && (of->op == IR_ELEMENT_ADDR || of->op == IR_FIELD_ADDR))
        of = emit_definition(e, emit_arg(e, of, 0));
    return of && of->op == IR_GLOBAL_ADDR && e->m->globals.at[of->imm].space == IR_SPACE_SHARED;
}

const char *emit_c_atomic(emit *e, const ir_instr *i, ir_type t, const char *p, const char *x, const char *y)
{
    const ir_ordering ordering = ir_ordering_of(i->imm);
    const char *u = emit_unsigned_of(t);
    switch ((ir_intrinsic)i->aux) {
    case IR_IN_ATOMIC_LOAD:
        return emit_of_bits(e, t,
                            emit_print(e, "__atomic_load_n((%s *)%s, %u)", u, p,
                                       ordering == IR_RELAXED   ? __ATOMIC_RELAXED
                                       : ordering == IR_SEQ_CST ? __ATOMIC_SEQ_CST
                                                                : __ATOMIC_ACQUIRE));
    case IR_IN_ATOMIC_STORE:
        return emit_print(e, "__atomic_store_n((%s *)%s, %s, %u)", u, p, emit_to_bits(e, t, x),
                          ordering == IR_RELAXED   ? __ATOMIC_RELAXED
                          : ordering == IR_SEQ_CST ? __ATOMIC_SEQ_CST
                                                   : __ATOMIC_RELEASE);
    case IR_IN_ATOMIC_EXCHANGE:
        return emit_of_bits(e, t, emit_print(e, "__atomic_exchange_n((%s *)%s, %s, 5)", u, p, emit_to_bits(e, t, x)));
    case IR_IN_ATOMIC_COMPARE_EXCHANGE:
        return emit_of_bits(e, t,
                            emit_print(e, "__sync_val_compare_and_swap((%s *)%s, %s, %s)", u, p, emit_to_bits(e, t, x),
                                       emit_to_bits(e, t, y)));
    case IR_IN_ATOMIC_MIN:
    case IR_IN_ATOMIC_MAX:
        return emit_print(
            e, "%s((%s *)%s, %s)",
            emit_helper_name(e, i->aux == IR_IN_ATOMIC_MIN ? EMIT_HELPER_ATOMIC_MIN : EMIT_HELPER_ATOMIC_MAX, t),
            emit_type_name(e, t), p, x);
    case IR_IN_ATOMIC_ADD:
    case IR_IN_ATOMIC_SUB:
    case IR_IN_ATOMIC_AND:
    case IR_IN_ATOMIC_OR:
    case IR_IN_ATOMIC_XOR: break; /* by name */
#define IR_INTRINSIC(name, ...) case IR_IN_##name:
#define IR_ATOMIC(name, ...)
#include "ir/ir_intrinsic.def"
    case IR_N_INTRINSICS: break; /* no atomics */
    }
    if (!ir_is_float(e->m, t) && emit_c_is_shared(e, emit_arg(e, i, 0)))
        return emit_of_bits(e, t,
                            emit_print(e, "({ %s *const at = (%s *)%s; const %s was = *at; *at = was %s %s; was; })", u,
                                       u, p, u, emit_atomic_names[i->aux].sign, emit_to_bits(e, t, x)));
    if (ir_is_float(e->m, t))
        return emit_print(e, "%s((%s *)%s, %s%s)", emit_helper_name(e, EMIT_HELPER_ATOMIC_ADD, t), emit_type_name(e, t),
                          p, i->aux == IR_IN_ATOMIC_SUB ? "-" : "", x);
    return emit_of_bits(
        e, t,
        emit_print(e, "__atomic_fetch_%s((%s *)%s, %s, 5)", emit_atomic_names[i->aux].c, u, p, emit_to_bits(e, t, x)));
}

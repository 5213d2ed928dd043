/* emit_c.c: is the C target: the frame of its text, and all in which it differs from CUDA C++. */
#include "codegen/c/emit_c.h"

#include "base/cpu_call.h"

static const char emit_c_frame_start[] =
    "/* A kernel compiled by rustg, as C for the CPU. Rust's meaning needs: -ffp-contract=off -fno-strict-aliasing "
    "-fwrapv */\n"
    "#ifdef __clang__\n"
    "#pragma STDC FP_CONTRACT OFF\n"
    "#elif defined(__GNUC__) /* threads of a block copy a kilobyte at a time, which a loop does faster than memcpy */\n"
    "#pragma GCC optimize(\"no-tree-loop-distribute-patterns\")\n"
    "#endif\n" EMIT_NUMBER_TYPES
    "_Static_assert(sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8 && sizeof(void *) == 8, \"sizes\");\n"
    "_Static_assert(sizeof(f32) == 4 && sizeof(f64) == 8 && sizeof(_Bool) == 1, \"sizes\");\n"
    "\n"
    "typedef struct rustg_panic_record {\n"
    "    u32 state, site, kernel, block[3], thread[3], reserved;\n"
    "    u64 operands[16];\n"
    "} rustg_panic_record;\n"
    "typedef struct rustg_cpu_thread {\n"
    "    u32 thread[3], block[3], block_dim[3], grid_dim[3];\n"
    "    u32 lane, dyn_shared_bytes;\n"
    "    u64 by_index, has_avx2, range_first, range_end, range_at;\n"
    "    u8 *shared, *dyn_shared;\n"
    "    rustg_panic_record *panic;\n"
    "    void *runner;\n"
    "    void (*barrier)(const struct rustg_cpu_thread *t);\n"
    "    u32 (*exchange)(const struct rustg_cpu_thread *t, u64 value, u64 *all);\n"
    "    void (*end)(const struct rustg_cpu_thread *t);\n";
static const char print_member[] =
    "    void (*print)(const struct rustg_cpu_thread *t, u32 site, u32 n, const u64 *operands);\n";
static const char thread_end[] = "} rustg_cpu_thread;\n\n";

static const char emit_c_fail_text[] =
    "static __attribute__((noinline, cold)) _Bool rustg_fail_first(const rustg_cpu_thread *t, u32 kernel, u32 site)\n"
    "{\n"
    "    u32 none = 0;\n"
    "    if (!__atomic_compare_exchange_n(&t->panic->state, &none, 1u, 0, 5, 5))\n"
    "        return 0;\n"
    "    t->panic->site = site;\n"
    "    t->panic->kernel = kernel;\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        t->panic->block[i] = t->block[i];\n"
    "        t->panic->thread[i] = t->thread[i];\n"
    "    }\n"
    "    if (t->by_index) {\n"
    "        const u64 n = (u64)t->block_dim[0] * t->block_dim[1] * t->block_dim[2];\n"
    "        u64 block = t->range_at / n, thread = t->range_at % n;\n"
    "        for (int i = 0; i < 3; block /= t->grid_dim[i], thread /= t->block_dim[i], i++) {\n"
    "            t->panic->block[i] = (u32)(block % t->grid_dim[i]);\n"
    "            t->panic->thread[i] = (u32)(thread % t->block_dim[i]);\n"
    "        }\n"
    "    }\n"
    "    return 1;\n"
    "}\n"
    "static __attribute__((noreturn, noinline, cold)) void rustg_fail_end(const rustg_cpu_thread *t, _Bool first)\n"
    "{\n"
    "    if (first)\n"
    "        __atomic_store_n(&t->panic->state, 2u, 3);\n"
    "    t->end(t);\n"
    "    __builtin_unreachable();\n"
    "}\n"
    "static __attribute__((noreturn, noinline, cold, unused)) void rustg_fail(const rustg_cpu_thread *t, u32 kernel, "
    "u32 site, "
    "u64 a, u64 b)\n"
    "{\n"
    "    const _Bool first = rustg_fail_first(t, kernel, site);\n"
    "    if (first) {\n"
    "        t->panic->operands[0] = a;\n"
    "        t->panic->operands[1] = b;\n"
    "    }\n"
    "    rustg_fail_end(t, first);\n"
    "}\n\n";

/* For kernels of whole blocks: of the panics between two barriers the one of the lowest thread stays. */
static const char emit_c_note_text[] =
    "static __attribute__((noinline, cold)) _Bool rustg_note_first(const rustg_cpu_thread *t, u32 kernel, u32 site)\n"
    "{\n"
    "    u64 thread = t->range_at;\n"
    "    if (t->panic->state && t->panic->reserved <= thread)\n"
    "        return 0;\n"
    "    t->panic->state = 2u;\n"
    "    t->panic->site = site;\n"
    "    t->panic->kernel = kernel;\n"
    "    t->panic->reserved = (u32)thread;\n"
    "    for (int i = 0; i < 3; thread /= t->block_dim[i], i++) {\n"
    "        t->panic->block[i] = t->block[i];\n"
    "        t->panic->thread[i] = (u32)(thread % t->block_dim[i]);\n"
    "    }\n"
    "    return 1;\n"
    "}\n"
    "static __attribute__((noinline, cold, unused)) void rustg_note(const rustg_cpu_thread *t, u32 kernel, u32 site, "
    "u64 a, u64 b)\n"
    "{\n"
    "    if (rustg_note_first(t, kernel, site)) {\n"
    "        t->panic->operands[0] = a;\n"
    "        t->panic->operands[1] = b;\n"
    "    }\n"
    "}\n\n";

/* What the C target keeps in an emit: the offset of each shared global in the block's memory, and the bytes of all. */
typedef struct emit_c_own {
    uint64_t *shared_at, shared_bytes;
} emit_c_own;

static emit_c_own *emit_c_of(const emit *e)
{
    return e->own;
}

static void emit_c_begin(emit *e)
{
    emit_c_own *own = e->own = ARENA_NEW(e->a, emit_c_own);
    uint64_t at = 0;
    own->shared_at = ARENA_ARRAY(e->a, uint64_t, e->m->globals.n + 1);
    for (ir_global_id id = 1; id < e->m->globals.n; id++) {
        const ir_global *g = &e->m->globals.at[id];
        if (g->space != IR_SPACE_SHARED || g->dynamic)
            continue;
        uint64_t align = ir_align(e->m, g->type);
        own->shared_at[id] = at = (at + align - 1) / align * align;
        at += ir_size(e->m, g->type);
    }
    own->shared_bytes = (at + 15) / 16 * 16;
}

static const char *emit_c_frame(emit *e)
{
    bool notes = false;
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        notes |= emit_notes(&e->m->functions.at[id]) && e->function_flags[id] & EMIT_PANICS;
    return emit_print(e, "%s%s%s%s%s", emit_c_frame_start, e->prints ? print_member : "", thread_end,
                      emit_any_panics(e) ? emit_c_fail_text : "", emit_any_panics(e) && notes ? emit_c_note_text : "");
}

/* Whether a function has what may be the difference of a product and something, or the sum of a product with a negative
 * constant, which is the same to gcc. */
static bool emit_c_subtracts(const emit *e, const ir_function *f)
{
    enum { IS_NO_PRODUCT = 1, IS_NEGATIVE = 2 };
    uint8_t *what = ARENA_ARRAY(e->a, uint8_t, f->values.n);
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        if (i->op == IR_CONST && ir_is_float(e->m, i->type)) {
            const uint32_t sign = 8 * (uint32_t)ir_size(e->m, i->type) - 1;
            what[i->result] = (uint8_t)(IS_NO_PRODUCT | (i->imm >> sign & 1 ? IS_NEGATIVE : 0));
        } else if (i->op == IR_INTRINSIC && i->aux == IR_IN_FMA) {
            what[i->result] = IS_NO_PRODUCT;
        } else if ((i->op == IR_ADD || i->op == IR_SUB) && ir_is_float(e->m, i->type)) {
            const uint32_t a = what[emit_arg(e, i, 0)], b = what[emit_arg(e, i, 1)];
            if (!(a & b & IS_NO_PRODUCT) && (i->op == IR_SUB || (a | b) & IS_NEGATIVE))
                return true;
        }
    }
    return false;
}

/* Whether the processor's fused multiply-add is of use, and only where it is asked for: gcc 12 makes a product and the
 * sum and difference that follow one instruction wherever it may use them, whatever -ffp-contract says. So nothing else
 * is compiled for it (-mno-fma), and neither is a function that has such products besides. */
static bool emit_c_fuses(const emit *e, const ir_function *f)
{
    bool fuses = false, multiplies = false;
    for (uint32_t k = 0; k < f->code.n; k++) {
        const ir_instr *i = &f->code.at[k];
        fuses |= i->op == IR_INTRINSIC && i->aux == IR_IN_FMA;
        multiplies |= i->op == IR_MUL && ir_is_float(e->m, i->type);
    }
    return fuses && !(multiplies && emit_c_subtracts(e, f));
}

/* Whether the kernel is a function of its parameters: their pointers are told apart there, as C's restrict has it. The
 * compiler must not expand it in its entry, where they are not. */
static bool emit_c_has_entry(const emit *e, ir_function_id id)
{
    const ir_function *f = &e->m->functions.at[id];
    return f->is_kernel && f->range != IR_RANGE_NONE && !(e->function_flags[id] & EMIT_ADDRESSED);
}

/* The same instructions for a processor that has more: they are expanded in a function that is compiled for it. */
static void emit_c_variant(emit *e, ir_function_id id, const char *end, const char *attribute)
{
    const ir_function *f = &e->m->functions.at[id];
    emit_format(e, "static __attribute__((noinline%s)) void %s_%s", attribute, e->kernel_names[id], end);
    emit_params(e, id);
    emit_format(e, "\n{\n    %s_threads(t", e->kernel_names[id]);
    for (uint32_t n = 0; n < f->n_params; n++)
        if (!emit_is_nothing(e, f->params[n]))
            emit_format(e, ", %s_p%u", emit_clean(e, f->param_names ? f->param_names[n] : NULL, "p"), n + 1);
    emit_add(e, ");\n}\n");
}

/* Calls the function of that name with the arguments that the caller's pointers lead to. */
static void emit_c_call(emit *e, ir_function_id id, const char *end)
{
    const ir_function *f = &e->m->functions.at[id];
    emit_format(e, "%s_%s(t", e->kernel_names[id], end);
    for (uint32_t n = 0; n < f->n_params; n++)
        if (!emit_is_nothing(e, f->params[n]))
            emit_format(e, ", *(%s const *)args[%u]", emit_type_name(e, f->params[n]), n);
    emit_add(e, ");\n");
}

/* Code that is not compiled for one processor chooses when it runs. */
static void emit_c_entry(emit *e, ir_function_id id)
{
    const bool chooses = !e->o->cpu;
    emit_add(e, "\n");
    if (chooses) {
        const bool fuses = emit_c_fuses(e, &e->m->functions.at[id]);
        emit_c_variant(e, id, "baseline", "");
        emit_add(e, "#ifdef __x86_64__\n");
        emit_c_variant(e, id, "avx2", fuses ? ", target(\"avx2,fma\")" : ", target(\"avx2\")");
        emit_add(e, "#endif\n");
    }
    emit_format(e, "void %s(const rustg_cpu_thread *t, const void *const *args)\n{\n", e->kernel_names[id]);
    if (chooses) {
        emit_add(e, "#ifdef __x86_64__\n    if (t->has_avx2) {\n        ");
        emit_c_call(e, id, "avx2");
        emit_add(e, "        return;\n    }\n#endif\n");
    }
    emit_add(e, "    ");
    emit_c_call(e, id, chooses ? "baseline" : "threads");
    emit_add(e, "}\n");
}

static void emit_c_finish(emit *e)
{
    static const cpu_call calls[IR_N_RANGES] = {
        [IR_RANGE_ROW] = CPU_CALL_ROW, [IR_RANGE_GRID] = CPU_CALL_GRID, [IR_RANGE_BLOCK] = CPU_CALL_BLOCK};
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if (emit_c_has_entry(e, id))
            emit_c_entry(e, id);
    emit_add(e, "\n");
    for (ir_function_id id = 1; id < e->m->functions.n; id++) {
        const ir_function *f = &e->m->functions.at[id];
        const cpu_call call = !f->is_kernel               ? CPU_CALL_THREAD
                              : f->range != IR_RANGE_NONE ? calls[f->range]
                              : codegen_meets(e->m, id)   ? CPU_CALL_FIBER
                                                          : CPU_CALL_THREAD;
        if (f->is_kernel)
            emit_format(e, "const u64 %s_shared_bytes = %llu, %s_call_kind = %d;\n", e->kernel_names[id],
                        (unsigned long long)emit_c_of(e)->shared_bytes, e->kernel_names[id], call);
    }
}

static void emit_c_kernel_names(emit *e)
{
    const char *prefix = e->o->c_prefix ? e->o->c_prefix : "rustg_cpu_";
    for (ir_function_id id = 1; id < e->m->functions.n; id++)
        if (e->m->functions.at[id].is_kernel)
            e->kernel_names[id] = emit_print(e, "%s%s", prefix, e->m->functions.at[id].name);
}

static const char *emit_c_linkage(emit *e, const ir_function *f, bool is_small)
{
    return emit_print(e, "%sstatic%s", e->o->cpu && emit_c_fuses(e, f) ? "__attribute__((target(\"fma\"))) " : "",
                      is_small ? " inline" : "");
}

static bool emit_c_begin_kernel(emit *e, ir_function_id id)
{
    if (emit_c_has_entry(e, id)) {
        const bool fuses = emit_c_fuses(e, &e->m->functions.at[id]);
        emit_add(e, !e->o->cpu ? "static inline __attribute__((always_inline)) void "
                    : fuses    ? "static __attribute__((noinline, target(\"fma\"))) void "
                               : "static __attribute__((noinline)) void ");
        return true;
    }
    emit_format(e, "void %s(const rustg_cpu_thread *t, const void *const *args)", e->kernel_names[id]);
    return false;
}

static void emit_c_kernel_param(emit *e, uint32_t n, emit_value *value)
{
    const char *type = emit_type_name(e, e->f->params[n]);
    if (emit_c_has_entry(e, e->id))
        return;
    emit_new_line(e);
    emit_format(e, "%s %s = *(%s const *)args[%u];", type, value->text, type, n);
}

/* In a kernel of whole blocks, whose stores might change *t for all that the C compiler knows. */
static void emit_c_kernel_start(emit *e)
{
    if (!emit_notes(e->f) || !emit_c_of(e)->shared_bytes)
        return;
    emit_new_line(e);
    emit_add(e, "u8 *const shared = t->shared;");
}

/* It is of use before it has its value. */
static void emit_c_announce_cycle(emit *e, const ir_global *g, const char *name)
{
    (void)g;
    emit_format(e, "static const struct %s_form %s;\n", name, name);
}

static emit_value emit_c_shared_address(emit *e, ir_global_id id)
{
    const char *text = emit_print(e, "%sshared + %llu", emit_notes(e->f) ? "" : "t->",
                                  (unsigned long long)emit_c_of(e)->shared_at[id]);
    return emit_value_of(e, text, false);
}

/* Whether gcc 12 sees in one expression that a number is not -0. If so, it takes 0 - x for -x, which is -0 if x is 0.
 */
static bool emit_c_is_not_minus_zero(emit *e, ir_value v, uint32_t depth)
{
    const ir_instr *of = emit_definition(e, v);
    if (!of || depth > 4)
        return of != NULL;
    switch ((ir_op)of->op) {
    case IR_CONVERT: return !ir_is_float(e->m, emit_type_of(e, emit_arg(e, of, 0)));
    case IR_INTRINSIC: return of->aux == IR_IN_FABS;
    case IR_SELECT:
        return emit_c_is_not_minus_zero(e, emit_arg(e, of, 1), depth + 1) &&
               emit_c_is_not_minus_zero(e, emit_arg(e, of, 2), depth + 1);
    case IR_NEG: return emit_c_is_not_minus_zero(e, emit_arg(e, of, 0), depth + 1);
    case IR_CONST: return of->imm == 0;
    case IR_ZERO: return true;
    case IR_UNDEF:
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_NOT:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_BITCAST:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

static emit_value emit_c_float_binary(emit *e, const ir_instr *i, const char *a, const char *b)
{
    const bool is_sum = i->op == IR_ADD || i->op == IR_SUB;
    if (!is_sum ||
        (!emit_c_is_not_minus_zero(e, emit_arg(e, i, 0), 0) && !emit_c_is_not_minus_zero(e, emit_arg(e, i, 1), 0)))
        return (emit_value){0};
    emit_helper h = i->op == IR_ADD ? EMIT_HELPER_SUM : EMIT_HELPER_DIFFERENCE;
    return emit_value_of(e, emit_print(e, "%s(%s, %s)", emit_helper_name(e, h, i->type), a, b), true);
}

static const char *const emit_c_helpers[EMIT_N_HELPERS] = {
#define HELPER(name, bits, c, cuda) c,
#include "codegen/common/emit_helper.def"
};
static const emit_kind_words emit_c_kind_words[EMIT_N_KINDS]; /* its helpers have no use for any */

const codegen_target codegen_target_c = {
    .name = "c",
    .takes_optimized = true,
    .is_for_cpu = true,
    .bool_type = "_Bool",
    .true_word = "1",
    .false_word = "0",
    .static_assert_word = "_Static_assert",
    .builtin = "__builtin_",
    .inline_function = "static inline",
    .data = "static",
    .constant_data = "static const",
    .wide_array = "",
    .thread_param = "const rustg_cpu_thread *t",
    .in_place = "",
    .thread_type = "const rustg_cpu_thread *, ",
    .thread_arg = "t",
    .kernel_end = "_threads",
    .panic_record = "t->panic->",
    .casts_bools = false,
    .helpers = emit_c_helpers,
    .kind_words = emit_c_kind_words,
    .begin = emit_c_begin,
    .frame = emit_c_frame,
    .finish = emit_c_finish,
    .kernel_names = emit_c_kernel_names,
    .linkage = emit_c_linkage,
    .begin_kernel = emit_c_begin_kernel,
    .kernel_param = emit_c_kernel_param,
    .kernel_start = emit_c_kernel_start,
    .announce_cycle = emit_c_announce_cycle,
    .shared_address = emit_c_shared_address,
    .dyn_shared = emit_c_dyn_shared,
    .float_binary = emit_c_float_binary,
    .intrinsic = emit_c_intrinsic,
    .atomic = emit_c_atomic,
};

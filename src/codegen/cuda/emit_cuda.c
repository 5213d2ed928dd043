/* emit_cuda.c: is the CUDA C++ target: the frame of its text, and all in which it differs from C. */
#include "codegen/cuda/emit_cuda.h"
#include "codegen/toolchain/tool_internal.h"

static const char emit_cuda_frame_start[] =
    "// A kernel compiled by rustg, as CUDA C++. Rust's meaning needs: --fmad=false\n" EMIT_NUMBER_TYPES
    "static_assert(sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8 && sizeof(void *) == 8, \"sizes\");\n"
    "\n";

static const char emit_cuda_record_text[] = "struct rustg_panic_record {\n"
                                            "    u32 state, site, kernel, block[3], thread[3], reserved;\n"
                                            "    u64 operands[16];\n"
                                            "};\n"
                                            "extern \"C\" __device__ rustg_panic_record rustg_panic;\n"
                                            "__device__ rustg_panic_record rustg_panic;\n"
                                            "extern \"C\" __device__ volatile u32 *rustg_panic_flag;\n"
                                            "__device__ volatile u32 *rustg_panic_flag;\n";

/* What both forms of the function that fails share: the lines that say whose panic it is, with their indentation, and
 * its end behind the operands. */
#define FAIL_WHERE(indent)                                                                                             \
    indent "rustg_panic.site = site;\n" indent "rustg_panic.kernel = kernel;\n" indent                                 \
           "rustg_panic.block[0] = blockIdx.x;\n" indent "rustg_panic.block[1] = blockIdx.y;\n" indent                 \
           "rustg_panic.block[2] = blockIdx.z;\n" indent "rustg_panic.thread[0] = threadIdx.x;\n" indent               \
           "rustg_panic.thread[1] = threadIdx.y;\n" indent "rustg_panic.thread[2] = threadIdx.z;\n"
#define FAIL_NOTE                                                                                                      \
    "        __threadfence();\n"                                                                                       \
    "        rustg_panic.state = 2u;\n"                                                                                \
    "        if (rustg_panic_flag) {\n"                                                                                \
    "            __threadfence_system();\n"                                                                            \
    "            *rustg_panic_flag = 1u;\n"                                                                            \
    "        }\n"                                                                                                      \
    "    }\n"
#define FAIL_TELL                                                                                                      \
    FAIL_NOTE                                                                                                          \
    "    asm volatile(\"exit;\");\n"                                                                                   \
    "    __builtin_unreachable();\n"                                                                                   \
    "}\n"

#define FAIL_FIRST                                                                                                     \
    "{\n"                                                                                                              \
    "    if (atomicCAS(&rustg_panic.state, 0u, 1u) == 0u) {\n" FAIL_WHERE(                                             \
        "        ") "        rustg_panic.operands[0] = a;\n"                                                           \
                    "        rustg_panic.operands[1] = b;\n"

static const char emit_cuda_fail_text[] =
    "static __device__ __noinline__ __attribute__((noreturn)) void rustg_fail(u32 kernel, "
    "u32 site, u64 a, u64 b)\n" FAIL_FIRST FAIL_TELL "\n";

/* In a coarse entry, whose thread goes on with its next element. */
static const char emit_cuda_note_text[] =
    "static __device__ __noinline__ void rustg_note(u32 kernel, u32 site, u64 a, u64 b)\n" FAIL_FIRST FAIL_NOTE "}\n\n";

/* Where a message has more operands than a call passes. */
static const char fail_many_text[] =
    "static __device__ __noinline__ bool rustg_fail_first(u32 kernel, u32 site)\n"
    "{\n"
    "    if (atomicCAS(&rustg_panic.state, 0u, 1u) != 0u)\n"
    "        return false;\n" FAIL_WHERE(
        "    ") "    return true;\n"
                "}\n"
                "static __device__ __noinline__ __attribute__((noreturn)) void rustg_fail_end(bool first)\n"
                "{\n"
                "    if (first) {\n" FAIL_TELL "static __device__ __noinline__ __attribute__((noreturn)) void "
                "rustg_fail(u32 kernel, u32 site, u64 a, u64 b)\n"
                "{\n"
                "    const bool first = rustg_fail_first(kernel, site);\n"
                "    if (first) {\n"
                "        rustg_panic.operands[0] = a;\n"
                "        rustg_panic.operands[1] = b;\n"
                "    }\n"
                "    rustg_fail_end(first);\n"
                "}\n\n";

/* Tells whoever loads the module that no compiler knows how much stack it needs. */
static const char recursion_text[] = "extern \"C\" __device__ u8 rustg_recursion;\n__device__ u8 rustg_recursion;\n\n";

static const char *emit_cuda_frame(emit *e)
{
    const char *text = emit_cuda_frame_start, *fp8 = emit_fp8_kernel(e);
    if (fp8)
        text = emit_print(e, TOOL_FP8_MARK "%s\n%s", fp8, text);
    for (ir_function_id id = 1; id < e->m->functions.n; id++) {
        const char *name = e->m->functions.at[id].name, *own = e->kernel_names[id];
        if (own && strcmp(own, name) != 0)
            text = emit_print(e, "// rustg-name: %s %s\n%s", own, name, text);
    }
    const bool panics = emit_any_panics(e);
    return emit_print(e, "%s%s%s%s%s", text, panics ? emit_cuda_record_text : "",
                      !panics                   ? ""
                      : emit_any_long_panics(e) ? fail_many_text
                                                : emit_cuda_fail_text,
                      emit_any_notes(e) ? emit_cuda_note_text : "", emit_any_recursion(e) ? recursion_text : "");
}

static void emit_cuda_finish(emit *e)
{
    size_t n;
    const uint64_t *words = emit_proof_words(e, &n);
    if (!n)
        return;
    emit_format(e, "\nextern \"C\" __device__ u64 rustg_launch_proofs[%zu];\n", n);
    emit_format(e, "__device__ u64 rustg_launch_proofs[%zu] = {", n);
    for (size_t at = 0; at < n;) {
        const size_t end = at + 1 + words[at];
        emit_format(e, "%llu, %llu", (unsigned long long)words[at], (unsigned long long)words[at + 1]);
        for (at += 2; at < end; at++)
            emit_format(e, ", 0x%llx", (unsigned long long)words[at]);
        emit_add(e, ",\n");
    }
    emit_add(e, "};\n");
}

static void emit_cuda_begin(emit *e)
{
    e->own = ARENA_NEW(e->a, emit_cuda_own);
}

static const char *emit_cuda_linkage(emit *e, const ir_function *f, bool is_small)
{
    const bool is_large = emit_cuda_is_large(e, (ir_function_id)(f - e->m->functions.at));
    return f->cold || is_large ? "static __device__ __noinline__"
           : is_small          ? "static __device__ __forceinline__"
                               : "static __device__";
}

static bool emit_cuda_begin_kernel(emit *e, ir_function_id id)
{
    const ir_function *f = &e->m->functions.at[id];
    const uint64_t threads = emit_most_threads(f);
    emit_add(e, "extern \"C\" __global__ void ");
    if (threads && f->min_blocks)
        emit_format(e, "__launch_bounds__(%llu, %u) ", (unsigned long long)threads, f->min_blocks);
    else if (threads)
        emit_format(e, "__launch_bounds__(%llu) ", (unsigned long long)threads);
    return true;
}

/* What is only read is const in the signature. */
static void emit_cuda_kernel_param(emit *e, uint32_t n, emit_value *value)
{
    const ir_function *f = e->f;
    if (f->param_flags && (f->param_flags[n] & IR_PARAM_READ_ONLY) && e->m->types.at[f->params[n]].kind == IR_PTR)
        value->text = emit_print(e, "(u8 *)%s", value->text);
}

/* A launch of the entry has blocks of the kernel's shape. */
static void emit_cuda_kernel_start(emit *e)
{
    const ir_function *f = e->f;
    for (int axis = 0; f->proof && f->block[0] && axis < 3; axis++) {
        emit_new_line(e);
        emit_format(e, "__builtin_assume(threadIdx.%c < %uu);", "xyz"[axis], f -> block[axis]);
    }
}

/* Behind `blockDim.x == 16` also threadIdx.x < 16 holds, which NVVM does not know. */
static void emit_cuda_after_check(emit *e, ir_value known)
{
    const ir_instr *is = emit_definition(e, known);
    const ir_instr *side = is && is->op == IR_EQ ? emit_definition(e, emit_arg(e, is, 0)) : NULL;
    const ir_instr *of = side ? emit_definition(e, emit_arg(e, is, 1)) : NULL;
    if (!of || of->op != IR_CONST || side->op != IR_INTRINSIC || side->aux != IR_IN_BLOCK_DIM)
        return;
    emit_new_line(e);
    emit_format(e, "__builtin_assume(threadIdx.%c < %uu);", "xyz"[side->imm % 3], (unsigned)of -> imm);
}

static void emit_cuda_announce_cycle(emit *e, const ir_global *g, const char *name)
{
    (void)name;
    emit_format(e, TOOL_CYCLE_MARK "%s\n", emit_clean(e, g->name, "static"));
}

static void emit_cuda_define_shared(emit *e, const char *name, uint64_t size, uint32_t align)
{
    emit_format(e, "static __shared__ __align__(%u) u8 %s[%llu];\n", align, name, (unsigned long long)size);
}

static emit_value emit_cuda_shared_address(emit *e, ir_global_id id)
{
    return emit_value_of(e, emit_print(e, "(u8 *)&%s", emit_global_name(e, id)), true);
}

/* In fast kernels a * b + c is one operation, and quotients are approximate. */
static emit_value emit_cuda_float_binary(emit *e, const ir_instr *i, const char *a, const char *b)
{
    const emit_value none = {0};
    if (i->type != IR_F32 || !e->f->fast_math)
        return none;
    if (i->op == IR_ADD)
        for (uint32_t k = 0; k < 2; k++) {
            const emit_value *product = &e->values[emit_arg(e, i, k)];
            if (product->left)
                return emit_value_of(e, emit_print(e, "fmaf(%s, %s, %s)", product->left, product->right, k ? a : b),
                                     true);
        }
    if (i->op == IR_MUL) {
        emit_value product = emit_value_of(e, emit_print(e, "%s * %s", a, b), false);
        product.left = a;
        product.right = b;
        return product;
    }
    if (i->op == IR_DIV)
        return emit_value_of(e, emit_print(e, "__fdividef(%s, %s)", a, b), true);
    return none;
}

const char *emit_cuda_number(emit *e, ir_type t)
{
    return t == IR_I64 ? "long long" : emit_type_name(e, t);
}

static const char *emit_cuda_load_constant(emit *e, const ir_instr *i)
{
    return emit_print(e, "__ldg((const %s *)%s)", emit_cuda_number(e, i->type), emit_operand(e, emit_arg(e, i, 0)));
}

static const char *emit_cuda_store_streaming(emit *e, const ir_instr *i)
{
    return emit_print(e, "__stcs((%s *)%s, %s)", emit_cuda_number(e, i->type), emit_operand(e, emit_arg(e, i, 0)),
                      emit_plain(e, emit_arg(e, i, 1)));
}

static const char *const emit_cuda_helpers[EMIT_N_HELPERS] = {
#define HELPER(name, bits, c, cuda) cuda,
#include "codegen/common/emit_helper.def"
};

static const emit_kind_words emit_cuda_kind_words[EMIT_N_KINDS] = {
    [IR_BOOL] = {.conversion = "int"},
    [IR_I8] = {.conversion = "int"},
    [IR_I16] = {.conversion = "int"},
    [IR_I32] = {.conversion = "int"},
    [IR_I64] = {.conversion = "ll"},
    [IR_U8] = {.conversion = "uint"},
    [IR_U16] = {.conversion = "uint"},
    [IR_U32] = {.conversion = "uint"},
    [IR_U64] = {.conversion = "ull"},
    [IR_F32] = {.from_bits = "__uint_as_float", .to_bits = "__float_as_uint"},
    [IR_F64] = {.from_bits = "__longlong_as_double", .to_bits = "__double_as_longlong"},
};

const codegen_target codegen_target_cuda = {
    .name = "cuda",
    .takes_optimized = true,
    .bool_type = "bool",
    .true_word = "true",
    .false_word = "false",
    .static_assert_word = "static_assert",
    .builtin = "",
    .inline_function = "static __device__ __forceinline__",
    .exchanges_words = true,
    .data = "static __device__",
    .constant_data = "static __device__ const",
    .wide_array = "__align__(16) ",
    .thread_param = "",
    .in_place = "const __grid_constant__",
    .thread_type = "",
    .thread_arg = "",
    .kernel_end = "",
    .panic_record = "rustg_panic.",
    .casts_bools = true,
    .helpers = emit_cuda_helpers,
    .kind_words = emit_cuda_kind_words,
    .begin = emit_cuda_begin,
    .frame = emit_cuda_frame,
    .finish = emit_cuda_finish,
    .kernel_names = emit_cuda_kernel_names,
    .linkage = emit_cuda_linkage,
    .begin_kernel = emit_cuda_begin_kernel,
    .kernel_param = emit_cuda_kernel_param,
    .kernel_start = emit_cuda_kernel_start,
    .before_loop = emit_cuda_before_loop,
    .after_check = emit_cuda_after_check,
    .ptx = emit_cuda_ptx,
    .announce_cycle = emit_cuda_announce_cycle,
    .define_shared = emit_cuda_define_shared,
    .shared_address = emit_cuda_shared_address,
    .dyn_shared = emit_cuda_dyn_shared,
    .float_binary = emit_cuda_float_binary,
    .load_constant = emit_cuda_load_constant,
    .store_streaming = emit_cuda_store_streaming,
    .guard_order = emit_cuda_guard_order,
    .fast_function = emit_cuda_fast_function,
    .intrinsic = emit_cuda_intrinsic,
    .atomic = emit_cuda_atomic,
};

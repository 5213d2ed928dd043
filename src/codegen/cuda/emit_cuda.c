/* emit_cuda.c: the frame of CUDA C++ for NVRTC. */
#include "codegen/common/emit.h"
#include "opt/opt.h"
#include "codegen/toolchain/tool_internal.h"

static const char frame_start[] =
    "// A kernel compiled by rustg, as CUDA C++. Rust's meaning needs: --fmad=false\n"
    "typedef signed char i8;\n"
    "typedef short i16;\n"
    "typedef int i32;\n"
    "typedef long long i64;\n"
    "typedef unsigned char u8;\n"
    "typedef unsigned short u16;\n"
    "typedef unsigned int u32;\n"
    "typedef unsigned long long u64;\n"
    "typedef float f32;\n"
    "typedef double f64;\n"
    "static_assert(sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8 && sizeof(void *) == 8, \"sizes\");\n"
    "\n";

static const char record_text[] = "struct rustg_panic_record {\n"
                                  "    u32 state, site, kernel, block[3], thread[3], reserved;\n"
                                  "    u64 operands[16];\n"
                                  "};\n"
                                  "extern \"C\" __device__ rustg_panic_record rustg_panic;\n"
                                  "__device__ rustg_panic_record rustg_panic;\n"
                                  "extern \"C\" __device__ volatile u32 *rustg_panic_flag;\n"
                                  "__device__ volatile u32 *rustg_panic_flag;\n";

/* What both forms of the function that fails have: whose panic it is, in lines indented so; and its end, behind the
 * operands. */
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

static const char fail_text[] = "static __device__ __noinline__ __attribute__((noreturn)) void rustg_fail(u32 kernel, "
                                "u32 site, u64 a, u64 b)\n" FAIL_FIRST FAIL_TELL "\n";

/* In a coarse entry, whose thread goes on with its next element. */
static const char note_text[] =
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

static const char *cuda_frame(emit *e)
{
    const char *text = frame_start, *fp8 = emit_fp8_kernel(e);
    if (fp8)
        text = emit_print(e, TOOL_FP8_MARK "%s\n%s", fp8, text);
    for (ir_function_id id = 1; id < e->m->functions.n; id++) {
        const char *name = e->m->functions.at[id].name, *own = e->kernel_names[id];
        if (own && strcmp(own, name) != 0)
            text = emit_print(e, "// rustg-name: %s %s\n%s", own, name, text);
    }
    const bool panics = emit_any_panics(e);
    return emit_print(e, "%s%s%s%s%s", text, panics ? record_text : "",
                      !panics                   ? ""
                      : emit_any_long_panics(e) ? fail_many_text
                                                : fail_text,
                      emit_any_notes(e) ? note_text : "", emit_any_recursion(e) ? recursion_text : "");
}

codegen_text codegen_cuda(ir_module *m, const codegen_options *options)
{
    if (!options->debug) /* -g: lines belong to functions */
        m = ir_optimize(m, options->coarsen);
    emit e = {.m = m, .a = m->memory, .o = options, .cuda = true};
    return emit_module(&e, cuda_frame);
}

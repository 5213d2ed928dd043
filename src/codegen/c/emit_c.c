/* emit_c.c: the frame of C, and the order of every text. */
#include "codegen/common/emit.h"

static void take(emit *e, const char **part)
{
    vec_push(e->a, &e->text, 0);
    *part = e->text.at;
    memset(&e->text, 0, sizeof e->text);
}

/* Functions first: they tell which types and helpers there are. */
codegen_text emit_module(emit *e, const char *(*frame)(emit *e))
{
    const char *functions, *prototypes, *data, *types, *helpers;
    ir_module *m = e->m;
    e->type_state = ARENA_ARRAY(e->a, uint8_t, m->types.n + 1);
    e->type_names = ARENA_ARRAY(e->a, const char *, m->types.n + 1);
    emit_plan(e);
    emit_kernel_names(e);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (e->function_flags[id] & EMIT_REACHED) {
            emit_begin_function(e, id);
            emit_body(e);
        }
    take(e, &functions);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (e->function_flags[id] & EMIT_REACHED)
            emit_prototype(e, id);
    take(e, &prototypes);
    emit_globals(e);
    take(e, &data);
    emit_helpers(e);
    take(e, &helpers);
    emit_types(e);
    take(e, &types);
    emit_add(e, frame(e));
    emit_add(e, types);
    emit_add(e, types[0] ? "\n" : "");
    emit_add(e, helpers);
    emit_add(e, data);
    emit_add(e, prototypes);
    emit_add(e, functions);
    vec_push(e->a, &e->text, 0);
    return (codegen_text){e->text.at, e->text.n - 1};
}

static const char frame_start[] =
    "/* A kernel compiled by rustg, as C for the CPU. Rust's meaning needs: -ffp-contract=off -fno-strict-aliasing "
    "-fwrapv */\n"
    "#ifdef __clang__\n"
    "#pragma STDC FP_CONTRACT OFF\n"
    "#endif\n"
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
    "    u8 *shared, *dyn_shared;\n"
    "    rustg_panic_record *panic;\n"
    "    void *runner;\n"
    "    void (*barrier)(const struct rustg_cpu_thread *t);\n"
    "    u32 (*exchange)(const struct rustg_cpu_thread *t, u64 value, u64 *all);\n"
    "    void (*end)(const struct rustg_cpu_thread *t);\n"
    "} rustg_cpu_thread;\n"
    "\n";

static const char fail_text[] =
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
    "    return 1;\n"
    "}\n"
    "static __attribute__((noreturn, noinline, cold)) void rustg_fail_end(const rustg_cpu_thread *t, _Bool first)\n"
    "{\n"
    "    if (first)\n"
    "        __atomic_store_n(&t->panic->state, 2u, 3);\n"
    "    t->end(t);\n"
    "    __builtin_unreachable();\n"
    "}\n"
    "static __attribute__((noreturn, noinline, cold)) void rustg_fail(const rustg_cpu_thread *t, u32 kernel, u32 site, "
    "u64 a, u64 b)\n"
    "{\n"
    "    const _Bool first = rustg_fail_first(t, kernel, site);\n"
    "    if (first) {\n"
    "        t->panic->operands[0] = a;\n"
    "        t->panic->operands[1] = b;\n"
    "    }\n"
    "    rustg_fail_end(t, first);\n"
    "}\n\n";

static uint64_t place_shared(emit *e)
{
    uint64_t at = 0;
    e->shared_at = ARENA_ARRAY(e->a, uint64_t, e->m->globals.n + 1);
    for (ir_global_id id = 1; id < e->m->globals.n; id++) {
        const ir_global *g = &e->m->globals.at[id];
        if (g->space != IR_SPACE_SHARED || g->dynamic)
            continue;
        uint64_t align = ir_align(e->m, g->type);
        e->shared_at[id] = at = (at + align - 1) / align * align;
        at += ir_size(e->m, g->type);
    }
    return (at + 15) / 16 * 16;
}

static const char *c_frame(emit *e)
{
    return emit_any_panics(e) ? emit_print(e, "%s%s", frame_start, fail_text) : frame_start;
}

codegen_text codegen_c(ir_module *m, const codegen_options *options)
{
    emit e = {.m = m, .a = m->memory, .o = options};
    uint64_t shared = place_shared(&e);
    emit_module(&e, c_frame);
    e.text.n--;
    emit_add(&e, "\n");
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (m->functions.at[id].is_kernel)
            emit_format(&e, "const u64 %s_shared_bytes = %llu, %s_meets = %d;\n", e.kernel_names[id],
                        (unsigned long long)shared, e.kernel_names[id], codegen_meets(m, id));
    vec_push(e.a, &e.text, 0);
    return (codegen_text){e.text.at, e.text.n - 1};
}

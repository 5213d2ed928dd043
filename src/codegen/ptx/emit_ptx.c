/* emit_ptx.c: a module as PTX, without NVRTC. Source: PTX ISA, "Kernel and Function Directives". */
#include "codegen/ptx/emit_ptx.h"
#include "codegen/toolchain/toolchain.h"

#include <stdlib.h>

static const char emit_ptx_record_text[] = ".visible .global .align 8 .b8 rustg_panic[168];\n"
                                           ".visible .global .align 8 .u64 rustg_panic_flag;\n";

/* The number of a thread in a grid or block of more dimensions than one. */
static const char index_text[] = ".func (.param .b64 $r) $findex()\n{\n"
                                 "\t.reg .b32 %r<16>;\n\t.reg .b64 %d<8>;\n"
                                 "\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ctaid.y;\n\tmov.u32 %r3, %ctaid.z;\n"
                                 "\tmov.u32 %r4, %nctaid.x;\n\tmov.u32 %r5, %nctaid.y;\n"
                                 "\tmov.u32 %r6, %tid.x;\n\tmov.u32 %r7, %tid.y;\n\tmov.u32 %r8, %tid.z;\n"
                                 "\tmov.u32 %r9, %ntid.x;\n\tmov.u32 %r10, %ntid.y;\n\tmov.u32 %r11, %ntid.z;\n"
                                 "\tcvt.u64.u32 %d1, %r2;\n\tmad.wide.u32 %d1, %r3, %r5, %d1;\n"
                                 "\tcvt.u64.u32 %d2, %r4;\n\tcvt.u64.u32 %d3, %r1;\n\tmad.lo.u64 %d1, %d1, %d2, %d3;\n"
                                 "\tmad.lo.u32 %r7, %r8, %r10, %r7;\n\tmad.lo.u32 %r6, %r7, %r9, %r6;\n"
                                 "\tmul.lo.u32 %r9, %r9, %r10;\n\tmul.lo.u32 %r9, %r9, %r11;\n"
                                 "\tcvt.u64.u32 %d2, %r9;\n\tcvt.u64.u32 %d3, %r6;\n\tmad.lo.u64 %d1, %d1, %d2, %d3;\n"
                                 "\tst.param.b64 [$r], %d1;\n\tret;\n}\n";

/* The remainder of f64: a bit of the quotient a round, from the difference of the exponents on. */
static const char remainder_text[] =
    ".func (.param .b64 $r) $frem(.param .b64 $p1, .param .b64 $p2)\n{\n"
    "\t.reg .pred %p<8>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %d<16>;\n"
    "\tld.param.b64 %d1, [$p1];\n\tld.param.b64 %d2, [$p2];\n"
    "\tand.b64 %d3, %d1, 0x7fffffffffffffff;\n\tand.b64 %d4, %d2, 0x7fffffffffffffff;\n"
    "\tand.b64 %d5, %d1, 0x8000000000000000;\n"
    "\tmov.b64 %d6, 0x7ff8000000000000;\n"
    "\tsetp.eq.u64 %p1, %d4, 0;\n\tsetp.gt.u64 %p2, %d4, 0x7ff0000000000000;\n"
    "\tsetp.ge.u64 %p3, %d3, 0x7ff0000000000000;\n\tor.pred %p1, %p1, %p2;\n\tor.pred %p1, %p1, %p3;\n"
    "\t@%p1 bra $L9;\n"
    "\tmov.b64 %d6, %d1;\n\tsetp.lt.u64 %p1, %d3, %d4;\n\t@%p1 bra $L9;\n"
    "\tshr.u64 %d7, %d3, 52;\n\tcvt.u32.u64 %r1, %d7;\n\tshr.u64 %d7, %d4, 52;\n\tcvt.u32.u64 %r2, %d7;\n"
    "\tand.b64 %d3, %d3, 0xfffffffffffff;\n\tand.b64 %d4, %d4, 0xfffffffffffff;\n"
    "\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra $L1;\n\tor.b64 %d3, %d3, 0x10000000000000;\n\tbra $L2;\n"
    "$L1:\n\tclz.b64 %r3, %d3;\n\tsub.s32 %r3, %r3, 11;\n\tshl.b64 %d3, %d3, %r3;\n\tsub.s32 %r1, 1, %r3;\n"
    "$L2:\n"
    "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra $L3;\n\tor.b64 %d4, %d4, 0x10000000000000;\n\tbra $L4;\n"
    "$L3:\n\tclz.b64 %r3, %d4;\n\tsub.s32 %r3, %r3, 11;\n\tshl.b64 %d4, %d4, %r3;\n\tsub.s32 %r2, 1, %r3;\n"
    "$L4:\n"
    "\tsetp.le.s32 %p1, %r1, %r2;\n\t@%p1 bra $L5;\n"
    "\tsub.s64 %d7, %d3, %d4;\n\tsetp.ge.s64 %p2, %d7, 0;\n\tselp.b64 %d3, %d7, %d3, %p2;\n"
    "\tshl.b64 %d3, %d3, 1;\n\tsub.s32 %r1, %r1, 1;\n\tbra $L4;\n"
    "$L5:\n"
    "\tsub.s64 %d7, %d3, %d4;\n\tsetp.ge.s64 %p2, %d7, 0;\n\tselp.b64 %d3, %d7, %d3, %p2;\n"
    "\tmov.b64 %d6, %d5;\n\tsetp.eq.u64 %p1, %d3, 0;\n\t@%p1 bra $L9;\n"
    "\tclz.b64 %r3, %d3;\n\tsub.s32 %r3, %r3, 11;\n\tshl.b64 %d3, %d3, %r3;\n\tsub.s32 %r1, %r1, %r3;\n"
    "\tsetp.gt.s32 %p1, %r1, 0;\n\t@%p1 bra $L6;\n"
    "\tsub.s32 %r3, 1, %r1;\n\tshr.u64 %d3, %d3, %r3;\n\tor.b64 %d6, %d3, %d5;\n\tbra $L9;\n"
    "$L6:\n\tand.b64 %d3, %d3, 0xfffffffffffff;\n\tcvt.u64.u32 %d7, %r1;\n\tshl.b64 %d7, %d7, 52;\n"
    "\tor.b64 %d6, %d3, %d7;\n\tor.b64 %d6, %d6, %d5;\n"
    "$L9:\n\tst.param.b64 [$r], %d6;\n\tret;\n}\n";

/* The ring of base/panic_record.h. A line is lost where the host has not read what would be overwritten. */
static const char print_text[] =
    ".visible .global .align 8 .b8 rustg_printed[557088];\n"
    ".func $fprint(.param .b32 $p1, .param .b32 $p2, .param .b64 $p3)\n{\n"
    "\t.reg .pred %p<4>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %d<12>;\n"
    "\tld.param.b32 %r1, [$p1];\n\tld.param.b32 %r2, [$p2];\n\tld.param.b64 %d1, [$p3];\n"
    "\tld.volatile.global.u64 %d2, [rustg_printed];\n"
    "$L1:\n"
    "\tld.volatile.global.u64 %d3, [rustg_printed+8];\n\tsub.s64 %d3, %d2, %d3;\n"
    "\tsetp.lt.s64 %p1, %d3, 4096;\n\t@%p1 bra $L2;\n"
    "\tatom.global.add.u64 %d4, [rustg_printed+16], 1;\n\tret;\n"
    "$L2:\n"
    "\tadd.s64 %d4, %d2, 1;\n\tatom.global.cas.b64 %d5, [rustg_printed], %d2, %d4;\n"
    "\tsetp.eq.u64 %p1, %d5, %d2;\n\t@%p1 bra $L3;\n\tmov.u64 %d2, %d5;\n\tbra $L1;\n"
    "$L3:\n"
    "\tand.b64 %d6, %d2, 4095;\n\tmul.lo.u64 %d6, %d6, 136;\n\tmov.u64 %d7, rustg_printed;\n"
    "\tadd.s64 %d6, %d7, %d6;\n\tst.global.u32 [%d6+32], %r1;\n\tmov.u32 %r3, 0;\n\tmov.u64 %d8, %d6;\n"
    "$L4:\n"
    "\tsetp.ge.u32 %p1, %r3, %r2;\n\t@%p1 bra $L5;\n"
    "\tld.relaxed.cta.u64 %d9, [%d1];\n\tst.global.u64 [%d8+40], %d9;\n\tadd.s64 %d1, %d1, 8;\n\tadd.s64 %d8, %d8, 8;\n"
    "\tadd.u32 %r3, %r3, 1;\n\tbra $L4;\n"
    "$L5:\n"
    "\tmembar.sys;\n\tshr.u64 %d10, %d2, 12;\n\tcvt.u32.u64 %r4, %d10;\n\tadd.u32 %r4, %r4, 1;\n"
    "\tst.volatile.global.u32 [%d6+36], %r4;\n\tret;\n}\n";

/* Adds the text made so far to the functions'. */
static void emit_ptx_keep_text(emit *e)
{
    emit_ptx_own *own = emit_ptx_of(e);
    vec_reserve(e->a, &own->functions, e->text.n + 1);
    memcpy(own->functions.at + own->functions.n, e->text.at, e->text.n);
    own->functions.n += e->text.n;
    e->text.n = 0;
}

static bool emit_ptx_is_ours(const char *name)
{
    static const char *const ours[] = {"rustg_panic",     "rustg_panic_flag",    "rustg_printed",
                                       "rustg_recursion", "rustg_launch_proofs", "rustg_zero"};
    for (size_t k = 0; k < sizeof ours / sizeof ours[0]; k++)
        if (strcmp(ours[k], name) == 0)
            return true;
    return false;
}

/* The code comes first, because it tells the registers. */
static void emit_ptx_function(emit *e, ir_function_id id)
{
    static const char *const registers[] = {[EMIT_PTX_PREDICATE] = "\t.reg .pred %%$p<%u>;\n",
                                            [EMIT_PTX_16] = "\t.reg .b16 %%$h<%u>;\n",
                                            [EMIT_PTX_32] = "\t.reg .b32 %%$r<%u>;\n",
                                            [EMIT_PTX_64] = "\t.reg .b64 %%$d<%u>;\n"};
    emit_ptx_own *own = emit_ptx_of(e);
    e->id = id;
    e->f = &e->m->functions.at[id];
    e->line = 0;
    if (e->f->is_kernel && emit_ptx_is_ours(e->f->name))
        emit_ptx_refuse(e, "a kernel with the name of a variable of rustg's");
    emit_plan_function(e);
    emit_ptx_code(e);
    const char *code = arena_text(e->a, e->text.at, e->text.n);
    e->text.n = 0;
    emit_add(e, "\n");
    emit_ptx_signature(e, id);
    emit_add(e, "\n{\n");
    for (uint32_t class = 0; class < EMIT_PTX_N_CLASSES; class ++)
        if (own->n_registers[class])
            emit_format(e, registers[class], own->n_registers[class] + 1);
    vec_push(e->a, &own->memory, 0);
    emit_add(e, own->memory.at);
    emit_add(e, code);
    emit_add(e, "}\n");
    emit_ptx_keep_text(e);
}

static void emit_ptx_proofs(emit *e)
{
    size_t n;
    const uint64_t *words = emit_proof_words(e, &n);
    if (!n)
        return;
    emit_format(e, ".visible .global .align 8 .u64 rustg_launch_proofs[%llu] = {", (unsigned long long)n);
    for (size_t at = 0; at < n; at++)
        emit_format(e, "%s%llu", at ? at % 8 ? ", " : ",\n\t" : "", (unsigned long long)words[at]);
    emit_add(e, "};\n");
}

/* module->files has templates of PTX too. */
static void emit_ptx_files(emit *e)
{
    uint8_t *is_named = ARENA_ARRAY(e->a, uint8_t, e->m->files.n + 1);
    for (ir_function_id id = 1; e->o->debug && id < e->m->functions.n; id++) {
        const uint32_t file = e->m->functions.at[id].file;
        if (!(e->function_flags[id] & EMIT_REACHED) || file >= e->m->files.n || is_named[file])
            continue;
        is_named[file] = 1;
        emit_format(e, ".file %u ", file + 1);
        emit_quoted(e, e->m->files.at[file]);
        emit_add(e, "\n");
    }
}

codegen_text codegen_ptx(ir_module *m, const codegen_options *options, const char *arch, bool *is_lowered)
{
    emit all = {.m = m, .a = m->memory, .o = options}, *e = &all;
    emit_ptx_own own = {0};
    e->own = &own;
    own.architecture = strtoul(arch + strcspn(arch, "0123456789"), NULL, 10);
    own.leaves = ARENA_ARRAY(m->memory, emit_ptx_leaves, m->types.n + 1);
    emit_plan(e);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (e->function_flags[id] & EMIT_REACHED)
            emit_ptx_function(e, id);
    vec_push(e->a, &own.functions, 0);
    emit_format(e, ".version 9.0\n.target %s\n.address_size 64\n\n", arch);
    emit_ptx_files(e);
    if (emit_any_panics(e))
        emit_add(e, emit_ptx_record_text);
    if (emit_any_recursion(e))
        emit_add(e, ".visible .global .align 1 .u8 rustg_recursion;\n");
    if (own.uses_zero)
        emit_add(e, ".visible .const .align 8 .b8 rustg_zero[8];\n");
    if (own.uses_dyn_shared)
        emit_add(e, ".extern .shared .align 16 .b8 $dyn[];\n");
    if (own.uses_thread_index)
        emit_add(e, index_text);
    if (own.uses_remainder)
        emit_add(e, remainder_text);
    if (e->prints)
        emit_add(e, print_text);
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if ((e->function_flags[id] & EMIT_REACHED) &&
            (!m->functions.at[id].is_kernel || (e->function_flags[id] & EMIT_ADDRESSED))) {
            emit_ptx_signature(e, id);
            emit_add(e, ";\n");
        }
    emit_ptx_globals(e);
    emit_ptx_proofs(e);
    emit_add(e, own.functions.at);
    vec_push(e->a, &e->text, 0);
    size_t n = e->text.n - 1;
    *is_lowered = tool_lower_ptx(e->text.at, &n);
    return (codegen_text){e->text.at, n, e->refused};
}

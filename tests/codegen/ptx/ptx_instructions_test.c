/* ptx_instructions_test.c: the PTX interpreter by itself: instructions against values of the PTX ISA manual, spaces and
 * bounds, calls, warps, and that what is not known or not allowed is an error that names its line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ptx.h"

static int n_failed;

#define HEAD ".version 8.8\n.target sm_90\n.address_size 64\n"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<40>;\n.reg .f32 %f<9>;\n.reg .b64 %d<20>;\n.reg .f64 %g<9>;\n"  \
    "ld.param.u64 %d0, [out];\n"

/* Runs a kernel `k(out, in)` of n threads; out and in have 64 words each. */
static bool run(const char *text, uint32_t n_threads, uint64_t *out, const uint64_t *in, char *message)
{
    ptx_machine m = {.max_steps = 1000000};
    bool fine = ptx_read(&m, text);
    jmp_buf memory;
    m.memory.out_of_memory = &memory;
    if (fine && setjmp(memory) == 0) {
        uint64_t at[2] = {ptx_map(&m, "out", out, 64 * sizeof *out, true),
                          ptx_map(&m, "in", (void *)(uintptr_t)in, 64 * sizeof *in, false)};
        const void *params[] = {&at[0], &at[1]};
        ptx_launch launch = {.kernel = "k",
                             .grid = {1, 1, 1},
                             .block = {n_threads, 1, 1},
                             .dynamic_shared = 64,
                             .params = params,
                             .n_params = 2};
        fine = ptx_run(&m, &launch);
    }
    snprintf(message, 512, "%s", m.message);
    ptx_free(&m);
    return fine;
}

static void failed(const char *what, const char *why)
{
    printf("FAIL %s: %s\n", what, why);
    n_failed++;
}

#define PHASE                                                                                                          \
    ".shared .align 8 .b8 all[8]; mov.u32 %r2, all; mbarrier.init.shared.b64 [%r2], 1; "                               \
    "fence.proxy.async.shared::cta; "
#define COPY                                                                                                           \
    ".shared .align 16 .b8 all[16]; st.shared.u64 [all], 9; mov.u64 %d2, all; cp.async.cg.shared.global [%d2], "       \
    "[%d0], "                                                                                                          \
    "16, 4; cp.async.commit_group; "

/* One instruction or a few, of which the last result is %d1 (64 bits), compared. */
static const struct {
    const char *body;
    uint64_t expected;
} values[] = {
    {"add.u32 %r1, 4294967295, 2; cvt.u64.u32 %d1, %r1;", 1},
    {"mul.hi.s32 %r1, -2, 3; cvt.u64.u32 %d1, %r1;", 0xFFFFFFFF},
    {"mul.hi.u64 %d1, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF;", 0xFFFFFFFFFFFFFFFE},
    {"mul.wide.s32 %d1, -5, 7;", (uint64_t)-35},
    {"mad.wide.u32 %d1, 4294967295, 2, 3;", 0x200000001},
    {"mov.b16 %h1, 0x8000; neg.s16 %h2, %h1; cvt.u64.u16 %d1, %h2;", 0x8000},
    {"shl.b32 %r1, 1, 32; cvt.u64.u32 %d1, %r1;", 0},
    {"shr.s32 %r1, -8, 40; cvt.u64.u32 %d1, %r1;", 0xFFFFFFFF},
    {"div.s32 %r1, -7, 2; cvt.s64.s32 %d1, %r1;", (uint64_t)-3},
    {"rem.s32 %r1, -7, 2; cvt.s64.s32 %d1, %r1;", (uint64_t)-1},
    {"bfe.u32 %r1, 0xABCD1234, 8, 8; cvt.u64.u32 %d1, %r1;", 0x12},
    {"bfe.s32 %r1, 0x00008000, 8, 8; cvt.u64.u32 %d1, %r1;", 0xFFFFFF80},
    {"bfi.b64 %d1, 0xAB, 0x1111111111111111, 8, 8;", 0x111111111111AB11},
    {"bfind.u32 %r1, 0x00010000; cvt.u64.u32 %d1, %r1;", 16},
    {"bfind.s32 %r1, -1; cvt.u64.u32 %d1, %r1;", 0xFFFFFFFF},
    {"brev.b32 %r1, 1; cvt.u64.u32 %d1, %r1;", 0x80000000},
    {"clz.b64 %r1, 1; cvt.u64.u32 %d1, %r1;", 63},
    {"popc.b64 %r1, -1; cvt.u64.u32 %d1, %r1;", 64},
    {"prmt.b32 %r1, 0x03020100, 0x07060504, 0x7610; cvt.u64.u32 %d1, %r1;", 0x07060100},
    {"prmt.b32 %r1, 0x00008000, 0, 0x9; cvt.u64.u32 %d1, %r1;", 0x000000FF},
    {"lop3.b32 %r1, 0xF0, 0xCC, 0xAA, 0x96; cvt.u64.u32 %d1, %r1;", 0x96},
    {"shf.l.wrap.b32 %r1, 0x80000000, 1, 33; cvt.u64.u32 %d1, %r1;", 3},
    {"shf.r.clamp.b32 %r1, 5, 7, 40; cvt.u64.u32 %d1, %r1;", 7},
    {"dp4a.s32.s32 %r1, 0x01FF0203, 0x01010102, 10; cvt.u64.u32 %d1, %r1;", 18},
    {"dp2a.hi.u32.u32 %r1, 0x00020003, 0x05040000, 1; cvt.u64.u32 %d1, %r1;", 23},
    {"add.cc.u32 %r1, -1, 1; addc.u32 %r2, 5, 6; cvt.u64.u32 %d1, %r2;", 12},
    {"sub.cc.u32 %r1, 0, 1; subc.u32 %r2, 5, 1; cvt.u64.u32 %d1, %r2;", 3},
    {"add.cc.u64 %d2, -1, 1; addc.u64 %d1, 5, 6;", 12},
    {"mad.lo.cc.u32 %r1, 65536, 65536, 1; madc.hi.u32 %r2, 65536, 65536, 4; cvt.u64.u32 %d1, %r2;", 5},
    {"setp.lt.s32 %p1, -1, 0; selp.b64 %d1, 7, 8, %p1;", 7},
    {"setp.lo.u32 %p1, -1, 0; selp.b64 %d1, 7, 8, %p1;", 8},
    {"mov.pred %p1, -1; not.pred %p2, %p1; @!%p2 mov.u64 %d1, 9;", 9},
    /* conversions */
    {"cvt.rzi.u32.f32 %r1, 0fBF800000; cvt.u64.u32 %d1, %r1;", 0},
    {"cvt.rzi.s32.f32 %r1, 0f4F000000; cvt.u64.u32 %d1, %r1;", 0x7FFFFFFF},
    {"cvt.rni.s32.f32 %r1, 0f40200000; cvt.u64.u32 %d1, %r1;", 2},
    {"cvt.rpi.s32.f32 %r1, 0f40200000; cvt.u64.u32 %d1, %r1;", 3},
    {"cvt.rzi.s32.f32 %r1, 0f7FC00000; cvt.u64.u32 %d1, %r1;", 0},
    {"cvt.rzi.s64.f32 %d1, 0f7FC00000;", 0x8000000000000000},
    {"cvt.rn.f32.u64 %f1, 0x1000001000000001; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x5D800001},
    {"cvt.rz.f32.s32 %f1, 16777219; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x4B800001},
    {"cvt.rm.f32.f64 %f1, 0d3FF0000010000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800000},
    {"cvt.rp.f32.f64 %f1, 0d3FF0000010000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800001},
    {"cvt.sat.f32.f32 %f1, 0f40000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800000},
    {"cvt.sat.u8.s32 %r1, -5; cvt.u64.u32 %d1, %r1;", 0},
    {"cvt.s8.s32 %r1, 200; cvt.u64.u32 %d1, %r1;", 0xFFFFFFC8},
    {"cvt.rn.f16.f32 %h1, 0f477FEFFF; cvt.u64.u16 %d1, %h1;", 0x7BFF},
    {"cvt.rn.f16.f32 %h1, 0f477FF000; cvt.u64.u16 %d1, %h1;", 0x7C00},
    {"cvt.rn.f16.f32 %h1, 0f33000001; cvt.u64.u16 %d1, %h1;", 1},
    {"mov.b16 %h1, 0x3C00; mov.b16 %h2, 0x1001; add.rn.f16 %h1, %h1, %h2; cvt.u64.u16 %d1, %h1;", 0x3C01},
    {"mov.b16 %h1, 0x3C00; mov.b16 %h2, 0x1000; add.rn.f16 %h1, %h1, %h2; cvt.u64.u16 %d1, %h1;", 0x3C00},
    {"mov.b16 %h1, 0x0401; mov.b16 %h2, 0x0402; sub.rn.f16 %h1, %h1, %h2; cvt.u64.u16 %d1, %h1;", 0x8001},
    {"mov.b16 %h1, 0x0003; mov.b16 %h2, 0x3800; mul.rn.f16 %h1, %h1, %h2; cvt.u64.u16 %d1, %h1;", 2},
    {"mov.b16 %h1, 0x7BFF; mov.b16 %h2, 0x4000; mul.rn.f16 %h1, %h1, %h2; cvt.u64.u16 %d1, %h1;", 0x7C00},
    {"cvt.rn.bf16.f32 %h1, 0f3F808000; cvt.u64.u16 %d1, %h1;", 0x3F80},
    {"mov.b16 %h1, 0x0001; cvt.f32.f16 %f1, %h1; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x33800000},
    {"cvt.rna.tf32.f32 %r1, 0fBF801000; cvt.u64.u32 %d1, %r1;", 0xBF802000},
    {"cvt.rna.tf32.f32 %r1, 0f7F7FFFFF; cvt.u64.u32 %d1, %r1;", 0x7F800000},
    /* floats */
    {"add.rn.f32 %f1, 0f3F800000, 0f33800000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800000},
    {"add.rp.f32 %f1, 0f3F800000, 0f33800000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800001},
    {"add.rn.ftz.f32 %f1, 0f00000001, 0f00000001; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0},
    {"fma.rn.f64 %g1, 0d3FF0000000000001, 0d3FF0000000000001, 0dBFF0000000000002; mov.b64 %d1, %g1;",
     0x3970000000000000},
    {"mul.rn.sat.f32 %f1, 0f40000000, 0f40000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800000},
    {"div.rz.f64 %g1, 0d3FF0000000000000, 0d4008000000000000; mov.b64 %d1, %g1;", 0x3FD5555555555555},
    {"sqrt.rn.f32 %f1, 0f40000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3FB504F3},
    {"min.f32 %f1, 0f7FC00000, 0f3F800000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x3F800000},
    {"max.f64 %g1, 0d8000000000000000, 0d0000000000000000; mov.b64 %d1, %g1;", 0},
    {"setp.ne.f32 %p1, 0f7FC00000, 0f3F800000; selp.b64 %d1, 1, 2, %p1;", 2},
    {"setp.neu.f32 %p1, 0f7FC00000, 0f3F800000; selp.b64 %d1, 1, 2, %p1;", 1},
    {"setp.nan.f64 %p1, 0d3FF0000000000000, 0d3FF0000000000000; selp.b64 %d1, 1, 2, %p1;", 2},
    {"copysign.f32 %f1, 0f80000000, 0f3F800000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0xBF800000},
    {"ex2.approx.ftz.f32 %f1, 0f41200000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0x44800000},
    {"cvt.rn.bf16x2.f32 %r1, 0f40400000, 0f3F808000; cvt.u64.u32 %d1, %r1;", 0x40403F80},
    {"cvt.rn.f16x2.f32 %r1, 0f3F800000, 0fC0000000; cvt.u64.u32 %d1, %r1;", 0x3C00C000},
    /* moves, memory, flow */
    {"mov.b64 {%r1, %r2}, 0x1234567800000009; mov.b64 %d1, {%r2, %r1};", 0x0000000912345678},
    {".local .align 8 .b8 own[16]; mov.u64 %d2, own; st.local.v2.u32 [%d2+8], {5, 6}; cvta.local.u64 %d3, %d2; ld.u64 "
     "%d1, [%d3+8];",
     0x600000005},
    {".shared .align 4 .b8 all[8]; mov.u32 %r1, all; st.shared.s8 [%r1+1], -2; ld.shared.s8 %r2, [all+1]; cvt.u64.u32 "
     "%d1, %r2;",
     0xFFFFFFFE},
    {"mov.u64 %d2, in; cvta.param.u64 %d2, %d2; ld.param.u64 %d3, [in]; ld.u64 %d2, [%d2]; sub.u64 %d1, %d2, %d3;", 0},
    {"mov.u64 %d2, rows; ld.global.u64 %d3, [%d2]; ld.u8 %r1, [%d3+2]; cvt.u64.u32 %d1, %r1;", 7},
    {"atom.global.add.u64 %d2, [%d0], 5; red.global.max.s64 [%d0], -1; ld.global.u64 %d1, [%d0];", 6},
    {"atom.global.cas.b64 %d2, [%d0], 1, 77; ld.global.u64 %d1, [%d0];", 77},
    {"atom.global.inc.u32 %r1, [%d0], 1; atom.global.inc.u32 %r1, [%d0], 1; ld.global.u64 %d1, [%d0];", 1},
    {"mov.b64 %d2, 0x4000000040400000; st.global.u64 [%d0], %d2; mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40800000; "
     "red.relaxed.gpu.global.add.v2.f32 [%d0], {%f1, %f2}; ld.global.u64 %d1, [%d0];",
     0x40C0000040800000},
    {"{ .reg .b64 %d1; mov.u64 %d1, 3; } mov.u64 %d1, 4;", 4},
    {"mov.u64 %d1, 0; ROUND: add.u64 %d1, %d1, 3; setp.lt.u64 %p1, %d1, 10; @%p1 bra ROUND;", 12},
    {"LIST: .branchtargets A, B; mov.u32 %r1, 1; brx.idx %r1, LIST; A: mov.u64 %d1, 1; bra C; B: mov.u64 %d1, 2; C:",
     2},
    {"{ .param .b64 a; .param .b64 b; st.param.b64 [a], 20; call.uni (b), twice, (a); ld.param.b64 %d1, [b]; }", 41},
    {"mov.u64 %d2, twice; { .param .b64 a; .param .b64 b; st.param.b64 [a+0], 1; P : .callprototype (.param .b64 _) _ "
     "(.param .b64 _); "
     "call (b), %d2, (a), P; ld.param.b64 %d1, [b+0]; }",
     3},
    /* a copy is there when its thread has waited, and not before */
    {COPY "cp.async.wait_group 1; ld.shared.u64 %d1, [all];", 9},
    {COPY "cp.async.wait_group 0; ld.shared.u64 %d1, [all];", 1},
    {PHASE
     "mbarrier.arrive.shared.b64 _, [%r2]; mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0; selp.b64 %d1, 5, 6, "
     "%p1;",
     5},
    {PHASE ".shared .align 16 .b8 more[16]; mov.u32 %r3, more; st.global.u64 [%d0], 77; "
           "mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 16; "
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%d0], 16, [%r2]; "
           "AGAIN: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0; @!%p1 bra AGAIN; ld.shared.u64 %d1, [%r3];",
     77},
    {PHASE "mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 1; selp.b64 %d1, 5, 6, %p1;", 5},
    {"mov.u32 %r1, %ntid.x; mov.u32 %r2, %dynamic_smem_size; add.u32 %r1, %r1, %r2; cvt.u64.u32 %d1, %r1;", 65},
};

static const char *const rest = "\nst.global.u64 [%d0], %d1;\nret;\n}\n";
static const char *const before =
    HEAD ".const .align 1 .b8 bytes[4] = {5, 6, 7};\n.global .align 8 .u64 rows[2] = {generic(bytes), 3};\n"
         ".func (.param .b64 result) twice(.param .b64 x)\n{\n.reg .b64 %x;\nld.param.u64 %x, [x];\nmad.lo.s64 %x, %x, "
         "2, 1;\nst.param.b64 [result], %x;\nret;\n}\n"
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" REGISTERS;

static void check_values(void)
{
    static const uint64_t in[64];
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        uint64_t out[64] = {1};
        char text[4096], message[512];
        snprintf(text, sizeof text, "%s%s%s", before, values[i].body, rest);
        if (!run(text, 1, out, in, message)) {
            failed(values[i].body, message);
        } else if (out[0] != values[i].expected) {
            snprintf(message, sizeof message, "%#" PRIx64 ", expected %#" PRIx64, out[0], values[i].expected);
            failed(values[i].body, message);
        }
    }
}

/* Every lane's result is %r9. */
static const struct {
    const char *body;
    uint32_t expected[4];
} warps[] = {
    {"shfl.sync.down.b32 %r9|%p1, %r8, 1, 31, -1;", {1, 2, 3, 0xDEADBEEF}},
    {"shfl.sync.up.b32 %r9, %r8, 1, 0, -1;", {0, 0, 1, 2}},
    {"shfl.sync.bfly.b32 %r9, %r8, 2, 31, -1;", {2, 3, 0, 1}},
    {"shfl.sync.idx.b32 %r9, %r8, 1, 0x1E1F, -1;", {1, 1, 3, 3}},
    {"setp.gt.u32 %p1, %r8, 1; vote.sync.ballot.b32 %r9, !%p1, 0xF;", {3, 3, 3, 3}},
    {"setp.lt.u32 %p1, %r8, 2; @%p1 bra A; activemask.b32 %r9; bra B; A: activemask.b32 %r9; B:", {3, 3, 12, 12}},
    {"and.b32 %r1, %r8, 1; match.any.sync.b32 %r9, %r1, -1;", {5, 10, 5, 10}},
    {"redux.sync.max.s32 %r9, %r8, -1;", {3, 3, 3, 3}},
    {"mul.wide.u32 %d1, %r8, 4; mov.u64 %d2, sums; add.u64 %d2, %d2, %d1; st.shared.u32 [%d2], %r8; bar.sync 0; "
     "ld.shared.u32 %r9, [sums+12];",
     {3, 3, 3, 3}},
    {"mov.u32 %r9, 9; setp.eq.u32 %p1, %r8, 0; @%p1 bra OUT; bar.sync 0; OUT:", {9, 9, 9, 9}},
};

static const char *const of_lanes =
    HEAD ".shared .align 4 .b8 sums[16];\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" REGISTERS
         "mov.u32 %r8, %tid.x;\nmul.wide.u32 %d8, %r8, 8;\nadd.u64 %d0, %d0, %d8;\n";

static void check_warps(void)
{
    static const uint64_t in[64];
    for (size_t i = 0; i < sizeof warps / sizeof warps[0]; i++) {
        uint64_t out[64] = {0};
        char text[4096], message[512];
        snprintf(text, sizeof text, "%s%s\nst.global.u32 [%%d0], %%r9;\nret;\n}\n", of_lanes, warps[i].body);
        if (!run(text, 4, out, in, message))
            failed(warps[i].body, message);
        for (int lane = 0; lane < 4; lane++)
            if (out[lane] != warps[i].expected[lane]) {
                snprintf(message, sizeof message, "lane %d: %#" PRIx64 ", expected %#x", lane, out[lane],
                         (unsigned)warps[i].expected[lane]);
                failed(warps[i].body, message);
                break;
            }
    }
}

static const struct {
    const char *body, *words;
} errors[] = {
    {"frobnicate.u32 %r1, %r2;", "this instruction is not known, at `frobnicate.u32"},
    {"add.sat.u32 %r1, %r2, 1;", "this instruction is not known"},
    {"cvt.rna.bf16.f32 %r1, %f1;", "this instruction is not known"},
    {"mov.u32 %r1, %nothing;", "this name is not known"},
    {"bra NOWHERE;", "there is no such label"},
    {".frob 5;", "this directive is not known"},
    {".shared .b8 big[49149]; .shared .align 4 .b8 all[4]; mov.u32 %r2, big; mov.u32 %r3, all;",
     "this function uses too much shared data, at `all"},
    {"ld.global.u64 %d1, [%d0+512];", "outside of every buffer: a read of 8 bytes"},
    {"st.global.u64 [%d0-8], %d1;", "outside of every buffer: a write of 8 bytes"},
    {"ld.global.u32 %r1, [%d0+2];", "misaligned"},
    {"ld.param.u64 %d1, [in]; st.global.u64 [%d1], 5;", "in a buffer that is only read"},
    {"mov.u64 %d2, in; cvta.param.u64 %d2, %d2; st.u64 [%d2], 5;", "in a parameter"},
    {"st.global.u64 [%d0], 5; ld.global.nc.u64 %d1, [%d0];", "ld.global.nc of a buffer that the launch writes"},
    {"mov.u64 %d1, 0; ld.u8 %r1, [%d1];", "outside of every buffer"},
    {"ld.shared.u32 %r1, [%d0];", "outside of shared memory"},
    {"trap;", "a trap"},
    {"mov.u64 %d2, 1032; cp.async.cg.shared.global [%d2], [%d0], 16; cp.async.commit_group; cp.async.wait_group 0;",
     "misaligned"},
    {"ldmatrix.sync.aligned.m8n8.x4.b16 {%r1, %r2, %r3, %r4}, [%d0];", "not all lanes of the warp"},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, "
     "%f2, %f3, %f4};",
     "not all lanes of the warp"},
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r5}, {%f1, %f2, %f3, %f4};",
     "this instruction is not known"},
    {"mov.u32 %r2, 1024; st.shared.u64 [%r2], 0; mbarrier.arrive.shared.b64 _, [%r2];", "outside of shared memory"},
    {".shared .align 8 .b8 all[8]; mov.u32 %r2, all; st.shared.u64 [%r2], 0; mbarrier.arrive.shared.b64 _, [%r2];",
     "there is no mbarrier"},
    {PHASE "mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 16; mbarrier.arrive.shared.b64 _, [%r2];",
     "more threads arrive than"},
    {PHASE "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%d0, {%r3, "
           "%r3}], [%r2];",
     "no fence.proxy.tensormap"},
    {PHASE "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%d0], 8, [%r2];",
     "a copy of 8 bytes"},
    {"red.global.add.v4.f32 [%d0+8], {%f1, %f2, %f3, %f4};", "misaligned"},
    {"red.global.max.v2.f32 [%d0], {%f1, %f2};", "only sums of f32 are of several elements"},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %d1, %d1, 1, -1, 1, 0, 0;",
     "a product of another scale than 1"},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, %d1, 1, 1, -1, 0;",
     "a product of another scale than 1"},
    {"L: bra L;", "no end within"},
    {"mov.u64 %d1, 3; { .param .b64 a; .param .b64 b; P : .callprototype _ (); call (b), %d1, (a), P; }",
     "a call of what is no function"},
};

static void check_errors(void)
{
    static const uint64_t in[64];
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        uint64_t out[64] = {0};
        char text[4096], message[512];
        snprintf(text, sizeof text, "%s%s%s", before, errors[i].body, rest);
        if (run(text, 1, out, in, message))
            failed(errors[i].body, "is no error");
        else if (!strstr(message, errors[i].words) || (strncmp(message, "line ", 5) != 0 && message[0] != 'n'))
            failed(errors[i].body, message);
    }
}

int main(void)
{
    check_values();
    check_warps();
    check_errors();
    printf("%d failed\n", n_failed);
    return n_failed > 0;
}

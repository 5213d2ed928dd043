/* ptx_version_test.c: the .version that a PTX text gets is the lowest that its target and its instructions allow, for
 * drivers older than the toolkit: ptxas takes an instruction for every row of tool_ptx.def with the version that the
 * row gives, and refuses it with the version before, down to what the oldest target here needs. Exits 77 without ptxas;
 * the choice alone is tested then. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "codegen/toolchain/tool_internal.h"

/* PTX ISA manual, "Release Notes". */
static const unsigned versions[] = {63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77,
                                    78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90};
enum { N_VERSIONS = sizeof versions / sizeof versions[0], OLDEST = 63, TOOLKIT = 90 };

/* Registers are %r (32 bits), %rd (64), %rs (16), %f, %fd and %p, each from 0 to 9. */

/* Instructions that the oldest version knows. */
static const char *const oldest[] = {
    "mov.u32 %r1, %tid.x;",
    "ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];",
    "ld.acquire.gpu.global.u32 %r1, [%rd1];",
    "ld.volatile.shared.u32 %r1, [%rd1];",
    "st.release.sys.global.u32 [%rd1], %r1;",
    "st.local.v2.u32 [%rd1], {%r1, %r2};",
    "cvta.to.global.u64 %rd1, %rd2;",
    "isspacep.shared %p1, %rd1;",
    "add.cc.u32 %r1, %r2, %r3;",
    "add.rm.ftz.f32 %f1, %f2, %f3;",
    "addc.cc.u32 %r1, %r2, %r3;",
    "sub.cc.u32 %r1, %r2, %r3;",
    "sub.rp.f64 %fd1, %fd2, %fd3;",
    "subc.cc.u32 %r1, %r2, %r3;",
    "mul.wide.u32 %rd1, %r2, %r3;",
    "mul.rm.f32 %f1, %f2, %f3;",
    "mad.lo.cc.u32 %r1, %r2, %r3, %r4;",
    "madc.hi.cc.u32 %r1, %r2, %r3, %r4;",
    "fma.rz.sat.f32 %f1, %f2, %f3, %f4;",
    "div.full.ftz.f32 %f1, %f2, %f3;",
    "rem.s64 %rd1, %rd2, %rd3;",
    "neg.ftz.f32 %f1, %f2;",
    "abs.ftz.f32 %f1, %f2;",
    "min.ftz.f32 %f1, %f2, %f3;",
    "max.ftz.f32 %f1, %f2, %f3;",
    "and.b32 %r1, %r2, %r3;",
    "or.pred %p1, %p2, %p3;",
    "xor.b64 %rd1, %rd2, %rd3;",
    "not.b32 %r1, %r2;",
    "cnot.b32 %r1, %r2;",
    "shl.b32 %r1, %r2, %r3;",
    "shr.s64 %rd1, %rd2, %r3;",
    "shf.l.wrap.b32 %r1, %r2, %r3, %r4;",
    "lop3.b32 %r1, %r2, %r3, %r4, 0x80;",
    "prmt.b32 %r1, %r2, %r3, %r4;",
    "popc.b64 %r1, %rd2;",
    "clz.b32 %r1, %r2;",
    "brev.b32 %r1, %r2;",
    "bfind.shiftamt.u32 %r1, %r2;",
    "bfe.u32 %r1, %r2, %r3, %r4;",
    "bfi.b32 %r1, %r2, %r3, %r4, %r5;",
    "sqrt.rn.f32 %f1, %f2;",
    "rsqrt.approx.ftz.f32 %f1, %f2;",
    "rcp.rn.f64 %fd1, %fd2;",
    "sin.approx.f32 %f1, %f2;",
    "cos.approx.f32 %f1, %f2;",
    "ex2.approx.ftz.f32 %f1, %f2;",
    "lg2.approx.f32 %f1, %f2;",
    "copysign.f32 %f1, %f2, %f3;",
    "testp.subnormal.f64 %p1, %fd1;",
    "set.ltu.u32.f32 %r1, %f2, %f3;",
    "selp.b32 %r1, %r2, %r3, %p1;",
    "slct.u32.s32 %r1, %r2, %r3, %r4;",
    "setp.geu.and.ftz.f32 %p1, %f1, %f2, %p2;",
    "cvt.rn.f16.f32 %rs1, %f1;",
    "cvt.rzi.sat.s32.f32 %r1, %f1;",
    "@%p1 bra.uni L_end;",
    "brx.idx %r1, table;",
    "call.uni other;",
    "exit;",
    "trap;",
    "bar.sync 0;",
    "bar.warp.sync -1;",
    "membar.gl;",
    "fence.acq_rel.gpu;",
    "shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;",
    "vote.sync.ballot.b32 %r1, %p1, -1;",
    "activemask.b32 %r1;",
    "atom.relaxed.sys.global.cas.b64 %rd1, [%rd2], %rd3, %rd4;",
    "red.release.gpu.global.add.f32 [%rd1], %f1;",
    "mov.u32 %r1, %dynamic_smem_size;",
    "ret.uni;",
};

/* Pragmas that are hints stay with the versions that know them and go where the version is lower; others need theirs.
 */
typedef struct pragma {
    const char *text, *other;
    unsigned version, target;
    bool stays;
} pragma;

static const pragma pragmas[] = {
    {".pragma \"used_bytes_mask 0x0f\";\nld.global.u64 %rd1, [%rd2];", "", 63, 75, false},
    {".pragma \"used_bytes_mask 0x0f\";\nld.global.u64 %rd1, [%rd2];", "", 86, 100, true},
    {".pragma \"used_bytes_mask 0x0f\";\nld.global.u64 %rd1, [%rd2];", "nanosleep.u32 %r1;", TOOLKIT, 75, true},
    {".pragma \"nounroll\";", "", 63, 75, true},
    {".pragma \"nobody knows\";", "", TOOLKIT, 75, true},
};

/* Younger instructions, and younger targets. */
typedef struct row {
    const char *text;
    unsigned version, target;
} row;

static const row rows[] = {
    {"cvta.param.u64 %rd1, %rd2;", 77, 75},
    {"tanh.approx.f32 %f1, %f2;", 70, 75},
    {"tanh.approx.f32 %f1, %f2;", 78, 90},
    {"mov.u32 %r1, %laneid;", 70, 80},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, "
     "{%f1, %f2, %f3, %f4};",
     70, 80},
    {"cvt.rn.bf16.f32 %rs1, %f1;", 70, 80},
    {"cvt.f32.bf16 %f1, %rs1;", 78, 90},
    {"cvt.rn.bf16.s32 %rs1, %r1;", 78, 90},
    {"add.rn.f16 %rs1, %rs2, %rs3;\nsub.rn.f16 %rs1, %rs2, %rs3;\nmul.rn.f16 %rs1, %rs2, %rs3;", 63, 75},
    {"ldmatrix.sync.aligned.m8n8.x4.b16 {%r1, %r2, %r3, %r4}, [%rd1];", 65, 75},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.b16 {%r1, %r2, %r3, %r4}, [%rd1];", 65, 75},
    {"cp.async.cg.shared.global [%rd1], [%rd2], 16, %r1;", 70, 80},
    {"cp.async.wait_group 1;", 70, 80},
    {".global .u8 masks[2] = {0xFF(other), 0xFF00(other)};", 71, 75},
    {"mov.u32 %r1, %laneid;", 71, 86},
    {"mov.u32 %r1, %laneid;", 74, 87},
    {"mov.u32 %r1, %laneid;", 78, 89},
    {"mov.u32 %r1, %laneid;", 86, 100},
    {"mov.u32 %r1, %laneid;", 88, 103},
    {"mov.u32 %r1, %laneid;", 90, 110},
    {"mov.u32 %r1, %laneid;", 87, 120},
    {"mov.u32 %r1, %laneid;", 88, 121},
    {"mov.u32 %r1, %laneid;", 90, 88},
    /* what no row of tool_ptx.def knows keeps the toolkit's version */
    {"nanosleep.u32 %r1;", TOOLKIT, 75},
    {"mov.u32 %r1, %cluster_ctarank;", TOOLKIT, 90},
    {"redux.sync.add.s32 %r1, %r2, -1;", TOOLKIT, 80},
};
enum { N_ROWS = sizeof rows / sizeof rows[0], N_OLDEST = sizeof oldest / sizeof oldest[0] };

static const char *const opcodes[] = {
#define PTX_OP(name, version, modifiers) name,
#include "codegen/toolchain/tool_ptx.def"
};

static arena memory;
static int n_failed;

static void expect(bool holds, const char *what, const char *text)
{
    if (!holds) {
        n_failed++;
        printf("%s: %s\n", what, text);
    }
}

static char *text_of(const char *instructions, unsigned version, unsigned target, const char *params)
{
    return arena_format(&memory,
                        "//\n\n.version %u.%u\n.target sm_%u\n.address_size 64\n.func other()\n{\n    "
                        "ret;\n}\n.visible .entry k(%s)\n{\n"
                        ".reg .pred %%p<10>;\n.reg .b16 %%rs<10>;\n.reg .b32 %%r<10>;\n.reg .b64 %%rd<10>;\n.reg .f32 "
                        "%%f<10>;\n.reg .f64 %%fd<10>;\n"
                        "table: .branchtargets L_end;\n%s\nL_end:\nret;\n}\n",
                        version / 10, version % 10, target, params, instructions);
}

static unsigned chosen(const char *text)
{
    unsigned major = 0, minor = 0;
    tool_cuda_code made = {.bytes = (uint8_t *)arena_text(&memory, text, strlen(text)), .n = strlen(text)};
    tool_lower_ptx((char *)made.bytes, &made.n);
    const char *at = strstr((const char *)made.bytes, ".version ");
    expect(at && sscanf(at, ".version %u.%u", &major, &minor) == 2 && strlen((const char *)made.bytes) == made.n,
           "no version", text);
    return 10 * major + minor;
}

static const char *ptxas;

static bool assembles(const char *text, unsigned target)
{
    const char *folder = getenv("TMPDIR");
    char path[600];
    snprintf(path, sizeof path, "%s/rustg-ptx-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    size_t n = strlen(text);
    if (file < 0 || write(file, text, n) != (ssize_t)n) {
        printf("no temporary file\n");
        exit(1);
    }
    close(file);
    /* Not to /dev/null: of a text with errors ptxas removes the output, and root may remove that. */
    const char *cubin = arena_format(&memory, "%s.cubin", path);
    bool is_good =
        system(arena_format(&memory, "%s -arch=sm_%u -O0 -o %s %s >/dev/null 2>&1", ptxas, target, cubin, path)) == 0;
    unlink(path);
    unlink(cubin);
    return is_good;
}

static unsigned before(unsigned version)
{
    unsigned i = 0;
    while (versions[i] < version)
        i++;
    return i > 0 ? versions[i - 1] : 0;
}

/* Lowered as said; taken so; and, with a target that an earlier version knows, refused with the version before. */
static void check(const char *instructions, unsigned version, unsigned target, const char *params)
{
    unsigned got = chosen(text_of(instructions, TOOLKIT, target, params));
    if (got != version)
        printf("%s for sm_%u: .version %u.%u instead of %u.%u\n", instructions, target, got / 10, got % 10,
               version / 10, version % 10);
    n_failed += got != version;
    if (!ptxas || version == TOOLKIT)
        return;
    expect(assembles(text_of(instructions, version, target, params), target), "ptxas refuses the version chosen",
           instructions);
    if (version > OLDEST)
        expect(!assembles(text_of(instructions, before(version), target, params), target),
               "ptxas takes the version before too", instructions);
}

static char *lowered(const char *text)
{
    char *made = arena_text(&memory, text, strlen(text));
    size_t n = strlen(made);
    tool_lower_ptx(made, &n);
    expect(n == strlen(made), "another size", text);
    return made;
}

/* Every target here takes the code with the pragma as it is after lowering. */
static void check_pragmas(void)
{
    static const unsigned all_targets[] = {
#define PTX_TARGET(number, version) number,
#include "codegen/toolchain/tool_ptx.def"
    };
    for (size_t i = 0; i < sizeof pragmas / sizeof pragmas[0]; i++) {
        const pragma *p = &pragmas[i];
        const char *code = arena_format(&memory, "%s\n%s", p->text, p->other);
        const char *made = lowered(text_of(code, TOOLKIT, p->target, ""));
        unsigned got = chosen(text_of(code, TOOLKIT, p->target, ""));
        expect(got == p->version, "another version", p->text);
        expect((strstr(made, ".pragma") != NULL) == p->stays, "the pragma", p->text);
        expect(!ptxas || assembles(made, p->target), "ptxas refuses what is left", made);
    }
    for (size_t i = 0; ptxas && i < sizeof all_targets / sizeof all_targets[0]; i++) {
        const char *made = lowered(text_of(pragmas[0].text, TOOLKIT, all_targets[i], ""));
        expect(assembles(made, all_targets[i]), "ptxas refuses what is left", made);
    }
}

static bool begins(const char *text, const char *opcode)
{
    size_t n = strlen(opcode);
    if (*text == '@')
        text += strcspn(text, " ") + 1;
    return strncmp(text, opcode, n) == 0 && (text[n] == '.' || text[n] == ' ' || text[n] == ';');
}

static bool has_row(const char *opcode)
{
    bool found = false;
    for (size_t i = 0; i < N_OLDEST; i++)
        found |= begins(oldest[i], opcode);
    for (size_t i = 0; i < N_ROWS; i++)
        found |= begins(rows[i].text, opcode);
    return found;
}

int main(void)
{
    static const char *const places[] = {"/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas", "/usr/bin/ptxas"};
    static const char *const directives[] = {".maxntid 64, 1, 1", ".minnctapersm 2", ".maxnreg 64"};
    jmp_buf out_of_memory;
    char all[8192] = "";
    const char *root = getenv("CUDA_PATH");
    if (setjmp(out_of_memory))
        return 1;
    memory.out_of_memory = &out_of_memory;
    const char *own = root ? arena_format(&memory, "%s/bin/ptxas", root) : NULL;
    ptxas = own && access(own, X_OK) == 0 ? own : NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !ptxas; i++)
        ptxas = access(places[i], X_OK) == 0 ? places[i] : NULL;
    for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++)
        expect(!opcodes[i][0] || has_row(opcodes[i]), "no instruction here for this opcode of tool_ptx.def",
               opcodes[i]);
    for (size_t i = 0; i < N_ROWS; i++)
        check(rows[i].text, rows[i].version, rows[i].target, "");
    for (size_t i = 0; i < N_OLDEST; i++) { /* one call of ptxas for all of them */
        expect(chosen(text_of(oldest[i], TOOLKIT, 75, "")) == OLDEST, "not the oldest version", oldest[i]);
        strcat(strcat(all, oldest[i]), "\n");
    }
    check(all, OLDEST, 75, "");
    check_pragmas();
    check("", 81, 75, ".param .align 8 .b8 a[4353]");
    check("", OLDEST, 75, ".param .align 8 .b8 a[4344], .param .u64 b");
    for (size_t i = 0; i < 3; i++) {
        const char *text = arena_format(
            &memory, "//\n\n.version 9.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n%s\n{\n    ret;\n}\n",
            directives[i]);
        expect(chosen(text) == OLDEST, "not the oldest version", text);
    }
    const char *text = "//\n\n.version 9.0\n.target sm_75\n.address_size 64\n.func f() .noreturn\n{\n    trap;\n}\n";
    expect(chosen(text) == 64, "not 6.4", text);
    if (ptxas) {
        char *low = arena_text(&memory, text, strlen(text));
        memcpy(strstr(low, "9.0"), "6.4", 3);
        expect(assembles(low, 75), "ptxas refuses the version chosen", low);
        memcpy(strstr(low, "6.4"), "6.3", 3);
        expect(!assembles(low, 75), "ptxas takes the version before too", low);
    }
    arena_free(&memory);
    printf("%d rows, %d failed, ptxas %s\n", (int)(N_ROWS + N_OLDEST), n_failed, ptxas ? ptxas : "not found");
    return n_failed ? 1 : ptxas ? 0 : 77;
}

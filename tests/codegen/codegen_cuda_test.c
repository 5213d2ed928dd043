/* codegen_cuda_test.c: NVRTC compiles every kernel of codegen_ops.h and codegen_flow.h for every architecture it knows,
 * ptxas takes the PTX with the .version that rustg gives it, names come back, and all of it is the same twice. Exits 77
 * without NVRTC. ptxas is used where it is found. */
#include "codegen_flow.h"
#include "codegen_ops.h"

#include <sys/wait.h>

static const codegen_options plain = {.checks = true, .opt_level = 3};

static bool write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, n, file) == n;
    if (file)
        written = fclose(file) == 0 && written;
    return written;
}

static const char *find_ptxas(void)
{
    static const char *const places[] = {"/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas", "/usr/bin/ptxas"};
    const char *root = getenv("CUDA_PATH");
    char *own = root ? arena_format(&rig_arena, "%s/bin/ptxas", root) : NULL;
    if (own && access(own, X_OK) == 0)
        return own;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static void assemble(const char *ptxas, const char *arch, const tool_cuda_code *ptx)
{
    const char *folder = getenv("TMPDIR");
    char path[600];
    snprintf(path, sizeof path, "%s/rustg-ptx-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    if (file < 0 || !write_bytes(path, ptx->bytes, ptx->n)) {
        CHECK(!"a temporary file");
        return;
    }
    close(file);
    const char *command = arena_format(&rig_arena, "%s -arch=%s -O1 -o %s.cubin %s", ptxas, arch, path, path);
    int state = system(command);
    if (state != 0)
        fprintf(stderr, "%s\n", command);
    CHECK(state == 0);
    unlink(path);
    unlink(arena_format(&rig_arena, "%s.cubin", path));
}

static bool compile(const char *cuda, const char *arch, bool cubin, const codegen_options *options,
                    tool_cuda_code *result)
{
    rustg_error error;
    rustg_status status = tool_nvrtc(&rig_arena, cuda, arch, cubin, options, result, &error);
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    if (status != RUSTG_OK)
        fprintf(stderr, "%s: %s\n%s\n", arch, error.message, result->log);
    CHECK(status == RUSTG_OK);
    return status == RUSTG_OK;
}

static unsigned version_of(const tool_cuda_code *ptx)
{
    const char *at = strstr((const char *)ptx->bytes, ".version ");
    unsigned major = 0, minor = 0;
    if (at)
        sscanf(at, ".version %u.%u", &major, &minor);
    return major * 10 + minor;
}

static bool holds(const uint8_t *bytes, size_t n, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= n; i++)
        if (memcmp(bytes + i, text, length) == 0)
            return true;
    return false;
}

static void check_fatbin(const tool_cuda_code *cubin, const tool_cuda_code *ptx)
{
    tool_image images[] = {{"sm_75", false, cubin->bytes, cubin->n},
                           {"sm_90a", false, cubin->bytes, cubin->n},
                           {"sm_75", true, ptx->bytes, ptx->n}};
    codegen_text fat = tool_fatbin(&rig_arena, images, 3);
    const uint8_t *at = (const uint8_t *)fat.text;
    uint32_t word;
    uint64_t size, left = fat.n - 16;
    memcpy(&word, at, 4);
    memcpy(&size, at + 8, 8);
    CHECK(word == 0xBA55ED50u && size == left);
    at += 16;
    for (int i = 0; i < 3; i++) {
        uint16_t kind;
        uint32_t header, arch;
        memcpy(&kind, at, 2);
        memcpy(&header, at + 4, 4);
        memcpy(&size, at + 8, 8);
        memcpy(&arch, at + 28, 4);
        CHECK(kind == (i == 2 ? 1 : 2) && header == (i == 2 ? 80u : 64u) && size % 8 == 0 && size >= images[i].n &&
              left >= size + header);
        CHECK(arch == (i == 1 ? 90u : 75u) && memcmp(at + header, images[i].bytes, images[i].n) == 0);
        left -= size + header;
        at += size + header;
    }
    CHECK(left == 0);
}

/* FP8 conversions where the architecture has them, words of ours elsewhere. */
static void check_fp8(const char *ptxas)
{
    static const struct {
        const char *arch;
        uint32_t version;
    } archs[] = {{"sm_89", 81}, {"sm_90", 78}, {"sm_120", 87}};
    tool_cuda_code made;
    rustg_error error;
    n_cases = 0;
    rig_begin(&m);
    add_all(true);
    const char *text = codegen_text_of(&codegen_target_cuda, &m, &plain).text;
    CHECK(tool_nvrtc(&rig_arena, text, "sm_86", false, &plain, &made, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, "FP8") && strstr(error.message, "sm_86") && strstr(error.hint, "sm_89"));
    for (size_t i = 0; i < sizeof archs / sizeof archs[0]; i++) {
        rustg_status status = tool_nvrtc(&rig_arena, text, archs[i].arch, false, &plain, &made, &error);
        if (status == RUSTG_ERR_ARGUMENT)
            continue; /* not of this toolkit */
        CHECK(status == RUSTG_OK && holds(made.bytes, made.n, "cvt.rn.satfinite.e4m3x2.f32") &&
              version_of(&made) == archs[i].version);
        if (status == RUSTG_OK && ptxas)
            assemble(ptxas, archs[i].arch, &made);
    }
}

/* AddressSanitizer makes NVRTC ten times as slow: then the ends of the list of architectures, and not the kernels of
 * each operation. */
#ifdef __SANITIZE_ADDRESS__
enum { ARCHITECTURE_STEP = 12, COMPILES_OPS = 0 };
#else
enum { ARCHITECTURE_STEP = 1, COMPILES_OPS = 1 };
#endif

int main(void)
{
    static ir_module flow;
    tool_cuda_code first, again, cubin;
    const char *ptxas;
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    rig_begin(&flow);
    flow_all(&flow);
    rig_begin(&m);
    add_all(false);
    const char *cuda = codegen_text_of(&codegen_target_cuda, &flow, &plain).text,
               *ops = codegen_text_of(&codegen_target_cuda, &m, &plain).text;
    ptxas = find_ptxas();
    if (!compile(cuda, "sm_75", false, &plain, &first))
        return 1;
    compile(cuda, "sm_75", false, &plain, &again);
    CHECK(first.n == again.n && memcmp(first.bytes, again.bytes, first.n) == 0);
    CHECK(strcmp(cuda, codegen_text_of(&codegen_target_cuda, &flow, &plain).text) == 0);
    CHECK(strstr(cuda, "rustg_recursion") && !strstr(ops, "rustg_recursion")); /* fib calls itself */
    CHECK(holds(first.bytes, first.n, ".entry abs(") && holds(first.bytes, first.n, ".entry exp(") &&
          holds(first.bytes, first.n, ".entry int("));
    CHECK(holds(first.bytes, first.n, "fma.rn.f32"));
    CHECK(holds(first.bytes, first.n, "ld.global.nc"));
    CHECK(version_of(&first) <= 64);
    compile(cuda, "sm_75", true, &plain, &cubin);
    CHECK(holds(cubin.bytes, cubin.n, ".text.abs") && !holds(cubin.bytes, cubin.n, ".text.KKK"));
    check_fatbin(&cubin, &first);
    if (COMPILES_OPS)
        compile(ops, "sm_75", false, &plain, &first);
    if (COMPILES_OPS && ptxas)
        assemble(ptxas, "sm_75", &first);

    static const char *const archs[] = {"sm_75",  "sm_80",  "sm_86",  "sm_87",  "sm_88",  "sm_89", "sm_90",
                                        "sm_100", "sm_103", "sm_110", "sm_120", "sm_121", "sm_90a"};
    uint32_t n_compiled = 0;
    for (size_t i = 0; i < sizeof archs / sizeof archs[0]; i += ARCHITECTURE_STEP) {
        rustg_error error;
        codegen_options lines = {
            .debug = i % 2 == 0, .opt_level = 3, .max_registers = i == 3 ? 64 : 0, .fast_math = i == 4};
        const char *text = codegen_text_of(&codegen_target_cuda, &flow, &lines).text;
        rustg_status status = tool_nvrtc(&rig_arena, text, archs[i], false, &lines, &first, &error);
        if (status == RUSTG_ERR_ARGUMENT)
            continue; /* not of this toolkit */
        if (status != RUSTG_OK)
            fprintf(stderr, "%s\n%s\n", error.message, first.log);
        CHECK(status == RUSTG_OK);
        CHECK(status != RUSTG_OK || strstr((const char *)first.bytes, "rustg_recursion"));
        if (status == RUSTG_OK && ptxas)
            assemble(ptxas, archs[i], &first);
        const bool makes_both = COMPILES_OPS ? i % 3 == 0 : i == 0;
        if (status == RUSTG_OK && makes_both && compile(text, archs[i], true, &lines, &cubin)) {
            const tool_cuda_code beside = tool_nvrtc_ptx(text, &lines, &cubin);
            CHECK(beside.bytes && beside.n == first.n && memcmp(beside.bytes, first.bytes, first.n) == 0);
        }
        n_compiled++;
    }
    rustg_error error;
    CHECK(tool_nvrtc(&rig_arena, cuda, "sm_12", false, &plain, &first, &error) == RUSTG_ERR_ARGUMENT);
    check_fp8(ptxas);
    CHECK(tool_nvrtc(&rig_arena, cuda, "gfx90", false, &plain, &first, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(tool_nvrtc(&rig_arena, "not C++", "sm_75", false, &plain, &first, &error) == RUSTG_ERR_INTERNAL &&
          strstr(first.log, "error"));
    printf("NVRTC %s, %u architectures, ptxas %s, %d failed\n", tool_nvrtc_version(), n_compiled,
           ptxas ? ptxas : "not found", rig_n_failed);
    arena_free(&rig_arena);
    return rig_n_failed != 0;
}

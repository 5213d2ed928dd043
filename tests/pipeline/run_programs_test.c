/* run_programs_test.c: every program of tests/pipeline/run compiles and computes what it says, on the interpreter and
 * natively. run_programs_test [cpu|interpreter|ptx|cuda]... [-O0|-O1|-O2|-O3] [FILE.rs...]   default: interpreter and
 * cpu, -O1, all files.
 * ptx is CUDA with rustg's own PTX, cuda with NVRTC's.
 *
 * A program is a Rust file whose kernel `test` writes one u64 a thread:
 *   // threads: 8                 threads of one block (default 1)
 *   // expect: 3 0x10 -1 ...      the outputs, in order; over several lines if need be
 *   // panics: LINE MESSAGE       instead: the first panic, on one line
 *   // instance: test::<u64>     of a generic kernel
 *   // prints: TEXT               a line that is printed, or with `!` before it one for the standard error output
 *   // checks: off                compiled without checks
 * tests/pipeline/rustc_test.py asks rustc for the same outputs. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

enum { MAX_THREADS = 1024, MAX_TEXT = 1 << 16 };

typedef struct program {
    char text[MAX_TEXT];
    size_t n_text;
    uint32_t n_threads, n_expected, panic_line;
    uint64_t expected[MAX_THREADS];
    char panic_message[1024];
    bool no_checks;
    size_t n_printed;                    /* of prints: the lines, each with a newline */
    char prints[1 << 13], instance[256]; /* "": none */
} program;

static const struct {
    const char *name;
    rustg_target target;
    rustg_kernel_backend backend;
} targets[] = {{"interpreter", RUSTG_TARGET_INTERPRETER, RUSTG_KERNEL_BACKEND_NVRTC},
               {"cpu", RUSTG_TARGET_CPU, RUSTG_KERNEL_BACKEND_NVRTC},
               {"ptx", RUSTG_TARGET_CUDA, RUSTG_KERNEL_BACKEND_PTX},
               {"cuda", RUSTG_TARGET_CUDA, RUSTG_KERNEL_BACKEND_NVRTC}};
enum { N_TARGETS = sizeof targets / sizeof targets[0] };

enum { CPU = 1, PTX = 2, CUDA = 3 };
static bool wanted[N_TARGETS] = {true, true, false};
static unsigned n_passed, n_failed, n_left_out;
static uint32_t opt_level = 1;

static bool fail(const char *path, const char *target, const char *what, const char *detail)
{
    printf("FAIL %s (%s): %s%s\n", path, target, what, detail);
    return false;
}

/* The words behind `// KEY:` on each such line, one call a line. */
static const char *header_line(const char **at, const char *key)
{
    static char line[1024];
    size_t n_key = strlen(key);
    while (**at) {
        const char *start = *at;
        size_t n = strcspn(start, "\n");
        *at = start + n + (start[n] == '\n');
        if (n > n_key + 4 && memcmp(start, "// ", 3) == 0 && memcmp(start + 3, key, n_key) == 0 &&
            start[3 + n_key] == ':') {
            size_t n_value = n - n_key - 4;
            if (n_value >= sizeof line)
                n_value = sizeof line - 1;
            memcpy(line, start + n_key + 4, n_value);
            line[n_value] = 0;
            return line + (line[0] == ' ');
        }
    }
    return NULL;
}

static bool read_program(const char *path, program *p)
{
    FILE *in = fopen(path, "rb");
    const char *at, *line;
    memset(p, 0, sizeof *p);
    if (!in)
        return fail(path, "file", "cannot be read", "");
    p->n_text = fread(p->text, 1, MAX_TEXT - 1, in);
    fclose(in);
    at = p->text;
    line = header_line(&at, "threads");
    p->n_threads = line ? (uint32_t)strtoul(line, NULL, 10) : 1;
    at = p->text;
    line = header_line(&at, "checks");
    p->no_checks = line && strcmp(line, "off") == 0;
    at = p->text;
    while ((line = header_line(&at, "expect")) != NULL)
        for (char *end; p->n_expected < MAX_THREADS; line = end) {
            line += strspn(line, " ,");
            uint64_t value = *line == '-' ? (uint64_t)strtoll(line, &end, 0) : strtoull(line, &end, 0);
            if (end == line)
                break;
            p->expected[p->n_expected++] = value;
        }
    at = p->text;
    line = header_line(&at, "instance");
    snprintf(p->instance, sizeof p->instance, "%s", line ? line : "");
    at = p->text;
    while ((line = header_line(&at, "prints")) != NULL && p->n_printed + strlen(line) + 1 < sizeof p->prints)
        p->n_printed += (size_t)sprintf(p->prints + p->n_printed, "%s\n", line);
    at = p->text;
    line = header_line(&at, "panics");
    if (line) {
        char *end;
        p->panic_line = (uint32_t)strtoul(line, &end, 10);
        snprintf(p->panic_message, sizeof p->panic_message, "%s", end + strspn(end, " "));
    }
    if (p->n_threads == 0 || p->n_threads > MAX_THREADS || (p->n_expected != p->n_threads && !p->panic_line))
        return fail(path, "file", "says neither a panic nor one expected value a thread", "");
    return true;
}

static bool check_panic(const char *path, const char *target, const program *p, const rustg_result *result,
                        const rustg_panic *panic)
{
    char words[1024], detail[1200];
    rustg_panic_site site;
    if (!panic->happened || rustg_result_panic_site(result, panic->site, &site) != RUSTG_OK)
        return fail(path, target, "did not panic", "");
    rustg_panic_message(result, panic, words, sizeof words);
    for (char *c = words; *c; c++)
        if (*c == '\n')
            *c = ' ';
    if (site.line == p->panic_line && strcmp(words, p->panic_message) == 0)
        return true;
    snprintf(detail, sizeof detail, "line %u: %s", (unsigned)site.line, words);
    return fail(path, target, "panicked otherwise: ", detail);
}

/* All that was printed, with `!` before each line for the standard error output. */
typedef struct printed_text {
    size_t n;
    char text[1 << 13];
    bool in_line;
} printed_text;

static void note_printed(void *user, const rustg_printed *printed)
{
    printed_text *all = user;
    for (size_t i = 0; i < printed->n_bytes && all->n + 2 < sizeof all->text; i++) {
        if (!all->in_line && printed->to_stderr)
            all->text[all->n++] = '!';
        all->text[all->n++] = printed->text[i];
        all->in_line = printed->text[i] != '\n';
    }
    if (printed->n_lost && all->n < sizeof all->text)
        all->text[all->n++] = '?';
}

static bool run_on(const char *path, size_t t, const program *p, rustg_result *result)
{
    uint64_t out[MAX_THREADS];
    rustg_argument arg = {out, p->n_threads};
    rustg_run_options options = {.struct_size = sizeof options, .target = targets[t].target, .grid = {1, 1, 1}};
    rustg_panic panic;
    rustg_error error = {0};
    char detail[128];
    static printed_text printed;
    memset(&printed, 0, sizeof printed);
    options.print = note_printed;
    options.user = &printed;
    options.block[0] = p->n_threads;
    options.block[1] = options.block[2] = 1;
    memset(out, 0xA5, sizeof out);
    char entry[256];
    rustg_instance_name(p->instance[0] ? p->instance : "test", entry, sizeof entry);
    rustg_status status = rustg_result_run(result, entry, &options, &arg, 1, &panic, &error);
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    if ((status == RUSTG_OK || status == RUSTG_ERR_PANIC) &&
        (printed.n != p->n_printed || memcmp(printed.text, p->prints, printed.n) != 0))
        return fail(path, targets[t].name, "printed:\n", printed.text);
    if (p->panic_line && (status == RUSTG_OK || status == RUSTG_ERR_PANIC))
        return check_panic(path, targets[t].name, p, result, &panic);
    if (status == RUSTG_ERR_ARGUMENT && strstr(error.message, "converts FP8 numbers")) {
        printf("%s: %s\n", path, error.message); /* the device is older than sm_89 */
        return true;
    }
    if (status != RUSTG_OK)
        return fail(path, targets[t].name, "", error.message);
    for (uint32_t i = 0; i < p->n_threads; i++)
        if (out[i] != p->expected[i]) {
            snprintf(detail, sizeof detail, "%llu, expected %llu, in thread %u", (unsigned long long)out[i],
                     (unsigned long long)p->expected[i], (unsigned)i);
            return fail(path, targets[t].name, "computed ", detail);
        }
    return true;
}

/* Compiles with a backend, and runs on the targets of it that are wanted. */
static bool run_compiled(const char *path, const program *p, rustg_kernel_backend backend)
{
    bool fine = true;
    rustg_source source = {.name = path, .bytes = (const uint8_t *)p->text, .n_bytes = p->n_text};
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .no_opt_level = 3 - opt_level, .no_checks = p->no_checks, .backend = backend};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result = NULL;
    rustg_error error = {0};
    const char *instance = p->instance;
    kernels.instances = &instance;
    kernels.n_instances = p->instance[0] != 0;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK)
        fine = fail(path, "compile", "", error.message);
    else if (!rustg_result_success(result))
        fine = fail(path, "compile", "", rustg_result_message(result));
    for (size_t t = 0; fine && t < N_TARGETS; t++)
        if (wanted[t] && targets[t].backend == backend)
            fine = run_on(path, t, p, result);
    rustg_result_free(result);
    return fine;
}

static void run_program(const char *path)
{
    static program p;
    bool fine = read_program(path, &p), of_nvrtc = false;
    for (size_t t = 0; t < N_TARGETS; t++)
        of_nvrtc |= wanted[t] && targets[t].backend == RUSTG_KERNEL_BACKEND_NVRTC;
    if (fine && of_nvrtc)
        fine = run_compiled(path, &p, RUSTG_KERNEL_BACKEND_NVRTC);
    if (fine && wanted[PTX])
        fine = run_compiled(path, &p, RUSTG_KERNEL_BACKEND_PTX);
    n_passed += fine;
    n_failed += !fine;
}

/* The number that the variable holds, or 1. */
static size_t step_of(const char *variable)
{
    const char *every = getenv(variable);
    return every && atoi(every) > 0 ? (size_t)atoi(every) : 1;
}

/* RUSTG_RUN_EVERY=N: on CUDA every N-th program only, and RUSTG_RUN_CPU_EVERY=N: on the CPU every N-th, but others, as
 * NVRTC and C compilers take their time. All run on the interpreter; scripts/nightly.sh runs all on each. */
static void run_matching(const char *pattern)
{
    const size_t step = step_of("RUSTG_RUN_EVERY"), cpu_step = step_of("RUSTG_RUN_CPU_EVERY");
    glob_t programs;
    if (glob(pattern, 0, NULL, &programs) != 0)
        return;
    const bool wants_cpu = wanted[CPU];
    for (size_t i = 0; i < programs.gl_pathc; i++) {
        const bool is_turn_of_cuda = i % step == 0, is_turn_of_cpu = i % cpu_step == cpu_step / 2;
        wanted[CPU] = wants_cpu && is_turn_of_cpu;
        n_left_out += wanted[CUDA] ? !is_turn_of_cuda : wants_cpu && !wanted[CPU];
        if (!wanted[CUDA] || is_turn_of_cuda)
            run_program(programs.gl_pathv[i]);
    }
    wanted[CPU] = wants_cpu;
    globfree(&programs);
}

int main(int argc, char **argv)
{
    const char *root = getenv("RUSTG_SOURCE_DIR");
    char pattern[1024];
    bool named_files = false, named_targets = false;
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        return 1;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-O", 2) == 0 && argv[i][2] >= '0' && argv[i][2] <= '3') {
            opt_level = (uint32_t)(argv[i][2] - '0');
            argv[i] = NULL;
            continue;
        }
        for (size_t t = 0; t < N_TARGETS; t++)
            if (strcmp(argv[i], targets[t].name) == 0) {
                if (!named_targets)
                    memset(wanted, 0, sizeof wanted);
                named_targets = wanted[t] = true;
                argv[i] = NULL;
                break;
            }
    }
    for (int i = 1; i < argc; i++)
        if (argv[i]) {
            named_files = true;
            run_program(argv[i]);
        }
    snprintf(pattern, sizeof pattern, "%s/tests/pipeline/run/*/*.rs", root ? root : ".");
    if (!named_files)
        run_matching(pattern);
    rustg_shutdown();
    if (n_left_out)
        printf("%u were not run natively here (RUSTG_RUN_EVERY, RUSTG_RUN_CPU_EVERY)\n", n_left_out);
    printf("%u passed, %u failed\n", n_passed, n_failed);
    return n_failed > 0 || n_passed == 0;
}

/* tool_cc.c: the system's C compiler: its command, and what its end means. */
#define _GNU_SOURCE
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/limits.h"
#include "codegen/toolchain/tool_internal.h"

enum { MOST_OWN_WORDS = 24 };

typedef struct work {
    tool_folder folder;
    const tool_object *object; /* to be linked; NULL: none */
    char source[4096 + 16], output[4096 + 16], linked[4096 + 16], cpu[64];
} work;

/* Returns a number of errno, or 0. */
static int tool_cc_write_file(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wbe");
    if (!file)
        return errno;
    bool whole = fwrite(bytes, 1, n, file) == n;
    int error = errno;
    if (fclose(file) == 0)
        return whole ? 0 : error;
    return errno;
}

/* The caller frees the text. NULL: there is no such file, and errno says why. */
static char *tool_cc_read_file(const char *path, size_t *n)
{
    struct stat about;
    FILE *file = fopen(path, "rbe");
    char *bytes = NULL;
    *n = 0;
    if (file && fstat(fileno(file), &about) == 0 && about.st_size >= 0 && (bytes = malloc((size_t)about.st_size + 1))) {
        *n = fread(bytes, 1, (size_t)about.st_size, file);
        bytes[*n] = 0;
    }
    int error = errno;
    if (file)
        fclose(file);
    errno = error;
    return bytes;
}

/* Status and words of an errno's number. */
static rustg_status tool_cc_refuse(const char *what, const char *path, int number, rustg_error *error)
{
    char words[128];
    const char *why = strerror_r(number, words, sizeof words);
    rustg_status status = number == ENOMEM ? RUSTG_ERR_MEMORY : RUSTG_ERR_IO;
    error_set(error, status, "%s %s: %s", what, path, why);
    if (number == EMFILE || number == ENFILE)
        error_hint(error, "close files, or raise the limit: ulimit -n");
    else if (number == ENOSPC || number == EDQUOT || number == EROFS || number == EACCES || number == ENOENT)
        error_hint(error, "set TMPDIR to a folder with room that can be written");
    return status;
}

/* $CC may hold options behind the name, and a launcher before it. text: malloc'd, words point into it. */
typedef struct tool_command {
    char *text, **words;
    size_t n_words;
} tool_command;

static void tool_cc_free_command(tool_command *command)
{
    free(command->text);
    free(command->words);
}

static bool tool_cc_split(const char *compiler, tool_command *command)
{
    char *rest, *word;
    *command = (tool_command){.text = strdup(compiler)};
    command->words = malloc((strlen(compiler) / 2 + 1 + MOST_OWN_WORDS) * sizeof *command->words);
    if (!command->text || !command->words)
        return false;
    for (word = strtok_r(command->text, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest))
        command->words[command->n_words++] = word;
    return true;
}

static void tool_add_words(tool_command *command, work *w, bool shared, const codegen_options *options, char *level,
                           char *folder)
{
    static char fixed[][28] = {"-std=gnu11",           "-w",      "-fPIC",           "-ffp-contract=off",
                               "-fno-strict-aliasing", "-fwrapv", "-fno-math-errno", "-fno-trapping-math"};
    static char debug[] = "-g", link[] = "-shared", object[] = "-c", out[] = "-o", math[] = "-lm", loader[] = "-ldl",
                threads[] = "-pthread";
    char **words = command->words;
    size_t n = command->n_words;
    if (options->cpu) {
        static char no_fma[] = "-mno-fma";
        snprintf(w->cpu, sizeof w->cpu, "-march=%s", options->cpu);
        words[n++] = w->cpu;
        words[n++] = no_fma;
    }
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        words[n++] = fixed[i];
    words[n++] = level;
    if (options->debug) {
        words[n++] = debug;
        words[n++] = folder;
    }
    words[n++] = shared ? link : object;
    words[n++] = w->source;
    if (w->object)
        words[n++] = w->linked;
    words[n++] = out;
    words[n++] = w->output;
    if (w->object) {
        words[n++] = loader;
        words[n++] = threads;
    }
    if (shared)
        words[n++] = math;
    words[n] = NULL;
}

/* The first line of a log that holds one of the words; "" for none. */
static void tool_cc_line_with(const char *log, const char *const *wanted, size_t n_wanted, char line[256])
{
    line[0] = 0;
    for (const char *at = log; at && *at && !line[0]; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t n = strcspn(at, "\n");
        for (size_t i = 0; i < n_wanted && !line[0]; i++)
            if (memmem(at, n, wanted[i], strlen(wanted[i])))
                snprintf(line, 256, "%.*s", (int)(n < 255 ? n : 255), at);
    }
}

static bool tool_is_out_of_memory(const tool_end *end, const codegen_options *options, char line[256])
{
    static const char *const words[] = {"out of memory",   "memory exhausted", "annot allocate memory",
                                        "bad_alloc",       "Out of memory",    "Killed signal termina",
                                        "cannot allocate", "no memory",        "failed to map segment"};
    static const char *const crash[] = {"signal terminated", "Stack dump"};
    enum { CRASHES_MEBIBYTES = 256 }; /* with less a compiler that gets no memory as it starts crashes */
    tool_cc_line_with(end->log, words, sizeof words / sizeof words[0], line);
    if (line[0] || end->signal == SIGKILL)
        return true;
    if (!options->cc_mebibytes || options->cc_mebibytes >= CRASHES_MEBIBYTES)
        return false;
    tool_cc_line_with(end->log, crash, sizeof crash / sizeof crash[0], line);
    return line[0] || end->signal;
}

/* What a compiler that was started, and did not end well, tells. */
static rustg_status tool_cc_failed(const tool_end *end, const char *compiler, const codegen_options *options,
                                   uint32_t n_seconds, rustg_error *error)
{
    static const char *const broken[] = {
        "No space left",           "Disk quota",        "Too many open files", "Read-only file",
        "internal compiler error", "signal terminated", "Stack dump"};
    static const char *const ours[] = {"kernel.c:"}, *const errors[] = {"error", "rror:", "cannot", "unrecognized"};
    char line[256], how[64];
    if (end->is_too_long) {
        error_set(error, RUSTG_ERR_IO, "the C compiler `%.100s` was killed: it took longer than %u seconds", compiler,
                  (unsigned)n_seconds);
        error_hint(error, "allow it more (cc_seconds, --cc-seconds), or compile with a lower --opt-level");
        return RUSTG_ERR_IO;
    }
    if (tool_is_out_of_memory(end, options, line)) {
        error_set(error, RUSTG_ERR_MEMORY, "the C compiler `%.100s` ran out of memory%s%s", compiler,
                  line[0] ? ": " : "", line);
        if (options->cc_mebibytes != UINT32_MAX)
            error_hint(error, "allow it more (cc_mebibytes, --cc-memory), or compile with a lower --opt-level");
        return RUSTG_ERR_MEMORY;
    }
    if (end->signal)
        snprintf(how, sizeof how, "signal %d", end->signal);
    else
        snprintf(how, sizeof how, "exit %d", end->code);
    tool_cc_line_with(end->log, broken, sizeof broken / sizeof broken[0], line);
    if (line[0] || end->signal)
        return error_set(error, RUSTG_ERR_IO, "the C compiler `%.100s` failed (%s)%s%s", compiler, how,
                         line[0] ? ": " : "", line);
    tool_cc_line_with(end->log, ours, 1, line);
    if (line[0] && strstr(line, "error")) {
        error_set(error, RUSTG_ERR_INTERNAL, "the C compiler does not compile what rustg generated (%s): %s", how,
                  strstr(line, "kernel.c:"));
        error_hint(error,
                   "if `%.60s` is a C11 compiler, this is a bug of rustg: please report it with the source and "
                   "the text that --emit=c writes",
                   compiler);
        return RUSTG_ERR_INTERNAL;
    }
    tool_cc_line_with(end->log, errors, sizeof errors / sizeof errors[0], line);
    error_set(error, RUSTG_ERR_NO_CC, "the C compiler `%.100s` failed (%s)%s%s", compiler, how, line[0] ? ": " : "",
              line);
    error_hint(error, "it is what %s; it must take GCC's options", getenv("CC") ? "CC says" : "PATH has");
    return RUSTG_ERR_NO_CC;
}

static uint32_t tool_limit_of(uint32_t given, uint32_t otherwise)
{
    return given == UINT32_MAX ? 0 : given ? given : otherwise;
}

/* *is_missing: there is no such program. */
static rustg_status tool_cc_with(const char *compiler, work *w, bool shared, const codegen_options *options,
                                 bool *is_missing, rustg_error *error)
{
    char level[] = "-O2", folder[4096 + 32];
    tool_command command;
    rustg_status status = RUSTG_OK;
    *is_missing = false;
    level[2] = (char)('0' + (options->opt_level > 3 ? 3 : options->opt_level));
    /* The text's own folder has another name each time, but what is made of the text must be the same. */
    snprintf(folder, sizeof folder, "-fdebug-prefix-map=%s=.", w->folder.path);
    if (!tool_cc_split(compiler, &command)) {
        tool_cc_free_command(&command);
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the C compiler's command");
    }
    tool_add_words(&command, w, shared, options, level, folder);
    const uint32_t n_seconds = tool_limit_of(options->cc_seconds, LIMIT_CC_SECONDS);
    tool_run run = {.words = command.words, .n_seconds = n_seconds};
    run.n_bytes = (uint64_t)tool_limit_of(options->cc_mebibytes, LIMIT_CC_MEBIBYTES) << 20;
    tool_end end = tool_run_to_end(&run, &w->folder);
    if (!end.is_started && (end.error == ENOENT || end.error == EACCES || end.error == ENOEXEC)) {
        *is_missing = true;
        error_set(error, RUSTG_ERR_NO_CC, "the C compiler that CC names, `%.200s`, %s", command.words[0],
                  end.error == ENOENT ? "was not found" : "cannot be run");
        error_hint(error, "set CC to a C compiler, or unset it: then cc, gcc and clang are tried");
        status = RUSTG_ERR_NO_CC;
    } else if (!end.is_started) {
        status = tool_cc_refuse("the C compiler could not be started,", command.words[0], end.error, error);
    } else if (end.is_too_long || end.signal || end.code) {
        status = tool_cc_failed(&end, compiler, options, n_seconds, error);
    }
    free(end.log);
    tool_cc_free_command(&command);
    return status;
}

static rustg_status tool_cc_in(work *w, const char *c, bool shared, const codegen_options *options, rustg_error *error)
{
    static const char *const names[] = {"cc", "gcc", "clang"};
    const char *own = getenv("CC");
    bool is_missing = true;
    rustg_status status = RUSTG_ERR_NO_CC;
    int tool_failed = tool_cc_write_file(w->source, c, strlen(c));
    if (!tool_failed && w->object)
        tool_failed = tool_cc_write_file(w->linked, w->object->bytes, w->object->n);
    if (tool_failed)
        return tool_cc_refuse("the generated C text could not be written to", w->source, tool_failed, error);
    if (own && own[strspn(own, " \t\n")])
        return tool_cc_with(own, w, shared, options, &is_missing, error);
    for (size_t i = 0; i < sizeof names / sizeof names[0] && is_missing; i++)
        status = tool_cc_with(names[i], w, shared, options, &is_missing, error);
    if (is_missing) {
        error_set(error, RUSTG_ERR_NO_CC,
                  "native code for the CPU needs a C compiler: cc, gcc and clang were not found, and CC is not set");
        error_hint(error, "install gcc or clang, or set CC; --emit=c and the interpreter work without");
    }
    return status;
}

/* The processor by the levels of the x86-64 psABI, so that code in a cache suits every machine of a level. Level 4 is
 * left out, because its vectors bring fused multiply-add, which -mno-fma does not take away (emit_c.c says why it must
 * go). */
const char *tool_cpu(void)
{
#if defined(__x86_64__)
    unsigned a, b, few = 0, more = 0, d;
    __builtin_cpu_init();
    __get_cpuid(1, &a, &b, &few, &d);
    __get_cpuid(0x80000001, &a, &b, &more, &d);
    const bool has_v3 = (few & bit_F16C) && (few & bit_MOVBE) && (more & bit_LZCNT) && __builtin_cpu_supports("avx2") &&
                        __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return has_v3 ? "x86-64-v3" : NULL;
#else
    return NULL;
#endif
}

static rustg_status tool_cc_copy(arena *memory, const char *output, size_t n, uint8_t **bytes, rustg_error *error)
{
    jmp_buf *outer = memory->out_of_memory, here;
    if (setjmp(here)) {
        memory->out_of_memory = outer;
        return error_set(error, RUSTG_ERR_MEMORY, "no memory for the C compiler's output");
    }
    memory->out_of_memory = &here;
    uint8_t *copy = arena_alloc(memory, n + 1);
    memory->out_of_memory = outer;
    memcpy(copy, output, n);
    *bytes = copy;
    return RUSTG_OK;
}

static rustg_status tool_cc_make(arena *memory, const char *c, bool shared, const tool_object *object,
                                 const codegen_options *options, uint8_t **bytes, size_t *n, rustg_error *error)
{
    *bytes = NULL;
    *n = 0;
    work *w = malloc(sizeof *w);
    if (!w)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the C compiler's folder");
    int refused = tool_folder_begin(&w->folder);
    if (refused) {
        const char *place = getenv("TMPDIR");
        free(w);
        return tool_cc_refuse("no temporary folder could be made in", place && *place ? place : "/tmp", refused, error);
    }
    w->object = object;
    snprintf(w->source, sizeof w->source, "%s/kernel.c", w->folder.path);
    snprintf(w->linked, sizeof w->linked, "%s/linked.o", w->folder.path);
    snprintf(w->output, sizeof w->output, "%s/kernel.out", w->folder.path);
    rustg_status status = tool_cc_in(w, c, shared, options, error);
    if ((status == RUSTG_ERR_NO_CC || status == RUSTG_ERR_INTERNAL) && options->cpu) {
        codegen_options plain = *options; /* an older compiler does not know the processor */
        plain.cpu = NULL;
        status = tool_cc_in(w, c, shared, &plain, error);
    }
    char *output = status == RUSTG_OK ? tool_cc_read_file(w->output, n) : NULL;
    if (status == RUSTG_OK && !output)
        status = tool_cc_refuse("the C compiler's output could not be read,", w->output, errno, error);
    tool_folder_end(&w->folder);
    free(w);
    if (status == RUSTG_OK)
        status = tool_cc_copy(memory, output, *n, bytes, error);
    free(output);
    return status;
}

rustg_status tool_cc(arena *memory, const char *c, bool shared, const codegen_options *options, uint8_t **bytes,
                     size_t *n, rustg_error *error)
{
    return tool_cc_make(memory, c, shared, NULL, options, bytes, n, error);
}

rustg_status tool_cc_link(arena *memory, const char *c, const tool_object *object, const codegen_options *options,
                          uint8_t **bytes, size_t *n, rustg_error *error)
{
    return tool_cc_make(memory, c, true, object, options, bytes, n, error);
}

/* tool_cc.c: runs the system's C compiler, without a shell. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "codegen/toolchain/tool_internal.h"

extern char **environ;

typedef struct work {
    char folder[512], source[544], output[544], log[544];
} work;

static bool tool_begin_work(work *w)
{
    const char *place = getenv("TMPDIR");
    int n = snprintf(w->folder, sizeof w->folder, "%s/rustg-XXXXXX", place && *place ? place : "/tmp");
    if (n < 0 || (size_t)n >= sizeof w->folder || !mkdtemp(w->folder))
        return false;
    snprintf(w->source, sizeof w->source, "%s/kernel.c", w->folder);
    snprintf(w->output, sizeof w->output, "%s/kernel.out", w->folder);
    snprintf(w->log, sizeof w->log, "%s/log", w->folder);
    return true;
}

static void tool_end_work(const work *w)
{
    unlink(w->source);
    unlink(w->output);
    unlink(w->log);
    rmdir(w->folder);
}

static bool tool_cc_write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    size_t n = strlen(text);
    if (!file)
        return false;
    bool whole = fwrite(text, 1, n, file) == n;
    return fclose(file) == 0 && whole;
}

/* malloc'd; NULL without the file. */
static char *tool_cc_read_file(const char *path, size_t *n)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *n = 0;
    if (file && fstat(fileno(file), &about) == 0 && about.st_size >= 0 && (bytes = malloc((size_t)about.st_size + 1))) {
        *n = fread(bytes, 1, (size_t)about.st_size, file);
        bytes[*n] = 0;
    }
    if (file)
        fclose(file);
    return bytes;
}

enum { MOST_WORDS = 32, NOT_THERE = -1, BROKEN = -2 };

/* The exit status of a compiler; NOT_THERE where it cannot be started. */
static int tool_cc_run(char **words, const work *w)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state;
    if (posix_spawn_file_actions_init(&actions))
        return BROKEN;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, w->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    int failed = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return failed == ENOENT || failed == EACCES || failed == ENOEXEC ? NOT_THERE : BROKEN;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return BROKEN;
    if (!WIFEXITED(state))
        return BROKEN;
    return WEXITSTATUS(state) == 127 ? NOT_THERE : WEXITSTATUS(state);
}

/* $CC may hold options behind the name. */
static uint32_t tool_split_words(char *text, char **words)
{
    uint32_t n = 0;
    for (char *at = strtok_r(text, " \t", &text); at && n < 12; at = strtok_r(NULL, " \t", &text))
        words[n++] = at;
    return n;
}

static int tool_compile_with(const char *compiler, const work *w, bool shared, const codegen_options *options)
{
    char copy[512], level[] = "-O2", *words[MOST_WORDS];
    static char fixed[][28] = {"-std=gnu11",           "-w",      "-fPIC",           "-ffp-contract=off",
                               "-fno-strict-aliasing", "-fwrapv", "-fno-math-errno", "-fno-trapping-math"};
    if ((size_t)snprintf(copy, sizeof copy, "%s", compiler) >= sizeof copy)
        return NOT_THERE;
    uint32_t n = tool_split_words(copy, words);
    if (!n)
        return NOT_THERE;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        words[n++] = fixed[i];
    level[2] = (char)('0' + (options->opt_level > 3 ? 3 : options->opt_level));
    /* the text's own folder has another name each time; what is made must not */
    char folder[sizeof w->folder + 32];
    snprintf(folder, sizeof folder, "-fdebug-prefix-map=%s=.", w->folder);
    char debug[] = "-g", link[] = "-shared", object[] = "-c", out[] = "-o", math[] = "-lm";
    words[n++] = level;
    if (options->debug) {
        words[n++] = debug;
        words[n++] = folder;
    }
    words[n++] = shared ? link : object;
    words[n++] = (char *)w->source;
    words[n++] = out;
    words[n++] = (char *)w->output;
    if (shared)
        words[n++] = math;
    words[n] = NULL;
    return tool_cc_run(words, w);
}

static rustg_status tool_failed(const work *w, int code, rustg_error *error)
{
    size_t n;
    char *log = tool_cc_read_file(w->log, &n), line[256] = "";
    const char *at = log ? strstr(log, "error") : NULL;
    while (at && at > log && at[-1] != '\n')
        at--;
    if (at)
        snprintf(line, sizeof line, ": %.*s", (int)strcspn(at, "\n"), at);
    free(log);
    error_set(error, RUSTG_ERR_INTERNAL, "the C compiler does not compile what rustg generated (exit %d)%s", code,
              line);
    error_hint(error, "this is a bug of rustg: please report it with the source and the text that --emit=c writes");
    return RUSTG_ERR_INTERNAL;
}

static rustg_status tool_compile_in(const work *w, const char *c, bool shared, const codegen_options *options,
                                    rustg_error *error)
{
    static const char *const names[] = {"cc", "gcc", "clang"};
    const char *own = getenv("CC");
    int code = NOT_THERE;
    if (!tool_cc_write_file(w->source, c))
        return error_set(error, RUSTG_ERR_IO, "the generated C text could not be written to %s", w->source);
    if (own && *own)
        code = tool_compile_with(own, w, shared, options);
    for (size_t i = 0; i < sizeof names / sizeof names[0] && code == NOT_THERE; i++)
        code = tool_compile_with(names[i], w, shared, options);
    if (code == NOT_THERE) {
        error_set(error, RUSTG_ERR_NO_CC,
                  "native code for the CPU needs a C compiler: $CC, cc, gcc and clang were not found");
        error_hint(error, "install gcc or clang, or set CC; --emit=c and the interpreter work without");
        return RUSTG_ERR_NO_CC;
    }
    if (code == BROKEN)
        return error_set(error, RUSTG_ERR_IO, "the C compiler could not be run to its end");
    return code ? tool_failed(w, code, error) : RUSTG_OK;
}

rustg_status tool_cc(arena *memory, const char *c, bool shared, const codegen_options *options, uint8_t **bytes,
                     size_t *n, rustg_error *error)
{
    work w;
    *bytes = NULL;
    *n = 0;
    if (!tool_begin_work(&w))
        return error_set(error, RUSTG_ERR_IO, "no temporary folder could be made in $TMPDIR or /tmp");
    rustg_status status = tool_compile_in(&w, c, shared, options, error);
    char *output = status == RUSTG_OK ? tool_cc_read_file(w.output, n) : NULL;
    tool_end_work(&w);
    if (status == RUSTG_OK && !output)
        return error_set(error, RUSTG_ERR_IO, "the C compiler's output could not be read");
    if (status == RUSTG_OK) {
        jmp_buf *outer = memory->out_of_memory, here;
        if (setjmp(here)) {
            memory->out_of_memory = outer;
            free(output);
            return error_set(error, RUSTG_ERR_MEMORY, "no memory for the C compiler's output");
        }
        memory->out_of_memory = &here;
        uint8_t *copy = arena_alloc(memory, *n + 1);
        memory->out_of_memory = outer;
        memcpy(copy, output, *n);
        *bytes = copy;
    }
    free(output);
    return status;
}

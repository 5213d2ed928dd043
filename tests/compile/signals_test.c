/* signals_test.c: a signal each few hundred microseconds, with a handler that does not ask for calls to be begun anew:
 * what the library does meanwhile goes as if there were none: files read, also through a pipe, compiles into the cache
 * and out of it, native code, by the C compiler where there is one, launches. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "compile/api_check.h"
#include "rustg/rustg.h"

enum { N = 64, N_ROUNDS = 6, ENOUGH_SIGNALS = 25 };

static const char text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < y.len() {\n        y[i] = y[i] * 2 + VALUE;\n    }\n}\n"
    "const VALUE: u32 = ";

static atomic_int n_signals; /* any thread may be the one that is interrupted */

static void count_signal(int number)
{
    (void)number;
    n_signals++;
}

static void send_signals(bool wanted)
{
    struct itimerval each = {{0}, {0}};
    struct sigaction action = {.sa_handler = count_signal}; /* no SA_RESTART */
    each.it_interval.tv_usec = each.it_value.tv_usec = wanted ? 300 : 0;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &each, NULL) == 0);
}

static void compile_and_run(const char *path, const char *source_text, uint32_t value)
{
    rustg_source source = {.name = path, .bytes = (const uint8_t *)source_text};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_run_options how = {.struct_size = sizeof how, .grid = {1, 1, 1}, .block = {N, 1, 1}};
    rustg_error error = {0};
    rustg_result *result = NULL;
    uint32_t y[N];
    rustg_argument arg = {y, N};
    source.n_bytes = source_text ? strlen(source_text) : 0;
    options.n_threads = 4;
    CHECK_STATUS(RUSTG_OK, rustg_compile(&source, 1, &options, &result, &error));
    CHECK(result && rustg_result_success(result));
    for (int round = 0; result && round < 2; round++) {
        for (uint32_t i = 0; i < N; i++)
            y[i] = i;
        how.target = round ? RUSTG_TARGET_INTERPRETER : RUSTG_TARGET_CPU;
        CHECK_STATUS(RUSTG_OK, rustg_result_run(result, "k", &how, &arg, 1, NULL, &error));
        CHECK(y[0] == value && y[N - 1] == 2 * (N - 1) + value);
    }
    if (error.message[0])
        fprintf(stderr, "%s\n", error.message);
    rustg_result_free(result);
}

/* Written in pieces, so that the reader waits. */
typedef struct writing {
    const char *path, *text;
} writing;

static void *write_slowly(void *user)
{
    const writing *w = user;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    int fd = open(w->path, O_WRONLY);
    for (size_t at = 0, n = strlen(w->text); at < n; at += 40) {
        usleep(2000);
        CHECK(write(fd, w->text + at, n - at < 40 ? n - at : 40) > 0);
    }
    close(fd);
    return NULL;
}

int main(void)
{
    char folder[] = "/tmp/rustg-signals-XXXXXX", path[100], pipe_path[100], command[100], full[600];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/cache", folder);
    setenv("RUSTG_CACHE", "on", 1);
    setenv("RUSTG_CACHE_DIR", path, 1);
    snprintf(path, sizeof path, "%s/k.rs", folder);
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe.rs", folder);
    CHECK(mkfifo(pipe_path, 0600) == 0);
    send_signals(true);
    for (unsigned i = 0; i < N_ROUNDS; i++) {
        const unsigned value = 10 + i / 2; /* the second of each is in the cache */
        pthread_t writer;
        writing piped = {pipe_path, full};
        CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, NULL));
        snprintf(full, sizeof full, "%s%u;\n", text, value);
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        CHECK(write(fd, full, strlen(full)) == (ssize_t)strlen(full) && close(fd) == 0);
        compile_and_run(path, NULL, value);
        compile_and_run("k.rs", full, value);
        CHECK(pthread_create(&writer, NULL, write_slowly, &piped) == 0);
        compile_and_run(pipe_path, NULL, value);
        pthread_join(writer, NULL);
        rustg_shutdown();
    }
    send_signals(false);
    CHECK(n_signals > ENOUGH_SIGNALS);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return check_exit() || system(command) != 0;
}

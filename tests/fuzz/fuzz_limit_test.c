/* fuzz_limit_test.c: an input that uses up its processor time ends the fuzzer, one that only waits does not. */
#define _GNU_SOURCE
#include "fuzz/fuzz_limit.h"

#include <assert.h>
#include <sys/wait.h>
#include <time.h>

enum { LIMIT_MS = 100 };

/* How a child ends that is busy, or waits, for three times the limit. */
static int status_of_child(int is_busy)
{
    const pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        fuzz_limit(LIMIT_MS);
        const struct timespec wait = {0, 3 * LIMIT_MS * 1000000L};
        if (!is_busy)
            nanosleep(&wait, NULL);
        struct timespec used = {0, 0};
        while (is_busy && used.tv_sec * 1000 + used.tv_nsec / 1000000 < 3 * LIMIT_MS)
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        fuzz_limit(0);
        _exit(0);
    }
    int status = -1;
    assert(waitpid(child, &status, 0) == child);
    return status;
}

int main(void)
{
    const int waited = status_of_child(0);
    assert(WIFEXITED(waited) && WEXITSTATUS(waited) == 0);
    const int busy = status_of_child(1);
    assert(WIFSIGNALED(busy) && WTERMSIG(busy) == SIGABRT);
    return 0;
}

/* global_lock_test.c: levels are single, disorder is counted, and a child of a fork finds every lock free. */
#include "base/global_lock.h"

#include <assert.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name;
    int level;
} rows[] = {
#define GLOBAL_LOCK(name, level, guards) {#name, level},
#include "base/global_lock.def"
};

static int n_children;

static void in_child(void)
{
    n_children++;
}

int main(void)
{
    for (size_t i = 0; i < N_GLOBAL_LOCKS; i++)
        for (size_t j = 0; j < i; j++)
            if (rows[i].level == rows[j].level) {
                printf("%s and %s have one level\n", rows[i].name, rows[j].name);
                return 1;
            }
    global_lock(GLOBAL_LOCK_LIBRARY);
    global_lock(GLOBAL_LOCK_CACHE);
    global_unlock(GLOBAL_LOCK_CACHE);
    global_unlock(GLOBAL_LOCK_LIBRARY);
    assert(global_lock_n_disorders() == 0);
    global_lock(GLOBAL_LOCK_CACHE);
    global_lock(GLOBAL_LOCK_LIBRARY);
    global_unlock(GLOBAL_LOCK_LIBRARY);
    global_unlock(GLOBAL_LOCK_CACHE);
    assert(global_lock_n_disorders() == 1);
    global_lock_watch_forks(in_child);
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        for (int i = 0; i < N_GLOBAL_LOCKS; i++)
            global_lock((global_lock_id)i);
        for (int i = 0; i < N_GLOBAL_LOCKS; i++)
            global_unlock((global_lock_id)i);
        _exit(n_children == 1 ? 0 : 1);
    }
    int status;
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    puts("1 passed, 0 failed");
    return 0;
}

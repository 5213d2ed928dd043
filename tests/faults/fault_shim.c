/* fault_shim.c: functions in the place of the C library's. */
#define _GNU_SOURCE
#include "faults/fault_shim.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static atomic_bool counts;
static atomic_long n_calls;
static fault_class failing;
static long failing_at;
static fault_mode failing_how;
static const char *_Atomic failed_name = "";

void fault_begin(fault_class class, long nth, fault_mode mode)
{
    failing_how = mode;
    failing = class;
    failing_at = nth;
    n_calls = 0;
    failed_name = "";
    counts = true;
}

long fault_end(void)
{
    counts = false;
    return n_calls;
}

const char *fault_name(void)
{
    return failed_name;
}

static bool fault_is_interrupted(const char *name)
{
    static const char *const names[] = {"open", "openat", "read", "write", "flock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool fault_is_now(fault_class class, const char *name)
{
    if (!counts || class != failing || (failing_how == FAULT_INTERRUPTED && !fault_is_interrupted(name)))
        return false;
    const long call = atomic_fetch_add(&n_calls, 1) + 1;
    if (failing_at == 0 || !(call == failing_at || (failing_how == FAULT_LASTING && call > failing_at)))
        return false;
    if (call == failing_at)
        failed_name = name;
    return true;
}

#define CALL(class, type, name, failed, why, parameters, arguments)                                                    \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        if (fault_is_now(FAULT_##class, #name)) {                                                                      \
            errno = failing_how == FAULT_INTERRUPTED ? EINTR : why;                                                    \
            return failed;                                                                                             \
        }                                                                                                              \
        return __real_##name arguments;                                                                                \
    }
#include "fault_call.def"

/* global_lock.c: keeps the locks of the process and their order, and holds them around a fork. */
#include "base/global_lock.h"

#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutexes[N_GLOBAL_LOCKS] = {
#define GLOBAL_LOCK(name, level, guards) [GLOBAL_LOCK_##name] = PTHREAD_MUTEX_INITIALIZER,
#include "base/global_lock.def"
};

static const uint16_t levels[N_GLOBAL_LOCKS] = {
#define GLOBAL_LOCK(name, level, guards) [GLOBAL_LOCK_##name] = level,
#include "base/global_lock.def"
};

static atomic_uint n_disorders;
static void (*_Atomic fork_in_child)(void);

_Static_assert(N_GLOBAL_LOCKS <= 32, "global_lock_held has a bit for each lock");
static _Thread_local uint32_t global_lock_held;

static void global_lock_check(global_lock_id id)
{
    for (uint32_t i = 0; global_lock_held >> i; i++)
        if (global_lock_held >> i & 1 && levels[i] >= levels[id])
            atomic_fetch_add(&n_disorders, 1);
    global_lock_held |= UINT32_C(1) << id;
}

void global_lock(global_lock_id id)
{
    global_lock_check(id);
    pthread_mutex_lock(&mutexes[id]);
}

void global_unlock(global_lock_id id)
{
    global_lock_held &= ~(UINT32_C(1) << id);
    pthread_mutex_unlock(&mutexes[id]);
}

void global_lock_wait(global_lock_id id, pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &mutexes[id]);
}

uint32_t global_lock_n_disorders(void)
{
    return atomic_load(&n_disorders);
}

/* The lock with the lowest level above `level`; N_GLOBAL_LOCKS: there is none. */
static uint32_t global_lock_next(uint32_t level)
{
    uint32_t next = N_GLOBAL_LOCKS;
    for (uint32_t i = 0; i < N_GLOBAL_LOCKS; i++)
        if (levels[i] > level && (next == N_GLOBAL_LOCKS || levels[i] < levels[next]))
            next = i;
    return next;
}

static void global_lock_fork_begins(void)
{
    for (uint32_t i = global_lock_next(0); i < N_GLOBAL_LOCKS; i = global_lock_next(levels[i]))
        pthread_mutex_lock(&mutexes[i]);
}

static void global_lock_fork_ends(void)
{
    for (uint32_t i = 0; i < N_GLOBAL_LOCKS; i++)
        pthread_mutex_unlock(&mutexes[i]);
}

static void global_lock_fork_ends_in_child(void)
{
    void (*in_child)(void) = atomic_load(&fork_in_child);
    in_child();
    global_lock_fork_ends();
}

static void global_lock_register(void)
{
    pthread_atfork(global_lock_fork_begins, global_lock_fork_ends, global_lock_fork_ends_in_child);
}

void global_lock_watch_forks(void (*in_child)(void))
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    atomic_store(&fork_in_child, in_child);
    pthread_once(&once, global_lock_register);
}

/* global_lock.h: declares the locks that belong to no object, from one list (global_lock.def). Thread-safe. */
#ifndef RUSTG_GLOBAL_LOCK_H
#define RUSTG_GLOBAL_LOCK_H

#include <pthread.h>
#include <stdint.h>

typedef enum global_lock_id {
#define GLOBAL_LOCK(name, level, guards) GLOBAL_LOCK_##name,
#include "base/global_lock.def"
    N_GLOBAL_LOCKS
} global_lock_id;

void global_lock(global_lock_id id);
void global_unlock(global_lock_id id);
/* pthread_cond_wait with a lock that this thread holds. */
void global_lock_wait(global_lock_id id, pthread_cond_t *condition);

/* From the first call on all locks are held while the process forks; in_child runs in the child before they are free.
 */
void global_lock_watch_forks(void (*in_child)(void));

/* How often a thread took a lock while it held one of its level or of a higher one. */
uint32_t global_lock_n_disorders(void);

#endif

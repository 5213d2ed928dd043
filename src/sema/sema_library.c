/* sema_library.c: makes the library's part of sema's tables, once a process; all compiles share it. */
#include <pthread.h>
#include <stdlib.h>

#include "sema/items/def.h"
#include "base/global_lock.h"
#include "sema/library_files.h"

/* The tables of the library, which live in `memory`. */
struct sema_library {
    arena memory;
    sema tables;
    uint32_t n_users;
};

static struct {
    sema_library *library; /* NULL: not made yet. It counts as one of its users */
} shared;

static void sema_parse_library(sema *s)
{
    const library_text *library;
    for (uint32_t i = 0; (library = library_file(i)) != NULL; i++)
        sema_add_file(s, (sema_file){.name = library->path,
                                     .bytes = (const uint8_t *)library->text,
                                     .n_bytes = (uint32_t)library->n_bytes,
                                     .edition = 2024,
                                     .origin = SEMA_FILE_LIBRARY});
}

/* False: out of memory. */
static bool sema_library_collect(sema *s)
{
    jmp_buf out_of_memory;
    s->memory->out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        return false;
    sema_parse_library(s);
    ty_begin_library(s);
    def_begin_library(s);
    ty_make_shared(s);
    sema_share_names(s);
    vec_share(&s->files);
    s->memory->out_of_memory = NULL;
    return true;
}

static sema_library *sema_make_library(void)
{
    sema_library *library = calloc(1, sizeof *library);
    if (!library)
        return NULL;
    library->n_users = 1;
    library->tables.memory = &library->memory;
    if (sema_library_collect(&library->tables))
        return library;
    arena_free(&library->memory);
    free(library);
    return NULL;
}

/* With the lock. */
static void sema_drop(sema_library *library)
{
    if (--library->n_users > 0)
        return;
    arena_free(&library->memory);
    free(library);
}

sema_library *sema_library_open(void)
{
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    if (!shared.library)
        shared.library = sema_make_library();
    sema_library *library = shared.library;
    if (library)
        library->n_users++;
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
    return library;
}

void sema_library_close(sema_library *library)
{
    if (!library)
        return;
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    sema_drop(library);
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
}

void sema_library_release(void)
{
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    if (shared.library)
        sema_drop(shared.library);
    shared.library = NULL;
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
}

void sema_begin(sema *s, const sema_library *library)
{
    s->files.at = library->tables.files.at;
    s->files.n = library->tables.files.n;
    s->files.capacity = library->tables.files.capacity;
    sema_begin_names(s, &library->tables);
    ty_begin(s, &library->tables);
    def_begin(s, &library->tables);
}

/* sema_library.c: the library's files, parsed once a process and shared by all compiles. */
#include <pthread.h>

#include "sema/prelude.h"
#include "sema/sema.h"

static struct {
    pthread_mutex_t lock;
    arena memory;
    const sema_file *files; /* NULL: not parsed yet */
    uint32_t n_files;
} library = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void parse_library(sema *s)
{
    const char *text, *name;
    size_t n_bytes;
    for (uint32_t i = 0; (text = prelude_file(i, &name, &n_bytes)) != NULL; i++) {
        sema_file about = {.bytes = (const uint8_t *)text, .n_bytes = (uint32_t)n_bytes, .edition = 2024};
        about.name = arena_format(s->memory, "library/%s.rs", name);
        about.origin = SEMA_FILE_LIBRARY;
        sema_add_file(s, about);
    }
}

const sema_file *sema_library(uint32_t *n_files)
{
    jmp_buf out_of_memory;
    pthread_mutex_lock(&library.lock);
    if (!library.files) {
        sema s = {.memory = &library.memory};
        library.memory.out_of_memory = &out_of_memory;
        if (setjmp(out_of_memory)) {
            arena_free(&library.memory);
        } else {
            parse_library(&s);
            library.n_files = s.files.n - 1;
            library.files = s.files.at + 1;
        }
        library.memory.out_of_memory = NULL;
    }
    const sema_file *files = library.files;
    *n_files = library.n_files;
    pthread_mutex_unlock(&library.lock);
    return files;
}

void sema_library_release(void)
{
    pthread_mutex_lock(&library.lock);
    arena_free(&library.memory);
    library.files = NULL;
    library.n_files = 0;
    pthread_mutex_unlock(&library.lock);
}

/* library_image.c: opens the kernels' library as the build made it; LIBRARY_IMAGE_FILE is what gen_library_image wrote.
 * Its tables get their pointers in the first compile of a process. All compiles share them. */
#include "sema/library/library_image.h"

#include <stdlib.h>
#include <string.h>

#include "base/global_lock.h"
#include "sema/sema.h"

__asm__(".pushsection .rodata\n"
        ".balign 64\n"
        ".globl library_image_bytes\n"
        "library_image_bytes:\n"
        ".incbin \"" LIBRARY_IMAGE_FILE "\"\n"
        ".popsection\n");

struct sema_library {
    const sema *tables;
    uint32_t n_users;
    _Alignas(16) uint8_t bytes[];
};

static struct {
    sema_library *library; /* NULL: not opened yet. It counts as one of its users */
} shared;

static sema_library *library_load(void)
{
    library_image_head head;
    memcpy(&head, library_image_bytes, sizeof head);
    const uint8_t *fixed = library_image_bytes + LIBRARY_IMAGE_ALIGN, *tables = fixed + head.n_fixed;
    const uint8_t *pointers = tables + head.n_tables;
    sema_library *library = malloc(sizeof *library + head.n_tables);
    if (!library)
        return NULL;
    memcpy(library->bytes, tables, head.n_tables);
    const uintptr_t at_fixed = (uintptr_t)fixed, at_tables = (uintptr_t)library->bytes - head.n_fixed;
    for (uint64_t i = 0; i < head.n_pointers; i++) {
        uint32_t word;
        uint64_t to;
        memcpy(&word, pointers + 4 * i, sizeof word);
        uint8_t *pointer = library->bytes + 8 * (size_t)word;
        memcpy(&to, pointer, sizeof to);
        to += to < head.n_fixed ? at_fixed : at_tables;
        memcpy(pointer, &to, sizeof to);
    }
    library->tables = (const sema *)(const void *)(library->bytes + (head.root - head.n_fixed));
    library->n_users = 1;
    return library;
}

/* With the lock. */
static void library_drop(sema_library *library)
{
    if (--library->n_users == 0)
        free(library);
}

sema_library *sema_library_open(void)
{
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    if (!shared.library)
        shared.library = library_load();
    sema_library *library = shared.library;
    if (library)
        library->n_users++;
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
    return library;
}

const sema *sema_library_tables(const sema_library *library)
{
    return library->tables;
}

void sema_library_close(sema_library *library)
{
    if (!library)
        return;
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    library_drop(library);
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
}

void sema_library_release(void)
{
    global_lock(GLOBAL_LOCK_SEMA_LIBRARY);
    if (shared.library)
        library_drop(shared.library);
    shared.library = NULL;
    global_unlock(GLOBAL_LOCK_SEMA_LIBRARY);
}

/* tvm_raise.c: raises errors by tvm-ffi's library, which is not linked but found in the process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>

#include "ir/ir.h"
#include "tvm/tvm_internal.h"

enum { WORDS_BYTES = 2048 };

void *tvm_function(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    if (found)
        return found;
    void *library = dlopen("libtvm_ffi.so", RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return NULL;
    found = dlsym(library, name);
    dlclose(library); /* it was loaded before, and stays */
    return found;
}

int tvm_raise(const char *kind, const char *format, ...)
{
    char words[WORDS_BYTES];
    void *found = tvm_function("TVMFFIErrorSetRaisedFromCStr");
    void (*raise)(const char *, const char *);
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    if (found) {
        memcpy(&raise, &found, sizeof raise);
        raise(kind, words);
    }
    return -1;
}

int tvm_raise_panic(const tvm_module *module, const panic_record *panic)
{
    char words[WORDS_BYTES / 2];
    const char *name = "?";
    if (panic->site >= module->n_sites)
        return tvm_raise("RuntimeError", "a kernel panicked at its site %u", (unsigned)panic->site);
    const tvm_site *site = &module->sites[panic->site];
    const ir_site shown = {.message = site->message};
    for (uint32_t i = 0; i < module->n_kernels; i++)
        if (module->kernels[i].id == panic->kernel)
            name = module->kernels[i].name;
    _Static_assert((int)PANIC_MOST_OPERANDS == (int)IR_MOST_OPERANDS, "operands of a panic");
    ir_site_text(&shown, panic->operands, words, sizeof words);
    return tvm_raise("RuntimeError", "kernel `%s` panicked at %s:%u:%u: %s (block %u,%u,%u thread %u,%u,%u)", name,
                     site->path, (unsigned)site->line, (unsigned)site->column, words, (unsigned)panic->block[0],
                     (unsigned)panic->block[1], (unsigned)panic->block[2], (unsigned)panic->thread[0],
                     (unsigned)panic->thread[1], (unsigned)panic->thread[2]);
}

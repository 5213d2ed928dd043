/* dynamic_symbol.h: finds a function of a library that was opened with dlopen. */
#ifndef RUSTG_DYNAMIC_SYMBOL_H
#define RUSTG_DYNAMIC_SYMBOL_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* Sets the pointer to a function that lies at `function`; to NULL, and false, if the library has none of that name. */
static inline bool dynamic_symbol_find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    /* POSIX promises that a function pointer survives void *; ISO C does not. */
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#endif

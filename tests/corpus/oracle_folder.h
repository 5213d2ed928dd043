/* oracle_folder.h: where rustc's sources and programs are that tests and benchmarks compare with. */
#ifndef RUSTG_ORACLE_FOLDER_H
#define RUSTG_ORACLE_FOLDER_H

#include <stdio.h>
#include <stdlib.h>

/* $RUSTG_ORACLE_DIR, else the oracle's place in the user's cache, whether or not it is there. */
static inline void oracle_folder(char *folder, size_t capacity)
{
    const char *given = getenv("RUSTG_ORACLE_DIR"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (given)
        snprintf(folder, capacity, "%s", given);
    else if (cache && cache[0])
        snprintf(folder, capacity, "%s/rustg-oracle", cache);
    else
        snprintf(folder, capacity, "%s/.cache/rustg-oracle", home ? home : "");
}

#endif

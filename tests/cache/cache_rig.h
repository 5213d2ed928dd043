/* cache_rig.h: a folder of its own for each test, and what is in it. */
#ifndef RUSTG_CACHE_RIG_H
#define RUSTG_CACHE_RIG_H

#include "rustg/rustg.h"

#include <assert.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char rig_folder[512];

/* An empty folder in the build, named by RUSTG_CACHE_DIR; limit may be NULL. Not opened yet. */
static inline void rig_begin(const char *name, const char *limit)
{
    char command[600];
    const char *build = getenv("RUSTG_BUILD_DIR");
    snprintf(rig_folder, sizeof rig_folder, "%s/cache-tests/%s", build ? build : ".", name);
    snprintf(command, sizeof command, "rm -rf '%s'", rig_folder);
    assert(system(command) == 0);
    setenv("RUSTG_CACHE_DIR", rig_folder, 1);
    setenv("RUSTG_CACHE", "on", 1);
    if (limit)
        setenv("RUSTG_CACHE_LIMIT", limit, 1);
    else
        unsetenv("RUSTG_CACHE_LIMIT");
}

/* The same for a library that is initialized anew. */
static inline void rig_restart(const char *name, const char *limit)
{
    rustg_shutdown();
    rig_begin(name, limit);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
}

static inline rustg_cache_info rig_info(void)
{
    rustg_cache_info about = {.struct_size = sizeof about};
    assert(rustg_cache_info_get(&about, NULL) == RUSTG_OK);
    return about;
}

/* Files whose names end so; path: the last one's. */
static inline int rig_count(const char *ending, char *path)
{
    int n = 0;
    DIR *folder = opendir(rig_folder);
    for (struct dirent *at = folder ? readdir(folder) : NULL; at; at = readdir(folder)) {
        size_t n_name = strlen(at->d_name), n_ending = strlen(ending);
        if (at->d_name[0] == '.' || n_name < n_ending || strcmp(at->d_name + n_name - n_ending, ending) != 0)
            continue;
        n++;
        if (path)
            snprintf(path, 800, "%s/%.250s", rig_folder, at->d_name);
    }
    if (folder)
        closedir(folder);
    return n;
}

static inline uint8_t *rig_read(const char *path, size_t *n)
{
    struct stat about;
    FILE *in = fopen(path, "rb");
    assert(in && fstat(fileno(in), &about) == 0);
    uint8_t *bytes = malloc((size_t)about.st_size + 1);
    *n = fread(bytes, 1, (size_t)about.st_size, in);
    fclose(in);
    return bytes;
}

static inline void rig_write(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");
    assert(out && fwrite(bytes, 1, n, out) == n && fclose(out) == 0);
}

#endif

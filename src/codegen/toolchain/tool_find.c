/* tool_find.c: finds the file that dlopen would open for a library of the CUDA toolkit, without opening it. It looks
 * in the folders that the loader searches for this program (dlinfo), then in the loader's cache, /etc/ld.so.cache. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/source_read.h"
#include "codegen/toolchain/tool_identity.h"

enum { N_NAMES = 3 };
static const char *const names_of[TOOL_N_LIBRARIES][N_NAMES] = {
    [TOOL_NVRTC] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
    [TOOL_JITLINK] = {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"},
};

static bool tool_found_in(const char *folder, const char *below, const char *const *names, char *path, size_t size)
{
    for (size_t i = 0; i < N_NAMES; i++) {
        int n = snprintf(path, size, "%s%s/%s", folder, below, names[i]);
        if (n > 0 && (size_t)n < size && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* One that the program holds already serves under its bare name. */
static bool tool_is_loaded(const char *name, char *path, size_t size)
{
    struct link_map *map = NULL;
    void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle)
        return false;
    bool is_known = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name && map->l_name[0] == '/' &&
                    (size_t)snprintf(path, size, "%s", map->l_name) < size;
    dlclose(handle);
    return is_known;
}

static bool tool_on_search_path(const char *name, char *path, size_t size)
{
    Dl_serinfo head, *all = NULL;
    void *self = dlopen(NULL, RTLD_LAZY);
    bool is_found = false;
    if (self && dlinfo(self, RTLD_DI_SERINFOSIZE, &head) == 0 && (all = malloc(head.dls_size))) {
        all->dls_size = head.dls_size;
        all->dls_cnt = head.dls_cnt;
        if (dlinfo(self, RTLD_DI_SERINFO, all) == 0)
            for (unsigned i = 0; i < all->dls_cnt && !is_found; i++) {
                int n = snprintf(path, size, "%s/%s", all->dls_serpath[i].dls_name, name);
                is_found = n > 0 && (size_t)n < size && access(path, R_OK) == 0;
            }
    }
    free(all);
    if (self)
        dlclose(self);
    return is_found;
}

static uint32_t tool_find_word_at(const uint8_t *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* The cache has the form of glibc's dl-cache.h: a header of 48 bytes with the count at 20, and rows of 24 bytes with
 * the offsets of name and path at 4 and 8. */
static bool tool_in_loader_cache(const uint8_t *cache, size_t n, const char *name, char *path, size_t size)
{
    static const char magic[] = "glibc-ld.so.cache1.1";
    const uint8_t *at = n > sizeof magic ? memmem(cache, n, magic, sizeof magic - 1) : NULL;
    size_t n_left = at ? n - (size_t)(at - cache) : 0;
    if (n_left < 48)
        return false;
    size_t n_rows = tool_find_word_at(at + 20);
    for (size_t i = 0; i < n_rows && 48 + 24 * (i + 1) <= n_left; i++) {
        size_t key = tool_find_word_at(at + 48 + 24 * i + 4), value = tool_find_word_at(at + 48 + 24 * i + 8);
        if (key >= n_left || value >= n_left || !memchr(at + key, 0, n_left - key) ||
            !memchr(at + value, 0, n_left - value) || strcmp((const char *)at + key, name) != 0)
            continue;
        if ((size_t)snprintf(path, size, "%s", (const char *)at + value) < size && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static bool tool_by_the_loader(const char *const *names, char *path, size_t size)
{
    uint8_t *cache = NULL;
    size_t n = 0;
    bool is_found = false;
    if (source_read("/etc/ld.so.cache", (size_t)64 << 20, &cache, &n) != 0)
        n = 0;
    for (size_t i = 0; i < N_NAMES && !is_found; i++)
        is_found = tool_is_loaded(names[i], path, size) || tool_on_search_path(names[i], path, size) ||
                   tool_in_loader_cache(cache, n, names[i], path, size);
    free(cache);
    return is_found;
}

bool tool_find_library(tool_library which, char *path, size_t size)
{
    const char *const *names = names_of[which];
    static const char *const below[] = {"/lib64", "/lib", "/targets/x86_64-linux/lib", "/targets/sbsa-linux/lib"};
    static const char *const places[] = {"/usr/local/cuda", "/opt/cuda", "/usr/local/cuda-13", "/usr/local/cuda-12",
                                         "/usr/lib/cuda"};
    const char *const own[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME")};
    enum { N_BELOW = sizeof below / sizeof below[0] };
    for (size_t v = 0; v < 2; v++)
        for (size_t b = 0; own[v] && *own[v] && b < N_BELOW; b++)
            if (tool_found_in(own[v], below[b], names, path, size))
                return true;
    if (TOOL_ONLY_NAMED)
        return false;
    if (tool_by_the_loader(names, path, size))
        return true;
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++)
        for (size_t b = 0; b < N_BELOW; b++)
            if (tool_found_in(places[p], below[b], names, path, size))
                return true;
    return false;
}

void *tool_open_library(tool_library which)
{
    char path[1200];
    void *handle = tool_find_library(which, path, sizeof path) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    for (size_t i = 0; i < N_NAMES && !handle && !TOOL_ONLY_NAMED; i++)
        handle = dlopen(names_of[which][i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

/* cache_config.c: reads from the environment where the cache lies and how large it may become. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache/cache_internal.h"

static bool cache_set_folder(cache_config *config, const char *place, const char *below)
{
    if (!place || !*place)
        return false;
    int n = snprintf(config->folder, sizeof config->folder, "%s%s", place, below);
    if (n >= 0 && (size_t)n < sizeof config->folder)
        return true;
    config->folder[0] = 0;
    snprintf(config->problem, sizeof config->problem, "the name of the cache folder is too long");
    return true;
}

/* "4096", "64K", "512M", "2G", with "iB" or "B" behind as people write them. */
static bool cache_read_limit(const char *text, uint64_t *limit)
{
    char *end;
    static const char letters[] = "KMGT";
    uint64_t n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9')
        return false;
    const char *letter = *end ? strchr(letters, *end & ~0x20) : NULL;
    unsigned shift = letter ? 10 * (unsigned)(letter - letters + 1) : 0;
    end += letter != NULL;
    if (strcmp(end, "iB") == 0 || strcmp(end, "B") == 0)
        end = "";
    if (*end || n > UINT64_MAX >> shift)
        return false;
    *limit = n << shift;
    return true;
}

void cache_config_read(cache_config *config)
{
    const char *on = secure_getenv("RUSTG_CACHE"), *limit = secure_getenv("RUSTG_CACHE_LIMIT");
    const char *xdg = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    memset(config, 0, sizeof *config);
    config->is_on = !on || (strcmp(on, "off") != 0 && strcmp(on, "0") != 0);
    config->limit_bytes = CACHE_LIMIT_BYTES;
    /* XDG's specification: a relative path is to be ignored */
    if (!cache_set_folder(config, secure_getenv("RUSTG_CACHE_DIR"), "") &&
        !cache_set_folder(config, xdg && *xdg == '/' ? xdg : NULL, "/rustg") &&
        !cache_set_folder(config, home && *home == '/' ? home : NULL, "/.cache/rustg"))
        snprintf(config->problem, sizeof config->problem,
                 "there is no folder: neither RUSTG_CACHE_DIR nor HOME is set");
    if (limit && *limit && !cache_read_limit(limit, &config->limit_bytes))
        snprintf(config->problem, sizeof config->problem,
                 "RUSTG_CACHE_LIMIT is `%.60s`; it must be a number of bytes, as in 512M", limit);
}

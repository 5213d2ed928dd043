/* tracked.c: the paths that a git repository tracks, from its index (gitformat-index(5), versions 2 to 4). */
#define _POSIX_C_SOURCE 200809L
#include "sources/ignore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/byte.h"
#include "base/source_read.h"

enum {
    TRACKED_ENTRY_BYTES = 62,
    TRACKED_FLAGS_AT = 60,
    TRACKED_EXTENDED = 0x4000,
    TRACKED_MOST_PATH = 1 << 16,
    TRACKED_MOST_INDEX = 1 << 30
};

/* How many bytes of the path before are dropped, in version 4; false: the index ends before it does. */
static bool tracked_varint(const uint8_t **at, const uint8_t *end, size_t *value)
{
    *value = 0;
    for (bool is_first = true; *at < end; is_first = false) {
        const uint8_t byte = *(*at)++;
        *value = ((*value + !is_first) << 7) | (byte & 127);
        if (!(byte & 128))
            return *value < TRACKED_MOST_PATH;
    }
    return false;
}

/* The next path, malloc'd; NULL where the index is not as it should be. */
static char *tracked_next(const uint8_t **at, const uint8_t *end, uint32_t version, const char *before)
{
    const uint8_t *entry = *at;
    if (end - entry < TRACKED_ENTRY_BYTES + 2)
        return NULL;
    const bool is_extended = version > 2 && (entry[TRACKED_FLAGS_AT] << 8 & TRACKED_EXTENDED);
    const uint8_t *name = entry + TRACKED_ENTRY_BYTES + (is_extended ? 2 : 0);
    size_t n_kept = 0, n_dropped = 0;
    if (version == 4) {
        const size_t n_before = strlen(before);
        if (!tracked_varint(&name, end, &n_dropped) || n_dropped > n_before)
            return NULL;
        n_kept = n_before - n_dropped;
    }
    const uint8_t *stop = memchr(name, 0, (size_t)(end - name));
    if (!stop || stop - name >= TRACKED_MOST_PATH)
        return NULL;
    const size_t n_name = (size_t)(stop - name), n_entry = (size_t)(stop - entry);
    *at = version == 4 ? stop + 1 : entry + n_entry + (8 - n_entry % 8);
    char *path = *at <= end ? malloc(n_kept + n_name + 1) : NULL;
    if (path) {
        memcpy(path, before, n_kept);
        memcpy(path + n_kept, name, n_name + 1);
    }
    return path;
}

/* bytes: of an index. What cannot be read is left out, so that its files are as if they were not tracked. */
static void tracked_read(tracked_paths *tracked, const uint8_t *bytes, size_t n_bytes)
{
    if (n_bytes < 12 || memcmp(bytes, "DIRC", 4) != 0)
        return;
    const uint8_t *at = bytes + 12, *end = bytes + n_bytes;
    const uint32_t version = byte_big_u32(bytes + 4), n = byte_big_u32(bytes + 8);
    if (version < 2 || version > 4 || n > n_bytes / TRACKED_ENTRY_BYTES)
        return;
    tracked->paths = malloc((n + (size_t)1) * sizeof *tracked->paths);
    const char *before = "";
    while (tracked->paths && tracked->n < n) {
        char *path = tracked_next(&at, end, version, before);
        if (!path)
            return;
        tracked->paths[tracked->n++] = path;
        before = path;
    }
}

void tracked_open(tracked_paths *tracked, const char *index_path)
{
    uint8_t *bytes;
    size_t n_bytes;
    *tracked = (tracked_paths){0};
    if (source_read(index_path, TRACKED_MOST_INDEX, &bytes, &n_bytes) != 0)
        return;
    tracked_read(tracked, bytes, n_bytes);
    free(bytes);
}

bool tracked_has(const tracked_paths *tracked, const char *path, bool is_folder)
{
    const size_t n_path = strlen(path);
    size_t low = 0, high = tracked->n;
    while (low < high) { /* the first that is not before the path */
        const size_t middle = low + (high - low) / 2;
        const int order = strncmp(tracked->paths[middle], path, n_path);
        const char behind = order ? 0 : tracked->paths[middle][n_path];
        if (order < 0 || (order == 0 && is_folder && behind < '/'))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == tracked->n || strncmp(tracked->paths[low], path, n_path) != 0)
        return false;
    return tracked->paths[low][n_path] == (is_folder ? '/' : 0);
}

void tracked_close(tracked_paths *tracked)
{
    for (size_t i = 0; i < tracked->n; i++)
        free(tracked->paths[i]);
    free(tracked->paths);
    *tracked = (tracked_paths){0};
}

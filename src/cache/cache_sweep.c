/* cache_sweep.c: all entries at once. The folder has no index; the file `total` holds the bytes stored since and found
 * by the last look through it, so that a store costs one small file and not a look at all of them. The figure may drift
 * (a lock that is busy is not waited for long, people delete files): each look, at the limit or after so many stores,
 * puts it right. A file's time of change is its time of use. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/cache_internal.h"

enum {
    LOOK_AFTER_STORES = 1024,
    LOCK_TRIES = 20,
    TOTAL_BYTES = 42,
    NAME_BYTES = 2 * SHA256_BYTES + sizeof CACHE_ENTRY_ENDING
};

typedef struct entry {
    char name[NAME_BYTES];
    uint64_t n_bytes;
    struct timespec used;
} entry;

typedef struct listing {
    entry *entries;
    size_t n, capacity;
    uint64_t n_bytes;
} listing;

typedef struct total {
    uint64_t n_bytes, n_stores;
} total;

static bool cache_add_entry(listing *list, const char *name, const struct stat *about)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        entry *grown = realloc(list->entries, capacity * sizeof *grown);
        if (!grown)
            return false;
        list->entries = grown;
        list->capacity = capacity;
    }
    entry *to = &list->entries[list->n++];
    memcpy(to->name, name, sizeof to->name); /* as long as every entry's */
    to->n_bytes = (uint64_t)about->st_size;
    to->used = about->st_mtim;
    list->n_bytes += to->n_bytes;
    return true;
}

/* What is there. Temporary files that no living process can be writing go. False without memory. */
static bool cache_look(DIR *folder, listing *list)
{
    struct timespec now;
    struct stat about;
    clock_gettime(CLOCK_REALTIME, &now);
    for (struct dirent *at = readdir(folder); at; at = readdir(folder)) {
        cache_name what = cache_name_of(at->d_name);
        if ((what != CACHE_NAME_ENTRY && what != CACHE_NAME_TEMP) ||
            fstatat(dirfd(folder), at->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode))
            continue;
        if (what == CACHE_NAME_TEMP && about.st_mtim.tv_sec + CACHE_STALE_SECONDS < now.tv_sec)
            unlinkat(dirfd(folder), at->d_name, 0);
        if (what == CACHE_NAME_ENTRY && !cache_add_entry(list, at->d_name, &about))
            return false;
    }
    return true;
}

static int cache_oldest_first(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Down to nine tenths of the limit, so that not each store sweeps; the last one used goes only where it alone is too
 * large. */
static uint64_t cache_evict(DIR *folder, listing *list, uint64_t limit_bytes)
{
    uint64_t target = limit_bytes - limit_bytes / 10, n_evicted = 0;
    if (list->n_bytes <= limit_bytes)
        return 0;
    qsort(list->entries, list->n, sizeof *list->entries, cache_oldest_first);
    for (size_t i = 0; i < list->n && list->n_bytes > target; i++) {
        if (i + 1 == list->n && list->n_bytes <= limit_bytes)
            break;
        bool is_gone = unlinkat(dirfd(folder), list->entries[i].name, 0) == 0;
        n_evicted += is_gone;
        if (!is_gone && errno != ENOENT) /* it stays, and so do its bytes */
            continue;
        list->n_bytes -= list->entries[i].n_bytes;
    }
    return n_evicted;
}

/* Open and locked, or -1. */
static int cache_open_total(const char *folder, total *value)
{
    char path[CACHE_FILE_BYTES], text[64] = "";
    snprintf(path, sizeof path, "%s/rustg-total", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
        const struct timespec moment = {.tv_nsec = 1000 * 1000};
        if (i == LOCK_TRIES || (errno != EWOULDBLOCK && errno != EINTR)) {
            close(fd);
            return -1;
        }
        nanosleep(&moment, NULL);
    }
    char *end = text;
    *value = (total){0, LOOK_AFTER_STORES}; /* nothing is known */
    if (fd >= 0 && pread(fd, text, sizeof text - 1, 0) == TOTAL_BYTES &&
        strspn(text, "0123456789 ") == TOTAL_BYTES - 1) {
        value->n_bytes = strtoull(text, &end, 10);
        value->n_stores = strtoull(end, NULL, 10);
    }
    return fd;
}

static void cache_close_total(int fd, const total *value)
{
    char text[64];
    snprintf(text, sizeof text, "%020llu %020llu\n", (unsigned long long)value->n_bytes,
             (unsigned long long)value->n_stores);
    /* where that fails the figure is wrong or missing until the next look */
    bool is_written = pwrite(fd, text, TOTAL_BYTES, 0) == TOTAL_BYTES || ftruncate(fd, 0) == 0;
    (void)is_written;
    close(fd);
}

uint64_t cache_sweep_stored(const char *folder, uint64_t n_file, uint64_t limit_bytes)
{
    total value;
    listing list = {0};
    uint64_t n_evicted = 0;
    int fd = cache_open_total(folder, &value);
    if (fd < 0)
        return 0;
    value.n_bytes += n_file;
    value.n_stores++;
    bool is_due = value.n_bytes > limit_bytes || value.n_stores > LOOK_AFTER_STORES;
    if (is_due) /* others need not look too while this one does */
        value = (total){0, 1};
    cache_close_total(fd, &value);
    if (!is_due)
        return 0;
    DIR *open_folder = opendir(folder);
    if (open_folder && cache_look(open_folder, &list))
        n_evicted = cache_evict(open_folder, &list, limit_bytes);
    if (open_folder)
        closedir(open_folder);
    free(list.entries);
    fd = cache_open_total(folder, &value);
    if (fd >= 0) {
        value = (total){value.n_bytes + list.n_bytes, 1};
        cache_close_total(fd, &value);
    }
    return n_evicted;
}

void cache_sweep_count(const char *folder, uint64_t *n_entries, uint64_t *n_bytes)
{
    struct stat about;
    DIR *open_folder = opendir(folder);
    *n_entries = *n_bytes = 0;
    for (struct dirent *at = open_folder ? readdir(open_folder) : NULL; at; at = readdir(open_folder))
        if (cache_name_of(at->d_name) == CACHE_NAME_ENTRY &&
            fstatat(dirfd(open_folder), at->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0) {
            ++*n_entries;
            *n_bytes += (uint64_t)about.st_size;
        }
    if (open_folder)
        closedir(open_folder);
}

int cache_sweep_clear(const char *folder, uint64_t *n_removed, char *failed)
{
    int error = 0;
    DIR *open_folder = opendir(folder);
    *n_removed = 0;
    snprintf(failed, CACHE_FILE_BYTES, "%s", folder);
    if (!open_folder)
        return errno == ENOENT ? 0 : errno;
    for (struct dirent *at = readdir(open_folder); at; at = readdir(open_folder)) {
        cache_name what = cache_name_of(at->d_name);
        if (what == CACHE_NAME_OTHER)
            continue;
        if (unlinkat(dirfd(open_folder), at->d_name, 0) == 0) {
            *n_removed += what == CACHE_NAME_ENTRY;
        } else if (errno != ENOENT && !error) {
            error = errno;
            snprintf(failed, CACHE_FILE_BYTES, "%s/%.80s", folder, at->d_name);
        }
    }
    closedir(open_folder);
    return error;
}

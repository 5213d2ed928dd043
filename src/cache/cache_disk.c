/* cache_disk.c: one entry, one file. Readers trust nothing: magic, version, sizes, key and checksum must fit. A writer
 * makes a temporary file beside the entry and renames it, so that no reader ever sees half of one and the last of many
 * writers wins. After a crash of the machine an entry may be damaged; the checksum finds that, so nothing is synced.
 *
 *   bytes   what, little-endian
 *    0..8   "rustgcch"
 *    8..12  version of the format
 *   12..16  0
 *   16..24  n: bytes behind the header
 *   24..32  0
 *   32..64  the key
 *   64..80  hash_128 of bytes 0..64 and of those behind the header, together
 *   80..    n bytes */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "cache/cache_internal.h"

enum { HEADER_BYTES = 80, CHECKED_BYTES = 64, VERSION = 1 };
#define MOST_BYTES (UINT64_C(1) << 31)

static void cache_put_le(uint8_t *to, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static void cache_make_header(uint8_t header[HEADER_BYTES], const cache_key *key, const uint8_t *bytes, size_t n)
{
    uint64_t parts[4];
    memset(header, 0, HEADER_BYTES);
    memcpy(header, "rustgcch", 8);
    cache_put_le(header + 8, VERSION, 4);
    cache_put_le(header + 16, n, 8);
    memcpy(header + 32, key->bytes, sizeof key->bytes);
    hash_128(header, CHECKED_BYTES, parts);
    hash_128(bytes, n, parts + 2);
    cache_put_le(header + 64, parts[0] ^ parts[2], 8);
    cache_put_le(header + 72, parts[1] + parts[3], 8);
}

static void cache_entry_path(char path[CACHE_FILE_BYTES], const char *folder, const cache_key *key)
{
    static const char digits[] = "0123456789abcdef";
    char name[2 * sizeof key->bytes + 1];
    for (size_t i = 0; i < sizeof key->bytes; i++) {
        name[2 * i] = digits[key->bytes[i] >> 4];
        name[2 * i + 1] = digits[key->bytes[i] & 15];
    }
    name[2 * sizeof key->bytes] = 0;
    snprintf(path, CACHE_FILE_BYTES, "%s/%s" CACHE_ENTRY_ENDING, folder, name);
}

static bool cache_disk_is_hex(const char *name, size_t n)
{
    return strspn(name, "0123456789abcdef") == n;
}

cache_name cache_name_of(const char *name)
{
    if (cache_disk_is_hex(name, 2 * SHA256_BYTES) && strcmp(name + 2 * SHA256_BYTES, CACHE_ENTRY_ENDING) == 0)
        return CACHE_NAME_ENTRY;
    if (strncmp(name, CACHE_TEMP_BEGINNING, strlen(CACHE_TEMP_BEGINNING)) == 0 &&
        strlen(name) == strlen(CACHE_TEMP_BEGINNING) + 6)
        return CACHE_NAME_TEMP;
    return strcmp(name, "rustg-total") == 0 ? CACHE_NAME_TOTAL : CACHE_NAME_OTHER;
}

static bool cache_read_all(int fd, uint8_t *to, size_t n)
{
    while (n > 0) {
        ssize_t got = read(fd, to, n);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0) {
            to += got;
            n -= (size_t)got;
        }
    }
    return true;
}

static bool cache_write_all(int fd, const uint8_t *from, size_t n)
{
    while (n > 0) {
        ssize_t put = write(fd, from, n);
        if (put < 0 && errno != EINTR)
            return false;
        if (put == 0) {
            errno = ENOSPC;
            return false;
        }
        if (put > 0) {
            from += put;
            n -= (size_t)put;
        }
    }
    return true;
}

static void cache_end_blob(cache_shared *shared)
{
    cache_blob *blob = (cache_blob *)shared;
    free(blob->memory);
    free(blob);
}

/* Takes memory; NULL frees it. */
static cache_blob *cache_blob_of(void *memory, const uint8_t *bytes, size_t n)
{
    cache_blob *blob = calloc(1, sizeof *blob);
    if (!blob) {
        free(memory);
        return NULL;
    }
    atomic_init(&blob->shared.n_users, 1);
    blob->shared.weight = n + sizeof *blob;
    blob->shared.end = cache_end_blob;
    blob->memory = memory;
    blob->bytes = bytes;
    blob->n = n;
    return blob;
}

cache_blob *cache_blob_new(const uint8_t *bytes, size_t n)
{
    uint8_t *memory = malloc(n + 1);
    if (!memory)
        return NULL;
    if (n)
        memcpy(memory, bytes, n);
    return cache_blob_of(memory, memory, n);
}

cache_read cache_disk_read(const char *folder, const cache_key *key, cache_blob **blob)
{
    char path[CACHE_FILE_BYTES];
    uint8_t wanted[HEADER_BYTES], *memory = NULL;
    cache_read answer = CACHE_READ_NONE;
    struct stat about;
    *blob = NULL;
    cache_entry_path(path, folder, key);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return CACHE_READ_NONE;
    /* Code that another user could have written is not run. */
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_uid != geteuid() ||
        (about.st_mode & (S_IWGRP | S_IWOTH)))
        goto done;
    size_t n = (size_t)about.st_size;
    bool is_right = about.st_size >= HEADER_BYTES && (uint64_t)about.st_size <= MOST_BYTES;
    if (is_right) {
        memory = malloc(n);
        if (!memory)
            goto done;
        errno = 0;
        is_right = cache_read_all(fd, memory, n);
        if (!is_right && errno != 0) /* it could not be read, which says nothing of it */
            goto done;
    }
    if (is_right) {
        cache_make_header(wanted, key, memory + HEADER_BYTES, n - HEADER_BYTES);
        is_right = memcmp(wanted, memory, HEADER_BYTES) == 0;
    }
    if (is_right) {
        const struct timespec used[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = UTIME_NOW}};
        futimens(fd, used); /* where that is not allowed the entry only looks older */
        *blob = cache_blob_of(memory, memory + HEADER_BYTES, n - HEADER_BYTES);
        memory = NULL;
        answer = *blob ? CACHE_READ_GOOD : CACHE_READ_NONE;
    } else {
        unlink(path);
        answer = CACHE_READ_DAMAGED;
    }
done:
    free(memory);
    close(fd);
    return answer;
}

/* The folder and those above it, for the owner alone. False: errno. */
static bool cache_make_folder(const char *folder)
{
    char path[CACHE_PATH_BYTES];
    if (mkdir(folder, 0700) == 0 || errno == EEXIST)
        return true;
    if (errno != ENOENT)
        return false;
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(folder, 0700) == 0 || errno == EEXIST;
}

int cache_disk_try(const char *folder)
{
    char temp[CACHE_FILE_BYTES];
    struct stat about;
    snprintf(temp, sizeof temp, "%s/" CACHE_TEMP_BEGINNING "XXXXXX", folder);
    int fd = mkostemp(temp, O_CLOEXEC);
    if (fd >= 0) {
        unlink(temp);
        close(fd);
        return 0;
    }
    if (errno != ENOENT)
        return errno;
    /* The folder would be made in the nearest one above it that exists. */
    snprintf(temp, sizeof temp, "%s", folder);
    while (stat(temp, &about) != 0) {
        char *slash = strrchr(temp, '/');
        if (errno != ENOENT)
            return errno;
        if (!slash || !*temp)
            return access(slash ? "/" : ".", W_OK | X_OK) == 0 ? 0 : errno;
        *slash = 0;
    }
    if (!S_ISDIR(about.st_mode))
        return ENOTDIR;
    return access(temp, W_OK | X_OK) == 0 ? 0 : errno;
}

bool cache_disk_write(const char *folder, const cache_key *key, const uint8_t *bytes, size_t n, uint64_t *n_file,
                      char *problem)
{
    char path[CACHE_FILE_BYTES], temp[CACHE_FILE_BYTES];
    uint8_t header[HEADER_BYTES];
    cache_entry_path(path, folder, key);
    snprintf(temp, sizeof temp, "%s/" CACHE_TEMP_BEGINNING "XXXXXX", folder);
    cache_make_header(header, key, bytes, n);
    int fd = mkostemp(temp, O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && cache_make_folder(folder)) {
        snprintf(temp, sizeof temp, "%s/" CACHE_TEMP_BEGINNING "XXXXXX", folder);
        fd = mkostemp(temp, O_CLOEXEC);
    }
    bool is_written = fd >= 0 && cache_write_all(fd, header, sizeof header) && cache_write_all(fd, bytes, n);
    int error = errno;
    if (fd >= 0 && close(fd) != 0 && is_written) {
        is_written = false;
        error = errno;
    }
    if (is_written && rename(temp, path) != 0) {
        is_written = false;
        error = errno;
    }
    if (!is_written) {
        char words[96];
        if (fd >= 0)
            unlink(temp);
        snprintf(problem, 256, "an entry could not be written: %s", strerror_r(error, words, sizeof words));
    }
    *n_file = HEADER_BYTES + n;
    return is_written;
}

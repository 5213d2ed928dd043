/* source_read.c: reads whole files into memory. It uses read(), so that pipes work and a file that shrinks does no
 * harm. */
#define _GNU_SOURCE
#include "base/limits.h"
#include "base/source_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCE_SLACK_BYTES = 4096 }; /* that a text may keep behind its end */

bool source_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

int source_no_file(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return errno;
    return S_ISREG(info.st_mode) ? 0 : S_ISDIR(info.st_mode) ? EISDIR : EMSGSIZE;
}

uint64_t source_size(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0)
        return 0;
    return (uint64_t)info.st_size;
}

/* One byte more than is known, so that the end of a file of known size is met without growing. */
static size_t source_first_capacity(const struct stat *info, size_t max_bytes)
{
    if (!S_ISREG(info->st_mode) || info->st_size <= 0)
        return max_bytes < 65536 ? max_bytes + 1 : 65536;
    return (uint64_t)info->st_size < max_bytes ? (size_t)info->st_size + 1 : max_bytes + 1;
}

/* What may be read of something that does not tell its size. */
static size_t source_most(const struct stat *info, int fd, size_t max_bytes)
{
    if (S_ISREG(info->st_mode) && info->st_size > 0)
        return max_bytes;
    size_t most =
        S_ISCHR(info->st_mode) && !isatty(fd) ? (size_t)LIMIT_DEVICE_KIB << 10 : (size_t)LIMIT_STREAM_KIB << 10;
    return most < max_bytes ? most : max_bytes;
}

/* What is read. It begins in the caller's room, if that is large enough, and is malloc'd otherwise. */
typedef struct source_text {
    uint8_t *data, *room;
    size_t n, capacity;
} source_text;

static bool source_grow(source_text *text, size_t capacity)
{
    const bool is_own = text->data != text->room;
    uint8_t *grown = (uint8_t *)realloc(is_own ? text->data : NULL, capacity);
    if (!grown)
        return false;
    if (!is_own && text->n > 0)
        memcpy(grown, text->data, text->n);
    text->data = grown;
    text->capacity = capacity;
    return true;
}

static int source_read_all(int fd, const struct stat *info, size_t max_bytes, source_text *text)
{
    for (;;) {
        if (text->n > max_bytes)
            return S_ISREG(info->st_mode) && info->st_size > 0 ? EFBIG : EMSGSIZE;
        if (text->n == text->capacity &&
            !source_grow(text, text->capacity > max_bytes / 2 ? max_bytes + 1 : text->capacity * 2))
            return ENOMEM;
        /* Linux reads at most 2 GiB - 4 KiB a call; asking for less says the same everywhere. */
        size_t room = text->capacity - text->n < ((size_t)1 << 30) ? text->capacity - text->n : (size_t)1 << 30;
        ssize_t got = read(fd, text->data + text->n, room);
        if (got < 0 && errno != EINTR)
            return errno;
        if (got == 0)
            return 0;
        if (got > 0)
            text->n += (size_t)got;
    }
}

static int source_read_open(int fd, size_t max_bytes, size_t n_room, source_text *text)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return errno;
    if (S_ISREG(info.st_mode) && info.st_size > 0 && (uint64_t)info.st_size > max_bytes)
        return EFBIG;
    max_bytes = source_most(&info, fd, max_bytes);
    size_t capacity = source_first_capacity(&info, max_bytes);
    if (capacity <= n_room)
        text->capacity = n_room;
    else if (!source_grow(text, capacity))
        return ENOMEM;
    return source_read_all(fd, &info, max_bytes, text);
}

int source_read_into(const char *path, size_t max_bytes, uint8_t *room, size_t n_room, uint8_t **bytes, size_t *n_bytes)
{
    source_text text = {room, room, 0, 0};
    int fd;
    *bytes = NULL;
    *n_bytes = 0;
    do {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return errno;
    int error = source_read_open(fd, max_bytes, n_room, &text);
    close(fd);
    const bool is_own = text.data != room;
    if (error) {
        if (is_own)
            free(text.data);
        return error;
    }
    if (is_own && text.capacity - text.n > SOURCE_SLACK_BYTES) {
        uint8_t *exact = (uint8_t *)realloc(text.data, text.n ? text.n : 1);
        if (exact)
            text.data = exact;
    }
    *bytes = text.data;
    *n_bytes = text.n;
    return 0;
}

int source_read(const char *path, size_t max_bytes, uint8_t **bytes, size_t *n_bytes)
{
    return source_read_into(path, max_bytes, NULL, 0, bytes, n_bytes);
}

/* source_read.c: reads whole files into memory. It uses read(), so that pipes work and a file that shrinks does no
 * harm. */
#define _GNU_SOURCE
#include "base/source_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

int source_read(const char *path, size_t max_bytes, uint8_t **bytes, size_t *n_bytes)
{
    uint8_t *data = NULL;
    size_t n = 0, capacity;
    int error = 0;
    struct stat info;
    int fd;

    *bytes = NULL;
    *n_bytes = 0;
    do {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return errno;
    if (fstat(fd, &info) != 0) {
        error = errno;
        goto done;
    }
    if (S_ISREG(info.st_mode) && info.st_size > 0 && (uint64_t)info.st_size > max_bytes) {
        error = EFBIG;
        goto done;
    }
    capacity = source_first_capacity(&info, max_bytes);
    data = (uint8_t *)malloc(capacity);
    if (!data) {
        error = ENOMEM;
        goto done;
    }
    for (;;) {
        if (n > max_bytes) {
            error = EFBIG;
            goto done;
        }
        if (n == capacity) {
            size_t wanted = capacity > max_bytes / 2 ? max_bytes + 1 : capacity * 2;
            uint8_t *grown = (uint8_t *)realloc(data, wanted);
            if (!grown) {
                error = ENOMEM;
                goto done;
            }
            data = grown;
            capacity = wanted;
        }
        /* Linux reads at most 2 GiB - 4 KiB a call; asking for less says the same everywhere. */
        size_t room = capacity - n < ((size_t)1 << 30) ? capacity - n : (size_t)1 << 30;
        ssize_t got = read(fd, data + n, room);
        if (got < 0 && errno != EINTR) {
            error = errno;
            goto done;
        }
        if (got == 0)
            break;
        if (got > 0)
            n += (size_t)got;
    }
    if (capacity - n > 4096) {
        uint8_t *exact = (uint8_t *)realloc(data, n ? n : 1);
        if (exact)
            data = exact;
    }
    *bytes = data;
    *n_bytes = n;
    data = NULL;
done:
    free(data);
    close(fd);
    return error;
}

/* fuzz_npy.c: libFuzzer's entry for .npy files. Checked: an array that is taken has all its bytes, and writing it and
 * reading it again gives the same. */
#define _GNU_SOURCE
#include "fuzz/fuzz_rig.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"

unsigned long fuzz_n_taken;

static char problem[1024];

/* In the place of the command line's, which print. */
void cli_error(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(problem, sizeof problem, format, words);
    va_end(words);
}

void cli_write_error(const char *path, int error)
{
    (void)path;
    (void)error;
}

static int file_of(const char *name, char path[64])
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        fuzz_fail("fuzz_npy", "no memory file");
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    char path[64], copy_path[64];
    cli_array array, copy;
    int fd = file_of("in", path), copy_fd = file_of("out", copy_path);
    problem[0] = 0;
    if (write(fd, data, n_data) != (ssize_t)n_data)
        fuzz_fail("fuzz_npy", "cannot write");
    if (cli_array_read(path, &array)) {
        size_t n_bytes = (size_t)array.n_items * array.item_bytes;
        if (n_bytes > n_data)
            fuzz_fail("more than the file has", path);
        if (!cli_array_write(copy_path, &array) || !cli_array_read(copy_path, &copy))
            fuzz_fail("an array does not read back", problem);
        if (copy.kind != array.kind || copy.item_bytes != array.item_bytes || copy.n_items != array.n_items ||
            memcmp(copy.data, array.data, n_bytes) != 0)
            fuzz_fail("an array reads back as another", array.shape_text);
        fuzz_n_taken += array.n_items > 0;
        free(array.data);
        free(copy.data);
    } else if (!problem[0]) {
        fuzz_fail("a refused file", "nothing is said of it");
    }
    close(fd);
    close(copy_fd);
    return 0;
}

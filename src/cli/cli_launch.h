/* cli_launch.h: launch headers, and C text that holds compiled kernels. */
#ifndef RUSTG_CLI_LAUNCH_H
#define RUSTG_CLI_LAUNCH_H

#include "cli/cli.h"

/* LAUNCH_CPU: between a stem's name and a kernel's in the names of objects. */
enum { LAUNCH_NAME_BYTES = 128 };
#define LAUNCH_CPU "_cpu_"

/* What the texts are made of.
 *   stem       of the files; name: that as a name of C
 *   is_linked  the object of these kernels is linked too
 *   is_image   the bytes are an image of the driver's, else what rustg_kernels_save gives */
typedef struct launch_kernels {
    const char *stem, *name, *source;
    const rustg_kernel *kernels;
    size_t n;
    bool is_linked, is_image;
    const char *const *symbols; /* of the image's functions; NULL: their names */
} launch_kernels;

/* The stem's last name as one of C. False: it is none, or too long. */
bool launch_name(const char *stem, char name[LAUNCH_NAME_BYTES]);
/* Writes one of the two; path NULL: to standard output. Each returns the exit status. */
int launch_write(const launch_kernels *of, bool is_header, const uint8_t *bytes, size_t n_bytes, const char *path);
int launch_write_result(const cli_options *options, const char *stem, rustg_result *result, bool is_header,
                        const char *path);

#endif

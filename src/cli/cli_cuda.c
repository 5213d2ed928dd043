/* cli_cuda.c: compiles CUDA C++ into PTX or a cubin, through NVRTC. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_cuda(const char *path)
{
    size_t n = path ? strlen(path) : 0;
    return n > 3 && strcmp(path + n - 3, ".cu") == 0;
}

/* Reads a text and puts a 0 behind it; NULL after a failure that has been reported. */
static char *cli_read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t n = 0, capacity = 0, got = 1;
    while (file && got > 0) {
        if (n + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *more = realloc(text, capacity);
            if (!more) {
                errno = ENOMEM;
                break;
            }
            text = more;
        }
        got = fread(text + n, 1, capacity - n - 1, file);
        n += got;
    }
    if (!file || got > 0 || ferror(file)) {
        cli_error("couldn't read `%s`: %s", path, strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[n] = 0;
    }
    if (file)
        fclose(file);
    return text;
}

int cli_cuda(const cli_options *options)
{
    const cli_kernel_options *own = &options->kernels;
    bool cubin = own->output == RUSTG_OUTPUT_CUBIN;
    const char *path = options->inputs[0], *slash = strrchr(path, '/');
    char include[4096], *image = NULL, *log = NULL;
    const char *const passed[] = {include};
    rustg_error error = {0};
    size_t n_bytes = 0;
    if (options->n_inputs != 1 || own->run || (own->output != RUSTG_OUTPUT_PTX && !cubin) || own->archs.n > 1) {
        cli_error("of CUDA C++ rustgc makes PTX or a cubin, of one file for one --arch");
        return CLI_EXIT_CALL;
    }
    int n = snprintf(include, sizeof include, "--include-path=%.*s", slash ? (int)(slash - path) + 1 : 1,
                     slash ? path : ".");
    if (n < 0 || (size_t)n >= sizeof include) {
        cli_error("the path `%s` is too long", path);
        return CLI_EXIT_CALL;
    }
    rustg_cuda_options cuda = {.struct_size = sizeof cuda,
                               .debug = own->debug,
                               .max_registers = own->max_registers,
                               .no_opt_level = 3 - own->opt_level,
                               .fast_math = own->fast_math,
                               .options = passed,
                               .n_options = 1};
    cuda.arch = own->archs.n ? own->archs.at[0] : "sm_75";
    cuda.defines = own->defines.at;
    cuda.n_defines = own->defines.n;
    char *text = cli_read_text(path);
    if (!text)
        return CLI_EXIT_MACHINE;
    rustg_status status = rustg_cuda_compile(text, path, &cuda, cubin, &image, &n_bytes, &log, &error);
    free(text);
    if (log && *log) /* as NVRTC words it, warnings too */
        fprintf(stderr, "%s", log);
    int exit_status = CLI_EXIT_OK;
    if (status == RUSTG_ERR_SOURCE) {
        exit_status = CLI_EXIT_SOURCE;
        if (!log || !*log)
            cli_status_error(status, &error);
    } else if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        exit_status = status == RUSTG_ERR_ARGUMENT ? CLI_EXIT_CALL : CLI_EXIT_MACHINE;
    } else if (!cli_write_bytes(options->output, (const uint8_t *)image, n_bytes)) {
        exit_status = CLI_EXIT_MACHINE;
    }
    fflush(stderr);
    rustg_log_free(image);
    rustg_log_free(log);
    return exit_status;
}

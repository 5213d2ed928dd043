/* cli_cuda.c: compiles CUDA C++ into PTX or a cubin, through NVRTC. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "rustg/module.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_cuda(const char *path)
{
    size_t n = path ? strlen(path) : 0;
    return n > 3 && strcmp(path + n - 3, ".cu") == 0;
}

int cli_cuda(const cli_options *options)
{
    const cli_kernel_options *own = &options->kernels;
    const bool cubin = own->outputs == 1u << RUSTG_OUTPUT_CUBIN, ptx = own->outputs == 1u << RUSTG_OUTPUT_PTX;
    const char *path = options->inputs[0], *slash = strrchr(path, '/');
    char *image = NULL, *log = NULL;
    rustg_error error = {0};
    size_t n_bytes = 0;
    if (options->n_inputs != 1 || own->run || (!ptx && !cubin) || own->texts || own->out_dir || own->archs.n > 1) {
        cli_error("of CUDA C++ rustgc makes PTX or a cubin, of one file for one --arch");
        return CLI_EXIT_CALL;
    }
    /* Each folder is two words: the option, and its value. */
    const size_t n_dirs = own->include_dirs.n, n_passed = 2 * (n_dirs + 1);
    const char **passed = malloc(n_passed * sizeof *passed);
    char *own_folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    if (!passed || !own_folder) {
        cli_error("out of memory");
        free(passed);
        free(own_folder);
        return CLI_EXIT_MACHINE;
    }
    for (size_t i = 0; i <= n_dirs; i++) {
        passed[2 * i] = "--include-path";
        passed[2 * i + 1] = i > 0 ? own->include_dirs.at[i - 1] : own_folder;
    }
    rustg_cuda_options cuda = {.struct_size = sizeof cuda,
                               .debug = own->debug,
                               .max_registers = own->max_registers,
                               .no_opt_level = 3 - own->opt_level,
                               .fast_math = own->fast_math,
                               .options = passed,
                               .n_options = n_passed};
    cuda.arch = own->archs.n ? own->archs.at[0] : "sm_75";
    cuda.defines = own->defines.at;
    cuda.n_defines = own->defines.n;
    size_t n_text;
    cli_watch_note(options, path);
    char *text = cli_read_file(path, &n_text);
    if (!text)
        cli_error("couldn't read `%s`: %s", path, strerror(errno));
    rustg_status status =
        text ? rustg_cuda_compile(text, path, &cuda, cubin, &image, &n_bytes, &log, &error) : RUSTG_ERR_IO;
    free(text);
    free(passed);
    free(own_folder);
    if (!text)
        return CLI_EXIT_MACHINE;
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

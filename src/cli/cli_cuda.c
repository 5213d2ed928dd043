/* cli_cuda.c: compiles CUDA C++ into PTX or a cubin, through NVRTC, and writes its launch texts, through
 * libclang; or hands it to cli_run_cuda.c. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli_launch.h"
#include "rustg/module.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_cuda(const char *path)
{
    size_t n = path ? strlen(path) : 0;
    return n > 3 && strcmp(path + n - 3, ".cu") == 0;
}

enum { CUDA_PATH_BYTES = 4096 };

/* One run: the text, NVRTC's options of it, and what is written. */
typedef struct cuda_run {
    const cli_options *options;
    rustg_cuda_options how;
    const char *path, **passed;
    char *own_folder, *text, *image;
    size_t n_image;
    char stem[CUDA_PATH_BYTES];
} cuda_run;

static bool cuda_is_right(const cli_options *options)
{
    const cli_kernel_options *own = &options->kernels;
    const bool has_image = own->outputs == 1u << RUSTG_OUTPUT_CUBIN || own->outputs == 1u << RUSTG_OUTPUT_PTX;
    const char *problem = NULL, *hint = NULL;
    if (own->run && (options->n_inputs != 1 || own->outputs || own->texts || own->out_dir || own->archs.n > 1))
        problem = "--run of CUDA C++ takes one file, and one --arch at most";
    else if (own->run && (own->interpret || options->engine == RUSTG_ENGINE_CPU))
        problem = "CUDA C++ runs on CUDA devices alone; a kernel in Rust runs on the CPU and in the interpreter too";
    else if (own->run)
        return true;
    else if (options->n_inputs != 1 || (own->outputs && !has_image) || own->archs.n > 1 ||
             (!own->outputs && !own->texts) || cli_has_text(options, CLI_TEXT_DEP_INFO)) {
        problem =
            "of CUDA C++ rustgc makes PTX or a cubin, and launch texts, of one file for one --arch, or does --run";
        hint =
            cli_has_text(options, CLI_TEXT_DEP_INFO)
                ? "--emit=dep-info is of kernels in Rust; `nvcc -M` tells what a .cu file includes"
                : "it is --emit=ptx, --emit=cubin or --emit=launch-h, -o with such an ending, or --run KERNEL --for N";
    } else if (cli_has_text(options, CLI_TEXT_LAUNCH_C) && !has_image)
        problem = "--emit=launch-c of CUDA C++ holds PTX or a cubin: --emit=launch-c,ptx";
    if (problem)
        cli_error("%s", problem);
    if (hint)
        cli_hint("%s", hint);
    return problem == NULL;
}

/* What the names of several files begin with: -o's without an ending, else the input's, in --out-dir or here. */
static void cuda_stem(cuda_run *run)
{
    static const char *const endings[] = {".launch.h", ".launch.c", ".ptx", ".cubin", ".cu"};
    const char *slash = strrchr(run->path, '/');
    const char *name = run->options->output ? run->options->output : slash ? slash + 1 : run->path;
    const char *folder = run->options->kernels.out_dir;
    snprintf(run->stem, sizeof run->stem, "%s%s%s", folder ? folder : "", folder ? "/" : "", name);
    size_t n = strlen(run->stem);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t n_ending = strlen(endings[i]);
        if (n > n_ending && strcmp(run->stem + n - n_ending, endings[i]) == 0) {
            run->stem[n - n_ending] = 0;
            return;
        }
    }
}

static int cuda_prepare(cuda_run *run)
{
    const cli_kernel_options *own = &run->options->kernels;
    /* Each folder is two words: the option, and its value. */
    const size_t n_dirs = own->include_dirs.n, n_passed = 2 * (n_dirs + 1);
    const char *slash = strrchr(run->path, '/');
    run->passed = malloc(n_passed * sizeof *run->passed);
    run->own_folder = slash ? strndup(run->path, (size_t)(slash - run->path) + 1) : strdup(".");
    if (!run->passed || !run->own_folder) {
        return cli_no_memory();
    }
    for (size_t i = 0; i <= n_dirs; i++) {
        run->passed[2 * i] = "--include-path";
        run->passed[2 * i + 1] = i > 0 ? own->include_dirs.at[i - 1] : run->own_folder;
    }
    run->how = (rustg_cuda_options){.struct_size = sizeof run->how,
                                    .arch = own->archs.n ? own->archs.at[0]
                                            : own->run   ? NULL
                                                         : "sm_75",
                                    .debug = own->debug,
                                    .max_registers = own->max_registers,
                                    .no_opt_level = 3 - own->opt_level,
                                    .fast_math = own->fast_math,
                                    .defines = own->defines.at,
                                    .n_defines = own->defines.n,
                                    .options = run->passed,
                                    .n_options = n_passed};
    size_t n_text;
    cuda_stem(run);
    cli_watch_note(run->options, run->path);
    run->text = cli_read_file(run->path, &n_text);
    if (!run->text) {
        cli_error("couldn't read `%s`: %s", run->path, strerror(errno));
        cli_similar_file(run->path);
    }
    return run->text ? CLI_EXIT_OK : CLI_EXIT_MACHINE;
}

static int cuda_make_image(cuda_run *run)
{
    char *log = NULL;
    rustg_error error = {0};
    const bool is_cubin = run->options->kernels.outputs == 1u << RUSTG_OUTPUT_CUBIN;
    const rustg_status status =
        rustg_cuda_compile(run->text, run->path, &run->how, is_cubin, &run->image, &run->n_image, &log, &error);
    if (log && *log) /* as NVRTC words it, warnings too */
        fprintf(stderr, "%s", log);
    if (log && strstr(log, "cannot open source file"))
        cli_hint(
            "NVRTC compiles device code, without the host's headers: it has `<cuda/std/cstdint>` and not `<cstdint>`; "
            "-I DIR names a folder of others");
    int exit_status = CLI_EXIT_OK;
    if (status == RUSTG_ERR_SOURCE) {
        exit_status = CLI_EXIT_SOURCE;
        if (!log || !*log)
            cli_status_error(status, &error);
    } else if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        exit_status = status == RUSTG_ERR_ARGUMENT ? CLI_EXIT_CALL : CLI_EXIT_MACHINE;
    }
    fflush(stderr);
    rustg_log_free(log);
    return exit_status;
}

/* The path of one of several files, else what -o says. */
static const char *cuda_path(const cuda_run *run, const char *ending, char path[CUDA_PATH_BYTES + 16])
{
    const cli_kernel_options *own = &run->options->kernels;
    const bool is_one = own->outputs ? own->texts == 0 : (own->texts & (own->texts - 1)) == 0;
    snprintf(path, CUDA_PATH_BYTES + 16, "%s%s", run->stem, ending);
    return is_one && !own->out_dir ? run->options->output : path;
}

static char **cuda_free_names(char **names, size_t n)
{
    for (size_t i = 0; names && i < n; i++)
        free(names[i]);
    free(names);
    return NULL;
}

/* `scale_float` of `scale<float>`. NULL: out of memory. */
static char *cuda_identifier(const char *name)
{
    char *made = strdup(name), *out = made;
    bool is_apart = false;
    for (const char *c = name; made && *c; c++) {
        const bool is_of_name = isalnum((unsigned char)*c) || *c == '_';
        if (is_of_name && is_apart)
            *out++ = '_';
        if (is_of_name)
            *out++ = *c;
        is_apart = !is_of_name;
    }
    if (made)
        *out = 0;
    return made;
}

static char **cuda_identifiers(const rustg_cuda_function *functions, size_t n)
{
    char **names = calloc(n + 1, sizeof *names);
    bool is_made = names != NULL;
    for (size_t i = 0; i < n && is_made; i++)
        is_made = (names[i] = cuda_identifier(functions[i].name)) != NULL;
    return is_made ? names : cuda_free_names(names, n);
}

/* Why a function has no launch function; NULL: it has one. */
static const char *cuda_problem(const rustg_cuda_function *functions, char *const *names, size_t n, size_t at)
{
    size_t n_named = 0;
    for (size_t i = 0; i < n; i++)
        n_named += strcmp(names[i], names[at]) == 0;
    return functions[at].unread ? functions[at].unread : n_named > 1 ? "several kernels have that name" : NULL;
}

/* Writes the launch texts of the functions whose parameters are known, and tells of the others. */
static int cuda_write_texts(const cuda_run *run, const rustg_cuda_signatures *signatures)
{
    size_t n, n_known = 0;
    char name[LAUNCH_NAME_BYTES], path[CUDA_PATH_BYTES + 16];
    const rustg_cuda_function *functions = rustg_cuda_signatures_functions(signatures, &n);
    if (!launch_name(run->stem, name)) {
        cli_error("`%s` does not make a name of C", run->stem);
        return CLI_EXIT_CALL;
    }
    rustg_kernel *kernels = calloc(n + 1, sizeof *kernels);
    const char **symbols = calloc(n + 1, sizeof *symbols);
    char **names = cuda_identifiers(functions, n);
    int status = kernels && symbols && names ? CLI_EXIT_OK : CLI_EXIT_MACHINE;
    if (status != CLI_EXIT_OK)
        cli_error("out of memory");
    for (size_t i = 0; status == CLI_EXIT_OK && i < n; i++) {
        const char *problem = cuda_problem(functions, names, n, i);
        if (problem) {
            cli_warning("%s:%u:%u: `%s` has no launch function, and its launches are not checked: %s", run->path,
                        functions[i].line, functions[i].column, functions[i].name, problem);
            continue;
        }
        kernels[n_known] =
            (rustg_kernel){.name = names[i], .params = functions[i].params, .n_params = functions[i].n_params};
        symbols[n_known++] = functions[i].symbol;
    }
    const launch_kernels of = {.stem = run->stem,
                               .name = name,
                               .source = run->path,
                               .kernels = kernels,
                               .n = n_known,
                               .is_image = true,
                               .symbols = symbols};
    if (status == CLI_EXIT_OK && cli_has_text(run->options, CLI_TEXT_LAUNCH_H))
        status = launch_write(&of, true, NULL, 0, cuda_path(run, ".launch.h", path));
    if (status == CLI_EXIT_OK && cli_has_text(run->options, CLI_TEXT_LAUNCH_C))
        status = launch_write(&of, false, (const uint8_t *)run->image, run->n_image, cuda_path(run, ".launch.c", path));
    cuda_free_names(names, n);
    free(symbols);
    free(kernels);
    return status;
}

static int cuda_make_texts(const cuda_run *run)
{
    rustg_cuda_signatures *signatures;
    rustg_error error = {0};
    const rustg_status status = rustg_cuda_signatures_read(run->text, run->path, &run->how, &signatures, &error);
    if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        return CLI_EXIT_MACHINE;
    }
    const int exit_status = cuda_write_texts(run, signatures);
    rustg_cuda_signatures_free(signatures);
    return exit_status;
}

int cli_cuda(const cli_options *options)
{
    cuda_run run = {.options = options, .path = options->inputs[0]};
    char path[CUDA_PATH_BYTES + 16];
    const uint32_t outputs = options->kernels.outputs;
    if (!cuda_is_right(options))
        return CLI_EXIT_CALL;
    int status = cuda_prepare(&run);
    if (status == CLI_EXIT_OK && options->kernels.run)
        status = cli_run_cuda(options, run.text, run.path, &run.how);
    else if (status == CLI_EXIT_OK && outputs)
        status = cuda_make_image(&run);
    if (status == CLI_EXIT_OK && options->kernels.out_dir && !cli_make_folder(options->kernels.out_dir))
        status = CLI_EXIT_MACHINE;
    if (status == CLI_EXIT_OK && outputs) {
        const char *to = cuda_path(&run, outputs == 1u << RUSTG_OUTPUT_CUBIN ? ".cubin" : ".ptx", path);
        if (!cli_write_bytes(to, (const uint8_t *)run.image, run.n_image))
            status = CLI_EXIT_MACHINE;
    }
    if (status == CLI_EXIT_OK && options->kernels.texts)
        status = cuda_make_texts(&run);
    rustg_log_free(run.image);
    free(run.text);
    free(run.passed);
    free(run.own_folder);
    return status;
}

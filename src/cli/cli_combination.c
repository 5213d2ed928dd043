/* cli_combination.c: whether options go together, which no single one can tell. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

typedef enum combination_place { PLACE_ANY, PLACE_RUST, PLACE_CUDA, PLACE_RUN } combination_place;

/* By the bits of cli_options.given. */
static const struct {
    const char *name;
    combination_place place;
} combination_options[] = {
#define OPTION(id, name, letter, value, most, help)      {name, PLACE_ANY},
#define RUST_OPTION(id, name, letter, value, most, help) {name, PLACE_RUST},
#define CUDA_OPTION(id, name, letter, value, most, help) {name, PLACE_CUDA},
#define RUN_OPTION(id, name, letter, value, most, help)  {name, PLACE_RUN},
#include "cli/cli_option.def"
};

/* Whether each option that was given has something to act on. */
static bool combination_has_place(const cli_options *options)
{
    const bool is_cuda = options->n_inputs > 0 && cli_is_cuda(options->inputs[0]);
    for (size_t i = 0; i < sizeof combination_options / sizeof *combination_options; i++) {
        const combination_place place = combination_options[i].place;
        const char *name = combination_options[i].name, *wanted = NULL, *hint = NULL;
        if (!(options->given >> i & 1))
            continue;
        if (place == PLACE_RUN && !options->kernels.run) {
            wanted = "--run";
            hint = "--run NAME launches a kernel";
        } else if (place == PLACE_CUDA && options->n_inputs > 0 && !is_cuda) {
            wanted = "CUDA C++, a .cu input";
            hint = "in Rust --cfg sets what `cfg` asks, and `mod name;` reads another file";
        } else if (place == PLACE_RUST && is_cuda) {
            wanted = "kernels in Rust";
        }
        if (!wanted)
            continue;
        cli_error("--%s goes with %s", name, wanted);
        if (hint)
            cli_hint("%s", hint);
        return cli_wrong_call(NULL);
    }
    return true;
}

static bool combination_has_dash(const char *const *words, size_t n)
{
    size_t i = 0;
    while (i < n && strcmp(words[i], "-") != 0)
        i++;
    return i < n;
}

bool cli_combination_is_right(const cli_options *options)
{
    const char *problem = NULL;
    if (options->action == CLI_ACTION_DEVICES || options->action == CLI_ACTION_CACHE_INFO ||
        options->action == CLI_ACTION_CACHE_CLEAR) {
        if (options->format != CLI_FORMAT_TEXT && options->format != CLI_FORMAT_JSON)
            problem = options->action == CLI_ACTION_DEVICES
                          ? "--devices is written as text or json"
                          : "--cache-info and --cache-clear are written as text or json";
    } else if (options->action == CLI_ACTION_COMPILE || options->action == CLI_ACTION_KERNELS) {
        const cli_kernel_options *kernels = &options->kernels;
        const bool is_to_stdout = options->output && strcmp(options->output, "-") == 0;
        const bool has_stdin = combination_has_dash(options->inputs, options->n_inputs);
        const bool has_stdin_array = combination_has_dash(kernels->args.at, kernels->args.n);
        if (!combination_has_place(options))
            return false;
        if (kernels->interpret && !kernels->run)
            problem = "--engine=interpreter goes with --run";
        else if (kernels->run && kernels->n_for == 0 && kernels->grid[0] == 0)
            problem = "--run wants --for N, or --grid and --block";
        else if (kernels->run && options->n_devices > 1)
            problem = "--run is on one device";
        else if (kernels->run && (kernels->outputs || kernels->texts))
            problem = "--run and --emit exclude each other";
        else if (kernels->out_dir && (options->output || options->action != CLI_ACTION_KERNELS || kernels->run))
            problem = "--out-dir goes with --emit of outputs of kernels, and without -o";
        else if (kernels->for_tvm_ffi && !(kernels->outputs >> RUSTG_OUTPUT_SO & 1))
            problem = "--abi=tvm-ffi goes with a shared object: -o FILE.so, or --emit=so";
        else if (options->n_inputs == 0)
            problem = "no input: name a file, a directory or `-`";
        else if (has_stdin && has_stdin_array)
            problem = "`-` is the source or arrays of --arg, not both";
        else if (options->watch && (has_stdin || has_stdin_array))
            problem = "--watch wants files and directories, not `-`";
        else if (is_to_stdout && options->action == CLI_ACTION_KERNELS && cli_outputs_are_several(options))
            problem = "-o - takes one output; --out-dir and -o NAME take several";
        else if (options->action == CLI_ACTION_KERNELS && options->format != CLI_FORMAT_TEXT &&
                 (options->format != CLI_FORMAT_JSON || kernels->outputs != 1u << RUSTG_OUTPUT_KERNELS))
            problem = "--format goes with --emit=tokens, ast and check";
        else if (options->format == CLI_FORMAT_NPY && options->emit == CLI_EMIT_CHECK)
            problem = "--format=npy goes with --emit=tokens and --emit=ast";
        else if (options->format == CLI_FORMAT_NPY && (options->output == NULL || is_to_stdout))
            problem = "--format=npy writes several files and wants -o PREFIX";
        else if (options->format == CLI_FORMAT_ARROW && options->emit == CLI_EMIT_CHECK)
            problem = "--format=arrow goes with --emit=tokens and --emit=ast";
        else if (options->format == CLI_FORMAT_ARROW && (options->output == NULL || is_to_stdout))
            problem = "--format=arrow wants -o FILE";
        else if (options->n_shards > 0 && options->action == CLI_ACTION_KERNELS)
            problem = "--shard goes with --emit=tokens, ast and check";
        else if (options->n_shards > 0 && (options->format == CLI_FORMAT_TEXT || options->format == CLI_FORMAT_JSON))
            problem = "--shard goes with --format=tsv, npy and arrow";
        else if (options->n_shards > 0 && (options->output == NULL || is_to_stdout))
            problem = "--shard wants -o DIR";
        else if (options->output != NULL && options->output[0] == 0)
            problem = "the name after -o is empty";
    }
    if (problem == NULL)
        return true;
    cli_error("%s", problem);
    return cli_wrong_call(NULL);
}

/* cli_output.c: what is made of kernels goes into files, or one thing to standard output. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli_launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTPUT_PATH_BYTES = 4096 };

/* Columns of output.def. */
static const struct {
    const char *word, *ending;
    bool per_arch, is_code;
} outputs[RUSTG_N_OUTPUTS] = {
#define OUTPUT(name, word, ending, per_arch, is_code, text) {word, ending, per_arch, is_code},
#include "rustg/output.def"
};

static const char *const text_endings[CLI_N_TEXTS] = {
#define EMIT_TEXT(name, word, ending) ending,
#include "cli/cli_emit.def"
};

bool cli_has_text(const cli_options *options, cli_text text)
{
    return options->kernels.texts >> text & 1;
}

static bool output_ends_in(const char *name, size_t n_name, const char *ending)
{
    const size_t n = strlen(ending);
    return n > 0 && n_name > n && memcmp(name + n_name - n, ending, n) == 0;
}

/* Whether --emit names one thing. */
static bool output_is_one(const cli_kernel_options *own)
{
    return (own->outputs & (own->outputs - 1)) == 0 && (own->texts & (own->texts - 1)) == 0 &&
           !(own->outputs && own->texts);
}

bool cli_outputs_are_several(const cli_options *options)
{
    const cli_kernel_options *own = &options->kernels;
    for (int i = 0; i < RUSTG_N_OUTPUTS; i++)
        if (own->outputs >> i & 1 && outputs[i].per_arch && own->archs.n > 1)
            return true;
    return !output_is_one(own);
}

/* Files are STEM.ptx, STEM.sm_90.ptx and the like: -o's name without an output's ending, else the first input's name in
 * --out-dir or here. */
static bool output_stem(const cli_options *options, const cli_inputs *inputs, char stem[OUTPUT_PATH_BYTES])
{
    const char *folder = options->kernels.out_dir ? options->kernels.out_dir : "";
    const char *slash = folder[0] && folder[strlen(folder) - 1] != '/' ? "/" : "";
    const char *name = options->output;
    size_t n_name = name ? strlen(name) : 0, n_kept = n_name;
    if (name) {
        for (size_t i = 0; i < RUSTG_N_OUTPUTS; i++)
            if (output_ends_in(name, n_name, outputs[i].ending))
                n_kept = n_name - strlen(outputs[i].ending);
        for (size_t i = 0; i < CLI_N_TEXTS; i++)
            if (output_ends_in(name, n_name, text_endings[i]))
                n_kept = n_name - strlen(text_endings[i]);
    } else {
        const bool is_file = inputs->n > 0 && inputs->sources[0].bytes == NULL;
        name = is_file ? inputs->sources[0].name : "kernels";
        name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
        n_name = n_kept = strlen(name);
        if (output_ends_in(name, n_name, ".rs"))
            n_kept -= 3;
    }
    const int n = snprintf(stem, OUTPUT_PATH_BYTES, "%s%s%.*s", folder, slash, (int)n_kept, name);
    if (n >= 0 && n < OUTPUT_PATH_BYTES)
        return true;
    cli_error("the name of the output is too long");
    return false;
}

/* STEM[.ARCH]ENDING. Of an output without an ending its word is that; a dump, which has no word, ends in .dump, and a
 * shared object for tvm-ffi as any. */
static bool output_path(const char *stem, const char *arch, rustg_output output, char path[OUTPUT_PATH_BYTES])
{
    const char *word = output == RUSTG_OUTPUT_DUMP ? "dump" : outputs[output].word;
    const char *ending = outputs[output == RUSTG_OUTPUT_TVM_FFI ? RUSTG_OUTPUT_SO : output].ending;
    const int n = snprintf(path, OUTPUT_PATH_BYTES, "%s%s%s%s%s", stem, arch ? "." : "", arch ? arch : "",
                           ending[0] ? "" : ".", ending[0] ? ending : word);
    if (n >= 0 && n < OUTPUT_PATH_BYTES)
        return true;
    cli_error("the name of the output is too long");
    return false;
}

static bool output_write(const rustg_result *result, rustg_output output, size_t arch, const char *path)
{
    const uint8_t *bytes;
    size_t n_bytes;
    rustg_status status = rustg_result_output(result, output, arch, &bytes, &n_bytes);
    if (status == RUSTG_OK)
        return cli_write_bytes(path, bytes, n_bytes);
    cli_status_error(status, NULL);
    return false;
}

/* Calls act with the path of each file of an output, which are several where it is made for each architecture; false
 * ends it. */
typedef bool output_act(void *user, rustg_output output, size_t arch, const char *path);

static bool output_each_file(const cli_options *options, const char *stem, rustg_output output, output_act *act,
                             void *user)
{
    char path[OUTPUT_PATH_BYTES];
    const cli_words *archs = &options->kernels.archs;
    const bool by_arch = outputs[output].per_arch && archs->n > 1;
    for (size_t i = 0; i < (by_arch ? archs->n : 1); i++)
        if (!output_path(stem, by_arch ? archs->at[i] : NULL, output, path) || !act(user, output, i, path))
            return false;
    return true;
}

static bool output_write_file(void *user, rustg_output output, size_t arch, const char *path)
{
    rustg_result *const *result = user;
    return output_write(*result, output, arch, path);
}

/* A path in make's form: its spaces are escaped. */
static void output_put_path(cli_writer *out, const char *path)
{
    for (const char *c = path; *c; c++) {
        if (*c == ' ' || *c == '#')
            writer_char(out, '\\');
        if (*c == '$')
            writer_char(out, '$');
        writer_char(out, *c);
    }
}

typedef struct output_rule {
    cli_writer out;
    const rustg_result *result;
} output_rule;

static bool output_put_rule(void *user, rustg_output output, size_t arch, const char *path)
{
    output_rule *rule = user;
    (void)output;
    (void)arch;
    output_put_path(&rule->out, path);
    writer_char(&rule->out, ':');
    for (size_t i = 0; i < rustg_result_n_files(rule->result); i++) {
        rustg_file file;
        if (rustg_result_file(rule->result, i, &file) == RUSTG_OK) {
            writer_char(&rule->out, ' ');
            output_put_path(&rule->out, file.name);
        }
    }
    writer_string(&rule->out, "\n\n");
    return true;
}

/* As rustc writes it: a rule for each file that is made, and an empty one for each that was read. path NULL: standard
 * output. */
static bool output_write_dep_info(const cli_options *options, const rustg_result *result, const char *stem,
                                  const char *path)
{
    char own[OUTPUT_PATH_BYTES + 16];
    output_rule rule = {.result = result};
    if (!writer_open(&rule.out, path)) {
        cli_write_error(path, rule.out.error);
        writer_close(&rule.out);
        return false;
    }
    bool fine = true;
    for (uint32_t i = 0; i < CLI_N_TEXTS; i++) {
        snprintf(own, sizeof own, "%s%s", stem, text_endings[i]);
        if (cli_has_text(options, (cli_text)i))
            output_put_rule(&rule, RUSTG_N_OUTPUTS, 0, i == CLI_TEXT_DEP_INFO && path ? path : own);
    }
    for (int i = 0; fine && i < RUSTG_N_OUTPUTS; i++)
        if (options->kernels.outputs >> i & 1)
            fine = output_each_file(options, stem, (rustg_output)i, output_put_rule, &rule);
    for (size_t i = 0; i < rustg_result_n_files(result); i++) {
        rustg_file file;
        if (rustg_result_file(result, i, &file) == RUSTG_OK) {
            output_put_path(&rule.out, file.name);
            writer_string(&rule.out, ":\n");
        }
    }
    if (!writer_close(&rule.out)) {
        cli_write_error(path, rule.out.error);
        return false;
    }
    return fine;
}

bool cli_make_folder(const char *folder)
{
    char path[OUTPUT_PATH_BYTES];
    const size_t n = strlen(folder);
    if (n >= sizeof path) {
        cli_error("the name of the output is too long");
        return false;
    }
    memcpy(path, folder, n + 1);
    for (size_t i = 1; i <= n; i++) {
        if (path[i] != '/' && path[i] != 0)
            continue;
        const char kept = path[i];
        path[i] = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            cli_error("cannot make the directory `%s`: %s", path, strerror(errno));
            return false;
        }
        path[i] = kept;
    }
    return true;
}

static bool output_write_text(const cli_options *options, rustg_result *result, const char *stem, cli_text text,
                              bool is_one)
{
    if (!cli_has_text(options, text))
        return true;
    char path[OUTPUT_PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s%s", stem, text_endings[text]);
    const char *to = is_one ? options->output : path;
    switch (text) {
    case CLI_TEXT_DEP_INFO: return output_write_dep_info(options, result, stem, to);
    case CLI_TEXT_LAUNCH_H: return launch_write_result(options, stem, result, true, to) == CLI_EXIT_OK;
    case CLI_TEXT_LAUNCH_C: return launch_write_result(options, stem, result, false, to) == CLI_EXIT_OK;
    case CLI_N_TEXTS: break;
    }
    return false;
}

/* The texts, of which dep-info is the last: make takes it for the sign that all is there. */
static bool output_write_texts(const cli_options *options, rustg_result *result, const char *stem, bool is_one)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < CLI_N_TEXTS; i++)
        fine = i == CLI_TEXT_DEP_INFO || output_write_text(options, result, stem, (cli_text)i, is_one);
    return fine && output_write_text(options, result, stem, CLI_TEXT_DEP_INFO, is_one);
}

static bool output_write_all(const cli_options *options, rustg_result *result, const char *stem)
{
    const cli_kernel_options *own = &options->kernels;
    const bool is_one = output_is_one(own) && !own->out_dir;
    if (own->out_dir && !cli_make_folder(own->out_dir))
        return false;
    for (int i = 0; i < RUSTG_N_OUTPUTS; i++) {
        if (!(own->outputs >> i & 1))
            continue;
        const bool is_plain = is_one && !(outputs[i].per_arch && own->archs.n > 1);
        if (is_plain ? !output_write(result, (rustg_output)i, 0, options->output)
                     : !output_each_file(options, stem, (rustg_output)i, output_write_file, &result))
            return false;
    }
    return output_write_texts(options, result, stem, is_one);
}

bool cli_outputs_prefix(const cli_options *options, const cli_inputs *inputs, char prefix[OUTPUT_PREFIX_BYTES])
{
    char stem[OUTPUT_PATH_BYTES], name[LAUNCH_NAME_BYTES];
    if (!output_stem(options, inputs, stem))
        return false;
    if (!launch_name(stem, name)) {
        cli_error("`%s` does not make a name of C", stem);
        return false;
    }
    snprintf(prefix, OUTPUT_PREFIX_BYTES, "%s" LAUNCH_CPU, name);
    return true;
}

int cli_outputs_write(const cli_options *options, const cli_inputs *inputs, rustg_result *result)
{
    char stem[OUTPUT_PATH_BYTES];
    const bool has_launch = cli_has_text(options, CLI_TEXT_LAUNCH_H) || cli_has_text(options, CLI_TEXT_LAUNCH_C);
    for (int i = 0; i < RUSTG_N_OUTPUTS; i++) {
        const bool is_code = options->kernels.outputs >> i & 1 && outputs[i].is_code;
        if ((!is_code && !has_launch) || rustg_result_n_kernels(result) > 0)
            continue;
        cli_error("there is no kernel in %s`%s`", inputs->n > 1 ? "any of the inputs, such as " : "",
                  inputs->n > 0 ? inputs->sources[0].name : "");
        cli_hint(CLI_HINT_KERNEL);
        return CLI_EXIT_SOURCE;
    }
    const uint8_t *text;
    size_t n_bytes;
    if (options->kernels.outputs >> RUSTG_OUTPUT_ADJOINT & 1 &&
        rustg_result_output(result, RUSTG_OUTPUT_ADJOINT, 0, &text, &n_bytes) == RUSTG_OK && n_bytes == 0) {
        cli_error("no kernel in %s`%s` has a gradient", inputs->n > 1 ? "any of the inputs, such as " : "",
                  inputs->n > 0 ? inputs->sources[0].name : "");
        cli_hint("`#[kernel(adjoint)]` asks for one");
        return CLI_EXIT_SOURCE;
    }
    if (!output_stem(options, inputs, stem) || !output_write_all(options, result, stem))
        return CLI_EXIT_MACHINE;
    return CLI_EXIT_OK;
}

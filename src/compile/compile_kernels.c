/* compile_kernels.c: has the stages that make a module of trees. Here the compile of kernels begins and ends. */
#define _GNU_SOURCE
#include "compile/compile_kernels.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/tuning.h"
#include "compile/compile_saved.h"
#include "compile/compile_stack.h"
#include "compile/pipeline.h"
#include "opt/opt.h"
#include "sema/lints/lint.h"
#include "sema/warnings/warnings.h"

static const char *const *compile_copy_texts(arena *memory, const char *const *texts, size_t n)
{
    const char **copies = ARENA_ARRAY(memory, const char *, n);
    for (size_t i = 0; i < n; i++)
        copies[i] = arena_text(memory, texts[i], strlen(texts[i]));
    return copies;
}

static bool compile_is_c_name(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    return *text && !(*text >= '0' && *text <= '9') && text[strspn(text, letters)] == 0;
}

static const rustg_lint *compile_copy_lints(arena *memory, const rustg_lint *lints, size_t n)
{
    rustg_lint *copies = ARENA_ARRAY(memory, rustg_lint, n);
    for (size_t i = 0; i < n; i++)
        copies[i] = (rustg_lint){arena_text(memory, lints[i].name, strlen(lints[i].name)), lints[i].level};
    return copies;
}

rustg_status compile_check_kernel_options(const rustg_kernel_options *options, rustg_error *error)
{
    if (options->outputs >> RUSTG_N_OUTPUTS)
        return error_set(error, RUSTG_ERR_ARGUMENT,
                         "options->kernels->outputs is %#x; it must be a set of rustg_output",
                         (unsigned)options->outputs);
    if (options->no_opt_level > 3)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels->no_opt_level is %u; it must be at most 3",
                         (unsigned)options->no_opt_level);
    if (options->backend >= RUSTG_N_KERNEL_BACKENDS)
        return error_set(error, RUSTG_ERR_ARGUMENT,
                         "options->kernels->backend is %u; it must be a rustg_kernel_backend",
                         (unsigned)options->backend);
    if ((options->n_archs && !options->archs) || (options->n_cfgs && !options->cfgs) ||
        (options->n_instances && !options->instances) || (options->n_lints && !options->lints))
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels has a count without its array");
    for (size_t i = 0; i < options->n_cfgs; i++)
        if (!options->cfgs[i])
            return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels->cfgs[%zu] is NULL", i);
    for (size_t i = 0; i < options->n_instances; i++)
        if (!options->instances[i])
            return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels->instances[%zu] is NULL", i);
    for (size_t i = 0; i < options->n_lints; i++)
        if (!options->lints[i].name || options->lints[i].level >= RUSTG_N_LINT_LEVELS)
            return error_set(error, RUSTG_ERR_ARGUMENT,
                             "options->kernels->lints[%zu] has no name, or a level that is no rustg_lint_level", i);
    if (options->c_prefix && !compile_is_c_name(options->c_prefix))
        return error_set(error, RUSTG_ERR_ARGUMENT,
                         "options->kernels->c_prefix is `%s`; names in C are of letters, digits and _",
                         options->c_prefix);
    const bool wants_dump = options->outputs >> RUSTG_OUTPUT_DUMP & 1;
    if (wants_dump && !options->dump_after)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels->dump_after is NULL; it must name a pass");
    if (wants_dump && !opt_knows_pass(options->dump_after))
        return error_set(error, RUSTG_ERR_ARGUMENT, "`%s` is no pass of the optimizer; they are %s",
                         options->dump_after, opt_pass_names);
    for (size_t i = 0; i < options->n_archs; i++)
        if (!options->archs[i] || strncmp(options->archs[i], "sm_", 3) != 0)
            return error_set(error, RUSTG_ERR_ARGUMENT, "options->kernels->archs[%zu] is `%s`; it must be as in sm_90",
                             i, options->archs[i] ? options->archs[i] : "NULL");
    return RUSTG_OK;
}

static void compile_copy_options(compile_kernels *kernels, const rustg_kernel_options *options)
{
    static const char *const default_archs[] = {"sm_75"};
    rustg_kernel_options *own = &kernels->options;
    *own = *options;
    if (own->n_archs == 0) {
        own->archs = default_archs;
        own->n_archs = 1;
    }
    own->archs = compile_copy_texts(&kernels->memory, own->archs, own->n_archs);
    own->cfgs = compile_copy_texts(&kernels->memory, own->cfgs, own->n_cfgs);
    own->instances = compile_copy_texts(&kernels->memory, own->instances, own->n_instances);
    own->lints = compile_copy_lints(&kernels->memory, own->lints, own->n_lints);
    if (own->c_prefix)
        own->c_prefix = arena_text(&kernels->memory, own->c_prefix, strlen(own->c_prefix));
    if (own->dump_after)
        own->dump_after = arena_text(&kernels->memory, own->dump_after, strlen(own->dump_after));
}

/* The tokens and nodes of a source, counted from its own first ones. */
static sema_file compile_root_of(compile_kernels *kernels, const rustg_result *result, size_t index)
{
    arena *memory = &kernels->memory;
    const rustg_file *file = &result->files[index];
    const batch *from = &result->batches[file->batch];
    uint32_t n_toks = file->n_toks + 1, n_nodes = file->n_nodes + 1;
    uint32_t *tok_start = ARENA_ARRAY(memory, uint32_t, n_toks), *tok_end = ARENA_ARRAY(memory, uint32_t, n_toks);
    uint8_t *kind = ARENA_ARRAY(memory, uint8_t, n_nodes);
    uint32_t *tok = ARENA_ARRAY(memory, uint32_t, n_nodes), *start = ARENA_ARRAY(memory, uint32_t, n_nodes);
    uint32_t *end = ARENA_ARRAY(memory, uint32_t, n_nodes), *next = ARENA_ARRAY(memory, uint32_t, n_nodes);
    uint32_t *parent = ARENA_ARRAY(memory, uint32_t, n_nodes);
    for (uint32_t i = 0; i < n_toks; i++) {
        tok_start[i] = from->toks.start[file->first_tok + i] - file->base;
        tok_end[i] = from->toks.end[file->first_tok + i] - file->base;
    }
    next[0] = 1;
    for (uint32_t i = 1; i < n_nodes; i++) {
        uint32_t at = file->first_node + i - 1;
        kind[i] = from->ast.kind[at];
        tok[i] = from->ast.tok[at] - file->first_tok;
        start[i] = from->ast.start[at] - file->base;
        end[i] = from->ast.end[at] - file->base;
        next[i] = from->ast.next[at] - file->first_node + 1;
        parent[i] = i == 1 ? 0 : from->ast.parent[at] - file->first_node + 1;
    }
    sema_file root = {.name = file->name, .bytes = file->bytes, .n_bytes = (uint32_t)file->n_bytes};
    root.edition = file->edition;
    root.index = (uint32_t)index;
    root.origin = SEMA_FILE_SOURCE;
    root.toks = (rustg_tokens){.kind = from->toks.kind + file->first_tok, .flags = from->toks.flags + file->first_tok};
    root.toks.start = tok_start;
    root.toks.end = tok_end;
    root.toks.n_toks = n_toks;
    root.ast = (rustg_ast){kind, tok, start, end, next, parent, n_nodes};
    return root;
}

/* Adds the mod files that sema read to the result's table of files. */
static bool compile_add_mod_files(compile_kernels *kernels, rustg_result *result)
{
    const sema *s = &kernels->checked;
    size_t n_files = result->n_files;
    for (uint32_t i = 1; i < s->files.n; i++)
        if (s->files.at[i]->origin == SEMA_FILE_SOURCE && s->files.at[i]->index >= n_files)
            n_files = (size_t)s->files.at[i]->index + 1;
    if (n_files == result->n_files)
        return true;
    if (!result_reserve_files(result, n_files))
        return false;
    for (uint32_t i = 1; i < s->files.n; i++) {
        const sema_file *from = s->files.at[i];
        if (from->origin != SEMA_FILE_SOURCE || from->index < result->n_files)
            continue;
        rustg_file *to = &result->files[from->index];
        to->name = from->name;
        to->bytes = (const uint8_t *)arena_text(&kernels->memory, (const char *)from->bytes, from->n_bytes);
        to->n_bytes = from->n_bytes;
        to->edition = from->edition;
    }
    result->n_files = n_files;
    return true;
}

static bool compile_add_diagnostics(compile_kernels *kernels, rustg_result *result)
{
    const sema *s = &kernels->checked;
    if (!compile_add_mod_files(kernels, result))
        return false;
    if (s->diags.n == 0)
        return true;
    size_t n = result->n_diags + s->diags.n;
    rustg_diagnostic *diags = malloc(n * sizeof *diags);
    if (!diags)
        return false;
    for (size_t i = 0, of_syntax = 0, of_sema = 0; i < n; i++) { /* of a file, those of its syntax first */
        const bool is_syntax = of_syntax < result->n_diags &&
                               (of_sema == s->diags.n || result->diags[of_syntax].file <= s->diags.data[of_sema].file);
        diags[i] = is_syntax ? result->diags[of_syntax++] : s->diags.data[of_sema++];
    }
    free(result->diags);
    result->diags = diags;
    result->n_diags = n;
    for (size_t i = 0; i < result->n_files; i++)
        result->files[i].n_diags = 0;
    for (size_t i = 0; i < n; i++)
        result->files[diags[i].file].n_diags++;
    for (size_t i = 0, first = 0; i < result->n_files; first += result->files[i++].n_diags)
        result->files[i].first_diag = (uint32_t)first;
    return true;
}

static void compile_fill_kernels(compile_kernels *kernels)
{
    arena *memory = &kernels->memory;
    sema *s = &kernels->checked;
    kernels->kernels = ARENA_ARRAY(memory, rustg_kernel, kernels->n_lowered);
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        const lower_kernel *from = &kernels->lowered[i];
        rustg_kernel *to = &kernels->kernels[i];
        rustg_kernel_param *params = ARENA_ARRAY(memory, rustg_kernel_param, from->n_params);
        sema_span at = sema_origin(s, def_span(s, from->kernel->fn));
        const sema_file *file = s->files.at[at.file];
        to->name = kernels->module.functions.at[from->function].name;
        to->params = params;
        to->n_params = from->n_params;
        to->file = file->index;
        to->line = from->line;
        to->column = from->column;
        memcpy(to->block, from->kernel->block, sizeof to->block);
        to->max_threads = from->kernel->max_threads;
        to->min_blocks = from->kernel->min_blocks;
        to->is_unsafe = def_get(s, from->kernel->fn)->is_unsafe;
        to->registers = to->shared_bytes = to->local_bytes = UINT32_MAX;
        for (uint32_t p = 0; p < from->n_params; p++) {
            const lower_param *param = &from->params[p];
            params[p] = (rustg_kernel_param){param->name,    param->rust_type, param->role,
                                             param->element, param->size,      param->align};
        }
    }
}

static void compile_find_oldest_arch(const rustg_kernel_options *options, lower_options *how)
{
    if (!(options->outputs &
          (1u << RUSTG_OUTPUT_PTX | 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN | 1u << RUSTG_OUTPUT_TVM_FFI)))
        return;
    for (size_t i = 0; i < options->n_archs; i++) {
        const uint32_t number = tool_number_of_arch(options->archs[i]);
        if (strcmp(options->archs[i], "sm_90a") != 0)
            how->not_sm_90a = options->archs[i];
        if (how->oldest_arch && number >= how->oldest_number)
            continue;
        how->oldest_arch = options->archs[i];
        how->oldest_number = number;
    }
}

typedef struct read_mod_call {
    const compile_kernels *kernels;
    const char *path;
    const uint8_t **bytes;
    size_t *n_bytes;
    int answer;
} read_mod_call;

static void compile_call_read_mod(void *argument)
{
    read_mod_call *call = argument;
    const rustg_kernel_options *options = &call->kernels->options;
    call->answer = options->read_mod(options->user, call->path, call->bytes, call->n_bytes);
}

static int compile_read_mod_outside(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    compile_kernels *kernels = user;
    read_mod_call call = {.kernels = kernels, .path = path, .bytes = bytes, .n_bytes = n_bytes};
    compile_stack_leave(kernels->stack, compile_call_read_mod, &call);
    return call.answer;
}

rustg_status compile_check_bodies(pipeline *p)
{
    compile_job *job = p->job;
    compile_kernels *kernels = p->kernels;
    sema *s = &kernels->checked;
    sema_options *options = ARENA_NEW(&kernels->memory, sema_options);
    uint32_t *roots = ARENA_ARRAY(&kernels->memory, uint32_t, job->n_sources);
    options->cfgs = kernels->options.cfgs;
    options->n_cfgs = (uint32_t)kernels->options.n_cfgs;
    options->instances = kernels->options.instances;
    options->n_instances = (uint32_t)kernels->options.n_instances;
    options->overflow_checks = !kernels->options.no_checks;
    options->warnings = kernels->options.warnings;
    options->lints = kernels->options.lints;
    options->n_lints = (uint32_t)kernels->options.n_lints;
    options->read_mod = kernels->options.read_mod ? compile_read_mod_outside : NULL;
    options->user = kernels;
    s->memory = &kernels->memory;
    s->options = options;
    s->n_sources = (uint32_t)job->n_sources;
    s->evaluate = lower_evaluate;
    s->evaluate_parts = lower_evaluate_parts;
    s->evaluate_block = lower_evaluate_block;
    kernels->library = sema_library_open();
    if (!kernels->library)
        return error_set(p->error, RUSTG_ERR_MEMORY, "out of memory for rustg's library");
    sema_begin(s, sema_library_tables(kernels->library));
    for (size_t i = 0; i < job->n_sources; i++)
        roots[i] = sema_add_file(s, compile_root_of(kernels, job->result, i));
    p->is_refused = !sema_check_crate(s, roots, (uint32_t)job->n_sources) || s->diags.n > 0;
    if (p->is_refused && sema_has_only_lints(s))
        lint_panics(s);
    return RUSTG_OK;
}

/* What it reports refuses the program, but only after lowering has reported its errors too. */
rustg_status compile_lint_bodies(pipeline *p)
{
    lint_panics(&p->kernels->checked);
    lint_warn(&p->kernels->checked);
    return RUSTG_OK;
}

rustg_status compile_lower_bodies(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    sema *s = &kernels->checked;
    lower_options how = {.checks = !kernels->options.no_checks,
                         .fast_math = kernels->options.fast_math != 0,
                         .lines = true,
                         .finds_undefined = kernels->options.no_opt_level > 1};
    const uint32_t n_diags = s->diags.n;
    compile_find_oldest_arch(&kernels->options, &how);
    ir_begin(&kernels->module, &kernels->memory);
    kernels->module.hides_lines = kernels->options.debug == 0;
    lower *lowered = lower_crate(s, &kernels->module, &how, &kernels->lowered, &kernels->n_lowered);
    lower_check_constants(s, &how);
    if (lowered && s->diags.n == n_diags)
        lint_unsafe_code(s);
    if (lowered && s->diags.n == n_diags)
        lint_private_types(s);
    if (lowered)
        lower_check_barriers(lowered);
    if (lowered && s->diags.n == 0)
        compile_add_gradients(kernels, lowered);
    p->is_refused = !lowered || s->diags.n > 0;
    p->module = &kernels->module;
    return RUSTG_OK;
}

void compile_report(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    if (p->status != RUSTG_OK)
        return;
    sema_finish_reports(&kernels->checked);
    if (!compile_add_diagnostics(kernels, p->job->result))
        p->status = error_set(p->error, RUSTG_ERR_MEMORY, "out of memory for diagnostics");
    kernels->is_good = !p->is_refused;
    if (p->status == RUSTG_OK && !p->is_refused)
        compile_fill_kernels(kernels);
}

static void compile_run_task(void *argument)
{
    pipeline *p = argument;
    jmp_buf out_of_memory;
    p->kernels->memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) {
        p->status = error_set(p->error, RUSTG_ERR_MEMORY, "out of memory for kernels");
    } else {
        compile_copy_options(p->kernels, p->job->options.kernels);
        pipeline_kernels(p);
    }
    p->kernels->memory.out_of_memory = NULL;
}

rustg_status compile_run_kernels(compile_job *job)
{
    const rustg_kernel_options *options = job->options.kernels;
    if (!options)
        return RUSTG_OK;
    rustg_status status = compile_check_kernel_options(options, job->error);
    if (status != RUSTG_OK)
        return status;
    compile_kernels *kernels = compile_new_kernels();
    if (!kernels)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for kernels");
    job->result->kernels = kernels;
    if (job->result->n_diags > 0) /* as rustc: what does not parse is not checked further */
        return RUSTG_OK;
    if (compile_cache_find(job))
        return RUSTG_OK;
    pipeline task = {.job = job, .kernels = kernels, .error = job->error};
    /* Names, types and bodies nest as deep as the source does. Sanitizers' larger frames are included. Only what is
     * touched becomes memory, but a process may have no room for the whole. */
    kernels->stack = compile_stack_take(&kernels->checked.most_depth);
    if (!kernels->stack)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for a stack");
    const bool has_run = compile_stack_run(kernels->stack, compile_run_task, &task);
    compile_stack_give(kernels->stack);
    kernels->stack = NULL;
    if (!has_run)
        return error_set(job->error, RUSTG_ERR_MEMORY, "no thread could be started");
    /* One with warnings is not kept, so that the next compile tells them again. */
    compile_cache_keep(job, task.status == RUSTG_OK && kernels->is_good && kernels->checked.warnings.n == 0);
    return task.status;
}

void compile_add_seconds(compile_kernels *kernels, pipeline_stage stage, double seconds)
{
    atomic_fetch_add_explicit(&kernels->nanoseconds[stage], (uint64_t)(seconds * 1e9), memory_order_relaxed);
}

void compile_read_seconds(compile_kernels *kernels, rustg_stats *stats)
{
#define PIPELINE_STAGE(NAME, text, seconds, emit, about)                                                               \
    stats->seconds += 1e-9 * (double)atomic_load_explicit(&kernels->nanoseconds[PIPELINE_##NAME], memory_order_relaxed);
#include "rustg/pipeline.def"
}

compile_kernels *compile_new_kernels(void)
{
    compile_kernels *kernels = calloc(1, sizeof *kernels);
    if (kernels && pthread_mutex_init(&kernels->running, NULL) == 0)
        return kernels;
    free(kernels);
    return NULL;
}

void compile_free_kernels(compile_kernels *kernels)
{
    if (!kernels)
        return;
    if (kernels->native) {
        dlclose(kernels->native);
        close(kernels->native_fd);
    }
    if (kernels->saved)
        cache_release(&kernels->saved->shared);
    diag_list_free(&kernels->checked.diags);
    diag_list_free(&kernels->checked.warnings);
    arena_free(&kernels->checked.scratch);
    arena_free(&kernels->memory);
    sema_library_close(kernels->library);
    pthread_mutex_destroy(&kernels->running);
    free(kernels);
}

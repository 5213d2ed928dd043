/* result.c: has the accessors of a result, and frees it. */
#include "sema/entry_name.h"
#include "base/struct_size.h"
#include "compile/compile_kernels.h"

#include <stdlib.h>
#include <string.h>

bool result_reserve_files(rustg_result *result, size_t n_files)
{
    size_t n_new = n_files - result->n_files;
    rustg_file *files = realloc(result->files, n_files * sizeof *files);
    if (!files)
        return false;
    result->files = files;
    uint8_t **read_bytes = realloc(result->read_bytes, n_files * sizeof *read_bytes);
    if (!read_bytes)
        return false;
    result->read_bytes = read_bytes;
    memset(files + result->n_files, 0, n_new * sizeof *files);
    memset(read_bytes + result->n_files, 0, n_new * sizeof *read_bytes);
    return true;
}

rustg_result *result_hold(rustg_result *result)
{
    atomic_fetch_add(&result->n_more_holders, 1);
    return result;
}

/* The last holder finds no other and lets the count wrap around, which nobody sees. */
void rustg_result_free(rustg_result *result)
{
    if (!result || atomic_fetch_sub(&result->n_more_holders, 1) > 0)
        return;
    free(result->message);
    free(result->diags);
    for (uint32_t i = 0; i < result->n_lists; i++)
        diag_list_free(&result->lists[i]);
    free(result->lists);
    compile_free_kernels(result->kernels);
    cache_release(result->body);
    for (size_t b = 0; !result->body && b < result->n_batches; b++) {
        engine_cuda_release(&result->batches[b]);
        batch_free_toks(&result->batches[b]);
        batch_free_ast(&result->batches[b]);
    }
    if (!result->body)
        free(result->batches);
    for (size_t i = 0; result->read_bytes && i < result->n_files; i++)
        free(result->read_bytes[i]);
    free(result->read_bytes);
    for (size_t i = 0; i < result->n_read_blocks; i++)
        host_pool_give(&result->read_blocks[i]);
    free(result->read_blocks);
    free(result->files);
    free(result);
}

int rustg_result_success(const rustg_result *result)
{
    return result && result->n_diags == 0;
}

const char *rustg_result_message(const rustg_result *result)
{
    return result && result->message ? result->message : "no errors";
}

rustg_status result_has_kernels(const rustg_result *result, const char **message)
{
    if (result && result->kernels && result->kernels->is_good)
        return RUSTG_OK;
    if (result && result->kernels && result->n_diags > 0) {
        *message = rustg_result_message(result);
        return RUSTG_ERR_SOURCE;
    }
    *message = "result holds no kernels: compile with options->kernels";
    return RUSTG_ERR_ARGUMENT;
}

/* A text that is drawn, and how. */
typedef struct result_text {
    rustg_error_format format;
    int color;
    char *buffer;
    size_t capacity, n;
} result_text;

/* False: memory has run out. */
static bool result_render_rows(const rustg_result *result, const rustg_diagnostic *rows, size_t n_rows, result_text *to)
{
    rustg_lines *lines = NULL;
    for (size_t i = 0; i < n_rows; i++) {
        const rustg_file *file = &result->files[rows[i].file];
        if (!lines || rows[i].file != rows[i - 1].file) {
            rustg_lines_free(lines);
            lines = rustg_lines_make(file->bytes, file->n_bytes);
            if (!lines)
                return false;
        }
        const size_t room = to->n < to->capacity ? to->capacity - to->n : 0;
        to->n += rustg_lines_render(lines, &rows[i], file->name, to->format, to->color,
                                    room ? to->buffer + to->n : NULL, room);
    }
    rustg_lines_free(lines);
    return true;
}

size_t rustg_result_render(const rustg_result *result, rustg_error_format format, int color, char *buffer,
                           size_t capacity)
{
    result_text to = {format, color, buffer, capacity, 0};
    if (capacity > 0)
        buffer[0] = 0;
    if (!result)
        return 0;
    size_t n_warnings;
    const rustg_diagnostic *warnings = rustg_result_warnings(result, &n_warnings);
    const bool is_drawn = result_render_rows(result, result->diags, result->n_diags, &to) &&
                          result_render_rows(result, warnings, n_warnings, &to);
    return is_drawn ? to.n : 0;
}

rustg_engine rustg_result_engine(const rustg_result *result)
{
    return result ? result->engine : RUSTG_ENGINE_CPU;
}

size_t rustg_result_n_files(const rustg_result *result)
{
    return result ? result->n_files : 0;
}

rustg_status rustg_result_file(const rustg_result *result, size_t index, rustg_file *file)
{
    if (!result || !file || index >= result->n_files)
        return RUSTG_ERR_ARGUMENT;
    *file = result->files[index];
    return RUSTG_OK;
}

size_t rustg_result_n_batches(const rustg_result *result)
{
    return result ? result->n_batches : 0;
}

rustg_status rustg_result_tokens(const rustg_result *result, size_t batch_index, rustg_tokens *tokens)
{
    if (!result || !tokens || batch_index >= result->n_batches)
        return RUSTG_ERR_ARGUMENT;
    const batch *from = &result->batches[batch_index];
    if (from->on_device)
        return RUSTG_ERR_DEVICE;
    tokens->kind = from->toks.kind;
    tokens->flags = from->toks.flags;
    tokens->start = from->toks.start;
    tokens->end = from->toks.end;
    tokens->n_toks = from->n_toks;
    return RUSTG_OK;
}

rustg_status rustg_result_ast(const rustg_result *result, size_t batch_index, rustg_ast *ast)
{
    if (!result || !ast || batch_index >= result->n_batches)
        return RUSTG_ERR_ARGUMENT;
    const batch *from = &result->batches[batch_index];
    if (from->on_device)
        return RUSTG_ERR_DEVICE;
    ast->kind = from->ast.kind;
    ast->tok = from->ast.tok;
    ast->start = from->ast.start;
    ast->end = from->ast.end;
    ast->next = from->ast.next;
    ast->parent = from->ast.parent;
    ast->n_nodes = from->n_nodes;
    return RUSTG_OK;
}

rustg_status rustg_result_device_ast(const rustg_result *result, size_t batch_index, rustg_device_ast *ast)
{
    if (!result || !ast || batch_index >= result->n_batches)
        return RUSTG_ERR_ARGUMENT;
    if (!result->batches[batch_index].on_device)
        return RUSTG_ERR_NO_CUDA;
    *ast = result->batches[batch_index].device_ast;
    return RUSTG_OK;
}

rustg_status rustg_result_device_tokens(const rustg_result *result, size_t batch_index, rustg_device_tokens *tokens)
{
    if (!result || !tokens || batch_index >= result->n_batches)
        return RUSTG_ERR_ARGUMENT;
    if (!result->batches[batch_index].on_device)
        return RUSTG_ERR_NO_CUDA;
    *tokens = result->batches[batch_index].device;
    return RUSTG_OK;
}

rustg_status rustg_result_output(const rustg_result *result, rustg_output output, size_t arch, const uint8_t **bytes,
                                 size_t *n_bytes)
{
    const compile_kernels *kernels = result ? result->kernels : NULL;
    if (!kernels || !bytes || !n_bytes || (unsigned)output >= RUSTG_N_OUTPUTS || !kernels->outputs[output] ||
        arch >= compile_n_parts(output, kernels->options.n_archs))
        return RUSTG_ERR_ARGUMENT;
    *bytes = kernels->outputs[output][arch].bytes;
    *n_bytes = kernels->outputs[output][arch].n;
    return RUSTG_OK;
}

size_t rustg_result_n_kernels(const rustg_result *result)
{
    return result && result->kernels && result->kernels->is_good ? result->kernels->n_lowered : 0;
}

rustg_status rustg_result_kernel(const rustg_result *result, size_t index, rustg_kernel *kernel)
{
    if (!kernel || index >= rustg_result_n_kernels(result))
        return RUSTG_ERR_ARGUMENT;
    *kernel = result->kernels->kernels[index];
    return RUSTG_OK;
}

size_t rustg_instance_name(const char *instance, char *buffer, size_t capacity)
{
    return entry_name_of(instance ? instance : "", buffer, capacity);
}

rustg_status rustg_result_panic_site(const rustg_result *result, uint32_t site, rustg_panic_site *about)
{
    if (!about || rustg_result_n_kernels(result) == 0 || site == 0 || site >= result->kernels->module.sites.n)
        return RUSTG_ERR_ARGUMENT;
    const ir_site *from = &result->kernels->module.sites.at[site];
    *about = (rustg_panic_site){from->message, from->file, from->line, from->column};
    return RUSTG_OK;
}

const rustg_diagnostic *rustg_result_diagnostics(const rustg_result *result, size_t *n_diags)
{
    if (n_diags)
        *n_diags = result ? result->n_diags : 0;
    return result ? result->diags : NULL;
}

const rustg_diagnostic *rustg_result_warnings(const rustg_result *result, size_t *n_warnings)
{
    const diag_list *warnings = result && result->kernels ? &result->kernels->checked.warnings : NULL;
    if (n_warnings)
        *n_warnings = warnings ? warnings->n : 0;
    return warnings && warnings->n ? warnings->data : NULL;
}

rustg_status rustg_result_stats(const rustg_result *result, rustg_stats *stats)
{
    if (!result || !stats || struct_size_check(STRUCT_rustg_stats, stats, "stats", NULL) != RUSTG_OK)
        return RUSTG_ERR_ARGUMENT;
    rustg_stats all = result->stats;
    if (result->kernels)
        compile_read_seconds(result->kernels, &all);
    struct_size_write(stats, &all, sizeof all);
    return RUSTG_OK;
}

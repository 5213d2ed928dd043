/* compile_saved.c: writes and reads saved compiles, as a list of numbers and texts in a fixed order. Numbers are
 * 64-bit little-endian, texts end with a 0, and bytes begin at multiples of 16, so that what is read can point into
 * the bytes. */
#include "compile/compile_saved.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/source_read.h"

enum { ALIGN = 16 };

/* If what a caller can see has grown, it must be written and read here. */
_Static_assert((sizeof(rustg_kernel) == 72 && sizeof(rustg_kernel_param) == 32 && sizeof(ir_site) == 32) ||
                   sizeof(void *) != 8,
               "all that a caller can see is saved");
#define NO_TEXT UINT64_MAX

/* Writing. */

typedef struct writer {
    arena *memory;
    VEC(uint8_t) out;
} writer;

static void compile_saved_put_number(writer *w, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        vec_push(w->memory, &w->out, (uint8_t)(value >> 8 * i));
}

static void compile_put_raw(writer *w, const void *bytes, size_t n)
{
    vec_reserve(w->memory, &w->out, n + 1);
    if (n)
        memcpy(w->out.at + w->out.n, bytes, n);
    w->out.at[w->out.n + n] = 0;
    w->out.n += (uint32_t)n + 1;
}

static void compile_saved_put_text(writer *w, const char *text)
{
    compile_saved_put_number(w, text ? strlen(text) : NO_TEXT);
    if (text)
        compile_put_raw(w, text, strlen(text));
}

static void compile_saved_put_bytes(writer *w, const uint8_t *bytes, size_t n)
{
    compile_saved_put_number(w, n);
    while (w->out.n % ALIGN)
        vec_push(w->memory, &w->out, 0);
    compile_put_raw(w, bytes, n);
}

static void compile_save_reads(writer *w, const sema *s, uint32_t n_sources)
{
    uint32_t n_mods = 0;
    compile_saved_put_number(w, s->reads.n);
    for (uint32_t i = 0; i < s->reads.n; i++) {
        const sema_read *read = &s->reads.at[i];
        sha256 digest;
        uint8_t found[SHA256_BYTES] = {0};
        sha256_begin(&digest);
        sha256_add(&digest, read->bytes, read->bytes ? read->n_bytes : 0);
        sha256_end(&digest, found);
        compile_saved_put_text(w, read->path);
        compile_saved_put_number(w, read->bytes != NULL);
        compile_saved_put_bytes(w, found, sizeof found);
    }
    for (uint32_t i = 1; i < s->files.n; i++)
        n_mods += s->files.at[i]->origin == SEMA_FILE_SOURCE && s->files.at[i]->index >= n_sources;
    compile_saved_put_number(w, n_mods);
    for (uint32_t index = n_sources; index < n_sources + n_mods; index++)
        for (uint32_t i = 1; i < s->files.n; i++) {
            const sema_file *file = s->files.at[i];
            uint32_t read = 0;
            if (file->origin != SEMA_FILE_SOURCE || file->index != index)
                continue;
            while (read < s->reads.n && (!s->reads.at[read].bytes || strcmp(s->reads.at[read].path, file->name) != 0))
                read++;
            compile_saved_put_number(w, read);
            compile_saved_put_number(w, file->edition);
        }
}

static void compile_save_kernel(writer *w, const rustg_kernel *kernel)
{
    const uint32_t numbers[] = {kernel->file,
                                kernel->line,
                                kernel->column,
                                kernel->block[0],
                                kernel->block[1],
                                kernel->block[2],
                                kernel->max_threads,
                                kernel->min_blocks,
                                kernel->registers,
                                kernel->shared_bytes,
                                kernel->local_bytes,
                                kernel->is_unsafe,
                                (uint32_t)kernel->n_params};
    compile_saved_put_text(w, kernel->name);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        compile_saved_put_number(w, numbers[i]);
    for (size_t i = 0; i < kernel->n_params; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        compile_saved_put_text(w, param->name);
        compile_saved_put_text(w, param->rust_type);
        compile_saved_put_number(w, param->role);
        compile_saved_put_number(w, param->element);
        compile_saved_put_number(w, param->size);
        compile_saved_put_number(w, param->align);
    }
}

static void compile_save_sites(writer *w, const ir_module *m)
{
    compile_saved_put_number(w, m->sites.n);
    for (uint32_t i = 1; i < m->sites.n; i++) {
        const ir_site *site = &m->sites.at[i];
        compile_saved_put_text(w, site->message);
        compile_saved_put_text(w, site->file);
        compile_saved_put_number(w, site->line);
        compile_saved_put_number(w, site->column);
        compile_saved_put_number(w, site->kind);
    }
}

void compile_save(compile_kernels *kernels, uint32_t n_sources, const uint8_t **bytes, size_t *n)
{
    writer w = {.memory = &kernels->memory};
    compile_save_reads(&w, &kernels->checked, n_sources);
    compile_saved_put_number(&w, kernels->n_lowered);
    for (uint32_t i = 0; i < kernels->n_lowered; i++)
        compile_save_kernel(&w, &kernels->kernels[i]);
    compile_save_sites(&w, &kernels->module);
    for (uint32_t output = 0; output < RUSTG_N_OUTPUTS; output++) {
        uint32_t n_of = kernels->outputs[output] ? compile_n_parts(output, kernels->options.n_archs) : 0;
        compile_saved_put_number(&w, n_of);
        for (uint32_t i = 0; i < n_of; i++)
            compile_saved_put_bytes(&w, kernels->outputs[output][i].bytes, kernels->outputs[output][i].n);
    }
    compile_saved_put_number(&w, kernels->options.n_archs);
    for (size_t i = 0; i < kernels->options.n_archs; i++)
        compile_saved_put_text(&w, kernels->options.archs[i]);
    const bool hides_lines = kernels->module.hides_lines;
    kernels->module.hides_lines = false; /* the interpreter tells them */
    const char *ir = ir_print(&kernels->module);
    kernels->module.hides_lines = hides_lines;
    compile_saved_put_bytes(&w, (const uint8_t *)ir, strlen(ir));
    *bytes = w.out.at;
    *n = w.out.n;
}

/* Reading: out of bounds sets failed and gives zeros. */

typedef struct reader {
    arena *memory;
    const uint8_t *bytes;
    size_t at, n;
    bool failed;
} reader;

static uint64_t compile_get_number(reader *r)
{
    uint64_t value = 0;
    if (r->failed || r->n - r->at < 8) {
        r->failed = true;
        return 0;
    }
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)r->bytes[r->at++] << 8 * i;
    return value;
}

static uint32_t compile_get_u32(reader *r)
{
    uint64_t value = compile_get_number(r);
    r->failed |= value > UINT32_MAX;
    return (uint32_t)value;
}

/* How many rows follow, each of at least 8 bytes. */
static uint32_t compile_get_count(reader *r)
{
    uint64_t value = compile_get_number(r);
    if (value > (r->n - r->at) / 8)
        r->failed = true;
    return r->failed ? 0 : (uint32_t)value;
}

static const uint8_t *compile_get_raw(reader *r, uint64_t n)
{
    static const uint8_t nothing[1] = {0};
    if (r->failed || n >= r->n - r->at || r->bytes[r->at + n] != 0) {
        r->failed = true;
        return nothing;
    }
    const uint8_t *found = r->bytes + r->at;
    r->at += (size_t)n + 1;
    return found;
}

static const char *compile_get_text(reader *r)
{
    uint64_t n = compile_get_number(r);
    return n == NO_TEXT ? NULL : (const char *)compile_get_raw(r, n);
}

static const char *compile_get_some_text(reader *r)
{
    const char *text = compile_get_text(r);
    return text ? text : "";
}

static const uint8_t *compile_get_bytes(reader *r, size_t *n)
{
    *n = (size_t)compile_get_number(r);
    size_t at = (r->at + ALIGN - 1) / ALIGN * ALIGN;
    r->failed |= at > r->n;
    r->at = r->failed ? r->at : at;
    return compile_get_raw(r, *n);
}

static void compile_load_reads(reader *r, compile_saved *saved)
{
    uint32_t n_reads = compile_get_count(r);
    saved->reads = ARENA_ARRAY(r->memory, saved_read, n_reads);
    saved->n_reads = n_reads;
    for (uint32_t i = 0; i < n_reads; i++) {
        saved_read *read = &saved->reads[i];
        size_t n;
        read->path = compile_get_some_text(r);
        read->is_found = compile_get_number(r) != 0;
        const uint8_t *digest = compile_get_bytes(r, &n);
        r->failed |= n != SHA256_BYTES;
        if (!r->failed)
            memcpy(read->digest, digest, sizeof read->digest);
    }
    saved->n_mods = compile_get_count(r);
    saved->mods = ARENA_ARRAY(r->memory, saved_mod, saved->n_mods);
    for (uint32_t i = 0; i < saved->n_mods; i++) {
        saved->mods[i].read = compile_get_u32(r);
        saved->mods[i].edition = compile_get_u32(r);
        r->failed |= saved->mods[i].read >= n_reads || !saved->reads[saved->mods[i].read].is_found;
    }
}

static void compile_load_kernel(reader *r, rustg_kernel *kernel)
{
    uint32_t *const numbers[] = {&kernel->file,      &kernel->line,         &kernel->column,      &kernel->block[0],
                                 &kernel->block[1],  &kernel->block[2],     &kernel->max_threads, &kernel->min_blocks,
                                 &kernel->registers, &kernel->shared_bytes, &kernel->local_bytes, &kernel->is_unsafe};
    kernel->name = compile_get_some_text(r);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = compile_get_u32(r);
    kernel->n_params = compile_get_count(r);
    rustg_kernel_param *params = ARENA_ARRAY(r->memory, rustg_kernel_param, kernel->n_params);
    kernel->params = params;
    for (size_t i = 0; i < kernel->n_params; i++) {
        params[i].name = compile_get_some_text(r);
        params[i].rust_type = compile_get_some_text(r);
        params[i].role = compile_get_u32(r);
        params[i].element = compile_get_u32(r);
        params[i].size = compile_get_u32(r);
        params[i].align = compile_get_u32(r);
    }
}

static void compile_load_sites(reader *r, compile_saved *saved)
{
    saved->n_sites = compile_get_count(r);
    saved->sites = ARENA_ARRAY(r->memory, ir_site, saved->n_sites + 1);
    for (uint32_t i = 1; i < saved->n_sites; i++) {
        ir_site *site = &saved->sites[i];
        site->message = compile_get_some_text(r);
        site->file = compile_get_text(r);
        site->line = compile_get_u32(r);
        site->column = compile_get_u32(r);
        const uint32_t kind = compile_get_u32(r);
        r->failed |= kind >= IR_N_SITE_KINDS;
        site->kind = (ir_site_kind)kind;
    }
}

static void compile_load_archs(reader *r, compile_saved *saved)
{
    saved->n_archs = compile_get_count(r);
    const char **archs = ARENA_ARRAY(r->memory, const char *, saved->n_archs);
    for (uint32_t i = 0; i < saved->n_archs; i++)
        archs[i] = compile_get_some_text(r);
    saved->archs = archs;
}

static void compile_saved_load_all(reader *r, compile_saved *saved)
{
    size_t n;
    compile_load_reads(r, saved);
    saved->n_kernels = compile_get_count(r);
    saved->kernels = ARENA_ARRAY(r->memory, rustg_kernel, saved->n_kernels);
    for (uint32_t i = 0; i < saved->n_kernels; i++)
        compile_load_kernel(r, &saved->kernels[i]);
    compile_load_sites(r, saved);
    for (uint32_t output = 0; output < RUSTG_N_OUTPUTS; output++) {
        uint32_t n_of = saved->n_outputs[output] = compile_get_count(r);
        if (n_of)
            saved->outputs[output] = ARENA_ARRAY(r->memory, compile_output, n_of);
        for (uint32_t i = 0; i < n_of; i++)
            saved->outputs[output][i].bytes = compile_get_bytes(r, &saved->outputs[output][i].n);
    }
    compile_load_archs(r, saved);
    saved->ir = (const char *)compile_get_bytes(r, &n);
    r->failed |= n > UINT32_MAX || r->at != r->n;
    saved->n_ir = (uint32_t)n;
}

static void compile_end_saved(cache_shared *shared)
{
    compile_saved *saved = (compile_saved *)shared;
    for (uint32_t i = 0; i < saved->n_reads; i++)
        free(saved->reads[i].bytes);
    arena_free(&saved->memory);
    cache_release(&saved->blob->shared);
    free(saved);
}

static rustg_status compile_load_blob(compile_saved *saved)
{
    jmp_buf out_of_memory;
    reader r = {&saved->memory, saved->blob->bytes, 0, saved->blob->n, false};
    saved->memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory))
        return RUSTG_ERR_MEMORY;
    compile_saved_load_all(&r, saved);
    saved->memory.out_of_memory = NULL;
    return r.failed ? RUSTG_ERR_ARGUMENT : RUSTG_OK;
}

compile_saved *compile_load(cache_blob *blob, rustg_status *status)
{
    rustg_status own = RUSTG_ERR_MEMORY;
    compile_saved *saved = calloc(1, sizeof *saved);
    if (!status)
        status = &own;
    *status = own;
    if (!saved)
        return NULL;
    atomic_init(&saved->shared.n_users, 1);
    saved->shared.weight = sizeof *saved + 2 * blob->n;
    saved->shared.end = compile_end_saved;
    saved->blob = blob;
    cache_retain(&blob->shared);
    *status = compile_load_blob(saved);
    if (*status == RUSTG_OK)
        return saved;
    cache_release(&saved->shared);
    return NULL;
}

bool compile_has_outputs(const compile_saved *saved, const rustg_kernel_options *options)
{
    for (uint32_t output = 0; output < RUSTG_N_OUTPUTS; output++) {
        bool is_wanted = options->outputs >> output & 1;
        if (saved->n_outputs[output] !=
            (is_wanted ? compile_n_parts(output, options->n_archs ? options->n_archs : 1) : 0))
            return false;
    }
    return true;
}

/* Reads a file into memory from malloc. False: there is no such file. */
static bool compile_read_mod(const rustg_kernel_options *options, const char *path, uint8_t **bytes, size_t *n)
{
    const uint8_t *given;
    *bytes = NULL;
    if (!options->read_mod)
        return source_is_file(path) && source_read(path, (size_t)LIMIT_MOD_KIB << 10, bytes, n) == 0;
    if (options->read_mod(options->user, path, &given, n) != 0)
        return false;
    *bytes = malloc(*n + 1);
    if (*bytes && *n)
        memcpy(*bytes, given, *n);
    return true;
}

bool compile_reads_hold(compile_saved *saved, const rustg_kernel_options *options, bool is_kept)
{
    bool holds = true;
    for (uint32_t i = 0; i < saved->n_reads && holds; i++) {
        saved_read *read = &saved->reads[i];
        uint8_t *bytes, found[SHA256_BYTES];
        size_t n = 0;
        sha256 digest;
        bool is_found = compile_read_mod(options, read->path, &bytes, &n);
        if (is_found && bytes) {
            sha256_begin(&digest);
            sha256_add(&digest, bytes, n);
            sha256_end(&digest, found);
        }
        holds = is_found == read->is_found && (!is_found || (bytes && memcmp(found, read->digest, sizeof found) == 0));
        if (holds && is_kept) {
            free(read->bytes);
            read->bytes = bytes;
            read->n = n;
        } else {
            free(bytes);
        }
    }
    return holds;
}

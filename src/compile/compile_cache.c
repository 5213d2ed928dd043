/* compile_cache.c: takes whole compiles from the cache, and stores them there. */
#define _GNU_SOURCE
#include "compile/compile_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cache/build_id.h"
#include "compile/compile_saved.h"

/* A finished compile that later results share, with its tokens, trees and kernels. */
typedef struct compile_body {
    cache_shared shared;
    batch *batches;
    size_t n_batches;
    rustg_file *files; /* rows of the sources want their caller's names and bytes */
    size_t n_files;
    rustg_stats stats;
    compile_saved *saved;
} compile_body;

/* Requests. */

typedef struct request {
    uint8_t *bytes; /* NULL: counted only */
    size_t n;
} request;

static void compile_add_raw(request *to, const void *bytes, size_t n)
{
    if (to->bytes && n)
        memcpy(to->bytes + to->n, bytes, n);
    to->n += n;
}

static void compile_cache_add_number(request *to, uint64_t n)
{
    compile_add_raw(to, &n, sizeof n);
}

static void compile_cache_add_block(request *to, const void *bytes, size_t n)
{
    compile_cache_add_number(to, n);
    compile_add_raw(to, bytes, n);
}

static void compile_cache_add_texts(request *to, const char *const *texts, size_t n)
{
    compile_cache_add_number(to, n);
    for (size_t i = 0; i < n; i++)
        compile_cache_add_block(to, texts[i], strlen(texts[i]));
}

/* The list of kernels has their registers if NVRTC (nvJitLink for the backend ptx) is there, and nulls if not; a
 * shared object for tvm-ffi has code for CUDA likewise. */
static const uint32_t device_outputs = 1u << RUSTG_OUTPUT_PTX | 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN;
static const uint32_t cubin_outputs = 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN | 1u << RUSTG_OUTPUT_TVM_FFI;
static const uint32_t resource_outputs = 1u << RUSTG_OUTPUT_KERNELS | 1u << RUSTG_OUTPUT_TVM_FFI;
static const uint32_t host_outputs = 1u << RUSTG_OUTPUT_OBJ | 1u << RUSTG_OUTPUT_SO | 1u << RUSTG_OUTPUT_TVM_FFI;

/* A new option that decides what is made belongs into the request; the C compiler's limits do not. */
_Static_assert(sizeof(rustg_kernel_options) == 160 || sizeof(void *) != 8, "add_request knows every option");

/* The bytes of the sources are the caller's, or those that were read if files is given. */
static void compile_add_request(request *to, const compile_job *job, const rustg_file *files, size_t *n_digested)
{
    const rustg_kernel_options *kernels = job->options.kernels;
    const uint64_t numbers[] = {kernels->outputs,
                                kernels->no_opt_level,
                                kernels->no_checks != 0,
                                kernels->debug != 0,
                                kernels->max_registers,
                                kernels->fast_math != 0,
                                kernels->read_mod != NULL,
                                job->n_sources,
                                kernels->coarse_entries != 0,
                                kernels->verify_passes != 0,
                                kernels->backend,
                                kernels->warnings != 0};
    compile_add_raw(to, numbers, sizeof numbers);
    compile_cache_add_texts(to, kernels->archs, kernels->n_archs);
    compile_cache_add_texts(to, kernels->cfgs, kernels->n_cfgs);
    compile_cache_add_texts(to, kernels->instances, kernels->n_instances);
    compile_cache_add_number(to, kernels->n_lints);
    for (size_t i = 0; i < kernels->n_lints; i++) {
        compile_cache_add_number(to, kernels->lints[i].level);
        compile_cache_add_block(to, kernels->lints[i].name, strlen(kernels->lints[i].name));
    }
    compile_cache_add_texts(to, &kernels->c_prefix, kernels->c_prefix != NULL);
    compile_cache_add_texts(to, &kernels->dump_after, kernels->dump_after != NULL);
    for (size_t i = 0; i < job->n_sources; i++) {
        const rustg_source *source = &job->sources[i];
        compile_cache_add_number(to, source->edition ? source->edition : 2024);
        compile_cache_add_block(to, source->name, strlen(source->name));
        compile_cache_add_block(to, files ? files[i].bytes : source->bytes, files ? files[i].n_bytes : source->n_bytes);
    }
    if (job->lookup.needs_library)
        compile_add_raw(to, &job->lookup.library, sizeof job->lookup.library);
    if (job->lookup.needs_cc)
        compile_add_raw(to, &job->lookup.cc, sizeof job->lookup.cc);
    /* The debug info of code names the folder that relative paths begin at. */
    if (kernels->debug && (job->lookup.needs_cc || (kernels->outputs & cubin_outputs))) {
        char folder[4096];
        const char *place = getcwd(folder, sizeof folder) ? folder : "";
        compile_cache_add_block(to, place, strlen(place));
    }
    *n_digested = to->n;
    compile_cache_add_number(to, job->options.batch_bytes);
}

/* False: the tool is needed and not there. The identity is zeros if the compile goes on without it. */
static bool compile_cache_find_library(tool_library which, uint32_t outputs, bool is_fresh, tool_identity *identity)
{
    if (tool_identity_library(which, is_fresh, identity))
        return true;
    memset(identity, 0, sizeof *identity);
    return !(outputs & device_outputs);
}

static void compile_make_request(compile_job *job, const rustg_file *files)
{
    compile_lookup *lookup = &job->lookup;
    request all = {NULL, 0};
    uint32_t outputs = job->options.kernels->outputs;
    const bool is_own = job->options.kernels->backend == RUSTG_KERNEL_BACKEND_PTX;
    lookup->which = is_own ? TOOL_JITLINK : TOOL_NVRTC;
    lookup->needs_library = (outputs & ((is_own ? cubin_outputs : device_outputs) | resource_outputs)) != 0;
    lookup->needs_cc = (outputs & host_outputs) != 0;
    /* A tool that is not found either fails the compile, or is found by loading it; then the next compile knows it. */
    if (!cache_is_on() ||
        (lookup->needs_library && !compile_cache_find_library(lookup->which, outputs, false, &lookup->library)) ||
        (lookup->needs_cc && !tool_identity_cc(false, &lookup->cc)))
        return;
    compile_add_request(&all, job, files, &lookup->n_digested);
    all.bytes = malloc(all.n);
    lookup->n_request = all.n;
    all.n = 0;
    if (all.bytes)
        compile_add_request(&all, job, files, &lookup->n_digested);
    lookup->request = all.bytes;
}

void compile_begin_key(sha256 *to, const char *what)
{
    sha256_begin(to);
    sha256_add(to, cache_build_id, sizeof cache_build_id);
    sha256_add(to, rustg_version(), strlen(rustg_version()) + 1);
    sha256_add(to, what, strlen(what) + 1);
}

static cache_key compile_request_key(const compile_lookup *lookup)
{
    cache_key key;
    sha256 digest;
    compile_begin_key(&digest, "result");
    sha256_add(&digest, lookup->request, lookup->n_digested);
    sha256_end(&digest, key.bytes);
    return key;
}

/* Entries into results. */

void compile_attach_saved(compile_kernels *kernels, compile_saved *saved, const rustg_kernel_options *options)
{
    kernels->options = *options;
    kernels->options.n_archs = options->n_archs ? options->n_archs : 1;
    kernels->options.archs = kernels->options.cfgs = NULL; /* the caller's */
    kernels->options.lints = NULL;
    kernels->options.c_prefix = kernels->options.dump_after = NULL;
    kernels->saved = saved;
    cache_retain(&saved->shared);
    kernels->kernels = saved->kernels;
    kernels->n_lowered = saved->n_kernels;
    kernels->module.sites.at = saved->sites;
    kernels->module.sites.n = saved->n_sites;
    memcpy(kernels->outputs, saved->outputs, sizeof kernels->outputs);
    kernels->is_good = true;
}

/* Adds the rows of `mod` files behind those of the sources. */
static bool compile_attach_mods(rustg_result *result, const compile_saved *saved)
{
    size_t n_files = result->n_files + saved->n_mods;
    if (saved->n_mods == 0)
        return true;
    if (!result_reserve_files(result, n_files))
        return false;
    for (uint32_t i = 0; i < saved->n_mods; i++) {
        const saved_read *read = &saved->reads[saved->mods[i].read];
        result->files[result->n_files++] = (rustg_file){
            .name = read->path, .bytes = read->bytes, .n_bytes = read->n, .edition = saved->mods[i].edition};
    }
    return true;
}

static void compile_end_body(cache_shared *shared)
{
    compile_body *body = (compile_body *)shared;
    for (size_t b = 0; b < body->n_batches; b++) {
        batch_free_toks(&body->batches[b]);
        batch_free_ast(&body->batches[b]);
    }
    free(body->batches);
    free(body->files);
    cache_release(&body->saved->shared);
    free(body);
}

static rustg_status compile_share_body(compile_job *job, compile_body *body)
{
    rustg_result *result = calloc(1, sizeof *result);
    job->result = result;
    if (result) {
        result->files = malloc((body->n_files + 1) * sizeof *result->files);
        result->kernels = compile_new_kernels();
    }
    if (!result || !result->files || !result->kernels)
        return error_set(job->error, RUSTG_ERR_MEMORY, "out of memory for a result");
    memcpy(result->files, body->files, body->n_files * sizeof *result->files);
    result->n_files = body->n_files;
    for (size_t i = 0; i < job->n_sources; i++) {
        result->files[i].name = job->sources[i].name;
        result->files[i].bytes = job->sources[i].bytes;
    }
    result->engine = RUSTG_ENGINE_CPU;
    result->batches = body->batches;
    result->n_batches = body->n_batches;
    result->body = &body->shared;
    cache_retain(result->body);
    result->stats = body->stats;
    result->stats.n_cache_hits = 1;
    compile_attach_saved(result->kernels, body->saved, job->options.kernels);
    return RUSTG_OK;
}

rustg_status compile_cache_recent(compile_job *job, bool *is_found)
{
    rustg_status status = RUSTG_OK;
    rustg_error ignored;
    *is_found = false;
    if (!job->options.kernels || job->options.engine == RUSTG_ENGINE_CUDA ||
        compile_check_kernel_options(job->options.kernels, &ignored) != RUSTG_OK)
        return RUSTG_OK;
    for (size_t i = 0; i < job->n_sources; i++)
        if (!job->sources[i].bytes || job->sources[i].n_bytes > COMPILE_MAX_BYTES)
            return RUSTG_OK;
    compile_make_request(job, NULL);
    if (!job->lookup.request)
        return RUSTG_OK;
    job->lookup.is_shareable = true;
    compile_body *body = (compile_body *)cache_recent_find(job->lookup.request, job->lookup.n_request);
    if (!body)
        return RUSTG_OK;
    if (compile_reads_hold(body->saved, job->options.kernels, false)) {
        *is_found = true;
        status = compile_share_body(job, body);
        uint64_t n_bytes = body->stats.n_bytes;
        if (status == RUSTG_OK && job->options.progress &&
            job->options.progress(job->options.user, n_bytes, n_bytes) != 0)
            status = error_set(job->error, RUSTG_ERR_CANCELLED, "cancelled by the progress function");
    }
    cache_release(&body->shared);
    return status;
}

/* What cache_begin asks about an entry. */
typedef struct candidate {
    const rustg_kernel_options *options;
    compile_saved *saved;
} candidate;

static bool compile_accept(void *user, cache_blob *blob)
{
    candidate *self = user;
    self->saved = compile_load(blob, NULL);
    if (self->saved && compile_has_outputs(self->saved, self->options) &&
        compile_reads_hold(self->saved, self->options, true))
        return true;
    if (self->saved)
        cache_release(&self->saved->shared);
    self->saved = NULL;
    return false;
}

bool compile_cache_find(compile_job *job)
{
    compile_lookup *lookup = &job->lookup;
    compile_kernels *kernels = job->result->kernels;
    candidate found = {job->options.kernels, NULL};
    cache_blob *blob;
    if (!lookup->request)
        compile_make_request(job, job->result->files);
    if (!lookup->request)
        return false;
    cache_key key = compile_request_key(lookup);
    /* A function of the caller's might wait for the thread that makes the entry. */
    bool may_wait = !job->options.kernels->read_mod;
    if (cache_begin(&key, may_wait, compile_accept, &found, &blob, &lookup->flight, &kernels->tally) != CACHE_HIT)
        return false;
    cache_release(&blob->shared);
    lookup->saved = found.saved;
    if (!compile_attach_mods(job->result, found.saved))
        return false;
    compile_attach_saved(kernels, found.saved, job->options.kernels);
    return true;
}

/* The tools of a key are those that made the bytes. */
static bool compile_has_same_tools(const compile_lookup *lookup, uint32_t outputs)
{
    tool_identity now;
    if (lookup->needs_library && (!compile_cache_find_library(lookup->which, outputs, true, &now) ||
                                  memcmp(&now, &lookup->library, sizeof now) != 0))
        return false;
    return !lookup->needs_cc || (tool_identity_cc(true, &now) && memcmp(&now, &lookup->cc, sizeof now) == 0);
}

/* Keeps what the compile read, so that its result can be shared without reading it again. */
static bool compile_keep_reads(compile_saved *saved, const sema *s)
{
    for (uint32_t i = 0; i < saved->n_reads; i++) {
        saved_read *read = &saved->reads[i];
        if (!read->is_found)
            continue;
        read->n = s->reads.at[i].n_bytes;
        read->bytes = malloc(read->n + 1);
        if (!read->bytes)
            return false;
        memcpy(read->bytes, s->reads.at[i].bytes, read->n);
    }
    return true;
}

void compile_cache_keep(compile_job *job, bool is_good)
{
    compile_lookup *lookup = &job->lookup;
    compile_kernels *kernels = job->result->kernels;
    const uint8_t *volatile bytes = NULL;
    size_t n = 0;
    jmp_buf out_of_memory;
    if (!lookup->flight)
        return;
    if (is_good && compile_has_same_tools(lookup, job->options.kernels->outputs)) {
        kernels->memory.out_of_memory = &out_of_memory;
        if (setjmp(out_of_memory) == 0) {
            const uint8_t *made;
            compile_save(kernels, (uint32_t)job->n_sources, &made, &n);
            bytes = made;
        }
        kernels->memory.out_of_memory = NULL;
    }
    cache_blob *blob = cache_end(lookup->flight, bytes, n);
    lookup->flight = NULL;
    if (!blob)
        return;
    lookup->saved = lookup->is_shareable ? compile_load(blob, NULL) : NULL;
    if (lookup->saved && !compile_keep_reads(lookup->saved, &kernels->checked)) {
        cache_release(&lookup->saved->shared);
        lookup->saved = NULL;
    }
    cache_release(&blob->shared);
}

void compile_cache_share(compile_job *job)
{
    compile_lookup *lookup = &job->lookup;
    rustg_result *result = job->result;
    size_t n_bytes = sizeof(compile_body);
    if (result->kernels) {
        result->stats.n_cache_hits = result->kernels->tally.n_hits;
        result->stats.n_cache_misses = result->kernels->tally.n_misses;
        result->stats.n_cache_damaged = result->kernels->tally.n_damaged;
    }
    if (!lookup->is_shareable || !lookup->saved || result->body || result->engine != RUSTG_ENGINE_CPU)
        return;
    compile_body *body = calloc(1, sizeof *body);
    rustg_file *files = malloc((result->n_files + 1) * sizeof *files);
    if (!body || !files) {
        free(body);
        free(files);
        return;
    }
    memcpy(files, result->files, result->n_files * sizeof *files);
    for (uint32_t i = 0; i < lookup->saved->n_mods; i++) {
        const saved_read *read = &lookup->saved->reads[lookup->saved->mods[i].read];
        files[job->n_sources + i].name = read->path;
        files[job->n_sources + i].bytes = read->bytes;
    }
    for (size_t b = 0; b < result->n_batches; b++)
        n_bytes += 10 * result->batches[b].n_toks + 21 * result->batches[b].n_nodes;
    atomic_init(&body->shared.n_users, 1);
    body->shared.weight = n_bytes + result->n_files * sizeof *files + lookup->saved->shared.weight;
    body->shared.end = compile_end_body;
    body->batches = result->batches;
    body->n_batches = result->n_batches;
    body->files = files;
    body->n_files = result->n_files;
    body->stats = (rustg_stats){.n_bytes = result->stats.n_bytes,
                                .n_toks = result->stats.n_toks,
                                .n_files = result->stats.n_files,
                                .n_nodes = result->stats.n_nodes,
                                .n_diagnosed = result->stats.n_diagnosed};
    body->saved = lookup->saved;
    cache_retain(&body->saved->shared);
    result->body = &body->shared; /* the first user */
    cache_recent_add(lookup->request, lookup->n_request, &body->shared);
}

void compile_cache_close(compile_lookup *lookup)
{
    cache_end(lookup->flight, NULL, 0);
    if (lookup->saved)
        cache_release(&lookup->saved->shared);
    free(lookup->request);
}

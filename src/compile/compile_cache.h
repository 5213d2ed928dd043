/* compile_cache.h: a compile's dealings with the cache.
 *
 * A request is all that decides a compile's result, as bytes. A compile looks up, in this order:
 *   the request itself in this process' memory: tokens, trees and kernels are shared with the first such result
 *   its digest, on disk or in memory: the sources are parsed, and kernels and outputs come from the entry
 *   each PTX, cubin, object and shared object, by the generated text that it is made of */
#ifndef RUSTG_COMPILE_CACHE_H
#define RUSTG_COMPILE_CACHE_H

#include "cache/cache_entries.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "codegen/toolchain/tool_identity.h"

struct compile_job;
struct compile_kernels;
struct compile_saved;

/* Of one compile; zeroed: no cache. */
typedef struct compile_lookup {
    uint8_t *request;             /* malloc'd; NULL: nothing is looked up */
    size_t n_request, n_digested; /* the bytes behind n_digested decide within this process only */
    bool needs_library, needs_cc;
    tool_library which; /* of the toolkit */
    bool is_shareable;  /* all sources came as bytes: the request is known before anything is read */
    tool_identity library, cc;
    cache_flight *flight;
    struct compile_saved *saved; /* what was found, or kept */
} compile_lookup;

/* Asks the cache before anything is read. *is_found says that the job's result is complete. fails
 * RUSTG_ERR_CANCELLED, _MEMORY */
rustg_status compile_cache_recent(struct compile_job *job, bool *is_found);
/* Asks once all is parsed without errors. It answers whether the job's kernels were found and are complete. */
bool compile_cache_find(struct compile_job *job);
/* Ends what compile_cache_find began: the job's kernels go to the cache if they are good. */
void compile_cache_keep(struct compile_job *job, bool is_good);
/* Says that the result is complete; later compiles of the same request may share it. */
void compile_cache_share(struct compile_job *job);
void compile_cache_close(struct compile_lookup *lookup);

/* Every key begins with this rustg and with what it is of. */
void compile_begin_key(sha256 *to, const char *what);

/* compile_tool.c calls tool_nvrtc, tool_jitlink and tool_cc by way of the cache. A hit has no log. beside: the cubin
 * that was made of the same text for the same architecture, whose PTX is taken where PTX is asked for, or NULL. */
rustg_status compile_nvrtc(struct compile_kernels *kernels, const char *cuda, const char *arch, bool cubin,
                           const codegen_options *how, const tool_cuda_code *beside, tool_cuda_code *made,
                           rustg_error *error);
rustg_status compile_jitlink(struct compile_kernels *kernels, const char *ptx, const char *arch,
                             const codegen_options *how, tool_cuda_code *made, rustg_error *error);
rustg_status compile_cc(struct compile_kernels *kernels, const char *c, bool shared, const codegen_options *how,
                        uint8_t **bytes, size_t *n, rustg_error *error);

/* The module of kernels, and a kernel's function in it. The module is as lowered; for kernels that came from the
 * cache it is read from the entry's IR when it is first asked for, with kernels->running held. NULL:
 * RUSTG_ERR_INTERNAL. */
ir_module *compile_module(struct compile_kernels *kernels, rustg_error *error);
ir_function_id compile_function(const struct compile_kernels *kernels, const ir_module *module, uint32_t kernel);

#endif

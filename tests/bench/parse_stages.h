/* parse_stages.h: the CPU engine's stages file by file, into arrays kept from pass to pass. */
#ifndef BENCH_PARSE_STAGES_H
#define BENCH_PARSE_STAGES_H

#include "engine/ast_memory.h"
#include "engine/token_memory.h"
#include "rustg/compile.h"

enum { STAGE_LEX, STAGE_GROUPS, STAGE_PARSE, STAGE_PREORDER, N_STAGES };
extern const char *const stage_names[N_STAGES];

/* Source i writes tokens from first_tok[i] on and nodes from first_node[i] on. */
typedef struct staging {
    const rustg_source *sources;
    size_t n_sources;
    uint64_t n_bytes;
    token_memory tokens;
    ast_memory nodes;
    size_t *first_tok, *first_node;
    size_t n_toks, n_nodes; /* of the sources; EOF tokens and roots counted, sentinels not */
    parse_scratch *scratch; /* [n_threads] */
    uint32_t n_threads;
} staging;

/* Sources without errors, of at most 4 GiB in all. False when memory ran out. */
bool staging_make(staging *s, const rustg_source *sources, size_t n_sources);
void staging_free(staging *s);

/* Seconds of a pass over all sources: on one thread with the seconds of each stage where stages is not NULL; on all. */
double staging_pass(staging *s, double stages[N_STAGES]);
double staging_pass_all(staging *s);

#endif

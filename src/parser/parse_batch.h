/* parse_batch.h: what the parser's kernels are given: one view by value, host and device agree on its layout.
 *
 * Order of the launches (engine/parse_cuda_launch.h): match (3 kernels), walk, compact (6 kernels). Arrays of the
 * device begin at multiples of 16 bytes and may be read and written up to a multiple of 16 entries. */
#ifndef RUSTG_PARSE_BATCH_H
#define RUSTG_PARSE_BATCH_H

#include "lexer/lex_batch.h"
#include "parser/grammar/parse_record.h"

#ifdef __CUDACC__
typedef uint4 parse_unit;
#else
typedef struct parse_unit {
    uint32_t x, y, z, w;
} parse_unit;
#endif

#define PARSE_NO_TOK   0xFFFFFFFFu
#define PARSE_MAX_TOKS 0x3FFFFFFFu /* tokens that the match kernels can count; a batch of more goes to the CPU */

enum {
    PARSE_TILE = 4096, /* tokens, list entries or nodes a block of PARSE_THREADS */
    PARSE_THREADS = 256,
    PARSE_PER_THREAD = PARSE_TILE / PARSE_THREADS,
    PARSE_WALK_THREADS = 1024,
    PARSE_WALK_BLOCKS_PER_SM = 1,
    PARSE_WALK_PER_THREAD = 4,                                /* contexts at most */
    PARSE_WALK_CONTEXT_BYTES = 48,                            /* of a block's shared memory */
    PARSE_WALK_STATIC_BYTES = 20 * PARSE_WALK_THREADS + 3072, /* of a block's shared memory, whatever its contexts */
    PARSE_WALK_FRAMES = 48, /* of a context; what nests deeper in one unit goes to the host */
    PARSE_N_REGIONS = 64,
    PARSE_REGION_ALIGN = 256, /* region_records is a multiple */
    PARSE_LIST_BLOCKS = 1024, /* at most, of the kernels that go over a list whose length only the device knows */
    PARSE_TREE_LEVELS = 7
};

/* d_parse_flags: 0, or why the file goes to the CPU. */
enum { PARSE_BAD_FILE = 1, PARSE_UNBALANCED_FILE = 2 };

/* Zero on entry. head: tickets drawn; tail: units made by threads; finished: files and units done */
typedef struct parse_walk_counters {
    uint32_t head, tail, finished, overflow;
} parse_walk_counters;

/* Zero on entry: the first three of match, the others of compact. */
typedef struct parse_counters {
    uint32_t match_ticket;
    uint32_t n_list;    /* delimiters that lack a partner in their tile, and edges of files */
    uint32_t list_done; /* blocks that have finished */
    uint32_t base_ticket, opened_ticket;
    uint32_t parent_done; /* blocks that have finished */
    uint32_t n_rest;      /* nodes whose parent lies in an earlier tile */
    uint32_t n_nodes;     /* entries of the AST arrays, slot 0 included; may be more than capacity_nodes */
} parse_counters;

/* The smallest of 16 values, of 256 and so on: what a search for the nearest earlier small value climbs. */
typedef struct parse_tree {
    uint32_t *d_levels[PARSE_TREE_LEVELS]; /* n in whole tiles: [n / 16^(level + 1)], rounded up to 16 */
} parse_tree;

typedef struct parse_batch_view {
    /* The batch as the lexer left it. */
    const uint8_t *d_source;
    const lex_file_entry *d_files;    /* [n_files] */
    const uint32_t *d_file_first_tok; /* [n_files] */
    const uint8_t *d_kind, *d_flags;  /* [n_toks] */
    const uint32_t *d_tok_start, *d_tok_end;
    uint32_t n_files, n_toks; /* n_toks: slot 0 included */

    /* What match makes and needs. */
    uint8_t *d_kinds;                    /* [n_toks] glued */
    uint32_t *d_partner;                 /* [n_toks] 0 where the token is no delimiter */
    uint8_t *d_parse_flags;              /* [n_files] zero on entry */
    parse_counters *d_counters;          /* [1] */
    uint64_t *d_tile_states;             /* [n_toks / PARSE_TILE + 1] zero on entry of match and again of compact */
    uint32_t *d_list_value, *d_list_tok; /* [n_toks] scratch; the record pool may lie over it */
    parse_tree list_tree, node_tree;     /* node_tree may lie over list_tree */

    /* What the walk makes and needs. */
    parse_walk_counters *d_walk;
    parse_unit *d_units;     /* [capacity_units] */
    uint32_t *d_region_used; /* [PARSE_N_REGIONS] */
    parse_record *d_records; /* [n_record_slots] */
    uint16_t *d_counts;      /* [n_toks] parse_count_all; zero on entry of the walk */
    uint32_t capacity_units, region_records, n_record_slots, inline_toks;
    parse_unit *d_frames;         /* [blocks][n_contexts][PARSE_WALK_FRAMES] scratch */
    uint32_t n_contexts, n_turns; /* contexts a block; states between two rounds */

    /* What compact makes and needs. */
    uint32_t n_flagged;          /* files that d_parse_flags flags; their nodes are left out */
    const uint32_t *d_file_gap;  /* [n_files] nodes that the host will put in for a flagged file; NULL: none */
    uint32_t *d_base;            /* [n_toks] nodes finished before the token; PARSE_NO_TOK: flagged file */
    uint32_t *d_opened;          /* [capacity_nodes] zero on entry; then scratch of the parents */
    uint64_t *d_node_states;     /* [capacity_nodes / PARSE_TILE + 1] zero on entry */
    uint32_t *d_file_first_node; /* [n_files] its root, or its gap */
    uint32_t capacity_nodes;     /* entries that the AST arrays hold */
    uint8_t *d_node_kind;
    uint32_t *d_node_tok, *d_node_start, *d_node_end, *d_node_next, *d_node_parent;
} parse_batch_view;

#endif

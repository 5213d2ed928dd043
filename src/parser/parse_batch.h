/* parse_batch.h: what the parser's kernels are given: one view by value, host and device agree on its layout.
 *
 * Order of the launches (engine/parse_cuda_launch.h): match (3 kernels), divide (4), walk (in rounds), check, compact
 * (5). Arrays of the device begin at multiples of 16 bytes and may be read and written up to a multiple of 16 entries.
 */
#ifndef RUSTG_PARSE_BATCH_H
#define RUSTG_PARSE_BATCH_H

#include "lexer/lex_batch.h"

#ifdef __CUDACC__
typedef uint4 parse_event;
#else
typedef struct parse_event {
    uint32_t x, y, z, w;
} parse_event;
#endif

#define PARSE_NO_TOK 0xFFFFFFFFu
/* The match kernels count the unpaired delimiters of a batch in 30 bits (parse_match.cuh): a batch has at most as many
 * tokens. */
#define PARSE_MAX_TOKS 0x3FFFFFFFu

enum {
    PARSE_TILE = 4096, /* tokens, list entries or nodes a block of PARSE_THREADS */
    PARSE_THREADS = 256,
    PARSE_PAD = 48, /* bytes behind d_kinds and d_class that are read with the last tokens: two times 16, and some */
    PARSE_PER_THREAD = PARSE_TILE / PARSE_THREADS,
    PARSE_CUT_THREADS = 1024,
    PARSE_WALK_THREADS = 768,
    PARSE_WALK_FRAMES = 10,        /* of a lane, in shared memory */
    PARSE_WALK_FAR_FRAMES = 48,    /* and in device memory; what nests deeper in one unit goes to the host */
    PARSE_WALK_ROUNDS = 8,         /* in which units that were guessed wrongly are walked again */
    PARSE_WALK_FAMILY_BYTES = 272, /* of the table's part, which a block's shared memory holds */
    PARSE_CHUNK = 32,              /* events; the last one's x is the next chunk */
    PARSE_PLACE_EVENTS = 256,      /* of a unit, which its warp holds in shared memory */
    PARSE_LIST_BLOCKS = 1024,      /* at most, of the kernels that go over a list whose length only the device knows */
    PARSE_TREE_LEVELS = 7
};

/* d_parse_flags: 0, or why the file goes to the CPU. */
enum { PARSE_BAD_FILE = 1, PARSE_UNBALANCED_FILE = 2 };

/* A stretch of tokens that is walked on its own: a file, a delimited group, or a run of the elements of a long list.
 *   tok, end      its tokens, half-open; a group's begin and end with its delimiters, a file's end with its EOF
 *   parent, met   the unit whose walk came to it last, and that walk's round; of a run: its list's unit
 *   wanted        the state in which it begins; PARSE_NO_STATE: nothing was guessed, so it is read with its parent
 *   queued        the round in which it is to be walked; walked: that in which it was
 *   first_cut, last_cut   of a list that is cut: between them are its runs, and the walk goes on at the second
 *   events, n_events      what its walk has left: nodes as they finished, and the units that it came to
 *   scratch       of a unit with more than PARSE_PLACE_EVENTS: where its room in d_place begins
 *   first_class   of the group's opening delimiter, as the group's own walk sees it
 *   first_slot, end_slot, cut_slot, tail_slot   of d_slots: where its first nodes are counted; those of its parent
 *                 behind it; those of its first run; its own behind last_cut
 * The kind that was guessed (PARSE_PART_UNITS) is in flags from bit PARSE_UNIT_KIND_SHIFT on. */
typedef struct parse_unit {
    uint32_t tok, end, file, parent;
    uint32_t met, wanted, queued, walked;
    uint32_t first_cut, last_cut, run_state, flags;
    uint32_t events, n_events, scratch, first_class;
    uint32_t first_slot, end_slot, cut_slot, tail_slot;
} parse_unit;

/* What a walk has finished.
 *   a node: x, y, z its first token, that behind its last, and its anchor; w: bits 0-7 kind, bit 8 it ends at the `.`
 *           inside its last token, bits 9-31 how many events before it are in it
 *   w is 0: y is PARSE_EVENT_GROUP: a unit that it came to: x its first token, z the state that it is to begin in; once
 *           that has been told, y is PARSE_EVENT_MET and x the unit. PARSE_EVENT_RUNS: the runs of the unit's list */
enum { PARSE_EVENT_GROUP, PARSE_EVENT_MET, PARSE_EVENT_RUNS };

/* Of parse_unit.flags: */
enum {
    PARSE_UNIT_IS_RUN = 1,
    PARSE_UNIT_IS_GOOD = 2,
    PARSE_UNIT_IS_CUT = 4,
    PARSE_UNIT_IS_ALIVE = 8,
    PARSE_UNIT_KIND_SHIFT = 8
};

/* 32 tokens: at which of them a group's unit begins or ends, at which a list is cut, and how many such there are
 * before. */
typedef struct parse_slot_word {
    uint32_t groups, cuts, before, unused;
} parse_slot_word;

/* Zero on entry. n_made: units of groups and runs, which follow those of files; there may be no room for all */
typedef struct parse_walk_counters {
    uint32_t n_made;
    uint32_t n_long_lists, n_short_lists; /* that are cut, in d_queue */
    uint32_t long_head, short_head;       /* of them drawn */
    uint32_t head[PARSE_WALK_ROUNDS];     /* units drawn */
    uint32_t n_queued[PARSE_WALK_ROUNDS + 1];
    uint32_t n_chunks; /* taken from where all blocks take them */
    uint32_t overflow; /* units that found no room for their events */
    uint32_t n_scratch;
    uint32_t n_events;        /* of the units that are part of their files' trees */
    uint32_t n_wrong_guesses; /* of those units */
} parse_walk_counters;

/* Zero on entry: the first five of match and divide, the others of compact. */
typedef struct parse_counters {
    uint32_t match_ticket, slot_ticket, n_slots;
    uint32_t n_list;    /* delimiters that lack a partner in their tile, and edges of files */
    uint32_t list_done; /* blocks that have finished */
    uint32_t base_ticket;
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

    /* What divides the tokens into units. */
    const parse_event *d_steps;   /* of each outcome of the table parse_step: x to w */
    const uint32_t *d_last_steps; /* and v */
    const uint8_t *d_table;       /* parse_table_bytes */
    uint8_t *d_class;             /* [n_toks] */
    uint32_t *d_unit_of_tok;      /* [n_toks] only where a group's unit begins */
    parse_unit *d_units;          /* [capacity_units] the files, the groups, then the runs */
    parse_slot_word *d_words;     /* [n_toks / 32 + 1] groups and cuts zero on entry */
    uint32_t *d_slots;            /* [n_slots] zero on entry; nodes begun there, then those begun before */
    uint32_t capacity_units, inline_toks, n_slots; /* n_slots: room for so many */

    /* What the walk makes and needs. */
    parse_walk_counters *d_walk;
    uint32_t *d_queue;                             /* [2][capacity_units] by the round's parity; lists to cut before */
    parse_event *d_events;                         /* [n_chunks][PARSE_CHUNK] */
    parse_event *d_frames;                         /* [blocks][PARSE_WALK_FAR_FRAMES][PARSE_WALK_THREADS] scratch */
    uint32_t block_chunks, n_chunks;               /* chunks that are a block's own; all */
    uint32_t round, n_hot, n_outcomes, most_steps; /* of the table: entries of its frequent part, and their outcomes */

    /* What compact makes and needs. */
    uint32_t n_flagged;         /* files that d_parse_flags flags; their nodes are left out */
    const uint32_t *d_file_gap; /* [n_files] nodes that the host will put in for a flagged file; NULL: none */
    uint64_t *d_slot_states;    /* [n_slots / PARSE_TILE + 1] zero on entry of compact */
    uint32_t *d_place;          /* [2][n_place] of units with many events; may lie over the lists of match */
    uint32_t n_place;
    uint32_t *d_rest;            /* [capacity_nodes] scratch of the parents */
    uint32_t *d_file_first_node; /* [n_files] its root, or its gap */
    uint32_t capacity_nodes;     /* entries that the AST arrays hold */
    uint8_t *d_node_kind;
    uint32_t *d_node_tok, *d_node_start, *d_node_end, *d_node_next, *d_node_parent;
} parse_batch_view;

#endif

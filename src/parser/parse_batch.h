/* parse_batch.h: what the parser's kernels are given: one view by value, host and device agree on its layout.
 *
 * Order of the launches (engine/parse_cuda_launch.h): match (3 kernels), divide (9), walk and meet (in rounds), check,
 * compact (5). Arrays of the device begin at multiples of 16 bytes and may be read and written up to a multiple of 16
 * entries.
 */
#ifndef RUSTG_PARSE_BATCH_H
#define RUSTG_PARSE_BATCH_H

#include "lexer/lex_batch.h"

#include <stdalign.h>

#ifdef __CUDACC__
typedef uint2 parse_event;
#else
typedef struct parse_event {
    uint32_t x, y;
} parse_event;
#endif

#define PARSE_NO_TOK 0xFFFFFFFFu
/* The match kernels count the unpaired delimiters of a batch in 30 bits (parse_match.cuh): a batch has at most as many
 * tokens. */
#define PARSE_MAX_TOKS 0x3FFFFFFFu

/* Rounds of the walk that are enqueued before it is known whether units were guessed wrongly; a test takes fewer. */
#ifndef PARSE_WALK_FIRST_ROUNDS
#define PARSE_WALK_FIRST_ROUNDS 2u
#endif

/* Tokens, list entries or nodes a block of PARSE_THREADS. Where a batch has few there are kernels for fewer
 * (parser_small.cu), so that a thread has less to do one after the other. */
enum { PARSE_LARGE_TILE = 4096, PARSE_SMALL_TILE = 1024 };
#ifdef PARSE_SMALL_TILES
enum { PARSE_TILE = PARSE_SMALL_TILE };
#else
enum { PARSE_TILE = PARSE_LARGE_TILE };
#endif

/* Of d_words a block. */
#define PARSE_TILE_SLOT_WORDS(tile) ((tile) / 4)

enum {
    PARSE_THREADS = 256,
    PARSE_PAD = 48, /* entries behind d_kinds and d_line that are read with the last ones: two times 16, and some */
    PARSE_PER_THREAD = PARSE_TILE / PARSE_THREADS,
    PARSE_WALK_THREADS = 512,
    PARSE_WALK_FRAMES = 16,        /* of a lane, in shared memory */
    PARSE_WALK_WINDOW_BYTES = 64,  /* of the line, of a lane, in shared memory */
    PARSE_WALK_FAR_FRAMES = 48,    /* and in device memory; what nests deeper in one unit goes to the host */
    PARSE_WALK_ROUNDS = 8,         /* in which units that were guessed wrongly are walked again */
    PARSE_WALK_FAMILY_BYTES = 272, /* of the table's part, which a block's shared memory holds */
    PARSE_PLACE_EVENTS = 256,      /* of a unit, which its warp holds in shared memory */
    PARSE_SLOT_WORDS = PARSE_TILE_SLOT_WORDS(PARSE_TILE),
    PARSE_LINE_DEPTHS = 64,    /* depths of units in units, 0: files; what is deeper is not walked */
    PARSE_LINE_EVENTS = 2,     /* room for so many events an entry of a line */
    PARSE_LINE_FIRST = 16,     /* the place of a line's first entry; before it are the tokens before the unit */
    PARSE_LINE_MOST = 0xFF00,  /* entries of a line, but those of runs, that a walk can number */
    PARSE_GUESS_BLOCKS = 4096, /* at most, of parse_guess_kernel, a group of which is a lane's or a warp's */
    PARSE_LIST_BLOCKS = 1024,  /* at most, of the kernels that go over a list whose length only the device knows */
    PARSE_UNIT_THREADS = 64,   /* a block of those that take a warp a unit, for its warps wait for the slowest */
    PARSE_MEET_BLOCKS = 32768, /* at most, of meeting and of placing: so many that all finish at about one time */
    PARSE_PLACE_BLOCKS = 65536,
    PARSE_LINE_UNIT_BLOCKS = 8192, /* and of the kernel that takes a thread a unit */
    PARSE_TREE_LEVELS = 7
};

/* d_parse_flags: 0, or why the file goes to the CPU. */
enum { PARSE_BAD_FILE = 1, PARSE_UNBALANCED_FILE = 2 };

/* A stretch of tokens that is walked on its own: a file, a delimited group, or a run of the elements of a long list.
 *   tok, end      its tokens, half-open; a group's begin and end with its delimiters, a file's end with its EOF
 *   parent, met   the unit whose walk came to it last, and that walk's round; of a run: its list's unit
 *   wanted        the state in which it begins; PARSE_NO_STATE: nothing was guessed, so it is read with its parent
 *   line, length  of d_line: its first entry, and how many there are
 *   cut_at, cut_skip   of a list that is cut: entries before its runs, and theirs
 *   first_cut, last_cut   of d_line: its runs are between them; run_state: that in which one begins
 *   queued        the round in which it is to be walked; walked: that in which it was
 *   n_events, n_first   what its walk has left: nodes as they finished, and the units that it came to; those of them up
 *                 to its runs, or all (parse_event_at)
 *   scratch       of a unit with more than PARSE_PLACE_EVENTS: where its room in d_place begins
 *   first_slot, end_slot, cut_slot, tail_slot   of d_slots: where its first nodes are counted; those of its parent
 *                 behind it; those of its first run; its own behind last_cut
 * The kind that was guessed (PARSE_PART_UNITS) is in flags from bit PARSE_UNIT_KIND_SHIFT on. */
typedef struct parse_unit {
    alignas(16) uint32_t wanted; /* four words are loaded at a time; what one kernel needs lies together */
    uint32_t flags, line, length;
    uint32_t cut_at, cut_skip, n_events, n_first;
    uint32_t tok, end, first_slot, run_state;
    uint32_t parent, met, queued, walked;
    uint32_t file, end_slot, cut_slot, tail_slot;
    uint32_t first_cut, last_cut, scratch, unused;
} parse_unit;

/* What a walk has finished. Places number the entries of its line from PARSE_LINE_FIRST on, those of its runs left out.
 *   a node: x  bits 0-15 its first token; 16-28 how many are in it; 29-31 the upper bits of its anchor, which counts
 *              from its first token
 *           y  bits 0-7 kind, bit 8 it ends at the `.` inside its last token, bits 9-21 how many events before it are
 *              in it, bits 22-31 the lower bits of its anchor
 *   else bits 0-7 of y are 0 and bits 8-9 PARSE_EVENT_GROUP: a unit that it came to: x bits 0-15 its first token, 16-31
 *           the state that it is to begin in. PARSE_EVENT_RUNS: the runs of the unit's list.
 *           Once they are met, PARSE_EVENT_SLOTS: x is the first slot of what is there, and bits 10-31 of y how many
 *           lie before the one behind it; if there are PARSE_EVENT_MANY_SLOTS or more, PARSE_EVENT_UNIT and x is the
 *           unit, or RUNS as before */
enum { PARSE_EVENT_GROUP, PARSE_EVENT_UNIT, PARSE_EVENT_RUNS, PARSE_EVENT_SLOTS };
enum {
    PARSE_EVENT_LIMIT = 1 << 13, /* each of the three fields of 13 bits is less */
    PARSE_EVENT_SPLIT = 1 << 8,
    PARSE_EVENT_TYPE_SHIFT = 8,
    PARSE_EVENT_SLOTS_SHIFT = 10,
    PARSE_EVENT_MANY_SLOTS = 1 << 22,
    PARSE_EVENT_SIZE_SHIFT = 9,
    PARSE_EVENT_ANCHOR_SHIFT = 22,
    PARSE_EVENT_ANCHOR_BITS = 10
};

/* An entry of d_line: the class of the token, and from this bit on, with its sign, how far on in the line the partner
 * of a delimiter is, at most PARSE_LINE_NEAR; or one of the values below it. */
enum {
    PARSE_LINE_PARTNER_SHIFT = 8,
    PARSE_LINE_NEAR = 100,
    PARSE_LINE_FAR = -128,    /* further than that tells */
    PARSE_LINE_EDGE = -127,   /* the first token of the unit or the file, and its list (PARSE_LIST_) added */
    PARSE_LINE_END = -118,    /* the unit's last token */
    PARSE_LINE_BEHIND = -117, /* the token behind that; no walk asks for its partner */
};

/* In d_own_class the list that a unit is lies above the class of its first token. */
enum { PARSE_OWN_LIST_SHIFT = 8 };

/* Of parse_unit.flags: */
enum {
    PARSE_UNIT_IS_RUN = 1,
    PARSE_UNIT_IS_GOOD = 2,
    PARSE_UNIT_IS_CUT = 4,
    PARSE_UNIT_IS_ALIVE = 8,
    PARSE_UNIT_IS_MACRO = 16, /* the tokens of a macro, which walks pass over and no walk reads */
    PARSE_UNIT_KIND_SHIFT = 8
};

/* 32 tokens: at which of them a unit of a group begins, at which one ends, at which a list is cut; and how many such
 * there are before. */
typedef struct parse_slot_word {
    uint32_t begins, ends, cuts, before;
} parse_slot_word;

/* Of a tile of d_line, as entries of it; 0: none. edge: where the last line begins that begins here; last: the last
 * cut; first: the first one, where its list's line begins, at list, in an earlier tile. */
typedef struct parse_cut_tile {
    uint32_t edge, last, first, list;
} parse_cut_tile;

/* Zero on entry. n_made: units of groups and runs, which follow those of files; there may be no room for all */
typedef struct parse_walk_counters {
    uint32_t n_made;
    uint32_t n_asking;                /* groups whose guesses depend on what is around them */
    uint32_t head[PARSE_WALK_ROUNDS]; /* units drawn */
    uint32_t n_queued[PARSE_WALK_ROUNDS + 1];
    uint32_t n_long, walk_long_head; /* units of long lines, in d_queue; of them drawn */
    uint32_t n_scratch;
    uint32_t n_events;        /* of the units that are part of their files' trees */
    uint32_t n_wrong_guesses; /* of those units */
    uint32_t n_bad;           /* of those units, whose files the kernels do not hold */
} parse_walk_counters;

/* Zero on entry of match. n_line: entries of d_line */
typedef struct parse_counters {
    uint32_t match_ticket, depth_ticket, line_ticket, cut_ticket, slot_ticket, n_line, n_slots;
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
    const uint32_t *d_n_toks; /* of a small batch: how many there are, n_toks being those for which there is room; else
                               * NULL */
    uint32_t tile, lone_tile; /* PARSE_LARGE_TILE or PARSE_SMALL_TILE: whose kernels are launched, and of those of
                               * classes and of parents, whose tiles no other kernel knows */
    uint32_t has_old_edition; /* whether a file is of an edition before 2018 */

    /* What match makes and needs. */
    uint8_t *d_kinds;                    /* [n_toks] glued */
    uint32_t *d_partner;                 /* [n_toks] 0 where the token is no delimiter; for the walk, of a long group
                                          * that is no unit the entry of d_line instead */
    uint8_t *d_parse_flags;              /* [n_files] zero on entry */
    parse_counters *d_counters;          /* [1] */
    uint64_t *d_tile_states;             /* [n_toks / PARSE_TILE + 1] zero on entry */
    uint32_t *d_list_value, *d_list_tok; /* [n_toks] scratch; d_place may lie over it */
    parse_tree list_tree, node_tree;     /* node_tree may lie over list_tree */

    /* What divides the tokens into units. */
    const void *d_steps;      /* of each outcome of the table parse_step */
    const uint8_t *d_table;   /* parse_table_bytes */
    uint8_t *d_class;         /* [n_toks] */
    uint16_t *d_own_class;    /* [n_toks] of what opens a unit, as its own walk sees it, and its list; only there */
    uint32_t *d_unit_of_tok;  /* [n_toks] where a file or a group's unit begins; where that ends, and at delimiters of
                               * long groups that are no units, their entry of d_line */
    uint32_t *d_line_of_tok;  /* [n_toks] where a file or a group's unit begins, its first entry of d_line; may lie
                               * over the lists of match */
    parse_unit *d_units;      /* [capacity_units] the files, the groups, then the runs */
    parse_slot_word *d_words; /* [n_toks / 32 + 1] bits zero on entry */
    uint64_t *d_depth_states; /* [n_toks / PARSE_TILE + 1] zero on entry; of the depths, then of d_line_base */
    uint8_t *d_word_depth;    /* [n_toks / 32 + 1] of units, before the first token */
    uint32_t *d_slots;        /* [n_slots] zero on entry; nodes begun there, then those begun before */
    uint32_t *d_slot_unit;    /* [n_slots] zero on entry; 1 more than the unit that begins there */
    uint32_t *d_line_base;    /* [PARSE_LINE_DEPTHS][tiles of n_toks] entries of a depth, then those before them */
    uint16_t *d_line;         /* [capacity_line] units' own tokens side by side (parse_line.cuh) */
    uint32_t *d_line_tok;     /* [capacity_line] the tokens of the entries */
    uint64_t *d_line_states;  /* [tiles of capacity_line and of d_words] zero on entry */
    parse_cut_tile *d_cut_tiles; /* [tiles of capacity_line] zero on entry */
    uint32_t capacity_line;
    uint32_t capacity_units, n_slots; /* room for so many */
    uint32_t inline_toks;             /* groups of more tokens are units */
    uint32_t list_toks;               /* lists of groups of at most so many tokens are not cut */
    uint32_t run_words;               /* lists are cut at most once in so many times 32 entries: 1 or 2 */
    uint32_t long_entries;            /* of a line, from which on its unit is walked alone, */
    uint32_t n_long_blocks;           /* by so many of the walk's blocks, and then the others, */
    uint32_t n_long_warps;            /* and so many warps of each */

    /* What the walk makes and needs. */
    parse_walk_counters *d_walk;
    uint32_t *d_queue;        /* [2][capacity_units] by the round's parity; before the units of long lines, and before
                               * that the keys of groups (parse_guess.cuh) */
    parse_event *d_events;    /* [PARSE_LINE_EVENTS * capacity_line] */
    parse_event *d_frames;    /* [blocks][PARSE_WALK_FAR_FRAMES][threads of a block] scratch */
    uint32_t round, n_rounds; /* n_rounds: those that are enqueued, the first one counts */
    uint32_t n_hot, n_outcomes, most_steps; /* of the table: entries of its frequent part, and their outcomes */

    /* What compact makes and needs. */
    uint32_t n_flagged;         /* files that d_parse_flags flags; their nodes are left out */
    const uint32_t *d_file_gap; /* [n_files] nodes that the host will put in for a flagged file; NULL: none */
    uint64_t *d_slot_states;    /* [n_slots / PARSE_TILE + 1] zero on entry */
    uint32_t *d_place;          /* [2][n_place] of units with many events; may lie over the lists of match */
    uint32_t n_place;
    uint32_t *d_rest;            /* [capacity_nodes] scratch of the parents */
    uint32_t *d_file_first_node; /* [n_files] its root, or its gap */
    uint32_t capacity_nodes;     /* entries that the AST arrays hold */
    uint8_t *d_node_kind;
    uint32_t *d_node_tok, *d_node_start, *d_node_end, *d_node_next, *d_node_parent;
} parse_batch_view;

#endif

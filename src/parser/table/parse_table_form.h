/* parse_table_form.h: how the table of the grammar is held: bytes that gen_parse_table.cpp writes and parse_table.h
 * reads, on the host or wherever a device holds a copy of them. */
#ifndef RUSTG_PARSE_TABLE_FORM_H
#define RUSTG_PARSE_TABLE_FORM_H

#include <stdint.h>

/* A place in the tokens: bits 5-7 what it counts from, bits 0-4 how far on, 16 added. Outcomes hold the number of one
 * in parse_table_places. */
enum {
    PARSE_FROM_START,
    PARSE_FROM_ANCHOR,
    PARSE_FROM_POS,
    PARSE_FROM_PARTNER_BEFORE, /* the partner of the token before the one at hand */
    PARSE_FROM_PARTNER,        /* the partner of the token at hand */
    PARSE_FROM_SHIFT = 5,
    PARSE_FROM_MIDDLE = 16,
    PARSE_MOST_PLACES = 32
};
/* A mark, of four bits: 0 the register's; else how many nodes were finished since, and 1 added. */

enum {
    PARSE_N_RETS = 8,
    PARSE_NO_OUTCOME = 0,
    PARSE_NO_STATE = 0xFFFF,
    PARSE_FAMILY_BIT = 0x8000, /* of a frame's state: a row of parse_table_families, in which the state stands at ret */
    PARSE_CLASS_MORE = 0x8000, /* of a pair of kinds: a row of parse_table_facts */
    /* parse_outcome.does */
    PARSE_DOES_MOVE = 7,       /* tokens past */
    PARSE_MOVE_GROUP = 7,      /* of it: behind the partner */
    PARSE_DOES_PUSH_SHIFT = 3, /* frames, 0 to 2 */
    PARSE_DOES_POP = 1 << 5,   /* back to the caller; next is ret */
    PARSE_DOES_MORE = 1 << 6,  /* next is an outcome, which follows at the same token; this one moves by nothing */
    PARSE_DOES_UNIT = 1 << 7,  /* before all else: the group at hand is left to another walk, which begins in the state
                                * pushed[1]; it counts as a node */
};

/* The parts of the bytes, each at a multiple of 16:
 *   PAIRS     u16, kind and next kind (PARSE_N_KINDS) to class, or to PARSE_CLASS_MORE and a row of FACTS
 *   FACTS     u16, rows of PARSE_N_FACTS classes
 *   FAMILIES  u16, rows of PARSE_N_RETS states
 *   ROWS      u16, rows of PARSE_MAX_CLASSES outcomes
 *   ROW_OF    u16, by state: its row
 *   HOT       u32, by state and class added up: the state and, in the lower half, the outcome; another state's where
 *             the row is not among the frequent ones. Its outcomes are the first
 *   OUTCOMES  parse_outcome
 *   PLACES    u8 */
enum {
    PARSE_PART_PAIRS,
    PARSE_PART_FACTS,
    PARSE_PART_FAMILIES,
    PARSE_PART_ROWS,
    PARSE_PART_ROW_OF,
    PARSE_PART_HOT,
    PARSE_PART_UNITS,
    PARSE_PART_GUESSES,
    PARSE_PART_OUTCOMES,
    PARSE_PART_PLACES,
    PARSE_N_PARTS
};
enum {
    PARSE_UNIT_NONE,
    PARSE_UNIT_FILE,
    PARSE_MOST_UNITS = 64,
    PARSE_N_GUESSES = 1 << 17,
};
/* What lists are of. */
enum {
    PARSE_LIST_NONE,
    PARSE_LIST_ITEMS,
    PARSE_LIST_STMTS,
    PARSE_LIST_EXPRS,
    PARSE_LIST_ARMS,
    PARSE_LIST_FIELDS,
    PARSE_LIST_VARIANTS,
    PARSE_LIST_FIELD_DEFS
};
typedef struct parse_table_head {
    uint32_t n_bytes, n_rows, n_classes, n_outcomes;
    uint32_t n_states;          /* above the largest state: their numbers have gaps */
    uint32_t n_hot_outcomes;    /* of HOT; its entries are n_states + PARSE_MAX_CLASSES */
    uint32_t start;             /* the state at a file's first token */
    uint32_t at[PARSE_N_PARTS]; /* bytes from the head */
} parse_table_head;

/* What a state does at a token of a class: at most one node, then at most two frames, then the registers; then on.
 *   where  places and marks, from bit 0 on: 5 bits each the node's start, end and anchor, start and anchor of either
 *          frame and of the registers; 4 bits each the marks of the node, of either frame and of the registers; then
 *          one that says PARSE_SPLIT */
typedef struct parse_outcome {
    uint16_t next, pushed[2];
    uint8_t kind; /* of the node, 0: none */
    uint8_t does;
    uint64_t where;
} parse_outcome;

enum {
    PARSE_AT_NODE_START = 0,
    PARSE_AT_NODE_END = 5,
    PARSE_AT_NODE_ANCHOR = 10,
    PARSE_AT_PUSH_START = 15, /* of frame i: 10 * i on, as its anchor */
    PARSE_AT_PUSH_ANCHOR = 20,
    PARSE_AT_START = 35,
    PARSE_AT_ANCHOR = 40,
    PARSE_AT_NODE_MARK = 45,
    PARSE_AT_PUSH_MARK = 49, /* of frame i: 4 * i on */
    PARSE_AT_MARK = 57,
    PARSE_AT_SPLIT = 61
};

#endif

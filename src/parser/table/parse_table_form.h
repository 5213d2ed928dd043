/* parse_table_form.h: how the table of the grammar is held; the generator writes it, parse_table.h walks it. */
#ifndef RUSTG_PARSE_TABLE_FORM_H
#define RUSTG_PARSE_TABLE_FORM_H

#include <stdint.h>

/* A place in the tokens: bits 5-7 what it counts from, bits 0-4 how far on, 16 added. */
enum {
    PARSE_FROM_START,
    PARSE_FROM_ANCHOR,
    PARSE_FROM_POS,
    PARSE_FROM_PARTNER_BEFORE, /* the partner of the token before the one at hand */
    PARSE_FROM_PARTNER,        /* the partner of the token at hand */
    PARSE_FROM_SHIFT = 5,
    PARSE_FROM_MIDDLE = 16
};
/* A mark: 0 the register's; else how many nodes were finished since, and 1 added. */

enum {
    PARSE_NEXT_BIT = 1 << 30, /* of next: back to the caller, and ret below; of a frame's state: a row of
                               * parse_table_families, in which the state stands at ret */
    PARSE_N_RETS = 8,
    PARSE_MOVE_GROUP = 7, /* of move: behind the partner */
    PARSE_NO_ROW = 0x3FFFFFFF,
    PARSE_CLASS_MORE = 0x8000 /* of a pair of kinds: a row of parse_table_facts */
};

typedef struct parse_outcome_push {
    uint32_t state;
    uint8_t start, anchor, mark, unused;
} parse_outcome_push;

/* What a state does at a token of a class: at most one node, then at most two frames, then the registers; then on. */
typedef struct parse_outcome {
    uint32_t next;
    uint32_t unit; /* the state in which the group at hand begins that is left to another walk; or PARSE_NO_ROW */
    uint8_t move;  /* tokens past */
    uint8_t n_pushes;
    uint8_t kind; /* of the node, 0: none */
    uint8_t split;
    uint8_t node_start, node_end, node_anchor, node_mark;
    uint8_t start, anchor, mark, unused;
    parse_outcome_push pushes[2];
} parse_outcome;

/* A row's entries lie among those of other rows: that of class c of state s at s + c is s's if its state says so. The
 * entry of class 0 is what s does at the classes that have none. */
typedef struct parse_entry_of_row {
    uint32_t state, outcome;
} parse_entry_of_row;

#endif

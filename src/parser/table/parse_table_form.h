/* parse_table_form.h: how the table of the grammar is held: bytes that gen_parse_table.cpp writes and parse_table.h
 * reads, on the host or wherever a device holds a copy of them. */
#ifndef RUSTG_PARSE_TABLE_FORM_H
#define RUSTG_PARSE_TABLE_FORM_H

#include "base/hd.h"

#include <stdint.h>

/* A place in the tokens is a byte: bits 5 to 7 say what it counts from, and bits 0 to 4 how many tokens further on it
 * lies, with PARSE_FROM_MIDDLE added. An outcome holds the index of a place in the part PLACES. */
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
HD_STATIC_ASSERT(PARSE_FROM_START == 0 && PARSE_FROM_ANCHOR == 1 && PARSE_FROM_POS == 2 &&
                     PARSE_FROM_PARTNER_BEFORE == 3 && PARSE_FROM_PARTNER == 4,
                 "places that count from partners come last, and a step has one half for both (parse_step_place)");
/* A mark has four bits. 0 stands for the register's mark; any other number is 1 more than the count of nodes that have
 * been finished since. */

enum {
    PARSE_N_RETS = 8,
    PARSE_NO_OUTCOME = 0,
    PARSE_NO_STATE = 0xFFFF,
    PARSE_FAMILY_BIT = 0x8000, /* set in a frame's state that is the number of a row of FAMILIES, where ret picks */
    PARSE_CLASS_MORE = 0x8000, /* set in an entry of PAIRS that is the number of a row of FACTS */
    PARSE_CLASS_FAR = 255,     /* in NEAR; no class has this number */
    /* The bits of parse_outcome.does: */
    PARSE_DOES_MOVE = 7,       /* how many tokens the step goes forward */
    PARSE_MOVE_GROUP = 7,      /* that number where the step goes behind the partner of the token at hand */
    PARSE_DOES_PUSH_SHIFT = 3, /* two bits from here on: how many frames are pushed, at most two */
    PARSE_DOES_POP = 1 << 5,   /* the step returns to the caller, and next is what it tells it (ret) */
    PARSE_DOES_MORE = 1 << 6,  /* the step does not move, and next is an outcome that follows at the same token */
    PARSE_DOES_UNIT = 1 << 7,  /* first of all, the group at hand is left to another walk, which begins in the state
                                * pushed[1]; the group counts as a node */
};

/* The parts of the bytes, each of which begins at a multiple of 16:
 *   PAIRS     u16[PARSE_N_KINDS][PARSE_N_KINDS]: the class of a token by its kind and the next one's, or
 *             PARSE_CLASS_MORE and the number of a row of FACTS
 *   FACTS     u16[][PARSE_N_FACTS]: the class by what else is known of the token
 *   NEAR      u8[2][PARSE_N_KINDS][PARSE_N_KINDS]: the class by the kinds alone, or PARSE_CLASS_FAR where only a closer
 *             look tells it (parse_facts); first where no file is of an edition before 2018, then where one is
 *   ROLES     u16[PARSE_MAX_CLASSES]: what parse_role_of_kind says of the kind of a class' tokens
 *   FAMILIES  u16[][PARSE_N_RETS]: the state in which a frame goes on, by what it was told
 *   ROWS      u16[][PARSE_MAX_CLASSES]: the outcome by class
 *   ROW_OF    u16[n_states]: the row of a state
 *   HOT       u32[n_states + PARSE_MAX_CLASSES], at the sum of a state and a class: the state, and in the lower half
 *             the outcome, which is one of the first n_hot_outcomes. Where another state stands there, the row is not
 *             among the frequent ones, and ROWS has the outcome
 *   UNITS     u16[][4], by kind of unit: the state in which its walk begins, the state in which a run of its list's
 *             elements begins or PARSE_NO_STATE, what the list is of (PARSE_LIST_), and the state in which a run of
 *             the alternatives of an element's pattern begins or PARSE_NO_STATE
 *   GUESSES   u8[PARSE_N_GUESSES]: by key (parse_guess_place) the kind of unit that a group most likely is, and
 *             PARSE_GUESS_ASKS where what is around it may tell more; behind them u8[PARSE_N_SHIFTS], by which no two
 *             known keys have one place
 *   OUTCOMES  parse_outcome[n_outcomes]
 *   PLACES    u8[PARSE_MOST_PLACES] */
enum {
    PARSE_PART_PAIRS,
    PARSE_PART_FACTS,
    PARSE_PART_NEAR,
    PARSE_PART_ROLES,
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
/* Kinds of units: none, a file, and then one for each state in which a group's walk may begin. */
enum {
    PARSE_UNIT_NONE,
    PARSE_UNIT_FILE,
    PARSE_MOST_UNITS = 64,
    PARSE_GUESS_ASKS = 128,
    PARSE_N_GUESSES = 1 << 17,
    PARSE_N_SHIFTS = 1 << 12
};
/* What the elements of a list are, which decides where it may be cut. */
enum {
    PARSE_LIST_NONE,
    PARSE_LIST_ITEMS,
    PARSE_LIST_STMTS,
    PARSE_LIST_EXPRS,
    PARSE_LIST_ARMS,
    PARSE_LIST_FIELDS,
    PARSE_LIST_VARIANTS,
    PARSE_LIST_FIELD_DEFS,
    PARSE_LIST_ALTERNATIVES, /* of a pattern, in an element of another list */
    PARSE_N_LISTS
};
typedef struct parse_table_head {
    uint32_t n_bytes, n_rows, n_classes, n_outcomes;
    uint32_t n_states;          /* 1 more than the largest state; there are gaps between the numbers of states */
    uint32_t n_hot_outcomes;    /* how many outcomes HOT may name */
    uint32_t start;             /* the state at a file's first token */
    uint32_t at[PARSE_N_PARTS]; /* where each part begins, in bytes from the head */
} parse_table_head;

/* What a state does at a token of a class: it finishes at most one node, pushes at most two frames, sets the registers,
 * and goes on in the state next.
 *   where  places and marks, from bit 0 on. Five bits each hold the places of the node's start, end and anchor, and of
 *          start and anchor of the first frame, of the second and of the registers. Four bits each hold the marks of
 *          the node, of both frames and of the registers. A last bit says PARSE_SPLIT */
typedef struct parse_outcome {
    uint16_t next, pushed[2];
    uint8_t kind; /* the node's kind; 0: there is none */
    uint8_t does;
    uint64_t where;
} parse_outcome;

enum {
    PARSE_AT_NODE_START = 0,
    PARSE_AT_NODE_END = 5,
    PARSE_AT_NODE_ANCHOR = 10,
    PARSE_AT_PUSH_START = 15, /* frame i has its start and its anchor 10 * i bits further on */
    PARSE_AT_PUSH_ANCHOR = 20,
    PARSE_AT_START = 35,
    PARSE_AT_ANCHOR = 40,
    PARSE_AT_NODE_MARK = 45,
    PARSE_AT_PUSH_MARK = 49, /* frame i has its mark 4 * i bits further on */
    PARSE_AT_MARK = 57,
    PARSE_AT_SPLIT = 61
};

RUSTG_HD uint32_t parse_guess_mix(uint32_t h, uint32_t k)
{
    h = (h ^ k) * 0x9E3779B1u;
    return h ^ h >> 15;
}

/* Where GUESSES holds what is guessed for a key. shift: that of the key, which stands at its rest by PARSE_N_SHIFTS */
RUSTG_HD uint32_t parse_guess_place(uint32_t key, uint32_t shift)
{
    const uint32_t h = parse_guess_mix(key, shift);
    return (h ^ h >> 16) & (PARSE_N_GUESSES - 1);
}

/* The key of groups of that key in a unit of that kind. */
RUSTG_HD uint32_t parse_guess_key_in(uint32_t key, uint32_t around)
{
    return parse_guess_mix(key, 256 + around);
}

#endif

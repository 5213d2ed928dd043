/* parse_table.h: the grammar as a table, walked over one file.
 *
 * gen_parse_table.cpp makes the table from the rules when the library is built; it holds what they do in each state at
 * each class of tokens (parse_class.h). Where it has no outcome the file has an error or is one that only parse_cpu.c
 * follows. */
#ifndef RUSTG_PARSE_TABLE_H
#define RUSTG_PARSE_TABLE_H

#include "parser/table/parse_class.h"
#include "parser/table/parse_table_form.h"

#ifdef __cplusplus
extern "C" {
#endif
/* The table of this build, from its parse_table_head on. */
extern const uint8_t parse_table_bytes[];
#ifdef __cplusplus
}
#endif

typedef struct parse_table {
    const parse_table_head *head;
    const uint16_t *pairs, *facts, *roles, *families, *rows, *row_of, *units;
    const uint32_t *hot;
    const parse_outcome *outcomes;
    const uint8_t *places, *guesses, *near;
} parse_table;

/* Finds the parts. bytes is parse_table_bytes or a copy of it, at a multiple of 16. */
RUSTG_HD parse_table parse_table_of(const uint8_t *bytes)
{
    const parse_table_head *head = (const parse_table_head *)bytes;
    parse_table t;
    t.head = head;
    t.pairs = (const uint16_t *)(bytes + head->at[PARSE_PART_PAIRS]);
    t.facts = (const uint16_t *)(bytes + head->at[PARSE_PART_FACTS]);
    t.near = bytes + head->at[PARSE_PART_NEAR];
    t.roles = (const uint16_t *)(bytes + head->at[PARSE_PART_ROLES]);
    t.families = (const uint16_t *)(bytes + head->at[PARSE_PART_FAMILIES]);
    t.rows = (const uint16_t *)(bytes + head->at[PARSE_PART_ROWS]);
    t.row_of = (const uint16_t *)(bytes + head->at[PARSE_PART_ROW_OF]);
    t.hot = (const uint32_t *)(bytes + head->at[PARSE_PART_HOT]);
    t.units = (const uint16_t *)(bytes + head->at[PARSE_PART_UNITS]);
    t.guesses = bytes + head->at[PARSE_PART_GUESSES];
    t.outcomes = (const parse_outcome *)(bytes + head->at[PARSE_PART_OUTCOMES]);
    t.places = bytes + head->at[PARSE_PART_PLACES];
    return t;
}

/* The class of the token at pos; 0: the table leaves the file where the token is read. is_unit is as in parse_facts. */
RUSTG_HD uint32_t parse_class(const parse_table *t, const parse_input *in, uint32_t pos, bool is_unit)
{
    uint32_t k = parse_kind_seen(in, pos);
    uint32_t pair = t->pairs[k * PARSE_N_KINDS + in->kinds[pos + parse_kind_toks(k)]];
    if (!(pair & PARSE_CLASS_MORE))
        return pair;
    uint32_t facts = parse_facts(in, pos, k, is_unit);
    return facts == PARSE_FACTS_LEAVE ? 0 : t->facts[(pair & ~(uint32_t)PARSE_CLASS_MORE) * PARSE_N_FACTS + facts];
}

/* A frame, and the registers of the walk: start, anchor and mark as in parse_machine.h. */
typedef struct parse_table_frame {
    uint32_t state, start, anchor, mark;
} parse_table_frame;

/* The outcome of a state at a class, or PARSE_NO_OUTCOME. */
RUSTG_HD uint32_t parse_table_find(const parse_table *t, uint32_t state, uint32_t class_of_tok)
{
    uint32_t hot = t->hot[state + class_of_tok];
    return hot >> 16 == state ? hot & 0xFFFF : t->rows[t->row_of[state] * PARSE_MAX_CLASSES + class_of_tok];
}

/* What places count from, by PARSE_FROM_START and so on: chosen by index, for a branch on it is rarely foreseen. */
typedef struct parse_table_bases {
    uint32_t tok[8];
} parse_table_bases;

RUSTG_HD parse_table_bases parse_table_bases_at(const parse_input *in, const parse_table_frame *at, uint32_t pos)
{
    parse_table_bases bases;
    bases.tok[PARSE_FROM_START] = at->start - PARSE_FROM_MIDDLE;
    bases.tok[PARSE_FROM_ANCHOR] = at->anchor - PARSE_FROM_MIDDLE;
    bases.tok[PARSE_FROM_POS] = pos - PARSE_FROM_MIDDLE;
    bases.tok[PARSE_FROM_PARTNER_BEFORE] = in->partner[pos - (pos > in->first_tok)] - PARSE_FROM_MIDDLE;
    bases.tok[PARSE_FROM_PARTNER] = in->partner[pos] - PARSE_FROM_MIDDLE;
    return bases;
}

/* The token at a place of the outcome; bit says where the place's number lies in parse_outcome.where. */
RUSTG_HD uint32_t parse_table_place(const parse_table *t, const parse_table_bases *bases, const parse_outcome *o,
                                    uint32_t bit)
{
    uint32_t place = t->places[o->where >> bit & (PARSE_MOST_PLACES - 1)];
    return bases->tok[place >> PARSE_FROM_SHIFT] + (place & 31);
}

RUSTG_HD uint32_t parse_table_mark(const parse_table_frame *at, uint32_t n_nodes, const parse_outcome *o, uint32_t bit)
{
    uint32_t mark = (uint32_t)(o->where >> bit & 15);
    return mark == 0 ? at->mark : n_nodes - (mark - 1);
}

#endif

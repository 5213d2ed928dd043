/* parse_context.h: what an error is told on its way out of what was being read, and where it goes no further. */
#ifndef RUSTG_PARSE_CONTEXT_H
#define RUSTG_PARSE_CONTEXT_H

#include "parser/diagnose/parse_recover.h"

#define CONTEXT_NO_ROW UINT32_MAX

/* An error and the rule that found it.
 *   state, now   the rule's state and registers
 *   row          of the list; CONTEXT_NO_ROW: none was added */
typedef struct parse_context {
    parse_report *report;
    const recover_stack *stack;
    const parse_scratch *scratch;
    uint32_t state, pos, row;
    parse_frame now;
} parse_context;

/* The frame whose call rustc ends the error at and goes on behind, counted from 1; 0 where it gives up the file. */
size_t parse_context_find(const parse_context *context);
/* Adds to the row the labels of all that the error leaves on its way there, the innermost first. The answer is the
 * token up to which rustc finds no further error: the end of what it leaves, UINT32_MAX where it gives up the file. */
uint32_t parse_context_leave(const parse_context *context);
/* Add to the row, where there is one: a part without a place, and a suggestion. */
void context_child(const parse_context *context, rustg_part_kind kind, const char *text);
void context_suggest(const parse_context *context, uint32_t start, uint32_t end, const char *text, const char *patch);
/* RUSTG_DIAG_EXPECTED_PATTERN, or what rustc calls a pattern that is missing where it is a parameter's. */
uint32_t parse_context_pattern(const recover_stack *stack);

#endif

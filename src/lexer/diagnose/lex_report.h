/* lex_report.h: what the parts of lex_diagnose share. */
#ifndef RUSTG_LEX_REPORT_H
#define RUSTG_LEX_REPORT_H

#include "base/diagnostic_list.h"
#include "lexer/lex_scan.h"
#include "lexer/lexer.h"

/* Where reporting stands in one file.
 *   last_tick  the quote of the last lifetime, LEX_NO_TICK after `;`, a closing delimiter or a comment: rustc guesses
 *              from it that a string was written with single quotes
 *   nbsp_seen  a no-break space was reported; rustc takes all others for white space
 *   repeats_end  where the last run of one repeated unknown character ends: starts inside it need no new count
 *   last_feed, feeds_end  behind the last line feed before feeds_end; 0 for none. Searched once, front to back
 *   raw_patch  the literal at raw_patch_start as a raw string, for further errors in it; NULL for none
 *   repeat_patch  repeat_ascii n_repeat times, likewise */
typedef struct lex_report {
    lex_text text;
    uint32_t file;
    diag_list *list;
    uint32_t last_tick;
    bool nbsp_seen;
    uint32_t repeats_end;
    uint32_t last_feed, feeds_end;
    const char *raw_patch, *repeat_patch, *repeat_ascii;
    uint32_t raw_patch_start, n_repeat;
} lex_report;

#define LEX_NO_TICK 0xFFFFFFFFu

/* Append a row; the three argument fields are 0 in lex_add. */
void lex_add_argument(lex_report *report, uint32_t kind, uint32_t start, uint32_t end, uint32_t argument,
                      uint32_t argument_start, uint32_t argument_end);
static inline void lex_add(lex_report *report, uint32_t kind, uint32_t start, uint32_t end)
{
    lex_add_argument(report, kind, start, end, 0, 0, 0);
}

/* Reports the errors inside one literal. False: rustc stops reading the file at this error. */
bool lex_check_literal(lex_report *report, lex_token token);

/* Reports the errors of the frontmatter, if there is one before `end`, the offset at which tokens begin. */
void lex_check_frontmatter(lex_report *report, uint32_t end);

#endif

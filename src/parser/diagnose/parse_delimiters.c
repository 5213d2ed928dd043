/* parse_delimiters.c: see parse_delimiters.h.
 * source: rustc 1.95's rustc_parse (lexer/tokentrees.rs, lexer/diagnostics.rs). */
#include "parser/diagnose/parse_delimiters.h"

#include "parser/diagnose/parse_report.h"
#include "rustg/diagnostic_kind.h"

#include <stdlib.h>
#include <string.h>

enum { N_SHOWN_UNCLOSED = 5, MAX_LABELS = 12 };

/* Delimiters still open, innermost last.
 *   tok          the opening delimiter
 *   margin       white space bytes at the start of its line
 *   last_alike   the one before it in the stack of the same kind and margin, 1 + its place; 0 for none */
typedef struct open_delimiter {
    uint32_t tok, margin, last_alike;
} open_delimiter;

typedef struct mismatch {
    uint32_t open_tok, close_tok;
    uint32_t candidate_tok; /* NO_TOK for none */
} mismatch;

#define NO_TOK UINT32_MAX

/*   last_alike   u32[3 * n_margins]: 1 + the innermost open delimiter of a kind and margin
 *   close_tok    u32[n_toks]: of braces, the closing one; NO_TOK for none
 *   margins      u32[n_toks] of delimiters
 *   stray_tok    a closing delimiter where nothing is open, else NO_TOK */
typedef struct delimiters {
    const parse_file *file;
    open_delimiter *open;
    uint32_t n_open, n_open_of[3];
    uint32_t *last_alike, *close_tok, *margins;
    uint32_t n_margins;
    mismatch *mismatches;
    size_t n_mismatches, capacity_mismatches;
    uint32_t stray_tok, last_pair_tok;
} delimiters;

static uint32_t parse_delimiters_kind_at(const delimiters *d, uint32_t tok)
{
    return d->file->kind[tok];
}

/* 0 for parentheses, 1 for brackets, 2 for braces. */
static uint32_t parse_shape(uint32_t kind)
{
    return (kind - T_L_PAREN) / 2;
}

static uint32_t parse_delimiters_start_byte(const delimiters *d, uint32_t tok)
{
    return d->file->start[tok] - d->file->base;
}

/* Finds the margins of all delimiters in one walk over the text. */
static void parse_find_margins(delimiters *d)
{
    const parse_file *file = d->file;
    uint32_t line = 0, margin = 0, margin_end = 0, pos = 0;
    for (uint32_t i = 0; i < file->n_toks; i++) {
        uint32_t kind = parse_delimiters_kind_at(d, i), at = parse_delimiters_start_byte(d, i);
        d->close_tok[i] = NO_TOK;
        if (!PARSE_IS_OPEN(kind) && !PARSE_IS_CLOSE(kind))
            continue;
        for (; pos < at; pos++) {
            if (file->bytes[pos] == '\n')
                line = margin_end = pos + 1;
        }
        while (margin_end < at && (file->bytes[margin_end] == ' ' || (uint8_t)(file->bytes[margin_end] - '\t') < 5))
            margin_end++;
        margin = margin_end - line;
        d->margins[i] = margin;
        if (margin >= d->n_margins)
            d->n_margins = margin + 1;
    }
}

static void parse_push_open(delimiters *d, uint32_t tok)
{
    open_delimiter *open = &d->open[d->n_open++];
    uint32_t *alike = &d->last_alike[3 * d->margins[tok] + parse_shape(parse_delimiters_kind_at(d, tok))];
    open->tok = tok;
    open->margin = d->margins[tok];
    open->last_alike = *alike;
    *alike = d->n_open;
    d->n_open_of[parse_shape(parse_delimiters_kind_at(d, tok))]++;
}

static void parse_pop_open(delimiters *d)
{
    const open_delimiter *open = &d->open[--d->n_open];
    d->last_alike[3 * open->margin + parse_shape(parse_delimiters_kind_at(d, open->tok))] = open->last_alike;
    d->n_open_of[parse_shape(parse_delimiters_kind_at(d, open->tok))]--;
}

static bool parse_add_mismatch(delimiters *d, uint32_t close_tok)
{
    if (d->n_mismatches == d->capacity_mismatches) {
        size_t capacity = d->capacity_mismatches ? 2 * d->capacity_mismatches : 8;
        mismatch *larger = (mismatch *)realloc(d->mismatches, capacity * sizeof *larger);
        if (!larger)
            return false;
        d->mismatches = larger;
        d->capacity_mismatches = capacity;
    }
    mismatch *row = &d->mismatches[d->n_mismatches++];
    uint32_t alike = d->last_alike[3 * d->margins[close_tok] + parse_shape(parse_delimiters_kind_at(d, close_tok))];
    row->open_tok = d->open[d->n_open - 1].tok;
    row->close_tok = close_tok;
    row->candidate_tok = alike ? d->open[alike - 1].tok : NO_TOK;
    return true;
}

/* Pairs all delimiters as rustc does. False when memory runs out. */
static bool parse_pair_delimiters(delimiters *d)
{
    uint32_t last_foreign = NO_TOK;
    for (uint32_t i = 0; i < d->file->n_toks;) {
        uint32_t kind = parse_delimiters_kind_at(d, i);
        if (PARSE_IS_OPEN(kind)) {
            parse_push_open(d, i++);
            continue;
        }
        if (!PARSE_IS_CLOSE(kind)) {
            i++;
            continue;
        }
        if (d->n_open == 0) {
            d->stray_tok = i;
            return true;
        }
        uint32_t open = d->open[d->n_open - 1].tok;
        if (parse_delimiters_kind_at(d, open) + 1 == kind) {
            parse_pop_open(d);
            if (kind == T_R_BRACE) {
                d->close_tok[open] = i;
                d->last_pair_tok = open;
            }
            i++;
            continue;
        }
        if (last_foreign != i && !parse_add_mismatch(d, i))
            return false;
        last_foreign = i;
        parse_pop_open(d);
        /* A closing delimiter that fits one further out is left for that one. */
        if (d->n_open_of[parse_shape(kind)] == 0)
            i++;
    }
    return true;
}

static void parse_close_delimiters(delimiters *d)
{
    free(d->open);
    free(d->last_alike);
    free(d->close_tok);
    free(d->margins);
    free(d->mismatches);
}

static bool parse_open_delimiters(delimiters *d, const parse_file *file)
{
    size_t n = (size_t)file->n_toks + 1;
    memset(d, 0, sizeof *d);
    d->file = file;
    d->stray_tok = d->last_pair_tok = NO_TOK;
    d->open = (open_delimiter *)malloc(n * sizeof *d->open);
    d->close_tok = (uint32_t *)malloc(n * sizeof *d->close_tok);
    d->margins = (uint32_t *)malloc(n * sizeof *d->margins);
    if (d->open && d->close_tok && d->margins) {
        parse_find_margins(d);
        d->last_alike = (uint32_t *)calloc(3 * ((size_t)d->n_margins + 1), sizeof *d->last_alike);
        if (d->last_alike && parse_pair_delimiters(d))
            return true;
    }
    parse_close_delimiters(d);
    return false;
}

/* Finds the closing delimiters that the error of a stray closing delimiter speaks of. */
static bool parse_is_told_with_stray(const delimiters *d, const mismatch *row)
{
    return d->stray_tok != NO_TOK && parse_delimiters_kind_at(d, row->close_tok) != T_R_BRACE;
}

/* Adds the labels of the last row; more than MAX_LABELS are left out. */
typedef struct label_list {
    const delimiters *d;
    diag_list *list;
    size_t n;
} label_list;

static void parse_add_label(label_list *labels, const char *text, uint32_t start, uint32_t end)
{
    if (labels->n == MAX_LABELS)
        return;
    diag_part_at(labels->list, RUSTG_PART_LABEL, start, end, text);
    labels->n++;
}

static void parse_add_token_label(label_list *labels, const char *text, uint32_t tok)
{
    parse_add_label(labels, text, parse_delimiters_start_byte(labels->d, tok),
                    parse_delimiters_start_byte(labels->d, tok) + 1);
}

/* Whether it opens a `{}` that is empty and on one line. */
static bool parse_is_empty_block(const delimiters *d, uint32_t open_tok)
{
    uint32_t close_tok = d->close_tok[open_tok], at = parse_delimiters_start_byte(d, open_tok);
    return close_tok == open_tok + 1 &&
           !memchr(d->file->bytes + at, '\n', parse_delimiters_start_byte(d, close_tok) - at);
}

/* Of the pairs of braces whose ends are indented differently, and that lie in no pair that is indented well, finds
 * the one that begins last; NO_TOK if there is none. */
static uint32_t parse_find_doubtful(const delimiters *d, uint32_t n_toks)
{
    uint32_t found = NO_TOK, good_end = 0;
    for (uint32_t i = 0; i < n_toks; i++) {
        uint32_t close_tok = d->close_tok[i];
        if (close_tok == NO_TOK || i < good_end)
            continue;
        if (d->margins[i] == d->margins[close_tok])
            good_end = close_tok;
        else
            found = i;
    }
    return found;
}

static void parse_label_doubtful(label_list *labels, uint32_t n_toks, bool is_brace)
{
    const delimiters *d = labels->d;
    uint32_t doubtful = parse_find_doubtful(d, n_toks);
    if (doubtful != NO_TOK) {
        uint32_t start = parse_delimiters_start_byte(d, doubtful),
                 end = parse_delimiters_start_byte(d, d->close_tok[doubtful]);
        parse_add_label(labels, "this delimiter might not be properly closed...", start, start);
        parse_add_label(labels, "...as it matches this but it has different indentation", end, end);
        for (uint32_t i = doubtful + 1; is_brace && i < d->close_tok[doubtful]; i++) {
            if (d->close_tok[i] != NO_TOK && parse_is_empty_block(d, i)) {
                parse_add_label(labels, "block is empty, you might have not meant to close it",
                                parse_delimiters_start_byte(d, i), parse_delimiters_start_byte(d, d->close_tok[i]) + 1);
                break;
            }
        }
    } else if (d->last_pair_tok != NO_TOK && d->n_open == 0 && !parse_is_empty_block(d, d->last_pair_tok)) {
        parse_add_token_label(labels, "this opening brace...", d->last_pair_tok);
        parse_add_token_label(labels, "...matches this closing brace", d->close_tok[d->last_pair_tok]);
    }
}

static void parse_report_stray(const delimiters *d, uint32_t index, diag_list *list)
{
    uint32_t start = parse_delimiters_start_byte(d, d->stray_tok);
    label_list stray = {d, list, 0}, *labels = &stray;
    if (!report_add(list, index, RUSTG_DIAG_UNEXPECTED_CLOSE, start, start + 1))
        return;
    bool any = false;
    for (size_t i = 0; i < d->n_mismatches && labels->n + 2 <= MAX_LABELS; i++) {
        const mismatch *row = &d->mismatches[i];
        uint32_t at = parse_delimiters_start_byte(d, row->close_tok);
        if (!parse_is_told_with_stray(d, row))
            continue;
        any = true;
        parse_add_token_label(labels, "the nearest open delimiter", row->open_tok);
        parse_add_label(labels,
                        parse_delimiters_kind_at(d, row->close_tok) == T_R_PAREN
                            ? "missing open `(` for this delimiter"
                            : "missing open `[` for this delimiter",
                        at, at);
    }
    if (!any)
        parse_label_doubtful(labels, d->stray_tok, parse_delimiters_kind_at(d, d->stray_tok) == T_R_BRACE);
    diag_part_at(list, RUSTG_PART_LABEL, start, start + 1, "unexpected closing delimiter");
}

static void parse_report_unclosed(const delimiters *d, uint32_t index, diag_list *list)
{
    label_list unclosed = {d, list, 0}, *labels = &unclosed;
    if (!report_add(list, index, RUSTG_DIAG_UNCLOSED_DELIMITER, d->file->n_bytes, d->file->n_bytes))
        return;
    for (uint32_t i = 0; i < d->n_open && i < N_SHOWN_UNCLOSED; i++)
        parse_add_token_label(labels, "unclosed delimiter", d->open[i].tok);
    if (d->n_open >= N_SHOWN_UNCLOSED + 2)
        parse_add_token_label(labels,
                              diag_format(labels->list, "another %u unclosed delimiters begin from here",
                                          (unsigned)(d->n_open - N_SHOWN_UNCLOSED)),
                              d->open[N_SHOWN_UNCLOSED].tok);
    parse_label_doubtful(labels, d->file->n_toks, parse_delimiters_kind_at(d, d->open[d->n_open - 1].tok) == T_L_BRACE);
}

bool parse_report_delimiters(const parse_file *file, uint32_t index, bool only_stray, diag_list *list,
                             uint32_t *end_tok)
{
    delimiters d;
    *end_tok = file->n_toks;
    if (!parse_open_delimiters(&d, file))
        return false;
    if (only_stray && d.stray_tok == NO_TOK) {
        parse_close_delimiters(&d);
        return true;
    }
    for (size_t i = 0; i < d.n_mismatches; i++) {
        const mismatch *row = &d.mismatches[i];
        if (parse_is_told_with_stray(&d, row))
            continue;
        rustg_diagnostic *diag =
            report_add(list, index, RUSTG_DIAG_MISMATCHED_CLOSE, parse_delimiters_start_byte(&d, row->open_tok),
                       parse_delimiters_start_byte(&d, row->open_tok) + 1);
        if (!diag)
            break;
        uint32_t close = parse_delimiters_start_byte(&d, row->close_tok), open = diag->start;
        diag->argument_start = close;
        diag->argument_end = close + 1;
        diag_part_at(list, RUSTG_PART_PRIMARY, close, close + 1, "mismatched closing delimiter");
        if (row->candidate_tok != NO_TOK) {
            uint32_t candidate = parse_delimiters_start_byte(&d, row->candidate_tok);
            diag->argument = candidate + 1;
            diag_part_at(list, RUSTG_PART_LABEL, candidate, candidate + 1, "closing delimiter possibly meant for this");
        }
        diag_part_at(list, RUSTG_PART_LABEL, open, open + 1, "unclosed delimiter");
    }
    if (d.stray_tok != NO_TOK) {
        *end_tok = d.stray_tok;
        parse_report_stray(&d, index, list);
    } else if (d.n_open > 0) {
        parse_report_unclosed(&d, index, list);
    }
    parse_close_delimiters(&d);
    return !list->failed;
}

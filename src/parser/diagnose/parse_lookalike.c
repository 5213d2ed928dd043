/* parse_lookalike.c: see parse_lookalike.h. */
#include "parser/diagnose/parse_lookalike.h"

#include "lexer/diagnose/lex_confusable.h"
#include "lexer/lex_scan.h"
#include "rustg/diagnostic_kind.h"

#include <stdlib.h>
#include <string.h>

/* The kind of token that the character at a byte is read as; NONE for none. */
static uint8_t parse_look_alike(const parse_file *file, uint32_t at)
{
    const lex_text text = {file->bytes, file->n_bytes, file->edition};
    uint32_t next;
    const lex_confusable *row = lex_confusable_find(lex_char_at(&text, at, &next));
    if (!row || !row->is_token)
        return T_NONE;
    return row->ascii[0] == '_' ? T_UNDERSCORE : lex_punct_kind((uint8_t)row->ascii[0]);
}

void lookalike_free(lookalike_tokens *tokens)
{
    free(tokens->kind);
    free(tokens->flags);
    free(tokens->start);
    free(tokens->end);
    free(tokens->places);
}

static bool lookalike_reserve(lookalike_tokens *tokens, size_t n)
{
    tokens->kind = (uint8_t *)malloc(n);
    tokens->flags = (uint8_t *)malloc(n);
    tokens->start = (uint32_t *)malloc(n * sizeof(uint32_t));
    tokens->end = (uint32_t *)malloc(n * sizeof(uint32_t));
    tokens->places = (uint32_t *)malloc(n * sizeof(uint32_t));
    return tokens->kind && tokens->flags && tokens->start && tokens->end && tokens->places;
}

/* Punctuation that now stands directly before punctuation is joint. */
static void parse_lookalike_join(lookalike_tokens *tokens, uint32_t n_toks)
{
    for (uint32_t i = 0; i + 1 < n_toks; i++) {
        if (TOKEN_IS_PUNCT(tokens->kind[i]) && TOKEN_IS_PUNCT(tokens->kind[i + 1]) &&
            tokens->end[i] == tokens->start[i + 1])
            tokens->flags[i] |= RUSTG_TOKEN_JOINT;
    }
}

bool lookalike_make(lookalike_tokens *tokens, const parse_file *file, const rustg_diagnostic *rows, size_t n_rows)
{
    uint32_t n = 0;
    size_t row = 0;
    bool any = false;
    memset(tokens, 0, sizeof *tokens);
    tokens->file = *file;
    for (size_t i = 0; i < n_rows; i++)
        any = any || rows[i].kind == RUSTG_DIAG_UNKNOWN_TOKEN;
    for (uint32_t i = 0; !any && i < file->n_toks; i++)
        any = file->kind[i] == T_UNKNOWN;
    if (!any)
        return true;
    if (!lookalike_reserve(tokens, (size_t)file->n_toks + 1)) {
        lookalike_free(tokens);
        return false;
    }
    for (uint32_t i = 0; i <= file->n_toks; i++) {
        uint32_t at = file->start[i] - file->base;
        uint8_t kind = file->kind[i];
        while (row < n_rows && (rows[row].kind != RUSTG_DIAG_UNKNOWN_TOKEN || rows[row].end <= at))
            row++;
        if (i < file->n_toks && (kind == T_UNKNOWN || (row < n_rows && rows[row].start <= at))) {
            kind = parse_look_alike(file, at);
            if (kind == T_NONE)
                continue;
        }
        tokens->kind[n] = kind;
        tokens->flags[n] = kind == file->kind[i] ? file->flags[i] : 0;
        tokens->start[n] = file->start[i];
        tokens->end[n] = file->end[i];
        tokens->places[n++] = i;
    }
    parse_lookalike_join(tokens, n);
    tokens->file.kind = tokens->kind;
    tokens->file.flags = tokens->flags;
    tokens->file.start = tokens->start;
    tokens->file.end = tokens->end;
    tokens->file.n_toks = n - 1;
    return true;
}

void lookalike_restore(const lookalike_tokens *tokens, parse_scratch *scratch)
{
    const uint32_t *places = tokens->places;
    for (size_t i = 0; places && i < scratch->n_nodes; i++) {
        parse_node *node = &scratch->nodes[i];
        bool is_empty = node->start == node->end;
        node->start = places[node->start];
        node->anchor = places[node->anchor];
        node->end = is_empty ? node->start : places[node->end - 1] + 1;
    }
}

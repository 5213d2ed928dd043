/* token.c: answers questions about token kinds, and finds where the suffix of a literal starts. */
#include "rustg/token.h"

#include "lexer/lex_scan.h"

static const struct {
    const char *name, *spelling;
    rustg_token_class class_of;
} token_kinds[] = {
#define TOK(name, spelling, class) {#name, spelling, RUSTG_CLASS_##class},
#include "rustg/token_kind.def"
};

_Static_assert(sizeof token_kinds / sizeof token_kinds[0] == RUSTG_N_TOKEN_KINDS, "a row for each kind");

const char *rustg_token_kind_name(uint8_t kind)
{
    return kind < RUSTG_N_TOKEN_KINDS ? token_kinds[kind].name : "?";
}

const char *rustg_token_kind_spelling(uint8_t kind)
{
    return kind < RUSTG_N_TOKEN_KINDS ? token_kinds[kind].spelling : "";
}

rustg_token_class rustg_token_kind_class(uint8_t kind)
{
    return kind < RUSTG_N_TOKEN_KINDS ? token_kinds[kind].class_of : RUSTG_CLASS_NONE;
}

/* The letters and the quote before the body; for raw strings the letters alone. */
static uint32_t token_prefix_length(uint8_t kind)
{
    switch ((rustg_token_kind)kind) {
    case RUSTG_TOK_BYTE:
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_C_STR:
    case RUSTG_TOK_RAW_BYTE_STR:
    case RUSTG_TOK_RAW_C_STR: return 2;
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT:
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_STR:
    case RUSTG_TOK_RAW_STR:
    case RUSTG_TOK_GUARDED_STR: return 1;
#include "lexer/token_not_literal.inc"
        break;
    }
    return 1;
}

uint32_t rustg_token_suffix(const uint8_t *text, uint32_t n_bytes, uint8_t kind)
{
    const lex_text token = {text, n_bytes, 2024};
    uint32_t prefix = token_prefix_length(kind), suffix_start = n_bytes, n_hashes, end = n_bytes;
    bool complete = false, is_float;

    if (rustg_token_kind_class(kind) != RUSTG_CLASS_LITERAL || n_bytes < prefix)
        return n_bytes;
    /* Nearly every literal ends with its quote or hash; what does not is read from its start, because an unclosed
     * literal can end with a quote and letters too. */
    if (text[n_bytes - 1] == '"' || text[n_bytes - 1] == '\'' || text[n_bytes - 1] == '#')
        return n_bytes;
    switch ((rustg_token_kind)kind) {
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT: (void)lex_number_end(&token, 0, &is_float, &suffix_start); return suffix_start;
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_BYTE: end = lex_char_end(&token, prefix, &complete); break;
    case RUSTG_TOK_RAW_STR:
    case RUSTG_TOK_RAW_BYTE_STR:
    case RUSTG_TOK_RAW_C_STR: end = lex_raw_string_end(&token, prefix, &n_hashes, &complete); break;
    case RUSTG_TOK_GUARDED_STR: end = lex_guarded_string_end(&token, 0, &n_hashes, &complete); break;
    case RUSTG_TOK_STR:
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_C_STR: end = lex_string_end(&token, prefix, &complete); break;
#include "lexer/token_not_literal.inc"
        break;
    }
    return complete ? end : n_bytes;
}

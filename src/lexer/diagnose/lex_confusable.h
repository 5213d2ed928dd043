/* lex_confusable.h: finds characters that are no Rust token but look like one. */
#ifndef RUSTG_LEX_CONFUSABLE_H
#define RUSTG_LEX_CONFUSABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lex_confusable {
    uint32_t code_point;
    const char *name;  /* "Greek Question Mark" */
    const char *ascii; /* ";" */
} lex_confusable;

/* NULL where the character has no such likeness. Static storage. */
const lex_confusable *lex_confusable_find(uint32_t code_point);
/* "Semicolon" for ";". */
const char *lex_confusable_ascii_name(const lex_confusable *row);
/* Whether rustc goes on with the token that the character looks like: white space, quotes and backslash give none. */
bool lex_confusable_is_token(const lex_confusable *row);

#endif

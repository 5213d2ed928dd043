/* lex_confusable.h: finds characters that are no Rust token but look like one. */
#ifndef RUSTG_LEX_CONFUSABLE_H
#define RUSTG_LEX_CONFUSABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lex_confusable {
    uint32_t code_point;
    const char *name;       /* "Greek Question Mark" */
    const char *ascii;      /* ";" */
    const char *ascii_name; /* "Semicolon" */
    bool is_token;          /* rustc goes on with the token that the character looks like */
} lex_confusable;

/* Returns NULL where the character looks like nothing of ASCII. Static storage. */
const lex_confusable *lex_confusable_find(uint32_t code_point);

#endif

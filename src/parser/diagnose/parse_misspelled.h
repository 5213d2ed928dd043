/* parse_misspelled.h: tells which keyword a misspelled word was probably meant to be. */
#ifndef RUSTG_PARSE_MISSPELLED_H
#define RUSTG_PARSE_MISSPELLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The place in words of the one that is like word[0..n), n_words for none. *wrong_case: it differs in case alone.
 * source: rustc 1.95's rustc_span (find_similar, edit_distance), for ASCII. */
size_t misspelled_find(const char *const *words, size_t n_words, const uint8_t *word, size_t n, bool *wrong_case);

#endif

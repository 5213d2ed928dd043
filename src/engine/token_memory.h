/* token_memory.h: allocates token arrays whose size is known only when they are full. */
#ifndef RUSTG_TOKEN_MEMORY_H
#define RUSTG_TOKEN_MEMORY_H

#include "engine/host_pool.h"
#include "lexer/lexer.h"

/* Four arrays of capacity entries. Large ones are reserved address space: only pages that are written cost memory.
 *   block  what they lie in; without .data each is malloc'd */
typedef struct token_memory {
    lex_tokens toks;
    size_t capacity;
    host_block block;
} token_memory;

/* Room for at least capacity tokens; large ones from pool, which may be NULL. False when memory ran out; *memory is
 * then empty. */
bool token_reserve_from(host_pool *pool, token_memory *memory, size_t capacity);
bool token_reserve(token_memory *memory, size_t capacity);
/* Only the first n_toks entries (n_toks > 0) are of use; the rest goes back where it cost memory. The arrays may move;
 * no failure. */
void token_trim(token_memory *memory, size_t n_toks);
/* An empty *memory is accepted. */
void token_free(token_memory *memory);

/* The arrays from index on. */
static inline lex_tokens token_at(lex_tokens toks, size_t index)
{
    lex_tokens rest = {toks.kind + index, toks.flags + index, toks.start + index, toks.end + index};
    return rest;
}

/* to[0..n_toks) = from[0..n_toks); they must not overlap. */
void token_copy(lex_tokens to, lex_tokens from, size_t n_toks);

#endif

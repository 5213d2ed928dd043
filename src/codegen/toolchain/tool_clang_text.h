/* tool_clang_text.h: what stands in a text of CUDA C++, word by word, where libclang cannot tell. */
#ifndef RUSTG_TOOL_CLANG_TEXT_H
#define RUSTG_TOOL_CLANG_TEXT_H

#include "base/arena.h"

/* A __global__ function where its declaration begins; name is not ended by a 0 byte. */
typedef struct clang_declared {
    const char *name;
    size_t n_name;
    uint32_t line;
} clang_declared;

/* The text as libclang is to see it, on the same lines and in the same columns but for CLANG_TEXT_ADDED. A function
 * that it cannot read hides none behind it, and it is shown what templates are instantiated explicitly. */
const char *tool_clang_text(arena *memory, const char *text);
/* What tool_clang_text puts behind `template`. */
#define CLANG_TEXT_ADDED "<\v>"
/* The next __global__ function behind *at, which moves on from the text's begin; *line is of *at. False: no more. */
bool tool_clang_next(const char **at, uint32_t *line, clang_declared *declared);
/* The bytes of a function's name that begins at at, with template arguments. */
size_t tool_clang_n_name(const char *at);
/* From at to the bracket that closes the first `(`, with single spaces; "" where there is none. */
const char *tool_clang_head(arena *memory, const char *at);
/* n bytes with single spaces. */
const char *tool_clang_spaced(arena *memory, const char *at, size_t n);

#endif

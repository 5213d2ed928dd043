/* source.h: declares what suggestions ask about the text around a place. */
#ifndef RUSTG_SOURCE_H
#define RUSTG_SOURCE_H

#include "sema/syntax/syntax.h"

/* A span's text; arena memory. */
const char *source_text(const sema *s, sema_span span);
/* White space at the beginning of the line in which the span begins. */
const char *source_indentation(const sema *s, sema_span span);
bool source_is_multiline(const sema *s, sema_span span);
/* The node of a kind that a node with that span is a child of. */
sema_node source_parent(const sema *s, sema_span child, uint8_t kind);
/* The empty spans at both ends. */
sema_span source_start(sema_span span);
sema_span source_end(sema_span span);

#endif

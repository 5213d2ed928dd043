/* source.c: finds the text of a span and the line that it stands in. */
#include "sema/syntax/syntax.h"

#include <string.h>

const char *source_text(const sema *s, sema_span span)
{
    return arena_text(s->memory, (const char *)s->files.at[span.file]->bytes + span.start, span.end - span.start);
}

const char *source_indentation(const sema *s, sema_span span)
{
    const uint8_t *bytes = s->files.at[span.file]->bytes;
    uint32_t start = span.start, end;
    while (start > 0 && bytes[start - 1] != '\n')
        start--;
    for (end = start; end < span.start && (bytes[end] == ' ' || bytes[end] == '\t'); end++)
        continue;
    return source_text(s, (sema_span){span.file, start, end});
}

bool source_is_multiline(const sema *s, sema_span span)
{
    return span.end > span.start && memchr(s->files.at[span.file]->bytes + span.start, '\n', span.end - span.start);
}

sema_node source_parent(const sema *s, sema_span child, uint8_t kind)
{
    const rustg_ast *ast = &s->files.at[child.file]->ast;
    for (uint32_t n = 1; n < ast->n_nodes; n++) {
        sema_node node = {child.file, n};
        if (ast->kind[n] != kind)
            continue;
        for (sema_node c = syntax_first_real(s, node); syntax_is(c); c = syntax_next_real(s, c)) {
            sema_span at = sema_node_span(s, c);
            if (at.end == child.end && at.start <= child.start)
                return node;
        }
    }
    return (sema_node){0, 0};
}

sema_span source_start(sema_span span)
{
    return (sema_span){span.file, span.start, span.start};
}

sema_span source_end(sema_span span)
{
    return (sema_span){span.file, span.end, span.end};
}

int source_compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

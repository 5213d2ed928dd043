/* source.c: the text of a span, and the line that it stands in. */
#include "sema/source.h"

#include <string.h>

const char *source_text(const sema *s, sema_span span)
{
    return arena_text(s->memory, (const char *)s->files.at[span.file].bytes + span.start, span.end - span.start);
}

const char *source_indentation(const sema *s, sema_span span)
{
    const uint8_t *bytes = s->files.at[span.file].bytes;
    uint32_t start = span.start, end;
    while (start > 0 && bytes[start - 1] != '\n')
        start--;
    for (end = start; end < span.start && (bytes[end] == ' ' || bytes[end] == '\t'); end++)
        continue;
    return source_text(s, (sema_span){span.file, start, end});
}

bool source_is_multiline(const sema *s, sema_span span)
{
    return span.end > span.start && memchr(s->files.at[span.file].bytes + span.start, '\n', span.end - span.start);
}

sema_span source_start(sema_span span)
{
    return (sema_span){span.file, span.start, span.start};
}

sema_span source_end(sema_span span)
{
    return (sema_span){span.file, span.end, span.end};
}

/* diag_render.c: has the public calls that draw a diagnostic. */
#include "diagnostics/diag_view.h"

#include <string.h>

size_t rustg_lines_render(rustg_lines *lines, const rustg_diagnostic *diagnostic, const char *path,
                          rustg_error_format format, int color, char *buffer, size_t capacity)
{
    diag_text out = {0};
    diag_view view;
    size_t n = 0;
    if (diag_view_make(&view, diagnostic, path, lines)) {
        if (format == RUSTG_FORMAT_JSON)
            diag_draw_json(&out, &view, color != 0);
        else if (format == RUSTG_FORMAT_SHORT)
            diag_draw_short(&out, &view, color != 0);
        else
            diag_draw_human(&out, &view, color != 0);
        if (!out.failed && !lines->failed)
            n = out.n;
    }
    if (capacity > 0) {
        size_t n_copied = n < capacity ? n : capacity - 1;
        if (n_copied > 0)
            memcpy(buffer, out.data, n_copied);
        buffer[n_copied] = 0;
    }
    diag_view_free(&view);
    text_free(&out);
    return n;
}

size_t rustg_diagnostic_render(const rustg_diagnostic *diagnostic, const char *path, const uint8_t *bytes,
                               size_t n_bytes, rustg_error_format format, int color, char *buffer, size_t capacity)
{
    rustg_lines lines;
    diag_lines_begin(&lines, bytes, n_bytes);
    size_t n = rustg_lines_render(&lines, diagnostic, path, format, color, buffer, capacity);
    diag_lines_end(&lines);
    return n;
}

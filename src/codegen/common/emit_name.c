/* emit_name.c: makes the identifiers of a text. */
#include "base/byte.h"
#include "codegen/common/emit.h"

static bool emit_name_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Keeps letters, digits and single _ only, at most 60 characters. The name is never empty. */
const char *emit_clean(emit *e, const char *name, const char *otherwise)
{
    char clean[64];
    size_t n = 0;
    for (const char *at = name ? name : ""; *at && n < 60; at++) {
        char c = emit_name_is_letter(*at) || byte_is_digit(*at) ? *at : '_';
        if (c == '_' && (n == 0 || clean[n - 1] == '_'))
            continue;
        if (n == 0 && byte_is_digit(c))
            clean[n++] = 'n';
        clean[n++] = c;
    }
    while (n && clean[n - 1] == '_')
        n--;
    return n ? arena_text(e->a, clean, n) : otherwise;
}

const char *emit_local_name(emit *e, ir_local l)
{
    return emit_print(e, "%s_%u", emit_clean(e, e->f->locals.at[l].name, "local"), l);
}

const char *emit_function_name(emit *e, ir_function_id f)
{
    if (e->m->functions.at[f].is_kernel && !(e->function_flags[f] & EMIT_ADDRESSED))
        return e->kernel_names[f];
    return emit_print(e, "%s_fn%u", emit_clean(e, e->m->functions.at[f].name, "f"), f);
}

const char *emit_global_name(emit *e, ir_global_id g)
{
    return emit_print(e, "%s_g%u", emit_clean(e, e->m->globals.at[g].name, "data"), g);
}

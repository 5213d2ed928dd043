/* same_diagnostics.h: whether two results say the same, parts and texts included. */
#ifndef RUSTG_TEST_SAME_DIAGNOSTICS_H
#define RUSTG_TEST_SAME_DIAGNOSTICS_H

#include <stdbool.h>
#include <string.h>

#include "rustg/diagnostic.h"

static inline bool same_part(const rustg_diagnostic_part *a, const rustg_diagnostic_part *b)
{
    return a->kind == b->kind && a->file == b->file && a->start == b->start && a->end == b->end &&
           strcmp(a->text, b->text) == 0 && strcmp(a->patch, b->patch) == 0;
}

static inline bool same_diagnostics(const rustg_diagnostic *a, const rustg_diagnostic *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        rustg_diagnostic x = a[i], y = b[i];
        x.parts = y.parts = NULL;
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
        for (uint32_t p = 0; p < x.n_parts; p++)
            if (!same_part(&a[i].parts[p], &b[i].parts[p]))
                return false;
    }
    return true;
}

#endif

/* diag_explain.c: what the errors of rustc's codes mean. The texts are those of src/diagnostics/explain. */
#include "rustg/diagnostic.h"

#include <stdlib.h>
#include <string.h>

typedef struct explain_row {
    const char *code, *text;
} explain_row;

/* In the order of their codes. */
static const explain_row explanations[] = {
#include "diagnostics/diag_explain_table.inc"
};

static int explain_compare(const void *code, const void *row)
{
    return strcmp(code, ((const explain_row *)row)->code);
}

const char *rustg_explain(const char *code)
{
    const size_t n_rows = sizeof explanations / sizeof explanations[0];
    const explain_row *row = bsearch(code, explanations, n_rows, sizeof explanations[0], explain_compare);
    return row != NULL ? row->text : NULL;
}

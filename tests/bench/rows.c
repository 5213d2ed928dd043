/* rows.c: see rows.h. */
#include "bench/rows.h"

#include <stdio.h>

static FILE *rows;

bool rows_open(const char *path, const char *heading)
{
    rows = fopen(path, "w");
    if (!rows)
        return false;
    fprintf(rows, "# %s\n#series\tinput_bytes\tmb_per_s\tslowest\tfastest\tpasses\n", heading);
    return true;
}

void rows_add(const char *series, uint64_t n_bytes, const spread *s)
{
    double mega = (double)n_bytes * 1e-6;
    if (!rows || s->n == 0)
        return;
    fprintf(rows, "%s\t%llu\t%.5g\t%.5g\t%.5g\t%zu\n", series, (unsigned long long)n_bytes, mega / measure_median(s),
            mega / measure_most(s), mega / measure_least(s), s->n);
    fflush(rows);
}

void rows_close(void)
{
    if (rows)
        fclose(rows);
    rows = NULL;
}

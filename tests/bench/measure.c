/* measure.c: see measure.h. */
#define _GNU_SOURCE
#include "bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void measure_add(spread *s, double seconds)
{
    if (s->n < MEASURE_MAX)
        s->seconds[s->n++] = seconds;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value at a rank from 0 to 1. */
static double ranked(const spread *s, double rank)
{
    spread sorted = *s;
    if (s->n == 0)
        return 0;
    qsort(sorted.seconds, sorted.n, sizeof *sorted.seconds, compare);
    return sorted.seconds[(size_t)(rank * (double)(sorted.n - 1) + 0.5)];
}

double measure_median(const spread *s)
{
    return ranked(s, 0.5);
}
double measure_least(const spread *s)
{
    return ranked(s, 0);
}
double measure_most(const spread *s)
{
    return ranked(s, 1);
}

void measure_report(const char *name, const spread *s, double n_bytes, double n_toks)
{
    double giga = n_bytes * 1e-9, median = measure_median(s);
    printf("%-46s %8.3f GB/s (%.3f to %.3f, %zu passes)", name, giga / median, giga / measure_most(s),
           giga / measure_least(s), s->n);
    if (n_toks > 0)
        printf(" %8.1f M tokens/s", n_toks * 1e-6 / median);
    printf("\n");
}

const char *measure_processor(void)
{
    static char name[128] = "unknown processor";
    char line[512];
    FILE *in = fopen("/proc/cpuinfo", "r");
    if (!in)
        return name;
    while (fgets(line, sizeof line, in)) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(name, sizeof name, "%.120s", strchr(line, ':') + 2);
            name[strcspn(name, "\n")] = 0;
            break;
        }
    }
    fclose(in);
    return name;
}

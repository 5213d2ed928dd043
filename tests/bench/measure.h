/* measure.h: times, their spread, and the machine they were taken on. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "base/clock.h"

#include <stddef.h>

enum { MEASURE_MAX = 64 };

/* Seconds of the passes of one thing. */
typedef struct spread {
    double seconds[MEASURE_MAX];
    size_t n;
} spread;

void measure_add(spread *s, double seconds);
double measure_median(const spread *s);
double measure_least(const spread *s);
double measure_most(const spread *s);

/* "name: 1.234 GB/s (1.200 to 1.250, 7 passes)" and tokens/s where n_toks is not 0. */
void measure_report(const char *name, const spread *s, double n_bytes, double n_toks);

/* The processor's name, "unknown processor" where the system does not say. Static storage. */
const char *measure_processor(void);

#endif

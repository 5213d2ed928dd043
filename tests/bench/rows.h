/* rows.h: the machine-readable report of a benchmark, which scripts/draw_figure.py reads.
 *     series TAB input bytes TAB MB/s of the median TAB of the slowest pass TAB of the fastest TAB passes */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "bench/measure.h"

#include <stdbool.h>
#include <stdint.h>

/* heading: one line, shown in the figure. */
bool rows_open(const char *path, const char *heading);
/* Does nothing while no file is open, or where nothing was measured. */
void rows_add(const char *series, uint64_t n_bytes, const spread *s);
void rows_close(void);

#endif

/* bench_runtime_row.c: one row: the ways in turn, medians. */
#include "bench/bench_runtime.h"

#include <stdio.h>
#include <stdlib.h>

void runtime_stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_runtime: %s: %s\n", what, detail);
    exit(1);
}

void runtime_good(rustg_status status, const rustg_error *error, const char *what)
{
    if (status != RUSTG_OK)
        runtime_stop(what, error->message);
}

void runtime_must(cuda_result result, const char *call)
{
    rustg_error error;
    runtime_good(cuda_check(result, call, &error), &error, call);
}

void runtime_settle(runtime_bench *b)
{
    rustg_error error;
    if (b->driver)
        runtime_must(b->driver->cuStreamSynchronize(b->raw_stream), "cuStreamSynchronize");
    runtime_good(rustg_stream_wait(b->stream, &error), &error, "rustg_stream_wait");
}

void runtime_run_row(runtime_bench *b, const runtime_row *row)
{
    static bool has_heading;
    spread times[RUNTIME_VARIANTS] = {{.n = 0}};
    double medians[RUNTIME_VARIANTS] = {0};
    if (!has_heading)
        printf("%-44s %s\n", "", "each: median (least to most), microseconds, or GB/s");
    has_heading = true;
    for (int pass = -2; pass < b->n_passes; pass++)
        for (int v = 0; v < RUNTIME_VARIANTS && row->work[v]; v++) {
            b->n_bytes = row->n_bytes;
            if (row->before)
                row->before(b, v);
            double began = clock_seconds();
            row->work[v](b, row->n_each);
            double took = (clock_seconds() - began) / row->n_each;
            runtime_settle(b);
            if (pass >= 0)
                measure_add(&times[v], took);
        }
    printf("%-44s", row->name);
    for (int v = 0; v < RUNTIME_VARIANTS && row->work[v]; v++) {
        medians[v] = 1e6 * measure_median(&times[v]);
        if (row->n_bytes)
            printf("  %s %.2f (%.2f to %.2f)", row->ways[v], 1e-3 * (double)row->n_bytes / medians[v],
                   1e-9 * (double)row->n_bytes / measure_most(&times[v]),
                   1e-9 * (double)row->n_bytes / measure_least(&times[v]));
        else
            printf("  %s %.3f (%.3f to %.3f)", row->ways[v], medians[v], 1e6 * measure_least(&times[v]),
                   1e6 * measure_most(&times[v]));
    }
    if (row->work[1] && !row->n_bytes)
        printf("  difference %+.3f", medians[0] - medians[1]);
    if (row->work[1] && row->goal > 0)
        printf(" (goal %.1f)", row->goal);
    putchar('\n');
    fflush(stdout);
}

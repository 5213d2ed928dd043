/* compile_pass.c: see compile_pass.h. */
#include "bench/compile_pass.h"

#include <stdio.h>

#include "bench/measure.h"

double compile_pass(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                    rustg_stats *stats)
{
    rustg_result *result;
    rustg_error error;
    double seconds = clock_seconds();
    if (rustg_compile(sources, n_sources, options, &result, &error) != RUSTG_OK) {
        fprintf(stderr, "rustg_compile: %s\n", error.message);
        return 0;
    }
    seconds = clock_seconds() - seconds;
    if (stats) {
        stats->struct_size = sizeof *stats;
        rustg_result_stats(result, stats);
    }
    rustg_result_free(result);
    return seconds;
}

/* compile_pass.h: the time of a whole call of rustg_compile. */
#ifndef BENCH_COMPILE_PASS_H
#define BENCH_COMPILE_PASS_H

#include "rustg/compile.h"

/* Returns the seconds that the call took; its result is freed outside them. Where the call fails, prints why and
 * returns 0.
 * out  stats  the result's, where it is not NULL */
double compile_pass(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                    rustg_stats *stats);

#endif

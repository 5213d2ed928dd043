/* peers.h: other parsers, run as programs over a list of files. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "rustg/compile.h"

#include <stdbool.h>
#include <stdint.h>

enum { PEER_RUSTC, PEER_SYN, N_PEERS };

/* A peer: its name, and its program or why there is none. */
typedef struct peer {
    const char *name;
    char program[4200];
    const char *missing; /* NULL: it can be run */
} peer;
void peers_find(peer peers[N_PEERS]);

/* What a run of a peer says: seconds of the median pass over the files it accepts. */
typedef struct peer_run {
    double seconds;
    size_t n_files, n_left_out;
    uint64_t n_bytes; /* of the files it accepts */
} peer_run;
/* n_passes inside the program, whose first pass finds fresh memory. False where the program fails. */
bool peer_measure(const peer *p, const char *list, unsigned edition, unsigned n_passes, peer_run *run);

/* Writes the sources' names, one a line, into a new temporary file; path is a pattern for mkstemp. */
bool peers_write_list(const rustg_source *sources, size_t n_sources, char *path);

#endif

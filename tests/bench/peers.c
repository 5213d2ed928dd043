/* peers.c: see peers.h. */
#define _GNU_SOURCE
#include "bench/peers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/measure.h"
#include "corpus/oracle_folder.h"

void peers_find(peer peers[N_PEERS])
{
    char oracle[4000];
    const char *syn = getenv("RUSTG_SYN_PARSE");
    oracle_folder(oracle, sizeof oracle);
    peers[PEER_RUSTC].name = "rustc";
    snprintf(peers[PEER_RUSTC].program, sizeof peers->program, "%s/bin/rustc_parse", oracle);
    peers[PEER_RUSTC].missing =
        access(peers[PEER_RUSTC].program, X_OK) == 0 ? NULL : "no bin/rustc_parse in RUSTG_ORACLE_DIR";
    peers[PEER_SYN].name = "syn";
    if (syn)
        snprintf(peers[PEER_SYN].program, sizeof peers->program, "%s", syn);
    else
        snprintf(peers[PEER_SYN].program, sizeof peers->program, "%s/bin/syn_parse", oracle);
    peers[PEER_SYN].missing = access(peers[PEER_SYN].program, X_OK) == 0
                                  ? NULL
                                  : "RUSTG_SYN_PARSE names no program; tests/bench/build_syn_parse.sh builds it";
}

bool peers_write_list(const rustg_source *sources, size_t n_sources, char *path)
{
    int fd = mkstemp(path);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out)
        return false;
    for (size_t i = 0; i < n_sources; i++)
        fprintf(out, "%s\n", sources[i].name);
    return fclose(out) == 0;
}

/* rustc_parse prints "# LIST: N files BYTES bytes ...", "...; parse returned Ok for N" and, of the median pass,
 * "rustc lex+parse -> ...: median ... n=N)  RATE MB/s ...". */
static void read_rustc(FILE *in, peer_run *run)
{
    char line[8192];
    size_t n_ok = 0;
    while (fgets(line, sizeof line, in)) {
        const char *files = strstr(line, ": "), *ok = strstr(line, "returned Ok for ");
        const char *rate = strstr(line, ")  ");
        if (ok)
            n_ok = strtoul(ok + strlen("returned Ok for "), NULL, 10);
        else if (line[0] == '#' && files)
            sscanf(files + 2, "%zu files %" SCNu64 " bytes", &run->n_files, &run->n_bytes);
        else if (strncmp(line, "rustc lex+parse", 15) == 0 && rate && atof(rate + 3) > 0)
            run->seconds = (double)run->n_bytes * 1e-6 / atof(rate + 3);
    }
    run->n_left_out = run->n_files - n_ok;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* syn_parse prints "syn FILES BYTES LEFT_OUT" and the seconds of each pass. */
static void read_syn(FILE *in, peer_run *run)
{
    char line[256];
    double seconds[MEASURE_MAX];
    size_t n = 0;
    while (fgets(line, sizeof line, in)) {
        if (strncmp(line, "syn ", 4) == 0)
            sscanf(line + 4, "%zu %" SCNu64 " %zu", &run->n_files, &run->n_bytes, &run->n_left_out);
        else if (n < MEASURE_MAX)
            seconds[n++] = atof(line);
    }
    qsort(seconds, n, sizeof *seconds, by_size);
    run->seconds = n ? seconds[n / 2] : 0;
}

bool peer_measure(const peer *p, const char *list, unsigned edition, unsigned n_passes, peer_run *run)
{
    char command[9000];
    bool is_rustc = strcmp(p->name, "rustc") == 0;
    FILE *out;
    memset(run, 0, sizeof *run);
    if (is_rustc)
        snprintf(command, sizeof command, "PASSES=%u '%s' bench '%s' %u 2>/dev/null", n_passes, p->program, list,
                 edition);
    else
        snprintf(command, sizeof command, "PASSES=%u '%s' '%s' 2>/dev/null", n_passes, p->program, list);
    out = popen(command, "r");
    if (!out)
        return false;
    if (is_rustc)
        read_rustc(out, run);
    else
        read_syn(out, run);
    return pclose(out) == 0 && run->seconds > 0;
}

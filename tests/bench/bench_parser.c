/* bench_parser.c: the speed of parsing, lexing included, all figures from one run over one corpus in memory.
 *   bench_parser [--tsv FILE] [--only SECTION]... [CORPUS]
 *     CORPUS    a folder or a list of files; default $RUSTG_BENCH_CORPUS
 *     --tsv     machine-readable rows (rows.h), from which scripts/draw_figure.py draws; also $RUSTG_BENCH_TSV
 *     --only    cpu, peers, gpu, files, sizes, worst: all of them by default; or kernels, what gpu has of the kernels
 *               alone, and batches, the rest of it; or profile, the kernels once, which scripts/gpu_bytes_moved.py runs
 *               under ncu
 *   RUSTG_BENCH_PASSES   passes of each measurement; 7
 *   RUSTG_BENCH_EDITION  2024
 *   RUSTG_BENCH_SCALE    size of the worst cases; 1: 1 GB or 10 million elements; 0.02
 *   RUSTG_BENCH_MAX_MB   largest input of `sizes`; 1024
 *   RUSTG_BENCH_PEER_MB  largest input that the slow peers are given; 16
 *   RUSTG_BENCH_PROFILE_MB  size of the batch of `profile`; 64
 *   RUSTG_ORACLE_DIR     where bin/rustc_parse is, and bin/syn_parse where RUSTG_SYN_PARSE does not name it
 * Files with errors are left out: what is measured is the same for every parser, and no parser's messages. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/parallel.h"
#include "bench/compile_pass.h"
#include "bench/corpus_load.h"
#include "bench/machine_scaling.h"
#include "bench/measure.h"
#include "bench/parse_stages.h"
#include "bench/peers.h"
#include "bench/rows.h"
#include "lexer/lexer.h"
#include "rustg/rustg.h"
#include "engine/parse_cases.h"
#ifdef RUSTG_WITH_CUDA
#include "bench/bench_parser_gpu.h"
#endif

enum { TOKEN_BYTES = 10, NODE_BYTES = 21, PEER_PASSES = 3 };

static struct {
    size_t n_passes, max_bytes, peer_bytes, profile_bytes;
    unsigned edition, n_threads;
    double scale;
    bool cuda;
    const char *only[8];
    size_t n_only;
} settings = {.n_passes = 7,
              .max_bytes = (size_t)1 << 30,
              .peer_bytes = (size_t)16 << 20,
              .profile_bytes = (size_t)64 << 20,
              .edition = 2024,
              .scale = 0.02};

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_parser: %s: %s\n", what, detail);
    exit(1);
}

static bool wants(const char *section)
{
    for (size_t i = 0; i < settings.n_only; i++)
        if (strcmp(settings.only[i], section) == 0)
            return true;
    return settings.n_only == 0;
}

/* Sources measured together. */
typedef struct input {
    rustg_source *sources;
    size_t n;
    uint64_t n_bytes;
} input;

static void input_add(input *in, const rustg_source *source)
{
    if ((in->n & (in->n - 1)) == 0) {
        rustg_source *more = realloc(in->sources, (in->n ? 2 * in->n : 1) * sizeof *more);
        if (!more)
            stop("memory", "sources");
        in->sources = more;
    }
    in->sources[in->n++] = *source;
    in->n_bytes += source->n_bytes;
}

/* About n_bytes of source: one file of that size, or whole files from all over the corpus, again and again where the
 * corpus is smaller. The same for the same n_bytes. */
static input input_make(const input *all, uint64_t n_bytes)
{
    const size_t one_file_bytes = (size_t)48 << 10;
    input in = {0};
    size_t best = 0, stride = all->n * 5 / 8 + 1;
    if (n_bytes <= one_file_bytes) {
        for (size_t i = 0; i < all->n; i++)
            if (llabs((long long)all->sources[i].n_bytes - (long long)n_bytes) <
                llabs((long long)all->sources[best].n_bytes - (long long)n_bytes))
                best = i;
        input_add(&in, &all->sources[best]);
        return in;
    }
    while (stride > 1) { /* one without a common factor visits every file */
        size_t a = stride, b = all->n;
        while (b) {
            size_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            break;
        stride--;
    }
    for (size_t k = 0, n_passed = 0; n_passed < all->n && in.n_bytes < n_bytes - n_bytes / 64;
         k = (k + stride) % all->n) {
        n_passed++;
        if (in.n_bytes + all->sources[k].n_bytes > n_bytes + n_bytes / 64)
            continue;
        input_add(&in, &all->sources[k]);
        n_passed = 0;
    }
    if (in.n == 0)
        input_add(&in, &all->sources[0]);
    return in;
}

static rustg_compile_options on_cpu(uint32_t n_threads)
{
    return (rustg_compile_options){
        .struct_size = sizeof(rustg_compile_options), .engine = RUSTG_ENGINE_CPU, .n_threads = n_threads};
}

static rustg_compile_options on_cuda(bool leave)
{
    return (rustg_compile_options){
        .struct_size = sizeof(rustg_compile_options), .engine = RUSTG_ENGINE_CUDA, .leave_on_device = leave};
}

static double pass_compile(const input *in, rustg_compile_options options, rustg_stats *stats)
{
    return compile_pass(in->sources, in->n, &options, stats);
}

/* Passes after a warm-up: as many as were asked for, fewer where they are long, more where they are short. */
static spread measure_compile(const input *in, rustg_compile_options options)
{
    spread s = {{0}, 0};
    double first = pass_compile(in, options, NULL), all = 0;
    size_t n = settings.n_passes;
    if (first == 0)
        return s;
    if (first < 1e-2)
        n = MEASURE_MAX - 1;
    for (size_t i = 0; i < n && (i < 3 || all < 4); i++) {
        double seconds = pass_compile(in, options, NULL);
        if (seconds == 0)
            break;
        measure_add(&s, seconds);
        all += seconds;
    }
    return s;
}

static void report(const char *name, const spread *s, uint64_t n_bytes, size_t n_nodes)
{
    double mega = (double)n_bytes * 1e-6;
    if (s->n == 0) {
        printf("%-48s failed\n", name);
        return;
    }
    printf("%-48s %9.1f MB/s (%.1f to %.1f, %zu passes)", name, mega / measure_median(s), mega / measure_most(s),
           mega / measure_least(s), s->n);
    if (n_nodes)
        printf(" %7.1f M nodes/s", (double)n_nodes * 1e-6 / measure_median(s));
    printf("\n");
}

static void report_missing(const char *name, const char *why)
{
    printf("%-48s not measured (%s)\n", name, why);
}

static input corpus_input(const corpus *c)
{
    input in = {0};
    for (size_t i = 0; i < c->n_files; i++) {
        rustg_source source = {c->files[i].path, c->files[i].bytes, c->files[i].n_bytes, settings.edition};
        input_add(&in, &source);
    }
    return in;
}

/* The files without errors. */
static input good_input(const input *all, rustg_stats *stats)
{
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU};
    rustg_result *result;
    rustg_error error;
    input in = {0};
    if (rustg_compile(all->sources, all->n, &options, &result, &error) != RUSTG_OK)
        stop("rustg_compile", error.message);
    for (size_t i = 0; i < all->n; i++) {
        rustg_file file;
        if (rustg_result_file(result, i, &file) == RUSTG_OK && file.n_diags == 0 && file.n_nodes > 0)
            input_add(&in, &all->sources[i]);
    }
    stats->struct_size = sizeof *stats;
    rustg_result_stats(result, stats);
    rustg_result_free(result);
    if (in.n == 0)
        stop("every file has errors", "the corpus");
    return in;
}

static void report_stages(const double *stages, const staging *s, double n_passes)
{
    double all = 0;
    for (int k = 0; k < N_STAGES; k++)
        all += stages[k] / n_passes;
    for (int k = 0; k < N_STAGES; k++) {
        double seconds = stages[k] / n_passes;
        printf("  stage %-40s %9.1f MB/s %6.2f ns/token %5.1f%%\n", stage_names[k], (double)s->n_bytes * 1e-6 / seconds,
               seconds * 1e9 / (double)s->n_toks, 100 * seconds / all);
    }
}

static void measure_cpu(const input *good)
{
    spread one = {{0}, 0}, all = {{0}, 0}, compile_one = {{0}, 0}, compile_all = {{0}, 0};
    double stages[N_STAGES] = {0}, ignored[N_STAGES] = {0};
    rustg_stats stats = {0};
    char title[80];
    staging s;
    if (!staging_make(&s, good->sources, good->n))
        stop("memory", "the arrays of the corpus");
    staging_pass(&s, ignored);
    staging_pass_all(&s);
    pass_compile(good, on_cpu(1), &stats);
    pass_compile(good, on_cpu(0), NULL);
    for (size_t i = 0; i < settings.n_passes; i++) {
        measure_add(&one, staging_pass(&s, stages));
        measure_add(&compile_one, pass_compile(good, on_cpu(1), NULL));
        measure_add(&all, staging_pass_all(&s));
        measure_add(&compile_all, pass_compile(good, on_cpu(0), NULL));
    }
    report("CPU, one thread, arrays kept", &one, good->n_bytes, s.n_nodes);
    report_stages(stages, &s, (double)settings.n_passes);
    report("CPU, one thread, rustg_compile", &compile_one, good->n_bytes, s.n_nodes);
    snprintf(title, sizeof title, "CPU, all threads (%u), arrays kept", settings.n_threads);
    report(title, &all, good->n_bytes, s.n_nodes);
    snprintf(title, sizeof title, "CPU, all threads (%u), rustg_compile", settings.n_threads);
    report(title, &compile_all, good->n_bytes, s.n_nodes);
    machine_scaling machine = machine_scaling_measure(settings.n_threads);
    printf("%u threads over one: arithmetic %.2f, memcpy %.2f; arrays kept %.2f, rustg_compile %.2f times\n",
           settings.n_threads, machine.arithmetic, machine.copying, measure_median(&one) / measure_median(&all),
           measure_median(&compile_one) / measure_median(&compile_all));
    printf("%-48s %9.2f bytes a source byte: tokens %.2f, nodes %.2f (%.2f nodes a token)\n", "memory of the result",
           (double)(s.n_toks * TOKEN_BYTES + s.n_nodes * NODE_BYTES) / (double)good->n_bytes,
           (double)s.n_toks * TOKEN_BYTES / (double)good->n_bytes,
           (double)s.n_nodes * NODE_BYTES / (double)good->n_bytes, (double)s.n_nodes / (double)s.n_toks);
    printf("%-48s %9.2f bytes a source byte\n", "scratch memory, one thread",
           (double)stats.scratch_bytes / (double)good->n_bytes);
    staging_free(&s);
}

/* A series of the figure at one size. */
static void measure_peer_size(const peer *p, const input *in)
{
    char list[] = "/tmp/bench_parser_XXXXXX";
    spread s = {{0}, 0};
    peer_run run;
    if (p->missing || in->n_bytes > settings.peer_bytes + settings.peer_bytes / 32)
        return;
    if (!peers_write_list(in->sources, in->n, list))
        stop("cannot write", list);
    for (int i = 0; i < PEER_PASSES && peer_measure(p, list, settings.edition, PEER_PASSES, &run); i++)
        measure_add(&s, run.seconds * (double)in->n_bytes / (double)run.n_bytes);
    if (s.n)
        rows_add(p->name, in->n_bytes, &s);
    printf(" %10.1f", s.n ? (double)in->n_bytes * 1e-6 / measure_median(&s) : 0.0);
    unlink(list);
}

/* One thread of ours, rustc's parser and syn in turn, pass by pass, so that all meet the same weather. */
static void measure_peers(const input *good)
{
    char list[] = "/tmp/bench_parser_XXXXXX", title[96];
    input in = input_make(good, settings.peer_bytes);
    spread ours = {{0}, 0}, kept = {{0}, 0}, theirs[N_PEERS] = {{{0}, 0}};
    peer_run runs[N_PEERS] = {{0}};
    peer peers[N_PEERS];
    staging s;
    peers_find(peers);
    if (!staging_make(&s, in.sources, in.n) || !peers_write_list(in.sources, in.n, list))
        stop("memory or temporary files", "for the peers");
    printf("\npeers, pass by pass in turn, over %zu files, %.1f MB\n", in.n, (double)in.n_bytes * 1e-6);
    pass_compile(&in, on_cpu(1), NULL);
    for (size_t i = 0; i < settings.n_passes; i++) {
        measure_add(&ours, pass_compile(&in, on_cpu(1), NULL));
        measure_add(&kept, staging_pass(&s, NULL));
        for (int k = 0; k < N_PEERS; k++)
            if (!peers[k].missing && peer_measure(&peers[k], list, settings.edition, PEER_PASSES, &runs[k]))
                measure_add(&theirs[k], runs[k].seconds);
    }
    report("CPU, one thread, rustg_compile", &ours, in.n_bytes, s.n_nodes);
    report("CPU, one thread, arrays kept", &kept, in.n_bytes, s.n_nodes);
    for (int k = 0; k < N_PEERS; k++) {
        if (peers[k].missing || theirs[k].n == 0) {
            report_missing(peers[k].name, peers[k].missing ? peers[k].missing : "it failed");
            continue;
        }
        double rate = (double)runs[k].n_bytes / measure_median(&theirs[k]);
        snprintf(title, sizeof title, "%s", k == PEER_RUSTC ? "rustc_parse 1.95, lex and parse" : "syn 2.0.114");
        report(title, &theirs[k], runs[k].n_bytes, 0);
        if (runs[k].n_left_out)
            printf("  %zu of %zu files it does not parse%s\n", runs[k].n_left_out, in.n,
                   k == PEER_SYN ? ", left out of its time and bytes" : "");
        snprintf(title, sizeof title, "  rustg_compile over %s", peers[k].name);
        printf("%-48s %9.2f times; arrays kept %.2f times\n", title, (double)in.n_bytes / measure_median(&ours) / rate,
               (double)in.n_bytes / measure_median(&kept) / rate);
    }
    unlink(list);
    staging_free(&s);
    free(in.sources);
}

static double measure_series(const char *series, const input *in, rustg_compile_options options)
{
    spread s = measure_compile(in, options);
    rows_add(series, in->n_bytes, &s);
    printf(" %10.1f", s.n ? (double)in->n_bytes * 1e-6 / measure_median(&s) : 0.0);
    return s.n ? measure_median(&s) : 0;
}

/* Throughput by size of the input: the figure of the README. */
static void measure_sizes(const input *good)
{
    peer peers[N_PEERS];
    size_t crossover = 0;
    peers_find(peers);
    printf("\nthroughput of one call by size of the input, MB/s, medians\n%12s %10s %10s", "bytes", "CPU, one",
           "CPU, all");
    if (settings.cuda)
        printf(" %10s %10s %10s", "CUDA, host", "on device", "resident");
    for (int k = 0; k < N_PEERS; k++)
        if (!peers[k].missing)
            printf(" %10s", peers[k].name);
    printf("\n");
    for (size_t n_bytes = 1024; n_bytes <= settings.max_bytes; n_bytes *= 4) {
        input in = input_make(good, n_bytes);
        double cpu;
        printf("%12llu", (unsigned long long)in.n_bytes);
        measure_series("rustg CPU, one thread", &in, on_cpu(1));
        cpu = measure_series("rustg CPU, all threads", &in, on_cpu(0));
        if (settings.cuda) {
            measure_series("rustg CUDA, tree to the host", &in, on_cuda(false));
            double gpu = measure_series("rustg CUDA, tree left on the device", &in, on_cuda(true));
            crossover = gpu >= cpu ? 0 : crossover ? crossover : (size_t)in.n_bytes;
#ifdef RUSTG_WITH_CUDA
            spread s = bench_parser_resident(in.sources, in.n, settings.n_passes);
            rows_add("rustg CUDA, in device memory", in.n_bytes, &s);
            printf(" %10.1f", s.n ? (double)in.n_bytes * 1e-6 / measure_median(&s) : 0.0);
#endif
        }
        for (int k = 0; k < N_PEERS; k++)
            measure_peer_size(&peers[k], &in);
        printf("\n");
        fflush(stdout);
        free(in.sources);
    }
    for (int k = 0; k < N_PEERS; k++)
        if (peers[k].missing)
            report_missing(peers[k].name, peers[k].missing);
    if (settings.cuda)
        printf("crossover: %s %zu bytes\n",
               crossover ? "the CUDA engine, tree left on the device, is faster from" : "none up to",
               crossover ? crossover : settings.max_bytes);
}

/* Files read into memory that is kept, on all threads, and nothing else. */
typedef struct reading {
    const input *in;
    uint8_t **kept; /* a buffer a thread */
    size_t capacity;
} reading;

static void read_one(void *context, size_t i, uint32_t thread)
{
    const reading *r = context;
    FILE *file = fopen(r->in->sources[i].name, "rb");
    if (!file)
        stop("cannot read", r->in->sources[i].name);
    setvbuf(file, NULL, _IONBF, 0);
    size_t n = fread(r->kept[thread], 1, r->capacity, file);
    (void)n;
    fclose(file);
}

static double pass_read(const reading *r)
{
    double start = clock_seconds();
    parallel_for(r->in->n, settings.n_threads, read_one, (void *)r);
    return clock_seconds() - start;
}

/* From files that the system has in its cache. */
static void measure_files(const input *good)
{
    static const uint64_t megas[] = {0, 8, 16, 32, 256};
    enum { N_MEGAS = sizeof megas / sizeof *megas };
    spread alone = {{0}, 0}, cpu = {{0}, 0}, gpu[N_MEGAS] = {{{0}, 0}};
    input paths = {0};
    reading r = {good, NULL, 0};
    r.kept = calloc(settings.n_threads, sizeof *r.kept);
    for (size_t i = 0; i < good->n; i++) {
        rustg_source source = {good->sources[i].name, NULL, 0, settings.edition};
        input_add(&paths, &source);
        r.capacity = good->sources[i].n_bytes + 1 > r.capacity ? good->sources[i].n_bytes + 1 : r.capacity;
    }
    for (unsigned t = 0; r.kept && t < settings.n_threads; t++)
        if (!(r.kept[t] = malloc(r.capacity)))
            stop("memory", "reading");
    pass_read(&r);
    for (size_t i = 0; i < settings.n_passes; i++) {
        measure_add(&alone, pass_read(&r));
        measure_add(&cpu, pass_compile(&paths, on_cpu(0), NULL));
        for (size_t k = 0; settings.cuda && k < N_MEGAS; k++) {
            rustg_compile_options options = on_cuda(true);
            options.batch_bytes = megas[k] << 20;
            measure_add(&gpu[k], pass_compile(&paths, options, NULL));
        }
    }
    printf("\nfiles on disk, cached by the system, all threads\n");
    report("reading alone", &alone, good->n_bytes, 0);
    report("files to AST, CPU", &cpu, good->n_bytes, 0);
    for (size_t k = 0; settings.cuda && k < N_MEGAS; k++) {
        char title[80];
        snprintf(title, sizeof title, "files to AST on the device, %llu MiB a batch", (unsigned long long)megas[k]);
        report(megas[k] ? title : "files to AST on the device, batches by default", &gpu[k], good->n_bytes, 0);
    }
    if (!settings.cuda)
        report_missing("files to AST on the device, CUDA", rustg_cuda_missing());
    for (unsigned t = 0; t < settings.n_threads; t++)
        free(r.kept[t]);
    free(r.kept);
    free(paths.sources);
}

/* Seconds a byte. */
static double print_worst_on(const input *in, rustg_compile_options options, double base)
{
    spread s = measure_compile(in, options);
    rustg_stats stats = {0};
    double median = measure_median(&s);
    if (s.n == 0 || pass_compile(in, options, &stats) == 0) {
        printf(" %36s", "failed");
        return 0;
    }
    printf(" %10.5f %9.1f", median, (double)in->n_bytes * 1e-6 / median);
    if (stats.n_toks > in->n_bytes / 100)
        printf(" %8.1f", median * 1e9 / (double)stats.n_toks);
    else
        printf(" %8s", "-");
    printf(" %6.2f", base > 0 ? median / (double)in->n_bytes / base : 1);
    return median / (double)in->n_bytes;
}

static void print_worst(const char *name, const input *in, double bases[2])
{
    double here[2] = {0};
    printf("%-20s %10llu", name, (unsigned long long)in->n_bytes);
    here[0] = print_worst_on(in, on_cpu(1), bases[0]);
    if (settings.cuda)
        here[1] = print_worst_on(in, on_cuda(true), bases[1]);
    if (bases[0] == 0)
        memcpy(bases, here, sizeof here);
    printf("\n");
    fflush(stdout);
}

/* A copy of the input into memory that is kept, by all threads: what bringing it to pinned memory takes. */
typedef struct copying {
    const input *in;
    uint8_t *to;
    const uint64_t *places;
} copying;

static void copy_one(void *context, size_t i, uint32_t thread)
{
    const copying *c = context;
    (void)thread;
    memcpy(c->to + c->places[i], c->in->sources[i].bytes, c->in->sources[i].n_bytes);
}

static void measure_copy(const input *in)
{
    spread s = {{0}, 0};
    uint64_t n_bytes = 0;
    uint64_t *places = calloc(in->n, sizeof *places);
    copying c = {in, malloc(in->n_bytes), places};
    if (!places || !c.to)
        stop("memory", "copying");
    for (size_t i = 0; i < in->n; i++) {
        places[i] = n_bytes;
        n_bytes += in->sources[i].n_bytes;
    }
    for (size_t i = 0; i < settings.n_passes + 1; i++) {
        double start = clock_seconds();
        parallel_for(in->n, settings.n_threads, copy_one, &c);
        if (i > 0)
            measure_add(&s, clock_seconds() - start);
    }
    report("all threads' copy to kept memory", &s, in->n_bytes, 0);
    free(c.to);
    free(places);
}

/* Whole calls: copying to pinned memory, to the device, the kernels and the way back overlap from batch to batch. */
static void measure_calls(const input *in, const char *memory, bool is_left)
{
    char title[80];
    for (uint64_t mega = 16; mega <= 256; mega *= 2) {
        rustg_compile_options options = on_cuda(is_left);
        options.batch_bytes = mega << 20;
        spread s = measure_compile(in, options);
        snprintf(title, sizeof title, "%s, batches of %llu MiB, tree %s", memory, (unsigned long long)mega,
                 is_left ? "on the device" : "on the host");
        report(title, &s, in->n_bytes, 0);
    }
}

/* The same sources in page-locked memory, which the device reads itself: side by side, and with so many bytes between
 * them that one copy does not take them. */
static void measure_page_locked(const input *in)
{
    static const uint64_t apart[] = {0, 4096, 16384};
    enum { N_APART = sizeof apart / sizeof apart[0] };
    input own = {calloc(in->n, sizeof *own.sources), in->n, in->n_bytes};
    rustg_context *context = NULL;
    rustg_pinned *pinned = NULL;
    rustg_error error = {0};
    if (!own.sources || rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) != RUSTG_OK ||
        rustg_pinned_allocate(context, in->n_bytes + (uint64_t)in->n * apart[N_APART - 1], &pinned, &error) != RUSTG_OK)
        stop("page-locked memory", error.message);
    for (size_t row = 0; row < N_APART; row++) {
        char memory[40];
        uint8_t *to = rustg_pinned_pointer(pinned);
        for (size_t i = 0; i < in->n; i++) {
            own.sources[i] = in->sources[i];
            own.sources[i].bytes = memcpy(to, in->sources[i].bytes, in->sources[i].n_bytes);
            to += in->sources[i].n_bytes + apart[row];
        }
        snprintf(memory, sizeof memory, "page-locked, %u bytes apart", (unsigned)apart[row]);
        measure_calls(&own, memory, true);
    }
    rustg_pinned_free(pinned);
    rustg_context_close(context);
    free(own.sources);
}

static void measure_batches(const input *good)
{
    input in = input_make(good, settings.max_bytes);
    printf("\nCUDA, rustg_compile of %.1f MB in batches\n", (double)in.n_bytes * 1e-6);
    measure_copy(&in);
    measure_calls(&in, "pageable", true);
    measure_calls(&in, "pageable", false);
    measure_page_locked(&in);
    free(in.sources);
}

/* Each worst case in one file; its time against that of the same bytes of ordinary code in files of usual size. One
 * file is one thread's work on the CPU, so both get one. */
static void measure_worst(const input *good)
{
    double bases[2] = {0};
    input ordinary = input_make(good, (uint64_t)(1e9 * settings.scale));
    printf("\nworst cases at scale %g, one file each; times: how often the time of as many bytes of ordinary code\n"
           "%-20s %10s %10s %9s %8s %6s",
           settings.scale, "case", "bytes", "CPU s", "MB/s", "ns/token", "times");
    if (settings.cuda)
        printf(" %10s %9s %8s %6s", "CUDA s", "MB/s", "ns/token", "times");
    printf("\n");
    print_worst("ordinary code", &ordinary, bases);
    free(ordinary.sources);
    for (size_t i = 0; i < N_PARSE_CASES; i++) {
        const parse_case *c = &parse_cases[i];
        rustg_source source = {c->name, NULL, 0, settings.edition};
        input in = {&source, 1, 0};
        uint8_t *text = parse_case_text(c, parse_case_count(c, settings.scale), &source.n_bytes);
        if (!text)
            stop("memory", c->name);
        source.bytes = text;
        in.n_bytes = source.n_bytes;
        print_worst(c->name, &in, bases);
        free(text);
    }
}

static void print_machine(char *heading, size_t capacity)
{
    struct utsname system;
    rustg_device_info info;
    int n = snprintf(heading, capacity, "rustg %s, %s, %u threads, %s", rustg_version(), measure_processor(),
                     settings.n_threads, lex_cpu_isa());
    for (size_t i = 1; i < rustg_device_count(); i++) {
        info.struct_size = sizeof info;
        if (rustg_device_info_get(i, &info, NULL) == RUSTG_OK)
            n += snprintf(heading + n, capacity - (size_t)n, ", %s", info.name);
    }
    printf("%s", heading);
    if (uname(&system) == 0)
        printf(", %s %s", system.sysname, system.release);
    printf("\n");
}

static size_t setting(const char *name, size_t least, size_t most, size_t otherwise)
{
    const char *text = getenv(name);
    size_t value = text ? strtoul(text, NULL, 10) : 0;
    return value >= least && value <= most ? value : otherwise;
}

static const char *read_arguments(int argc, char **argv, const char **tsv)
{
    const char *where = getenv("RUSTG_BENCH_CORPUS"), *scale = getenv("RUSTG_BENCH_SCALE");
    *tsv = getenv("RUSTG_BENCH_TSV");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--tsv") == 0 && i + 1 < argc)
            *tsv = argv[++i];
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc && settings.n_only < 8)
            settings.only[settings.n_only++] = argv[++i];
        else
            where = argv[i];
    }
    settings.n_passes = setting("RUSTG_BENCH_PASSES", 1, MEASURE_MAX - 1, settings.n_passes);
    settings.edition = (unsigned)setting("RUSTG_BENCH_EDITION", 2015, 2024, settings.edition);
    settings.max_bytes = setting("RUSTG_BENCH_MAX_MB", 1, 3000, settings.max_bytes >> 20) << 20;
    settings.peer_bytes = setting("RUSTG_BENCH_PEER_MB", 1, 3000, settings.peer_bytes >> 20) << 20;
    settings.profile_bytes = setting("RUSTG_BENCH_PROFILE_MB", 1, 3000, settings.profile_bytes >> 20) << 20;
    settings.n_threads = parallel_hardware_threads();
    if (scale && atof(scale) > 0)
        settings.scale = atof(scale);
    return where;
}

int main(int argc, char **argv)
{
    const char *tsv = NULL, *where = read_arguments(argc, argv, &tsv);
    rustg_stats stats = {0};
    char heading[512];
    corpus c;
    if (!where) {
        printf("bench_parser: no corpus: name a folder or a list of files, or set RUSTG_BENCH_CORPUS\n");
        return 77;
    }
    if (!corpus_load(where, &c))
        stop("cannot read a corpus", where);
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        stop("rustg_initialize", "failed");
    settings.cuda = !rustg_cuda_missing()[0];
    print_machine(heading, sizeof heading);
    if (tsv && wants("sizes") && !rows_open(tsv, heading))
        stop("cannot write", tsv);
    input all = corpus_input(&c), good = good_input(&all, &stats);
    printf("corpus %s: %zu files, %.1f MB, %.1f M tokens, %.1f M nodes, edition %u\n", where, all.n,
           (double)all.n_bytes * 1e-6, (double)stats.n_toks * 1e-6, (double)stats.n_nodes * 1e-6, settings.edition);
    printf("left out: %zu files that are not UTF-8, %zu with errors in this edition; measured: %zu files, %.1f MB\n",
           c.n_left_out, all.n - good.n, good.n, (double)good.n_bytes * 1e-6);
    printf("medians (slowest to fastest pass) after one warm-up pass\n\n");
    if (wants("cpu"))
        measure_cpu(&good);
    if (wants("peers"))
        measure_peers(&good);
#ifdef RUSTG_WITH_CUDA
    if ((wants("gpu") || wants("kernels")) && settings.cuda)
        bench_parser_gpu(good.sources, good.n);
    if (settings.n_only && wants("profile") && settings.cuda)
        bench_parser_profile(good.sources, good.n, settings.profile_bytes);
#endif
    if ((wants("gpu") || wants("batches")) && settings.cuda)
        measure_batches(&good);
    if (!settings.cuda)
        report_missing("\nCUDA", rustg_cuda_missing());
    if (wants("files"))
        measure_files(&good);
    if (wants("sizes"))
        measure_sizes(&good);
    if (wants("worst"))
        measure_worst(&good);
    rows_close();
    rustg_shutdown();
    free(good.sources);
    free(all.sources);
    corpus_free(&c);
    return 0;
}

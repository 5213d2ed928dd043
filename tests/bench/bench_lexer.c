/* bench_lexer.c: the speed of the lexer, all figures from one run over one corpus that lies in memory.
 *   bench_lexer [CORPUS]      a folder or a list of files; default $RUSTG_BENCH_CORPUS
 *   RUSTG_BENCH_PASSES        passes of each measurement; 7
 *   RUSTG_BENCH_SCALE         size of the worst cases; 1: 1 GB or 10 million elements; 0.05
 *   RUSTG_ORACLE_DIR          where bin/rustc_lex is; default as for the corpus test */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/parallel.h"
#include "bench/compile_pass.h"
#include "bench/corpus_load.h"
#include "bench/measure.h"
#include "bench/worst_texts.h"
#include "corpus/oracle_folder.h"
#include "engine/token_memory.h"
#include "rustg/rustg.h"
#ifdef RUSTG_WITH_CUDA
#include "bench/bench_gpu.h"
#endif

enum { EDITION = 2021 };

static size_t n_passes = 7;

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_lexer: %s: %s\n", what, detail);
    exit(1);
}

/* The arrays of a whole corpus, made once; file i writes from slot first[i] on. */
typedef struct lexing {
    const corpus *c;
    token_memory tokens;
    size_t *first, n_toks;
} lexing;

static size_t lex_one(const lexing *l, size_t i, size_t slot)
{
    const corpus_file *file = &l->c->files[i];
    bool suspicious;
    return lex_cpu_file(file->bytes, (uint32_t)file->n_bytes, EDITION, 0, token_at(l->tokens.toks, slot), &suspicious);
}

static void lex_in_thread(void *context, size_t i, uint32_t thread)
{
    const lexing *l = context;
    (void)thread;
    lex_one(l, i, l->first[i]);
}

/* Lexes once to learn the counts, then makes arrays of just the size that is needed. */
static void lexing_make(lexing *l, const corpus *c)
{
    size_t largest = 0, n = 0;
    memset(l, 0, sizeof *l);
    l->c = c;
    l->first = malloc((c->n_files + 1) * sizeof *l->first);
    for (size_t i = 0; i < c->n_files; i++)
        largest = c->files[i].n_bytes > largest ? c->files[i].n_bytes : largest;
    for (int round = 0; round < 2; round++) {
        size_t capacity = round ? n + lex_max_toks(largest) : lex_max_toks(largest);
        token_free(&l->tokens);
        if (!l->first || !token_reserve(&l->tokens, capacity))
            stop("memory", "token arrays");
        n = 0;
        l->n_toks = 0;
        for (size_t i = 0; i < c->n_files; i++) {
            size_t here = lex_one(l, i, round ? n : 0);
            l->first[i] = n;
            l->n_toks += here;
            n += here + 64; /* a vector store's overhang stays off the next file's slots */
        }
    }
}

static void lexing_free(lexing *l)
{
    free(l->first);
    token_free(&l->tokens);
}

static double pass_one_thread(const lexing *l)
{
    double start = clock_seconds();
    for (size_t i = 0; i < l->c->n_files; i++)
        lex_one(l, i, l->first[i]);
    return clock_seconds() - start;
}

static double pass_all_threads(lexing *l)
{
    double start = clock_seconds();
    parallel_for(l->c->n_files, parallel_hardware_threads(), lex_in_thread, l);
    return clock_seconds() - start;
}

static rustg_source *make_sources(const corpus *c)
{
    rustg_source *sources = malloc((c->n_files + 1) * sizeof *sources);
    if (!sources)
        stop("memory", "sources");
    for (size_t i = 0; i < c->n_files; i++)
        sources[i] = (rustg_source){c->files[i].path, c->files[i].bytes, c->files[i].n_bytes, EDITION};
    return sources;
}

/* A whole call of rustg_compile that stops behind the tokens. */
static double pass_tokens(const rustg_source *sources, size_t n, rustg_engine engine, bool leave, rustg_stats *stats)
{
    rustg_compile_options options = {
        .struct_size = sizeof options, .engine = engine, .leave_on_device = leave, .stop_after = RUSTG_STAGE_TOKENS};
    double seconds = compile_pass(sources, n, &options, stats);
    if (seconds == 0)
        exit(1);
    return seconds;
}

/* The oracle's program over the same files; 0 where it cannot be run. Its "into SoA" figure: tokens into arrays, white
 * space and comments included, the median of three passes of which the first finds fresh memory. */
static double pass_rustc(const char *program, const char *list)
{
    char command[5000], line[512];
    double seconds = 0;
    FILE *out;
    snprintf(command, sizeof command, "PASSES=3 '%s' bench '%s' 2>/dev/null", program, list);
    out = popen(command, "r");
    if (!out)
        return 0;
    while (fgets(line, sizeof line, out)) {
        const char *median = strstr(line, "into SoA") ? strstr(line, "median ") : NULL;
        if (median)
            seconds = atof(median + 7);
    }
    return pclose(out) == 0 ? seconds : 0;
}

static bool find_rustc(char *program, size_t capacity)
{
    char oracle[4000];
    oracle_folder(oracle, sizeof oracle);
    snprintf(program, capacity, "%s/bin/rustc_lex", oracle);
    return access(program, X_OK) == 0;
}

static bool write_list(const corpus *c, char *path)
{
    int fd = mkstemp(path);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out)
        return false;
    for (size_t i = 0; i < c->n_files; i++)
        fprintf(out, "%s\n", c->files[i].path);
    return fclose(out) == 0;
}

/* One thread against rustc_lexer, pass by pass in turn, so that both meet the same weather. */
static void measure_one_thread(const lexing *l)
{
    char program[4200], list[] = "/tmp/bench_lexer_XXXXXX";
    spread ours = {{0}, 0}, theirs = {{0}, 0};
    bool rustc = find_rustc(program, sizeof program) && write_list(l->c, list);
    pass_one_thread(l);
    for (size_t i = 0; i < n_passes; i++) {
        double seconds = rustc ? pass_rustc(program, list) : 0;
        measure_add(&ours, pass_one_thread(l));
        if (seconds > 0)
            measure_add(&theirs, seconds);
    }
    measure_report("CPU, one thread", &ours, (double)l->c->n_bytes, (double)l->n_toks);
    if (theirs.n) {
        measure_report("rustc_lexer, tokens into arrays", &theirs, (double)l->c->n_bytes, 0);
        printf("%-46s %8.2f times\n", "CPU, one thread, over rustc_lexer",
               measure_median(&theirs) / measure_median(&ours));
    } else {
        printf("%-46s not measured (no oracle)\n", "CPU, one thread, over rustc_lexer");
    }
    if (rustc)
        unlink(list);
}

static void measure_limited(const lexing *l)
{
    static const char *const names[] = {"AVX2", "portable"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        spread s = {{0}, 0};
        char title[64];
        if (strcmp(lex_cpu_isa(), names[k]) == 0 || !lex_cpu_limit(names[k]))
            continue;
        pass_one_thread(l);
        for (size_t i = 0; i < n_passes; i++)
            measure_add(&s, pass_one_thread(l));
        snprintf(title, sizeof title, "CPU, one thread, held to %s", names[k]);
        measure_report(title, &s, (double)l->c->n_bytes, (double)l->n_toks);
        lex_cpu_limit("");
    }
}

static void print_stages(const rustg_stats *stats)
{
    printf("%-46s read %.4f copy %.4f lex %.4f diagnose %.4f of %.4f s\n", "  its stages, last pass",
           stats->seconds_read, stats->seconds_copy, stats->seconds_lex, stats->seconds_diagnose, stats->seconds_total);
}

static void measure_corpus(const corpus *c, bool cuda)
{
    rustg_source *sources = make_sources(c);
    spread threads = {{0}, 0}, whole = {{0}, 0}, device = {{0}, 0}, back = {{0}, 0};
    rustg_stats stats = {0};
    lexing l;
    char title[64];
    lexing_make(&l, c);
    measure_one_thread(&l);
    measure_limited(&l);
    pass_all_threads(&l);
    pass_tokens(sources, c->n_files, RUSTG_ENGINE_CPU, false, NULL);
    for (size_t i = 0; i < n_passes; i++) {
        measure_add(&threads, pass_all_threads(&l));
        measure_add(&whole, pass_tokens(sources, c->n_files, RUSTG_ENGINE_CPU, false, &stats));
    }
    snprintf(title, sizeof title, "CPU, all threads (%u)", (unsigned)parallel_hardware_threads());
    measure_report(title, &threads, (double)c->n_bytes, (double)l.n_toks);
    measure_report("CPU, rustg_compile, all threads", &whole, (double)c->n_bytes, (double)stats.n_toks);
    printf("%-46s %8.2f bytes a source byte\n", "  its scratch memory",
           (double)stats.scratch_bytes / (double)c->n_bytes);
    print_stages(&stats);
    lexing_free(&l);
    if (cuda) {
        pass_tokens(sources, c->n_files, RUSTG_ENGINE_CUDA, true, NULL);
        for (size_t i = 0; i < n_passes; i++) {
            measure_add(&back, pass_tokens(sources, c->n_files, RUSTG_ENGINE_CUDA, false, &stats));
            measure_add(&device, pass_tokens(sources, c->n_files, RUSTG_ENGINE_CUDA, true, NULL));
        }
        measure_report("CUDA, rustg_compile, tokens left on the device", &device, (double)c->n_bytes,
                       (double)stats.n_toks);
        measure_report("CUDA, rustg_compile, tokens on the host", &back, (double)c->n_bytes, (double)stats.n_toks);
        printf("%-46s %8.2f bytes a source byte; %llu files lexed again, %llu diagnosed\n", "  its scratch memory",
               (double)stats.scratch_bytes / (double)c->n_bytes, (unsigned long long)stats.n_relexed,
               (unsigned long long)stats.n_diagnosed);
        print_stages(&stats);
#ifdef RUSTG_WITH_CUDA
        printf("CUDA, source and tokens in device memory:\n");
        bench_gpu_resident("  batch of 64 MiB", sources, c->n_files, (uint64_t)64 << 20, false);
        bench_gpu_resident("  batch of 256 MiB", sources, c->n_files, (uint64_t)256 << 20, true);
        bench_gpu_resident("  batch of 1 GiB", sources, c->n_files, (uint64_t)1 << 30, false);
#endif
    } else {
        printf("%-46s not measured (%s)\n", "CUDA", rustg_cuda_missing());
    }
    free(sources);
}

/* Files of the corpus one behind the other, cut at n_bytes. */
static uint8_t *make_sample(const corpus *c, size_t n_bytes)
{
    uint8_t *sample = malloc(n_bytes + 1);
    size_t n = 0;
    if (!sample)
        stop("memory", "sample");
    for (size_t i = c->n_files / 2; n < n_bytes; i = (i + 1) % c->n_files) {
        size_t more = c->files[i].n_bytes < n_bytes - n ? c->files[i].n_bytes : n_bytes - n;
        memcpy(sample + n, c->files[i].bytes, more);
        n += more;
    }
    return sample;
}

static double median_compile(const uint8_t *text, size_t n_bytes, rustg_engine engine, bool leave)
{
    rustg_source source = {"sample.rs", text, n_bytes, EDITION};
    size_t n = n_bytes < 1 << 20 ? MEASURE_MAX - 1 : 15;
    spread s = {{0}, 0};
    for (size_t i = 0; i < 3; i++)
        pass_tokens(&source, 1, engine, leave, NULL);
    for (size_t i = 0; i < n; i++)
        measure_add(&s, pass_tokens(&source, 1, engine, leave, NULL));
    return measure_median(&s);
}

/* Latency of one call by size, and the size from which the CUDA engine is the faster one. */
static void measure_latency(const corpus *c, bool cuda)
{
    enum { N_SIZES = 17 };
    size_t crossover = 0;
    uint8_t *sample = make_sample(c, (size_t)1024 << (N_SIZES - 1));
    printf("\nlatency of one rustg_compile of one source, medians in microseconds\n%10s %12s %12s %16s\n", "bytes",
           "CPU", "CUDA", "CUDA, on device");
    for (int k = 0; k < N_SIZES; k += 2) {
        size_t n_bytes = (size_t)1024 << k;
        double cpu = median_compile(sample, n_bytes, RUSTG_ENGINE_CPU, false);
        printf("%10zu %12.1f", n_bytes, cpu * 1e6);
        if (cuda) {
            double back = median_compile(sample, n_bytes, RUSTG_ENGINE_CUDA, false);
            double left = median_compile(sample, n_bytes, RUSTG_ENGINE_CUDA, true);
            printf(" %12.1f %16.1f\n", back * 1e6, left * 1e6);
            if (back >= cpu)
                crossover = 0;
            else if (!crossover)
                crossover = n_bytes;
        } else {
            printf(" %12s %16s\n", "-", "-");
        }
    }
    if (cuda && crossover)
        printf("crossover: the CUDA engine is faster from %zu bytes on\n", crossover);
    else
        printf("crossover: %s\n", cuda ? "none up to the largest size" : "not measured");
    free(sample);
}

static void measure_worst(const corpus *c, double scale, bool cuda)
{
    size_t n_ordinary = (size_t)(1e9 * scale);
    uint8_t *ordinary = make_sample(c, n_ordinary);
    double cpu_base = (double)n_ordinary / median_compile(ordinary, n_ordinary, RUSTG_ENGINE_CPU, false), cuda_base = 0;
    if (cuda)
        cuda_base = (double)n_ordinary / median_compile(ordinary, n_ordinary, RUSTG_ENGINE_CUDA, true);
    free(ordinary);
    printf("\nworst cases, one file each, rustg_compile; times ordinary speed\n%-24s %12s %18s %18s\n", "case", "bytes",
           "CPU GB/s", "CUDA GB/s");
    printf("%-24s %12zu %9.3f %8s %9.3f\n", "ordinary bytes", n_ordinary, cpu_base * 1e-9, "", cuda_base * 1e-9);
    for (size_t i = 0; i < worst_texts_count(); i++) {
        size_t n_bytes;
        uint8_t *text = worst_texts_make(i, scale, &n_bytes);
        double cpu;
        if (!text)
            stop("memory", worst_texts_name(i));
        cpu = (double)n_bytes / median_compile(text, n_bytes, RUSTG_ENGINE_CPU, false);
        printf("%-24s %12zu %9.3f (x%5.2f)", worst_texts_name(i), n_bytes, cpu * 1e-9, cpu / cpu_base);
        if (cuda) {
            double gpu = (double)n_bytes / median_compile(text, n_bytes, RUSTG_ENGINE_CUDA, true);
            printf(" %9.3f (x%5.2f)", gpu * 1e-9, gpu / cuda_base);
        }
        printf("\n");
        free(text);
    }
}

static void print_machine(const corpus *c, const char *where)
{
    struct utsname system;
    rustg_device_info info;
    printf("rustg %s, %s, %u threads, CPU engine %s", rustg_version(), measure_processor(),
           (unsigned)parallel_hardware_threads(), lex_cpu_isa());
    if (uname(&system) == 0)
        printf(", %s %s", system.sysname, system.release);
    for (size_t i = 1; i < rustg_device_count(); i++) {
        info.struct_size = sizeof info;
        if (rustg_device_info_get(i, &info, NULL) == RUSTG_OK)
            printf(", %s (sm_%d%d)", info.name, info.compute_major, info.compute_minor);
    }
    printf("\ncorpus %s: %zu files, %.1f MB, edition %d", where, c->n_files, (double)c->n_bytes * 1e-6, EDITION);
    if (c->n_left_out)
        printf("; %zu files left out that are not UTF-8", c->n_left_out);
    printf("\nmedians (least to most) after one warm-up pass\n\n");
}

int main(int argc, char **argv)
{
    const char *where = argc > 1 ? argv[1] : getenv("RUSTG_BENCH_CORPUS");
    const char *passes = getenv("RUSTG_BENCH_PASSES"), *scale = getenv("RUSTG_BENCH_SCALE");
    bool cuda;
    corpus c;
    if (!where) {
        printf("bench_lexer: no corpus: name a folder or a list of files, or set RUSTG_BENCH_CORPUS\n");
        return 77;
    }
    if (passes && atoi(passes) > 0 && atoi(passes) < MEASURE_MAX)
        n_passes = (size_t)atoi(passes);
    if (!corpus_load(where, &c))
        stop("cannot read a corpus", where);
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        stop("rustg_initialize", "failed");
    cuda = !rustg_cuda_missing()[0];
    print_machine(&c, where);
    measure_corpus(&c, cuda);
    measure_latency(&c, cuda);
    measure_worst(&c, scale ? atof(scale) : 0.05, cuda);
    rustg_shutdown();
    corpus_free(&c);
    return 0;
}

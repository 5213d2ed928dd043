/* parse_worst_test.c: texts that defeat clever parsers (parse_cases.h), with every tree known in closed form. Run
 * through the public interface: on the CPU engine in a process with 256 KiB of stack, and where a device is there on
 * the CUDA engine, whose arrays must be the CPU engine's byte for byte. The time may grow no faster than the text.
 *   RUSTG_WORST_SCALE   1: full size (1 GB, 10 million terms, ...); 0.01 by default
 *   RUSTG_WORST_ENGINE  cpu or cuda alone
 *   parse_worst_test [NAME]   that case alone */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "diagnostics/same_diagnostics.h"
#include "parser/ast_check.h"
#include "rustg/rustg.h"
#include "engine/parse_cases.h"

/* Of four times the text: a straight line takes 4 times as long, and twice that where its arrays are no longer in
 * memory that the process has already, but in fresh pages of the system; a square takes 16 times, or more. Shorter
 * times and texts say nothing. */
static const double most_growth = 12;
static const double least_seconds = 2e-3;
enum { LEAST_BYTES = 400000 };

enum { STACK_BYTES = 256 << 10, N_ROUNDS = 8 };
#define STACK_MARK "RUSTG_WORST_STACK"

static const char *failing = "";

static void fail(const char *what, unsigned long long at)
{
    fprintf(stderr, "parse_worst_test: %s: %s at %llu\n", failing, what, at);
    exit(1);
}

/* The CPU engine's time is the processor's, so that a busy machine is not taken for a slow parser. */
static double now(rustg_engine engine)
{
    struct timespec t;
    clock_gettime(engine == RUSTG_ENGINE_CPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* One case of one size between two small files. */
typedef struct trial {
    const parse_case *c;
    size_t n, n_bytes;
    uint8_t *text;
    double seconds; /* the least of all runs */
} trial;

static const char neighbour[] = "fn f ( ) { }";

static rustg_result *compile(trial *t, rustg_engine engine)
{
    rustg_source sources[3] = {{"before", (const uint8_t *)neighbour, sizeof neighbour - 1, 2024},
                               {t->c->name, t->text, t->n_bytes, 2024},
                               {"behind", (const uint8_t *)neighbour, sizeof neighbour - 1, 2024}};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = engine};
    rustg_result *result;
    rustg_error error;
    double seconds = now(engine);
    if (rustg_compile(sources, 3, &options, &result, &error) != RUSTG_OK)
        fail(error.message, t->n);
    seconds = now(engine) - seconds;
    if (t->seconds == 0 || seconds < t->seconds)
        t->seconds = seconds;
    return result;
}

static int64_t place_byte(const trial *t, parse_place place, int64_t i)
{
    const parse_case *c = t->c;
    int64_t n = (int64_t)t->n, base = (int64_t)strlen(c->before);
    if (place.base >= PLACE_MIDDLE)
        base += n * (int64_t)strlen(c->unit);
    if (place.base >= PLACE_END)
        base += (int64_t)strlen(c->middle) + n * (int64_t)strlen(c->behind);
    return base + place.offset + i * place.step;
}

/* The k-th node of a row's kind, in preorder, has the span that the row says. */
static void check_span(const trial *t, const parse_row *row, int64_t k, int64_t start, int64_t end)
{
    int64_t n = row->stride ? (int64_t)t->n + (row->fixed < 0 ? row->fixed : 0) : 1;
    int64_t stride = row->stride ? row->stride : 1, i = (k - row->skip) / stride;
    if (row->start.base == PLACE_ANY || k < row->skip || (k - row->skip) % stride != row->phase || i >= n)
        return;
    if (start != place_byte(t, row->start, i) || end != place_byte(t, row->end, i)) {
        fprintf(stderr, "%s number %lld is %lld..%lld, not %lld..%lld\n", rustg_ast_kind_name(row->kind), (long long)k,
                (long long)start, (long long)end, (long long)place_byte(t, row->start, i),
                (long long)place_byte(t, row->end, i));
        fail("a wrong span", (unsigned long long)t->n);
    }
}

static void check_counts(const trial *t, const int64_t *seen)
{
    int64_t expected[RUSTG_N_AST_KINDS] = {0};
    expected[RUSTG_AST_File] = 1;
    for (const parse_row *row = t->c->rows; row < t->c->rows + PARSE_CASE_ROWS; row++)
        if (row->counts)
            expected[row->kind] += row->fixed + row->each * (int64_t)t->n;
    for (uint8_t kind = 0; kind < RUSTG_N_AST_KINDS; kind++) {
        if (seen[kind] != expected[kind]) {
            fprintf(stderr, "%s: %lld nodes, not %lld\n", rustg_ast_kind_name(kind), (long long)seen[kind],
                    (long long)expected[kind]);
            fail("a wrong number of nodes", (unsigned long long)t->n);
        }
    }
}

static void check_tree(const trial *t, const rustg_ast *ast, const rustg_file *file)
{
    int64_t seen[RUSTG_N_AST_KINDS] = {0};
    for (uint32_t node = file->first_node; node < file->first_node + file->n_nodes; node++) {
        int64_t k = seen[ast->kind[node]]++;
        for (const parse_row *row = t->c->rows; row < t->c->rows + PARSE_CASE_ROWS; row++)
            if (row->kind == ast->kind[node])
                check_span(t, row, k, ast->start[node] - (int64_t)file->base, ast->end[node] - (int64_t)file->base);
    }
    if (ast->end[file->first_node] != file->base + file->n_bytes)
        fail("a root that does not reach the end", file->n_bytes);
    check_counts(t, seen);
}

static void check_result(const trial *t, const rustg_result *result)
{
    rustg_file file;
    rustg_ast ast;
    uint32_t node;
    for (size_t i = 0; i < 3; i++) {
        if (rustg_result_file(result, i, &file) != RUSTG_OK || rustg_result_ast(result, file.batch, &ast) != RUSTG_OK)
            fail("no tree of file", i);
        const char *wrong = ast_check(&ast, &file, &node);
        if (wrong)
            fail(wrong, node);
        if (i != 1 && (file.n_nodes != 3 || file.n_diags != 0))
            fail("a neighbour was harmed, file", i);
        if (i != 1)
            continue;
        if (t->c->n_diags == ANY_DIAGS ? file.n_diags == 0 : file.n_diags != t->c->n_diags)
            fail("number of errors", file.n_diags);
        if (!t->c->any_tree)
            check_tree(t, &ast, &file);
    }
}

static void check_bytes(const void *a, const void *b, size_t n_bytes, const char *what)
{
    if (n_bytes > 0 && memcmp(a, b, n_bytes) != 0)
        fail(what, n_bytes);
}

static void check_same_diags(const rustg_result *a, const rustg_result *b)
{
    size_t n_a, n_b;
    const rustg_diagnostic *diags_a = rustg_result_diagnostics(a, &n_a), *diags_b = rustg_result_diagnostics(b, &n_b);
    if (n_a != n_b)
        fail("engines differ in the number of diagnostics", n_b);
    if (n_a == n_b && !same_diagnostics(diags_a, diags_b, n_a))
        fail("engines differ in diagnostics", n_a);
}

/* A small and a large file may lie in batches of their own, cut alike by both engines. */
static void check_same(const rustg_result *a, const rustg_result *b)
{
    if (rustg_result_n_batches(a) != rustg_result_n_batches(b))
        fail("engines differ in the number of batches", rustg_result_n_batches(b));
    for (size_t i = 0; i < rustg_result_n_batches(a); i++) {
        rustg_tokens toks_a, toks_b;
        rustg_ast ast_a, ast_b;
        if (rustg_result_tokens(a, i, &toks_a) != RUSTG_OK || rustg_result_tokens(b, i, &toks_b) != RUSTG_OK ||
            rustg_result_ast(a, i, &ast_a) != RUSTG_OK || rustg_result_ast(b, i, &ast_b) != RUSTG_OK ||
            toks_a.n_toks != toks_b.n_toks || ast_a.n_nodes != ast_b.n_nodes)
            fail("engines differ in the size of batch", i);
        check_bytes(toks_a.kind, toks_b.kind, toks_a.n_toks, "engines differ in kinds of tokens");
        check_bytes(toks_a.flags, toks_b.flags, toks_a.n_toks, "engines differ in flags of tokens");
        check_bytes(toks_a.start, toks_b.start, toks_a.n_toks * 4, "engines differ in starts of tokens");
        check_bytes(toks_a.end, toks_b.end, toks_a.n_toks * 4, "engines differ in ends of tokens");
        check_bytes(ast_a.kind, ast_b.kind, ast_a.n_nodes, "engines differ in kinds of nodes");
        check_bytes(ast_a.tok, ast_b.tok, ast_a.n_nodes * 4, "engines differ in anchors");
        check_bytes(ast_a.start, ast_b.start, ast_a.n_nodes * 4, "engines differ in starts of nodes");
        check_bytes(ast_a.end, ast_b.end, ast_a.n_nodes * 4, "engines differ in ends of nodes");
        check_bytes(ast_a.next, ast_b.next, ast_a.n_nodes * 4, "engines differ in next");
        check_bytes(ast_a.parent, ast_b.parent, ast_a.n_nodes * 4, "engines differ in parents");
    }
    check_same_diags(a, b);
}

static trial make_trial(const parse_case *c, size_t n)
{
    trial t = {c, n, 0, NULL, 0};
    t.text = parse_case_text(c, n, &t.n_bytes);
    if (!t.text)
        fail("memory", n);
    return t;
}

static void check_trial(trial *t, rustg_engine engine)
{
    rustg_result *result = compile(t, engine);
    check_result(t, result);
    if (engine == RUSTG_ENGINE_CUDA) {
        trial again = *t;
        rustg_result *cpu = compile(&again, RUSTG_ENGINE_CPU);
        check_same(cpu, result);
        rustg_result_free(cpu);
    }
    rustg_result_free(result);
}

/* Small counts where mistakes show best, then the case's own count, then four times that for its time. */
static void run_case(const parse_case *c, double scale, rustg_engine engine)
{
    const size_t least_count = LEAST_BYTES / (strlen(c->unit) + strlen(c->behind)), count = parse_case_count(c, scale);
    trial small, large;
    double growth = 0;
    failing = c->name;
    for (size_t n = 1; n <= 1000; n = n < 40 ? n + 1 : 5 * n) {
        small = make_trial(c, n);
        check_trial(&small, engine);
        free(small.text);
    }
    small = make_trial(c, count < least_count ? least_count : count);
    large = make_trial(c, 4 * small.n);
    check_trial(&small, engine);
    if (scale < 0.1)
        check_trial(&large, engine);
    for (int round = 0; scale < 0.1 && round < N_ROUNDS; round++) {
        growth = large.seconds / small.seconds;
        if (large.seconds < least_seconds || growth <= most_growth)
            break;
        rustg_result_free(compile(&small, engine));
        rustg_result_free(compile(&large, engine));
    }
    printf("%-20s %-4s %11zu bytes %9.4f s %8.1f MB/s", c->name, engine == RUSTG_ENGINE_CPU ? "CPU" : "CUDA",
           small.n_bytes, small.seconds, (double)small.n_bytes * 1e-6 / small.seconds);
    printf(scale < 0.1 ? "; 4 times that: %.2f times the time\n" : "\n", large.seconds / small.seconds);
    if (large.seconds >= least_seconds && growth > most_growth)
        fail("more than linear time, bytes", large.n_bytes);
    free(small.text);
    free(large.text);
}

static void run_cases(const char *name, double scale, rustg_engine engine)
{
    for (size_t i = 0; i < N_PARSE_CASES; i++)
        if (!name || strcmp(name, parse_cases[i].name) == 0)
            run_case(&parse_cases[i], scale, engine);
}

/* The same program again, with little stack for its first thread and for all that it starts. */
static void run_with_small_stack(char **argv)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {STACK_BYTES, STACK_BYTES};
        if (setrlimit(RLIMIT_STACK, &limit) == 0 && setenv(STACK_MARK, "1", 1) == 0)
            execv("/proc/self/exe", argv);
        _exit(127);
    }
    failing = "the process with a small stack";
    if (child < 0 || waitpid(child, &status, 0) != child)
        fail("fork", 0);
    if (WIFSIGNALED(status))
        fail("ended by signal", (unsigned long long)WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        exit(1);
}

int main(int argc, char **argv)
{
    const char *scale_text = getenv("RUSTG_WORST_SCALE"), *engine = getenv("RUSTG_WORST_ENGINE");
    const char *name = argc > 1 ? argv[1] : NULL;
    double scale = scale_text ? atof(scale_text) : 0.01;
    bool small_stack = getenv(STACK_MARK) != NULL;
    bool cuda = engine ? strcmp(engine, "cuda") == 0 : !rustg_cuda_missing()[0];
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!small_stack && (!engine || strcmp(engine, "cpu") == 0))
        run_with_small_stack(argv);
    if (rustg_initialize(NULL, NULL) != RUSTG_OK)
        fail("rustg_initialize", 0);
    if (small_stack)
        run_cases(name, scale, RUSTG_ENGINE_CPU);
    else if (cuda)
        run_cases(name, scale, RUSTG_ENGINE_CUDA);
    rustg_shutdown();
    return 0;
}

/* bench_kernels_cpu.c: kernels on the CPU device beside the same loops in C.
 *
 * bench_kernels_cpu [--only NAME] [--bytes N] [--passes N] [--rayon FOLDER]
 * The system's C compiler makes the loops, with -O3 and this machine's vectors; their threads take equal parts. Both
 * run in turn, on one thread and on all, on three arrays of N bytes in all (default 100 million). Before a row is
 * timed, the kernel's bytes and the loop's are compared. Kernels with barriers are rows as well; with the
 * folder of vendored crates that has rayon, cargo builds the same in Rust, and what is timed are these rows. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/measure.h"
#include "rustg/rustg.h"

enum { MOST_THREADS = 256 };

typedef void c_loop(const void *a, const void *b, void *y, size_t from, size_t to, size_t n);
typedef struct complex_f64 {
    double re, im;
} complex_f64;

typedef struct row {
    const char *name, *rust_type, *c_type, *loop, *kernel;
    size_t size;
    bool has_blocks; /* loop and kernel are whole bodies; what follows is of these */
    uint32_t x, y, fold, grid, flops;
    const char *rayon;
} row;

static const row rows[] = {
#define ROW(name, rust, c, loop, kernel) {#name, rust, #c, #loop, kernel, sizeof(c), .has_blocks = false},
#include "bench/bench_kernels_cpu.def"
#undef ROW
#define ROW(name, rust, c, loop, kernel)
#define BLOCKS(name, rust, c, x, y, fold, grid, flops, loop, kernel, rayon)                                            \
    {#name, rust, #c, #loop, kernel, sizeof(c), true, x, y, fold, grid, flops, rayon},
#include "bench/bench_kernels_cpu.def"
#undef ROW
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

typedef struct bench {
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *a, *b, *y;
    rustg_module *module;
    rustg_function *functions[N_ROWS];
    c_loop *loops[N_ROWS], *rayons[N_ROWS];
    const char *crates; /* NULL: without rayon */
    uint32_t n_threads;
    size_t n_bytes; /* of one array */
    void *c_a, *c_b, *c_y;
} bench;

static rustg_error error;

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "bench_kernels_cpu: %s: %s\n", what, detail);
    exit(1);
}

static void good(rustg_status status, const char *what)
{
    if (status != RUSTG_OK)
        stop(what, error.message);
}

static char *text_of(bool is_c)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        stop("text", "no memory");
    fputs(is_c ? "#include <stddef.h>\ntypedef struct { double re, im; } complex_f64;\n"
               : "use rustg_std::prelude::*;\n",
          out);
    for (size_t k = 0; k < N_ROWS; k++) {
        const row *r = &rows[k];
        if (is_c && r->has_blocks)
            fprintf(out,
                    "void %s(const void *va, const void *vb, void *vy, size_t from, size_t to, size_t n)\n"
                    "{ const %s *restrict a = va, *restrict b = vb; %s *restrict y = vy;\n(void)b, (void)n;\n%s; }\n",
                    r->name, r->c_type, r->c_type, r->loop);
        else if (r->has_blocks)
            fprintf(out, "#[kernel(block = (%u, %u))] pub fn %s(a: &[%s], b: &[%s], mut y: GridMut<%s>) { %s }\n", r->x,
                    r->y, r->name, r->rust_type, r->rust_type, r->rust_type, r->kernel);
        else if (is_c)
            fprintf(out,
                    "void %s(const void *va, const void *vb, void *vy, size_t from, size_t to, size_t n)\n"
                    "{ const %s *restrict a = va, *restrict b = vb; %s *restrict y = vy;\n"
                    "for (size_t i = from; i < to; i++) %s; }\n",
                    r->name, r->c_type, r->c_type, r->loop);
        else
            fprintf(out,
                    "#[kernel] pub fn %s(a: &[%s], b: &[%s], mut y: GridMut<%s>) { let t = thread::index();\n"
                    "if t < y.len() { let i = t.get(); y[t] = %s; } }\n",
                    r->name, r->rust_type, r->rust_type, r->rust_type, r->kernel);
    }
    fclose(out);
    return text;
}

static void make_loops(bench *b)
{
    char folder[] = "/tmp/bench_kernels_cpu_XXXXXX", source[64], object[64], command[256];
    if (!mkdtemp(folder))
        stop("folder", "no temporary folder");
    snprintf(source, sizeof source, "%s/loops.c", folder);
    snprintf(object, sizeof object, "%s/loops.so", folder);
    snprintf(command, sizeof command,
             "${CC:-cc} -O3 -march=native -mno-fma -ffp-contract=off -fno-math-errno -fPIC -shared %s -o %s", source,
             object);
    char *text = text_of(true);
    FILE *file = fopen(source, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0 || system(command) != 0)
        stop("cc", "the loops do not compile");
    free(text);
    void *library = dlopen(object, RTLD_NOW);
    for (size_t k = 0; library && k < N_ROWS; k++) {
        void *found = dlsym(library, rows[k].name);
        memcpy(&b->loops[k], &found, sizeof found);
    }
    unlink(source);
    unlink(object);
    rmdir(folder);
    if (!library)
        stop("dlopen", dlerror());
}

static void write_rayons(FILE *out)
{
    fputs("use rayon::prelude::*;\nuse std::slice::{from_raw_parts, from_raw_parts_mut};\nuse std::sync::Mutex;\n"
          "static POOL: Mutex<Option<rayon::ThreadPool>> = Mutex::new(None);\n"
          "#[no_mangle] pub extern \"C\" fn use_threads(n: usize) {\n"
          "    *POOL.lock().unwrap() = Some(rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap()); }\n",
          out);
    for (size_t k = 0; k < N_ROWS; k++) {
        const char *type = rows[k].rust_type;
        if (rows[k].has_blocks)
            fprintf(
                out,
                "#[no_mangle] #[allow(unused)] pub unsafe extern \"C\" fn %s(a: *const %s, b: *const %s, y: *mut %s, "
                "from: usize, to: usize, n: usize) {\n"
                "    let (a, b, y) = (from_raw_parts(a, n), from_raw_parts(b, n), from_raw_parts_mut(y, n));\n"
                "    POOL.lock().unwrap().as_ref().unwrap().install(|| { %s; }) }\n",
                rows[k].name, type, type, type, rows[k].rayon);
    }
}

/* A library of the rows in Rust. Its calls have C's form, and their parts are the whole. */
static void make_rayons(bench *b)
{
    char folder[] = "/tmp/bench_kernels_cpu_XXXXXX", path[128], command[1024];
    if (!mkdtemp(folder))
        stop("folder", "no temporary folder");
    snprintf(path, sizeof path, "%s/rows.rs", folder);
    FILE *out = fopen(path, "w");
    snprintf(path, sizeof path, "%s/Cargo.toml", folder);
    FILE *manifest = fopen(path, "w");
    if (!out || !manifest)
        stop("rayon", "no file");
    write_rayons(out);
    fputs("[package]\nname = \"rows\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nrayon = \"1\"\n"
          "[lib]\npath = \"rows.rs\"\ncrate-type = [\"cdylib\"]\n",
          manifest);
    fclose(out);
    fclose(manifest);
    snprintf(command, sizeof command,
             "cd %s && RUSTFLAGS='-C target-cpu=native' cargo build -q --release --offline"
             " --config 'source.crates-io.replace-with=\"here\"' --config 'source.here.directory=\"%s\"'",
             folder, b->crates);
    if (system(command) != 0)
        stop("cargo", "the rows in Rust do not compile");
    snprintf(path, sizeof path, "%s/target/release/librows.so", folder);
    void *library = dlopen(path, RTLD_NOW), *found = library ? dlsym(library, "use_threads") : NULL;
    void (*use_threads)(size_t) = NULL;
    memcpy(&use_threads, &found, sizeof found);
    if (!use_threads)
        stop("dlopen", dlerror());
    use_threads(b->n_threads);
    for (size_t k = 0; k < N_ROWS; k++) {
        found = rows[k].has_blocks ? dlsym(library, rows[k].name) : NULL;
        memcpy(&b->rayons[k], &found, sizeof found);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        stop("rm", folder);
}

static void load_kernels(bench *b)
{
    char *text = text_of(false);
    const rustg_source source = {
        .name = "rows.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text), .edition = 2024};
    good(rustg_module_from_rust(b->context, &source, 1, NULL, &b->module, &error), "kernels");
    for (size_t k = 0; k < N_ROWS; k++)
        good(rustg_module_function(b->module, rows[k].name, &b->functions[k], &error), rows[k].name);
    free(text);
}

enum { FIXED = 65536 };

/* Elements of an array. */
static size_t length(const bench *b, size_t k)
{
    const size_t n = b->n_bytes / rows[k].size;
    return !rows[k].has_blocks ? n : rows[k].flops ? FIXED : n / FIXED * FIXED;
}

static void launch(bench *b, size_t k)
{
    const row *r = &rows[k];
    const size_t n = length(b, k);
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = n};
    if (r->has_blocks) {
        config = (rustg_launch_config){.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {r->x, r->y, 1}};
        config.grid[0] = r->grid ? r->grid : (uint32_t)(n / r->x);
        config.grid[1] = r->y > 1 ? r->grid : 1;
    }
    const rustg_launch_argument args[] = {
        {.buffer = b->a, .length = n}, {.buffer = b->b, .length = n}, {.buffer = b->y, .length = n}};
    good(rustg_launch(b->functions[k], b->stream, &config, args, 3, &error), rows[k].name);
    good(rustg_stream_wait(b->stream, &error), rows[k].name);
}

typedef struct part {
    const bench *b;
    size_t k, from, to, n;
} part;

static void *run_part(void *of)
{
    const part *p = of;
    p->b->loops[p->k](p->b->c_a, p->b->c_b, p->b->c_y, p->from, p->to, p->n);
    return NULL;
}

static void run_loop(bench *b, size_t k)
{
    const size_t n = length(b, k), step = rows[k].has_blocks ? 256 : 1;
    part parts[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    for (uint32_t t = 0; t < b->n_threads; t++)
        parts[t] = (part){b, k, n / step * t / b->n_threads * step, n / step * (t + 1) / b->n_threads * step, n};
    for (uint32_t t = 1; t < b->n_threads; t++)
        if (pthread_create(&threads[t], NULL, run_part, &parts[t]) != 0)
            stop("thread", "none is to be had");
    run_part(&parts[0]);
    for (uint32_t t = 1; t < b->n_threads; t++)
        pthread_join(threads[t], NULL);
}

/* Numbers that are finite, small and of both signs as any of the types. */
static void fill(bench *b, size_t k)
{
    const size_t n_floats = b->n_bytes / 4, n_doubles = b->n_bytes / 8;
    float *a = b->c_a, *c = b->c_b;
    double *da = b->c_a, *dc = b->c_b;
    const bool is_double = strcmp(rows[k].rust_type, "f64") == 0 || rows[k].size == 16;
    for (size_t i = 0; i < (is_double ? n_doubles : n_floats); i++) {
        const double x = (double)(i * 2654435761u % 10007) - 5003.5, z = (double)(i * 40503u % 9973) - 4986.5;
        if (is_double)
            da[i] = x, dc[i] = z;
        else
            a[i] = (float)x, c[i] = (float)z;
    }
    good(rustg_copy_to_buffer(b->a, 0, b->c_a, b->n_bytes, b->stream, &error), "copy");
    good(rustg_copy_to_buffer(b->b, 0, b->c_b, b->n_bytes, b->stream, &error), "copy");
}

/* The wrapping sums of what lies `by` apart, at the beginning. */
static void fold_sums(uint32_t *of, size_t n, uint32_t by)
{
    for (size_t i = by; i < n && by; i++)
        of[i % by] += of[i];
}

static void check(bench *b, size_t k)
{
    void *got = malloc(b->n_bytes);
    const uint32_t fold = rows[k].fold;
    const size_t n = length(b, k), n_bytes = (fold ? fold : n) * rows[k].size;
    memset(b->c_y, 0, n * rows[k].size);
    good(rustg_copy_to_buffer(b->y, 0, b->c_y, n * rows[k].size, b->stream, &error), "copy");
    run_loop(b, k);
    launch(b, k);
    good(rustg_copy_from_buffer(got, b->y, 0, n * rows[k].size, b->stream, &error), "copy");
    good(rustg_stream_wait(b->stream, &error), "copy");
    if (fold && got) {
        fold_sums(got, n, fold);
        fold_sums(b->c_y, n, fold);
    }
    if (!got || memcmp(got, b->c_y, n_bytes) != 0)
        stop(rows[k].name, "the kernel's bytes and the loop's differ");
    if (b->rayons[k]) {
        memset(b->c_y, 0, n * rows[k].size);
        b->rayons[k](b->c_a, b->c_b, b->c_y, 0, n, n);
        if (memcmp(got, b->c_y, n_bytes) != 0)
            stop(rows[k].name, "the kernel's bytes and rayon's differ");
    }
    free(got);
}

static void run_rayon(bench *b, size_t k)
{
    if (b->rayons[k])
        b->rayons[k](b->c_a, b->c_b, b->c_y, 0, length(b, k), length(b, k));
}

/* What one of n_times takes, each of which waits for the one before it. */
static void measure_pass(bench *b, size_t k, size_t n_times, void (*work)(bench *b, size_t k), spread *s)
{
    const double began = clock_seconds();
    for (size_t i = 0; i < n_times; i++)
        work(b, k);
    measure_add(s, (clock_seconds() - began) / (double)n_times);
}

/* A product is short and seldom comes alone, so that a pass is a series of them. */
static void measure(bench *b, size_t k, size_t n_passes)
{
    enum { PRODUCTS = 16 };
    const size_t n_times = rows[k].flops ? PRODUCTS : 1;
    spread kernel = {.n = 0}, loop = {.n = 0}, rayon = {.n = 0};
    fill(b, k);
    check(b, k);
    for (size_t pass = 0; pass < n_passes; pass++) {
        measure_pass(b, k, n_times, launch, &kernel);
        measure_pass(b, k, n_times, run_loop, &loop);
        measure_pass(b, k, n_times, run_rayon, &rayon);
    }
    const double n_bytes = (double)length(b, k) * (double)rows[k].size * (rows[k].fold ? 1 : 3);
    const double all = 1e-9 * (rows[k].flops ? (double)length(b, k) * rows[k].flops : n_bytes);
    printf("%-13s %2u threads: kernel %6.2f %s (%.2f to %.2f), loop %6.2f (%.2f to %.2f), kernel over loop %.2f\n",
           rows[k].name, b->n_threads, all / measure_median(&kernel), rows[k].flops ? "GFLOP/s" : "GB/s",
           all / measure_most(&kernel), all / measure_least(&kernel), all / measure_median(&loop),
           all / measure_most(&loop), all / measure_least(&loop), measure_median(&loop) / measure_median(&kernel));
    if (b->rayons[k])
        printf("%-13s %2u threads: rayon  %6.2f (%.2f to %.2f), kernel over rayon %.2f\n", rows[k].name, b->n_threads,
               all / measure_median(&rayon), all / measure_most(&rayon), all / measure_least(&rayon),
               measure_median(&rayon) / measure_median(&kernel));
    fflush(stdout);
}

static void run(const char *only, const char *crates, size_t n_bytes, size_t n_passes, uint32_t n_threads)
{
    bench b = {.crates = crates, .n_threads = n_threads, .n_bytes = n_bytes / 3 / 64 * 64};
    const rustg_init_options init = {.struct_size = sizeof init, .n_threads = n_threads};
    good(rustg_initialize(&init, &error), "initialize");
    good(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &b.context, &error), "context");
    good(rustg_stream_create(b.context, &b.stream, &error), "stream");
    good(rustg_buffer_allocate(b.context, b.n_bytes, b.stream, &b.a, &error), "memory");
    good(rustg_buffer_allocate(b.context, b.n_bytes, b.stream, &b.b, &error), "memory");
    good(rustg_buffer_allocate(b.context, b.n_bytes, b.stream, &b.y, &error), "memory");
    b.c_a = calloc(1, b.n_bytes);
    b.c_b = calloc(1, b.n_bytes);
    b.c_y = calloc(1, b.n_bytes);
    if (!b.c_a || !b.c_b || !b.c_y)
        stop("arrays", "no memory");
    make_loops(&b);
    if (crates)
        make_rayons(&b);
    load_kernels(&b);
    for (size_t k = 0; k < N_ROWS; k++)
        if ((!only || strcmp(only, rows[k].name) == 0) && (!crates || b.rayons[k]))
            measure(&b, k, n_passes);
    free(b.c_a);
    free(b.c_b);
    free(b.c_y);
    rustg_module_free(b.module);
    rustg_buffer_free(b.a);
    rustg_buffer_free(b.b);
    rustg_buffer_free(b.y);
    rustg_stream_destroy(b.stream);
    rustg_context_close(b.context);
    rustg_shutdown();
}

int main(int argc, char **argv)
{
    const char *only = NULL, *crates = NULL;
    size_t n_bytes = 100000000, n_passes = 9;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--only") == 0)
            only = argv[i + 1];
        else if (strcmp(argv[i], "--rayon") == 0)
            crates = argv[i + 1];
        else if (strcmp(argv[i], "--bytes") == 0)
            n_bytes = (size_t)atoll(argv[i + 1]);
        else if (strcmp(argv[i], "--passes") == 0)
            n_passes = (size_t)atoll(argv[i + 1]);
    }
    if (n_bytes < 1000 || n_passes < 1 || n_passes > MEASURE_MAX)
        stop("usage", "bench_kernels_cpu [--only NAME] [--bytes N] [--passes N] [--rayon FOLDER]");
    const long n_cores = sysconf(_SC_NPROCESSORS_ONLN);
    printf("%s\n", measure_processor());
    run(only, crates, n_bytes, n_passes, 1);
    if (n_cores > 1)
        run(only, crates, n_bytes, n_passes, n_cores > MOST_THREADS ? MOST_THREADS : (uint32_t)n_cores);
    return 0;
}

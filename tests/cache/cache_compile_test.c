/* cache_compile_test.c: compiles through the cache: what is found equals what was compiled, by every accessor and when
 * run; what differs is not found; errors are not kept. */
#define _GNU_SOURCE
#include "cache_rig.h"
#include "rustg/rustg.h"

static const char text[] =
    "use rustg_std::prelude::*;\n#[path = \"cached_part.rs\"]\nmod part;\n#[cfg(big)]\nconst AMOUNT: i64 = "
    "100;\n#[cfg(not(big))]\nconst AMOUNT: i64 = 1;\n\n"
    "#[kernel(block = 64)]\npub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) {\n    let i = thread::index();\n"
    "    if i < y.len() {\n        y[i] = part::grow(a * x[i]);\n    }\n}\n\n"
    "#[kernel]\npub fn checked(n: u32, mut out: GridMut<i64>) {\n    let i = thread::index();\n"
    "    assert!(i.get() < n as usize, \"no more than {}\", n);\n    out[i] = AMOUNT;\n"
    "    block::sync();\n}\n";
static const char part[] = "pub fn grow(v: f32) -> f32 { v + 1.0 }\n";
static const char part_2[] = "pub fn grow(v: f32) -> f32 { v + 2.0 }\n";
static const uint32_t texts =
    1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_IR | 1u << RUSTG_OUTPUT_KERNELS;

typedef struct call {
    rustg_source source;
    rustg_kernel_options kernels;
    rustg_compile_options options;
} call;

static char source_name[600], part_path[600];

static call call_of(const char *bytes, uint32_t outputs)
{
    call c = {.source = {.name = source_name, .bytes = (const uint8_t *)bytes, .n_bytes = strlen(bytes)}};
    c.kernels = (rustg_kernel_options){.struct_size = sizeof c.kernels, .outputs = outputs};
    c.options = (rustg_compile_options){.struct_size = sizeof c.options, .engine = RUSTG_ENGINE_CPU};
    return c;
}

static rustg_result *compile(call *c)
{
    rustg_result *result;
    rustg_error error = {0};
    c->options.kernels = &c->kernels;
    rustg_status status = rustg_compile(&c->source, 1, &c->options, &result, &error);
    if (status != RUSTG_OK)
        fprintf(stderr, "%s\n", error.message);
    assert(status == RUSTG_OK);
    return result;
}

static rustg_result *compile_good(call *c)
{
    rustg_result *result = compile(c);
    if (!rustg_result_success(result))
        fprintf(stderr, "%s\n", rustg_result_message(result));
    assert(rustg_result_success(result));
    return result;
}

static rustg_stats stats_of(const rustg_result *result)
{
    rustg_stats stats = {.struct_size = sizeof stats};
    assert(rustg_result_stats(result, &stats) == RUSTG_OK);
    return stats;
}

static void same_bytes(const void *a, const void *b, size_t n)
{
    assert(n == 0 || memcmp(a, b, n) == 0);
}

static void same_files(const rustg_result *a, const rustg_result *b)
{
    assert(rustg_result_n_files(a) == rustg_result_n_files(b));
    for (size_t i = 0; i < rustg_result_n_files(a); i++) {
        rustg_file x, y;
        assert(rustg_result_file(a, i, &x) == RUSTG_OK && rustg_result_file(b, i, &y) == RUSTG_OK);
        assert(strcmp(x.name, y.name) == 0 && x.n_bytes == y.n_bytes && x.edition == y.edition && x.base == y.base);
        same_bytes(x.bytes, y.bytes, x.n_bytes);
        assert(x.first_tok == y.first_tok && x.n_toks == y.n_toks && x.first_node == y.first_node &&
               x.n_nodes == y.n_nodes);
        assert(x.batch == y.batch && x.n_diags == 0 && y.n_diags == 0);
    }
    assert(rustg_result_n_batches(a) == rustg_result_n_batches(b));
    for (size_t i = 0; i < rustg_result_n_batches(a); i++) {
        rustg_tokens x, y;
        rustg_ast u, v;
        assert(rustg_result_tokens(a, i, &x) == RUSTG_OK && rustg_result_tokens(b, i, &y) == RUSTG_OK &&
               x.n_toks == y.n_toks);
        same_bytes(x.kind, y.kind, x.n_toks);
        same_bytes(x.start, y.start, 4 * x.n_toks);
        assert(rustg_result_ast(a, i, &u) == RUSTG_OK && rustg_result_ast(b, i, &v) == RUSTG_OK &&
               u.n_nodes == v.n_nodes);
        same_bytes(u.kind, v.kind, u.n_nodes);
        same_bytes(u.next, v.next, 4 * u.n_nodes);
    }
}

static void same_kernels(const rustg_result *a, const rustg_result *b)
{
    assert(rustg_result_n_kernels(a) == 2 && rustg_result_n_kernels(b) == 2);
    for (size_t k = 0; k < 2; k++) {
        rustg_kernel x, y;
        assert(rustg_result_kernel(a, k, &x) == RUSTG_OK && rustg_result_kernel(b, k, &y) == RUSTG_OK);
        assert(strcmp(x.name, y.name) == 0 && x.n_params == y.n_params && x.file == y.file && x.line == y.line &&
               x.column == y.column);
        assert(memcmp(x.block, y.block, sizeof x.block) == 0 && x.max_threads == y.max_threads &&
               x.min_blocks == y.min_blocks && x.is_unsafe == y.is_unsafe);
        assert(x.registers == y.registers && x.shared_bytes == y.shared_bytes && x.local_bytes == y.local_bytes);
        for (size_t i = 0; i < x.n_params; i++) {
            const rustg_kernel_param *p = &x.params[i], *q = &y.params[i];
            assert(strcmp(p->name, q->name) == 0 && strcmp(p->rust_type, q->rust_type) == 0 && p->role == q->role);
            assert(p->element == q->element && p->size == q->size && p->align == q->align);
        }
    }
    for (uint32_t site = 1;; site++) {
        rustg_panic_site x, y;
        rustg_status status = rustg_result_panic_site(a, site, &x);
        assert(rustg_result_panic_site(b, site, &y) == status);
        if (status != RUSTG_OK) {
            assert(site > 2);
            break;
        }
        assert(strcmp(x.message, y.message) == 0 && strcmp(x.path, y.path) == 0 && x.line == y.line &&
               x.column == y.column);
    }
}

static void same_outputs(const rustg_result *a, const rustg_result *b, size_t n_archs)
{
    for (int output = 0; output < RUSTG_N_OUTPUTS; output++)
        for (size_t arch = 0; arch <= n_archs; arch++) {
            const uint8_t *x, *y;
            size_t n, m;
            rustg_status status = rustg_result_output(a, (rustg_output)output, arch, &x, &n);
            assert(rustg_result_output(b, (rustg_output)output, arch, &y, &m) == status);
            if (status == RUSTG_OK) {
                assert(n == m && x[n] == 0 && y[n] == 0);
                same_bytes(x, y, n);
            }
        }
}

static void same_runs(rustg_result *result, rustg_target target, float wanted)
{
    float a = 3, x[4] = {1, 2, 3, 4}, y[4] = {0};
    rustg_argument args[] = {{&a, 0}, {x, 4}, {y, 4}};
    rustg_run_options run = {.struct_size = sizeof run, .target = target, .grid = {1, 1, 1}, .block = {64, 1, 1}};
    rustg_panic panic;
    rustg_error error = {0};
    assert(rustg_result_run(result, "scale", &run, args, 3, &panic, &error) == RUSTG_OK && y[3] == 12 + wanted);
    uint32_t n = 2;
    int64_t out[4] = {0};
    rustg_argument few[] = {{&n, 0}, {out, 4}};
    char words[100];
    run.block[0] = 4;
    assert(rustg_result_run(result, "checked", &run, few, 2, &panic, &error) == RUSTG_ERR_PANIC && panic.happened);
    rustg_panic_message(result, &panic, words, sizeof words);
    assert(strcmp(words, "no more than 2") == 0 && out[1] == 1 && out[2] == 0);
}

static void check_same(rustg_result *a, rustg_result *b, size_t n_archs)
{
    same_files(a, b);
    same_kernels(a, b);
    same_outputs(a, b, n_archs);
}

/* A process that begins, as far as the cache can tell. */
static void restart(void)
{
    rustg_shutdown();
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
}

static void write_part(const char *bytes)
{
    rig_write(part_path, bytes, strlen(bytes));
}

static void begin(const char *name)
{
    char folder[600], command[1400];
    rig_begin(name, NULL);
    snprintf(folder, sizeof folder, "%s-source", rig_folder);
    snprintf(command, sizeof command, "mkdir -p '%s' && rm -rf '%s'/*", folder, folder);
    assert(system(command) == 0);
    snprintf(source_name, sizeof source_name, "%.500s/root.rs", folder);
    snprintf(part_path, sizeof part_path, "%.500s/cached_part.rs", folder);
    write_part(part);
    restart();
}

static void test_equal(uint32_t outputs, const char *const *archs, size_t n_archs)
{
    begin("equal");
    call c = call_of(text, outputs);
    c.kernels.archs = archs;
    c.kernels.n_archs = n_archs;
    setenv("RUSTG_CACHE", "off", 1);
    restart();
    rustg_result *plain = compile_good(&c);
    setenv("RUSTG_CACHE", "on", 1);
    restart();
    rustg_result *first = compile_good(&c);
    assert(stats_of(plain).n_cache_misses == 0 && stats_of(first).n_cache_hits == 0 &&
           stats_of(first).n_cache_misses > 0);
    rustg_result *again = compile_good(&c);
    restart(); /* results outlive it */
    rustg_result *from_disk = compile_good(&c), *from_memory = compile_good(&c);
    assert(stats_of(again).n_cache_hits == 1 && stats_of(again).n_cache_misses == 0 &&
           stats_of(again).seconds_sema == 0);
    assert(stats_of(from_disk).n_cache_hits == 1 && stats_of(from_disk).n_cache_misses == 0 &&
           stats_of(from_disk).seconds_sema == 0);
    assert(stats_of(from_memory).n_cache_hits == 1 && stats_of(from_memory).n_bytes == stats_of(plain).n_bytes);
    rustg_result *all[] = {first, again, from_disk, from_memory};
    for (size_t i = 0; i < 4; i++) {
        check_same(plain, all[i], n_archs);
        same_runs(all[i], RUSTG_TARGET_INTERPRETER, 1);
    }
    rustg_result_free(first);
    rustg_result_free(plain);
    same_kernels(again, from_disk);
    rustg_result_free(again);
    same_runs(from_disk, RUSTG_TARGET_INTERPRETER, 1);
    rustg_result_free(from_disk);
    same_runs(from_memory, RUSTG_TARGET_INTERPRETER, 1);
    rustg_result_free(from_memory);
}

/* Natively: the library that was built for the first result serves those from the cache. */
static void test_native(void)
{
    begin("native");
    call c = call_of(text, 0);
    rustg_result *first = compile_good(&c);
    same_runs(first, RUSTG_TARGET_CPU, 1);
    uint64_t n_entries = rig_info().n_entries;
    restart();
    rustg_cache_info before = rig_info();
    rustg_result *second = compile_good(&c), *third = compile_good(&c);
    same_runs(second, RUSTG_TARGET_CPU, 1);
    same_runs(third, RUSTG_TARGET_CPU, 1);
    assert(rig_info().n_misses == before.n_misses && rig_info().n_entries == n_entries);
    rustg_result_free(first);
    rustg_result_free(second);
    rustg_result_free(third);
}

static bool is_hit(call *c)
{
    rustg_result *result = compile_good(c);
    bool hit = stats_of(result).n_cache_hits == 1 && stats_of(result).n_cache_misses == 0;
    rustg_result_free(result);
    return hit;
}

/* Each thing that matters makes another key; each twice: by memory and by disk. */
static void test_differences(void)
{
    static const char *const big[] = {"big"}, *const archs[] = {"sm_90"};
    char other_name[700], other_text[2048];
    begin("differences");
    call base = call_of(text, texts), variants[10];
    for (size_t i = 0; i < 10; i++)
        variants[i] = base;
    snprintf(other_name, sizeof other_name, "%.*s/other.rs", (int)(strrchr(source_name, '/') - source_name),
             source_name);
    snprintf(other_text, sizeof other_text, "%s\n", text);
    variants[0].source.name = other_name;
    variants[1].source.edition = 2021;
    variants[2].source.bytes = (const uint8_t *)other_text;
    variants[2].source.n_bytes = strlen(other_text);
    variants[3].kernels.outputs = texts & ~(1u << RUSTG_OUTPUT_C);
    variants[4].kernels.no_checks = 1;
    variants[5].kernels.debug = 1;
    variants[6].kernels.no_opt_level = 1;
    variants[7].kernels.cfgs = big;
    variants[7].kernels.n_cfgs = 1;
    variants[8].kernels.archs = archs;
    variants[8].kernels.n_archs = 1;
    variants[9].kernels.max_registers = 32;
    assert(!is_hit(&base) && is_hit(&base));
    for (size_t i = 0; i < 10; i++)
        assert(!is_hit(&variants[i]) && is_hit(&variants[i]));
    restart();
    for (size_t i = 0; i < 10; i++)
        assert(is_hit(&variants[i]) && is_hit(&variants[i]));
    assert(is_hit(&base));
    base.options.engine = RUSTG_ENGINE_AUTO; /* the same results */
    base.options.n_threads = 3;
    assert(is_hit(&base));
}

static void test_mods(void)
{
    begin("mods");
    call c = call_of(text, texts);
    assert(!is_hit(&c) && is_hit(&c));
    for (int by_disk = 0; by_disk < 2; by_disk++) {
        write_part(part_2);
        if (by_disk)
            restart();
        rustg_result *result = compile_good(&c);
        rustg_file file;
        assert(stats_of(result).n_cache_misses == 1 && rustg_result_n_files(result) == 2);
        assert(rustg_result_file(result, 1, &file) == RUSTG_OK && file.n_bytes == strlen(part_2));
        same_bytes(file.bytes, part_2, file.n_bytes);
        same_runs(result, RUSTG_TARGET_INTERPRETER, 2);
        rustg_result_free(result);
        assert(is_hit(&c));
        write_part(part);
        if (by_disk)
            restart();
        assert(!is_hit(&c) && is_hit(&c));
    }
    assert(unlink(part_path) == 0);
    rustg_result *result = compile(&c);
    assert(!rustg_result_success(result));
    rustg_result_free(result);
    write_part(part);
    assert(is_hit(&c)); /* what was kept holds again */

    /* where the file is found first, a second one is an error: a path that was not there counts too */
    static const char plain[] = "use rustg_std::prelude::*;\nmod place;\n#[kernel]\npub fn k(mut o: GridMut<u32>) { "
                                "o[thread::index()] = place::N; }\n";
    int n_folder = (int)(strrchr(source_name, '/') - source_name);
    char one[700], folder[700], two[720];
    snprintf(one, sizeof one, "%.*s/place.rs", n_folder, source_name);
    snprintf(folder, sizeof folder, "%.*s/place", n_folder, source_name);
    snprintf(two, sizeof two, "%s/mod.rs", folder);
    mkdir(folder, 0700);
    unlink(two);
    rig_write(one, "pub const N: u32 = 1;\n", 22);
    c = call_of(plain, texts);
    assert(!is_hit(&c) && is_hit(&c));
    rig_write(two, "pub const N: u32 = 2;\n", 22);
    for (int i = 0; i < 2; i++) {
        result = compile(&c);
        assert(!rustg_result_success(result) && strstr(rustg_result_message(result), "place"));
        rustg_result_free(result);
        restart();
    }
    unlink(two);
    assert(is_hit(&c));
}

/* A caller's own files: the function is asked on every compile. */
static int read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    const char *given = *(const char **)user;
    if (!given || strcmp(path, part_path) != 0)
        return 1;
    *bytes = (const uint8_t *)given;
    *n_bytes = strlen(given);
    return 0;
}

static void test_read_mod(void)
{
    begin("read-mod");
    const char *given = part;
    call c = call_of(text, texts);
    c.kernels.read_mod = read_mod;
    c.kernels.user = &given;
    assert(!is_hit(&c) && is_hit(&c));
    restart();
    assert(is_hit(&c));
    given = part_2;
    rustg_result *result = compile_good(&c);
    same_runs(result, RUSTG_TARGET_INTERPRETER, 2);
    rustg_result_free(result);
    given = NULL;
    result = compile(&c);
    assert(!rustg_result_success(result));
    rustg_result_free(result);
}

static void test_errors(void)
{
    begin("errors");
    call c = call_of(
        "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut y: GridMut<f32>) {\n    y[thread::index()] = c;\n}\n",
        texts);
    for (int i = 0; i < 3; i++) {
        rustg_result *result = compile(&c);
        size_t n_diags;
        rustg_result_diagnostics(result, &n_diags);
        assert(!rustg_result_success(result) && n_diags == 1 && stats_of(result).n_cache_hits == 0);
        rustg_result_free(result);
    }
    assert(rig_info().n_entries == 0 && rig_info().memory_entries == 0);
}

static int cancel(void *user, uint64_t done, uint64_t total)
{
    ++*(int *)user;
    assert(done <= total);
    return *(int *)user < 0;
}

static void test_progress(void)
{
    begin("progress");
    call c = call_of(text, texts);
    int n_calls = 0;
    c.options.progress = cancel;
    c.options.user = &n_calls;
    assert(!is_hit(&c) && n_calls > 0);
    n_calls = 0;
    assert(is_hit(&c) && n_calls == 1);
    n_calls = -5;
    c.options.kernels = &c.kernels;
    rustg_result *result;
    assert(rustg_compile(&c.source, 1, &c.options, &result, NULL) == RUSTG_ERR_CANCELLED && !result);
}

/* Sources read by the library: the entry is found, the text read anew. */
static void test_paths(void)
{
    begin("paths");
    call c = call_of(text, texts);
    rig_write(source_name, text, strlen(text));
    c.source.bytes = NULL;
    c.source.n_bytes = 0;
    assert(!is_hit(&c) && is_hit(&c));
    restart();
    assert(is_hit(&c));
    char longer[2048];
    snprintf(longer, sizeof longer, "// first\n%s", text);
    rig_write(source_name, longer, strlen(longer));
    assert(!is_hit(&c) && is_hit(&c));
    c.source.bytes = (const uint8_t *)longer;
    c.source.n_bytes = strlen(longer);
    assert(is_hit(&c)); /* the same request, given as bytes */
}

int main(void)
{
    static const char *const archs[] = {"sm_80", "sm_90"};
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_equal(texts, NULL, 0);
    test_equal(0, NULL, 0);
    test_equal(1u << RUSTG_OUTPUT_OBJ, NULL, 0);
    call probe = call_of("", 1u << RUSTG_OUTPUT_PTX);
    rustg_result *result;
    probe.options.kernels = &probe.kernels;
    if (rustg_compile(&probe.source, 1, &probe.options, &result, NULL) == RUSTG_OK) {
        rustg_result_free(result);
        test_equal(texts | 1u << RUSTG_OUTPUT_PTX | 1u << RUSTG_OUTPUT_CUBIN | 1u << RUSTG_OUTPUT_FATBIN, archs, 2);
    } else {
        puts("PTX, cubins and fatbins not tried: no NVRTC");
    }
    test_native();
    test_differences();
    test_mods();
    test_read_mod();
    test_errors();
    test_progress();
    test_paths();
    rustg_shutdown();
    return 0;
}

/* cache_changes_test.c: files and clocks that do not stand still. A `mod` file that is replaced again and again while
 * compiles read it: each result is of one of the versions, whole, and the one that it says it read. Then a source that
 * grows or shrinks between two reads of it. Then a clock that was years ahead, or is: entries serve, the limit holds,
 * what a killed process left is deleted. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "cache/cache_internal.h"
#include "cache/cache_rig.h"
#include "rustg/rustg.h"

enum { N_ROUNDS = 150 };

ssize_t __real_read(int fd, void *to, size_t n);
ssize_t __wrap_read(int fd, void *to, size_t n);

/* Between the question for the file's size and the reading of it (--wrap). */
static const char *changed_path;
static off_t changed_size;

ssize_t __wrap_read(int fd, void *to, size_t n)
{
    if (changed_path) {
        assert(truncate(changed_path, changed_size) == 0);
        changed_path = NULL;
    }
    return __real_read(fd, to, n);
}

static rustg_result *compile_file(const char *path, rustg_status *status)
{
    rustg_source source = {.name = path};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_error error = {0};
    rustg_result *result = NULL;
    options.n_threads = 1;
    *status = rustg_compile(&source, 1, &options, &result, &error);
    return result;
}

/* ---- a file that changes ---- */

static atomic_bool is_over;
static char part_path[700], part_next[720];

static void write_part(const char *path, unsigned n)
{
    FILE *out = fopen(path, "wb");
    assert(out);
    fprintf(out, "%*s\npub const N: u32 = %u;\n", (int)(n % 7) * 50, "", n);
    assert(fclose(out) == 0);
}

static void *change_part(void *user)
{
    (void)user;
    for (unsigned n = 5000; !is_over; n = n == 5099 ? 5000 : n + 1) {
        write_part(part_next, n);
        assert(rename(part_next, part_path) == 0);
    }
    return NULL;
}

static void test_changing_mod(const char *folder)
{
    char path[700];
    pthread_t writer;
    rig_restart("changes", NULL);
    snprintf(path, sizeof path, "%s/k.rs", folder);
    snprintf(part_path, sizeof part_path, "%s/part.rs", folder);
    snprintf(part_next, sizeof part_next, "%s.next", part_path);
    FILE *out = fopen(path, "wb");
    assert(out &&
           fputs("use rustg_std::prelude::*;\nmod part;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n"
                 "    let i = thread::index();\n    if i < o.len() {\n        o[i] = part::N;\n    }\n}\n",
                 out) >= 0 &&
           fclose(out) == 0);
    write_part(part_path, 5000);
    assert(pthread_create(&writer, NULL, change_part, NULL) == 0);
    unsigned n_hits = 0;
    for (int i = 0; i < N_ROUNDS; i++) {
        rustg_status status;
        rustg_result *result = compile_file(path, &status);
        rustg_file part;
        rustg_stats stats = {.struct_size = sizeof stats};
        const uint8_t *c;
        size_t n;
        char constant[32];
        assert(status == RUSTG_OK && rustg_result_success(result) && rustg_result_n_files(result) == 2);
        assert(rustg_result_file(result, 1, &part) == RUSTG_OK && part.bytes);
        const char *number = memmem(part.bytes, part.n_bytes, "= ", 2);
        assert(number && rustg_result_output(result, RUSTG_OUTPUT_C, 0, &c, &n) == RUSTG_OK);
        snprintf(constant, sizeof constant, "%.4s", number + 2);
        if (!strstr((const char *)c, constant)) {
            printf("the file said %s, the code does not\n", constant);
            abort();
        }
        assert(rustg_result_stats(result, &stats) == RUSTG_OK);
        n_hits += stats.n_cache_hits > 0;
        rustg_result_free(result);
    }
    is_over = true;
    pthread_join(writer, NULL);
    printf("%u of %d compiles found an entry\n", n_hits, N_ROUNDS);
}

static void test_changing_source(const char *folder)
{
    static const char source[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n}\n// end\n";
    static const off_t sizes[] = {0, 10, sizeof source - 8, sizeof source - 1, 4096, 1 << 20};
    char path[700];
    rig_restart("source", NULL);
    snprintf(path, sizeof path, "%s/s.rs", folder);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        rustg_status status;
        rustg_file file;
        rig_write(path, source, sizeof source - 1);
        changed_size = sizes[i];
        changed_path = path;
        rustg_result *result = compile_file(path, &status);
        assert(!changed_path && status == RUSTG_OK && rustg_result_file(result, 0, &file) == RUSTG_OK);
        assert(file.n_bytes == (size_t)sizes[i]);
        size_t n_same = file.n_bytes < sizeof source - 1 ? file.n_bytes : sizeof source - 1;
        assert(memcmp(file.bytes, source, n_same) == 0);
        for (size_t at = n_same; at < file.n_bytes; at++)
            assert(file.bytes[at] == 0);
        rustg_result_free(result);
    }
}

/* ---- clocks ---- */

static void set_time(const char *path, int64_t seconds_from_now)
{
    const time_t when = time(NULL) + seconds_from_now;
    const struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};
    assert(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static bool compile_number(unsigned n)
{
    char text[300];
    snprintf(text, sizeof text,
             "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n    let i = thread::index();\n"
             "    if i < o.len() {\n        o[i] = %u;\n    }\n}\n",
             n);
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result *result;
    assert(rustg_compile(&source, 1, &options, &result, NULL) == RUSTG_OK && rustg_result_success(result));
    assert(rustg_result_stats(result, &stats) == RUSTG_OK);
    rustg_result_free(result);
    return stats.n_cache_hits > 0;
}

static void test_clocks(void)
{
    static const int64_t times[] = {-40 * 365 * 86400LL, -86400, -1, 1, 86400, 40 * 365 * 86400LL};
    char path[800], left[900];
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        rig_restart("clock", "200K");
        assert(!compile_number(1));
        assert(rig_count(CACHE_ENTRY_ENDING, path) == 1);
        set_time(path, times[i]);
        cache_memory_clear();
        assert(compile_number(1)); /* and it has a time of now */
        set_time(path, times[i]);
        snprintf(left, sizeof left, "%s/" CACHE_TEMP_BEGINNING "abcdef", rig_folder);
        rig_write(left, "x", 1);
        set_time(left, times[i]);
        for (unsigned n = 2; n < 40; n++) {
            rustg_cache_info info = {.struct_size = sizeof info};
            compile_number(n);
            assert(rustg_cache_info_get(&info, NULL) == RUSTG_OK && info.n_bytes <= info.limit_bytes);
        }
        const bool is_old = times[i] < -CACHE_STALE_SECONDS || times[i] > CACHE_STALE_SECONDS;
        if ((access(left, F_OK) != 0) != is_old) {
            printf("a temporary file of %lld s from now %s\n", (long long)times[i], is_old ? "stays" : "is gone");
            fflush(stdout);
            abort();
        }
        assert(!is_old || access(path, F_OK) != 0); /* used long ago, or nobody knows when */
        cache_memory_clear();
        assert(compile_number(39)); /* what was stored last serves, whatever other files' times say */
    }
}

int main(void)
{
    char folder[] = "/tmp/rustg-changes-XXXXXX", command[100];
    assert(mkdtemp(folder));
    test_changing_mod(folder);
    test_changing_source(folder);
    test_clocks();
    rustg_shutdown();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0;
}

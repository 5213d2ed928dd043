/* fuzz_cache.c: libFuzzer's entry for entries of the cache. An input takes the place of the entry that a compile left:
 * the first byte modulo 3 says whether the rest is edits of its content or the content, to which header and checksum
 * are made, or edits of the file itself. Checked: the compile that meets it succeeds, and what it gives can be looked
 * at; a file that is not its own is made anew. */
#include "fuzz/fuzz_rig.h"

#include <dirent.h>
#include <unistd.h>

#include "cache/cache_internal.h"
#include "rustg/rustg.h"

unsigned long fuzz_n_taken;

enum { HEADER_BYTES = 80, MOST_FILE = 1 << 20 };

static const char text[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(x: &[u32], mut o: GridMut<u32>) {\n"
                           "    let i = thread::index();\n    if i < o.len() {\n        o[i] = x[0];\n    }\n}\n";

static char folder[] = "/tmp/rustg-fuzz-cache-XXXXXX";
static char path[512];
static volatile size_t n_seen; /* so that what is looked at is read */
static cache_key key;
static uint8_t *file; /* as the compile left it */
static size_t n_file;

static rustg_result *compile_text(void)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .outputs = 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_IR};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_error error = {0};
    rustg_result *result;
    options.n_threads = 1;
    if (rustg_compile(&source, 1, &options, &result, &error))
        fuzz_fail("the compile failed", error.message);
    return result;
}

static uint8_t digit(char c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void clean_up(void)
{
    free(file);
    rustg_cache_clear(NULL, NULL);
    rustg_shutdown();
    char total[600];
    snprintf(total, sizeof total, "%s/rustg-total", folder);
    unlink(total);
    rmdir(folder);
}

/* The one entry of the compile. */
static void begin(void)
{
    if (!mkdtemp(folder))
        fuzz_fail("fuzz_cache", "no folder");
    setenv("RUSTG_CACHE", "on", 1);
    setenv("RUSTG_CACHE_DIR", folder, 1);
    if (rustg_initialize(NULL, NULL))
        fuzz_fail("fuzz_cache", "no library");
    atexit(clean_up);
    rustg_result_free(compile_text());
    DIR *all = opendir(folder);
    for (struct dirent *at = readdir(all); at; at = readdir(all)) {
        if (cache_name_of(at->d_name) != CACHE_NAME_ENTRY)
            continue;
        snprintf(path, sizeof path, "%s/%.100s", folder, at->d_name);
        for (size_t i = 0; i < sizeof key.bytes; i++)
            key.bytes[i] = (uint8_t)(digit(at->d_name[2 * i]) << 4 | digit(at->d_name[2 * i + 1]));
    }
    closedir(all);
    FILE *in = path[0] ? fopen(path, "rb") : NULL;
    file = malloc(MOST_FILE);
    n_file = in && file ? fread(file, 1, MOST_FILE, in) : 0;
    if (n_file <= HEADER_BYTES || n_file == MOST_FILE)
        fuzz_fail("fuzz_cache", "no entry");
    fclose(in);
}

static void put_entry(const uint8_t *data, size_t n_data)
{
    char problem[256];
    uint64_t n_written;
    const size_t n_left_out = data[0] % 3 == 2 ? 0 : HEADER_BYTES;
    size_t n;
    uint8_t *edited = fuzz_edited(file + n_left_out, n_file - n_left_out, data + 1, n_data - 1, &n);
    const bool is_given = data[0] % 3 == 1;
    if (data[0] % 3 == 2) {
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(edited, 1, n, out) != n || fclose(out) != 0)
            fuzz_fail("cannot write", path);
    } else if (!cache_disk_write(folder, &key, is_given ? data + 1 : edited, is_given ? n_data - 1 : n, &n_written,
                                 problem)) {
        fuzz_fail("cannot write", problem);
    }
    free(edited);
}

/* is_own: with a checksum that fits. */
static void look_at(const rustg_result *result, bool is_own)
{
    static const rustg_output outputs[] = {RUSTG_OUTPUT_C, RUSTG_OUTPUT_IR};
    rustg_kernel kernel;
    rustg_panic_site site;
    rustg_stats stats = {.struct_size = sizeof stats};
    if (!rustg_result_success(result) || rustg_result_stats(result, &stats))
        fuzz_fail("the compile has errors", rustg_result_message(result));
    if (!is_own && stats.n_cache_hits)
        fuzz_fail("a file with another checksum is taken", "");
    fuzz_n_taken += stats.n_cache_hits;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        const uint8_t *bytes;
        size_t n = 0;
        if (rustg_result_output(result, outputs[i], 0, &bytes, &n))
            fuzz_fail("an output is missing", "");
        for (size_t at = 0; at < n; at++)
            n_seen += bytes[at];
    }
    for (uint32_t i = 1; rustg_result_panic_site(result, i, &site) == RUSTG_OK; i++)
        n_seen += strlen(site.message) + (site.path ? strlen(site.path) : 0);
    for (size_t k = 0; k < rustg_result_n_kernels(result); k++)
        if (rustg_result_kernel(result, k, &kernel) == RUSTG_OK)
            n_seen += strlen(kernel.name) + kernel.n_params;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    if (!path[0])
        begin();
    if (n_data == 0)
        return 0;
    put_entry(data, n_data);
    cache_memory_clear();
    size_t n;
    uint8_t *now = fuzz_edited(file, n_file, data[0] % 3 == 2 ? data + 1 : NULL, data[0] % 3 == 2 ? n_data - 1 : 0, &n);
    const bool is_same = n == n_file && memcmp(now, file, n) == 0;
    free(now);
    rustg_result *result = compile_text();
    look_at(result, data[0] % 3 != 2 || is_same);
    rustg_result_free(result);
    return 0;
}

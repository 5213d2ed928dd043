/* cache_faults_test.c: what a key must tell apart and what an entry must not do. The linker puts functions of this file
 * in the place of the library's and libc's (--wrap): NVRTC is there or not as a test wants, and a file cannot be
 * deleted. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "cache/cache_internal.h"
#include "base/global_lock.h"
#include "cache_rig.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "codegen/toolchain/tool_identity.h"
#include "rustg/rustg.h"

static struct {
    bool replaces, is_found;
    uint8_t number;
} nvrtc;
static const char *kept_name; /* no file of that name can be deleted */

bool __real_tool_identity_library(tool_library which, bool is_fresh, tool_identity *identity);
bool __wrap_tool_identity_library(tool_library which, bool is_fresh, tool_identity *identity);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error);
int __real_unlinkat(int folder, const char *path, int flags);
int __wrap_unlinkat(int folder, const char *path, int flags);

bool __wrap_tool_identity_library(tool_library which, bool is_fresh, tool_identity *identity)
{
    if (!nvrtc.replaces || which != TOOL_NVRTC)
        return __real_tool_identity_library(which, is_fresh, identity);
    memset(identity, nvrtc.number, sizeof *identity);
    return nvrtc.is_found;
}

/* An image without resources, or no NVRTC. */
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error)
{
    (void)cuda, (void)cubin, (void)options;
    *result = (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, arch, strlen(arch)),
                               .n = strlen(arch),
                               .log = arena_text(memory, "", 0)};
    memset(error, 0, sizeof *error);
    return nvrtc.is_found ? RUSTG_OK : RUSTG_ERR_NO_NVRTC;
}

int __wrap_unlinkat(int folder, const char *path, int flags)
{
    if (kept_name && strcmp(path, kept_name) == 0) {
        errno = EPERM;
        return -1;
    }
    return __real_unlinkat(folder, path, flags);
}

static bool real_identity_nvrtc(bool is_fresh, tool_identity *identity)
{
    return __real_tool_identity_library(TOOL_NVRTC, is_fresh, identity);
}

static const char text[] = "use rustg_std::prelude::*;\nmod part;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n"
                           "    let i = thread::index();\n    if i < o.len() {\n        o[i] = part::N;\n    }\n}\n";

typedef struct call {
    rustg_kernel_options kernels;
    const char *text;
} call;

static int read_part(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static const char part[] = "pub const N: u32 = 1;\n";
    (void)user;
    if (strstr(path, "mod.rs"))
        return 1;
    *bytes = (const uint8_t *)part;
    *n_bytes = sizeof part - 1;
    return 0;
}

static rustg_result *compile(const call *c)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)c->text, .n_bytes = strlen(c->text)};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &c->kernels};
    rustg_error error = {0};
    rustg_result *result;
    if (rustg_compile(&source, 1, &options, &result, &error) != RUSTG_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    return result;
}

static bool is_hit(const call *c)
{
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result *result = compile(c);
    assert(rustg_result_success(result) && rustg_result_stats(result, &stats) == RUSTG_OK);
    rustg_result_free(result);
    return stats.n_cache_hits >= 1 && stats.n_cache_misses == 0;
}

static call plain_call(uint32_t outputs)
{
    static const char plain[] = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(mut o: GridMut<u32>) {\n"
                                "    let i = thread::index();\n    if i < o.len() {\n        o[i] = 1;\n    }\n}\n";
    return (call){{.struct_size = sizeof(rustg_kernel_options), .outputs = outputs}, plain};
}

/* The list of kernels has their registers where NVRTC can tell them: that it was made without does not stay so. */
static void test_kernels_without_nvrtc(void)
{
    rig_restart("kernels-nvrtc", NULL);
    call c = plain_call(1u << RUSTG_OUTPUT_KERNELS);
    nvrtc.replaces = true;
    nvrtc.is_found = false;
    assert(!is_hit(&c) && is_hit(&c));
    nvrtc.is_found = true;
    nvrtc.number = 1;
    assert(!is_hit(&c) && is_hit(&c));
    nvrtc.number = 2;
    assert(!is_hit(&c) && is_hit(&c));
    nvrtc.is_found = false;
    assert(is_hit(&c));
    nvrtc.replaces = false;
}

/* Whether files came from a function is of the key; a function that compiles the same without one does not wait for
 * itself. */
static rustg_result *inner;

static int read_and_compile(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    call without = {{.struct_size = sizeof(rustg_kernel_options), .outputs = 1u << RUSTG_OUTPUT_C}, text};
    (void)user;
    rustg_result_free(inner);
    inner = compile(&without); /* has errors: there is no such file */
    assert(!rustg_result_success(inner));
    return read_part(NULL, path, bytes, n_bytes);
}

static void test_read_mod(void)
{
    rig_restart("reader", NULL);
    call c = {{.struct_size = sizeof c.kernels, .outputs = 1u << RUSTG_OUTPUT_C, .read_mod = read_part}, text};
    assert(!is_hit(&c) && is_hit(&c));
    call other = plain_call(1u << RUSTG_OUTPUT_C);
    assert(!is_hit(&other) && is_hit(&other));
    other.kernels.read_mod = read_part;
    assert(!is_hit(&other) && is_hit(&other));
    rig_restart("reader", NULL);
    alarm(60);
    c.kernels.read_mod = read_and_compile;
    assert(!is_hit(&c));
    assert(is_hit(&c));
    rustg_result_free(inner);
    alarm(0);
}

/* An entry that lies under another request's key has other outputs than that asks for, and does not serve. */

/* Of the largest entry, which is the whole compile's; the others are each a text's PTX. */
static void key_of_compile(cache_key *key)
{
    char path[1200], name[300] = "";
    struct stat about;
    off_t largest = 0;
    DIR *folder = opendir(rig_folder);
    for (struct dirent *at = readdir(folder); at; at = readdir(folder)) {
        snprintf(path, sizeof path, "%s/%s", rig_folder, at->d_name);
        if (strstr(at->d_name, ".entry") && stat(path, &about) == 0 && about.st_size > largest) {
            largest = about.st_size;
            snprintf(name, sizeof name, "%.255s", at->d_name);
        }
    }
    closedir(folder);
    assert(largest > 0);
    for (size_t i = 0; i < sizeof key->bytes; i++)
        assert(sscanf(name + 2 * i, "%2hhx", &key->bytes[i]) == 1);
}

static void test_outputs(void)
{
    static const char *const two[] = {"sm_80", "sm_90"};
    static const rustg_output wanted[] = {RUSTG_OUTPUT_IR, RUSTG_OUTPUT_PTX, RUSTG_OUTPUT_PTX};
    cache_tally tally = {0};
    nvrtc.replaces = nvrtc.is_found = true;
    for (size_t row = 0; row < 3; row++) {
        call a = plain_call(1u << RUSTG_OUTPUT_C), b = plain_call(1u << wanted[row]);
        cache_key key_a, key_b;
        cache_blob *blob, *kept;
        cache_flight *flight;
        if (row == 2) /* one architecture's PTX in the place of two */
            a = plain_call(1u << RUSTG_OUTPUT_PTX);
        if (row > 0) {
            b.kernels.archs = two;
            b.kernels.n_archs = 2;
        }
        rig_restart("outputs", NULL);
        rustg_result_free(compile(&b));
        key_of_compile(&key_b);
        rig_restart("outputs", NULL);
        rustg_result_free(compile(&a));
        key_of_compile(&key_a);
        assert(cache_begin(&key_a, true, NULL, NULL, &blob, &flight, &tally) == CACHE_HIT);
        cache_memory_clear();
        cache_flight *fresh;
        cache_blob *none;
        assert(cache_begin(&key_b, true, NULL, NULL, &none, &fresh, &tally) == CACHE_MISS);
        kept = cache_end(fresh, blob->bytes, blob->n);
        assert(kept);
        cache_release(&kept->shared);
        cache_release(&blob->shared);
        for (int round = 0; round < 2; round++) {
            const uint8_t *bytes;
            size_t n;
            rustg_result *result = compile(&b);
            for (size_t arch = 0; arch < (row > 0 ? 2 : 1); arch++) {
                assert(rustg_result_output(result, wanted[row], arch, &bytes, &n) == RUSTG_OK && n > 0);
                assert(row == 0 || strcmp((const char *)bytes, two[arch]) == 0);
            }
            assert(rustg_result_output(result, RUSTG_OUTPUT_C, 0, &bytes, &n) == RUSTG_ERR_ARGUMENT);
            rustg_result_free(result);
        }
    }
    nvrtc.replaces = nvrtc.is_found = false;
}

/* What ends after the last rustg_shutdown leaves nothing in memory. */
static void test_after_shutdown(void)
{
    static const cache_key key = {{9}};
    uint64_t n_entries, n_bytes;
    cache_tally tally = {0};
    cache_blob *blob;
    cache_flight *flight;
    rig_restart("shutdown", NULL);
    assert(cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS);
    rustg_shutdown();
    blob = cache_end(flight, (const uint8_t *)"late", 4);
    assert(blob && blob->n == 4);
    cache_release(&blob->shared);
    global_lock(GLOBAL_LOCK_CACHE);
    cache_memory_sizes(&n_entries, &n_bytes);
    global_unlock(GLOBAL_LOCK_CACHE);
    assert(n_entries == 0 && n_bytes == 0);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    assert(cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_HIT); /* from disk */
    cache_release(&blob->shared);
}

static void store(uint8_t number, size_t n)
{
    cache_key key = {{number}};
    cache_tally tally = {0};
    cache_blob *blob;
    cache_flight *flight;
    uint8_t *bytes = calloc(n, 1);
    assert(cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS);
    blob = cache_end(flight, bytes, n);
    cache_release(blob ? &blob->shared : NULL);
    free(bytes);
}

/* The oldest entry cannot be deleted: it is not counted as gone, and others go until the limit is kept. */
static void test_eviction(void)
{
    char path[800];
    rustg_cache_info about = {.struct_size = sizeof about};
    rig_restart("eviction", "100K");
    store(1, 30000);
    assert(rig_count(".entry", path) == 1);
    char *name = strdup(strrchr(path, '/') + 1);
    usleep(20000);
    for (uint8_t i = 2; i < 4; i++)
        store(i, 30000);
    kept_name = name;
    usleep(20000);
    store(4, 30000);
    assert(rustg_cache_info_get(&about, NULL) == RUSTG_OK);
    assert(about.n_evicted == 1 && about.n_entries == 3 && about.n_bytes <= 100 * 1024);
    kept_name = NULL;
    free(name);
}

/* Tools by their files: NVRTC as Python's packages have it, and what $CC names. */
static tool_identity identity_of(bool (*ask)(bool, tool_identity *))
{
    tool_identity identity;
    assert(ask(true, &identity));
    return identity;
}

static bool changes(bool (*ask)(bool, tool_identity *), tool_identity *before)
{
    tool_identity now = identity_of(ask);
    bool differs = memcmp(&now, before, sizeof now) != 0;
    *before = now;
    return differs;
}

static void test_nvrtc_files(void)
{
    static const char *const names[][2] = {{"libnvrtc.so.12", "libnvrtc-builtins.so.12.4"},
                                           {"libnvrtc.so.13.0.88", "libnvrtc-builtins.so.13.0"}};
    for (size_t row = 0; row < 2; row++) {
        char folder[600], path[800], link[800];
        rig_begin("nvrtc-files", NULL);
        mkdir(rig_folder, 0700);
        snprintf(folder, sizeof folder, "%s/lib", rig_folder);
        mkdir(folder, 0700);
        snprintf(path, sizeof path, "%s/%s", folder, names[row][0]);
        rig_write(path, "library", 7);
        snprintf(link, sizeof link, "%s/libnvrtc.so.13", folder);
        assert(row == 0 || symlink(path, link) == 0);
        setenv("CUDA_PATH", rig_folder, 1);
        tool_identity was = identity_of(real_identity_nvrtc);
        assert(!changes(real_identity_nvrtc, &was));
        snprintf(path, sizeof path, "%s/%s", folder, names[row][1]);
        rig_write(path, "one", 3);
        assert(changes(real_identity_nvrtc, &was) && !changes(real_identity_nvrtc, &was));
        rig_write(path, "other", 5);
        assert(changes(real_identity_nvrtc, &was));
        snprintf(path, sizeof path, "%s/libnvrtc-builtins.so.99.1", folder);
        rig_write(path, "of another", 10);
        assert(!changes(real_identity_nvrtc, &was));
        unsetenv("CUDA_PATH");
    }
}

static void test_compiler_files(void)
{
    char file[700], words[900];
    tool_identity was;
    rig_begin("cc-files", NULL);
    mkdir(rig_folder, 0700);
    snprintf(file, sizeof file, "%s/options", rig_folder);
    static const char *const forms[] = {"cc @%s", "cc -specs=%s", "cc -O2 --config=%s"};
    for (size_t i = 0; i < 3; i++) {
        rig_write(file, "-O1", 3);
        snprintf(words, sizeof words, forms[i], file);
        setenv("CC", words, 1);
        if (!tool_identity_cc(true, &was)) {
            puts("no C compiler: its files are not tried");
            return;
        }
        assert(!changes(tool_identity_cc, &was));
        rig_write(file, "-O1 -g", 6);
        assert(changes(tool_identity_cc, &was));
    }
    static const char *const variables[] = {"LD_RUN_PATH", "CCC_OVERRIDE_OPTIONS", "LIBRARY_PATH", "GNUTARGET"};
    for (size_t i = 0; i < 4; i++) {
        tool_identity one, two;
        setenv(variables[i], "/somewhere", 1);
        assert(changes(tool_identity_cc, &was));
        setenv(variables[i], "/elsewhere", 1); /* seen at once, though nothing was looked at for less than a second */
        assert(tool_identity_cc(false, &one) && memcmp(&one, &was, sizeof one) != 0);
        unsetenv(variables[i]);
        assert(tool_identity_cc(false, &two) && memcmp(&two, &one, sizeof two) != 0);
        was = two;
    }
    unsetenv("CC");
}

int main(void)
{
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_nvrtc_files();
    test_compiler_files();
    test_kernels_without_nvrtc();
    test_read_mod();
    test_outputs();
    test_after_shutdown();
    test_eviction();
    rustg_shutdown();
    return 0;
}

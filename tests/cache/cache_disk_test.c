/* cache_disk_test.c: entries on disk: kept, found, damaged in every way, evicted in order, and a disk that does not
 * take them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "cache/cache_entries.h"
#include "cache_rig.h"

static cache_tally tally;

static cache_key key_of(uint32_t number)
{
    cache_key key = {{0}};
    sha256 digest;
    sha256_begin(&digest);
    sha256_add(&digest, &number, sizeof number);
    sha256_end(&digest, key.bytes);
    return key;
}

static size_t fill(uint32_t number, uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(number * 131 + i * 7 + (i >> 8));
    return n;
}

/* As a process that begins: nothing in memory, counts go on. */
static void reopen(void)
{
    cache_close();
    cache_open();
}

static void store(uint32_t number, size_t n)
{
    cache_key key = key_of(number);
    cache_blob *blob;
    cache_flight *flight;
    uint8_t *bytes = malloc(n + 1);
    assert(cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS);
    blob = cache_end(flight, bytes, fill(number, bytes, n));
    assert(blob && blob->n == n && memcmp(blob->bytes, bytes, n) == 0);
    cache_release(&blob->shared);
    free(bytes);
}

/* A miss leaves the key as it is. */
static bool is_there(uint32_t number, size_t n)
{
    cache_key key = key_of(number);
    cache_blob *blob;
    cache_flight *flight;
    if (cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS) {
        assert(!cache_end(flight, NULL, 0));
        return false;
    }
    uint8_t *bytes = malloc(n + 1);
    fill(number, bytes, n);
    assert(blob->n == n && memcmp(blob->bytes, bytes, n) == 0 && (uintptr_t)blob->bytes % 16 == 0);
    free(bytes);
    cache_release(&blob->shared);
    return true;
}

static void test_kept(void)
{
    static const size_t sizes[] = {0, 1, 15, 16, 17, 63, 64, 65, 4096, 100000};
    rig_begin("kept", NULL);
    reopen();
    for (uint32_t i = 0; i < 10; i++) {
        assert(!is_there(i, sizes[i]));
        store(i, sizes[i]);
        assert(is_there(i, sizes[i]));
    }
    assert(rig_info().n_hits_memory >= 10 && rig_info().memory_entries == 10);
    reopen();
    assert(rig_info().memory_entries == 0 && rig_info().n_entries == 10 && rig_info().n_bytes > 100000 + 4096);
    uint64_t before = rig_info().n_hits_disk;
    for (uint32_t i = 0; i < 10; i++)
        assert(is_there(i, sizes[i]));
    assert(rig_info().n_hits_disk == before + 10 && strcmp(rig_info().folder, rig_folder) == 0);
    assert(rig_count("", NULL) == 11 && rig_count(".entry", NULL) == 10); /* and `total` */
}

/* Each damage is met once, deleted, and made again. */
static void test_damage(void)
{
    char path[800], other[800];
    size_t n, n_other;
    const size_t size = 300;
    rig_begin("damage", NULL);
    reopen();
    store(2, 50);
    assert(rig_count(".entry", other) == 1);
    uint8_t *others = rig_read(other, &n_other);
    unlink(other);
    store(1, size);
    assert(rig_count(".entry", path) == 1);
    uint8_t *good = rig_read(path, &n), *bad = malloc(n + 8);
    uint32_t random = 12345;
    uint64_t n_damaged = rig_info().n_damaged;
    for (size_t i = 0; i < 3 * n + 4; i++) {
        size_t n_bad = n;
        memcpy(bad, good, n);
        if (i < n) { /* a bit of each byte */
            random = random * 1664525 + 1013904223;
            bad[i] ^= (uint8_t)(1 << (random >> 20) % 8);
        } else if (i < 2 * n) { /* cut short everywhere */
            n_bad = i - n;
        } else if (i < 3 * n) { /* several bytes anywhere */
            for (int k = 0; k < 5; k++) {
                random = random * 1664525 + 1013904223;
                bad[(random >> 8) % n] ^= (uint8_t)(1 + (random >> 24) % 255);
            }
        } else if (i == 3 * n) { /* longer */
            memset(bad + n, 0, 8);
            n_bad = n + 8;
        } else if (i == 3 * n + 1) { /* another version */
            bad[8]++;
        } else if (i == 3 * n + 2) { /* another key's */
            memcpy(bad, others, n_other < n ? n_other : n);
            n_bad = n_other;
        } else { /* zeros, as after a crash of the machine */
            memset(bad, 0, n);
        }
        if (n_bad == n && memcmp(bad, good, n) == 0)
            continue;
        rig_write(path, bad, n_bad);
        reopen();
        assert(!is_there(1, size));
        assert(rig_info().n_damaged == ++n_damaged);
        assert(access(path, F_OK) != 0);
        assert(!is_there(1, size) && rig_info().n_damaged == n_damaged); /* once */
        store(1, size);
        reopen();
        assert(is_there(1, size) && rig_info().n_damaged == n_damaged);
    }
    free(good);
    free(bad);
    free(others);
}

/* What lies under an entry's name and is no file must neither stop nor mislead. */
static void test_no_file(void)
{
    char path[800];
    rig_begin("no-file", NULL);
    reopen();
    store(1, 40);
    assert(rig_count(".entry", path) == 1 && unlink(path) == 0 && mkfifo(path, 0600) == 0);
    reopen();
    assert(!is_there(1, 40));
    assert(unlink(path) == 0 && mkdir(path, 0700) == 0);
    assert(!is_there(1, 40));
    uint64_t before = rig_info().n_not_stored;
    store(1, 40);
    assert(rig_info().n_not_stored == before + 1 && strstr(rig_info().problem, "could not be written"));
    assert(rmdir(path) == 0 && symlink("/etc/passwd", path) == 0);
    reopen();
    assert(!is_there(1, 40));
    store(1, 40); /* the link goes, what it leads to stays */
    reopen();
    assert(is_there(1, 40) && access("/etc/passwd", F_OK) == 0);
}

static void set_used(uint32_t number, time_t seconds)
{
    char path[800], name[2 * SHA256_BYTES + 1];
    cache_key key = key_of(number);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(name + 2 * i, 3, "%02x", key.bytes[i]);
    snprintf(path, sizeof path, "%s/%s.entry", rig_folder, name);
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void test_eviction(void)
{
    static const uint32_t order[8] = {5, 2, 7, 0, 3, 6, 1, 4}; /* longest unused first */
    enum { SIZE = 1000, FILE_SIZE = 1080 };
    rig_begin("eviction", "9000"); /* room for 8 */
    reopen();
    for (uint32_t i = 0; i < 8; i++)
        store(i, SIZE);
    assert(rig_info().n_entries == 8 && rig_info().n_evicted == 0 && rig_info().limit_bytes == 9000);
    for (int i = 0; i < 8; i++)
        set_used(order[i], 1000000 + i);
    reopen();
    assert(is_there(5, SIZE)); /* used: now the last to go */
    store(8, SIZE);            /* 9720 > 9000: down to 8100 = 7 entries */
    assert(rig_info().n_entries == 7 && rig_info().n_evicted == 2 && rig_info().n_bytes == 7 * FILE_SIZE);
    reopen();
    assert(!is_there(2, SIZE) && !is_there(7, SIZE) && is_there(5, SIZE) && is_there(8, SIZE) && is_there(0, SIZE));
    for (uint32_t i = 9; i < 60; i++) {
        store(i, SIZE);
        assert(rig_info().n_bytes <= 9000 && is_there(i, SIZE));
    }
    /* an entry that fits alone takes all, a larger one is not kept */
    store(100, 8500);
    assert(rig_info().n_entries == 1 && rig_info().n_bytes == 8580);
    uint64_t before = rig_info().n_not_stored;
    store(101, 9000);
    assert(rig_info().n_not_stored == before + 1 && rig_info().n_entries == 1 && strstr(rig_info().problem, "limit"));
    assert(is_there(101, 9000)); /* in memory it is */
}

/* The figure in `total` is only a hint: gone, wrong or damaged, the limit holds. */
static void test_total(void)
{
    char path[800];
    static const char *const wrong[] = {"", "nonsense", "00000000000000000000 00000000000000000000\n",
                                        "99999999999999999999 1", "-5 -5"};
    rig_begin("total", "9000");
    snprintf(path, sizeof path, "%s/rustg-total", rig_folder);
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
        reopen();
        for (uint32_t i = 0; i < 8; i++)
            if (!is_there(i, 1000))
                store(i, 1000);
        rig_write(path, wrong[w], strlen(wrong[w]));
        for (uint32_t i = 200 + 20 * (uint32_t)w; i < 220 + 20 * (uint32_t)w; i++)
            store(i, 1000);
        assert(rig_info().n_bytes <= (w == 2 ? 2 * 9000u : 9000u));
    }
}

static void test_stale(void)
{
    char old[800], fresh[800], foreign[800];
    rig_begin("stale", NULL);
    reopen();
    store(1, 10);
    snprintf(old, sizeof old, "%s/rustg-tmp-AbCdEf", rig_folder);
    snprintf(fresh, sizeof fresh, "%s/rustg-tmp-123456", rig_folder);
    snprintf(foreign, sizeof foreign, "%s/notes.txt", rig_folder);
    rig_write(old, "half", 4);
    rig_write(fresh, "half", 4);
    rig_write(foreign, "mine", 4);
    struct timespec times[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
    assert(utimensat(AT_FDCWD, old, times, 0) == 0 && utimensat(AT_FDCWD, foreign, times, 0) == 0);
    char total[800];
    snprintf(total, sizeof total, "%s/rustg-total", rig_folder);
    unlink(total); /* so that the next store looks through the folder */
    store(2, 10);
    assert(access(old, F_OK) != 0 && access(fresh, F_OK) == 0 && access(foreign, F_OK) == 0);
    uint64_t n_removed = 0;
    assert(rustg_cache_clear(&n_removed, NULL) == RUSTG_OK && n_removed == 2);
    assert(access(fresh, F_OK) != 0 && access(foreign, F_OK) == 0 && rig_count("", NULL) == 1);
    assert(!is_there(1, 10) && rig_info().n_entries == 0);
}

/* Writing fails after some bytes, as on a full disk. */
static void test_full(void)
{
    struct rlimit old, little;
    rig_begin("full", NULL);
    reopen();
    store(1, 100);
    signal(SIGXFSZ, SIG_IGN);
    assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
    little = old;
    little.rlim_cur = 2048;
    assert(setrlimit(RLIMIT_FSIZE, &little) == 0);
    uint64_t before = rig_info().n_not_stored;
    store(2, 100000);
    assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
    assert(rig_info().n_not_stored == before + 1 && strstr(rig_info().problem, "File too large"));
    assert(rig_count(".entry", NULL) == 1 && rig_count("", NULL) == 2); /* and `total`; nothing half is left */
    assert(is_there(2, 100000));                                        /* in memory it is */
    reopen();
    assert(!is_there(2, 100000) && is_there(1, 100));
    store(2, 100000);
    assert(rig_info().problem[0] == 0);
}

/* No folder can be there: below a file. */
static void test_no_folder(void)
{
    char below[600];
    rig_begin("no-folder", NULL);
    reopen();
    store(1, 10);
    snprintf(below, sizeof below, "%s/rustg-total/rustg", rig_folder);
    setenv("RUSTG_CACHE_DIR", below, 1);
    reopen();
    assert(!is_there(1, 10));
    store(1, 10);
    assert(is_there(1, 10) && rig_info().n_entries == 0 && strstr(rig_info().problem, "Not a directory"));
    assert(rustg_cache_clear(NULL, NULL) == RUSTG_ERR_IO && rig_count(".entry", NULL) == 1);
}

static void test_environment(void)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } limits[] = {{"0", 0},
                  {"123", 123},
                  {"4K", 4096},
                  {"2m", 2u << 20},
                  {"3G", UINT64_C(3) << 30},
                  {"1T", UINT64_C(1) << 40},
                  {"5MiB", 5u << 20},
                  {"7KB", 7168}};
    static const char *const wrong[] = {"K", "-1", "1X", "1KK", "99999999999999999T", "all"};
    rig_begin("environment", NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        setenv("RUSTG_CACHE_LIMIT", limits[i].text, 1);
        reopen();
        assert(rig_info().limit_bytes == limits[i].bytes && rig_info().problem[0] == 0);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        setenv("RUSTG_CACHE_LIMIT", wrong[i], 1);
        reopen();
        assert(rig_info().limit_bytes == UINT64_C(1) << 30 && strstr(rig_info().problem, "RUSTG_CACHE_LIMIT"));
    }
    setenv("RUSTG_CACHE_LIMIT", "0", 1);
    reopen();
    store(1, 10);
    assert(is_there(1, 10) && access(rig_folder, F_OK) != 0);
    unsetenv("RUSTG_CACHE_LIMIT");
    setenv("RUSTG_CACHE", "off", 1);
    reopen();
    cache_key key = key_of(1);
    cache_blob *blob;
    cache_flight *flight;
    assert(!rig_info().enabled && cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_PASS);
    unsetenv("RUSTG_CACHE");
    unsetenv("RUSTG_CACHE_DIR");
    setenv("XDG_CACHE_HOME", "/x/cache", 1);
    setenv("HOME", "/h/me", 1);
    reopen();
    assert(rig_info().enabled && strcmp(rig_info().folder, "/x/cache/rustg") == 0);
    setenv("XDG_CACHE_HOME", "relative", 1);
    reopen();
    assert(strcmp(rig_info().folder, "/h/me/.cache/rustg") == 0);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    reopen();
    assert(rig_info().folder[0] == 0 && strstr(rig_info().problem, "no folder"));
    store(3, 10);
    assert(is_there(3, 10));
    rustg_cache_info small = {.struct_size = sizeof small - 1};
    assert(rustg_cache_info_get(&small, NULL) == RUSTG_ERR_ARGUMENT &&
           rustg_cache_info_get(NULL, NULL) == RUSTG_ERR_ARGUMENT);
}

int main(void)
{
    test_kept();
    test_damage();
    test_no_file();
    test_eviction();
    test_total();
    test_stale();
    test_full();
    test_no_folder();
    test_environment();
    cache_close();
    return 0;
}

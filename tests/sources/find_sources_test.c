/* find_sources_test.c: rustg_find_sources: what is found in a folder and under which edition, what it says of what it
 * cannot read, wrong calls, and threads at once. Which files git lists is ignore_test.py's. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/api_check.h"
#include "rustg/rustg.h"

enum { N_THREADS = 4, N_ROUNDS = 20 };

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "wb");
    CHECK(out && fputs(text, out) >= 0 && fclose(out) == 0);
}

static void make_tree(void)
{
    static const char *const folders[] = {"p", "p/src", "p/target", "w", "w/member", "old", "odd", "own"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        CHECK(mkdir(folders[i], 0777) == 0);
    write_file("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2018\"\n");
    write_file("p/src/lib.rs", "mod a;\n");
    write_file("p/src/a.rs", "");
    write_file("p/src/a.rs.txt", "");
    write_file("p/src/.hidden.rs", "");
    write_file("p/target/made.rs", "");
    write_file("w/Cargo.toml", "[workspace.package]\nedition = \"2021\"\n");
    write_file("w/member/Cargo.toml", "[package]\nedition.workspace = true\n");
    write_file("w/member/m.rs", "");
    write_file("old/Cargo.toml", "[package]\nname = \"old\"\n");
    write_file("old/o.rs", "fn");
    write_file("odd/Cargo.toml", "[package]\nedition = \"1999\"\n");
    write_file("odd/o.rs", "");
    write_file("own/Cargo.toml", "[package]\nedition = \"2021\"\n[lib]\nedition = \"2021\"\n[[bin]]\nname = \"b\"\n"
                                 "edition = \"2018\"\n");
    write_file("own/o.rs", "");
}

/* "path edition" of each source, with spaces between. */
static void list_sources(const rustg_found *found, char *text, size_t capacity)
{
    size_t n, at = 0;
    const rustg_source *sources = rustg_found_sources(found, &n);
    text[0] = 0;
    for (size_t i = 0; i < n && at < capacity; i++) {
        CHECK(sources[i].bytes == NULL && sources[i].n_bytes == 0);
        at += (size_t)snprintf(text + at, capacity - at, "%s%s %u", i ? " " : "", sources[i].name, sources[i].edition);
    }
}

static void expect(const char *const *paths, size_t n_paths, const rustg_find_options *options, const char *wanted)
{
    rustg_found *found;
    rustg_error error = {0};
    char text[1024];
    CHECK_STATUS(RUSTG_OK, rustg_find_sources(paths, n_paths, options, &found, &error));
    list_sources(found, text, sizeof text);
    if (strcmp(text, wanted) != 0) {
        fprintf(stderr, "found:  %s\nwanted: %s\n", text, wanted);
        CHECK(!"the sources that are wanted");
    }
    rustg_found_free(found);
}

static const char *const all[] = {"p", "w", "old/o.rs", "missing.rs"};
static const char all_found[] = "p/src/a.rs 2018 p/src/lib.rs 2018 w/member/m.rs 2021 old/o.rs 2015 missing.rs 2024";

static void test_found(void)
{
    expect(NULL, 0, NULL, "");
    expect(all, 4, NULL, all_found);
    rustg_find_options options = {.struct_size = sizeof options, .edition = 2015, .no_ignore = 1};
    expect(all, 1, &options, "p/src/.hidden.rs 2015 p/src/a.rs 2015 p/src/lib.rs 2015 p/target/made.rs 2015");
    static const char *const includes[] = {"*.txt", "/src/lib.rs"}, *const excludes[] = {"src"};
    options = (rustg_find_options){.struct_size = sizeof options, .includes = includes, .n_includes = 2};
    expect(all, 1, &options, "p/src/a.rs.txt 2018 p/src/lib.rs 2018");
    options = (rustg_find_options){.struct_size = sizeof options, .excludes = excludes, .n_excludes = 1};
    expect(all, 1, &options, "");
}

static void test_about(void)
{
    rustg_found *found;
    CHECK_STATUS(RUSTG_OK, rustg_find_sources(all, 4, NULL, &found, NULL));
    const rustg_found_source *about = rustg_found_about(found);
    CHECK(about[1].path == 0 && about[1].in_folder && about[1].n_bytes == 7);
    CHECK(about[3].path == 2 && !about[3].in_folder && about[3].n_bytes == 2);
    CHECK(about[4].path == 3 && !about[4].in_folder && about[4].n_bytes == 0);
    rustg_found_free(found);
    rustg_found_free(NULL);
    size_t n = 7;
    CHECK(rustg_found_sources(NULL, &n) == NULL && n == 0 && rustg_found_about(NULL) == NULL);
}

static void test_problems(void)
{
    static const char *const paths[] = {"odd", "own", "locked"};
    rustg_found *found;
    size_t n;
    const bool is_root = geteuid() == 0; /* who may read it all the same */
    CHECK(mkdir("locked", 0) == 0);
    CHECK_STATUS(RUSTG_OK, rustg_find_sources(paths, 3, NULL, &found, NULL));
    const rustg_find_problem *problems = rustg_found_problems(found, &n);
    CHECK(n == (is_root ? 2 : 3));
    CHECK(n > 0 && !problems[0].is_left_out && strstr(problems[0].message, "edition `1999` is not known"));
    CHECK(n > 1 && !problems[1].is_left_out && strstr(problems[1].message, "`bin` has edition 2018 for itself"));
    CHECK(rustg_found_sources(found, &n)[1].edition == 2021);
    CHECK(is_root || (n > 2 && problems[2].is_left_out && strcmp(problems[2].path, "locked") == 0));
    rustg_found_free(found);
    rmdir("locked");
}

static void test_wrong_calls(void)
{
    static const char *const nulls[] = {NULL};
    rustg_found *found = (rustg_found *)&found;
    rustg_error error = {0};
    rustg_find_options options = {.struct_size = 4};
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_find_sources(all, 1, NULL, NULL, &error));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_find_sources(nulls, 1, NULL, &found, &error));
    CHECK(found == NULL && strstr(error.message, "paths"));
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_find_sources(all, 1, &options, &found, &error));
    CHECK(strstr(error.message, "struct_size"));
    options = (rustg_find_options){.struct_size = sizeof options, .edition = 2016};
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_find_sources(all, 1, &options, &found, &error));
    options = (rustg_find_options){.struct_size = sizeof options, .n_excludes = 1};
    CHECK_STATUS(RUSTG_ERR_ARGUMENT, rustg_find_sources(all, 1, &options, &found, &error));
    CHECK(strstr(error.message, "excludes"));
}

static void test_digest(void)
{
    static const uint8_t abc[4] = {0xba, 0x78, 0x16, 0xbf}, empty[4] = {0xe3, 0xb0, 0xc4, 0x42}; /* FIPS 180-4's */
    uint8_t digest[32];
    rustg_content_digest("abc", 3, digest);
    CHECK(memcmp(digest, abc, sizeof abc) == 0 && digest[31] == 0xad);
    rustg_content_digest(NULL, 0, digest);
    CHECK(memcmp(digest, empty, sizeof empty) == 0 && digest[31] == 0x55);
}

static void *find_often(void *unused)
{
    for (int i = 0; i < N_ROUNDS; i++)
        expect(all, 4, NULL, all_found);
    return unused;
}

static void test_threads(void)
{
    pthread_t threads[N_THREADS];
    for (int i = 0; i < N_THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, find_often, NULL) == 0);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* What was found is what a compile takes. */
static void test_compile(void)
{
    rustg_found *found;
    rustg_result *result;
    rustg_error error = {0};
    size_t n;
    CHECK_STATUS(RUSTG_OK, rustg_initialize(NULL, &error));
    CHECK_STATUS(RUSTG_OK, rustg_find_sources(all, 3, NULL, &found, &error));
    const rustg_source *sources = rustg_found_sources(found, &n);
    CHECK_STATUS(RUSTG_OK, rustg_compile(sources, n, NULL, &result, &error));
    CHECK(rustg_result_n_files(result) == 4 && strstr(rustg_result_message(result), "old/o.rs:1:1"));
    rustg_result_free(result);
    rustg_found_free(found);
    rustg_shutdown();
}

int main(void)
{
    char folder[] = "/tmp/rustg-find-sources-XXXXXX", command[64];
    CHECK(mkdtemp(folder) && chdir(folder) == 0);
    make_tree();
    test_found();
    test_about();
    test_problems();
    test_wrong_calls();
    test_digest();
    test_threads();
    test_compile();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(chdir("/") == 0 && system(command) == 0);
    return check_exit();
}

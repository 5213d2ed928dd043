/* fuzz_toml.c: libFuzzer's entry for Cargo.toml. Checked: keys and strings that are told end within their room, tables
 * come with their keys, and a file has an edition whatever is in it. */
#define _GNU_SOURCE
#include "fuzz/fuzz_rig.h"

#include <sys/stat.h>
#include <unistd.h>

#include "sources/edition.h"
#include "sources/toml.h"

unsigned long fuzz_n_taken;

static void see_key(void *user, const char *path, toml_type type, const char *text)
{
    size_t *n_seen = user;
    *n_seen += strlen(path) + strlen(text) + 1;
    if (type > TOML_OTHER || (type == TOML_TABLE && text[0]))
        fuzz_fail("a key of no type", path);
    if (path[0] == '.' || strlen(path) >= 512 || strlen(text) >= 4096)
        fuzz_fail("a key that is none", path);
}

static void check_edition(const uint8_t *data, size_t n_data)
{
    static char folder[] = "/tmp/rustg-fuzz-toml-XXXXXX", path[64];
    if (!path[0]) {
        if (!mkdtemp(folder))
            fuzz_fail("fuzz_toml", "no folder");
        snprintf(path, sizeof path, "%s/Cargo.toml", folder);
    }
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(data, 1, n_data, out) != n_data || fclose(out) != 0)
        fuzz_fail("cannot write", path);
    problem_list problems = {0};
    edition_table *editions = editions_new(&problems);
    uint32_t edition = edition_of_folder(editions, folder);
    fuzz_n_taken += edition == 2018;
    if (edition != 2015 && edition != 2018 && edition != 2021 && edition != 2024)
        fuzz_fail("an edition that there is not", "");
    editions_free(editions);
    problems_free(&problems);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    size_t n_seen = 0;
    toml_read((const char *)data, n_data, see_key, &n_seen);
    check_edition(data, n_data);
    return 0;
}

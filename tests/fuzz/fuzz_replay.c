/* fuzz_replay.c: a fuzz target without a fuzzer: every file as it is, cut short, and with seeded mutations.
 *   fuzz_NAME_replay FOLDER|FILE...   (a folder's own files) */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/stat.h>

#include "base/test_random.h"
#include "fuzz/fuzz_rig.h"

enum { MOST_CUTS = 48, N_MUTATIONS = 96 };

static uint64_t n_runs, n_inputs, random_state = 0x9E3779B97F4A7C15u;

static size_t random_below(size_t n)
{
    return (size_t)((test_random(&random_state) >> 33) % n);
}

/* A copy without a byte to spare, so that a read past its end is found. */
static void run(const uint8_t *data, size_t n_data)
{
    uint8_t *bytes = malloc(n_data ? n_data : 1);
    if (!bytes)
        fuzz_fail("fuzz_replay", "out of memory");
    if (n_data)
        memcpy(bytes, data, n_data);
    LLVMFuzzerTestOneInput(bytes, n_data);
    free(bytes);
    n_runs++;
}

/* A few bytes are replaced, by any or by others of the input, by 0 or by 255. */
static void mutate(uint8_t *data, size_t n_data)
{
    for (size_t n = 1 + random_below(3); n > 0; n--) {
        size_t at = random_below(n_data), length = 1 + random_below(8), from = random_below(n_data);
        if (length > n_data - at)
            length = n_data - at;
        if (length > n_data - from)
            length = n_data - from;
        switch (random_below(4)) {
        case 0: data[at] = (uint8_t)random_below(256); break;
        case 1: data[at] = (uint8_t)(data[at] + (random_below(2) ? 1 : 255)); break;
        case 2: memmove(data + at, data + from, length); break;
        default: memset(data + at, random_below(2) ? 0 : 255, length); break;
        }
    }
}

static void replay_file(const char *path)
{
    struct stat about;
    FILE *in = fopen(path, "rb");
    if (!in || fstat(fileno(in), &about) != 0)
        fuzz_fail("cannot read", path);
    size_t n_data = (size_t)about.st_size;
    uint8_t *data = malloc(n_data + 1), *work = malloc(n_data + 1);
    if (!data || !work || fread(data, 1, n_data, in) != n_data)
        fuzz_fail("cannot read", path);
    fclose(in);
    run(data, n_data);
    for (size_t i = 0; i < MOST_CUTS && i < n_data; i++)
        run(data, n_data <= MOST_CUTS ? i : random_below(n_data));
    for (size_t i = 0; i < N_MUTATIONS && n_data; i++) {
        memcpy(work, data, n_data);
        mutate(work, n_data);
        run(work, n_data);
    }
    free(data);
    free(work);
    n_inputs++;
}

static void replay_all(const char *path)
{
    char file[1024];
    DIR *folder = opendir(path);
    if (!folder) {
        replay_file(path);
        return;
    }
    for (struct dirent *at = readdir(folder); at; at = readdir(folder)) {
        snprintf(file, sizeof file, "%s/%s", path, at->d_name);
        if (at->d_name[0] != '.')
            replay_file(file);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay_all(argv[i]);
    printf("%llu inputs, %llu runs, %lu taken\n", (unsigned long long)n_inputs, (unsigned long long)n_runs,
           fuzz_n_taken);
    return n_inputs == 0 || fuzz_n_taken == 0;
}

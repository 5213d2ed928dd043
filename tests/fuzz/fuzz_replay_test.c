/* fuzz_replay_test.c: the fuzz target without a fuzzer: every saved input as it is, in every edition, cut at every
 * length, moved by every distance up to a block of the fast lexer, and with seeded mutations.
 *   fuzz_replay_test [FILE or FOLDER...]   default: tests/fuzz/saved */
#define _GNU_SOURCE
#include <ftw.h>

#include "base/test_random.h"
#include "fuzz/fuzz_lexer.c"

enum { MAX_SHIFT = 130, MAX_CUTS = 3000, N_MUTATIONS = 500 };

static uint64_t n_runs, n_inputs, random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t n)
{
    return (uint32_t)((test_random(&random_state) >> 33) % n);
}

static void run(const uint8_t *data, size_t n_data)
{
    LLVMFuzzerTestOneInput(data, n_data);
    n_runs++;
}

/* Replaces, repeats or drops a few bytes; what comes in is what the lexer looks for. */
static void mutate(uint8_t *data, size_t n_data)
{
    static const char letters[] = "'\"/*\\#r b\n\r!-_{}0xe.c\t\xC2\xA0\xE2\x80\xA8";
    for (uint32_t n = 1 + random_below(4); n > 0; n--) {
        size_t at = random_below((uint32_t)n_data), length = random_below(16);
        uint32_t how = random_below(4);
        if (how < 2)
            data[at] = (uint8_t)letters[random_below(sizeof letters - 1)];
        else if (how == 2 && at + 2 * length <= n_data)
            memcpy(data + at + length, data + at, length);
        else if (at + length <= n_data)
            memset(data + at, letters[random_below(sizeof letters - 1)], length);
    }
}

static void replay(const uint8_t *data, size_t n_data)
{
    uint8_t *work = allocate(n_data + MAX_SHIFT + 1);
    for (unsigned edition = 0; edition < 4; edition++) {
        memcpy(work, data, n_data);
        work[n_data] = (uint8_t)edition;
        run(work, n_data + 1);
    }
    for (size_t cut = 0; cut < n_data && cut < MAX_CUTS; cut++) {
        memcpy(work, data, cut);
        work[cut] = (uint8_t)(cut + 3);
        run(work, cut + 1);
    }
    for (size_t shift = 1; shift < MAX_SHIFT; shift++) {
        memset(work, ' ', shift);
        memcpy(work + shift, data, n_data);
        work[shift + n_data] = (uint8_t)(shift / 2);
        run(work, shift + n_data + 1);
    }
    for (unsigned i = 0; i < N_MUTATIONS && n_data; i++) {
        memcpy(work, data, n_data);
        mutate(work, n_data);
        work[n_data] = (uint8_t)i;
        run(work, n_data + 1);
    }
    free(work);
    n_inputs++;
}

static int visit(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    FILE *in;
    size_t n_data = (size_t)info->st_size;
    uint8_t *data;
    (void)walk;
    if (type != FTW_F)
        return 0;
    in = fopen(path, "rb");
    data = allocate(n_data);
    if (!in || fread(data, 1, n_data, in) != n_data)
        fail(path, 0);
    fclose(in);
    replay(data, n_data);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    char saved[] = "tests/fuzz/saved", *defaults[] = {saved};
    char **paths = argc > 1 ? argv + 1 : defaults;
    int n_paths = argc > 1 ? argc - 1 : 1;
    for (int i = 0; i < n_paths; i++) {
        if (nftw(paths[i], visit, 16, FTW_PHYS) != 0) {
            fprintf(stderr, "cannot walk %s\n", paths[i]);
            return 1;
        }
    }
    printf("%llu inputs, %llu runs\n", (unsigned long long)n_inputs, (unsigned long long)n_runs);
    return n_inputs == 0;
}

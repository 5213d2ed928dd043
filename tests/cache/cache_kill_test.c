/* cache_kill_test.c: processes killed while they write entries. What readers then find is whole, or not there. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "cache/cache_entries.h"
#include "cache_rig.h"

enum { N_KILLS = 60, N_KEYS = 4, SIZE = 2 << 20 };

static cache_tally tally;

static cache_key key_of(uint32_t number)
{
    cache_key key = {{0}};
    memcpy(key.bytes, &number, sizeof number);
    return key;
}

static uint8_t bytes[N_KEYS][SIZE];

static void fill(void)
{
    for (uint32_t number = 0; number < N_KEYS; number++)
        for (size_t i = 0; i < SIZE; i++)
            bytes[number][i] = (uint8_t)(number * 31 + (i * 2654435761u >> 13));
}

/* Writes until it is killed; keys that are there already are made anew. */
static void write_on(void)
{
    for (uint32_t number = 0;; number = (number + 1) % N_KEYS) {
        cache_key key = key_of(number);
        cache_blob *blob;
        cache_flight *flight;
        if (cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_HIT) {
            cache_release(&blob->shared);
            assert(rustg_cache_clear(NULL, NULL) == RUSTG_OK);
            continue;
        }
        blob = cache_end(flight, bytes[number], SIZE);
        cache_release(blob ? &blob->shared : NULL);
    }
}

/* How many entries are there; each is right. */
static int check_entries(void)
{
    int n = 0;
    cache_close();
    cache_open();
    for (uint32_t number = 0; number < N_KEYS; number++) {
        cache_key key = key_of(number);
        cache_blob *blob;
        cache_flight *flight;
        if (cache_begin(&key, true, NULL, NULL, &blob, &flight, &tally) == CACHE_MISS) {
            cache_end(flight, NULL, 0);
            continue;
        }
        assert(blob->n == SIZE && memcmp(blob->bytes, bytes[number], SIZE) == 0);
        cache_release(&blob->shared);
        n++;
    }
    assert(tally.n_damaged == 0);
    return n;
}

static int n_temps(void)
{
    return rig_count("", NULL) - rig_count(".entry", NULL) - rig_count("rustg-total", NULL);
}

int main(void)
{
    uint32_t random = 20261121;
    int n_found = 0, n_left = 0;
    rig_begin("kill", NULL);
    fill();
    cache_open();
    for (int i = 0; i < N_KILLS; i++) {
        pid_t child = fork();
        assert(child >= 0);
        if (child == 0)
            write_on();
        random = random * 1664525 + 1013904223;
        struct timespec moment = {.tv_nsec = 1000000 + random % 40000000};
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        assert(waitpid(child, NULL, 0) == child);
        n_found += check_entries();
        n_left += n_temps(); /* the next process clears them */
    }
    printf("%d processes killed: %d entries found whole, %d temporary files left behind\n", N_KILLS, n_found, n_left);
    assert(n_found > 0 && n_left > 0);
    rustg_cache_clear(NULL, NULL);
    assert(rig_count("", NULL) == 0);
    cache_close();
    return 0;
}

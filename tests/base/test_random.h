/* test_random.h: numbers that look random and are the same in every run: the xorshift of 64 bits with the shifts 13, 7
 * and 17 (Marsaglia, "Xorshift RNGs", 2003), and Knuth's linear congruence of 64 bits (MMIX). C and C++. */
#ifndef RUSTG_TEST_RANDOM_H
#define RUSTG_TEST_RANDOM_H

#include <stdint.h>

/* The next number after the state's, which is not 0. */
static inline uint64_t test_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* The next number after any state; its upper bits look random. */
static inline uint64_t test_random_mmix(uint64_t *state)
{
    return *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
}

/* One of 0 to n - 1; 0 where n is 0. */
static inline uint32_t test_random_below(uint64_t *state, uint32_t n)
{
    const uint64_t next = test_random_mmix(state);
    return n ? (uint32_t)((next >> 33) % n) : 0;
}

#endif

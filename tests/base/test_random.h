/* test_random.h: numbers that look random and are the same in every run: the xorshift of 64 bits with the shifts 13, 7
 * and 17 (Marsaglia, "Xorshift RNGs", 2003). C and C++. */
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

#endif

/* hash.c: hashes in four lanes of 64-bit multiplications, each folded to 64 bits: 16 bytes a multiplication. */
#include "base/hash.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

static const uint64_t odd[8] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9),
                                UINT64_C(0x94d049bb133111eb), UINT64_C(0xd6e8feb86659fd93),
                                UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db),
                                UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3)};

static uint64_t hash_fold(uint64_t a, uint64_t b)
{
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_load(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static void hash_add(uint64_t lanes[4], const uint8_t *p)
{
    for (int i = 0; i < 4; i++) {
        uint64_t x = hash_load(p + 16 * i), y = hash_load(p + 16 * i + 8);
        /* The sum keeps what a factor that happens to be 0 would lose. */
        lanes[i] = hash_fold(x ^ odd[i], y ^ lanes[i]) + (x ^ (y << 32 | y >> 32)) + odd[4 + i];
    }
}

void hash_128(const void *bytes, size_t n, uint64_t out[2])
{
    const uint8_t *p = bytes;
    uint64_t lanes[4] = {odd[4] ^ n, odd[5] + n, odd[6], odd[7]};
    uint8_t last[64] = {0};
    size_t left = n;
    for (; left >= 64; p += 64, left -= 64)
        hash_add(lanes, p);
    if (left) {
        memcpy(last, p, left);
        hash_add(lanes, last);
    }
    uint64_t a = hash_fold(lanes[0] ^ odd[0], lanes[1] ^ odd[1]), b = hash_fold(lanes[2] ^ odd[2], lanes[3] ^ odd[3]);
    uint64_t c = hash_fold(lanes[0] + lanes[2], odd[4]), d = hash_fold(lanes[1] + lanes[3], odd[5]);
    out[0] = hash_fold(a ^ d ^ n, b ^ odd[6]) ^ a;
    out[1] = hash_fold(b ^ c, a ^ odd[7]) ^ d;
}

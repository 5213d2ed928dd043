/* sha256.c: computes SHA-256 as FIPS 180-4 describes it. */
#include "base/sha256.h"

#include <string.h>

#include "base/byte.h"

static const uint32_t round_words[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t sha256_rotate(uint32_t x, uint32_t by)
{
    return x >> by | x << (32 - by);
}

static void sha256_add_block(sha256 *self, const uint8_t *block)
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = byte_big_u32(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (sha256_rotate(a, 7) ^ sha256_rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (sha256_rotate(b, 17) ^ sha256_rotate(b, 19) ^ b >> 10);
    }
    memcpy(s, self->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t sum = s[7] + (sha256_rotate(s[4], 6) ^ sha256_rotate(s[4], 11) ^ sha256_rotate(s[4], 25)) +
                       ((s[4] & s[5]) ^ (~s[4] & s[6])) + round_words[i] + w[i];
        uint32_t top = (sha256_rotate(s[0], 2) ^ sha256_rotate(s[0], 13) ^ sha256_rotate(s[0], 22)) +
                       ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += sum;
        s[0] = sum + top;
    }
    for (int i = 0; i < 8; i++)
        self->state[i] += s[i];
}

void sha256_begin(sha256 *self)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(self->state, first, sizeof first);
    self->n_bytes = 0;
}

void sha256_add(sha256 *self, const void *bytes, size_t n)
{
    const uint8_t *from = bytes;
    size_t held = self->n_bytes % 64;
    if (n == 0)
        return;
    self->n_bytes += n;
    if (held) {
        size_t more = n < 64 - held ? n : 64 - held;
        memcpy(self->rest + held, from, more);
        from += more;
        n -= more;
        if (held + more < 64)
            return;
        sha256_add_block(self, self->rest);
    }
    for (; n >= 64; from += 64, n -= 64)
        sha256_add_block(self, from);
    memcpy(self->rest, from, n);
}

void sha256_end(sha256 *self, uint8_t digest[SHA256_BYTES])
{
    uint64_t n_bits = self->n_bytes * 8;
    uint8_t tail[72] = {0x80}, length[8];
    size_t held = self->n_bytes % 64, n_tail = held < 56 ? 56 - held : 120 - held;
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(n_bits >> (56 - 8 * i));
    sha256_add(self, tail, n_tail);
    sha256_add(self, length, sizeof length);
    for (int i = 0; i < 32; i++)
        digest[i] = (uint8_t)(self->state[i / 4] >> (24 - 8 * (i % 4)));
}
